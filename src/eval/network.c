/* Evaluation by an n-tuple network.
 *
 * The network's value of a position is the points still to come, or the growth of the
 * tile sum; the evaluator adds what is on the board. Weights are 16-bit numbers of one
 * unit and their sums exact, so that a value does not depend on the order of additions,
 * the machine or the compiler.
 *
 * The leaves of a move differ from the afterstate in one cell each. A tuple without that
 * cell has the same weight for all of them, which is looked up once; only the others,
 * three eighths for six cells of sixteen, are looked up for each leaf. */
#include "eval/network.h"
#include "base/check.h"
#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

static const struct trey_network_stage *stage_of(const struct trey_network *network,
                                                 trey_board board)
{
    int number = trey_stage_of(&network->stages, board);
    assert(number < network->stages.count && trey_board_fits(network->base.shape, board));
    const struct trey_network_stage *stage = &network->stage[number];
    if (!atomic_load_explicit(&stage->ready, memory_order_acquire))
        trey_network_prepare(network, number, NULL);
    assert(stage->tuples >= 1 && stage->tuples <= network->tuples.count);
    return stage;
}

/* The board with each 12288 replaced by 6144, in 2048 each 32768 by 16384. */
static trey_board replace_top_tile(trey_board board)
{
    return board ^ (board & board >> 1 & board >> 2 & board >> 3 & TREY_LOW_BITS);
}

/* True if every weight is in its tuple's table. */
TREY_ASSERT_ONLY bool weights_fit(const struct trey_network_stage *stage,
                                  const int16_t *const *at)
{
    for (int i = 0; i < stage->tuples * TREY_NETWORK_IMAGES; i++) {
        int tuple = i / TREY_NETWORK_IMAGES;
        if (at[i] < stage->weights[tuple] ||
            at[i] >= stage->weights[tuple] + stage->size[tuple])
            return false;
    }
    return true;
}

/* Finds a board's weights in the tables of the tuples. */
static void find_weights(const struct trey_network *network,
                         const struct trey_network_stage *stage, trey_board board,
                         const int16_t *at[TREY_NETWORK_MAX_INDICES])
{
    if (stage->radix < 16)
        board = replace_top_tile(board);
    if (network->use_avx2) {
        trey_network_find_avx2(network, stage, board, at);
    } else {
        uint32_t index[TREY_NETWORK_MAX_INDICES];
        int count = trey_network_indices(&network->tuples, stage->tuples, board, index);
        for (int i = 0; i < count; i++) /* a loop of its own, for vectors */
            index[i] = trey_network_pack(stage, index[i]);
        for (int i = 0; i < count; i++)
            at[i] = stage->weights[i / TREY_NETWORK_IMAGES] + index[i];
    }
    assert(weights_fit(stage, at));
}

static int32_t sum_weights(const struct trey_network *network,
                           const struct trey_network_stage *stage,
                           const int16_t *const at[TREY_NETWORK_MAX_INDICES])
{
    const struct trey_tuples *tuples = &network->tuples;
    int32_t sum = 0, twice = 0;
    for (int tuple = 0; tuple < stage->tuples; tuple++) {
        const int16_t *const *of_tuple = at + TREY_NETWORK_IMAGES * tuple;
        if (tuples->is_paired[tuple])
            for (int i = 0; i < TREY_NETWORK_IMAGES / 2; i++)
                twice += *of_tuple[tuples->pair[tuple][i]];
        else
            for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
                sum += *of_tuple[i];
    }
    return sum + 2 * twice;
}

/* The sum of a board's weights. */
static int32_t sum_of(const struct trey_network *network,
                      const struct trey_network_stage *stage, trey_board board)
{
    const int16_t *at[TREY_NETWORK_MAX_INDICES];
    find_weights(network, stage, board, at);
    return sum_weights(network, stage, at);
}

/* 2048: the value of an afterstate, in points still to come. */
static float value_2048(const struct trey_network *network, trey_board after)
{
    const struct trey_network_stage *stage = stage_of(network, after);
    int32_t sum =
        stage->deck[trey_network_deck_entry(0, after)] + sum_of(network, stage, after);
    return (float)sum * network->unit;
}

static void values_2048(const struct trey_evaluator *evaluator, const trey_board *boards,
                        int count, float *values)
{
    for (int i = 0; i < count; i++)
        values[i] = value_2048((const struct trey_network *)evaluator, boards[i]);
}

