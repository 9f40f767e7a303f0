/* The `grid` command: analysis of a 2048 grid. */
#include "trey/grid.h"
#include "engine/commands.h"
#include "engine/position.h"
#include "engine/values.h"

#include <stdlib.h>
#include <string.h>

/* Parses "4x5". */
static bool read_size(const char *word, int *rows, int *cols)
{
    if (word == NULL || word[0] < '1' || word[0] > '8' || word[1] != 'x' ||
        word[2] < '1' || word[2] > '8' || word[3] != '\0')
        return false;
    *rows = word[0] - '0';
    *cols = word[2] - '0';
    return true;
}

/* Parses WIN ROWSxCOLS TILE... Returns false after sending an error. */
static bool read_grid(struct trey_engine *engine, char *rest, int *win_rank,
                      struct trey_grid *grid)
{
    uint64_t win = 0, tiles[TREY_GRID_MAX_CELLS];
    struct trey_error error = {0};
    int rows = 0, cols = 0;
    const char *win_word = trey_words_next(&rest), *size_word = trey_words_next(&rest);
    if (!trey_words_count(win_word, 2, TREY_GRID_MAX_WIN, &win) ||
        trey_grid_rank_of_tile(win) < 0 || !read_size(size_word, &rows, &cols))
        return trey_refuse_usage(engine);
    *win_rank = trey_grid_rank_of_tile(win);
    for (int cell = 0; cell < rows * cols; cell++) {
        const char *word = trey_words_next(&rest);
        if (word == NULL || !trey_words_count(word, 0, UINT64_MAX, &tiles[cell]))
            return trey_refuse(engine, "value",
                               "%.32s is not a valid tile; %d are expected",
                               word != NULL ? word : "nothing", rows * cols);
    }
    if (trey_refuse_more(engine, rest))
        return false;
    if (trey_grid_fill(rows, cols, tiles, grid, &error) == TREY_OK)
        return true;
    return trey_refuse_error(engine, &error);
}

static void grid_cells(const struct trey_grid *grid, struct trey_motion_board *cells)
{
    cells->rows = grid->rows;
    cells->cols = grid->cols;
    memcpy(cells->rank, grid->rank, sizeof grid->rank);
}

static void add_move(struct trey_text *text, const struct trey_grid *grid,
                     enum trey_direction direction, const struct trey_grid_move *move)
{
    struct trey_motion_board before, after;
    grid_cells(grid, &before);
    grid_cells(&move->after, &after);
    trey_motion_add(text, &before, &after, direction, true);
    trey_json_open(text, "board", '[');
    for (int cell = 0; cell < grid->rows * grid->cols; cell++)
        trey_json_uint(text, NULL, trey_grid_tile_of_rank(move->after.rank[cell]));
    trey_json_close(text, ']');
    trey_json_int(text, "pairs", move->merges);
    trey_json_bool(text, "wins", move->wins);
    trey_json_uint(text, "largest", trey_grid_tile_of_rank(move->largest_rank));
    trey_json_int(text, "corner", move->corner_distance);
    trey_json_int(text, "smoothness", move->smoothness);
}

void trey_command_grid(struct trey_engine *engine, char *rest)
{
    static const char *const states[] = {
        [TREY_GRID_OPEN] = "open", [TREY_GRID_WON] = "won", [TREY_GRID_LOST] = "lost"};
    static const char *const hints[TREY_HINT_COUNT] = {"merges", "value", "corner",
                                                       "smooth"};
    struct trey_grid_analysis analysis;
    struct trey_grid grid;
    struct trey_error error = {0};
    int win_rank = 0;
    if (!read_grid(engine, rest, &win_rank, &grid))
        return;
    if (trey_grid_analyse(&grid, win_rank, &analysis, &error) != TREY_OK) {
        trey_refuse_error(engine, &error);
        return;
    }
    struct trey_text *text = trey_answer(engine, false);
    trey_json_string(text, "state", states[analysis.state]);
    trey_json_open(text, "slides", '{');
    for (int i = 0; i < 4; i++) {
        if (!trey_json_open_or_null(text, trey_direction_key(i), analysis.move[i].legal))
            continue;
        add_move(text, &grid, (enum trey_direction)i, &analysis.move[i]);
        trey_json_close(text, '}');
    }
    trey_json_close(text, '}');
    trey_json_open(text, "hints", '{');
    for (int hint = 0; hint < TREY_HINT_COUNT; hint++)
        trey_engine_add_legal(text, hints[hint],
                              trey_grid_best(&analysis, (enum trey_hint)hint));
    trey_json_close(text, '}');
    trey_answer_send(engine);
}
