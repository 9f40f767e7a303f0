/* Expectimax, position by position.
 *
 * A position is a board on which a tile has just spawned, and a deck. Its value is the
 * mean over the possible hints of the best move under that hint; a move's value under a
 * hint is the mean over the tiles that the hint allows, and over the spawn cells, of the
 * positions that follow:
 *
 *     value(position)   = sum over hints h: P(h) * max over moves m: value(m, h)
 *     value(move, hint) = sum over ranks r: P(r | h) * value(m, r)
 *     value(move, rank) = mean over cells: value(position with the tile in the cell)
 *
 * The value of a rank after a move does not depend on the hint that announced it. So
 * moves are the outer loop and hints the inner one: each move is made once, each rank
 * evaluated once, and bonus hints share their tiles. */
#include "search/expand.h"
#include "base/check.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    POSITIONS_PER_CHECK = 64
}; /* between two checks of the clock and the cancel flag */

float trey_search_final_value(const struct trey_search *search, trey_board board)
{
    const struct trey_evaluator *evaluator = search->evaluator;
    if (evaluator->measure != TREY_MEASURE_OWN)
        return trey_eval_realised_value(evaluator->measure, &search->mechanics, board);
    return trey_mechanics_ends(&search->mechanics, board) ? evaluator->won
                                                          : evaluator->lost;
}

/* Returns true, and records it, if the slice is used up. */
static bool out_of_slice(struct trey_search *search)
{
    bool out =
        (search->slice_nodes != 0 &&
         search->positions + search->leaves >= search->slice_nodes) ||
        (search->slice_end_s > 0.0 && trey_clock_monotonic() >= search->slice_end_s);
    search->slice_ended = search->slice_ended || out;
    return out;
}

/* Counts a position; returns true if the search must stop. */
static bool out_of_limits(struct trey_search *search)
{
    const struct trey_search_limits *limits = search->limits;
    search->positions++;
    if (search->must_finish || search->stopped)
        return search->stopped;
    if (search->node_limit != 0 &&
        search->positions + search->leaves >= search->node_limit)
        search->stopped = true;
    if (search->positions % POSITIONS_PER_CHECK == 0) {
        if (trey_cancel_raised(limits->cancel))
            search->stopped = true;
        if (search->finished != NULL &&
            atomic_load_explicit(search->finished, memory_order_relaxed))
            search->stopped = true;
        if (search->deadline_s > 0.0 && trey_search_clock(limits) >= search->deadline_s)
            search->stopped = true;
        if (!search->stopped && out_of_slice(search))
            search->stopped = true;
    }
    return search->stopped;
}

/* --- moves ---------------------------------------------------------------------------
 */

bool trey_search_make_move(const struct trey_search *search, trey_board board,
                           int direction, struct trey_search_move *move)
{
    const struct trey_mechanics *mechanics = &search->mechanics;
    uint64_t made;
    assert(trey_board_fits(search->rules.shape, board));
    trey_board after = trey_mechanics_slide_merges(mechanics, board, direction, &made);
    if (after == board)
        return false;
    float points =
        search->counts_merges ? (float)trey_points_by_rule(mechanics->slide, made) : 0.0F;
    float gain = search->counts_moves ? TREY_SUM_OF_MOVE_2048 : points;
    *move = (struct trey_search_move){after, direction, 0, gain};
    if (trey_mechanics_ends(mechanics, after)) {
        move->gain =
            search->counts_merges
                ? points + (float)trey_end_points(mechanics->ends, mechanics->slide)
                : 0.0F;
        return true;
    }
    assert(trey_board_fits(search->rules.shape, after));
    move->cells = trey_mechanics_spawn_cells(mechanics, board, after, direction);
    if (points >= search->min_downgrade_gain)
        move->after = trey_eval_downgraded(after, search->evaluator->downgrade);
    assert(move->cells != 0 && (move->cells & trey_nonzero_nibbles(move->after)) == 0);
    return true;
}

void trey_search_hint_values(const struct trey_search *search,
                             const struct trey_chances *chances, int hints, float gain,
                             const float rank_value[16], float *values)
{
    assert(hints >= 1 && hints <= chances->hints);
    for (int hint = 0; hint < hints; hint++) {
        float value = gain;
        for (int at = chances->begin[hint]; at < chances->begin[hint + 1]; at++)
            value += search->discount * chances->rank_probability[at] *
                     rank_value[chances->rank[at]];
        values[hint] = value;
    }
}

