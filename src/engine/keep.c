/* Games as text, to keep and to go on with.
 *
 * What is kept is a record: the start, the slides, and the seed and number of the random
 * numbers. With these the same game can be played again, so that nothing hidden has to be
 * written down; a record that they do not fit goes on with tiles drawn anew. */
#include "engine/commands.h"
#include "engine/game.h"
#include "engine/position.h"

#include <stdlib.h>
#include <string.h>

/* The record of the game as it stands. */
static const struct trey_record *record_of(struct trey_engine *engine)
{
    struct trey_engine_game *game = &engine->game;
    if (game->kind == TREY_GAME_ELSEWHERE)
        return trey_elsewhere_record(game->elsewhere);
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
        trey_refuse(engine, "state", "there is no game to save");
        return;
    }
    if (engine->game.kind == TREY_GAME_HERE && engine->game.open_next) {
        trey_refuse(engine, "state", "the next tile is not known");
        return;
    }
    const struct trey_record *kept = record_of(engine);
    if (kept == NULL) {
        trey_refuse(engine, "state", "nothing was told of the game yet");
        return;
    }
    struct trey_record whole = *kept; /* without what was undone */
    if (engine->game.kind == TREY_GAME_HERE)
        whole.count = engine->game.at;
    if (trey_rules_merges_score(&whole.start.rules)) /* a record's score begins with 0 */
        whole.score -= whole.start.score;
    if (trey_record_format(&whole, TREY_RECORD_JSON, &record, &error) != TREY_OK) {
        trey_refuse(engine, error.code == TREY_ERR_LIMIT ? "unavailable" : "limit", "%s",
                    error.message);
        return;
    }
    trey_json_string(trey_answer(engine, false), "record", record);
    trey_answer_say(engine);
    free(record);
}

/* --- loading ---------------------------------------------------------------------------
 */

/* Plays the record from a start; false if it goes another way, or for want of memory. */
static bool play_again(const struct trey_record *record, const struct trey_game *start,
                       struct trey_engine_game *game)
{
    struct trey_game state = *start;
    if (!trey_game_list_begin(game, start, record->seed, record->number))
        return false;
    for (size_t i = 0; i < record->count; i++) {
        const struct trey_step *step = &record->steps[i];
        struct trey_move move;
        bool last = i + 1 == record->count; /* whose hint may not be known */
        if (!trey_game_slide(&state, (enum trey_direction)step->direction, &move) ||
            move.cell != step->cell || (step->cell >= 0 && move.rank != step->rank) ||
            (state.view.next != step->next && !last) ||
            !trey_game_list_add(game, i + 1, &state) ||
            trey_record_add(&game->record, step, NULL) != TREY_OK)
            return false;
    }
    return true;
}

/* The states of a record whose random numbers are not known: the tiles are those that
 * came, and after its end others. */
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
        made = i == 0 ? trey_game_list_begin(game, &state, record->seed, record->number)
                      : trey_game_list_add(game, i, &state) &&
                            trey_record_add(&game->record, &record->steps[i - 1], NULL) ==
                                TREY_OK;
    }
    return made;
}

/* The game of a record, in one of three ways. */
static bool make_game(const struct trey_record *record, const struct trey_view *views,
                      const struct trey_view *end, struct trey_engine_game *game)
{
    struct trey_game start;
    trey_game_begin(&start, &record->start.rules, record->seed, record->number);
    bool same = start.view.board == record->start.board &&
                start.view.next == record->start.next &&
                start.view.deck == record->start.deck;
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
    else if (trey_engine_adopt(engine, &game,
                               views != NULL && make_game(record, views, end, &game))) {
        engine->game.at = engine->game.record.count;
        engine->rules = record->start.rules;
        trey_engine_tell_position(engine, trey_answer(engine, false));
        trey_answer_say(engine);
    }
    free(views);
}

/* A record, by these rules where it does not name its own, and the position at its end;
 * false after a refusal. */
static bool read_record(struct trey_engine *engine, const struct trey_rules *rules,
                        const char *line, struct trey_record *record,
                        struct trey_view *end)
{
    struct trey_error error = {0};
    if (*line == '\0') {
        trey_refuse_usage(engine);
        return false;
    }
    if (trey_record_parse(line, rules, record, &error) == TREY_OK &&
        trey_record_replay(record, false, end, &error) == TREY_OK)
        return true;
    trey_refuse(engine,
                error.code == TREY_ERR_MEMORY  ? "limit"
                : error.code == TREY_ERR_LIMIT ? "unavailable"
                                               : "value",
                "%s", error.message);
    return false;
}

/* RULES; false after a refusal. */
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

/* RULES RECORD: the position at its end; nothing changes. */
void trey_command_record(struct trey_engine *engine, char *rest)
{
    struct trey_record record = {0};
    struct trey_rules rules;
    struct trey_view end;
    if (read_rules(engine, &rest, &rules) &&
        read_record(engine, &rules, trey_words_all(&rest), &record, &end)) {
        struct trey_text *text = trey_answer(engine, false);
        unsigned legal = trey_rules_legal(&end.rules, end.board);
        trey_engine_tell_view(text, &end, true, end.deck != TREY_DECK_UNKNOWN ? 1 : -1);
        trey_engine_tell_legal(text, "legal", legal);
        trey_json_bool(text, "over", legal == 0);
        trey_json_uint(text, "slides", record.count);
        trey_answer_say(engine);
    }
    trey_record_clear(&record);
}
