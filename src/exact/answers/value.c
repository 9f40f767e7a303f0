/* Values of states: those of before-states are looked up, those of after-states averaged
 * over the boards that may follow. A checkpoint table has means only, so that a
 * before-state's value is that of its best slide. */
#include "exact/answers/value.h"

#include "exact/answers/compact_lookup.h"
#include "exact/answers/find.h"
#include "exact/answers/reachable.h"

#include <math.h>

/* Averages that differ by less are equal; the first of U, R, D and L wins. */
#define EQUAL 1e-9

struct mean {
    double avg, min, max;
};

/* Adds a board's mean over its hints, after a draw. False if its value is missing. */
static bool add_board_value(const struct trey_exact *exact, unsigned number,
                            trey_board board, double weight, double unearned,
                            struct mean *mean)
{
    const struct trey_layer *layer = &exact->store.layer[number];
    uint32_t place;
    double value_at;
    if (exact->kind == TREY_EXACT_CHECKPOINT) {
        if (!trey_compact_mean(exact, number, board, &value_at))
            return false;
        mean->avg += weight * value_at;
        mean->min = mean->max = mean->avg;
        return true;
    }
    board = trey_fold_min(&exact->game, trey_slot_fold(&exact->game, number), board);
    if (layer->values_block == NULL ||
        !trey_exact_find_board(exact, number, board, &place))
        return false;
    for (unsigned column = 0; column < layer->columns; column++) {
        struct trey_exact_value value;
        trey_values_decode(layer, exact->store.exact_values,
                           (uint64_t)place * layer->columns + column, &value);
        mean->avg += weight / layer->columns * (value.avg - unearned);
        if (value.min - unearned < mean->min)
            mean->min = value.min - unearned;
        if (value.max - unearned > mean->max)
            mean->max = value.max - unearned;
    }
    return true;
}

bool trey_exact_after_slide(const struct trey_exact *exact, trey_board after, int d,
                            int hint, struct trey_exact_value *value)
{
    const struct trey_exact_game *game = &exact->game;
    trey_state_exchange(game, &after, &hint);
    uint64_t all = TREY_LOW_BITS & (((uint64_t)1 << (4 * game->cells)) - 1);
    uint64_t cells = d < 0 || game->is_2048 ? all : game->masks[d].trail;
    cells &= ~trey_nonzero_nibbles(after);
    uint64_t sum = trey_exact_sum(game, after);
    unsigned column, number = trey_slot_find(game, sum, hint, &column);
    if (number == TREY_NO_SLOT || cells == 0)
        return false;
    struct trey_slot slot;
    trey_slot_make(game, number, &slot);
    double share = 1.0 / __builtin_popcountll(cells);
    struct mean mean = {0, 1e300, -1};
    for (; cells != 0; cells &= cells - 1)
        for (unsigned k = 0; k < slot.column[column].count; k++) {
            const struct trey_draw *draw = &slot.column[column].draw[k];
            trey_board board = after + (cells & (0 - cells)) * draw->rank;
            board = draw->exchange ? trey_exchange(board) : board;
            if (!add_board_value(exact, draw->slot, board, share * draw->chance,
                                 draw->unearned, &mean))
                return false;
        }
    *value = (struct trey_exact_value){mean.min, mean.avg, mean.max};
    return true;
}

/* Values of 2048 are points to come; rounding must not make them negative. */
void trey_exact_subtract_score(const struct trey_exact *exact, trey_board board,
                               struct trey_exact_value *value)
{
    if (!exact->game.is_2048)
        return;
    double earned = (double)trey_exact_points(&exact->game, board);
    value->min = fmax(value->min - earned, 0);
    value->avg = fmax(value->avg - earned, 0);
    value->max = fmax(value->max - earned, 0);
}

/* Value of the best slide, from a checkpoint table. */
static bool compact_before(const struct trey_exact *exact, trey_board board, int hint,
                           struct trey_exact_value *value)
{
    struct trey_exact_value slide[4];
    double best = -1;
    if (!trey_exact_slides(exact, board, hint, slide))
        return false;
    for (int d = 0; d < 4; d++)
        best = fmax(best, slide[d].avg);
    if (best < 0)
        best = (double)trey_exact_points(&exact->game, board);
    *value = (struct trey_exact_value){best, best, best};
    return true;
}

bool trey_exact_before(const struct trey_exact *exact, trey_board board, int hint,
                       struct trey_exact_value *value)
{
    const struct trey_layer *layer;
    uint64_t index;
    if (exact->kind != TREY_EXACT_WHOLE)
        return exact->kind == TREY_EXACT_CHECKPOINT &&
               compact_before(exact, board, hint, value);
    if (!trey_exact_find(exact, board, hint, &layer, &index))
        return false;
    trey_values_decode(layer, exact->store.exact_values, index, value);
    trey_exact_subtract_score(exact, board, value);
    return true;
}

bool trey_exact_slides(const struct trey_exact *exact, trey_board board, int hint,
                       struct trey_exact_value value[4])
{
    if (exact->kind == TREY_EXACT_PLAY || !trey_exact_is_state(exact, board, hint))
        return false;
    for (int d = 0; d < 4; d++) {
        trey_board after = trey_exact_slide(&exact->game, board, d);
        value[d] = (struct trey_exact_value){-1, -1, -1};
        if (after == board)
            continue;
        if (!trey_exact_after_slide(exact, after, d, hint, &value[d]))
            return false;
        trey_exact_subtract_score(exact, board, &value[d]);
    }
    return true;
}

int trey_exact_best(const struct trey_exact *exact, trey_board board, int hint)
{
    struct trey_exact_value value[4];
    int best = -1;
    if (exact->kind == TREY_EXACT_PLAY)
        return trey_exact_is_state(exact, board, hint)
                   ? trey_compact_best(exact, board, hint)
                   : -1;
    double equal = exact->counts.rounding + EQUAL;
    if (!trey_exact_slides(exact, board, hint, value))
        return -1;
    for (int d = 0; d < 4; d++)
        if (value[d].avg >= 0 && (best < 0 || value[d].avg > value[best].avg + equal))
            best = d;
    return best;
}

int trey_exact_slide_to(const struct trey_exact *exact, trey_board board, int hint,
                        int from)
{
    const struct trey_exact_game *game = &exact->game;
    if (game->is_2048 ? hint != 0 : hint < 1 || hint > 3)
        return TREY_NO_SLIDE;
    if (board >> 1 >> (4 * game->cells - 1) != 0)
        return TREY_NO_SLIDE;
    if (board == 0)
        return from == 0 && !game->is_2048 && game->start == 1 ? TREY_FIRST_TILE
                                                               : TREY_NO_SLIDE;
    for (int d = from; d < 4; d++)
        if (trey_exact_slide_is_reachable(exact, board, d, hint))
            return d;
    return TREY_NO_SLIDE;
}

bool trey_exact_after(const struct trey_exact *exact, trey_board board, int hint,
                      struct trey_exact_value *value)
{
    int d = trey_exact_slide_to(exact, board, hint, 0);
    if (d == TREY_NO_SLIDE || !trey_exact_after_slide(exact, board, d, hint, value))
        return false;
    trey_exact_subtract_score(exact, board, value);
    return true;
}
