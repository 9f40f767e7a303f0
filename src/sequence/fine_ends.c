/* The ends: all boards with which a game may end above the score. They are listed by
 * multiset (sequence/multiset.h), each arranged on the board in every way, or taken from
 * the ends that a regression has left which tells less apart. */
#include "base/pause.h"
#include "sequence/fine_inside.h"

/* Puts all boards with so many tiles of each code (left[0]: empty cells). */
static void arrange(struct trey_making *making, uint32_t number, int cell,
                    trey_coded board, int left[TREY_CODES])
{
    if (cell == TREY_MAX_CELLS) {
        if (trey_making_can_be(making, board) &&
            trey_making_is_reached(making, board, number))
            trey_making_put(making, board, number);
        return;
    }
    if (cell == TREY_MAX_CELLS / 2 && trey_making_is_over(making))
        return;
    for (int code = 0; code < TREY_CODES; code++) {
        if (left[code] == 0)
            continue;
        left[code]--;
        arrange(making, number, cell + 1, board | (trey_coded)code << (3 * cell), left);
        left[code]++;
    }
}

/* The same from the first cell on. The first cells are filled here, outside of the loops
 * that most of the time goes to, with a pause for each way to fill them. */
static void arrange_all(struct trey_making *making, uint32_t number, int cell,
                        trey_coded board, int left[TREY_CODES])
{
    enum { FIRST_CELLS = 5 };
    if (cell == FIRST_CELLS) {
        trey_pause();
        if (!trey_making_is_over(making))
            arrange(making, number, cell, board, left);
        return;
    }
    for (int code = 0; code < TREY_CODES; code++) {
        if (left[code] == 0)
            continue;
        left[code]--;
        arrange_all(making, number, cell + 1, board | (trey_coded)code << (3 * cell),
                    left);
        left[code]++;
    }
}

/* In how many ways so many tiles of each code stand on a board, turns counted once. */
static double arrangements(const int left[TREY_CODES])
{
    double count = 0.25;
    int placed = 0;
    for (int code = 0; code < TREY_CODES; code++)
        for (int i = 1; i <= left[code]; i++)
            count = count * ++placed / i;
    return count;
}

static void count_codes(const struct trey_fine *fine, trey_multiset set,
                        int left[TREY_CODES])
{
    memset(left, 0, TREY_CODES * sizeof *left);
    left[0] = TREY_MAX_CELLS - trey_multiset_tiles(set);
    for (int rank = 1; rank < fine->large; rank++)
        left[rank] = trey_multiset_count(set, rank);
    left[fine->large] = trey_multiset_tiles(trey_parts_large(&fine->parts, set));
}

/* Whether the coarse regression lets a game end with this multiset. */
static bool may_end(const struct trey_fine *fine, size_t moves, trey_multiset set)
{
    return trey_regress_score(fine->coarse) > fine->score ||
           trey_regress_reaches_any(fine->coarse, moves, set);
}

struct counting {
    const struct trey_making *making;
    double boards;
};

static bool count_end(void *context, trey_multiset set)
{
    struct counting *counting = context;
    const struct trey_making *making = counting->making;
    int left[TREY_CODES];
    if (!may_end(making->fine, making->moves, set))
        return true;
    count_codes(making->fine, set, left);
    counting->boards += arrangements(left);
    return true;
}

static bool put_end(void *context, trey_multiset set)
{
    struct trey_making *making = context;
    int left[TREY_CODES];
    if (!may_end(making->fine, making->moves, set))
        return true;
    count_codes(making->fine, set, left);
    uint32_t number =
        trey_making_number(making, trey_parts_large(&making->fine->parts, set));
    if (!trey_making_is_over(making))
        arrange_all(making, number, 0, 0, left);
    return !trey_making_is_over(making);
}

struct looking {
    const struct trey_fine *fine;
    size_t moves;
};

static bool refuse_reached(void *context, trey_multiset set)
{
    const struct looking *looking = context;
    return !may_end(looking->fine, looking->moves, set);
}

/* Whether no game ends with 16 tiles above the score after so many moves. */
bool trey_fine_no_end_at(const struct trey_fine *fine, size_t moves)
{
    struct looking looking = {fine, moves};
    struct trey_multiset_query query =
        trey_regress_ends(fine->coarse, fine->score, moves);
    query.found = refuse_reached;
    query.context = &looking;
    return trey_multiset_list(&query);
}

/* Tells apart, from `cell` on, what is large in a board of the regression below;
 * left[code] tiles of each code go there. */
static void refine(struct trey_making *making, uint32_t number, int cell,
                   trey_coded board, int left[TREY_CODES])
{
    int large = making->fine->below->large;
    while (cell < TREY_MAX_CELLS && (int)(board >> (3 * cell) & 7) < large)
        cell++;
    if (cell == TREY_MAX_CELLS) {
        if (trey_making_can_be(making, board))
            trey_making_put(making, board, number);
        return;
    }
    for (int code = large; code <= making->fine->large && !making->full; code++) {
        if (left[code] == 0)
            continue;
        left[code]--;
        refine(making, number, cell + 1,
               board + ((trey_coded)(unsigned)(code - large) << (3 * cell)), left);
        left[code]++;
    }
}

static void refine_ends(struct trey_making *making)
{
    struct trey_fine *fine = making->fine;
    const struct trey_fine *below = fine->below;
    const struct trey_states *ends = &below->layers[0];
    for (size_t i = 0; i < ends->size && !trey_making_is_over(making); i++) {
        if (i % TREY_FINE_PIECE == 0)
            trey_pause();
        if (ends->states[i] == TREY_STATE_FREE)
            continue;
        trey_multiset set = below->parts.multisets[ends->states[i] >> TREY_STATE_BITS];
        int left[TREY_CODES];
        count_codes(fine, set, left);
        uint32_t number = trey_making_number(making, trey_parts_large(&fine->parts, set));
        if (!making->full)
            refine(making, number, 0, ends->states[i] & TREY_STATE_BOARD, left);
    }
}

/* Not begun where the limits would end it. */
void trey_making_ends(struct trey_making *making)
{
    if (trey_making_knows_below(making)) {
        refine_ends(making);
        return;
    }
    const double board_bytes = sizeof(uint64_t), board_s = 0.4e-6;
    const struct trey_regress_limits *limits = making->limits;
    struct trey_multiset_query query =
        trey_regress_ends(making->fine->coarse, making->fine->score, making->moves);
    struct counting counting = {.making = making};
    query.found = count_end;
    query.context = &counting;
    making->stopped = !trey_multiset_list(&query) ||
                      (limits->cpu_s > 0.0 && counting.boards * board_s > limits->cpu_s);
    making->full = counting.boards * board_bytes > (double)limits->bytes;
    query.found = put_end;
    query.context = making;
    if (!trey_making_is_over(making))
        making->stopped |= !trey_multiset_list(&query);
}
