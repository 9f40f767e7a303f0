#include "exact/table/checksum.h"

#if defined(TREY_WITH_ZSTD)

#include <xxhash.h>

bool trey_has_checksum(void)
{
    return true;
}

uint64_t trey_checksum(const void *bytes, size_t size, uint64_t seed)
{
    return XXH64(bytes, size, seed);
}

#else

bool trey_has_checksum(void)
{
    return false;
}

uint64_t trey_checksum(const void *bytes, size_t size, uint64_t seed)
{
    (void)bytes, (void)size;
    return seed;
}

#endif
