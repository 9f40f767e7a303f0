/* Elias-Fano code. The low bits of a member are stored directly. The rest, its bucket, is
 * the position of a 1 among as many 0s as there are buckets before it:
 *
 *     high bits   buckets in turn: a 1 for each member, then a 0
 *
 * so that member i in bucket b is bit i + b. For every 128 buckets the number of members
 * before them is stored; from there a search skips up to 128 zeros by population counts.
 * The size is the low bits and about 2 bits more per member; a search reads three places.
 */
#include "exact/table/sparse.h"
#include "base/check.h"

#include <string.h>

enum { STRIDE = 128 };

static uint64_t buckets_of(const struct trey_sparse *sparse)
{
    return ((uint64_t)sparse->size >> sparse->low_bits) + 1;
}

static uint64_t words_of_bits(uint64_t bits)
{
    return (bits + 63) / 64;
}

static uint64_t low_words(const struct trey_sparse *sparse)
{
    return words_of_bits((uint64_t)sparse->count * sparse->low_bits);
}

static uint64_t high_words(const struct trey_sparse *sparse)
{
    return words_of_bits(sparse->count + buckets_of(sparse));
}

static uint64_t strides(const struct trey_sparse *sparse)
{
    return (buckets_of(sparse) + STRIDE - 1) / STRIDE;
}

unsigned trey_sparse_low_bits(uint32_t size, uint32_t count)
{
    unsigned bits = 0;
    while (size >> (bits + 1) >= count && bits < 30)
        bits++;
    return bits;
}

uint64_t trey_sparse_bytes(const struct trey_sparse *sparse)
{
    uint64_t values = (uint64_t)sparse->count * sparse->value_bytes;
    return 8 * (low_words(sparse) + high_words(sparse) + (strides(sparse) + 1) / 2 +
                (values + 7) / 8);
}

void trey_sparse_view(struct trey_sparse *sparse, const void *block)
{
    sparse->low = block;
    sparse->high = sparse->low + low_words(sparse);
    sparse->before = (const void *)(sparse->high + high_words(sparse));
    sparse->values =
        (const void *)(sparse->high + high_words(sparse) + (strides(sparse) + 1) / 2);
}

/* --- writing ---------------------------------------------------------------------------
 */

static void set_low(uint64_t *low, uint64_t at, unsigned bits, uint64_t value)
{
    if (bits == 0)
        return;
    low[at / 64] |= value << (at % 64);
    if (at % 64 + bits > 64)
        low[at / 64 + 1] |= value >> (64 - at % 64);
}

void trey_sparse_make(const struct trey_sparse *sparse, const uint32_t *member,
                      const uint32_t *code, void *block)
{
    unsigned bits = sparse->low_bits;
    uint64_t buckets = buckets_of(sparse), mask = ((uint64_t)1 << bits) - 1;
    uint64_t *low = block, *high = low + low_words(sparse);
    uint32_t *before = (void *)(high + high_words(sparse));
    uint8_t *values = (void *)(high + high_words(sparse) + (strides(sparse) + 1) / 2);
    memset(block, 0, trey_sparse_bytes(sparse));
    uint32_t i = 0;
    for (uint64_t bucket = 0; bucket < buckets; bucket++) {
        if (bucket % STRIDE == 0)
            before[bucket / STRIDE] = i;
        for (; i < sparse->count && member[i] >> bits == bucket; i++) {
            high[(i + bucket) / 64] |= (uint64_t)1 << ((i + bucket) % 64);
            set_low(low, (uint64_t)i * bits, bits, member[i] & mask);
            assert(i == 0 || member[i - 1] < member[i]);
        }
    }
    assert(i == sparse->count); /* members were ascending and below the size */
    for (i = 0; i < sparse->count; i++)
        for (unsigned k = 0; k < sparse->value_bytes; k++)
            *values++ = (uint8_t)(code[i] >> (8 * k));
}

/* --- finding ---------------------------------------------------------------------------
 */

static uint64_t low_of(const struct trey_sparse *sparse, uint64_t i)
{
    unsigned bits = sparse->low_bits;
    uint64_t at = i * bits;
    if (bits == 0)
        return 0;
    uint64_t word = sparse->low[at / 64] >> (at % 64);
    if (at % 64 + bits > 64)
        word |= sparse->low[at / 64 + 1] << (64 - at % 64);
    return word & (((uint64_t)1 << bits) - 1);
}

/* Position after the next `zeros` zeros of the high bits from `at` on; beyond the end if
 * there are fewer. */
static uint64_t skip_zeros(const struct trey_sparse *sparse, uint64_t at, uint64_t zeros)
{
    uint64_t words = high_words(sparse), word = at / 64;
    if (zeros == 0 || word >= words)
        return at;
    uint64_t left = ~sparse->high[word] & (UINT64_MAX << (at % 64));
    for (;;) {
        unsigned here = (unsigned)__builtin_popcountll(left);
        if (here >= zeros)
            break;
        zeros -= here;
        if (++word >= words)
            return 64 * words;
        left = ~sparse->high[word];
    }
    while (--zeros > 0)
        left &= left - 1;
    return 64 * word + (unsigned)__builtin_ctzll(left) + 1;
}

static uint32_t value_of(const struct trey_sparse *sparse, uint64_t i)
{
    uint32_t code = 0;
    const uint8_t *at = sparse->values + i * sparse->value_bytes;
    for (unsigned k = 0; k < sparse->value_bytes; k++)
        code |= (uint32_t)at[k] << (8 * k);
    return code;
}

bool trey_sparse_find(const struct trey_sparse *sparse, uint32_t index, uint32_t *code)
{
    uint64_t bucket = index >> sparse->low_bits, first = bucket - bucket % STRIDE;
    uint64_t wanted = index & (((uint64_t)1 << sparse->low_bits) - 1);
    uint64_t end = sparse->count + buckets_of(sparse);
    uint64_t at =
        skip_zeros(sparse, first + sparse->before[bucket / STRIDE], bucket - first);
    for (; at < end && sparse->high[at / 64] >> (at % 64) & 1; at++) {
        uint64_t i = at - bucket;
        if (i >= sparse->count)
            return false;
        uint64_t low = low_of(sparse, i);
        if (low > wanted)
            return false;
        if (low == wanted) {
            *code = value_of(sparse, i);
            return true;
        }
    }
    return false;
}
