/* trey/exact.h - exact values of every position of a small board.
 *
 * Solves boards of 2 to TREY_EXACT_MAX_CELLS cells for the rule set `course` (the bag of
 * three tiles) and for 2048. A *before-state* is a board and the hint, with the player to
 * move; an *after-state* is a board after a move, before the hinted tile spawns. 2048 has
 * no hint: pass 0. Values are final board scores under the play with the best average;
 * for 2048, the points that merges will still earn. */
#ifndef TREY_EXACT_H
#define TREY_EXACT_H

#include "trey/board.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TREY_EXACT_MAX_CELLS 10

/* Rules that can be solved. */
enum trey_exact_rules { TREY_EXACT_COURSE, TREY_EXACT_2048 };

/* Values stored per state. AVERAGE takes 4 bytes, rounded by at most
 * trey_exact_counts.rounding. ALL (minimum, average, maximum) takes 16 bytes, is not
 * rounded, and does not fold boards by symmetry: which of several equal moves comes first
 * depends on the orientation of the board, and minimum and maximum depend on that. */
enum trey_exact_keep { TREY_EXACT_KEEP_AVERAGE, TREY_EXACT_KEEP_ALL };

/* Contents of a table. CHECKPOINT and PLAY are compact tables, of averages of `course`
 * only: the means of boards with full bags, from which a search of at most three plies
 * computes any value, or only the best moves, for play. */
enum trey_exact_kind { TREY_EXACT_WHOLE, TREY_EXACT_CHECKPOINT, TREY_EXACT_PLAY };

/* Progress of solving or verifying. */
struct trey_exact_progress {
    double done;    /* fraction of the work, 0 to 1, estimated */
    double seconds; /* since the start */
    bool valuing;   /* in the second of two passes, which computes the values */
};

/* Options of a solution. Initialise with trey_exact_defaults. */
struct trey_exact_options {
    struct trey_shape shape;
    enum trey_exact_rules rules;
    enum trey_exact_keep keep;
    unsigned start;   /* number of tiles on the first board */
    unsigned threads; /* 0: one per processor */
    bool values; /* store the values of all states, for queries; otherwise only count */
    /* File for the table, or NULL; implies values, but a compact table must be opened
     * with trey_exact_load for queries. The file appears when it is complete; until then
     * `save`.part and `save`.state beside it hold the finished work. */
    const char *save;
    enum trey_exact_kind kind; /* kind of the table */
    unsigned value_bytes;      /* bytes per mean in a checkpoint table, 3 or 4; 0: 4 */
    bool states; /* a table for play can identify states, for a little more space */
    /* Directory for the layers during the work, or NULL: they stay in memory. Interrupted
     * work is resumed if the same is requested again with the same directory or
     * `save`. */
    const char *work_dir;
    uint64_t memory_bytes; /* limit; 0: none */
    /* Limit of the files during the work; 0: none. If all layers would exceed it, only
     * some are kept and the others are computed again from them in the second pass: a
     * third to a half more time, with bit-identical values. Needs `work_dir` or `save`. A
     * table of all values is itself larger than all layers, so this cannot make it
     * fit. */
    uint64_t disk_bytes;
    void (*report)(void *context, const struct trey_exact_progress *progress);
    void *context;                    /* for report, which may be NULL */
    const struct trey_cancel *cancel; /* optional: stop soon once it is raised */
    uint64_t reserved[TREY_RESERVED];
};

/* A solution. Opaque; any number of threads may query it. */
struct trey_exact;

/* Value of a state. */
struct trey_exact_value {
    double min, avg, max; /* equal unless TREY_EXACT_KEEP_ALL */
};

/* Counts of a solution: states up to symmetry, unless TREY_EXACT_KEEP_ALL. A class is a
 * board with a hint. */
struct trey_exact_counts {
    uint64_t boards, classes, terminal;   /* always up to symmetry */
    uint64_t before_states, after_states; /* not folded; 0 if boards are */
    uint64_t max_tile, layers;            /* layers: number of tile sums that occur */
    uint64_t longest;                     /* moves of the longest game; 0 for 2048 */
    double root_value;
    double first[3]; /* root_value by first tile; 0 unless there is one start tile */
    double rounding; /* maximum error of stored averages */
    uint64_t bytes;  /* of boards and values as stored */
    double seconds;  /* time of the work, including that before interruptions */
};

/* Sets the defaults: these rules on this shape; one start tile, in 2048 two; KEEP_ALL for
 * at most six cells, otherwise averages; values stored for queries. */
