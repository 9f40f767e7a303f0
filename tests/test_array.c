/* Growing arrays. If memory runs out or a size overflows, nothing changes. */
#include "base/array.h"
#include "support/test.h"

#include <stdbool.h>
#include <string.h>

/* --- a realloc that can be made to fail --------------------------------------------- */

static bool no_memory;
static size_t requested_bytes; /* size of the last call */

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_realloc(void *old, size_t size)
{
    requested_bytes = size;
    return no_memory ? NULL : __real_realloc(old, size);
}

/* A volatile pointer: the compiler would reject direct calls that must fail. */
static void *(*volatile grow)(void *, size_t *, size_t, size_t) = trey_array_grow;

/* --- tests -------------------------------------------------------------------------- */

static void test_items_survive_growth(void **state)
{
    (void)state;
    enum { ITEMS = 5000 };
    uint32_t *list = NULL;
    size_t capacity = 0, moves = 0;
    for (size_t count = 0; count < ITEMS; count++) {
        size_t before = capacity;
        uint32_t *grown = grow(list, &capacity, count + 1, sizeof *list);
        assert_non_null(grown);
        assert_true(capacity > count && capacity >= before);
        moves += capacity != before;
        list = grown;
        list[count] = (uint32_t)count * 7;
    }
    for (size_t i = 0; i < ITEMS; i++)
        assert_int_equal(list[i], i * 7);
    assert_true(moves <= 8); /* 64 doubled up to 8192: appending takes linear time */
    free(list);
}

static void test_no_growth_without_need(void **state)
{
    (void)state;
    size_t capacity = 0;
    char *text = grow(NULL, &capacity, 1000, 1);
    assert_non_null(text);
    assert_int_equal(capacity, 1000); /* as requested, where doubling is not enough */
    no_memory = true;                 /* a call would be recorded */
    assert_ptr_equal(grow(text, &capacity, 1000, 1), text);
    assert_ptr_equal(grow(text, &capacity, 1, 1), text);
    no_memory = false;
    free(text);
}

static void test_parallel_arrays_have_equal_capacities(void **state)
{
    (void)state;
    size_t a = 0, b = 0;
    char *small = NULL;
    double *large = NULL;
    for (size_t count = 1; count < 3000; count += 1 + count % 7) {
        small = grow(small, &a, count, sizeof *small);
        large = grow(large, &b, count, sizeof *large);
        assert_non_null(small);
        assert_non_null(large);
        assert_int_equal(a, b);
    }
    free(small);
    free(large);
}

static void test_out_of_memory_changes_nothing(void **state)
{
    (void)state;
    size_t capacity = 0;
    no_memory = true;
    assert_null(grow(NULL, &capacity, 1, 8));
    assert_int_equal(capacity, 0);
    no_memory = false;
    char *text = grow(NULL, &capacity, 6, 1);
    assert_non_null(text);
    memcpy(text, "twelve", 6);
    size_t before = capacity;
    no_memory = true;
    assert_null(grow(text, &capacity, before + 1, 1));
    no_memory = false;
    assert_int_equal(capacity, before);
    assert_memory_equal(text, "twelve", 6);
    free(text);
}

static void test_overflow_is_refused(void **state)
{
    (void)state;
    static const struct {
        size_t expected, item_bytes;
    } cases[] = {
        {SIZE_MAX, 2},
        {SIZE_MAX / 2 + 1, 2},
        {SIZE_MAX / 24 + 1, 24},
        {2, SIZE_MAX / 2 + 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t capacity = 0;
        requested_bytes = 0;
        assert_null(grow(NULL, &capacity, cases[i].expected, cases[i].item_bytes));
        assert_int_equal(requested_bytes, 0); /* not even tried */
        assert_int_equal(capacity, 0);
    }
}

/* Doubling must not wrap around where one more item still fits. */
static void test_no_wrap_near_the_limit(void **state)
{
    (void)state;
    for (size_t bytes = 1; bytes <= 48; bytes++) {
        char item;
        size_t max = SIZE_MAX / bytes, capacity = max - 1;
        no_memory = true;
        requested_bytes = 0;
        assert_null(grow(&item, &capacity, max, bytes));
        no_memory = false;
        assert_int_equal(requested_bytes, max * bytes);
        assert_int_equal(capacity, max - 1);
    }
}

/* An item of nearly all memory: there is no room for the usual 64 items. */
static void test_huge_items(void **state)
{
    (void)state;
    size_t capacity = 0;
    no_memory = true;
    assert_null(grow(NULL, &capacity, 1, SIZE_MAX / 2));
    no_memory = false;
    assert_in_range(requested_bytes, SIZE_MAX / 2, SIZE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items_survive_growth),
        cmocka_unit_test(test_no_growth_without_need),
        cmocka_unit_test(test_parallel_arrays_have_equal_capacities),
        cmocka_unit_test(test_out_of_memory_changes_nothing),
        cmocka_unit_test(test_overflow_is_refused),
        cmocka_unit_test(test_no_wrap_near_the_limit),
        cmocka_unit_test(test_huge_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
