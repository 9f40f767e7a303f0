/* Regression over pairs of a multiset of tiles and a pattern of occupied cells.
 *
 * Layer k holds the pairs, k moves before the end of the list, from which some abstract
 * line of play leads to an end that scores above the threshold. An abstract move merges
 * any tiles that the multiset has, as many as its pattern's move says (pattern.c), so
 * every real move is among the abstract ones, and a real board that can still win is in
 * its layer. Hence: a board that is not in its layer cannot win; and if a layer is empty
 * and no earlier game can end with a score above the threshold, no game can.
 *
 * Ends are of two kinds: after the last move of the list (layer 0), any multiset of the
 * right sum and difference of ones and twos that scores above the threshold; before it,
 * only boards of 16 tiles, since any other has a legal slide. The tile that entered last
 * has not merged, so it is in the multiset.
 *
 * What makes layers small is the invariant of covered lines (docs/planner.md): rows and
 * columns that hold a tile never grow fewer. Once every line is covered, patterns with an
 * empty line need not be looked at, and few tiles that cover all lines seldom touch.
 *
 * Cost: 8 KiB for each multiset that is alive; some thousand patterns a multiset, of one
 * class under quarter turns, since the rules do not know which way is up. */
#include "sequence/regress.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/pause.h"
#include "sequence/covered.h"
#include "sequence/regress_inside.h"

#include <stdlib.h>

static void clear_layers(struct trey_regress *regress)
{
    for (size_t k = 0; k < regress->layer_room; k++)
        trey_alive_clear(&regress->layers[k]);
    free(regress->layers);
    regress->layers = NULL;
    regress->layer_room = regress->bytes = regress->depth = 0;
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

/* --- and forth again -------------------------------------------------------------------
 *
 * What is alive in a layer, but what no board of the deepest layer leads to, need not be
 * looked at in a finer regression: no real line of play comes there.
 */

/* The deepest layer is reached as it is; of that of the start, the start alone. */
static bool reach_deepest(struct trey_regress *regress)
{
    struct trey_alive *layer = &regress->layers[regress->depth];
    trey_bytes start = trey_bytes_load(&regress->sequence->start);
    trey_pattern turns[4];
    trey_multiset set;
    bool is_first =
        regress->depth == regress->last && trey_multiset_of_board(start, &set);
    trey_pattern_turns(trey_pattern_of(start), turns);
    for (size_t i = 0; i < layer->count; i++) {
        if (layer->patterns[i] == NULL || (is_first && layer->sets[i] != set))
            continue;
        layer->reached[i] = calloc(1, sizeof **layer->reached);
        if (layer->reached[i] == NULL)
            return false;
        regress->bytes += sizeof **layer->reached;
        for (int turn = 0; turn < 4 && is_first; turn++)
            trey_pattern_put(layer->reached[i], turns[turn]);
        if (!is_first)
            *layer->reached[i] = *layer->patterns[i];
    }
    return true;
}

static void forget_reached(struct trey_regress *regress)
{
    for (size_t k = 0; k <= regress->depth; k++) {
        struct trey_alive *layer = &regress->layers[k];
        for (size_t i = 0; layer->reached != NULL && i < layer->count; i++) {
            regress->bytes -= layer->reached[i] != NULL ? sizeof **layer->reached : 0;
            free(layer->reached[i]);
        }
        free(layer->reached);
        layer->reached = NULL;
    }
}

static bool reach_later(struct trey_regress *regress, size_t k,
                        struct trey_backstep *step,
                        const struct trey_regress_limits *limits)
{
    struct trey_alive *earlier = &regress->layers[k];
    *step = (struct trey_backstep){.regress = regress,
                                   .later = &regress->layers[k - 1],
                                   .earlier = earlier,
                                   .tile = regress->sequence->tiles[regress->last - k],
                                   .reaching = true};
    for (size_t i = 0; i < earlier->count; i++) {
        if (earlier->reached[i] != NULL)
            trey_backstep_reach(step, i);
        if (step->failed || is_over(regress, limits))
            return false;
    }
    return true;
}

/* Nothing is known where limits or memory do not allow all. */
static void reach_all(struct trey_regress *regress, struct trey_backstep *step,
                      const struct trey_regress_limits *limits)
{
    bool possible = true;
    regress->cpu_start_s = trey_clock_cpu();
    for (size_t k = 0; k <= regress->depth; k++) {
        struct trey_alive *layer = &regress->layers[k];
        layer->reached = calloc(layer->count + 1, sizeof(*layer->reached));
        possible &= layer->reached != NULL;
    }
    possible = possible && reach_deepest(regress);
    for (size_t k = regress->depth; k > 0 && possible; k--)
        possible = reach_later(regress, k, step, limits);
    if (!possible)
        forget_reached(regress);
}

/* --- a run -----------------------------------------------------------------------------
 */

/* The patterns of so many tiles that a board can have after the last move: NULL with
 * *failed if memory is short, without if there is none. */
static struct trey_pattern_set *last_patterns(struct trey_regress *regress, int tiles,
                                              bool *failed)
{
    const trey_pattern *classes;
    size_t count = trey_pattern_classes(regress->tables, tiles, &classes);
    struct trey_pattern_set *alive = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!trey_regress_covers(regress, regress->last, classes[i]))
            continue;
        if (alive == NULL)
            alive = calloc(1, sizeof *alive);
        *failed = alive == NULL;
        if (*failed)
            return NULL;
        trey_pattern turns[4];
        trey_pattern_turns(classes[i], turns);
        for (int turn = 0; turn < 4; turn++)
            trey_pattern_put(alive, turns[turn]);
    }
    return alive;
}

