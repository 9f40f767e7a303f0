/* Regression over boards on which 1, 2, 3 and larger tiles are told apart: far fewer
 * false hopes than the coarse one has, where its layers fit into memory. */
#ifndef TREY_SEQUENCE_FINE_H
#define TREY_SEQUENCE_FINE_H

#include "sequence/coded.h"
#include "sequence/regress.h"

struct trey_fine;

/* For the game of a coarse regression, which must outlive it, and which says what is
 * covered and listed. Tiles of ranks below `large`, 3 to 7, are told apart. What another
 * one that tells less apart (`below`, which must outlive it; NULL: none) has found to be
 * impossible is not looked at. */
enum trey_status trey_fine_new(const struct trey_regress *coarse,
                               const struct trey_fine *below, int large,
                               struct trey_fine **fine, struct trey_error *error);
void trey_fine_free(struct trey_fine *fine); /* NULL is taken */

/* As trey_regress_run, but always from the end on; `limits->bytes` is for all layers
 * together with the one being made. */
enum trey_status trey_fine_run(struct trey_fine *fine, uint64_t score,
                               const struct trey_regress_limits *limits, bool *proved,
                               struct trey_error *error);

/* The score of the last run, and the moves it went back; 0 before. */
uint64_t trey_fine_score(const struct trey_fine *fine);
size_t trey_fine_moves(const struct trey_fine *fine);

/* As of the coarse regression. */
bool trey_fine_alive(const struct trey_fine *fine, size_t moves, trey_bytes board);
bool trey_fine_knows(const struct trey_fine *fine, size_t moves);

/* What drops boards that cannot win: none, one or both. */
struct trey_filter {
    const struct trey_regress *coarse;
    const struct trey_fine *fine;
};

/* Whether a board after so many moves may be dropped at all. */
static inline bool trey_filter_knows(const struct trey_filter *filter, size_t moves)
{
    return (filter->coarse != NULL && trey_regress_knows(filter->coarse, moves)) ||
           (filter->fine != NULL && trey_fine_knows(filter->fine, moves));
}

/* False only if no line of play through this board scores above that of the regressions.
 */
static inline bool trey_filter_passes(const struct trey_filter *filter, size_t moves,
                                      trey_bytes board)
{
    return (filter->coarse == NULL || trey_regress_alive(filter->coarse, moves, board)) &&
           (filter->fine == NULL || trey_fine_alive(filter->fine, moves, board));
}

#endif
