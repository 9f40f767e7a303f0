/* One move of the known-sequence game on vectors: slide, select the line, add the tile.
 * Shared by the referee and the planner. */
#ifndef TREY_SEQUENCE_STEP_H
#define TREY_SEQUENCE_STEP_H

#include "board/vector.h"

/* True if the last lane (row of the frame) wins a full tie, false if the first one does.
 * The most clockwise line wins: the lowest row for Left and the rightmost column for
 * Down, which are last lanes; for Right and Up it is the first lane. */
static inline bool trey_last_lane_wins(enum trey_direction direction)
{
    return direction == TREY_LEFT || direction == TREY_DOWN;
}

static inline trey_lanes trey_lanes_min(trey_lanes a, trey_lanes b)
{
    trey_lanes less = (trey_lanes)(a < b);
    return (a & less) | (b & ~less);
}

/* The lane in which the tile spawns, all bits set in it; no bits if no lane moved. It is
 * the smallest, as a number, of the lanes that moved. The last cell of a lane that moved
 * is empty, so its byte is free: shifted out, it makes room for the order in ties. */
static inline trey_lanes trey_spawn_lane(trey_bytes frame, trey_bytes slid,
                                         bool last_lane_wins)
{
    static const trey_lanes order[2] = {{0, 1, 2, 3}, {3, 2, 1, 0}};
    trey_lanes still = (trey_lanes)((trey_lanes)frame == (trey_lanes)slid);
    trey_lanes key = ((trey_lanes)slid << 8) | order[last_lane_wins];
    trey_lanes moved = key | still;
    trey_lanes other = __builtin_shufflevector(moved, moved, 2, 3, 0, 1);
    trey_lanes min = trey_lanes_min(moved, other);
    other = __builtin_shufflevector(min, min, 1, 0, 3, 2);
    min = trey_lanes_min(min, other);
    return (trey_lanes)(key == min);
}

/* A whole move of a board. False if it is not legal; *after is then undefined. *merged
 * (may be NULL): in the frame, the ranks of the tiles into which others merged, at most
 * one in each lane; 0 elsewhere. */
static inline bool trey_sequence_step(trey_bytes board, enum trey_direction direction,
                                      int rank, trey_bytes *after, trey_bytes *merged)
{
    trey_flags merges;
    trey_bytes frame = trey_frame(board, direction);
    trey_bytes slid = trey_slide_frame(frame, &merges);
    trey_lanes lane = trey_spawn_lane(frame, slid, trey_last_lane_wins(direction));
    trey_bytes spawned = slid | (trey_bytes)(lane & ((uint32_t)rank << 24));
    *after = trey_unframe(spawned, direction);
    if (merged != NULL)
        *merged = frame & (trey_bytes)merges;
    uint64_t half[2];
    memcpy(half, &lane, sizeof half);
    return (half[0] | half[1]) != 0;
}

#endif
