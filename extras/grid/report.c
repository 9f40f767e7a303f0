/* The contest's report of a data set. Each slide is a block of lines; the blocks are one
 * below the other or, in two columns, side by side. Cells are as wide as in the contest's
 * samples; if the largest tile would touch its neighbour, all cells are wider. */
#include "base/error.h"
#include "base/text.h"
#include "extras/grid/contest.h"
#include "grid/command.h"

#include <stdio.h>
#include <string.h>

enum { CELL_WIDTH = 5, COLUMN_WIDTH = 46, COLUMN_GAP = 4 };

/* The contest's order. */
static const enum trey_direction order[4] = {TREY_LEFT, TREY_RIGHT, TREY_UP, TREY_DOWN};

static const char *const names[4] = {
    [TREY_UP] = "Up",
    [TREY_RIGHT] = "Right",
    [TREY_DOWN] = "Down",
    [TREY_LEFT] = "Left",
};

static unsigned long long tile_of(int rank)
{
    return trey_grid_tile_of_rank(rank);
}

/* Width of a cell that fits the tiles of all slides, and tiles up to `rank`. */
static int cell_width(const struct trey_grid_analysis *analysis, int rank)
{
    int largest = rank;
    for (int i = 0; i < 4; i++)
        if (analysis->move[i].largest_rank > largest)
            largest = analysis->move[i].largest_rank;
    int digits = snprintf(NULL, 0, "%llu", tile_of(largest));
    return digits < CELL_WIDTH ? CELL_WIDTH : digits + 1;
}

static void add_grid(struct trey_text *text, const struct trey_grid *grid, int width)
{
    for (int row = 0; row < grid->rows; row++) {
        trey_text_add(text, "    ");
        for (int col = 0; col < grid->cols; col++)
            trey_text_printf(text, "%*llu", width,
                             tile_of(grid->rank[row * grid->cols + col]));
        trey_text_add_char(text, '\n');
    }
}

static void add_move(struct trey_text *text, const struct trey_grid_analysis *analysis,
                     enum trey_direction direction)
{
    const struct trey_grid_move *move = &analysis->move[direction];
    trey_text_printf(text, "  %s:\n", names[direction]);
    if (!move->legal) {
        trey_text_add(text, "    not a legal move\n");
        return;
    }
    add_grid(text, &move->after, cell_width(analysis, 0));
    trey_text_printf(text,
                     "    merges: %d\n"
                     "    largest value: %llu\n"
                     "    distance to corner of largest: %d\n"
                     "    smoothness: %d\n",
                     move->merges, tile_of(move->largest_rank), move->corner_distance,
                     move->smoothness);
    if (move->wins)
        trey_text_add(text, "    This move wins the game!\n");
}

static void add_given(struct trey_text *text, const struct trey_grid *grid,
                      const struct trey_grid_analysis *analysis)
{
    int largest = trey_grid_largest(grid);
    trey_text_add(text, "  Given:\n");
    add_grid(text, grid, cell_width(analysis, largest));
    trey_text_printf(text,
                     "    largest value: %llu\n"
                     "    distance to corner of largest: %d\n"
                     "    smoothness: %d\n",
                     tile_of(largest), trey_grid_corner_distance(grid),
                     trey_grid_smoothness(grid));
}

/* --- two columns -------------------------------------------------------------------- */

/* Returns the first line of *lines, of *length bytes, and advances *lines past it. The
 * line is empty if none is left. */
static const char *next_line(const char **lines, size_t *length)
{
    const char *line = *lines;
    *length = strcspn(line, "\n");
    *lines = line + *length + (line[*length] == '\n' ? 1 : 0);
    return line;
}

static size_t longest_line(const char *lines)
{
    size_t longest = 0;
    while (*lines != '\0') {
        size_t length;
        next_line(&lines, &length);
        if (length > longest)
            longest = length;
    }
    return longest;
}

static void add_beside(struct trey_text *text, const char *left, const char *right,
                       size_t column)
{
    while (*left != '\0' || *right != '\0') {
        size_t left_length, right_length;
        const char *left_line = next_line(&left, &left_length);
        const char *right_line = next_line(&right, &right_length);
        trey_text_add_bytes(text, left_line, left_length);
        if (right_length != 0)
            trey_text_printf(text, "%*s", (int)(column - left_length), "");
        trey_text_add_bytes(text, right_line, right_length);
        trey_text_add_char(text, '\n');
    }
}

