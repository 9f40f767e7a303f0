/* trey hints: the effect of each move on a 2048 grid of up to 8 x 8, measured by the
 * hints of a contest, as text or JSON. Moves appear in the contest's order: left, right,
 * up, down. */
#include "commands.h"
#include "common.h"
#include "extras/grid/contest.h"
#include "grid/command.h"

#include <stdio.h>

struct arguments {
    const char *input;
    bool json, best, columns, given, recommend;
};

#define TO(member) CLI_TO(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"best", 0, NULL, "add the moves that each hint prefers", CLI_FLAG, TO(best)},
    {"given", 0, NULL, "begin with the given grid and its measures", CLI_FLAG, TO(given)},
    {"recommend", 0, NULL, "end with one recommended move", CLI_FLAG, TO(recommend)},
    {"columns", 0, NULL, "print two columns: Left beside Up, Right beside Down", CLI_FLAG,
     TO(columns)},
    {"json", 0, NULL, "print the report as one JSON object", CLI_FLAG, TO(json)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    struct arguments *arguments = command;
    arguments->input = cli_single_argument(line, "FILE");
    if (arguments->json && arguments->columns)
        cli_refuse(line, "--columns and --json exclude each other");
}

/* The contest's order. */
static const enum trey_direction order[4] = {TREY_LEFT, TREY_RIGHT, TREY_UP, TREY_DOWN};

static json_int_t tile_of(int rank)
{
    return (json_int_t)trey_grid_tile_of_rank(rank);
}

static json_t *grid_json(const struct trey_grid *grid)
{
    json_t *rows = json_array();
    for (int row = 0; row < grid->rows; row++) {
        json_t *tiles = json_array();
        for (int col = 0; col < grid->cols; col++)
            json_array_append_new(
                tiles, json_integer(tile_of(grid->rank[row * grid->cols + col])));
        json_array_append_new(rows, tiles);
    }
    return rows;
}

static json_t *move_json(enum trey_direction direction, const struct trey_grid_move *move)
{
    const char *key = trey_direction_key((int)direction);
    if (!move->legal)
        return json_pack("{ss sb}", "direction", key, "legal", false);
    return json_pack("{ss sb so si sI si si sb}", "direction", key, "legal", true, "grid",
                     grid_json(&move->after), "merges", move->merges, "largest_value",
                     tile_of(move->largest_rank), "corner_distance",
                     move->corner_distance, "smoothness", move->smoothness, "wins",
                     (int)move->wins);
}

static json_t *moves_json(const struct trey_grid_analysis *analysis)
{
    json_t *moves = json_array();
    for (int i = 0; i < 4; i++)
        json_array_append_new(moves, move_json(order[i], &analysis->move[order[i]]));
    return moves;
}

/* The letters of the moves that each hint prefers, by the name of its measure. */
static json_t *best_json(const struct trey_grid_analysis *analysis)
{
    static const char *const measures[TREY_HINT_COUNT] = {
        [TREY_HINT_MERGES] = "merges",
        [TREY_HINT_VALUE] = "largest_value",
        [TREY_HINT_CORNER] = "corner_distance",
        [TREY_HINT_SMOOTH] = "smoothness",
    };
    json_t *best = json_object();
    for (int hint = 0; hint < TREY_HINT_COUNT; hint++) {
        unsigned preferred = trey_grid_best(analysis, (enum trey_hint)hint);
        json_t *letters = json_array();
        for (int i = 0; i < 4; i++)
            if (preferred >> order[i] & 1)
                json_array_append_new(letters,
                                      json_string(trey_direction_key((int)order[i])));
        json_object_set_new(best, measures[hint], letters);
    }
    return best;
}

static json_t *given_json(const struct trey_grid *grid)
{
    return json_pack("{sI si si}", "largest_value", tile_of(trey_grid_largest(grid)),
                     "corner_distance", trey_grid_corner_distance(grid), "smoothness",
                     trey_grid_smoothness(grid));
}

/* null if no move is legal. */
static json_t *recommendation_json(const struct trey_grid_analysis *analysis)
{
    enum trey_direction direction;
    int hints;
    if (!trey_grid_recommend(analysis, &direction, &hints))
        return json_null();
    return json_pack("{ss si sb}", "direction", trey_direction_key((int)direction),
                     "hints", hints, "wins", (int)analysis->move[direction].wins);
}

