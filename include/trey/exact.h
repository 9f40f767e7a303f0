/* trey/exact.h - exact values of every position of a small board.
 *
 * Solves boards of 2 to TREY_EXACT_MAX_CELLS cells for the rule set `course` and for
 * 2048. A *before-state* is a board and the hint, the player being to move; an
 * *after-state* is a board after a slide, the hint not having entered yet. 2048 has no
 * hint: where one is asked for, 0 stands for none. Values are final board scores under
 * the play with the best average; for 2048, the points that merges will still earn. */
#ifndef TREY_EXACT_H
#define TREY_EXACT_H

#include "trey/board.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TREY_EXACT_MAX_CELLS 10

/* Most cells of a board whose classes are estimated by sampling. */
#define TREY_EXACT_MAX_SAMPLED_CELLS 12

enum trey_exact_rules { TREY_EXACT_COURSE, TREY_EXACT_2048 };

/* What is kept of a value. Averages take 4 bytes and are rounded, by at most
 * trey_exact_counts.rounding. All three take 16 bytes, are not rounded, and boards are
 * not folded by symmetry: which of several equal slides is the first depends on how a
 * board lies, and minimum and maximum depend on that. */
enum trey_exact_keep { TREY_EXACT_KEEP_AVERAGE, TREY_EXACT_KEEP_ALL };

/* What a table has. Tables to carry are of averages of `course`: the means of boards at
 * full bags, with which a value is found by at most three plies, or for play alone the
 * best slides. */
enum trey_exact_kind { TREY_EXACT_WHOLE, TREY_EXACT_CHECKPOINT, TREY_EXACT_PLAY };

struct trey_exact_progress {
    double done;    /* share of the work, 0 to 1, estimated */
    double seconds; /* since the start */
    bool valuing;   /* in the second of two passes */
};

struct trey_exact_options {
    struct trey_shape shape;
    enum trey_exact_rules rules;
    enum trey_exact_keep keep;
    unsigned start;   /* tiles on the first board */
    unsigned threads; /* 0: one for each processor */
    bool values;      /* keep the values of all states, for queries; else count */
    /* File for the table, or NULL; implies values, but a table to carry is to be opened
     * by trey_exact_load for any queries. It appears when it is whole; until
     * then `save`.part and `save`.state beside it hold what has been done. */
    const char *save;
    enum trey_exact_kind kind; /* of the table */
    unsigned value_bytes;      /* of a mean in a checkpoint table, 3 or 4; 0: 4 */
    bool states; /* a table for play can tell which boards are states, for some more room
                  */
    /* Folder for the layers while it works, or NULL: they are kept in memory. Work that
     * was cut short, by whatever, goes on where it was when the same is asked again with
     * the same folder or `save`. */
    const char *work_dir;
    uint64_t memory_bytes; /* not to be exceeded; 0: no limit */
    /* Not to be exceeded by the files while it works; 0: no limit. Where all layers would
     * be too much some are kept, from which the others are made again on the way down: a
     * third to a half more time, the same values to the bit. Needs a work folder or a
     * table. A table of all values is itself larger than all layers: it is made or not.
     */
    uint64_t disk_bytes;
    void (*report)(void *context, const struct trey_exact_progress *progress);
    void *context;                    /* for report, which may be NULL */
    const struct trey_cancel *cancel; /* optional: stop soon once it is raised */
};

struct trey_exact;

struct trey_exact_value {
    double min, avg, max; /* min and max are those of TREY_EXACT_KEEP_ALL, else avg */
};

/* States under symmetry unless all is kept. A class is a board with a hint. */
struct trey_exact_counts {
    uint64_t boards, classes, terminal;   /* under symmetry in any case */
    uint64_t before_states, after_states; /* as they are; 0 where boards are folded */
    uint64_t max_tile, layers;            /* layers: tile sums that occur */
    uint64_t longest;                     /* slides of the longest game; 0 for 2048 */
    double root_value;
    double first[3]; /* the same by first tile; 0 unless the start is one tile */
    double rounding; /* of stored averages, at most */
    uint64_t bytes;  /* of boards and values as they are kept */
    double seconds;  /* that it took, with what was done before it was cut short */
};

