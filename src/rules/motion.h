/* Slides and entries by a rule set, inline, for the game and for hot loops.
 *
 * A hot loop makes a struct trey_motion once and then asks trey_motion_slide and
 * trey_motion_entries; sets of cells are flags (board/lines.h). */
#ifndef TREY_RULES_MOTION_H
#define TREY_RULES_MOTION_H

#include "board/lines.h"
#include "board/slide2048.h"
#include "trey/game.h"

/* All that slides need to know of a rule set. */
struct trey_motion {
    struct trey_slide_masks masks[4]; /* by enum trey_direction */
    uint64_t cells;                   /* flags of all cells */
    uint64_t stop;                    /* see trey_slide_capped */
    enum trey_slide_law slide;
    enum trey_entry_law entry;
    bool ends; /* top `end` */
};

void trey_motion_make(const struct trey_rules *rules, struct trey_motion *motion);

static inline uint64_t trey_cells_of(struct trey_shape shape)
{
    return TREY_LOW_BITS >> (64 - 4 * shape.rows * shape.cols);
}

static inline uint64_t trey_stop_of(const struct trey_rules *rules)
{
    return rules->top == TREY_TOP_STOP ? TREY_LOW_BITS : 0;
}

/* Whether there is a tile of rank 15. */
static inline bool trey_has_top(trey_board board)
{
    return (board & board >> 1 & board >> 2 & board >> 3 & TREY_LOW_BITS) != 0;
}

static inline trey_board trey_slide_by_law(enum trey_slide_law law, trey_board board,
                                           const struct trey_slide_masks *masks,
                                           uint64_t stop, uint64_t *made)
{
    if (law == TREY_SLIDE_2048)
        return trey_slide_2048(board, masks, stop, made);
    *made = 0;
    return trey_slide_capped(board, masks, stop);
}

static inline uint64_t trey_entries_by_law(enum trey_entry_law law, trey_board before,
                                           trey_board after,
                                           const struct trey_slide_masks *masks,
                                           uint64_t cells)
{
    if (law == TREY_ENTRY_MOVED)
        return trey_moved_trail(before, after, masks);
    uint64_t holes = cells & ~trey_nonzero_nibbles(after);
    return law == TREY_ENTRY_EDGE ? holes & masks->trail : holes;
}

/* As trey_rules_slide. */
static inline trey_board trey_motion_slide(const struct trey_motion *motion,
                                           trey_board board, int direction)
{
    uint64_t made;
    return trey_slide_by_law(motion->slide, board, &motion->masks[direction],
                             motion->stop, &made);
}

/* As trey_rules_entries, as flags. */
static inline uint64_t trey_motion_entries(const struct trey_motion *motion,
                                           trey_board before, trey_board after,
                                           int direction)
{
    return trey_entries_by_law(motion->entry, before, after, &motion->masks[direction],
                               motion->cells);
}

#endif
