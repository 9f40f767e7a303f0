/* XXH64, if this build has the library: tables in files need it. */
#ifndef TREY_EXACT_TABLE_CHECKSUM_H
#define TREY_EXACT_TABLE_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True if this build can compute checksums. */
bool trey_has_checksum(void);

uint64_t trey_checksum(const void *bytes, size_t size, uint64_t seed);

#endif
