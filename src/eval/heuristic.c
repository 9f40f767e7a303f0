/* The heuristic evaluation.
 *
 * The value of a board is the sum of the values of its rows and columns. A line of up to
 * four cells is looked up in a table: 8 look-ups for 4x4. The value of a longer line is
 * the sum over all runs of four cells in it. The tables hold fixed-point numbers: sums of
 * integers are exact in any order.
 *
 * The features are those of the best open-source players of 2048 and Threes! without
 * learning (nneonneo, 2014): empty cells, merges, order and load by powers of the ranks;
 * trey adds pairs of 1 and 2, and tiles trapped between larger ones. */
#include "eval/heuristic.h"

#include "base/check.h"
#include "base/error.h"
#include "board/cells.h"

#include <math.h>
#include <stdlib.h>

#define AT_WALL(name, wall, inside, doubles, help) .name = wall,
#define IN_SIDE(name, wall, inside, doubles, help) .name = inside,
#define DOUBLES(name, wall, inside, doubles, help) .name = doubles,
const struct trey_heuristic_weights trey_heuristic_defaults[2] = {
    [TREY_EVAL_THREES] = {{TREY_HEURISTIC_WEIGHTS(AT_WALL)},
                          {TREY_HEURISTIC_WEIGHTS(IN_SIDE)},
                          .lost = -16000.0F,
                          .won = 30000.0F},
    [TREY_EVAL_2048] = {{TREY_HEURISTIC_WEIGHTS(DOUBLES)},
                        {TREY_HEURISTIC_WEIGHTS(DOUBLES)},
                        .lost = -16000.0F,
                        .won = 30000.0F},
};
#undef AT_WALL
#undef IN_SIDE
#undef DOUBLES

enum { LONGEST = 4, RANKS = 16, UNIT = 1024 };
enum { WALL, INSIDE, LINE_KINDS }; /* kinds of lines */

struct heuristic {
    struct trey_evaluator base;
    struct trey_eval_lines lines;
    int32_t *table[LINE_KINDS][LONGEST + 1]; /* by length; a shape needs at most two */
    int32_t *middle[LINE_KINDS];
};

/* Parameters of line values. */
struct parameters {
    const struct trey_heuristic_line *weights;
    const struct trey_tile_rule *tiles;
    bool threes;
    float order[RANKS], load[RANKS]; /* powers of the ranks */
};

/* --- the value of a line -------------------------------------------------------------
 */

static float neighbour_value(const struct parameters *parameters, int a, int b)
{
    const struct trey_heuristic_line *w = parameters->weights;
    if (a == 0 || b == 0)
        return 0.0F;
    int low = a < b ? a : b, high = a < b ? b : a;
    bool join = trey_tiles_join(parameters->tiles, a, b) != 0;
    if (parameters->threes && low < 3)
        return join ? w->pair : -w->strange;
    if (join)
        return w->merge + w->merge_rank * (float)low;
    return high - low == 1 ? w->run + w->run_rank * (float)low : 0.0F;
}

/* How far the line is from being sorted in either direction. */
static float disorder(const struct parameters *parameters, const int *line, int length)
{
    float up = 0.0F, down = 0.0F;
    for (int i = 0; i + 1 < length; i++) {
        float rise = parameters->order[line[i + 1]] - parameters->order[line[i]];
        if (rise > 0.0F)
            up += rise;
        else
            down -= rise;
    }
    assert(up >= 0.0F && down >= 0.0F);
    return up < down ? up : down;
}

static float trapped(const struct trey_heuristic_line *w, const int *line, int length)
{
    float value = 0.0F;
    for (int i = 0; i < length; i++) {
        int left = i > 0 ? line[i - 1] : RANKS;
        int right = i + 1 < length ? line[i + 1] : RANKS;
        int lower = left < right ? left : right;
        if (line[i] == 0 || line[i] >= lower || lower == RANKS)
            continue;
        bool at_wall = i == 0 || i + 1 == length;
        value += (at_wall ? w->edge_trap : w->trap) * (float)(lower - line[i]);
    }
    return value;
}

static float line_value(const struct parameters *parameters, const int *line, int length)
{
    const struct trey_heuristic_line *w = parameters->weights;
    float value = 0.0F;
    for (int i = 0; i < length; i++) {
        value -= w->load * parameters->load[line[i]];
        if (line[i] == 0)
            value += w->empty;
        if (i + 1 < length)
            value += neighbour_value(parameters, line[i], line[i + 1]);
    }
    return value - w->order * disorder(parameters, line, length) -
           trapped(w, line, length);
}

static int32_t rounded(float value)
{
    float scaled = value * (float)UNIT;
    float max = (float)TREY_EVAL_MAX_LINE;
    return (int32_t)(scaled < -max ? -max : scaled > max ? max : scaled);
}

/* --- tables --------------------------------------------------------------------------
 */

/* A line and its mirror image get exactly the same value, that of the smaller index: a
 * sum of floats may depend on its order. */
static void fill_table(const struct parameters *parameters, int length, int32_t *table)
{
    uint32_t count = (uint32_t)1 << (4 * length);
    for (uint32_t index = 0; index < count; index++) {
        int line[LONGEST];
        uint32_t mirrored = 0;
        for (int i = 0; i < length; i++) {
            line[i] = (int)(index >> (4 * i) & 15);
            mirrored = mirrored << 4 | (uint32_t)line[i];
        }
        assert(mirrored < count);
        table[index] = mirrored < index ? table[mirrored]
                                        : rounded(line_value(parameters, line, length));
    }
}

