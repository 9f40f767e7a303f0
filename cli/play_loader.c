/* Loads the evaluator of trey play in another thread. Only `state` is shared while the
 * thread runs; all other members are read after joining it. If the thread cannot be
 * created, the evaluator is loaded in the calling thread. */
#include "play.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct cli_loader {
    char *name;
    void (*on_loaded)(void);
    pthread_t thread;
    bool begun, joined;
    struct trey_shape shape;
    enum trey_eval_family family;
    atomic_int state;
    struct trey_evaluator *evaluator; /* once joined; NULL: it failed */
    enum trey_status status;
    struct trey_error error;
};

struct cli_loader *cli_loader_new(const char *name, void (*on_loaded)(void))
{
    struct cli_loader *loader = calloc(1, sizeof *loader);
    if (loader == NULL)
        return NULL;
    loader->name = strdup(name);
    loader->on_loaded = on_loaded;
    atomic_init(&loader->state, CLI_LOADER_IDLE);
    if (loader->name != NULL)
        return loader;
    free(loader);
    return NULL;
}

static void join_thread(struct cli_loader *loader)
{
    if (loader->begun && !loader->joined)
        pthread_join(loader->thread, NULL);
    loader->joined = loader->begun;
}

void cli_loader_free(struct cli_loader *loader)
{
    if (loader == NULL)
        return;
    join_thread(loader);
    trey_evaluator_free(loader->evaluator);
    free(loader->name);
    free(loader);
}

static void load_evaluator(struct cli_loader *loader)
{
    loader->status = trey_evaluator_named(loader->name, loader->shape, loader->family,
                                          &loader->evaluator, &loader->error);
    atomic_store(&loader->state, CLI_LOADER_READY);
}

static void *load_in_thread(void *context)
{
    struct cli_loader *loader = context;
    load_evaluator(loader);
    if (loader->on_loaded != NULL)
        loader->on_loaded();
    return NULL;
}

void cli_loader_begin(struct cli_loader *loader, const struct trey_rules *rules)
{
    if (atomic_load(&loader->state) != CLI_LOADER_IDLE)
        return;
    loader->shape = rules->shape;
    loader->family = trey_eval_family_of(rules);
    atomic_store(&loader->state, CLI_LOADER_LOADING);
    loader->begun = pthread_create(&loader->thread, NULL, load_in_thread, loader) == 0;
    if (!loader->begun)
        load_evaluator(loader);
}

void cli_loader_wait(struct cli_loader *loader, const struct trey_rules *rules)
{
    cli_loader_begin(loader, rules);
    join_thread(loader);
}

enum cli_loader_state cli_loader_state(const struct cli_loader *loader)
{
    return (enum cli_loader_state)atomic_load(&loader->state);
}

enum trey_status cli_loader_evaluator(void *context, const char *name,
                                      struct trey_shape shape,
                                      enum trey_eval_family family,
                                      const struct trey_evaluator **evaluator,
                                      struct trey_error *error)
{
    struct cli_loader *loader = context;
    (void)name; /* there is only one */
    bool load_here = atomic_load(&loader->state) == CLI_LOADER_IDLE;
    join_thread(loader);
    if (!load_here && (loader->family != family || loader->shape.rows != shape.rows ||
                       loader->shape.cols != shape.cols)) {
        trey_evaluator_free(loader->evaluator);
        loader->evaluator = NULL;
        load_here = true;
    }
    if (load_here) {
        loader->shape = shape;
        loader->family = family;
        load_evaluator(loader);
    }
    *evaluator = loader->evaluator;
    if (loader->status != TREY_OK && error != NULL)
        *error = loader->error;
    return loader->status;
}
