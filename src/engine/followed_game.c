/* A game played elsewhere, for example on a phone, that a person enters here.
 *
 * The game is a list of inputs: a position, a move, a spawn, a hint, or a correction. The
 * state is the result of applying all of them in order. Undo drops the last input and
 * applies the others again, so no input needs an inverse.
 *
 * Knowledge of the deck is a struct trey_guess: all possible decks. It is created once
 * board and hint are both known, updated by every move, and created again after a
 * correction, because the earlier inputs may be wrong. */
#include "engine/followed_game.h"
#include "base/error.h"

#include <limits.h>
#include <stdlib.h>

/* --- possible spawns and hints ---------------------------------------------------------
 */

static const struct trey_rules *rules_of(const struct trey_followed_game *game)
{
    return &game->view.rules;
}

unsigned trey_followed_spawn_cells(const struct trey_followed_game *game)
{
    return trey_rules_spawn_cells(rules_of(game), game->before.board, game->view.board,
                                  (enum trey_direction)game->step.direction);
}

unsigned trey_followed_spawn_ranks(const struct trey_followed_game *game)
{
    unsigned ranks = 0;
    for (int i = 0; i < game->guess.count; i++) {
        const struct trey_view *view = &game->guess.views[i];
        struct trey_chance tiles[TREY_MAX_CHANCES];
        int count =
            trey_rules_tiles(&view->rules, view->board, view->next, view->deck, tiles);
        for (int k = 0; k < count; k++)
            ranks |= 1U << tiles[k].what;
    }
    return ranks;
}

/* Returns the deck after a tile, for one view of the guess: a hidden tile leaves the deck
 * when it spawns, any other when its hint was shown. */
static trey_deck deck_after(const struct trey_view *view, int rank)
{
    struct trey_chance tiles[TREY_MAX_CHANCES];
    int count =
        trey_rules_tiles(&view->rules, view->board, view->next, view->deck, tiles);
    for (int k = 0; k < count; k++)
        if ((int)tiles[k].what == rank)
            return tiles[k].deck;
    return view->deck;
}

static void add_hints(const struct trey_rules *rules, trey_board board, trey_deck deck,
                      struct trey_followed_hints *hints)
{
    struct trey_chance chances[TREY_MAX_CHANCES];
    int count = trey_rules_nexts(rules, board, deck, chances);
    for (int k = 0; k < count; k++) {
        int at = 0;
        while (at < hints->count && hints->next[at] != (trey_next)chances[k].what)
            at++;
        if (at == hints->count && at < (int)(sizeof hints->next / sizeof *hints->next))
            hints->next[hints->count++] = (trey_next)chances[k].what;
    }
}

static int compare_hints(const void *a, const void *b)
{
    int first = *(const trey_next *)a, second = *(const trey_next *)b;
    first = first == TREY_NEXT_PLUS ? INT_MAX : first;
    second = second == TREY_NEXT_PLUS ? INT_MAX : second;
    return (first > second) - (first < second);
}

void trey_followed_hints(const struct trey_followed_game *game,
                         struct trey_followed_hints *hints)
{
    const struct trey_rules *rules = rules_of(game);
    hints->count = 0;
    if (!game->known)
        add_hints(rules, game->view.board, game->view.deck, hints);
    for (int i = 0; game->known && i < game->guess.count; i++)
        add_hints(rules, game->view.board,
                  deck_after(&game->guess.views[i], game->step.rank), hints);
    qsort(hints->next, (size_t)hints->count, sizeof *hints->next, compare_hints);
}

/* --- inputs ----------------------------------------------------------------------------
 */

const char trey_contradiction_key[] = "contradiction";

static const char illegal_key[] = "illegal", state_key[] = "state", value_key[] = "value";

static const char *fail(const char *key, struct trey_error *error, const char *text)
{
    trey_fail(error, TREY_ERR_INPUT, 0, "%s", text);
    return key;
}

/* Board and hint are both known: lists all decks that are possible with them. */
static const char *start_guess(struct trey_followed_game *game, struct trey_error *error)
{
    struct trey_view *view = &game->view;
    uint64_t score = view->score, moves = view->moves;
    if (trey_guess_make(&view->rules, view->board, view->next, view->deck, &game->guess,
                        error) != TREY_OK)
        return value_key;
    for (int i = 0; i < game->guess.count; i++) {
        game->guess.views[i].score = score;
        game->guess.views[i].moves = moves;
    }
    game->known = true;
    game->shown = true;
    game->awaited = TREY_AWAIT_NOTHING;
    trey_guess_view(&game->guess, view);
    return trey_record_begin(&game->record, view, 0, 0, NULL, error) == TREY_OK ? NULL
                                                                                : "limit";
}

static const char *apply_position(struct trey_followed_game *game,
                                  const struct trey_follow_input *input,
                                  struct trey_error *error)
{
    const struct trey_rules *rules = &input->view.rules;
    game->view = input->view;
    game->known = game->shown = game->move_pending = false;
    game->awaited = TREY_AWAIT_HINT;
    if (input->shown || rules->hint == TREY_SHOW_NONE ||
        trey_rules_ends(rules, input->view.board))
        return start_guess(game, error);
    struct trey_followed_hints hints;
    trey_followed_hints(game, &hints);
    return hints.count > 0 ? NULL
                           : fail(value_key, error, "no hint is possible with this deck");
}

