/* Checks Bellman's equation for one board: with the independent rules of plain.c it makes
 * all successors, looks their means up in the open frames, and compares the best slide's
 * value under each hint with the stored one. On the way it marks the successors as
 * reached and counts the board. */
#include "exact/table/check.h"

#include <math.h>

/* Averages that differ by less are equal; the first of U, R, D and L wins. */
#define EQUAL 1e-9

const struct trey_exact_value *trey_check_successor(struct trey_checker *checker,
                                                    unsigned slot, trey_board board)
{
    const struct trey_exact *exact = checker->exact;
    slot = trey_slot_canonicalise(&exact->game, slot, &board);
    struct trey_check_frame *frame = trey_check_frame_of(checker, slot);
    if (frame->number != slot || frame->size == 0 ||
        !trey_ranking_holds(&exact->ranking, frame->rows, board))
        return NULL;
    uint32_t index = trey_board_index(&exact->ranking, frame->rows, board);
    uint64_t word = frame->set.bits[index / 64], bit = (uint64_t)1 << (index % 64);
    if (!(word & bit))
        return NULL;
    trey_set_add(&frame->reached, index);
    uint32_t place =
        frame->set.before[index / 64] + (uint32_t)__builtin_popcountll(word & (bit - 1));
    return &frame->mean[place];
}

/* Value of an after-state under a hint; false if a successor is missing. */
static bool value_after(struct trey_checker *checker, struct trey_plain_board *after,
                        const int *cells, int count, const struct trey_plain_hint *hint,
                        struct trey_exact_value *value)
{
    *value = (struct trey_exact_value){HUGE_VAL, 0, -HUGE_VAL};
    for (unsigned k = 0; k < hint->count; k++) {
        const struct trey_plain_draw *draw = &hint->draw[k];
        for (int i = 0; i < count; i++) {
            after->rank[cells[i]] = (uint8_t)draw->rank;
            trey_board board = trey_plain_to_board(&checker->plain, after);
            after->rank[cells[i]] = 0;
            const struct trey_exact_value *next =
                trey_check_successor(checker, draw->slot, board);
            if (next == NULL)
                return false;
            value->avg += draw->chance * (next->avg - draw->unearned) / count;
            value->min = fmin(value->min, next->min - draw->unearned);
            value->max = fmax(value->max, next->max - draw->unearned);
        }
    }
    return true;
}

/* Values of a board by hint, from the rules; false if a successor is missing. */
static bool compute_values(struct trey_checker *checker,
                           const struct trey_plain_board *board,
                           struct trey_exact_value *value, unsigned columns,
                           bool *terminal)
{
    struct trey_plain_hint hints[TREY_HINTS];
    unsigned count = trey_plain_hints(&checker->plain, checker->current->number, hints);
    *terminal = true;
    for (int d = 0; d < 4 && count == columns; d++) {
        struct trey_plain_board after = *board;
        int cells[TREY_EXACT_MAX_CELLS];
        if (!trey_plain_slide(&checker->plain, d, &after))
            continue;
        int spawns = trey_plain_spawn_cells(&checker->plain, d, &after, cells);
        for (unsigned column = 0; column < columns; column++) {
            struct trey_exact_value one;
            if (!value_after(checker, &after, cells, spawns, &hints[column], &one))
                return false;
            if (*terminal || one.avg > value[column].avg + EQUAL)
                value[column] = one;
        }
        *terminal = false;
    }
    double points = trey_plain_points(&checker->plain, board);
    for (unsigned column = 0; column < columns && *terminal; column++)
        value[column] = (struct trey_exact_value){points, points, points};
    return count == columns;
}

static bool values_agree(const struct trey_checker *checker,
                         const struct trey_exact_value *stored,
                         const struct trey_exact_value *computed, double allowed)
{
    if (!(fabs(stored->avg - computed->avg) <= allowed))
        return false;
    return !checker->exact->store.exact_values ||
           (stored->min == computed->min && stored->max == computed->max);
}

enum trey_check_fault trey_check_board(struct trey_checker *checker, trey_board board,
                                       uint64_t place, double allowed,
                                       struct trey_check_finding *finding)
{
    const struct trey_exact *exact = checker->exact;
    const struct trey_layer *layer = checker->current->layer;
    struct trey_exact_value computed[TREY_HINTS] = {{0, 0, 0}}, stored;
    struct trey_plain_board plain;
    const struct trey_fold *fold = trey_slot_fold(&exact->game, checker->current->number);
    bool terminal,
        is_min = trey_fold_min(&exact->game, &exact->game.orbit, board) == board;
    uint32_t orbits = is_min;
    if (exact->game.folded && trey_fold_min(&exact->game, fold, board) != board)
        return TREY_NOT_SMALLEST;
    if (fold->exchange)
        orbits += trey_fold_min(&exact->game, &exact->game.orbit, trey_exchange(board)) !=
                  board;
    trey_plain_from_board(&checker->plain, board, &plain);
    if (!compute_values(checker, &plain, computed, layer->columns, &terminal))
        return TREY_MISSING;
    finding->orbits += orbits;
    finding->terminal += terminal ? orbits : 0;
    for (int cell = 0; cell < checker->plain.cells; cell++)
        if (plain.rank[cell] > finding->top_rank)
            finding->top_rank = plain.rank[cell];
    for (unsigned column = 0; column < layer->columns; column++) {
        trey_values_decode(layer, exact->store.exact_values,
                           place * layer->columns + column, &stored);
        if (values_agree(checker, &stored, &computed[column], allowed))
            continue;
        finding->stored = stored.avg;
        finding->computed = computed[column].avg;
        return TREY_WRONG_VALUE;
    }
    return TREY_NO_FAULT;
}
