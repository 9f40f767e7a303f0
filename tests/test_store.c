/* The store: two tables in one file, whose rows are found by their keys and verified. */
#include "base/store.h"
#include "extras/baselines/compare.h"
#include "extras/baselines/outcomes.h"
#include "players/command.h"
#include "players/game_store.h"
#include "support/store_case.h"
#include "support/test.h"
#include "trey/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_keys_of_the_store(void **state)
{
    (void)state;
    case_need_store();
    char path[64];
    case_store_path(path);
    struct trey_store *store = NULL;
    assert_int_equal(trey_store_open(path, &store, NULL), TREY_OK);
    const struct trey_outcome_key key = {"p", "i", "l"};
    const struct trey_outcome_key others[] = {
        {"q", "i", "l"}, {"p", "j", "l"}, {"p", "i", "m"}};
    struct trey_outcome outcome = {.score = 7,
                                   .bound = UINT64_C(1) << 62,
                                   .moves = 3,
                                   .positions = 4,
                                   .switches = 5,
                                   .peak_bytes = 6,
                                   .seconds = 0.25,
                                   .optimal = true};
    assert_int_equal(trey_outcome_save(store, &key, "name", &outcome, NULL), TREY_OK);
    struct trey_outcome found;
    assert_int_equal(trey_outcome_find(store, &key, &found, NULL), TREY_OK);
    outcome.done = true;
    assert_true(found.done && found.optimal);
    assert_int_equal(found.score, 7);
    assert_int_equal(found.bound, outcome.bound);
    assert_int_equal(found.peak_bytes, 6);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(trey_outcome_find(store, &others[i], &found, NULL), TREY_OK);
        assert_false(found.done);
    }
    trey_store_close(store);
    trey_store_close(NULL);
    remove(path);
}

static void test_games(void **state)
{
    (void)state;
    case_need_store();
    char path[64];
    case_store_path(path);
    struct trey_store *store = NULL;
    struct trey_game_store_key key = {"window", "someone depth=3", 7, 12};
    struct trey_game_result result = {
        .score = 123456, .moves = 789, .largest = 12, .seconds = 1.5, .slowest_ms = 2.25};
    struct trey_game_result found;
    result.spread[0] = 5;
    result.spread[TREY_MS_BINS - 1] = 4000000000U;
    char *text = NULL;
    for (int round = 0; round < 2; round++) {
        assert_int_equal(trey_store_open(path, &store, NULL), TREY_OK);
        assert_int_equal(trey_game_store_find(store, &key, &found, NULL, NULL), TREY_OK);
        assert_int_equal(found.done, round == 1);
        assert_int_equal(trey_game_store_add(store, &key, &result, "the record", NULL),
                         TREY_OK);
        struct trey_game_result other = result;
        other.score = 1; /* the first row stays */
        assert_int_equal(trey_game_store_add(store, &key, &other, NULL, NULL), TREY_OK);
        assert_int_equal(trey_game_store_find(store, &key, &found, NULL, NULL), TREY_OK);
        assert_true(found.done);
        assert_int_equal(found.score, result.score);
        assert_int_equal(found.moves, result.moves);
        assert_int_equal(found.largest, result.largest);
        assert_memory_equal(found.spread, result.spread, sizeof found.spread);
        assert_int_equal(trey_game_store_find(store, &key, &found, &text, NULL), TREY_OK);
        assert_string_equal(text, "the record");
        free(text);
        key.number++;
        assert_int_equal(trey_game_store_find(store, &key, &found, NULL, NULL), TREY_OK);
        assert_false(found.done);
        key.number--;
        trey_store_close(store);
    }
    remove(path);
}

/* --- verification ------------------------------------------------------------------- */

static struct trey_selfplay_options played_options(struct trey_store *store)
{
    struct trey_selfplay_options options = {
        .seed = 3, .games = 2, .threads = 1, .records = true, .store = store};
    assert_int_equal(trey_rules_parse("course,rows=2,cols=3", &options.rules, NULL),
                     TREY_OK);
    return options;
}

static enum trey_status keep_game(void *context, uint64_t game,
                                  const struct trey_game_result *result,
                                  const struct trey_record *record,
                                  struct trey_error *error)
{
    (void)game;
    (void)result;
    char **text = context;
    trey_free(*text);
    return trey_record_format(record, TREY_RECORD_JSON, text, error);
}

