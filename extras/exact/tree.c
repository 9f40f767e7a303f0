/* The game tree below a state, as an array and as text; render/tree.c draws it.
 *
 * The array lists the tree depth-first, each node with its parent's index. The nodes
 * below a before-state are its legal slides, those below an after-state all spawns with
 * all hints that may follow, with their probabilities. */
#include "extras/exact/tree.h"
#include "base/array.h"
#include "base/error.h"
#include "base/text.h"
#include "exact/answers/query.h"
#include "exact/answers/value.h"

#include <stdlib.h>

enum { MAX_STATES = 10000, NO_PARENT = -1 };

struct tree_builder {
    const struct trey_exact *exact;
    struct trey_exact_game game; /* with real slots, not those that represent them */
    unsigned depth;
    struct trey_exact_tree *tree;
    size_t room;
};

/* --- growing ---------------------------------------------------------------------------
 */

static enum trey_status add_subtree(struct tree_builder *builder,
                                    struct trey_exact_node from,
                                    struct trey_error *error);

static enum trey_status add_node(struct tree_builder *builder,
                                 const struct trey_exact_node *node,
                                 struct trey_error *error)
{
    struct trey_exact_tree *tree = builder->tree;
    if (tree->count == MAX_STATES)
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "the tree has more than %d states; choose a smaller depth",
                         MAX_STATES);
    void *nodes = trey_array_grow(tree->node, &builder->room, tree->count + (size_t)1,
                                  sizeof *tree->node);
    if (nodes == NULL)
        return trey_fail_memory(error, (tree->count + (size_t)1) * sizeof *tree->node);
    tree->node = nodes;
    tree->node[tree->count] = *node;
    tree->node[tree->count++].scored = trey_exact_score(builder->exact, node->board);
    return TREY_OK;
}

static enum trey_status add_slides(struct tree_builder *builder,
                                   struct trey_exact_node from, int parent,
                                   struct trey_error *error)
{
    const struct trey_exact *exact = builder->exact;
    struct trey_exact_value value[4];
    enum trey_status status = TREY_OK;
    int best = trey_exact_best(exact, from.board, from.hint);
    if (best < 0 || !trey_exact_slides(exact, from.board, from.hint, value))
        return TREY_OK;
    for (int d = 0; d < 4 && status == TREY_OK; d++) {
        if (value[d].avg < 0)
            continue;
        struct trey_exact_node to = {.value = value[d],
                                     .parent = parent,
                                     .depth = from.depth + 1,
                                     .slide = d,
                                     .best = d == best};
        to.hint = from.hint;
        to.after = true;
        to.board = trey_exact_slide(&exact->game, from.board, d);
        status = add_subtree(builder, to, error);
    }
    return status;
}

/* Adds a board after a spawn once for each hint that may follow. */
static enum trey_status add_spawn(struct tree_builder *builder, struct trey_exact_node to,
                                  unsigned number, struct trey_error *error)
{
    const struct trey_exact *exact = builder->exact;
    enum trey_status status = TREY_OK;
    struct trey_slot slot;
    trey_slot_make(&builder->game, number, &slot);
    to.chance /= slot.columns;
    for (unsigned i = 0; i < slot.columns && status == TREY_OK; i++) {
        to.hint = exact->game.is_2048 ? 0 : (int)slot.column[i].draw[0].rank;
        if (trey_exact_before(exact, to.board, to.hint, &to.value))
            status = add_subtree(builder, to, error);
    }
    return status;
}

static enum trey_status add_spawns(struct tree_builder *builder,
                                   struct trey_exact_node from, int parent,
                                   struct trey_error *error)
{
    const struct trey_exact_game *game = &builder->game;
    trey_board board = from.board;
    uint64_t all = TREY_LOW_BITS & (((uint64_t)1 << (4 * game->cells)) - 1);
    uint64_t cells =
        from.slide < 0 || game->is_2048 ? all : game->masks[from.slide].trail;
    cells &= ~trey_nonzero_nibbles(board);
    enum trey_status status = TREY_OK;
    struct trey_slot slot;
    unsigned column,
        number = trey_slot_find(game, trey_exact_sum(game, board), from.hint, &column);
    if (number == TREY_NO_SLOT)
        return TREY_OK;
    trey_slot_make(game, number, &slot);
    double share = 1.0 / __builtin_popcountll(cells);
    for (; cells != 0 && status == TREY_OK; cells &= cells - 1)
        for (unsigned k = 0; k < slot.column[column].count && status == TREY_OK; k++) {
            const struct trey_draw *draw = &slot.column[column].draw[k];
            struct trey_exact_node to = {.parent = parent,
                                         .depth = from.depth + 1,
                                         .slide = -1,
                                         .chance = share * draw->chance};
            to.board = board + (cells & (0 - cells)) * draw->rank;
            status = add_spawn(builder, to, draw->slot, error);
        }
    return status;
}

