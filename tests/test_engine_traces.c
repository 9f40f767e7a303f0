/* Random sessions against a model; a failing session is reduced.
 *
 * A trace is a list of requests for a game: new, slide, undo, redo, goto, and invalid
 * ones. The model plays it with a struct trey_game and an array. It predicts for each
 * request if it is refused, and the board, score, hint and counts of the answer. A trace
 * that fails is shortened as long as it still fails, and printed. TREY_TRACES sets the
 * number of traces (default 300). */
#include "base/random.h"
#include "support/random_case.h"
#include "support/session_case.h"
#include "support/test.h"
#include "trey/advise.h"
#include "trey/engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_REQUESTS = 60, MAX_STATES = MAX_REQUESTS + 2, LINE = 512 };

/* --- traces ------------------------------------------------------------------------- */

enum kind { NEW, SET, SLIDE, UNDO, REDO, GOTO, GAME, NONSENSE, KINDS };

struct request {
    enum kind kind;
    int a, b;
};

struct trace {
    int count;
    struct request requests[MAX_REQUESTS];
};

static const char *const rule_sets[] = {
    "window",          "classic", "2048", "course,rows=2,cols=3", "2048,rows=2,cols=2",
    "window,top=stop", "course"};
enum { RULE_SETS = sizeof rule_sets / sizeof *rule_sets };

static const char *const nonsense[] = {"slide",    "slide Q",   "undo x", "goto -1",
                                       "new nox",  "entered 3", "#",      "exact",
                                       "#%% game", "set 2048",  "next 3", "slide U R"};
enum { NONSENSES = sizeof nonsense / sizeof *nonsense };

static void write_request(const struct request *request, char text[LINE])
{
    switch (request->kind) {
    case NEW:
        snprintf(text, LINE, "new %s seed %d", rule_sets[request->a], request->b);
        break;
    case SET:
        snprintf(text, LINE, "set window %x%x00000000000000 next %d seed %d",
                 1 + request->a % 14, 1 + request->b % 14, 1 + request->a % 3,
                 request->b);
        break;
    case SLIDE:
        snprintf(text, LINE, "slide %c", "URDLurdl"[request->a]);
        break;
    case UNDO:
        snprintf(text, LINE, "undo %d", request->a);
        break;
    case REDO:
        snprintf(text, LINE, "redo %d", request->a);
        break;
    case GOTO:
        snprintf(text, LINE, "goto %d", request->a);
        break;
    case GAME:
        snprintf(text, LINE, "game");
        break;
    default:
        snprintf(text, LINE, "%s", nonsense[request->a]);
    }
}

static void make_trace(struct random_case *random, struct trace *trace)
{
    trace->count = 1 + case_below(random, MAX_REQUESTS);
    for (int i = 0; i < trace->count; i++) {
        static const enum kind often[] = {SLIDE, SLIDE, SLIDE, SLIDE, UNDO, REDO};
        struct request *request = &trace->requests[i];
        request->kind = case_below(random, 2) != 0
                            ? often[case_below(random, sizeof often / sizeof *often)]
                            : (enum kind)case_below(random, KINDS);
        if (i == 0 && case_below(random, 8) != 0)
            request->kind = NEW;
        int most = request->kind == NEW        ? RULE_SETS
                   : request->kind == NONSENSE ? NONSENSES
                                               : 8;
        request->a = case_below(random, most);
        request->b = case_below(random, 1000);
        if (request->kind == UNDO || request->kind == REDO)
            request->a = 1 + request->a % 4;
    }
}

/* --- the model ---------------------------------------------------------------------- */

struct model {
    bool begun;
    uint64_t seed;
    int at, count; /* the current state, and the last one for redo */
    struct trey_game states[MAX_STATES];
};

static bool begin_model(struct model *model, const struct trey_game *game)
{
    model->begun = true;
    model->at = model->count = 0;
    model->states[0] = *game;
    return true;
}

static bool model_set(struct model *model, const struct request *request)
{
    struct trey_rules rules;
    struct trey_view view;
    struct trey_game game;
    trey_rules_named("window", &rules, NULL);
    trey_board board = trey_board_with(trey_board_with(0, 0, 1 + request->a % 14), 1,
                                       1 + request->b % 14);
    if (trey_view_make(&rules, board, (trey_next)(1U << (1 + request->a % 3)),
                       TREY_DECK_UNKNOWN, &view, NULL) != TREY_OK)
        return false;
    model->seed = (uint64_t)request->b;
    trey_game_from_view(&game, &view, model->seed, 0);
    return begin_model(model, &game);
}

