/* States and values as text. See query.c. */
#ifndef TREY_EXACT_ANSWERS_QUERY_H
#define TREY_EXACT_ANSWERS_QUERY_H

#include "exact/table/solution.h"

/* A state as a query names it; no hint (0) for 2048. */
struct trey_exact_state {
    bool after;
    trey_board board;
    int hint;
};

/* Reads "s t0 t1 ... +h"; false for what has not that form or no such tiles. */
bool trey_exact_read(const struct trey_exact_game *game, const char *line,
                     size_t size_bytes, struct trey_exact_state *state);

/* Its text and the reverse: " = min avg max", or " = avg" where averages alone are kept;
 * `now` is taken off. Returns the end. */
char *trey_exact_write(const struct trey_exact_game *game,
                       const struct trey_exact_state *state, char *to);
char *trey_exact_print(const struct trey_exact *exact,
                       const struct trey_exact_value *value, double now, char *to);

/* What a board has scored, for values less that; 0 for 2048. */
double trey_exact_now(const struct trey_exact *exact, trey_board board);

#endif
