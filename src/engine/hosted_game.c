/* A hosted game: the session is the referee and draws the tiles.
 *
 * Every state is kept, including its hidden parts, so undo and redo only change an index.
 * A move after an undo discards the undone states. */
#include "engine/hosted_game.h"
#include "advise/guess.h"
#include "base/array.h"
#include "base/error.h"
#include "base/random.h"
#include "engine/commands.h"
#include "engine/position.h"
#include "rules/chance.h"

#include <stdlib.h>
#include <string.h>

/* --- the list of states ----------------------------------------------------------------
 */

void trey_engine_clear_game(struct trey_engine_game *game)
{
    trey_record_clear(&game->record);
    free(game->states);
    trey_follow_free(game->follow);
    *game = (struct trey_engine_game){0};
}

bool trey_hosted_game_add_state(struct trey_engine_game *game, size_t at,
                                const struct trey_game *state)
{
    struct trey_game *states =
        trey_array_grow(game->states, &game->room, at + 1, sizeof *states);
    if (states == NULL)
        return false;
    game->states = states;
    game->states[at] = *state;
    return true;
}

bool trey_hosted_game_begin(struct trey_engine_game *game, const struct trey_game *start,
                            uint64_t seed, uint64_t number)
{
    *game = (struct trey_engine_game){.kind = TREY_GAME_HOSTED};
    return trey_record_begin(&game->record, &start->view, seed, number, NULL, NULL) ==
               TREY_OK &&
           trey_hosted_game_add_state(game, 0, start);
}

/* The new game is complete before the old one is freed. */
bool trey_engine_replace_game(struct trey_engine *engine, struct trey_engine_game *game,
                              bool made)
{
    if (!made) {
        trey_engine_clear_game(game);
        return trey_refuse(engine, "limit", "out of memory");
    }
    trey_engine_clear_game(&engine->game);
    engine->game = *game;
    return true;
}

/* Lists all possible decks and hints of the game's first state. */
static enum trey_status guess_start(const struct trey_engine_game *game,
                                    struct trey_guess *guess, struct trey_error *error)
{
    const struct trey_view *view = &game->states[0].view;
    return game->open_next ? trey_guess_make_open(&view->rules, view->board,
                                                  game->record.start.deck, guess, error)
                           : trey_guess_make(&view->rules, view->board, view->next,
                                             view->deck, guess, error);
}

/* Draws one of the possible cases by their probabilities. */
static const struct trey_view *draw_case(const struct trey_guess *guess, uint64_t random)
{
    double left = trey_unit64(random);
    int i = 0;
    while (i + 1 < guess->count && left >= guess->weight[i])
        left -= guess->weight[i++];
    return &guess->views[i];
}

/* Draws the deck, and the hint if unknown, of a game that was set up without one, before
 * its first move, by their probabilities. A game without a deck would be a different
 * game: its 1s and 2s soon fall out of balance. */
static void draw_deck(struct trey_engine_game *game)
{
    struct trey_view view = game->states[0].view;
    struct trey_guess guess;
    if (game->at > 0 || (view.deck != TREY_DECK_UNKNOWN && !game->open_next) ||
        guess_start(game, &guess, NULL) != TREY_OK)
        return;
    const struct trey_view *drawn = draw_case(&guess, trey_mix64(game->record.seed));
    view.deck = drawn->deck;
    view.next = drawn->next;
    game->record.start.deck = view.deck;
    game->record.start.next = view.next;
    game->open_next = false;
    trey_game_from_view(&game->states[0], &view, game->record.seed, game->record.number);
}

bool trey_engine_make_move(struct trey_engine *engine, enum trey_direction direction)
{
    struct trey_engine_game *game = &engine->game;
    draw_deck(game);
    struct trey_game state = game->states[game->at];
    struct trey_move move;
    trey_game_slide(&state, direction, &move);
    struct trey_step step = {(uint8_t)direction, move.cell, move.rank, state.view.next,
                             -1.0F};
    game->record.count = game->at; /* discards the undone moves */
    if (!trey_hosted_game_add_state(game, game->at + 1, &state) ||
        trey_record_add(&game->record, &step, NULL) != TREY_OK)
        return trey_refuse(engine, "limit", "out of memory");
    game->at++;
    return true;
}

/* --- writing ---------------------------------------------------------------------------
 */

static void add_hosted(const struct trey_engine_game *game, struct trey_text *text)
{
    struct trey_view view = game->states[game->at].view;
    unsigned legal = trey_rules_legal(&view.rules, view.board);
    if (game->open_next)
        view.deck = game->record.start.deck; /* the known part of the deck */
    trey_engine_add_view(text, &view, !game->open_next,
                         view.deck != TREY_DECK_UNKNOWN ? 1 : -1);
    trey_json_uint(text, "undo", game->at);
    trey_json_uint(text, "redo", game->record.count - game->at);
    trey_engine_add_legal(text, "legal", legal);
    trey_json_bool(text, "over", legal == 0);
    trey_json_bool(text, "won", trey_rules_ends(&view.rules, view.board));
    trey_engine_add_motions(text, &view.rules, view.board, legal);
}

