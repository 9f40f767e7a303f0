/* Regression over coded boards (sequence/coded.h).
 *
 * A state is a board whose cells are empty, one of the ranks below `large`, or large,
 * with the multiset of the large tiles. A layer holds those from which, so many moves
 * before the end, a game may still win: first the ends (fine_ends.c), then what a move
 * may have made into a state of the layer after it (fine_undo.c). What is not known is
 * left open, on the side of more states: which of the large tiles merged (any that the
 * multiset allows), and which line is the smaller one where large tiles would decide. So
 * every real move has its abstract one, and a board that can still win is in its layer.
 * Hence the same three uses as of the coarse regression.
 *
 * Boards of 16 tiles may end a game early. Where such ends score above the threshold they
 * would be too many to list, and going back stops before them. */
#include "sequence/fine.h"

#include "base/check.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/pause.h"
#include "sequence/fine_inside.h"

#include <stdlib.h>
#include <string.h>

enum { MIN_TABLE = 1 << 12, LOOK_EVERY = 256 };

/* --- sets of states --------------------------------------------------------------------
 */

static bool make_table(struct trey_states *layer, size_t size)
{
    uint64_t *states = malloc(size * sizeof *states);
    if (states == NULL)
        return false;
    memset(states, 0xff, size * sizeof *states);
    layer->states = states;
    layer->size = size;
    return true;
}

/* Doubles the table; not beyond the limit of bytes. */
static void grow(struct trey_making *making)
{
    struct trey_states *old = &making->layer, new = {.count = old->count};
    size_t bytes = 3 * old->size * sizeof(uint64_t);
    making->full |= making->fine->bytes + bytes > making->limits->bytes;
    making->failed |= !making->full && !make_table(&new, 2 * old->size);
    if (making->full || making->failed)
        return;
    for (size_t i = 0; i < old->size; i++)
        if (old->states[i] != TREY_STATE_FREE)
            *trey_states_slot(&new, old->states[i]) = old->states[i];
    assert(trey_is_power_of_2(new.size) && new.count < new.size);
    free(old->states);
    *old = new;
}

void trey_making_put(struct trey_making *making, trey_coded board, uint32_t number)
{
    struct trey_states *layer = &making->layer;
    uint64_t state = trey_state_of(making->fine, board, number);
    uint64_t *slot = trey_states_slot(layer, state);
    if (*slot == state)
        return;
    *slot = state;
    if (4 * ++layer->count > 3 * layer->size)
        grow(making);
}

/* Whether a board, in any turn, with this multiset is in the layer. */
static bool holds(const struct trey_fine *fine, size_t moves, trey_coded board,
                  trey_multiset set)
{
    assert(moves <= fine->last);
    uint32_t number = trey_parts_find(&fine->parts, trey_parts_large(&fine->parts, set));
    return number != TREY_PARTS_MAX &&
           trey_states_hold(&fine->layers[fine->last - moves],
                            trey_state_of(fine, board, number));
}

/* The clock is looked at now and then. */
bool trey_making_is_over(struct trey_making *making)
{
    const struct trey_regress_limits *limits = making->limits;
    making->stopped |= making->full || making->failed;
    if (making->stopped || making->looks++ % LOOK_EVERY != 0)
        return making->stopped;
    making->stopped =
        trey_cancel_raised(limits->cancel) ||
        (limits->cpu_s > 0.0 &&
         trey_clock_cpu() - making->cpu_start_s >= limits->cpu_s) ||
        (limits->deadline_s > 0.0 && trey_clock_monotonic() >= limits->deadline_s);
    return making->stopped;
}

bool trey_making_can_be(const struct trey_making *making, trey_coded board)
{
    return trey_regress_allows(making->fine->coarse, making->moves,
                               trey_coded_cover(board)) &&
           (making->code_before == 0 || trey_coded_on_rim(board, making->code_before));
}

bool trey_making_knows_below(const struct trey_making *making)
{
    const struct trey_fine *below = making->fine->below;
    return below != NULL && below->score <= making->fine->score &&
           trey_fine_knows(below, making->moves);
}

bool trey_making_is_reached(const struct trey_making *making, trey_coded board,
                            uint32_t number)
{
    const struct trey_fine *fine = making->fine, *below = fine->below;
    trey_multiset set =
        fine->parts.multisets[number] + trey_coded_small(board, fine->large);
    if (trey_making_knows_below(making))
        return holds(below, making->moves, trey_coded_again(board, below->large), set);
    return trey_regress_score(fine->coarse) > fine->score ||
           trey_regress_reaches(fine->coarse, making->moves, set,
                                trey_coded_pattern(board));
}

