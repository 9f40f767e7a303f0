/* Threads wait on a condition variable between loops. Layers of the planner follow each
 * other within microseconds, so threads poll for the next loop for a short time before
 * they sleep. An atomic counter assigns the indices. */
#include "base/threads.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SPINS = 2000 };

struct trey_threads {
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    pthread_t *thread;
    unsigned helpers; /* threads besides the caller's */
    void (*body)(void *context, size_t index);
    void *context;
    size_t count;
    atomic_size_t next;
    atomic_uint round;   /* counts the loops */
    atomic_uint working; /* helpers that have not finished this loop */
    atomic_bool leaving;
};

static void pause_briefly(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    sched_yield();
#endif
}

static void run_tasks(struct trey_threads *threads)
{
    size_t index;
    while ((index = atomic_fetch_add(&threads->next, 1)) < threads->count)
        threads->body(threads->context, index);
}

/* Waits for a round other than `seen`. */
static unsigned wait_for_round(struct trey_threads *threads, unsigned seen)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load(&threads->round) != seen)
            return atomic_load(&threads->round);
        pause_briefly();
    }
    pthread_mutex_lock(&threads->mutex);
    while (atomic_load(&threads->round) == seen)
        pthread_cond_wait(&threads->wake, &threads->mutex);
    pthread_mutex_unlock(&threads->mutex);
    return atomic_load(&threads->round);
}

static void *run_helper(void *argument)
{
    struct trey_threads *threads = argument;
    unsigned seen = 0;
    for (;;) {
        seen = wait_for_round(threads, seen);
        if (atomic_load(&threads->leaving))
            return NULL;
        run_tasks(threads);
        atomic_fetch_sub(&threads->working, 1);
    }
}

static void begin_round(struct trey_threads *threads)
{
    pthread_mutex_lock(&threads->mutex);
    atomic_fetch_add(&threads->round, 1);
    pthread_cond_broadcast(&threads->wake);
    pthread_mutex_unlock(&threads->mutex);
}

struct trey_threads *trey_threads_new(unsigned count)
{
    assert(count >= 1);
    struct trey_threads *threads = calloc(1, sizeof *threads);
    if (threads == NULL)
        return NULL;
    threads->thread = calloc(count, sizeof *threads->thread);
    if (threads->thread == NULL) {
        free(threads);
        return NULL;
    }
    pthread_mutex_init(&threads->mutex, NULL);
    pthread_cond_init(&threads->wake, NULL);
    while (threads->helpers + 1 < count &&
           pthread_create(&threads->thread[threads->helpers], NULL, run_helper,
                          threads) == 0)
        threads->helpers++;
    return threads;
}

void trey_threads_free(struct trey_threads *threads)
{
    if (threads == NULL)
        return;
    atomic_store(&threads->leaving, true);
    begin_round(threads);
    for (unsigned i = 0; i < threads->helpers; i++)
        pthread_join(threads->thread[i], NULL);
    pthread_cond_destroy(&threads->wake);
    pthread_mutex_destroy(&threads->mutex);
    free(threads->thread);
    free(threads);
}

unsigned trey_threads_size(const struct trey_threads *threads)
{
    return threads == NULL ? 1 : threads->helpers + 1;
}

void trey_parallel_for(struct trey_threads *threads, size_t count,
                       void (*body)(void *context, size_t index), void *context)
{
    if (threads == NULL || threads->helpers == 0 || count < 2) {
        for (size_t i = 0; i < count; i++)
            body(context, i);
        return;
    }
    assert(atomic_load(&threads->working) == 0); /* no loop runs within a loop */
    threads->body = body;
    threads->context = context;
    threads->count = count;
    atomic_store(&threads->next, 0);
    atomic_store(&threads->working, threads->helpers);
    begin_round(threads);
    run_tasks(threads);
    for (int i = 0; atomic_load(&threads->working) != 0; i++)
        if (i < SPINS)
            pause_briefly();
        else
            sched_yield();
    assert(atomic_load(&threads->next) >= count);
}