void trey_search_final_values(const struct trey_search *search,
                              const struct trey_search_move *move, int hints,
                              float *values)
{
    for (int hint = 0; hint < hints; hint++)
        values[hint] = move->gain + trey_search_final_value(search, move->after);
}

unsigned trey_search_likely_ranks(struct trey_search *search,
                                  const struct trey_search_move *move,
                                  const struct trey_chances *chances, unsigned ranks,
                                  unsigned plies, float probability)
{
    float each = 1.0F / (float)trey_flags_count(move->cells);
    unsigned likely = 0;
    assert((ranks & ~(unsigned)chances->ranks) == 0 && trey_is_share((double)each));
    if (plies > 1)
        for (unsigned left = ranks; left != 0; left &= left - 1) {
            unsigned rank = (unsigned)__builtin_ctz(left);
            if (probability * chances->chance[rank] * each < search->min_probability)
                continue;
            if (trey_search_plies_after(search, chances, rank, plies) > 0)
                likely |= 1U << rank;
            else
                search->rare_cut = true;
        }
    return likely;
}

void trey_search_spawn_values(struct trey_search *search,
                              const struct trey_search_move *move,
                              const struct trey_chances *chances, unsigned ranks,
                              unsigned plies, float probability, float values[16])
{
    float each = 1.0F / (float)trey_flags_count(move->cells);
    assert((ranks & 1) == 0 &&
           (ranks == 0 || plies > 1)); /* no empty cells; plies for the ranks */
    for (; ranks != 0; ranks &= ranks - 1) {
        unsigned rank = (unsigned)__builtin_ctz(ranks);
        unsigned after = trey_search_plies_after(search, chances, rank, plies);
        float sum = 0.0F;
        for (uint64_t cells = move->cells; cells != 0; cells &= cells - 1) {
            trey_board board = move->after | (cells & -cells) * rank;
            sum += trey_search_position(search, board, chances->deck[rank], after,
                                        probability * chances->chance[rank] * each);
        }
        values[rank] = sum * each;
    }
}

/* A move of a position, without pruning. */
struct branch {
    struct trey_search_move move;
    unsigned searched;    /* ranks whose positions are searched */
    float rank_value[16]; /* of the other ranks, which are evaluated */
};

/* Makes the legal moves of a set, beginning with direction `first`, and evaluates the
 * leaves after all of them at once. Returns their number. */
static int make_branches(struct trey_search *search, trey_board board,
                         unsigned directions, unsigned first,
                         const struct trey_chances *chances, unsigned plies,
                         float probability, struct branch branches[4])
{
    struct trey_search_leaf_move leaves[4];
    int count = 0, with_leaves = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned direction = (i + first) & 3;
        struct branch *branch = &branches[count];
        if ((directions >> direction & 1) == 0 ||
            !trey_search_make_move(search, board, (int)direction, &branch->move))
            continue;
        count++;
        branch->searched = 0;
        if (branch->move.cells == 0)
            continue;
        assert(chances->ranks > 1);
        branch->searched = trey_search_likely_ranks(search, &branch->move, chances,
                                                    chances->ranks, plies, probability);
        unsigned unlikely = chances->ranks & ~branch->searched;
        if (unlikely != 0)
            leaves[with_leaves++] = (struct trey_search_leaf_move){
                &branch->move, unlikely, branch->rank_value};
    }
    if (with_leaves > 0) {
        search->reached_horizon = true;
        trey_search_leaves(search, leaves, with_leaves, chances->deck);
    }
    return count;
}

/* Computes the values of a move by hint, searching `plies` >= 1. */
static void branch_values(struct trey_search *search, struct branch *branch,
                          const struct trey_chances *chances, unsigned plies,
                          float probability, float *values)
{
    const struct trey_search_move *move = &branch->move;
    if (move->cells == 0) {
        trey_search_final_values(search, move, chances->hints, values);
        return;
    }
    trey_search_prefetch(search, move, chances, branch->searched, plies);
    trey_search_spawn_values(search, move, chances, branch->searched, plies, probability,
                             branch->rank_value);
    trey_search_hint_values(search, chances, chances->hints, move->gain,
                            branch->rank_value, values);
}

/* --- positions -----------------------------------------------------------------------
 */

