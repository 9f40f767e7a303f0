/* Reviews of games: the definition of the loss, the order of moves, planted blunders. */
#include "advise/command.h"
#include "advise/review.h"
#include "eval/eval.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Oracle: reviews a game move by move, with one search. */
static enum trey_status review_in_order(struct trey_search *search,
                                        const struct trey_record *record,
                                        const struct trey_review_options *options,
                                        struct trey_reviewed_move *slides,
                                        struct trey_error *error)
{
    const struct trey_search_limits limits = options->limits;
    struct trey_view *views = calloc(record->count + 1, sizeof *views);
    assert_non_null(views);
    memset(slides, 0, record->count * sizeof *slides);
    enum trey_status status = trey_review_views(record, views, error);
    for (size_t i = 0; status == TREY_OK && i < record->count; i++) {
        size_t index = trey_review_order(record->count, options->every, i);
        status = trey_review_evaluate(search, &views[index],
                                      (enum trey_direction)record->steps[index].direction,
                                      &limits, &slides[index], error);
        if (status == TREY_OK &&
            ((options->report != NULL &&
              !options->report(options->context, index, &slides[index])) ||
             trey_cancel_raised(limits.cancel)))
            status = TREY_ERR_CANCELLED;
    }
    free(views);
    return status;
}

static struct trey_view view_of(const char *rules_text, uint64_t score)
{
    struct trey_view view = {.score = score};
    assert_int_equal(trey_rules_parse(rules_text, &view.rules, NULL), TREY_OK);
    return view;
}

static bool nearly_equal(double a, double b)
{
    return fabs(a - b) < 1e-12;
}

static void test_loss(void **state)
{
    (void)state;
    struct trey_view threes = view_of("window", 2000), twos = view_of("2048", 2000);
    assert_true(nearly_equal(trey_review_loss(&threes, 6000.0, 5800.0), 0.05));
    assert_true(nearly_equal(trey_review_loss(&twos, 6000.0, 5700.0), 0.05));
    assert_true(nearly_equal(trey_review_loss(&threes, 2100.0, 2050.0),
                             0.05)); /* 1000 at least */
    assert_true(nearly_equal(trey_review_loss(&threes, 5000.0, 5001.0), 0.0));
    assert_true(nearly_equal(trey_review_bar(0.0), 1.0));
    assert_true(nearly_equal(trey_review_bar(0.04), 0.5));
    assert_true(nearly_equal(trey_review_accuracy(0.0), 1.0));
    assert_true(nearly_equal(trey_review_accuracy(0.01), 0.5));
    assert_int_equal(trey_review_mark(0.0149, 0.0), TREY_MARK_NONE);
    assert_int_equal(trey_review_mark(0.015, 0.0), TREY_MARK_INACCURACY);
    assert_int_equal(trey_review_mark(0.04, 0.0), TREY_MARK_MISTAKE);
    assert_int_equal(trey_review_mark(0.1, 0.0), TREY_MARK_BLUNDER);
    assert_int_equal(trey_review_mark(0.1, 0.1), TREY_MARK_NONE);
    assert_string_equal(trey_mark_text(TREY_MARK_BLUNDER), "??");
    assert_string_equal(trey_mark_text((enum trey_mark)77), "");
}

/* The difference between two positions, split into fault and chance. */
static void test_turns(void **state)
{
    (void)state;
    struct trey_reviewed_move slides[5];
    struct trey_review_turn turns[5];
    const double best[] = {10000.0, 9000.0, 9500.0, 4000.0, 4100.0};
    for (size_t i = 0; i < 5; i++)
        slides[i] = (struct trey_reviewed_move){
            .done = true, .played = 1, .best = 0, .value = {best[i], best[i] - 100.0}};
    assert_int_equal(trey_review_turns(slides, 5, false, turns, 5), 4);
    assert_int_equal(turns[0].index, 2);
    assert_true(nearly_equal(turns[0].before, 9500.0) &&
                nearly_equal(turns[0].after, 4000.0));
    assert_true(nearly_equal(turns[0].fault, -100.0) &&
                nearly_equal(turns[0].luck, -5400.0));
    assert_int_equal(turns[1].index, 0);
    assert_int_equal(turns[3].index, 3);
    assert_int_equal(trey_review_turns(slides, 5, false, turns, 1), 1);
    assert_int_equal(trey_review_turns(slides, 1, false, turns, 5), 0);
    /* Points won in between do not count as a change of the points to come. */
    slides[1].score = slides[2].score = 1000;
    assert_int_equal(trey_review_turns(slides, 2, true, turns, 5), 0);
}

