/* Calls of mpi.c that only this module uses; for two or more processes. */
#ifndef TREY_MPI_TRANSPORT_H
#define TREY_MPI_TRANSPORT_H

#include "mpi/processes.h"

/* Sends out_size[p] bytes from out + p * limit to each process p, at most `limit`, and
 * receives in the same layout. Returns true if any process passed `more`. */
bool trey_mpi_exchange(struct trey_processes *processes, size_t limit, bool more,
                       const uint8_t *out, const uint32_t *out_size, uint8_t *in,
                       uint32_t *in_size);

#endif
