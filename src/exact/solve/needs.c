/* What a solution will take, told before it is begun.
 *
 * Of the boards that a ranking numbers, one in 3.3 (6 cells), 5.4 (8), 5.7 (9) or 9.5
 * (10) can be reached in Threes, in 2048 one in 2.3, 3.5 and 4.2, counting the images of
 * a board apart. A list of them takes 0.4 to 1.5 bytes a board, and a Threes board
 * has 1.7 to 1.8 hints. So what is told is right within a half; a limit of the disk is
 * held all the same, by the files (store.c). */
#include "exact/solve/needs.h"

#include "base/error.h"
#include "exact/solve/work.h"
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

uint32_t trey_largest_ranking(const struct trey_exact_game *game,
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

/* What is estimated, in bytes but for the boards. */
struct guess {
    double boards, layers, largest; /* all layers; the largest of them */
    double values, state;           /* of the table; what a run goes on from, twice */
    double memory;
};

static struct guess guess_of(const struct trey_exact_game *game,
                             const struct trey_ranking *ranking, uint64_t numbers,
                             uint32_t largest)
{
    const double list_bytes = 1.4, hints = game->twos ? 1 : 1.8;
    bool large = game->cells > 9 && !game->twos;
    double reached = large ? 0.105 : (game->twos ? 2.2 : 1.6) / game->cells;
    double boards = (double)numbers * reached / images_of(game);
    double most = (double)largest * reached / images_of(game);
    double columns = game->twos ? 1 : TREY_HINTS, value = (double)trey_value_bytes(game);
    double one = game->folded ? sizeof(uint32_t) : 2 * sizeof(double);
    double passing = value * most * (TREY_OPEN_SLOTS + 2 * columns);
    double slid = most * TREY_SLID_BYTES;
    double sets = (double)trey_set_bytes(largest) * (TREY_OPEN_SLOTS + game->edges);
    double halves = 40.0 * (double)((uint64_t)1 << (4 * ranking->high.cells));
    return (struct guess){
        .boards = boards,
        .layers = boards * list_bytes,
        .largest = most * list_bytes,
        .values = boards * hints * one,
        .state = 2 * value * most * (TREY_OPEN_SLOTS - 1),
        .memory = halves + sets + passing + slid,
    };
}

/* The period for which a group of kept layers in each, and all layers of one, are least:
 * with n slots, the kept ones are 9.6 / n of all, since four of the five layers of a bag
 * make up a group, and a period has n 5 / 12 layers. */
static unsigned best_period(const struct guess *guess)
{
    enum { BAG_SLOTS = 12 };
    double slots = sqrt(9.6 * guess->layers / (5.0 / 12 * guess->largest));
    unsigned bags = (unsigned)(slots / BAG_SLOTS + 0.5);
    return BAG_SLOTS * (bags < 2 ? 2 : bags);
}

static double bytes_by_period(const struct guess *guess, unsigned period)
{
    return 9.6 / period * guess->layers + 5.0 / 12 * period * guess->largest;
}

/* Of a table to carry. */
static double carried_bytes(const struct guess *guess,
                            const struct trey_exact_options *options)
{
    if (options->kind == TREY_EXACT_WHOLE)
        return 0;
    if (options->kind == TREY_EXACT_CHECKPOINT)
        return guess->boards * (options->value_bytes == 3 ? 0.85 : 1.05);
    return guess->boards * (options->states ? 0.6 : 0.35);
}

/* How the disk is used; the period is 0 where all layers are kept. */
static void plan(const struct guess *guess, const struct trey_exact_options *options,
                 struct trey_exact_needs *needs, unsigned *period)
{
    bool files = options->save != NULL || options->work_dir != NULL;
    bool values =
        (options->values || options->save != NULL) && options->kind == TREY_EXACT_WHOLE;
    double beside = guess->state + 2 * carried_bytes(guess, options); /* and a copy */
    double kept = guess->layers + (values ? guess->values : 0);
    *period = 0;
    if (files && !values && options->disk_bytes != 0 &&
        kept + beside > (double)options->disk_bytes) {
        *period = best_period(guess);
        kept = bytes_by_period(guess, *period);
    }
    *needs = (struct trey_exact_needs){
        .boards = (uint64_t)guess->boards,
        .memory_bytes = (uint64_t)(guess->memory + (files ? 0 : kept)),
        .disk_bytes = files ? (uint64_t)(kept + beside) : 0,
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

enum trey_status trey_solver_allow(struct trey_solver *solver, uint32_t largest,
                                   struct trey_error *error)
{
    const struct trey_exact_options *options = solver->options;
    struct guess guess =
        guess_of(&solver->game, &solver->ranking, solver->numbers, largest);
    struct trey_exact_needs needs;
    plan(&guess, options, &needs, &solver->period);
    needs.disk_bytes *= solver->partition.count; /* on the disk that all ranks see */
    uint64_t limit = options->memory_bytes;
    if (limit != 0 && needs.memory_bytes > limit)
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "needs about %" PRIu64 " MiB of memory, more than the limit of "
                         "%" PRIu64 " MiB%s",
                         (needs.memory_bytes >> 20) + 1, limit >> 20,
                         needs.disk_bytes == 0 ? " (with a work folder it needs less)"
                                               : "");
    enum trey_status status = check_disk(options, &needs, error);
    if (status == TREY_OK && options->disk_bytes != 0)
        solver->store.most_bytes =
            options->disk_bytes -
            (uint64_t)(guess.state + carried_bytes(&guess, options));
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
        uint32_t largest = trey_largest_ranking(&game, &ranking, rows, &numbers);
        struct guess guess = guess_of(&game, &ranking, numbers, largest);
        unsigned period;
        plan(&guess, options, needs, &period);
    }
    free(rows);
    trey_ranking_clear(&ranking);
    return rows != NULL ? TREY_OK : trey_fail_memory(error, bytes);
}
