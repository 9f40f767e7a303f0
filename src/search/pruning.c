/* Forward pruning: searching only moves that may turn out best.
 *
 * All moves of a position are first evaluated statically. A move that is then far behind
 * the best one under some hint will most likely stay behind, and is pruned under that
 * hint. The search itself shows what is far: for each move whose children are searched it
 * records by how much that changed its gap to the statically best move. A move is pruned
 * if its gap exceeds the mean of these changes times a factor. So the margin is in the
 * evaluator's own scale and grows with the stakes: in Threes! it is far larger late in
 * the game than early.
 *
 * Bonus tiles are one draw in 21, but of up to seven kinds: where no children are
 * searched, most evaluated boards would have one. There their hints are pruned, and the
 * others' probabilities are scaled up to 1.
 *
 * Both change the value of a position a little, and make a search of the same time nearly
 * one ply deeper (docs/search.md). Only searches within a budget prune, and those for the
 * best move only. */
#include "base/check.h"
#include "search/expand.h"

#include <float.h>
#include <math.h>

/* The largest gap, in mean changes, of a move that is not pruned: in the tree; and at
 * the root, where both values come from whole searches. Measured:
 * docs/notes/2026-11-26-search.md. */
static const float margin_inside = 2.0F, margin_root = 3.5F;

enum { MIN_PAIRS = 8 }; /* number of pairs to compare before the first move is pruned */

/* Bonus tiles are pruned where positions a tenth as likely would be evaluated. */
static const float bonus_factor = 0.1F;

static float pruning_margin(const struct trey_search *search, float factor)
{
    const struct trey_search_pruning *pruning = &search->pruning;
    return pruning->pairs < MIN_PAIRS
               ? FLT_MAX
               : factor * (float)(pruning->total_change / (double)pruning->pairs);
}

/* A candidate move. */
struct candidate {
    struct trey_search_move move;
    float rank_value[16];                       /* by rank of the spawn */
    float static_value[TREY_CHANCES_MAX_HINTS]; /* by hint: static value */
    float value[TREY_CHANCES_MAX_HINTS];        /* by hint: value after the search of its
                                                   children */
    unsigned likely;                            /* ranks whose children may be searched */
    unsigned ranks;                    /* ranks of the hints under which it is kept */
    bool keep[TREY_CHANCES_MAX_HINTS]; /* by hint: not pruned */
};

/* The hints that are searched. */
struct hints {
    const struct trey_chances *chances;
    int count;
    unsigned ranks;
    float probability_sum; /* their total probability */
};

static struct hints select_hints(struct trey_search *search,
                                 const struct trey_chances *chances, unsigned plies,
                                 float probability)
{
    bool near_leaves = plies == 1 || probability * bonus_factor < search->min_probability;
    if (!near_leaves || chances->card_hints == chances->hints)
        return (struct hints){chances, chances->hints, chances->ranks, 1.0F};
    search->pruned = true;
    return (struct hints){chances, chances->card_hints, chances->card_ranks,
                          chances->card_probability};
}

/* Evaluates all legal moves statically. Returns their number; *searchable: children of at
 * least one may be searched. */
static int evaluate_candidates(struct trey_search *search, trey_board board,
                               const struct hints *hints, unsigned plies,
                               float probability, struct candidate candidates[4],
                               bool *searchable)
{
    const struct trey_chances *chances = hints->chances;
    struct trey_search_leaf_move leaves[4];
    int count = 0, with_leaves = 0;
    *searchable = false;
    for (unsigned i = 0; i < 4; i++) {
        struct candidate *candidate = &candidates[count];
        int direction = (int)((i + search->move_order) & 3);
        if (!trey_search_make_move(search, board, direction, &candidate->move))
            continue;
        count++;
        candidate->likely = candidate->ranks = 0;
        if (candidate->move.cells == 0) {
            trey_search_final_values(search, &candidate->move, hints->count,
                                     candidate->static_value);
            continue;
        }
        leaves[with_leaves++] = (struct trey_search_leaf_move){
            &candidate->move, hints->ranks, candidate->rank_value};
        candidate->likely = trey_search_likely_ranks(search, &candidate->move, chances,
                                                     hints->ranks, plies, probability);
        *searchable = *searchable || candidate->likely != 0;
    }
    if (with_leaves > 0)
        trey_search_leaves(search, leaves, with_leaves, chances->deck);
    for (int i = 0; i < count; i++)
        if (candidates[i].move.cells != 0)
            trey_search_hint_values(search, chances, hints->count,
                                    candidates[i].move.gain, candidates[i].rank_value,
                                    candidates[i].static_value);
    return count;
}

static int best_static(const struct candidate *candidates, int count, int hint)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        best = candidates[i].static_value[hint] > candidates[best].static_value[hint]
                   ? i
                   : best;
    return best;
}

/* Decides which moves are kept under which hints, and so the ranks whose children are
 * searched. */
