/* The slide and the sum of boards with one byte per cell. */
#include "base/check.h"
#include "board/cells.h"
#include "board/vector.h"

/* True if each merge removed one tile, and nothing else did. */
TREY_ASSERT_ONLY bool merges_left_holes(trey_bytes before, trey_bytes slid,
                                        trey_flags merged)
{
    int fewer = 0;
    for (int i = 0; i < TREY_MAX_CELLS; i++)
        fewer += (before[i] != 0) - (slid[i] != 0) + merged[i]; /* flags are -1 */
    return fewer == 0;
}

bool trey_wide_slide(const struct trey_wide *board, enum trey_direction direction,
                     struct trey_wide *after)
{
    trey_bytes before = trey_bytes_load(board);
    trey_flags merged;
    trey_bytes frame = trey_frame(before, direction);
    trey_bytes slid = trey_unframe(trey_slide_frame(frame, &merged), direction);
    trey_bytes_store(slid, after);
    assert(merges_left_holes(before, slid, merged));
    return memcmp(&slid, &before, sizeof slid) != 0;
}

uint64_t trey_wide_sum(const struct trey_wide *board)
{
    uint64_t sum = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        sum += trey_tile_of_rank(board->rank[cell]);
    return sum;
}
