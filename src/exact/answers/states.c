/* Which boards are states. A table of all values has them. In a table to carry it is
 * known at full bags alone, from the set; any other board is a state if one comes before
 * it: a tile of the last draw is taken from an edge where it may have entered, a slide is
 * undone, and what is found then is asked in the same way, three times at most. */
#include "exact/answers/states.h"

#include "exact/answers/carried.h"
#include "exact/answers/find.h"
#include "exact/answers/unslide.h"
#include "exact/table/carried.h"

/* --- slides undone ---------------------------------------------------------------------
 */

struct slid {
    const struct trey_exact *exact;
    unsigned slot;
};

static bool is_held(void *context, trey_board before)
{
    const struct slid *slid = context;
    return trey_exact_holds(slid->exact, slid->slot, before);
}

bool trey_exact_slid(const struct trey_exact *exact, trey_board after, int d, int hint)
{
    unsigned column; /* a slide keeps the sum, and so the slot */
    struct slid slid = {
        exact,
        trey_slot_find(&exact->game, trey_exact_sum(&exact->game, after), hint, &column)};
    return slid.slot != TREY_NO_SLOT &&
           trey_unslide(&exact->game, after, d, &slid, is_held);
}

/* --- full bags -------------------------------------------------------------------------
 */

/* Whether the tile of a rank has entered last, at a cell behind the slide d. */
static bool entered_from(const struct trey_exact *exact, trey_board board, int d,
                         unsigned rank)
{
    for (uint64_t cells = exact->game.masks[d].trail; cells != 0; cells &= cells - 1) {
        uint64_t cell = cells & (0 - cells);
        if ((board & cell * 15) == cell * rank &&
            trey_exact_slid(exact, board - cell * rank, d, (int)rank))
            return true;
    }
    return false;
}

/* Whether the tile of a rank leads to the slot from the one that has it as a hint. */
static bool leads_to(const struct trey_exact *exact, uint64_t sum, unsigned rank,
                     unsigned number)
{
    struct trey_exact_game game = exact->game;
    struct trey_slot slot;
    unsigned column;
    game.exchanged = false; /* slots as they are, not as they are kept */
    if (sum < rank)
        return false;
    unsigned from = trey_slot_find(&game, sum - rank, (int)rank, &column);
    if (from == TREY_NO_SLOT)
        return false;
    trey_slot_make(&game, from, &slot);
    return slot.column[column].draw[0].slot == number;
}

/* Undoes entries and slides as far as a full bag. */
static bool carried_holds(const struct trey_exact *exact, unsigned number,
                          trey_board board)
{
    uint32_t code;
    if (!exact->has_sets)
        return false;
    if (number % TREY_BAG_SLOTS == 0 && trey_exact_can_slide(&exact->game, board))
        return trey_carried_find(exact, number, board, &code);
    if (trey_is_start(&exact->game, number, board))
        return true;
    uint64_t sum = trey_exact_sum(&exact->game, board);
    for (unsigned rank = 1; rank <= 3; rank++)
        for (int d = 0; leads_to(exact, sum, rank, number) && d < 4; d++)
            if (entered_from(exact, board, d, rank))
                return true;
    return false;
}

bool trey_exact_holds(const struct trey_exact *exact, unsigned slot, trey_board board)
{
    uint32_t place;
    slot = trey_slot_settle(&exact->game, slot, &board);
    if (exact->kind != TREY_EXACT_WHOLE)
        return carried_holds(exact, slot, board);
    return exact->store.layer[slot].values_block != NULL &&
           trey_exact_place(exact, slot, board, &place);
}

/* Whether a board has the ranks and the 1s and 2s that its slot wants. */
static bool fits(const struct trey_exact *exact, unsigned number, trey_board board)
{
    struct trey_rows space[TREY_MAX_CLASSES];
    number = trey_slot_settle(&exact->game, number, &board);
    return trey_rank_fits(&exact->ranking, trey_exact_rows(exact, number, space), board);
}

bool trey_exact_is_state(const struct trey_exact *exact, trey_board board, int hint)
{
    const struct trey_layer *layer;
    uint64_t index;
    unsigned column;
    if (exact->kind == TREY_EXACT_WHOLE)
        return trey_exact_find(exact, board, hint, &layer, &index);
    if (hint < 1 || hint > 3 || board >> 1 >> (4 * exact->game.cells - 1) != 0)
        return false;
    trey_state_turn(&exact->game, &board, &hint);
    unsigned number =
        trey_slot_find(&exact->game, trey_exact_sum(&exact->game, board), hint, &column);
    if (number == TREY_NO_SLOT || !fits(exact, number, board))
        return false;
    bool asked = exact->seen != NULL && exact->has_sets;
    return !asked || carried_holds(exact, number, board);
}
