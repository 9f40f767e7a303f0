/* The rules a second time, for the verification of tables: as simple as possible, cell by
 * cell on an array of ranks, without bit tricks, look-up tables or symmetries. Speed does
 * not matter here; sharing a bug with the solver would. */
#include "exact/table/plain.h"

void trey_plain_from_board(const struct trey_plain *plain, trey_board board,
                           struct trey_plain_board *to)
{
    for (int cell = 0; cell < TREY_EXACT_MAX_CELLS; cell++)
        to->rank[cell] = cell < plain->cells ? (uint8_t)(board >> (4 * cell) & 15) : 0;
}

trey_board trey_plain_to_board(const struct trey_plain *plain,
                               const struct trey_plain_board *board)
{
    trey_board moved_rank = 0;
    for (int cell = plain->cells - 1; cell >= 0; cell--)
        moved_rank = moved_rank << 4 | board->rank[cell];
    return moved_rank;
}

/* --- slides ----------------------------------------------------------------------------
 */

/* Cell at distance `away` from the wall d in a line. */
static int cell_at(const struct trey_plain *plain, int d, int line, int away)
{
    switch (d) {
    case TREY_UP:
        return away * plain->cols + line;
    case TREY_RIGHT:
        return line * plain->cols + plain->cols - 1 - away;
    case TREY_DOWN:
        return (plain->rows - 1 - away) * plain->cols + line;
    default:
        return line * plain->cols + away;
    }
}

/* Rank of two merged tiles; 0 if they do not merge. */
static unsigned merged_rank(bool is_2048, unsigned a, unsigned b)
{
    if (is_2048)
        return a == b ? a + 1 : 0;
    if (a + b == 3 && a != 0 && b != 0)
        return 3;
    return a == b && a >= 3 ? a + 1 : 0;
}

/* A tile moves one cell if the cell before it is free, or has become free, or the two
 * merge; one merge per line. */
static bool slide_threes(uint8_t *line, int length)
{
    bool moved = false;
    for (int i = 1; i < length; i++) {
        if (line[i] == 0)
            continue;
        unsigned moved_rank = moved || line[i - 1] == 0
                                  ? line[i]
                                  : merged_rank(false, line[i - 1], line[i]);
        if (moved_rank == 0)
            continue;
        line[i - 1] = (uint8_t)moved_rank;
        line[i] = 0;
        moved = true;
    }
    return moved;
}

/* Tiles move as far as possible; each merges at most once, those at the wall first. */
static bool slide_2048(uint8_t *line, int length)
{
    bool moved = false, fixed = false; /* fixed: the last tile has merged */
    int filled = 0;
    for (int i = 0; i < length; i++) {
        uint8_t rank = line[i];
        if (rank == 0)
            continue;
        line[i] = 0;
        if (filled > 0 && !fixed && merged_rank(true, line[filled - 1], rank) != 0) {
            line[filled - 1] = (uint8_t)merged_rank(true, line[filled - 1], rank);
            fixed = moved = true;
            continue;
        }
        line[filled] = rank;
        moved |= filled++ != i;
        fixed = false;
    }
    return moved;
}

bool trey_plain_slide(const struct trey_plain *plain, int d,
                      struct trey_plain_board *board)
{
    bool moved = false, across = d == TREY_RIGHT || d == TREY_LEFT;
    int lines = across ? plain->rows : plain->cols;
    int length = across ? plain->cols : plain->rows;
    for (int i = 0; i < lines; i++) {
        uint8_t line[TREY_EXACT_MAX_CELLS];
        for (int away = 0; away < length; away++)
            line[away] = board->rank[cell_at(plain, d, i, away)];
        moved |= plain->is_2048 ? slide_2048(line, length) : slide_threes(line, length);
        for (int away = 0; away < length; away++)
            board->rank[cell_at(plain, d, i, away)] = line[away];
    }
    return moved;
}

int trey_plain_spawn_cells(const struct trey_plain *plain, int d,
                           const struct trey_plain_board *after, int *cells)
{
    int count = 0;
    bool across = d == TREY_RIGHT || d == TREY_LEFT;
    int lines = across ? plain->rows : plain->cols;
    int length = across ? plain->cols : plain->rows;
    if (plain->is_2048)
        for (int cell = 0; cell < plain->cells; cell++) {
            if (after->rank[cell] == 0)
                cells[count++] = cell;
        }
    else
        for (int line = 0; line < lines; line++) {
            int cell = cell_at(plain, d, line, length - 1);
            if (after->rank[cell] == 0)
                cells[count++] = cell;
        }
    return count;
}

/* --- draws -----------------------------------------------------------------------------
 * A bag is a set of {1, 2, 3}, tile t being bit t - 1. The tiles that have left it
 * have the sum of the board modulo 6. */

static unsigned bag_sum(unsigned bag)
{
    return (bag & 1) + (bag & 2) + 3 * (bag >> 2 & 1);
}

unsigned trey_plain_hints(const struct trey_plain *plain, unsigned slot,
                          struct trey_plain_hint hints[3])
{
    enum { FULL = 7, ONE_AND_TWO = 3 };
    unsigned sum = slot / 2, count = 0;
    if (plain->is_2048) {
        hints[0] = (struct trey_plain_hint){
            2, {{1, 2 * (sum + 2), 0.9, 0}, {2, 2 * (sum + 4), 0.1, 4}}};
        return 1;
    }
    for (unsigned bag = 1; bag <= FULL; bag++) {
        if (bag_sum(FULL & ~bag) != sum % 6 || (bag == ONE_AND_TWO) != slot % 2)
            continue;
        for (unsigned tile = 1; tile <= 3; tile++) {
            unsigned left = bag & ~(1u << (tile - 1));
            if (left != bag)
                hints[count++] = (struct trey_plain_hint){
                    1, {{tile, 2 * (sum + tile) + (left == ONE_AND_TWO), 1, 0}}};
        }
    }
    return count;
}

double trey_plain_points(const struct trey_plain *plain,
                         const struct trey_plain_board *board)
{
    double points = 0;
    for (int cell = 0; cell < plain->cells; cell++) {
        int rank = board->rank[cell];
        double tile = plain->is_2048 ? rank > 0 ? rank - 1 : 0 : rank >= 3;
        for (int i = plain->is_2048 ? 0 : 2; i < rank; i++)
            tile *= plain->is_2048 ? 2 : 3;
        points += tile;
    }
    return points;
}
