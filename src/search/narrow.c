/* Looking only at slides that may turn out best.
 *
 * All slides of a position are first valued as if nothing were looked at behind them. One
 * that is then far behind the best under some hint will most likely stay behind, and is
 * left aside under that hint. What is far is learnt from the search itself: for each
 * slide that was looked behind, by how much that changed its distance from the one that
 * had seemed best. A slide is left aside from MARGIN times the mean of these changes on.
 * So the margin is in the evaluator's own scale, whatever that is, and grows with what is
 * at stake: in Threes! far more late in the game than early.
 *
 * Bonus tiles come once in 21 draws, but there are up to seven kinds of them: where
 * nothing more is looked behind, most boards evaluated would have one. Their hints are
 * left aside there, and the others taken for all.
 *
 * Both change the value of a position by a little, and make a search of the same time
 * look nearly a ply further (docs/search.md). Only searches within a budget do so, and
 * those that are asked for the best slide alone. */
#include "base/check.h"
#include "search/expand.h"

#include <float.h>
#include <math.h>

/* As many mean changes as a slide may be behind: in the tree; and of the root, where all
 * that was searched stands behind the two values. Measured: docs/search.md. */
static const float margin_inside = 2.0F, margin_root = 3.5F;

enum { MIN_PAIRS = 8 }; /* before that many were compared, nothing is left aside */

/* Where a tenth as likely a position would be evaluated, bonus tiles are left aside. */
static const float shallow = 0.1F;

static float margin(const struct trey_search *search, float factor)
{
    const struct trey_search_narrow *narrow = &search->narrow;
    return narrow->pairs < MIN_PAIRS
               ? FLT_MAX
               : factor * (float)(narrow->apart / (double)narrow->pairs);
}

/* A slide from a position. */
struct choice {
    struct trey_search_entry entry;
    float worth[16];                 /* of a tile that enters, by rank */
    float seems[TREY_CHANCES_HINTS]; /* its value by hint, nothing looked at behind */
    float value[TREY_CHANCES_HINTS]; /* and by what was looked at */
    unsigned likely;                 /* ranks that may be looked behind */
    unsigned ranks;                  /* those of the hints that it is kept under */
    bool kept[TREY_CHANCES_HINTS];   /* may be best under the hint */
};

/* The hints that are looked at. */
struct hints {
    const struct trey_chances *chances;
    int count;
    unsigned ranks;
    float share; /* how likely they are together */
};

static struct hints hints_of(struct trey_search *search,
                             const struct trey_chances *chances, unsigned plies,
                             float probability)
{
    bool last = plies == 1 || probability * shallow < search->min_probability;
    if (!last || chances->usual == chances->hints)
        return (struct hints){chances, chances->hints, chances->ranks, 1.0F};
    search->narrowed = true;
    return (struct hints){chances, chances->usual, chances->usual_ranks,
                          chances->usual_share};
}

/* All legal slides, as they seem. Returns how many, and whether any is looked behind. */
static int find_choices(struct trey_search *search, trey_board board,
                        const struct hints *hints, unsigned plies, float probability,
                        struct choice choices[4], bool *further)
{
    const struct trey_chances *chances = hints->chances;
    int count = 0;
    *further = false;
    for (unsigned i = 0; i < 4; i++) {
        struct choice *choice = &choices[count];
        int direction = (int)((i + search->turn) & 3);
        if (!trey_search_make(search, board, direction, &choice->entry))
            continue;
        count++;
        choice->likely = choice->ranks = 0;
        if (choice->entry.cells == 0) {
            trey_search_end_value(search, &choice->entry, hints->count, choice->seems);
            continue;
        }
        trey_search_leaves(search, &choice->entry, hints->ranks, chances->deck,
                           choice->worth);
        trey_search_by_hint(chances, hints->count, choice->entry.gain, choice->worth,
                            choice->seems);
        choice->likely = trey_search_likely(search, &choice->entry, chances, hints->ranks,
                                            plies, probability);
        *further = *further || choice->likely != 0;
    }
    return count;
}

static int seeming_best(const struct choice *choices, int count, int hint)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        best = choices[i].seems[hint] > choices[best].seems[hint] ? i : best;
    return best;
}

