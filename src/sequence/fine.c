/* Fine regression: retrograde analysis over coded boards (sequence/coded.h).
 *
 * A state is a coded board with the multiset of its large tiles. Layer k holds the states
 * from which a game can still score above the threshold in its last k moves. Layer 0 is
 * made of the ends (fine_ends.c), layer k of the predecessors of layer k - 1
 * (fine_undo.c). What the code of a board does not show is left open so that layers only
 * get larger: which large tiles merged (any that the multiset allows), and which line is
 * the smaller one if large tiles decide. So every real move has an abstract one, and a
 * board that can still win is in its layer. This gives the same three uses as the coarse
 * regression (regress.c).
 *
 * After the last layer a forward pass removes the states that no state of the layer
 * before leads to: no game reaches them.
 *
 * A game can end early on a board of 16 tiles. If such ends score above the threshold,
 * they would be too many to list, and the regression stops before them. */
#include "sequence/fine.h"

#include "base/check.h"
#include "base/error.h"
#include "base/pause.h"
#include "os/clock.h"
#include "sequence/fine_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MIN_TABLE = 1 << 12, CHECK_LIMITS_EVERY = 256 };

/* --- sets of states --------------------------------------------------------------------
 */

static void fill_with_none(uint64_t *states, size_t size)
{
    memset(states, 0xff, size * sizeof *states);
}

/* Allocates an empty table for `set`; false if out of memory. */
static bool make_table(struct trey_state_set *set, size_t size)
{
    uint64_t *states = malloc(size * sizeof *states);
    if (states == NULL)
        return false;
    fill_with_none(states, size);
    set->states = states;
    set->size = size;
    return true;
}

/* Doubles the table of the layer unless that exceeds the limit of bytes. */
static void grow_table(struct trey_fine_step *step)
{
    struct trey_state_set *old = &step->layer, new = {.count = old->count};
    size_t bytes = 3 * old->size * sizeof(uint64_t); /* old and new table */
    step->full |= step->fine->bytes + bytes > step->limits->bytes;
    step->out_of_memory |= !step->full && !make_table(&new, 2 * old->size);
    if (step->full || step->out_of_memory)
        return;
    for (size_t i = 0; i < old->size; i++)
        if (old->states[i] != TREY_STATE_NONE)
            *trey_state_set_slot(&new, old->states[i]) = old->states[i];
    assert(trey_is_power_of_2(new.size) && new.count < new.size);
    free(old->states);
    *old = new;
}

void trey_fine_step_add(struct trey_fine_step *step, trey_coded board, uint32_t set_index)
{
    struct trey_state_set *layer = &step->layer;
    uint64_t state = trey_state_of(step->fine, board, set_index);
    uint64_t *slot = trey_state_set_slot(layer, state);
    if (*slot == state)
        return;
    *slot = state;
    if (4 * ++layer->count > 3 * layer->size)
        grow_table(step);
}

/* True if a board, in any turn, with this multiset is in the layer after `moves` moves.
 */
static bool layer_contains(const struct trey_fine *fine, size_t moves, trey_coded board,
                           trey_multiset set)
{
    assert(moves <= fine->last);
    uint32_t set_index =
        trey_large_sets_find(&fine->sets, trey_large_sets_tiles(&fine->sets, set));
    return set_index != TREY_LARGE_SETS_MAX &&
           trey_state_set_contains(&fine->layers[fine->last - moves],
                                   trey_state_of(fine, board, set_index));
}

/* --- one step --------------------------------------------------------------------------
 */

static struct trey_fine_step begin_step(struct trey_fine *fine, size_t k,
                                        const struct trey_regress_limits *limits,
                                        double cpu_start_s)
{
    size_t moves = fine->last - k;
    const uint8_t *tiles = fine->sequence->tiles;
    int before = moves > 0 ? tiles[moves - 1] : 0;
    return (struct trey_fine_step){
        .fine = fine,
        .limits = limits,
        .cpu_start_s = cpu_start_s,
        .moves = moves,
        .tile = moves < fine->last ? tiles[moves] : 0,
        .tile_before = before,
        .code_before = trey_coded_of_rank(before, fine->large),
    };
}

/* Reads the clocks only every CHECK_LIMITS_EVERY calls. */
bool trey_fine_step_stops(struct trey_fine_step *step)
{
    const struct trey_regress_limits *limits = step->limits;
    step->stopped |= step->full || step->out_of_memory;
    if (step->stopped || step->stop_checks++ % CHECK_LIMITS_EVERY != 0)
        return step->stopped;
    step->stopped =
        trey_cancel_raised(limits->cancel) ||
        (limits->cpu_s > 0.0 && trey_clock_cpu() - step->cpu_start_s >= limits->cpu_s) ||
        (limits->deadline_s > 0.0 && trey_clock_monotonic() >= limits->deadline_s);
    return step->stopped;
}

bool trey_fine_step_allows(const struct trey_fine_step *step, trey_coded board)
{
    return trey_regress_allows_cover(step->fine->coarse, step->moves,
                                     trey_coded_cover(board)) &&
           (step->code_before == 0 || trey_coded_on_border(board, step->code_before));
}

