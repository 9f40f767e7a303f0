/* Facts about a move, and their text: merges, free cells, corner and chain of the largest
 * tiles, trapped tiles, and the risk that the game ends after the spawn.
 *
 * A chain is a path of neighbours from a largest tile, each one rank below the previous
 * one. A tile is trapped if it can merge with no neighbour and lies between two tiles, on
 * opposite sides, that are at least two ranks larger. */
#include "base/text.h"
#include "rules/mechanics.h"
#include "trey/advise.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    MIN_LARGE = 6
}; /* min. rank of a large tile; the place of smaller ones does not matter */

/* --- counting ------------------------------------------------------------------------
 */

static bool can_merge(const struct trey_rules *rules, int a, int b)
{
    int made = trey_tiles_join(trey_tiles_of(rules), a, b);
    return made != 0 && made <= trey_highest_made(rules);
}

/* Counts neighbouring pairs that can merge. */
static int count_pairs(const struct trey_rules *rules, trey_board board)
{
    int rows = rules->shape.rows, cols = rules->shape.cols, count = 0;
    for (int cell = 0; cell < rows * cols; cell++) {
        int rank = trey_board_rank(board, cell);
        if (cell % cols + 1 < cols)
            count += can_merge(rules, rank, trey_board_rank(board, cell + 1));
        if (cell / cols + 1 < rows)
            count += can_merge(rules, rank, trey_board_rank(board, cell + cols));
    }
    return count;
}

static int count_empty(const struct trey_rules *rules, trey_board board)
{
    int count = 0;
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++)
        count += trey_board_rank(board, cell) == 0;
    return count;
}

/* Bit mask of the corners that hold this rank. */
static unsigned corners_of(const struct trey_rules *rules, trey_board board, int rank)
{
    int rows = rules->shape.rows, cols = rules->shape.cols;
    const int corners[4] = {0, cols - 1, (rows - 1) * cols, rows * cols - 1};
    unsigned found = 0;
    for (int i = 0; i < 4; i++)
        if (trey_board_rank(board, corners[i]) == rank)
            found |= 1U << i;
    return found;
}

/* Lists the neighbours of a cell: above, below, left, right; -1 is the edge. */
static void list_neighbours(const struct trey_rules *rules, int cell, int neighbours[4])
{
    int rows = rules->shape.rows, cols = rules->shape.cols;
    neighbours[0] = cell / cols > 0 ? cell - cols : -1;
    neighbours[1] = cell / cols + 1 < rows ? cell + cols : -1;
    neighbours[2] = cell % cols > 0 ? cell - 1 : -1;
    neighbours[3] = cell % cols + 1 < cols ? cell + 1 : -1;
}

/* Length of the longest chain from this cell, each tile one rank below the previous one.
 */
static int chain_length(const struct trey_rules *rules, trey_board board, int cell)
{
    int neighbours[4], longest = 0, rank = trey_board_rank(board, cell);
    list_neighbours(rules, cell, neighbours);
    for (int i = 0; i < 4; i++)
        if (neighbours[i] >= 0 && rank > MIN_LARGE &&
            trey_board_rank(board, neighbours[i]) == rank - 1) {
            int length = chain_length(rules, board, neighbours[i]);
            longest = length > longest ? length : longest;
        }
    return 1 + longest;
}

static int count_chain(const struct trey_rules *rules, trey_board board, int largest)
{
    int longest = 0;
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++)
        if (trey_board_rank(board, cell) == largest) {
            int length = chain_length(rules, board, cell);
            longest = length > longest ? length : longest;
        }
    return longest;
}

static bool is_trapped(const struct trey_rules *rules, trey_board board, int cell)
{
    int neighbours[4], rank = trey_board_rank(board, cell);
    bool larger[4] = {false};
    list_neighbours(rules, cell, neighbours);
    for (int i = 0; i < 4; i++) {
        int other = neighbours[i] < 0 ? 0 : trey_board_rank(board, neighbours[i]);
        if (can_merge(rules, rank, other))
            return false;
        larger[i] = other >= rank + 2 && other > 3;
    }
    return rank > 0 && ((larger[0] && larger[1]) || (larger[2] && larger[3]));
}

static int count_trapped(const struct trey_rules *rules, trey_board board, int *largest)
{
    int count = 0;
    *largest = 0;
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++) {
        int rank = trey_board_rank(board, cell);
        if (!is_trapped(rules, board, cell))
            continue;
        count++;
        *largest = rank > *largest ? rank : *largest;
    }
    return count;
}