/* The weights of several afterstates. */
struct afterstates {
    const struct trey_network_stage *stage[TREY_EVAL_MAX_SPAWNS];
    const int16_t *at[TREY_EVAL_MAX_SPAWNS][TREY_NETWORK_MAX_INDICES];
};

/* Prefetches the weights that sum_weights adds. */
static void prefetch_weights(const struct trey_network *network,
                             const struct trey_network_stage *stage,
                             const int16_t *const at[TREY_NETWORK_MAX_INDICES])
{
    const struct trey_tuples *tuples = &network->tuples;
    for (int tuple = 0; tuple < stage->tuples; tuple++) {
        const int16_t *const *of_tuple = at + TREY_NETWORK_IMAGES * tuple;
        if (tuples->is_paired[tuple])
            for (int i = 0; i < TREY_NETWORK_IMAGES / 2; i++)
                __builtin_prefetch(of_tuple[tuples->pair[tuple][i]]);
        else
            for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
                __builtin_prefetch(of_tuple[i]);
    }
}

/* Finds the weights of the afterstates of `count` moves. While those of one are added up,
 * those of the next are fetched. */
static void find_afterstates(const struct trey_network *network,
                             const struct trey_eval_spawn *spawns, int count,
                             struct afterstates *found)
{
    assert(count >= 1 && count <= TREY_EVAL_MAX_SPAWNS);
    for (int i = 0; i < count; i++) {
        found->stage[i] = stage_of(network, spawns[i].after);
        find_weights(network, found->stage[i], spawns[i].after, found->at[i]);
        if (i > 0)
            prefetch_weights(network, found->stage[i], found->at[i]);
    }
}

static void spawn_values_2048(const struct trey_evaluator *evaluator,
                              const struct trey_eval_spawn *spawns, int count)
{
    const struct trey_network *network = (const struct trey_network *)evaluator;
    struct afterstates found;
    find_afterstates(network, spawns, count, &found);
    for (int i = 0; i < count; i++) {
        const struct trey_network_stage *stage = found.stage[i];
        int32_t sum = stage->deck[trey_network_deck_entry(0, spawns[i].after)] +
                      sum_weights(network, stage, found.at[i]);
        for (unsigned left = spawns[i].ranks; left != 0; left &= left - 1)
            spawns[i].values[__builtin_ctz(left)] = (float)sum * network->unit;
    }
}

static void values_threes(const struct trey_evaluator *evaluator,
                          const trey_board *boards, int count, float *values)
{
    const struct trey_network *network = (const struct trey_network *)evaluator;
    for (int i = 0; i < count; i++) {
        const struct trey_network_stage *stage = stage_of(network, boards[i]);
        int32_t sum = stage->deck[trey_network_deck_entry(0xf000, boards[i])] +
                      sum_of(network, stage, boards[i]);
        values[i] = (float)sum * network->unit +
                    trey_eval_tiles_value(evaluator->measure, boards[i]);
    }
}

enum { RANKS_AT_ONCE = 3 };

/* For a spawn cell: the sum of the weights that contain it, for the empty cell and for
 * each of several ranks. */
struct spawn_sums {
    int32_t empty, rank[RANKS_AT_ONCE];
};

/* Adds weights for `ranks` ranks, a compile-time constant: each pointer is loaded once
 * for several ranks, and the sums stay in registers. */
__attribute__((always_inline)) static inline void
add_lookups(const struct trey_spawn_lookup *lookup, int count,
            const int16_t *const at[TREY_NETWORK_MAX_INDICES], const uint8_t *rank,
            int ranks, struct spawn_sums *sums)
{
    for (int i = 0; i < count; i++) {
        const int16_t *weights = at[lookup[i].index];
        size_t step = lookup[i].step;
        sums->empty += weights[0];
        for (int k = 0; k < ranks; k++)
            sums->rank[k] += weights[rank[k] * step];
    }
}

/* Adds, for each of `ranks` ranks, 1 to RANKS_AT_ONCE, the change of the sum of a board's
 * weights when a tile of that rank spawns in the cell. */
