/* The `advice` command: search values after each depth, facts about each move, and the
 * likely continuation. */
#include "engine/commands.h"
#include "engine/position.h"
#include "engine/values.h"
#include "os/clock.h"

#include <math.h>
#include <stdlib.h>

enum { LINE_MOVES = 6, LINE_NODES = 20000 };

/* A move of the expected continuation, with the likeliest spawn and hint after it. */
struct line_move {
    enum trey_direction direction;
    bool spawned;
    struct trey_step step;
};

struct advice {
    struct trey_guess guess; /* all possible decks and hints */
    struct trey_average average;
    struct trey_view view,
        line_end; /* the position; the end of the continuation so far */
    struct trey_search_result result;
    bool searched; /* the search is complete */
    int line_count;
    struct line_move line[LINE_MOVES];
};

/* --- answer members --------------------------------------------------------------------
 */

void trey_add_by_move(struct trey_text *text, const char *name, unsigned legal,
                      const double value[4])
{
    trey_json_open(text, name, '{');
    for (int i = 0; i < 4; i++)
        trey_json_real(text, trey_direction_key(i),
                       (legal >> i & 1) != 0 ? value[i] : (double)NAN);
    trey_json_close(text, '}');
}

void trey_add_best(struct trey_text *text, int best)
{
    trey_json_string(text, "best", best < 0 ? NULL : trey_direction_key(best));
}

/* Adds the certainty of the best move and its lead over the others. */
static void add_certainty(struct trey_engine *engine, struct trey_text *text,
                          const struct trey_view *view,
                          const struct trey_search_result *result)
{
    struct trey_confidence confidence;
    double percent[4];
    trey_confidence_of(view, result, engine->analyser.points, &confidence);
    for (int i = 0; i < 4; i++)
        percent[i] = trey_confidence_percent(&confidence, i);
    trey_json_string(text, "certainty",
                     result->best < 0 ? NULL : trey_certainty_text(confidence.certainty));
    trey_json_open(text, "certainty_over", '{');
    for (int i = 0; i < 4; i++)
        trey_json_string(text, trey_direction_key(i),
                         i != result->best && (result->legal >> i & 1) != 0
                             ? trey_certainty_text(confidence.over[i])
                             : NULL);
    trey_json_close(text, '}');
    trey_json_bool(text, "only_move", confidence.only);
    if (!engine->analyser.points || result->best < 0) {
        trey_json_null(text, "to_come");
        trey_json_null(text, "behind_percent");
        return;
    }
    trey_json_real(text, "to_come", confidence.to_come);
    trey_add_by_move(text, "behind_percent", result->legal, percent);
}

static void add_result(struct trey_engine *engine, struct trey_text *text,
                       const struct trey_view *view,
                       const struct trey_search_result *result)
{
    trey_json_uint(text, "depth", result->depth_plies);
    trey_json_real(text, "minprob", result->min_probability);
    trey_json_uint(text, "nodes", result->nodes);
    trey_json_real(text, "ms", 1e3 * result->seconds);
    trey_add_by_move(text, "values", result->legal, result->value);
    trey_add_best(text, result->best);
    trey_json_bool(text, "exact", result->exact);
    trey_json_bool(text, "points", engine->analyser.points);
    add_certainty(engine, text, view, result);
}

/* Adds the facts of a move, with ranks converted to tiles. */
static void add_facts(struct trey_text *text, const struct trey_rules *rules,
                      const struct trey_facts *facts)
{
    const struct {
        const char *key;
        int rank;
    } tiles[] = {{"largest_merged", facts->largest_merged},
                 {"was_largest", facts->was_largest},
                 {"largest", facts->largest},
                 {"shut_in_largest", facts->shut_in_largest}};
    const struct {
        const char *key;
        int count;
    } counts[] = {{"merges", facts->merges},   {"empty", facts->empty},
                  {"entries", facts->entries}, {"ready", facts->ready},
                  {"chain", facts->chain},     {"was_chain", facts->was_chain},
                  {"shut_in", facts->shut_in}, {"was_shut_in", facts->was_shut_in}};
    const struct {
        const char *key;
        bool truth;
    } truths[] = {{"was_corner", facts->was_corner},
                  {"is_corner", facts->is_corner},
                  {"same_corner", facts->same_corner},
                  {"parted", facts->parted},
                  {"wins", facts->wins}};
    trey_json_uint(text, "gain", facts->gain);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        trey_json_int(text, counts[i].key, counts[i].count);
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++)
        trey_json_uint(text, tiles[i].key, trey_rules_tile(rules, tiles[i].rank));
    for (size_t i = 0; i < sizeof truths / sizeof *truths; i++)
        trey_json_bool(text, truths[i].key, truths[i].truth);
    trey_json_real(text, "over", facts->over);
    trey_json_real(text, "stuck", facts->stuck);
}

