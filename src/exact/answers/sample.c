/* How many classes a board has, without solving it: boards are drawn at random among all
 * that have the tile sum and the excess of 1s of some slot, and the share of those that
 * can come up (see came.c) times their number, which arithmetic gives, is the estimate.
 *
 * The number: ways(n, s, e) of n cells with tile sum s and e more 1s than 2s is the sum
 * over what the last cell has of ways(n - 1, s - tile, e -+ 1). The same table draws: the
 * last cell by these shares, then the one before it. A slot counts by its hints, so that
 * the mean is of classes; a board of k images counts 1/k, since a class is all of them.
 *
 * The samples are spread evenly over the slots, the i-th somewhere in the i-th of as many
 * equal parts of all boards. The error said is that of independent draws, which is a
 * little more. */
#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "base/threads.h"
#include "exact/answers/came.h"
#include "exact/answers/carried.h"
#include "exact/table/solution.h"

#include <math.h>
#include <stdlib.h>

enum {
    DEPTH = 32,      /* slides to go back */
    BOARDS = 100000, /* to look at for one answer */
    PARTS = 64,      /* of the tile sums, for the largest of them */
    BLOCK = 256,     /* samples that share what they find */
    EIGHTHS = 8,     /* a board counts so much, shared by its images */
};

/* What some of the samples came to. */
struct tally {
    uint64_t came, squares, terminal, unknown; /* eighths, but for the squares */
    uint64_t part[PARTS];
};

struct sampling {
    const struct trey_exact_options *options;
    struct trey_exact_game game;
    unsigned sums, excesses; /* sums below it; excesses from -cells to cells, or one */
    double *ways, *upto; /* upto: weights of all slots before one, and at last of all */
    struct tally *tally; /* of each worker */
    uint64_t samples, seed;
    unsigned workers;
    double begun_s;
    struct trey_came **came; /* of each worker */
};

/* --- how many boards -------------------------------------------------------------------
 */

static unsigned excess_of(const struct sampling *sampling, unsigned rank)
{
    if (sampling->game.twos || rank > 2)
        return 0;
    return rank == 1 ? 1 : rank == 2 ? (unsigned)-1 : 0;
}

/* Boards of the first `cells` cells; `excess` counts from 0 in the middle. */
static double *ways_of(const struct sampling *sampling, unsigned cells, unsigned sum,
                       unsigned excess)
{
    unsigned index = excess + sampling->excesses / 2;
    return &sampling->ways[((size_t)cells * sampling->sums + sum) * sampling->excesses +
                           index];
}

/* The boards whose last cell has this rank; 0 where there is none. */
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

static void weigh_slots(struct sampling *sampling)
{
    double total = 0;
    for (unsigned number = 0; number < 2 * sampling->sums; number++) {
        struct trey_slot slot;
        trey_slot_make(&sampling->game, number, &slot);
        bool none = number % 2 == 1 && (sampling->game.twos || number / 2 % 6 != 3);
        sampling->upto[number] = total;
        if (!none)
            total += slot.columns * *ways_of(sampling, sampling->game.cells, number / 2,
                                             (unsigned)slot.excess);
    }
    sampling->upto[2 * sampling->sums] = total;
}

static enum trey_status prepare(struct sampling *sampling, struct trey_error *error)
{
    unsigned cells = sampling->game.cells;
    sampling->sums = trey_slot_end(&sampling->game) / 2;
    sampling->excesses = sampling->game.twos ? 1 : 2 * cells + 1;
    size_t count = (size_t)(cells + 1) * sampling->sums * sampling->excesses;
    sampling->ways = calloc(count, sizeof *sampling->ways);
    sampling->upto = calloc(2 * sampling->sums + (size_t)1, sizeof *sampling->upto);
    sampling->tally = calloc(sampling->workers, sizeof *sampling->tally);
    sampling->came = calloc(sampling->workers, sizeof *sampling->came);
    if (sampling->ways == NULL || sampling->upto == NULL || sampling->tally == NULL ||
        sampling->came == NULL)
        return trey_fail_memory(error, count * sizeof *sampling->ways);
    for (unsigned i = 0; i < sampling->workers; i++) {
        sampling->came[i] = trey_came_new(&sampling->game);
        if (sampling->came[i] == NULL)
            return trey_fail_memory(error, (size_t)18 << 20);
    }
    count_ways(sampling);
    weigh_slots(sampling);
    return TREY_OK;
}

static void clear(struct sampling *sampling)
{
    for (unsigned i = 0; sampling->came != NULL && i < sampling->workers; i++)
        trey_came_free(sampling->came[i]);
    free(sampling->came);
    free(sampling->tally);
    free(sampling->upto);
    free(sampling->ways);
}

/* --- samples ---------------------------------------------------------------------------
 */

