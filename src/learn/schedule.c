/* Training by a schedule: in parts, between which rates fall, test games are played and
 * the caller is told, while a thread of its own writes checkpoints.
 *
 * A checkpoint is written beside the training, which goes on (checkpoint.c). What a kill
 * costs is the time since the last one was begun: that between two of them, and what it
 * takes to write one. */
#include "base/clock.h"
#include "base/error.h"
#include "base/threads.h"
#include "learn/merge.h"
#include "trey/statistics.h"

#include <math.h>
#include <stdlib.h>

/* --- checkpoints in the background ----------------------------------------------------
 */

struct writer {
    struct trey_learner *learner;
    const char *path; /* NULL: no checkpoints */
    pthread_t thread;
    bool started; /* the thread is to be joined */
    atomic_bool ended;
    enum trey_status status;
    struct trey_error error;
    double begun_s; /* when the last one was begun, or the training */
    bool pending;   /* the last one was not reported yet */
};

static void *write_checkpoint(void *context)
{
    struct writer *writer = context;
    writer->status = trey_learner_save(writer->learner, writer->path, &writer->error);
    atomic_store(&writer->ended, true);
    return NULL;
}

/* Where there is no thread to be had, it is written here and now. */
static void begin_checkpoint(struct writer *writer)
{
    writer->begun_s = trey_clock_monotonic();
    writer->pending = true;
    atomic_store(&writer->ended, false);
    writer->started =
        pthread_create(&writer->thread, NULL, write_checkpoint, writer) == 0;
    if (!writer->started)
        write_checkpoint(writer);
}

static void join_checkpoint(struct writer *writer)
{
    if (writer->started)
        pthread_join(writer->thread, NULL);
    writer->started = false;
}

/* After a part: tells of a checkpoint that has been written since the last one, and
 * begins the next if it is time. */
static void tend_checkpoint(struct writer *writer, double every_s,
                            struct trey_train_report *report)
{
    if (writer->path == NULL)
        return;
    if (writer->pending && atomic_load(&writer->ended)) {
        join_checkpoint(writer);
        report->saved = true;
        report->saving = writer->status;
        report->problem = writer->status != TREY_OK ? writer->error.message : NULL;
        writer->pending = false;
    }
    if (!writer->started && trey_clock_monotonic() - writer->begun_s >= every_s)
        begin_checkpoint(writer);
}

/* --- test games -----------------------------------------------------------------------
 */

struct test {
    const struct trey_rules *rules;
    const struct trey_evaluator *evaluator;
    const struct trey_cancel *cancel;
    size_t games, stripes;
    double *scores;
    atomic_int failed;
};

static enum trey_status test_game(const struct test *test, struct trey_search *search,
                                  size_t number)
{
    struct trey_search_limits limits;
    struct trey_search_result result;
    struct trey_game game;
    trey_search_limits_defaults(&limits);
    limits.depth_plies = 1;
    trey_game_begin(&game, test->rules, TREY_TEST_GAMES_SEED, number);
    for (;;) {
        enum trey_status status =
            trey_search_run(search, &game.view, &limits, &result, NULL);
        if (trey_cancel_raised(test->cancel))
            return TREY_ERR_CANCELLED;
        if (status != TREY_OK)
            return status;
        if (result.best < 0 ||
            !trey_game_slide(&game, (enum trey_direction)result.best, NULL))
            break;
    }
    test->scores[number] = (double)game.view.score;
    return TREY_OK;
}

/* Every so-manieth game. */
static void test_stripe(void *context, size_t first)
{
    enum { TABLE_BYTES = 1 << 16 };
    struct test *test = context;
    struct trey_search *search = NULL;
    enum trey_status status =
        trey_search_new(test->rules, test->evaluator, TABLE_BYTES, &search, NULL);
    for (size_t i = first; status == TREY_OK && i < test->games; i += test->stripes)
        status = test_game(test, search, i);
    trey_search_free(search);
    if (status != TREY_OK)
        atomic_store(&test->failed, (int)status);
}

