/* The inner loops for AVX2, with the same results as kernels.c.
 *
 * The four moves of a board are made at once, in the four lanes of a vector. The ranks of
 * a board lie in 16 bytes; two shuffles, of the ranks and of the shifted ranks, joined by
 * an or, make the bytes of a tuple's eight indices. Weights are loaded one by one:
 * gathers are slower.
 *
 * Other threads read and write the same weights. Loads and stores of 4 or 8 aligned bytes
 * are atomic on this processor. gcc 12 compiles a relaxed atomic load of a float to two
 * instructions, through an integer register, so the single instructions are written here.
 */
#include "learn/kernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2        __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define AVX2_INLINE AVX2 __attribute__((always_inline)) static inline

/* --- relaxed atomics -----------------------------------------------------------------
 */

AVX2_INLINE float add_weight(float sum, const float *weight)
{
    __asm__("vaddss %1, %0, %0" : "+x"(sum) : "m"(*weight));
    return sum;
}

AVX2_INLINE void add_to_weight(float *weight, float step)
{
    float sum = add_weight(step, weight);
    __asm__("vmovss %1, %0" : "=m"(*weight) : "x"(sum));
}

/* TC statistics of a weight: error and total. */
struct tc_stats {
    float value[2];
};

AVX2_INLINE struct tc_stats *tc_stats_of(float *record)
{
    return (struct tc_stats *)(record + TREY_TC_ERROR);
}

/* The statistics of two weights, one in each half. */
AVX2_INLINE __m128 load_tc_pair(float *low, float *high)
{
    __m128 pair;
    __asm__("vmovsd %1, %0" : "=x"(pair) : "m"(*tc_stats_of(low)));
    __asm__("vmovhps %1, %0, %0" : "+x"(pair) : "m"(*tc_stats_of(high)));
    return pair;
}

AVX2_INLINE void add_to_tc_stats(float *record, __m128 step)
{
    __m128 sum;
    __asm__("vmovsd %1, %0" : "=x"(sum) : "m"(*tc_stats_of(record)));
    sum = _mm_add_ps(sum, step);
    __asm__("vmovlps %1, %0" : "=m"(*tc_stats_of(record)) : "x"(sum));
}

/* --- indices -------------------------------------------------------------------------
 */

/* The ranks of a board as parts of index bytes: one per byte, in its low and in its high
 * half; and the same as interleaved tuples need them, in which the low two bits of both
 * come first. Each vector has them twice. */
struct ranks {
    __m256i low, high, interleaved_low, interleaved_high;
};

AVX2_INLINE struct ranks ranks_of(trey_board board)
{
    const __m128i interleaved =
        _mm_setr_epi8(0x00, 0x01, 0x02, 0x03, 0x10, 0x11, 0x12, 0x13, 0x20, 0x21, 0x22,
                      0x23, 0x30, 0x31, 0x32, 0x33);
    __m128i even = _mm_cvtsi64_si128((long long)(board & 0x0f0f0f0f0f0f0f0fu));
    __m128i odd = _mm_cvtsi64_si128((long long)(board >> 4 & 0x0f0f0f0f0f0f0f0fu));
    __m128i bytes = _mm_unpacklo_epi8(even, odd);
    __m128i codes = _mm_shuffle_epi8(interleaved, bytes);
    return (struct ranks){_mm256_broadcastsi128_si256(bytes),
                          _mm256_broadcastsi128_si256(_mm_slli_epi16(bytes, 4)),
                          _mm256_broadcastsi128_si256(codes),
                          _mm256_broadcastsi128_si256(_mm_slli_epi16(codes, 2))};
}

