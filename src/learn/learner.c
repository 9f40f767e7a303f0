/* A learner: its memory, and games by several threads. Threads write weights without
 * locks, by relaxed atomics; what is lost by that is below the noise. */
#include "learn/learner.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/threads.h"
#include "board/cells.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { CLOCK_EVERY_GAMES = 4 };

void trey_learn_defaults(struct trey_learn_options *options)
{
    *options = (struct trey_learn_options){
        .stages = "none", .restarts_to = UINT32_MAX, .depth = 1, .seed = 1, .threads = 1};
    trey_rules_named("window", &options->rules, NULL);
}

static size_t entries_of(const struct trey_tuples *tuples)
{
    size_t entries = 0;
    for (int tuple = 0; tuple < tuples->count; tuple++)
        entries += tuples->size[tuple];
    return entries;
}

/* Places are told apart by 32 bits. */
static enum trey_status check_size(const struct trey_tuples *tuples, uint32_t stride,
                                   struct trey_error *error)
{
    if (entries_of(tuples) <= UINT32_MAX / stride)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "tuples of %zu weights; there may be %" PRIu32
                     " in all with these learning rates",
                     entries_of(tuples), UINT32_MAX / stride);
}

/* A random number: two trainings practically never get the same. It does not influence
 * the training. */
static uint64_t new_training(const struct trey_learner *learner)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    uint64_t parts[] = {(uint64_t)time.tv_sec, (uint64_t)time.tv_nsec, (uint64_t)getpid(),
                        (uint64_t)(uintptr_t)learner};
    uint64_t number = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        number = trey_mix64(number ^ parts[i]);
    return number | 1;
}

static uint32_t stride_of(const struct trey_learn_options *options)
{
    return options->alpha > 0.0 ? 1 : TREY_LEARNER_RECORD;
}

size_t trey_learner_bytes(const struct trey_learn_options *options)
{
    struct trey_tuples tuples;
    struct trey_stages stages;
    if (trey_tuples_parse(options->tuples, options->rules.shape, &tuples, NULL) !=
            TREY_OK ||
        trey_stages_parse(options->stages, trey_eval_family_of(&options->rules), &stages,
                          NULL) != TREY_OK)
        return 0;
    return (size_t)stages.count * entries_of(&tuples) * stride_of(options) *
           sizeof(float);
}

/* Entries of so many floats each. */
static float *make_weights(size_t floats, uint32_t stride, float initial)
{
    float *weights = trey_large_new(floats * sizeof *weights);
    assert(trey_is_aligned(weights, 64)); /* the kernels' loads cross no cache line */
    for (size_t i = 0; weights != NULL && initial != 0.0F && i < floats; i += stride)
        weights[i] = initial;
    return weights;
}

static bool make_tables(struct trey_learner *learner)
{
    float weight = trey_learner_initial(learner);
    learner->spans = calloc(TREY_LEARNER_SPANS, sizeof *learner->spans);
    learner->plays = calloc(learner->threads, sizeof *learner->plays);
    bool fine = learner->spans != NULL && learner->plays != NULL;
    for (int i = 0; i < learner->stages.count; i++) {
        struct trey_learner_stage *stage = &learner->stage[i];
        stage->weights =
            make_weights(trey_learner_floats(learner), learner->stride, weight);
        stage->deck = make_weights(TREY_LEARNER_DECK_FLOATS, TREY_LEARNER_RECORD, weight);
        fine = fine && stage->weights != NULL && stage->deck != NULL;
    }
    return fine;
}

/* The quickest for this processor; slides of long lines are for the first alone. */
static const struct trey_learn_kernels *
choose_kernels(const struct trey_mechanics *mechanics)
{
    const struct trey_learn_kernels *best = trey_learn_kernels(0);
    bool long_lines =
        mechanics->masks[0].doublings > 2 || mechanics->masks[1].doublings > 2;
    for (int kind = 1; kind < TREY_LEARN_KINDS && !long_lines; kind++)
        if (trey_learn_kernels(kind) != NULL)
            best = trey_learn_kernels(kind);
    return best;
}

