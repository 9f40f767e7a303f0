/* Ends of the fine regression: all boards with which a game can end above the score after
 * its last move. If the previous regression has a layer of ends, that layer is refined:
 * the cells that are large in it are recoded in every possible way. Otherwise the
 * multisets of ends (sequence/multiset.h) are listed, and each is arranged on the board
 * in every way. */
#include "base/pause.h"
#include "sequence/fine_internal.h"

/* Number of tiles by code; [0]: of empty cells. */
static void count_codes(const struct trey_fine *fine, trey_multiset set,
                        int counts[TREY_CODES])
{
    memset(counts, 0, TREY_CODES * sizeof *counts);
    counts[0] = TREY_MAX_CELLS - trey_multiset_tiles(set);
    for (int rank = 1; rank < fine->large; rank++)
        counts[rank] = trey_multiset_count(set, rank);
    counts[fine->large] = trey_multiset_tiles(trey_large_sets_tiles(&fine->sets, set));
}

/* --- all arrangements of a multiset ----------------------------------------------------
 */

/* Adds every allowed board that fills the cells from `cell` on with `left[code]` tiles of
 * each code. */
static void add_arrangements(struct trey_fine_step *step, uint32_t set_index, int cell,
                             trey_coded board, int left[TREY_CODES])
{
    if (cell == TREY_MAX_CELLS) {
        if (trey_fine_step_allows(step, board) &&
            trey_fine_step_reachable(step, board, set_index))
            trey_fine_step_add(step, board, set_index);
        return;
    }
    if (cell == TREY_MAX_CELLS / 2 && trey_fine_step_stops(step))
        return;
    for (int code = 0; code < TREY_CODES; code++) {
        if (left[code] == 0)
            continue;
        left[code]--;
        add_arrangements(step, set_index, cell + 1,
                         board | (trey_coded)code << (3 * cell), left);
        left[code]++;
    }
}

/* add_arrangements from the first cell on. The first cells are filled here because
 * trey_pause must stay out of the recursion above, where most of the time is spent. */
static void arrange_all(struct trey_fine_step *step, uint32_t set_index, int cell,
                        trey_coded board, int left[TREY_CODES])
{
    enum { FIRST_CELLS = 5 };
    if (cell == FIRST_CELLS) {
        trey_pause();
        if (!trey_fine_step_stops(step))
            add_arrangements(step, set_index, cell, board, left);
        return;
    }
    for (int code = 0; code < TREY_CODES; code++) {
        if (left[code] == 0)
            continue;
        left[code]--;
        arrange_all(step, set_index, cell + 1, board | (trey_coded)code << (3 * cell),
                    left);
        left[code]++;
    }
}

/* Number of arrangements on a board, where four turns count as one: a quarter of the
 * multinomial coefficient. */
static double count_arrangements(const int counts[TREY_CODES])
{
    double arrangements = 0.25;
    int placed = 0;
    for (int code = 0; code < TREY_CODES; code++)
        for (int i = 1; i <= counts[code]; i++)
            arrangements = arrangements * ++placed / i;
    return arrangements;
}

/* --- multisets of ends -----------------------------------------------------------------
 */

/* True if the coarse regression allows a game to end with this multiset. */
static bool may_end(const struct trey_fine *fine, size_t moves, trey_multiset set)
{
    return trey_regress_score(fine->coarse) > fine->score ||
           trey_regress_set_reachable(fine->coarse, moves, set);
}

struct end_count {
    const struct trey_fine_step *step;
    double boards;
};

static bool count_end(void *context, trey_multiset set)
{
    struct end_count *count = context;
    const struct trey_fine_step *step = count->step;
    int counts[TREY_CODES];
    if (!may_end(step->fine, step->moves, set))
        return true;
    count_codes(step->fine, set, counts);
    count->boards += count_arrangements(counts);
    return true;
}

