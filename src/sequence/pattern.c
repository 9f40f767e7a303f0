/* Moves of patterns.
 *
 * In the frame of a slide, a line of cells, bit 0 at the wall, has two possible outcomes:
 * everything behind its first hole moves up by one; or, if two or more tiles stand in a
 * row at the wall, two of them merge and everything behind them moves up. The tiles
 * decide which of the two happens, so both are listed. A line can stay as it is only if
 * no tile is behind a hole. The new tile spawns in a line that moved, one whose last tile
 * is nearest to the wall, since empty cells compare smallest. So the effect of every real
 * move on the occupied cells is among the moves here. */
#include "sequence/pattern.h"
#include "base/check.h"

#include <stdlib.h>

struct trey_pattern_tables {
    struct trey_pattern_moves **moves; /* by pattern; NULL: not made yet */
    trey_pattern *classes;
    size_t first[TREY_MAX_CELLS + 2]; /* of the classes by number of tiles */
};

struct trey_cover trey_pattern_cover(trey_pattern pattern)
{
    int rows = 0, cols = 0;
    for (int i = 0; i < 4; i++) {
        rows += (pattern >> (4 * i) & 0xf) != 0;
        cols += (pattern & (0x1111 << i)) != 0;
    }
    return (struct trey_cover){(uint8_t)(rows < cols ? rows : cols),
                               (uint8_t)(rows < cols ? cols : rows)};
}

void trey_pattern_turns(trey_pattern pattern, trey_pattern turns[4])
{
    /* A row as the first column. */
    static const trey_pattern column[16] = {
        0x0000, 0x0001, 0x0010, 0x0011, 0x0100, 0x0101, 0x0110, 0x0111,
        0x1000, 0x1001, 0x1010, 0x1011, 0x1100, 0x1101, 0x1110, 0x1111};
    for (int turn = 0; turn < 4; turn++) {
        turns[turn] = pattern;
        unsigned turned = 0;
        for (int row = 0; row < 4; row++)
            turned |= (unsigned)column[pattern >> (4 * row) & 0xf] << (3 - row);
        pattern = (trey_pattern)turned;
    }
}

/* --- moves -----------------------------------------------------------------------------
 */

/* A line, four bits, and its outcomes; `merged` is 0 where it cannot merge. */
struct line {
    unsigned still_or_shifted, merged;
    bool shifts;
};

static struct line line_outcomes(unsigned line)
{
    int at_wall = 0;
    while (at_wall < 4 && (line >> at_wall & 1))
        at_wall++;
    unsigned solid = (1U << at_wall) - 1;
    struct line outcome = {.still_or_shifted = line};
    if (line >> at_wall != 0) {
        outcome.shifts = true;
        outcome.still_or_shifted = (line & solid) | (line >> (at_wall + 1) << at_wall);
    }
    if (at_wall >= 2)
        outcome.merged = solid >> 1 | line >> at_wall << (at_wall - 1);
    return outcome;
}

static int last_bit(unsigned line)
{
    assert(line != 0); /* lines that moved have a tile */
    return 31 - __builtin_clz(line);
}

/* The moves of one pattern while they are listed. */
struct move_list {
    trey_pattern to[5][TREY_PATTERNS / 64]; /* far more than there can be */
    uint16_t count[5];
};

static void add_move(struct move_list *list, int merges, trey_pattern pattern)
{
    assert(merges >= 0 && merges <= 4);
    for (int i = 0; i < list->count[merges]; i++)
        if (list->to[merges][i] == pattern)
            return;
    assert(list->count[merges] < TREY_PATTERNS / 64);
    list->to[merges][list->count[merges]++] = pattern;
}

/* The pattern of a board from the frame of a slide, which is the board after `turn`
 * quarter turns; the four turns are the four directions. */
static trey_pattern pattern_of_frame(unsigned frame, int turn)
{
    trey_pattern turns[4];
    trey_pattern_turns((trey_pattern)frame, turns);
    return turns[(4 - turn) & 3];
}

