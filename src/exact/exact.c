/* Queries of a solution: a state's layer follows from its sum and hint, its number in the
 * layer from the ranking. Where the values of after-states are wanted they are averaged
 * from those of the boards that may follow. */
#include "exact/solution.h"

#include "base/error.h"
#include "exact/unslide.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Averages that differ by less are equal; the first of U, R, D and L is taken. */
#define EQUAL 1e-9

enum { MAX_CLASSES = 4096 };

void trey_exact_prepare(struct trey_exact *exact)
{
    assert(exact->ranking.low.classes < MAX_CLASSES);
    exact->rows = calloc(exact->store.slots, sizeof *exact->rows);
}

/* The rows of a slot, made in `space` if there is no memory for them to be kept. Of
 * several threads that make the same, one puts its own in place. */
static const struct trey_rows *rows_of(const struct trey_exact *exact, unsigned number,
                                       struct trey_rows *space)
{
    struct trey_rows *rows = NULL, *made;
    if (exact->rows != NULL)
        rows = atomic_load_explicit(&exact->rows[number], memory_order_acquire);
    if (rows != NULL)
        return rows;
    struct trey_slot slot;
    trey_slot_make(&exact->game, number, &slot);
    size_t bytes = (exact->ranking.low.classes + (size_t)1) * sizeof *rows;
    made = exact->rows != NULL ? malloc(bytes) : NULL;
    trey_ranking_rows(&exact->ranking, &slot, made != NULL ? made : space);
    if (made == NULL)
        return space;
    if (atomic_compare_exchange_strong(&exact->rows[number], &rows, made))
        return made;
    free(made);
    return rows;
}

/* --- damage ----------------------------------------------------------------------------
 * A layer of a table is read against its checksum when a query first comes to it. */

enum { UNSEEN, GOOD, DAMAGED };

enum trey_status trey_exact_watch(struct trey_exact *exact, struct trey_error *error)
{
    size_t count = exact->store.slots + (size_t)1;
    exact->seen = calloc(count, sizeof *exact->seen);
    return exact->seen != NULL ? TREY_OK
                               : trey_fail_memory(error, count * sizeof *exact->seen);
}

void trey_exact_trust(struct trey_exact *exact)
{
    free(exact->seen);
    exact->seen = NULL;
}

/* Several threads may look at the same; all find the same. */
static bool look(const struct trey_exact *exact, unsigned number)
{
    const struct trey_layer *layer = &exact->store.layer[number];
    unsigned none = 0;
    bool good = trey_layer_checksum(&exact->store, layer) == layer->checksum;
    if (!good)
        atomic_compare_exchange_strong(&exact->seen[exact->store.slots], &none,
                                       number + 1);
    atomic_store_explicit(&exact->seen[number], good ? GOOD : DAMAGED,
                          memory_order_release);
    return good;
}

static bool is_sound(const struct trey_exact *exact, unsigned number)
{
    if (exact->seen == NULL)
        return true;
    unsigned seen = atomic_load_explicit(&exact->seen[number], memory_order_acquire);
    return seen == GOOD || (seen == UNSEEN && look(exact, number));
}

enum trey_status trey_exact_sound(const struct trey_exact *exact,
                                  struct trey_error *error)
{
    unsigned found =
        exact->seen != NULL ? atomic_load(&exact->seen[exact->store.slots]) : 0;
    if (found == 0)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "damaged table: wrong checksum of the tile sum %u", (found - 1) / 2);
}

/* --- states ----------------------------------------------------------------------------
 */

static bool find_number(const struct trey_exact *exact, unsigned number, trey_board board,
                        uint32_t *place)
{
    struct trey_rows space[MAX_CLASSES];
    if (!is_sound(exact, number))
        return false;
    const struct trey_rows *rows = rows_of(exact, number, space);
    if (!trey_rank_fits(&exact->ranking, rows, board))
        return false;
    struct trey_packed packed;
    trey_layer_packed(&exact->store.layer[number], &packed);
    return trey_packed_find(&packed, trey_rank_of(&exact->ranking, rows, board), place);
}

bool trey_exact_holds(const struct trey_exact *exact, unsigned slot, trey_board board)
{
    uint32_t place;
    board = trey_fold_one(&exact->game, &exact->game.whole, board);
    return exact->store.layer[slot].values_block != NULL &&
           find_number(exact, slot, board, &place);
}

bool trey_exact_find(const struct trey_exact *exact, trey_board board, int hint,
                     const struct trey_layer **layer, uint64_t *index)
{
    unsigned column;
    uint32_t place;
    if (exact->game.twos ? hint != 0 : hint < 1 || hint > 3)
        return false;
    unsigned number =
        trey_slot_find(&exact->game, trey_exact_sum(&exact->game, board), hint, &column);
    if (number == TREY_NO_SLOT || exact->store.layer[number].values_block == NULL)
        return false;
    board = trey_fold_one(&exact->game, &exact->game.whole, board);
    if (!find_number(exact, number, board, &place))
        return false;
    *layer = &exact->store.layer[number];
    *index = (uint64_t)place * (*layer)->columns + column;
    return true;
}

/* --- values ----------------------------------------------------------------------------
 */

struct mean {
    double avg, min, max;
};

