/* The inner loops for AVX2, with the results of kernels.c.
 *
 * The four slides of a board are made at once, in the four lanes of a vector. The ranks
 * of a board lie in 16 bytes; two shuffles, of the ranks and of the ranks shifted, and an
 * or make the bytes of the eight indices of a tuple. Weights are fetched one by one:
 * gathers are slower.
 *
 * Other threads read and write the same weights. A load or a store of 4 or 8 aligned
 * bytes is atomic on this processor; gcc 12 makes two instructions of a relaxed atomic
 * load of a float, through an integer register, so that here they are written as what
 * they are. */
#include "learn/kernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2        __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define AVX2_INLINE AVX2 __attribute__((always_inline)) static inline

/* --- relaxed atomics -----------------------------------------------------------------
 */

AVX2_INLINE float plus(float sum, const float *weight)
{
    __asm__("vaddss %1, %0, %0" : "+x"(sum) : "m"(*weight));
    return sum;
}

AVX2_INLINE void add_to(float *weight, float step)
{
    float sum = plus(step, weight);
    __asm__("vmovss %1, %0" : "=m"(*weight) : "x"(sum));
}

/* What a weight was taught, error and total. */
struct past {
    float value[2];
};

AVX2_INLINE struct past *past_of(float *record)
{
    return (struct past *)(record + TREY_LEARNER_ERROR);
}

/* Two pasts, one in each half. */
AVX2_INLINE __m128 past_pair(float *low, float *high)
{
    __m128 pair;
    __asm__("vmovsd %1, %0" : "=x"(pair) : "m"(*past_of(low)));
    __asm__("vmovhps %1, %0, %0" : "+x"(pair) : "m"(*past_of(high)));
    return pair;
}

AVX2_INLINE void add_to_past(float *record, __m128 step)
{
    __m128 sum;
    __asm__("vmovsd %1, %0" : "=x"(sum) : "m"(*past_of(record)));
    sum = _mm_add_ps(sum, step);
    __asm__("vmovlps %1, %0" : "=m"(*past_of(record)) : "x"(sum));
}

/* --- where weights are ---------------------------------------------------------------
 */

/* What the bytes of indices are made of: the ranks of a board in bytes, as they lie in
 * the low and in the high half of one; and as they do in a folded tuple, where the low
 * two bits of both come first. Each twice. */
struct ranks {
    __m256i low, high, folded_low, folded_high;
};

AVX2_INLINE struct ranks ranks_of(trey_board board)
{
    const __m128i folded = _mm_setr_epi8(0x00, 0x01, 0x02, 0x03, 0x10, 0x11, 0x12, 0x13,
                                         0x20, 0x21, 0x22, 0x23, 0x30, 0x31, 0x32, 0x33);
    __m128i even = _mm_cvtsi64_si128((long long)(board & 0x0f0f0f0f0f0f0f0fu));
    __m128i odd = _mm_cvtsi64_si128((long long)(board >> 4 & 0x0f0f0f0f0f0f0f0fu));
    __m128i bytes = _mm_unpacklo_epi8(even, odd);
    __m128i codes = _mm_shuffle_epi8(folded, bytes);
    return (struct ranks){_mm256_broadcastsi128_si256(bytes),
                          _mm256_broadcastsi128_si256(_mm_slli_epi16(bytes, 4)),
                          _mm256_broadcastsi128_si256(codes),
                          _mm256_broadcastsi128_si256(_mm_slli_epi16(codes, 2))};
}

