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

/* Maximum number of cells of a board whose classes can be estimated by sampling. */
#define TREY_EXACT_MAX_SAMPLED_CELLS 12

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

/* Estimated resources: memory, and disk for a table or a work directory, otherwise 0. */
struct trey_exact_needs {
    uint64_t boards, memory_bytes, disk_bytes;
};

/* Estimates the resources of a solution without solving. TREY_ERR_ARGUMENT for options
 * that trey_exact_solve rejects. */
TREY_API enum trey_status trey_exact_estimate(const struct trey_exact_options *options,
                                              struct trey_exact_needs *needs,
                                              struct trey_error *error);

/* Estimate of the number of classes by sampling: draws random boards of every possible
 * tile sum and tests whether 32 moves, or a whole game, can have led to each. This test
 * accepts a few boards too many. All numbers are numbers of classes. */
struct trey_exact_sample {
    uint64_t samples;
    uint32_t sums;    /* tile sums that can occur in a game */
    double boards;    /* all boards and hints sampled from, reachable or not */
    double classes;   /* reachable ones */
    double error;     /* half width of the 95 % interval of `classes` */
    double undecided; /* classes of abandoned samples; not included in `classes` */
    double terminal;  /* classes without a legal move */
    double largest; /* maximum over the tile sums, smoothed over a 64th of all of them */
};

/* Samples boards of 2 to TREY_EXACT_MAX_SAMPLED_CELLS cells. Uses the options shape,
 * rules, start, threads, report and cancel. The same samples and seed give the same
 * estimate with any number of threads. Takes about 32 MiB and 18 MiB per thread, and a
 * millisecond per sample, more for larger boards. TREY_ERR_ARGUMENT for other boards or 0
 * samples, TREY_ERR_CANCELLED. */
TREY_API enum trey_status trey_exact_sample(const struct trey_exact_options *options,
                                            uint64_t samples, uint64_t seed,
                                            struct trey_exact_sample *result,
                                            struct trey_error *error);

/* Solves a game; the solution is for trey_exact_free. Several threads may read it at
 * once. TREY_ERR_LIMIT if memory or disk do not suffice, usually before the work starts;
 * TREY_ERR_CANCELLED, see work_dir. */
TREY_API enum trey_status trey_exact_solve(const struct trey_exact_options *options,
                                           struct trey_exact **exact,
                                           struct trey_error *error);

struct trey_processes; /* processes.h */

/* Solves the game with several processes (trey/processes.h); each stores a part of every
 * layer. Collective: all processes call it with the same options.
 *
 * Every process receives the counts and the root's value, bit for bit those of
 * trey_exact_solve, but no values of boards: TREY_ERR_ARGUMENT for `values`, `save` and
 * `disk_bytes`. `memory_bytes` is the limit of each process; `threads` is ignored.
 * `work_dir` must be a directory that all processes can access; interrupted work can be
 * resumed by any number of processes, also by one. If a process fails, all return its
 * error. With NULL or a single process it is the same as trey_exact_solve. */