/* Counts the tiles of each rank. */
static void count_ranks(const struct trey_rules *rules, trey_board board, int count[16])
{
    memset(count, 0, 16 * sizeof *count);
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++)
        count[trey_board_rank(board, cell)]++;
}

/* Derives the merges from the tiles before and after: from the largest rank down, each
 * additional tile is a merge that consumed two tiles of lower ranks. */
static void count_merges(const struct trey_rules *rules, trey_board before,
                         trey_board after, struct trey_facts *facts)
{
    const struct trey_tile_rule *tiles = trey_tiles_of(rules);
    int had[16], has[16], taken[16] = {0};
    count_ranks(rules, before, had);
    count_ranks(rules, after, has);
    for (int rank = 15; rank > 0; rank--) {
        const uint8_t *parts = tiles->parts[rank];
        if (parts[0] == 0)
            continue;
        int made = has[rank] - had[rank] + taken[rank];
        facts->merges += made;
        if (made > 0 && facts->largest_merged == 0)
            facts->largest_merged = rank;
        taken[parts[0]] += made;
        taken[parts[1]] += made;
    }
}

static int count_rank(const struct trey_rules *rules, trey_board board, int rank)
{
    int count[16];
    count_ranks(rules, board, count);
    return count[rank];
}

/* Adds the probabilities that the game is over, and that one move is left, over the
 * spawned tile and its cell. */
static void add_risks(const struct trey_view *view, trey_board after, unsigned cells,
                      struct trey_facts *facts)
{
    struct trey_chance tiles[TREY_MAX_CHANCES];
    int count =
        trey_rules_tiles(&view->rules, view->board, view->next, view->deck, tiles);
    for (int i = 0; i < count; i++)
        for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
            if ((cells >> cell & 1) == 0)
                continue;
            trey_board board = trey_board_with(after, cell, (int)tiles[i].what);
            unsigned legal = trey_rules_legal(&view->rules, board);
            double chance = tiles[i].probability / facts->entries;
            if (legal == 0)
                facts->over += chance;
            else if ((legal & (legal - 1)) == 0)
                facts->stuck += chance;
        }
}

void trey_facts_of(const struct trey_view *view, enum trey_direction direction,
                   struct trey_facts *facts)
{
    const struct trey_rules *rules = &view->rules;
    *facts = (struct trey_facts){0};
    if ((trey_rules_legal(rules, view->board) >> direction & 1) == 0)
        return;
    trey_board after = trey_rules_slide(rules, view->board, direction);
    facts->legal = true;
    facts->wins = trey_rules_ends(rules, after);
    facts->gain = trey_rules_gain(rules, view->board, direction);
    facts->empty = count_empty(rules, after);
    facts->ready = count_pairs(rules, after);
    facts->was_largest = trey_rules_largest(rules, view->board);
    facts->largest = trey_rules_largest(rules, after);
    bool beyond =
        facts->largest == TREY_RANKS; /* a merge above rank 15 fits in no cell */
    int highest = beyond ? TREY_RANKS - 1 : facts->largest;
    unsigned was = corners_of(rules, view->board, facts->was_largest);
    unsigned is = corners_of(rules, after, highest);
    facts->was_corner = was != 0;
    facts->is_corner = is != 0;
    facts->same_corner = (was & is) != 0;
    count_merges(rules, view->board, after, facts);
    if (beyond) {
        facts->merges++;
        facts->largest_merged = TREY_RANKS;
    }
    int unused;
    facts->was_chain = count_chain(rules, view->board, facts->was_largest);
    facts->chain = count_chain(rules, after, highest);
    int next = highest - facts->chain; /* rank of the next tile of the chain */
    facts->parted =
        highest == facts->was_largest && facts->chain < facts->was_chain &&
        count_rank(rules, after, next) == count_rank(rules, view->board, next);
    facts->was_shut_in = count_trapped(rules, view->board, &unused);
    facts->shut_in = count_trapped(rules, after, &facts->shut_in_largest);
    if (facts->wins)
        return;
    unsigned cells = trey_rules_spawn_cells(rules, view->board, after, direction);
    facts->entries = __builtin_popcount(cells);
    add_risks(view, after, cells, facts);
}

/* --- words ---------------------------------------------------------------------------
 */

/* Appends a phrase after a semicolon. */
__attribute__((format(printf, 2, 3))) static void add_phrase(struct trey_line *words,
                                                             const char *format, ...)
{
    va_list arguments;
    if (words->used > 0)
        trey_line_add(words, "; ");
    va_start(arguments, format);
    trey_line_add_list(words, format, arguments);
    va_end(arguments);
}