static void select_kept(struct trey_search *search, const struct hints *hints,
                        struct candidate *candidates, int count)
{
    const struct trey_chances *chances = hints->chances;
    float max_gap = pruning_margin(search, margin_inside);
    for (int hint = 0; hint < hints->count; hint++) {
        unsigned ranks = 0;
        for (int at = chances->begin[hint]; at < chances->begin[hint + 1]; at++)
            ranks |= 1U << chances->rank[at];
        float best = candidates[best_static(candidates, count, hint)].static_value[hint];
        for (int i = 0; i < count; i++) {
            candidates[i].keep[hint] = candidates[i].static_value[hint] >= best - max_gap;
            if (candidates[i].keep[hint])
                candidates[i].ranks |= ranks;
            else
                search->pruned = true;
        }
        assert(candidates[best_static(candidates, count, hint)].keep[hint]);
    }
}

static void search_children(struct trey_search *search, const struct hints *hints,
                            struct candidate *candidate, unsigned plies,
                            float probability)
{
    const struct trey_chances *chances = hints->chances;
    const struct trey_search_move *move = &candidate->move;
    if (move->cells == 0) {
        trey_search_final_values(search, move, hints->count, candidate->value);
        return;
    }
    unsigned searched = candidate->ranks & candidate->likely;
    assert((candidate->ranks & ~hints->ranks) == 0);
    if (searched != candidate->ranks)
        search->reached_horizon = true;
    trey_search_spawn_values(search, move, chances, searched, plies, probability,
                             candidate->rank_value);
    trey_search_hint_values(search, chances, hints->count, move->gain,
                            candidate->rank_value, candidate->value);
}

/* Records the change of the score gap between each searched move and the statically best
 * one. */
static void record_gap_changes(struct trey_search *search, const struct hints *hints,
                               const struct candidate *candidates, int count)
{
    for (int hint = 0; hint < hints->count; hint++) {
        const struct candidate *best = &candidates[best_static(candidates, count, hint)];
        for (int i = 0; i < count; i++) {
            float static_gap =
                candidates[i].static_value[hint] - best->static_value[hint];
            float change = candidates[i].value[hint] - best->value[hint] - static_gap;
            if (!candidates[i].keep[hint] || change == 0.0F)
                continue;
            search->pruning.total_change += (double)fabsf(change);
            search->pruning.pairs++;
        }
    }
}

/* The mean over the hints of the best kept move under each. */
static float mean_best(const struct hints *hints, const struct candidate *candidates,
                       int count)
{
    float sum = 0.0F;
    for (int hint = 0; hint < hints->count; hint++) {
        float best = -FLT_MAX;
        for (int i = 0; i < count; i++)
            if (candidates[i].keep[hint] && candidates[i].value[hint] > best)
                best = candidates[i].value[hint];
        assert(best > -FLT_MAX); /* a move is kept under each hint */
        sum += hints->chances->probability[hint] * best;
    }
    return sum / hints->probability_sum;
}

/* The mean of the best kept static value under each hint. */
static float mean_best_static(const struct hints *hints,
                              const struct candidate *candidates, int count)
{
    float sum = 0.0F;
    for (int hint = 0; hint < hints->count; hint++)
        sum += hints->chances->probability[hint] *
               candidates[best_static(candidates, count, hint)].static_value[hint];
    return sum / hints->probability_sum;
}

float trey_search_pruned_value(struct trey_search *search, trey_board board,
                               const struct trey_chances *chances, unsigned plies,
                               float probability)
{
    struct hints hints = select_hints(search, chances, plies, probability);
    struct candidate candidates[4];
    bool searchable;
    assert(plies >= 1 && hints.count > 0 && hints.probability_sum > 0.0F &&
           hints.ranks > 1);
    int count = evaluate_candidates(search, board, &hints, plies, probability, candidates,
                                    &searchable);
    if (count == 0)
        return trey_search_final_value(search, board);
    if (!searchable) {
        for (int i = 0; i < count; i++)
            search->reached_horizon =
                search->reached_horizon || candidates[i].move.cells != 0;
        return mean_best_static(&hints, candidates, count);
    }
    select_kept(search, &hints, candidates, count);
    for (int i = 0; i < count; i++)
        trey_search_prefetch(search, &candidates[i].move, chances,
                             candidates[i].ranks & candidates[i].likely, plies);
    for (int i = 0; i < count && !search->stopped; i++)
        search_children(search, &hints, &candidates[i], plies, probability);
    if (search->stopped)
        return 0.0F;
    record_gap_changes(search, &hints, candidates, count);
    return mean_best(&hints, candidates, count);
}

unsigned trey_search_contenders(const struct trey_search *search, const float value[4],
                                unsigned moves)
{
    float best = -FLT_MAX, max_gap = pruning_margin(search, margin_root);
    unsigned keep = 0;
    for (unsigned i = 0; i < 4; i++)
        if ((moves >> i & 1) != 0 && value[i] > best)
            best = value[i];
    for (unsigned i = 0; i < 4; i++)
        if ((moves >> i & 1) != 0 && value[i] >= best - max_gap)
            keep |= 1U << i;
    assert(keep != 0 && (keep & ~moves) == 0);
    return keep;
}
