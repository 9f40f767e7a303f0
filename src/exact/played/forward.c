/* The forward pass lists the reachable boards, in ascending order of slots. Each board is
 * marked with its possible decks, since early in a game these are few. The marks of a
 * slot are complete when all lower sums have been expanded. */
#include "base/error.h"
#include "exact/played/played_moves.h"

#include <string.h>

struct layer_task {
    struct trey_played_solver *solver;
    unsigned slot, last_bonus;
};

/* --- a batch of boards -----------------------------------------------------------------
 */

static void add_marks(uint16_t *marks, uint16_t decks_then_of, bool shared)
{
    if (!shared)
        *marks |= decks_then_of;
    else if ((__atomic_load_n(marks, __ATOMIC_RELAXED) & decks_then_of) != decks_then_of)
        __atomic_fetch_or(marks, decks_then_of, __ATOMIC_RELAXED);
}

/* Set of possible decks after a tile. */
static uint16_t decks_after(const struct trey_played_game *game, unsigned slot,
                            unsigned rank, uint16_t decks)
{
    unsigned excess = trey_played_excess(game, slot);
    unsigned parity = (trey_played_sum(game, slot) - excess) / 3 % 2;
    if (rank > TREY_CARDS)
        return decks;
    uint16_t real = decks & (TREY_BELIEVED - 1), believed = decks & TREY_BELIEVED;
    return real == 0 ? believed : game->follow[excess][parity][rank][real] | believed;
}

static void mark_tile(const struct layer_task *task,
                      const struct trey_played_moves *moves, const uint16_t *decks,
                      unsigned rank)
{
    struct trey_played_solver *solver = task->solver;
    const struct trey_played_game *game = &solver->game;
    uint32_t index[TREY_PLAYED_SPAWNS];
    uint16_t spawn[TREY_PLAYED_SPAWNS], decks_then_of[TREY_PLAYED_BATCH];
    bool any = false;
    for (size_t i = 0; i < moves->boards; i++) {
        decks_then_of[i] = decks_after(game, task->slot, rank, decks[i]);
        any = any || decks_then_of[i] != 0;
    }
    if (!any)
        return;
    size_t count = trey_played_moves_spawn(solver, moves, task->slot, rank, index, spawn);
    uint16_t *marks =
        solver->layer[trey_played_transition(game, task->slot, rank).slot].marks;
    for (size_t i = 0; i < count; i++) {
        uint16_t decks_then = decks_then_of[moves->owner[spawn[i]]];
        if (decks_then != 0)
            add_marks(&marks[index[i]], decks_then, solver->threads != NULL);
    }
}

static void count_batch(const struct trey_played_moves *moves, const trey_board *boards,
                        const uint16_t *decks, struct trey_played_tally *tally)
{
    for (size_t i = 0; i < moves->boards; i++) {
        unsigned states = (unsigned)__builtin_popcount(decks[i] & (TREY_BELIEVED - 1));
        unsigned largest = trey_largest_rank(boards[i]);
        tally->states += states;
        tally->terminal += moves->slides[i] == 0 ? states : 0;
        tally->top_rank = largest > tally->top_rank ? largest : tally->top_rank;
    }
}

static void expand_batch(const struct layer_task *task, const trey_board *boards,
                         size_t count, struct trey_played_tally *tally)
{
    const struct trey_played_solver *solver = task->solver;
    const struct trey_played_layer *layer = &solver->layer[task->slot];
    struct trey_played_moves moves;
    uint32_t index[TREY_PLAYED_BATCH];
    uint16_t decks[TREY_PLAYED_BATCH];
    solver->kernels->index(&solver->game.ranking, layer->rows, boards, index, count);
    for (size_t i = 0; i < count; i++)
        decks[i] = layer->marks[index[i]];
    trey_played_moves_find(solver, boards, count, &moves);
    count_batch(&moves, boards, decks, tally);
    for (unsigned rank = 1; rank <= task->last_bonus || rank <= TREY_CARDS; rank++)
        if (moves.spawns > 0)
            mark_tile(task, &moves, decks, rank);
}

