/* Evaluators by name, each loaded once and shared by all sessions. An entry is added to
 * the list before its evaluator is loaded, so that other threads that need it wait
 * instead of loading it too. An entry that cannot be loaded is removed, and tried again
 * at the next request.
 *
 * Evaluators are kept to the end: there are few names and few shapes. */
#include "base/error.h"
#include "player_options.h"
#include "serve_inside.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 32 };

struct entry {
    struct entry *next;
    char name[NAME_BYTES];
    struct trey_shape shape;
    enum trey_eval_family family;
    struct trey_evaluator *evaluator; /* NULL while it is loaded */
    bool warned;                      /* trey_evaluator_warning was printed */
};

struct serve_networks {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct entry *first;
    pthread_t preloader;
    bool preloads; /* `preloader` was started */
};

static struct entry *find_entry(const struct serve_networks *networks, const char *name,
                                struct trey_shape shape, enum trey_eval_family family)
{
    struct entry *entry = networks->first;
    while (entry != NULL &&
           (strcmp(entry->name, name) != 0 || entry->family != family ||
            entry->shape.rows != shape.rows || entry->shape.cols != shape.cols))
        entry = entry->next;
    return entry;
}

static void remove_entry(struct serve_networks *networks, struct entry *entry)
{
    struct entry **link = &networks->first;
    while (*link != entry)
        link = &(*link)->next;
    *link = entry->next;
    free(entry);
}

/* Loads the evaluator of a new entry. The caller holds the lock, which is released while
 * loading. */
static enum trey_status load_entry(struct serve_networks *networks, struct entry *entry,
                                   struct trey_error *error)
{
    struct trey_evaluator *evaluator = NULL;
    pthread_mutex_unlock(&networks->lock);
    enum trey_status status =
        trey_evaluator_named(entry->name, entry->shape, entry->family, &evaluator, error);
    pthread_mutex_lock(&networks->lock);
    if (status == TREY_OK)
        entry->evaluator = evaluator;
    else
        remove_entry(networks, entry);
    pthread_cond_broadcast(&networks->changed);
    return status;
}

/* Prints the warning of an evaluator once: after loading, or at the next request after a
 * session used it. */
static void print_warning_once(struct entry *entry)
{
    if (!entry->warned)
        entry->warned = cli_warn_of_evaluator(entry->evaluator);
}

static enum trey_status get_locked(struct serve_networks *networks,
                                   const struct entry *wanted,
                                   const struct trey_evaluator **evaluator,
                                   struct trey_error *error)
{
    struct entry *entry;
    while ((entry = find_entry(networks, wanted->name, wanted->shape, wanted->family)) !=
               NULL &&
           entry->evaluator == NULL)
        pthread_cond_wait(&networks->changed, &networks->lock);
    if (entry == NULL) {
        entry = malloc(sizeof *entry);
        if (entry == NULL)
            return cli_lacks_memory(error);
        *entry = *wanted;
        entry->next = networks->first;
        networks->first = entry;
        enum trey_status status = load_entry(networks, entry, error);
        if (status != TREY_OK)
            return status;
    }
    print_warning_once(entry);
    *evaluator = entry->evaluator;
    return TREY_OK;
}

enum trey_status serve_networks_get(void *context, const char *name,
                                    struct trey_shape shape, enum trey_eval_family family,
                                    const struct trey_evaluator **evaluator,
                                    struct trey_error *error)
{
    struct serve_networks *networks = context;
    struct trey_error ignored = {0};
    struct entry wanted = {.shape = shape, .family = family};
    error = error != NULL ? error : &ignored;
    if (strcmp(name, "default") == 0 &&
        strcmp(trey_evaluator_default(shape, family), "network") == 0)
        name = "network"; /* one entry for both names */
    if (strlen(name) >= sizeof wanted.name || strchr(name, ':') != NULL)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "a server accepts no file names");
    strcpy(wanted.name, name);
    pthread_mutex_lock(&networks->lock);
    enum trey_status status = get_locked(networks, &wanted, evaluator, error);
    pthread_mutex_unlock(&networks->lock);
    return status;
}

static void *preload(void *context)
{
    const struct trey_shape shape = {4, 4};
    const struct trey_evaluator *evaluator;
    serve_networks_get(context, "default", shape, TREY_EVAL_THREES, &evaluator, NULL);
    return NULL;
}

struct serve_networks *serve_networks_new(void)
{
    struct serve_networks *networks = calloc(1, sizeof *networks);
    if (networks == NULL)
        return NULL;
    pthread_mutex_init(&networks->lock, NULL);
    pthread_cond_init(&networks->changed, NULL);
    networks->preloads =
        serve_thread(&networks->preloader, SERVE_ENGINE_STACK, preload, networks);
    return networks;
}

void serve_networks_free(struct serve_networks *networks)
{
    if (networks == NULL)
        return;
    if (networks->preloads)
        pthread_join(networks->preloader, NULL);
    while (networks->first != NULL) {
        if (networks->first->evaluator != NULL)
            print_warning_once(networks->first);
        trey_evaluator_free(networks->first->evaluator);
        remove_entry(networks, networks->first);
    }
    pthread_cond_destroy(&networks->changed);
    pthread_mutex_destroy(&networks->lock);
    free(networks);
}
