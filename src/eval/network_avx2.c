/* The indices of a tuple on all eight images at once, by AVX2.
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

/* The vector of an image, and its position there. Images 0, 1, 4, 5 are in one, 2, 3, 6,
 * 7 in the other: so the halves of both come out in order. */
static int vector_of(int image, int *position)
{
    *position = image % 2 + image / 4 * 2;
    return image / 2 % 2;
}

void trey_network_make_shuffles(struct trey_network *network)
{
    const struct trey_tuples *tuples = &network->tuples;
    memset(network->shuffle, 0x80, sizeof network->shuffle); /* no cell: digit 0 */
    for (int cell = 0; cell < 16; cell++)
        for (int i = 0; i < tuples->occurrences[cell]; i++) {
            int position, image = tuples->occurrence[cell][i].index % TREY_NETWORK_IMAGES;
            int tuple = tuples->occurrence[cell][i].index / TREY_NETWORK_IMAGES;
            int vector = vector_of(image, &position);
            network->shuffle[tuple][vector]
                            [8 * position + tuples->occurrence[cell][i].shift / 4] =
                (uint8_t)cell;
        }
    network->use_avx2 = __builtin_cpu_supports("avx2");
}

AVX2 static inline __m256i indices_of(const struct trey_network_stage *stage,
                                      __m256i ranks, const uint8_t shuffle[32])
{
    const __m256i one = _mm256_set1_epi16((short)(1 | stage->radix << 8));
    const __m256i two = _mm256_set1_epi32((int)(1 | stage->step[2] << 16));
    const __m256i four = _mm256_set1_epi64x(stage->step[4]);
    __m256i digits =
        _mm256_shuffle_epi8(ranks, _mm256_loadu_si256((const __m256i *)shuffle));
    __m256i halves = _mm256_madd_epi16(_mm256_maddubs_epi16(digits, one), two);
    return _mm256_add_epi32(halves,
                            _mm256_mul_epu32(_mm256_srli_epi64(halves, 32), four));
}

AVX2 void trey_network_find_avx2(const struct trey_network *network,
                                 const struct trey_network_stage *stage, trey_board board,
                                 uint32_t index[TREY_NETWORK_MAX_INDICES])
{
    const __m128i nibble = _mm_set1_epi8(15);
    __m128i even = _mm_cvtsi64_si128((long long)board);
    __m128i odd = _mm_srli_epi16(even, 4);
    __m256i ranks =
        _mm256_broadcastsi128_si256(_mm_and_si128(_mm_unpacklo_epi8(even, odd), nibble));
    for (int tuple = 0; tuple < stage->tuples; tuple++) {
        __m256i low = indices_of(stage, ranks, network->shuffle[tuple][0]);
        __m256i high = indices_of(stage, ranks, network->shuffle[tuple][1]);
        __m256 both =
            _mm256_shuffle_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high), 0x88);
        _mm256_storeu_si256((__m256i *)(index + 8 * tuple), _mm256_castps_si256(both));
    }
}

#else

void trey_network_make_shuffles(struct trey_network *network)
{
    network->use_avx2 = false;
}

void trey_network_find_avx2(const struct trey_network *network,
                            const struct trey_network_stage *stage, trey_board board,
                            uint32_t index[TREY_NETWORK_MAX_INDICES])
{
    (void)network;
    (void)stage;
    (void)board;
    (void)index;
}

#endif
