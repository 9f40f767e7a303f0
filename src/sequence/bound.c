/* Upper bounds on the score of any player.
 *
 * A slide keeps the sum of the tiles, and a 1+2 merge removes one of each, so after n
 * moves every board has the same sum s and the same d = ones - twos. It has at least |d|
 * single tiles. The rest r = 3m takes at least popcount(m) more cells. Each rank scores
 * three times the one below, so fewer and larger tiles score more: the binary digits of m
 * are the best packing. Once the packing needs as many tiles as there are cells, every
 * board is full and the game is over.
 *
 * The sharp bound adds that the tile that spawned j moves before the end has merged at
 * most j times. All ways in which tiles can contain the last six are tried; the rest is
 * packed. */
#include "sequence/sequence.h"

#include "base/check.h"
#include "base/error.h"

#include <stdlib.h>

void trey_content_of(const struct trey_wide *board, struct trey_content *content)
{
    *content = (struct trey_content){0};
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        trey_content_add(content, board->rank[cell]);
}

struct trey_packing trey_content_pack(struct trey_content content)
{
    int64_t d = content.ones_minus_twos;
    uint64_t singles = (uint64_t)(d < 0 ? -d : d);
    assert(content.sum >= (d < 0 ? 2 * singles : singles));
    assert((content.sum - (d < 0 ? 2 * singles : singles)) % 3 == 0);
    uint64_t threes = (content.sum - (d < 0 ? 2 * singles : singles)) / 3;
    struct trey_packing packing = {singles, singles};
    for (uint64_t points = 3; threes != 0; threes >>= 1, points *= 3)
        if (threes & 1) {
            packing.tiles++;
            packing.score += points;
        }
    return packing;
}

/* --- the latest tiles ------------------------------------------------------------------
 */

enum { LATEST = 6 };

/* A tile of the final board that contains some of the latest tiles. */
struct holder {
    int rank;
    uint64_t room; /* its value less the latest tiles in it */
};

/* A search over the ways to distribute the latest tiles among holders. */
struct holding {
    const uint8_t *latest; /* ranks, the last tile to spawn first */
    int count;
    struct holder holders[LATEST];
    int holder_count;
    uint64_t points; /* of the holders */
    uint64_t best;   /* found, or to be exceeded */
};

/* Rank of a tile after this many merges: 1 and 2 first become a 3. */
static int rank_after_merges(int rank, int merges)
{
    return merges == 0 ? rank : (rank < 3 ? 2 : rank) + merges;
}

static void place_tile(struct holding *holding, int age, struct trey_content rest);

/* Puts the tile into a new holder, for every number of merges that it may have had. */
static void place_in_new_holder(struct holding *holding, int age,
                                struct trey_content rest)
{
    int rank = holding->latest[age];
    for (int merges = 0; merges <= age; merges++) {
        int held = rank_after_merges(rank, merges);
        if (held > TREY_MAX_RANK)
            break;
        uint64_t value = trey_tile_of_rank(held);
        if (value > rest.sum)
            break;
        struct trey_content left = rest;
        left.sum -= value;
        if (merges == 0)
            left.ones_minus_twos -= (rank == 1) - (rank == 2);
        assert(holding->holder_count < LATEST);
        holding->holders[holding->holder_count++] =
            (struct holder){held, value - trey_tile_of_rank(rank)};
        holding->points += trey_sequence_points(held);
        place_tile(holding, age + 1, left);
        holding->points -= trey_sequence_points(held);
        holding->holder_count--;
    }
}

/* Puts the tile into each of the holders that has room for it. */
static void place_in_holders(struct holding *holding, int age, struct trey_content rest)
{
    int rank = holding->latest[age];
    uint64_t value = trey_tile_of_rank(rank);
    for (int i = 0; i < holding->holder_count; i++) {
        struct holder *holder = &holding->holders[i];
        if (holder->room < value || holder->rank > rank_after_merges(rank, age))
            continue;
        holder->room -= value;
        place_tile(holding, age + 1, rest);
        holder->room += value;
    }
}

/* Distributes the tile that spawned `age` moves before the last one, and those before it.
 * `rest` is the content outside of the holders. */