/* The mean over the hints of the best move under each, without pruning. */
static float unpruned_value(struct trey_search *search, trey_board board,
                            const struct trey_chances *chances, unsigned plies,
                            float probability)
{
    float best[TREY_CHANCES_MAX_HINTS], values[TREY_CHANCES_MAX_HINTS], value = 0.0F;
    struct branch branches[4];
    unsigned move_order = search->move_order + (search->move_order >> 2) * plies;
    int count = make_branches(search, board, 15, move_order, chances, plies, probability,
                              branches);
    if (count == 0)
        return trey_search_final_value(search, board);
    for (int hint = 0; hint < chances->hints; hint++)
        best[hint] = -FLT_MAX;
    for (int i = 0; i < count; i++) {
        branch_values(search, &branches[i], chances, plies, probability, values);
        for (int hint = 0; hint < chances->hints; hint++)
            best[hint] = values[hint] > best[hint] ? values[hint] : best[hint];
    }
    for (int hint = 0; hint < chances->hints; hint++)
        value += chances->probability[hint] * best[hint];
    return value;
}

float trey_search_position(struct trey_search *search, trey_board board, trey_deck deck,
                           unsigned plies, float probability)
{
    /* on a long line the probability may round to 0 */
    assert(plies >= 1 && probability >= 0.0F && probability <= 1.0F + 1e-4F);
    assert(trey_deck_sound(&search->rules, deck));
    if (out_of_limits(search))
        return 0.0F;

    /* In the transposition table? */
    uint32_t tag = trey_table_tag(search->table, deck, plies);
    struct trey_table_entry *bucket = trey_table_bucket(search->table, board, tag);
    float value = 0.0F;
    if (trey_table_find(bucket, board, tag, &value))
        return value;
    if (search->previous_generation != 0 &&
        trey_table_find(bucket, board,
                        trey_table_tag_of(tag, search->previous_generation), &value)) {
        search->reached_horizon = true; /* an entry does not store if it was */
        search->least_plies = 1;
        return value;
    }

    if (plies < search->least_plies)
        search->least_plies = plies;
    struct trey_chances space;
    const struct trey_chances *chances =
        trey_chances_find(search->chance_cache, &search->rules, board, deck, &space);
    value = (search->pruning.enabled ? trey_search_pruned_value : unpruned_value)(
        search, board, chances, plies, probability);
    if (search->stopped)
        return 0.0F;
    trey_table_store(bucket, board, tag, value);
    search->deep_entries += plies >= search->deep_plies;
    return value;
}

/* --- the root ------------------------------------------------------------------------
 */

/* Sets the values of moves that end the game, which a downgraded board does not show. The
 * best one keeps its value and all other moves get less: their true values are unknown,
 * as the network's boards have no largest tile. */
static void set_final_values(const struct trey_search *search,
                             const struct trey_view *view, float value[4])
{
    unsigned ends = 0;
    float best = -FLT_MAX, end[4];
    for (int direction = 0; direction < 4; direction++) {
        struct trey_search_move move;
        if ((search->root_moves >> direction & 1) == 0 ||
            !trey_search_make_move(search, view->board, direction, &move) ||
            move.cells != 0)
            continue;
        ends |= 1U << direction;
        trey_search_final_values(search, &move, 1, &end[direction]);
        best = fmaxf(best, end[direction]);
    }
    for (int direction = 0; ends != 0 && direction < 4; direction++)
        value[direction] = (ends >> direction & 1) != 0
                               ? end[direction]
                               : fminf(value[direction], nextafterf(best, -FLT_MAX));
}

bool trey_search_root(struct trey_search *search, const struct trey_view *view,
                      unsigned plies, float value[4])
{
    struct trey_chances chances;
    trey_board board = trey_search_board(search, view);
    assert(search->root_moves != 0 && search->root_moves <= 15);
    trey_chances_make_shown(&view->rules, board, view->next, view->deck, &chances);
    struct branch branches[4];
    int count = make_branches(search, board, search->root_moves, search->move_order,
                              &chances, plies, 1.0F, branches);
    memset(value, 0, 4 * sizeof *value);
    for (int i = 0; i < count; i++)
        branch_values(search, &branches[i], &chances, plies, 1.0F,
                      &value[branches[i].move.direction]);
    if (board != view->board)
        set_final_values(search, view, value);
    return !search->stopped;
}
