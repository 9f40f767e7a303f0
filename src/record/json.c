/* A record as a JSON object in one line: docs/formats/record.md.
 *
 * The moves are one string of words, about ten kilobytes for a game of a thousand moves:
 * direction, cell and rank as hex digits, a colon, the hint that was shown then. */
#include "base/error.h"
#include "base/text.h"
#include "record/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(TREY_WITH_JANSSON)

#include <jansson.h>

static const char version[] = "trey record 1";

/* --- writing ------------------------------------------------------------------------ */

static void add_slides(const struct trey_record *record, struct trey_text *text)
{
    char next[TREY_NEXT_TEXT];
    for (size_t i = 0; i < record->count; i++) {
        const struct trey_step *step = &record->steps[i];
        if (i > 0)
            trey_text_add_char(text, ' ');
        char letter = trey_direction_letter((enum trey_direction)step->direction);
        if (step->cell < 0) {
            trey_text_printf(text, "%c", letter);
            continue;
        }
        trey_next_format(&record->start.rules, step->next, next, sizeof next);
        trey_text_printf(text, "%c%x%x:%s", letter, (unsigned)step->cell,
                         (unsigned)step->rank, next);
    }
}

static bool has_times(const struct trey_record *record)
{
    for (size_t i = 0; i < record->count; i++)
        if (!(record->steps[i].ms >= 0.0F))
            return false;
    return true;
}

/* Adds times with a resolution of a microsecond. False if memory runs out. */
static bool add_times(json_t *object, const struct trey_record *record)
{
    json_t *list = json_array();
    bool good = json_object_set_new(object, "us", list) == 0;
    for (size_t i = 0; good && i < record->count; i++) {
        double us = round(1e3 * (double)record->steps[i].ms);
        good = json_array_append_new(list, json_integer((json_int_t)us)) == 0;
    }
    return good;
}

/* The player's name as JSON. JSON holds UTF-8 only, so in other names, such as those of
 * files and commands, bytes beyond ASCII become question marks. NULL stays NULL. */
static json_t *json_of_player(const char *player)
{
    json_t *name = player != NULL ? json_string(player) : NULL;
    if (player == NULL || name != NULL)
        return name;
    char *ascii = strdup(player);
    for (char *c = ascii; c != NULL && *c != '\0'; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    name = ascii != NULL ? json_string(ascii) : NULL;
    free(ascii);
    return name;
}

/* Points before the start position. Where they are those of the board, they are not
 * stored. */
static uint64_t score_before(const struct trey_view *start)
{
    return trey_rules_merges_score(&start->rules) ? start->score : 0;
}

/* Adds what a game that began in the middle had before its start position. */
static bool add_before(json_t *object, const struct trey_view *start)
{
    const uint64_t score = score_before(start), moves = start->moves;
    return (score == 0 || json_object_set_new(object, "start_score",
                                              json_integer((json_int_t)score)) == 0) &&
           (moves == 0 || json_object_set_new(object, "start_moves",
                                              json_integer((json_int_t)moves)) == 0);
}

enum trey_status trey_record_to_json(const struct trey_record *record, char **text,
                                     struct trey_error *error)
{
    const struct trey_view *start = &record->start;
    char rules[TREY_RULES_TEXT], board[TREY_MAX_CELLS + 1], next[TREY_NEXT_TEXT],
        deck[TREY_DECK_TEXT];
    trey_rules_format(&start->rules, rules, sizeof rules);
    trey_board_format(start->rules.shape, start->board, board, sizeof board);
    trey_next_format(&start->rules, start->next, next, sizeof next);
    trey_deck_format(start->deck, deck, sizeof deck);
    struct trey_text slides = {0};
    trey_text_add(&slides, "");
    add_slides(record, &slides);
    *text = NULL;
    json_t *object =
        slides.failed
            ? NULL
            : json_pack("{ss ss so* sI sI ss ss ss sI sI sI ss}", "format", version,
                        "rules", rules, "player", json_of_player(record->player), "seed",
                        (json_int_t)record->seed, "game", (json_int_t)record->number,
                        "board", board, "next", next, "deck", deck, "score",
                        (json_int_t)(record->score - score_before(start)), "begun_ms",
                        (json_int_t)record->begun_ms, "ended_ms",
                        (json_int_t)record->ended_ms, "slides", slides.data);
    if (object != NULL) {
        if (add_before(object, start) &&
            (!has_times(record) || add_times(object, record)))
            *text = json_dumps(object, JSON_COMPACT);
        json_decref(object);
    }
    trey_text_clear(&slides);
    return *text != NULL ? TREY_OK : trey_fail_memory(error, 16 * record->count);
}

/* --- reading ------------------------------------------------------------------------ */

static enum trey_status read_slides(struct trey_record *record, char *text,
                                    struct trey_error *error)
{
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        struct trey_step step;
        if (!trey_step_parse(&record->start.rules, word, &step))
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "move %zu: '%.20s' is not a valid move", record->count + 1,
                             word);
        enum trey_status status = trey_record_add(record, &step, error);
        if (status != TREY_OK)
            return status;
    }
    return TREY_OK;
}

