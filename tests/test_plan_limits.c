/* The planner with limits of memory and time, cancelled, and with invalid options. */
#include "support/instance.h"
#include "support/random_case.h"
#include "support/test.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static void test_memory_too_small(void **state)
{
    (void)state;
    struct trey_sequence *sequence = instance_generated(TREY_MIX_DECK, 200, 1);
    struct random_case random = case_start();
    static const unsigned widths[] = {0, 10, 3000};
    for (size_t bytes = 1; bytes <= (size_t)1 << 24; bytes *= 4) {
        for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
            if (!case_taken(&random))
                continue;
            struct trey_plan_options options = instance_one_pass(widths[i]);
            options.max_memory_bytes = bytes;
            options.time_limit_s = 0.02;
            struct trey_plan plan;
            struct trey_error error = {0};
            enum trey_status status = trey_plan_find(sequence, &options, &plan, &error);
            if (status == TREY_OK) {
                instance_check_plan(sequence, &plan);
                trey_plan_clear(&plan);
                continue;
            }
            assert_true(status == TREY_ERR_LIMIT || status == TREY_ERR_MEMORY ||
                        status == TREY_ERR_ARGUMENT);
            assert_true(error.message[0] != '\0');
        }
    }
    trey_sequence_free(sequence);
}

struct seen {
    uint64_t best_score;
    unsigned pass, width;
    int calls;
    struct trey_cancel cancel;
    bool cancels; /* set the cancel flag when called */
};

static void set_flag(void *context, const struct trey_plan_progress *progress)
{
    struct seen *seen = context;
    assert_true(progress->pass >= seen->pass && progress->pass >= 1);
    assert_true(progress->best_score >= seen->best_score);
    assert_true(progress->best_score <= progress->bound);
    assert_true(progress->moves_done <= progress->moves_longest);
    assert_true(progress->width >= 1 && progress->seconds >= 0.0);
    seen->pass = progress->pass;
    seen->best_score = progress->best_score;
    seen->calls++;
    if (seen->cancels)
        trey_cancel_raise(&seen->cancel);
}

static void test_time_limit_and_progress(void **state)
{
    (void)state;
    static const double limits[] = {1e-9, 0.01, 0.7};
    struct trey_sequence *sequence = instance_generated(TREY_MIX_DECK, 3000, 1);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        for (unsigned width = 0; width <= 5000; width += 5000) {
            struct seen seen = {0};
            struct trey_plan_options options = instance_one_pass(width);
            options.time_limit_s = limits[i];
            options.progress = set_flag;
            options.progress_context = &seen;
            struct trey_plan plan = instance_plan(sequence, &options);
            assert_true(plan.score >= seen.best_score);
            assert_false(plan.cancelled);
            trey_plan_clear(&plan);
        }
    }
    trey_sequence_free(sequence);
}

/* Checks after every layer: the best score never falls, from the opening pass to the wide
 * one. */
static void test_progress_never_falls(void **state)
{
    (void)state;
    struct trey_sequence *sequence = instance_generated(TREY_MIX_DECK, 60, 2);
    struct seen seen = {0};
    struct trey_plan_options options = instance_one_pass(300);
    options.progress = set_flag;
    options.progress_context = &seen;
    options.progress_every_s = 0.0;
    struct trey_plan plan = instance_plan(sequence, &options);
    assert_true(seen.calls > 60 && plan.score >= seen.best_score);
    trey_plan_clear(&plan);
    trey_sequence_free(sequence);
}

static void test_cancelled_beforehand(void **state)
{
    (void)state;
    struct trey_cancel cancel = {.raised = 1};
    struct trey_sequence *sequence = instance_generated(TREY_MIX_DECK, 3000, 1);
    for (unsigned width = 0; width <= 200; width += 100) {
        struct trey_plan_options options = instance_one_pass(width);
        options.cancel = &cancel;
        struct trey_plan plan = instance_plan(sequence, &options);
        assert_true(plan.cancelled);
        trey_plan_clear(&plan);
    }
    trey_sequence_free(sequence);
}

/* There is no other limit: only the flag, set by the progress callback, ends this
 * search. */
static void test_cancelled_during_search(void **state)
{
    (void)state;
    struct seen seen = {.cancels = true};
    struct trey_sequence *sequence = instance_generated(TREY_MIX_DECK, 3000, 1);
    struct trey_plan_options options = instance_one_pass(0);
    options.cancel = &seen.cancel;
    options.progress = set_flag;
    options.progress_context = &seen;
    struct trey_plan plan = instance_plan(sequence, &options);
    assert_true(plan.cancelled);
    assert_true(trey_cancel_raised(&seen.cancel));
    assert_true(plan.score >= seen.best_score);
    trey_plan_clear(&plan);
    trey_sequence_free(sequence);
}