void trey_engine_add_position(struct trey_engine *engine, struct trey_text *text)
{
    if (engine->game.kind == TREY_GAME_HOSTED)
        add_hosted(&engine->game, text);
    else
        trey_follow_add_position(engine->game.follow, text);
}

const struct trey_record *trey_engine_record(const struct trey_engine *engine)
{
    if (engine->game.kind == TREY_GAME_HOSTED)
        return &engine->game.record;
    return engine->game.kind == TREY_GAME_FOLLOWED
               ? trey_follow_record(engine->game.follow)
               : NULL;
}

static bool require_game(struct trey_engine *engine)
{
    if (engine->game.kind != TREY_NO_GAME)
        return true;
    return trey_refuse(engine, "state",
                       "no game yet; start one with new, set, load or follow");
}

bool trey_engine_get_view(struct trey_engine *engine, struct trey_view *view)
{
    if (!require_game(engine))
        return false;
    if (engine->game.kind == TREY_GAME_HOSTED && engine->game.open_next)
        return trey_refuse(engine, "state", "the next tile is not known");
    if (engine->game.kind == TREY_GAME_HOSTED) {
        *view = engine->game.states[engine->game.at].view;
        return true;
    }
    if (trey_follow_view(engine->game.follow, view))
        return true;
    return trey_refuse(engine, "state", "the game waits for input: see waiting");
}

bool trey_engine_get_guess(struct trey_engine *engine, struct trey_guess *guess)
{
    const struct trey_engine_game *game = &engine->game;
    struct trey_view view;
    struct trey_error error = {0};
    bool open = game->kind == TREY_GAME_HOSTED && game->open_next;
    if (!open && !trey_engine_get_view(engine, &view))
        return false;
    if (game->kind == TREY_GAME_FOLLOWED) {
        trey_follow_guess(game->follow, guess);
        return true;
    }
    enum trey_status status = TREY_OK;
    if (open) {
        view = game->states[0].view;
        status = guess_start(game, guess, &error);
    } else
        status =
            trey_guess_make(&view.rules, view.board, view.next, view.deck, guess, &error);
    if (status != TREY_OK)
        return trey_refuse_error(engine, &error);
    for (int i = 0; i < guess->count; i++) {
        guess->views[i].score = view.score;
        guess->views[i].moves = view.moves;
    }
    return true;
}

static void send_position(struct trey_engine *engine)
{
    trey_engine_add_position(engine, trey_answer(engine, false));
    trey_answer_send(engine);
}

/* Sends the answer to a move or its undoing; `index` is the move's index in the record.
 */
static void send_move(struct trey_engine *engine, size_t index, bool undone)
{
    const struct trey_engine_game *game = &engine->game;
    struct trey_text *text = trey_answer(engine, false);
    trey_engine_add_step(text, &game->states[index].view, &game->record.steps[index],
                         undone);
    trey_engine_add_position(engine, text);
    trey_answer_send(engine);
}

/* --- starting a game -------------------------------------------------------------------
 */

static void send_start(struct trey_engine *engine, uint64_t seed, uint64_t number)
{
    struct trey_text *text = trey_answer(engine, false);
    trey_engine_add_position(engine, text);
    trey_json_uint(text, "seed", seed);
    trey_json_uint(text, "game", number);
    trey_answer_send(engine);
}

static void begin_hosted(struct trey_engine *engine, const struct trey_game *start,
                         uint64_t seed, uint64_t number, bool open_next, trey_deck deck)
{
    struct trey_engine_game game;
    bool made = trey_hosted_game_begin(&game, start, seed, number);
    game.open_next = open_next;
    if (made && open_next)
        game.record.start.deck = deck;
    if (!trey_engine_replace_game(engine, &game, made))
        return;
    engine->rules = start->view.rules;
    send_start(engine, seed, number);
}

/* Parses [seed N] [game N]. Returns false after sending an error. */
static bool read_seed(struct trey_engine *engine, char **rest, uint64_t *seed,
                      uint64_t *number)
{
    const char *name;
    bool seeded = false;
    *seed = engine->options.seed;
    *number = 0;
    while ((name = trey_words_next(rest)) != NULL) {
        bool is_seed = strcmp(name, "seed") == 0;
        if (!is_seed && strcmp(name, "game") != 0)
            return trey_refuse_usage(engine);
        const char *value = trey_words_next(rest);
        if (!trey_words_count(value, 0, INT64_MAX, is_seed ? seed : number))
            return trey_refuse(engine, "value", "%s cannot be %.32s", name,
                               value != NULL ? value : "nothing");
        seeded = true;
    }
    if (!seeded)
        *number = engine->games++;
    return true;
}

