/* Coarse regression: retrograde analysis over pairs of a multiset of tiles and a pattern
 * of occupied cells.
 *
 * Layer k, k moves before the end of the list, holds the pairs that are alive: from them
 * abstract moves lead to an end that scores above the threshold. An abstract move merges
 * any tiles of the multiset, as many as the move of the pattern has merges (pattern.c).
 * So every real move is among the abstract ones, and a board that can still win is in its
 * layer. Hence a board that is not in its layer cannot win; and if a layer is empty and
 * no earlier end scores above the threshold, no game does.
 *
 * There are two kinds of ends: after the last move of the list (layer 0), any multiset
 * with the right sum and difference of ones and twos that scores above the threshold;
 * before it, only boards of 16 tiles, since any other has a legal move. The tile that
 * spawned last has not merged, so it is in the multiset.
 *
 * The invariant of covered lines (docs/planner-proofs.md) keeps layers small: the
 * number of rows and of columns that hold a tile never decreases. Once every line is
 * covered, patterns with an empty line are impossible, and few tiles that cover all
 * lines seldom touch.
 *
 * Cost: 8 KiB for each live multiset; some thousand patterns a multiset, one for each
 * class under quarter turns, under which the rules are invariant. */
#include "sequence/regress.h"

#include "base/error.h"
#include "base/pause.h"
#include "os/clock.h"
#include "sequence/covered.h"
#include "sequence/regress_internal.h"

#include <stdlib.h>

static void clear_layers(struct trey_regress *regress)
{
    for (size_t k = 0; k < regress->layer_capacity; k++)
        trey_regress_layer_clear(&regress->layers[k]);
    free(regress->layers);
    regress->layers = NULL;
    regress->layer_capacity = regress->bytes = regress->depth = 0;
    regress->ran = false;
}

static bool is_over(const struct trey_regress *regress,
                    const struct trey_regress_limits *limits)
{
    return regress->bytes > limits->bytes || trey_cancel_raised(limits->cancel) ||
           (limits->cpu_s > 0.0 &&
            trey_clock_cpu() - regress->cpu_start_s >= limits->cpu_s) ||
           (limits->deadline_s > 0.0 && trey_clock_monotonic() >= limits->deadline_s);
}

/* --- forward pass ----------------------------------------------------------------------
 *
 * A finer regression can skip live pairs to which no pair of the deepest layer leads: no
 * game reaches them.
 */

/* All of the deepest layer is reached; if it is the layer of the start, only the start.
 * False if out of memory. */
static bool mark_deepest_reached(struct trey_regress *regress)
{
    struct trey_regress_layer *layer = &regress->layers[regress->depth];
    trey_bytes start = trey_bytes_load(&regress->sequence->start);
    trey_pattern turns[4];
    trey_multiset set;
    bool is_start_layer =
        regress->depth == regress->last && trey_multiset_of_board(start, &set);
    trey_pattern_turns(trey_pattern_of(start), turns);
    for (size_t i = 0; i < layer->count; i++) {
        if (layer->patterns[i] == NULL || (is_start_layer && layer->sets[i] != set))
            continue;
        layer->reached[i] = calloc(1, sizeof **layer->reached);
        if (layer->reached[i] == NULL)
            return false;
        regress->bytes += sizeof **layer->reached;
        for (int turn = 0; turn < 4 && is_start_layer; turn++)
            trey_pattern_set_add(layer->reached[i], turns[turn]);
        if (!is_start_layer)
            *layer->reached[i] = *layer->patterns[i];
    }
    return true;
}

static void clear_reached(struct trey_regress *regress)
{
    for (size_t k = 0; k <= regress->depth; k++) {
        struct trey_regress_layer *layer = &regress->layers[k];
        for (size_t i = 0; layer->reached != NULL && i < layer->count; i++) {
            regress->bytes -= layer->reached[i] != NULL ? sizeof **layer->reached : 0;
            free(layer->reached[i]);
        }
        free(layer->reached);
        layer->reached = NULL;
    }
}

/* Marks in layer k - 1 what layer k leads to. False if limits or memory ended it. */
static bool mark_later_reached(struct trey_regress *regress, size_t k,
                               struct trey_backstep *step,
                               const struct trey_regress_limits *limits)
{
    struct trey_regress_layer *earlier = &regress->layers[k];
    *step = (struct trey_backstep){.regress = regress,
                                   .later = &regress->layers[k - 1],
                                   .earlier = earlier,
                                   .tile = regress->sequence->tiles[regress->last - k],
                                   .forward = true};
    for (size_t i = 0; i < earlier->count; i++) {
        if (earlier->reached[i] != NULL)
            trey_backstep_mark_reached(step, i);
        if (step->out_of_memory || is_over(regress, limits))
            return false;
    }
    return true;
}