/* The usual options: course or 2048 on this shape; one start tile or two; everything kept
 * for at most six cells, else averages; values kept for queries. */
TREY_API void trey_exact_defaults(enum trey_exact_rules rules, struct trey_shape shape,
                                  struct trey_exact_options *options);

/* About how much a solution takes, found without solving: memory, and disk for a table or
 * in a work folder, else 0. TREY_ERR_ARGUMENT for options that trey_exact_new refuses. */
struct trey_exact_needs {
    uint64_t boards, memory_bytes, disk_bytes;
};
TREY_API enum trey_status trey_exact_estimate(const struct trey_exact_options *options,
                                              struct trey_exact_needs *needs,
                                              struct trey_error *error);

/* How many classes there are, estimated by sampling: boards drawn at random among all of
 * every tile sum, of which it is found out whether 32 slides, or all of a game, can have
 * led to them: a few too many. All are numbers of classes. */
struct trey_exact_sample {
    uint64_t samples;
    uint32_t sums;    /* tile sums that a game could have */
    double boards;    /* of all boards and hints that were drawn from, reachable or not */
    double classes;   /* of those that can come up */
    double error;     /* half of the interval that holds `classes` in 95 of 100 cases */
    double undecided; /* of samples given up; `classes` is without them */
    double terminal;  /* classes without a legal slide */
    double largest; /* of a tile sum, where there are most, evened out over a 64th of all
                     */
};

/* Samples boards of 2 to TREY_EXACT_MAX_SAMPLED_CELLS cells. Of the options count shape,
 * rules, start, threads, report and cancel. The same samples and seed give the same
 * estimate, whatever the threads. Some 18 MiB a thread and 32 MiB; a millisecond a
 * sample, more for larger boards. TREY_ERR_ARGUMENT for other boards or no samples,
 * TREY_ERR_CANCELLED. */
TREY_API enum trey_status trey_exact_sample(const struct trey_exact_options *options,
                                            uint64_t samples, uint64_t seed,
                                            struct trey_exact_sample *result,
                                            struct trey_error *error);

/* Solves; free with trey_exact_free. What it returns may be read by several threads at
 * once. TREY_ERR_LIMIT if memory or disk will not do, most often before it begins,
 * TREY_ERR_CANCELLED if it was; see work_dir. */
TREY_API enum trey_status trey_exact_new(const struct trey_exact_options *options,
                                         struct trey_exact **exact,
                                         struct trey_error *error);

/* Solves the game with several processes (trey/processes.h); each stores a part of every
 * layer. Collective: all processes call it with the same options.
 *
 * Every process receives the counts and the root's value, bit for bit those of
 * trey_exact_new, but no values of boards: TREY_ERR_ARGUMENT for `values`, `save` and
 * `disk_bytes`. `memory_bytes` is the limit of each process; `threads` is ignored.
 * `work_dir` must be a directory that all processes can access; interrupted work can be
 * resumed by any number of processes, also by one. If a process fails, all return its
 * error. With NULL or a single process it is the same as trey_exact_new. */
struct trey_processes;
TREY_API enum trey_status trey_exact_share(const struct trey_exact_options *options,
                                           struct trey_processes *processes,
                                           struct trey_exact **exact,
                                           struct trey_error *error);

/* Opens a table that was saved, at once: it is mapped, and its pages are read when they
 * are needed. A layer is checked, all of it, when a query first comes to it; see
 * trey_exact_sound. Free with trey_exact_free. */
TREY_API enum trey_status trey_exact_load(const char *path, struct trey_exact **exact,
                                          struct trey_error *error);