TREY_API void trey_exact_defaults(enum trey_exact_rules rules, struct trey_shape shape,
                                  struct trey_exact_options *options);

/* Solves a game; the solution is for trey_exact_free. Several threads may read it at
 * once. TREY_ERR_LIMIT if memory or disk do not suffice, usually before the work starts;
 * TREY_ERR_CANCELLED, see work_dir. */
TREY_API enum trey_status trey_exact_solve(const struct trey_exact_options *options,
                                           struct trey_exact **exact,
                                           struct trey_error *error);

/* Opens a saved table at once: it is mapped, and pages are read on demand. A layer is
 * checked completely when a query first reads it; see trey_exact_check_damage. For
 * trey_exact_free. */
TREY_API enum trey_status trey_exact_load(const char *path, struct trey_exact **exact,
                                          struct trey_error *error);

/* Opens a table of any kind from memory, for programs without files; the answers are
 * those of trey_exact_load. `bytes` must be aligned to 8, as malloc does, and are not
 * copied: they belong to the caller and must stay valid and unchanged until
 * trey_exact_free; several solutions may use the same bytes. All checksums are checked at
 * once. TREY_ERR_INPUT if the bytes are damaged, truncated or not a table;
 * TREY_ERR_ARGUMENT if they are NULL or not aligned, or if the build or the machine does
 * not support tables; TREY_ERR_MEMORY. On failure *exact is unchanged. `error` may be
 * NULL. Thread-safe. */
TREY_API enum trey_status trey_exact_from_bytes(const void *bytes, size_t size_bytes,
                                                struct trey_exact **exact,
                                                struct trey_error *error);

/* Returns TREY_ERR_INPUT if a query has found a damaged layer. No query answers from such
 * a layer: trey_exact_before and others return false, as for unreachable states, so
 * callers that do not trust their table check it here afterwards. Thread-safe. */
TREY_API enum trey_status trey_exact_check_damage(const struct trey_exact *exact,
                                                  struct trey_error *error);

/* Frees a solution. NULL is allowed. */
TREY_API void trey_exact_free(struct trey_exact *exact);

/* Properties of a solution. */
struct trey_exact_properties {
    struct trey_shape shape;
    enum trey_exact_rules rules;
    enum trey_exact_keep keep;
    enum trey_exact_kind kind;
    unsigned start; /* number of tiles on the first board */
};

/* Returns the properties of a solution. Thread-safe. */
TREY_API struct trey_exact_properties trey_exact_describe(const struct trey_exact *exact);

/* Value of a before-state; false if it is unreachable or values were not stored, as in a
 * table for play. `hint` is 1, 2 or 3, for 2048 0. Thread-safe. */
TREY_API bool trey_exact_before(const struct trey_exact *exact, trey_board board,
                                int hint, struct trey_exact_value *value);

/* Value of an after-state, likewise. It counts as that of the first move in the order U,
 * R, D, L that reaches it. */
TREY_API bool trey_exact_after(const struct trey_exact *exact, trey_board board, int hint,
                               struct trey_exact_value *value);

/* Best move of a before-state, the first of equal ones in the order U, R, D, L; -1 if
 * none is legal or the state is unreachable. A table for play without `states` returns
 * some legal move for many unreachable boards. */
TREY_API int trey_exact_best(const struct trey_exact *exact, trey_board board, int hint);

/* Value of each legal move of a before-state, by direction; -1 for illegal moves. False
 * as for trey_exact_before. */
TREY_API bool trey_exact_slides(const struct trey_exact *exact, trey_board board,
                                int hint, struct trey_exact_value value[4]);

/* Returns the counts of a solution. */
TREY_API void trey_exact_count(const struct trey_exact *exact,
                               struct trey_exact_counts *counts);

/* Size of the longest answer with its zero byte. */
#define TREY_EXACT_ANSWER_BYTES 96

/* Answers a query line without line end ("b 6 96 3 0 24 0 +1"): " = min avg max", or " =
 * avg" if only averages are stored, followed by the best move if `best`; or " = -1".
 * `remaining`: values less the current score of the board (always so for 2048). Returns
 * the number of bytes written to `text`, without the zero. */
TREY_API size_t trey_exact_answer(const struct trey_exact *exact, const char *line,
                                  size_t line_bytes, bool remaining, bool best,
                                  char *text, size_t size_bytes);

#ifdef __cplusplus
}
#endif
#endif
