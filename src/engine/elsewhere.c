/* A game played elsewhere, as the session has it: the list of what was told, with its
 * commands. What each thing told does is stand.c's. */
#include "base/error.h"
#include "engine/commands.h"
#include "engine/position.h"
#include "engine/stand.h"
#include "trey/array.h"

#include <stdlib.h>
#include <string.h>

struct trey_engine_elsewhere {
    struct trey_tap *taps;
    size_t count, room; /* taps told */
    size_t at;          /* of these, not undone */
    struct trey_stand stand;
};

static const struct trey_rules *rules_of(const struct trey_stand *stand)
{
    return &stand->view.rules;
}

/* Goes through the taps again, up to `at` of them. They were possible before. */
static void go_through(struct trey_engine_elsewhere *game, size_t at)
{
    struct trey_record record = game->stand.record;
    game->stand = (struct trey_stand){.record = record};
    game->at = at;
    for (size_t i = 0; i < at; i++)
        trey_stand_apply(&game->stand, &game->taps[i], NULL);
}

/* The position, with `did` if a slide or a tile was `told` just now. */
static void tell(struct trey_engine *engine, bool told)
{
    struct trey_stand *stand = &engine->game.elsewhere->stand;
    struct trey_text *text = trey_answer(engine, false);
    if (told && stand->moved)
        trey_engine_tell_step(text, &stand->before, &stand->step, false);
    trey_elsewhere_tell(engine->game.elsewhere, text);
    trey_answer_say(engine);
}

/* A tap is made: told, or refused and forgotten. */
static void make_tap(struct trey_engine *engine, const struct trey_tap *tap)
{
    struct trey_engine_elsewhere *game = engine->game.elsewhere;
    struct trey_error error = {0};
    struct trey_tap *taps =
        trey_array_grow(game->taps, &game->room, game->at + 1, sizeof *taps);
    if (taps == NULL) {
        trey_refuse(engine, "limit", "out of memory");
        return;
    }
    game->taps = taps;
    const char *key = trey_stand_apply(&game->stand, tap, &error);
    if (key != NULL) {
        uint64_t slide = game->stand.view.moves;
        go_through(game, game->at);
        if (key == trey_contradiction)
            trey_refuse(engine, key, "slide %llu: %s", (unsigned long long)slide,
                        error.message);
        else
            trey_refuse(engine, key, "%s", error.message);
        return;
    }
    game->taps[game->at++] = *tap;
    game->count = game->at;
    tell(engine, true);
}

/* --- for the session -------------------------------------------------------------------
 */

void trey_elsewhere_free(struct trey_engine_elsewhere *game)
{
    if (game == NULL)
        return;
    trey_record_clear(&game->stand.record);
    free(game->taps);
    free(game);
}

const struct trey_record *trey_elsewhere_record(const struct trey_engine_elsewhere *game)
{
    return game->stand.known ? &game->stand.record : NULL;
}

bool trey_elsewhere_view(const struct trey_engine_elsewhere *game, struct trey_view *view)
{
    *view = game->stand.view;
    return game->stand.waiting == TREY_FOR_NOTHING;
}

void trey_elsewhere_guess(const struct trey_engine_elsewhere *game,
                          struct trey_guess *guess)
{
    *guess = game->stand.guess;
}

static void tell_waiting(const struct trey_stand *stand, struct trey_text *text)
{
    if (stand->waiting == TREY_FOR_NOTHING) {
        trey_json_null(text, "waiting");
        return;
    }
    trey_json_open(text, "waiting", '{');
    trey_json_string(text, "for", stand->waiting == TREY_FOR_NEXT ? "next" : "entered");
    if (stand->waiting == TREY_FOR_ENTERED) {
        trey_tell_bits(text, "cells", trey_stand_cells(stand));
        trey_tell_ranks(text, "tiles", rules_of(stand), trey_stand_ranks(stand));
    } else {
        struct trey_stand_hints hints;
        trey_stand_hints(stand, &hints);
        trey_json_open(text, "hints", '[');
        for (int i = 0; i < hints.count; i++) {
            char hint[TREY_NEXT_TEXT];
            trey_next_format(rules_of(stand), hints.next[i], hint, sizeof hint);
            trey_json_string(text, NULL, hint);
        }
        trey_json_close(text, ']');
    }
    trey_json_close(text, '}');
}

void trey_elsewhere_tell(const struct trey_engine_elsewhere *game, struct trey_text *text)
{
    const struct trey_stand *stand = &game->stand;
    const struct trey_rules *rules = rules_of(stand);
    unsigned legal = trey_rules_legal(rules, stand->view.board);
    bool waits = stand->waiting == TREY_FOR_ENTERED;
    trey_engine_tell_view(text, &stand->view, stand->shown,
                          stand->known ? stand->guess.count : 0);
    trey_json_uint(text, "undo", game->at - 1);
    trey_json_uint(text, "redo", game->count - game->at);
    trey_engine_tell_legal(text, "legal", waits ? 0 : legal);
    trey_json_bool(text, "over", !waits && legal == 0);
    trey_json_bool(text, "won", trey_rules_ends(rules, stand->view.board));
    trey_engine_tell_motions(text, rules, stand->view.board, waits ? 0 : legal);
    trey_json_bool(text, "elsewhere", true);
    tell_waiting(stand, text);
}

