#include "sequence/select.h"
#include "base/check.h"

/* A threshold that exactly `wanted` keys reach. Keys are counted by their leading bits;
 * the group in which the threshold lies is then counted again by its next bits. */
static uint64_t find_threshold(const uint64_t *keys, uint32_t count, uint32_t wanted,
                               uint64_t *group)
{
    enum { GROUP_BITS = 8, GROUPS = 1 << GROUP_BITS };
    uint64_t low = UINT64_MAX, high = 0;
    int shift = 0;
    for (uint32_t i = 0; i < count; i++) {
        low = keys[i] < low ? keys[i] : low;
        high = keys[i] > high ? keys[i] : high;
    }
    for (uint64_t span = high - low;; span = ((uint64_t)1 << shift) - 1) {
        int bits = 64 - __builtin_clzll(span | 1);
        shift = bits > GROUP_BITS ? bits - GROUP_BITS : 0;
        uint32_t counts[GROUPS] = {0}, border = GROUPS - 1, grouped = 0;
        for (uint32_t i = 0; i < count; i++)
            counts[(keys[i] - low) >> shift]++;
        for (; counts[border] < wanted; border--) {
            wanted -= counts[border];
            assert(border > 0);
        }
        uint64_t threshold = low + ((uint64_t)border << shift);
        if (counts[border] == wanted)
            return threshold;
        for (uint32_t i = 0; i < count; i++) {
            group[grouped] = keys[i];
            grouped += (keys[i] - low) >> shift == border;
        }
        keys = group;
        count = grouped;
        low = threshold;
    }
}

/* True if exactly `wanted` keys reach the threshold. */
TREY_ASSERT_ONLY bool is_threshold(const uint64_t *keys, uint32_t count, uint32_t wanted,
                                   uint64_t threshold)
{
    uint32_t large = 0;
    for (uint32_t i = 0; i < count; i++)
        large += keys[i] >= threshold;
    return large == wanted;
}

void trey_select_largest(uint64_t *keys, uint32_t count, uint32_t wanted,
                         uint64_t *scratch)
{
    assert(wanted >= 1 && wanted <= count);
    uint64_t threshold = find_threshold(keys, count, wanted, scratch);
    assert(is_threshold(keys, count, wanted, threshold)); /* all keys differ */
    for (uint32_t i = 0, kept = 0; kept < wanted; i++) {
        keys[kept] = keys[i];
        kept += keys[i] >= threshold;
    }
}
