/* XXH64, where the library is there: tables in files need it. */
#ifndef TREY_EXACT_CHECKSUM_H
#define TREY_EXACT_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

#if defined(TREY_WITH_ZSTD)

#include <xxhash.h>

enum { TREY_HAS_CHECKSUM = 1 };

static inline uint64_t trey_checksum(const void *bytes, size_t size, uint64_t seed)
{
    return XXH64(bytes, size, seed);
}

#else

enum { TREY_HAS_CHECKSUM = 0 };

static inline uint64_t trey_checksum(const void *bytes, size_t size, uint64_t seed)
{
    (void)bytes;
    (void)size;
    return seed;
}

#endif

#endif
