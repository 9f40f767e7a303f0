/* Functions of all evaluators, downgrading, and the simplest evaluator, points. */
#include "base/check.h"
#include "base/error.h"
#include "base/processors.h"
#include "eval/eval.h"
#include "eval/heuristic.h"

#include <stdio.h>
#include <stdlib.h>

enum trey_eval_family trey_eval_family_of(const struct trey_rules *rules)
{
    return (enum trey_eval_family)rules->slide;
}

enum trey_status trey_evaluator_heuristic(struct trey_shape shape,
                                          enum trey_eval_family family,
                                          struct trey_evaluator **evaluator,
                                          struct trey_error *error)
{
    int tuned = family == TREY_EVAL_THREES ? TREY_EVAL_THREES : TREY_EVAL_2048;
    return trey_heuristic_make(shape, family, &trey_heuristic_defaults[tuned], evaluator,
                               error);
}

static void values_points(const struct trey_evaluator *evaluator,
                          const trey_board *boards, int count, float *values)
{
    for (int i = 0; i < count; i++)
        values[i] = trey_eval_tiles(evaluator->family)->merges_score
                        ? 0.0F
                        : (float)trey_board_score(boards[i]);
}

enum trey_status trey_evaluator_points(struct trey_shape shape,
                                       enum trey_eval_family family,
                                       struct trey_evaluator **evaluator,
                                       struct trey_error *error)
{
    if (shape.rows < 1 || shape.cols < 1 || shape.rows * shape.cols > TREY_MAX_CELLS ||
        !trey_eval_family_known(family))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "no points for %d x %d cells of family %d", shape.rows,
                         shape.cols, (int)family);
    struct trey_evaluator *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->values = values_points;
    made->shape = shape;
    made->family = family;
    made->measure = TREY_MEASURE_POINTS;
    made->kind = "points";
    *evaluator = made;
    return TREY_OK;
}

/* Halves all tiles above the largest missing rank, or with rank 0 all tiles. */
static trey_board halve_above(trey_board board, int missing)
{
    trey_board halved = board;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        if (trey_board_rank(board, cell) > missing)
            halved -= (trey_board)1 << (4 * cell);
    return halved;
}

TREY_ASSERT_ONLY bool all_ranks_below_largest(trey_board board)
{
    unsigned ranks = 1;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        ranks |= 1U << trey_board_rank(board, cell);
    return (ranks & (ranks + 1)) == 0;
}

trey_board trey_eval_downgraded(trey_board board, int from)
{
    for (int missing = 1; from > 0 && missing > 0;) {
        unsigned ranks = 1;
        for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
            ranks |= 1U << trey_board_rank(board, cell);
        if (ranks >> from == 0)
            break;
        missing = 30 - __builtin_clz(ranks);
        while (missing > 0 && (ranks >> missing & 1) != 0)
            missing--;
        if (missing > 0)
            board = halve_above(board, missing);
    }
    assert(from == 0 || trey_largest_rank(board) < (unsigned)from ||
           all_ranks_below_largest(board));
    return board;
}

void trey_evaluator_free(struct trey_evaluator *evaluator)
{
    if (evaluator == NULL)
        return;
    if (evaluator->clear != NULL)
        evaluator->clear(evaluator);
    free(evaluator->name);
    free(evaluator->fallback_warning);
    free(evaluator);
}

const char *trey_evaluator_name(const struct trey_evaluator *evaluator)
{
    return evaluator->name != NULL ? evaluator->name : evaluator->kind;
}

float trey_evaluator_value(const struct trey_evaluator *evaluator, trey_board board)
{
    float value;
    assert(trey_board_fits(evaluator->shape, board));
    trey_evaluator_values(evaluator, &board, 1, &value);
    return value;
}

void trey_eval_discount_format(float discount, char text[TREY_EVAL_DISCOUNT_TEXT])
{
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(text, TREY_EVAL_DISCOUNT_TEXT, "%.*g", digits, (double)discount);
        if (strtof(text, NULL) == discount)
            return;
    }
}