/* Adds the mean over the hints of a board that came about by a draw. */
static bool add_board(const struct trey_exact *exact, unsigned number, trey_board board,
                      double weight, double unearned, struct mean *mean)
{
    const struct trey_layer *layer = &exact->store.layer[number];
    uint32_t place;
    board = trey_fold_one(&exact->game, &exact->game.whole, board);
    if (layer->values_block == NULL || !find_number(exact, number, board, &place))
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

bool trey_exact_entered(const struct trey_exact *exact, trey_board after, int d, int hint,
                        struct trey_exact_value *value)
{
    const struct trey_exact_game *game = &exact->game;
    uint64_t all = TREY_LOW_BITS & (((uint64_t)1 << (4 * game->cells)) - 1);
    uint64_t cells = d < 0 || game->twos ? all : game->masks[d].trail;
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
            if (!add_board(exact, draw->slot, board, share * draw->chance, draw->unearned,
                           &mean))
                return false;
        }
    *value = (struct trey_exact_value){mean.min, mean.avg, mean.max};
    return true;
}

/* Values of 2048 are points still to come; rounding must not make them negative. */
void trey_exact_leave_out(const struct trey_exact *exact, trey_board board,
                          struct trey_exact_value *value)
{
    if (!exact->game.twos)
        return;
    double earned = (double)trey_exact_points(&exact->game, board);
    value->min = fmax(value->min - earned, 0);
    value->avg = fmax(value->avg - earned, 0);
    value->max = fmax(value->max - earned, 0);
}

bool trey_exact_before(const struct trey_exact *exact, trey_board board, int hint,
                       struct trey_exact_value *value)
{
    const struct trey_layer *layer;
    uint64_t index;
    if (!trey_exact_find(exact, board, hint, &layer, &index))
        return false;
    trey_values_decode(layer, exact->store.exact_values, index, value);
    trey_exact_leave_out(exact, board, value);
    return true;
}

bool trey_exact_slides(const struct trey_exact *exact, trey_board board, int hint,
                       struct trey_exact_value value[4])
{
    const struct trey_layer *layer;
    uint64_t index;
    if (!trey_exact_find(exact, board, hint, &layer, &index))
        return false;
    for (int d = 0; d < 4; d++) {
        trey_board after = trey_exact_slide(&exact->game, board, d);
        value[d] = (struct trey_exact_value){-1, -1, -1};
        if (after == board)
            continue;
        if (!trey_exact_entered(exact, after, d, hint, &value[d]))
            return false;
        trey_exact_leave_out(exact, board, &value[d]);
    }
    return true;
}

int trey_exact_best(const struct trey_exact *exact, trey_board board, int hint)
{
    struct trey_exact_value value[4];
    int best = -1;
    double equal = exact->counts.rounding + EQUAL;
    if (!trey_exact_slides(exact, board, hint, value))
        return -1;
    for (int d = 0; d < 4; d++)
        if (value[d].avg >= 0 && (best < 0 || value[d].avg > value[best].avg + equal))
            best = d;
    return best;
}

int trey_exact_reach(const struct trey_exact *exact, trey_board board, int hint, int from)
{
    const struct trey_exact_game *game = &exact->game;
    if (game->twos ? hint != 0 : hint < 1 || hint > 3)
        return TREY_UNREACHED;
    if (board >> 1 >> (4 * game->cells - 1) != 0)
        return TREY_UNREACHED;
    if (board == 0)
        return from == 0 && !game->twos && game->start == 1 ? TREY_FIRST_TILE
                                                            : TREY_UNREACHED;
    for (int d = from; d < 4; d++)
        if (trey_exact_slid(exact, board, d, hint))
            return d;
    return TREY_UNREACHED;
}

bool trey_exact_after(const struct trey_exact *exact, trey_board board, int hint,
                      struct trey_exact_value *value)
{
    int d = trey_exact_reach(exact, board, hint, 0);
    if (d == TREY_UNREACHED || !trey_exact_entered(exact, board, d, hint, value))
        return false;
    trey_exact_leave_out(exact, board, value);
    return true;
}

/* --- what the solution is --------------------------------------------------------------
 */

struct trey_shape trey_exact_shape(const struct trey_exact *exact)
{
    return exact->game.shape;
}

enum trey_exact_rules trey_exact_rules_of(const struct trey_exact *exact)
{
    return exact->game.twos ? TREY_EXACT_2048 : TREY_EXACT_COURSE;
}

enum trey_exact_keep trey_exact_keep_of(const struct trey_exact *exact)
{
    return exact->game.folded ? TREY_EXACT_KEEP_AVERAGE : TREY_EXACT_KEEP_ALL;
}

void trey_exact_count(const struct trey_exact *exact, struct trey_exact_counts *counts)
{
    *counts = exact->counts;
}

unsigned trey_exact_start(const struct trey_exact *exact)
{
    return exact->game.start;
}

bool trey_exact_next_layer(const struct trey_exact *exact, struct trey_exact_layer *layer)
{
    for (; 2 * layer->sum + 1 < exact->store.slots; ++layer->sum) {
        const struct trey_layer *at = &exact->store.layer[2 * layer->sum];
        layer->boards = (uint64_t)at[0].kinds + at[1].kinds - at[0].twice;
        layer->classes =
            (uint64_t)at[0].kinds * at[0].columns + (uint64_t)at[1].kinds * at[1].columns;
        layer->terminal =
            (uint64_t)at[0].ended * at[0].columns + (uint64_t)at[1].ended * at[1].columns;
        if (layer->boards > 0)
            return true;
    }
    return false;
}