void trey_command_new(struct trey_engine *engine, char *rest)
{
    struct trey_rules rules = engine->rules;
    struct trey_error error = {0};
    struct trey_game start;
    uint64_t seed, number;
    char *word = trey_words_next(&rest);
    if (word != NULL && (strcmp(word, "seed") == 0 || strcmp(word, "game") == 0))
        trey_words_back(&rest, word);
    else if (word != NULL && trey_rules_parse(word, &rules, &error) != TREY_OK) {
        trey_refuse_error(engine, &error);
        return;
    }
    if (!read_seed(engine, &rest, &seed, &number))
        return;
    trey_game_begin(&start, &rules, seed, number);
    begin_hosted(engine, &start, seed, number, false, TREY_DECK_UNKNOWN);
}

/* Parses the position of `set` and `check`. If no hint is given, one is drawn. If it is
 * given as unknown, *open_next is true, and view->next and view->deck are one of the
 * possible cases. *deck is the deck as it was given. */
static bool read_start(struct trey_engine *engine, char *rest, struct trey_view *view,
                       uint64_t *seed, bool *open_next, trey_deck *deck)
{
    struct trey_error error = {0};
    const char *key;
    bool shown;
    *seed = engine->options.seed;
    if (!trey_engine_read_position(&rest, view, &shown, seed, &key, &error))
        return trey_refuse(engine, key, "%s", error.message);
    if (trey_refuse_more(engine, rest))
        return false;
    bool hidden = view->next == TREY_NEXT_HIDDEN && view->rules.hint != TREY_SHOW_NONE &&
                  !trey_rules_ends(&view->rules, view->board);
    *open_next = hidden && shown;
    *deck = view->deck;
    struct trey_guess guess;
    if (hidden && trey_guess_make_open(&view->rules, view->board, view->deck, &guess,
                                       &error) != TREY_OK)
        return trey_refuse_error(engine, &error);
    if (*open_next) {
        view->next = guess.views[0].next;
        view->deck = guess.views[0].deck;
    } else if (hidden) /* an unknown deck is drawn before the first move */
        view->next = draw_case(&guess, trey_mix64(~*seed))->next;
    if (trey_view_check(view, &error) == TREY_OK)
        return true;
    return trey_refuse_error(engine, &error);
}

void trey_command_set(struct trey_engine *engine, char *rest)
{
    struct trey_view view;
    struct trey_game start;
    uint64_t seed;
    bool open_next;
    trey_deck deck;
    if (!read_start(engine, rest, &view, &seed, &open_next, &deck))
        return;
    trey_game_from_view(&start, &view, seed, 0);
    begin_hosted(engine, &start, seed, 0, open_next, deck);
}

