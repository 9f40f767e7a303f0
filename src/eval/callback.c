/* Evaluators that call a function of the caller.
 *
 * A gathering evaluator remembers boards in the order of requests: boards[i] has
 * values[i] if i < known; the later ones wait to be evaluated together (flush). `slots`
 * is a hash table of indices plus 1 with linear probing, twice as large as the memory; 0
 * is empty. When the memory is full, further boards are evaluated at once, and the next
 * flush forgets all of them; so it does after an evaluation that failed. */
#include "base/check.h"
#include "base/error.h"
#include "base/random.h"
#include "eval/eval.h"

#include <stdlib.h>
#include <string.h>

struct gathered {
    trey_board *boards;
    float *values;
    uint32_t *slots;
    size_t capacity, slot_count; /* powers of two */
    size_t count, known;
    bool failed; /* an evaluation returned a value that is not finite */
};

struct callback {
    struct trey_evaluator base;
    struct trey_evaluation evaluation;
    struct gathered *gathered; /* NULL: each board is evaluated at once */
};

static void call_value(const struct trey_evaluator *evaluator, const trey_board *boards,
                       int count, float *values)
{
    const struct trey_evaluation *evaluation =
        &((const struct callback *)evaluator)->evaluation;
    for (int i = 0; i < count; i++)
        values[i] = evaluation->value(evaluation->context, boards[i]);
}

static void call_values(const struct trey_evaluator *evaluator, const trey_board *boards,
                        int count, float *values)
{
    const struct trey_evaluation *evaluation =
        &((const struct callback *)evaluator)->evaluation;
    evaluation->values(evaluation->context, boards, (size_t)count, values);
}

/* The slot of a board, or the empty one where it belongs. */
static uint32_t *slot_of(const struct gathered *gathered, trey_board board)
{
    size_t mask = gathered->slot_count - 1, i = trey_mix64(board) & mask;
    while (gathered->slots[i] != 0 && gathered->boards[gathered->slots[i] - 1] != board)
        i = (i + 1) & mask;
    return &gathered->slots[i];
}

static void gather_values(const struct trey_evaluator *evaluator,
                          const trey_board *boards, int count, float *values)
{
    struct gathered *gathered = ((const struct callback *)evaluator)->gathered;
    for (int i = 0; i < count; i++) {
        uint32_t *slot = slot_of(gathered, boards[i]);
        if (*slot == 0 && gathered->count == gathered->capacity) {
            call_values(evaluator, &boards[i], 1, &values[i]);
            continue;
        }
        if (*slot == 0) {
            gathered->boards[gathered->count] = boards[i];
            gathered->values[gathered->count] = 0.0F;
            *slot = (uint32_t)++gathered->count;
        }
        values[i] = gathered->values[*slot - 1];
    }
}

static size_t flush_gathered(const struct trey_evaluator *evaluator)
{
    struct gathered *gathered = ((const struct callback *)evaluator)->gathered;
    size_t unknown = gathered->count - gathered->known;
    if (unknown > 0)
        call_values(evaluator, gathered->boards + gathered->known, (int)unknown,
                    gathered->values + gathered->known);
    for (; gathered->known < gathered->count; gathered->known++) {
        float *value = &gathered->values[gathered->known];
        if (isfinite(*value))
            continue;
        *value = 0.0F;
        gathered->failed = true;
    }
    if (unknown == 0 && (gathered->count == gathered->capacity || gathered->failed)) {
        gathered->failed = false;
        memset(gathered->slots, 0, gathered->slot_count * sizeof *gathered->slots);
        gathered->count = gathered->known = 0;
    }
    return unknown;
}

static void free_gathered(struct gathered *gathered)
{
    if (gathered == NULL)
        return;
    free(gathered->boards);
    free(gathered->values);
    free(gathered->slots);
    free(gathered);
}

static void clear(struct trey_evaluator *evaluator)
{
    free_gathered(((struct callback *)evaluator)->gathered);
}

/* Allocates memory for `capacity` boards; NULL if out of memory. */
static struct gathered *make_gathered(size_t capacity)
{
    struct gathered *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->capacity = capacity;
    made->slot_count = 2;
    while (made->slot_count < 2 * capacity)
        made->slot_count *= 2;
    made->boards = calloc(capacity, sizeof *made->boards);
    made->values = calloc(capacity, sizeof *made->values);
    made->slots = calloc(made->slot_count, sizeof *made->slots);
    if (made->boards == NULL || made->values == NULL || made->slots == NULL) {
        free_gathered(made);
        return NULL;
    }
    return made;
}

static enum trey_status check(struct trey_shape shape, enum trey_eval_family family,
                              const struct trey_evaluation *evaluation,
                              struct trey_error *error)
{
    if (!trey_eval_family_known(family))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "unknown tiles");
    if (shape.rows < 1 || shape.cols < 1 || shape.rows * shape.cols > TREY_MAX_CELLS)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "no evaluator for %d x %d cells",
                         shape.rows, shape.cols);
    if ((evaluation->value == NULL) == (evaluation->values == NULL))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "exactly one of value and values must be set");
    if (evaluation->gather > TREY_EVAL_MAX_GATHER ||
        (evaluation->gather > 0 && evaluation->values == NULL))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "gather must be 0 to %zu boards, and needs values",
                         TREY_EVAL_MAX_GATHER);
    return TREY_OK;
}

enum trey_status trey_evaluator_custom(struct trey_shape shape,
                                       enum trey_eval_family family,
                                       const struct trey_evaluation *evaluation,
                                       struct trey_evaluator **evaluator,
                                       struct trey_error *error)
{
    enum trey_status status = check(shape, family, evaluation, error);
    if (status != TREY_OK)
        return status;
    struct callback *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->base = (struct trey_evaluator){
        .values = evaluation->value != NULL ? call_value : call_values,
        .shape = shape,
        .family = family,
        .kind = "own",
        .measure = evaluation->points ? TREY_MEASURE_POINTS : TREY_MEASURE_OWN,
        .lost = evaluation->lost,
        .won = evaluation->won,
    };
    made->evaluation = *evaluation;
    if (evaluation->gather > 0) {
        made->gathered = make_gathered(evaluation->gather);
        if (made->gathered == NULL) {
            free(made);
            return trey_fail_memory(error, 20 * evaluation->gather);
        }
        made->base.values = gather_values;
        made->base.flush = flush_gathered;
        made->base.clear = clear;
    }
    *evaluator = &made->base;
    return TREY_OK;
}
