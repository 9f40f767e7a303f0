/* Estimates the number of classes of a game without solving it: draw boards at random
 * among all that have the tile sum and the excess of 1s of some slot, and multiply the
 * share of reachable ones (predecessors.c) by the exact number of such boards.
 *
 * That number, ways(n, s, e), of boards of n cells with tile sum s and e more 1s than 2s,
 * is the sum over the tile of the last cell of ways(n - 1, s - tile, e -+ 1). The same
 * table serves to draw: first the tile of the last cell by these shares, then the one
 * before it. A slot is weighted by its number of hints, so that classes are counted, and
 * a board of k images counts 1/k, since a class contains all of them.
 *
 * Sampling is stratified: sample i comes from part i of as many equal parts of all
 * boards. The reported error is that of independent draws, which is slightly larger. */
#include "extras/exact/sample.h"
#include "base/error.h"
#include "base/random.h"
#include "base/threads.h"
#include "exact/answers/compact_lookup.h"
#include "exact/table/solution.h"
#include "extras/exact/predecessors.h"
#include "os/clock.h"

#include <math.h>
#include <stdlib.h>

enum {
    MAX_DEPTH = 32,      /* depth of the backward search in slides */
    MAX_BOARDS = 100000, /* boards searched per sample */
    PARTS = 64,          /* parts of the range of tile sums, to find the largest */
    BLOCK = 256,         /* samples that share a cache */
    EIGHTHS = 8,         /* weight of a board, divided by its number of images */
};

/* Counts over some of the samples. */
struct tally {
    uint64_t reachable, squares, terminal, unknown; /* eighths, except for the squares */
    uint64_t part[PARTS];
};

struct sampling {
    const struct trey_exact_options *options;
    struct trey_exact_game game;
    /* tile sums below `sums`; excesses from -cells to cells, or 0 only */
    unsigned sums, excesses;
    double *ways, *weight_before; /* [i]: total weight of the slots before i */
    struct tally *tally;          /* by worker */
    uint64_t samples, seed;
    unsigned workers;
    double begun_s;
    struct trey_predecessors **search; /* by worker */
};

/* --- how many boards -------------------------------------------------------------------
 */

static unsigned excess_of(const struct sampling *sampling, unsigned rank)
{
    if (sampling->game.is_2048 || rank > 2)
        return 0;
    return rank == 1 ? 1 : rank == 2 ? (unsigned)-1 : 0;
}

/* Number of boards of the first `cells` cells; `excess` may be negative (wraps around).
 */
static double *ways_of(const struct sampling *sampling, unsigned cells, unsigned sum,
                       unsigned excess)
{
    unsigned index = excess + sampling->excesses / 2;
    return &sampling->ways[((size_t)cells * sampling->sums + sum) * sampling->excesses +
                           index];
}

/* Number of these boards whose last cell has this rank. */
static double ways_with(const struct sampling *sampling, unsigned cells, unsigned sum,
                        unsigned excess, unsigned rank)
{
    unsigned tile = rank == 0 ? 0 : sampling->game.tile[rank];
    unsigned before = excess - excess_of(sampling, rank);
    if (tile > sum || before + sampling->excesses / 2 >= sampling->excesses)
        return 0;
    return *ways_of(sampling, cells - 1, sum - tile, before);
}

static void count_ways(struct sampling *sampling)
{
    unsigned half = sampling->excesses / 2;
    *ways_of(sampling, 0, 0, 0) = 1;
    for (unsigned cells = 1; cells <= sampling->game.cells; cells++)
        for (unsigned sum = 0; sum < sampling->sums; sum++)
            for (unsigned i = 0; i < sampling->excesses; i++)
                for (unsigned rank = 0; rank <= sampling->game.top_rank; rank++)
                    *ways_of(sampling, cells, sum, i - half) +=
                        ways_with(sampling, cells, sum, i - half, rank);
}

static void add_up_weights(struct sampling *sampling)
{
    double total = 0;
    for (unsigned number = 0; number < 2 * sampling->sums; number++) {
        struct trey_slot slot;
        trey_slot_make(&sampling->game, number, &slot);
        bool none = number % 2 == 1 && (sampling->game.is_2048 || number / 2 % 6 != 3);
        sampling->weight_before[number] = total;
        if (!none)
            total += slot.columns * *ways_of(sampling, sampling->game.cells, number / 2,
                                             (unsigned)slot.excess);
    }
    sampling->weight_before[2 * sampling->sums] = total;
}