/* Points of a usual game of 2048 up to this tile sum. A tile of 2^n has made n - 1 points
 * for each unit of its sum. Most of a board's sum is in tiles of half the sum and less,
 * and spawned 4s make no points. The logarithm of base 2 is interpolated between powers
 * of 2: it need not be exact, and log2() is a large function in WebAssembly. */
static double usual_points_2048(double sum)
{
    int exponent;
    double part = frexp(sum, &exponent); /* 0.5 to 1 */
    return sum * fmax(exponent - 2.0 + 2.0 * part - 2.2, 0.0);
}

/* Usual number of moves of a game of 2048, for discounted values. With a discount of
 * 0.999 a game that will surely last for the next thousand moves is shown as one that
 * lasts for this many; if only half of these moves are expected, it is half as many. */
static const double usual_moves_2048 = 10000.0;

/* In Threes! points per unit by which the tile sum grows, as for the top tile, which
 * counts once more: 3^12 points for 12288. Games by one ply of the network that comes
 * with trey make 46 to 54 points per unit that it predicts at the start, 37 from a 3072
 * on, 29 from a 6144 on. */
double trey_eval_display(const struct trey_evaluator *evaluator, trey_board board,
                         double value)
{
    static const double points = 531441.0 / 12288.0;
    if (evaluator->measure != TREY_MEASURE_SUMS)
        return value;
    if (evaluator->family == TREY_EVAL_THREES)
        return (double)trey_board_score(board) +
               points * (value - (double)trey_board_sum(board));
    double discount = (double)trey_eval_discount(evaluator);
    double sum = (double)trey_tile_sum(TREY_SLIDE_2048, board) + 1.0;
    if (value <= 0.0)
        return value;
    double more = value * fmax(usual_moves_2048 * (1.0 - discount), 1.0);
    return usual_points_2048(sum + more) - usual_points_2048(sum);
}

/* The values of boards that must be downgraded first, a few at a time. */
static void values_downgraded(const struct trey_evaluator *evaluator,
                              const trey_board *boards, size_t count, float *values)
{
    enum { AT_ONCE = 256 };
    trey_board downgraded[AT_ONCE];
    for (size_t done = 0; done < count; done += AT_ONCE) {
        size_t left = count - done;
        int some = (int)(left < AT_ONCE ? left : AT_ONCE);
        for (int i = 0; i < some; i++)
            downgraded[i] =
                trey_eval_downgraded(boards[done + (size_t)i], evaluator->downgrade);
        evaluator->values(evaluator, downgraded, some, values + done);
    }
}

unsigned trey_eval_threads(const struct trey_evaluator *evaluator, unsigned wanted)
{
    if (evaluator != NULL && evaluator->flush != NULL)
        return 1;
    return wanted != 0 ? wanted : trey_processors();
}

static void values_in_parts(const struct trey_evaluator *evaluator,
                            const trey_board *boards, size_t count, float *values)
{
    const size_t max = 1 << 20; /* fits an int */
    for (size_t done = 0; done < count; done += max) {
        size_t left = count - done;
        assert(trey_board_fits(evaluator->shape, boards[done]));
        evaluator->values(evaluator, boards + done, (int)(left < max ? left : max),
                          values + done);
    }
}

void trey_evaluator_values(const struct trey_evaluator *evaluator,
                           const trey_board *boards, size_t count, float *values)
{
    (evaluator->downgrade != 0 ? values_downgraded : values_in_parts)(evaluator, boards,
                                                                      count, values);
    if (evaluator->flush != NULL && evaluator->flush(evaluator) != 0)
        trey_evaluator_values(evaluator, boards, count, values);
    if (evaluator->measure != TREY_MEASURE_SUMS)
        return;
    for (size_t i = 0; i < count; i++)
        values[i] = (float)trey_eval_display(evaluator, boards[i], (double)values[i]);
}

bool trey_evaluator_counts_points(const struct trey_evaluator *evaluator)
{
    return evaluator->measure != TREY_MEASURE_OWN;
}

struct trey_shape trey_evaluator_shape(const struct trey_evaluator *evaluator)
{
    return evaluator->shape;
}

enum trey_eval_family trey_evaluator_family(const struct trey_evaluator *evaluator)
{
    return evaluator->family;
}