void trey_elsewhere_slide(struct trey_engine *engine, enum trey_direction direction)
{
    make_tap(engine, &(struct trey_tap){.kind = TREY_TAP_SLIDE, .direction = direction});
}

void trey_elsewhere_travel(struct trey_engine *engine, bool forward, uint64_t count)
{
    struct trey_engine_elsewhere *game = engine->game.elsewhere;
    size_t most = forward ? game->count - game->at : game->at - 1;
    if (most == 0) {
        trey_refuse(engine, "state",
                    forward ? "there is nothing to tell again"
                            : "there is nothing to take back");
        return;
    }
    size_t taps = count < most ? (size_t)count : most;
    go_through(game, forward ? game->at + taps : game->at - taps);
    tell(engine, false);
}

/* To the position after so many slides: the last tap at which the game waits for nothing
 * and has made them. */
void trey_elsewhere_goto(struct trey_engine *engine, uint64_t moves)
{
    struct trey_engine_elsewhere *game = engine->game.elsewhere;
    size_t was = game->at, found = 0;
    go_through(game, 0);
    for (size_t i = 0; i < game->count; i++) {
        trey_stand_apply(&game->stand, &game->taps[i], NULL);
        if (game->stand.view.moves == moves && game->stand.waiting == TREY_FOR_NOTHING)
            found = i + 1;
    }
    go_through(game, found > 0 ? found : was);
    if (found > 0)
        tell(engine, false);
    else
        trey_refuse(engine, "value", "no position was told after %llu slides",
                    (unsigned long long)moves);
}

/* Returns in *tap the next input of a record's step: the move, then the tile that
 * spawned, then the new hint. `begun`: the move was entered. False if the step is
 * complete, or if only its hint is missing and that was not shown. */
static bool next_tap(const struct trey_stand *stand, const struct trey_step *step,
                     bool begun, bool shown, struct trey_tap *tap)
{
    *tap = (struct trey_tap){.kind = TREY_TAP_SLIDE,
                             .direction = (enum trey_direction)step->direction,
                             .cell = step->cell,
                             .rank = step->rank,
                             .next = step->next};
    if (!begun)
        return true;
    if (stand->waiting == TREY_FOR_ENTERED)
        tap->kind = TREY_TAP_ENTERED;
    else if (stand->waiting == TREY_FOR_NEXT)
        tap->kind = TREY_TAP_NEXT;
    return stand->waiting == TREY_FOR_ENTERED ||
           (stand->waiting == TREY_FOR_NEXT && shown && step->next != TREY_NEXT_HIDDEN);
}

/* Enters a whole record. Returns NULL, or the error key of trey_stand_apply. */
static const char *tell_record(struct trey_engine_elsewhere *game,
                               const struct trey_record *record, bool shown,
                               struct trey_error *error)
{
    struct trey_tap tap = {.kind = TREY_TAP_POSITION, .view = record->start};
    tap.shown = shown || record->count > 0;
    if (!tap.shown)
        tap.view.next = TREY_NEXT_HIDDEN;
    const char *key = trey_stand_apply(&game->stand, &tap, error);
    game->taps[game->count++] = tap;
    for (size_t i = 0; key == NULL && i < record->count; i++) {
        const bool hint = shown || i + 1 < record->count;
        for (bool begun = false;
             key == NULL && next_tap(&game->stand, &record->steps[i], begun, hint, &tap);
             begun = true) {
            key = trey_stand_apply(&game->stand, &tap, error);
            game->taps[game->count++] = tap;
        }
    }
    game->at = game->count;
    return key;
}

bool trey_elsewhere_follow(struct trey_engine *engine, const struct trey_record *record,
                           bool shown, struct trey_error *error)
{
    struct trey_engine_elsewhere *game = calloc(1, sizeof *game);
    if (game != NULL) {
        game->room = 3 * record->count + 1; /* slide, tile and hint */
        game->taps = calloc(game->room, sizeof *game->taps);
    }
    if (game == NULL || game->taps == NULL) {
        free(game);
        trey_fail(error, TREY_ERR_MEMORY, 0, "out of memory");
        return false;
    }
    if (tell_record(game, record, shown, error) != NULL) {
        trey_elsewhere_free(game);
        return false;
    }
    trey_engine_clear_game(&engine->game);
    engine->game.kind = TREY_GAME_ELSEWHERE;
    engine->game.elsewhere = game;
    engine->rules = record->start.rules;
    return true;
}

/* --- commands --------------------------------------------------------------------------
 */