enum trey_status trey_learner_test(const struct trey_learner *learner,
                                   const struct trey_export_options *options,
                                   uint64_t games, const struct trey_cancel *cancel,
                                   struct trey_interval *mean, struct trey_error *error)
{
    struct trey_evaluator *evaluator = NULL;
    struct trey_threads *threads = trey_threads_new(learner->threads);
    struct test test = {.rules = &learner->options.rules,
                        .cancel = cancel,
                        .games = (size_t)games,
                        .stripes = learner->threads,
                        .scores = calloc((size_t)games + 1, sizeof *test.scores)};
    enum trey_status status = TREY_OK;
    if (games == 0)
        status = trey_fail(error, TREY_ERR_ARGUMENT, 0, "no test games");
    else if (test.scores == NULL || threads == NULL)
        status = trey_fail_memory(error, (size_t)games * sizeof *test.scores);
    if (status == TREY_OK)
        status = trey_learner_evaluator(learner, options, &evaluator, error);
    if (status == TREY_OK) {
        test.evaluator = evaluator;
        trey_parallel_for(threads, test.stripes, test_stripe, &test);
        status = (enum trey_status)atomic_load(&test.failed);
        if (status != TREY_OK)
            trey_fail(error, status, 0, "test games: %s", trey_status_text(status));
    }
    if (status == TREY_OK)
        trey_interval_of(test.scores, (size_t)games, mean);
    trey_evaluator_free(evaluator);
    trey_threads_free(threads);
    free(test.scores);
    return status;
}

/* --- the schedule ---------------------------------------------------------------------
 */

void trey_train_defaults(struct trey_train_options *options)
{
    *options = (struct trey_train_options){.seconds = 300.0,
                                           .rate = 1.0,
                                           .checkpoint_s = 30.0,
                                           .part_s = 10.0,
                                           .merge_games = 200,
                                           .test_games = 200};
}

/* The factor of the rates after this share of the time, evenly in its logarithm. */
static double rate_at(const struct trey_train_options *options, double share)
{
    return options->last_rate > 0.0
               ? options->rate * pow(options->last_rate / options->rate, share)
               : options->rate;
}

/* A training under way. */
struct course {
    struct trey_learner *learner;
    const struct trey_train_options *options;
    struct trey_merge *merge; /* NULL: alone */
    bool first;               /* this rank tests, reports and writes checkpoints */
    bool stopped;             /* of all processes: by request, or the games were played */
    uint64_t limit;           /* of games; those of a checkpoint count */
    struct writer writer;
    double trained_s, tested_s;
};

/* Plays test games if it is time; cancelled ones count for nothing. */
static enum trey_status tend_tests(struct course *course,
                                   struct trey_train_report *report,
                                   struct trey_error *error)
{
    const struct trey_train_options *options = course->options;
    if (options->test_s <= 0.0 ||
        course->trained_s - course->tested_s < options->test_s ||
        trey_cancel_raised(options->cancel))
        return TREY_OK;
    course->tested_s = course->trained_s;
    enum trey_status status =
        trey_learner_test(course->learner, options->export_options, options->test_games,
                          options->cancel, &report->test, error);
    report->tested = status == TREY_OK;
    return status == TREY_ERR_CANCELLED ? TREY_OK : status;
}

/* The games that this rank may still play. */
static uint64_t games_left(const struct course *course)
{
    uint64_t played = atomic_load(&course->learner->games);
    uint64_t count = trey_process_count(course->options->processes);
    return played < course->limit ? (course->limit - played + count - 1) / count : 0;
}

/* All processes continue, or none. */
static enum trey_status agree(struct course *course, enum trey_status status,
                              struct trey_error *error)
{
    const struct trey_train_options *options = course->options;
    if (status == TREY_OK && trey_cancel_raised(options->cancel))
        status = TREY_ERR_CANCELLED;
    status = trey_processes_agree(options->processes, status, error);
    if (status == TREY_ERR_CANCELLED ||
        (course->limit < UINT64_MAX && games_left(course) == 0))
        course->stopped = true;
    return status == TREY_ERR_CANCELLED ? TREY_OK : status;
}

/* So many seconds of all processes. They are put together each so many games, whatever
 * the time: so what is learnt depends on no clock but for the end. */
