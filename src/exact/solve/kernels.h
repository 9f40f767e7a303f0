/* Inner loops over many boards at once, for vectors as wide as the processor has. */
#ifndef TREY_EXACT_SOLVE_KERNELS_H
#define TREY_EXACT_SOLVE_KERNELS_H

#include "exact/table/ranking.h"

struct trey_kernels {
    /* after[i] = the board slid in direction d. */
    void (*slide)(const struct trey_exact_game *game, int d, const trey_board *boards,
                  trey_board *after, size_t count);
    /* Replaces each board by the least of its images. */
    void (*fold)(const struct trey_exact_game *game, const struct trey_fold *fold,
                 trey_board *boards, size_t count);
    /* place[i] = number of set bits before that of board i. */
    void (*locate)(const struct trey_ranking *ranking, const struct trey_rows *rows,
                   const uint64_t *bits, const uint32_t *before, const trey_board *boards,
                   uint32_t *place, size_t count);
};

/* Those that this processor runs fastest. */
const struct trey_kernels *trey_kernels_best(void);

#endif
