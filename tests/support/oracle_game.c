/* The known-sequence game for the oracle: the spawn rule, whole games, every game, and
 * the bounds. */
#include "oracle.h"

#include <stdlib.h>

/* Compares two lines as read from the trailing edge: negative if `a` is smaller. */
static int compare_lines(const struct oracle_board *board, enum trey_direction direction,
                         int a, int b)
{
    for (int distance = oracle_line_length(board, direction) - 1; distance >= 0;
         distance--) {
        uint64_t tile_a = board->tile[oracle_cell(board, direction, a, distance)];
        uint64_t tile_b = board->tile[oracle_cell(board, direction, b, distance)];
        if (tile_a != tile_b)
            return tile_a < tile_b ? -1 : 1;
    }
    return 0;
}

/* Left: the lowest row; right: the highest; up: the leftmost column; down: the rightmost.
 * Rows count downwards, columns rightwards. */
static bool more_clockwise(enum trey_direction direction, int a, int b)
{
    if (direction == TREY_LEFT || direction == TREY_DOWN)
        return a > b;
    return a < b;
}

int oracle_entry(const struct oracle_board *board, enum trey_direction direction,
                 struct oracle_board *before)
{
    struct oracle_board after;
    bool moved[16];
    if (!oracle_slide(board, direction, ORACLE_LARGEST_WIDE, &after, moved))
        return -1;
    int chosen = -1;
    for (int line = 0; line < oracle_line_count(board, direction); line++) {
        if (!moved[line])
            continue;
        int order = chosen < 0 ? -1 : compare_lines(&after, direction, line, chosen);
        if (order < 0 || (order == 0 && more_clockwise(direction, line, chosen)))
            chosen = line;
    }
    if (before != NULL)
        *before = after;
    return oracle_cell(board, direction, chosen,
                       oracle_line_length(board, direction) - 1);
}

int oracle_play(struct oracle_game *game, enum trey_direction direction,
                struct oracle_board *before)
{
    struct oracle_board after;
    if (game->taken == game->count)
        return -1;
    int cell = oracle_entry(&game->board, direction, &after);
    if (cell < 0)
        return -1;
    if (before != NULL)
        *before = after;
    game->board = after;
    game->board.tile[cell] = game->tiles[game->taken++];
    return cell;
}

bool oracle_can_move(const struct oracle_board *board)
{
    for (int direction = 0; direction < 4; direction++)
        if (oracle_entry(board, (enum trey_direction)direction, NULL) >= 0)
            return true;
    return false;
}

struct oracle_best oracle_best(const struct oracle_game *game)
{
    struct oracle_best best = {oracle_sequence_score(&game->board), game->taken};
    for (int direction = 0; direction < 4; direction++) {
        struct oracle_game next = *game;
        if (oracle_play(&next, (enum trey_direction)direction, NULL) < 0)
            continue;
        struct oracle_best branch = oracle_best(&next);
        if (branch.score > best.score)
            best.score = branch.score;
        if (branch.longest_moves > best.longest_moves)
            best.longest_moves = branch.longest_moves;
    }
    return best;
}

/* Cells that a board of this sum and difference needs, and its largest possible score. */
static int packing(int64_t difference, uint64_t sum, uint64_t *score)
{
    uint64_t singles = (uint64_t)llabs(difference);
    uint64_t singles_sum = difference >= 0 ? singles : 2 * singles;
    uint64_t m = (sum - singles_sum) / 3;
    uint64_t cells = singles;
    *score = singles;
    for (uint64_t points = 3; m != 0; m /= 2, points *= 3) {
        if (m % 2 == 1) {
            cells++;
            *score += points;
        }
    }
    return (int)(cells < 1000 ? cells : 1000);
}

struct oracle_best oracle_bound(const struct oracle_game *game)
{
    struct oracle_best bound = {0, 0};
    int64_t difference = 0;
    uint64_t sum = oracle_sum(&game->board);
    for (int cell = 0; cell < 16; cell++) {
        difference += game->board.tile[cell] == 1;
        difference -= game->board.tile[cell] == 2;
    }
    for (size_t moves = 0;; moves++) {
        uint64_t score;
        int cells = packing(difference, sum, &score);
        bound.longest_moves = moves;
        if (score > bound.score)
            bound.score = score;
        if (cells >= 16 || moves == game->count)
            return bound;
        difference += game->tiles[moves] == 1;
        difference -= game->tiles[moves] == 2;
        sum += game->tiles[moves];
    }
}
