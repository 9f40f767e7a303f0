/* trey/learn.h - trains n-tuple networks for Threes! and 2048 by self-play.
 *
 * A network evaluates the position after a spawn and before the next hint, in points
 * still to come. The learner chooses each move by a one-ply search (or deeper): the
 * maximum of the points scored plus the mean value over the spawn cells of the known
 * tile. This maximum is also the target for the position's value (TD(0)); each weight has
 * its own learning rate (temporal coherence: Beal and Smith 1999, Jaskowski 2018). In
 * 2048 a network evaluates after-states. */
#ifndef TREY_LEARN_H
#define TREY_LEARN_H

#include "trey/search.h"
#include "trey/statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options of a learner. Initialise with trey_learn_defaults. */
struct trey_learn_options {
    struct trey_rules rules; /* decks with at most 4 of each card */
    const char *tuples;      /* cells as hex digits: "012345 456789"; NULL: a good
                                default for the board */
    uint64_t seed;           /* of the games, which differ from those of
                                trey_game_begin */
    unsigned threads;        /* 0: one per processor */
    /* Tile-sum objective: values are the expected sum of the tiles, not points, and
     * measure how long games last. The sum has less noise, and players that maximise it
     * are stronger (docs/training.md). All quantities in points are then tile sums. */
    bool sums;
    double initial; /* initial value of every position, in points; finite */
    /* Largest tiles at which a new stage with weights of its own begins, "1536 3072";
     * with + also the next largest ones, "3072+1536"; "" or "none": one stage. */
    const char *stages;
    double restarts; /* fraction of games, 0..1, that start at a recorded position */
    /* Range of tile sums of recorded start positions, in steps of 768. */
    uint32_t restarts_from, restarts_to;
    double doubled; /* fraction of these games, 0..1, whose start position has every
                       tile doubled (in Threes! except 1s and 2s), to train for parts
                       of the game that the player does not reach. The range above is
                       that of the doubled tiles */
    /* Stage (1-based) at which games are abandoned, 0: never. The values of its positions
     * are then those of its weights, which do not change, so a game can be learnt in
     * parts, the last part first. */
    int until_stage;
    /* 2048 only: a power of two from 16 to 32768, or 0. When a move makes this tile or a
     * larger one, the game continues on a board where all tiles above the largest missing
     * one are halved, repeatedly until no such tile is left. Boards are downgraded in the
     * same way when the network is used to play (tile downgrading: Guei, Chen and Wu
     * 2021), so that it applies what it has learnt about reaching one tile to the next.
     * Start positions are downgraded, too. No stage may begin at this tile or a larger
     * one. */
    uint32_t downgrade;
    double alpha;   /* 0: temporal coherence; otherwise a fixed learning rate: the
                       fraction of an error that a position learns, up to 1 */
    unsigned depth; /* search depth in plies to choose each move; the move played
                       determines the target; 1 is by far the fastest */
    double lambda;  /* TD(lambda): 0: a position learns from the next one only; up to
                       1: also from later ones, with weights that decay by this factor */
    bool exchange;  /* Threes! only: positions that differ by swapping 1s and 2s share
                       weights */
    bool halving;   /* a finished game is resumed from its middle, repeatedly until ten
                       moves remain, so half of all moves are made near the ends of
                       games (Matsuzaki 2017) */
    /* 2048 with tile sums only: discount factor per move, above 0 and up to 1; 0 counts
     * as 1. What comes n moves later is multiplied by discount^n. With 0.999 values say
     * how much of the next thousand moves or so a game is expected to last. */
    double discount;
    uint64_t reserved[TREY_RESERVED - 1];
};

/* Sets the defaults: default tuples, one thread, window rules, one stage, no restarts
 * (any sum, none doubled, no halving), games to their end, no swapping, no downgrading,
 * lambda 0, depth 1. */
TREY_API void trey_learn_defaults(struct trey_learn_options *options);

/* Progress of a training. */
struct trey_learn_progress {
    uint64_t games, slides; /* of all runs */
    double seconds;
    double mean;      /* mean score of about the last thousand games from the normal
                         start */
    double reach[16]; /* fraction of these that made a tile of the rank or a larger one */
};

/* A network in training, with its games and TC statistics. Opaque. */
struct trey_learner;

