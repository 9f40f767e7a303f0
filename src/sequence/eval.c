/* Line values of the planner's evaluation: for each stage of a game a table of all lines
 * of four ranks, computed once from the weights. */
#include "sequence/eval.h"

#include "board/cells.h"

#include <math.h>
#include <stdlib.h>

#define EARLY(name, early, late, plain, help) .name = early,
#define LATE(name, early, late, plain, help)  .name = late,
#define PLAIN(name, early, late, plain, help) .name = plain,
const struct trey_eval_weights trey_eval_early = {TREY_EVAL_WEIGHTS(EARLY)};
const struct trey_eval_weights trey_eval_late = {TREY_EVAL_WEIGHTS(LATE)};
const struct trey_eval_weights trey_eval_plain = {TREY_EVAL_WEIGHTS(PLAIN)};
#undef EARLY
#undef LATE
#undef PLAIN

enum { MAX_RANKS = 32 };

/* Powers of the ranks, computed once for each table. */
struct powers {
    float order[MAX_RANKS], load[MAX_RANKS];
};

static float neighbours_value(const struct trey_eval_weights *w, int a, int b)
{
    if (a == 0 || b == 0)
        return 0.0F;
    float value = -w->step * (float)abs(a - b);
    if (trey_ranks_merge(a, b))
        value += w->merge;
    else if (a >= 3 && b >= 3 && abs(a - b) == 1)
        value += w->run;
    return value;
}

/* Distance of the line from being sorted, in the better direction. */
static float disorder(const struct powers *p, const int line[4])
{
    float up = 0.0F, down = 0.0F;
    for (int i = 0; i + 1 < 4; i++) {
        float rise = p->order[line[i + 1]] - p->order[line[i]];
        if (rise > 0.0F)
            up += rise;
        else
            down -= rise;
    }
    return up < down ? up : down;
}

static float trap_penalty(const struct trey_eval_weights *w, const int line[4])
{
    float value = 0.0F;
    for (int i = 1; i < 3; i++) {
        int lower = line[i - 1] < line[i + 1] ? line[i - 1] : line[i + 1];
        if (line[i] != 0 && line[i] < lower)
            value += w->trap * (float)(lower - line[i]);
    }
    if (line[0] != 0 && line[0] < line[1])
        value += w->edge_trap * (float)(line[1] - line[0]);
    if (line[3] != 0 && line[3] < line[2])
        value += w->edge_trap * (float)(line[2] - line[3]);
    return value;
}

/* Number of directions, 0 to 2, in which the line can move. */
static int mobility(const int line[4])
{
    bool low = false, high = false;
    for (int i = 0; i + 1 < 4; i++) {
        bool joins = trey_ranks_merge(line[i], line[i + 1]);
        low = low || joins || (line[i] == 0 && line[i + 1] != 0);
        high = high || joins || (line[i] != 0 && line[i + 1] == 0);
    }
    return low + high;
}

static float line_value(const struct trey_eval_weights *w, const struct powers *p,
                        const int line[4])
{
    float value = 0.0F;
    for (int i = 0; i < 4; i++) {
        value -= w->load * p->load[line[i]];
        if (line[i] == 0)
            value += w->empty;
        if (i + 1 < 4)
            value += neighbours_value(w, line[i], line[i + 1]);
    }
    value += w->mobile * (float)mobility(line);
    return value - w->order * disorder(p, line) - trap_penalty(w, line);
}

static bool make_stage(struct trey_eval *eval, unsigned bits,
                       const struct trey_eval_weights *weights)
{
    uint32_t count = (uint32_t)1 << (4 * bits);
    int32_t *table = malloc(count * sizeof *table);
    if (table == NULL)
        return false;
    struct powers powers;
    for (int rank = 0; rank < MAX_RANKS; rank++) {
        powers.order[rank] = powf((float)rank, weights->order_power);
        powers.load[rank] = powf((float)rank, weights->load_power);
    }
    uint32_t mask = (1U << bits) - 1;
    for (uint32_t index = 0; index < count; index++) {
        int line[4];
        for (unsigned i = 0; i < 4; i++)
            line[i] = (int)((index >> (bits * i)) & mask);
        table[index] = (int32_t)(line_value(weights, &powers, line) * TREY_EVAL_UNIT);
    }
    *eval = (struct trey_eval){
        .line = table,
        .bits = bits,
        .slide_penalty = {TREY_EVAL_STUCK, (int32_t)(weights->one_way * TREY_EVAL_UNIT),
                          (int32_t)(weights->two_ways * TREY_EVAL_UNIT)},
        .end = (double)weights->end,
        .end_moves = (double)weights->end_moves,
    };
    return true;
}

bool trey_eval_make(struct trey_eval stages[TREY_EVAL_STAGES],
                    const struct trey_eval_weights *early,
                    const struct trey_eval_weights *late, uint64_t last_sum)
{
    for (int stage = 0; stage < TREY_EVAL_STAGES; stage++)
        stages[stage] = (struct trey_eval){0};
    for (int stage = 0; stage <= (int)trey_eval_stage_of(last_sum); stage++)
        if (!make_stage(&stages[stage], stage == TREY_EVAL_LATE_WIDE ? 5 : 4,
                        stage == TREY_EVAL_EARLY ? early : late)) {
            trey_eval_clear(stages);
            return false;
        }
    return true;
}

void trey_eval_clear(struct trey_eval stages[TREY_EVAL_STAGES])
{
    for (int stage = 0; stage < TREY_EVAL_STAGES; stage++) {
        free(stages[stage].line);
        stages[stage].line = NULL;
    }
}
