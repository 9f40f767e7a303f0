/* A review by several threads: each has a search of its own and takes the next slide that
 * nobody has taken, so that what one slide leaves in a table changes no other's value. */
#include "base/error.h"
#include "base/threads.h"
#include "trey/review.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct team {
    const struct trey_record *record;
    const struct trey_review_options *options;
    const struct trey_view *views;
    struct trey_review_slide *slides;
    struct trey_search **searches; /* one a thread */
    pthread_mutex_t lock;          /* for all below, and the reports */
    size_t taken;
    enum trey_status status; /* the first failure */
    struct trey_error error;
};

/* The next slide to value; false if none is left, or something failed. */
static bool take(struct team *team, size_t *index)
{
    pthread_mutex_lock(&team->lock);
    bool some = team->status == TREY_OK && team->taken < team->record->count;
    if (some)
        *index =
            trey_review_order(team->record->count, team->options->every, team->taken++);
    pthread_mutex_unlock(&team->lock);
    return some;
}

/* A slide is valued, or could not be. */
static void give(struct team *team, size_t index, enum trey_status status,
                 const struct trey_error *error)
{
    const struct trey_review_options *options = team->options;
    struct trey_error stopped = {0};
    pthread_mutex_lock(&team->lock);
    if (status == TREY_OK &&
        ((options->report != NULL &&
          !options->report(options->context, index, &team->slides[index])) ||
         trey_cancel_raised(options->limits.cancel))) {
        status = trey_fail(&stopped, TREY_ERR_CANCELLED, 0, "the review was stopped");
        error = &stopped;
    }
    if (status != TREY_OK && team->status == TREY_OK) {
        team->status = status;
        team->error = *error;
    }
    pthread_mutex_unlock(&team->lock);
}

static void work(void *context, size_t thread)
{
    struct team *team = context;
    size_t index;
    while (take(team, &index)) {
        struct trey_error error = {0};
        enum trey_status status =
            trey_review_value(team->searches[thread], &team->views[index],
                              (enum trey_direction)team->record->steps[index].direction,
                              &team->options->limits, &team->slides[index], &error);
        give(team, index, status, &error);
    }
}

static enum trey_status make_searches(struct team *team,
                                      const struct trey_evaluator *evaluator,
                                      size_t table_bytes, unsigned threads,
                                      struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    for (unsigned i = 0; status == TREY_OK && i < threads; i++)
        status = trey_search_new(&team->record->start.rules, evaluator, table_bytes,
                                 &team->searches[i], error);
    return status;
}

enum trey_status trey_review_parallel(const struct trey_evaluator *evaluator,
                                      size_t table_bytes, unsigned threads,
                                      const struct trey_record *record,
                                      const struct trey_review_options *options,
                                      struct trey_review_slide *slides,
                                      struct trey_error *error)
{
    struct team team = {.record = record, .options = options, .slides = slides};
    if (threads == 0)
        threads = trey_processors();
    if (threads > record->count)
        threads = record->count > 0 ? (unsigned)record->count : 1;
    struct trey_view *views = calloc(record->count + 1, sizeof *views);
    struct trey_threads *crew = trey_threads_new(threads);
    team.searches = calloc(threads, sizeof(struct trey_search *));
    team.views = views;
    memset(slides, 0, record->count * sizeof *slides);
    pthread_mutex_init(&team.lock, NULL);
    enum trey_status status = TREY_OK;
    if (views == NULL || crew == NULL || team.searches == NULL)
        status = trey_fail_memory(error, (record->count + 1) * sizeof *views);
    if (status == TREY_OK)
        status = trey_review_views(record, views, error);
    if (status == TREY_OK)
        status = make_searches(&team, evaluator, table_bytes, threads, error);
    if (status == TREY_OK) {
        trey_parallel_for(crew, threads, work, &team);
        status = team.status;
        if (status != TREY_OK && error != NULL)
            *error = team.error;
    }
    for (unsigned i = 0; team.searches != NULL && i < threads; i++)
        trey_search_free(team.searches[i]);
    pthread_mutex_destroy(&team.lock);
    free(team.searches);
    free(views);
    trey_threads_free(crew);
    return status;
}
