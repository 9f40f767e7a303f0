/* Slides undone, line by line: each tile of a line after the slide was there before, or
 * was made from two that merged; between and behind them there were holes. All such lines
 * are tried; those count which the slide makes into the line that is. A line of n cells
 * has at most 3^n. */
#include "exact/unslide.h"

struct undo {
    const struct trey_exact *exact;
    trey_board after;
    int d, hint, lines, length;
};

static int cell_at(const struct undo *undo, int line, int away)
{
    int rows = undo->exact->game.shape.rows, cols = undo->exact->game.shape.cols;
    switch (undo->d) {
    case TREY_UP:
        return away * cols + line;
    case TREY_RIGHT:
        return line * cols + cols - 1 - away;
    case TREY_DOWN:
        return (rows - 1 - away) * cols + line;
    default:
        return line * cols + away;
    }
}

static bool undo_line(struct undo *undo, int line, trey_board before);

/* A line from the wall on: cells `away` and beyond are to be filled with `owed`, the
 * other half of a merge, if it is not 0, and the tiles of the after-line from `next` on.
 */
struct filling {
    int line, away, next;
    unsigned owed;
    trey_board before; /* with all that is filled */
};

static bool fill(struct undo *undo, struct filling at);

static bool fill_with(struct undo *undo, struct filling at, unsigned rank, int next,
                      unsigned owed)
{
    int cell = cell_at(undo, at.line, at.away);
    at.before |= (trey_board)rank << (4 * cell);
    at.away++;
    at.next = next;
    at.owed = owed;
    return fill(undo, at);
}

static bool line_done(struct undo *undo, const struct filling *at)
{
    uint64_t mask = 0;
    for (int away = 0; away < undo->length; away++)
        mask |= (uint64_t)15 << (4 * cell_at(undo, at->line, away));
    trey_board slid = trey_exact_slide(&undo->exact->game, at->before & mask, undo->d);
    return slid == (undo->after & mask) && undo_line(undo, at->line + 1, at->before);
}

static bool fill(struct undo *undo, struct filling at)
{
    bool twos = undo->exact->game.twos;
    unsigned rank = 0;
    for (; at.next < undo->length && rank == 0; at.next += rank == 0)
        rank = undo->after >> (4 * cell_at(undo, at.line, at.next)) & 15;
    if (at.away == undo->length)
        return rank == 0 && at.owed == 0 && line_done(undo, &at);
    if (at.owed != 0 && fill_with(undo, at, at.owed, at.next, 0))
        return true;
    if (at.owed == 0 && rank != 0) {
        int next = at.next + 1;
        if (fill_with(undo, at, rank, next, 0))
            return true;
        if (!twos && rank == 3 &&
            (fill_with(undo, at, 1, next, 2) || fill_with(undo, at, 2, next, 1)))
            return true;
        if (rank > (twos ? 1 : 3) && fill_with(undo, at, rank - 1, next, rank - 1))
            return true;
    }
    return fill_with(undo, at, 0, at.next, at.owed);
}

static bool undo_line(struct undo *undo, int line, trey_board before)
{
    if (line == undo->lines) {
        const struct trey_layer *layer;
        uint64_t index;
        return before != undo->after &&
               trey_exact_find(undo->exact, before, undo->hint, &layer, &index);
    }
    return fill(undo, (struct filling){.line = line, .before = before});
}

bool trey_exact_slid(const struct trey_exact *exact, trey_board after, int d, int hint)
{
    const struct trey_shape shape = exact->game.shape;
    bool vertical = d == TREY_UP || d == TREY_DOWN;
    struct undo undo = {.exact = exact,
                        .after = after,
                        .d = d,
                        .hint = hint,
                        .lines = vertical ? shape.cols : shape.rows,
                        .length = vertical ? shape.rows : shape.cols};
    /* A line that moved ends in a hole. */
    if ((exact->game.masks[d].trail & ~trey_nonzero_nibbles(after)) == 0)
        return false;
    return undo_line(&undo, 0, 0);
}
