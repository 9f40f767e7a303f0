/* Masks for slides on boards of any shape, and the slide as a function. */
#include "board/slide.h"
#include "base/check.h"
#include "board/cells.h"

/* Distance of a cell, in cells, from the wall in the direction of the slide. */
static int wall_distance(struct trey_shape shape, enum trey_direction direction, int row,
                         int col)
{
    switch (direction) {
    case TREY_UP:
        return row;
    case TREY_RIGHT:
        return shape.cols - 1 - col;
    case TREY_DOWN:
        return shape.rows - 1 - row;
    case TREY_LEFT:
        break;
    }
    return col;
}

TREY_ASSERT_ONLY bool masks_are_sound(struct trey_shape shape,
                                      enum trey_direction direction,
                                      const struct trey_slide_masks *masks)
{
    const struct trey_slide_masks *of_4x4 = &trey_slide_4x4[direction];
    int length = direction == TREY_UP || direction == TREY_DOWN ? shape.rows : shape.cols;
    uint64_t cells = TREY_LOW_BITS >> (64 - 4 * shape.rows * shape.cols);
    if ((masks->trail | (masks->has_rear & TREY_LOW_BITS)) != cells ||
        (masks->trail & masks->has_rear) != 0 || 1 << masks->doublings < length)
        return false;
    return shape.rows != 4 || shape.cols != 4 ||
           (masks->beyond[0] == of_4x4->beyond[0] &&
            masks->beyond[1] == of_4x4->beyond[1] &&
            masks->has_rear == of_4x4->has_rear && masks->trail == of_4x4->trail &&
            masks->away == of_4x4->away && masks->doublings == of_4x4->doublings);
}

void trey_slide_masks_make(struct trey_shape shape, enum trey_direction direction,
                           struct trey_slide_masks *masks)
{
    assert(shape.rows >= 1 && shape.cols >= 1 &&
           shape.rows * shape.cols <= TREY_MAX_CELLS);
    bool vertical = direction == TREY_UP || direction == TREY_DOWN;
    int length = vertical ? shape.rows : shape.cols;
    /* A line of one cell never moves: it has no rear, so any step works. */
    unsigned step = vertical && length > 1 ? 4u * shape.cols : 4;
    bool to_low = direction == TREY_UP || direction == TREY_LEFT;
    *masks = (struct trey_slide_masks){.away = to_low ? step : 64 - step};
    while ((1 << masks->doublings) < length)
        masks->doublings++;
    for (int row = 0; row < shape.rows; row++)
        for (int col = 0; col < shape.cols; col++) {
            uint64_t nibble = (uint64_t)15 << (4 * (row * shape.cols + col));
            int away = wall_distance(shape, direction, row, col);
            for (int k = 0; k < 4; k++)
                if (away >= 1 << k)
                    masks->beyond[k] |= nibble;
            if (away < length - 1)
                masks->has_rear |= nibble;
            else
                masks->trail |= nibble & TREY_LOW_BITS;
        }
    assert(masks_are_sound(shape, direction, masks));
}

/* Cells outside the shape stay empty, because has_rear excludes them. */
trey_board trey_board_slide(struct trey_shape shape, trey_board board,
                            enum trey_direction direction)
{
    struct trey_slide_masks space;
    assert(trey_board_fits(shape, board));
    return trey_slide(board, trey_slide_masks_of(shape, direction, &space));
}
