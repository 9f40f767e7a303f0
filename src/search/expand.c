/* Expectimax, position by position.
 *
 * A position is a board that a tile has just entered, and a deck. Its value is the mean
 * over the hints that may be shown of the best slide under that hint; a slide's value
 * under a hint is the mean over the tiles that the hint may mean, and over the cells that
 * the tile may enter, of the positions that follow:
 *
 *     value(position)    = sum over hints h: P(h) * max over slides s: value(s, h)
 *     value(slide, hint) = sum over ranks r: P(r | h) * worth(s, r)
 *     worth(slide, rank) = mean over cells: value(position with the tile in the cell)
 *
 * What a tile of a rank is worth after a slide does not depend on the hint that announced
 * it. So slides are the outer loop and hints the inner one: each slide is made once, each
 * rank valued once, and the windows of the bonus rule share their tiles. */
#include "search/expand.h"
#include "base/check.h"

#include <float.h>
#include <math.h>

enum { POSITIONS_PER_LOOK = 64 }; /* at the clock and the cancel flag */

float trey_search_over(const struct trey_search *search, trey_board board)
{
    const struct trey_evaluator *evaluator = search->evaluator;
    if (evaluator->measure != TREY_MEASURE_OWN)
        return trey_eval_realised_value(evaluator->measure, &search->mechanics, board);
    return trey_mechanics_ends(&search->mechanics, board) ? evaluator->won
                                                          : evaluator->lost;
}

/* True, and noted, if the slice is used up. */
static bool out_of_slice(struct trey_search *search)
{
    bool out =
        (search->slice_nodes != 0 &&
         search->positions + search->leaves >= search->slice_nodes) ||
        (search->slice_end_s > 0.0 && trey_clock_monotonic() >= search->slice_end_s);
    search->sliced = search->sliced || out;
    return out;
}

