/* The solver of the rules as they are played: all that it holds. */
#ifndef TREY_EXACT_PLAYED_SOLVER_H
#define TREY_EXACT_PLAYED_SOLVER_H

#include "base/threads.h"
#include "exact/played/game.h"
#include "exact/solve/kernels.h"

/* All boards of a slot. Sets that are listed are packed (exact/table/packed.h); of those
 * in hand there are rows and, by pass, marks or the set and values. */
struct trey_played_layer {
    uint32_t size, words, boards; /* of the ranking; of the packed set */
    void *packed;
    struct trey_rows *rows;
    struct trey_set set;
    uint16_t *marks; /* forward, by number: the decks that a board comes with */
    double *value;   /* backward, by board and deck, after what is believed */
    uint16_t *decks; /* where values are kept, by board: as marks */
};

enum {
    TREY_BELIEVED = 1 << TREY_PLAYED_DECKS, /* mark: the player thinks of it */
    TREY_PLAYED_BEYOND = 16,                /* numbers behind the last row, all 0 */
};

/* What the boards of a chunk add to the counts. */
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
    unsigned slots;                  /* beyond the last */
    unsigned last;                   /* slot with boards, or that is in hand */
    struct trey_played_tally *tally; /* by chunk */
    size_t tally_room;
    struct trey_played_counts counts;
    uint64_t memory; /* bytes that are taken */
    double done, all, begun_s;
};

/* Takes note of memory that is about to be taken, or was given back. */
enum trey_status trey_played_charge(struct trey_played_solver *solver, uint64_t bytes,
                                    struct trey_error *error);
void trey_played_discharge(struct trey_played_solver *solver, uint64_t bytes);

/* Values of a board of this slot. */
unsigned trey_played_width(const struct trey_played_solver *solver, unsigned slot);

/* Gives a layer its rows, unless it has them. */
enum trey_status trey_played_open(struct trey_played_solver *solver, unsigned slot,
                                  struct trey_error *error);
/* The same, with marks that are all zero. */
enum trey_status trey_played_open_marks(struct trey_played_solver *solver, unsigned slot,
                                        struct trey_error *error);
/* The same, with the set unpacked, and values. */
enum trey_status trey_played_open_values(struct trey_played_solver *solver, unsigned slot,
                                         struct trey_error *error);

/* Makes the set of a layer from its marks, and packs it. */
enum trey_status trey_played_list_set(struct trey_played_solver *solver, unsigned slot,
                                      struct trey_error *error);

/* Gives back what a layer has but for the packed set. */
void trey_played_close(struct trey_played_solver *solver, unsigned slot);

/* Runs the body for all chunks of a layer's set, with room for their tallies. */
enum trey_status trey_played_for(struct trey_played_solver *solver, unsigned slot,
                                 void (*body)(void *context, size_t chunk), void *context,
                                 struct trey_error *error);

/* After a slot: shows progress; fails if the work was cancelled. */
enum trey_status trey_played_step(struct trey_played_solver *solver, bool valuing,
                                  struct trey_error *error);

/* The passes. */
enum trey_status trey_played_forward(struct trey_played_solver *solver,
                                     struct trey_error *error);
enum trey_status trey_played_backward(struct trey_played_solver *solver,
                                      struct trey_error *error);

#endif