/* A plan is played to its end whatever stops the search. The callback reports after every
 * layer, and sets the flag at each report in turn: no clock is involved. */
struct raiser {
    size_t calls, at;
    struct trey_cancel cancel;
};

static void set_flag_at(void *context, const struct trey_plan_progress *progress)
{
    struct raiser *raiser = context;
    (void)progress;
    if (raiser->calls++ == raiser->at)
        trey_cancel_raise(&raiser->cancel);
}

static void expect_finished(const struct trey_sequence *sequence,
                            const struct trey_plan *plan)
{
    struct trey_verdict verdict;
    trey_sequence_judge(sequence, plan->moves, plan->move_count, NULL, NULL, &verdict);
    if (verdict.end != TREY_END_NO_MOVE && verdict.end != TREY_END_OUT_OF_TILES)
        fail_msg("a plan of %zu moves ends: %s", plan->move_count,
                 trey_end_text(verdict.end));
}

static void test_stopped_plans_are_finished(void **state)
{
    (void)state;
    enum { LAYERS = 400 }; /* passes, repairs, and passes again */
    static const unsigned widths[] = {0, 5, 300};
    struct trey_sequence *sequence = instance_generated(TREY_MIX_DECK, 100, 2);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        bool raised = true;
        for (size_t at = 0; at < LAYERS && raised; at += 1 + at / 20) {
            struct raiser raiser = {.at = at};
            struct trey_plan_options options = instance_one_pass(widths[i]);
            options.cancel = &raiser.cancel;
            options.progress = set_flag_at;
            options.progress_context = &raiser;
            options.progress_every_s = 0.0;
            struct trey_plan plan = instance_plan(sequence, &options);
            raised = trey_cancel_raised(&raiser.cancel);
            assert_int_equal(plan.cancelled, raised && plan.proof == TREY_PROOF_NONE);
            expect_finished(sequence, &plan);
            trey_plan_clear(&plan);
        }
    }
    trey_sequence_free(sequence);
}

/* Out of time before the first layer: the plan is still a complete narrow game. */
static void test_no_time_at_all(void **state)
{
    (void)state;
    static const unsigned widths[] = {0, 1, 200000};
    struct trey_sequence *sequence = instance_generated(TREY_MIX_BAG30, 3000, 1);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        struct trey_plan_options options = instance_one_pass(widths[i]);
        options.time_limit_s = 1e-9;
        struct trey_plan plan = instance_plan(sequence, &options);
        assert_int_equal(plan.stop, TREY_PLAN_TIME);
        expect_finished(sequence, &plan);
        assert_true(plan.move_count > 50);
        trey_plan_clear(&plan);
    }
    trey_sequence_free(sequence);
}

static void test_bad_options(void **state)
{
    (void)state;
    struct trey_plan_options bad[6];
    for (size_t i = 0; i < 6; i++)
        bad[i] = instance_one_pass(10);
    bad[0].time_limit_s = -1.0;
    bad[1].time_limit_s = (double)NAN;
    bad[2].width = UINT_MAX;
    bad[3].width = TREY_PLAN_MAX_WIDTH + 1;
    bad[4].threads = 1000000;
    bad[5].width = 1U << 25;
    bad[5].max_memory_bytes = 1 << 20;
    struct trey_sequence *sequence = instance_generated(TREY_MIX_DECK, 20, 1);
    for (size_t i = 0; i < 6; i++) {
        struct trey_plan plan;
        struct trey_error error = {0};
        enum trey_status status = trey_plan_find(sequence, &bad[i], &plan, &error);
        enum trey_status expected = i < 5 ? TREY_ERR_ARGUMENT : TREY_ERR_LIMIT;
        if (status != expected)
            fail_msg("options %zu give status %d", i, (int)status);
        assert_int_equal(error.code, expected);
    }
    trey_sequence_free(sequence);
}

static void test_defaults(void **state)
{
    (void)state;
    struct trey_plan_options options;
    memset(&options, 0xff, sizeof options);
    trey_plan_defaults(&options);
    assert_int_equal(options.width, 0);
    assert_int_equal(options.threads, 0);
    assert_int_equal(options.seed, 1);
    assert_int_equal(options.max_memory_bytes, 0);
    assert_true(fabs(options.time_limit_s - 10.0) < 1e-9);
    assert_null(options.cancel);
    assert_true(options.progress == NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_too_small),
        cmocka_unit_test(test_time_limit_and_progress),
        cmocka_unit_test(test_progress_never_falls),
        cmocka_unit_test(test_cancelled_beforehand),
        cmocka_unit_test(test_cancelled_during_search),
        cmocka_unit_test(test_stopped_plans_are_finished),
        cmocka_unit_test(test_no_time_at_all),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_bad_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
