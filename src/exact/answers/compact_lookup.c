/* Answers from compact tables. A value at a full bag is stored; any other is computed by
 * expectimax over at most three plies. A play table stores the best moves. */
#include "exact/answers/compact_lookup.h"

#include "exact/answers/find.h"
#include "exact/table/compact.h"

/* --- full bags -------------------------------------------------------------------------
 */

bool trey_exact_can_slide(const struct trey_exact_game *game, trey_board board)
{
    for (int d = 0; d < 4; d++)
        if (trey_exact_slide(game, board, d) != board)
            return true;
    return false;
}

bool trey_compact_find(const struct trey_exact *exact, unsigned number, trey_board board,
                       uint32_t *code)
{
    const struct trey_layer *layer = &exact->store.layer[number];
    struct trey_rows space[TREY_MAX_CLASSES];
    struct trey_sparse set;
    if (layer->compact.members == 0 || exact->store.map == NULL ||
        !trey_exact_layer_intact(exact, number))
        return false;
    const struct trey_rows *rows = trey_exact_rows(exact, number, space);
    board = trey_fold_min(&exact->game, trey_slot_fold(&exact->game, number), board);
    if (!trey_ranking_holds(&exact->ranking, rows, board))
        return false;
    trey_compact_set_view(&exact->store, layer,
                          (const char *)exact->store.map + layer->compact.set_at, &set);
    return trey_sparse_find(&set, trey_board_index(&exact->ranking, rows, board), code);
}

/* --- values ----------------------------------------------------------------------------
 */

/* Value of a slide: the mean over the spawn cells. False if a value is missing. */
static bool after_value(const struct trey_exact *exact, trey_board after, int d,
                        const struct trey_draw *draw, double *value)
{
    uint64_t cells = exact->game.masks[d].trail & ~trey_nonzero_nibbles(after);
    double sum = 0;
    int count = 0;
    for (; cells != 0; cells &= cells - 1, count++) {
        trey_board board = after + (cells & (0 - cells)) * draw->rank;
        double mean;
        board = draw->exchange ? trey_exchange(board) : board;
        if (!trey_compact_mean(exact, draw->slot, board, &mean))
            return false;
        sum += mean;
    }
    *value = sum / count;
    return count > 0;
}

bool trey_compact_mean(const struct trey_exact *exact, unsigned number, trey_board board,
                       double *mean)
{
    const struct trey_exact_game *game = &exact->game;
    if (!trey_exact_can_slide(game, board)) {
        *mean = (double)trey_exact_points(game, board);
        return true;
    }
    if (number % TREY_BAG_SLOTS == 0) {
        const struct trey_compact_layer *carried = &exact->store.layer[number].compact;
        uint32_t code;
        if (!trey_compact_find(exact, number, board, &code))
            return false;
        *mean = carried->low + carried->step * code;
        return true;
    }
    struct trey_slot slot;
    trey_slot_make(game, number, &slot);
    double sum = 0;
    for (unsigned column = 0; column < slot.columns; column++) {
        double best = -1, value;
        for (int d = 0; d < 4; d++) {
            trey_board after = trey_exact_slide(game, board, d);
            if (after == board)
                continue;
            if (!after_value(exact, after, d, &slot.column[column].draw[0], &value))
                return false;
            best = value > best ? value : best;
        }
        sum += best;
    }
    *mean = sum / slot.columns;
    return slot.columns > 0;
}

/* --- choices ---------------------------------------------------------------------------
 */

/* Reads which of several groups are best; 0 if the layer is damaged. */
static unsigned read_choice(const struct trey_exact *exact, unsigned number,
                            trey_board board, unsigned column, unsigned groups)
{
    const struct trey_layer *layer = &exact->store.layer[number];
    uint8_t length[TREY_CHOICES];
    struct trey_ribbon ribbon;
    if (layer->compact.shards == 0)
        return 0;
    trey_compact_choices_view(
        layer, (const char *)exact->store.map + layer->compact.choices_at, &ribbon);
    trey_choice_unpack(layer->compact.lengths, length);
    return trey_choice_read(length, &ribbon, board, column, groups);
}

int trey_compact_best(const struct trey_exact *exact, trey_board board, int hint)
{
    const struct trey_exact_game *game = &exact->game;
    struct trey_rows space[TREY_MAX_CLASSES];
    struct trey_board_slides slides;
    struct trey_slide_groups groups;
    struct trey_slot slot;
    unsigned column, canonical_column;
    if (exact->store.map == NULL)
        return -1;
    trey_state_exchange(game, &board, &hint);
    unsigned number = trey_slot_find(game, trey_exact_sum(game, board), hint, &column);
    if (number == TREY_NO_SLOT || !trey_exact_layer_intact(exact, number))
        return -1;
    const struct trey_rows *rows = trey_exact_rows(exact, number, space);
    if (!trey_board_slides_make(game, &exact->ranking, rows, number, board, &slides))
        return -1;
    trey_slot_make(game, number, &slot);
    trey_slide_groups_make(game, &slides, slot.column[column].draw[0].rank, column,
                           slot.columns, &groups);
    if (groups.count == 0)
        return -1;
    unsigned best = 1, chosen = 0;
    if (groups.count > 1) {
        trey_board canonical = board;
        trey_state_canonicalise(game, &canonical, hint, &canonical_column);
        best = read_choice(exact, number, canonical, canonical_column, groups.count);
        if (best == 0) /* not a state, or the table is damaged and its checks are off */
            best = (1u << groups.count) - 1;
    }
    for (unsigned i = 0; i < groups.count; i++)
        chosen |= best >> i & 1 ? groups.slides[i] : 0u;
    return __builtin_ctz(chosen);
}