/* A board set by hand gets its deck with the first move: one of all possible decks,
 * chosen by cumulative weight. */
static void model_deal(struct model *model)
{
    struct trey_view view = model->states[0].view;
    struct trey_guess guess;
    double point = (double)(trey_mix64(model->seed) >> 11) / 9007199254740992.0,
           end = 0.0;
    if (model->at > 0 || view.deck != TREY_DECK_UNKNOWN)
        return;
    assert_int_equal(
        trey_guess_make(&view.rules, view.board, view.next, view.deck, &guess, NULL),
        TREY_OK);
    for (int i = 0; i < guess.count && end <= point; i++) {
        end += guess.weight[i];
        view.deck = guess.views[i].deck;
    }
    trey_game_from_view(&model->states[0], &view, model->seed, 0);
}

static bool model_slide(struct model *model, int direction)
{
    model_deal(model);
    struct trey_game game = model->states[model->at];
    if (!trey_game_slide(&game, (enum trey_direction)direction, NULL))
        return false;
    model->states[++model->at] = game;
    model->count = model->at;
    return true;
}

/* True if the request is valid; updates the model. */
static bool model_do(struct model *model, const struct request *request)
{
    struct trey_rules rules;
    struct trey_game game;
    int most;
    switch (request->kind) {
    case NEW:
        assert_int_equal(trey_rules_parse(rule_sets[request->a], &rules, NULL), TREY_OK);
        trey_game_begin(&game, &rules, (uint64_t)request->b, 0);
        return begin_model(model, &game);
    case SET:
        return model_set(model, request);
    case SLIDE:
        return model->begun && model_slide(model, request->a % 4);
    case UNDO:
        most = model->at;
        model->at -= request->a < most ? request->a : most;
        return most > 0;
    case REDO:
        most = model->count - model->at;
        model->at += request->a < most ? request->a : most;
        return most > 0;
    case GOTO:
        if (!model->begun || request->a > model->count)
            return false;
        model->at = request->a;
        return true;
    case GAME:
        return model->begun;
    default:
        return false;
    }
}

/* --- the session -------------------------------------------------------------------- */

struct received {
    char line[1 << 15];
    int last_lines; /* without "more" */
};

static void collect_answer(void *context, const char *line, size_t size)
{
    struct received *received = context;
    if (strstr(line, "\"more\":true") == NULL)
        received->last_lines++;
    size = size < sizeof received->line ? size : sizeof received->line - 1;
    memcpy(received->line, line, size);
    received->line[size] = '\0';
}

/* Checks the animation data of a slide: every tile has one target cell, and together with
 * the rules of the game they give the new board. */
static bool motions_fit(const char *answer, const struct trey_view *view)
{
    for (int i = 0; i < 4; i++) {
        char key[16];
        snprintf(key, sizeof key, "\"%c\":", "URDL"[i]);
        const char *slides = strstr(answer, "\"slides\":");
        const char *motion = slides != NULL ? strstr(slides, key) : NULL;
        if (motion == NULL)
            return false;
        bool legal = (trey_rules_legal(&view->rules, view->board) >> i & 1) != 0;
        if (legal != (strncmp(motion + 4, "null", 4) != 0))
            return false;
        if (!legal)
            continue;
        trey_board after =
            trey_rules_slide(&view->rules, view->board, (enum trey_direction)i);
        uint64_t made[16] = {0};
        const char *to = strstr(motion, "\"to\":[") + 6;
        for (int cell = 0; cell < view->rules.shape.rows * view->rules.shape.cols;
             cell++) {
            char *end;
            long target = strtol(to, &end, 10);
            int rank = trey_board_rank(view->board, cell);
            if ((rank == 0) != (target < 0) || target > 15)
                return false;
            if (rank != 0)
                made[target] += trey_rules_tile(&view->rules, rank);
            to = end + 1;
        }
        for (int cell = 0; cell < 16; cell++)
            if (made[cell] != trey_rules_tile(&view->rules, trey_board_rank(after, cell)))
                return false;
    }
    return true;
}

