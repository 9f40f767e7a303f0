/* The game behind both front ends of trey play: a session, its last answer with a
 * position, and requests that are answered later: advice and the player's moves. */
#include "play.h"

#include "advise/command.h"
#include "record_file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Time of a move of the player if no limits are given. */
enum { MOVE_MS = 100 };

void cli_play_set_message(struct cli_play *play, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(play->message, sizeof play->message, format, values);
    va_end(values);
}

static void clear_advice(struct cli_play *play)
{
    json_decref(play->advice);
    json_decref(play->words);
    play->advice = play->words = NULL;
    play->turn++;
}

/* Stores an answer that contains a position as the current one. */
static void store_position(struct cli_play *play, json_t *answer)
{
    if (json_object_get(answer, "board") == NULL)
        return;
    json_incref(answer);
    json_decref(play->position);
    play->position = answer;
    play->changed = true;
    clear_advice(play);
    const json_t *did = json_object_get(answer, "did");
    const json_t *cell = json_object_get(json_object_get(did, "entered"), "cell");
    bool undone = json_is_true(json_object_get(did, "undone"));
    play->newest = cell != NULL && !undone ? (int)json_integer_value(cell) : -1;
}

static void store_advice(struct cli_play *play, json_t *answer, bool last)
{
    char tag[CLI_PLAY_TAG];
    snprintf(tag, sizeof tag, "t%u", play->turn);
    if (strcmp(tag, cli_answer_text(answer, "tag")) != 0)
        return;
    json_t *words = json_object_get(answer, "words");
    if (words != NULL) {
        json_decref(play->words);
        play->words = json_incref(words);
    }
    if (json_object_get(answer, "values") != NULL) {
        json_decref(play->advice);
        play->advice = json_incref(answer);
    }
    play->advising = play->advising && !last;
}

static void receive_answer(void *context, json_t *answer, bool last)
{
    struct cli_play *play = context;
    const char *re = cli_answer_text(answer, "re");
    const char *failure = cli_answer_text(answer, "message");
    const char *warning = cli_answer_text(answer, "warning");
    if (warning[0] != '\0')
        snprintf(play->warning, sizeof play->warning, "%s: %s",
                 cli_answer_text(answer, "player"), warning);
    if (json_object_get(answer, "error") != NULL) {
        cli_play_set_message(play, "%s", failure);
        play->advising = play->moving = play->running = play->advise = false;
    } else if (strcmp(re, "advice") == 0) {
        store_advice(play, answer, last);
    } else if (strcmp(re, "auto") == 0) {
        if (last)
            play->moving = false;
        else
            store_position(play, answer);
    }
}

void cli_play_warn(struct cli_play *play)
{
    if (play->warning[0] != '\0')
        fprintf(stderr, "trey: warning: %s\n", play->warning);
    play->warning[0] = '\0';
}

bool cli_play_over(const struct cli_play *play)
{
    return json_is_true(json_object_get(play->position, "over"));
}

void cli_play_stop(struct cli_play *play)
{
    if (!play->advising && !play->moving)
        return;
    cli_session_send(play->session, "stop");
    while (cli_session_step(play->session, 20)) {
    }
    play->advising = play->moving = false;
}

/* Stores the position of an answer; false, with play->message, if the request was refused
 * or memory ran out (NULL). Releases the answer. */
static bool store_answer(struct cli_play *play, json_t *answer)
{
    bool done = answer != NULL && json_object_get(answer, "error") == NULL;
    if (done)
        store_position(play, answer);
    else
        cli_play_set_message(play, "%s",
                             answer != NULL ? cli_answer_text(answer, "message")
                                            : trey_status_text(TREY_ERR_MEMORY));
    json_decref(answer);
    return done;
}

bool cli_play_do(struct cli_play *play, const char *request)
{
    cli_play_stop(play);
    return store_answer(play, cli_session_ask(play->session, "%s", request));
}

/* Starts a new game with the same rules. False, with play->message, on failure. */
static bool start_new(struct cli_play *play)
{
    char request[TREY_RULES_TEXT + 16];
    snprintf(request, sizeof request, "new %s", play->rules_text);
    bool begun = cli_play_do(play, request);
    if (begun)
        play->assisted = false;
    return begun;
}

bool cli_play_replace(struct cli_play *play)
{
    play->archived = 0;
    play->message[0] = '\0';
    if (!cli_play_archive(play))
        return false;
    bool kept = cli_play_save(play) == CLI_KEPT; /* for the best score */
    bool begun = start_new(play);
    if (begun && kept && play->archived != 0)
        cli_play_set_message(play, "the previous game is number %llu in 'trey games'",
                             (unsigned long long)play->archived);
    return begun;
}

/* --- requests to the player ------------------------------------------------------------
 */

