/* The analysis of a grid: won, lost, or the four slides with their measures and the
 * slides that each hint prefers. */
#include "base/error.h"
#include "grid/command.h"
#include "trey/grid.h"

#include <string.h>

static bool contains(const struct trey_grid *grid, int rank)
{
    return memchr(grid->rank, rank, (size_t)grid->rows * grid->cols) != NULL;
}

static void analyse_slide(const struct trey_grid *grid, enum trey_direction direction,
                          int win_rank, struct trey_grid_move *move)
{
    *move = (struct trey_grid_move){0};
    move->legal = trey_grid_slide(grid, direction, &move->after, &move->merges);
    if (!move->legal)
        return;
    move->wins = contains(&move->after, win_rank);
    move->largest_rank = trey_grid_largest(&move->after);
    move->corner_distance = trey_grid_corner_distance(&move->after);
    move->smoothness = trey_grid_smoothness(&move->after);
}

enum trey_status trey_grid_analyse(const struct trey_grid *grid, int win_rank,
                                   struct trey_grid_analysis *analysis,
                                   struct trey_error *error)
{
    enum trey_status status = trey_grid_check(grid, error);
    if (status != TREY_OK)
        return status;
    int highest = trey_grid_rank_of_tile(TREY_GRID_MAX_WIN);
    if (win_rank < 2 || win_rank > highest)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "win rank %d: it must be from 2 to %d", win_rank, highest);
    *analysis = (struct trey_grid_analysis){.state = TREY_GRID_OPEN};
    if (contains(grid, win_rank)) {
        analysis->state = TREY_GRID_WON;
        return TREY_OK;
    }
    bool any = false;
    for (int direction = 0; direction < 4; direction++) {
        analyse_slide(grid, (enum trey_direction)direction, win_rank,
                      &analysis->move[direction]);
        any = any || analysis->move[direction].legal;
    }
    if (!any && !contains(grid, 0))
        *analysis = (struct trey_grid_analysis){.state = TREY_GRID_LOST};
    return TREY_OK;
}

/* The measure of a hint, negated if less is better. */
static int hint_value(const struct trey_grid_move *move, enum trey_hint hint)
{
    switch (hint) {
    case TREY_HINT_MERGES:
        return move->merges;
    case TREY_HINT_VALUE:
        return move->largest_rank;
    case TREY_HINT_CORNER:
        return -move->corner_distance;
    case TREY_HINT_SMOOTH:
        break;
    }
    return -move->smoothness;
}

unsigned trey_grid_best(const struct trey_grid_analysis *analysis, enum trey_hint hint)
{
    unsigned best = 0;
    int best_value = 0;
    for (int direction = 0; direction < 4; direction++) {
        const struct trey_grid_move *move = &analysis->move[direction];
        if (!move->legal)
            continue;
        int value = hint_value(move, hint);
        if (best == 0 || value > best_value) {
            best = 0;
            best_value = value;
        }
        if (value == best_value)
            best |= 1u << direction;
    }
    return best;
}

bool trey_grid_recommend(const struct trey_grid_analysis *analysis,
                         enum trey_direction *direction, int *hints)
{
    /* The contest's order, in which the first of equal slides is recommended. */
    static const enum trey_direction order[4] = {TREY_LEFT, TREY_RIGHT, TREY_UP,
                                                 TREY_DOWN};
    int votes[4] = {0}, best = -1;
    for (int hint = 0; hint < TREY_HINT_COUNT; hint++) {
        unsigned chosen = trey_grid_best(analysis, (enum trey_hint)hint);
        for (int i = 0; i < 4; i++)
            votes[i] += (int)(chosen >> order[i] & 1);
    }
    for (int i = 0; i < 4; i++) {
        const struct trey_grid_move *move = &analysis->move[order[i]];
        if (!move->legal)
            continue;
        bool wins = best >= 0 && analysis->move[order[best]].wins;
        if (best < 0 || (move->wins && !wins) ||
            (move->wins == wins && votes[i] > votes[best]))
            best = i;
    }
    if (best < 0)
        return false;
    *direction = order[best];
    *hints = votes[best];
    return true;
}
