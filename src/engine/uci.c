/* The eight UCI-like commands, for programs controlled by a referee. */
#include "base/error.h"
#include "engine/commands.h"
#include "os/clock.h"
#include "record/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TABLE_MIB = 1 << 16, VALUES_ROOM = 160 };

/* --- immediate commands ----------------------------------------------------------------
 */

static unsigned max_table_mib(const struct trey_engine *engine)
{
    size_t most = engine->options.max_table_bytes >> 20;
    return most < MAX_TABLE_MIB ? (unsigned)most : MAX_TABLE_MIB;
}

void trey_command_trey(struct trey_engine *engine, char *rest)
{
    (void)rest;
    trey_engine_print(engine, "id name trey %s", trey_version());
    trey_engine_print(engine, "id protocol %d", TREY_ENGINE_PROTOCOL);
    trey_engine_print(engine, "option name Player type string default %s",
                      engine->player);
    trey_engine_print(engine, "option name TableMiB type spin default %zu min 1 max %u",
                      engine->options.table_bytes >> 20, max_table_mib(engine));
    trey_engine_print(engine, "option name Threads type spin default %u min 1 max %u",
                      engine->options.threads, engine->options.max_threads);
    trey_engine_print(engine, "option name Seed type string default %" PRIu64,
                      engine->options.seed);
    trey_engine_print(engine, "treyok");
}

void trey_command_isready(struct trey_engine *engine, char *rest)
{
    (void)rest;
    trey_engine_print(engine, "readyok");
}

void trey_command_quit(struct trey_engine *engine, char *rest)
{
    (void)rest;
    trey_engine_quit(engine);
}

void trey_command_newgame(struct trey_engine *engine, char *rest)
{
    (void)engine, (void)rest;
}

/* --- options ---------------------------------------------------------------------------
 */

static bool set_player(struct trey_engine *engine, const char *value)
{
    static const char file[] = "network:";
    bool names_file = strncmp(value, file, sizeof file - 1) == 0;
    if (strlen(value) >= sizeof engine->player || (names_file && !engine->options.files))
        return false;
    strcpy(engine->player, value);
    return true;
}

static bool set_option(struct trey_engine *engine, const char *name, const char *value)
{
    struct trey_engine_options *options = &engine->options;
    uint64_t amount = 0;
    if (strcmp(name, "TableMiB") == 0 &&
        trey_words_count(value, 1, max_table_mib(engine), &amount))
        options->table_bytes = (size_t)amount << 20;
    else if (strcmp(name, "Threads") == 0 &&
             trey_words_count(value, 1, options->max_threads, &amount))
        options->threads = (unsigned)amount;
    else if (strcmp(name, "Seed") == 0 &&
             trey_words_count(value, 0, UINT64_MAX, &amount)) {
        options->seed = amount;
        engine->games = 0;
    } else
        return strcmp(name, "Player") == 0 && set_player(engine, value);
    return true;
}

void trey_command_setoption(struct trey_engine *engine, char *rest)
{
    const char *name_word = trey_words_next(&rest), *name = trey_words_next(&rest);
    const char *value_word = trey_words_next(&rest), *value = trey_words_next(&rest);
    if (value == NULL || strcmp(name_word, "name") != 0 ||
        strcmp(value_word, "value") != 0)
        trey_refuse_usage(engine);
    else if (trey_refuse_more(engine, rest))
        return;
    else if (!set_option(engine, name, value))
        trey_refuse(engine, "value", "unknown option or invalid value: %.32s", name);
    else if (strcmp(name, "Seed") != 0)
        trey_engine_drop_analyser(engine);
}

/* --- a position ------------------------------------------------------------------------
 */

static enum trey_status make_moves(struct trey_view *view, char **rest,
                                   struct trey_error *error)
{
    const char *word = trey_words_next(rest);
    if (word != NULL && strcmp(word, "slides") != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "unknown part of a position: %.32s",
                         word);
    while (word != NULL && (word = trey_words_next(rest)) != NULL) {
        struct trey_step step;
        if (!trey_step_parse(&view->rules, word, &step))
            return trey_fail(error, TREY_ERR_INPUT, 0, "%.32s is not a valid move", word);
        enum trey_status status =
            trey_view_advance(view, (enum trey_direction)step.direction, step.cell,
                              step.rank, step.next, error);
        if (status != TREY_OK)
            return status;
    }
    return TREY_OK;
}

void trey_command_position(struct trey_engine *engine, char *rest)
{
    struct trey_view view;
    struct trey_error error = {0};
    const char *key;
    bool shown;
    if (!trey_engine_read_position(&rest, &view, &shown, NULL, &key, &error) ||
        trey_view_check(&view, &error) != TREY_OK ||
        make_moves(&view, &rest, &error) != TREY_OK) {
        trey_engine_print(engine, "info string position: %.200s", error.message);
        return;
    }
    engine->view = view;
    engine->has_view = true;
}

/* --- searching -------------------------------------------------------------------------
 */

static void report_depth(void *context, const struct trey_search_result *result)
{
    struct trey_engine *engine = context;
    char values[VALUES_ROOM];
    size_t at = 0;
    for (int i = 0; i < 4; i++) {
        char letter = trey_direction_letter((enum trey_direction)i);
        if ((result->legal >> i & 1) != 0)
            at += (size_t)snprintf(values + at, sizeof values - at, " %c %.3f", letter,
                                   result->value[i]);
        else
            at += (size_t)snprintf(values + at, sizeof values - at, " %c -", letter);
    }
    trey_engine_print(
        engine, "info depth %u minprob %g nodes %" PRIu64 " nps %.0f time %.0f value%s",
        result->depth_plies, result->min_probability, result->nodes,
        result->seconds > 0.0 ? (double)result->nodes / result->seconds : 0.0,
        1e3 * result->seconds, values);
}

static bool step_go(struct trey_engine *engine, double end_s)
{
    struct trey_search_result result;
    if (trey_engine_search_step(engine, end_s, &result))
        return true;
    const char *warning = trey_engine_new_warning(engine);
    if (warning != NULL)
        trey_engine_print(engine, "info string warning: %s: %.800s",
                          trey_evaluator_name(engine->analyser.evaluator), warning);
    if (result.best >= 0)
        trey_engine_print(engine, "bestmove %c",
                          trey_direction_letter((enum trey_direction)result.best));
    else
        trey_engine_print(engine, "bestmove none");
    return false;
}

void trey_command_go(struct trey_engine *engine, char *rest)
{
    struct trey_search_limits limits = engine->options.limits;
    bool fine = trey_engine_read_limits(engine, &rest, &limits);
    limits.report = report_depth;
    limits.report_context = engine;
    if (fine && !trey_refuse_more(engine, rest)) {
        if (!engine->has_view)
            trey_refuse(engine, "state", "go: no position");
        else if (trey_engine_prepare_analyser(engine, &engine->view.rules) &&
                 trey_engine_search_begin(engine, &engine->view, &limits)) {
            trey_engine_start_job(engine, step_go, NULL);
            return;
        }
    }
    trey_engine_print(engine, "bestmove none"); /* the client may wait for an answer */
}
