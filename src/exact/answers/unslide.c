/* Slides undone, line by line: all lines are listed which the slide makes into the line
 * that is; then one of each line's list makes a board, until one is found that
 * will do.
 *
 * In Threes! a line moves from its first hole or merge on, by a cell: at most four lines
 * for each place of that. In 2048 each tile was there before, or was made from two that
 * merged, and holes may be anywhere: of a line of n cells with k tiles, j of them merged,
 * there are C(k, j) C(n, k + j): 35 at most for 5 cells, and 3,003 for 10, which are then
 * the only line. Whatever is tried, the slide decides. */
#include "exact/answers/unslide.h"

#include <assert.h>

enum { MAX_BEFORE = 4096 };

struct undo {
    const struct trey_exact_game *game;
    void *context;
    bool (*visit)(void *context, trey_board before);
    trey_board after;
    int d, lines, length;
    unsigned first[TREY_EXACT_MAX_CELLS + 1]; /* by line: where its list begins */
    unsigned count;
    trey_board before[MAX_BEFORE]; /* lines, with nothing around them */
};

/* --- a line ----------------------------------------------------------------------------
 */

struct line {
    int start, step; /* the cell at the wall, and from one to the next, in bits */
    trey_board after;
};

static void try_line(struct undo *undo, const struct line *line, trey_board before)
{
    if (trey_exact_slide(undo->game, before, undo->d) != line->after)
        return;
    assert(undo->count < MAX_BEFORE);
    undo->before[undo->count++] = before;
}

static trey_board put(const struct line *line, unsigned rank, int away)
{
    return (trey_board)rank << (line->start + line->step * away);
}

static unsigned get(const struct line *line, int away)
{
    return line->after >> (line->start + line->step * away) & 15;
}

/* `kept` is what lies before the cell `away`, `moved` what lay behind the next one. */
static void try_merges(struct undo *undo, const struct line *line, int away,
                       trey_board kept, trey_board moved)
{
    unsigned rank = get(line, away);
    if (rank == 3)
        for (unsigned one = 1; one <= 2; one++)
            try_line(undo, line,
                     kept | moved | put(line, one, away) | put(line, 3 - one, away + 1));
    else if (rank > 3)
        try_line(undo, line,
                 kept | moved | put(line, rank - 1, away) |
                     put(line, rank - 1, away + 1));
}

static void list_threes(struct undo *undo, const struct line *line)
{
    int last = undo->length - 1;
    trey_board kept = 0, moved = 0;
    try_line(undo, line, line->after);
    if (get(line, last) != 0)
        return;
    for (int away = 0; away < last; away++)
        moved |= put(line, get(line, away), away + 1);
    for (int away = 0; away < last && moved != 0; away++) {
        try_line(undo, line, kept | moved);
        moved ^= put(line, get(line, away), away + 1);
        try_merges(undo, line, away, kept, moved);
        kept |= put(line, get(line, away), away);
    }
}

/* From the wall on: cells `away` and beyond are to be filled with `owed`, the other half
 * of a merge, if it is not 0, and the tiles of the after-line from `next` on. */
struct filling {
    const struct line *line;
    int away, next;
    unsigned owed;
    trey_board before; /* with all that is filled */
};

static void fill(struct undo *undo, struct filling at);

static void fill_with(struct undo *undo, struct filling at, unsigned rank, int next,
                      unsigned owed)
{
    at.before |= put(at.line, rank, at.away);
    at.away++;
    at.next = next;
    at.owed = owed;
    fill(undo, at);
}

/* 2048. */
static void fill(struct undo *undo, struct filling at)
{
    unsigned rank = 0;
    for (; at.next < undo->length && rank == 0; at.next += rank == 0)
        rank = get(at.line, at.next);
    if (at.away == undo->length) {
        if (rank == 0 && at.owed == 0)
            try_line(undo, at.line, at.before);
        return;
    }
    if (at.owed != 0)
        fill_with(undo, at, at.owed, at.next, 0);
    if (at.owed == 0 && rank != 0) {
        fill_with(undo, at, rank, at.next + 1, 0);
        if (rank > 1)
            fill_with(undo, at, rank - 1, at.next + 1, rank - 1);
    }
    fill_with(undo, at, 0, at.next, at.owed);
}

static void list_line(struct undo *undo, int number)
{
    const struct trey_shape shape = undo->game->shape;
    int rows = shape.rows, cols = shape.cols;
    struct line line = {0};
    switch (undo->d) {
    case TREY_UP:
        line = (struct line){4 * number, 4 * cols, 0};
        break;
    case TREY_RIGHT:
        line = (struct line){4 * (number * cols + cols - 1), -4, 0};
        break;
    case TREY_DOWN:
        line = (struct line){4 * ((rows - 1) * cols + number), -4 * cols, 0};
        break;
    default:
        line = (struct line){4 * number * cols, 4, 0};
    }
    for (int away = 0; away < undo->length; away++)
        line.after |= undo->after & put(&line, 15, away);
    undo->first[number] = undo->count;
    if (undo->game->twos)
        fill(undo, (struct filling){.line = &line});
    else
        list_threes(undo, &line);
    undo->first[number + 1] = undo->count;
}

/* --- the board -------------------------------------------------------------------------
 */

/* Goes through the boards that have these lines, until visit is content. */
static bool choose(const struct undo *undo, int line, trey_board before)
{
    if (line == undo->lines)
        return before != undo->after && undo->visit(undo->context, before);
    for (unsigned i = undo->first[line]; i < undo->first[line + 1]; i++)
        if (choose(undo, line + 1, before | undo->before[i]))
            return true;
    return false;
}

bool trey_unslide(const struct trey_exact_game *game, trey_board after, int d,
                  void *context, bool visit(void *context, trey_board before))
{
    bool vertical = d == TREY_UP || d == TREY_DOWN;
    struct undo undo; /* not cleared: it is large */
    /* A line that moved ends in a hole. */
    if ((game->masks[d].trail & ~trey_nonzero_nibbles(after)) == 0)
        return false;
    undo.game = game;
    undo.context = context;
    undo.visit = visit;
    undo.after = after;
    undo.d = d;
    undo.lines = vertical ? game->shape.cols : game->shape.rows;
    undo.length = vertical ? game->shape.rows : game->shape.cols;
    undo.count = 0;
    for (int line = 0; line < undo.lines; line++)
        list_line(&undo, line);
    return choose(&undo, 0, 0);
}
