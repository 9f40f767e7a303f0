/* One pass of beam search over a known sequence. */
#ifndef TREY_SEQUENCE_BEAM_H
#define TREY_SEQUENCE_BEAM_H

#include "base/threads.h"
#include "sequence/expand.h"
#include "sequence/fine.h"
#include "sequence/trace.h"
#include "trey/sequence.h"

/* What a pass works with; the owner keeps it from pass to pass. */
struct trey_beam_task {
    const struct trey_sequence *sequence;
    const struct trey_eval *stages; /* TREY_EVAL_STAGES of them, as far as needed */
    /* rest[n]: no plan of n moves or more scores above this; longest_moves + 1 entries.
     */
    const uint64_t *rest;
    size_t longest_moves;
    size_t goal; /* moves after which the bound might be met; at most longest_moves */
    double end_weight; /* of the share of the best packing's score, at the goal; */
    double end_moves;  /* it is half of that so many moves before */
    struct trey_threads *threads; /* NULL: one thread */
    /* Drops boards that cannot lead above the score that it was made for, which is at
     * most that to beat. */
    struct trey_filter filter;

    struct trey_position start; /* .moves < longest_moves */
    uint32_t width;             /* of the layers before wide_until */
    size_t wide_until;          /* a number of moves */
    uint32_t later_width;       /* of the other layers, at most `width` */
    uint64_t seed;
    uint32_t noise;
    size_t trace_bytes;

    /* Asked after every layer, and within wide ones; true ends the pass. May be NULL. */
    bool (*stop)(void *context, size_t moves_done, uint64_t best_score);
    void *stop_context;
};

/* The best plan. `score` is that to beat on entry: `moves` changes only for a better one,
 * and has room for longest_moves. */
struct trey_beam_best {
    uint8_t *moves;
    size_t move_count;
    uint64_t score;
};

struct trey_beam_report {
    size_t layers;      /* finished */
    uint64_t positions; /* generated */
    bool complete;      /* from the start on, nothing was dropped that could have beaten
                           the best plan */
};

/* Memory that a pass of this width takes besides its trace. */
size_t trey_beam_bytes(uint32_t width);

enum trey_status trey_beam_run(const struct trey_beam_task *task,
                               struct trey_beam_best *best,
                               struct trey_beam_report *report, struct trey_error *error);

#endif
