/* Tile values, ranks and scores, and the letters of directions. */
#include "base/check.h"
#include "board/cells.h"

int trey_rank_of_tile(uint64_t tile)
{
    if (tile <= 3)
        return (int)tile;
    if (tile % 3 != 0)
        return -1;
    uint64_t power = tile / 3;
    if ((power & (power - 1)) != 0)
        return -1;
    int rank = 3;
    while (power > 1) {
        power >>= 1;
        rank++;
    }
    return rank <= TREY_MAX_RANK ? rank : -1;
}

int trey_exponent_of_tile(uint64_t tile)
{
    if (tile == 1 || (tile & (tile - 1)) != 0)
        return -1;
    int rank = 0;
    for (; tile > 1; tile >>= 1)
        rank++;
    return rank;
}

uint64_t trey_tile_of_rank(int rank)
{
    assert(rank >= 0 && rank <= TREY_MAX_RANK);
    return rank < 3 ? (uint64_t)rank : (uint64_t)3 << (rank - 3);
}

uint64_t trey_score_of_rank(int rank)
{
    assert(rank >= 0 && rank <= TREY_MAX_RANK);
    uint64_t score = rank < 3 ? 0 : 3;
    for (int r = 3; r < rank; r++)
        score *= 3;
    return score;
}

static const char letters[] = "URDL";

char trey_direction_letter(enum trey_direction direction)
{
    assert((unsigned)direction < 4);
    return letters[direction];
}

bool trey_direction_of_letter(char letter, enum trey_direction *direction)
{
    for (int i = 0; i < 4; i++)
        if (letters[i] == letter) {
            *direction = (enum trey_direction)i;
            return true;
        }
    return false;
}