uint32_t trey_making_number(struct trey_making *making, trey_multiset set)
{
    uint32_t number = trey_parts_number(&making->fine->parts, set);
    making->full |= number == TREY_PARTS_MAX;
    return number;
}

/* --- a run -----------------------------------------------------------------------------
 */

static void forget_layers(struct trey_fine *fine)
{
    for (size_t k = 0; k <= fine->last; k++) {
        free(fine->layers[k].states);
        fine->layers[k] = (struct trey_states){0};
    }
    fine->bytes = fine->depth = 0;
    fine->ran = false;
    trey_parts_forget(&fine->parts);
}

/* What leads to the states of the later layer. */
static void undo_all(struct trey_making *making, const struct trey_states *later)
{
    for (size_t first = 0; first < later->size && !making->stopped;
         first += TREY_FINE_PIECE) {
        trey_pause();
        for (size_t i = first;
             i < first + TREY_FINE_PIECE && !trey_making_is_over(making); i++)
            if (later->states[i] != TREY_STATE_FREE)
                trey_making_undo(making, later->states[i]);
    }
}

static struct trey_making begin(struct trey_fine *fine, size_t k,
                                const struct trey_regress_limits *limits,
                                double cpu_start_s)
{
    size_t moves = fine->last - k;
    const uint8_t *tiles = fine->sequence->tiles;
    int before = moves > 0 ? tiles[moves - 1] : 0;
    return (struct trey_making){
        .fine = fine,
        .limits = limits,
        .cpu_start_s = cpu_start_s,
        .moves = moves,
        .tile = moves < fine->last ? tiles[moves] : 0,
        .tile_before = before,
        .code_before = trey_coded_of_rank(before, fine->large),
    };
}

/* Makes layer k; false if it was not finished. */
static bool make_layer(struct trey_fine *fine, size_t k,
                       const struct trey_regress_limits *limits, double cpu_start_s,
                       bool *failed)
{
    struct trey_making making = begin(fine, k, limits, cpu_start_s);
    making.failed = !make_table(&making.layer, MIN_TABLE);
    if (k == 0 && !making.failed) {
        trey_making_ends(&making);
    } else if (!making.failed) {
        undo_all(&making, &fine->layers[k - 1]);
    }
    *failed = making.failed;
    if (making.stopped || making.full || making.failed) {
        free(making.layer.states);
        return false;
    }
    fine->layers[k] = making.layer;
    fine->bytes += making.layer.size * sizeof(uint64_t);
    return true;
}

/* Drops the states of layer k that no state of the layer before leads to: no real line of
 * play comes there. False if it was not finished, and nothing was dropped. */
static bool prune_layer(struct trey_fine *fine, size_t k,
                        const struct trey_regress_limits *limits, double cpu_start_s)
{
    struct trey_states *layer = &fine->layers[k], kept = {0};
    struct trey_making making = begin(fine, k + 1, limits, cpu_start_s);
    size_t put_at = 0, size = MIN_TABLE;
    uint64_t *states = malloc((layer->count + 1) * sizeof *states);
    making.sought = &fine->layers[k + 1];
    for (size_t i = 0; states != NULL && i < layer->size && !trey_making_is_over(&making);
         i++) {
        if (i % TREY_FINE_PIECE == 0)
            trey_pause();
        if (layer->states[i] == TREY_STATE_FREE)
            continue;
        making.found = false;
        trey_making_undo(&making, layer->states[i]);
        if (making.found)
            states[put_at++] = layer->states[i];
    }
    while (3 * size < 4 * put_at + 4)
        size *= 2;
    bool done =
        states != NULL && !trey_making_is_over(&making) && make_table(&kept, size);
    for (size_t i = 0; i < put_at && done; i++)
        *trey_states_slot(&kept, states[i]) = states[i];
    free(states);
    if (!done)
        return false;
    kept.count = put_at;
    fine->bytes -= (layer->size - kept.size) * sizeof(uint64_t);
    free(layer->states);
    *layer = kept;
    return true;
}

