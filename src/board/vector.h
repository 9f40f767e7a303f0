/* Wide 4x4 boards as vectors of 16 bytes: the slide for the hot loops of the planner.
 *
 * The compiler's vector extension becomes SSE2 on x86-64, NEON on arm64 and scalar code
 * elsewhere; nothing is selected at run time.
 *
 * A *frame* is the board rotated or mirrored so that the slide goes to the low end of
 * each row: a row (a 32-bit lane), from its low byte, goes from the wall to the trailing
 * edge. As a little-endian number a lane is thus the row read from the trailing edge,
 * which is the order in which the known-sequence game compares rows. */
#ifndef TREY_BOARD_VECTOR_H
#define TREY_BOARD_VECTOR_H

#include "trey/board.h"

#include <assert.h>
#include <string.h>

typedef uint8_t trey_bytes __attribute__((vector_size(16)));
typedef int8_t trey_flags __attribute__((vector_size(16))); /* -1 or 0 per byte */
typedef uint32_t trey_lanes __attribute__((vector_size(16)));

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the lanes of a frame are read as little-endian numbers"
#endif

static inline trey_bytes trey_bytes_load(const struct trey_wide *board)
{
    trey_bytes bytes;
    memcpy(&bytes, board->rank, sizeof bytes);
    return bytes;
}

static inline void trey_bytes_store(trey_bytes bytes, struct trey_wide *board)
{
    memcpy(board->rank, &bytes, sizeof bytes);
}

static inline trey_bytes trey_transpose(trey_bytes b)
{
    return __builtin_shufflevector(b, b, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11,
                                   15);
}

/* Reverses each row. */
static inline trey_bytes trey_mirror(trey_bytes b)
{
    return __builtin_shufflevector(b, b, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13,
                                   12);
}

/* Converts a board to the frame of a direction, and back. */
static inline trey_bytes trey_frame(trey_bytes board, enum trey_direction direction)
{
    if (direction == TREY_UP || direction == TREY_DOWN)
        board = trey_transpose(board);
    return direction == TREY_RIGHT || direction == TREY_DOWN ? trey_mirror(board) : board;
}

static inline trey_bytes trey_unframe(trey_bytes frame, enum trey_direction direction)
{
    if (direction == TREY_RIGHT || direction == TREY_DOWN)
        frame = trey_mirror(frame);
    return direction == TREY_UP || direction == TREY_DOWN ? trey_transpose(frame) : frame;
}

/* Cell of the board at byte `at` of the direction's frame. */
static inline int trey_unframe_cell(int at, enum trey_direction direction)
{
    assert(at >= 0 && at < TREY_MAX_CELLS);
    int row = at / 4, col = at % 4;
    if (direction == TREY_RIGHT || direction == TREY_DOWN)
        col = 3 - col;
    return direction == TREY_UP || direction == TREY_DOWN ? 4 * col + row : 4 * row + col;
}

/* Slides a frame by the method of board/slide.h. *merged flags the cells where two tiles
 * merged; `frame` has their old ranks there. */
static inline trey_bytes trey_slide_frame(trey_bytes frame, trey_flags *merged)
{
    trey_bytes rear = (trey_bytes)((trey_lanes)frame >> 8);
    trey_flags hole = (trey_flags)(frame == 0);
    trey_flags equal = (trey_flags)(frame == rear) & ((trey_flags)frame > 2) &
                       ((trey_flags)frame < TREY_MAX_RANK);
    trey_flags one_two = (trey_flags)((frame + rear) == 3) & ~(trey_flags)(rear == 0);
    trey_lanes moving = (trey_lanes)(hole | equal | one_two);
    moving |= moving << 8;
    moving |= moving << 16;
    trey_flags first = (trey_flags)(moving & ~(moving << 8));
    /* A hole before a 3 looks like 1+2; it adds its own rank, which is 0. */
    trey_bytes more = ((trey_bytes)equal & 1) | ((trey_bytes)one_two & frame);
    trey_bytes taken = rear + (more & (trey_bytes)first);
    *merged = first & (equal | one_two) & ~hole;
    return (frame & ~(trey_bytes)moving) | (taken & (trey_bytes)moving);
}

#endif
