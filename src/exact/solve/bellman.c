/* The arithmetic of Bellman's equation. Floating-point sums depend on the order of
 * additions: spawns by cell within a draw, draws within a column. All code that values
 * layers uses these functions and so gets identical results. */
#include "exact/solve/bellman.h"
#include "base/check.h"

/* Averages that differ by less are equal; the first of U, R, D and L wins. */
#define EQUAL 1e-9

/* --- after-states ----------------------------------------------------------------------
 */

void trey_value_sums_clear(struct trey_value_sums *sums, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sums->avg[i] = 0;
        sums->min[i] = UINT32_MAX;
        sums->max[i] = 0;
    }
}

void trey_spawn_weights_find(const struct trey_spawns *spawns, size_t count,
                             double *share)
{
    for (size_t i = 0; i < count; i++)
        share[i] = 0;
    for (size_t i = 0; i < spawns->count; i++)
        share[spawns->owner[i]]++;
    for (size_t i = 0; i < count; i++) {
        assert(share[i] >= 1); /* a slide leaves an empty spawn cell */
        share[i] = 1 / share[i];
    }
}

void trey_value_sums_add(const struct trey_spawns *spawns, const struct trey_draw *draw,
                         const double *share, const struct trey_values *mean,
                         const uint32_t *place, struct trey_value_sums *sums)
{
    for (size_t i = 0; i < spawns->count; i++) {
        unsigned owner = spawns->owner[i];
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

void trey_value_sums_store(const struct trey_value_sums *sums, size_t count, size_t at,
                           unsigned columns, unsigned column,
                           const struct trey_values *values)
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

void trey_legal_slides_read(const struct trey_slide_log *log, int d, size_t at,
                            size_t count, struct trey_legal_slides *legal)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        legal->index[found] = log->to[d][at + i];
        legal->source[found] = (uint8_t)i;
        legal->exchanged[found] = log->exchanged[at + i] >> d & 1;
        found += log->legal[at + i] >> d & 1;
    }
    legal->count = found;
}

void trey_best_values_clear(const struct trey_values *best, size_t at, size_t count,
                            unsigned columns)
{
    for (size_t i = at * columns; i < (at + count) * columns; i++)
        best->avg[i] = -1;
}

/* If a state is exchanged, so are hints 1 and 2: the first two columns, if there are
 * several. */
void trey_best_values_update(const struct trey_values *best,
                             const struct trey_values *after, unsigned columns,
                             const struct trey_legal_slides *legal, size_t at)
{
    for (size_t i = 0; i < legal->count; i++)
        for (unsigned column = 0; column < columns; column++) {
            bool exchanged = legal->exchanged[i] && columns > 1 && column < 2;
            size_t from =
                (size_t)legal->place[i] * columns + (exchanged ? 1 - column : column);
            size_t to = (at + legal->source[i]) * columns + column;
            if (!(after->avg[from] > best->avg[to] + EQUAL))
                continue;
            best->avg[to] = after->avg[from];
            if (best->min != NULL) {
                best->min[to] = after->min[from];
                best->max[to] = after->max[from];
            }
        }
}

/* Values of a board without a legal slide: its points. */
static void set_final_points(const struct trey_values *best, size_t first,
                             unsigned columns, uint64_t points)
{
    for (unsigned column = 0; column < columns; column++) {
        best->avg[first + column] = (double)points;
        if (best->min != NULL)
            best->min[first + column] = best->max[first + column] = (uint32_t)points;
    }
}

static void set_mean(const struct trey_values *best, size_t first, unsigned columns,
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

/* True if some nibble is `rank` or more. */
static bool has_rank(trey_board board, unsigned rank)
{
    uint64_t eights = TREY_LOW_BITS * 8, low = board & ~eights;
    if (rank >= 8)
        return (board & (low + TREY_LOW_BITS * (16 - rank)) & eights) != 0;
    return ((board | (low + TREY_LOW_BITS * (8 - rank))) & eights) != 0;
}

/* Counts a board, once for all its images, and twice if `orbits` is 2 because its
 * exchanged form has other images. */
static void tally_board(struct trey_solver *solver, const struct trey_frame *frame,
                        trey_board board, bool terminal, uint32_t orbits,
                        struct trey_layer_tally *tally)
{
    while (has_rank(board, tally->top_rank + 1))
        tally->top_rank++;
    if (!solver->game.folded &&
        trey_fold_min(&solver->game, &solver->game.orbit, board) != board)
        return;
    tally->orbits += orbits;
    tally->terminal += terminal ? orbits : 0;
    const struct trey_frame *other = trey_frame_of(solver, frame->number + 1);
    if (frame->number % 2 == 0 && other->number == frame->number + 1 && other->size > 0) {
        uint32_t place = trey_partition_local(
            &solver->partition, trey_board_index(&solver->ranking, frame->rows, board));
        if (other->set.bits[place / 64] >> (place % 64) & 1)
            tally->in_both_bags += orbits;
    }
}

void trey_best_values_finish(struct trey_solver *solver, const struct trey_frame *frame,
                             const trey_board *boards, size_t count, size_t at,
                             struct trey_layer_tally *tally)
{
    const struct trey_values *best = &solver->best;
    unsigned columns = frame->slot.columns;
    trey_board other[TREY_BATCH]; /* exchanged */
    bool exchange = trey_slot_fold(&solver->game, frame->number)->exchange;
    for (size_t i = 0; exchange && i < count; i++)
        other[i] = trey_exchange(boards[i]);
    if (exchange)
        solver->kernels->fold(&solver->game, &solver->game.whole, other, count);
    for (size_t i = 0; i < count; i++) {
        size_t first = (at + i) * columns;
        bool terminal = best->avg[first] < 0;
        if (terminal)
            set_final_points(best, first, columns,
                             trey_exact_points(&solver->game, boards[i]));
        set_mean(best, first, columns, &frame->mean, at + i);
        tally_board(solver, frame, boards[i], terminal,
                    exchange && other[i] != boards[i] ? 2 : 1, tally);
    }
}

void trey_layer_tally_add(struct trey_layer *layer, const struct trey_layer_tally *tally,
                          size_t chunks)
{
    for (size_t chunk = 0; chunk < chunks; chunk++) {
        layer->orbits += tally[chunk].orbits;
        layer->terminal += tally[chunk].terminal;
        layer->in_both_bags += tally[chunk].in_both_bags;
        if (tally[chunk].top_rank > layer->top_rank)
            layer->top_rank = tally[chunk].top_rank;
    }
}

void trey_root_add(struct trey_solver *solver, trey_board board, unsigned number,
                   double chance, double mean)
{
    const struct trey_exact_game *game = &solver->game;
    double earned = game->is_2048 ? (double)trey_exact_points(game, board) : 0;
    double value = chance * (mean - earned);
    solver->root.value += value;
    /* each first tile has a third of the probability */
    if (game->start == 1 && !game->is_2048)
        solver->root.first[number / 2 - 1] += TREY_HINTS * value;
}
