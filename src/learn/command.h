/* Calls of learners that only the command makes; not part of the public API. */
#ifndef TREY_LEARN_COMMAND_H
#define TREY_LEARN_COMMAND_H

#include "mpi/processes.h"
#include "trey/learn.h"

/* Memory in bytes that trey_learner_new takes for these rules, tuples and stages; 0 if
 * they are invalid. */
size_t trey_learner_bytes(const struct trey_learn_options *options);

/* TREY_ERR_ARGUMENT if the tuples are not valid or if two of them are the same: they have
 * the same indices on every board, in the same order of digits. A learner with such
 * tuples is possible, but the second of them adds nothing. */
enum trey_status trey_learner_check_tuples(const struct trey_learn_options *options,
                                           struct trey_error *error);

/* Identifier of the training, never 0, for logs: unique for each new learner; a restored
 * learner has that of the training that wrote the checkpoint. Thread-safe while nothing
 * restores the learner. */
uint64_t trey_learner_training(const struct trey_learner *learner);

/* Records a position for restarts if the game is advanced enough. Games of the learner
 * record their own: one per 192 of tile sum, once the game has reached the next.
 * Positions from stronger players' games train for those that a search will meet. */
void trey_learner_add_start(struct trey_learner *learner, const struct trey_view *view);

/* Upper bound of the size of a checkpoint of this learner, in bytes. A checkpoint is
 * compressed: weights that were not updated yet take almost nothing. 0 without zstd. */
size_t trey_learner_checkpoint_bytes(const struct trey_learner *learner);

/* Merges a checkpoint of another training that could be restored: each weight becomes the
 * mean of both, weighted by update count, with the TC statistics summed; in Threes! also
 * over positions that differ by swapping 1s and 2s. Games, moves and recorded positions
 * remain the learner's. Needs the learner's memory once more. Errors as for
 * trey_learner_restore, and TREY_ERR_MEMORY. */
enum trey_status trey_learner_average(struct trey_learner *learner, const char *path,
                                      struct trey_error *error);

/* Joins a learner that was trained for the late game with a network for the rest: takes
 * all stages up to the network's last one from the file, as trey_learner_import does, and
 * adds *raised points to the values of the later stages, so that both agree on average
 * about the positions where 100 of up to 1000 one-ply games of the network enter these
 * stages; *raised is 0 if no game does. Errors as for trey_learner_import; TREY_ERR_INPUT
 * also if no stage is later than the network's last. */
enum trey_status trey_learner_join(struct trey_learner *learner, const char *path,
                                   const double trust[TREY_LEARN_MAX_STAGES],
                                   double *raised, struct trey_error *error);

/* Lock of a checkpoint. Opaque. */
struct trey_training_lock;

/* Locks a checkpoint, so that one training at a time uses it: TREY_ERR_IO with a message
 * if another one has locked it, in this process or another. *lock belongs to the caller,
 * NULL on failure; it is the file PATH.lock, which trey_training_lock_free removes. */
enum trey_status trey_training_lock_take(const char *path,
                                         struct trey_training_lock **lock,
                                         struct trey_error *error);
/* Releases and frees a lock. NULL is allowed. */
void trey_training_lock_free(struct trey_training_lock *lock);

/* --- scheduled training ------------------------------------------------------------- */

/* Report after a part of a training. */
struct trey_train_report {
    struct trey_learn_progress progress;
    double slides_per_s; /* during this part */
    double left_s;       /* until the end of the training */
    bool tested;         /* test games were played: see `test` */
    struct trey_interval test;
    bool saved;              /* writing a checkpoint has finished: */
    enum trey_status saving; /* its status */
    const char *problem;     /* its error message, valid during the report; or NULL */
};

/* Options of a schedule. Initialise with trey_train_defaults. */
struct trey_train_options {
    double seconds;         /* duration, 0 or more */
    uint64_t games;         /* number of games of all processes after which it ends; 0: no
                               limit */
    double rate, last_rate; /* factor of all learning rates at the beginning, above 0,
                               and at the end, interpolated logarithmically; last_rate
                               0: constant */
    const char *checkpoint; /* file, written during training and at the end; NULL:
                               none. The caller must hold its lock */
    double checkpoint_s;    /* between the starts of two checkpoints */
    double part_s;          /* training time between reports, above 0 */
    double test_s;          /* training time between test games; 0: none */
    uint64_t test_games;
    /* For the test games, or NULL. TREY_ERR_ARGUMENT at once if they do not fit. */
    const struct trey_export_options *export_options;
    const struct trey_cancel *cancel; /* ends it early, with TREY_OK; or NULL */
    struct trey_processes *processes; /* processes that train together, with equal
                                         options and a learner each; or NULL */
    uint64_t merge_games;             /* games of each process between two merges */
    /* Called after each part, in the calling thread; or NULL. */
    void (*report)(void *context, const struct trey_train_report *report);
    void *context;
};

/* Sets the defaults: five minutes, any number of games, constant learning rates, a merge
 * every 200 games, no checkpoint (interval 30 s), parts of 10 s, no test games (number
 * 200). */
void trey_train_defaults(struct trey_train_options *options);

/* Trains by a schedule. A checkpoint that cannot be written is reported and tried again
 * when the next one is due; only a failure of the final one is an error (TREY_ERR_IO). In
 * every case the learner keeps what it has learnt.
 *
 * With several processes it is collective. Each process plays its own games; after every
 * merge_games games the learners are merged: a weight changes by the sum of all
 * processes' changes, but by at most twice their mean. With one thread per process the
 * result depends only on the options and the number of processes, except for the time at
 * which training ends. At the beginning, process 0's learner is copied to the others,
 * which must be new. Only process 0 plays test games, reports and writes checkpoints.
 * Each process needs the learner's memory twice. If one process fails or is cancelled,
 * all trainings end. */
enum trey_status trey_train(struct trey_learner *learner,
                            const struct trey_train_options *options,
                            struct trey_error *error);

#endif