/* Whose ranks are to be looked behind: those of the hints under which it may be best. */
static void keep_some(struct trey_search *search, const struct hints *hints,
                      struct choice *choices, int count)
{
    const struct trey_chances *chances = hints->chances;
    float most = margin(search, margin_inside);
    for (int hint = 0; hint < hints->count; hint++) {
        unsigned ranks = 0;
        for (int at = chances->begin[hint]; at < chances->begin[hint + 1]; at++)
            ranks |= 1U << chances->rank[at];
        float best = choices[seeming_best(choices, count, hint)].seems[hint];
        for (int i = 0; i < count; i++) {
            choices[i].kept[hint] = choices[i].seems[hint] >= best - most;
            if (choices[i].kept[hint])
                choices[i].ranks |= ranks;
            else
                search->narrowed = true;
        }
        assert(choices[seeming_best(choices, count, hint)].kept[hint]);
    }
}

static void look_behind(struct trey_search *search, const struct hints *hints,
                        struct choice *choice, unsigned plies, float probability)
{
    const struct trey_chances *chances = hints->chances;
    const struct trey_search_entry *entry = &choice->entry;
    if (entry->cells == 0) {
        trey_search_end_value(search, entry, hints->count, choice->value);
        return;
    }
    unsigned searched = choice->ranks & choice->likely;
    assert((choice->ranks & ~hints->ranks) == 0);
    if (searched != choice->ranks)
        search->guessed = true;
    trey_search_entries(search, entry, chances, searched, plies, probability,
                        choice->worth);
    trey_search_by_hint(chances, hints->count, entry->gain, choice->worth, choice->value);
}

/* By how much looking behind two slides has changed how far they are apart. */
static void compare(struct trey_search *search, const struct hints *hints,
                    const struct choice *choices, int count)
{
    for (int hint = 0; hint < hints->count; hint++) {
        const struct choice *best = &choices[seeming_best(choices, count, hint)];
        for (int i = 0; i < count; i++) {
            float seemed = choices[i].seems[hint] - best->seems[hint];
            float change = choices[i].value[hint] - best->value[hint] - seemed;
            if (!choices[i].kept[hint] || change == 0.0F)
                continue;
            search->narrow.apart += (double)fabsf(change);
            search->narrow.pairs++;
        }
    }
}

/* The mean over the hints of the best of the slides kept under each. */
static float mean_best(const struct hints *hints, const struct choice *choices, int count)
{
    float sum = 0.0F;
    for (int hint = 0; hint < hints->count; hint++) {
        float best = -FLT_MAX;
        for (int i = 0; i < count; i++)
            if (choices[i].kept[hint] && choices[i].value[hint] > best)
                best = choices[i].value[hint];
        assert(best > -FLT_MAX); /* a slide was kept under each hint */
        sum += hints->chances->probability[hint] * best;
    }
    return sum / hints->share;
}

/* The same where nothing is looked at behind. */
static float mean_seeming(const struct hints *hints, const struct choice *choices,
                          int count)
{
    float sum = 0.0F;
    for (int hint = 0; hint < hints->count; hint++)
        sum += hints->chances->probability[hint] *
               choices[seeming_best(choices, count, hint)].seems[hint];
    return sum / hints->share;
}

float trey_search_narrowed(struct trey_search *search, trey_board board,
                           const struct trey_chances *chances, unsigned plies,
                           float probability)
{
    struct hints hints = hints_of(search, chances, plies, probability);
    struct choice choices[4];
    bool further;
    assert(plies >= 1 && hints.count > 0 && hints.share > 0.0F && hints.ranks > 1);
    int count =
        find_choices(search, board, &hints, plies, probability, choices, &further);
    if (count == 0)
        return trey_search_over(search, board);
    if (!further) {
        for (int i = 0; i < count; i++)
            search->guessed = search->guessed || choices[i].entry.cells != 0;
        return mean_seeming(&hints, choices, count);
    }
    keep_some(search, &hints, choices, count);
    for (int i = 0; i < count; i++)
        trey_search_fetch(search, &choices[i].entry, chances,
                          choices[i].ranks & choices[i].likely, plies);
    for (int i = 0; i < count && !search->stopped; i++)
        look_behind(search, &hints, &choices[i], plies, probability);
    if (search->stopped)
        return 0.0F;
    compare(search, &hints, choices, count);
    return mean_best(&hints, choices, count);
}

unsigned trey_search_contenders(const struct trey_search *search, const float value[4],
                                unsigned slides)
{
    float best = -FLT_MAX, most = margin(search, margin_root);
    unsigned kept = 0;
    for (unsigned i = 0; i < 4; i++)
        if ((slides >> i & 1) != 0 && value[i] > best)
            best = value[i];
    for (unsigned i = 0; i < 4; i++)
        if ((slides >> i & 1) != 0 && value[i] >= best - most)
            kept |= 1U << i;
    assert(kept != 0 && (kept & ~slides) == 0);
    return kept;
}
