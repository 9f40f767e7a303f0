/* Inner loops over batches of boards, vectorised for the processor at hand. See
 * kernels.c. */
#ifndef TREY_EXACT_SOLVE_KERNELS_H
#define TREY_EXACT_SOLVE_KERNELS_H

#include "exact/table/ranking.h"
#include "exact/table/set.h"

struct trey_kernels {
    const char *name;
    /* Slides boards in direction d and returns the number of legal slides. after[i] is
     * the board after legal slide i, and source[i] its index in `boards`. count is at
     * most TREY_BATCH, which is also the capacity of `after` and `source`. */
    size_t (*slide)(const struct trey_exact_game *game, int d, const trey_board *boards,
                    size_t count, trey_board *after, uint8_t *source);
    /* Replaces each board by the smallest of its images. */
    void (*fold)(const struct trey_exact_game *game, const struct trey_fold *fold,
                 trey_board *boards, size_t count);
    /* `fold` over images with 1s and 2s exchanged too, whatever fold->exchange is.
     * exchanged[i]: the smallest image is an exchanged one. */
    void (*fold_exchanged)(const struct trey_exact_game *game,
                           const struct trey_fold *fold, trey_board *boards,
                           bool *exchanged, size_t count);
    /* index[i] = index of board i in the ranking. */
    void (*index)(const struct trey_ranking *ranking, const struct trey_rows *rows,
                  const trey_board *boards, uint32_t *index, size_t count);
    /* place[i] = number of members of the set with an index below index[i]. */
    void (*locate)(const struct trey_set *set, const uint32_t *index, uint32_t *place,
                   size_t count);
};

/* The fastest kernels that this processor can run. */
const struct trey_kernels *trey_kernels_best(void);

/* The kernels that this processor can run, slowest first; NULL after the last. */
const struct trey_kernels *trey_kernels_at(unsigned index);

#endif
