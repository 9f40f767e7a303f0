/* Makes learners and runs their threads. Threads update weights without locks, by relaxed
 * atomics; the few updates lost that way are below the noise. */
#include "learn/learner.h"
#include "base/check.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/threads.h"
#include "board/cells.h"
#include "learn/command.h"
#include "os/clock.h"
#include "os/os.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { CLOCK_EVERY_GAMES = 4 };

void trey_learn_defaults(struct trey_learn_options *options)
{
    *options = (struct trey_learn_options){
        .stages = "none", .restarts_to = UINT32_MAX, .depth = 1, .seed = 1, .threads = 1};
    trey_rules_named("window", &options->rules, NULL);
}

static size_t count_entries(const struct trey_tuples *tuples)
{
    size_t entries = 0;
    for (int tuple = 0; tuple < tuples->count; tuple++)
        entries += tuples->size[tuple];
    return entries;
}

/* Indices into weights have 32 bits. */
static enum trey_status check_size(const struct trey_tuples *tuples, uint32_t stride,
                                   struct trey_error *error)
{
    if (count_entries(tuples) <= UINT32_MAX / stride)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "the tuples have %zu weights; at most %" PRIu32
                     " are possible with these learning rates",
                     count_entries(tuples), UINT32_MAX / stride);
}

/* A random identifier: two trainings practically never have the same. It does not
 * influence the training. */
static uint64_t new_training_id(const struct trey_learner *learner)
{
    uint64_t parts[] = {trey_os_seed(), (uint64_t)(uintptr_t)learner};
    uint64_t id = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        id = trey_mix64(id ^ parts[i]);
    return id | 1;
}

static uint32_t stride_of(const struct trey_learn_options *options)
{
    return options->alpha > 0.0 ? 1 : TREY_TC_RECORD;
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
    return (size_t)stages.count * count_entries(&tuples) * stride_of(options) *
           sizeof(float);
}

enum trey_status trey_learner_check_tuples(const struct trey_learn_options *options,
                                           struct trey_error *error)
{
    struct trey_tuples tuples;
    enum trey_status status =
        trey_tuples_parse(options->tuples, options->rules.shape, &tuples, error);
    return status == TREY_OK ? trey_tuples_check_distinct(&tuples, error) : status;
}

/* Allocates entries of `stride` floats with this initial weight; NULL if out of memory.
 */
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
    learner->episodes = calloc(learner->threads, sizeof *learner->episodes);
    bool ok = learner->spans != NULL && learner->episodes != NULL;
    for (int i = 0; i < learner->stages.count; i++) {
        struct trey_learner_stage *stage = &learner->stage[i];
        stage->weights =
            make_weights(trey_learner_floats(learner), learner->stride, weight);
        stage->deck = make_weights(TREY_LEARNER_DECK_FLOATS, TREY_TC_RECORD, weight);
        ok = ok && stage->weights != NULL && stage->deck != NULL;
    }
    return ok;
}

/* The fastest kernels for this processor; only kind 0 handles lines of more than four
 * cells. */
static const struct trey_learn_kernels *
select_kernels(const struct trey_mechanics *mechanics)
{
    const struct trey_learn_kernels *best = trey_learn_kernels(0);
    bool long_lines =
        mechanics->masks[0].doublings > 2 || mechanics->masks[1].doublings > 2;
    for (int kind = 1; kind < TREY_LEARN_KINDS && !long_lines; kind++)
        if (trey_learn_kernels(kind) != NULL)
            best = trey_learn_kernels(kind);
    return best;
}

