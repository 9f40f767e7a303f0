/* The `save`, `load` and `record` commands: games as text.
 *
 * A game is saved as a record: start, moves, seed and game number. Replaying with the
 * seed restores the hidden state, so it is not saved. If a record does not match its
 * seed, the loaded game continues with newly drawn tiles. */
#include "engine/commands.h"
#include "engine/hosted_game.h"
#include "engine/position.h"

#include <stdlib.h>
#include <string.h>

/* Returns the record of the current game. */
static const struct trey_record *record_of(struct trey_engine *engine)
{
    struct trey_engine_game *game = &engine->game;
    if (game->kind == TREY_GAME_FOLLOWED)
        return trey_follow_record(game->follow);
    game->record.score = game->states[game->at].view.score;
    return &game->record;
}

void trey_command_save(struct trey_engine *engine, char *rest)
{
    struct trey_error error = {0};
    char *record = NULL;
    if (trey_refuse_more(engine, rest))
        return;
    if (engine->game.kind == TREY_NO_GAME) {
        trey_refuse(engine, "state", "no game to save");
        return;
    }
    if (engine->game.kind == TREY_GAME_HOSTED && engine->game.open_next) {
        trey_refuse(engine, "state", "the next tile is not known");
        return;
    }
    const struct trey_record *kept = record_of(engine);
    if (kept == NULL) {
        trey_refuse(engine, "state", "the game has no complete position yet");
        return;
    }
    struct trey_record whole = *kept; /* without the undone moves */
    if (engine->game.kind == TREY_GAME_HOSTED)
        whole.count = engine->game.at;
    if (trey_record_format(&whole, TREY_RECORD_JSON, &record, &error) != TREY_OK) {
        trey_refuse(engine, error.code == TREY_ERR_LIMIT ? "unavailable" : "limit", "%s",
                    error.message);
        return;
    }
    trey_json_string(trey_answer(engine, false), "record", record);
    trey_answer_send(engine);
    free(record);
}

/* --- loading ---------------------------------------------------------------------------
 */

/* Replays the record from a start. Returns false if the game differs from the record, or
 * if memory is out. */
static bool play_again(const struct trey_record *record, const struct trey_game *start,
                       struct trey_engine_game *game)
{
    struct trey_game state = *start;
    if (!trey_hosted_game_begin(game, start, record->seed, record->number))
        return false;
    for (size_t i = 0; i < record->count; i++) {
        const struct trey_step *step = &record->steps[i];
        struct trey_move move;
        bool last = i + 1 == record->count;
        bool hint_known = !last || step->next != TREY_NEXT_HIDDEN;
        if (!trey_game_slide(&state, (enum trey_direction)step->direction, &move) ||
            move.cell != step->cell || (step->cell >= 0 && move.rank != step->rank) ||
            (hint_known && state.view.next != step->next) ||
            !trey_hosted_game_add_state(game, i + 1, &state) ||
            trey_record_add(&game->record, step, NULL) != TREY_OK)
            return false;
    }
    return true;
}

/* Restores a record whose random numbers are unknown: its moves get the recorded tiles,
 * later ones newly drawn tiles. */
static bool play_foreign(const struct trey_record *record, const struct trey_view *views,
                         const struct trey_view *end, struct trey_engine_game *game)
{
    struct trey_game state;
    bool made = true;
    for (size_t i = 0; made && i <= record->count; i++) {
        trey_game_from_view(&state, i < record->count ? &views[i] : end, record->seed,
                            record->number + i);
        if (i < record->count && record->steps[i].rank != 0)
            state.tile = record->steps[i].rank;
        made = i == 0 ? trey_hosted_game_begin(game, &state, record->seed, record->number)
                      : trey_hosted_game_add_state(game, i, &state) &&
                            trey_record_add(&game->record, &record->steps[i - 1], NULL) ==
                                TREY_OK;
    }
    return made;
}

/* Restores the game: from its seed, from its start position with the seed, or with the
 * recorded tiles. */
