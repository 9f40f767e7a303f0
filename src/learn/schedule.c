/* Training by a schedule: in parts, between which learning rates decay, test games are
 * played and the caller gets a report, while a separate thread writes checkpoints.
 *
 * Training continues while a checkpoint is written (checkpoint.c). A kill loses the time
 * since the last checkpoint was begun: the interval between two of them plus the time to
 * write one. */
#include "base/error.h"
#include "base/threads.h"
#include "learn/command.h"
#include "learn/merge.h"
#include "mpi/processes.h"
#include "os/clock.h"
#include "trey/statistics.h"

#include <math.h>
#include <stdlib.h>

/* --- checkpoints in the background ----------------------------------------------------
 */

struct writer {
    struct trey_learner *learner;
    const char *path; /* NULL: no checkpoints */
    pthread_t thread;
    bool started; /* the thread must be joined */
    atomic_bool ended;
    enum trey_status status;
    struct trey_error error;
    double begun_s; /* when the last one, or the training, was begun */
    bool pending;   /* the last one is not reported yet */
};

static void *write_checkpoint(void *context)
{
    struct writer *writer = context;
    writer->status = trey_learner_save(writer->learner, writer->path, &writer->error);
    atomic_store(&writer->ended, true);
    return NULL;
}

/* If pthread_create fails, writes synchronously. */
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

/* After a part: reports a checkpoint that was written since, and begins the next one if
 * it is due. */
static void poll_checkpoint(struct writer *writer, double every_s,
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
                                  size_t index)
{
    struct trey_search_limits limits;
    struct trey_search_result result;
    struct trey_game game;
    trey_search_limits_defaults(&limits);
    limits.depth_plies = 1;
    trey_game_begin(&game, test->rules, TREY_TEST_GAMES_SEED, index);
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
    test->scores[index] = (double)game.view.score;
    return TREY_OK;
}

