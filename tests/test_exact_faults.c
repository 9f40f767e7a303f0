/* Every call that writes a solution fails in turn: the solver returns an error, an
 * existing table survives, and a second run makes the same table. */
#include "support/exact_case.h"
#include "support/faults.h"
#include "support/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum trey_status solve_board(const struct exact_case *of, const char *save,
                                    const char *work_dir, struct trey_error *error)
{
    struct trey_exact_options options = exact_options(of);
    struct trey_exact *exact = NULL;
    options.save = save;
    options.work_dir = work_dir;
    enum trey_status status = trey_exact_solve(&options, &exact, error);
    trey_exact_free(exact);
    return status;
}

static bool same_file(const char *path, const struct exact_file *expected)
{
    struct exact_file found = exact_read(path);
    bool equal = found.size == expected->size &&
                 memcmp(found.bytes, expected->bytes, found.size) == 0;
    free(found.bytes);
    return equal;
}

/* Number of calls in one run. */
static unsigned count_calls(const struct exact_case *of, const char *save,
                            const char *work_dir)
{
    faults_begin(UINT32_MAX, EIO, false);
    assert_int_equal(solve_board(of, save, work_dir, NULL), TREY_OK);
    return faults_end();
}

static void fail_each(bool work_dir)
{
    enum { AT_ONE_END = 12 };
    static const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE,
                                         0};
    struct exact_place place = exact_enter(), work = exact_enter();
    const char *directory = work_dir ? work.directory : NULL;
    unsigned calls = count_calls(&of, place.path, directory), failures = 0;
    struct exact_file whole = exact_read(place.path);
    unsigned char text[] = "what stood there";
    const struct exact_file old = {text, sizeof text};
    for (unsigned which = 0; which < calls; which++) {
        struct trey_error error = {0};
        if (which == AT_ONE_END && calls > 4 * AT_ONE_END)
            which = calls - 3 * AT_ONE_END; /* the layers in the middle are all alike */
        exact_write(place.path, old.bytes, old.size);
        faults_begin(which, which % 2 == 0 ? ENOSPC : EIO, which % 3 == 0);
        enum trey_status status = solve_board(&of, place.path, directory, &error);
        faults_end();
        bool done = same_file(place.path, &whole);
        assert_true(done || status == TREY_ERR_IO);
        assert_true(done || same_file(place.path, &old));
        failures += status != TREY_OK;
        assert_true(status == TREY_OK || error.message[0] != '\0');
        struct trey_error again = {0};
        if (solve_board(&of, place.path, directory, &again) != TREY_OK)
            fail_msg("call %u of %u: %s, then %s", which, calls, error.message,
                     again.message);
        assert_true(same_file(place.path, &whole));
    }
    print_message("%u of %u calls, %u failures\n",
                  calls < 4 * AT_ONE_END ? calls : 4 * AT_ONE_END, calls, failures);
    assert_true(failures > 2 * AT_ONE_END);
    free(whole.bytes);
    exact_leave(&place);
    exact_leave(&work);
}

static void test_each_call_fails(void **state)
{
    (void)state;
    fail_each(false);
    fail_each(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_call_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
