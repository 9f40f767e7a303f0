/* trey/exact.h - exact values of every position of a small board, rule set `course`.
 *
 * A *before-state* is a board and the hint, the player being to move; an *after-state* is
 * a board after a slide, the hint not having entered yet. Values are final board scores
 * under the play with the best average. */
#ifndef TREY_EXACT_H
#define TREY_EXACT_H

#include "trey/board.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TREY_EXACT_MAX_CELLS 6

struct trey_exact;

struct trey_exact_value {
    double min, avg, max;
    int best; /* a direction; -1 for after-states and where no slide is legal */
};

struct trey_exact_counts {
    uint64_t before_states, after_states; /* as they are, the root left out */
    uint64_t boards, classes, terminal;   /* under symmetry: boards, with hints, ended */
    uint64_t max_tile, layers;            /* layers: tile sums that occur */
    double root_value;
};

/* Solves a board of at most TREY_EXACT_MAX_CELLS cells that starts with one tile; free
 * with trey_exact_free. What it returns may be read by several threads at once. */
TREY_API enum trey_status trey_exact_new(struct trey_shape shape,
                                         struct trey_exact **exact,
                                         struct trey_error *error);
TREY_API void trey_exact_free(struct trey_exact *exact); /* NULL is fine */

/* The value of a state; false if it cannot be reached. hint is 1, 2 or 3. An after-state
 * is taken as that of the first slide of U, R, D, L that reaches it. */
TREY_API bool trey_exact_before(const struct trey_exact *exact, trey_board board,
                                int hint, struct trey_exact_value *value);
TREY_API bool trey_exact_after(const struct trey_exact *exact, trey_board board, int hint,
                               struct trey_exact_value *value);

TREY_API void trey_exact_count(const struct trey_exact *exact,
                               struct trey_exact_counts *counts);

/* Room for any answer. */
#define TREY_EXACT_ANSWER_BYTES 96

/* Answers a query line without its end ("b 6 96 3 0 24 0 +1"): " = min avg max", with
 * the best slide behind it if `best`, or " = -1"; no zero byte. `remaining`: values less
 * the score that the board has now. Returns the number of bytes written to `answer`. */
TREY_API size_t trey_exact_answer(const struct trey_exact *exact, const char *line,
                                  size_t size_bytes, bool remaining, bool best,
                                  char *answer);

#ifdef __cplusplus
}
#endif
#endif
