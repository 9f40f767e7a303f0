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
#include "base/random.h"
#include "sequence/covered.h"

#include <stdlib.h>

struct layer {
    struct trey_content content;
    trey_multiset *sets;
    struct trey_pattern_set **patterns; /* NULL: not alive in any */
    struct trey_pattern_set **reached;  /* those of them that the deepest layer leads to,
                                           made last; NULL: none */
    uint32_t *table;                    /* of places + 1, by hash */
    size_t count, room, table_size;
};

struct trey_regress {
    const struct trey_sequence *sequence;
    size_t last; /* moves of the longest game: layer k is after last - k moves */
    struct trey_pattern_tables *tables;
    struct trey_cover start_cover;
    size_t covered_from;
    uint64_t score;
    size_t depth; /* layers 0..depth are complete, if any */
    bool ran;
    struct layer *layers;
    size_t layer_room, bytes;
    double cpu_start_s; /* of the run */
};

/* --- layers ----------------------------------------------------------------------------
 */

static void clear_layer(struct layer *layer)
{
    for (size_t i = 0; layer->patterns != NULL && i < layer->count; i++)
        free(layer->patterns[i]);
    for (size_t i = 0; layer->reached != NULL && i < layer->count; i++)
        free(layer->reached[i]);
    free(layer->reached);
    free(layer->sets);
    free(layer->patterns);
    free(layer->table);
    *layer = (struct layer){0};
}

static void clear_layers(struct trey_regress *regress)
{
    for (size_t k = 0; k < regress->layer_room; k++)
        clear_layer(&regress->layers[k]);
    free(regress->layers);
    regress->layers = NULL;
    regress->layer_room = regress->bytes = regress->depth = 0;
    regress->ran = false;
}

static size_t slot_of(const struct layer *layer, trey_multiset set)
{
    size_t slot = (size_t)trey_mix64(set) & (layer->table_size - 1);
    while (layer->table[slot] != 0 && layer->sets[layer->table[slot] - 1] != set)
        slot = (slot + 1) & (layer->table_size - 1);
    return slot;
}

/* Place of a set, SIZE_MAX if it is not there. */
static size_t find(const struct layer *layer, trey_multiset set)
{
    size_t slot = layer->table_size == 0 ? 0 : slot_of(layer, set);
    return layer->table_size == 0 || layer->table[slot] == 0 ? SIZE_MAX
                                                             : layer->table[slot] - 1;
}

static bool grow(struct layer *layer)
{
    size_t room = layer->room == 0 ? 256 : 2 * layer->room;
    trey_multiset *sets = realloc(layer->sets, room * sizeof *sets);
    if (sets != NULL)
        layer->sets = sets;
    struct trey_pattern_set **patterns =
        realloc(layer->patterns, room * sizeof *patterns);
    if (patterns != NULL)
        layer->patterns = patterns;
    uint32_t *table = calloc(4 * room, sizeof *table);
    if (sets == NULL || patterns == NULL || table == NULL) {
        free(table);
        return false;
    }
    free(layer->table);
    layer->table = table;
    layer->table_size = 4 * room;
    layer->room = room;
    for (size_t i = 0; i < layer->count; i++)
        table[slot_of(layer, layer->sets[i])] = (uint32_t)i + 1;
    return true;
}

static bool put(struct layer *layer, trey_multiset set)
{
    if (find(layer, set) != SIZE_MAX)
        return true;
    if (layer->count == layer->room && !grow(layer))
        return false;
    layer->table[slot_of(layer, set)] = (uint32_t)layer->count + 1;
    layer->patterns[layer->count] = NULL;
    layer->sets[layer->count++] = set;
    return true;
}

/* --- covered lines ---------------------------------------------------------------------
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

static bool cover_allows(const struct trey_regress *regress, size_t moves,
                         trey_pattern pattern)
{
    return trey_regress_allows(regress, moves, trey_pattern_cover(pattern));
}

/* --- going back ------------------------------------------------------------------------
 */

