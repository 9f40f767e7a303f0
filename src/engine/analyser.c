/* The analyser: an evaluator and a search for the current rules, and the limits of a
 * search.
 *
 * Both are kept until the player, rules or options change, because loading a network
 * takes a tenth of a second or more. */
#include "base/error.h"
#include "engine/calls.h"
#include "os/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- limits of a search ----------------------------------------------------------------
 */

/* Parses a limit; returns false if the name or value is invalid. */
static bool read_limit(const char *name, const char *word,
                       struct trey_search_limits *limits)
{
    const uint64_t max_nodes = 1000000000000000000;
    double value = 0.0;
    uint64_t count = 0;
    if (strcmp(name, "depth") == 0 &&
        trey_words_count(word, 1, TREY_SEARCH_MAX_DEPTH, &count))
        limits->depth_plies = (unsigned)count;
    else if (strcmp(name, "nodes") == 0 && trey_words_count(word, 1, max_nodes, &count))
        limits->nodes = count;
    else if (strcmp(name, "movetime") == 0 && trey_words_number(word, 0.0, 1e9, &value))
        limits->time_s = fmax(1e-3 * value, 1e-6);
    else if (strcmp(name, "minprob") == 0 && trey_words_number(word, 0.0, 1.0, &value))
        limits->min_probability = value;
    else
        return false;
    return true;
}

static bool names_limit(const char *word)
{
    static const char *const names[] = {"depth", "nodes", "movetime", "minprob",
                                        "infinite"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], word) == 0)
            return true;
    return false;
}

bool trey_engine_read_limits(struct trey_engine *engine, char **rest,
                             struct trey_search_limits *limits)
{
    bool first = true;
    for (;;) {
        char *name = trey_words_next(rest);
        if (name == NULL)
            return true;
        if (!names_limit(name)) {
            trey_words_back(rest, name);
            return true;
        }
        if (first) {
            double kept = limits->min_probability;
            trey_search_limits_defaults(limits);
            limits->min_probability = kept;
        }
        first = false;
        if (strcmp(name, "infinite") == 0)
            continue;
        const char *word = trey_words_next(rest);
        if (!read_limit(name, word, limits))
            return trey_refuse(engine, "value", "%s cannot be %.32s", name,
                               word != NULL ? word : "nothing");
    }
}

/* --- the search ------------------------------------------------------------------------
 */

void trey_engine_drop_analyser(struct trey_engine *engine)
{
    struct trey_engine_analyser *analyser = &engine->analyser;
    trey_search_free(analyser->search);
    trey_evaluator_free(analyser->owned);
    *analyser = (struct trey_engine_analyser){0};
}

static enum trey_status get_evaluator(struct trey_engine *engine,
                                      const struct trey_rules *rules,
                                      struct trey_error *error)
{
    struct trey_engine_analyser *analyser = &engine->analyser;
    const struct trey_engine_options *options = &engine->options;
    enum trey_eval_family family = trey_eval_family_of(rules);
    if (options->evaluator != NULL)
        return options->evaluator(options->evaluator_context, engine->player,
                                  rules->shape, family, &analyser->evaluator, error);
    enum trey_status status = trey_evaluator_named(engine->player, rules->shape, family,
                                                   &analyser->owned, error);
    analyser->evaluator = analyser->owned;
    return status;
}

bool trey_engine_prepare_analyser(struct trey_engine *engine,
                                  const struct trey_rules *rules)
{
    struct trey_engine_analyser *analyser = &engine->analyser;
    struct trey_error error = {0};
    if (analyser->search != NULL && trey_rules_equal(rules, &analyser->rules))
        return true;
    trey_engine_drop_analyser(engine);
    enum trey_status status = get_evaluator(engine, rules, &error);
    if (status == TREY_OK)
        status = trey_search_new(rules, analyser->evaluator, engine->options.table_bytes,
                                 &analyser->search, &error);
    if (status == TREY_OK)
        status =
            trey_search_set_threads(analyser->search, engine->options.threads, &error);
    if (status != TREY_OK) {
        trey_engine_drop_analyser(engine);
        return trey_refuse_error(engine, &error);
    }
    analyser->rules = *rules;
    analyser->points = trey_evaluator_counts_points(analyser->evaluator);
    return true;
}

const char *trey_engine_new_warning(struct trey_engine *engine)
{
    struct trey_engine_analyser *analyser = &engine->analyser;
    const char *warning = analyser->evaluator != NULL && !analyser->warned
                              ? trey_evaluator_warning(analyser->evaluator)
                              : NULL;
    analyser->warned = analyser->warned || warning != NULL;
    return warning;
}

void trey_engine_add_player(struct trey_engine *engine, struct trey_text *text)
{
    if (engine->analyser.evaluator == NULL)
        return;
    trey_json_string(text, "player", trey_evaluator_name(engine->analyser.evaluator));
    const char *warning = trey_engine_new_warning(engine);
    if (warning != NULL)
        trey_json_string(text, "warning", warning);
}

/* Returns the limits of a search, capped by the engine's limits. */
static struct trey_search_limits bounded_limits(struct trey_engine *engine,
                                                const struct trey_search_limits *limits)
{
    struct trey_engine_analyser *analyser = &engine->analyser;
    struct trey_search_limits bounded = *limits;
    double max_s = engine->options.max_seconds;
    if (max_s > 0.0 && (bounded.time_s <= 0.0 || bounded.time_s > max_s))
        bounded.time_s = max_s;
    bounded.cancel = &engine->cancel;
    analyser->unbounded = bounded.time_s <= 0.0 && bounded.nodes == 0 &&
                          bounded.depth_plies == TREY_SEARCH_MAX_DEPTH;
    if (analyser->unbounded && engine->finishing)
        trey_cancel_raise(&engine->cancel);
    return bounded;
}

bool trey_engine_search_begin(struct trey_engine *engine, const struct trey_view *view,
                              const struct trey_search_limits *limits)
{
    struct trey_search_limits bounded = bounded_limits(engine, limits);
    struct trey_error error = {0};
    if (trey_search_begin(engine->analyser.search, view, &bounded, &error) == TREY_OK)
        return true;
    return trey_refuse_error(engine, &error);
}

bool trey_engine_average_begin(struct trey_engine *engine, const struct trey_guess *guess,
                               const struct trey_search_limits *limits,
                               struct trey_average *average)
{
    struct trey_search_limits bounded = bounded_limits(engine, limits);
    struct trey_error error = {0};
    if (trey_average_begin(average, guess, engine->analyser.search, &bounded, &error) ==
        TREY_OK)
        return true;
    return trey_refuse_error(engine, &error);
}

/* Seconds left until `end_s`, at least 1 ms. */
static double slice_seconds(double end_s)
{
    static const double shortest_s = 1e-3;
    return fmax(end_s - trey_clock_monotonic(), shortest_s);
}

bool trey_engine_average_step(struct trey_engine *engine, struct trey_average *average,
                              double end_s, struct trey_search_result *result)
{
    bool more = trey_average_step(average, slice_seconds(end_s), result);
    if (!more)
        engine->analyser.unbounded = false;
    return more;
}

bool trey_engine_search_step(struct trey_engine *engine, double end_s,
                             struct trey_search_result *result)
{
    struct trey_engine_analyser *analyser = &engine->analyser;
    bool more = trey_search_step(analyser->search, slice_seconds(end_s), result);
    if (!more)
        analyser->unbounded = false;
    return more;
}
