/* XXH64, for targets that make the checksums of what they change right again. */
#ifndef TREY_FUZZ_CHECKSUM_H
#define TREY_FUZZ_CHECKSUM_H

#define XXH_INLINE_ALL /* no library needed */
#if __has_include(<xxhash.h>)
#include <xxhash.h>
#else /* then the library reads no such files either */
#define XXH64(bytes, size, seed) ((void)(bytes), (void)(size), (uint64_t)(seed))
#endif

#endif