/* True if the answer matches the model's position. */
static bool answer_fits(const struct received *received, const struct model *model,
                        bool taken)
{
    char part[128];
    const char *answer = received->line;
    if (received->last_lines != 1)
        return false;
    if (!taken)
        return strstr(answer, "\"error\":\"") != NULL;
    const struct trey_view *view = &model->states[model->at].view;
    char hex[TREY_MAX_CELLS + 1], next[TREY_NEXT_TEXT];
    trey_board_format(view->rules.shape, view->board, hex, sizeof hex);
    trey_next_format(&view->rules, view->next, next, sizeof next);
    snprintf(part, sizeof part, "\"hex\":\"%s\",\"next\":\"%s\",", hex, next);
    if (strstr(answer, "\"error\":") != NULL || strstr(answer, part) == NULL)
        return false;
    snprintf(part, sizeof part, "\"score\":%" PRIu64 ",\"moves\":%" PRIu64 ",",
             view->score, view->moves);
    if (strstr(answer, part) == NULL)
        return false;
    snprintf(part, sizeof part, "\"undo\":%d,\"redo\":%d,", model->at,
             model->count - model->at);
    return strstr(answer, part) != NULL && motions_fit(answer, view);
}

/* Index of the first request with a wrong answer, or -1. */
static int first_fault(const struct trace *trace, struct received *received)
{
    static struct model model;
    struct trey_engine_options options;
    struct trey_engine *engine;
    int fault = -1;
    trey_engine_defaults(&options);
    options.player = "heuristic";
    assert_int_equal(trey_engine_new(&options, collect_answer, received, &engine, NULL),
                     TREY_OK);
    model.begun = false;
    model.at = model.count = 0;
    for (int i = 0; i < trace->count && fault < 0; i++) {
        char text[LINE];
        write_request(&trace->requests[i], text);
        received->last_lines = 0;
        trey_engine_line(engine, text, strlen(text));
        while (trey_engine_step(engine, 20)) {
        }
        bool taken = model_do(&model, &trace->requests[i]);
        if (!answer_fits(received, &model, taken))
            fault = i;
    }
    trey_engine_free(engine);
    return fault;
}

static void remove_request(const struct trace *trace, int index, struct trace *shorter)
{
    *shorter = *trace;
    shorter->count--;
    memmove(&shorter->requests[index], &trace->requests[index + 1],
            (size_t)(trace->count - index - 1) * sizeof *trace->requests);
}

/* Removes requests as long as the trace still fails, and prints the rest. */
static void shrink_and_fail(struct trace trace, struct received *received)
{
    for (bool shorter = true; shorter;) {
        shorter = false;
        trace.count = first_fault(&trace, received) + 1;
        for (int i = trace.count - 2; i >= 0; i--) {
            struct trace less;
            remove_request(&trace, i, &less);
            if (first_fault(&less, received) >= 0) {
                trace = less;
                shorter = true;
                break;
            }
        }
    }
    for (int i = 0; i < trace.count; i++) {
        char text[LINE];
        write_request(&trace.requests[i], text);
        print_message("> %s\n", text);
    }
    first_fault(&trace, received);
    fail_msg("the last answer: %.2000s", received->line);
}

static void test_traces(void **state)
{
    (void)state;
    static struct received received;
    struct random_case random = case_start();
    const char *expected = getenv("TREY_TRACES");
    int traces = expected != NULL ? atoi(expected) : 300;
    for (int i = 0; i < traces; i++) {
        struct trace trace;
        make_trace(&random, &trace);
        if (first_fault(&trace, &received) >= 0)
            shrink_and_fail(trace, &received);
    }
}

/* A saved game continues exactly as the original. */
static void test_saved_games_continue(void **state)
{
    (void)state;
    static struct received received;
    struct random_case random = case_start();
    struct trey_engine_options options;
    struct trey_engine *engine;
    trey_engine_defaults(&options);
    options.player = "heuristic";
    for (int i = 0; i < 20; i++) {
        static char position[1 << 15], line[1 << 16];
        struct request begin_game = {i % 3 == 2 ? SET : NEW, i % RULE_SETS, 100 + i};
        assert_int_equal(
            trey_engine_new(&options, collect_answer, &received, &engine, NULL), TREY_OK);
        write_request(&begin_game, line);
        trey_engine_line(engine, line, strlen(line));
        for (int slide = 0; slide < 40; slide++) {
            snprintf(line, sizeof line, "slide %c", "URDL"[case_below(&random, 4)]);
            trey_engine_line(engine, line, strlen(line));
        }
        trey_engine_line(engine, "save", 4);
        while (trey_engine_step(engine, 20)) {
        }
        if (!case_load_request(received.line, line, sizeof line))
            skip();
        for (int turn = 0; turn < 2; turn++) {
            for (int slide = 0; slide < 20; slide++) {
                char words[16];
                snprintf(words, sizeof words, "slide %c", "URDL"[slide % 4]);
                trey_engine_line(engine, words, strlen(words));
            }
            trey_engine_line(engine, "game", 4);
            while (trey_engine_step(engine, 20)) {
            }
            if (turn == 0) {
                strcpy(position, received.line);
                trey_engine_line(engine, line, strlen(line));
            } else
                assert_string_equal(position, received.line);
        }
        trey_engine_free(engine);
    }
}