bool trey_fine_step_has_previous(const struct trey_fine_step *step)
{
    const struct trey_fine *previous = step->fine->previous;
    return previous != NULL && previous->score <= step->fine->score &&
           trey_fine_has_layer(previous, step->moves);
}

bool trey_fine_step_reachable(const struct trey_fine_step *step, trey_coded board,
                              uint32_t set_index)
{
    const struct trey_fine *fine = step->fine, *previous = fine->previous;
    trey_multiset set =
        fine->sets.multisets[set_index] + trey_coded_small_tiles(board, fine->large);
    if (trey_fine_step_has_previous(step))
        return layer_contains(previous, step->moves,
                              trey_coded_coarsen(board, previous->large), set);
    return trey_regress_score(fine->coarse) > fine->score ||
           trey_regress_reachable(fine->coarse, step->moves, set,
                                  trey_coded_pattern(board));
}

uint32_t trey_fine_step_index(struct trey_fine_step *step, trey_multiset set)
{
    uint32_t set_index = trey_large_sets_index(&step->fine->sets, set);
    step->full |= set_index == TREY_LARGE_SETS_MAX;
    return set_index;
}

/* --- making layers ---------------------------------------------------------------------
 */

static void clear_layers(struct trey_fine *fine)
{
    for (size_t k = 0; k <= fine->last; k++) {
        free(fine->layers[k].states);
        fine->layers[k] = (struct trey_state_set){0};
    }
    fine->bytes = fine->depth = 0;
    fine->ran = false;
    trey_large_sets_reset(&fine->sets);
}

/* Adds the predecessors of all states of the later layer. */
static void add_all_predecessors(struct trey_fine_step *step,
                                 const struct trey_state_set *later)
{
    for (size_t first = 0; first < later->size && !step->stopped;
         first += TREY_FINE_CHUNK) {
        trey_pause();
        for (size_t i = first; i < first + TREY_FINE_CHUNK && !trey_fine_step_stops(step);
             i++)
            if (later->states[i] != TREY_STATE_NONE)
                trey_fine_step_undo(step, later->states[i]);
    }
}

/* Makes layer k. False if it is not complete. */
static bool make_layer(struct trey_fine *fine, size_t k,
                       const struct trey_regress_limits *limits, double cpu_start_s,
                       bool *out_of_memory)
{
    struct trey_fine_step step = begin_step(fine, k, limits, cpu_start_s);
    step.out_of_memory = !make_table(&step.layer, MIN_TABLE);
    if (k == 0 && !step.out_of_memory) {
        trey_fine_step_add_ends(&step);
    } else if (!step.out_of_memory) {
        add_all_predecessors(&step, &fine->layers[k - 1]);
    }
    *out_of_memory = step.out_of_memory;
    if (step.stopped || step.full || step.out_of_memory) {
        free(step.layer.states);
        return false;
    }
    fine->layers[k] = step.layer;
    fine->bytes += step.layer.size * sizeof(uint64_t);
    return true;
}

/* --- pruning forward -------------------------------------------------------------------
 */

/* Lists the states of a layer that have a predecessor in the layer before, which is
 * `step->target`. `states` has room for all. Returns their number, which is invalid if
 * the step stopped. */
static size_t list_reached(struct trey_fine_step *step,
                           const struct trey_state_set *layer, uint64_t *states)
{
    size_t count = 0;
    for (size_t i = 0; i < layer->size && !trey_fine_step_stops(step); i++) {
        if (i % TREY_FINE_CHUNK == 0)
            trey_pause();
        if (layer->states[i] == TREY_STATE_NONE)
            continue;
        step->found = false;
        trey_fine_step_undo(step, layer->states[i]);
        if (step->found)
            states[count++] = layer->states[i];
    }
    return count;
}

/* Makes a set of these states, in a table as small as possible; false if out of memory.
 */
static bool make_set(struct trey_state_set *set, const uint64_t *states, size_t count)
{
    size_t size = MIN_TABLE;
    while (3 * size < 4 * count + 4)
        size *= 2;
    if (!make_table(set, size))
        return false;
    for (size_t i = 0; i < count; i++)
        *trey_state_set_slot(set, states[i]) = states[i];
    set->count = count;
    return true;
}

/* Removes the states of layer k that no state of layer k + 1, one move earlier, leads to.
 * False, with the layer unchanged, if this could not be completed. */
static bool prune_layer(struct trey_fine *fine, size_t k,
                        const struct trey_regress_limits *limits, double cpu_start_s)
{
    struct trey_state_set *layer = &fine->layers[k], kept = {0};
    struct trey_fine_step step = begin_step(fine, k + 1, limits, cpu_start_s);
    uint64_t *states = malloc((layer->count + 1) * sizeof *states);
    if (states == NULL)
        return false;
    step.target = &fine->layers[k + 1];
    size_t count = list_reached(&step, layer, states);
    bool done = !trey_fine_step_stops(&step) && make_set(&kept, states, count);
    free(states);
    if (!done)
        return false;
    fine->bytes -= (layer->size - kept.size) * sizeof(uint64_t);
    free(layer->states);
    *layer = kept;
    return true;
}