/* Each move once, every n-th move first. */
static void test_order(void **state)
{
    (void)state;
    bool seen[200];
    for (size_t count = 0; count < 200; count += 7)
        for (size_t every = 0; every < 30; every++) {
            memset(seen, 0, sizeof seen);
            for (size_t i = 0; i < count; i++) {
                size_t index = trey_review_order(count, every, i);
                assert_true(index < count && !seen[index]);
                seen[index] = true;
                if (every > 1 && i < (count + every - 1) / every)
                    assert_int_equal(index, i * every);
            }
        }
}

static void test_sum_and_worst(void **state)
{
    (void)state;
    struct trey_reviewed_move slides[5] = {
        {.done = true, .loss = 0.04, .mark = TREY_MARK_MISTAKE},
        {.done = true, .forced = true, .loss = 9.0},
        {.done = true, .loss = 0.12, .mark = TREY_MARK_BLUNDER},
        {.loss = 5.0},
        {.done = true, .loss = 0.0},
    };
    struct trey_review_summary sum;
    size_t worst[5];
    trey_review_summary(slides, 5, &sum);
    assert_int_equal(sum.valued, 4);
    assert_int_equal(sum.counted, 3);
    assert_true(nearly_equal(sum.accuracy, 100.0 * (1.0 / 5.0 + 1.0 / 13.0 + 1.0) / 3.0));
    assert_true(nearly_equal(sum.loss, 0.16 / 3.0));
    assert_int_equal(sum.marks[TREY_MARK_BLUNDER], 1);
    assert_int_equal(trey_review_worst(slides, 5, worst, 5), 2);
    assert_int_equal(worst[0], 2);
    assert_int_equal(worst[1], 0);
    assert_int_equal(trey_review_worst(slides, 5, worst, 1), 1);
    assert_int_equal(worst[0], 2);
    assert_int_equal(trey_review_worst(slides, 5, worst, 0), 0);
    trey_review_summary(slides, 0, &sum);
    assert_true(nearly_equal(sum.accuracy, 100.0));
}

static int worst_of(const struct trey_search_result *result)
{
    int worst = -1;
    for (int i = 0; i < 4; i++)
        if ((result->legal >> i & 1) != 0 &&
            (worst < 0 || result->value[i] < result->value[worst]))
            worst = i;
    return worst;
}

/* A game by the review's own search, except for a few moves: the worst ones, where they
 * cost most. */
static void play_with_blunders(struct trey_search *search,
                               const struct trey_search_limits *limits,
                               struct trey_record *record, bool *planted)
{
    struct trey_game game;
    struct trey_rules rules = view_of("window", 0).rules;
    trey_game_begin(&game, &rules, 5, 0);
    assert_int_equal(trey_record_begin(record, &game.view, 5, 0, NULL, NULL), TREY_OK);
    for (size_t i = 0; i < 300 && trey_game_legal(&game) != 0; i++) {
        struct trey_search_result result;
        struct trey_move move;
        assert_int_equal(trey_search_run(search, &game.view, limits, &result, NULL),
                         TREY_OK);
        int slide = result.best, worst = worst_of(&result);
        planted[i] = i % 40 == 39 && trey_review_loss(&game.view, result.value[slide],
                                                      result.value[worst]) > 0.0;
        slide = planted[i] ? worst : slide;
        assert_true(trey_game_slide(&game, (enum trey_direction)slide, &move));
        struct trey_step step = {(uint8_t)slide, move.cell, move.rank, game.view.next,
                                 -1.0F};
        assert_int_equal(trey_record_add(record, &step, NULL), TREY_OK);
    }
}

