/* Locates states: the layer follows from sum and hint, the place in the layer from the
 * ranking. */
#include "exact/answers/find.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

/* The rows of a slot are computed once and cached; of several threads that compute them
 * at the same time one stores its copy. If out of memory, uses `space`. */
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

/* --- states ----------------------------------------------------------------------------
 */

bool trey_exact_find_board(const struct trey_exact *exact, unsigned number,
                           trey_board board, uint32_t *place)
{
    struct trey_rows space[TREY_MAX_CLASSES];
    if (!trey_exact_layer_intact(exact, number))
        return false;
    const struct trey_rows *rows = trey_exact_rows(exact, number, space);
    if (!trey_ranking_holds(&exact->ranking, rows, board))
        return false;
    struct trey_packed packed;
    trey_layer_packed(&exact->store.layer[number], &packed);
    return trey_packed_find(&packed, trey_board_index(&exact->ranking, rows, board),
                            place);
}

bool trey_exact_find(const struct trey_exact *exact, trey_board board, int hint,
                     const struct trey_layer **layer, uint64_t *index)
{
    unsigned column;
    uint32_t place;
    if (exact->game.is_2048 ? hint != 0 : hint < 1 || hint > 3)
        return false;
    unsigned number = trey_state_canonicalise(&exact->game, &board, hint, &column);
    if (number == TREY_NO_SLOT || exact->store.layer[number].values_block == NULL)
        return false;
    if (!trey_exact_find_board(exact, number, board, &place))
        return false;
    *layer = &exact->store.layer[number];
    *index = (uint64_t)place * (*layer)->columns + column;
    return true;
}
