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

/* Processor time of the calling thread. On Windows it is wall-clock time, because Windows
 * counts processor time in steps of 15.6 ms, too coarse for a move. */
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