static int compare_hints(const void *a, const void *b)
{
    const trey_next *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Adds `hints`: the different hints of a guess, sorted. */
static void add_hints(struct trey_text *text, const struct trey_guess *guess)
{
    trey_next hints[2 * TREY_MAX_DECKS];
    size_t count = 0;
    for (int i = 0; i < guess->count; i++) {
        size_t at = 0;
        while (at < count && hints[at] != guess->views[i].next)
            at++;
        hints[at] = guess->views[i].next;
        count += at == count;
    }
    qsort(hints, count, sizeof *hints, compare_hints);
    trey_json_open(text, "hints", '[');
    for (size_t i = 0; i < count; i++) {
        char hint[TREY_NEXT_TEXT];
        trey_next_format(&guess->views[0].rules, hints[i], hint, sizeof hint);
        if (hints[i] != TREY_NEXT_HIDDEN)
            trey_json_string(text, NULL, hint);
    }
    trey_json_close(text, ']');
}

void trey_engine_add_cases(struct trey_text *text, const struct trey_guess *guess)
{
    bool none =
        guess->views[0].rules.copies == 0 || guess->views[0].deck == TREY_DECK_UNKNOWN;
    trey_json_int(text, "decks", none ? 0 : trey_guess_decks(guess));
    add_hints(text, guess);
}

/* Sends the answer to `check`. `guess` has the possible decks with the given hint, `all`
 * those with any hint. */
static void send_checked(struct trey_engine *engine, const struct trey_view *view,
                         const struct trey_guess *guess, bool shown,
                         const struct trey_guess *all)
{
    struct trey_view known = *view;
    struct trey_rules relaxed = view->rules; /* the board may have been set up by hand */
    unsigned legal = trey_rules_legal(&view->rules, view->board);
    bool fits = guess->views[0].deck != TREY_DECK_UNKNOWN;
    relaxed.start = 1;
    if (shown) {
        trey_guess_view(guess, &known);
        fits = trey_deck_fits(&relaxed, known.board, known.next, known.deck);
    }
    struct trey_text *text = trey_answer(engine, false);
    trey_engine_add_view(text, &known, shown, fits ? trey_guess_decks(guess) : 0);
    trey_engine_add_legal(text, "legal", legal);
    trey_json_bool(text, "over", legal == 0);
    add_hints(text, all);
    trey_answer_send(engine);
}

void trey_command_check(struct trey_engine *engine, char *rest)
{
    struct trey_view view;
    struct trey_error error = {0};
    struct trey_guess guess, all;
    uint64_t seed;
    bool open_next;
    trey_deck deck;
    if (!read_start(engine, rest, &view, &seed, &open_next, &deck))
        return;
    if (open_next)
        view.deck = deck;
    enum trey_status status =
        trey_guess_make_open(&view.rules, view.board, deck, &all, &error);
    if (status == TREY_OK && !open_next)
        status = trey_guess_make(&view.rules, view.board, view.next, view.deck, &guess,
                                 &error);
    if (status != TREY_OK) {
        trey_refuse_error(engine, &error);
        return;
    }
    send_checked(engine, &view, open_next ? &all : &guess, !open_next, &all);
}

/* --- moves, undo and redo --------------------------------------------------------------
 */

void trey_command_slide(struct trey_engine *engine, char *rest)
{
    enum trey_direction direction;
    const char *word = trey_words_next(&rest);
    if (word == NULL) {
        trey_refuse_usage(engine);
        return;
    }
    if (!trey_words_slide(word, &direction)) {
        trey_refuse(engine, "value", "%.32s is not a valid move", word);
        return;
    }
    if (trey_refuse_more(engine, rest) || !require_game(engine))
        return;
    if (engine->game.kind == TREY_GAME_FOLLOWED) {
        trey_follow_move(engine, direction);
        return;
    }
    unsigned legal = trey_game_legal(&engine->game.states[engine->game.at]);
    if ((legal >> direction & 1) == 0)
        trey_refuse(engine, "illegal",
                    legal == 0 ? "the game is over" : "the slide %c moves nothing",
                    trey_direction_letter(direction));
    else if (trey_engine_make_move(engine, direction))
        send_move(engine, engine->game.at - 1, false);
}

/* Parses [N], a number of moves. Returns false after sending an error. */
static bool read_count(struct trey_engine *engine, char *rest, uint64_t *count)
{
    const char *word = trey_words_next(&rest);
    *count = 1;
    if (word != NULL && !trey_words_count(word, 1, INT64_MAX, count))
        return trey_refuse(engine, "value", "%.32s is not a number of moves", word);
    return !trey_refuse_more(engine, rest) && require_game(engine);
}

static void undo_or_redo(struct trey_engine *engine, char *rest, bool forward)
{
    struct trey_engine_game *game = &engine->game;
    uint64_t count;
    if (!read_count(engine, rest, &count))
        return;
    if (game->kind == TREY_GAME_FOLLOWED) {
        trey_follow_undo_redo(engine, forward, count);
        return;
    }
    size_t most = forward ? game->record.count - game->at : game->at;
    if (most == 0) {
        trey_refuse(engine, "state",
                    forward ? "there is nothing to redo" : "there is nothing to undo");
        return;
    }
    size_t slides = count < most ? (size_t)count : most;
    game->at = forward ? game->at + slides : game->at - slides;
    send_move(engine, forward ? game->at - 1 : game->at, !forward);
}

void trey_command_undo(struct trey_engine *engine, char *rest)
{
    undo_or_redo(engine, rest, false);
}

void trey_command_redo(struct trey_engine *engine, char *rest)
{
    undo_or_redo(engine, rest, true);
}

void trey_command_goto(struct trey_engine *engine, char *rest)
{
    uint64_t moves = 0;
    const char *word = trey_words_next(&rest);
    if (word == NULL)
        trey_refuse_usage(engine);
    else if (!trey_words_count(word, 0, INT64_MAX, &moves))
        trey_refuse(engine, "value", "%.32s is not a number of moves", word);
    else if (!trey_refuse_more(engine, rest) && require_game(engine)) {
        struct trey_engine_game *game = &engine->game;
        if (game->kind == TREY_GAME_FOLLOWED) {
            trey_follow_goto(engine, moves);
        } else if (moves > game->record.count) {
            trey_refuse(engine, "value", "the game has only %zu moves",
                        game->record.count);
        } else {
            game->at = (size_t)moves;
            send_position(engine);
        }
    }
}

void trey_command_game(struct trey_engine *engine, char *rest)
{
    if (!trey_refuse_more(engine, rest) && require_game(engine))
        send_position(engine);
}