/* A step from layer `later`, after `moves` + 1 moves, to `earlier`, after `moves`. */
struct step {
    struct trey_regress *regress;
    struct layer *later, *earlier;
    size_t moves;
    int tile, tile_before; /* that enters between them, and the one before (0: none) */
    bool failed;

    /* For one multiset: patterns alive after a move with so many merges; or those that
     * its moves lead to. */
    struct trey_pattern_set after[5];
    bool any_after[5];
    bool reaching;
};

/* Splits up to four tiles of the multiset after a move, each into two of the rank below:
 * all multisets that the move may have begun with. `had`: those that may be split. */
static void split(struct step *step, trey_multiset set, trey_multiset had, int rank,
                  int splits)
{
    if (trey_multiset_tiles(set) > TREY_MAX_CELLS || step->failed)
        return;
    if (rank < 3) {
        if (step->tile_before == 0 || trey_multiset_count(set, step->tile_before) > 0)
            step->failed = !put(step->earlier, set);
        return;
    }
    int most = trey_multiset_count(had, rank);
    for (int count = 0; count <= most && splits + count <= 4; count++) {
        trey_multiset whole = trey_multiset_of(rank, count);
        trey_multiset parts =
            rank == 3 ? trey_multiset_of(1, count) + trey_multiset_of(2, count)
                      : trey_multiset_of(rank - 1, 2 * count);
        split(step, set - whole + parts, had, rank - 1, splits + count);
    }
}

/* False if it was cancelled. */
static bool list_earlier(struct step *step, const struct trey_cancel *cancel)
{
    for (size_t i = 0; i < step->later->count; i++) {
        if (step->later->patterns[i] == NULL)
            continue;
        trey_pause();
        if (trey_cancel_raised(cancel))
            return false;
        trey_multiset set = step->later->sets[i] - trey_multiset_of(step->tile, 1);
        split(step, set, set, TREY_MULTISET_TOP, 0);
    }
    return true;
}

static void join(struct trey_pattern_set *set, const struct trey_pattern_set *other)
{
    for (int i = 0; i < TREY_PATTERN_WORDS; i++)
        set->word[i] |= other->word[i];
}

static void reach(struct step *step, size_t place, int merges);

/* Gathers the patterns in which a move from `had` may end, by its number of merges; or
 * tells the sets after it, when reaching, which patterns are led to. */
static void gather(struct step *step, trey_multiset set, trey_multiset had, int rank,
                   int merges)
{
    if (rank == 2)
        rank = 3;
    if (rank >= TREY_MULTISET_TOP) {
        size_t place = find(step->later, set + trey_multiset_of(step->tile, 1));
        if (place == SIZE_MAX || step->later->patterns[place] == NULL)
            return;
        if (step->reaching) {
            reach(step, place, merges);
            return;
        }
        if (!step->any_after[merges])
            memset(&step->after[merges], 0, sizeof step->after[merges]);
        step->any_after[merges] = true;
        join(&step->after[merges], step->later->patterns[place]);
        return;
    }
    int ones = trey_multiset_count(had, 1), twos = trey_multiset_count(had, 2);
    int most = rank > 1 ? trey_multiset_count(had, rank) / 2 : ones < twos ? ones : twos;
    for (int count = 0; count <= most && merges + count <= 4; count++) {
        trey_multiset parts =
            rank == 1 ? trey_multiset_of(1, count) + trey_multiset_of(2, count)
                      : trey_multiset_of(rank, 2 * count);
        int above = rank == 1 ? 3 : rank + 1;
        gather(step, set - parts + trey_multiset_of(above, count), had, rank + 1,
               merges + count);
    }
}

static bool leads_on(const struct step *step, const struct trey_pattern_moves *moves)
{
    for (int merges = 0; merges < 5; merges++) {
        if (!step->any_after[merges])
            continue;
        for (int i = moves->start[merges]; i < moves->start[merges + 1]; i++)
            if (trey_pattern_in(&step->after[merges], moves->to[i]))
                return true;
    }
    return false;
}