static void place_tile(struct holding *holding, int age, struct trey_content rest)
{
    uint64_t singles = (uint64_t)(rest.ones_minus_twos < 0 ? -2 * rest.ones_minus_twos
                                                           : rest.ones_minus_twos);
    if (singles > rest.sum)
        return;
    struct trey_packing packing = trey_content_pack(rest);
    if (holding->points + packing.score <= holding->best ||
        packing.tiles + (uint64_t)holding->holder_count > TREY_MAX_CELLS)
        return;
    if (age == holding->count) {
        holding->best = holding->points + packing.score;
        return;
    }
    place_in_holders(holding, age, rest);
    place_in_new_holder(holding, age, rest);
}

uint64_t trey_content_sharp_score(struct trey_content content, const uint8_t *tiles,
                                  size_t n, uint64_t min)
{
    uint8_t latest[LATEST];
    struct holding holding = {.latest = latest, .best = min};
    holding.count = n < LATEST ? (int)n : LATEST;
    for (int age = 0; age < holding.count; age++)
        latest[age] = tiles[n - 1 - (size_t)age];
    place_tile(&holding, 0, content);
    return holding.best;
}

/* --- the bound of an instance ----------------------------------------------------------
 */

/* The largest sharp bound over all numbers n of moves. Most n are skipped, since even
 * their packing bound is below the sharp bound of another n. */
static uint64_t max_sharp_score(const struct trey_sequence *sequence, size_t longest,
                                size_t best_packed)
{
    struct trey_position start;
    trey_sequence_begin(sequence, &start);
    uint64_t best = start.score; /* without a move */
    for (int round = 0; round < 2; round++) {
        struct trey_content content;
        trey_content_of(&sequence->start, &content);
        for (size_t n = 1; n <= longest; n++) {
            trey_content_add(&content, sequence->tiles[n - 1]);
            /* The first round tries only the most promising n. */
            if ((round == 1 || n == best_packed) &&
                trey_content_pack(content).score > best)
                best = trey_content_sharp_score(content, sequence->tiles, n, best);
        }
    }
    return best;
}

enum trey_status trey_sequence_bound(const struct trey_sequence *sequence,
                                     struct trey_bound *bound, struct trey_error *error)
{
    (void)error;
    struct trey_content content;
    size_t best_packed = 0;
    trey_content_of(&sequence->start, &content);
    *bound = (struct trey_bound){0};
    for (size_t n = 0;; n++) {
        struct trey_packing packing = trey_content_pack(content);
        bound->longest_moves = n;
        if (packing.score > bound->packing) {
            bound->packing = packing.score;
            best_packed = n;
        }
        if (packing.tiles >= TREY_MAX_CELLS || n == sequence->count)
            break;
        trey_content_add(&content, sequence->tiles[n]);
    }
    bound->score = max_sharp_score(sequence, bound->longest_moves, best_packed);
    assert(bound->score <= bound->packing);
    return TREY_OK;
}

size_t trey_sequence_goal(const struct trey_sequence *sequence, size_t longest_moves)
{
    struct trey_content content;
    uint64_t best = 0;
    size_t goal = 0;
    trey_content_of(&sequence->start, &content);
    for (size_t n = 0;; n++) {
        uint64_t score = trey_content_pack(content).score;
        if (score > best) {
            best = score;
            goal = n;
        }
        if (n == longest_moves)
            return goal;
        trey_content_add(&content, sequence->tiles[n]);
    }
}

enum trey_status trey_sequence_rest(const struct trey_sequence *sequence,
                                    const struct trey_bound *bound, uint64_t **rest,
                                    struct trey_error *error)
{
    size_t longest = bound->longest_moves;
    uint64_t *table = malloc((longest + 1) * sizeof *table);
    if (table == NULL)
        return trey_fail_memory(error, (longest + 1) * sizeof *table);
    struct trey_content content;
    trey_content_of(&sequence->start, &content);
    for (size_t n = 0;; n++) {
        table[n] = trey_content_pack(content).score;
        if (table[n] > bound->score)
            table[n] = bound->score;
        if (n == longest)
            break;
        trey_content_add(&content, sequence->tiles[n]);
    }
    for (size_t n = longest; n-- > 0;)
        if (table[n] < table[n + 1])
            table[n] = table[n + 1];
    assert(table[0] <= bound->score);
    *rest = table;
    return TREY_OK;
}
