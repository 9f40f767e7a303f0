/* Following a game played elsewhere: the list of inputs, and the commands that append to
 * it. followed_game.c defines the effect of each input. */
#include "base/array.h"
#include "base/error.h"
#include "engine/commands.h"
#include "engine/followed_game.h"
#include "engine/position.h"

#include <stdlib.h>
#include <string.h>

struct trey_follow {
    struct trey_follow_input *inputs;
    size_t count, room; /* inputs in the list, and its capacity */
    size_t at;          /* inputs applied; the others are undone */
    struct trey_followed_game game;
};

static const struct trey_rules *rules_of(const struct trey_followed_game *game)
{
    return &game->view.rules;
}

/* Applies the first `at` inputs again. They were valid before, so this cannot fail. */
static void replay_inputs(struct trey_follow *follow, size_t at)
{
    struct trey_record record = follow->game.record;
    follow->game = (struct trey_followed_game){.record = record};
    follow->at = at;
    for (size_t i = 0; i < at; i++)
        trey_followed_apply(&follow->game, &follow->inputs[i], NULL);
}

/* Sends the position; with `did` if a move or spawn was entered just now (`entered`). */
static void send_position(struct trey_engine *engine, bool entered)
{
    struct trey_followed_game *game = &engine->game.follow->game;
    struct trey_text *text = trey_answer(engine, false);
    if (entered && game->moved)
        trey_engine_add_step(text, &game->before, &game->step, false);
    trey_follow_add_position(engine->game.follow, text);
    trey_answer_send(engine);
}

/* Applies an input and appends it to the list, or sends an error and leaves the game
 * unchanged. */
static void enter_input(struct trey_engine *engine, const struct trey_follow_input *input)
{
    struct trey_follow *follow = engine->game.follow;
    struct trey_error error = {0};
    struct trey_follow_input *inputs =
        trey_array_grow(follow->inputs, &follow->room, follow->at + 1, sizeof *inputs);
    if (inputs == NULL) {
        trey_refuse(engine, "limit", "out of memory");
        return;
    }
    follow->inputs = inputs;
    const char *key = trey_followed_apply(&follow->game, input, &error);
    if (key != NULL) {
        uint64_t slide = follow->game.view.moves;
        replay_inputs(follow, follow->at);
        if (key == trey_contradiction_key)
            trey_refuse(engine, key, "slide %llu: %s", (unsigned long long)slide,
                        error.message);
        else
            trey_refuse(engine, key, "%s", error.message);
        return;
    }
    follow->inputs[follow->at++] = *input;
    follow->count = follow->at;
    send_position(engine, true);
}

/* --- functions for other files ---------------------------------------------------------
 */

void trey_follow_free(struct trey_follow *follow)
{
    if (follow == NULL)
        return;
    trey_record_clear(&follow->game.record);
    free(follow->inputs);
    free(follow);
}

const struct trey_record *trey_follow_record(const struct trey_follow *follow)
{
    return follow->game.known ? &follow->game.record : NULL;
}

bool trey_follow_view(const struct trey_follow *follow, struct trey_view *view)
{
    *view = follow->game.view;
    return follow->game.awaited == TREY_AWAIT_NOTHING;
}

void trey_follow_guess(const struct trey_follow *follow, struct trey_guess *guess)
{
    *guess = follow->game.guess;
}

static void add_awaited(const struct trey_followed_game *game, struct trey_text *text)
{
    if (!trey_json_open_or_null(text, "waiting", game->awaited != TREY_AWAIT_NOTHING))
        return;
    trey_json_string(text, "for", game->awaited == TREY_AWAIT_HINT ? "next" : "entered");
    if (game->awaited == TREY_AWAIT_SPAWN) {
        trey_add_bits(text, "cells", trey_followed_spawn_cells(game));
        trey_add_ranks(text, "tiles", rules_of(game), trey_followed_spawn_ranks(game));
    } else {
        struct trey_followed_hints hints;
        trey_followed_hints(game, &hints);
        trey_json_open(text, "hints", '[');
        for (int i = 0; i < hints.count; i++) {
            char hint[TREY_NEXT_TEXT];
            trey_next_format(rules_of(game), hints.next[i], hint, sizeof hint);
            trey_json_string(text, NULL, hint);
        }
        trey_json_close(text, ']');
    }
    trey_json_close(text, '}');
}

void trey_follow_add_position(const struct trey_follow *follow, struct trey_text *text)
{
    const struct trey_followed_game *game = &follow->game;
    const struct trey_rules *rules = rules_of(game);
    unsigned legal = trey_rules_legal(rules, game->view.board);
    bool waits = game->awaited == TREY_AWAIT_SPAWN;
    trey_engine_add_view(text, &game->view, game->shown,
                         game->known ? game->guess.count : 0);
    trey_json_uint(text, "undo", follow->at - 1);
    trey_json_uint(text, "redo", follow->count - follow->at);
    trey_engine_add_legal(text, "legal", waits ? 0 : legal);
    trey_json_bool(text, "over", !waits && legal == 0);
    trey_json_bool(text, "won", trey_rules_ends(rules, game->view.board));
    trey_engine_add_motions(text, rules, game->view.board, waits ? 0 : legal);
    trey_json_bool(text, "elsewhere", true);
    add_awaited(game, text);
}