__attribute__((always_inline)) static inline void
add_changes(const struct trey_spawn_lookups *lookups,
            const int16_t *const at[TREY_NETWORK_MAX_INDICES], const uint8_t *rank,
            int ranks, int32_t sums[16])
{
    struct spawn_sums cell = {0};
    assert(ranks <= RANKS_AT_ONCE);
    add_lookups(lookups->lookup, lookups->twice, at, rank, ranks, &cell);
    cell.empty *= 2;
    for (int k = 0; k < ranks; k++)
        cell.rank[k] *= 2;
    add_lookups(lookups->lookup + lookups->twice, lookups->count - lookups->twice, at,
                rank, ranks, &cell);
    for (int k = 0; k < ranks; k++)
        sums[rank[k]] += cell.rank[k] - cell.empty;
}

/* Processes the ranks in groups. The cards 1, 2 and 3 come first: as compile-time
 * constants their ranks need three additions and no multiplication. */
static void add_spawn_cell(const struct trey_spawn_lookups *lookups,
                           const int16_t *const at[TREY_NETWORK_MAX_INDICES],
                           const uint8_t *rank, int ranks, int32_t sums[16])
{
    static const uint8_t cards[] = {1, 2, 3};
    int done = 0;
    if (ranks >= 3 && rank[2] == 3) {
        add_changes(lookups, at, cards, 3, sums);
        done = 3;
    }
    for (; ranks - done >= 3; done += 3)
        add_changes(lookups, at, rank + done, 3, sums);
    if (ranks - done == 2)
        add_changes(lookups, at, rank + done, 2, sums);
    else if (ranks - done == 1)
        add_changes(lookups, at, rank + done, 1, sums);
}

/* Spawns do not change the stage (trey_stages_parse), so all leaves are in the stage of
 * the afterstate, whose weights are given. The loops go over cells and the weights that
 * depend on them, whose number does not depend on the board: loops with unpredictable
 * ends would keep the processor from loading weights ahead. */
static void spawn_value_threes(const struct trey_network *network,
                               const struct trey_network_stage *stage,
                               const int16_t *const at[TREY_NETWORK_MAX_INDICES],
                               const struct trey_eval_spawn *spawn)
{
    int32_t sums[16] = {0};
    uint8_t rank[16] = {0};
    int rank_count = 0, cell_count = 0;

    /* 1. For each spawn cell, the change for each rank: in integers, so that the order of
     * additions does not matter. */
    for (unsigned left = spawn->ranks; left != 0; left &= left - 1)
        rank[rank_count++] = (uint8_t)__builtin_ctz(left);
    assert(rank[rank_count - 1] < stage->radix);
    for (uint64_t left = spawn->cells; left != 0; left &= left - 1, cell_count++)
        add_spawn_cell(&stage->spawn[__builtin_ctzll(left) / 4], at, rank, rank_count,
                       sums);

    /* 2. The means over cells, plus the terms that do not depend on the cell: the board
     * before the tile spawns, the deck, and the tiles. */
    assert(cell_count == (int)trey_network_count_flags(spawn->cells) && cell_count > 0);
    int32_t all = cell_count * sum_weights(network, stage, at);
    uint32_t ones, twos;
    trey_network_count_small(spawn->after, &ones, &twos);
    float tiles = trey_eval_tiles_value(network->base.measure, spawn->after);
    for (int i = 0; i < rank_count; i++) {
        uint32_t entry = trey_network_deck_entry_of(
            spawn->deck[rank[i]], ones + (rank[i] == 1), twos + (rank[i] == 2));
        float mean =
            (float)(sums[rank[i]] + all) / (float)cell_count + (float)stage->deck[entry];
        float tile = trey_eval_tile_value(network->base.measure, rank[i]);
        spawn->values[rank[i]] = mean * network->unit + (tiles + tile);
    }
}

static void spawn_values_threes(const struct trey_evaluator *evaluator,
                                const struct trey_eval_spawn *spawns, int count)
{
    const struct trey_network *network = (const struct trey_network *)evaluator;
    struct afterstates found;
    find_afterstates(network, spawns, count, &found);
    for (int i = 0; i < count; i++)
        spawn_value_threes(network, found.stage[i], found.at[i], &spawns[i]);
}

static void prepare(const struct trey_evaluator *evaluator, trey_board board)
{
    const struct trey_network *network = (const struct trey_network *)evaluator;
    stage_of(network, board);
    for (int i = 0; i < network->stages.count; i++) {
        const struct trey_network_stage *stage = &network->stage[i];
        if (!atomic_load_explicit(&stage->ready, memory_order_acquire) &&
            trey_stages_is_likely(&network->stages, i, board))
            trey_network_prepare(network, i, NULL);
    }
}

