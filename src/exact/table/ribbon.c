/* A ribbon stores a bit for each key as the solution of linear equations (P. C. Dillinger
 * and S. Walzer, "Ribbon filter: practically smaller than Bloom and Xor", 2021). A key's
 * hash gives 64 coefficients, the first of them 1, and the position of these coefficients
 * in the solution; the key's bit is the parity of coefficients and solution. Gaussian
 * elimination proceeds row by row, and each row begins at its own position, so the band
 * stays 64 wide. Contradictory equations are resolved by another seed or some more space:
 * 3 to 5 % more than a bit per key.
 *
 * Keys are divided among shards of about 2048, so that little work is repeated and
 * several threads can solve shards. */
#include "exact/table/ribbon.h"
#include "base/check.h"

#include <string.h>

enum { WIDTH = 64, SEEDS = 256, SEEDS_A_SIZE = 6 };

/* A bijection, so different keys stay different. */
static uint64_t mix_key(uint64_t x)
{
    x ^= x >> 31;
    x *= 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

struct equation {
    uint32_t start;
    uint64_t coefficients;
};

/* Equation of a key in a shard of `bits` bits, at least WIDTH. */
static struct equation equation_of(uint64_t key, unsigned seed, uint32_t bits)
{
    uint64_t hash = mix_key(key ^ (seed + (uint64_t)1) * 0x9e3779b97f4a7c15u);
    assert(bits >= WIDTH);
    uint64_t places = bits - WIDTH + 1;
    return (struct equation){(uint32_t)((hash >> 32) * places >> 32),
                             mix_key(hash + 12345) | 1};
}

uint32_t trey_ribbon_shards(uint64_t keys)
{
    return (uint32_t)((keys + TREY_RIBBON_KEYS - 1) / TREY_RIBBON_KEYS);
}

uint32_t trey_ribbon_shard(uint64_t key, uint32_t shards)
{
    return (uint32_t)((mix_key(key) >> 32) * shards >> 32);
}

/* --- solving ---------------------------------------------------------------------------
 */

struct band {
    /* coefficients from this position on; 0: none */
    uint64_t row[TREY_RIBBON_WORDS * 64];
    uint8_t bit[TREY_RIBBON_WORDS * 64];
};

static bool eliminate_rows(struct band *band, const uint64_t *key, size_t keys,
                           unsigned seed, uint32_t bits)
{
    memset(band->row, 0, bits * sizeof *band->row);
    for (size_t i = 0; i < keys; i++) {
        struct equation e = equation_of(key[i] & ~TREY_RIBBON_BIT, seed, bits);
        uint64_t left = e.coefficients;
        uint8_t bit = (key[i] & TREY_RIBBON_BIT) != 0;
        uint32_t at = e.start;
        while (left != 0) {
            unsigned skip = (unsigned)__builtin_ctzll(left);
            left >>= skip;
            at += skip;
            assert(at < bits && (left & 1) != 0);
            if (band->row[at] == 0) {
                band->row[at] = left;
                band->bit[at] = bit;
                break;
            }
            left ^= band->row[at];
            bit ^= band->bit[at];
        }
        if (left == 0 && bit != 0)
            return false;
    }
    return true;
}

static void back_substitute(const struct band *band, uint32_t bits, uint64_t *word)
{
    uint64_t window = 0; /* the solution from the next position on */
    memset(word, 0, bits / 8);
    for (uint32_t at = bits; at-- > 0;) {
        uint64_t bit = 0;
        window <<= 1;
        if (band->row[at] != 0)
            bit = band->bit[at] ^
                  (uint64_t)__builtin_parityll(window & band->row[at] & ~(uint64_t)1);
        window |= bit;
        word[at / 64] |= bit << (at % 64);
    }
}

int trey_ribbon_solve(const uint64_t *key, size_t keys, uint64_t word[TREY_RIBBON_WORDS],
                      uint8_t *seed)
{
    struct band band;
    size_t words = (keys + keys / 64 + 24 + 63) / 64;
    *seed = 0;
    if (keys == 0)
        return 0;
    for (unsigned s = 0; s < SEEDS; s++) {
        size_t now = words + s / SEEDS_A_SIZE;
        if (now > TREY_RIBBON_WORDS)
            return -1;
        if (!eliminate_rows(&band, key, keys, s, (uint32_t)now * 64))
            continue;
        back_substitute(&band, (uint32_t)now * 64, word);
        *seed = (uint8_t)s;
        return (int)now;
    }
    return -1;
}

/* --- the block -------------------------------------------------------------------------
 */

uint64_t trey_ribbon_header_bytes(uint32_t shards)
{
    return (5 * (uint64_t)shards + 4 + 7) / 8 * 8;
}

uint64_t trey_ribbon_bytes(uint32_t shards, uint64_t words)
{
    return trey_ribbon_header_bytes(shards) + 8 * words;
}

void trey_ribbon_view(struct trey_ribbon *ribbon, const void *block)
{
    ribbon->first = block;
    ribbon->seed = (const void *)(ribbon->first + ribbon->shards + 1);
    ribbon->word =
        (const void *)((const uint8_t *)block + trey_ribbon_header_bytes(ribbon->shards));
}

bool trey_ribbon_bit(const struct trey_ribbon *ribbon, uint64_t key)
{
    uint32_t shard = trey_ribbon_shard(key, ribbon->shards);
    uint64_t first = ribbon->first[shard], end = ribbon->first[shard + 1];
    if (end <= first || end > ribbon->words || end - first > TREY_RIBBON_WORDS)
        return false;
    struct equation e =
        equation_of(key, ribbon->seed[shard], (uint32_t)(end - first) * 64);
    const uint64_t *word = ribbon->word + first + e.start / 64;
    uint64_t window = word[0] >> (e.start % 64);
    if (e.start % 64 != 0)
        window |= word[1] << (64 - e.start % 64);
    return __builtin_parityll(window & e.coefficients) != 0;
}
