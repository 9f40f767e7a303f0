/* All lines of play, layer by layer, in a few bytes a board. */
#ifndef TREY_SEQUENCE_EXHAUST_H
#define TREY_SEQUENCE_EXHAUST_H

#include "sequence/beam.h"

struct trey_exhaust_task {
    const struct trey_sequence *sequence;
    const uint64_t *rest; /* as of struct trey_beam_task */
    size_t longest_moves;
    struct trey_filter filter; /* its score is at most that to beat */
    size_t bytes;              /* that the layers may take */
    double deadline_s;         /* by trey_clock_monotonic; 0: none */
    double cpu_s;              /* of the calling thread; 0: any */
    const struct trey_cancel *cancel;
};

/* How far it came. */
struct trey_exhaust_report {
    bool complete;      /* no line of play beats `best` now */
    bool out_of_memory; /* or of the limit of bytes */
    size_t layers;      /* listed whole */
    uint64_t boards;    /* in the largest of them */
    uint64_t positions; /* generated */
};

/* Whether tiles fit: sums as for multisets. */
bool trey_exhaust_possible(const struct trey_sequence *sequence, size_t longest_moves);

/* Plays everything that can beat `best`, which gets the moves of what does. What stops it
 * early is no failure. Single-threaded. */
enum trey_status trey_exhaust_run(const struct trey_exhaust_task *task,
                                  struct trey_beam_best *best,
                                  struct trey_exhaust_report *report,
                                  struct trey_error *error);

#endif
