/* Selecting the largest keys, in their original order, against sorting. */
#include "sequence/select.h"
#include "support/random_case.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_KEYS = 3000 };

static int compare_descending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x < y) - (x > y);
}

static void expect_largest(const uint64_t *keys, uint32_t count, uint32_t expected)
{
    static uint64_t sorted[MAX_KEYS], selected[MAX_KEYS], room[MAX_KEYS];
    memcpy(sorted, keys, count * sizeof *keys);
    qsort(sorted, count, sizeof *sorted, compare_descending);
    memcpy(selected, keys, count * sizeof *keys);
    trey_select_largest(selected, count, expected, room);
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++)
        if (keys[i] >= sorted[expected - 1])
            assert_int_equal(selected[next++], keys[i]);
    assert_int_equal(next, expected);
}

/* Keys that are far apart, close together, and mostly equal except for the index. */
static void test_the_largest_are_kept_in_order(void **state)
{
    (void)state;
    struct random_case random = case_start();
    static uint64_t keys[MAX_KEYS];
    for (int round = 0; round < 3000; round++) {
        int count = 1 + case_below(&random, round % 10 == 0 ? MAX_KEYS : 40);
        int bits = case_below(&random, 33);
        for (int i = 0; i < count; i++) {
            uint64_t value = bits == 0 ? 0 : case_next(&random) >> (64 - bits);
            uint64_t offset = round % 2 ? 0xffffffffu - ((UINT64_C(1) << bits) - 1) : 0;
            keys[i] = (value + offset) << 32 | ~(uint32_t)i;
        }
        expect_largest(keys, (uint32_t)count, 1 + (uint32_t)case_below(&random, count));
        expect_largest(keys, (uint32_t)count, (uint32_t)count);
    }
}

static void test_extreme_keys(void **state)
{
    (void)state;
    const uint64_t keys[] = {5, UINT64_MAX, UINT64_MAX - 1, UINT64_C(0xff) << 56, 6};
    for (uint32_t expected = 1; expected <= 5; expected++)
        expect_largest(keys, 5, expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_largest_are_kept_in_order),
        cmocka_unit_test(test_extreme_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