/* Computes the facts of a move. The risks are averaged over the possible hints; with a
 * known hint they do not depend on the deck. */
static void average_facts(const struct trey_guess *guess, enum trey_direction direction,
                          struct trey_facts *facts)
{
    double over = 0.0, stuck = 0.0;
    for (int i = 0; i < guess->count; i++) {
        trey_facts_of(&guess->views[i], direction, facts);
        over += guess->weight[i] * facts->over;
        stuck += guess->weight[i] * facts->stuck;
    }
    trey_facts_of(&guess->views[0], direction, facts);
    if (guess->count > 1) {
        facts->over = over;
        facts->stuck = stuck;
    }
}

/* All cases of `guess` have the same board. */
static void add_reasons(struct trey_text *text, const struct trey_guess *guess)
{
    const struct trey_view *view = &guess->views[0];
    char words[4][TREY_FACTS_TEXT];
    bool legal[4];
    trey_json_open(text, "facts", '{');
    for (int i = 0; i < 4; i++) {
        struct trey_facts facts;
        average_facts(guess, (enum trey_direction)i, &facts);
        legal[i] = facts.legal;
        trey_facts_text(&view->rules, &facts, words[i], sizeof words[i]);
        if (!trey_json_open_or_null(text, trey_direction_key(i), facts.legal))
            continue;
        add_facts(text, &view->rules, &facts);
        trey_json_close(text, '}');
    }
    trey_json_close(text, '}');
    trey_json_open(text, "words", '{');
    for (int i = 0; i < 4; i++)
        trey_json_string(text, trey_direction_key(i), legal[i] ? words[i] : NULL);
    trey_json_close(text, '}');
}

void trey_engine_add_reasons(struct trey_text *text, const struct trey_view *view)
{
    struct trey_guess one;
    one.count = 1;
    one.views[0] = *view;
    one.weight[0] = 1.0;
    add_reasons(text, &one);
}

static void add_continuation(struct trey_text *text, const struct advice *advice)
{
    const struct trey_rules *rules = &advice->view.rules;
    trey_json_open(text, "line", '[');
    for (int i = 0; i < advice->line_count; i++) {
        const struct line_move *line_move = &advice->line[i];
        trey_json_open(text, NULL, '{');
        trey_json_string(text, "slide", trey_direction_key((int)line_move->direction));
        if (line_move->spawned && line_move->step.cell >= 0) {
            char next[TREY_NEXT_TEXT];
            trey_next_format(rules, line_move->step.next, next, sizeof next);
            trey_json_int(text, "cell", line_move->step.cell);
            trey_json_uint(text, "tile", trey_rules_tile(rules, line_move->step.rank));
            trey_json_string(text, "next", next);
        }
        trey_json_close(text, '}');
    }
    trey_json_close(text, ']');
}

/* --- likely continuation ---------------------------------------------------------------
 */

static const struct trey_view *likeliest_case(const struct trey_guess *guess)
{
    int best = 0;
    for (int i = 1; i < guess->count; i++)
        if (guess->weight[i] > guess->weight[best])
            best = i;
    return &guess->views[best];
}

static unsigned likeliest(const struct trey_chance *chances, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (chances[i].probability > chances[best].probability)
            best = i;
    return chances[best].what;
}

/* Makes a move, then the likeliest spawn and hint. All spawn cells are equally likely, so
 * the first one is used. Returns false if the game is over afterwards. */
