/* Bellman's equation for one board, from the rules. */
#include "exact/table/check.h"

#include <math.h>

/* Averages that differ by less are equal; the first of U, R, D and L is taken. */
#define EQUAL 1e-9

const struct trey_exact_value *trey_check_follow(struct trey_checker *checker,
                                                 unsigned slot, trey_board board)
{
    const struct trey_exact *exact = checker->exact;
    slot = trey_slot_settle(&exact->game, slot, &board);
    struct trey_checked *frame = trey_checked_of(checker, slot);
    if (frame->number != slot || frame->size == 0 ||
        !trey_rank_fits(&exact->ranking, frame->rows, board))
        return NULL;
    uint32_t number = trey_rank_of(&exact->ranking, frame->rows, board);
    uint64_t word = frame->set.bits[number / 64], bit = (uint64_t)1 << (number % 64);
    if (!(word & bit))
        return NULL;
    trey_set_add(&frame->reached, number);
    uint32_t place =
        frame->set.before[number / 64] + (uint32_t)__builtin_popcountll(word & (bit - 1));
    return &frame->mean[place];
}

/* The value of an after-state with a hint; false if a board that follows is missing. */
static bool enter(struct trey_checker *checker, struct trey_plain_board *after,
                  const int *cells, int count, const struct trey_plain_hint *hint,
                  struct trey_exact_value *value)
{
    *value = (struct trey_exact_value){HUGE_VAL, 0, -HUGE_VAL};
    for (unsigned k = 0; k < hint->count; k++) {
        const struct trey_plain_draw *draw = &hint->draw[k];
        for (int i = 0; i < count; i++) {
            after->rank[cells[i]] = (uint8_t)draw->rank;
            trey_board board = trey_plain_board(&checker->plain, after);
            after->rank[cells[i]] = 0;
            const struct trey_exact_value *next =
                trey_check_follow(checker, draw->slot, board);
            if (next == NULL)
                return false;
            value->avg += draw->chance * (next->avg - draw->unearned) / count;
            value->min = fmin(value->min, next->min - draw->unearned);
            value->max = fmax(value->max, next->max - draw->unearned);
        }
    }
    return true;
}

/* The values of a board by hint, from the rules; false as above. */
static bool compute(struct trey_checker *checker, const struct trey_plain_board *board,
                    struct trey_exact_value *value, unsigned columns, bool *ended)
{
    struct trey_plain_hint hints[TREY_HINTS];
    unsigned count = trey_plain_hints(&checker->plain, checker->now->number, hints);
    *ended = true;
    for (int d = 0; d < 4 && count == columns; d++) {
        struct trey_plain_board after = *board;
        int cells[TREY_EXACT_MAX_CELLS];
        if (!trey_plain_slide(&checker->plain, d, &after))
            continue;
        int entries = trey_plain_entries(&checker->plain, d, &after, cells);
        for (unsigned column = 0; column < columns; column++) {
            struct trey_exact_value one;
            if (!enter(checker, &after, cells, entries, &hints[column], &one))
                return false;
            if (*ended || one.avg > value[column].avg + EQUAL)
                value[column] = one;
        }
        *ended = false;
    }
    double points = trey_plain_points(&checker->plain, board);
    for (unsigned column = 0; column < columns && *ended; column++)
        value[column] = (struct trey_exact_value){points, points, points};
    return count == columns;
}

static bool agrees(const struct trey_checker *checker,
                   const struct trey_exact_value *stored,
                   const struct trey_exact_value *computed, double allowed)
{
    if (!(fabs(stored->avg - computed->avg) <= allowed))
        return false;
    return !checker->exact->store.exact_values ||
           (stored->min == computed->min && stored->max == computed->max);
}

enum trey_fault trey_check_board(struct trey_checker *checker, trey_board board,
                                 uint64_t place, double allowed,
                                 struct trey_finding *finding)
{
    const struct trey_exact *exact = checker->exact;
    const struct trey_layer *layer = checker->now->layer;
    struct trey_exact_value computed[TREY_HINTS] = {{0, 0, 0}}, stored;
    struct trey_plain_board plain;
    const struct trey_fold *fold = trey_slot_fold(&exact->game, checker->now->number);
    bool ended, least = trey_fold_one(&exact->game, &exact->game.orbit, board) == board;
    uint32_t kinds = least;
    if (exact->game.folded && trey_fold_one(&exact->game, fold, board) != board)
        return TREY_NOT_SMALLEST;
    if (fold->exchange)
        kinds += trey_fold_one(&exact->game, &exact->game.orbit, trey_exchange(board)) !=
                 board;
    trey_plain_read(&checker->plain, board, &plain);
    if (!compute(checker, &plain, computed, layer->columns, &ended))
        return TREY_MISSING;
    finding->kinds += kinds;
    finding->ended += ended ? kinds : 0;
    for (int cell = 0; cell < checker->plain.cells; cell++)
        if (plain.rank[cell] > finding->top_rank)
            finding->top_rank = plain.rank[cell];
    for (unsigned column = 0; column < layer->columns; column++) {
        trey_values_decode(layer, exact->store.exact_values,
                           place * layer->columns + column, &stored);
        if (agrees(checker, &stored, &computed[column], allowed))
            continue;
        finding->stored = stored.avg;
        finding->computed = computed[column].avg;
        return TREY_WRONG_VALUE;
    }
    return TREY_NO_FAULT;
}