TREY_API enum trey_status
trey_exact_solve_shared(const struct trey_exact_options *options,
                        struct trey_processes *processes, struct trey_exact **exact,
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

/* Disables the checks of queries, so that the first ones read only what they need. A
 * damaged block can then cause wrong answers, but no other harm. For compact tables it
 * also makes queries accept every board as a state, since testing that takes most of
 * their time. Not while other threads query. */
TREY_API void trey_exact_skip_checks(struct trey_exact *exact);

/* Options of trey_exact_verify. */
struct trey_exact_check {
    unsigned threads; /* 0: one per processor */
    void (*report)(void *context, const struct trey_exact_progress *progress);
    void *context;
    const struct trey_cancel *cancel;
};

/* Checks an opened table: all checksums; that it contains exactly the reachable states;
 * Bellman's equation for each state, as far as the stored values are exact, with an
 * independent move generator. A compact table is computed again from the rules, with the
 * time and memory of solving, and compared byte by byte. TREY_ERR_INPUT describes the
 * first difference. */
TREY_API enum trey_status trey_exact_verify(const struct trey_exact *exact,
                                            const struct trey_exact_check *check,
                                            struct trey_error *error);

/* Frees a solution. NULL is allowed. */
TREY_API void trey_exact_free(struct trey_exact *exact);

/* Shape of the boards of a solution. */
TREY_API struct trey_shape trey_exact_shape(const struct trey_exact *exact);

/* Rules of a solution. */
TREY_API enum trey_exact_rules trey_exact_rules_of(const struct trey_exact *exact);

/* Values stored in a solution. */
TREY_API enum trey_exact_keep trey_exact_keep_of(const struct trey_exact *exact);

/* Kind of table of a solution. */
TREY_API enum trey_exact_kind trey_exact_kind_of(const struct trey_exact *exact);

/* Number of tiles on the first board of a solution. */
TREY_API unsigned trey_exact_start(const struct trey_exact *exact);

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

/* Number of states with one tile sum, counted as in struct trey_exact_counts. */
struct trey_exact_layer {
    uint32_t sum;
    uint64_t boards, classes, terminal;
};

/* Finds the layer with the smallest tile sum >= layer->sum; false if there is none. Start
 * with sum 0 and continue with ++layer->sum. */
TREY_API bool trey_exact_next_layer(const struct trey_exact *exact,
                                    struct trey_exact_layer *layer);

/* Size of the longest answer with its zero byte. */
#define TREY_EXACT_ANSWER_BYTES 96

/* Answers a query line without line end ("b 6 96 3 0 24 0 +1"): " = min avg max", or " =
 * avg" if only averages are stored, followed by the best move if `best`; or " = -1".
 * `remaining`: values less the current score of the board (always so for 2048). Returns
 * the number of bytes written to `text`, without the zero. */
TREY_API size_t trey_exact_answer(const struct trey_exact *exact, const char *line,
                                  size_t line_bytes, bool remaining, bool best,
                                  char *text, size_t size_bytes);

/* Grade of an answer. */
enum trey_exact_mark {
    TREY_EXACT_CORRECT,
    TREY_EXACT_WRONG,
    TREY_EXACT_NO_ANSWER, /* the line has no " = " */
};

/* Reason why a line (without its end) is not a query: a static string. NULL for a valid
 * query, reachable or not. Thread-safe. */
TREY_API const char *trey_exact_query_error(const struct trey_exact *exact,
                                            const char *line, size_t line_bytes);

/* Grades a line "query = values" without line end. Correct is what is within 0.001 of a
 * valid answer: with or without the current score of the board; for an after-state, after
 * any move that reaches it; minimum and maximum as for any image of the board, since the
 * first of equal moves depends on its orientation. A move after the values must be as
 * good as the best. `text` receives the answer of trey_exact_answer, or nothing if the
 * line has no " = ". */
TREY_API enum trey_exact_mark trey_exact_grade(const struct trey_exact *exact,
                                               const char *line, size_t line_bytes,
                                               char *text, size_t size_bytes);

/* A state of a game tree. */
struct trey_exact_node {
    trey_board board;
    int hint;                      /* 0 for 2048 */
    bool after;                    /* an after-state */
    struct trey_exact_value value; /* from trey_exact_before or trey_exact_after */
    double scored;                 /* current score of the board; 0 for 2048 */
    int parent;                    /* index of the parent; -1 for the root */
    unsigned depth;                /* moves and spawns from the root */
    int slide;     /* move that leads to this after-state, U R D L = 0 to 3; -1: none */
    bool best;     /* that move is the best one */
    double chance; /* probability of the spawn that leads to this before-state; 0 for the
                      root */
};

/* A game tree in depth-first order. */
struct trey_exact_tree {
    struct trey_shape shape;
    enum trey_exact_rules rules;
    enum trey_exact_keep keep;
    struct trey_exact_node *node; /* owned by the tree */
    size_t count;
};

/* Makes the game tree below a state, which is written as in a query, to a depth of
 * `depth` moves and spawns. *tree is for trey_exact_tree_clear; it is empty on failure.
 * TREY_ERR_INPUT for an unreachable state, TREY_ERR_LIMIT if the tree has more than
 * 10,000 states. Thread-safe. trey_render_tree draws it. */
TREY_API enum trey_status trey_exact_tree(const struct trey_exact *exact,
                                          const char *state, size_t size_bytes,
                                          unsigned depth, struct trey_exact_tree *tree,
                                          struct trey_error *error);

/* Frees the memory of a tree and empties it. */
TREY_API void trey_exact_tree_clear(struct trey_exact_tree *tree);

/* Formats a tree as text, one line per state. `remaining`: values less the score of the
 * board. *text is zero-terminated, for trey_free. */
TREY_API enum trey_status trey_exact_tree_text(const struct trey_exact_tree *tree,
                                               bool remaining, char **text,
                                               size_t *text_bytes,
                                               struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
