/* Checksums of files and of memory. */
#ifndef TREY_BASE_HASH_H
#define TREY_BASE_HASH_H

#include "trey/status.h"

#include <stdint.h>

/* XXH3 of all bytes of a file. TREY_ERR_IO if it cannot be read, TREY_ERR_LIMIT without
 * xxhash. */
enum trey_status trey_file_hash(const char *path, uint64_t *hash,
                                struct trey_error *error);

/* XXH3, 64 bits, of `size` bytes with this seed: to hash several pieces, pass the hash of
 * one as the seed of the next. 0 without xxhash. */
uint64_t trey_bytes_hash(const void *bytes, size_t size, uint64_t seed);

#endif
