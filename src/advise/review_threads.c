/* Review with several threads. Each thread has its own search and takes the next
 * unclaimed move, so that the search table left by one move affects no other thread. */
#include "advise/review.h"
#include "base/error.h"
#include "base/threads.h"
#include "eval/eval.h"
#include "trey/review.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct shared {
    const struct trey_record *record;
    const struct trey_review_options *options;
    const struct trey_view *views;
    struct trey_reviewed_move *slides;
    struct trey_search **searches; /* one per thread */
    pthread_mutex_t lock;          /* protects all below, and the reports */
    size_t claimed;
    enum trey_status status; /* the first failure */
    struct trey_error error;
};

/* Claims the next move to value; returns false if none is left or after a failure. */
static bool claim_move(struct shared *shared, size_t *index)
{
    pthread_mutex_lock(&shared->lock);
    bool claimed_one =
        shared->status == TREY_OK && shared->claimed < shared->record->count;
    if (claimed_one)
        *index = trey_review_order(shared->record->count, shared->options->every,
                                   shared->claimed++);
    pthread_mutex_unlock(&shared->lock);
    return claimed_one;
}

/* Reports a valued move, or records the first failure. */
static void report_move(struct shared *shared, size_t index, enum trey_status status,
                        const struct trey_error *error)
{
    const struct trey_review_options *options = shared->options;
    struct trey_error stopped = {0};
    pthread_mutex_lock(&shared->lock);
    if (status == TREY_OK &&
        ((options->report != NULL &&
          !options->report(options->context, index, &shared->slides[index])) ||
         trey_cancel_raised(options->limits.cancel))) {
        status = trey_fail(&stopped, TREY_ERR_CANCELLED, 0, "the review was stopped");
        error = &stopped;
    }
    if (status != TREY_OK && shared->status == TREY_OK) {
        shared->status = status;
        shared->error = *error;
    }
    pthread_mutex_unlock(&shared->lock);
}

static void review_moves(void *context, size_t thread)
{
    struct shared *shared = context;
    size_t index;
    while (claim_move(shared, &index)) {
        struct trey_error error = {0};
        enum trey_status status = trey_review_evaluate(
            shared->searches[thread], &shared->views[index],
            (enum trey_direction)shared->record->steps[index].direction,
            &shared->options->limits, &shared->slides[index], &error);
        report_move(shared, index, status, &error);
    }
}

static enum trey_status make_searches(struct shared *shared,
                                      const struct trey_evaluator *evaluator,
                                      size_t table_bytes, unsigned threads,
                                      struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    for (unsigned i = 0; status == TREY_OK && i < threads; i++)
        status = trey_search_new(&shared->record->start.rules, evaluator, table_bytes,
                                 &shared->searches[i], error);
    return status;
}

enum trey_status trey_review_parallel(const struct trey_evaluator *evaluator,
                                      size_t table_bytes, unsigned threads,
                                      const struct trey_record *record,
                                      const struct trey_review_options *options,
                                      struct trey_reviewed_move *slides,
                                      struct trey_error *error)
{
    struct shared shared = {.record = record, .options = options, .slides = slides};
    threads = trey_eval_threads(evaluator, threads);
    if (threads > record->count)
        threads = record->count > 0 ? (unsigned)record->count : 1;
    struct trey_view *views = calloc(record->count + 1, sizeof *views);
    struct trey_threads *workers = trey_threads_new(threads);
    shared.searches = calloc(threads, sizeof(struct trey_search *));
    shared.views = views;
    memset(slides, 0, record->count * sizeof *slides);
    pthread_mutex_init(&shared.lock, NULL);
    enum trey_status status = TREY_OK;
    if (views == NULL || workers == NULL || shared.searches == NULL)
        status = trey_fail_memory(error, (record->count + 1) * sizeof *views);
    if (status == TREY_OK)
        status = trey_review_views(record, views, error);
    if (status == TREY_OK)
        status = make_searches(&shared, evaluator, table_bytes, threads, error);
    if (status == TREY_OK) {
        trey_parallel_for(workers, threads, review_moves, &shared);
        status = shared.status;
        if (status != TREY_OK && error != NULL)
            *error = shared.error;
    }
    for (unsigned i = 0; shared.searches != NULL && i < threads; i++)
        trey_search_free(shared.searches[i]);
    pthread_mutex_destroy(&shared.lock);
    free(shared.searches);
    free(views);
    trey_threads_free(workers);
    return status;
}
