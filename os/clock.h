/* Time in seconds. */
#ifndef TREY_OS_CLOCK_H
#define TREY_OS_CLOCK_H

#include <time.h>

/* Seconds since some fixed point in the past; never decreases. */
static inline double trey_clock_monotonic(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Processor time of the calling thread. Windows counts it in steps of 15.6 ms, too coarse
 * for a move: there it is the time that passes. */
static inline double trey_clock_cpu(void)
{
#ifdef _WIN32
    return trey_clock_monotonic();
#else
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

#endif