/* --- a followed game ---------------------------------------------------------------- */

static void send_line(struct trey_engine *engine, const char *text)
{
    trey_engine_line(engine, text, strlen(text));
    while (trey_engine_step(engine, 20)) {
    }
}

static void assert_answer(const struct received *received, const char *part)
{
    if (strstr(received->line, part) == NULL)
        fail_msg("no %s in %.1500s", part, received->line);
}

/* Reports the moves and tiles that the session waits for, until nothing is missing. */
static void report_missing(struct trey_engine *engine, const struct received *received,
                           const struct trey_game *game, const struct trey_move *move)
{
    char text[LINE], next[TREY_NEXT_TEXT];
    if (strstr(received->line, "\"for\":\"entered\"") != NULL) {
        snprintf(text, sizeof text, "entered %d %d", move->cell,
                 (int)trey_rules_tile(&game->view.rules, move->rank));
        send_line(engine, text);
    }
    if (strstr(received->line, "\"for\":\"next\"") != NULL) {
        trey_next_format(&game->view.rules, game->view.next, next, sizeof next);
        snprintf(text, sizeof text, "\"%s\"", next);
        assert_answer(received, text); /* the actual tile was among the possible ones */
        snprintf(text, sizeof text, "next %s", next);
        send_line(engine, text);
    }
    assert_answer(received, "\"waiting\":null");
}

static void assert_followed(const struct received *received, const struct trey_view *view)
{
    char hex[TREY_MAX_CELLS + 1], next[TREY_NEXT_TEXT], part[128];
    trey_board_format(view->rules.shape, view->board, hex, sizeof hex);
    trey_next_format(&view->rules, view->next, next, sizeof next);
    snprintf(part, sizeof part, "\"hex\":\"%s\",\"next\":\"%s\",", hex, next);
    assert_answer(received, part);
    snprintf(part, sizeof part, "\"score\":%" PRIu64 ",\"moves\":%" PRIu64 ",",
             view->score, view->moves);
    assert_answer(received, part);
}

static void follow_game(const char *rules_text, uint64_t seed, struct random_case *random)
{
    static struct received received;
    struct trey_engine_options options;
    struct trey_engine *engine;
    struct trey_rules rules;
    struct trey_game game;
    char text[LINE], hex[TREY_MAX_CELLS + 1], next[TREY_NEXT_TEXT];
    trey_engine_defaults(&options);
    options.player = "heuristic";
    assert_int_equal(trey_engine_new(&options, collect_answer, &received, &engine, NULL),
                     TREY_OK);
    assert_int_equal(trey_rules_parse(rules_text, &rules, NULL), TREY_OK);
    trey_game_begin(&game, &rules, seed, 0);
    trey_board_format(rules.shape, game.view.board, hex, sizeof hex);
    trey_next_format(&rules, game.view.next, next, sizeof next);
    snprintf(text, sizeof text, "follow %s %s next %s", rules_text, hex, next);
    send_line(engine, text);
    for (int i = 0; i < 400 && trey_game_legal(&game) != 0; i++) {
        struct trey_move move;
        int direction = case_below(random, 4);
        snprintf(text, sizeof text, "slide %c", "URDL"[direction]);
        send_line(engine, text);
        if (!trey_game_slide(&game, (enum trey_direction)direction, &move)) {
            assert_answer(&received, "\"error\":\"illegal\"");
            continue;
        }
        report_missing(engine, &received, &game, &move);
        assert_followed(&received, &game.view);
        if (case_below(random, 10) == 0) {
            send_line(engine, "undo");
            send_line(engine, "redo");
            assert_followed(&received, &game.view);
        }
    }
    trey_engine_free(engine);
}

static void test_games_followed(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (uint64_t seed = 1; seed <= 3; seed++)
        for (int i = 0; i < RULE_SETS; i++)
            follow_game(rule_sets[i], seed, &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_traces),
        cmocka_unit_test(test_saved_games_continue),
        cmocka_unit_test(test_games_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