static enum trey_status read_times(struct trey_record *record, const json_t *list,
                                   struct trey_error *error)
{
    if (list == NULL)
        return TREY_OK;
    if (!json_is_array(list) || json_array_size(list) != record->count)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "\"us\" must have a time for each move");
    for (size_t i = 0; i < record->count; i++) {
        const json_t *us = json_array_get(list, i);
        if (!json_is_integer(us) || json_integer_value(us) < 0)
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "\"us\" must have a time for each move");
        record->steps[i].ms = (float)(1e-3 * (double)json_integer_value(us));
    }
    return TREY_OK;
}

/* Reports the field that is missing or has the wrong type. */
static enum trey_status fail_fields(const json_t *object, struct trey_error *error)
{
    static const struct {
        const char *name;
        bool text, needed; /* otherwise a whole number */
    } fields[] = {{"format", true, true},        {"rules", true, true},
                  {"player", true, false},       {"seed", false, false},
                  {"game", false, false},        {"board", true, true},
                  {"next", true, true},          {"deck", true, true},
                  {"score", false, true},        {"begun_ms", false, false},
                  {"ended_ms", false, false},    {"slides", true, true},
                  {"start_score", false, false}, {"start_moves", false, false}};
    if (!json_is_object(object))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "not a record of a game: it does not begin with {");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const json_t *value = json_object_get(object, fields[i].name);
        if (value == NULL && fields[i].needed)
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "not a record of a game: \"%s\" is missing", fields[i].name);
        bool fine = fields[i].text ? json_is_string(value) : json_is_integer(value);
        bool null_text = fields[i].text && !fields[i].needed && json_is_null(value);
        if (value != NULL && !fine && !null_text)
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "not a record of a game: \"%s\" is not a %s", fields[i].name,
                             fields[i].text ? "text" : "whole number");
    }
    /* All fields are valid, so jansson ran out of memory. */
    return trey_fail_memory(error, sizeof fields);
}

/* Sets what a game that began in the middle had before its start position. */
static enum trey_status set_before(struct trey_record *record, json_int_t score,
                                   json_int_t moves, struct trey_error *error)
{
    const json_int_t max_score = 1000000000000000, max_moves = 1000000000;
    if (score < 0 || score > max_score || moves < 0 || moves > max_moves)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "\"start_score\" or \"start_moves\" is out of range");
    if (score > 0 && !trey_rules_merges_score(&record->start.rules))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "\"start_score\" is for games whose merges score");
    record->start.score += (uint64_t)score;
    record->start.moves = (uint64_t)moves;
    record->score += (uint64_t)score;
    return TREY_OK;
}