enum trey_status trey_learner_new(const struct trey_learn_options *options,
                                  struct trey_learner **learner, struct trey_error *error)
{
    const struct trey_rules *rules = &options->rules;
    struct trey_tuples tuples;
    struct trey_stages stages;
    enum trey_status status =
        trey_tuples_parse(options->tuples, rules->shape, &tuples, error);
    if (status == TREY_OK)
        status = trey_stages_parse(options->stages, trey_eval_family_of(&options->rules),
                                   &stages, error);
    if (status == TREY_OK)
        status = trey_rules_check(rules, error);
    if (status == TREY_OK)
        status = check_size(&tuples, stride_of(options), error);
    if (status != TREY_OK)
        return status;
    if (!trey_network_family(trey_eval_family_of(rules)))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "networks learn Threes! and 2048, not %s",
                         trey_tiles_of(rules)->title);
    if (rules->copies > 4)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "networks learn with decks of at most 4 of each card");
    if (options->exchange && rules->slide != TREY_SLIDE_THREES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "1 and 2 may be exchanged in Threes! alone");
    if (options->sums && rules->slide != TREY_SLIDE_THREES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "values are sums of tiles in Threes! alone");
    int downgrade =
        options->downgrade == 0 ? 0 : trey_exponent_of_tile(options->downgrade);
    status = trey_network_check_downgrade(&stages, trey_eval_family_of(rules), downgrade,
                                          error);
    if (status != TREY_OK)
        return status;
    if (options->until_stage < 0 || options->until_stage >= stages.count)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "there is no stage %d",
                         options->until_stage);
    if (options->depth < 1 || options->depth > TREY_SEARCH_MAX_DEPTH)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "a depth of %u plies",
                         options->depth);
    struct trey_learner *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    pthread_mutex_init(&made->lock, NULL);
    made->options = *options;
    made->options.tuples = made->options.stages = NULL;
    made->training = new_training(made);
    made->tuples = tuples;
    made->stages = stages;
    made->downgrade = downgrade;
    made->rate = 1.0F;
    made->entries = entries_of(&tuples);
    made->stride = stride_of(options);
    made->threads = options->threads != 0 ? options->threads : trey_processors();
    trey_mechanics_make(rules, &made->mechanics);
    made->kernels = choose_kernels(&made->mechanics);
    trey_learner_lanes_make(made);
    bool twos = made->mechanics.slide == TREY_SLIDE_2048;
    made->span = twos ? 4096 : 768;
    made->apart = made->span / 4;
    if (!make_tables(made)) {
        trey_learner_free(made);
        return trey_fail_memory(error, trey_learner_bytes(options));
    }
    *learner = made;
    return TREY_OK;
}

void trey_learner_free(struct trey_learner *learner)
{
    if (learner == NULL)
        return;
    for (int i = 0; i < learner->stages.count; i++) {
        struct trey_learner_stage *stage = &learner->stage[i];
        trey_large_free(stage->weights, trey_learner_floats(learner) * sizeof(float));
        trey_large_free(stage->deck, TREY_LEARNER_DECK_FLOATS * sizeof(float));
    }
    if (learner->plays != NULL)
        trey_learner_drop_games(learner);
    free(learner->plays);
    free(learner->spans);
    pthread_mutex_destroy(&learner->lock);
    free(learner);
}

uint64_t trey_learner_training(const struct trey_learner *learner)
{
    return learner->training;
}

void trey_learner_rate(struct trey_learner *learner, double factor)
{
    learner->rate = (float)factor;
}

struct run {
    struct trey_learner *learner;
    const struct trey_cancel *cancel;
    double end_s;                      /* 0: none */
    uint64_t limit;                    /* of games */
    struct trey_learner_sight *sights; /* by thread */
};

static void train(void *context, size_t index)
{
    struct run *run = context;
    struct trey_learner *learner = run->learner;
    uint64_t slides = learner->options.depth == 1 ? 4096 : 16; /* a millisecond or so */
    while ((run->end_s <= 0.0 || trey_clock_monotonic() < run->end_s) &&
           !trey_cancel_raised(run->cancel) && atomic_load(&learner->games) < run->limit)
        trey_learner_play(learner, &run->sights[index], (unsigned)index, slides,
                          run->limit);
}

enum trey_status trey_learner_run(struct trey_learner *learner, uint64_t games,
                                  double seconds, const struct trey_cancel *cancel,
                                  struct trey_error *error)
{
    unsigned thread_count = learner->threads;
    struct trey_threads *threads =
        thread_count > 1 ? trey_threads_new(thread_count) : NULL;
    if (thread_count > 1 && threads == NULL)
        return trey_fail_memory(error, thread_count * sizeof(pthread_t));
    double start_s = trey_clock_monotonic();
    struct run run = {
        .learner = learner,
        .cancel = cancel,
        .end_s = seconds > 0.0 ? start_s + seconds : 0.0,
        .limit = games > 0 ? atomic_load(&learner->games) + games : UINT64_MAX,
    };
    enum trey_status status = TREY_OK;
    run.sights = calloc(thread_count, sizeof *run.sights);
    if (run.sights == NULL)
        status = trey_fail_memory(error, thread_count * sizeof *run.sights);
    for (unsigned i = 0; status == TREY_OK && i < thread_count; i++)
        status = trey_learner_see(learner, &run.sights[i], error);
    if (status == TREY_OK)
        trey_parallel_for(threads, thread_count, train, &run);
    for (unsigned i = 0; run.sights != NULL && i < thread_count; i++)
        trey_search_free(run.sights[i].search);
    free(run.sights);
    pthread_mutex_lock(&learner->lock);
    learner->seconds += trey_clock_monotonic() - start_s;
    pthread_mutex_unlock(&learner->lock);
    trey_threads_free(threads);
    return status;
}

void trey_learner_progress(struct trey_learner *learner,
                           struct trey_learn_progress *progress)
{
    pthread_mutex_lock(&learner->lock);
    *progress = (struct trey_learn_progress){.games = atomic_load(&learner->games),
                                             .slides = atomic_load(&learner->slides),
                                             .seconds = learner->seconds};
    size_t count = learner->recent_count < TREY_LEARNER_RECENT
                       ? (size_t)learner->recent_count
                       : TREY_LEARNER_RECENT;
    for (size_t i = 0; i < count; i++) {
        progress->mean += (double)learner->recent_score[i] / (double)count;
        for (int rank = 0; rank <= learner->recent_largest[i] && rank < TREY_RANKS;
             rank++)
            progress->reach[rank] += 1.0 / (double)count;
    }
    pthread_mutex_unlock(&learner->lock);
}