/* Marks all layers, or none if limits or memory do not allow all. */
static void mark_all_reached(struct trey_regress *regress, struct trey_backstep *step,
                             const struct trey_regress_limits *limits)
{
    bool possible = true;
    regress->cpu_start_s = trey_clock_cpu();
    for (size_t k = 0; k <= regress->depth; k++) {
        struct trey_regress_layer *layer = &regress->layers[k];
        layer->reached = calloc(layer->count + 1, sizeof(*layer->reached));
        possible &= layer->reached != NULL;
    }
    possible = possible && mark_deepest_reached(regress);
    for (size_t k = regress->depth; k > 0 && possible; k--)
        possible = mark_later_reached(regress, k, step, limits);
    if (!possible)
        clear_reached(regress);
}

/* --- a run -----------------------------------------------------------------------------
 */

/* The patterns of this many tiles that a board can have after the last move. NULL if
 * there is none, or if out of memory (*out_of_memory is set). */
static struct trey_pattern_set *last_patterns(struct trey_regress *regress, int tiles,
                                              bool *out_of_memory)
{
    const trey_pattern *classes;
    size_t count = trey_pattern_classes(regress->tables, tiles, &classes);
    struct trey_pattern_set *alive = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!trey_regress_allows_pattern(regress, regress->last, classes[i]))
            continue;
        if (alive == NULL)
            alive = calloc(1, sizeof *alive);
        *out_of_memory = alive == NULL;
        if (*out_of_memory)
            return NULL;
        trey_pattern turns[4];
        trey_pattern_turns(classes[i], turns);
        for (int turn = 0; turn < 4; turn++)
            trey_pattern_set_add(alive, turns[turn]);
    }
    return alive;
}

/* Makes layer 0. False if memory or limits of the listing do not allow it. */
static bool make_last_layer(struct trey_regress *regress, bool *out_of_memory)
{
    struct trey_regress_layer *layer = &regress->layers[0];
    trey_content_of(&regress->sequence->start, &layer->content);
    for (size_t n = 0; n < regress->last; n++)
        trey_content_add(&layer->content, regress->sequence->tiles[n]);
    if (!trey_regress_add_ends(regress, regress->last, layer, out_of_memory))
        return false;
    for (size_t i = 0; i < layer->count && !*out_of_memory; i++) {
        trey_pause();
        layer->patterns[i] =
            last_patterns(regress, trey_multiset_tiles(layer->sets[i]), out_of_memory);
        if (layer->patterns[i] != NULL)
            regress->bytes += sizeof **layer->patterns;
    }
    return !*out_of_memory;
}

/* Makes layer k from layer k - 1. False if limits or memory ended it. */
static bool make_layer(struct trey_regress *regress, size_t k,
                       const struct trey_regress_limits *limits,
                       struct trey_backstep *step, bool *out_of_memory)
{
    struct trey_regress_layer *later = &regress->layers[k - 1],
                              *earlier = &regress->layers[k];
    size_t moves = regress->last - k;
    const uint8_t *tiles = regress->sequence->tiles;
    *step = (struct trey_backstep){.regress = regress,
                                   .later = later,
                                   .earlier = earlier,
                                   .moves = moves,
                                   .tile = tiles[moves],
                                   .tile_before = moves > 0 ? tiles[moves - 1] : 0};
    earlier->content = later->content;
    earlier->content.sum -= trey_tile_of_rank(step->tile);
    earlier->content.ones_minus_twos -= (step->tile == 1) - (step->tile == 2);
    if (!trey_backstep_list_sets(step, limits->cancel))
        return false;
    if (!step->out_of_memory && moves > 0 &&
        !trey_regress_add_ends(regress, moves, earlier, out_of_memory))
        return false;
    for (size_t i = 0; i < earlier->count && !step->out_of_memory; i++) {
        trey_pause();
        trey_backstep_find_alive(step, i);
        if (is_over(regress, limits))
            return false;
    }
    *out_of_memory |= step->out_of_memory;
    return !step->out_of_memory;
}

static bool is_empty(const struct trey_regress_layer *layer)
{
    for (size_t i = 0; i < layer->count; i++)
        if (layer->patterns[i] != NULL)
            return false;
    return true;
}

enum trey_status trey_regress_run(struct trey_regress *regress, uint64_t score,
                                  const struct trey_regress_limits *limits, bool *proved,
                                  struct trey_error *error)
{
    size_t max_depth = limits->moves < regress->last ? limits->moves : regress->last;
    bool out_of_memory = false;
    *proved = false;
    clear_layers(regress);
    regress->score = score;
    regress->cpu_start_s = trey_clock_cpu();
    regress->layers = calloc(max_depth + 1, sizeof(*regress->layers));
    struct trey_backstep *step = malloc(sizeof *step);
    if (regress->layers == NULL || step == NULL) {
        free(step);
        return trey_fail_memory(error,
                                (max_depth + 1) * sizeof(struct trey_regress_layer));
    }
    regress->layer_capacity = max_depth + 1;
    regress->ran = make_last_layer(regress, &out_of_memory);
    bool more = regress->ran;
    while (more && !*proved) {
        struct trey_regress_layer *layer = &regress->layers[regress->depth];
        size_t moves = regress->last - regress->depth;
        *proved =
            (is_empty(layer) && trey_regress_no_earlier_end(regress, score, moves)) ||
            (moves == 0 &&
             !trey_regress_alive(regress, 0, trey_bytes_load(&regress->sequence->start)));
        more = !*proved && regress->depth < max_depth && !is_over(regress, limits) &&
               make_layer(regress, regress->depth + 1, limits, step, &out_of_memory);
        regress->depth += more;
    }
    if (limits->forward && regress->ran && !*proved && !out_of_memory)
        mark_all_reached(regress, step, limits);
    free(step);
    return out_of_memory ? trey_fail_memory(error, sizeof(struct trey_pattern_set))
                         : TREY_OK;
}

