/* XXH64, for targets that correct the checksums of the data that they change. */
#ifndef TREY_FUZZ_CHECKSUM_H
#define TREY_FUZZ_CHECKSUM_H

#define XXH_INLINE_ALL /* no library needed */
#if __has_include(<xxhash.h>)
#include <xxhash.h>
#else /* the library reads no such files then */
#define XXH64(bytes, size, seed) ((void)(bytes), (void)(size), (uint64_t)(seed))
#endif

#endif