static void expand_chunk(void *context, size_t chunk)
{
    const struct layer_task *task = context;
    struct trey_played_solver *solver = task->solver;
    const struct trey_played_layer *layer = &solver->layer[task->slot];
    trey_board boards[TREY_BATCH];
    struct trey_played_tally tally = {0};
    struct trey_scan scan;
    trey_scan_begin(&scan, &solver->game.ranking, layer->rows, &layer->set, chunk);
    for (size_t count; (count = trey_scan_next(&scan, boards)) > 0;)
        for (size_t at = 0; at < count; at += TREY_PLAYED_BATCH) {
            size_t left = count - at;
            expand_batch(task, boards + at,
                         left < TREY_PLAYED_BATCH ? left : TREY_PLAYED_BATCH, &tally);
        }
    solver->tally[chunk] = tally;
}

/* --- slot by slot ----------------------------------------------------------------------
 */

static enum trey_status expand_layer(struct trey_played_solver *solver, unsigned slot,
                                     struct trey_error *error)
{
    const struct trey_played_game *game = &solver->game;
    struct layer_task task = {solver, slot,
                              trey_played_last_bonus(game, trey_played_sum(game, slot))};
    enum trey_status status = TREY_OK;
    for (unsigned rank = 1; rank <= task.last_bonus || rank <= TREY_CARDS; rank++) {
        unsigned to = trey_played_transition(game, slot, rank).slot;
        if (status == TREY_OK && to < solver->slots)
            status = trey_played_open_marks(solver, to, error);
    }
    if (status == TREY_OK)
        status = trey_played_for(solver, slot, expand_chunk, &task, error);
    size_t chunks = trey_set_chunks(&solver->layer[slot].set);
    for (size_t chunk = 0; status == TREY_OK && chunk < chunks; chunk++) {
        const struct trey_played_tally *tally = &solver->tally[chunk];
        struct trey_played_counts *counts = &solver->counts;
        counts->states += tally->states;
        counts->terminal += tally->terminal;
        if (solver->game.board.tile[tally->top_rank] > counts->max_tile)
            counts->max_tile = solver->game.board.tile[tally->top_rank];
    }
    return status;
}

static void add_start(void *context, trey_board board,
                      const unsigned drawn[TREY_CARDS + 1], double chance)
{
    const struct layer_task *task = context;
    const struct trey_played_game *game = &task->solver->game;
    struct trey_played_layer *layer = &task->solver->layer[task->slot];
    bool exchanged;
    (void)chance;
    if (trey_played_canonicalise(game, &board, &exchanged) != task->slot)
        return;
    int deck = trey_played_deck(game, task->slot, drawn[exchanged ? 2 : 1],
                                drawn[exchanged ? 1 : 2], drawn[3]);
    layer->marks[trey_board_index(&game->ranking, layer->rows, board)] |=
        (uint16_t)(1u << deck | (game->uncounted ? TREY_BELIEVED : 0));
}

static enum trey_status list_layer(struct trey_played_solver *solver, unsigned slot,
                                   struct trey_error *error)
{
    struct trey_played_layer *layer = &solver->layer[slot];
    bool starts = trey_played_sum(&solver->game, slot) <= solver->game.last_start;
    struct layer_task task = {.solver = solver, .slot = slot};
    enum trey_status status = TREY_OK;
    if (starts)
        status = trey_played_open_marks(solver, slot, error);
    if (layer->marks == NULL || status != TREY_OK)
        return status;
    if (starts)
        trey_played_starts(&solver->game, &task, add_start);
    status = trey_played_list_set(solver, slot, error);
    if (status == TREY_OK && layer->boards > 0)
        status = expand_layer(solver, slot, error);
    solver->counts.boards += layer->boards;
    solver->done += layer->size;
    trey_played_close(solver, slot);
    return status;
}

enum trey_status trey_played_forward(struct trey_played_solver *solver,
                                     struct trey_error *error)
{
    const struct trey_played_game *game = &solver->game;
    enum trey_status status = TREY_OK;
    unsigned starts = (game->last_start + 1) * game->excesses, sum = 0;
    for (unsigned slot = 0; status == TREY_OK && slot < solver->slots &&
                            (slot <= solver->last || slot < starts);
         slot++) {
        if (!trey_played_is_slot(game, slot))
            continue;
        status = list_layer(solver, slot, error);
        if (solver->layer[slot].boards > 0 && trey_played_sum(game, slot) != sum) {
            sum = trey_played_sum(game, slot);
            solver->counts.layers++;
        }
        if (status == TREY_OK && solver->layer[slot].boards > 0)
            status = trey_played_step(solver, false, error);
    }
    return status;
}