/* Opens a table by its bytes, for programs without files: of any kind that
 * trey_exact_load opens, with the same answers. `bytes`, at a multiple of 8 as malloc
 * gives them, are not copied: they stay the caller's, and must be there, unchanged, until
 * trey_exact_free; any number of solutions may be opened by the same. All of it is
 * checked now, every checksum, so that what was spoilt on its way is refused:
 * TREY_ERR_INPUT, as for what is no table or is cut short. TREY_ERR_ARGUMENT for bytes
 * that are NULL or begin elsewhere, or a build or a machine that has no tables;
 * TREY_ERR_MEMORY. On failure *exact is left as it was. `error` may be NULL. From any
 * thread. */
TREY_API enum trey_status trey_exact_from_bytes(const void *bytes, size_t size_bytes,
                                                struct trey_exact **exact,
                                                struct trey_error *error);

/* TREY_ERR_INPUT if a query has met a layer of a table that is not as it was written. No
 * query answers from such a layer: trey_exact_before and others return false, as for what
 * cannot be reached, and who asks a table that may be damaged looks here then. From any
 * thread. */
TREY_API enum trey_status trey_exact_sound(const struct trey_exact *exact,
                                           struct trey_error *error);

/* Queries take a table as it is, so that the first ones read only what they need. Damage
 * of the blocks can make answers wrong then, but does no other harm. Of tables to carry
 * they also take what they are asked for as states, which to find out takes most of the
 * time. Not while others ask. */
TREY_API void trey_exact_trust(struct trey_exact *exact);

/* Checks a table that was opened: all checksums; that it holds the states that can be
 * reached, all of them and no others; Bellman's equation for each, as far as the stored
 * values are exact, by slides of its own. A table to carry is made again from the rules,
 * which takes the time and memory of solving, and held against that, byte by byte.
 * TREY_ERR_INPUT with what was found first. */
struct trey_exact_check {
    unsigned threads; /* 0: one for each processor */
    void (*report)(void *context, const struct trey_exact_progress *progress);
    void *context;
    const struct trey_cancel *cancel;
};
TREY_API enum trey_status trey_exact_verify(const struct trey_exact *exact,
                                            const struct trey_exact_check *check,
                                            struct trey_error *error);

TREY_API void trey_exact_free(struct trey_exact *exact); /* NULL is fine */

TREY_API struct trey_shape trey_exact_shape(const struct trey_exact *exact);
TREY_API enum trey_exact_rules trey_exact_rules_of(const struct trey_exact *exact);
TREY_API enum trey_exact_keep trey_exact_keep_of(const struct trey_exact *exact);
TREY_API enum trey_exact_kind trey_exact_kind_of(const struct trey_exact *exact);
TREY_API unsigned trey_exact_start(const struct trey_exact *exact); /* tiles */

/* The value of a state; false if it cannot be reached or values were not kept, as in a
 * table for play alone. hint is 1,
 * 2 or 3, for 2048 0. An after-state is taken as that of the first slide of U, R, D, L
 * that reaches it. */
TREY_API bool trey_exact_before(const struct trey_exact *exact, trey_board board,
                                int hint, struct trey_exact_value *value);
TREY_API bool trey_exact_after(const struct trey_exact *exact, trey_board board, int hint,
                               struct trey_exact_value *value);

/* The best slide of a before-state, the first of equal ones in the order U, R, D, L; -1
 * if none is legal or the state cannot be reached. A table for play alone that was made
 * without `states` answers with some legal slide for many boards that cannot be. */
TREY_API int trey_exact_best(const struct trey_exact *exact, trey_board board, int hint);

/* The value of each legal slide of a before-state, by direction; a slide that is not
 * legal has -1. False as for trey_exact_before. */
TREY_API bool trey_exact_slides(const struct trey_exact *exact, trey_board board,
                                int hint, struct trey_exact_value value[4]);

TREY_API void trey_exact_count(const struct trey_exact *exact,
                               struct trey_exact_counts *counts);