static enum trey_status allocate(struct sampling *sampling, struct trey_error *error)
{
    unsigned cells = sampling->game.cells;
    sampling->sums = trey_slot_end(&sampling->game) / 2;
    sampling->excesses = sampling->game.is_2048 ? 1 : 2 * cells + 1;
    size_t count = (size_t)(cells + 1) * sampling->sums * sampling->excesses;
    sampling->ways = calloc(count, sizeof *sampling->ways);
    sampling->weight_before =
        calloc(2 * sampling->sums + (size_t)1, sizeof *sampling->weight_before);
    sampling->tally = calloc(sampling->workers, sizeof *sampling->tally);
    sampling->search = calloc(sampling->workers, sizeof *sampling->search);
    if (sampling->ways == NULL || sampling->weight_before == NULL ||
        sampling->tally == NULL || sampling->search == NULL)
        return trey_fail_memory(error, count * sizeof *sampling->ways);
    for (unsigned i = 0; i < sampling->workers; i++) {
        sampling->search[i] = trey_predecessors_new(&sampling->game);
        if (sampling->search[i] == NULL)
            return trey_fail_memory(error, (size_t)18 << 20);
    }
    count_ways(sampling);
    add_up_weights(sampling);
    return TREY_OK;
}

static void sampling_clear(struct sampling *sampling)
{
    for (unsigned i = 0; sampling->search != NULL && i < sampling->workers; i++)
        trey_predecessors_free(sampling->search[i]);
    free(sampling->search);
    free(sampling->tally);
    free(sampling->weight_before);
    free(sampling->ways);
}

/* --- samples ---------------------------------------------------------------------------
 */

