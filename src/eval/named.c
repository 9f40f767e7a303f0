#include "eval/network.h"
#include "util/error.h"

#include <string.h>

static const char network_prefix[] = "network:";

static enum trey_status read_network(const char *path, struct trey_shape shape,
                                     enum trey_eval_family family,
                                     struct trey_evaluator **evaluator,
                                     struct trey_error *error)
{
    struct trey_network *network = NULL;
    struct trey_error why = {0};
    if (shape.rows != 4 || shape.cols != 4 || family != TREY_EVAL_THREES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "networks are for Threes! on 4 x 4 cells");
    enum trey_status status = trey_network_read(path, &network, &why);
    if (status != TREY_OK)
        return trey_fail(error, status, 0, "%s: %s", path, why.message);
    *evaluator = &network->base;
    return TREY_OK;
}

enum trey_status trey_evaluator_named(const char *name, struct trey_shape shape,
                                      enum trey_eval_family family,
                                      struct trey_evaluator **evaluator,
                                      struct trey_error *error)
{
    if (strcmp(name, "heuristic") == 0)
        return trey_evaluator_heuristic(shape, family, evaluator, error);
    if (strcmp(name, "points") == 0)
        return trey_evaluator_points(shape, family, evaluator, error);
    if (strncmp(name, network_prefix, strlen(network_prefix)) == 0)
        return read_network(name + strlen(network_prefix), shape, family, evaluator,
                            error);
    return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                     "no evaluation \"%s\": there are heuristic, points, network:FILE",
                     name);
}
