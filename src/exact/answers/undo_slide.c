/* Undoes slides. For each line of cells, lists all lines that the slide turns into it;
 * then tries the boards made of one line of each list, until a visit returns true.
 *
 * In Threes! the cells from a line's first hole or merge on move by one cell: at most
 * four predecessors for each such place. In 2048 each tile was there before or was merged
 * from two, and holes may be anywhere: for a line of n cells with k tiles, j of them
 * merged, there are C(k, j) C(n, k + j): at most 35 for 5 cells, and 3,003 for 10, when
 * there is one line only. Each candidate is checked by sliding it. */
#include "exact/answers/undo_slide.h"

#include <assert.h>

enum { MAX_BEFORE = 4096 };

struct undo_search {
    const struct trey_exact_game *game;
    void *context;
    bool (*visit)(void *context, trey_board before);
    trey_board after;
    int d, lines, length;
    unsigned first[TREY_EXACT_MAX_CELLS + 1]; /* by line: start of its list */
    unsigned count;
    trey_board before[MAX_BEFORE]; /* lines; all other cells empty */
};

/* --- a line ----------------------------------------------------------------------------
 */

struct line {
    int start, step; /* bit position of the cell at the wall; step to the next */
    trey_board after;
};

static void add_if_origin(struct undo_search *search, const struct line *line,
                          trey_board before)
{
    if (trey_exact_slide(search->game, before, search->d) != line->after)
        return;
    assert(search->count < MAX_BEFORE);
    search->before[search->count++] = before;
}

static trey_board cell_of(const struct line *line, unsigned rank, int away)
{
    return (trey_board)rank << (line->start + line->step * away);
}

static unsigned rank_at(const struct line *line, int away)
{
    return line->after >> (line->start + line->step * away) & 15;
}

/* `kept` is the line before cell `away`, `moved` what was behind cell away + 1. */
static void add_merge_lines(struct undo_search *search, const struct line *line, int away,
                            trey_board kept, trey_board moved)
{
    unsigned rank = rank_at(line, away);
    if (rank == 3)
        for (unsigned one = 1; one <= 2; one++)
            add_if_origin(search, line,
                          kept | moved | cell_of(line, one, away) |
                              cell_of(line, 3 - one, away + 1));
    else if (rank > 3)
        add_if_origin(search, line,
                      kept | moved | cell_of(line, rank - 1, away) |
                          cell_of(line, rank - 1, away + 1));
}

static void list_threes(struct undo_search *search, const struct line *line)
{
    int last = search->length - 1;
    trey_board kept = 0, moved = 0;
    add_if_origin(search, line, line->after);
    if (rank_at(line, last) != 0)
        return;
    for (int away = 0; away < last; away++)
        moved |= cell_of(line, rank_at(line, away), away + 1);
    for (int away = 0; away < last && moved != 0; away++) {
        add_if_origin(search, line, kept | moved);
        moved ^= cell_of(line, rank_at(line, away), away + 1);
        add_merge_lines(search, line, away, kept, moved);
        kept |= cell_of(line, rank_at(line, away), away);
    }
}

/* State of the enumeration, from the wall on: cells `away` and beyond are still to be
 * filled, with `owed`, the other half of a merge (0: none), and with the tiles of the
 * after-line from `next` on. */
struct filling {
    const struct line *line;
    int away, next;
    unsigned owed;
    trey_board before; /* the cells filled so far */
};

static void fill_line(struct undo_search *search, struct filling at);

static void fill_cell(struct undo_search *search, struct filling at, unsigned rank,
                      int next, unsigned owed)
{
    at.before |= cell_of(at.line, rank, at.away);
    at.away++;
    at.next = next;
    at.owed = owed;
    fill_line(search, at);
}

/* Enumerates the predecessors of a line of 2048. */
static void fill_line(struct undo_search *search, struct filling at)
{
    unsigned rank = 0;
    for (; at.next < search->length && rank == 0; at.next += rank == 0)
        rank = rank_at(at.line, at.next);
    if (at.away == search->length) {
        if (rank == 0 && at.owed == 0)
            add_if_origin(search, at.line, at.before);
        return;
    }
    if (at.owed != 0)
        fill_cell(search, at, at.owed, at.next, 0);
    if (at.owed == 0 && rank != 0) {
        fill_cell(search, at, rank, at.next + 1, 0);
        if (rank > 1)
            fill_cell(search, at, rank - 1, at.next + 1, rank - 1);
    }
    fill_cell(search, at, 0, at.next, at.owed);
}

static void list_line(struct undo_search *search, int number)
{
    const struct trey_shape shape = search->game->shape;
    int rows = shape.rows, cols = shape.cols;
    struct line line = {0};
    switch (search->d) {
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
    for (int away = 0; away < search->length; away++)
        line.after |= search->after & cell_of(&line, 15, away);
    search->first[number] = search->count;
    if (search->game->is_2048)
        fill_line(search, (struct filling){.line = &line});
    else
        list_threes(search, &line);
    search->first[number + 1] = search->count;
}

/* --- the board -------------------------------------------------------------------------
 */

/* Visits all boards made of one listed line per row or column, until visit returns true.
 */
static bool visit_boards(const struct undo_search *search, int line, trey_board before)
{
    if (line == search->lines)
        return before != search->after && search->visit(search->context, before);
    for (unsigned i = search->first[line]; i < search->first[line + 1]; i++)
        if (visit_boards(search, line + 1, before | search->before[i]))
            return true;
    return false;
}

bool trey_undo_slide(const struct trey_exact_game *game, trey_board after, int d,
                     void *context, bool visit(void *context, trey_board before))
{
    bool vertical = d == TREY_UP || d == TREY_DOWN;
    struct undo_search search; /* not cleared, since it is large */
    /* A line that moved has a hole at its end. */
    if ((game->masks[d].trail & ~trey_nonzero_nibbles(after)) == 0)
        return false;
    search.game = game;
    search.context = context;
    search.visit = visit;
    search.after = after;
    search.d = d;
    search.lines = vertical ? game->shape.cols : game->shape.rows;
    search.length = vertical ? game->shape.rows : game->shape.cols;
    search.count = 0;
    for (int line = 0; line < search.lines; line++)
        list_line(&search, line);
    return visit_boards(&search, 0, 0);
}
