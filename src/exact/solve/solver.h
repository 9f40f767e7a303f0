/* The state of a solver. The modules, in order of dependence: this, partition (indices of
 * one process), estimate, memory, resume (the saved state), work_files, progress,
 * batch_moves (slides and spawns), bellman (arithmetic), forward and backward (the
 * passes), solve. */
#ifndef TREY_EXACT_SOLVE_SOLVER_H
#define TREY_EXACT_SOLVE_SOLVER_H

#include "base/file.h"
#include "base/threads.h"
#include "exact/solve/kernels.h"
#include "exact/solve/partition.h"
#include "exact/table/store.h"
#include "exact/table/table.h"
#include "exact/table/values.h"

/* A position in the work, from which it can be resumed. */
struct trey_solver_place {
    uint32_t valuing; /* 0: listing layers upwards; 1: valuing them downwards */
    uint32_t next;    /* the next slot; when valuing, all slots from here on are done */
};

struct trey_work {
    char *layers_path, *state_path; /* NULL: in memory, or in an unnamed file */
    bool new_layers;                /* this run made the layers' file */
    struct trey_file_target target; /* of the table, if it is saved */
    struct trey_solver_place begin; /* position at which the last run was interrupted */
    double saved_s, cost_s;         /* time of the last save; duration of that save */
    double spent_s;                 /* seconds of earlier runs */
};

/* Counts of the boards of a chunk, to be added to those of their layer (struct
 * trey_layer). */
struct trey_layer_tally {
    uint32_t orbits, terminal, in_both_bags, top_rank;
};

/* An open slot: the boards of it that this process owns. */
struct trey_frame {
    unsigned number;
    struct trey_slot slot;
    struct trey_rows *rows;
    uint32_t size;           /* indices of its ranking that this process owns */
    struct trey_set set;     /* of local indices */
    struct trey_values mean; /* by board, over the hints; backward pass only */
};

/* The after-states of one edge in the current slot. */
struct trey_after_states {
    struct trey_set set;
    struct trey_values values; /* by place and column */
};

/* The slides of the boards of the current slot, by place: the backward pass records them
 * when it collects the after-states, and need not slide again to value the boards. */
struct trey_slide_log {
    trey_board *board;
    uint32_t *to[4];    /* by direction: index of the after-state, if legal */
    uint8_t *legal;     /* a bit for each direction */
    uint8_t *exchanged; /* the same: 1s and 2s are exchanged, hence the hints too */
};

enum { TREY_SLIDE_LOG_BYTES = 26 }; /* bytes of the log for each board */

struct trey_compact_writer; /* compact_writer.h */

struct trey_solver {
    const struct trey_exact_options *options;
    struct trey_exact_game game;
    struct trey_ranking ranking;
    struct trey_partition partition; /* a single process, except in exact/share */
    const struct trey_kernels *kernels;
    struct trey_threads *threads;
    struct trey_frame frame[TREY_OPEN_SLOTS]; /* slot n is in frame n % TREY_OPEN_SLOTS */
    struct trey_after_states after[TREY_EDGES];
    struct trey_values best;         /* by place and column */
    struct trey_slide_log slide_log; /* backward pass only */
    struct trey_layer_tally *tally;  /* by chunk */
    struct trey_layers store;
    /* Slots from one group of stored layers to the next; 0: all layers are stored. */
    unsigned period;
    uint32_t largest;         /* max. indices of a ranking that this process owns */
    uint64_t numbers, boards; /* of all rankings; of all layers listed so far */
    uint64_t done;            /* of these, done in the current pass */
    double begun_s;           /* time of the start */
    uint64_t max_boards, max_after_states[TREY_EDGES]; /* of a layer */
    uint64_t memory;                                   /* allocated bytes */
    struct trey_table_root root;
    struct trey_compact_writer *compact_writer; /* or NULL */
    bool given_up; /* cancelled: the current layer is incomplete */
    struct trey_work work;
};

struct trey_frame *trey_frame_of(struct trey_solver *solver, unsigned number);

/* Adds `bytes` to the memory in use; TREY_ERR_LIMIT if that exceeds the limit. Call it
 * before allocating. */
enum trey_status trey_solver_charge(struct trey_solver *solver, uint64_t bytes,
                                    struct trey_error *error);

/* Opens the frame of a slot, with an empty set. */
void trey_frame_open(struct trey_solver *solver, unsigned number);

/* Last slot of any start board. */
unsigned trey_last_start(const struct trey_exact_game *game);

#endif