/* Checks the options that are numbers; a NaN is in no range. */
static enum trey_status check_numbers(const struct trey_learn_options *options,
                                      struct trey_error *error)
{
    const struct {
        const char *name;
        double value;
    } fractions[] = {{"restarts", options->restarts},
                     {"doubled", options->doubled},
                     {"alpha", options->alpha},
                     {"lambda", options->lambda},
                     {"discount", options->discount}};
    for (size_t i = 0; i < sizeof fractions / sizeof *fractions; i++)
        if (!(fractions[i].value >= 0.0 && fractions[i].value <= 1.0))
            return trey_fail(error, TREY_ERR_ARGUMENT, 0, "%s must be 0 to 1, not %g",
                             fractions[i].name, fractions[i].value);
    if (!isfinite(options->initial))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the initial value must be finite, not %g", options->initial);
    return TREY_OK;
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
    if (status == TREY_OK)
        status = check_numbers(options, error);
    if (status != TREY_OK)
        return status;
    if (!trey_network_supports(trey_eval_family_of(rules)))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "networks can be trained for Threes! and 2048, not for %s",
                         trey_tiles_of(rules)->title);
    if (rules->copies > 4)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "networks support decks with at most 4 of each card");
    if (options->exchange && rules->slide != TREY_SLIDE_THREES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "1 and 2 can be exchanged only in Threes!");
    bool discounts = options->discount > 0.0 && options->discount < 1.0;
    if (discounts && (rules->slide != TREY_SLIDE_2048 || !options->sums))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "only values of 2048 that are tile sums can be discounted");
    int downgrade =
        options->downgrade == 0 ? 0 : trey_exponent_of_tile(options->downgrade);
    status = trey_network_check_downgrade(&stages, trey_eval_family_of(rules), downgrade,
                                          error);
    if (status != TREY_OK)
        return status;
    if (options->until_stage < 0 || options->until_stage >= stages.count)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "stage %d does not exist",
                         options->until_stage);
    if (options->depth < 1 || options->depth > TREY_SEARCH_MAX_DEPTH)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the depth must be 1 to %d plies, not %u", TREY_SEARCH_MAX_DEPTH,
                         options->depth);
    struct trey_learner *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    pthread_mutex_init(&made->lock, NULL);
    made->options = *options;
    made->options.tuples = made->options.stages = NULL;
    made->training_id = new_training_id(made);
    made->tuples = tuples;
    made->stages = stages;
    made->downgrade = downgrade;
    made->discount = options->discount > 0.0 ? (float)options->discount : 1.0F;
    made->rate = 1.0F;
    made->entries = count_entries(&tuples);
    made->stride = stride_of(options);
    made->threads = options->threads != 0 ? options->threads : trey_processors();
    trey_mechanics_make(rules, &made->mechanics);
    made->kernels = select_kernels(&made->mechanics);
    trey_kernel_tables_make(made);
    bool is_2048 = made->mechanics.slide == TREY_SLIDE_2048;
    made->span_width = is_2048 ? 4096 : 768;
    made->keep_interval = made->span_width / 4;
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
    if (learner->episodes != NULL)
        trey_learner_discard_episodes(learner);
    free(learner->episodes);
    free(learner->spans);
    pthread_mutex_destroy(&learner->lock);
    free(learner);
}

uint64_t trey_learner_training(const struct trey_learner *learner)
{
    return learner->training_id;
}

void trey_learner_set_rate(struct trey_learner *learner, double factor)
{
    learner->rate = (float)factor;
}

struct run {
    struct trey_learner *learner;
    const struct trey_cancel *cancel;
    double end_s;                           /* 0: no limit */
    uint64_t limit;                         /* number of games at which to stop */
    struct trey_live_evaluator *evaluators; /* by thread */
};

static void run_thread(void *context, size_t index)
{
    struct run *run = context;
    struct trey_learner *learner = run->learner;
    uint64_t moves = learner->options.depth == 1 ? 4096 : 16; /* a millisecond or so */
    while ((run->end_s <= 0.0 || trey_clock_monotonic() < run->end_s) &&
           !trey_cancel_raised(run->cancel) && atomic_load(&learner->games) < run->limit)
        trey_learner_play(learner, &run->evaluators[index], (unsigned)index, moves,
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
    run.evaluators = calloc(thread_count, sizeof *run.evaluators);
    if (run.evaluators == NULL)
        status = trey_fail_memory(error, thread_count * sizeof *run.evaluators);
    for (unsigned i = 0; status == TREY_OK && i < thread_count; i++)
        status = trey_live_evaluator_make(learner, &run.evaluators[i], error);
    if (status == TREY_OK)
        trey_parallel_for(threads, thread_count, run_thread, &run);
    for (unsigned i = 0; run.evaluators != NULL && i < thread_count; i++)
        trey_search_free(run.evaluators[i].search);
    free(run.evaluators);
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
                                             .slides = atomic_load(&learner->moves),
                                             .seconds = learner->seconds};
    size_t count = learner->recent_count < TREY_LEARNER_RECENT_GAMES
                       ? (size_t)learner->recent_count
                       : TREY_LEARNER_RECENT_GAMES;
    for (size_t i = 0; i < count; i++) {
        progress->mean += (double)learner->recent_score[i] / (double)count;
        for (int rank = 0; rank <= learner->recent_largest[i] && rank < TREY_RANKS;
             rank++)
            progress->reach[rank] += 1.0 / (double)count;
    }
    pthread_mutex_unlock(&learner->lock);
}