void trey_follow_move(struct trey_engine *engine, enum trey_direction direction)
{
    enter_input(engine, &(struct trey_follow_input){.kind = TREY_INPUT_MOVE,
                                                    .direction = direction});
}

void trey_follow_undo_redo(struct trey_engine *engine, bool forward, uint64_t count)
{
    struct trey_follow *follow = engine->game.follow;
    size_t most = forward ? follow->count - follow->at : follow->at - 1;
    if (most == 0) {
        trey_refuse(engine, "state",
                    forward ? "there is nothing to redo" : "there is nothing to undo");
        return;
    }
    size_t inputs = count < most ? (size_t)count : most;
    replay_inputs(follow, forward ? follow->at + inputs : follow->at - inputs);
    send_position(engine, false);
}

/* Goes to the position after `moves` moves: the last input after which that many moves
 * are complete. */
void trey_follow_goto(struct trey_engine *engine, uint64_t moves)
{
    struct trey_follow *follow = engine->game.follow;
    size_t was = follow->at, found = 0;
    replay_inputs(follow, 0);
    for (size_t i = 0; i < follow->count; i++) {
        trey_followed_apply(&follow->game, &follow->inputs[i], NULL);
        if (follow->game.view.moves == moves &&
            follow->game.awaited == TREY_AWAIT_NOTHING)
            found = i + 1;
    }
    replay_inputs(follow, found > 0 ? found : was);
    if (found > 0)
        send_position(engine, false);
    else
        trey_refuse(engine, "value", "no position is known after %llu moves",
                    (unsigned long long)moves);
}

/* Returns in *input the next input of a record's step: the move, then the tile that
 * spawned, then the new hint. `begun`: the move was entered. False if the step is
 * complete, or if only its hint is missing and that was not shown. */
static bool next_input(const struct trey_followed_game *game,
                       const struct trey_step *step, bool begun, bool shown,
                       struct trey_follow_input *input)
{
    *input = (struct trey_follow_input){.kind = TREY_INPUT_MOVE,
                                        .direction = (enum trey_direction)step->direction,
                                        .cell = step->cell,
                                        .rank = step->rank,
                                        .next = step->next};
    if (!begun)
        return true;
    if (game->awaited == TREY_AWAIT_SPAWN)
        input->kind = TREY_INPUT_SPAWN;
    else if (game->awaited == TREY_AWAIT_HINT)
        input->kind = TREY_INPUT_HINT;
    return game->awaited == TREY_AWAIT_SPAWN ||
           (game->awaited == TREY_AWAIT_HINT && shown && step->next != TREY_NEXT_HIDDEN);
}

/* Enters a whole record. Returns NULL, or the error key of trey_followed_apply. */
static const char *enter_record(struct trey_follow *follow,
                                const struct trey_record *record, bool shown,
                                struct trey_error *error)
{
    struct trey_follow_input input = {.kind = TREY_INPUT_POSITION, .view = record->start};
    input.shown = shown || record->count > 0;
    if (!input.shown)
        input.view.next = TREY_NEXT_HIDDEN;
    const char *key = trey_followed_apply(&follow->game, &input, error);
    follow->inputs[follow->count++] = input;
    for (size_t i = 0; key == NULL && i < record->count; i++) {
        const bool hint = shown || i + 1 < record->count;
        for (bool begun = false;
             key == NULL &&
             next_input(&follow->game, &record->steps[i], begun, hint, &input);
             begun = true) {
            key = trey_followed_apply(&follow->game, &input, error);
            follow->inputs[follow->count++] = input;
        }
    }
    follow->at = follow->count;
    return key;
}

bool trey_follow_begin(struct trey_engine *engine, const struct trey_record *record,
                       bool shown, struct trey_error *error)
{
    struct trey_follow *follow = calloc(1, sizeof *follow);
    if (follow != NULL) {
        follow->room = 3 * record->count + 1; /* move, spawn and hint */
        follow->inputs = calloc(follow->room, sizeof *follow->inputs);
    }
    if (follow == NULL || follow->inputs == NULL) {
        free(follow);
        trey_fail(error, TREY_ERR_MEMORY, 0, "out of memory");
        return false;
    }
    if (enter_record(follow, record, shown, error) != NULL) {
        trey_follow_free(follow);
        return false;
    }
    trey_engine_clear_game(&engine->game);
    engine->game.kind = TREY_GAME_FOLLOWED;
    engine->game.follow = follow;
    engine->rules = record->start.rules;
    return true;
}

/* --- commands --------------------------------------------------------------------------
 */

