/* The part of cmocka that the tests use, written anew for machines without cmocka.
 * Assertions behave as in cmocka; a failed one ends its test. */
#ifndef TREY_TESTS_PORTABLE_CMOCKA_H
#define TREY_TESTS_PORTABLE_CMOCKA_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
    int (*setup)(void **state);
    int (*teardown)(void **state);
};

#define cmocka_unit_test(test)                                                           \
    {                                                                                    \
#test, test, NULL, NULL                                                          \
    }
#define cmocka_unit_test_setup_teardown(test, up, down)                                  \
    {                                                                                    \
#test, test, up, down                                                            \
    }
#define cmocka_run_group_tests(tests, setup, teardown)                                   \
    portable_run(tests, sizeof(tests) / sizeof *(tests), setup, teardown)

/* Runs the tests in order; returns the number that failed. */
int portable_run(const struct CMUnitTest *tests, size_t count, int (*setup)(void **state),
                 int (*teardown)(void **state));

/* End the running test: failed with a message, or skipped. */
__attribute__((noreturn, format(printf, 3, 4))) void
portable_fail(const char *file, int line, const char *format, ...);
__attribute__((noreturn)) void portable_skip(const char *file, int line);

void portable_equal(uintmax_t a, uintmax_t b, const char *what, const char *file,
                    int line);
void portable_not_equal(uintmax_t a, uintmax_t b, const char *what, const char *file,
                        int line);
void portable_range(uintmax_t value, uintmax_t least, uintmax_t most, const char *what,
                    const char *file, int line);
void portable_string(const char *a, const char *b, const char *what, const char *file,
                     int line);
void portable_memory(const void *a, const void *b, size_t size_bytes, const char *what,
                     const char *file, int line);

#define portable_value(x)  ((uintmax_t)(x))
#define assert_true(x)     portable_not_equal(!!(x), 0, #x, __FILE__, __LINE__)
#define assert_false(x)    portable_equal(!!(x), 0, #x, __FILE__, __LINE__)
#define assert_null(x)     portable_equal((x) == NULL, 1, #x, __FILE__, __LINE__)
#define assert_non_null(x) portable_equal((x) != NULL, 1, #x, __FILE__, __LINE__)
#define assert_int_equal(a, b)                                                           \
    portable_equal(portable_value(a), portable_value(b), #a " == " #b, __FILE__, __LINE__)
#define assert_int_not_equal(a, b)                                                       \
    portable_not_equal(portable_value(a), portable_value(b), #a " != " #b, __FILE__,     \
                       __LINE__)
#define assert_in_range(x, least, most)                                                  \
    portable_range(portable_value(x), portable_value(least), portable_value(most), #x,   \
                   __FILE__, __LINE__)
#define assert_ptr_equal(a, b)                                                           \
    portable_equal((a) == (b), 1, #a " == " #b, __FILE__, __LINE__)
#define assert_ptr_not_equal(a, b)                                                       \
    portable_equal((a) != (b), 1, #a " != " #b, __FILE__, __LINE__)
#define assert_string_equal(a, b)     portable_string(a, b, #a " == " #b, __FILE__, __LINE__)
#define assert_string_not_equal(a, b) assert_true(strcmp(a, b) != 0)
#define assert_memory_equal(a, b, size)                                                  \
    portable_memory(a, b, size, #a " == " #b, __FILE__, __LINE__)
#define fail_msg(...) portable_fail(__FILE__, __LINE__, __VA_ARGS__)
#define fail()        portable_fail(__FILE__, __LINE__, "failed")
#define skip()        portable_skip(__FILE__, __LINE__)

__attribute__((format(printf, 1, 2))) void print_message(const char *format, ...);

#endif
