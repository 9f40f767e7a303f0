/* Helpers for assertions, which builds without NDEBUG check. */
#ifndef TREY_BASE_CHECK_H
#define TREY_BASE_CHECK_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* Begins a function that only assertions call: release builds, which have none, omit it
 * without a warning. For conditions that need more than an expression. */
#define TREY_ASSERT_ONLY __attribute__((unused)) static

static inline bool trey_is_power_of_2(uint64_t number)
{
    return number != 0 && (number & (number - 1)) == 0;
}

static inline bool trey_is_aligned(const void *address, uintptr_t alignment)
{
    return (uintptr_t)address % alignment == 0;
}

/* True for a probability or share above 0; rounding may make it slightly exceed 1. */
static inline bool trey_is_share(double share)
{
    return share > 0.0 && share <= 1.0 + 1e-4;
}

/* True if shares add up to 1, except for rounding. */
static inline bool trey_is_whole(double sum, double tolerance)
{
    return sum >= 1.0 - tolerance && sum <= 1.0 + tolerance;
}

#endif