AVX2_INLINE __m256i load(const void *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

/* The offsets of an interleaved tuple, from their bytes: trey_tuple_offset. */
AVX2_INLINE __m256i interleaved_offsets(__m256i bytes)
{
    __m256i differ = _mm256_and_si256(
        _mm256_xor_si256(bytes, _mm256_srli_epi32(bytes, 12)), _mm256_set1_epi32(0xf0));
    return _mm256_xor_si256(bytes,
                            _mm256_xor_si256(differ, _mm256_slli_epi32(differ, 12)));
}

AVX2_INLINE void find_weights_inline(const struct trey_learner *learner, int tuples,
                                     trey_board board, uint32_t *index)
{
    const struct trey_kernel_tables *tables = &learner->tables;
    struct ranks ranks = ranks_of(board);
    bool has_tc_stats = learner->stride == TREY_TC_RECORD;
    for (int tuple = 0; tuple < tuples; tuple++) {
        bool interleaved = trey_tuple_is_interleaved(&learner->tuples, tuple);
        __m256i low = _mm256_shuffle_epi8(interleaved ? ranks.interleaved_low : ranks.low,
                                          load(tables->low[tuple]));
        __m256i high = _mm256_shuffle_epi8(
            interleaved ? ranks.interleaved_high : ranks.high, load(tables->high[tuple]));
        __m256i base = _mm256_set1_epi32((int)tables->base[tuple]);
        __m256i found = _mm256_or_si256(low, high);
        if (interleaved)
            found = interleaved_offsets(found);
        if (has_tc_stats) /* times 3 */
            found = _mm256_add_epi32(found, _mm256_slli_epi32(found, 1));
        _mm256_storeu_si256((__m256i *)(index + 8 * tuple),
                            _mm256_add_epi32(found, base));
    }
}

AVX2 static void find_weights(const struct trey_learner *learner, trey_board board,
                              struct trey_active_weights *weights)
{
    find_weights_inline(learner, learner->tuples.count, board, weights->index);
}

AVX2_INLINE void add_tile_inline(const struct trey_learner *learner, int tuples,
                                 const uint32_t *from, int cell, unsigned rank,
                                 uint32_t *to)
{
    const uint32_t *spawn_offset = learner->tables.spawn_offset[rank][cell];
    for (int i = 0; i < 8 * tuples; i += 8)
        _mm256_storeu_si256((__m256i *)(to + i),
                            _mm256_add_epi32(load(from + i), load(spawn_offset + i)));
}

AVX2 static void add_tile(const struct trey_learner *learner,
                          const struct trey_active_weights *weights, int cell,
                          unsigned rank, struct trey_active_weights *spawned)
{
    add_tile_inline(learner, learner->tuples.count, weights->index, cell, rank,
                    spawned->index);
    spawned->stage = weights->stage;
}

/* --- sums ----------------------------------------------------------------------------
 */

AVX2_INLINE float sum_inline(int tuples, const float *table, const uint32_t *index)
{
    float lane[TREY_NETWORK_IMAGES] = {0};
    for (int tuple = 0; tuple < tuples; tuple++, index += 8) {
        lane[0] = add_weight(lane[0], &table[index[0]]);
        lane[1] = add_weight(lane[1], &table[index[1]]);
        lane[2] = add_weight(lane[2], &table[index[2]]);
        lane[3] = add_weight(lane[3], &table[index[3]]);
        lane[4] = add_weight(lane[4], &table[index[4]]);
        lane[5] = add_weight(lane[5], &table[index[5]]);
        lane[6] = add_weight(lane[6], &table[index[6]]);
        lane[7] = add_weight(lane[7], &table[index[7]]);
    }
    return trey_sum_lanes(lane);
}

AVX2_INLINE float sum_spawns_inline(const struct trey_learner *learner, int tuples,
                                    const struct trey_active_weights *weights,
                                    uint64_t cells, unsigned rank)
{
    const float *table = learner->stage[weights->stage].weights;
    float all = 0.0F;
    for (uint64_t left = cells; left != 0; left &= left - 1) {
        uint32_t index[TREY_NETWORK_MAX_INDICES];
        int cell = __builtin_ctzll(left) / 4;
        add_tile_inline(learner, tuples, weights->index, cell, rank, index);
        all += sum_inline(tuples, table, index);
    }
    return all;
}

/* For the usual number of tuples loops are unrolled. */
enum { USUAL_TUPLES = 4 };

AVX2 static float sum_weights(const struct trey_learner *learner,
                              const struct trey_active_weights *weights)
{
    const float *table = learner->stage[weights->stage].weights;
    int tuples = learner->tuples.count;
    return tuples == USUAL_TUPLES ? sum_inline(USUAL_TUPLES, table, weights->index)
                                  : sum_inline(tuples, table, weights->index);
}

AVX2 static float sum_spawns(const struct trey_learner *learner,
                             const struct trey_active_weights *weights, uint64_t cells,
                             unsigned rank)
{
    int tuples = learner->tuples.count;
    return tuples == USUAL_TUPLES
               ? sum_spawns_inline(learner, USUAL_TUPLES, weights, cells, rank)
               : sum_spawns_inline(learner, tuples, weights, cells, rank);
}

/* --- moves ---------------------------------------------------------------------------
 */

AVX2_INLINE struct trey_slide_masks masks_at(const struct trey_kernel_tables *tables,
                                             int direction)
{
    return (struct trey_slide_masks){
        .beyond = {tables->beyond[0][direction], tables->beyond[1][direction]},
        .has_rear = tables->has_rear[direction],
        .trail = tables->trail[direction],
        .away = tables->away[direction],
        .doublings = 2,
    };
}

/* For lines of at most four cells (kernel selection: learner.c). */
AVX2_INLINE void make_moves_2048(const struct trey_learner *learner, trey_board board,
                                 struct trey_learner_moves *moves, uint64_t made[4])
{
    uint64_t stop = learner->mechanics.stop;
    for (int i = 0; i < 4; i++) {
        struct trey_slide_masks masks = masks_at(&learner->tables, i);
        moves->after[i] =
            trey_slide_by_rule(TREY_SLIDE_2048, board, &masks, stop, &made[i]);
    }
}

AVX2_INLINE void make_moves_threes(const struct trey_learner *learner, trey_board board,
                                   struct trey_learner_moves *moves)
{
    uint64_t stop = learner->mechanics.stop;
    for (int i = 0; i < 4; i++) {
        struct trey_slide_masks masks = masks_at(&learner->tables, i);
        uint64_t made;
        moves->after[i] =
            trey_slide_by_rule(TREY_SLIDE_THREES, board, &masks, stop, &made);
    }
}

AVX2_INLINE void find_trailing_cells(const struct trey_learner *learner, trey_board board,
                                     struct trey_learner_moves *moves)
{
    for (int i = 0; i < 4; i++) {
        struct trey_slide_masks masks = masks_at(&learner->tables, i);
        moves->cells[i] = trey_moved_trail(board, moves->after[i], &masks);
    }
}

/* For each of four words, the sum over its nibbles of a table of bytes. */
AVX2_INLINE __m256i sum_bytes(__m256i words, __m128i bytes)
{
    const __m256i nibble = _mm256_set1_epi8(15), zero = _mm256_setzero_si256();
    __m256i table = _mm256_broadcastsi128_si256(bytes);
    __m256i even = _mm256_and_si256(words, nibble);
    __m256i odd = _mm256_and_si256(_mm256_srli_epi16(words, 4), nibble);
    return _mm256_add_epi64(_mm256_sad_epu8(_mm256_shuffle_epi8(table, even), zero),
                            _mm256_sad_epu8(_mm256_shuffle_epi8(table, odd), zero));
}

AVX2_INLINE void gain_2048(const uint64_t made[4], float gain[4])
{
    const __m128i low =
        _mm_setr_epi8(0, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m128i high =
        _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, (char)128);
    __m256i words = load(made), sum = _mm256_slli_epi64(sum_bytes(words, high), 8);
    uint64_t points[4];
    sum = _mm256_add_epi64(sum, sum_bytes(words, low));
    _mm256_storeu_si256((__m256i *)points, sum);
    for (int i = 0; i < 4; i++)
        gain[i] = (float)(int64_t)points[i];
}

AVX2_INLINE void gain_threes(const struct trey_kernel_tables *tables, trey_board board,
                             const trey_board after[4], float gain[4])
{
    __m256i words = load(after), all = _mm256_setzero_si256();
    __m256i before = _mm256_set1_epi64x((long long)board);
    for (int byte = 2; byte >= 0; byte--) {
        __m128i table = _mm_loadu_si128((const __m128i *)tables->score[byte]);
        __m256i more =
            _mm256_sub_epi64(sum_bytes(words, table), sum_bytes(before, table));
        all = _mm256_add_epi64(_mm256_slli_epi64(all, 8), more);
    }
    int64_t points[4];
    _mm256_storeu_si256((__m256i *)points, all);
    for (int i = 0; i < 4; i++)
        gain[i] = (float)points[i];
}

AVX2_INLINE void prefetch_all(int tuples, const float *table, const uint32_t *index)
{
    for (int i = 0; i < 8 * tuples; i += 8)
        for (int k = 0; k < 8; k++)
            trey_prefetch(&table[index[i + k]]);
}

/* All weights with the tile in the first cell; for other cells only those that differ. */
AVX2_INLINE void prefetch_spawns(const struct trey_learner *learner, int tuples,
                                 const struct trey_active_weights *weights,
                                 uint64_t cells, unsigned rank)
{
    const float *table = learner->stage[weights->stage].weights;
    for (uint64_t left = cells; left != 0; left &= left - 1) {
        uint32_t index[TREY_NETWORK_MAX_INDICES];
        int cell = __builtin_ctzll(left) / 4;
        add_tile_inline(learner, tuples, weights->index, cell, rank, index);
        if (left == cells) {
            prefetch_all(tuples, table, index);
            continue;
        }
        const struct trey_tuple_occurrence *holder = learner->tuples.occurrence[cell];
        for (int i = 0; i < learner->tuples.occurrences[cell]; i++)
            trey_prefetch(&table[index[holder[i].index]]);
    }
}

AVX2_INLINE void generate_moves_inline(const struct trey_learner *learner,
                                       trey_board board, int stage, unsigned rank,
                                       struct trey_learner_moves *moves, bool is_2048,
                                       int tuples)
{
    const struct trey_mechanics *mechanics = &learner->mechanics;
    if (is_2048) {
        uint64_t made[4];
        make_moves_2048(learner, board, moves, made);
        gain_2048(made, moves->gain);
    } else {
        make_moves_threes(learner, board, moves);
        if (mechanics->entry == TREY_SPAWN_MOVED)
            find_trailing_cells(learner, board, moves);
        gain_threes(&learner->tables, board, moves->after, moves->gain);
    }
    moves->legal = moves->ends = 0;
    for (int i = 0; i < 4; i++) {
        struct trey_active_weights *weights = &moves->weights[i];
        if (moves->after[i] == board)
            continue;
        if (is_2048 || mechanics->entry != TREY_SPAWN_MOVED)
            moves->cells[i] =
                trey_mechanics_spawn_cells(mechanics, board, moves->after[i], i);
        trey_learner_classify_move(learner, board, stage, i, moves);
        if (moves->ends >> i & 1)
            continue;
        find_weights_inline(learner, tuples, moves->after[i], weights->index);
        if (rank == 0)
            prefetch_all(tuples, learner->stage[weights->stage].weights, weights->index);
        else
            prefetch_spawns(learner, tuples, weights, moves->cells[i], rank);
    }
}

AVX2 static void generate_moves(const struct trey_learner *learner, trey_board board,
                                int stage, unsigned rank,
                                struct trey_learner_moves *moves)
{
    bool is_2048 = learner->mechanics.slide == TREY_SLIDE_2048;
    int tuples = learner->tuples.count;
    if (tuples == USUAL_TUPLES && is_2048)
        generate_moves_inline(learner, board, stage, rank, moves, true, USUAL_TUPLES);
    else if (tuples == USUAL_TUPLES)
        generate_moves_inline(learner, board, stage, rank, moves, false, USUAL_TUPLES);
    else if (is_2048)
        generate_moves_inline(learner, board, stage, rank, moves, true, tuples);
    else
        generate_moves_inline(learner, board, stage, rank, moves, false, tuples);
}

/* --- updates -------------------------------------------------------------------------
 */

/* The changes of a tuple's eight weights by temporal coherence. */
AVX2_INLINE void steps_of(float *table, const uint32_t *index, float rate, float error,
                          float step[8])
{
    __m128 p0 = load_tc_pair(&table[index[0]], &table[index[1]]);
    __m128 p1 = load_tc_pair(&table[index[2]], &table[index[3]]);
    __m128 p2 = load_tc_pair(&table[index[4]], &table[index[5]]);
    __m128 p3 = load_tc_pair(&table[index[6]], &table[index[7]]);
    __m256 low = _mm256_set_m128(p2, p0), high = _mm256_set_m128(p3, p1);
    __m256 errors = _mm256_shuffle_ps(low, high, 0x88); /* of weights 0 to 3, 4 to 7 */
    __m256 totals = _mm256_shuffle_ps(low, high, 0xdd);
    __m256 sizes = _mm256_andnot_ps(_mm256_set1_ps(-0.0F), errors);
    __m256 visited = _mm256_cmp_ps(totals, _mm256_setzero_ps(), _CMP_GT_OQ);
    __m256 rates =
        _mm256_blendv_ps(_mm256_set1_ps(1.0F), _mm256_div_ps(sizes, totals), visited);
    rates = _mm256_mul_ps(_mm256_set1_ps(rate), rates);
    _mm256_storeu_ps(step, _mm256_mul_ps(rates, _mm256_set1_ps(error)));
}

AVX2 static void update(struct trey_learner *learner,
                        const struct trey_active_weights *weights, float error)
{
    float *table = learner->stage[weights->stage].weights;
    float alpha = (float)learner->options.alpha, rate = learner->rate;
    const uint32_t *index = weights->index;
    int count = 8 * learner->tuples.count;
    if (alpha > 0.0F) {
        float step = rate * alpha * error;
        for (int i = 0; i < count; i += 8)
            for (int k = 0; k < 8; k++)
                add_to_weight(&table[index[i + k]], step);
        return;
    }
    __m128 more = _mm_setr_ps(error, fabsf(error), 0.0F, 0.0F);
    for (int i = 0; i < count; i += 8) {
        float step[8];
        steps_of(table, index + i, rate, error, step);
        for (int k = 0; k < 8; k++) {
            add_to_weight(&table[index[i + k]], step[k]);
            add_to_tc_stats(&table[index[i + k]], more);
        }
    }
}

static const struct trey_learn_kernels kernels_avx2 = {
    generate_moves, find_weights, sum_weights, sum_spawns, add_tile, update};

const struct trey_learn_kernels *trey_learn_kernels_avx2(void)
{
    bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    return has ? &kernels_avx2 : NULL;
}

#else

const struct trey_learn_kernels *trey_learn_kernels_avx2(void)
{
    return NULL;
}

#endif
