/* The game tree below a state, as text or, by tree_svg.c, as a picture. */
#include "exact/tree.h"

#include "base/error.h"

#include <stdlib.h>

/* --- growing ---------------------------------------------------------------------------
 */

static enum trey_status grow(struct trey_tree *tree, struct trey_tree_state from,
                             struct trey_error *error);

static enum trey_status add(struct trey_tree *tree, const struct trey_tree_state *state,
                            struct trey_error *error)
{
    if (tree->count == TREY_TREE_STATES)
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "the tree has more than %d states; take a smaller depth",
                         TREY_TREE_STATES);
    if (tree->count == tree->room) {
        size_t room = tree->room == 0 ? 64 : 2 * tree->room;
        void *states = realloc(tree->states, room * sizeof *tree->states);
        if (states == NULL)
            return trey_fail_memory(error, room * sizeof *tree->states);
        tree->states = states;
        tree->room = room;
    }
    tree->states[tree->count++] = *state;
    return TREY_OK;
}

static enum trey_status grow_slides(struct trey_tree *tree, struct trey_tree_state from,
                                    int parent, struct trey_error *error)
{
    const struct trey_exact *exact = tree->exact;
    struct trey_exact_value value[4];
    enum trey_status status = TREY_OK;
    int best = trey_exact_best(exact, from.state.board, from.state.hint);
    if (best < 0 || !trey_exact_slides(exact, from.state.board, from.state.hint, value))
        return TREY_OK;
    for (int d = 0; d < 4 && status == TREY_OK; d++) {
        if (value[d].avg < 0)
            continue;
        struct trey_tree_state to = {.value = value[d],
                                     .parent = parent,
                                     .depth = from.depth + 1,
                                     .slide = d,
                                     .best = d == best};
        to.state = from.state;
        to.state.after = true;
        to.state.board = trey_exact_slide(&exact->game, from.state.board, d);
        status = grow(tree, to, error);
    }
    return status;
}

/* The boards with one tile entered in one cell, by the hints that may come next. */
static enum trey_status grow_entry(struct trey_tree *tree, struct trey_tree_state to,
                                   unsigned number, struct trey_error *error)
{
    const struct trey_exact *exact = tree->exact;
    enum trey_status status = TREY_OK;
    struct trey_slot slot;
    trey_slot_make(&exact->game, number, &slot);
    to.chance /= slot.columns;
    for (unsigned i = 0; i < slot.columns && status == TREY_OK; i++) {
        to.state.hint = exact->game.twos ? 0 : (int)slot.column[i].draw[0].rank;
        if (trey_exact_before(exact, to.state.board, to.state.hint, &to.value))
            status = grow(tree, to, error);
    }
    return status;
}

static enum trey_status grow_entries(struct trey_tree *tree, struct trey_tree_state from,
                                     int parent, struct trey_error *error)
{
    const struct trey_exact_game *game = &tree->exact->game;
    trey_board board = from.state.board;
    uint64_t all = TREY_LOW_BITS & (((uint64_t)1 << (4 * game->cells)) - 1);
    uint64_t cells = from.slide < 0 || game->twos ? all : game->masks[from.slide].trail;
    cells &= ~trey_nonzero_nibbles(board);
    enum trey_status status = TREY_OK;
    struct trey_slot slot;
    unsigned column, number = trey_slot_find(game, trey_exact_sum(game, board),
                                             from.state.hint, &column);
    if (number == TREY_NO_SLOT)
        return TREY_OK;
    trey_slot_make(game, number, &slot);
    double share = 1.0 / __builtin_popcountll(cells);
    for (; cells != 0 && status == TREY_OK; cells &= cells - 1)
        for (unsigned k = 0; k < slot.column[column].count && status == TREY_OK; k++) {
            const struct trey_draw *draw = &slot.column[column].draw[k];
            struct trey_tree_state to = {.parent = parent,
                                         .depth = from.depth + 1,
                                         .slide = -1,
                                         .chance = share * draw->chance};
            to.state.board = board + (cells & (0 - cells)) * draw->rank;
            status = grow_entry(tree, to, draw->slot, error);
        }
    return status;
}

static enum trey_status grow(struct trey_tree *tree, struct trey_tree_state from,
                             struct trey_error *error)
{
    int number = (int)tree->count;
    enum trey_status status = add(tree, &from, error);
    if (status != TREY_OK || from.depth == tree->options->depth)
        return status;
    return from.state.after ? grow_entries(tree, from, number, error)
                            : grow_slides(tree, from, number, error);
}

/* --- text ------------------------------------------------------------------------------
 */

static void write_text(const struct trey_tree *tree, struct trey_text *text)
{
    for (size_t i = 0; i < tree->count; i++) {
        const struct trey_tree_state *at = &tree->states[i];
        char line[256], *end = trey_exact_write(&tree->exact->game, &at->state, line);
        double now =
            tree->options->remaining ? trey_exact_now(tree->exact, at->state.board) : 0;
        end = trey_exact_print(tree->exact, &at->value, now, end);
        *end = '\0';
        trey_text_printf(text, "%*s", (int)(4 * at->depth), "");
        if (at->parent != TREY_NO_PARENT && at->state.after)
            trey_text_printf(text, "%c%s ",
                             trey_direction_letter((enum trey_direction)at->slide),
                             at->best ? "*" : " ");
        else if (at->parent != TREY_NO_PARENT)
            trey_text_printf(text, "%.4g ", at->chance);
        trey_text_printf(text, "%s\n", line);
    }
}

enum trey_status trey_exact_tree(const struct trey_exact *exact, const char *state,
                                 size_t size_bytes,
                                 const struct trey_exact_tree_options *options,
                                 char **result, size_t *result_bytes,
                                 struct trey_error *error)
{
    struct trey_tree tree = {.exact = exact, .options = options};
    struct trey_tree_state root = {.parent = TREY_NO_PARENT, .slide = -1};
    struct trey_text text = {0};
    bool found = trey_exact_read(&exact->game, state, size_bytes, &root.state);
    if (found && root.state.after)
        root.slide = trey_exact_reach(exact, root.state.board, root.state.hint, 0);
    found =
        found &&
        (root.state.after
             ? trey_exact_after(exact, root.state.board, root.state.hint, &root.value)
             : trey_exact_before(exact, root.state.board, root.state.hint, &root.value));
    enum trey_status status = trey_exact_sound(exact, error);
    if (status == TREY_OK && !found)
        status = trey_fail(error, TREY_ERR_INPUT, 0, "no state that can be reached");
    if (status == TREY_OK)
        status = grow(&tree, root, error);
    if (status == TREY_OK)
        status = trey_exact_sound(exact, error);
    if (status == TREY_OK) {
        if (options->svg)
            trey_tree_draw(&tree, &text);
        else
            write_text(&tree, &text);
        status = trey_text_take(&text, result, result_bytes, error);
    }
    free(tree.states);
    return status;
}
