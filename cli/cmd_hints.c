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

/* Both set *whole to NULL if memory runs out, and leave it so. */
static void append_item(json_t **whole, json_t *part)
{
    if (json_array_append_new(*whole, part) != 0) {
        json_decref(*whole);
        *whole = NULL;
    }
}

static void set_member(json_t **whole, const char *key, json_t *part)
{
    if (json_object_set_new(*whole, key, part) != 0) {
        json_decref(*whole);
        *whole = NULL;
    }
}

static json_t *letter_json(enum trey_direction direction)
{
    return json_sprintf("%c", trey_direction_letter(direction));
}

static json_t *tile_json(int rank)
{
    return json_integer((json_int_t)trey_grid_tile_of_rank(rank));
}

static json_t *grid_json(const struct trey_grid *grid)
{
    json_t *rows = json_array();
    for (int row = 0; row < grid->rows; row++) {
        json_t *tiles = json_array();
        for (int col = 0; col < grid->cols; col++)
            append_item(&tiles, tile_json(grid->rank[row * grid->cols + col]));
        append_item(&rows, tiles);
    }
    return rows;
}

static json_t *move_json(enum trey_direction direction, const struct trey_grid_move *move)
{
    json_t *object = json_object();
    set_member(&object, "direction", letter_json(direction));
    set_member(&object, "legal", json_boolean(move->legal));
    if (!move->legal)
        return object;
    set_member(&object, "grid", grid_json(&move->after));
    set_member(&object, "merges", json_integer(move->merges));
    set_member(&object, "largest_value", tile_json(move->largest_rank));
    set_member(&object, "corner_distance", json_integer(move->corner_distance));
    set_member(&object, "smoothness", json_integer(move->smoothness));
    set_member(&object, "wins", json_boolean(move->wins));
    return object;
}

static json_t *moves_json(const struct trey_grid_analysis *analysis)
{
    json_t *moves = json_array();
    for (int i = 0; i < 4; i++)
        append_item(&moves, move_json(order[i], &analysis->move[order[i]]));
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
                append_item(&letters, letter_json(order[i]));
        set_member(&best, measures[hint], letters);
    }
    return best;
}

static json_t *given_json(const struct trey_grid *grid)
{
    json_t *object = json_object();
    set_member(&object, "largest_value", tile_json(trey_grid_largest(grid)));
    set_member(&object, "corner_distance", json_integer(trey_grid_corner_distance(grid)));
    set_member(&object, "smoothness", json_integer(trey_grid_smoothness(grid)));
    return object;
}

/* null if no move is legal. */
static json_t *recommendation_json(const struct trey_grid_analysis *analysis)
{
    enum trey_direction direction;
    int hints;
    if (!trey_grid_recommend(analysis, &direction, &hints))
        return json_null();
    json_t *object = json_object();
    set_member(&object, "direction", letter_json(direction));
    set_member(&object, "hints", json_integer(hints));
    set_member(&object, "wins", json_boolean(analysis->move[direction].wins));
    return object;
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
    json_t *object = json_object();
    set_member(&object, "number", json_integer((json_int_t)number));
    set_member(&object, "rows", json_integer(dataset->grid.rows));
    set_member(&object, "columns", json_integer(dataset->grid.cols));
    set_member(&object, "win_value", tile_json(dataset->win_rank));
    set_member(&object, "grid", grid_json(&dataset->grid));
    if (arguments->given)
        set_member(&object, "given", given_json(&dataset->grid));
    set_member(&object, "state", json_string(states[analysis->state]));
    if (analysis->state != TREY_GRID_OPEN)
        return object;
    set_member(&object, "moves", moves_json(analysis));
    if (arguments->best)
        set_member(&object, "best", best_json(analysis));
    if (arguments->recommend)
        set_member(&object, "recommended", recommendation_json(analysis));
    return object;
}

static json_t *fault_json(const struct trey_error *fault)
{
    json_t *object = json_object();
    set_member(&object, "line", json_integer((json_int_t)fault->line));
    set_member(&object, "message", json_string(cli_utf8(fault->message)));
    return object;
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
        append_item(&sets, dataset_json(dataset, i + 1, &analysis, arguments));
    }
    json_t *object = json_object();
    set_member(&object, "announced", json_integer((json_int_t)file->announced));
    set_member(&object, "data_sets", sets);
    if (fault != NULL)
        set_member(&object, "error", fault_json(fault));
    return cli_print_json(object);
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
        return CLI_FAILED;

    struct trey_error fault;
    struct trey_grid_file file;
    enum trey_status status = trey_grid_read(path, &file, &fault);
    int result = 0;
    if (file.announced != 0 && arguments.json)
        result = print_json(&file, &arguments, status == TREY_OK ? NULL : &fault);
    else if (file.announced != 0)
        result = print_text(&file, (arguments.columns ? TREY_GRID_COLUMNS : 0U) |
                                       (arguments.best ? TREY_GRID_BEST : 0U) |
                                       (arguments.given ? TREY_GRID_GIVEN : 0U) |
                                       (arguments.recommend ? TREY_GRID_RECOMMEND : 0U));
    return status == TREY_OK ? result : cli_fail(path, &fault);
}