/* Makes a learner. Takes 12 bytes per tuple entry and stage, 201 MB for six cells; with a
 * fixed learning rate (alpha) 4 bytes, 67 MB. On success *learner belongs to the caller,
 * for trey_learner_free. TREY_ERR_ARGUMENT, TREY_ERR_MEMORY; TREY_ERR_LIMIT for tuples of
 * more than 16 GiB per stage. */
TREY_API enum trey_status trey_learner_new(const struct trey_learn_options *options,
                                           struct trey_learner **learner,
                                           struct trey_error *error);

/* Frees a learner. NULL is allowed. */
TREY_API void trey_learner_free(struct trey_learner *learner);

/* Sets the factor of all learning rates; initially 1. Not while it runs. */
TREY_API void trey_learner_set_rate(struct trey_learner *learner, double factor);

/* Trains until `games` are played or `seconds` have passed (0: no limit), or until
 * `cancel`, which may be NULL, is raised. With one thread, what a number of games learns
 * depends only on the options; several threads share the weights without locks. */
TREY_API enum trey_status trey_learner_run(struct trey_learner *learner, uint64_t games,
                                           double seconds,
                                           const struct trey_cancel *cancel,
                                           struct trey_error *error);

/* Returns the progress. Thread-safe, also while it runs; games in progress count when
 * they end. No argument may be NULL. */
TREY_API void trey_learner_progress(struct trey_learner *learner,
                                    struct trey_learn_progress *progress);

#define TREY_LEARN_MAX_STAGES 8

/* Options that reduce the size of a network. */
struct trey_export_options {
    double unit; /* weights are rounded to multiples of this many points; 0: as fine as
                    16 bits allow */
    /* Weights whose updates sum to fewer points than this are rounded to 2 units, below a
     * quarter of it to 4, and so on, finally to 0 or to the weight of the stage that
     * theirs was initialised from. By stage; 0: as for the stage before, for the first:
     * none. */
    double prune[TREY_LEARN_MAX_STAGES];
    /* First stage (1-based) that is omitted, with all later ones, 0: none. Their boards
     * then use the last remaining stage. */
    int until_stage;
    uint64_t reserved[TREY_RESERVED];
};

/* Makes an evaluator of the current network, for trey_evaluator_free. `options` may be
 * NULL. TREY_ERR_ARGUMENT for a stage that does not exist, a unit that is not a finite
 * number of at least 0, and pruning with a fixed learning rate; TREY_ERR_LIMIT if
 * learning rates were so high that weights diverged. */
TREY_API enum trey_status
trey_learner_evaluator(const struct trey_learner *learner,
                       const struct trey_export_options *options,
                       struct trey_evaluator **evaluator, struct trey_error *error);

/* Writes the network to a file for "network:FILE" of trey_evaluator_named. `options` may
 * be NULL. Errors as for trey_learner_evaluator. */
TREY_API enum trey_status trey_learner_export(const struct trey_learner *learner,
                                              const struct trey_export_options *options,
                                              const char *path, struct trey_error *error);

/* Saves everything except games in progress as a checkpoint, which has a checksum and
 * appears whole or not at all. May run in one other thread while the learner runs. */
TREY_API enum trey_status trey_learner_save(struct trey_learner *learner,
                                            const char *path, struct trey_error *error);

/* Restores a checkpoint. It must have the same rules and the same kind of learning rate
 * (temporal coherence or fixed), and its tuples and stages must be among the learner's,
 * the tuples first: added tuples start at 0, an added stage with the weights that applied
 * there. Otherwise, and for a damaged file, the result is TREY_ERR_INPUT, with the
 * learner unchanged. Not while it runs. Only `error` may be NULL. */
TREY_API enum trey_status trey_learner_restore(struct trey_learner *learner,
                                               const char *path,
                                               struct trey_error *error);

/* Initialises the weights from a network file. It must be for the same game and board,
 * and its tuples must be the learner's first; its stages may differ: each stage of the
 * learner starts as the one that applies there. A file has no TC statistics: each weight
 * is treated as if its updates summed to `trust` points and mostly cancelled out. `trust`
 * is by stage; 0: as for the stage before. About 1e6 keeps the weights stable; less lets
 * them change sooner. TREY_ERR_IO, TREY_ERR_INPUT, TREY_ERR_MEMORY, with the learner
 * unchanged. Not while it runs. Only `error` may be NULL. */