/* Finds the patterns in which a set of the earlier layer is alive. */
static void revive(struct step *step, size_t place)
{
    struct trey_regress *regress = step->regress;
    trey_multiset set = step->earlier->sets[place];
    struct trey_pattern_set *alive = NULL;
    const trey_pattern *classes;
    int tiles = trey_multiset_tiles(set);
    size_t count = trey_pattern_classes(regress->tables, tiles, &classes);
    bool stuck = tiles == TREY_MAX_CELLS && trey_multiset_score(set) > regress->score;
    memset(step->any_after, 0, sizeof step->any_after);
    gather(step, set, set, 1, 0);
    for (size_t i = 0; i < count; i++) {
        if (!cover_allows(regress, step->moves, classes[i]))
            continue;
        const struct trey_pattern_moves *moves =
            trey_pattern_moves_of(regress->tables, classes[i]);
        step->failed |= moves == NULL;
        if (moves == NULL || !(stuck || leads_on(step, moves)))
            continue;
        if (alive == NULL) {
            alive = calloc(1, sizeof *alive);
            regress->bytes += sizeof *alive;
        }
        step->failed |= alive == NULL;
        if (step->failed)
            break;
        trey_pattern turns[4];
        trey_pattern_turns(classes[i], turns);
        for (int turn = 0; turn < 4; turn++)
            trey_pattern_put(alive, turns[turn]);
    }
    step->earlier->patterns[place] = alive;
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

static void reach(struct step *step, size_t place, int merges)
{
    struct trey_pattern_set **reached = &step->later->reached[place];
    const struct trey_pattern_set *alive = step->later->patterns[place];
    if (!step->any_after[merges] || step->failed)
        return;
    if (*reached == NULL) {
        *reached = calloc(1, sizeof **reached);
        step->regress->bytes += sizeof **reached;
    }
    step->failed = *reached == NULL;
    for (int i = 0; i < TREY_PATTERN_WORDS && !step->failed; i++)
        (*reached)->word[i] |= step->after[merges].word[i] & alive->word[i];
}

/* Lists what the moves of a set of the earlier layer lead to. */
static void reach_from(struct step *step, size_t place)
{
    struct layer *earlier = step->earlier;
    trey_multiset set = earlier->sets[place];
    const trey_pattern *classes;
    size_t count =
        trey_pattern_classes(step->regress->tables, trey_multiset_tiles(set), &classes);
    memset(step->any_after, 0, sizeof step->any_after);
    for (size_t i = 0; i < count; i++) {
        if (!trey_pattern_in(earlier->reached[place], classes[i]))
            continue;
        const struct trey_pattern_moves *moves =
            trey_pattern_moves_of(step->regress->tables, classes[i]);
        step->failed |= moves == NULL;
        for (int merges = 0; moves != NULL && merges < 5; merges++)
            for (int j = moves->start[merges]; j < moves->start[merges + 1]; j++) {
                if (!step->any_after[merges])
                    memset(&step->after[merges], 0, sizeof step->after[merges]);
                step->any_after[merges] = true;
                trey_pattern turns[4];
                trey_pattern_turns(moves->to[j], turns);
                for (int turn = 0; turn < 4; turn++)
                    trey_pattern_put(&step->after[merges], turns[turn]);
            }
    }
    gather(step, set, set, 1, 0);
}

/* The deepest layer is reached as it is; of that of the start, the start alone. */
static bool reach_deepest(struct trey_regress *regress)
{
    struct layer *layer = &regress->layers[regress->depth];
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
        struct layer *layer = &regress->layers[k];
        for (size_t i = 0; layer->reached != NULL && i < layer->count; i++) {
            regress->bytes -= layer->reached[i] != NULL ? sizeof **layer->reached : 0;
            free(layer->reached[i]);
        }
        free(layer->reached);
        layer->reached = NULL;
    }
}

static bool reach_later(struct trey_regress *regress, size_t k, struct step *step,
                        const struct trey_regress_limits *limits)
{
    struct layer *earlier = &regress->layers[k];
    *step = (struct step){.regress = regress,
                          .later = &regress->layers[k - 1],
                          .earlier = earlier,
                          .tile = regress->sequence->tiles[regress->last - k],
                          .reaching = true};
    for (size_t i = 0; i < earlier->count; i++) {
        if (earlier->reached[i] != NULL)
            reach_from(step, i);
        if (step->failed || is_over(regress, limits))
            return false;
    }
    return true;
}