/* Formats the limits of the command line in words of the protocol. Without limits, advice
 * has those of the protocol, and a move MOVE_MS. `max_ms` limits the time of both. */
static void format_limits(const struct cli_play *play, bool is_move, unsigned max_ms,
                          char *text, size_t size)
{
    const struct cli_player_options *thinking = &play->options->thinking;
    double min_probability = thinking->how.limits.min_probability;
    double ms = thinking->time_s > 0.0 ? 1e3 * thinking->time_s : (double)MOVE_MS;
    size_t used = 0;
    text[0] = '\0';
    if (thinking->depth_plies != 0)
        used += (size_t)snprintf(text + used, size - used, " depth %u",
                                 thinking->depth_plies);
    if (thinking->nodes != 0)
        used += (size_t)snprintf(text + used, size - used, " nodes %llu",
                                 (unsigned long long)thinking->nodes);
    if ((used == 0 && is_move) || thinking->time_s > 0.0)
        used += (size_t)snprintf(text + used, size - used, " movetime %.0f",
                                 fmax(1.0, fmin(ms, (double)max_ms)));
    if (min_probability > 0.0)
        snprintf(text + used, size - used, " minprob %.9g", min_probability);
}

/* True if the player is loaded; starts loading it if necessary. */
static bool is_ready(struct cli_play *play)
{
    cli_loader_begin(play->loader, &play->rules);
    return cli_loader_state(play->loader) == CLI_LOADER_READY;
}

void cli_play_advise(struct cli_play *play)
{
    char limits[128];
    if (!play->advise || play->advising || play->moving || play->running ||
        play->advice != NULL || cli_play_over(play) || !is_ready(play))
        return;
    format_limits(play, false, UINT32_MAX, limits, sizeof limits);
    play->advising = true;
    cli_session_send(play->session, "#t%u advice%s", play->turn, limits);
}

void cli_play_next_move(struct cli_play *play)
{
    char limits[128];
    if (!play->running || play->moving || !is_ready(play))
        return;
    if (cli_play_over(play)) {
        play->running = false;
        return;
    }
    cli_play_stop(play);
    format_limits(play, true, 1000 / play->speed + 1, limits, sizeof limits);
    play->moving = play->assisted = true;
    cli_session_send(play->session, "#s%u auto 1%s", play->turn, limits);
}

double cli_play_bar(const struct cli_play *play, char move)
{
    const char key[2] = {move, '\0'};
    const char *best = cli_answer_text(play->advice, "best");
    const json_t *values = json_object_get(play->advice, "values");
    const json_t *value = json_object_get(values, key);
    if (!json_is_number(value))
        return -1.0;
    double best_value = json_number_value(json_object_get(values, best));
    struct trey_view before = {.rules = play->rules};
    before.score = (uint64_t)cli_answer_number(play->position, "score");
    return trey_review_bar(
        trey_review_loss(&before, best_value, json_number_value(value)));
}

bool cli_play_behind(const struct cli_play *play, char move,
                     char text[CLI_PLAY_BEHIND_TEXT])
{
    const char key[2] = {move, '\0'};
    const json_t *values = json_object_get(play->advice, "values");
    const json_t *value = json_object_get(values, key);
    const json_t *percent =
        json_object_get(json_object_get(play->advice, "behind_percent"), key);
    if (!json_is_number(value))
        return false;
    if (json_is_number(percent)) {
        snprintf(text, CLI_PLAY_BEHIND_TEXT, "%.2f%%", json_number_value(percent));
        return true;
    }
    const char *best = cli_answer_text(play->advice, "best");
    snprintf(text, CLI_PLAY_BEHIND_TEXT, "%.2f",
             json_number_value(json_object_get(values, best)) - json_number_value(value));
    return true;
}

/* --- start -----------------------------------------------------------------------------
 */

int cli_play_fail(const struct cli_play *play)
{
    return cli_fail_text(NULL, "%.200s", play->message);
}

/* Sets the rules to those of the position. */
static void adopt_rules(struct cli_play *play)
{
    struct trey_rules rules;
    if (trey_rules_parse(cli_answer_text(play->position, "rules"), &rules, NULL) ==
        TREY_OK)
        play->rules = rules;
}

static bool load(struct cli_play *play, const char *line)
{
    cli_play_stop(play);
    char rules[TREY_RULES_TEXT]; /* for a record that does not name them */
    cli_format_rules(&play->rules, rules, sizeof rules);
    return store_answer(play,
                        cli_session_ask(play->session, "load rules %s %s", rules, line));
}

