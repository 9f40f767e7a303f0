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

enum trey_exact_rules { TREY_EXACT_COURSE, TREY_EXACT_2048 };

/* What is kept of a value. Averages take 4 bytes and are rounded, by at most
 * trey_exact_counts.rounding. All three take 16 bytes, are not rounded, and boards are
 * not folded by symmetry: which of several equal slides is the first depends on how a
 * board lies, and minimum and maximum depend on that. */
enum trey_exact_keep { TREY_EXACT_KEEP_AVERAGE, TREY_EXACT_KEEP_ALL };

struct trey_exact_progress {
    double done;    /* share of the work, 0 to 1, estimated */
    double seconds; /* since the start */
    bool valuing;   /* in the second of two passes */
};

struct trey_exact_options {
    struct trey_shape shape;
    enum trey_exact_rules rules;
    enum trey_exact_keep keep;
    unsigned start;       /* tiles on the first board */
    unsigned threads;     /* 0: one for each processor */
    bool values;          /* keep the values of all states, for queries; else count */
    const char *save;     /* file for the table, or NULL; implies values */
    const char *work_dir; /* folder for files while it works, or NULL; see resume */
    size_t memory_bytes;  /* not to be exceeded; 0: no limit */
    void (*report)(void *context, const struct trey_exact_progress *progress);
    void *context;     /* for report, which may be NULL */
    const int *cancel; /* the work ends early when it is no longer 0; may be NULL */
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
};

/* The usual options: course or 2048 on this shape; one start tile or two; everything kept
 * for at most six cells, else averages; values kept for queries. */
TREY_API void trey_exact_defaults(enum trey_exact_rules rules, struct trey_shape shape,
                                  struct trey_exact_options *options);

/* What a solution may take, found without solving: at most so much memory and disk (the
 * latter for a table or a work folder, else 0). */
TREY_API enum trey_status trey_exact_needs(const struct trey_exact_options *options,
                                           uint64_t *memory_bytes, uint64_t *disk_bytes,
                                           struct trey_error *error);

/* Solves; free with trey_exact_free. What it returns may be read by several threads at
 * once. */
TREY_API enum trey_status trey_exact_new(const struct trey_exact_options *options,
                                         struct trey_exact **exact,
                                         struct trey_error *error);
TREY_API void trey_exact_free(struct trey_exact *exact); /* NULL is fine */

TREY_API struct trey_shape trey_exact_shape(const struct trey_exact *exact);
TREY_API enum trey_exact_rules trey_exact_rules_of(const struct trey_exact *exact);
TREY_API enum trey_exact_keep trey_exact_keep_of(const struct trey_exact *exact);

/* The value of a state; false if it cannot be reached or values were not kept. hint is 1,
 * 2 or 3, for 2048 0. An after-state is taken as that of the first slide of U, R, D, L
 * that reaches it. */
TREY_API bool trey_exact_before(const struct trey_exact *exact, trey_board board,
                                int hint, struct trey_exact_value *value);
TREY_API bool trey_exact_after(const struct trey_exact *exact, trey_board board, int hint,
                               struct trey_exact_value *value);

/* The best slide of a before-state, the first of equal ones in the order U, R, D, L; -1
 * if none is legal or the state cannot be reached. */
TREY_API int trey_exact_best(const struct trey_exact *exact, trey_board board, int hint);

TREY_API void trey_exact_count(const struct trey_exact *exact,
                               struct trey_exact_counts *counts);

/* The next tile sum that occurs, from *sum on, with its boards and classes; false if
 * there is none. Begin with *sum 0; go on with *sum + 1. */
TREY_API bool trey_exact_layer(const struct trey_exact *exact, uint32_t *sum,
                               uint64_t *boards, uint64_t *classes);

/* Room for any answer. */
#define TREY_EXACT_ANSWER_BYTES 96

/* Answers a query line without its end ("b 6 96 3 0 24 0 +1"): " = min avg max", or
 * " = avg" where averages alone are kept, with the best slide behind it if `best`, or
 * " = -1"; no zero byte. `remaining`: values less the score that the board has now (for
 * 2048 they always are). Returns the number of bytes written to `answer`. */
TREY_API size_t trey_exact_answer(const struct trey_exact *exact, const char *line,
                                  size_t size_bytes, bool remaining, bool best,
                                  char *answer);

#ifdef __cplusplus
}
#endif
#endif
