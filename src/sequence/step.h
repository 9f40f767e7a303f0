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

/* The lane in which the tile enters, -1 if no lane moved. Of the lanes that moved the one
 * that is smallest as a number wins. The trailing cell of a lane that moved is empty, so
 * its high byte is free: shifted out, it makes room for the order in which ties are
 * broken. */
static inline int trey_entry_lane(trey_bytes frame, trey_bytes slid, bool last_lane_wins)
{
    static const trey_lanes order[2] = {{0, 1, 2, 3}, {3, 2, 1, 0}};
    trey_lanes still = (trey_lanes)((trey_lanes)frame == (trey_lanes)slid);
    trey_lanes key = ((trey_lanes)slid << 8) | order[last_lane_wins] | still;
    uint32_t a = key[0] < key[1] ? key[0] : key[1];
    uint32_t b = key[2] < key[3] ? key[2] : key[3];
    uint32_t least = a < b ? a : b;
    if (least == UINT32_MAX)
        return -1;
    int place = (int)(least & 3);
    return last_lane_wins ? 3 - place : place;
}

/* Puts a tile on the trailing cell of a lane. */
static inline trey_bytes trey_enter(trey_bytes slid, int lane, int rank)
{
    static const trey_lanes numbers = {0, 1, 2, 3};
    trey_lanes here = (trey_lanes)(numbers == (uint32_t)lane);
    return slid | (trey_bytes)(here & ((uint32_t)rank << 24));
}

#endif
