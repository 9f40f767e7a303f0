#include "eval/eval.h"
#include "util/error.h"

#include <string.h>

enum trey_status trey_evaluator_named(const char *name, struct trey_shape shape,
                                      enum trey_eval_family family,
                                      struct trey_evaluator **evaluator,
                                      struct trey_error *error)
{
    if (strcmp(name, "heuristic") == 0)
        return trey_evaluator_heuristic(shape, family, evaluator, error);
    if (strcmp(name, "points") == 0)
        return trey_evaluator_points(shape, family, evaluator, error);
    return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                     "no evaluation \"%s\": there are heuristic, points", name);
}