static json_t *dataset_json(const struct trey_grid_dataset *dataset, size_t number,
                            const struct trey_grid_analysis *analysis,
                            const struct arguments *arguments)
{
    static const char *const states[] = {
        [TREY_GRID_OPEN] = "open",
        [TREY_GRID_WON] = "won",
        [TREY_GRID_LOST] = "lost",
    };
    const bool open = analysis->state == TREY_GRID_OPEN;
    return json_pack(
        "{sI si si sI so so* ss so* so* so*}", "number", (json_int_t)number, "rows",
        dataset->grid.rows, "columns", dataset->grid.cols, "win_value",
        tile_of(dataset->win_rank), "grid", grid_json(&dataset->grid), "given",
        arguments->given ? given_json(&dataset->grid) : NULL, "state",
        states[analysis->state], "moves", open ? moves_json(analysis) : NULL, "best",
        open && arguments->best ? best_json(analysis) : NULL, "recommended",
        open && arguments->recommend ? recommendation_json(analysis) : NULL);
}

static json_t *fault_json(const struct trey_error *fault)
{
    return json_pack("{sI ss}", "line", (json_int_t)fault->line, "message",
                     cli_utf8(fault->message));
}

/* `fault` is the error that ended the input after the data sets of `file`; NULL: none. */
static int print_json(const struct trey_grid_file *file,
                      const struct arguments *arguments, const struct trey_error *fault)
{
    struct trey_error error;
    json_t *sets = json_array();
    for (size_t i = 0; i < file->count; i++) {
        const struct trey_grid_dataset *dataset = &file->dataset[i];
        struct trey_grid_analysis analysis;
        if (trey_grid_analyse(&dataset->grid, dataset->win_rank, &analysis, &error) !=
            TREY_OK) {
            json_decref(sets);
            return cli_fail(NULL, &error);
        }
        json_array_append_new(sets, dataset_json(dataset, i + 1, &analysis, arguments));
    }
    return cli_print_json(json_pack("{sI so so*}", "announced",
                                    (json_int_t)file->announced, "data_sets", sets,
                                    "error", fault != NULL ? fault_json(fault) : NULL));
}

static int print_text(const struct trey_grid_file *file, unsigned layout)
{
    struct trey_error error;
    printf("Analyzing %zu data set(s)\n", file->announced);
    for (size_t i = 0; i < file->count; i++) {
        char *text;
        if (trey_grid_report(&file->dataset[i], i + 1, layout, &text, NULL, &error) !=
            TREY_OK)
            return cli_fail(NULL, &error);
        fputs(text, stdout);
        trey_free(text);
    }
    return cli_finish();
}

int cmd_hints(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .arguments = "[FILE|-]",
        .summary =
            "Analyses 2048 grids of up to 8 x 8 cells: for each of the four moves the "
            "grid after it, the number of merges, the largest tile and its distance to "
            "the nearest corner, and the smoothness. FILE (default -: standard input) "
            "contains the number of data sets, then for each its rows, columns, win "
            "value and tiles.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {0};
    cli_parse(&syntax, argc, argv, &arguments);
    const char *path = arguments.input != NULL ? arguments.input : "-";

    if (cli_refuse_same("-", path))
        return CLI_USAGE;

    struct trey_error fault = {0};
    struct trey_grid_file file;
    enum trey_status status = trey_grid_read(path, &file, &fault);
    int result = 0;
    if (arguments.json && (file.announced != 0 || fault.code == TREY_ERR_INPUT))
        result = print_json(&file, &arguments, status == TREY_OK ? NULL : &fault);
    else if (file.announced != 0)
        result = print_text(&file, (arguments.columns ? TREY_GRID_COLUMNS : 0U) |
                                       (arguments.best ? TREY_GRID_BEST : 0U) |
                                       (arguments.given ? TREY_GRID_GIVEN : 0U) |
                                       (arguments.recommend ? TREY_GRID_RECOMMEND : 0U));
    return status == TREY_OK ? result : cli_fail(path, &fault);
}
