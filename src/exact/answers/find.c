/* Where a state is: its layer follows from its sum and hint, its number in the layer from
 * the ranking. */
#include "exact/answers/find.h"

#include "base/error.h"
#include "exact/table/carried.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

/* The rows of a slot, made in `space` if there is no memory for them to be kept. Of
 * several threads that make the same, one puts its own in place. */
const struct trey_rows *trey_exact_rows(const struct trey_exact *exact, unsigned number,
                                        struct trey_rows *space)
{
    struct trey_rows *rows = NULL, *made;
    if (exact->rows != NULL)
        rows = atomic_load_explicit(&exact->rows[number], memory_order_acquire);
    if (rows != NULL)
        return rows;
    struct trey_slot slot;
    trey_slot_make(&exact->game, number, &slot);
    made = exact->rows != NULL ? malloc(trey_rows_bytes(&exact->ranking)) : NULL;
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
    bool good = exact->kind == TREY_EXACT_WHOLE
                    ? trey_layer_checksum(&exact->store, layer) == layer->checksum
                    : trey_carried_sound(&exact->store, layer);
    if (!good)
        atomic_compare_exchange_strong(&exact->seen[exact->store.slots], &none,
                                       number + 1);
    atomic_store_explicit(&exact->seen[number], good ? GOOD : DAMAGED,
                          memory_order_release);
    return good;
}

bool trey_exact_layer_sound(const struct trey_exact *exact, unsigned number)
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

bool trey_exact_place(const struct trey_exact *exact, unsigned number, trey_board board,
                      uint32_t *place)
{
    struct trey_rows space[TREY_MAX_CLASSES];
    if (!trey_exact_layer_sound(exact, number))
        return false;
    const struct trey_rows *rows = trey_exact_rows(exact, number, space);
    if (!trey_rank_fits(&exact->ranking, rows, board))
        return false;
    struct trey_packed packed;
    trey_layer_packed(&exact->store.layer[number], &packed);
    return trey_packed_find(&packed, trey_rank_of(&exact->ranking, rows, board), place);
}

bool trey_exact_find(const struct trey_exact *exact, trey_board board, int hint,
                     const struct trey_layer **layer, uint64_t *index)
{
    unsigned column;
    uint32_t place;
    if (exact->game.twos ? hint != 0 : hint < 1 || hint > 3)
        return false;
    unsigned number = trey_state_settle(&exact->game, &board, hint, &column);
    if (number == TREY_NO_SLOT || exact->store.layer[number].values_block == NULL)
        return false;
    if (!trey_exact_place(exact, number, board, &place))
        return false;
    *layer = &exact->store.layer[number];
    *index = (uint64_t)place * (*layer)->columns + column;
    return true;
}
