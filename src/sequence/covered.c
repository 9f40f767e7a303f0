/* Finds the move from which on every board has a tile in each row and column.
 *
 * All games are played as long as a line is empty. Few moves keep a line empty, so such
 * boards are few and mostly die out early. */
#include "sequence/covered.h"

#include "base/pause.h"
#include "base/random.h"
#include "os/os.h"
#include "sequence/pattern.h"
#include "sequence/step.h"

#include <stdlib.h>
#include <string.h>

enum { FULL = 4, MAX_UNCOVERED = 1 << 14 };

static bool is_covered(trey_bytes board)
{
    return trey_pattern_cover(trey_pattern_of(board)).min == FULL;
}

static bool same_bytes(trey_bytes a, trey_bytes b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Adds the boards with an empty line that the moves of one board make, without
 * duplicates. Returns the new number of boards; MAX_UNCOVERED + 1 if they are too many.
 */
static size_t add_uncovered(trey_bytes board, int tile, trey_bytes *boards, size_t count,
                            uint32_t *table)
{
    enum { MASK = 4 * MAX_UNCOVERED - 1 };
    for (int i = 0; i < 4; i++) {
        trey_bytes after;
        if (!trey_sequence_step(board, (enum trey_direction)i, tile, &after, NULL) ||
            is_covered(after))
            continue;
        uint64_t half[2];
        memcpy(half, &after, sizeof half);
        uint32_t slot = (uint32_t)trey_mix64(half[0] ^ trey_mix64(half[1])) & MASK;
        while (table[slot] != 0 && !same_bytes(boards[table[slot] - 1], after))
            slot = (slot + 1) & MASK;
        if (table[slot] != 0)
            continue;
        if (count == MAX_UNCOVERED)
            return MAX_UNCOVERED + 1;
        boards[count++] = after;
        table[slot] = (uint32_t)count;
    }
    return count;
}

bool trey_covered_from(const struct trey_sequence *sequence, size_t longest_moves,
                       size_t *moves_from)
{
    trey_bytes *boards = trey_os_aligned_new(64, 2 * MAX_UNCOVERED * sizeof *boards);
    uint32_t *table = malloc(4 * MAX_UNCOVERED * sizeof *table);
    bool allocated = boards != NULL && table != NULL;
    *moves_from = SIZE_MAX;
    if (allocated) {
        trey_bytes *from = boards, *to = boards + MAX_UNCOVERED;
        from[0] = trey_bytes_load(&sequence->start);
        size_t count = is_covered(from[0]) ? 0 : 1, moves = 0;
        for (; count > 0 && count <= MAX_UNCOVERED && moves < longest_moves; moves++) {
            size_t made = 0;
            memset(table, 0, 4 * MAX_UNCOVERED * sizeof *table);
            trey_pause();
            for (size_t i = 0; i < count && made <= MAX_UNCOVERED; i++)
                made = add_uncovered(from[i], sequence->tiles[moves], to, made, table);
            count = made;
            trey_bytes *swapped = from;
            from = to;
            to = swapped;
        }
        if (count == 0)
            *moves_from = moves;
    }
    trey_os_aligned_free(boards);
    free(table);
    return allocated;
}
