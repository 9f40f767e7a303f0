/* The `solve` and `exact` commands for Threes! with its deck and bonus tiles, on boards
 * of up to MAX_CELLS cells. */
#include "trey/played.h"
#include "engine/commands.h"
#include "engine/values.h"

/* The complete game on 2x3 takes about 3 seconds and 180 MB. */
enum { MAX_CELLS = 6, MAX_BYTES = 1 << 30 };

static void report_progress(void *context, const struct trey_played_progress *progress)
{
    trey_engine_report_solving(context, progress->done, progress->seconds);
}

static void report_solved(struct trey_engine *engine, unsigned end_rank)
{
    struct trey_played_counts counts;
    trey_played_count(engine->played, &counts);
    const struct trey_engine_solution solution = {.rules = &engine->played_rules,
                                                  .boards = counts.boards,
                                                  .states = counts.states,
                                                  .root = counts.value,
                                                  .end_rank = end_rank,
                                                  .bytes = counts.memory_bytes,
                                                  .seconds = counts.seconds};
    trey_engine_report_solved(engine, &solution);
}

void trey_engine_solve_played(struct trey_engine *engine, const struct trey_rules *rules,
                              unsigned end_rank)
{
    struct trey_played *played = NULL;
    struct trey_error error = {0};
    struct trey_played_options options;
    if (trey_engine_refuse_large(engine, rules, MAX_CELLS))
        return;
    trey_played_defaults(rules, &options);
    options.end_rank = end_rank;
    options.threads = engine->options.threads;
    options.memory_bytes = MAX_BYTES;
    options.report = report_progress;
    options.context = engine;
    options.cancel = &engine->cancel;
    enum trey_status status = trey_played_solve(&options, &played, &error);
    if (trey_engine_report_failure(engine, status, &error))
        return;
    trey_played_free(engine->played);
    engine->played = played;
    engine->played_rules = *rules;
    report_solved(engine, end_rank);
}

bool trey_engine_exact_played(struct trey_engine *engine, const struct trey_view *view)
{
    double value[4];
    if (engine->played == NULL || !trey_rules_equal(&view->rules, &engine->played_rules))
        return false;
    if (view->deck == TREY_DECK_UNKNOWN)
        trey_refuse(engine, "state", "the cards left in the deck are not known");
    else if (!trey_played_slides(engine->played, view, value))
        trey_refuse(engine, "value", "the solved game does not lead to this position");
    else {
        struct trey_text *text = trey_answer(engine, false);
        trey_json_open(text, "values", '{');
        for (int i = 0; i < 4; i++)
            trey_add_exact(text, trey_direction_key(i), value[i], value[i], value[i]);
        trey_json_close(text, '}');
        trey_add_best(text, trey_played_best(engine->played, view));
        trey_json_bool(text, "all", false);
        trey_answer_send(engine);
    }
    return true;
}
