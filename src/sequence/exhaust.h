/* Exhaustive search of a short game, layer by layer, with a few bytes a board. */
#ifndef TREY_SEQUENCE_EXHAUST_H
#define TREY_SEQUENCE_EXHAUST_H

#include "sequence/beam.h"

struct trey_exhaust_task {
    const struct trey_sequence *sequence;
    const uint64_t *rest; /* as in struct trey_beam_task */
    size_t longest_moves;
    struct trey_filter filter; /* its score is at most that of the best plan */
    size_t bytes;              /* limit of all layers */
    double deadline_s;         /* by trey_clock_monotonic; 0: none */
    double cpu_s;              /* of the calling thread; 0: no limit */
    const struct trey_cancel *cancel;
};

struct trey_exhaust_report {
    bool complete;      /* no game beats `best` now */
    bool out_of_memory; /* or the limit of bytes was reached */
    size_t layers;      /* listed completely */
    uint64_t boards;    /* in the largest layer */
    uint64_t positions; /* generated */
};

/* True if the tiles fit in four bits: their sum is below TREY_MULTISET_SUM_LIMIT. */
bool trey_exhaust_possible(const struct trey_sequence *sequence, size_t longest_moves);

/* Lists all boards that can lead above `best`, and stores a better plan there if it finds
 * one. Reaching a limit is not an error; fails only if out of memory at the start.
 * Single-threaded. */
enum trey_status trey_exhaust_run(const struct trey_exhaust_task *task,
                                  struct trey_beam_best *best,
                                  struct trey_exhaust_report *report,
                                  struct trey_error *error);

#endif