static void clear(struct trey_evaluator *evaluator)
{
    struct trey_network *network = (struct trey_network *)evaluator;
    for (int i = 0; i < network->stages.count; i++) {
        free(network->stage[i].deck);
        for (int tuple = 0; tuple < network->tuples.count; tuple++)
            trey_large_free(network->stage[i].weights[tuple],
                            network->stage[i].size[tuple] * sizeof(int16_t));
    }
    free(network->file);
    pthread_mutex_destroy(&network->decode_lock);
}

/* Lists the weights that change when a tile spawns in a cell: one of each pair, then
 * those without a pair. */
static void list_lookups(const struct trey_tuples *tuples,
                         struct trey_network_stage *stage, int cell)
{
    struct trey_spawn_lookups *lookups = &stage->spawn[cell];
    lookups->twice = lookups->count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < tuples->occurrences[cell]; i++) {
            struct trey_tuple_occurrence found = tuples->occurrence[cell][i];
            int tuple = found.index / TREY_NETWORK_IMAGES;
            bool paired = tuples->is_paired[tuple], wanted = !paired;
            for (int k = 0; paired && k < TREY_NETWORK_IMAGES / 2; k++)
                wanted |= found.index % TREY_NETWORK_IMAGES == tuples->pair[tuple][k];
            if (tuple < stage->tuples && wanted && paired == (pass == 0))
                lookups->lookup[lookups->count++] =
                    (struct trey_spawn_lookup){found.index, stage->step[found.shift / 4]};
        }
        if (pass == 0)
            lookups->twice = lookups->count;
    }
}

/* Sets how many tuples a stage has. */
static void set_tuple_count(const struct trey_network *network,
                            struct trey_network_stage *stage, int count)
{
    stage->tuples = count;
    for (int cell = 0; cell < 16; cell++)
        list_lookups(&network->tuples, stage, cell);
}

void trey_network_truncate_tuples(struct trey_network *network, int number, int count)
{
    struct trey_network_stage *stage = &network->stage[number];
    assert(count >= 1 && count <= network->tuples.count);
    for (int tuple = count; tuple < network->tuples.count; tuple++) {
        trey_large_free(stage->weights[tuple], stage->size[tuple] * sizeof(int16_t));
        stage->weights[tuple] = NULL;
    }
    set_tuple_count(network, stage, count);
}

/* Allocates a stage; its ranks end where the next one begins. */
static bool make_stage(struct trey_network *network, int number, uint32_t max_radix)
{
    const struct trey_tuples *tuples = &network->tuples;
    struct trey_network_stage *stage = &network->stage[number];
    stage->radix = trey_stages_end_rank(&network->stages, number, max_radix);
    assert(stage->radix >= 4 && stage->radix <= max_radix);
    stage->step[0] = 1;
    for (int i = 1; i < TREY_NETWORK_MAX_CELLS; i++)
        stage->step[i] = stage->step[i - 1] * stage->radix;
    atomic_init(&stage->ready, true);
    atomic_init(&stage->damaged, false);
    set_tuple_count(network, stage, tuples->count);
    stage->deck = calloc(TREY_NETWORK_DECK_ENTRIES, sizeof *stage->deck);
    bool ok = stage->deck != NULL;
    for (int tuple = 0; tuple < tuples->count; tuple++) {
        stage->size[tuple] = 1;
        for (uint32_t left = tuples->size[tuple]; left > 1; left /= 16)
            stage->size[tuple] *= stage->radix;
        assert(stage->size[tuple] <= tuples->size[tuple]);
        stage->weights[tuple] = trey_large_new(stage->size[tuple] * sizeof(int16_t));
        ok = ok && stage->weights[tuple] != NULL;
    }
    return ok;
}

enum trey_status trey_network_check_downgrade(const struct trey_stages *stages,
                                              enum trey_eval_family family, int downgrade,
                                              struct trey_error *error)
{
    int min_downgrade = TREY_NETWORK_MIN_DOWNGRADE;
    for (int i = 1; i < stages->count; i++)
        min_downgrade =
            stages->rank[i][0] >= min_downgrade ? stages->rank[i][0] + 1 : min_downgrade;
    if (downgrade == 0)
        return TREY_OK;
    if (family != TREY_EVAL_2048)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "only boards of 2048 can be downgraded");
    if (min_downgrade > 15)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "boards cannot be downgraded if a stage begins at 32768");
    if (downgrade < min_downgrade || downgrade > 15)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the tile from which boards are downgraded must be a power of "
                         "two, %d to 32768",
                         1 << min_downgrade);
    return TREY_OK;
}

