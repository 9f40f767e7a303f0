/* One thread needs no locks: the parts of pthreads that the modules built for WebAssembly
 * use. Creating a thread fails, and the callers do its work themselves. */
#ifndef TREY_WEB_PTHREAD_H
#define TREY_WEB_PTHREAD_H

#include <errno.h>

typedef int pthread_t;
typedef int pthread_mutex_t;
typedef int pthread_once_t;
#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_ONCE_INIT         0

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes)
{
    (void)attributes;
    return *mutex = 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    return *mutex;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return *mutex;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    return *mutex;
}

static inline int pthread_once(pthread_once_t *once, void (*routine)(void))
{
    if (*once == 0)
        routine();
    *once = 1;
    return 0;
}

static inline int pthread_create(pthread_t *thread, const void *attributes,
                                 void *(*routine)(void *), void *context)
{
    (void)attributes;
    (void)routine;
    (void)context;
    *thread = 0;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    (void)result;
    return EINVAL;
}

#endif