/* The moves of a frame in which the lines of `merging` merge. */
static void add_slide(struct move_list *list, unsigned frame, int turn, unsigned merging)
{
    unsigned after = 0, moved = 0, line[4];
    int nearest = 4;
    for (int i = 0; i < 4; i++) {
        struct line outcome = line_outcomes(frame >> (4 * i) & 0xf);
        bool merges = merging >> i & 1;
        if (merges && outcome.merged == 0)
            return;
        line[i] = merges ? outcome.merged : outcome.still_or_shifted;
        moved |= (unsigned)(merges || outcome.shifts) << i;
        after |= line[i] << (4 * i);
        if ((moved >> i & 1) && last_bit(line[i]) < nearest)
            nearest = last_bit(line[i]);
    }
    for (int i = 0; i < 4; i++)
        if ((moved >> i & 1) && last_bit(line[i]) == nearest)
            add_move(list, __builtin_popcount(merging),
                     pattern_of_frame(after | 8U << (4 * i), turn));
}

static struct trey_pattern_moves *make_moves(trey_pattern pattern)
{
    struct move_list *list = malloc(sizeof *list);
    if (list == NULL)
        return NULL;
    memset(list->count, 0, sizeof list->count);
    trey_pattern turns[4];
    trey_pattern_turns(pattern, turns);
    for (int turn = 0; turn < 4; turn++)
        for (unsigned merging = 0; merging < 16; merging++)
            add_slide(list, turns[turn], turn, merging);
    size_t count = 0;
    for (int merges = 0; merges < 5; merges++)
        count += list->count[merges];
    struct trey_pattern_moves *moves =
        malloc(sizeof *moves + count * sizeof(trey_pattern));
    if (moves != NULL) {
        uint16_t next = 0;
        for (int merges = 0; merges < 5; merges++) {
            moves->start[merges] = next;
            memcpy(moves->to + next, list->to[merges],
                   list->count[merges] * sizeof(trey_pattern));
            next = (uint16_t)(next + list->count[merges]);
        }
        moves->start[5] = next;
    }
    free(list);
    return moves;
}

/* --- tables ----------------------------------------------------------------------------
 */

static void list_classes(struct trey_pattern_tables *tables)
{
    size_t count[TREY_MAX_CELLS + 1] = {0};
    for (int put = 0; put < 2; put++) {
        for (unsigned pattern = 0; pattern < TREY_PATTERNS; pattern++) {
            trey_pattern turns[4];
            trey_pattern_turns((trey_pattern)pattern, turns);
            if (pattern > turns[1] || pattern > turns[2] || pattern > turns[3])
                continue;
            int tiles = __builtin_popcount(pattern);
            if (put)
                tables->classes[tables->first[tiles] + count[tiles]] =
                    (trey_pattern)pattern;
            count[tiles]++;
        }
        for (int tiles = 0; tiles <= TREY_MAX_CELLS && !put; tiles++) {
            tables->first[tiles + 1] = tables->first[tiles] + count[tiles];
            count[tiles] = 0;
        }
    }
}

struct trey_pattern_tables *trey_pattern_tables_new(void)
{
    struct trey_pattern_tables *tables = calloc(1, sizeof *tables);
    if (tables == NULL)
        return NULL;
    tables->moves = calloc(TREY_PATTERNS, sizeof(*tables->moves));
    tables->classes = malloc(TREY_PATTERNS * sizeof(*tables->classes));
    if (tables->moves == NULL || tables->classes == NULL) {
        trey_pattern_tables_free(tables);
        return NULL;
    }
    list_classes(tables);
    return tables;
}

void trey_pattern_tables_free(struct trey_pattern_tables *tables)
{
    if (tables == NULL)
        return;
    for (int i = 0; tables->moves != NULL && i < TREY_PATTERNS; i++)
        free(tables->moves[i]);
    free(tables->moves);
    free(tables->classes);
    free(tables);
}

const struct trey_pattern_moves *trey_pattern_moves_of(struct trey_pattern_tables *tables,
                                                       trey_pattern pattern)
{
    if (tables->moves[pattern] == NULL)
        tables->moves[pattern] = make_moves(pattern);
    return tables->moves[pattern];
}

size_t trey_pattern_classes(const struct trey_pattern_tables *tables, int tiles,
                            const trey_pattern **classes)
{
    *classes = tables->classes + tables->first[tiles];
    return tables->first[tiles + 1] - tables->first[tiles];
}