void trey_command_follow(struct trey_engine *engine, char *rest)
{
    struct trey_tap tap = {.kind = TREY_TAP_POSITION};
    struct trey_error error = {0};
    const char *key;
    if (!trey_engine_read_position(&rest, &tap.view, &tap.shown, NULL, &key, &error)) {
        trey_refuse(engine, key, "%s", error.message);
        return;
    }
    if (trey_refuse_more(engine, rest))
        return;
    tap.shown = tap.shown && tap.view.next != TREY_NEXT_HIDDEN;
    struct trey_engine_elsewhere *game = calloc(1, sizeof *game);
    struct trey_tap *taps = calloc(1, sizeof *taps);
    const char *fault = "limit";
    if (game == NULL || taps == NULL)
        trey_fail(&error, TREY_ERR_MEMORY, 0, "out of memory");
    else
        fault = trey_stand_apply(&game->stand, &tap, &error);
    if (fault != NULL) {
        free(taps);
        trey_elsewhere_free(game);
        trey_refuse(engine, fault, "%s", error.message);
        return;
    }
    *taps = tap;
    *game = (struct trey_engine_elsewhere){taps, 1, 1, 1, game->stand};
    trey_engine_clear_game(&engine->game);
    engine->game.kind = TREY_GAME_ELSEWHERE;
    engine->game.elsewhere = game;
    engine->rules = tap.view.rules;
    tell(engine, false);
}

static bool is_elsewhere(struct trey_engine *engine)
{
    if (engine->game.kind == TREY_GAME_ELSEWHERE)
        return true;
    trey_refuse(engine, "state", "no game is followed: follow begins that");
    return false;
}

/* CELL and TILE; false after a refusal. */
static bool read_cell(struct trey_engine *engine, const char *cell_word,
                      const char *tile_word, int *cell, int *rank)
{
    const struct trey_rules *rules = rules_of(&engine->game.elsewhere->stand);
    uint64_t number = 0, tile = 0;
    int cells = rules->shape.rows * rules->shape.cols;
    if (!trey_words_count(cell_word, 0, (uint64_t)cells - 1, &number)) {
        trey_refuse(engine, "value", "%.32s is no cell: they are 0 to %d", cell_word,
                    cells - 1);
        return false;
    }
    *cell = (int)number;
    *rank = 0;
    if (tile_word == NULL)
        return true;
    *rank = trey_words_count(tile_word, 0, UINT32_MAX, &tile)
                ? trey_rules_rank(rules, tile)
                : -1;
    if (*rank >= 0)
        return true;
    trey_refuse(engine, "value", "%.32s is not a valid tile", tile_word);
    return false;
}

void trey_command_entered(struct trey_engine *engine, char *rest)
{
    struct trey_tap tap = {.kind = TREY_TAP_ENTERED};
    const char *cell = trey_words_next(&rest), *tile = trey_words_next(&rest);
    if (cell == NULL)
        trey_refuse_usage(engine);
    else if (!trey_refuse_more(engine, rest) && is_elsewhere(engine) &&
             read_cell(engine, cell, tile, &tap.cell, &tap.rank))
        make_tap(engine, &tap);
}

void trey_command_next(struct trey_engine *engine, char *rest)
{
    struct trey_tap tap = {.kind = TREY_TAP_NEXT};
    struct trey_error error = {0};
    const char *word = trey_words_next(&rest);
    if (word == NULL)
        trey_refuse_usage(engine);
    else if (!trey_refuse_more(engine, rest) && is_elsewhere(engine)) {
        const struct trey_rules *rules = rules_of(&engine->game.elsewhere->stand);
        if (trey_next_parse(rules, word, &tap.next, &error) != TREY_OK)
            trey_refuse_error(engine, &error);
        else
            make_tap(engine, &tap);
    }
}

/* `put`: the position as it stands, with one thing changed; the deck is open again. */
static bool read_put(struct trey_engine *engine, const char *what, const char *word,
                     struct trey_tap *tap)
{
    const struct trey_stand *stand = &engine->game.elsewhere->stand;
    const struct trey_rules *rules = rules_of(stand);
    struct trey_error error = {0};
    enum trey_status status = TREY_OK;
    int cell, rank;
    tap->view = stand->view;
    tap->view.deck = rules->copies != 0 ? TREY_DECK_UNKNOWN : 0;
    tap->shown = stand->shown && stand->waiting == TREY_FOR_NOTHING;
    if (strcmp(what, "next") == 0) {
        status = trey_next_parse(rules, word, &tap->view.next, &error);
        tap->shown = true;
    } else if (strcmp(what, "deck") == 0)
        status = trey_deck_parse(rules, word, &tap->view.deck, &error);
    else if (!read_cell(engine, what, word, &cell, &rank))
        return false;
    else {
        tap->view.board = trey_board_with(tap->view.board, cell, rank);
        if (!trey_rules_merges_score(rules))
            tap->view.score = trey_board_score(tap->view.board);
    }
    if (!tap->shown)
        tap->view.next = TREY_NEXT_HIDDEN;
    if (status != TREY_OK)
        trey_refuse_error(engine, &error);
    return status == TREY_OK;
}

void trey_command_put(struct trey_engine *engine, char *rest)
{
    struct trey_tap tap = {.kind = TREY_TAP_POSITION};
    const char *what = trey_words_next(&rest), *word = trey_words_next(&rest);
    if (word == NULL)
        trey_refuse_usage(engine);
    else if (!trey_refuse_more(engine, rest) && is_elsewhere(engine) &&
             read_put(engine, what, word, &tap))
        make_tap(engine, &tap);
}
