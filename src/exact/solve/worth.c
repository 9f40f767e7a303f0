/* The doubles that come out depend on the order in which they are added: entries by cell
 * within a draw, draws within a column. It is kept here, for all who value layers. */
#include "exact/solve/worth.h"
#include "base/check.h"

/* Averages that differ by less are equal; the first of U, R, D and L is taken. */
#define EQUAL 1e-9

/* --- after-states ----------------------------------------------------------------------
 */

void trey_sums_clear(struct trey_sums *sums, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sums->avg[i] = 0;
        sums->min[i] = UINT32_MAX;
        sums->max[i] = 0;
    }
}

void trey_shares_find(const struct trey_entries *entries, size_t count, double *share)
{
    for (size_t i = 0; i < count; i++)
        share[i] = 0;
    for (size_t i = 0; i < entries->count; i++)
        share[entries->owner[i]]++;
    for (size_t i = 0; i < count; i++) {
        assert(share[i] >= 1); /* a slide leaves a cell to enter */
        share[i] = 1 / share[i];
    }
}

void trey_sums_add(const struct trey_entries *entries, const struct trey_draw *draw,
                   const double *share, const struct trey_values *mean,
                   const uint32_t *place, struct trey_sums *sums)
{
    for (size_t i = 0; i < entries->count; i++) {
        unsigned owner = entries->owner[i];
        sums->avg[owner] +=
            draw->chance * share[owner] * (mean->avg[place[i]] - draw->unearned);
        if (mean->min == NULL)
            continue;
        uint32_t unearned = (uint32_t)draw->unearned;
        uint32_t min = mean->min[place[i]] - unearned;
        uint32_t max = mean->max[place[i]] - unearned;
        sums->min[owner] = min < sums->min[owner] ? min : sums->min[owner];
        sums->max[owner] = max > sums->max[owner] ? max : sums->max[owner];
    }
}

void trey_sums_put(const struct trey_sums *sums, size_t count, size_t at,
                   unsigned columns, unsigned column, const struct trey_values *values)
{
    for (size_t i = 0; i < count; i++) {
        size_t to = (at + i) * columns + column;
        values->avg[to] = sums->avg[i];
        if (values->min != NULL) {
            values->min[to] = sums->min[i];
            values->max[to] = sums->max[i];
        }
    }
}

/* --- boards ----------------------------------------------------------------------------
 */

void trey_legal_recall(const struct trey_slid *slid, int d, size_t at, size_t count,
                       struct trey_legal *legal)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        legal->number[found] = slid->to[d][at + i];
        legal->who[found] = (uint8_t)i;
        legal->turned[found] = slid->turned[at + i] >> d & 1;
        found += slid->legal[at + i] >> d & 1;
    }
    legal->count = found;
}

void trey_best_clear(const struct trey_values *best, size_t at, size_t count,
                     unsigned columns)
{
    for (size_t i = at * columns; i < (at + count) * columns; i++)
        best->avg[i] = -1;
}

/* Where a state is exchanged, hints 1 and 2 are, which are the first columns if there are
 * several. */
void trey_best_take(const struct trey_values *best, const struct trey_values *after,
                    unsigned columns, const struct trey_legal *legal, size_t at)
{
    for (size_t i = 0; i < legal->count; i++)
        for (unsigned column = 0; column < columns; column++) {
            bool turned = legal->turned[i] && columns > 1 && column < 2;
            size_t from =
                (size_t)legal->place[i] * columns + (turned ? 1 - column : column);
            size_t to = (at + legal->who[i]) * columns + column;
            if (!(after->avg[from] > best->avg[to] + EQUAL))
                continue;
            best->avg[to] = after->avg[from];
            if (best->min != NULL) {
                best->min[to] = after->min[from];
                best->max[to] = after->max[from];
            }
        }
}

/* Boards without a slide get their points. */
static void end_game(const struct trey_values *best, size_t first, unsigned columns,
                     uint64_t points)
{
    for (unsigned column = 0; column < columns; column++) {
        best->avg[first + column] = (double)points;
        if (best->min != NULL)
            best->min[first + column] = best->max[first + column] = (uint32_t)points;
    }
}

