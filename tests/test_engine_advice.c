/* Advice and odds of a session equal those of the library and of the command: the mean
 * over all possible decks and hints. */
#include "advise/guess.h"
#include "eval/eval.h"
#include "players/command.h"
#include "support/session_case.h"
#include "support/test.h"
#include "trey/engine.h"
#include "trey/odds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lines of the session; the last one is the answer. */
struct talk {
    struct trey_engine *engine;
    char last[1 << 15];
    int lines;
};

static void keep_line(void *context, const char *line, size_t size_bytes)
{
    struct talk *talk = context;
    size_t size = size_bytes < sizeof talk->last ? size_bytes : sizeof talk->last - 1;
    memcpy(talk->last, line, size);
    talk->last[size] = '\0';
    talk->lines++;
}

static struct talk *talk_new(void)
{
    struct talk *talk = calloc(1, sizeof *talk);
    struct trey_engine_options options;
    assert_non_null(talk);
    trey_engine_defaults(&options);
    options.table_bytes = (size_t)1 << 20;
    options.threads = 1;
    assert_int_equal(trey_engine_new(&options, keep_line, talk, &talk->engine, NULL),
                     TREY_OK);
    trey_engine_line(talk->engine, "setoption name Player value heuristic", 37);
    return talk;
}

static void talk_free(struct talk *talk)
{
    trey_engine_free(talk->engine);
    free(talk);
}

static const char *answer_to(struct talk *talk, const char *line)
{
    talk->last[0] = '\0';
    trey_engine_line(talk->engine, line, strlen(line));
    while (trey_engine_step(talk->engine, 1)) {
    }
    return talk->last;
}

/* The number after the first `key` at or after the first `part`. */
static double number_of(const char *answer, const char *part, const char *key)
{
    const char *at = strstr(answer, part);
    assert_non_null(at);
    at = strstr(at, key);
    assert_non_null(at);
    return strtod(at + strlen(key), NULL);
}

static void assert_near(double a, double b)
{
    if (fabs(a - b) > 1e-7 * fmax(1.0, fabs(b)))
        fail_msg("%.12g is not %.12g", a, b);
}

static void position_of(const char *rules_text, const char *hex, struct trey_rules *rules,
                        trey_board *board)
{
    assert_int_equal(trey_rules_parse(rules_text, rules, NULL), TREY_OK);
    assert_int_equal(trey_board_parse(rules->shape, hex, board, NULL), TREY_OK);
}

/* --- an unseen hint ----------------------------------------------------------------- */

static double share_of(const struct trey_guess *guess, trey_next next)
{
    double sum = 0.0;
    for (int i = 0; i < guess->count; i++)
        sum += guess->views[i].next == next ? guess->weight[i] : 0.0;
    return sum;
}

/* Given the hint, decks have the same probabilities as if the hint had been seen. */
static void check_hints(const char *rules_text, const char *hex)
{
    struct trey_rules rules;
    trey_board board;
    static struct trey_guess open, seen;
    int cases = 0;
    position_of(rules_text, hex, &rules, &board);
    assert_int_equal(trey_guess_make_open(&rules, board, TREY_DECK_UNKNOWN, &open, NULL),
                     TREY_OK);
    double sum = 0.0, bonus = 0.0;
    for (int i = 0; i < open.count; i++) {
        trey_next next = open.views[i].next;
        sum += open.weight[i];
        bonus += next != 2 && next != 4 && next != 8 ? open.weight[i] : 0.0;
        assert_int_equal(
            trey_guess_make(&rules, board, next, TREY_DECK_UNKNOWN, &seen, NULL),
            TREY_OK);
        int at = 0;
        while (at < seen.count && seen.views[at].deck != open.views[i].deck)
            at++;
        assert_true(at < seen.count);
        assert_near(open.weight[i] / share_of(&open, next), seen.weight[at]);
    }
    for (trey_next next = 1; next < 1 << 15; next++)
        if (trey_guess_make(&rules, board, next, TREY_DECK_UNKNOWN, &seen, NULL) ==
            TREY_OK)
            cases += seen.count;
    assert_int_equal(open.count, cases); /* no more and no fewer */
    assert_near(sum, 1.0);
    /* The share of bonus tiles is that of the rules. */
    assert_near(bonus, cases > 30 ? 1.0 / rules.odds : 0.0);
}