/* Reduces the layer of the start to the start itself, if that is in it. */
static void prune_start_layer(struct trey_fine *fine)
{
    struct trey_state_set *layer = &fine->layers[fine->last];
    trey_bytes board = trey_bytes_load(&fine->sequence->start);
    trey_multiset set;
    if (!trey_fine_alive(fine, 0, board) || !trey_multiset_of_board(board, &set))
        return;
    uint32_t set_index =
        trey_large_sets_find(&fine->sets, trey_large_sets_tiles(&fine->sets, set));
    uint64_t state =
        trey_state_of(fine, trey_coded_of_board(board, fine->large), set_index);
    fill_with_none(layer->states, layer->size);
    *trey_state_set_slot(layer, state) = state;
    layer->count = 1;
}

/* Prunes all layers, from the deepest one forward, as far as the limits allow. */
static void prune_layers(struct trey_fine *fine, const struct trey_regress_limits *limits,
                         double cpu_start_s)
{
    if (fine->depth == fine->last)
        prune_start_layer(fine);
    for (size_t k = fine->depth; k-- > 0;)
        if (!prune_layer(fine, k, limits, cpu_start_s))
            return;
}

/* --- a run -----------------------------------------------------------------------------
 */

/* True if the deepest layer proves that no game scores above the threshold. */
static bool is_proof(const struct trey_fine *fine)
{
    size_t moves = fine->last - fine->depth;
    if (fine->layers[fine->depth].count == 0)
        return trey_regress_no_earlier_end(fine->coarse, fine->score, moves);
    return moves == 0 &&
           !trey_fine_alive(fine, 0, trey_bytes_load(&fine->sequence->start));
}

/* True if the layer one move earlier than the deepest one can be made: there is one, and
 * it contains no ends. */
static bool can_go_back(const struct trey_fine *fine)
{
    size_t moves = fine->last - fine->depth;
    return moves > 0 && (moves == 1 || trey_fine_no_end_at(fine, moves - 1));
}

enum trey_status trey_fine_run(struct trey_fine *fine, uint64_t score,
                               const struct trey_regress_limits *limits, bool *proved,
                               struct trey_error *error)
{
    size_t max_depth = limits->moves < fine->last ? limits->moves : fine->last;
    double cpu_start_s = trey_clock_cpu();
    bool out_of_memory = false;
    *proved = false;
    clear_layers(fine);
    fine->score = score;
    fine->ran = make_layer(fine, 0, limits, cpu_start_s, &out_of_memory);
    for (bool more = fine->ran; more;) {
        *proved = is_proof(fine);
        more = !*proved && fine->depth < max_depth && can_go_back(fine) &&
               make_layer(fine, fine->depth + 1, limits, cpu_start_s, &out_of_memory);
        fine->depth += more;
    }
    if (fine->ran && !*proved && !out_of_memory)
        prune_layers(fine, limits, trey_clock_cpu());
    return out_of_memory ? trey_fail_memory(error, MIN_TABLE * sizeof(uint64_t))
                         : TREY_OK;
}

/* --- queries ---------------------------------------------------------------------------
 */

bool trey_fine_has_layer(const struct trey_fine *fine, size_t moves)
{
    return fine->ran && moves <= fine->last && fine->last - moves <= fine->depth;
}

bool trey_fine_alive(const struct trey_fine *fine, size_t moves, trey_bytes board)
{
    trey_multiset set;
    if (!trey_fine_has_layer(fine, moves) || !trey_multiset_of_board(board, &set))
        return true;
    return layer_contains(fine, moves, trey_coded_of_board(board, fine->large), set);
}

uint64_t trey_fine_score(const struct trey_fine *fine)
{
    return fine->score;
}

size_t trey_fine_moves(const struct trey_fine *fine)
{
    return fine->ran ? fine->depth : 0;
}

/* --- creation --------------------------------------------------------------------------
 */

enum trey_status trey_fine_new(const struct trey_regress *coarse,
                               const struct trey_fine *previous, int large,
                               struct trey_fine **fine, struct trey_error *error)
{
    struct trey_fine *made = calloc(1, sizeof *made);
    *fine = NULL;
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->coarse = coarse;
    made->previous = previous;
    made->large = large;
    made->sequence = trey_regress_sequence(coarse, &made->last);
    made->tables = trey_coded_tables_new(large);
    made->layers = calloc(made->last + 1, sizeof(*made->layers));
    bool has_sets = trey_large_sets_init(&made->sets, large);
    if (made->tables == NULL || !has_sets || made->layers == NULL) {
        trey_fine_free(made);
        return trey_fail_memory(error, TREY_LARGE_SETS_MAX * sizeof(*made->sets.ranges));
    }
    *fine = made;
    return TREY_OK;
}

void trey_fine_free(struct trey_fine *fine)
{
    if (fine == NULL)
        return;
    if (fine->layers != NULL)
        clear_layers(fine);
    free(fine->layers);
    free(fine->tables);
    trey_large_sets_clear(&fine->sets);
    free(fine);
}
