/* One pass of beam search over a known sequence. */
#ifndef TREY_SEQUENCE_BEAM_H
#define TREY_SEQUENCE_BEAM_H

#include "base/threads.h"
#include "sequence/beam_expand.h"
#include "sequence/fine.h"
#include "sequence/trace.h"
#include "trey/sequence.h"

/* Parameters of a pass. The caller owns what the pointers point to. */
struct trey_beam_task {
    const struct trey_sequence *sequence;
    const struct trey_eval *stages; /* by enum trey_eval_stage; only those that the game
                                       reaches need tables */
    const uint64_t *rest; /* rest[n]: no plan of n or more moves scores above this;
                             longest_moves + 1 entries */
    size_t longest_moves;
    size_t goal; /* moves after which the bound might be met; at most longest_moves */
    struct trey_threads *threads; /* NULL: one thread */
    /* Excludes boards that do not lead above its score, which must be at most the score
     * of the best plan. */
    struct trey_filter filter;

    struct trey_position start; /* .moves < longest_moves */
    uint32_t width;             /* boards of a layer after less than wide_until moves */
    size_t wide_until;
    uint32_t later_width; /* boards of the other layers, at most `width` */
    uint64_t seed;        /* of the noise in the evaluation */
    uint32_t noise;       /* its range, in units of a value */
    size_t trace_bytes;   /* memory limit of the trace */

    /* Called after every layer, and within wide ones; true ends the pass. May be NULL. */
    bool (*stop)(void *context, size_t moves_done, uint64_t best_score);
    void *stop_context;
};

/* The best plan. On entry `score` is the score to beat. The caller provides `moves`, with
 * room for longest_moves, which changes only if a better plan is found. */
struct trey_beam_best {
    uint8_t *moves;
    size_t move_count;
    uint64_t score;
};

struct trey_beam_report {
    size_t layers;      /* finished */
    uint64_t positions; /* generated */
    bool complete;      /* no board was dropped that could have led above the best plan:
                           a proof, if the pass started at the start of the game */
};

/* Bytes that a pass of this width takes besides its trace. */
size_t trey_beam_bytes(uint32_t width);

/* Runs a pass. Fails if out of memory, or if trace_bytes is too small. */
enum trey_status trey_beam_run(const struct trey_beam_task *task,
                               struct trey_beam_best *best,
                               struct trey_beam_report *report, struct trey_error *error);

#endif
