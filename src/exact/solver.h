/* What the passes of the solver share. */
#ifndef TREY_EXACT_SOLVER_H
#define TREY_EXACT_SOLVER_H

#include "base/threads.h"
#include "exact/kernels.h"
#include "exact/store.h"
#include "exact/values.h"
#include "exact/work.h"

/* What the boards of a chunk add to the counts of their layer. */
struct trey_tally {
    uint32_t kinds, ended, twice, top_rank;
};

/* A slot in hand. */
struct trey_frame {
    unsigned number;
    struct trey_slot slot;
    struct trey_rows *rows;
    uint32_t size; /* numbers of its ranking */
    struct trey_set set;
    struct trey_values mean; /* by board, over the hints; in the backward pass */
};

/* The after-states of one edge in the slot in hand. */
struct trey_afters {
    struct trey_set set;
    struct trey_values values; /* by board and column */
};

struct trey_solver {
    const struct trey_exact_options *options;
    struct trey_exact_game game;
    struct trey_ranking ranking;
    const struct trey_kernels *kernels;
    struct trey_threads *threads;
    struct trey_frame frame[TREY_OPEN_SLOTS]; /* slot n is in frame n % TREY_OPEN_SLOTS */
    struct trey_afters after[TREY_EDGES];
    struct trey_values best;  /* by board and column of the slot in hand */
    struct trey_tally *tally; /* by chunk */
    struct trey_layers store;
    uint64_t numbers, boards; /* of all rankings; of all layers listed so far */
    uint64_t done;            /* of either, in the pass that is on */
    double begun_s;           /* the clock at the start */
    uint64_t most_boards, most_afters[TREY_EDGES]; /* of a layer */
    uint64_t memory;                               /* bytes that have been taken */
    struct trey_table_root root;
    struct trey_work work;
};

/* Where a tile may enter a batch of after-states. */
struct trey_entries {
    size_t count;
    trey_board after[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint64_t flag[TREY_BATCH * TREY_EXACT_MAX_CELLS]; /* low bit of the cell */
    uint8_t owner[TREY_BATCH * TREY_EXACT_MAX_CELLS]; /* number in the batch */
};

struct trey_frame *trey_frame_of(struct trey_solver *solver, unsigned number);

/* Bytes of a set of boards numbered below `size`, and of the values of a state. */
uint64_t trey_set_bytes(uint64_t size);
uint64_t trey_value_bytes(const struct trey_exact_game *game);

/* How many boards the largest ranking of a game numbers, and all rankings together;
 * `rows` is room. */
uint32_t trey_largest_ranking(const struct trey_exact_game *game,
                              const struct trey_ranking *ranking, struct trey_rows *rows,
                              uint64_t *total);

/* Fails if the work is likely to take more memory or disk than there may be. */
enum trey_status trey_solver_allow(const struct trey_solver *solver, uint32_t largest,
                                   struct trey_error *error);

/* Takes note of memory that is about to be taken; fails if it is more than there may be.
 */
enum trey_status trey_solver_charge(struct trey_solver *solver, uint64_t bytes,
                                    struct trey_error *error);

/* To be called when the work has come to a position: tells the caller, saves the state,
 * fails if the work is to be given up. */
enum trey_status trey_solver_step(struct trey_solver *solver,
                                  const struct trey_position *at,
                                  struct trey_error *error);

/* Makes a frame that of a slot, its set empty. */
void trey_frame_open(struct trey_solver *solver, unsigned number);

/* The legal slides of a batch in direction d: *after gets the boards, folded to their
 * kind, and *who the number in the batch of each. Returns how many. */
size_t trey_slide_batch(const struct trey_solver *solver, int d, const trey_board *boards,
                        size_t count, trey_board *after, uint8_t *who);

void trey_entries_find(const struct trey_exact_game *game, unsigned edge,
                       const trey_board *after, size_t count,
                       struct trey_entries *entries);

/* The boards that come about when a tile of this rank enters, folded. */
void trey_entries_boards(const struct trey_solver *solver,
                         const struct trey_entries *entries, unsigned rank,
                         trey_board *boards);

/* Fills and closes the sets of after-states of the frame's layer. */
void trey_afters_list(struct trey_solver *solver, const struct trey_frame *frame);

/* No board of the start has a slot beyond. */
unsigned trey_last_start(const struct trey_exact_game *game);

/* Lists all layers into the store. */
enum trey_status trey_forward(struct trey_solver *solver, struct trey_error *error);

/* Values them, from the last layer to the first, and finds the solver's root. */
enum trey_status trey_backward(struct trey_solver *solver, struct trey_error *error);

#endif