static enum trey_status add_subtree(struct tree_builder *builder,
                                    struct trey_exact_node from, struct trey_error *error)
{
    int number = (int)builder->tree->count;
    enum trey_status status = add_node(builder, &from, error);
    if (status != TREY_OK || from.depth == builder->depth)
        return status;
    return from.after ? add_spawns(builder, from, number, error)
                      : add_slides(builder, from, number, error);
}

/* --- text ------------------------------------------------------------------------------
 */

/* Prints numbers and tiles as in answers; that only uses the game and `keep` of `form`.
 */
static void write_node(const struct trey_exact *form, const struct trey_exact_node *node,
                       bool remaining, struct trey_text *text)
{
    struct trey_exact_state state = {node->after, node->board, node->hint};
    char line[256], *end = trey_exact_print_state(&form->game, &state, line);
    end = trey_exact_print_value(form, &node->value, remaining ? node->scored : 0, end);
    *end = '\0';
    trey_text_printf(text, "%*s", (int)(4 * node->depth), "");
    if (node->parent != NO_PARENT && node->after)
        trey_text_printf(text, "%c%s ",
                         trey_direction_letter((enum trey_direction)node->slide),
                         node->best ? "*" : " ");
    else if (node->parent != NO_PARENT)
        trey_text_printf(text, "%.4g ", node->chance);
    trey_text_printf(text, "%s\n", line);
}

enum trey_status trey_exact_tree_text(const struct trey_exact_tree *tree, bool remaining,
                                      char **result, size_t *result_bytes,
                                      struct trey_error *error)
{
    struct trey_text text = {0};
    struct trey_exact_options options;
    struct trey_exact *form = calloc(1, sizeof *form);
    if (form == NULL)
        return trey_fail_memory(error, sizeof *form);
    trey_exact_defaults(tree->rules, tree->shape, &options);
    options.keep = tree->keep;
    trey_exact_game_make(&options, &form->game);
    for (size_t i = 0; i < tree->count; i++)
        write_node(form, &tree->node[i], remaining, &text);
    free(form);
    return trey_text_take(&text, result, result_bytes, error);
}

/* --- the tree --------------------------------------------------------------------------
 */

static bool find_root(const struct trey_exact *exact, const char *line, size_t size_bytes,
                      struct trey_exact_node *root)
{
    struct trey_exact_state state;
    *root = (struct trey_exact_node){.parent = NO_PARENT, .slide = -1};
    if (!trey_exact_parse_state(&exact->game, line, size_bytes, &state))
        return false;
    root->board = state.board;
    root->hint = state.hint;
    root->after = state.after;
    if (state.after)
        root->slide = trey_exact_slide_to(exact, state.board, state.hint, 0);
    return state.after ? trey_exact_after(exact, state.board, state.hint, &root->value)
                       : trey_exact_before(exact, state.board, state.hint, &root->value);
}

enum trey_status trey_exact_tree(const struct trey_exact *exact, const char *state,
                                 size_t size_bytes, unsigned depth,
                                 struct trey_exact_tree *tree, struct trey_error *error)
{
    struct tree_builder builder = {exact, exact->game, depth, tree, 0};
    struct trey_exact_node root;
    const struct trey_exact_properties about = trey_exact_describe(exact);
    *tree = (struct trey_exact_tree){
        .shape = about.shape, .rules = about.rules, .keep = about.keep};
    builder.game.exchanged = false;
    bool found = find_root(exact, state, size_bytes, &root);
    enum trey_status status = trey_exact_check_damage(exact, error);
    if (status == TREY_OK && !found)
        status = trey_fail(error, TREY_ERR_INPUT, 0, "not a reachable state");
    if (status == TREY_OK)
        status = add_subtree(&builder, root, error);
    if (status == TREY_OK)
        status = trey_exact_check_damage(exact, error);
    if (status != TREY_OK)
        trey_exact_tree_clear(tree);
    return status;
}

void trey_exact_tree_clear(struct trey_exact_tree *tree)
{
    free(tree->node);
    *tree = (struct trey_exact_tree){0};
}