/* Nothing is known where limits or memory do not allow all. */
static void reach_all(struct trey_regress *regress, struct step *step,
                      const struct trey_regress_limits *limits)
{
    bool possible = true;
    regress->cpu_start_s = trey_clock_cpu();
    for (size_t k = 0; k <= regress->depth; k++) {
        struct layer *layer = &regress->layers[k];
        layer->reached = calloc(layer->count + 1, sizeof(*layer->reached));
        possible &= layer->reached != NULL;
    }
    possible = possible && reach_deepest(regress);
    for (size_t k = regress->depth; k > 0 && possible; k--)
        possible = reach_later(regress, k, step, limits);
    if (!possible)
        forget_reached(regress);
}

/* --- ends ------------------------------------------------------------------------------
 */

enum { MAX_NODES = 1000000 }; /* of one listing: some hundredths of a second */

struct putting {
    struct layer *layer;
    bool failed;
};

static bool put_found(void *context, trey_multiset set)
{
    struct putting *putting = context;
    putting->failed = !put(putting->layer, set);
    return !putting->failed;
}

struct trey_multiset_query trey_regress_ends(const struct trey_regress *regress,
                                             uint64_t score, size_t moves)
{
    const struct trey_sequence *sequence = regress->sequence;
    struct trey_multiset_query query = {
        .score = score,
        .least_tiles = moves == regress->last ? 0 : TREY_MAX_CELLS,
        .holds = moves == 0 ? 0 : sequence->tiles[moves - 1],
        .max_nodes = 10 * MAX_NODES,
    };
    trey_content_of(&sequence->start, &query.content);
    for (size_t n = 0; n < moves; n++)
        trey_content_add(&query.content, sequence->tiles[n]);
    return query;
}

/* Adds the multisets with which a game may end after `moves` moves above the score. False
 * with *failed for want of memory, or without if they cannot be listed. */
static bool put_ends(const struct trey_regress *regress, size_t moves,
                     struct layer *layer, bool *failed)
{
    struct putting putting = {layer, false};
    struct trey_multiset_query query = trey_regress_ends(regress, regress->score, moves);
    query.found = put_found;
    query.context = &putting;
    bool listed = trey_multiset_list(&query);
    *failed = putting.failed;
    return listed;
}

static bool refuse(void *context, trey_multiset set)
{
    (void)context;
    (void)set;
    return false;
}

bool trey_regress_no_earlier_end(const struct trey_regress *regress, uint64_t score,
                                 size_t moves)
{
    struct trey_content content;
    trey_content_of(&regress->sequence->start, &content);
    for (size_t n = 1; n < moves; n++) {
        trey_content_add(&content, regress->sequence->tiles[n - 1]);
        struct trey_multiset_query query = {.content = content,
                                            .score = score,
                                            .least_tiles = TREY_MAX_CELLS,
                                            .max_nodes = MAX_NODES,
                                            .holds = regress->sequence->tiles[n - 1],
                                            .found = refuse};
        if (trey_content_pack(content).score > score && !trey_multiset_list(&query))
            return false;
    }
    return true;
}

struct looking {
    uint64_t best, most;
};

static bool look_at_end(void *context, trey_multiset set)
{
    struct looking *looking = context;
    uint64_t score = trey_multiset_score(set);
    if (score > looking->best && score < looking->most)
        looking->best = score;
    return true;
}

uint64_t trey_regress_next_end(const struct trey_regress *regress, uint64_t least,
                               uint64_t most)
{
    struct looking looking = {least, most};
    struct trey_content content;
    trey_content_of(&regress->sequence->start, &content);
    for (size_t n = 1; n <= regress->last; n++) {
        trey_content_add(&content, regress->sequence->tiles[n - 1]);
        struct trey_multiset_query query = {.content = content,
                                            .score = looking.best,
                                            .least_tiles =
                                                n == regress->last ? 0 : TREY_MAX_CELLS,
                                            .holds = regress->sequence->tiles[n - 1],
                                            .max_nodes = MAX_NODES,
                                            .found = look_at_end,
                                            .context = &looking};
        if (trey_content_pack(content).score > looking.best &&
            !trey_multiset_list(&query))
            return most - 1;
    }
    return looking.best;
}

