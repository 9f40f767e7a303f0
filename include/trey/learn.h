/* trey/learn.h - n-tuple networks that learn Threes! or 2048 by playing it.
 *
 * A network values the position after a tile has entered and before the next hint is
 * shown, by the points still to come. It plays each slide by one ply (or more): the best
 * of points made at once and the mean value over the cells that the shown tile may enter;
 * that number is also what the value of the position is moved towards (TD(0)), each
 * weight by a rate of its own (temporal coherence: Beal and Smith 1999, Jaskowski 2018).
 * In 2048 it values the board after a slide. */
#ifndef TREY_LEARN_H
#define TREY_LEARN_H

#include "trey/processes.h"
#include "trey/search.h"
#include "trey/statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

struct trey_learn_options {
    struct trey_rules rules; /* decks of at most 4 of each card */
    const char *tuples;      /* cells as hex digits: "012345 456789"; NULL: some that are
                                good for the board */
    uint64_t seed;           /* of the games: never those of trey_game_begin's callers */
    unsigned threads;        /* 0: one per processor */
    /* Of Threes!: values are not points but what the tiles will add up to, which tells
     * how long games last; less of it is noise, and games that are chosen by it are far
     * stronger (docs/training.md). All that is given in points is then in tiles. */
    bool sums;
    double initial; /* points that every position is worth at first */
    /* Largest tiles from which weights of their own hold, "1536 3072"; with + also the
     * next largest ones, "3072+1536"; "" or "none": one set for the whole game. */
    const char *stages;
    double restarts; /* share of games, 0..1, that begin from a kept position */
    /* The sums of tiles that such positions may have, in steps of 768. */
    uint32_t restarts_from, restarts_to;
    double doubled; /* share of these games, 0..1, whose position has each tile doubled,
                       but for 1s and 2s in Threes!: for parts of the game that the player
                       does not get to. The sums are those of the tiles doubled */
    /* 0, or that of the stages, the first of which is 1, that no game is gone on with in:
     * what comes then is taken for worth what its weights say, which stay as they are. So
     * a game can be learnt in parts, the last one first. */
    int until_stage;
    /* Of 2048: a power of two from 16 to 32768, or 0. Where a slide makes this tile or a
     * larger one, a game is gone on with on a board with all tiles halved that are above
     * the largest missing one, again and again until no such tile is left, and so is
     * every board that the network is given to play on (tile-downgrading: Guei, Chen and
     * Wu 2021): what it learns of the way to one tile it uses on the way to the next.
     * Positions to begin games from are downgraded, too. No stage may begin at it or a
     * larger one. */
    uint32_t downgrade;
    double alpha;   /* 0: temporal coherence; else the share of an error that a position
                       learns, whatever the weights have been taught */
    unsigned depth; /* plies that each slide is searched, to choose it: what is learnt of
                       a position is what comes of it; 1 is much the fastest */
    double lambda;  /* 0: each position learns from the next one alone; up to 1: also
                       from those after it, by as much less each */
    bool exchange; /* of Threes!: positions that differ by 1s and 2s exchanged share their
                      weights */
    bool halving;  /* a game that is over is gone on from in its middle, that game again
                      in its own, until ten slides are left: half of all slides are made
                      where games end (Matsuzaki 2017) */
};

/* Tuples for the board, one thread, window rules, one stage, no restarts (of any
 * sum, none doubled, no halving), games to their end, nothing exchanged or downgraded,
 * lambda 0, depth 1. */
TREY_API void trey_learn_defaults(struct trey_learn_options *options);

/* What training has come to. */
struct trey_learn_progress {
    uint64_t games, slides; /* over all runs */
    double seconds;
    double mean;      /* score of the last thousand games or so begun at the start */
    double reach[16]; /* share of these that made a tile of the rank, or a larger one */
};

struct trey_learner;

/* Takes 12 bytes for each entry of a tuple and stage, 201 MB for six cells; with a fixed
 * rate (alpha) 4 bytes, 67 MB. On success
 * *learner is the caller's, for trey_learner_free. TREY_ERR_ARGUMENT, TREY_ERR_MEMORY;
 * TREY_ERR_LIMIT for tuples of more than 16 GiB a stage. */
TREY_API enum trey_status trey_learner_new(const struct trey_learn_options *options,
                                           struct trey_learner **learner,
                                           struct trey_error *error);

/* NULL is taken. */
TREY_API void trey_learner_free(struct trey_learner *learner);

/* Memory that trey_learner_new takes for these rules, tuples and stages, in bytes; 0 if
 * they are none. */
TREY_API size_t trey_learner_bytes(const struct trey_learn_options *options);

/* Number of the training, never 0: another one for each new learner; a learner restored
 * from a checkpoint has the number of the training that wrote it. It identifies logs.
 * Thread-safe while nothing restores the learner. */
