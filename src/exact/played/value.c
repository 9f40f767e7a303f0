/* The backward pass: slots downwards. The value of a board is a row of numbers, one for
 * each deck that it may come with: mean over the hints of the best slide under each,
 * which for rules that show nothing is one slide for all tiles. The value of a slide is
 * the mean over the entries; a card leads from deck k of a board to deck to[rank][k] of
 * the board then, any other tile to the same deck.
 *
 * Decks that a board cannot come with have values too, some of them without meaning: a
 * board that a card cannot lead to counts as 0. No state that can come up asks for them.
 *
 * For a player who counts no cards a row begins with what the player believes, and slides
 * are chosen by that. */
#include "base/error.h"
#include "exact/played/weigh.h"

static const double nothing[TREY_LANES];

struct work {
    struct trey_played_solver *solver;
    unsigned slot, last_bonus;
    struct trey_blend blend;
    trey_weigh *weigh;
};

/* --- children --------------------------------------------------------------------------
 */

/* As in struct trey_weighing. */
typedef const double *rows[TREY_LAST_TILE][TREY_PLAYED_ENTRIES];

static void find_rows(const struct work *work, const struct trey_turns *turns,
                      unsigned rank, rows found)
{
    const struct trey_played_solver *solver = work->solver;
    unsigned slot = trey_played_way(&solver->game, work->slot, rank).slot;
    const struct trey_played_layer *to = &solver->layer[slot];
    uint32_t number[TREY_PLAYED_ENTRIES], place[TREY_PLAYED_ENTRIES];
    uint16_t entry[TREY_PLAYED_ENTRIES];
    for (size_t i = 0; i < turns->entries; i++)
        found[rank][i] = nothing;
    if (slot >= solver->slots || to->value == NULL)
        return;
    unsigned width = trey_played_width(solver, slot);
    size_t count = trey_turns_enter(solver, turns, work->slot, rank, number, entry);
    solver->kernels->locate(&to->set, number, place, count);
    for (size_t i = 0; i < count; i++)
        if (to->set.bits[number[i] / 64] >> (number[i] % 64) & 1) {
            found[rank][entry[i]] = to->value + (size_t)place[i] * width;
            __builtin_prefetch(found[rank][entry[i]]);
            __builtin_prefetch(found[rank][entry[i]] + 8);
        }
}

/* --- a layer ---------------------------------------------------------------------------
 */

static void value_batch(const struct work *work, const trey_board *boards, size_t count,
                        double *value)
{
    const struct trey_played_game *game = &work->solver->game;
    struct trey_turns turns;
    rows found;
    unsigned width = work->blend.width;
    trey_turns_find(work->solver, boards, count, &turns);
    for (unsigned rank = 1; rank <= work->last_bonus || rank <= TREY_CARDS; rank++)
        find_rows(work, &turns, rank, found);
    for (size_t i = 0; i < count; i++, value += width) {
        struct trey_weighing weighing = {
            .game = game,
            .luck = &game->luck[turns.last_rank[i] + 3],
            .blend = &work->blend,
            .turn = turns.turn[i],
            .slides = turns.slides[i],
            .last_rank = turns.last_rank[i],
            .row = found,
        };
        if (turns.slides[i] > 0)
            work->weigh(&weighing, value);
        else
            for (unsigned k = 0; k < width; k++)
                value[k] = (double)trey_board_score(boards[i]);
    }
}

static void value_chunk(void *context, size_t chunk)
{
    const struct work *work = context;
    struct trey_played_solver *solver = work->solver;
    const struct trey_played_layer *layer = &solver->layer[work->slot];
    unsigned width = work->blend.width;
    trey_board boards[TREY_BATCH];
    struct trey_scan scan;
    trey_scan_begin(&scan, &solver->game.ranking, layer->rows, &layer->set, chunk);
    size_t place = layer->set.before[scan.word];
    for (size_t count; (count = trey_scan_next(&scan, boards)) > 0; place += count)
        for (size_t at = 0; at < count; at += TREY_PLAYED_BATCH) {
            size_t left = count - at;
            value_batch(work, boards + at,
                        left < TREY_PLAYED_BATCH ? left : TREY_PLAYED_BATCH,
                        layer->value + (place + at) * width);
        }
}

static void add_start(void *context, trey_board board,
                      const unsigned drawn[TREY_CARDS + 1], double chance)
{
    const struct work *work = context;
    struct trey_played_solver *solver = work->solver;
    const struct trey_played_game *game = &solver->game;
    const struct trey_played_layer *layer = &solver->layer[work->slot];
    bool exchanged;
    if (trey_played_settle(game, &board, &exchanged) != work->slot)
        return;
    int deck = trey_played_deck(game, work->slot, drawn[exchanged ? 2 : 1],
                                drawn[exchanged ? 1 : 2], drawn[3]);
    uint32_t number = trey_rank_of(&game->ranking, layer->rows, board), place;
    solver->kernels->locate(&layer->set, &number, &place, 1);
    const double *row =
        layer->value + (size_t)place * trey_played_width(solver, work->slot);
    solver->counts.value += chance * row[(unsigned)deck + game->uncounted];
    solver->counts.believed += chance * row[game->uncounted ? 0 : (unsigned)deck];
}

static enum trey_status value_layer(struct trey_played_solver *solver, unsigned slot,
                                    struct trey_error *error)
{
    unsigned sum = trey_played_sum(&solver->game, slot);
    struct work work = {.solver = solver,
                        .slot = slot,
                        .last_bonus = trey_played_last_bonus(&solver->game, sum),
                        .weigh = trey_weigh_best()};
    trey_blend_make(&solver->game, slot, &work.blend);
    enum trey_status status = trey_played_open_values(solver, slot, error);
    if (status == TREY_OK)
        status = trey_played_for(solver, slot, value_chunk, &work, error);
    if (status == TREY_OK && sum <= solver->game.last_start)
        trey_played_starts(&solver->game, &work, add_start);
    solver->done += solver->layer[slot].boards;
    return status;
}

/* Values of sums beyond are of no use to the boards of this one, nor to lower ones. */
static unsigned last_needed(const struct trey_played_game *game, unsigned sum)
{
    unsigned bonus = trey_played_last_bonus(game, sum);
    return sum + (bonus > TREY_CARDS ? game->board.tile[bonus] : TREY_CARDS);
}

enum trey_status trey_played_backward(struct trey_played_solver *solver,
                                      struct trey_error *error)
{
    const struct trey_played_game *game = &solver->game;
    unsigned end = solver->last + 1, open = end; /* those below it have what they had */
    enum trey_status status = TREY_OK;
    solver->done = 0;
    solver->all = (double)solver->counts.boards;
    for (unsigned slot = end; status == TREY_OK && slot-- > 0;) {
        if (solver->layer[slot].boards == 0)
            continue;
        unsigned last = last_needed(game, trey_played_sum(game, slot));
        for (; !solver->options->values && open > (last + 1) * game->excesses; open--)
            trey_played_close(solver, open - 1);
        status = value_layer(solver, slot, error);
        if (status == TREY_OK)
            status = trey_played_step(solver, true, error);
    }
    return status;
}
