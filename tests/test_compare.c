/* Players of the known-sequence game by name, their runs in separate processes, and
 * resuming from a store. */
#include "base/store.h"
#include "extras/baselines/baselines.h"
#include "extras/baselines/compare.h"
#include "support/instance.h"
#include "support/store_case.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct trey_sequence_player *player_of(const char *config)
{
    struct trey_sequence_player *made = NULL;
    struct trey_error error = {0};
    if (trey_sequence_player_parse(config, &made, &error) != TREY_OK)
        fail_msg("%s: %s", config, error.message);
    return made;
}

static void expect_text(const char *config, const char *expected)
{
    struct trey_sequence_player *made = player_of(config);
    assert_string_equal(made->text, expected);
    trey_sequence_player_free(made);
}

static void test_players(void **state)
{
    (void)state;
    expect_text("plan", "plan(time=10,seed=1)");
    expect_text("plan( width = 300 )", "plan(width=300,seed=1)");
    expect_text("plan(width=5,time=2.5,seed=7)", "plan(width=5,time=2.5,seed=7)");
    expect_text("jogger(depth=3)", "jogger(board-score,depth=3,moves=3)");
    static const char *const wrong[] = {"",
                                        "planner",
                                        "plan(",
                                        "plan(width",
                                        "plan(width=x)",
                                        "plan(depth=3)",
                                        "plan)",
                                        "plan(time=-1)",
                                        "plan(time=nan)",
                                        "plan(5)",
                                        "plan(seed=-1)",
                                        "dldfs(",
                                        "plan(width=0)",
                                        "plan(width=5,width=5)",
                                        "plan(seed=1,time=2,seed=3)",
                                        "plan(time=1,time=2)",
                                        "plan(width=99999999999)"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct trey_sequence_player *made = NULL;
        if (trey_sequence_player_parse(wrong[i], &made, NULL) != TREY_ERR_ARGUMENT)
            fail_msg("'%s' is taken", wrong[i]);
    }
    trey_sequence_player_free(NULL);
}

/* --- comparisons ------------------------------------------------------------------- */

enum { PLAYERS = 3, INPUTS = 4, RUNS = PLAYERS * INPUTS };

struct field {
    struct trey_sequence_player *players[PLAYERS];
    struct trey_compare_input inputs[INPUTS];
    struct trey_sequence *sequences[INPUTS];
};

static struct field field_of(const char *const configs[PLAYERS])
{
    static const char *const names[INPUTS] = {"a", "b", "c", "d"};
    struct field field;
    for (int i = 0; i < PLAYERS; i++)
        field.players[i] = player_of(configs[i]);
    for (int i = 0; i < INPUTS; i++) {
        field.sequences[i] = instance_generated(TREY_MIX_DECK, 60, (uint64_t)i);
        field.inputs[i] = (struct trey_compare_input){names[i], field.sequences[i]};
    }
    return field;
}

static void field_free(struct field *field)
{
    for (int i = 0; i < PLAYERS; i++)
        trey_sequence_player_free(field->players[i]);
    for (int i = 0; i < INPUTS; i++)
        trey_sequence_free(field->sequences[i]);
}

struct counts {
    int run, stored;
    struct trey_cancel *cancel; /* set after three runs */
};

static void count_run(void *context, size_t player_index, size_t input_index,
                      const struct trey_outcome *outcome, bool from_store)
{
    struct counts *counts = context;
    assert_true(player_index < PLAYERS && input_index < INPUTS && outcome->done);
    *(from_store ? &counts->stored : &counts->run) += 1;
    if (counts->cancel != NULL && counts->run == 3)
        trey_cancel_raise(counts->cancel);
}

static enum trey_status compare_players(const struct field *field, struct counts *counts,
                                        struct trey_store *store,
                                        struct trey_outcome *outcomes)
{
    struct trey_compare_options options;
    trey_compare_defaults(&options);
    options.runs_at_once = 2;
    options.report = count_run;
    options.report_context = counts;
    options.cancel = counts->cancel;
    options.store = store;
    return trey_compare_run((const struct trey_sequence_player *const *)field->players,
                            PLAYERS, field->inputs, INPUTS, &options, outcomes, NULL);
}

static const char *const usual[PLAYERS] = {"dldfs(depth=2)", "beta", "plan(width=20)"};

static void test_runs_are_those_of_the_players(void **state)
{
    (void)state;
    struct field field = field_of(usual);
    struct trey_outcome outcomes[RUNS];
    struct counts counts = {0};
    assert_int_equal(compare_players(&field, &counts, NULL, outcomes), TREY_OK);
    assert_int_equal(counts.run, RUNS);
    struct trey_searcher_player *beta = NULL;
    assert_int_equal(trey_searcher_player_parse("beta", &beta, NULL), TREY_OK);
    struct trey_searcher_options options;
    trey_searcher_defaults(&options);
    for (int i = 0; i < INPUTS; i++) {
        struct trey_plan plan;
        assert_int_equal(trey_searcher_player_play(beta, field.sequences[i], &options,
                                                   &plan, NULL, NULL),
                         TREY_OK);
        const struct trey_outcome *outcome = &outcomes[INPUTS + i];
        assert_int_equal(outcome->score, plan.score);
        assert_int_equal(outcome->moves, plan.move_count);
        assert_int_equal(outcome->bound, plan.bound.score);
        assert_true(outcome->peak_bytes > 100000);
        assert_true(outcome->peak_bytes < (uint64_t)512 << 20);
        trey_plan_clear(&plan);
    }
    trey_searcher_player_free(beta);
    field_free(&field);
}

static void test_failures_are_reported(void **state)
{
    (void)state;
    static const char *const configs[PLAYERS] = {"dldfs(depth=2)", "wide(nodes=16777216)",
                                                 "mu"};
    struct field field = field_of(configs);
    struct trey_outcome outcomes[RUNS];
    struct counts counts = {0};
    assert_int_equal(compare_players(&field, &counts, NULL, outcomes), TREY_ERR_LIMIT);
    field_free(&field);
}

static void test_cancelled_comparison_continues(void **state)
{
    (void)state;
    case_need_store();
    char path[64];
    case_store_path(path);
    struct field field = field_of(usual);
    struct trey_outcome first[RUNS], second[RUNS];
    struct trey_cancel cancel = {0};
    struct trey_store *store = NULL;
    assert_int_equal(trey_store_open(path, &store, NULL), TREY_OK);
    struct counts counts = {.cancel = &cancel};
    assert_int_equal(compare_players(&field, &counts, store, first), TREY_ERR_CANCELLED);
    assert_true(counts.run >= 3 && counts.run < RUNS);
    trey_store_close(store);

    assert_int_equal(trey_store_open(path, &store, NULL), TREY_OK);
    struct counts again = {0};
    assert_int_equal(compare_players(&field, &again, store, first), TREY_OK);
    assert_int_equal(again.stored, counts.run);
    assert_int_equal(again.run, RUNS - counts.run);
    struct counts third = {0};
    assert_int_equal(compare_players(&field, &third, store, second), TREY_OK);
    assert_int_equal(third.stored, RUNS);
    for (int i = 0; i < RUNS; i++) {
        assert_int_equal(first[i].score, second[i].score);
        assert_true(first[i].seconds <= second[i].seconds &&
                    first[i].seconds >= second[i].seconds);
    }
    trey_store_close(store);
    remove(path);
    field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_players),
        cmocka_unit_test(test_runs_are_those_of_the_players),
        cmocka_unit_test(test_failures_are_reported),
        cmocka_unit_test(test_cancelled_comparison_continues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