TREY_API uint64_t trey_learner_training(const struct trey_learner *learner);

/* Keeps a position for restarts, if the game is far enough on. A game keeps its own: one
 * for each 192 that the tiles add up to, once it has lived to the next; positions from
 * better players' games teach what a search will meet. */
TREY_API void trey_learner_keep(struct trey_learner *learner,
                                const struct trey_view *view);

/* Factor of all learning rates from now on; 1 at first. Not while it runs. */
TREY_API void trey_learner_rate(struct trey_learner *learner, double factor);

/* Trains for so many games and seconds, whichever are over first (0: no limit of these),
 * or until `cancel`, which may be NULL, is raised. With one thread, what is learnt in a
 * number of games depends on the options alone; threads share weights unlocked. */
TREY_API enum trey_status trey_learner_run(struct trey_learner *learner, uint64_t games,
                                           double seconds,
                                           const struct trey_cancel *cancel,
                                           struct trey_error *error);

/* From any thread, also while it runs; the games that are under way count when they are
 * over. Neither may be NULL. */
TREY_API void trey_learner_progress(struct trey_learner *learner,
                                    struct trey_learn_progress *progress);

#define TREY_LEARN_MAX_STAGES 8

/* How a network is made short. */
struct trey_export_options {
    double unit; /* points that weights are rounded to; 0: as fine as 16 bits allow */
    /* Weights that were taught fewer points in all than this are rounded to 2 units, with
     * a quarter of that to 4, and so on: at last to nothing, or what they are in the
     * stage that theirs goes on from. By stage; 0: as of the stage before, at the first:
     * none. */
    double prune[TREY_LEARN_MAX_STAGES];
    /* 0, or that of the stages, the first of which is 1, that is left away with all after
     * it: their boards are then of the last one before it. */
    int until_stage;
};

/* The network as it is now, to play by; for trey_evaluator_free. `options` may be NULL.
 * TREY_ERR_ARGUMENT for a stage that there is not, and for pruning by a fixed rate;
 * TREY_ERR_LIMIT if rates were so high that weights grew beyond all bounds. */
TREY_API enum trey_status
trey_learner_evaluator(const struct trey_learner *learner,
                       const struct trey_export_options *options,
                       struct trey_evaluator **evaluator, struct trey_error *error);

/* Writes the network as a file to play by: "network:FILE" of trey_evaluator_named.
 * `options` may be NULL. Errors as of trey_learner_evaluator. */
TREY_API enum trey_status trey_learner_export(const struct trey_learner *learner,
                                              const struct trey_export_options *options,
                                              const char *path, struct trey_error *error);

/* Upper bound of the size of a checkpoint of this learner, in bytes. A checkpoint is
 * compressed: weights that were not updated yet take almost nothing. 0 without zstd. */
TREY_API size_t trey_learner_checkpoint_bytes(const struct trey_learner *learner);

/* Everything but the games that are under way, to go on from: written whole or not at
 * all, with a checksum. Saving may be done in a thread of its own while the learner runs,
 * but in one at a time. What is restored must be of the same rules, and both by temporal
 * coherence or both by a fixed rate; its tuples and stages must be among the learner's,
 * the tuples as its first: added ones begin empty, an added stage with the weights that
 * held there. Anything else, and a damaged file, is refused (TREY_ERR_INPUT) before any
 * of the learner is replaced. Not while it runs. No pointer may be NULL but `error`. */
TREY_API enum trey_status trey_learner_save(struct trey_learner *learner,
                                            const char *path, struct trey_error *error);
TREY_API enum trey_status trey_learner_restore(struct trey_learner *learner,
                                               const char *path,
                                               struct trey_error *error);

/* Takes in what another training learnt, a checkpoint that could be restored: each weight
 * becomes the mean of both, counted by what it was taught, with the pasts of both; in
 * Threes! also of those of the same position with 1s and 2s exchanged. Games, moves and
 * positions stay the learner's. Takes its memory once more meanwhile. Errors as of
 * trey_learner_restore, and TREY_ERR_MEMORY. */
TREY_API enum trey_status trey_learner_average(struct trey_learner *learner,
                                               const char *path,
                                               struct trey_error *error);

/* Begins with the weights of a network's file. It must be for the same game and board;
 * its tuples must be the learner's first, its stages may be others: each of the learner's
 * begins as the one that holds there. A file does not tell what weights were taught: each
 * counts as taught so many points in all, which for the most part cancelled out. `trust`
 * is by stage; 0: as of the stage before. Some 1e6 keeps them from being thrown about;
 * less lets them move sooner. TREY_ERR_IO, TREY_ERR_INPUT, TREY_ERR_MEMORY before any of
 * the learner is replaced. Not while it runs. No pointer may be NULL but `error`. */
