/* Stores a set of boards without its zero words: early and late layers, and the ranges of
 * indices that no reachable board has, are mostly empty. A bitmap says which words are
 * stored; two arrays of counts, one for each 64 words of the bitmap and one for each 8
 * stored words, make the place of a board available by a few population counts. So a set
 * is searched without unpacking it. */
#include "exact/table/packed.h"
#include "base/check.h"

#include <string.h>

enum { GROUP = 8 }; /* words with a common count */

static uint32_t mask_words(uint32_t size)
{
    return (uint32_t)(((uint64_t)size + 4095) / 4096);
}

static uint32_t group_count(uint32_t words)
{
    return (uint32_t)(((uint64_t)words + GROUP - 1) / GROUP);
}

static unsigned bit_count(uint64_t bits)
{
    return (unsigned)__builtin_popcountll(bits);
}

uint64_t trey_packed_bytes(uint32_t size, uint32_t words)
{
    uint64_t wide = (uint64_t)mask_words(size) + words;
    uint64_t narrow = (uint64_t)mask_words(size) + group_count(words);
    return 8 * wide + 4 * (narrow + narrow % 2);
}

uint32_t trey_set_nonzero_words(const struct trey_set *set)
{
    uint32_t words = 0;
    for (uint32_t i = 0; i < set->words; i++)
        words += set->bits[i] != 0;
    return words;
}

void trey_packed_view(struct trey_packed *packed, const void *block)
{
    assert(trey_is_aligned(block, 8));
    packed->mask = block;
    packed->word = packed->mask + mask_words(packed->size);
    packed->words_before = (const void *)(packed->word + packed->words);
    packed->boards_before = packed->words_before + mask_words(packed->size);
}

void trey_pack(const struct trey_set *set, uint32_t words, void *block)
{
    uint32_t masks = (uint32_t)(((uint64_t)set->words + 63) / 64), at = 0;
    uint64_t *mask = block, *word = mask + masks;
    uint32_t *words_before = (void *)(word + words);
    uint32_t *boards_before = words_before + masks;
    uint32_t narrow = masks + group_count(words);
    if (narrow % 2 != 0)
        words_before[narrow] = 0;
    memset(mask, 0, masks * sizeof *mask);
    for (uint32_t i = 0; i < set->words; i++) {
        if (i % 64 == 0)
            words_before[i / 64] = at;
        if (set->bits[i] == 0)
            continue;
        if (at % GROUP == 0)
            boards_before[at / GROUP] = set->before[i];
        mask[i / 64] |= (uint64_t)1 << (i % 64);
        assert(at < words);
        word[at++] = set->bits[i];
    }
    assert(at == words);
}

bool trey_packed_check(const struct trey_packed *packed)
{
    uint32_t words = 0, boards = 0;
    for (uint32_t i = 0; i < mask_words(packed->size); i++) {
        if (packed->words_before[i] != words)
            return false;
        words += bit_count(packed->mask[i]);
    }
    if (words != packed->words)
        return false;
    for (uint32_t i = 0; i < words; i++) {
        if ((i % GROUP == 0 && packed->boards_before[i / GROUP] != boards) ||
            packed->word[i] == 0)
            return false;
        boards += bit_count(packed->word[i]);
    }
    uint32_t rest = packed->size % 4096, last = mask_words(packed->size);
    bool inside = rest == 0 || packed->mask[last - 1] >> ((rest - 1) / 64) >> 1 == 0;
    bool last_word = rest % 64 != 0 && words > 0 && inside &&
                     packed->mask[last - 1] >> ((rest - 1) / 64) & 1;
    if (last_word && packed->word[words - 1] >> (rest % 64) != 0)
        return false;
    return boards == packed->count && inside;
}

void trey_unpack(const struct trey_packed *packed, struct trey_set *set)
{
    trey_set_reset(set, packed->size);
    const uint64_t *word = packed->word;
    for (uint32_t i = 0; i < mask_words(packed->size); i++)
        for (uint64_t mask = packed->mask[i]; mask != 0; mask &= mask - 1)
            set->bits[64 * i + (uint32_t)__builtin_ctzll(mask)] = *word++;
    trey_set_close(set);
    assert(set->count == packed->count && word == packed->word + packed->words);
}

bool trey_packed_find(const struct trey_packed *packed, uint32_t index, uint32_t *place)
{
    uint32_t word = index / 64, at = word / 64;
    assert(index < packed->size);
    uint64_t mask = packed->mask[at], bit = (uint64_t)1 << (word % 64);
    if (!(mask & bit))
        return false;
    uint32_t k = packed->words_before[at] + bit_count(mask & (bit - 1));
    if (k >= packed->words) /* a damaged file */
        return false;
    uint64_t member = (uint64_t)1 << (index % 64);
    if (!(packed->word[k] & member))
        return false;
    *place = packed->boards_before[k / GROUP] + bit_count(packed->word[k] & (member - 1));
    for (uint32_t i = k / GROUP * GROUP; i < k; i++)
        *place += bit_count(packed->word[i]);
    return *place < packed->count;
}