static bool make_table(struct heuristic *heuristic, const struct parameters *parameters,
                       int kind, int length)
{
    if (length > LONGEST)
        length = LONGEST;
    int32_t **table = &heuristic->table[kind][length];
    if (*table != NULL)
        return true;
    *table = malloc(((size_t)1 << (4 * length)) * sizeof **table);
    if (*table != NULL)
        fill_table(parameters, length, *table);
    return *table != NULL;
}

static bool make_tables(struct heuristic *heuristic, const struct trey_heuristic_line *w,
                        int kind)
{
    struct trey_shape shape = heuristic->base.shape;
    struct parameters parameters = {.weights = w,
                                    .tiles = trey_eval_tiles(heuristic->base.family),
                                    .threes = heuristic->base.family == TREY_EVAL_THREES};
    for (int rank = 0; rank < RANKS; rank++) {
        parameters.order[rank] = powf((float)rank, w->order_power);
        parameters.load[rank] = powf((float)rank, w->load_power);
    }
    return make_table(heuristic, &parameters, kind, shape.rows) &&
           make_table(heuristic, &parameters, kind, shape.cols);
}

static bool make_lines(struct heuristic *heuristic)
{
    for (int kind = 0; kind < LINE_KINDS; kind++) {
        int32_t *middle = malloc(((size_t)1 << 16) * sizeof *middle);
        heuristic->middle[kind] = middle;
        if (middle == NULL)
            return false;
        for (unsigned index = 0; index < 1U << 16; index++)
            middle[trey_eval_swap(index)] = heuristic->table[kind][4][index];
    }
    heuristic->lines = (struct trey_eval_lines){
        .wall = {heuristic->table[WALL][4], heuristic->middle[WALL]},
        .inside = {heuristic->table[INSIDE][4], heuristic->middle[INSIDE]},
        .unit = 1.0F / UNIT,
    };
    heuristic->base.lines = &heuristic->lines;
    return true;
}

/* --- boards --------------------------------------------------------------------------
 */

static void values_4x4(const struct trey_evaluator *evaluator, const trey_board *boards,
                       int count, float *values)
{
    const struct trey_eval_lines *lines = evaluator->lines;
    for (int i = 0; i < count; i++) {
        int32_t sum = trey_eval_rows(lines, boards[i]) +
                      trey_eval_rows(lines, trey_eval_transpose(boards[i]));
        values[i] = (float)sum * lines->unit;
    }
}

/* The value of the line of `length` cells from cell `first` on, `step` apart. */
static int64_t general_line_value(int32_t *const table[LONGEST + 1], trey_board board,
                                  int first, int step, int length)
{
    int window = length < LONGEST ? length : LONGEST;
    assert(first + (length - 1) * step < TREY_MAX_CELLS);
    int64_t sum = 0;
    for (int start = 0; start + window <= length; start++) {
        unsigned index = 0;
        for (int i = 0; i < window; i++)
            index |= (unsigned)trey_get(board, first + (start + i) * step) << (4 * i);
        sum += table[window][index];
    }
    return sum;
}

static int line_kind(int line, int lines)
{
    return line == 0 || line == lines - 1 ? WALL : INSIDE;
}

static void values_general(const struct trey_evaluator *evaluator,
                           const trey_board *boards, int count, float *values)
{
    const struct heuristic *heuristic = (const struct heuristic *)evaluator;
    int rows = evaluator->shape.rows, cols = evaluator->shape.cols;
    for (int i = 0; i < count; i++) {
        int64_t sum = 0;
        for (int row = 0; row < rows; row++)
            sum += general_line_value(heuristic->table[line_kind(row, rows)], boards[i],
                                      row * cols, 1, cols);
        for (int col = 0; col < cols; col++)
            sum += general_line_value(heuristic->table[line_kind(col, cols)], boards[i],
                                      col, cols, rows);
        values[i] = (float)sum / (float)UNIT;
    }
}

static void clear(struct trey_evaluator *evaluator)
{
    struct heuristic *heuristic = (struct heuristic *)evaluator;
    for (int kind = 0; kind < LINE_KINDS; kind++) {
        for (int length = 0; length <= LONGEST; length++)
            free(heuristic->table[kind][length]);
        free(heuristic->middle[kind]);
    }
}

enum trey_status trey_heuristic_make(struct trey_shape shape,
                                     enum trey_eval_family family,
                                     const struct trey_heuristic_weights *weights,
                                     struct trey_evaluator **evaluator,
                                     struct trey_error *error)
{
    if (shape.rows < 1 || shape.cols < 1 || shape.rows * shape.cols > TREY_MAX_CELLS ||
        !trey_eval_family_known(family))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "no evaluation for %d x %d cells of family %d", shape.rows,
                         shape.cols, (int)family);
    struct heuristic *heuristic = calloc(1, sizeof *heuristic);
    if (heuristic == NULL)
        return trey_fail_memory(error, sizeof *heuristic);
    bool is_4x4 = shape.rows == 4 && shape.cols == 4;
    heuristic->base =
        (struct trey_evaluator){.values = is_4x4 ? values_4x4 : values_general,
                                .clear = clear,
                                .shape = shape,
                                .family = family,
                                .kind = "heuristic",
                                .lost = weights->lost,
                                .won = weights->won};

    if (!make_tables(heuristic, &weights->wall, WALL) ||
        !make_tables(heuristic, &weights->inside, INSIDE) ||
        (is_4x4 && !make_lines(heuristic))) {
        trey_evaluator_free(&heuristic->base);
        return trey_fail_memory(error, ((size_t)1 << 16) * sizeof(int32_t));
    }
    *evaluator = &heuristic->base;
    return TREY_OK;
}