static bool make_game(const struct trey_record *record, const struct trey_view *views,
                      const struct trey_view *end, struct trey_engine_game *game)
{
    struct trey_game start;
    trey_game_begin(&start, &record->start.rules, record->seed, record->number);
    bool same = start.view.board == record->start.board &&
                start.view.next == record->start.next &&
                start.view.deck == record->start.deck &&
                start.view.score == record->start.score &&
                start.view.moves == record->start.moves;
    if (same && play_again(record, &start, game))
        return true;
    if (same)
        trey_engine_clear_game(game);
    trey_game_from_view(&start, &record->start, record->seed, record->number);
    if (play_again(record, &start, game))
        return true;
    trey_engine_clear_game(game);
    return play_foreign(record, views, end, game);
}

static void adopt_record(struct trey_engine *engine, const struct trey_record *record,
                         const struct trey_view *end)
{
    struct trey_engine_game game = {0};
    struct trey_error error = {0};
    struct trey_view *views = calloc(record->count + 1, sizeof *views);
    if (views != NULL && trey_review_views(record, views, &error) != TREY_OK)
        trey_refuse_error(engine, &error);
    else if (trey_engine_replace_game(
                 engine, &game, views != NULL && make_game(record, views, end, &game))) {
        engine->game.at = engine->game.record.count;
        engine->rules = record->start.rules;
        trey_engine_add_position(engine, trey_answer(engine, false));
        trey_answer_send(engine);
    }
    free(views);
}

/* Parses a record, with these rules if it names none, and the position at its end.
 * Returns false after sending an error. */
static bool read_record(struct trey_engine *engine, const struct trey_rules *rules,
                        const char *line, struct trey_record *record,
                        struct trey_view *end)
{
    struct trey_error error = {0};
    if (*line == '\0')
        return trey_refuse_usage(engine);
    if (trey_record_parse(line, rules, record, &error) == TREY_OK &&
        trey_record_replay(record, false, end, &error) == TREY_OK)
        return true;
    return trey_refuse(engine,
                       error.code == TREY_ERR_MEMORY  ? "limit"
                       : error.code == TREY_ERR_LIMIT ? "unavailable"
                                                      : "value",
                       "%s", error.message);
}

/* Parses RULES. Returns false after sending an error. */
static bool read_rules(struct trey_engine *engine, char **rest, struct trey_rules *rules)
{
    struct trey_error error = {0};
    const char *word = trey_words_next(rest);
    if (word == NULL)
        trey_refuse_usage(engine);
    else if (trey_rules_parse(word, rules, &error) != TREY_OK)
        trey_refuse_error(engine, &error);
    else
        return true;
    return false;
}

/* [rules RULES] RECORD */
void trey_command_load(struct trey_engine *engine, char *rest)
{
    struct trey_record record = {0};
    struct trey_rules rules = engine->rules;
    struct trey_view end;
    static const char prefix[] = "rules ";
    char *line = trey_words_all(&rest);
    if (strncmp(line, prefix, sizeof prefix - 1) == 0) {
        line += sizeof prefix - 1;
        if (!read_rules(engine, &line, &rules))
            return;
    }
    if (read_record(engine, &rules, trey_words_all(&line), &record, &end))
        adopt_record(engine, &record, &end);
    trey_record_clear(&record);
}

/* RULES RECORD: sends the position at its end; the session is unchanged. */
void trey_command_record(struct trey_engine *engine, char *rest)
{
    struct trey_record record = {0};
    struct trey_rules rules;
    struct trey_view end;
    if (read_rules(engine, &rest, &rules) &&
        read_record(engine, &rules, trey_words_all(&rest), &record, &end)) {
        struct trey_text *text = trey_answer(engine, false);
        unsigned legal = trey_rules_legal(&end.rules, end.board);
        trey_engine_add_view(text, &end, true, end.deck != TREY_DECK_UNKNOWN ? 1 : -1);
        trey_engine_add_legal(text, "legal", legal);
        trey_json_bool(text, "over", legal == 0);
        trey_json_uint(text, "slides", record.count);
        trey_answer_send(engine);
    }
    trey_record_clear(&record);
}
