#include "play.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct cli_mind {
    char *name;
    void (*woken)(void);
    pthread_t thread;
    bool begun, joined;
    struct trey_shape shape;
    enum trey_eval_family family;
    atomic_int state;
    struct trey_evaluator *evaluator; /* once joined; NULL: it failed */
    enum trey_status status;
    struct trey_error error;
};

struct cli_mind *cli_mind_new(const char *name, void (*woken)(void))
{
    struct cli_mind *mind = calloc(1, sizeof *mind);
    if (mind == NULL)
        return NULL;
    mind->name = strdup(name);
    mind->woken = woken;
    atomic_init(&mind->state, CLI_MIND_IDLE);
    if (mind->name != NULL)
        return mind;
    free(mind);
    return NULL;
}

static void join(struct cli_mind *mind)
{
    if (mind->begun && !mind->joined)
        pthread_join(mind->thread, NULL);
    mind->joined = mind->begun;
}

void cli_mind_free(struct cli_mind *mind)
{
    if (mind == NULL)
        return;
    join(mind);
    trey_evaluator_free(mind->evaluator);
    free(mind->name);
    free(mind);
}

static void load(struct cli_mind *mind)
{
    mind->status = trey_evaluator_named(mind->name, mind->shape, mind->family,
                                        &mind->evaluator, &mind->error);
    atomic_store(&mind->state, CLI_MIND_READY);
}

static void *load_beside(void *context)
{
    struct cli_mind *mind = context;
    load(mind);
    if (mind->woken != NULL)
        mind->woken();
    return NULL;
}

void cli_mind_begin(struct cli_mind *mind, const struct trey_rules *rules)
{
    if (atomic_load(&mind->state) != CLI_MIND_IDLE)
        return;
    mind->shape = rules->shape;
    mind->family = trey_eval_family_of(rules);
    atomic_store(&mind->state, CLI_MIND_LOADING);
    mind->begun = pthread_create(&mind->thread, NULL, load_beside, mind) == 0;
    if (!mind->begun)
        load(mind);
}

void cli_mind_wait(struct cli_mind *mind, const struct trey_rules *rules)
{
    cli_mind_begin(mind, rules);
    join(mind);
}

enum cli_mind_state cli_mind_state(const struct cli_mind *mind)
{
    return (enum cli_mind_state)atomic_load(&mind->state);
}

enum trey_status cli_mind_evaluator(void *context, const char *name,
                                    struct trey_shape shape, enum trey_eval_family family,
                                    const struct trey_evaluator **evaluator,
                                    struct trey_error *error)
{
    struct cli_mind *mind = context;
    (void)name; /* there is but one */
    bool here = atomic_load(&mind->state) == CLI_MIND_IDLE;
    join(mind);
    if (!here && (mind->family != family || mind->shape.rows != shape.rows ||
                  mind->shape.cols != shape.cols)) {
        trey_evaluator_free(mind->evaluator);
        mind->evaluator = NULL;
        here = true;
    }
    if (here) {
        mind->shape = shape;
        mind->family = family;
        load(mind);
    }
    *evaluator = mind->evaluator;
    if (mind->status != TREY_OK && error != NULL)
        *error = mind->error;
    return mind->status;
}
