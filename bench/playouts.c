/* Random games of Threes! and of 2048: every legal move is equally likely.
 *
 * The rules are those of the sets `window` and `2048`, except for the top tile, which
 * random games never reach. src/rules/playouts.c makes the turns; rare events are handled
 * here. */
#include "rules/playouts.h"
#include "base/random.h"
#include "bench/bench.h"
#include "board/cells.h"
#include "board/lines.h"
#include "os/clock.h"

static uint64_t any_cell(uint64_t board, uint64_t random)
{
    if (board == 0) /* 16 flags exceed trey_flags_pick */
        return (uint64_t)1 << (random >> 16 & 60);
    uint64_t holes = TREY_LOW_BITS & ~trey_nonzero_nibbles(board);
    uint64_t which = trey_lane_piece(random, 1, trey_flags_count(holes));
    return trey_flags_pick(holes, which);
}

static void begin_threes(struct trey_playouts *batch, int lane)
{
    uint64_t board = 0, deck = TREY_FULL_DECK, left = 12;
    while (left > 3) {
        uint64_t random = trey_lane_random(&batch->random[lane]);
        uint64_t card = trey_lane_card(&deck, &left, trey_lane_piece(random, 0, left));
        board |= any_cell(board, random) * card;
    }
    batch->board[lane] = board;
    batch->deck[lane] = deck;
    batch->left[lane] = left;
    batch->untried[lane] = TREY_ALL_SLIDES;
}

static unsigned largest_rank(uint64_t board)
{
    unsigned largest = 0;
    for (; board != 0; board >>= 4)
        largest = (board & 15) > largest ? (unsigned)(board & 15) : largest;
    return largest;
}

/* Spawns a bonus tile by the window rule, or a card if the board has no 48 yet. */
static void spawn_bonus(struct trey_playouts *batch, int lane)
{
    uint64_t random = trey_lane_random(&batch->random[lane]), tile;
    unsigned largest = largest_rank(batch->board[lane]);
    if (largest < 7) {
        uint64_t which = trey_lane_piece(random, 0, batch->left[lane]);
        tile = trey_lane_card(&batch->deck[lane], &batch->left[lane], which);
    } else {
        unsigned values = largest - 6, width = values < 3 ? values : 3;
        tile = 4 + trey_lane_piece(random, 0, values - width + 1) +
               trey_lane_piece(random, 1, width);
    }
    batch->board[lane] |= batch->bonus[lane] * tile;
}

static void begin_2048(struct trey_playouts *batch, int lane)
{
    batch->board[lane] = batch->fours[lane] = 0;
    batch->untried[lane] = TREY_ALL_SLIDES;
    for (int tile = 0; tile < 2; tile++) {
        uint64_t random = trey_lane_random(&batch->random[lane]);
        uint64_t four = trey_lane_piece(random, 2, 10) == 0;
        batch->board[lane] |= any_cell(batch->board[lane], random) << four;
        batch->fours[lane] += four;
    }
}

/* Points of the merges: a tile 2^r made of spawned 2s has (r-1) 2^r; a spawned 4 has
 * none. */
static uint64_t score_2048(const struct trey_playouts *batch, int lane)
{
    uint64_t points = 0;
    for (int cell = 0; cell < 16; cell++) {
        unsigned rank = (unsigned)trey_get(batch->board[lane], cell);
        points += rank == 0 ? 0 : (uint64_t)(rank - 1) << rank;
    }
    return points - 4 * batch->fours[lane];
}

static uint64_t score_threes(const struct trey_playouts *batch, int lane)
{
    return trey_board_score(batch->board[lane]);
}

typedef void (*lane_fn)(struct trey_playouts *batch, int lane);
typedef uint64_t (*score_fn)(const struct trey_playouts *batch, int lane);

static struct trey_bench_result run_playouts(trey_turn_fn turn, lane_fn begin,
                                             score_fn score, uint64_t expected)
{
    struct trey_bench_result result = {0};
    struct trey_playouts batch = {0};
    double start = trey_clock_cpu();
    for (int i = 0; i < TREY_LANES; i++) {
        batch.random[i] = trey_mix64((uint64_t)i);
        begin(&batch, i);
    }
    while (result.count < expected) {
        struct trey_turn did = turn(&batch);
        result.count += did.moves;
        for (int i = 0; did.bonus && i < TREY_LANES; i++)
            if (batch.bonus[i] != 0)
                spawn_bonus(&batch, i);
        for (int i = 0; did.over && i < TREY_LANES; i++)
            if (batch.untried[i] == 0) {
                result.checksum ^= batch.board[i] + score(&batch, i);
                result.checksum *= 0x9e3779b97f4a7c15u;
                begin(&batch, i);
            }
    }
    result.seconds = trey_clock_cpu() - start;
    return result;
}

/* The fastest turn function that this processor supports. */
static trey_turn_fn best(trey_turn_fn turns(int kind))
{
    int kind = TREY_TURN_KINDS - 1;
    while (turns(kind) == NULL)
        kind--;
    return turns(kind);
}

enum trey_status trey_bench_playouts(double scale, struct trey_bench_result *result,
                                     struct trey_error *error)
{
    (void)error;
    *result = run_playouts(best(trey_turn_threes), begin_threes, score_threes,
                           trey_bench_work(scale, 1e8));
    return TREY_OK;
}

enum trey_status trey_bench_playouts_2048(double scale, struct trey_bench_result *result,
                                          struct trey_error *error)
{
    (void)error;
    *result = run_playouts(best(trey_turn_2048), begin_2048, score_2048,
                           trey_bench_work(scale, 1e8));
    return TREY_OK;
}