AVX2_INLINE __m256i load(const void *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

/* The spots of a folded tuple, from their bytes: trey_tuple_spot. */
AVX2_INLINE __m256i spots_of(__m256i bytes)
{
    __m256i differ = _mm256_and_si256(
        _mm256_xor_si256(bytes, _mm256_srli_epi32(bytes, 12)), _mm256_set1_epi32(0xf0));
    return _mm256_xor_si256(bytes,
                            _mm256_xor_si256(differ, _mm256_slli_epi32(differ, 12)));
}

AVX2_INLINE void find_inline(const struct trey_learner *learner, int tuples,
                             trey_board board, uint32_t *index)
{
    const struct trey_learner_lanes *lanes = &learner->lanes;
    struct ranks ranks = ranks_of(board);
    bool records = learner->stride == TREY_LEARNER_RECORD;
    for (int tuple = 0; tuple < tuples; tuple++) {
        bool folded = trey_tuple_is_folded(&learner->tuples, tuple);
        __m256i low = _mm256_shuffle_epi8(folded ? ranks.folded_low : ranks.low,
                                          load(lanes->low[tuple]));
        __m256i high = _mm256_shuffle_epi8(folded ? ranks.folded_high : ranks.high,
                                           load(lanes->high[tuple]));
        __m256i base = _mm256_set1_epi32((int)lanes->base[tuple]);
        __m256i found = _mm256_or_si256(low, high);
        if (folded)
            found = spots_of(found);
        if (records) /* times 3 */
            found = _mm256_add_epi32(found, _mm256_slli_epi32(found, 1));
        _mm256_storeu_si256((__m256i *)(index + 8 * tuple),
                            _mm256_add_epi32(found, base));
    }
}

AVX2 static void find(const struct trey_learner *learner, trey_board board,
                      struct trey_place *place)
{
    find_inline(learner, learner->tuples.count, board, place->index);
}

AVX2_INLINE void enter_inline(const struct trey_learner *learner, int tuples,
                              const uint32_t *from, int cell, unsigned rank, uint32_t *to)
{
    const uint32_t *grown = learner->lanes.grown[rank][cell];
    for (int i = 0; i < 8 * tuples; i += 8)
        _mm256_storeu_si256((__m256i *)(to + i),
                            _mm256_add_epi32(load(from + i), load(grown + i)));
}

AVX2 static void enter(const struct trey_learner *learner, const struct trey_place *place,
                       int cell, unsigned rank, struct trey_place *entered)
{
    enter_inline(learner, learner->tuples.count, place->index, cell, rank,
                 entered->index);
    entered->stage = place->stage;
}

/* --- sums ----------------------------------------------------------------------------
 */

AVX2_INLINE float sum_inline(int tuples, const float *weight, const uint32_t *index)
{
    float lane[TREY_NETWORK_IMAGES] = {0};
    for (int tuple = 0; tuple < tuples; tuple++, index += 8) {
        lane[0] = plus(lane[0], &weight[index[0]]);
        lane[1] = plus(lane[1], &weight[index[1]]);
        lane[2] = plus(lane[2], &weight[index[2]]);
        lane[3] = plus(lane[3], &weight[index[3]]);
        lane[4] = plus(lane[4], &weight[index[4]]);
        lane[5] = plus(lane[5], &weight[index[5]]);
        lane[6] = plus(lane[6], &weight[index[6]]);
        lane[7] = plus(lane[7], &weight[index[7]]);
    }
    return trey_lanes_sum(lane);
}

AVX2_INLINE float sum_entries_inline(const struct trey_learner *learner, int tuples,
                                     const struct trey_place *place, uint64_t cells,
                                     unsigned rank)
{
    const float *weight = learner->stage[place->stage].weights;
    float all = 0.0F;
    for (uint64_t left = cells; left != 0; left &= left - 1) {
        uint32_t index[TREY_NETWORK_MAX_INDICES];
        int cell = __builtin_ctzll(left) / 4;
        enter_inline(learner, tuples, place->index, cell, rank, index);
        all += sum_inline(tuples, weight, index);
    }
    return all;
}

/* The usual number of tuples has its loops unrolled. */
enum { USUAL = 4 };

AVX2 static float sum(const struct trey_learner *learner, const struct trey_place *place)
{
    const float *weight = learner->stage[place->stage].weights;
    int tuples = learner->tuples.count;
    return tuples == USUAL ? sum_inline(USUAL, weight, place->index)
                           : sum_inline(tuples, weight, place->index);
}

AVX2 static float sum_entries(const struct trey_learner *learner,
                              const struct trey_place *place, uint64_t cells,
                              unsigned rank)
{
    int tuples = learner->tuples.count;
    return tuples == USUAL ? sum_entries_inline(learner, USUAL, place, cells, rank)
                           : sum_entries_inline(learner, tuples, place, cells, rank);
}

/* --- slides --------------------------------------------------------------------------
 */

AVX2_INLINE struct trey_slide_masks masks_at(const struct trey_learner_lanes *lanes,
                                             int direction)
{
    return (struct trey_slide_masks){
        .beyond = {lanes->beyond[0][direction], lanes->beyond[1][direction]},
        .has_rear = lanes->has_rear[direction],
        .trail = lanes->trail[direction],
        .away = lanes->away[direction],
        .doublings = 2,
    };
}

/* Lines of at most four cells; longer ones are slid one by one. */
AVX2_INLINE void slide_2048(const struct trey_learner *learner, trey_board board,
                            struct trey_slides *slides, uint64_t made[4])
{
    uint64_t stop = learner->mechanics.stop;
    for (int i = 0; i < 4; i++) {
        struct trey_slide_masks masks = masks_at(&learner->lanes, i);
        slides->after[i] =
            trey_slide_by_rule(TREY_SLIDE_2048, board, &masks, stop, &made[i]);
    }
}

AVX2_INLINE void slide_threes(const struct trey_learner *learner, trey_board board,
                              struct trey_slides *slides)
{
    uint64_t stop = learner->mechanics.stop;
    for (int i = 0; i < 4; i++) {
        struct trey_slide_masks masks = masks_at(&learner->lanes, i);
        uint64_t made;
        slides->after[i] =
            trey_slide_by_rule(TREY_SLIDE_THREES, board, &masks, stop, &made);
    }
}

AVX2_INLINE void enter_moved(const struct trey_learner *learner, trey_board board,
                             struct trey_slides *slides)
{
    for (int i = 0; i < 4; i++) {
        struct trey_slide_masks masks = masks_at(&learner->lanes, i);
        slides->cells[i] = trey_moved_trail(board, slides->after[i], &masks);
    }
}

/* Sums over the nibbles of four words, of bytes by nibble. */
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

AVX2_INLINE void gain_threes(const struct trey_learner_lanes *lanes, trey_board board,
                             const trey_board after[4], float gain[4])
{
    __m256i words = load(after), all = _mm256_setzero_si256();
    __m256i before = _mm256_set1_epi64x((long long)board);
    for (int byte = 2; byte >= 0; byte--) {
        __m128i table = _mm_loadu_si128((const __m128i *)lanes->score[byte]);
        __m256i more =
            _mm256_sub_epi64(sum_bytes(words, table), sum_bytes(before, table));
        all = _mm256_add_epi64(_mm256_slli_epi64(all, 8), more);
    }
    int64_t points[4];
    _mm256_storeu_si256((__m256i *)points, all);
    for (int i = 0; i < 4; i++)
        gain[i] = (float)points[i];
}

AVX2_INLINE void fetch_all(int tuples, const float *weight, const uint32_t *index)
{
    for (int i = 0; i < 8 * tuples; i += 8)
        for (int k = 0; k < 8; k++)
            trey_fetch(&weight[index[i + k]]);
}

/* With a tile in the first of the cells all weights, in others those that are not the
 * same. */
AVX2_INLINE void fetch_entries(const struct trey_learner *learner, int tuples,
                               const struct trey_place *place, uint64_t cells,
                               unsigned rank)
{
    const float *weight = learner->stage[place->stage].weights;
    for (uint64_t left = cells; left != 0; left &= left - 1) {
        uint32_t index[TREY_NETWORK_MAX_INDICES];
        int cell = __builtin_ctzll(left) / 4;
        enter_inline(learner, tuples, place->index, cell, rank, index);
        if (left == cells) {
            fetch_all(tuples, weight, index);
            continue;
        }
        const struct trey_tuple_holder *holder = learner->tuples.holder[cell];
        for (int i = 0; i < learner->tuples.holders[cell]; i++)
            trey_fetch(&weight[index[holder[i].index]]);
    }
}

AVX2_INLINE void look_inline(const struct trey_learner *learner, trey_board board,
                             int stage, unsigned rank, struct trey_slides *slides,
                             bool twos, int tuples)
{
    const struct trey_mechanics *mechanics = &learner->mechanics;
    if (twos) {
        uint64_t made[4];
        slide_2048(learner, board, slides, made);
        gain_2048(made, slides->gain);
    } else {
        slide_threes(learner, board, slides);
        if (mechanics->entry == TREY_ENTRY_MOVED)
            enter_moved(learner, board, slides);
        gain_threes(&learner->lanes, board, slides->after, slides->gain);
    }
    slides->legal = slides->ends = 0;
    for (int i = 0; i < 4; i++) {
        struct trey_place *place = &slides->place[i];
        if (slides->after[i] == board)
            continue;
        if (twos || mechanics->entry != TREY_ENTRY_MOVED)
            slides->cells[i] =
                trey_mechanics_spawn_cells(mechanics, board, slides->after[i], i);
        trey_slides_note(learner, board, stage, i, slides);
        if (slides->ends >> i & 1)
            continue;
        find_inline(learner, tuples, slides->after[i], place->index);
        if (rank == 0)
            fetch_all(tuples, learner->stage[place->stage].weights, place->index);
        else
            fetch_entries(learner, tuples, place, slides->cells[i], rank);
    }
}

AVX2 static void look(const struct trey_learner *learner, trey_board board, int stage,
                      unsigned rank, struct trey_slides *slides)
{
    bool twos = learner->mechanics.slide == TREY_SLIDE_2048;
    int tuples = learner->tuples.count;
    if (tuples == USUAL && twos)
        look_inline(learner, board, stage, rank, slides, true, USUAL);
    else if (tuples == USUAL)
        look_inline(learner, board, stage, rank, slides, false, USUAL);
    else if (twos)
        look_inline(learner, board, stage, rank, slides, true, tuples);
    else
        look_inline(learner, board, stage, rank, slides, false, tuples);
}

/* --- teaching ------------------------------------------------------------------------
 */

/* The steps of a tuple's eight weights by temporal coherence. */
AVX2_INLINE void steps_of(float *weights, const uint32_t *index, float rate, float error,
                          float step[8])
{
    __m128 p0 = past_pair(&weights[index[0]], &weights[index[1]]);
    __m128 p1 = past_pair(&weights[index[2]], &weights[index[3]]);
    __m128 p2 = past_pair(&weights[index[4]], &weights[index[5]]);
    __m128 p3 = past_pair(&weights[index[6]], &weights[index[7]]);
    __m256 low = _mm256_set_m128(p2, p0), high = _mm256_set_m128(p3, p1);
    __m256 errors = _mm256_shuffle_ps(low, high, 0x88); /* 0 1 2 3, 4 5 6 7 */
    __m256 totals = _mm256_shuffle_ps(low, high, 0xdd);
    __m256 sizes = _mm256_andnot_ps(_mm256_set1_ps(-0.0F), errors);
    __m256 met = _mm256_cmp_ps(totals, _mm256_setzero_ps(), _CMP_GT_OQ);
    __m256 rates =
        _mm256_blendv_ps(_mm256_set1_ps(1.0F), _mm256_div_ps(sizes, totals), met);
    rates = _mm256_mul_ps(_mm256_set1_ps(rate), rates);
    _mm256_storeu_ps(step, _mm256_mul_ps(rates, _mm256_set1_ps(error)));
}

AVX2 static void teach(struct trey_learner *learner, const struct trey_place *place,
                       float error)
{
    float *weights = learner->stage[place->stage].weights;
    float alpha = (float)learner->options.alpha, rate = learner->rate;
    const uint32_t *index = place->index;
    int count = 8 * learner->tuples.count;
    if (alpha > 0.0F) {
        float step = rate * alpha * error;
        for (int i = 0; i < count; i += 8)
            for (int k = 0; k < 8; k++)
                add_to(&weights[index[i + k]], step);
        return;
    }
    __m128 more = _mm_setr_ps(error, fabsf(error), 0.0F, 0.0F);
    for (int i = 0; i < count; i += 8) {
        float step[8];
        steps_of(weights, index + i, rate, error, step);
        for (int k = 0; k < 8; k++) {
            add_to(&weights[index[i + k]], step[k]);
            add_to_past(&weights[index[i + k]], more);
        }
    }
}

static const struct trey_learn_kernels kernels_avx2 = {look,        find,  sum,
                                                       sum_entries, enter, teach};

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