static void add_merges(const struct trey_rules *rules, const struct trey_facts *facts,
                       struct trey_line *words)
{
    uint64_t tile = trey_rules_tile(rules, facts->largest_merged);
    if (facts->merges == 0)
        add_phrase(words, "merges nothing");
    else if (facts->merges == 1)
        add_phrase(words, "makes a %" PRIu64, tile);
    else
        add_phrase(words, "merges %d pairs, the largest to %" PRIu64, facts->merges,
                   tile);
    if (facts->gain > 0)
        add_phrase(words, "%" PRIu64 " points more", facts->gain);
}

/* A tile that the move made did not exist before, so it cannot stay or leave. */
static void add_corner(const struct trey_rules *rules, const struct trey_facts *facts,
                       struct trey_line *words)
{
    uint64_t tile = trey_rules_tile(rules, facts->largest);
    bool made = facts->largest != facts->was_largest;
    if (facts->largest < MIN_LARGE || (!facts->was_corner && !facts->is_corner))
        return;
    if (made)
        add_phrase(words,
                   facts->is_corner ? "%" PRIu64 " is made in a corner"
                                    : "%" PRIu64 " is made away from the corners",
                   tile);
    else if (facts->same_corner)
        add_phrase(words, "%" PRIu64 " stays in its corner", tile);
    else if (!facts->is_corner)
        add_phrase(words, "%" PRIu64 " leaves its corner", tile);
    else
        add_phrase(words,
                   facts->was_corner ? "%" PRIu64 " is in another corner"
                                     : "%" PRIu64 " comes to a corner",
                   tile);
}

/* Describes the chain: kept, joined or split. A chain that starts with a new tile is a
 * different chain. */
static void add_chain(const struct trey_rules *rules, const struct trey_facts *facts,
                      struct trey_line *words)
{
    bool made = facts->largest != facts->was_largest;
    if (facts->parted) {
        int last = facts->largest - facts->chain + 1;
        add_phrase(words, "%" PRIu64 " and %" PRIu64 " are parted",
                   trey_rules_tile(rules, last), trey_rules_tile(rules, last - 1));
        return;
    }
    if (facts->chain < 2 || (!made && facts->chain < facts->was_chain))
        return;
    char tiles[128];
    struct trey_line chain = {tiles, sizeof tiles, 0};
    for (int i = 0; i < facts->chain && i < facts->largest; i++)
        trey_line_add(&chain, "%s%" PRIu64, i > 0 ? "-" : "",
                      trey_rules_tile(rules, facts->largest - i));
    add_phrase(words,
               made || facts->chain > facts->was_chain ? "%s come together"
                                                       : "%s stay together",
               tiles);
}

static void add_trapped(const struct trey_rules *rules, const struct trey_facts *facts,
                        struct trey_line *words)
{
    if (facts->shut_in > facts->was_shut_in)
        add_phrase(words, "a %" PRIu64 " is trapped between larger tiles",
                   trey_rules_tile(rules, facts->shut_in_largest));
    else if (facts->shut_in < facts->was_shut_in)
        add_phrase(words, facts->shut_in == 0 ? "frees all trapped tiles"
                                              : "frees some trapped tiles");
}

static void add_probability(double chance, const char *what, struct trey_line *words)
{
    if (chance >= 0.9995)
        add_phrase(words, "certainly %s", what);
    else if (chance >= 0.0005)
        add_phrase(words, "%s in %.1f %% of cases", what, 100.0 * chance);
}

void trey_facts_text(const struct trey_rules *rules, const struct trey_facts *facts,
                     char *text, size_t size_bytes)
{
    struct trey_line words = {text, size_bytes, 0};
    if (!facts->legal) {
        add_phrase(&words, "moves nothing");
        return;
    }
    add_merges(rules, facts, &words);
    if (facts->wins) {
        add_phrase(&words, "the game ends with the top tile");
        return;
    }
    add_phrase(&words,
               facts->empty == 1 ? "%d cell free for the new tile" : "%d cells free",
               facts->empty);
    if (facts->ready == 0)
        add_phrase(&words, "leaves no pair to merge");
    else
        add_phrase(&words,
                   facts->ready == 1 ? "leaves %d pair to merge"
                                     : "leaves %d pairs to merge",
                   facts->ready);
    add_corner(rules, facts, &words);
    add_chain(rules, facts, &words);
    add_trapped(rules, facts, &words);
    add_probability(facts->over, "the game is over", &words);
    add_probability(facts->stuck, "only one move is left", &words);
}