/* Plays every n-th game, n being the number of stripes. */
static void play_test_stripe(void *context, size_t first)
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
        status = trey_fail(error, TREY_ERR_ARGUMENT, 0,
                           "the number of test games must be at least 1");
    else if (test.scores == NULL || threads == NULL)
        status = trey_fail_memory(error, (size_t)games * sizeof *test.scores);
    if (status == TREY_OK)
        status = trey_learner_evaluator(learner, options, &evaluator, error);
    if (status == TREY_OK) {
        test.evaluator = evaluator;
        trey_parallel_for(threads, test.stripes, play_test_stripe, &test);
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

/* Factor of the learning rates after this share of the time; its logarithm is linear. */
static double rate_at(const struct trey_train_options *options, double share)
{
    return options->last_rate > 0.0
               ? options->rate * pow(options->last_rate / options->rate, share)
               : options->rate;
}

/* A training in progress. */
struct schedule {
    struct trey_learner *learner;
    const struct trey_train_options *options;
    struct trey_merge *merge; /* NULL: single process */
    bool first;               /* process 0: tests, reports and writes checkpoints */
    bool stopped;             /* all processes: cancelled, or all games are played */
    uint64_t limit; /* number of games at which to stop, with those of the checkpoint */
    struct writer writer;
    double trained_s, tested_s;
};

/* Plays test games if they are due; cancelled ones do not count. */
static enum trey_status poll_test_games(struct schedule *schedule,
                                        struct trey_train_report *report,
                                        struct trey_error *error)
{
    const struct trey_train_options *options = schedule->options;
    if (options->test_s <= 0.0 ||
        schedule->trained_s - schedule->tested_s < options->test_s ||
        trey_cancel_raised(options->cancel))
        return TREY_OK;
    schedule->tested_s = schedule->trained_s;
    enum trey_status status =
        trey_learner_test(schedule->learner, options->export_options, options->test_games,
                          options->cancel, &report->test, error);
    report->tested = status == TREY_OK;
    return status == TREY_ERR_CANCELLED ? TREY_OK : status;
}

/* Number of games that this process may still play. */
static uint64_t games_left(const struct schedule *schedule)
{
    uint64_t played = atomic_load(&schedule->learner->games);
    uint64_t count = trey_process_count(schedule->options->processes);
    return played < schedule->limit ? (schedule->limit - played + count - 1) / count : 0;
}

/* Lets all processes continue, or none. */
static enum trey_status agree_on_status(struct schedule *schedule,
                                        enum trey_status status, struct trey_error *error)
{
    const struct trey_train_options *options = schedule->options;
    if (status == TREY_OK && trey_cancel_raised(options->cancel))
        status = TREY_ERR_CANCELLED;
    status = trey_processes_agree(options->processes, status, error);
    if (status == TREY_ERR_CANCELLED ||
        (schedule->limit < UINT64_MAX && games_left(schedule) == 0))
        schedule->stopped = true;
    return status == TREY_ERR_CANCELLED ? TREY_OK : status;
}

/* Trains all processes for `seconds` or, since merging and waiting for each other take
 * time too, a little longer: *took_s, the same for all. They merge after a number of
 * games, whatever the time, so that the result depends on no clock except for when it
 * ends. */
static enum trey_status train_processes(struct schedule *schedule, double seconds,
                                        double *took_s, struct trey_error *error)
{
    const struct trey_train_options *options = schedule->options;
    struct trey_learner *learner = schedule->learner;
    double start_s = trey_clock_monotonic(), done_s = 0.0, before_s = learner->seconds;
    enum trey_status status = TREY_OK;
    while (status == TREY_OK && !schedule->stopped && done_s < seconds) {
        uint64_t left = games_left(schedule);
        status = trey_learner_run(
            learner, left < options->merge_games ? left : options->merge_games,
            seconds - done_s, options->cancel, error);
        trey_merge_weights(schedule->merge);
        status = agree_on_status(schedule, status, error);
        done_s = trey_clock_monotonic() - start_s;
        trey_processes_max_f64(options->processes, &done_s, 1);
        pthread_mutex_lock(&learner->lock);
        learner->seconds = before_s + done_s;
        pthread_mutex_unlock(&learner->lock);
    }
    *took_s = done_s;
    return status;
}

/* A single process charges `seconds` even if it was suspended meanwhile. */
static enum trey_status train_for(struct schedule *schedule, double seconds,
                                  double *took_s, struct trey_error *error)
{
    const struct trey_train_options *options = schedule->options;
    *took_s = seconds;
    if (schedule->merge != NULL)
        return train_processes(schedule, seconds, took_s, error);
    enum trey_status status = trey_learner_run(
        schedule->learner, schedule->limit < UINT64_MAX ? games_left(schedule) : 0,
        seconds, options->cancel, error);
    return agree_on_status(schedule, status, error);
}

/* Trains one part and does what is due after it. */
static enum trey_status train_part(struct schedule *schedule, struct trey_error *error)
{
    struct trey_train_report report = {0};
    struct trey_learner *learner = schedule->learner;
    const struct trey_train_options *options = schedule->options;
    double left_s = options->seconds - schedule->trained_s;
    double part_s = options->part_s < left_s ? options->part_s : left_s;
    trey_learner_progress(learner, &report.progress);
    uint64_t moves = report.progress.slides;
    trey_learner_set_rate(learner,
                          rate_at(options, schedule->trained_s / options->seconds));
    double took_s;
    enum trey_status status = train_for(schedule, part_s, &took_s, error);
    if (status != TREY_OK)
        return status;
    schedule->trained_s += took_s;
    if (schedule->first) {
        status = poll_test_games(schedule, &report, error);
        trey_learner_progress(learner, &report.progress);
        report.left_s = fmax(options->seconds - schedule->trained_s, 0.0);
        report.slides_per_s = (double)(report.progress.slides - moves) / took_s;
        poll_checkpoint(&schedule->writer, options->checkpoint_s, &report);
        if (status == TREY_OK && options->report != NULL)
            options->report(options->context, &report);
    }
    return agree_on_status(schedule, status, error);
}

/* Process 0 writes the checkpoint; the learners of all processes are equal. */
static enum trey_status train_all(struct schedule *schedule, struct trey_error *error)
{
    const struct trey_train_options *options = schedule->options;
    enum trey_status status = agree_on_status(schedule, TREY_OK, error);
    if (options->games > 0)
        schedule->limit = atomic_load(&schedule->learner->games) + options->games;
    while (status == TREY_OK && schedule->trained_s < options->seconds &&
           !schedule->stopped)
        status = train_part(schedule, error);
    if (!schedule->first)
        return status;
    join_checkpoint(&schedule->writer);
    if (options->checkpoint == NULL)
        return status;
    enum trey_status saved = trey_learner_save(schedule->learner, options->checkpoint,
                                               status == TREY_OK ? error : NULL);
    return status == TREY_OK ? saved : status;
}

enum trey_status trey_train(struct trey_learner *learner,
                            const struct trey_train_options *options,
                            struct trey_error *error)
{
    if (!(options->seconds >= 0.0) || !(options->part_s > 0.0) ||
        !(options->rate > 0.0) || options->merge_games == 0)
        return trey_fail(
            error, TREY_ERR_ARGUMENT, 0,
            "training needs a time of at least 0, parts longer than 0, a rate "
            "above 0 and at least 1 game between merges");
    if (options->export_options != NULL) {
        enum trey_status fits =
            trey_learner_check_export(learner, options->export_options, error);
        if (fits != TREY_OK)
            return fits;
    }
    struct schedule schedule = {.learner = learner,
                                .options = options,
                                .first = trey_process_index(options->processes) == 0,
                                .limit = UINT64_MAX,
                                .writer = {.learner = learner,
                                           .path = options->checkpoint,
                                           .begun_s = trey_clock_monotonic()}};
    enum trey_status status = TREY_OK;
    if (!trey_processes_single(options->processes)) {
        status = trey_merge_new(learner, options->processes, &schedule.merge, error);
        if (status != TREY_OK)
            return status;
        trey_merge_broadcast(schedule.merge);
    }
    status = train_all(&schedule, error);
    trey_merge_free(schedule.merge);
    return trey_processes_agree(options->processes, status, error);
}
