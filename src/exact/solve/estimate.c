/* Estimates memory and disk space before solving.
 *
 * Of the boards that a ranking numbers, one in 3.3 (6 cells), 5.4 (8), 5.7 (9) or 9.5
 * (10) is reachable in Threes, and one in 2.3, 3.5 and 4.2 in 2048; these counts include
 * all images of a board. A packed layer takes 0.4 to 1.5 bytes a board, and a Threes
 * board has 1.7 to 1.8 hints. The estimate is therefore within a factor of 1.5; a disk
 * limit is also enforced while files are written (store.c). */
#include "exact/solve/estimate.h"

#include "base/error.h"
#include "exact/solve/command.h"
#include "exact/solve/work_files.h"
#include "exact/table/solution.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

uint64_t trey_set_bytes(uint64_t size)
{
    return size / 8 + size / 16 + 16;
}

uint64_t trey_value_bytes(const struct trey_exact_game *game)
{
    return game->folded ? sizeof(double) : sizeof(double) + 2 * sizeof(uint32_t);
}

uint32_t trey_max_ranking_size(const struct trey_exact_game *game,
                               const struct trey_ranking *ranking, struct trey_rows *rows,
                               uint64_t *total)
{
    uint32_t largest = 0, end = trey_slot_end(game);
    *total = 0;
    for (unsigned number = 0; number < end; number++) {
        struct trey_slot slot;
        trey_slot_make(game, number, &slot);
        if (slot.columns == 0)
            continue;
        uint32_t size = trey_ranking_rows(ranking, &slot, rows);
        largest = size > largest ? size : largest;
        *total += size;
    }
    return largest;
}

static double images_of(const struct trey_exact_game *game)
{
    if (!game->folded)
        return 1;
    return (game->shape.rows == game->shape.cols ? 8 : 4) * (game->exchanged ? 1.4 : 1);
}

/* Estimates, in bytes except for the number of boards. */
struct estimate {
    double boards, layers, largest; /* packed boards of all layers; of the largest */
    /* values of the table; two copies of the saved state */
    double values, state;
    double memory;
};

static struct estimate make_estimate(const struct trey_exact_game *game,
                                     const struct trey_ranking *ranking, uint64_t numbers,
                                     uint32_t largest)
{
    const double list_bytes = 1.4, hints = game->is_2048 ? 1 : 1.8;
    bool large = game->cells > 9 && !game->is_2048;
    double reached = large ? 0.105 : (game->is_2048 ? 2.2 : 1.6) / game->cells;
    double boards = (double)numbers * reached / images_of(game);
    double largest_layer = (double)largest * reached / images_of(game);
    double columns = game->is_2048 ? 1 : TREY_HINTS,
           value = (double)trey_value_bytes(game);
    double one = game->folded ? sizeof(uint32_t) : 2 * sizeof(double);
    double passing = value * largest_layer * (TREY_OPEN_SLOTS + 2 * columns);
    double slid = largest_layer * TREY_SLIDE_LOG_BYTES;
    double sets = (double)trey_set_bytes(largest) * (TREY_OPEN_SLOTS + game->edges);
    double halves = 40.0 * (double)((uint64_t)1 << (4 * ranking->high.cells));
    return (struct estimate){
        .boards = boards,
        .layers = boards * list_bytes,
        .largest = largest_layer * list_bytes,
        .values = boards * hints * one,
        .state = 2 * value * largest_layer * (TREY_OPEN_SLOTS - 1),
        .memory = halves + sets + passing + slid,
    };
}

/* Period for which disk usage is smallest, if one group of layers of each period is
 * stored plus all layers of one period. With n slots per period the stored ones are 9.6 /
 * n of all layers, since a group is four of the five layers of a bag, and a period has 5
 * n / 12 layers. */
static unsigned best_period(const struct estimate *estimate)
{
    enum { BAG_SLOTS = 12 };
    double slots = sqrt(9.6 * estimate->layers / (5.0 / 12 * estimate->largest));
    unsigned bags = (unsigned)(slots / BAG_SLOTS + 0.5);
    return BAG_SLOTS * (bags < 2 ? 2 : bags);
}

static double bytes_by_period(const struct estimate *estimate, unsigned period)
{
    return 9.6 / period * estimate->layers + 5.0 / 12 * period * estimate->largest;
}