/* Of the first layer the start alone is left. */
static void prune_first(struct trey_fine *fine)
{
    struct trey_states *layer = &fine->layers[fine->last];
    trey_bytes board = trey_bytes_load(&fine->sequence->start);
    trey_multiset set;
    if (!trey_fine_alive(fine, 0, board) || !trey_multiset_of_board(board, &set))
        return;
    uint32_t number = trey_parts_find(&fine->parts, trey_parts_large(&fine->parts, set));
    uint64_t state = trey_state_of(fine, trey_coded_of_board(board, fine->large), number);
    memset(layer->states, 0xff, layer->size * sizeof *layer->states);
    *trey_states_slot(layer, state) = state;
    layer->count = 1;
}

/* Goes forth again from the deepest layer, as far as the limits let it. */
static void prune(struct trey_fine *fine, const struct trey_regress_limits *limits,
                  double cpu_start_s)
{
    if (fine->depth == fine->last)
        prune_first(fine);
    for (size_t k = fine->depth; k-- > 0;)
        if (!prune_layer(fine, k, limits, cpu_start_s))
            return;
}

static bool is_proof(const struct trey_fine *fine)
{
    size_t moves = fine->last - fine->depth;
    if (fine->layers[fine->depth].count == 0)
        return trey_regress_no_earlier_end(fine->coarse, fine->score, moves);
    return moves == 0 &&
           !trey_fine_alive(fine, 0, trey_bytes_load(&fine->sequence->start));
}

enum trey_status trey_fine_run(struct trey_fine *fine, uint64_t score,
                               const struct trey_regress_limits *limits, bool *proved,
                               struct trey_error *error)
{
    size_t most = limits->moves < fine->last ? limits->moves : fine->last;
    double cpu_start_s = trey_clock_cpu();
    bool failed = false;
    *proved = false;
    forget_layers(fine);
    fine->score = score;
    fine->ran = make_layer(fine, 0, limits, cpu_start_s, &failed);
    for (bool more = fine->ran; more;) {
        *proved = is_proof(fine);
        size_t moves = fine->last - fine->depth;
        bool ends = moves == 0 || (moves > 1 && !trey_fine_no_end_at(fine, moves - 1));
        more = !ends && !*proved && fine->depth < most &&
               make_layer(fine, fine->depth + 1, limits, cpu_start_s, &failed);
        fine->depth += more;
    }
    if (fine->ran && !*proved && !failed)
        prune(fine, limits, trey_clock_cpu());
    return failed ? trey_fail_memory(error, MIN_TABLE * sizeof(uint64_t)) : TREY_OK;
}

/* --- questions -------------------------------------------------------------------------
 */

bool trey_fine_knows(const struct trey_fine *fine, size_t moves)
{
    return fine->ran && moves <= fine->last && fine->last - moves <= fine->depth;
}

bool trey_fine_alive(const struct trey_fine *fine, size_t moves, trey_bytes board)
{
    trey_multiset set;
    if (!trey_fine_knows(fine, moves) || !trey_multiset_of_board(board, &set))
        return true;
    return holds(fine, moves, trey_coded_of_board(board, fine->large), set);
}

uint64_t trey_fine_score(const struct trey_fine *fine)
{
    return fine->score;
}

size_t trey_fine_moves(const struct trey_fine *fine)
{
    return fine->ran ? fine->depth : 0;
}

/* --- making ----------------------------------------------------------------------------
 */

enum trey_status trey_fine_new(const struct trey_regress *coarse,
                               const struct trey_fine *below, int large,
                               struct trey_fine **fine, struct trey_error *error)
{
    struct trey_fine *made = calloc(1, sizeof *made);
    *fine = NULL;
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->coarse = coarse;
    made->below = below;
    made->large = large;
    made->sequence = trey_regress_game(coarse, &made->last);
    made->tables = trey_coded_tables_new(large);
    made->layers = calloc(made->last + 1, sizeof(*made->layers));
    bool numbered = trey_parts_new(&made->parts, large);
    if (made->tables == NULL || !numbered || made->layers == NULL) {
        trey_fine_free(made);
        return trey_fail_memory(error, TREY_PARTS_MAX * sizeof(*made->parts.parts));
    }
    *fine = made;
    return TREY_OK;
}

void trey_fine_free(struct trey_fine *fine)
{
    if (fine == NULL)
        return;
    if (fine->layers != NULL)
        forget_layers(fine);
    free(fine->layers);
    free(fine->tables);
    trey_parts_clear(&fine->parts);
    free(fine);
}
