/* The stand-in for cmocka: see cmocka.h. */
#include "cmocka.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum outcome { PASSED, FAILED, SKIPPED };

/* Jump target of the running test; one test runs at a time. */
static jmp_buf leave;

void print_message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

void portable_fail(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%d: ", file, line);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    longjmp(leave, FAILED);
}

void portable_skip(const char *file, int line)
{
    printf("%s:%d: skipped\n", file, line);
    longjmp(leave, SKIPPED);
}

void portable_equal(uintmax_t a, uintmax_t b, const char *what, const char *file,
                    int line)
{
    if (a != b)
        portable_fail(file, line, "%s: %#" PRIxMAX " != %#" PRIxMAX, what, a, b);
}

void portable_not_equal(uintmax_t a, uintmax_t b, const char *what, const char *file,
                        int line)
{
    if (a == b)
        portable_fail(file, line, "%s: both are %#" PRIxMAX, what, a);
}

void portable_range(uintmax_t value, uintmax_t least, uintmax_t most, const char *what,
                    const char *file, int line)
{
    if (value < least || value > most)
        portable_fail(file, line, "%s: %" PRIuMAX " is not in %" PRIuMAX "..%" PRIuMAX,
                      what, value, least, most);
}

void portable_string(const char *a, const char *b, const char *what, const char *file,
                     int line)
{
    if (strcmp(a, b) != 0)
        portable_fail(file, line, "%s: \"%s\" != \"%s\"", what, a, b);
}

void portable_memory(const void *a, const void *b, size_t size_bytes, const char *what,
                     const char *file, int line)
{
    if (memcmp(a, b, size_bytes) != 0)
        portable_fail(file, line, "%s: the %zu bytes differ", what, size_bytes);
}

static enum outcome run_test(const struct CMUnitTest *test, void **state)
{
    switch (setjmp(leave)) {
    case 0:
        break;
    case SKIPPED:
        return SKIPPED;
    default:
        return FAILED;
    }
    if (test->setup != NULL && test->setup(state) != 0)
        return FAILED;
    test->test(state);
    return test->teardown != NULL && test->teardown(state) != 0 ? FAILED : PASSED;
}

int portable_run(const struct CMUnitTest *tests, size_t count, int (*setup)(void **state),
                 int (*teardown)(void **state))
{
    static const char *const words[] = {"      OK", " FAILED ", "SKIPPED "};
    int counts[3] = {0};
    void *group = NULL;
    if (setup != NULL && setup(&group) != 0)
        return (int)count;
    for (size_t i = 0; i < count; i++) {
        void *state = group;
        enum outcome outcome = run_test(&tests[i], &state);
        printf("[ %s ] %s\n", words[outcome], tests[i].name);
        counts[outcome]++;
    }
    if (teardown != NULL && teardown(&group) != 0)
        counts[FAILED]++;
    printf("[  PASSED  ] %d test(s).\n", counts[PASSED]);
    if (counts[FAILED] > 0)
        printf("[  FAILED  ] %d test(s)\n", counts[FAILED]);
    return counts[FAILED];
}