/* The layer of the ends of the list. False if it cannot be made. */
static bool make_last_layer(struct trey_regress *regress, bool *failed)
{
    struct trey_alive *layer = &regress->layers[0];
    trey_content_of(&regress->sequence->start, &layer->content);
    for (size_t n = 0; n < regress->last; n++)
        trey_content_add(&layer->content, regress->sequence->tiles[n]);
    if (!trey_regress_put_ends(regress, regress->last, layer, failed))
        return false;
    for (size_t i = 0; i < layer->count && !*failed; i++) {
        trey_pause();
        layer->patterns[i] =
            last_patterns(regress, trey_multiset_tiles(layer->sets[i]), failed);
        if (layer->patterns[i] != NULL)
            regress->bytes += sizeof **layer->patterns;
    }
    return !*failed;
}

/* Makes layer k from layer k - 1. False if limits or the like ended it. */
static bool make_layer(struct trey_regress *regress, size_t k,
                       const struct trey_regress_limits *limits,
                       struct trey_backstep *step, bool *failed)
{
    struct trey_alive *later = &regress->layers[k - 1], *earlier = &regress->layers[k];
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
    if (!trey_backstep_list(step, limits->cancel))
        return false;
    if (!step->failed && moves > 0 &&
        !trey_regress_put_ends(regress, moves, earlier, failed))
        return false;
    for (size_t i = 0; i < earlier->count && !step->failed; i++) {
        trey_pause();
        trey_backstep_revive(step, i);
        if (is_over(regress, limits))
            return false;
    }
    *failed |= step->failed;
    return !step->failed;
}

