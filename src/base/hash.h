/* What a file holds, as a number. */
#ifndef TREY_BASE_HASH_H
#define TREY_BASE_HASH_H

#include "trey/status.h"

#include <stdint.h>

/* XXH3 of all bytes of a file. TREY_ERR_IO if it cannot be read, TREY_ERR_LIMIT without
 * xxhash. */
enum trey_status trey_file_hash(const char *path, uint64_t *hash,
                                struct trey_error *error);

#endif