void trey_command_follow(struct trey_engine *engine, char *rest)
{
    struct trey_follow_input input = {.kind = TREY_INPUT_POSITION};
    struct trey_error error = {0};
    const char *key;
    if (!trey_engine_read_position(&rest, &input.view, &input.shown, NULL, &key,
                                   &error)) {
        trey_refuse(engine, key, "%s", error.message);
        return;
    }
    if (trey_refuse_more(engine, rest))
        return;
    input.shown = input.shown && input.view.next != TREY_NEXT_HIDDEN;
    struct trey_follow *follow = calloc(1, sizeof *follow);
    struct trey_follow_input *inputs = calloc(1, sizeof *inputs);
    const char *fault = "limit";
    if (follow == NULL || inputs == NULL)
        trey_fail(&error, TREY_ERR_MEMORY, 0, "out of memory");
    else
        fault = trey_followed_apply(&follow->game, &input, &error);
    if (fault != NULL) {
        free(inputs);
        trey_follow_free(follow);
        trey_refuse(engine, fault, "%s", error.message);
        return;
    }
    *inputs = input;
    *follow = (struct trey_follow){inputs, 1, 1, 1, follow->game};
    trey_engine_clear_game(&engine->game);
    engine->game.kind = TREY_GAME_FOLLOWED;
    engine->game.follow = follow;
    engine->rules = input.view.rules;
    send_position(engine, false);
}

static bool has_followed_game(struct trey_engine *engine)
{
    if (engine->game.kind == TREY_GAME_FOLLOWED)
        return true;
    return trey_refuse(engine, "state", "no game is followed; start one with follow");
}

/* Parses CELL and TILE. Returns false after sending an error. */
static bool read_cell(struct trey_engine *engine, const char *cell_word,
                      const char *tile_word, int *cell, int *rank)
{
    const struct trey_rules *rules = rules_of(&engine->game.follow->game);
    uint64_t number = 0, tile = 0;
    int cells = rules->shape.rows * rules->shape.cols;
    if (!trey_words_count(cell_word, 0, (uint64_t)cells - 1, &number))
        return trey_refuse(engine, "value",
                           "%.32s is not a valid cell; cells are 0 to %d", cell_word,
                           cells - 1);
    *cell = (int)number;
    *rank = 0;
    if (tile_word == NULL)
        return true;
    *rank = trey_words_count(tile_word, 0, UINT32_MAX, &tile)
                ? trey_rules_rank(rules, tile)
                : -1;
    if (*rank >= 0)
        return true;
    return trey_refuse(engine, "value", "%.32s is not a valid tile", tile_word);
}

void trey_command_entered(struct trey_engine *engine, char *rest)
{
    struct trey_follow_input input = {.kind = TREY_INPUT_SPAWN};
    const char *cell = trey_words_next(&rest), *tile = trey_words_next(&rest);
    if (cell == NULL)
        trey_refuse_usage(engine);
    else if (!trey_refuse_more(engine, rest) && has_followed_game(engine) &&
             read_cell(engine, cell, tile, &input.cell, &input.rank))
        enter_input(engine, &input);
}

void trey_command_next(struct trey_engine *engine, char *rest)
{
    struct trey_follow_input input = {.kind = TREY_INPUT_HINT};
    struct trey_error error = {0};
    const char *word = trey_words_next(&rest);
    if (word == NULL)
        trey_refuse_usage(engine);
    else if (!trey_refuse_more(engine, rest) && has_followed_game(engine)) {
        const struct trey_rules *rules = rules_of(&engine->game.follow->game);
        if (trey_next_parse(rules, word, &input.next, &error) != TREY_OK)
            trey_refuse_error(engine, &error);
        else
            enter_input(engine, &input);
    }
}

/* Parses `put`: the current position with one change, and an unknown deck. */
static bool read_put(struct trey_engine *engine, const char *what, const char *word,
                     struct trey_follow_input *input)
{
    const struct trey_followed_game *game = &engine->game.follow->game;
    const struct trey_rules *rules = rules_of(game);
    struct trey_error error = {0};
    enum trey_status status = TREY_OK;
    int cell, rank;
    input->view = game->view;
    input->view.deck = rules->copies != 0 ? TREY_DECK_UNKNOWN : 0;
    input->shown = game->shown && game->awaited == TREY_AWAIT_NOTHING;
    if (strcmp(what, "next") == 0) {
        status = trey_next_parse(rules, word, &input->view.next, &error);
        input->shown = true;
    } else if (strcmp(what, "deck") == 0)
        status = trey_deck_parse(rules, word, &input->view.deck, &error);
    else if (!read_cell(engine, what, word, &cell, &rank))
        return false;
    else {
        input->view.board = trey_board_with(input->view.board, cell, rank);
        if (!trey_rules_merges_score(rules))
            input->view.score = trey_board_score(input->view.board);
    }
    if (!input->shown)
        input->view.next = TREY_NEXT_HIDDEN;
    if (status != TREY_OK)
        trey_refuse_error(engine, &error);
    return status == TREY_OK;
}

void trey_command_put(struct trey_engine *engine, char *rest)
{
    struct trey_follow_input input = {.kind = TREY_INPUT_POSITION};
    const char *what = trey_words_next(&rest), *word = trey_words_next(&rest);
    if (word == NULL)
        trey_refuse_usage(engine);
    else if (!trey_refuse_more(engine, rest) && has_followed_game(engine) &&
             read_put(engine, what, word, &input))
        enter_input(engine, &input);
}
