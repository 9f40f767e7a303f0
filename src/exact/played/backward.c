/* The backward pass values the boards, in descending order of slots. The value of a board
 * is a row of numbers, one for each deck: the mean over the hints of the best slide under
 * each hint; if nothing is shown, the best mean of a single slide over all tiles. The
 * value of a slide is the mean over its spawns. A card leads from deck k of a board to
 * deck to[rank][k] of the next board, any other tile to the same deck.
 *
 * Decks that are not possible have values too, some of them meaningless: a successor that
 * does not exist counts as 0. No reachable state reads them.
 *
 * For a player who counts no cards the row begins with the believed value, which decides
 * the slides. */
#include "base/error.h"
#include "exact/played/bellman.h"

static const double zero_row[TREY_LANES];

struct layer_task {
    struct trey_played_solver *solver;
    unsigned slot, last_bonus;
    struct trey_blend blend;
    trey_bellman_fn *value_row;
};

/* --- children --------------------------------------------------------------------------
 */

/* The rows of the boards after each spawn, by rank and spawn: see
 * struct trey_bellman_input. */
typedef const double *row_table[TREY_MAX_SPAWN_RANKS][TREY_PLAYED_SPAWNS];

static void find_rows(const struct layer_task *task,
                      const struct trey_played_moves *moves, unsigned rank,
                      row_table found)
{
    const struct trey_played_solver *solver = task->solver;
    unsigned slot = trey_played_transition(&solver->game, task->slot, rank).slot;
    const struct trey_played_layer *to = &solver->layer[slot];
    uint32_t index[TREY_PLAYED_SPAWNS], place[TREY_PLAYED_SPAWNS];
    uint16_t spawn[TREY_PLAYED_SPAWNS];
    for (size_t i = 0; i < moves->spawns; i++)
        found[rank][i] = zero_row;
    if (slot >= solver->slots || to->value == NULL)
        return;
    unsigned width = trey_played_width(solver, slot);
    size_t count = trey_played_moves_spawn(solver, moves, task->slot, rank, index, spawn);
    solver->kernels->locate(&to->set, index, place, count);
    for (size_t i = 0; i < count; i++)
        if (to->set.bits[index[i] / 64] >> (index[i] % 64) & 1) {
            found[rank][spawn[i]] = to->value + (size_t)place[i] * width;
            __builtin_prefetch(found[rank][spawn[i]]);
            __builtin_prefetch(found[rank][spawn[i]] + 8);
        }
}

/* --- a layer ---------------------------------------------------------------------------
 */

static void value_batch(const struct layer_task *task, const trey_board *boards,
                        size_t count, double *value)
{
    const struct trey_played_game *game = &task->solver->game;
    struct trey_played_moves moves;
    row_table found;
    unsigned width = task->blend.width;
    trey_played_moves_find(task->solver, boards, count, &moves);
    for (unsigned rank = 1; rank <= task->last_bonus || rank <= TREY_CARDS; rank++)
        find_rows(task, &moves, rank, found);
    for (size_t i = 0; i < count; i++, value += width) {
        struct trey_bellman_input input = {
            .game = game,
            .odds = &game->odds[moves.last_rank[i] + 3],
            .blend = &task->blend,
            .move = moves.move[i],
            .slides = moves.slides[i],
            .last_rank = moves.last_rank[i],
            .row = found,
        };
        if (moves.slides[i] > 0)
            task->value_row(&input, value);
        else
            for (unsigned k = 0; k < width; k++)
                value[k] = (double)trey_board_score(boards[i]);
    }
}

static void value_chunk(void *context, size_t chunk)
{
    const struct layer_task *task = context;
    struct trey_played_solver *solver = task->solver;
    const struct trey_played_layer *layer = &solver->layer[task->slot];
    unsigned width = task->blend.width;
    trey_board boards[TREY_BATCH];
    struct trey_scan scan;
    trey_scan_begin(&scan, &solver->game.ranking, layer->rows, &layer->set, chunk);
    size_t place = layer->set.before[scan.word];
    for (size_t count; (count = trey_scan_next(&scan, boards)) > 0; place += count)
        for (size_t at = 0; at < count; at += TREY_PLAYED_BATCH) {
            size_t left = count - at;
            value_batch(task, boards + at,
                        left < TREY_PLAYED_BATCH ? left : TREY_PLAYED_BATCH,
                        layer->value + (place + at) * width);
        }
}

static void add_start(void *context, trey_board board,
                      const unsigned drawn[TREY_CARDS + 1], double chance)
{
    const struct layer_task *task = context;
    struct trey_played_solver *solver = task->solver;
    const struct trey_played_game *game = &solver->game;
    const struct trey_played_layer *layer = &solver->layer[task->slot];
    bool exchanged;
    if (trey_played_canonicalise(game, &board, &exchanged) != task->slot)
        return;
    int deck = trey_played_deck(game, task->slot, drawn[exchanged ? 2 : 1],
                                drawn[exchanged ? 1 : 2], drawn[3]);
    uint32_t index = trey_board_index(&game->ranking, layer->rows, board), place;
    solver->kernels->locate(&layer->set, &index, &place, 1);
    const double *row =
        layer->value + (size_t)place * trey_played_width(solver, task->slot);
    solver->counts.value += chance * row[(unsigned)deck + game->uncounted];
    solver->counts.believed += chance * row[game->uncounted ? 0 : (unsigned)deck];
}

static enum trey_status value_layer(struct trey_played_solver *solver, unsigned slot,
                                    struct trey_error *error)
{
    unsigned sum = trey_played_sum(&solver->game, slot);
    struct layer_task task = {.solver = solver,
                              .slot = slot,
                              .last_bonus = trey_played_last_bonus(&solver->game, sum),
                              .value_row = trey_bellman_best()};
    trey_blend_make(&solver->game, slot, &task.blend);
    enum trey_status status = trey_played_open_values(solver, slot, error);
    if (status == TREY_OK)
        status = trey_played_for(solver, slot, value_chunk, &task, error);
    if (status == TREY_OK && sum <= solver->game.last_start)
        trey_played_starts(&solver->game, &task, add_start);
    solver->done += solver->layer[slot].boards;
    return status;
}

/* The largest sum whose values are needed by this sum and all lower ones. */
static unsigned last_needed_sum(const struct trey_played_game *game, unsigned sum)
{
    unsigned bonus = trey_played_last_bonus(game, sum);
    return sum + (bonus > TREY_CARDS ? game->board.tile[bonus] : TREY_CARDS);
}

enum trey_status trey_played_backward(struct trey_played_solver *solver,
                                      struct trey_error *error)
{
    const struct trey_played_game *game = &solver->game;
    unsigned end = solver->last + 1, open = end; /* slots below this are still open */
    enum trey_status status = TREY_OK;
    solver->done = 0;
    solver->all = (double)solver->counts.boards;
    for (unsigned slot = end; status == TREY_OK && slot-- > 0;) {
        if (solver->layer[slot].boards == 0)
            continue;
        unsigned last = last_needed_sum(game, trey_played_sum(game, slot));
        for (; !solver->options->values && open > (last + 1) * game->excesses; open--)
            trey_played_close(solver, open - 1);
        status = value_layer(solver, slot, error);
        if (status == TREY_OK)
            status = trey_played_step(solver, true, error);
    }
    return status;
}