static void add_columns(struct trey_text *text, const struct trey_grid_analysis *analysis)
{
    struct trey_text block[4] = {{0}};
    size_t column = COLUMN_WIDTH;
    for (int i = 0; i < 4; i++) {
        add_move(&block[i], analysis, order[i]);
        text->failed = text->failed || block[i].failed;
    }
    if (!text->failed) {
        for (int i = 0; i < 2; i++)
            if (longest_line(block[i].data) + COLUMN_GAP > column)
                column = longest_line(block[i].data) + COLUMN_GAP;
        for (int i = 0; i < 2; i++)
            add_beside(text, block[i].data, block[i + 2].data, column);
    }
    for (int i = 0; i < 4; i++)
        trey_text_clear(&block[i]);
}

/* --- hints -------------------------------------------------------------------------- */

/* Adds the measure of the hint, which all slides that it prefers share. */
static void add_value(struct trey_text *text, const struct trey_grid_move *move,
                      enum trey_hint hint)
{
    switch (hint) {
    case TREY_HINT_MERGES:
        trey_text_printf(text, " (%d)\n", move->merges);
        break;
    case TREY_HINT_VALUE:
        trey_text_printf(text, " (%llu)\n", tile_of(move->largest_rank));
        break;
    case TREY_HINT_CORNER:
        trey_text_printf(text, " (distance %d)\n", move->corner_distance);
        break;
    case TREY_HINT_SMOOTH:
        trey_text_printf(text, " (%d)\n", move->smoothness);
        break;
    }
}

static void add_best(struct trey_text *text, const struct trey_grid_analysis *analysis)
{
    static const char *const titles[TREY_HINT_COUNT] = {
        [TREY_HINT_MERGES] = "most merges",
        [TREY_HINT_VALUE] = "highest value",
        [TREY_HINT_CORNER] = "largest nearest to a corner",
        [TREY_HINT_SMOOTH] = "smoothest",
    };
    trey_text_add(text, "  Best by hint:\n");
    for (int hint = 0; hint < TREY_HINT_COUNT; hint++) {
        unsigned best = trey_grid_best(analysis, (enum trey_hint)hint);
        if (best == 0) {
            trey_text_add(text, "    no legal move\n");
            return;
        }
        const struct trey_grid_move *chosen = NULL;
        trey_text_printf(text, "    %s:", titles[hint]);
        for (int i = 0; i < 4; i++) {
            if ((best >> order[i] & 1) == 0)
                continue;
            trey_text_printf(text, "%s %s", chosen == NULL ? "" : ",", names[order[i]]);
            chosen = &analysis->move[order[i]];
        }
        add_value(text, chosen, (enum trey_hint)hint);
    }
}

static void add_recommendation(struct trey_text *text,
                               const struct trey_grid_analysis *analysis)
{
    enum trey_direction direction;
    int hints;
    if (!trey_grid_recommend(analysis, &direction, &hints))
        trey_text_add(text, "  Recommended: no legal move\n");
    else if (analysis->move[direction].wins)
        trey_text_printf(text, "  Recommended: %s (it wins the game)\n",
                         names[direction]);
    else
        trey_text_printf(text, "  Recommended: %s (best by %d of %d hints)\n",
                         names[direction], hints, TREY_HINT_COUNT);
}

enum trey_status trey_grid_report(const struct trey_grid_dataset *dataset, size_t number,
                                  unsigned layout, char **text, size_t *size_bytes,
                                  struct trey_error *error)
{
    struct trey_text out = {0};
    struct trey_grid_analysis analysis;
    enum trey_status status =
        trey_grid_analyse(&dataset->grid, dataset->win_rank, &analysis, error);
    if (status != TREY_OK)
        return status;
    trey_text_printf(&out, "Data Set %zu:\n  Grid Size: %d x %d\n  Win Value: %llu\n",
                     number, dataset->grid.rows, dataset->grid.cols,
                     tile_of(dataset->win_rank));
    if (layout & TREY_GRID_GIVEN)
        add_given(&out, &dataset->grid, &analysis);
    if (analysis.state == TREY_GRID_WON)
        trey_text_add(&out, "  The game is won!\n");
    else if (analysis.state == TREY_GRID_LOST)
        trey_text_add(&out, "  The game is lost!\n");
    else {
        if (layout & TREY_GRID_COLUMNS)
            add_columns(&out, &analysis);
        else
            for (int i = 0; i < 4; i++)
                add_move(&out, &analysis, order[i]);
        if (layout & TREY_GRID_BEST)
            add_best(&out, &analysis);
        if (layout & TREY_GRID_RECOMMEND)
            add_recommendation(&out, &analysis);
    }
    return trey_text_take(&out, text, size_bytes, error);
}
