/* Fine regression: retrograde analysis over coded boards (coded.h), which distinguish the
 * tiles below some rank. It keeps far fewer boards that cannot win than the coarse one,
 * if its layers fit into memory. */
#ifndef TREY_SEQUENCE_FINE_H
#define TREY_SEQUENCE_FINE_H

#include "sequence/coded.h"
#include "sequence/regress.h"

struct trey_fine;

/* A regression of the game of `coarse`, which supplies the required covers and the
 * multisets of ends. Tiles of ranks below `large`, 3 to 7, are distinguished. Boards that
 * `previous` has excluded, a regression with a smaller `large`, are skipped (NULL: none).
 * Both regressions must outlive the new one. Fails if out of memory. */
enum trey_status trey_fine_new(const struct trey_regress *coarse,
                               const struct trey_fine *previous, int large,
                               struct trey_fine **fine, struct trey_error *error);
void trey_fine_free(struct trey_fine *fine); /* accepts NULL */

/* As trey_regress_run, except that `limits->bytes` includes the layer under construction
 * and `limits->forward` is ignored: layers are always pruned forward. */
enum trey_status trey_fine_run(struct trey_fine *fine, uint64_t score,
                               const struct trey_regress_limits *limits, bool *proved,
                               struct trey_error *error);

/* Score of the last run, and the number of moves that it went back; 0 before. */
uint64_t trey_fine_score(const struct trey_fine *fine);
size_t trey_fine_moves(const struct trey_fine *fine);

/* As trey_regress_alive and trey_regress_has_layer. */
bool trey_fine_alive(const struct trey_fine *fine, size_t moves, trey_bytes board);
bool trey_fine_has_layer(const struct trey_fine *fine, size_t moves);

/* Regressions that exclude boards which cannot win; either may be NULL. */
struct trey_filter {
    const struct trey_regress *coarse;
    const struct trey_fine *fine;
};

/* True if the filter can exclude boards after this many moves. */
static inline bool trey_filter_applies(const struct trey_filter *filter, size_t moves)
{
    return (filter->coarse != NULL && trey_regress_has_layer(filter->coarse, moves)) ||
           (filter->fine != NULL && trey_fine_has_layer(filter->fine, moves));
}

/* False only if no game through this board scores above the score of the regressions. */
static inline bool trey_filter_passes(const struct trey_filter *filter, size_t moves,
                                      trey_bytes board)
{
    return (filter->coarse == NULL || trey_regress_alive(filter->coarse, moves, board)) &&
           (filter->fine == NULL || trey_fine_alive(filter->fine, moves, board));
}

#endif