struct received {
    size_t count, stop_at;
    bool threads; /* several threads finish moves in their own order */
};

static bool count_reviewed(void *context, size_t index,
                           const struct trey_reviewed_move *slide)
{
    struct received *received = context;
    assert_true(slide->done);
    if (received->count == 1 && !received->threads)
        assert_int_equal(index, 24);
    return ++received->count != received->stop_at;
}

static void test_planted_blunders(void **state)
{
    (void)state;
    struct trey_evaluator *evaluator;
    struct trey_search *search;
    struct trey_rules rules = view_of("window", 0).rules;
    struct trey_record record = {0};
    static bool planted[300];
    static struct trey_reviewed_move slides[300];
    assert_int_equal(
        trey_evaluator_heuristic(rules.shape, TREY_EVAL_THREES, &evaluator, NULL),
        TREY_OK);
    assert_int_equal(trey_search_new(&rules, evaluator, (size_t)1 << 20, &search, NULL),
                     TREY_OK);
    struct received received = {0};
    struct trey_review_options options;
    trey_review_defaults(&options);
    options.limits.nodes = 0;
    options.limits.depth_plies = 2;
    options.report = count_reviewed;
    options.context = &received;
    play_with_blunders(search, &options.limits, &record, planted);
    assert_true(record.count > 100);
    assert_int_equal(review_in_order(search, &record, &options, slides, NULL), TREY_OK);
    assert_int_equal(received.count, record.count);
    size_t worst[300], count = 0;
    for (size_t i = 0; i < record.count; i++) {
        assert_int_equal(slides[i].loss > 0.0, planted[i]);
        count += planted[i];
    }
    assert_true(count > 2);
    assert_int_equal(trey_review_worst(slides, record.count, worst, 300), count);

    /* Several threads give the same review. */
    static struct trey_reviewed_move again[300];
    options.report = NULL;
    assert_int_equal(trey_review_parallel(evaluator, (size_t)1 << 20, 3, &record,
                                          &options, again, NULL),
                     TREY_OK);
    for (size_t i = 0; i < record.count; i++) {
        assert_true(nearly_equal(again[i].loss, slides[i].loss));
        assert_memory_equal(again[i].value, slides[i].value, sizeof slides[i].value);
        assert_int_equal(again[i].mark, slides[i].mark);
    }
    /* By default each move gets fixed work: the same review by any number of threads. */
    struct trey_review_options fixed;
    static struct trey_reviewed_move once[300];
    trey_review_defaults(&fixed);
    assert_true(fixed.limits.nodes == TREY_REVIEW_NODES && !(fixed.limits.time_s > 0.0));
    assert_int_equal(review_in_order(search, &record, &fixed, once, NULL), TREY_OK);
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        assert_int_equal(trey_review_parallel(evaluator, (size_t)1 << 20, threads,
                                              &record, &fixed, again, NULL),
                         TREY_OK);
        for (size_t i = 0; i < record.count; i++) {
            assert_memory_equal(again[i].value, once[i].value, sizeof once[i].value);
            assert_true(nearly_equal(again[i].loss, once[i].loss));
        }
    }
    options.report = count_reviewed;
    received = (struct received){.stop_at = 5, .threads = true};
    assert_int_equal(trey_review_parallel(evaluator, (size_t)1 << 20, 2, &record,
                                          &options, again, NULL),
                     TREY_ERR_CANCELLED);

    received = (struct received){.stop_at = 5};
    assert_int_equal(review_in_order(search, &record, &options, slides, NULL),
                     TREY_ERR_CANCELLED);
    struct trey_review_summary sum;
    trey_review_summary(slides, record.count, &sum);
    assert_int_equal(sum.valued, 5);

    struct trey_error error = {0};
    record.steps[7].rank = 15; /* an impossible move */
    assert_int_equal(review_in_order(search, &record, &options, slides, &error),
                     TREY_ERR_INPUT);
    assert_non_null(strstr(error.message, "move 8: "));
    trey_record_clear(&record);
    trey_search_free(search);
    trey_evaluator_free(evaluator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loss),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_sum_and_worst),
        cmocka_unit_test(test_planted_blunders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
