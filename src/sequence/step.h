/* One move of the known-sequence game on vectors: slide, choose the line, let the tile
 * in. The referee and the planner share it. Rules: the known-sequence page of the manual.
 */
#ifndef TREY_SEQUENCE_STEP_H
#define TREY_SEQUENCE_STEP_H

#include "board/vector.h"

/* Lane (row of the frame) that wins a full tie, the most clockwise line: the lowest row
 * for Left, the rightmost column for Down: the last lane; the first one for Right and Up.
 */
static inline bool trey_last_lane_wins(enum trey_direction direction)
{
    return direction == TREY_LEFT || direction == TREY_DOWN;
}

static inline trey_lanes trey_lesser(trey_lanes a, trey_lanes b)
{
    trey_lanes less = (trey_lanes)(a < b);
    return (a & less) | (b & ~less);
}

/* Where the tile enters: all bytes of that lane are set; none if no lane moved. Of the
 * lanes that moved the one that is smallest as a number wins. The trailing cell of a lane
 * that moved is empty, so its high byte is free: shifted out, it makes room for the order
 * in which ties are broken. */
static inline trey_lanes trey_entry_lane(trey_bytes frame, trey_bytes slid,
                                         bool last_lane_wins)
{
    static const trey_lanes order[2] = {{0, 1, 2, 3}, {3, 2, 1, 0}};
    trey_lanes still = (trey_lanes)((trey_lanes)frame == (trey_lanes)slid);
    trey_lanes key = ((trey_lanes)slid << 8) | order[last_lane_wins];
    trey_lanes moved = key | still;
    trey_lanes other = __builtin_shufflevector(moved, moved, 2, 3, 0, 1);
    trey_lanes least = trey_lesser(moved, other);
    other = __builtin_shufflevector(least, least, 1, 0, 3, 2);
    least = trey_lesser(least, other);
    return (trey_lanes)(key == least);
}

/* A whole move of a board. False if it is not legal; *after is then of no use. *merged
 * (NULL: not wanted): the ranks of the tiles nearer the wall that merged, one a lane of
 * the frame at most; all else is 0. */
static inline bool trey_sequence_step(trey_bytes board, enum trey_direction direction,
                                      int rank, trey_bytes *after, trey_bytes *merged)
{
    trey_flags joined;
    trey_bytes frame = trey_frame(board, direction);
    trey_bytes slid = trey_slide_frame(frame, &joined);
    trey_lanes lane = trey_entry_lane(frame, slid, trey_last_lane_wins(direction));
    trey_bytes entered = slid | (trey_bytes)(lane & ((uint32_t)rank << 24));
    *after = trey_unframe(entered, direction);
    if (merged != NULL)
        *merged = frame & (trey_bytes)joined;
    uint64_t half[2];
    memcpy(half, &lane, sizeof half);
    return (half[0] | half[1]) != 0;
}

#endif
