#include "base/text.h"
#include "rules/mechanics.h"
#include "trey/advise.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MIN_LARGE = 6 }; /* rank: of smaller tiles it does not matter where they are */

/* --- counting ------------------------------------------------------------------------
 */

static bool merge_with(const struct trey_rules *rules, int a, int b)
{
    int made = trey_tiles_join(trey_tiles_of(rules), a, b);
    return made != 0 && made <= trey_highest_made(rules);
}

/* Neighbours that can merge. */
static int count_ready(const struct trey_rules *rules, trey_board board)
{
    int rows = rules->shape.rows, cols = rules->shape.cols, count = 0;
    for (int cell = 0; cell < rows * cols; cell++) {
        int rank = trey_board_rank(board, cell);
        if (cell % cols + 1 < cols)
            count += merge_with(rules, rank, trey_board_rank(board, cell + 1));
        if (cell / cols + 1 < rows)
            count += merge_with(rules, rank, trey_board_rank(board, cell + cols));
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

/* Corners that hold a tile of this rank, bit i for the i-th. */
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

/* Cells beside a cell: above, below, left, right; -1: the edge. */
static void list_beside(const struct trey_rules *rules, int cell, int beside[4])
{
    int rows = rules->shape.rows, cols = rules->shape.cols;
    beside[0] = cell / cols > 0 ? cell - cols : -1;
    beside[1] = cell / cols + 1 < rows ? cell + cols : -1;
    beside[2] = cell % cols > 0 ? cell - 1 : -1;
    beside[3] = cell % cols + 1 < cols ? cell + 1 : -1;
}

/* The longest chain that goes on from this cell, each tile one rank less than the last.
 */
static int chain_from(const struct trey_rules *rules, trey_board board, int cell)
{
    int beside[4], longest = 0, rank = trey_board_rank(board, cell);
    list_beside(rules, cell, beside);
    for (int i = 0; i < 4; i++)
        if (beside[i] >= 0 && rank > MIN_LARGE &&
            trey_board_rank(board, beside[i]) == rank - 1) {
            int length = chain_from(rules, board, beside[i]);
            longest = length > longest ? length : longest;
        }
    return 1 + longest;
}

static int count_chain(const struct trey_rules *rules, trey_board board, int largest)
{
    int longest = 0;
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++)
        if (trey_board_rank(board, cell) == largest) {
            int length = chain_from(rules, board, cell);
            longest = length > longest ? length : longest;
        }
    return longest;
}

static bool is_shut_in(const struct trey_rules *rules, trey_board board, int cell)
{
    int beside[4], rank = trey_board_rank(board, cell);
    bool larger[4] = {false};
    list_beside(rules, cell, beside);
    for (int i = 0; i < 4; i++) {
        int other = beside[i] < 0 ? 0 : trey_board_rank(board, beside[i]);
        if (merge_with(rules, rank, other))
            return false;
        larger[i] = other >= rank + 2 && other > 3;
    }
    return rank > 0 && ((larger[0] && larger[1]) || (larger[2] && larger[3]));
}

static int count_shut_in(const struct trey_rules *rules, trey_board board, int *largest)
{
    int count = 0;
    *largest = 0;
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++) {
        int rank = trey_board_rank(board, cell);
        if (!is_shut_in(rules, board, cell))
            continue;
        count++;
        *largest = rank > *largest ? rank : *largest;
    }
    return count;
}

/* How many tiles of each rank a board has. */
static void count_ranks(const struct trey_rules *rules, trey_board board, int count[16])
{
    memset(count, 0, 16 * sizeof *count);
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++)
        count[trey_board_rank(board, cell)]++;
}

/* What was merged follows from the tiles before and after: from the largest rank down,
 * each tile more is a merge, which took two tiles of lower ranks. */
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

/* The chances of the end, over the tile and the cell. */
static void count_dangers(const struct trey_view *view, trey_board after, unsigned cells,
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
    facts->ready = count_ready(rules, after);
    facts->was_largest = trey_rules_largest(rules, view->board);
    facts->largest = trey_rules_largest(rules, after);
    bool beyond = facts->largest == TREY_RANKS; /* made of two that touch, on no cell */
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
    int next = highest - facts->chain; /* rank of the tile that the chain lacks */
    facts->parted =
        highest == facts->was_largest && facts->chain < facts->was_chain &&
        count_rank(rules, after, next) == count_rank(rules, view->board, next);
    facts->was_shut_in = count_shut_in(rules, view->board, &unused);
    facts->shut_in = count_shut_in(rules, after, &facts->shut_in_largest);
    if (facts->wins)
        return;
    unsigned cells = trey_rules_entries(rules, view->board, after, direction);
    facts->entries = __builtin_popcount(cells);
    count_dangers(view, after, cells, facts);
}

