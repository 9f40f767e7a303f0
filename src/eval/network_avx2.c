/* The weights of a tuple on all eight images at once, by AVX2.
 *
 * The ranks of the board lie in bytes. A shuffle lays out a tuple's digits on four
 * images, eight bytes each. Two products add neighbours, d0 + radix d1, and these pairs,
 * p0 + radix^2 p1; a third, by radix^4, adds the upper half of the digits to the lower.
 * This takes a dozen instructions for one tuple on four images, a third of what gathering
 * bits image by image takes. */
#include "eval/network.h"

#include <string.h>

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

void trey_network_make_shuffles(struct trey_network *network)
{
    const struct trey_tuples *tuples = &network->tuples;
    memset(network->shuffle, 0x80, sizeof network->shuffle); /* no cell: digit 0 */
    for (int cell = 0; cell < 16; cell++)
        for (int i = 0; i < tuples->occurrences[cell]; i++) {
            int image = tuples->occurrence[cell][i].index % TREY_NETWORK_IMAGES;
            int tuple = tuples->occurrence[cell][i].index / TREY_NETWORK_IMAGES;
            int digit = tuples->occurrence[cell][i].shift / 4;
            network->shuffle[tuple][image / 4][8 * (image % 4) + digit] = (uint8_t)cell;
        }
    network->use_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                        __builtin_cpu_supports("bmi2");
}

AVX2 static inline __m256i weights_of(const struct trey_network_stage *stage,
                                      const int16_t *weights, __m256i ranks,
                                      const uint8_t shuffle[32])
{
    const __m256i one = _mm256_set1_epi16((short)(1 | stage->radix << 8));
    const __m256i two = _mm256_set1_epi32((int)(1 | stage->step[2] << 16));
    const __m256i four = _mm256_set1_epi64x(stage->step[4]);
    const __m256i lower = _mm256_set1_epi64x(0xffffffff);
    __m256i digits =
        _mm256_shuffle_epi8(ranks, _mm256_loadu_si256((const __m256i *)shuffle));
    __m256i halves = _mm256_madd_epi16(_mm256_maddubs_epi16(digits, one), two);
    __m256i index =
        _mm256_add_epi64(_mm256_and_si256(halves, lower),
                         _mm256_mul_epu32(_mm256_srli_epi64(halves, 32), four));
    __m256i begin = _mm256_set1_epi64x((long long)(intptr_t)weights);
    return _mm256_add_epi64(begin, _mm256_slli_epi64(index, 1));
}

AVX2 void trey_network_find_avx2(const struct trey_network *network,
                                 const struct trey_network_stage *stage, trey_board board,
                                 const int16_t *at[TREY_NETWORK_MAX_INDICES])
{
    const __m128i nibble = _mm_set1_epi8(15);
    __m128i even = _mm_cvtsi64_si128((long long)board);
    __m128i odd = _mm_srli_epi16(even, 4);
    __m256i ranks =
        _mm256_broadcastsi128_si256(_mm_and_si128(_mm_unpacklo_epi8(even, odd), nibble));
    for (int tuple = 0; tuple < stage->tuples; tuple++)
        for (int half = 0; half < 2; half++)
            _mm256_storeu_si256((__m256i *)(at + 8 * tuple + 4 * half),
                                weights_of(stage, stage->weights[tuple], ranks,
                                           network->shuffle[tuple][half]));
}

#else

void trey_network_make_shuffles(struct trey_network *network)
{
    network->use_avx2 = false;
}

void trey_network_find_avx2(const struct trey_network *network,
                            const struct trey_network_stage *stage, trey_board board,
                            const int16_t *at[TREY_NETWORK_MAX_INDICES])
{
    (void)network;
    (void)stage;
    (void)board;
    (void)at;
}

#endif