static bool add_end(void *context, trey_multiset set)
{
    struct trey_fine_step *step = context;
    int counts[TREY_CODES];
    if (!may_end(step->fine, step->moves, set))
        return true;
    count_codes(step->fine, set, counts);
    uint32_t set_index =
        trey_fine_step_index(step, trey_large_sets_tiles(&step->fine->sets, set));
    if (!trey_fine_step_stops(step))
        arrange_all(step, set_index, 0, 0, counts);
    return !trey_fine_step_stops(step);
}

static void list_ends(struct trey_fine_step *step)
{
    const double board_bytes = sizeof(uint64_t), board_s = 0.4e-6;
    const struct trey_regress_limits *limits = step->limits;
    struct trey_multiset_query query =
        trey_regress_end_query(step->fine->coarse, step->fine->score, step->moves);
    struct end_count count = {.step = step};
    query.found = count_end;
    query.context = &count;
    step->stopped = !trey_multiset_list(&query) ||
                    (limits->cpu_s > 0.0 && count.boards * board_s > limits->cpu_s);
    step->full = count.boards * board_bytes > (double)limits->bytes;
    query.found = add_end;
    query.context = step;
    if (!trey_fine_step_stops(step))
        step->stopped |= !trey_multiset_list(&query);
}

struct end_check {
    const struct trey_fine *fine;
    size_t moves;
};

/* Ends the listing at the first multiset with which a game may end. */
static bool stop_at_end(void *context, trey_multiset set)
{
    const struct end_check *check = context;
    return !may_end(check->fine, check->moves, set);
}

bool trey_fine_no_end_at(const struct trey_fine *fine, size_t moves)
{
    struct end_check check = {fine, moves};
    struct trey_multiset_query query =
        trey_regress_end_query(fine->coarse, fine->score, moves);
    query.found = stop_at_end;
    query.context = &check;
    return trey_multiset_list(&query);
}

/* --- refining the ends of the previous regression --------------------------------------
 */

/* Recodes the large cells of a board of the previous regression, from `cell` on, in every
 * way that uses at most `left[code]` tiles of each code, and adds the allowed boards. */
static void refine(struct trey_fine_step *step, uint32_t set_index, int cell,
                   trey_coded board, int left[TREY_CODES])
{
    int large = step->fine->previous->large;
    while (cell < TREY_MAX_CELLS && (int)(board >> (3 * cell) & 7) < large)
        cell++;
    if (cell == TREY_MAX_CELLS) {
        if (trey_fine_step_allows(step, board))
            trey_fine_step_add(step, board, set_index);
        return;
    }
    for (int code = large; code <= step->fine->large && !step->full; code++) {
        if (left[code] == 0)
            continue;
        left[code]--;
        refine(step, set_index, cell + 1,
               board + ((trey_coded)(unsigned)(code - large) << (3 * cell)), left);
        left[code]++;
    }
}

static void refine_ends(struct trey_fine_step *step)
{
    struct trey_fine *fine = step->fine;
    const struct trey_fine *previous = fine->previous;
    const struct trey_state_set *ends = &previous->layers[0];
    for (size_t i = 0; i < ends->size && !trey_fine_step_stops(step); i++) {
        if (i % TREY_FINE_CHUNK == 0)
            trey_pause();
        if (ends->states[i] == TREY_STATE_NONE)
            continue;
        /* Large tiles of the previous regression; the smaller ones are small here. */
        trey_multiset set = previous->sets.multisets[ends->states[i] >> TREY_STATE_BITS];
        int counts[TREY_CODES];
        count_codes(fine, set, counts);
        uint32_t set_index =
            trey_fine_step_index(step, trey_large_sets_tiles(&fine->sets, set));
        if (!step->full)
            refine(step, set_index, 0, ends->states[i] & TREY_STATE_BOARD, counts);
    }
}

void trey_fine_step_add_ends(struct trey_fine_step *step)
{
    if (trey_fine_step_has_previous(step))
        refine_ends(step);
    else
        list_ends(step);
}