/* --- a run -----------------------------------------------------------------------------
 */

/* The layer of the ends of the list. False if it cannot be made. */
static bool make_last_layer(struct trey_regress *regress, bool *failed)
{
    struct layer *layer = &regress->layers[0];
    trey_content_of(&regress->sequence->start, &layer->content);
    for (size_t n = 0; n < regress->last; n++)
        trey_content_add(&layer->content, regress->sequence->tiles[n]);
    if (!put_ends(regress, regress->last, layer, failed))
        return false;
    for (size_t i = 0; i < layer->count && !*failed; i++) {
        const trey_pattern *classes;
        trey_pause();
        int tiles = trey_multiset_tiles(layer->sets[i]);
        size_t count = trey_pattern_classes(regress->tables, tiles, &classes);
        struct trey_pattern_set *alive = calloc(1, sizeof *alive);
        *failed = alive == NULL;
        for (size_t j = 0; j < count && alive != NULL; j++) {
            trey_pattern turns[4];
            trey_pattern_turns(classes[j], turns);
            for (int turn = 0;
                 turn < 4 && cover_allows(regress, regress->last, classes[j]); turn++)
                trey_pattern_put(alive, turns[turn]);
        }
        layer->patterns[i] = alive;
        regress->bytes += sizeof *alive;
    }
    return !*failed;
}

/* Makes layer k from layer k - 1. False if limits or the like ended it. */
static bool make_layer(struct trey_regress *regress, size_t k,
                       const struct trey_regress_limits *limits, struct step *step,
                       bool *failed)
{
    struct layer *later = &regress->layers[k - 1], *earlier = &regress->layers[k];
    size_t moves = regress->last - k;
    const uint8_t *tiles = regress->sequence->tiles;
    *step = (struct step){.regress = regress,
                          .later = later,
                          .earlier = earlier,
                          .moves = moves,
                          .tile = tiles[moves],
                          .tile_before = moves > 0 ? tiles[moves - 1] : 0};
    earlier->content = later->content;
    earlier->content.sum -= trey_tile_of_rank(step->tile);
    earlier->content.ones_minus_twos -= (step->tile == 1) - (step->tile == 2);
    if (!list_earlier(step, limits->cancel))
        return false;
    if (!step->failed && moves > 0 && !put_ends(regress, moves, earlier, failed))
        return false;
    for (size_t i = 0; i < earlier->count && !step->failed; i++) {
        trey_pause();
        revive(step, i);
        if (is_over(regress, limits))
            return false;
    }
    *failed |= step->failed;
    return !step->failed;
}

static bool is_empty(const struct layer *layer)
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
    struct step *step = malloc(sizeof *step);
    if (regress->layers == NULL || step == NULL) {
        free(step);
        return trey_fail_memory(error, (moves + 1) * sizeof(struct layer));
    }
    regress->layer_room = moves + 1;
    regress->ran = make_last_layer(regress, &failed);
    bool more = regress->ran;
    while (more && !*proved) {
        struct layer *layer = &regress->layers[regress->depth];
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
    const struct layer *layer = &regress->layers[regress->last - moves];
    size_t place = find(layer, set);
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
    const struct layer *layer = &regress->layers[regress->last - moves];
    size_t place = find(layer, set);
    return place != SIZE_MAX && layer->reached[place] != NULL;
}

bool trey_regress_reaches(const struct trey_regress *regress, size_t moves,
                          trey_multiset set, trey_pattern pattern)
{
    if (!knows_reached(regress, moves))
        return true;
    const struct layer *layer = &regress->layers[regress->last - moves];
    size_t place = find(layer, set);
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

size_t trey_regress_covered_from(const struct trey_regress *regress)
{
    return regress->covered_from;
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
