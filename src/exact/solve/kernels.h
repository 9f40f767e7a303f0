/* Inner loops over many boards at once, for vectors as wide as the processor has. */
#ifndef TREY_EXACT_SOLVE_KERNELS_H
#define TREY_EXACT_SOLVE_KERNELS_H

#include "exact/table/ranking.h"
#include "exact/table/set.h"

struct trey_kernels {
    const char *name;
    /* The boards that slide in direction d, as they are then, and who they were: numbers
     * among `boards`, of which there are at most TREY_BATCH, as there is room for in
     * `after` and `who`. Returns how many. */
    size_t (*slide)(const struct trey_exact_game *game, int d, const trey_board *boards,
                    size_t count, trey_board *after, uint8_t *who);
    /* Replaces each board by the least of its images. */
    void (*fold)(const struct trey_exact_game *game, const struct trey_fold *fold,
                 trey_board *boards, size_t count);
    /* The same where 1s and 2s may be exchanged, whatever fold->exchange says; turned[i]:
     * the least image is an exchanged one. */
    void (*turn)(const struct trey_exact_game *game, const struct trey_fold *fold,
                 trey_board *boards, bool *turned, size_t count);
    /* number[i] = that of board i. */
    void (*rank)(const struct trey_ranking *ranking, const struct trey_rows *rows,
                 const trey_board *boards, uint32_t *number, size_t count);
    /* place[i] = members of the set before number i. */
    void (*locate)(const struct trey_set *set, const uint32_t *number, uint32_t *place,
                   size_t count);
};

/* Those that this processor runs fastest. */
const struct trey_kernels *trey_kernels_best(void);

/* All that this processor can run, the slowest first; NULL beyond the last. */
const struct trey_kernels *trey_kernels_at(unsigned index);

#endif