/* --- words ---------------------------------------------------------------------------
 */

/* Sentences parted by semicolons. */
__attribute__((format(printf, 2, 3))) static void add(struct trey_line *words,
                                                      const char *format, ...)
{
    va_list arguments;
    if (words->used > 0)
        trey_line_add(words, "; ");
    va_start(arguments, format);
    trey_line_add_list(words, format, arguments);
    va_end(arguments);
}

static void say_merges(const struct trey_rules *rules, const struct trey_facts *facts,
                       struct trey_line *words)
{
    uint64_t tile = trey_rules_tile(rules, facts->largest_merged);
    if (facts->merges == 0)
        add(words, "merges nothing");
    else if (facts->merges == 1)
        add(words, "makes a %" PRIu64, tile);
    else
        add(words, "merges %d pairs, the largest to %" PRIu64, facts->merges, tile);
    if (facts->gain > 0)
        add(words, "%" PRIu64 " points more", facts->gain);
}

/* A tile that the slide has made was nowhere before: it cannot stay or leave. */
static void say_corner(const struct trey_rules *rules, const struct trey_facts *facts,
                       struct trey_line *words)
{
    uint64_t tile = trey_rules_tile(rules, facts->largest);
    bool made = facts->largest != facts->was_largest;
    if (facts->largest < MIN_LARGE || (!facts->was_corner && !facts->is_corner))
        return;
    if (made)
        add(words,
            facts->is_corner ? "%" PRIu64 " is made in a corner"
                             : "%" PRIu64 " is made away from the corners",
            tile);
    else if (facts->same_corner)
        add(words, "%" PRIu64 " stays in its corner", tile);
    else if (!facts->is_corner)
        add(words, "%" PRIu64 " leaves its corner", tile);
    else
        add(words,
            facts->was_corner ? "%" PRIu64 " is in another corner"
                              : "%" PRIu64 " comes to a corner",
            tile);
}

/* The chain: what the slide keeps together, joins or parts. One that begins with a tile
 * just made is another chain. */
static void say_chain(const struct trey_rules *rules, const struct trey_facts *facts,
                      struct trey_line *words)
{
    bool made = facts->largest != facts->was_largest;
    if (facts->parted) {
        int last = facts->largest - facts->chain + 1;
        add(words, "%" PRIu64 " and %" PRIu64 " are parted", trey_rules_tile(rules, last),
            trey_rules_tile(rules, last - 1));
        return;
    }
    if (facts->chain < 2 || (!made && facts->chain < facts->was_chain))
        return;
    char tiles[128];
    struct trey_line chain = {tiles, sizeof tiles, 0};
    for (int i = 0; i < facts->chain && i < facts->largest; i++)
        trey_line_add(&chain, "%s%" PRIu64, i > 0 ? "-" : "",
                      trey_rules_tile(rules, facts->largest - i));
    add(words,
        made || facts->chain > facts->was_chain ? "%s come together" : "%s stay together",
        tiles);
}

static void say_shut_in(const struct trey_rules *rules, const struct trey_facts *facts,
                        struct trey_line *words)
{
    if (facts->shut_in > facts->was_shut_in)
        add(words, "a %" PRIu64 " is shut in between larger tiles",
            trey_rules_tile(rules, facts->shut_in_largest));
    else if (facts->shut_in < facts->was_shut_in)
        add(words, facts->shut_in == 0 ? "frees what was shut in"
                                       : "frees some of what is shut in");
}

static void say_chance(double chance, const char *what, struct trey_line *words)
{
    if (chance >= 0.9995)
        add(words, "certainly %s", what);
    else if (chance >= 0.0005)
        add(words, "%s in %.1f %% of cases", what, 100.0 * chance);
}

void trey_facts_text(const struct trey_rules *rules, const struct trey_facts *facts,
                     char *text, size_t size_bytes)
{
    struct trey_line words = {text, size_bytes, 0};
    if (!facts->legal) {
        add(&words, "moves nothing");
        return;
    }
    say_merges(rules, facts, &words);
    if (facts->wins) {
        add(&words, "the game ends with the top tile");
        return;
    }
    add(&words, facts->empty == 1 ? "%d cell free for the new tile" : "%d cells free",
        facts->empty);
    if (facts->ready == 0)
        add(&words, "leaves no pair to merge");
    else
        add(&words,
            facts->ready == 1 ? "leaves %d pair to merge" : "leaves %d pairs to merge",
            facts->ready);
    say_corner(rules, facts, &words);
    say_chain(rules, facts, &words);
    say_shut_in(rules, facts, &words);
    say_chance(facts->over, "the game is over", &words);
    say_chance(facts->stuck, "one slide alone is left", &words);
}