static bool append_likeliest(struct trey_view *view, enum trey_direction direction,
                             struct line_move *line_move)
{
    struct trey_chance chances[TREY_MAX_CHANCES];
    const struct trey_rules *rules = &view->rules;
    trey_board after = trey_rules_slide(rules, view->board, direction);
    line_move->direction = direction;
    line_move->step = (struct trey_step){.direction = (uint8_t)direction, .cell = -1};
    if (!trey_rules_ends(rules, after)) {
        int count = trey_rules_tiles(rules, view->board, view->next, view->deck, chances);
        unsigned cells = trey_rules_spawn_cells(rules, view->board, after, direction);
        line_move->step.rank = (uint8_t)likeliest(chances, count);
        line_move->step.cell = (int8_t)__builtin_ctz(cells);
        trey_deck deck = view->deck;
        for (int i = 0; i < count; i++)
            if (chances[i].what == line_move->step.rank)
                deck = chances[i].deck;
        trey_board board =
            trey_board_with(after, line_move->step.cell, line_move->step.rank);
        count = trey_rules_nexts(rules, board, deck, chances);
        line_move->step.next = (trey_next)likeliest(chances, count);
    }
    line_move->spawned =
        trey_view_advance(view, direction, line_move->step.cell, line_move->step.rank,
                          line_move->step.next, NULL) == TREY_OK;
    return line_move->spawned && trey_rules_legal(rules, view->board) != 0;
}

/* Appends a move to the continuation; returns false at its end. */
static bool extend_continuation(struct trey_engine *engine, struct advice *advice)
{
    struct trey_search_result result = advice->result;
    if (advice->line_count == LINE_MOVES || result.best < 0)
        return false;
    if (advice->line_count > 0) {
        struct trey_search_limits limits;
        trey_search_limits_defaults(&limits);
        limits.nodes = LINE_NODES;
        if (trey_search_run(engine->analyser.search, &advice->line_end, &limits, &result,
                            NULL) != TREY_OK ||
            result.best < 0)
            return false;
    }
    struct line_move *line_move = &advice->line[advice->line_count++];
    return append_likeliest(&advice->line_end, (enum trey_direction)result.best,
                            line_move);
}

/* --- the job ---------------------------------------------------------------------------
 */

static void report_depth(void *context, const struct trey_search_result *result)
{
    struct trey_engine *engine = context;
    const struct advice *advice = engine->job.state;
    add_result(engine, trey_answer(engine, true), &advice->view, result);
    trey_answer_send(engine);
}

static bool step_advice(struct trey_engine *engine, double end_s)
{
    struct advice *advice = engine->job.state;
    bool stopping = trey_engine_stopping(engine);
    if (!advice->searched) {
        if (trey_engine_average_step(engine, &advice->average, end_s, &advice->result))
            return true;
        advice->searched = true;
    }
    while (extend_continuation(engine, advice) && !stopping)
        if (trey_clock_monotonic() >= end_s)
            return true;
    struct trey_text *text = trey_answer(engine, false);
    if (trey_cancel_raised(&engine->cancel))
        trey_json_bool(text, "stopped", true);
    add_result(engine, text, &advice->view, &advice->result);
    add_reasons(text, &advice->guess);
    trey_engine_add_cases(text, &advice->guess);
    add_continuation(text, advice);
    trey_engine_add_player(engine, text);
    trey_answer_send(engine);
    return false;
}

/* Starts the search of the game's position. Returns false after sending an error. */
static bool begin_search(struct trey_engine *engine, struct advice *advice,
                         const struct trey_search_limits *limits)
{
    if (!trey_engine_get_guess(engine, &advice->guess) ||
        !trey_engine_prepare_analyser(engine, &advice->guess.views[0].rules))
        return false;
    trey_guess_view(&advice->guess, &advice->view);
    advice->line_end = advice->view;
    for (int i = 1; i < advice->guess.count; i++)
        if (advice->guess.views[i].next != advice->guess.views[0].next) {
            advice->line_end = *likeliest_case(
                &advice->guess); /* a possible hint, for the continuation */
            break;
        }
    return trey_engine_average_begin(engine, &advice->guess, limits, &advice->average);
}

void trey_command_advice(struct trey_engine *engine, char *rest)
{
    struct trey_search_limits limits;
    trey_search_limits_defaults(&limits);
    limits.nodes = TREY_ADVICE_NODES;
    if (!trey_engine_read_limits(engine, &rest, &limits) ||
        trey_refuse_more(engine, rest))
        return;
    limits.report = report_depth;
    limits.report_context = engine;
    struct advice *advice = calloc(1, sizeof *advice);
    if (advice == NULL) {
        trey_refuse(engine, "limit", "out of memory");
        return;
    }
    if (!begin_search(engine, advice, &limits)) {
        free(advice);
        return;
    }
    struct trey_text *text = trey_answer(engine, true);
    add_reasons(text, &advice->guess);
    trey_engine_add_cases(text, &advice->guess);
    trey_answer_send(engine);
    trey_engine_start_job(engine, step_advice, advice);
}
