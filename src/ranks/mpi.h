/* What the files of this room ask of mpi.c; of ranks that are not alone. */
#ifndef TREY_RANKS_MPI_H
#define TREY_RANKS_MPI_H

#include "ranks/ranks.h"

/* So many bytes for each rank, at most `limit`, which lie `limit` apart, and from each.
 * Whether any rank has `more`. */
bool trey_mpi_exchange(struct trey_ranks *ranks, size_t limit, bool more,
                       const uint8_t *out, const uint32_t *out_size, uint8_t *in,
                       uint32_t *in_size);

#endif
