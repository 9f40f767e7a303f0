/* The solver: all that it holds. Its parts, each of which may use those before it: this,
 * deal (who has what), memory, resume (the state that is saved), work (files), step
 * (progress), expand (a layer's slides), forward and backward (the passes), needs
 * (estimates), solve. */
#ifndef TREY_EXACT_SOLVE_SOLVER_H
#define TREY_EXACT_SOLVE_SOLVER_H

#include "base/file.h"
#include "base/threads.h"
#include "exact/solve/kernels.h"
#include "exact/solve/partition.h"
#include "exact/table/store.h"
#include "exact/table/table.h"
#include "exact/table/values.h"

/* Where the solver is. */
struct trey_solver_place {
    uint32_t valuing; /* 0: listing layers upwards; 1: valuing them downwards */
    uint32_t next;    /* the slot that is next; when valuing, those above are done */
};

struct trey_work {
    char *layers_path, *state_path; /* NULL: in memory, or in a file without a name */
    struct trey_file_target target; /* of the table, if there is to be one */
    struct trey_solver_place begin; /* where the last run left off */
    double saved_s, cost_s; /* the clock when the state was saved last; what that took */
    double spent_s;         /* by earlier runs */
};

/* What the boards of a chunk add to the counts of their layer. */
struct trey_tally {
    uint32_t kinds, ended, twice, top_rank;
};

/* A slot in hand; of its boards those that this rank has. */
struct trey_frame {
    unsigned number;
    struct trey_slot slot;
    struct trey_rows *rows;
    uint32_t size;           /* numbers of its ranking that this rank has */
    struct trey_set set;     /* of local numbers */
    struct trey_values mean; /* by board, over the hints; in the backward pass */
};

/* The after-states of one edge in the slot in hand. */
struct trey_afters {
    struct trey_set set;
    struct trey_values values; /* by board and column */
};

/* Where the boards of the slot in hand slide to, by their place in it, so that the
 * backward pass need not slide them again when the after-states have their values. */
struct trey_slid {
    trey_board *board;
    uint32_t *to[4]; /* by direction: number of the after-state, if `legal` */
    uint8_t *legal;  /* a bit for each direction */
    uint8_t *turned; /* the same: 1s and 2s are exchanged, and so are the hints */
};

enum { TREY_SLID_BYTES = 26 }; /* of these, for a board */

struct trey_carrier; /* carry.h */

struct trey_solver {
    const struct trey_exact_options *options;
    struct trey_exact_game game;
    struct trey_ranking ranking;
    struct trey_partition partition; /* one rank, but in exact/share */
    const struct trey_kernels *kernels;
    struct trey_threads *threads;
    struct trey_frame frame[TREY_OPEN_SLOTS]; /* slot n is in frame n % TREY_OPEN_SLOTS */
    struct trey_afters after[TREY_EDGES];
    struct trey_values best;  /* by board and column of the slot in hand */
    struct trey_slid slid;    /* in the backward pass */
    struct trey_tally *tally; /* by chunk */
    struct trey_layers store;
    unsigned
        period; /* slots from one group of kept layers to the next; 0: all are kept */
    uint32_t largest;         /* numbers of a ranking that this rank has, at most */
    uint64_t numbers, boards; /* of all rankings; of all layers listed so far */
    uint64_t done;            /* of either, in the pass that is on */
    double begun_s;           /* the clock at the start */
    uint64_t most_boards, most_afters[TREY_EDGES]; /* of a layer */
    uint64_t memory;                               /* bytes that have been taken */
    struct trey_table_root root;
    struct trey_carrier *carrier; /* or NULL */
    bool given_up;                /* within a layer, which is then of no use */
    struct trey_work work;
};

struct trey_frame *trey_frame_of(struct trey_solver *solver, unsigned number);

/* Takes note of memory that is about to be taken; fails if it is more than there may be.
 */
enum trey_status trey_solver_charge(struct trey_solver *solver, uint64_t bytes,
                                    struct trey_error *error);

/* Makes a frame that of a slot, its set empty. */
void trey_frame_open(struct trey_solver *solver, unsigned number);

/* No board of the start has a slot beyond. */
unsigned trey_last_start(const struct trey_exact_game *game);

#endif