static void test_unseen_hints(void **state)
{
    (void)state;
    struct trey_rules rules;
    trey_board board;
    static struct trey_guess open;
    check_hints("window", "0000012003300000");
    check_hints("window", "30452130678912a3");
    check_hints("window", "1233012003308756");
    /* With a known deck, a card's probability is its share of the cards left. */
    position_of("window", "0000012003300000", &rules, &board);
    trey_deck deck;
    assert_int_equal(trey_deck_parse(&rules, "2,3,3", &deck, NULL), TREY_OK);
    assert_int_equal(trey_guess_make_open(&rules, board, deck, &open, NULL), TREY_OK);
    assert_int_equal(open.count, 3);
    assert_near(share_of(&open, 1u << 1), 2.0 / 4);
    assert_near(share_of(&open, 1u << 2), 1.0 / 4);
    assert_near(share_of(&open, 1u << 3), 1.0 / 4);
}

/* --- advice ------------------------------------------------------------------------- */

static void compare_advice(const char *set, const struct trey_guess *guess,
                           const char *limits_text,
                           const struct trey_search_limits *limits)
{
    static const char letters[] = "URDL";
    struct talk *talk = talk_new();
    struct trey_evaluator *evaluator;
    struct trey_search *search;
    struct trey_search_result found;
    char line[128];
    assert_null(strstr(answer_to(talk, set), "error"));
    snprintf(line, sizeof line, "advice %s", limits_text);
    const char *answer = answer_to(talk, line);
    assert_int_equal(trey_evaluator_heuristic(guess->views[0].rules.shape,
                                              TREY_EVAL_THREES, &evaluator, NULL),
                     TREY_OK);
    assert_int_equal(trey_search_new(&guess->views[0].rules, evaluator, (size_t)1 << 20,
                                     &search, NULL),
                     TREY_OK);
    assert_int_equal(trey_guess_search(guess, search, limits, &found, NULL), TREY_OK);
    for (int i = 0; i < 4; i++) {
        char key[] = {'"', letters[i], '"', ':', '\0'};
        assert_true((found.legal >> i & 1) != 0);
        assert_near(number_of(answer, "\"values\"", key), found.value[i]);
    }
    assert_int_equal(strstr(answer, "\"best\":\"")[8], letters[found.best]);
    snprintf(line, sizeof line, "\"depth\":%u,", found.depth_plies);
    assert_non_null(strstr(answer, line));
    trey_search_free(search);
    trey_evaluator_free(evaluator);
    talk_free(talk);
}

static void test_advice_is_the_mean_of_all_decks(void **state)
{
    (void)state;
    struct trey_rules rules;
    trey_board board;
    static struct trey_guess guess;
    struct trey_search_limits limits;
    position_of("window", "0000012003300000", &rules, &board);
    assert_int_equal(
        trey_guess_make(&rules, board, 1u << 1, TREY_DECK_UNKNOWN, &guess, NULL),
        TREY_OK);
    assert_true(guess.count > 1);
    trey_search_limits_defaults(&limits);
    limits.depth_plies = 3;
    compare_advice("set window 0000012003300000 next 1", &guess, "depth 3", &limits);
    compare_advice("follow window 0000012003300000 next 1", &guess, "depth 3", &limits);
    trey_search_limits_defaults(&limits);
    limits.nodes = 100000;
    compare_advice("set window 0000012003300000 next 1", &guess, "nodes 100000", &limits);
    assert_int_equal(trey_guess_make_open(&rules, board, TREY_DECK_UNKNOWN, &guess, NULL),
                     TREY_OK);
    compare_advice("set window 0000012003300000 next ?", &guess, "nodes 100000", &limits);
}