/* The slot whose range of cumulative weights contains `weight`. */
static unsigned slot_at(const struct sampling *sampling, double weight)
{
    unsigned low = 0, high = 2 * sampling->sums;
    while (high - low > 1) {
        unsigned middle = low + (high - low) / 2;
        if (sampling->weight_before[middle] <= weight)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static trey_board draw_board(const struct sampling *sampling, unsigned sum,
                             unsigned excess, struct trey_random *random)
{
    trey_board board = 0;
    for (unsigned cells = sampling->game.cells; cells > 0; cells--) {
        double at = trey_random_unit(random) * *ways_of(sampling, cells, sum, excess);
        unsigned chosen = 0;
        for (unsigned rank = 0; rank <= sampling->game.top_rank; rank++) {
            double count = ways_with(sampling, cells, sum, excess, rank);
            if (count == 0)
                continue;
            /* rounding may leave `at` >= ways at the end: then the last possible one */
            chosen = rank;
            if (at < count)
                break;
            at -= count;
        }
        board |= (trey_board)chosen << (4 * (cells - 1));
        sum -= chosen == 0 ? 0 : sampling->game.tile[chosen];
        excess -= excess_of(sampling, chosen);
    }
    return board;
}

static unsigned images_of(const struct trey_exact_game *game, trey_board board)
{
    trey_board image[TREY_IMAGES];
    unsigned images = 0;
    trey_fold_images(game, &game->whole, board, image);
    for (unsigned i = 0; i <= game->whole.steps; i++) {
        bool known = false;
        for (unsigned k = 0; k < i; k++)
            known = known || image[k] == image[i];
        images += !known;
    }
    return images;
}

static void draw_sample(struct sampling *sampling, uint64_t i, unsigned worker)
{
    struct tally *tally = &sampling->tally[worker];
    struct trey_random random;
    struct trey_slot slot;
    trey_random_seed(&random, trey_mix64(sampling->seed) + i);
    double all = sampling->weight_before[2 * sampling->sums];
    unsigned number = slot_at(sampling, ((double)i + trey_random_unit(&random)) * all /
                                            (double)sampling->samples);
    trey_slot_make(&sampling->game, number, &slot);
    trey_board board = draw_board(sampling, number / 2, (unsigned)slot.excess, &random);
    uint64_t eighths = EIGHTHS / images_of(&sampling->game, board);
    enum trey_reachability answer = trey_predecessors_search(
        sampling->search[worker], number, board, MAX_DEPTH, MAX_BOARDS);
    if (answer == TREY_REACHABILITY_UNKNOWN)
        tally->unknown += eighths;
    if (answer != TREY_REACHABLE)
        return;
    tally->reachable += eighths;
    tally->squares += eighths * eighths;
    tally->part[(uint64_t)number * PARTS / (2 * sampling->sums)] += eighths;
    if (!trey_exact_can_slide(&sampling->game, board))
        tally->terminal += eighths;
}

/* Called by one worker only; the others are about as far. */
static void report_progress(const struct sampling *sampling, uint64_t done)
{
    const struct trey_exact_progress progress = {
        (double)done / (double)sampling->samples,
        trey_clock_monotonic() - sampling->begun_s, false};
    if (sampling->options->report != NULL)
        sampling->options->report(sampling->options->context, &progress);
}

/* Takes every n-th block of samples, where n is the number of workers. Samples of a block
 * are of neighbouring slots and share the cache; blocks do not, so that the result does
 * not depend on the number of workers. */
static void draw_samples(void *context, size_t worker)
{
    struct sampling *sampling = context;
    for (uint64_t first = worker * BLOCK; first < sampling->samples;
         first += sampling->workers * BLOCK) {
        if (worker == 0)
            report_progress(sampling, first);
        trey_predecessors_reset(sampling->search[worker], first);
        for (uint64_t i = first; i < first + BLOCK && i < sampling->samples; i++) {
            if (trey_cancel_raised(sampling->options->cancel))
                return;
            draw_sample(sampling, i, (unsigned)worker);
        }
    }
}

/* --- the estimate ----------------------------------------------------------------------
 */

static void make_estimate(const struct sampling *sampling,
                          struct trey_exact_sample *result)
{
    struct tally all = {0};
    for (unsigned i = 0; i < sampling->workers; i++) {
        const struct tally *tally = &sampling->tally[i];
        all.reachable += tally->reachable;
        all.squares += tally->squares;
        all.terminal += tally->terminal;
        all.unknown += tally->unknown;
        for (unsigned k = 0; k < PARTS; k++)
            all.part[k] += tally->part[k];
    }
    double count = (double)sampling->samples;
    double each = sampling->weight_before[2 * sampling->sums] / EIGHTHS / count;
    double mean = (double)all.reachable / count;
    double variance = (double)all.squares / count - mean * mean;
    uint64_t largest_part = 0;
    for (unsigned k = 0; k < PARTS; k++)
        largest_part = all.part[k] > largest_part ? all.part[k] : largest_part;
    *result = (struct trey_exact_sample){
        .samples = sampling->samples,
        .boards = sampling->weight_before[2 * sampling->sums],
        .classes = each * (double)all.reachable,
        .error = 1.96 * each * sqrt(count * variance),
        .undecided = each * (double)all.unknown,
        .terminal = each * (double)all.terminal,
        .sums = sampling->sums,
        .largest = each * (double)largest_part * PARTS / sampling->sums,
    };
}

enum trey_status trey_exact_sample(const struct trey_exact_options *options,
                                   uint64_t samples, uint64_t seed,
                                   struct trey_exact_sample *result,
                                   struct trey_error *error)
{
    struct sampling sampling = {.options = options,
                                .samples = samples,
                                .seed = seed,
                                .begun_s = trey_clock_monotonic()};
    unsigned cells = (unsigned)options->shape.rows * options->shape.cols;
    *result = (struct trey_exact_sample){0};
    if (cells < 2 || cells > TREY_EXACT_MAX_SAMPLED_CELLS)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "boards of 2 to %d cells can be sampled, not of %u",
                         TREY_EXACT_MAX_SAMPLED_CELLS, cells);
    if (options->start < 1 || options->start > cells || samples == 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "a board may start with 1 to %u tiles, and is sampled at least "
                         "once",
                         cells);
    struct trey_exact_options folded = *options;
    folded.keep = TREY_EXACT_KEEP_AVERAGE;
    trey_exact_game_make(&folded, &sampling.game);
    /* classes are counted without the exchange of 1s and 2s */
    sampling.game.exchanged = false;
    sampling.workers = options->threads != 0 ? options->threads : trey_processors();
    enum trey_status status = allocate(&sampling, error);
    if (status == TREY_OK) {
        struct trey_threads *threads = trey_threads_new(sampling.workers);
        trey_parallel_for(threads, sampling.workers, draw_samples, &sampling);
        trey_threads_free(threads);
        if (trey_cancel_raised(options->cancel))
            status = trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    }
    if (status == TREY_OK)
        make_estimate(&sampling, result);
    sampling_clear(&sampling);
    return status;
}