/* The slot in which a weight lies. */
static unsigned slot_at(const struct sampling *sampling, double weight)
{
    unsigned low = 0, high = 2 * sampling->sums;
    while (high - low > 1) {
        unsigned middle = low + (high - low) / 2;
        if (sampling->upto[middle] <= weight)
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
            double ways = ways_with(sampling, cells, sum, excess, rank);
            if (ways == 0)
                continue;
            chosen = rank; /* the last possible one where rounding leaves none */
            if (at < ways)
                break;
            at -= ways;
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

static void take_sample(struct sampling *sampling, uint64_t i, unsigned worker)
{
    struct tally *tally = &sampling->tally[worker];
    struct trey_random random;
    struct trey_slot slot;
    trey_random_seed(&random, trey_mix64(sampling->seed) + i);
    double all = sampling->upto[2 * sampling->sums];
    unsigned number = slot_at(sampling, ((double)i + trey_random_unit(&random)) * all /
                                            (double)sampling->samples);
    trey_slot_make(&sampling->game, number, &slot);
    trey_board board = draw_board(sampling, number / 2, (unsigned)slot.excess, &random);
    uint64_t eighths = EIGHTHS / images_of(&sampling->game, board);
    enum trey_came_answer answer =
        trey_came_ask(sampling->came[worker], number, board, DEPTH, BOARDS);
    if (answer == TREY_CAME_UNKNOWN)
        tally->unknown += eighths;
    if (answer != TREY_CAME_SO)
        return;
    tally->came += eighths;
    tally->squares += eighths * eighths;
    tally->part[(uint64_t)number * PARTS / (2 * sampling->sums)] += eighths;
    if (!trey_exact_can_slide(&sampling->game, board))
        tally->terminal += eighths;
}

/* By one worker, which is about as far as the others. */
static void report(const struct sampling *sampling, uint64_t done)
{
    const struct trey_exact_progress progress = {
        (double)done / (double)sampling->samples,
        trey_clock_monotonic() - sampling->begun_s, false};
    if (sampling->options->report != NULL)
        sampling->options->report(sampling->options->context, &progress);
}

/* Every so many-th block. Its samples are of neighbouring slots, and learn from each
 * other; those of other blocks do not, so that the threads change nothing. */
static void take_samples(void *context, size_t worker)
{
    struct sampling *sampling = context;
    for (uint64_t first = worker * BLOCK; first < sampling->samples;
         first += sampling->workers * BLOCK) {
        if (worker == 0)
            report(sampling, first);
        trey_came_forget(sampling->came[worker], first);
        for (uint64_t i = first; i < first + BLOCK && i < sampling->samples; i++) {
            if (trey_cancel_raised(sampling->options->cancel))
                return;
            take_sample(sampling, i, (unsigned)worker);
        }
    }
}

/* --- the estimate ----------------------------------------------------------------------
 */

static void sum_up(const struct sampling *sampling, struct trey_exact_sample *result)
{
    struct tally all = {0};
    for (unsigned i = 0; i < sampling->workers; i++) {
        const struct tally *tally = &sampling->tally[i];
        all.came += tally->came;
        all.squares += tally->squares;
        all.terminal += tally->terminal;
        all.unknown += tally->unknown;
        for (unsigned k = 0; k < PARTS; k++)
            all.part[k] += tally->part[k];
    }
    double count = (double)sampling->samples;
    double each = sampling->upto[2 * sampling->sums] / EIGHTHS / count;
    double mean = (double)all.came / count;
    double variance = (double)all.squares / count - mean * mean;
    uint64_t most = 0;
    for (unsigned k = 0; k < PARTS; k++)
        most = all.part[k] > most ? all.part[k] : most;
    *result = (struct trey_exact_sample){
        .samples = sampling->samples,
        .boards = sampling->upto[2 * sampling->sums],
        .classes = each * (double)all.came,
        .error = 1.96 * each * sqrt(count * variance),
        .undecided = each * (double)all.unknown,
        .terminal = each * (double)all.terminal,
        .sums = sampling->sums,
        .largest = each * (double)most * PARTS / sampling->sums,
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
                         "boards of 2 to %d cells are sampled, not of %u",
                         TREY_EXACT_MAX_SAMPLED_CELLS, cells);
    if (options->start < 1 || options->start > cells || samples == 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "a board may start with 1 to %u tiles, and is sampled at least "
                         "once",
                         cells);
    struct trey_exact_options folded = *options;
    folded.keep = TREY_EXACT_KEEP_AVERAGE;
    trey_exact_game_make(&folded, &sampling.game);
    sampling.game.exchanged = false; /* classes are counted as they are asked for */
    sampling.workers = options->threads != 0 ? options->threads : trey_processors();
    enum trey_status status = prepare(&sampling, error);
    if (status == TREY_OK) {
        struct trey_threads *threads = trey_threads_new(sampling.workers);
        trey_parallel_for(threads, sampling.workers, take_samples, &sampling);
        trey_threads_free(threads);
        if (trey_cancel_raised(options->cancel))
            status = trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    }
    if (status == TREY_OK)
        sum_up(&sampling, result);
    clear(&sampling);
    return status;
}