/* Loads the record and goes to its start. */
static int begin_replay(struct cli_play *play)
{
    const struct cli_play_options *options = play->options;
    char *line = NULL, *path = cli_archive_find(options->replay);
    size_t where;
    int failed = path == NULL ? CLI_FAILED
                              : cli_read_record_line(path, options->game, &line, &where);
    free(path);
    if (failed)
        return failed;
    struct trey_error error = {.code = TREY_ERR_INPUT};
    bool loaded = load(play, line) && cli_play_do(play, "goto 0");
    free(line);
    if (loaded) {
        adopt_rules(play);
        if (cli_check_rules_of_game(options->rules.given ? &options->rules.rules : NULL,
                                    &play->rules, &error) == TREY_OK)
            return 0;
    } else
        snprintf(error.message, sizeof error.message, "%.200s", play->message);
    error.line = where;
    return cli_fail(options->replay, &error);
}

/* Refuses a saved game that cannot be resumed. A file that the user named may not be
 * trey's own, so that the message does not suggest replacing it. */
static int refuse_kept(const struct cli_play *play, const char *message)
{
    if (!play->kept.own)
        return cli_fail_text(play->kept.path, "%.200s", message);
    return cli_fail_text(play->kept.path,
                         "%.120s; --new starts another game and archives this one",
                         message);
}

/* Loads the saved game to continue it. */
static int resume(struct cli_play *play, const char *line)
{
    if (!load(play, line))
        return refuse_kept(play, play->message);
    struct trey_rules wanted = play->rules;
    adopt_rules(play);
    if (!trey_rules_equal(&wanted, &play->rules))
        return refuse_kept(play, "the saved game has other rules");
    return 0;
}

/* Starts a new game; a saved game is archived first. */
static int begin_new(struct cli_play *play, const char *kept)
{
    const struct cli_play_options *options = play->options;
    struct trey_error error;
    if (cli_archive_kept(kept, &play->archived, &error) != TREY_OK)
        return cli_fail_text(play->kept.path,
                             "the saved game would be lost, because it cannot be "
                             "archived: %.120s",
                             error.message);
    play->assisted = false;
    if (!options->seeded)
        return start_new(play) ? 0 : cli_play_fail(play);
    char request[TREY_RULES_TEXT + 48];
    snprintf(request, sizeof request, "new %s seed %llu", play->rules_text,
             (unsigned long long)options->seed);
    return cli_play_do(play, request) ? 0 : cli_play_fail(play);
}

/* Continues the saved game unless it is over; else starts a new one. */
static int begin_game(struct cli_play *play)
{
    const struct cli_play_options *options = play->options;
    bool unreadable = false;
    if (cli_play_find_files(play) != 0)
        return CLI_FAILED;
    bool restart = options->restart || options->seeded;
    bool overwrite = options->force && !play->kept.own && !cli_kept_is_game(&play->kept);
    char *line = overwrite ? NULL : cli_play_read(play, &unreadable);
    int failed = 0;
    if (unreadable)
        failed = CLI_FAILED;
    else if (line != NULL && !restart)
        failed = resume(play, line);
    if (failed == 0 && line != NULL && !restart && cli_play_over(play))
        cli_play_save_best(play); /* in case the program was killed at its end */
    if (failed == 0 && (line == NULL || restart || cli_play_over(play)))
        failed = begin_new(play, line);
    free(line);
    if (failed == 0 && play->archived != 0)
        cli_play_set_message(play, "the previous game is number %llu in 'trey games'",
                             (unsigned long long)play->archived);
    return failed;
}

int cli_play_begin(struct cli_play *play, const struct cli_play_options *options,
                   void (*on_loaded)(void))
{
    struct trey_engine_options engine;
    struct trey_error error = {.code = TREY_ERR_MEMORY};
    memset(play, 0, sizeof *play);
    play->options = options;
    play->rules = options->rules.rules;
    play->speed = options->speed;
    play->newest = -1;
    cli_format_rules(&play->rules, play->rules_text, sizeof play->rules_text);
    play->loader = cli_loader_new(options->player, on_loaded);
    if (play->loader == NULL)
        return cli_fail_memory();
    trey_engine_defaults(&engine);
    engine.table_bytes = options->thinking.how.table_bytes;
    engine.player = options->player;
    engine.seed = options->seed;
    engine.evaluator = cli_loader_evaluator;
    engine.evaluator_context = play->loader;
    play->session = cli_session_new(&engine, receive_answer, play, &error);
    if (play->session == NULL)
        return cli_fail(NULL, &error);
    int failed = options->replay != NULL ? begin_replay(play) : begin_game(play);
    play->changed = false; /* the first move saves a new game */
    return failed;
}

void cli_play_clear(struct cli_play *play)
{
    cli_session_free(play->session);
    cli_loader_free(play->loader);
    json_decref(play->position);
    json_decref(play->advice);
    json_decref(play->words);
    cli_kept_clear(&play->kept);
    free(play->best_path);
    memset(play, 0, sizeof *play);
}