/* Bytes of a compact table. */
static double compact_bytes(const struct estimate *estimate,
                            const struct trey_exact_options *options)
{
    if (options->kind == TREY_EXACT_WHOLE)
        return 0;
    if (options->kind == TREY_EXACT_CHECKPOINT)
        return estimate->boards * (options->value_bytes == 3 ? 0.85 : 1.05);
    return estimate->boards * (options->states ? 0.6 : 0.35);
}

/* Plans the use of the disk. *period is 0 if all layers are stored. */
static void plan_disk(const struct estimate *estimate,
                      const struct trey_exact_options *options,
                      struct trey_exact_needs *needs, unsigned *period)
{
    bool files = options->save != NULL || options->work_dir != NULL;
    bool values =
        (options->values || options->save != NULL) && options->kind == TREY_EXACT_WHOLE;
    /* the blocks, and the table */
    double extra = estimate->state + 2 * compact_bytes(estimate, options);
    double kept = estimate->layers + (values ? estimate->values : 0);
    *period = 0;
    if (files && !values && options->disk_bytes != 0 &&
        kept + extra > (double)options->disk_bytes) {
        *period = best_period(estimate);
        kept = bytes_by_period(estimate, *period);
    }
    *needs = (struct trey_exact_needs){
        .boards = (uint64_t)estimate->boards,
        .memory_bytes = (uint64_t)(estimate->memory + (files ? 0 : kept)),
        .disk_bytes = files ? (uint64_t)(kept + extra) : 0,
    };
}

static enum trey_status check_disk(const struct trey_exact_options *options,
                                   const struct trey_exact_needs *needs,
                                   struct trey_error *error)
{
    uint64_t disk = trey_work_free_bytes(options), limit = options->disk_bytes;
    if (limit != 0 && needs->disk_bytes > limit)
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "needs about %" PRIu64 " KiB of disk, more than the limit of "
                         "%" PRIu64 " KiB",
                         (needs->disk_bytes >> 10) + 1, limit >> 10);
    if (needs->disk_bytes > disk)
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "needs about %" PRIu64 " MiB of disk, where %" PRIu64
                         " MiB are left",
                         (needs->disk_bytes >> 20) + 1, disk >> 20);
    return TREY_OK;
}

enum trey_status trey_solver_plan(struct trey_solver *solver, uint32_t largest,
                                  struct trey_error *error)
{
    const struct trey_exact_options *options = solver->options;
    struct estimate estimate =
        make_estimate(&solver->game, &solver->ranking, solver->numbers, largest);
    struct trey_exact_needs needs;
    plan_disk(&estimate, options, &needs, &solver->period);
    needs.disk_bytes *= solver->partition.count; /* the disk is shared by all processes */
    uint64_t limit = options->memory_bytes;
    if (limit != 0 && needs.memory_bytes > limit)
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "needs about %" PRIu64 " MiB of memory, more than the limit of "
                         "%" PRIu64 " MiB%s",
                         (needs.memory_bytes >> 20) + 1, limit >> 20,
                         needs.disk_bytes == 0 ? " (with a work directory it needs less)"
                                               : "");
    enum trey_status status = check_disk(options, &needs, error);
    if (status == TREY_OK && options->disk_bytes != 0)
        solver->store.max_bytes =
            options->disk_bytes -
            (uint64_t)(estimate.state + compact_bytes(&estimate, options));
    return status;
}

enum trey_status trey_exact_estimate(const struct trey_exact_options *options,
                                     struct trey_exact_needs *needs,
                                     struct trey_error *error)
{
    struct trey_exact_game game;
    struct trey_ranking ranking;
    enum trey_status status = trey_exact_check_options(options, error);
    if (status != TREY_OK)
        return status;
    trey_exact_game_make(options, &game);
    status = trey_ranking_new(&game, &ranking, error);
    if (status != TREY_OK)
        return status;
    size_t bytes = trey_rows_bytes(&ranking);
    struct trey_rows *rows = malloc(bytes);
    if (rows != NULL) {
        uint64_t numbers;
        uint32_t largest = trey_max_ranking_size(&game, &ranking, rows, &numbers);
        struct estimate estimate = make_estimate(&game, &ranking, numbers, largest);
        unsigned period;
        plan_disk(&estimate, options, needs, &period);
    }
    free(rows);
    trey_ranking_clear(&ranking);
    return rows != NULL ? TREY_OK : trey_fail_memory(error, bytes);
}
