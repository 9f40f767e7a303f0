/* Detection of untrained networks. A file with a correct checksum may still hold
 * arbitrary weights. Each stage therefore evaluates random boards of its own. The
 * expected remaining score is never negative: a network is doubtful if it gives negative
 * values for many boards, values above any possible score, or values that are not
 * numbers. A stage that gives 0 for all boards has no weights. Trained networks are far
 * from these limits; random weights give negative values for about half of the boards. */
#include "base/random.h"
#include "eval/eval.h"
#include "eval/network.h"

#include <math.h>

enum { SAMPLES = 64, MAX_TRIES = 4096, IMPLAUSIBLE_SHARE = 4 };

/* Above any possible score: 16 tiles of 6144, or of 65536 in 2048, with a margin. */
static const float max_points = 1e8F;

/* A random board of a stage: the stage's large tiles, with smaller ones in some free
 * cells. */
static trey_board random_board(const struct trey_network *network, int stage,
                               struct trey_random *random)
{
    trey_board board = trey_stages_min_board(&network->stages, stage);
    int cells = network->base.shape.rows * network->base.shape.cols;
    uint32_t filled = 3 + trey_random_below(random, 6);
    for (int cell = 0; cell < cells; cell++)
        if (trey_board_rank(board, cell) == 0 && trey_random_below(random, 8) < filled)
            board = trey_board_with(board, cell, 1 + (int)trey_random_below(random, 7));
    return board;
}

static const char *stage_problem(const struct trey_network *network, int stage)
{
    struct trey_random random;
    trey_network_prepare(network, stage, NULL);
    if (atomic_load(&network->stage[stage].damaged))
        return "the weights of a stage do not fit the network's tuples";
    trey_random_seed(&random, 1);
    int checked = 0, implausible = 0, zero = 0;
    for (int i = 0; i < MAX_TRIES && checked < SAMPLES; i++) {
        trey_board board = random_board(network, stage, &random);
        if (trey_stage_of(&network->stages, board) != stage)
            continue;
        float rest = trey_evaluator_value(&network->base, board);
        if (!trey_eval_tiles(network->base.family)->merges_score)
            rest -= (float)trey_board_score(board);
        implausible += !(rest >= 0.0F && rest <= max_points);
        zero += rest == 0.0F;
        checked++;
    }
    if (implausible * IMPLAUSIBLE_SHARE > checked)
        return "the network gives values that no game can have; it may not be trained";
    if (checked > 0 && zero == checked)
        return "a stage of the network has no weights; it may not be trained";
    return NULL;
}

const char *trey_evaluator_untrained(const struct trey_evaluator *evaluator, bool whole)
{
    if (!trey_network_is(evaluator))
        return NULL;
    const struct trey_network *network = (const struct trey_network *)evaluator;
    for (int i = 0; i < network->stages.count; i++) {
        if (!whole && !atomic_load(&network->stage[i].ready))
            continue;
        const char *doubt = stage_problem(network, i);
        if (doubt != NULL)
            return doubt;
    }
    return NULL;
}

/* A decoded stage does not change: one that was found plausible is not checked again. Two
 * threads may check the same stage, with the same result. */
const char *trey_evaluator_warning(const struct trey_evaluator *evaluator)
{
    if (evaluator->fallback_warning != NULL)
        return evaluator->fallback_warning;
    if (!trey_network_is(evaluator))
        return NULL;
    const struct trey_network *network = (const struct trey_network *)evaluator;
    for (int i = 0; i < network->stages.count; i++) {
        if ((atomic_load(&network->plausible_stages) >> i & 1) != 0 ||
            !atomic_load(&network->stage[i].ready))
            continue;
        const char *doubt = stage_problem(network, i);
        if (doubt != NULL)
            return doubt;
        atomic_fetch_or(&network->self->plausible_stages, 1u << i);
    }
    return NULL;
}
