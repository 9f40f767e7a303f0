/* Evaluators that call a function of somebody else's. */
#include "base/error.h"
#include "eval/eval.h"

#include <stdlib.h>

struct own {
    struct trey_evaluator base;
    struct trey_evaluation evaluation;
};

static void values(const struct trey_evaluator *evaluator, const trey_board *boards,
                   int count, float *values)
{
    const struct trey_evaluation *evaluation =
        &((const struct own *)evaluator)->evaluation;
    for (int i = 0; i < count; i++)
        values[i] = evaluation->value(evaluation->context, boards[i]);
}

enum trey_status trey_evaluator_own(struct trey_shape shape, enum trey_eval_family family,
                                    const struct trey_evaluation *evaluation,
                                    struct trey_evaluator **evaluator,
                                    struct trey_error *error)
{
    if (shape.rows < 1 || shape.cols < 1 || shape.rows * shape.cols > TREY_MAX_CELLS ||
        (family != TREY_EVAL_THREES && family != TREY_EVAL_2048))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "no evaluation of %d x %d cells of family %d", shape.rows,
                         shape.cols, (int)family);
    struct own *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->base = (struct trey_evaluator){
        .values = values,
        .shape = shape,
        .family = family,
        .kind = "own",
        .measure = evaluation->points ? TREY_MEASURE_POINTS : TREY_MEASURE_OWN,
        .lost = evaluation->lost,
        .won = evaluation->won,
    };
    made->evaluation = *evaluation;
    *evaluator = &made->base;
    return TREY_OK;
}
