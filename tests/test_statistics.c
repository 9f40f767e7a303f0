/* Intervals of means and shares against known values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "trey/statistics.h"

#include <math.h>

static void test_intervals(void **state)
{
    (void)state;
    double values[100];
    struct trey_interval interval;
    for (int i = 0; i < 100; i++)
        values[i] = i % 10;
    assert_int_equal(trey_interval_of(values, 100, &interval, NULL), TREY_OK);
    assert_true(fabs(interval.mean - 4.5) < 1e-9);
    assert_true(interval.known);
    /* the normal approximation: 1.96 * 2.872 / 10 = 0.563 */
    assert_true(fabs(interval.low - (4.5 - 0.563)) < 0.05);
    assert_true(fabs(interval.high - (4.5 + 0.563)) < 0.05);
    assert_int_equal(trey_interval_of(values, TREY_INTERVAL_LEAST - 1, &interval, NULL),
                     TREY_OK);
    assert_false(interval.known);
    assert_true(fabs(interval.mean - 1.5) < 1e-9);
}

static void test_shares(void **state)
{
    (void)state;
    struct trey_interval interval;
    trey_interval_of_share(0, 10, &interval);
    assert_true(interval.mean == 0.0 && interval.low == 0.0);
    assert_true(fabs(interval.high - 0.27753) < 1e-4);
    trey_interval_of_share(5, 10, &interval);
    assert_true(fabs(interval.low - 0.23659) < 1e-4);
    assert_true(fabs(interval.high - 0.76341) < 1e-4);
    trey_interval_of_share(10, 10, &interval);
    assert_true(interval.mean == 1.0 && interval.high == 1.0);
    assert_true(fabs(interval.low - 0.72247) < 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_intervals),
        cmocka_unit_test(test_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