/* Rows with valid checksums that contradict their records. */
static void test_verification(void **state)
{
    (void)state;
    case_need_store();
    char path[64], *text = NULL;
    case_store_path(path);
    struct trey_store *store = NULL;
    struct trey_error error;
    struct trey_selfplay_verified verified;
    struct trey_game_result results[2];
    struct trey_player_options how;
    trey_player_defaults(&how);
    assert_int_equal(trey_store_open(path, &store, NULL), TREY_OK);
    assert_int_equal(trey_store_upgraded(store), 0);
    assert_int_equal(trey_selfplay_verify(store, &verified, NULL), TREY_OK);
    assert_int_equal(verified.games, 0);
    struct trey_selfplay_options options = played_options(store);
    options.report = keep_game;
    options.report_context = &text;
    assert_int_equal(trey_selfplay_run("greedy", &how, &options, results, NULL), TREY_OK);
    assert_int_equal(trey_selfplay_verify(store, &verified, NULL), TREY_OK);
    assert_int_equal(verified.games, 2);
    assert_int_equal(verified.replayed, 2);

    /* A game without a record counts, but is not replayed. */
    const struct trey_game_store_key bare = {"window", "someone", 1, 1};
    assert_int_equal(trey_game_store_add(store, &bare, &results[1], NULL, NULL), TREY_OK);
    assert_int_equal(trey_selfplay_verify(store, &verified, NULL), TREY_OK);
    assert_int_equal(verified.games, 3);
    assert_int_equal(verified.replayed, 2);
    trey_store_close(store);

    struct trey_game_result wrong[3] = {results[1], results[1], results[1]};
    wrong[0].score++;
    wrong[1].largest++;
    wrong[2].moves--;
    static const char *const parts[] = {"score", "largest tile", "moves"};
    for (int i = 0; i < 3; i++) {
        const struct trey_game_store_key key = {"course rows=2 cols=3", "other", 3, 1};
        remove(path);
        assert_int_equal(trey_store_open(path, &store, NULL), TREY_OK);
        assert_int_equal(trey_game_store_add(store, &key, &wrong[i], text, NULL),
                         TREY_OK);
        assert_int_equal(trey_selfplay_verify(store, &verified, &error), TREY_ERR_INPUT);
        assert_non_null(strstr(error.message, "game 1 of seed 3"));
        assert_non_null(strstr(error.message, parts[i]));
        trey_store_close(store);
    }
    trey_free(text);
    remove(path);
}

static void test_verified_runs(void **state)
{
    (void)state;
    case_need_store();
    char path[64];
    case_store_path(path);
    struct trey_store *store = NULL;
    struct trey_error error;
    uint64_t runs = 7;
    struct trey_outcome outcome = {.score = 5, .bound = 5};
    assert_int_equal(trey_store_open(path, &store, NULL), TREY_OK);
    const struct trey_outcome_key key = {"p", "i", "l"};
    assert_int_equal(trey_outcome_save(store, &key, "name", &outcome, NULL), TREY_OK);
    assert_int_equal(trey_compare_verify(store, &runs, NULL), TREY_OK);
    assert_int_equal(runs, 1);
    outcome.score = 6;
    assert_int_equal(trey_outcome_save(store, &key, "name", &outcome, NULL), TREY_OK);
    assert_int_equal(trey_compare_verify(store, &runs, &error), TREY_ERR_INPUT);
    assert_non_null(strstr(error.message, "the run of p on name"));
    trey_store_close(store);
    remove(path);
}

static void test_refused_stores(void **state)
{
    (void)state;
    case_need_store();
    char path[64];
    case_store_path(path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 200; i++)
        fputs("this is no database, whatever it is called\n", file);
    fclose(file);
    struct trey_store *store = NULL;
    struct trey_error error;
    assert_int_equal(trey_store_open(path, &store, &error), TREY_ERR_INPUT);
    assert_int_equal(trey_store_open("/nowhere/at/all.db", &store, &error), TREY_ERR_IO);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_of_the_store), cmocka_unit_test(test_games),
        cmocka_unit_test(test_verification),      cmocka_unit_test(test_verified_runs),
        cmocka_unit_test(test_refused_stores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