static void take_mean(const struct trey_values *best, size_t first, unsigned columns,
                      const struct trey_values *mean, size_t to)
{
    double sum = 0;
    assert(columns >= 1 && columns <= TREY_HINTS);
    for (unsigned column = 0; column < columns; column++)
        sum += best->avg[first + column];
    mean->avg[to] = sum / columns;
    if (best->min == NULL)
        return;
    mean->min[to] = best->min[first];
    mean->max[to] = best->max[first];
    for (size_t at = first + 1; at < first + columns; at++) {
        mean->min[to] = best->min[at] < mean->min[to] ? best->min[at] : mean->min[to];
        mean->max[to] = best->max[at] > mean->max[to] ? best->max[at] : mean->max[to];
    }
    assert(mean->min[to] <= mean->max[to]);
}

/* Whether some nibble is `rank` or more. */
static bool has_rank(trey_board board, unsigned rank)
{
    uint64_t eights = TREY_LOW_BITS * 8, low = board & ~eights;
    if (rank >= 8)
        return (board & (low + TREY_LOW_BITS * (16 - rank)) & eights) != 0;
    return ((board | (low + TREY_LOW_BITS * (8 - rank))) & eights) != 0;
}

/* Counts a board, one for all its images, and `kinds` of these for one exchanged. */
static void tally_board(struct trey_solver *solver, const struct trey_frame *frame,
                        trey_board board, bool ended, uint32_t kinds,
                        struct trey_tally *tally)
{
    while (has_rank(board, tally->top_rank + 1))
        tally->top_rank++;
    if (!solver->game.folded &&
        trey_fold_one(&solver->game, &solver->game.orbit, board) != board)
        return;
    tally->kinds += kinds;
    tally->ended += ended ? kinds : 0;
    const struct trey_frame *other = trey_frame_of(solver, frame->number + 1);
    if (frame->number % 2 == 0 && other->number == frame->number + 1 && other->size > 0) {
        uint32_t place = trey_partition_local(
            &solver->partition, trey_rank_of(&solver->ranking, frame->rows, board));
        if (other->set.bits[place / 64] >> (place % 64) & 1)
            tally->twice += kinds;
    }
}

void trey_best_finish(struct trey_solver *solver, const struct trey_frame *frame,
                      const trey_board *boards, size_t count, size_t at,
                      struct trey_tally *tally)
{
    const struct trey_values *best = &solver->best;
    unsigned columns = frame->slot.columns;
    trey_board other[TREY_BATCH]; /* exchanged */
    bool mixed = trey_slot_fold(&solver->game, frame->number)->exchange;
    for (size_t i = 0; mixed && i < count; i++)
        other[i] = trey_exchange(boards[i]);
    if (mixed)
        solver->kernels->fold(&solver->game, &solver->game.whole, other, count);
    for (size_t i = 0; i < count; i++) {
        size_t first = (at + i) * columns;
        bool ended = best->avg[first] < 0;
        if (ended)
            end_game(best, first, columns, trey_exact_points(&solver->game, boards[i]));
        take_mean(best, first, columns, &frame->mean, at + i);
        tally_board(solver, frame, boards[i], ended,
                    mixed && other[i] != boards[i] ? 2 : 1, tally);
    }
}

void trey_tally_add(struct trey_layer *layer, const struct trey_tally *tally,
                    size_t chunks)
{
    for (size_t chunk = 0; chunk < chunks; chunk++) {
        layer->kinds += tally[chunk].kinds;
        layer->ended += tally[chunk].ended;
        layer->twice += tally[chunk].twice;
        if (tally[chunk].top_rank > layer->top_rank)
            layer->top_rank = tally[chunk].top_rank;
    }
}

void trey_root_add(struct trey_solver *solver, trey_board board, unsigned number,
                   double chance, double mean)
{
    const struct trey_exact_game *game = &solver->game;
    double earned = game->twos ? (double)trey_exact_points(game, board) : 0;
    double value = chance * (mean - earned);
    solver->root.value += value;
    if (game->start == 1 && !game->twos) /* a third of the chance is for each tile */
        solver->root.first[number / 2 - 1] += TREY_HINTS * value;
}