/* Counts are whole numbers: a fraction or another notation is refused, not rounded. */
static void test_counts_are_whole_numbers(void **state)
{
    (void)state;
    static const char *const wrong[] = {"1.5", "0x1", "1e0", "+1", "-1", "inf", "nan"};
    struct talk *talk = talk_new();
    assert_null(strstr(answer_to(talk, "set 2048 0000000000000101 score 7"), "error"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[80], message[80];
        const char *const requests[] = {"advice depth", "auto 1 nodes",
                                        "set 2048 1010000000000000 score"};
        for (size_t j = 0; j < 3; j++) {
            const char *name = strrchr(requests[j], ' ') + 1;
            snprintf(line, sizeof line, "%s %s", requests[j], wrong[i]);
            snprintf(message, sizeof message, "\"message\":\"%s cannot be %s\"", name,
                     wrong[i]);
            assert_non_null(strstr(answer_to(talk, line), message));
        }
    }
    assert_non_null(strstr(answer_to(talk, "game"), "\"score\":7,"));
    talk_free(talk);
}

/* The table of a solved `course` game derives the deck from the board: a game that was
 * set with another deck has other values. */
static void test_exact_values_of_another_deck(void **state)
{
    (void)state;
    struct talk *talk = talk_new();
    answer_to(talk, "solve course,rows=2,cols=2");
    answer_to(talk, "set course,rows=2,cols=2 3400 next 2 deck 1,0,0");
    assert_non_null(strstr(answer_to(talk, "exact"), "\"best\":\"D\""));
    answer_to(talk, "set course,rows=2,cols=2 3400 next 2");
    assert_non_null(strstr(answer_to(talk, "exact"), "\"best\":\"D\""));
    answer_to(talk, "set course,rows=2,cols=2 3400 next 2 deck 0,0,1");
    assert_non_null(strstr(answer_to(talk, "exact"), "\"error\":\"value\""));
    talk_free(talk);
}

/* The next tile stays unknown until a move draws it. */
static void test_unknown_next_tile(void **state)
{
    (void)state;
    struct talk *talk = talk_new();
    const char *answer = answer_to(talk, "set window 30452130678912a3 next ? seed 5");
    assert_non_null(strstr(answer, "\"next\":\"?\",\"tiles\":[],\"deck\":null"));
    answer = answer_to(talk, "advice nodes 20000");
    assert_non_null(strstr(answer, "\"decks\":"));
    assert_non_null(
        strstr(answer, "\"hints\":[\"1\",\"2\",\"3\",\"6,12,24\",\"12,24,48\"]"));
    assert_non_null(strstr(answer_to(talk, "save"), "\"error\":\"state\""));
    assert_non_null(strstr(answer_to(talk, "exact"), "\"error\":\"state\""));
    assert_non_null(strstr(answer_to(talk, "game"), "\"next\":\"?\""));
    assert_non_null(strstr(answer_to(talk, "slide D"), "\"moves\":1"));
    assert_null(strstr(answer_to(talk, "undo"), "\"next\":\"?\""));
    assert_null(strstr(answer_to(talk, "save"), "error"));
    answer = answer_to(talk, "check window 30452130678912a3 next ?");
    assert_non_null(strstr(answer, "\"next\":\"?\",\"tiles\":[],\"deck\":null"));
    assert_non_null(strstr(answer, "\"hints\":[\"1\",\"2\",\"3\",\"6,12,24\""));
    /* If the user gives no hint, one is drawn. */
    assert_null(strstr(answer_to(talk, "set window 30452130678912a3"), "\"next\":\"?\""));
    /* Rules without hints, a finished game, a followed game. */
    assert_non_null(strstr(answer_to(talk, "set 2048 0000012003300000 next ?"), "[2,4]"));
    assert_null(strstr(answer_to(talk, "save"), "error"));
    assert_non_null(strstr(answer_to(talk, "follow window 0000012003300000 next ?"),
                           "\"waiting\":{\"for\":\"next\""));
    talk_free(talk);
}

/* Without limits all decks are searched to one depth before any goes deeper. */
static void test_stopped_advice_is_whole(void **state)
{
    (void)state;
    struct talk *talk = talk_new();
    answer_to(talk, "set window 0000012003300000 next 1");
    trey_engine_line(talk->engine, "advice infinite", 15);
    for (talk->lines = 0; talk->lines < 3;)
        trey_engine_step(talk->engine, 1);
    double depth = number_of(talk->last, "{", "\"depth\":");
    trey_engine_line(talk->engine, "stop", 4);
    while (trey_engine_step(talk->engine, 1)) {
    }
    assert_non_null(strstr(talk->last, "\"stopped\":true"));
    assert_true(number_of(talk->last, "{", "\"depth\":") >= depth);
    assert_null(strstr(talk->last, "\"certainty\":\"unknown\""));
    talk_free(talk);
}

/* A loaded game shows the recorded hint after its last move, whatever its seed would
 * draw. */
static void test_last_hints_are_loaded(void **state)
{
    (void)state;
    struct talk *talk = talk_new();
    for (int hint = 1; hint <= 3; hint++) {
        char line[1024], expected[32];
        answer_to(talk, "follow window,rows=4,cols=3 000000000300 next 2");
        answer_to(talk, "slide R"); /* the tile can only enter in one cell */
        snprintf(line, sizeof line, "next %d", hint);
        answer_to(talk, line);
        if (!case_load_request(answer_to(talk, "save"), line, sizeof line))
            skip();
        snprintf(expected, sizeof expected, "\"next\":\"%d\"", hint);
        assert_non_null(strstr(answer_to(talk, line), expected));
    }
    talk_free(talk);
}

/* Reading a record changes nothing in the game; loading uses given rules if the record
 * names none. */
static void test_records_are_read_first(void **state)
{
    (void)state;
    static const char record[] =
        "{\"format\":\"trey record 1\",\"rules\":\"course rows=2 cols=3\",\"board\":"
        "\"100000\",\"next\":\"3\",\"deck\":\"0,1,0\",\"score\":9,"
        "\"slides\":\"R03:2 D12:3 U53:2\"}";
    struct talk *talk = talk_new();
    char line[512];
    answer_to(talk, "set window 0000012003300000 next 1");
    snprintf(line, sizeof line, "record window %s", record);
    const char *answer = answer_to(talk, line);
    assert_non_null(strstr(answer, "\"rules\":\"course,rows=2,cols=3\""));
    assert_non_null(strstr(answer, "\"hex\":\"330003\""));
    assert_non_null(strstr(answer, "\"slides\":3"));
    assert_non_null(strstr(answer_to(talk, "game"), "\"hex\":\"0000012003300000\""));
    assert_non_null(
        strstr(answer_to(talk, "record window {\"a\":1}"), "\"error\":\"value\""));
    assert_non_null(strstr(answer_to(talk, "record window"), "\"error\":\"usage\""));
    assert_non_null(
        strstr(answer_to(talk, "load rules window 7"), "\"error\":\"value\""));
    assert_non_null(
        strstr(answer_to(talk, "load rules nothing 7"), "\"error\":\"value\""));
    assert_non_null(strstr(answer_to(talk, "game"), "\"hex\":\"0000012003300000\""));
    /* A record that does not name its rules, read with given ones. */
    static const char framework[] = "a@1|022133[3]5183[3]91A2E2F3[3]#D13[3]|a@2";
    snprintf(line, sizeof line, "load rules course,start=9 %s", framework);
    assert_non_null(strstr(answer_to(talk, line), "\"rules\":\"course,start=9\""));
    talk_free(talk);
}

/* --- odds --------------------------------------------------------------------------- */

static void test_odds_by_move(void **state)
{
    (void)state;
    enum { GAMES = 24 };
    struct talk *talk = talk_new();
    struct trey_rules rules;
    trey_board board;
    struct trey_evaluator *evaluator;
    static struct trey_guess guess;
    static struct trey_odds_by_move found;
    struct trey_odds_options options = {.games = GAMES, .seed = 3, .threads = 1};
    position_of("course,rows=3,cols=3", "100020003", &rules, &board);
    assert_int_equal(
        trey_guess_make(&rules, board, 1u << 1, TREY_DECK_UNKNOWN, &guess, NULL),
        TREY_OK);
    assert_int_equal(
        trey_evaluator_heuristic(rules.shape, TREY_EVAL_THREES, &evaluator, NULL),
        TREY_OK);
    assert_int_equal(trey_odds_find_by_move(guess.views, guess.weight,
                                            (size_t)guess.count, evaluator, &options,
                                            &found, NULL),
                     TREY_OK);
    answer_to(talk, "set course,rows=3,cols=3 100020003 next 1");
    const char *answer = answer_to(talk, "odds per-move games 24 seed 3");
    for (int i = 0; i < 4; i++) {
        const char key[] = {'"', "URDL"[i], '"', ':', '{', '\0'};
        if ((found.legal >> i & 1) == 0)
            continue;
        assert_near(number_of(answer, key, "\"mean\":"), found.odds[i].score.mean);
        assert_near(number_of(answer, key, "\"24\":"), found.odds[i].reach[6].mean);
        assert_near(number_of(answer, key, "\"behind\":["), found.behind[i].mean);
    }
    assert_int_equal(strstr(answer, "\"best\":\"")[8], "URDL"[found.best]);
    /* Two of the moves give the same games. */
    answer = answer_to(talk, "odds moves UL games 24 seed 3");
    assert_near(number_of(answer, "\"U\":{", "\"mean\":"), found.odds[0].score.mean);
    assert_near(number_of(answer, "\"L\":{", "\"mean\":"), found.odds[3].score.mean);
    assert_non_null(strstr(answer, "\"R\":null,\"D\":null"));
    assert_non_null(strstr(answer_to(talk, "odds moves"), "\"error\":\"usage\""));
    assert_non_null(strstr(answer_to(talk, "odds moves UX"), "\"error\":\"usage\""));
    answer_to(talk, "set course,rows=2,cols=2 1212 next 3");
    assert_non_null(strstr(answer_to(talk, "odds moves U"), "\"error\":\"illegal\""));
    answer_to(talk, "set course,rows=2,cols=2 1131 next 3"); /* the game is over */
    assert_non_null(strstr(answer_to(talk, "odds per-move games 8"), "\"best\":null"));
    trey_evaluator_free(evaluator);
    talk_free(talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unseen_hints),
        cmocka_unit_test(test_advice_is_the_mean_of_all_decks),
        cmocka_unit_test(test_counts_are_whole_numbers),
        cmocka_unit_test(test_exact_values_of_another_deck),
        cmocka_unit_test(test_unknown_next_tile),
        cmocka_unit_test(test_stopped_advice_is_whole),
        cmocka_unit_test(test_last_hints_are_loaded),
        cmocka_unit_test(test_records_are_read_first),
        cmocka_unit_test(test_odds_by_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