/* --- queries ---------------------------------------------------------------------------
 */

enum { FULL = 4 };

bool trey_regress_allows_cover(const struct trey_regress *regress, size_t moves,
                               struct trey_cover cover)
{
    if (moves >= regress->covered_from)
        return cover.min == FULL;
    return cover.min >= regress->start_cover.min && cover.max >= regress->start_cover.max;
}

bool trey_regress_has_layer(const struct trey_regress *regress, size_t moves)
{
    return regress->ran && moves <= regress->last &&
           regress->last - moves <= regress->depth;
}

bool trey_regress_alive(const struct trey_regress *regress, size_t moves,
                        trey_bytes board)
{
    trey_multiset set;
    if (!trey_regress_has_layer(regress, moves) || !trey_multiset_of_board(board, &set))
        return true;
    const struct trey_regress_layer *layer = &regress->layers[regress->last - moves];
    size_t index = trey_regress_layer_find(layer, set);
    return index != SIZE_MAX && layer->patterns[index] != NULL &&
           trey_pattern_set_contains(layer->patterns[index], trey_pattern_of(board));
}

static bool has_reached(const struct trey_regress *regress, size_t moves)
{
    return trey_regress_has_layer(regress, moves) &&
           regress->layers[regress->last - moves].reached != NULL;
}

bool trey_regress_set_reachable(const struct trey_regress *regress, size_t moves,
                                trey_multiset set)
{
    if (!has_reached(regress, moves))
        return true;
    const struct trey_regress_layer *layer = &regress->layers[regress->last - moves];
    size_t index = trey_regress_layer_find(layer, set);
    return index != SIZE_MAX && layer->reached[index] != NULL;
}

bool trey_regress_reachable(const struct trey_regress *regress, size_t moves,
                            trey_multiset set, trey_pattern pattern)
{
    if (!has_reached(regress, moves))
        return true;
    const struct trey_regress_layer *layer = &regress->layers[regress->last - moves];
    size_t index = trey_regress_layer_find(layer, set);
    return index != SIZE_MAX && layer->reached[index] != NULL &&
           trey_pattern_set_contains(layer->reached[index], pattern);
}

uint64_t trey_regress_score(const struct trey_regress *regress)
{
    return regress->score;
}

size_t trey_regress_moves(const struct trey_regress *regress)
{
    return regress->ran ? regress->depth : 0;
}

size_t trey_regress_list_layer(const struct trey_regress *regress, size_t back,
                               const trey_multiset **sets,
                               struct trey_pattern_set *const **patterns)
{
    *sets = regress->layers[back].sets;
    *patterns = regress->layers[back].patterns;
    return regress->layers[back].count;
}

const struct trey_sequence *trey_regress_sequence(const struct trey_regress *regress,
                                                  size_t *longest_moves)
{
    *longest_moves = regress->last;
    return regress->sequence;
}

/* --- creation --------------------------------------------------------------------------
 */

enum trey_status trey_regress_new(const struct trey_sequence *sequence,
                                  size_t longest_moves, struct trey_regress **regress,
                                  struct trey_error *error)
{
    struct trey_content content;
    *regress = NULL;
    trey_content_of(&sequence->start, &content);
    for (size_t n = 0; n < longest_moves; n++)
        trey_content_add(&content, sequence->tiles[n]);
    if (content.sum >= TREY_MULTISET_SUM_LIMIT || longest_moves == 0)
        return TREY_OK;
    struct trey_regress *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->sequence = sequence;
    made->last = longest_moves;
    made->start_cover =
        trey_pattern_cover(trey_pattern_of(trey_bytes_load(&sequence->start)));
    made->tables = trey_pattern_tables_new();
    if (made->tables == NULL ||
        !trey_covered_from(sequence, longest_moves, &made->covered_from)) {
        trey_regress_free(made);
        return trey_fail_memory(error, TREY_PATTERNS * sizeof(void *));
    }
    *regress = made;
    return TREY_OK;
}

void trey_regress_free(struct trey_regress *regress)
{
    if (regress == NULL)
        return;
    clear_layers(regress);
    trey_pattern_tables_free(regress->tables);
    free(regress);
}