TREY_API enum trey_status trey_learner_import(struct trey_learner *learner,
                                              const char *path,
                                              const double trust[TREY_LEARN_MAX_STAGES],
                                              struct trey_error *error);

/* Joins a learner that was taught what comes late in the game with a network for the
 * rest: all stages up to the last of the network's are taken from it, as above, and the
 * values of those after it raised by *raised points, so that on the mean both think those
 * positions to be worth the same in which 100 of up to 1000 games by one ply of the
 * network come to the first of these; by 0 if none does. Errors as above;
 * TREY_ERR_INPUT also if no stage comes after the network's last. */
TREY_API enum trey_status trey_learner_join(struct trey_learner *learner,
                                            const char *path,
                                            const double trust[TREY_LEARN_MAX_STAGES],
                                            double *raised, struct trey_error *error);

/* --- training by a schedule --------------------------------------------------------- */

/* One training at a time works on a checkpoint: TREY_ERR_IO, saying so, if another has
 * it, in this process or another. *lock is the caller's, NULL on failure; it lies in a
 * file PATH.lock beside it, which is removed when it is freed. */
struct trey_training_lock;
TREY_API enum trey_status trey_training_lock_take(const char *path,
                                                  struct trey_training_lock **lock,
                                                  struct trey_error *error);
/* NULL is taken. */
TREY_API void trey_training_lock_free(struct trey_training_lock *lock);

/* The seed of test games, which is none of training's. */
#define TREY_TEST_GAMES_SEED 1

/* The mean score of so many whole games, 1 or more, of one ply by the network as it would
 * be exported (`options` may be NULL): those of TREY_TEST_GAMES_SEED from number 0 on, on
 * the learner's threads. Not while it runs. TREY_ERR_CANCELLED by `cancel`, which may be
 * NULL. */
TREY_API enum trey_status trey_learner_test(const struct trey_learner *learner,
                                            const struct trey_export_options *options,
                                            uint64_t games,
                                            const struct trey_cancel *cancel,
                                            struct trey_interval *mean,
                                            struct trey_error *error);

/* What there is to tell after a part of a training. */
struct trey_train_report {
    struct trey_learn_progress progress;
    double slides_per_s; /* in this part */
    double left_s;       /* of the training */
    bool tested;         /* test games were played: */
    struct trey_interval test;
    bool saved;              /* the writing of a checkpoint came to its end: */
    enum trey_status saving; /* how */
    const char *problem;     /* what hindered it, until the report returns; or NULL */
};

struct trey_train_options {
    double seconds; /* how long, 0 or more */
    uint64_t games; /* ends it when so many were played, by all processes; 0: none */
    double rate, last_rate; /* factor of all learning rates at the beginning, above 0, and
                               at the end, evenly in its logarithm; last 0: no change */
    const char *checkpoint; /* is written here while training goes on, and at the end;
                               NULL: none. The lock is the caller's to take. */
    double checkpoint_s;    /* between the beginnings of two */
    double part_s;          /* of training between reports, above 0 */
    double test_s;          /* of training between test games; 0: none */
    uint64_t test_games;
    /* For the test games, or NULL: TREY_ERR_ARGUMENT at once if they do not fit. */
    const struct trey_export_options *export_options;
    const struct trey_cancel *cancel; /* ends it early, which is no failure; or NULL */
    struct trey_processes *processes; /* processes that train together, with the same
                                 options and a learner each; or NULL */
    uint64_t merge_games; /* games that each process plays between two merges */
    /* Called after each part, in the calling thread; or NULL. */
    void (*report)(void *context, const struct trey_train_report *report);
    void *context;
};

/* Five minutes and any number of games, rates as they are, a merge each 200 games, no
 * checkpoint (else each 30 s), parts of 10 s, no test games (else 200). */
TREY_API void trey_train_defaults(struct trey_train_options *options);

/* Trains by this schedule. A checkpoint that cannot be written is told by a report, and
 * tried again when the next is due; only if the last one, at the end, cannot be written
 * that is a failure (TREY_ERR_IO). Whatever it returns, what was learnt is in the
 * learner.
 *
 * With several processes it is collective. Each process plays games of its own; after
 * every merge_games games the learners are merged: a weight changes by the sum of all
 * processes' changes, but by at most twice their mean. With one thread per process the
 * result depends only on the options and the number of processes, except for the time at
 * which training ends. Process 0's learner is copied to the others, which must be new, at
 * the beginning. Only process 0 plays test games, reports and writes checkpoints. Each
 * process needs the learner's memory twice. If one process fails or is cancelled, the
 * training of all ends. */
TREY_API enum trey_status trey_train(struct trey_learner *learner,
                                     const struct trey_train_options *options,
                                     struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
