/* What the files of this room ask of mpi.c; of ranks that are not alone. */
#ifndef TREY_RANKS_MPI_H
#define TREY_RANKS_MPI_H

#include "ranks/ranks.h"

/* A number for each rank, and from each. */
void trey_mpi_exchange_sizes(struct trey_ranks *ranks, const uint32_t *out, uint32_t *in);

/* So many bytes for each rank, which lie `limit` apart, and from each. */
void trey_mpi_exchange(struct trey_ranks *ranks, size_t limit, const uint8_t *out,
                       const uint32_t *out_size, uint8_t *in, const uint32_t *in_size);

#endif