static enum trey_status read_object(const json_t *object, struct trey_record *record,
                                    struct trey_error *error)
{
    const char *format = NULL, *rules_text = NULL, *player = NULL, *board_text = NULL,
               *next_text = NULL, *deck_text = NULL, *slides = NULL;
    json_int_t seed = 0, number = 0, score = 0, begun = 0, ended = 0, start_score = 0,
               start_moves = 0;
    const json_t *times = NULL;
    json_error_t why;
    if (json_unpack_ex((json_t *)(uintptr_t)object, &why, 0,
                       "{s:s s:s s?s s?I s?I s:s s:s s:s s:I s?I s?I s:s s?o s?I s?I}",
                       "format", &format, "rules", &rules_text, "player", &player, "seed",
                       &seed, "game", &number, "board", &board_text, "next", &next_text,
                       "deck", &deck_text, "score", &score, "begun_ms", &begun,
                       "ended_ms", &ended, "slides", &slides, "us", &times, "start_score",
                       &start_score, "start_moves", &start_moves) != 0)
        return fail_fields(object, error);
    if (strcmp(format, version) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "\"format\" is not \"%s\"", version);
    struct trey_rules rules;
    struct trey_view start;
    trey_board board = 0;
    trey_next next = 0;
    trey_deck deck = 0;
    enum trey_status status = trey_rules_parse(rules_text, &rules, error);
    if (status == TREY_OK)
        status = trey_rules_parse_board(&rules, board_text, &board, error);
    if (status == TREY_OK)
        status = trey_next_parse(&rules, next_text, &next, error);
    if (status == TREY_OK)
        status = trey_deck_parse(&rules, deck_text, &deck, error);
    if (status == TREY_OK)
        status = trey_view_make(&rules, board, next, deck, &start, error);
    if (status == TREY_OK)
        status = trey_record_begin(record, &start, (uint64_t)seed, (uint64_t)number,
                                   player, error);
    if (status != TREY_OK)
        return status == TREY_ERR_ARGUMENT ? TREY_ERR_INPUT : status;
    if (score < 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "\"score\" is negative");
    record->score = (uint64_t)score;
    record->begun_ms = (uint64_t)begun;
    record->ended_ms = (uint64_t)ended;
    status = set_before(record, start_score, start_moves, error);
    if (status != TREY_OK)
        return status;
    char *copy = strdup(slides);
    if (copy == NULL)
        return trey_fail_memory(error, strlen(slides) + 1);
    status = read_slides(record, copy, error);
    free(copy);
    return status == TREY_OK ? read_times(record, times, error) : status;
}

/* Parses a line. Jansson reports some failures of malloc as syntax errors, with a column
 * if they occur in the middle of the line, so a second attempt distinguishes them. */
static enum trey_status parse_line(const char *line, json_t **object,
                                   struct trey_error *error)
{
    json_error_t first, second;
    *object = json_loads(line, JSON_REJECT_DUPLICATES, &first);
    if (*object == NULL)
        *object = json_loads(line, JSON_REJECT_DUPLICATES, &second);
    if (*object != NULL)
        return TREY_OK;
    if (second.column < 0 || second.column != first.column)
        return trey_fail_memory(error, strlen(line));
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "column %d: invalid or truncated JSON; a record is one line of JSON",
                     second.column);
}

enum trey_status trey_record_from_json(const char *line, struct trey_record *record,
                                       struct trey_error *error)
{
    json_t *object;
    enum trey_status parsed = parse_line(line, &object, error);
    if (parsed != TREY_OK)
        return parsed;
    enum trey_status status = read_object(object, record, error);
    json_decref(object);
    return status;
}

#else

enum trey_status trey_record_to_json(const struct trey_record *record, char **text,
                                     struct trey_error *error)
{
    (void)record, (void)text;
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "this build of trey has no jansson and cannot write JSON");
}

enum trey_status trey_record_from_json(const char *line, struct trey_record *record,
                                       struct trey_error *error)
{
    (void)line, (void)record;
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "this build of trey has no jansson and cannot read JSON");
}

#endif