/* `max_radix` is the base of indices in stages without a largest tile. */
static enum trey_status new_with_radix(const struct trey_tuples *tuples,
                                       const struct trey_stages *stages,
                                       enum trey_eval_family family, int downgrade,
                                       uint32_t max_radix, struct trey_network **network,
                                       struct trey_error *error)
{
    bool is_threes = family == TREY_EVAL_THREES;
    if (!trey_network_supports(family))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "networks are for Threes! and 2048");
    enum trey_status status =
        trey_network_check_downgrade(stages, family, downgrade, error);
    if (status != TREY_OK)
        return status;
    struct trey_network *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->tuples = *tuples;
    made->stages = *stages;
    made->unit = 1.0F;
    trey_network_make_shuffles(made);
    pthread_mutex_init(&made->decode_lock, NULL);
    made->self = made;
    made->base = (struct trey_evaluator){
        .values = is_threes ? values_threes : values_2048,
        .spawn_values = is_threes ? spawn_values_threes : spawn_values_2048,
        .prepare = prepare,
        .clear = clear,
        .shape = tuples->shape,
        .family = family,
        .kind = "network",
        .ignores_spawn = !is_threes,
        .downgrade = (uint8_t)downgrade,
        .measure = TREY_MEASURE_POINTS};
    for (int i = 0; i < stages->count; i++) {
        made->parent[i] = i > 0 ? trey_stages_parent(stages, i) : -1;
        if (!make_stage(made, i, max_radix)) {
            size_t bytes = made->stage[i].size[0] * sizeof(int16_t);
            trey_evaluator_free(&made->base);
            return trey_fail_memory(error, bytes);
        }
    }
    *network = made;
    return TREY_OK;
}

enum trey_status trey_network_new_before_8(const struct trey_tuples *tuples,
                                           const struct trey_stages *stages,
                                           enum trey_eval_family family, int downgrade,
                                           struct trey_network **network,
                                           struct trey_error *error)
{
    uint32_t max_radix = family == TREY_EVAL_2048 ? 16 : 15;
    return new_with_radix(tuples, stages, family, downgrade, max_radix, network, error);
}

/* A 32768 is left on a downgraded board only if all smaller tiles are there; it is looked
 * up as 16384, like the 12288 of Threes! as 6144. */
enum trey_status trey_network_new(const struct trey_tuples *tuples,
                                  const struct trey_stages *stages,
                                  enum trey_eval_family family, int downgrade,
                                  struct trey_network **network, struct trey_error *error)
{
    uint32_t max_radix = family == TREY_EVAL_2048 && downgrade == 0 ? 16 : 15;
    return new_with_radix(tuples, stages, family, downgrade, max_radix, network, error);
}

bool trey_network_is(const struct trey_evaluator *evaluator)
{
    return evaluator->clear == clear;
}

void trey_network_add_tuple(const struct trey_network *network, int source, int target,
                            int tuple, int sign, const int16_t *from, int16_t *weights)
{
    const struct trey_network_stage *stage = &network->stage[target];
    const struct trey_network_stage *before = &network->stage[source];
    uint32_t digit[TREY_NETWORK_MAX_CELLS] = {0}, target_row = 0;
    const int16_t *end = from + before->size[tuple];
    assert(before->radix <= stage->radix && (sign == 1 || sign == -1));
    if (before->radix == stage->radix) {
        for (uint32_t i = 0; i < stage->size[tuple]; i++)
            weights[i] = (int16_t)(weights[i] + sign * from[i]);
        return;
    }
    for (; from < end; from += before->radix) {
        for (uint32_t i = 0; i < before->radix; i++)
            weights[target_row + i] = (int16_t)(weights[target_row + i] + sign * from[i]);
        for (int cell = 1; cell < TREY_NETWORK_MAX_CELLS; cell++) {
            target_row += stage->step[cell];
            if (++digit[cell] < before->radix)
                break;
            digit[cell] = 0;
            target_row -= before->radix * stage->step[cell];
        }
    }
}

void trey_network_add_stage(const struct trey_network *network, int source, int target,
                            int tuple, int sign, int16_t *weights)
{
    assert(source >= 0 && source < target);
    if (tuple < network->stage[source].tuples)
        trey_network_add_tuple(network, source, target, tuple, sign,
                               network->stage[source].weights[tuple], weights);
}