static enum trey_status train_together(struct course *course, double seconds,
                                       struct trey_error *error)
{
    const struct trey_train_options *options = course->options;
    double start_s = trey_clock_monotonic(), done_s = 0.0;
    enum trey_status status = TREY_OK;
    while (status == TREY_OK && !course->stopped && done_s < seconds) {
        uint64_t left = games_left(course);
        status = trey_learner_run(
            course->learner, left < options->merge_games ? left : options->merge_games,
            seconds - done_s, options->cancel, error);
        trey_merge_weights(course->merge);
        status = agree(course, status, error);
        done_s = trey_clock_monotonic() - start_s;
        trey_processes_max_f64(options->processes, &done_s, 1);
    }
    return status;
}

static enum trey_status train_for(struct course *course, double seconds,
                                  struct trey_error *error)
{
    const struct trey_train_options *options = course->options;
    if (course->merge != NULL)
        return train_together(course, seconds, error);
    enum trey_status status = trey_learner_run(
        course->learner, course->limit < UINT64_MAX ? games_left(course) : 0, seconds,
        options->cancel, error);
    return agree(course, status, error);
}

/* One part, and what is due after it. */
static enum trey_status train_part(struct course *course, struct trey_error *error)
{
    struct trey_train_report report = {0};
    struct trey_learner *learner = course->learner;
    const struct trey_train_options *options = course->options;
    double left_s = options->seconds - course->trained_s;
    double part_s = options->part_s < left_s ? options->part_s : left_s;
    trey_learner_progress(learner, &report.progress);
    uint64_t slides = report.progress.slides;
    trey_learner_rate(learner, rate_at(options, course->trained_s / options->seconds));
    enum trey_status status = train_for(course, part_s, error);
    if (status != TREY_OK)
        return status;
    course->trained_s += part_s;
    if (course->first) {
        status = tend_tests(course, &report, error);
        trey_learner_progress(learner, &report.progress);
        report.left_s = options->seconds - course->trained_s;
        report.slides_per_s = (double)(report.progress.slides - slides) / part_s;
        tend_checkpoint(&course->writer, options->checkpoint_s, &report);
        if (status == TREY_OK && options->report != NULL)
            options->report(options->context, &report);
    }
    return agree(course, status, error);
}

/* Process 0 writes; the learners of all processes are equal. */
static enum trey_status train_all(struct course *course, struct trey_error *error)
{
    const struct trey_train_options *options = course->options;
    enum trey_status status = agree(course, TREY_OK, error);
    if (options->games > 0)
        course->limit = atomic_load(&course->learner->games) + options->games;
    while (status == TREY_OK && course->trained_s < options->seconds && !course->stopped)
        status = train_part(course, error);
    if (!course->first)
        return status;
    join_checkpoint(&course->writer);
    if (options->checkpoint == NULL)
        return status;
    enum trey_status saved = trey_learner_save(course->learner, options->checkpoint,
                                               status == TREY_OK ? error : NULL);
    return status == TREY_OK ? saved : status;
}

enum trey_status trey_train(struct trey_learner *learner,
                            const struct trey_train_options *options,
                            struct trey_error *error)
{
    if (!(options->seconds >= 0.0) || !(options->part_s > 0.0) ||
        !(options->rate > 0.0) || options->merge_games == 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "a training takes time, in parts, at a rate above 0");
    if (options->export_options != NULL) {
        enum trey_status fits =
            trey_learner_check_export(learner, options->export_options, error);
        if (fits != TREY_OK)
            return fits;
    }
    struct course course = {.learner = learner,
                            .options = options,
                            .first = trey_process_index(options->processes) == 0,
                            .limit = UINT64_MAX,
                            .writer = {.learner = learner,
                                       .path = options->checkpoint,
                                       .begun_s = trey_clock_monotonic()}};
    enum trey_status status = TREY_OK;
    if (!trey_processes_single(options->processes)) {
        status = trey_merge_new(learner, options->processes, &course.merge, error);
        if (status != TREY_OK)
            return status;
        trey_merge_share(course.merge);
    }
    status = train_all(&course, error);
    trey_merge_free(course.merge);
    return trey_processes_agree(options->processes, status, error);
}