/* Counts a position; true if the search has to stop. */
static bool out_of_limits(struct trey_search *search)
{
    const struct trey_search_limits *limits = search->limits;
    search->positions++;
    if (search->must_finish || search->stopped)
        return search->stopped;
    if (search->node_limit != 0 &&
        search->positions + search->leaves >= search->node_limit)
        search->stopped = true;
    if (search->positions % POSITIONS_PER_LOOK == 0) {
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

/* --- a slide -------------------------------------------------------------------------
 */

bool trey_search_make(const struct trey_search *search, trey_board board, int direction,
                      struct trey_search_entry *entry)
{
    const struct trey_mechanics *mechanics = &search->mechanics;
    uint64_t made;
    assert(trey_board_fits(search->rules.shape, board));
    trey_board after = trey_mechanics_slide_made(mechanics, board, direction, &made);
    if (after == board)
        return false;
    float gain =
        search->counts_merges ? (float)trey_points_by_rule(mechanics->slide, made) : 0.0F;
    *entry = (struct trey_search_entry){after, direction, 0, gain};
    if (trey_mechanics_ends(mechanics, after)) {
        entry->gain += search->counts_merges
                           ? (float)trey_end_points(mechanics->ends, mechanics->slide)
                           : 0.0F;
        return true;
    }
    assert(trey_board_fits(search->rules.shape, after));
    entry->cells = trey_mechanics_spawn_cells(mechanics, board, after, direction);
    if (gain >= search->downgrades)
        entry->after = trey_eval_downgraded(after, search->evaluator->downgrade);
    assert(entry->cells != 0 && (entry->cells & trey_nonzero_nibbles(entry->after)) == 0);
    return true;
}

void trey_search_by_hint(const struct trey_chances *chances, int hints, float gain,
                         const float worth[16], float *values)
{
    assert(hints >= 1 && hints <= chances->hints);
    for (int hint = 0; hint < hints; hint++) {
        float value = gain;
        for (int at = chances->begin[hint]; at < chances->begin[hint + 1]; at++)
            value += chances->share[at] * worth[chances->rank[at]];
        values[hint] = value;
    }
}

void trey_search_end_value(const struct trey_search *search,
                           const struct trey_search_entry *entry, int hints,
                           float *values)
{
    for (int hint = 0; hint < hints; hint++)
        values[hint] = entry->gain + trey_search_over(search, entry->after);
}

unsigned trey_search_likely(const struct trey_search *search,
                            const struct trey_search_entry *entry,
                            const struct trey_chances *chances, unsigned ranks,
                            unsigned plies, float probability)
{
    float each = 1.0F / (float)trey_flags_count(entry->cells);
    unsigned likely = 0;
    assert((ranks & ~(unsigned)chances->ranks) == 0 && trey_is_share((double)each));
    if (plies > 1)
        for (unsigned left = ranks; left != 0; left &= left - 1) {
            unsigned rank = (unsigned)__builtin_ctz(left);
            if (probability * chances->chance[rank] * each >= search->min_probability)
                likely |= 1U << rank;
        }
    return likely;
}

void trey_search_entries(struct trey_search *search,
                         const struct trey_search_entry *entry,
                         const struct trey_chances *chances, unsigned ranks,
                         unsigned plies, float probability, float worth[16])
{
    float each = 1.0F / (float)trey_flags_count(entry->cells);
    assert((ranks & 1) == 0 && (ranks == 0 || plies > 1)); /* tiles, and plies for them */
    for (; ranks != 0; ranks &= ranks - 1) {
        unsigned rank = (unsigned)__builtin_ctz(ranks);
        float sum = 0.0F;
        for (uint64_t cells = entry->cells; cells != 0; cells &= cells - 1) {
            trey_board board = entry->after | (cells & -cells) * rank;
            sum += trey_search_position(search, board, chances->deck[rank], plies - 1,
                                        probability * chances->chance[rank] * each);
        }
        worth[rank] = sum * each;
    }
}

/* Values of a slide by the hints, `plies` >= 1 looked ahead; false if it is illegal. */
static bool slide_values(struct trey_search *search, trey_board board, int direction,
                         const struct trey_chances *chances, unsigned plies,
                         float probability, float *values)
{
    struct trey_search_entry entry;
    float worth[16];
    if (!trey_search_make(search, board, direction, &entry))
        return false;
    if (entry.cells == 0) {
        trey_search_end_value(search, &entry, chances->hints, values);
        return true;
    }
    assert(chances->ranks > 1);
    unsigned searched =
        trey_search_likely(search, &entry, chances, chances->ranks, plies, probability);
    unsigned cut = chances->ranks & ~searched;
    if (cut != 0) {
        search->guessed = true;
        trey_search_leaves(search, &entry, cut, chances->deck, worth);
    }
    trey_search_fetch(search, &entry, chances, searched, plies);
    trey_search_entries(search, &entry, chances, searched, plies, probability, worth);
    trey_search_by_hint(chances, chances->hints, entry.gain, worth, values);
    return true;
}

/* --- a position ----------------------------------------------------------------------
 */

/* The mean over the hints of the best slide under each, all slides looked at alike. */
static float whole_value(struct trey_search *search, trey_board board,
                         const struct trey_chances *chances, unsigned plies,
                         float probability)
{
    float best[TREY_CHANCES_HINTS], values[TREY_CHANCES_HINTS], value = 0.0F;
    bool over = true;
    for (int hint = 0; hint < chances->hints; hint++)
        best[hint] = -FLT_MAX;
    unsigned turn = search->turn + (search->turn >> 2) * plies;
    for (unsigned i = 0; i < 4; i++) {
        int direction = (int)((i + turn) & 3);
        if (!slide_values(search, board, direction, chances, plies, probability, values))
            continue;
        over = false;
        for (int hint = 0; hint < chances->hints; hint++)
            best[hint] = values[hint] > best[hint] ? values[hint] : best[hint];
    }
    if (over)
        return trey_search_over(search, board);
    for (int hint = 0; hint < chances->hints; hint++)
        value += chances->probability[hint] * best[hint];
    return value;
}

float trey_search_position(struct trey_search *search, trey_board board, trey_deck deck,
                           unsigned plies, float probability)
{
    /* Along a long line the probability may round to 0. */
    assert(plies >= 1 && probability >= 0.0F && probability <= 1.0F + 1e-4F);
    assert(trey_deck_sound(&search->rules, deck));
    if (out_of_limits(search))
        return 0.0F;

    /* Seen before? */
    uint32_t tag = trey_table_tag(search->table, deck, plies);
    struct trey_table_entry *bucket = trey_table_bucket(search->table, board, tag);
    float value = 0.0F;
    if (trey_table_find(bucket, board, tag, &value))
        return value;

    if (plies < search->least_plies)
        search->least_plies = plies;
    struct trey_chances space;
    const struct trey_chances *chances =
        trey_chances_of(search->chance_cache, &search->rules, board, deck, &space);
    value = (search->narrow.on ? trey_search_narrowed
                               : whole_value)(search, board, chances, plies, probability);
    if (search->stopped)
        return 0.0F;
    trey_table_store(bucket, board, tag, value);
    search->lasting += plies >= search->lasting_plies;
    return value;
}

/* --- the root ------------------------------------------------------------------------
 */

/* A downgraded board does not tell that a slide ends the game. Where one does it is worth
 * what it is, and all others less: what they are worth on boards that know no largest
 * tile is not to be had. */
static void value_ends(const struct trey_search *search, const struct trey_view *view,
                       float value[4])
{
    unsigned ends = 0;
    float most = -FLT_MAX, end[4];
    for (int direction = 0; direction < 4; direction++) {
        struct trey_search_entry entry;
        if ((search->slides >> direction & 1) == 0 ||
            !trey_search_make(search, view->board, direction, &entry) || entry.cells != 0)
            continue;
        ends |= 1U << direction;
        trey_search_end_value(search, &entry, 1, &end[direction]);
        most = fmaxf(most, end[direction]);
    }
    for (int direction = 0; ends != 0 && direction < 4; direction++)
        value[direction] = (ends >> direction & 1) != 0
                               ? end[direction]
                               : fminf(value[direction], nextafterf(most, -FLT_MAX));
}

bool trey_search_root(struct trey_search *search, const struct trey_view *view,
                      unsigned plies, float value[4])
{
    struct trey_chances chances;
    trey_board board = trey_search_board(search, view);
    assert(search->slides != 0 && search->slides <= 15);
    trey_chances_shown(&view->rules, board, view->next, view->deck, &chances);
    for (unsigned i = 0; i < 4; i++) {
        int direction = (int)((i + search->turn) & 3);
        if ((search->slides >> direction & 1) == 0 ||
            !slide_values(search, board, direction, &chances, plies, 1.0F,
                          &value[direction]))
            value[direction] = 0.0F;
    }
    if (board != view->board)
        value_ends(search, view, value);
    return !search->stopped;
}