TREY_API enum trey_status trey_learner_import(struct trey_learner *learner,
                                              const char *path,
                                              const double trust[TREY_LEARN_MAX_STAGES],
                                              struct trey_error *error);

/* --- weights of other programs ------------------------------------------------------ */

/* Options for files of weights. Zero-initialise. The formats (docs/formats/weights.md)
 * are `.w` of TDL2048+, `weights.bin` of the course framework and uncompressed `.npz` of
 * numpy; the content of a file shows its format. */
struct trey_weights_options {
    const char *tuples; /* weights.bin: cells of the tables, "012345 456789", in the order
                           of the digits of an index; ignored for other formats */
    bool high_first;    /* weights.bin: the first cell has the highest digit of an index,
                           not the lowest */
    /* 4x4 cells: each table is looked up on the board only, not on its eight images. A
     * learner, which looks up all, takes the mean value of the eight images of a board:
     * it adds up an eighth of all tables whose cells are images of each other. */
    bool once;
};

#define TREY_WEIGHTS_TEXT 160

/* Writes the tuples of a file as trey_learn_options take them, with the terminating zero,
 * and the number of stages (1..8). Only `options` and `error` may be NULL. TREY_ERR_IO;
 * TREY_ERR_INPUT for a damaged or unknown file; TREY_ERR_ARGUMENT if `options` lack the
 * tuples or do not fit them; TREY_ERR_LIMIT. Takes little memory, whatever the file. */
TREY_API enum trey_status trey_weights_tuples(const char *path,
                                              const struct trey_weights_options *options,
                                              char text[TREY_WEIGHTS_TEXT], int *stages,
                                              struct trey_error *error);

/* Initialises the weights from such a file, or from a network file of trey. Each of its
 * tables must be for a tuple of the learner, whose other tuples stay as they are; a file
 * with one stage initialises all stages. The learner must be new and have been made
 * without an initial value. Each weight counts as if its updates summed to `trust` points
 * and mostly cancelled out; `trust` is by stage, 0: as for the stage before. On failure
 * the learner has an unknown part of the weights: free it. Errors as for
 * trey_weights_tuples. Not while it runs. Only `options` and `error` may be NULL. */
TREY_API enum trey_status
trey_learner_import_weights(struct trey_learner *learner, const char *path,
                            const struct trey_weights_options *options,
                            const double trust[TREY_LEARN_MAX_STAGES],
                            struct trey_error *error);

/* A tuple's number that stands for the table of the deck, and the size of that table:
 * 126 x 7 x 7 (docs/formats/network.md). */
#define TREY_WEIGHTS_DECK       (-1)
#define TREY_WEIGHTS_DECK_COUNT 6174

/* Copies the weights of a tuple (0-based) of a stage (0-based) to an array of 16^cells
 * numbers. An array's index has the rank of the tuple's first cell as its highest digit
 * to the base 16. TREY_ERR_ARGUMENT for a stage or tuple that does not exist. */
TREY_API enum trey_status trey_learner_get_weights(const struct trey_learner *learner,
                                                   int stage, int tuple, float *weights,
                                                   struct trey_error *error);

/* Sets them, as if their updates summed to `trust` points. Weights that a symmetry of the
 * board ties become the mean of both, which keeps the values of all boards.
 * TREY_ERR_ARGUMENT, with the learner unchanged, also for a weight that is not finite.
 * Not while it runs. */
TREY_API enum trey_status trey_learner_set_weights(struct trey_learner *learner,
                                                   int stage, int tuple,
                                                   const float *weights, double trust,
                                                   struct trey_error *error);

/* --- scheduled training ------------------------------------------------------------- */

/* Seed of test games, which training does not use. */
#define TREY_TEST_GAMES_SEED 1

/* Mean score of `games` >= 1 whole one-ply games by the network as it would be exported
 * (`options` may be NULL): games 0, 1, ... of TREY_TEST_GAMES_SEED, on the learner's
 * threads. Not while it runs. TREY_ERR_CANCELLED by `cancel`, which may be NULL. */
TREY_API enum trey_status trey_learner_test(const struct trey_learner *learner,
                                            const struct trey_export_options *options,
                                            uint64_t games,
                                            const struct trey_cancel *cancel,
                                            struct trey_interval *mean,
                                            struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
