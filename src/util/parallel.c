/* A team sleeps on a condition variable between loops; since planner layers follow each
 * other within microseconds, its threads look for the next loop for a short while before
 * they sleep. Indices are handed out by an atomic counter. */
#include "util/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { SPINS = 2000 };

struct trey_team {
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    pthread_t *threads;
    unsigned helpers; /* threads besides the caller's */
    void (*body)(void *context, size_t index);
    void *context;
    size_t count;
    atomic_size_t next;
    atomic_uint round;   /* goes up with each loop */
    atomic_uint working; /* helpers that have not finished this loop */
    atomic_bool leaving;
};

unsigned trey_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (unsigned)count;
}

static void pause_briefly(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    sched_yield();
#endif
}

static void work(struct trey_team *team)
{
    size_t index;
    while ((index = atomic_fetch_add(&team->next, 1)) < team->count)
        team->body(team->context, index);
}

/* Waits for a round other than `seen`. */
static unsigned wait_for_round(struct trey_team *team, unsigned seen)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load(&team->round) != seen)
            return atomic_load(&team->round);
        pause_briefly();
    }
    pthread_mutex_lock(&team->mutex);
    while (atomic_load(&team->round) == seen)
        pthread_cond_wait(&team->wake, &team->mutex);
    pthread_mutex_unlock(&team->mutex);
    return atomic_load(&team->round);
}

static void *help(void *argument)
{
    struct trey_team *team = argument;
    unsigned seen = 0;
    for (;;) {
        seen = wait_for_round(team, seen);
        if (atomic_load(&team->leaving))
            return NULL;
        work(team);
        atomic_fetch_sub(&team->working, 1);
    }
}

static void begin_round(struct trey_team *team)
{
    pthread_mutex_lock(&team->mutex);
    atomic_fetch_add(&team->round, 1);
    pthread_cond_broadcast(&team->wake);
    pthread_mutex_unlock(&team->mutex);
}

struct trey_team *trey_team_new(unsigned threads)
{
    struct trey_team *team = calloc(1, sizeof *team);
    if (team == NULL)
        return NULL;
    team->threads = calloc(threads, sizeof *team->threads);
    if (team->threads == NULL) {
        free(team);
        return NULL;
    }
    pthread_mutex_init(&team->mutex, NULL);
    pthread_cond_init(&team->wake, NULL);
    while (team->helpers + 1 < threads &&
           pthread_create(&team->threads[team->helpers], NULL, help, team) == 0)
        team->helpers++;
    return team;
}

void trey_team_free(struct trey_team *team)
{
    if (team == NULL)
        return;
    atomic_store(&team->leaving, true);
    begin_round(team);
    for (unsigned i = 0; i < team->helpers; i++)
        pthread_join(team->threads[i], NULL);
    pthread_cond_destroy(&team->wake);
    pthread_mutex_destroy(&team->mutex);
    free(team->threads);
    free(team);
}

unsigned trey_team_size(const struct trey_team *team)
{
    return team == NULL ? 1 : team->helpers + 1;
}

void trey_parallel_for(struct trey_team *team, size_t count,
                       void (*body)(void *context, size_t index), void *context)
{
    if (team == NULL || team->helpers == 0 || count < 2) {
        for (size_t i = 0; i < count; i++)
            body(context, i);
        return;
    }
    team->body = body;
    team->context = context;
    team->count = count;
    atomic_store(&team->next, 0);
    atomic_store(&team->working, team->helpers);
    begin_round(team);
    work(team);
    for (int i = 0; atomic_load(&team->working) != 0; i++)
        if (i < SPINS)
            pause_briefly();
        else
            sched_yield();
}