/* Completes a move: updates every deck that is consistent with it. */
static const char *complete_move(struct trey_followed_game *game, trey_next next,
                                 struct trey_error *error)
{
    game->step.next = next;
    enum trey_direction direction = (enum trey_direction)game->step.direction;
    if (trey_guess_advance(&game->guess, direction, game->step.cell, game->step.rank,
                           next, error) != TREY_OK)
        return trey_contradiction_key;
    if (trey_record_add(&game->record, &game->step, error) != TREY_OK)
        return "limit";
    game->move_pending = false;
    game->shown = true;
    game->awaited = TREY_AWAIT_NOTHING;
    trey_guess_view(&game->guess, &game->view);
    return NULL;
}

static const char *place_tile(struct trey_followed_game *game, int cell, int rank,
                              struct trey_error *error)
{
    game->step.cell = (int8_t)cell;
    game->step.rank = (uint8_t)rank;
    game->view.board = trey_board_with(game->view.board, cell, rank);
    if (!trey_rules_merges_score(rules_of(game)))
        game->view.score = trey_board_score(game->view.board);
    game->moved = true;
    if (rules_of(game)->hint == TREY_SHOW_NONE)
        return complete_move(game, TREY_NEXT_HIDDEN, error);
    game->view.next = TREY_NEXT_HIDDEN;
    game->shown = false;
    game->awaited = TREY_AWAIT_HINT;
    return NULL;
}

static bool is_single_bit(unsigned set)
{
    return set != 0 && (set & (set - 1)) == 0;
}

static const char *apply_move(struct trey_followed_game *game,
                              const struct trey_follow_input *input,
                              struct trey_error *error)
{
    const struct trey_rules *rules = rules_of(game);
    if (game->awaited != TREY_AWAIT_NOTHING)
        return fail(state_key, error,
                    "the last move is incomplete: enter its tile or hint first");
    unsigned legal = trey_rules_legal(rules, game->view.board);
    if ((legal >> input->direction & 1) == 0)
        return fail(illegal_key, error,
                    legal == 0 ? "the game is over" : "the slide moves nothing");
    game->before = game->view;
    game->step = (struct trey_step){
        .direction = (uint8_t)input->direction, .cell = -1, .ms = -1.0F};
    game->move_pending = game->moved = true;
    if (trey_rules_merges_score(rules))
        game->view.score += trey_rules_gain(rules, game->view.board, input->direction);
    game->view.board = trey_rules_slide(rules, game->view.board, input->direction);
    if (!trey_rules_merges_score(rules))
        game->view.score = trey_board_score(game->view.board);
    game->view.moves++;
    if (trey_rules_ends(rules, game->view.board))
        return complete_move(game, TREY_NEXT_HIDDEN, error);
    game->awaited = TREY_AWAIT_SPAWN;
    unsigned cells = trey_followed_spawn_cells(game),
             ranks = trey_followed_spawn_ranks(game);
    if (is_single_bit(cells) && is_single_bit(ranks))
        return place_tile(game, __builtin_ctz(cells), __builtin_ctz(ranks), error);
    return NULL;
}

static const char *apply_spawn(struct trey_followed_game *game,
                               const struct trey_follow_input *input,
                               struct trey_error *error)
{
    if (game->awaited != TREY_AWAIT_SPAWN)
        return fail(state_key, error, "no spawn is expected now");
    unsigned ranks = trey_followed_spawn_ranks(game);
    if ((trey_followed_spawn_cells(game) >> input->cell & 1) == 0)
        return fail(illegal_key, error, "no tile can spawn in that cell after this move");
    if (input->rank == 0 && !is_single_bit(ranks))
        return fail(value_key, error, "several tiles are possible: name the tile");
    int rank = input->rank != 0 ? input->rank : __builtin_ctz(ranks);
    if ((ranks >> rank & 1) == 0)
        return fail(trey_contradiction_key, error,
                    "the hint before the move excludes this tile");
    return place_tile(game, input->cell, rank, error);
}

static const char *apply_hint(struct trey_followed_game *game,
                              const struct trey_follow_input *input,
                              struct trey_error *error)
{
    if (game->awaited != TREY_AWAIT_HINT)
        return fail(state_key, error, "no hint is expected now");
    if (game->move_pending)
        return complete_move(game, input->next, error);
    struct trey_chance chances[TREY_MAX_CHANCES];
    struct trey_view *view = &game->view;
    int count = trey_rules_nexts(&view->rules, view->board, view->deck, chances);
    for (int i = 0; i < count; i++)
        if ((trey_next)chances[i].what == input->next) {
            view->next = input->next;
            view->deck = chances[i].deck;
            return start_guess(game, error);
        }
    return fail(trey_contradiction_key, error,
                "this hint is impossible with this board and deck");
}

static const char *apply_input(struct trey_followed_game *game,
                               const struct trey_follow_input *input,
                               struct trey_error *error)
{
    game->moved = false;
    switch (input->kind) {
    case TREY_INPUT_POSITION:
        return apply_position(game, input, error);
    case TREY_INPUT_MOVE:
        return apply_move(game, input, error);
    case TREY_INPUT_SPAWN:
        return apply_spawn(game, input, error);
    case TREY_INPUT_HINT:
        break;
    }
    return apply_hint(game, input, error);
}

/* Keeps the record's score up to date, so that a const pointer to the record suffices. */
const char *trey_followed_apply(struct trey_followed_game *game,
                                const struct trey_follow_input *input,
                                struct trey_error *error)
{
    const char *refused = apply_input(game, input, error);
    if (refused == NULL && game->known)
        game->record.score = game->guess.views[0].score;
    return refused;
}
