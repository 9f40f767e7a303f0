/* Queries and values as text. See query.c. */
#ifndef TREY_EXACT_ANSWERS_QUERY_H
#define TREY_EXACT_ANSWERS_QUERY_H

#include "exact/table/solution.h"

/* A state as in a query; hint 0 for 2048. */
struct trey_exact_state {
    bool after;
    trey_board board;
    int hint;
};

/* Parses "a t0 t1 ... +h" or "b t0 t1 ... +h"; false for any other form or invalid tiles.
 */
bool trey_exact_parse_state(const struct trey_exact_game *game, const char *line,
                            size_t size_bytes, struct trey_exact_state *state);

/* Print a state, and a value less `now`: " = min avg max", or " = avg" if the solution
 * has averages only. Both return the end of the text, which has no zero byte. */
char *trey_exact_print_state(const struct trey_exact_game *game,
                             const struct trey_exact_state *state, char *to);
char *trey_exact_print_value(const struct trey_exact *exact,
                             const struct trey_exact_value *value, double now, char *to);

/* Score of a board so far, to be subtracted for values to come; 0 for 2048. */
double trey_exact_score(const struct trey_exact *exact, trey_board board);

#endif
