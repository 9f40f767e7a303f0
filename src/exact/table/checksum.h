/* XXH64, where the library is there: tables in files need it. */
#ifndef TREY_EXACT_TABLE_CHECKSUM_H
#define TREY_EXACT_TABLE_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this build can compute it. */
bool trey_has_checksum(void);

uint64_t trey_checksum(const void *bytes, size_t size, uint64_t seed);

#endif
