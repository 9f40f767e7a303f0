/* Writes the blocks of compact tables, one layer at a time, after the layer has been
 * valued. See compact_writer.c. */
#ifndef TREY_EXACT_SOLVE_COMPACT_WRITER_H
#define TREY_EXACT_SOLVE_COMPACT_WRITER_H

#include "exact/solve/solver.h"
#include "exact/table/solution.h"

/* Creates solver->compact_writer if options->kind is a compact table. If `expected` is
 * not NULL it is an open table: blocks are then compared with its blocks and not stored.
 */
enum trey_status trey_compact_writer_new(struct trey_solver *solver,
                                         const struct trey_exact *expected,
                                         struct trey_error *error);
void trey_compact_writer_free(struct trey_compact_writer *writer);

/* Appends the blocks of a frame's layer to the store's file. With an expected table,
 * TREY_ERR_INPUT if the blocks differ. */
enum trey_status trey_compact_writer_add(struct trey_solver *solver,
                                         const struct trey_frame *frame,
                                         struct trey_error *error);

#endif
