/* Decides which boards are states, that is, reachable. A table of all values lists them.
 * A compact table lists them at full bags only; any other board is reachable if it is a
 * start or has a reachable before: remove a tile that may have spawned last, undo a
 * slide, and ask the same for the result, at most three times. */
#include "exact/answers/reachable.h"

#include "exact/answers/compact_lookup.h"
#include "exact/answers/find.h"
#include "exact/answers/undo_slide.h"
#include "exact/table/compact.h"

/* --- slides undone ---------------------------------------------------------------------
 */

struct slide_task {
    const struct trey_exact *exact;
    unsigned slot;
};

static bool compact_is_reachable(const struct trey_exact *exact, unsigned number,
                                 trey_board board);

/* True if a board, which must have the sum of the slot, is reachable in it. Always false
 * with a play table without sets. */
static bool is_reachable(const struct trey_exact *exact, unsigned slot, trey_board board)
{
    uint32_t place;
    slot = trey_slot_canonicalise(&exact->game, slot, &board);
    if (exact->kind != TREY_EXACT_WHOLE)
        return compact_is_reachable(exact, slot, board);
    return exact->store.layer[slot].values_block != NULL &&
           trey_exact_find_board(exact, slot, board, &place);
}

static bool visit_before(void *context, trey_board before)
{
    const struct slide_task *task = context;
    return is_reachable(task->exact, task->slot, before);
}

bool trey_exact_slide_is_reachable(const struct trey_exact *exact, trey_board after,
                                   int d, int hint)
{
    unsigned column; /* a slide keeps the sum, hence the slot */
    struct slide_task task = {
        exact,
        trey_slot_find(&exact->game, trey_exact_sum(&exact->game, after), hint, &column)};
    return task.slot != TREY_NO_SLOT &&
           trey_undo_slide(&exact->game, after, d, &task, visit_before);
}

/* --- full bags -------------------------------------------------------------------------
 */

/* True if a tile of this rank can have spawned last, after the slide d. */
static bool can_spawn_last(const struct trey_exact *exact, trey_board board, int d,
                           unsigned rank)
{
    for (uint64_t cells = exact->game.masks[d].trail; cells != 0; cells &= cells - 1) {
        uint64_t cell = cells & (0 - cells);
        if ((board & cell * 15) == cell * rank &&
            trey_exact_slide_is_reachable(exact, board - cell * rank, d, (int)rank))
            return true;
    }
    return false;
}

/* True if a tile of this rank, shown as the hint, leads to slot `number`. */
static bool leads_to(const struct trey_exact *exact, uint64_t sum, unsigned rank,
                     unsigned number)
{
    struct trey_exact_game game = exact->game;
    struct trey_slot slot;
    unsigned column;
    game.exchanged = false; /* real slots, not those that represent them */
    if (sum < rank)
        return false;
    unsigned from = trey_slot_find(&game, sum - rank, (int)rank, &column);
    if (from == TREY_NO_SLOT)
        return false;
    trey_slot_make(&game, from, &slot);
    return slot.column[column].draw[0].slot == number;
}

/* Undoes spawns and slides back to a full bag. */
static bool compact_is_reachable(const struct trey_exact *exact, unsigned number,
                                 trey_board board)
{
    uint32_t code;
    if (!exact->has_sets)
        return false;
    if (number % TREY_BAG_SLOTS == 0 && trey_exact_can_slide(&exact->game, board))
        return trey_compact_find(exact, number, board, &code);
    if (trey_is_start(&exact->game, number, board))
        return true;
    uint64_t sum = trey_exact_sum(&exact->game, board);
    for (unsigned rank = 1; rank <= 3; rank++)
        for (int d = 0; leads_to(exact, sum, rank, number) && d < 4; d++)
            if (can_spawn_last(exact, board, d, rank))
                return true;
    return false;
}

/* True if the board's ranks and its excess of 1s are possible in the slot. */
static bool fits_slot(const struct trey_exact *exact, unsigned number, trey_board board)
{
    struct trey_rows space[TREY_MAX_CLASSES];
    number = trey_slot_canonicalise(&exact->game, number, &board);
    return trey_ranking_holds(&exact->ranking, trey_exact_rows(exact, number, space),
                              board);
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
    trey_state_exchange(&exact->game, &board, &hint);
    unsigned number =
        trey_slot_find(&exact->game, trey_exact_sum(&exact->game, board), hint, &column);
    if (number == TREY_NO_SLOT || !fits_slot(exact, number, board))
        return false;
    bool can_tell = exact->layer_state != NULL && exact->has_sets;
    return !can_tell || compact_is_reachable(exact, number, board);
}
