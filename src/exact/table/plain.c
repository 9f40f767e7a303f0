#include "exact/table/plain.h"

void trey_plain_read(const struct trey_plain *plain, trey_board board,
                     struct trey_plain_board *to)
{
    for (int cell = 0; cell < TREY_EXACT_MAX_CELLS; cell++)
        to->rank[cell] = cell < plain->cells ? (uint8_t)(board >> (4 * cell) & 15) : 0;
}

trey_board trey_plain_board(const struct trey_plain *plain,
                            const struct trey_plain_board *board)
{
    trey_board made = 0;
    for (int cell = plain->cells - 1; cell >= 0; cell--)
        made = made << 4 | board->rank[cell];
    return made;
}

/* --- slides ----------------------------------------------------------------------------
 */

/* Cell number `away` from the wall d in a line. */
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

/* What two tiles merge to, or 0. */
static unsigned merged(bool twos, unsigned a, unsigned b)
{
    if (twos)
        return a == b ? a + 1 : 0;
    if (a + b == 3 && a != 0 && b != 0)
        return 3;
    return a == b && a >= 3 ? a + 1 : 0;
}

/* Every tile moves one cell if the one before it is free, or was freed, or the two merge;
 * one merge a line. */
static bool slide_threes(uint8_t *line, int length)
{
    bool moved = false;
    for (int i = 1; i < length; i++) {
        if (line[i] == 0)
            continue;
        unsigned made =
            moved || line[i - 1] == 0 ? line[i] : merged(false, line[i - 1], line[i]);
        if (made == 0)
            continue;
        line[i - 1] = (uint8_t)made;
        line[i] = 0;
        moved = true;
    }
    return moved;
}

/* Tiles go as far as they can; each merges once, those at the wall first. */
static bool slide_twos(uint8_t *line, int length)
{
    bool moved = false, fixed = false; /* fixed: the last tile has merged */
    int filled = 0;
    for (int i = 0; i < length; i++) {
        uint8_t rank = line[i];
        if (rank == 0)
            continue;
        line[i] = 0;
        if (filled > 0 && !fixed && merged(true, line[filled - 1], rank) != 0) {
            line[filled - 1] = (uint8_t)merged(true, line[filled - 1], rank);
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
        moved |= plain->twos ? slide_twos(line, length) : slide_threes(line, length);
        for (int away = 0; away < length; away++)
            board->rank[cell_at(plain, d, i, away)] = line[away];
    }
    return moved;
}

int trey_plain_entries(const struct trey_plain *plain, int d,
                       const struct trey_plain_board *after, int *cells)
{
    int count = 0;
    bool across = d == TREY_RIGHT || d == TREY_LEFT;
    int lines = across ? plain->rows : plain->cols;
    int length = across ? plain->cols : plain->rows;
    if (plain->twos)
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

/* --- what is drawn ---------------------------------------------------------------------
 * A bag is a set of {1, 2, 3}, tile t being bit t - 1. What has left it has the sum of
 * the board modulo 6. */

static unsigned worth(unsigned bag)
{
    return (bag & 1) + (bag & 2) + 3 * (bag >> 2 & 1);
}

unsigned trey_plain_hints(const struct trey_plain *plain, unsigned slot,
                          struct trey_plain_hint hints[3])
{
    enum { FULL = 7, ONE_AND_TWO = 3 };
    unsigned sum = slot / 2, count = 0;
    if (plain->twos) {
        hints[0] = (struct trey_plain_hint){
            2, {{1, 2 * (sum + 2), 0.9, 0}, {2, 2 * (sum + 4), 0.1, 4}}};
        return 1;
    }
    for (unsigned bag = 1; bag <= FULL; bag++) {
        if (worth(FULL & ~bag) != sum % 6 || (bag == ONE_AND_TWO) != slot % 2)
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
        double tile = plain->twos ? rank > 0 ? rank - 1 : 0 : rank >= 3;
        for (int i = plain->twos ? 0 : 2; i < rank; i++)
            tile *= plain->twos ? 2 : 3;
        points += tile;
    }
    return points;
}