static bool is_empty(const struct trey_alive *layer)
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
    size_t moves = limits->moves < regress->last ? limits->moves : regress->last;
    bool failed = false;
    *proved = false;
    clear_layers(regress);
    regress->score = score;
    regress->cpu_start_s = trey_clock_cpu();
    regress->layers = calloc(moves + 1, sizeof(*regress->layers));
    struct trey_backstep *step = malloc(sizeof *step);
    if (regress->layers == NULL || step == NULL) {
        free(step);
        return trey_fail_memory(error, (moves + 1) * sizeof(struct trey_alive));
    }
    regress->layer_room = moves + 1;
    regress->ran = make_last_layer(regress, &failed);
    bool more = regress->ran;
    while (more && !*proved) {
        struct trey_alive *layer = &regress->layers[regress->depth];
        size_t at = regress->last - regress->depth;
        *proved =
            (is_empty(layer) && trey_regress_no_earlier_end(regress, score, at)) ||
            (at == 0 &&
             !trey_regress_alive(regress, 0, trey_bytes_load(&regress->sequence->start)));
        more = !*proved && regress->depth < moves && !is_over(regress, limits) &&
               make_layer(regress, regress->depth + 1, limits, step, &failed);
        regress->depth += more;
    }
    if (limits->forth && regress->ran && !*proved && !failed)
        reach_all(regress, step, limits);
    free(step);
    return failed ? trey_fail_memory(error, sizeof(struct trey_pattern_set)) : TREY_OK;
}

/* --- questions -------------------------------------------------------------------------
 */

enum { FULL = 4 };

bool trey_regress_allows(const struct trey_regress *regress, size_t moves,
                         struct trey_cover cover)
{
    if (moves >= regress->covered_from)
        return cover.less == FULL;
    return cover.less >= regress->start_cover.less &&
           cover.more >= regress->start_cover.more;
}

bool trey_regress_knows(const struct trey_regress *regress, size_t moves)
{
    return regress->ran && moves <= regress->last &&
           regress->last - moves <= regress->depth;
}

bool trey_regress_alive(const struct trey_regress *regress, size_t moves,
                        trey_bytes board)
{
    trey_multiset set;
    if (!trey_regress_knows(regress, moves) || !trey_multiset_of_board(board, &set))
        return true;
    const struct trey_alive *layer = &regress->layers[regress->last - moves];
    size_t place = trey_alive_find(layer, set);
    return place != SIZE_MAX && layer->patterns[place] != NULL &&
           trey_pattern_in(layer->patterns[place], trey_pattern_of(board));
}

/* All is reached where nothing is known. */
static bool knows_reached(const struct trey_regress *regress, size_t moves)
{
    return trey_regress_knows(regress, moves) &&
           regress->layers[regress->last - moves].reached != NULL;
}

bool trey_regress_reaches_any(const struct trey_regress *regress, size_t moves,
                              trey_multiset set)
{
    if (!knows_reached(regress, moves))
        return true;
    const struct trey_alive *layer = &regress->layers[regress->last - moves];
    size_t place = trey_alive_find(layer, set);
    return place != SIZE_MAX && layer->reached[place] != NULL;
}

bool trey_regress_reaches(const struct trey_regress *regress, size_t moves,
                          trey_multiset set, trey_pattern pattern)
{
    if (!knows_reached(regress, moves))
        return true;
    const struct trey_alive *layer = &regress->layers[regress->last - moves];
    size_t place = trey_alive_find(layer, set);
    return place != SIZE_MAX && layer->reached[place] != NULL &&
           trey_pattern_in(layer->reached[place], pattern);
}

uint64_t trey_regress_score(const struct trey_regress *regress)
{
    return regress->score;
}

size_t trey_regress_moves(const struct trey_regress *regress)
{
    return regress->ran ? regress->depth : 0;
}

size_t trey_regress_layer(const struct trey_regress *regress, size_t back,
                          const trey_multiset **sets,
                          struct trey_pattern_set *const **patterns)
{
    *sets = regress->layers[back].sets;
    *patterns = regress->layers[back].patterns;
    return regress->layers[back].count;
}

const struct trey_sequence *trey_regress_game(const struct trey_regress *regress,
                                              size_t *longest_moves)
{
    *longest_moves = regress->last;
    return regress->sequence;
}

/* --- making ----------------------------------------------------------------------------
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