/* The states of a tile sum, counted as in struct trey_exact_counts. */
struct trey_exact_layer {
    uint32_t sum;
    uint64_t boards, classes, terminal;
};

/* The layer with the least tile sum that is not below layer->sum; false if there is none.
 * Begin with sum 0; go on with ++layer->sum. */
TREY_API bool trey_exact_next_layer(const struct trey_exact *exact,
                                    struct trey_exact_layer *layer);

/* Room for any answer with its zero byte. */
#define TREY_EXACT_ANSWER_BYTES 96

/* Answers a query line without its end ("b 6 96 3 0 24 0 +1"): " = min avg max", or
 * " = avg" where averages alone are kept, with the best slide behind it if `best`, or
 * " = -1". `remaining`: values less the score that the board has now (for 2048 they
 * always are). Returns the number of bytes written to `text`, the zero not counted. */
TREY_API size_t trey_exact_answer(const struct trey_exact *exact, const char *line,
                                  size_t line_bytes, bool remaining, bool best,
                                  char *text, size_t size_bytes);

/* How an answer is marked. */
enum trey_exact_mark {
    TREY_EXACT_RIGHT,
    TREY_EXACT_WRONG,
    TREY_EXACT_NO_ANSWER, /* the line has no " = " */
};

/* Reason why a line (without its end) is not a query: a static string. NULL for a valid
 * query, reachable or not. Thread-safe. */
TREY_API const char *trey_exact_refusal(const struct trey_exact *exact, const char *line,
                                        size_t line_bytes);

/* Marks a line "query = values" without its end. Right is what is within 0.001 of a valid
 * answer: in either scheme; for an after-state, after any slide that reaches it; minimum
 * and maximum as for any image of the board, since which of equal slides is the first
 * depends on how it lies. A slide behind the values must be as good as the best. What
 * trey_exact_answer would answer goes to `text`; nothing where there is no " = ". */
TREY_API enum trey_exact_mark trey_exact_grade(const struct trey_exact *exact,
                                               const char *line, size_t line_bytes,
                                               char *text, size_t size_bytes);

/* A state of a game tree. */
struct trey_exact_node {
    trey_board board;
    int hint;                      /* 0 for 2048 */
    bool after;                    /* an after-state */
    struct trey_exact_value value; /* as trey_exact_before or trey_exact_after has it */
    double scored;                 /* the board's points now; 0 for 2048 */
    int parent;                    /* its number; -1 for the root */
    unsigned depth;                /* slides and entries from the root */
    int slide;     /* that makes an after-state, U R D L = 0 to 3; -1: none */
    bool best;     /* that slide is the one to make */
    double chance; /* of the entry that makes a before-state; 0 for the root */
};

/* A walk through a game tree that takes children before brothers. */
struct trey_exact_tree {
    struct trey_shape shape;
    enum trey_exact_rules rules;
    enum trey_exact_keep keep;
    struct trey_exact_node *node; /* the tree's own */
    size_t count;
};

/* The game tree below a state, written as in a query, to `depth` slides and entries.
 * *tree is for trey_exact_tree_clear, on failure empty. TREY_ERR_INPUT if the state is
 * none that can be reached, TREY_ERR_LIMIT if the tree has more than 10,000 states. From
 * any thread. trey_render_tree draws it. */
TREY_API enum trey_status trey_exact_tree(const struct trey_exact *exact,
                                          const char *state, size_t size_bytes,
                                          unsigned depth, struct trey_exact_tree *tree,
                                          struct trey_error *error);

/* Frees what a tree holds, and makes it empty. */
TREY_API void trey_exact_tree_clear(struct trey_exact_tree *tree);

/* The tree as text, a line for each state. `remaining`: values less the score of the
 * board. *text is zero-terminated, to be freed with trey_free. */
TREY_API enum trey_status trey_exact_tree_text(const struct trey_exact_tree *tree,
                                               bool remaining, char **text,
                                               size_t *text_bytes,
                                               struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
