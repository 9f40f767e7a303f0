/* The state of the solver for Threes! with deck, bonus tiles and hint. See solver.c. */
#ifndef TREY_EXACT_PLAYED_SOLVER_H
#define TREY_EXACT_PLAYED_SOLVER_H

#include "base/threads.h"
#include "exact/played/played_game.h"
#include "exact/solve/kernels.h"

/* The boards of a slot. A listed layer has a packed set (exact/table/packed.h); an open
 * one also has rows and, in the forward pass, marks, in the backward pass set and values.
 */
struct trey_played_layer {
    /* of the ranking; of the packed set; number of boards */
    uint32_t size, words, boards;
    void *packed;
    struct trey_rows *rows;
    struct trey_set set;
    uint16_t *marks; /* forward, by index: the possible decks of a board */
    double *value;   /* backward, by board and deck; first the believed value, if any */
    uint16_t *decks; /* if values are kept, by board: its marks */
};

enum {
    /* mark: possible in the belief of a player who counts no cards */
    TREY_BELIEVED = 1 << TREY_PLAYED_DECKS,
    TREY_PLAYED_PADDING = 16, /* zero padding after the last row */
};

/* Counts of the boards of a chunk. */
struct trey_played_tally {
    uint64_t states, terminal;
    unsigned top_rank;
};

struct trey_played_solver {
    const struct trey_played_options *options;
    struct trey_played_game game;
    const struct trey_kernels *kernels;
    struct trey_threads *threads;
    struct trey_played_layer *layer; /* by slot */
    unsigned slots;                  /* all slots are below this */
    unsigned last;                   /* last slot that has been opened */
    struct trey_played_tally *tally; /* by chunk */
    size_t tally_room;
    struct trey_played_counts counts;
    uint64_t memory; /* allocated bytes */
    double done, all, begun_s;
};

/* Adds memory to the total in use; fails if that exceeds the limit. To be called before
 * allocating. */
enum trey_status trey_played_charge(struct trey_played_solver *solver, uint64_t bytes,
                                    struct trey_error *error);

/* Number of values of a board of this slot. */
unsigned trey_played_width(const struct trey_played_solver *solver, unsigned slot);

/* Opens a layer with rows and marks, which are all zero. */
enum trey_status trey_played_open_marks(struct trey_played_solver *solver, unsigned slot,
                                        struct trey_error *error);
/* Opens a layer with rows, its unpacked set, and room for values. */
enum trey_status trey_played_open_values(struct trey_played_solver *solver, unsigned slot,
                                         struct trey_error *error);

/* Makes the set of a layer from its marks and packs it. */
enum trey_status trey_played_list_set(struct trey_played_solver *solver, unsigned slot,
                                      struct trey_error *error);

/* Frees everything of a layer except the packed set. */
void trey_played_close(struct trey_played_solver *solver, unsigned slot);

/* Runs the body for all chunks of a layer's set, and makes room for their tallies. */
enum trey_status trey_played_for(struct trey_played_solver *solver, unsigned slot,
                                 void (*body)(void *context, size_t chunk), void *context,
                                 struct trey_error *error);

/* Call after each slot: reports progress; TREY_ERR_CANCELLED after a cancellation. */
enum trey_status trey_played_step(struct trey_played_solver *solver, bool valuing,
                                  struct trey_error *error);

/* The two passes. */
enum trey_status trey_played_forward(struct trey_played_solver *solver,
                                     struct trey_error *error);
enum trey_status trey_played_backward(struct trey_played_solver *solver,
                                      struct trey_error *error);

#endif
