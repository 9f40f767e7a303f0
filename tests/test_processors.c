/* Number of available processors: by affinity and by the quotas of both versions of
 * control groups, which are read from texts and from directories made here. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "base/processors.h"
#include "support/test.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool nearly_equal(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void test_quota(void **state)
{
    (void)state;
    static const struct {
        const char *quota, *period;
        double processors;
    } cases[] = {
        {"150000\n", "100000\n", 1.5}, {"100000", "100000", 1.0},
        {"5000", "100000", 0.05},      {"-1\n", "100000\n", 0.0},
        {"max", "100000\n", 0.0},      {"", "", 0.0},
        {"100000", "0", 0.0},          {"junk", "100000", 0.0},
        {"100000", "", 0.0},           {"nan", "100000", 0.0},
        {"inf", "100000", 0.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!nearly_equal(trey_quota(cases[i].quota, cases[i].period),
                          cases[i].processors))
            fail_msg("case %zu: %g", i, trey_quota(cases[i].quota, cases[i].period));
}

static void test_cgroup(void **state)
{
    (void)state;
    static const char first[] = "12:cpuset:/a\n4:cpuacct,cpu:/docker/12ab\n1:name=x:/s\n";
    static const char second[] = "0::/user.slice/u-1.scope\n";
    char path[64];
    assert_true(trey_cgroup_of(first, "cpu", path, sizeof path));
    assert_string_equal(path, "/docker/12ab");
    assert_false(trey_cgroup_of(first, "", path, sizeof path));
    assert_true(trey_cgroup_of(second, "", path, sizeof path));
    assert_string_equal(path, "/user.slice/u-1.scope");
    assert_false(trey_cgroup_of(second, "cpu", path, sizeof path));
    assert_false(trey_cgroup_of(second, "", path, 10));
    assert_false(trey_cgroup_of("", "", path, sizeof path));
    assert_false(trey_cgroup_of("0\n:\nnone", "", path, sizeof path));
    assert_true(trey_cgroup_of("3::/no newline: at the end", "", path, sizeof path));
    assert_string_equal(path, "/no newline: at the end");
}

/* --- directories
 * ------------------------------------------------------------------------ */

static char top[] = "/tmp/trey-cgroup-XXXXXX";

static void write_file(const char *path, const char *text)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s/%s", top, path);
    for (char *slash = whole + sizeof top; (slash = strchr(slash, '/')) != NULL;
         slash++) {
        *slash = '\0';
        mkdir(whole, 0777);
        *slash = '/';
    }
    FILE *file = fopen(whole, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void expect_quota(const char *cgroups, double processors)
{
    double got = trey_cgroup_limit(cgroups, top);
    if (!nearly_equal(got, processors))
        fail_msg("%g, not %g: %s", got, processors, cgroups);
}

static void test_limits(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(top));
    expect_quota("0::/\n", 0.0); /* no file */
    write_file("cpu.max", "max 100000\n");
    write_file("pod/cpu.max", "250000 100000\n");
    write_file("pod/one/cpu.max", "max 100000\n");
    write_file("pod/two/cpu.max", "50000 100000\n");
    expect_quota("0::/\n", 0.0);
    expect_quota("0::/pod\n", 2.5);
    expect_quota("0::/pod/one\n", 2.5); /* the parent group's quota */
    expect_quota("0::/pod/two\n", 0.5);
    expect_quota("0::/pod/unseen/from/here\n", 2.5);
    expect_quota("0::/elsewhere\n", 0.0);
    write_file("cpu/cpu.cfs_quota_us", "300000\n");
    write_file("cpu/cpu.cfs_period_us", "100000\n");
    write_file("cpu/low/cpu.cfs_quota_us", "-1\n");
    write_file("cpu/low/cpu.cfs_period_us", "100000\n");
    expect_quota("3:cpuacct,cpu:/\n", 3.0);
    expect_quota("3:cpuacct,cpu:/low\n", 3.0);
    expect_quota("3:cpu:/docker/0123\n", 3.0); /* the container's own group is the root */
    expect_quota("3:cpu:/low\n0::/pod/two\n", 0.5);
    expect_quota("3:memory:/low\n", 0.0);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", top);
    assert_int_equal(system(command), 0);
}

/* --- affinity ----------------------------------------------------------------------- */

/* In a child process, as under taskset. */
static void test_affinity(void **state)
{
    (void)state;
    cpu_set_t all;
    if (sched_getaffinity(0, sizeof all, &all) != 0)
        skip();
    assert_true(trey_processors() >= 1);
    assert_true(trey_processors() <= (unsigned)CPU_COUNT(&all));
    size_t last = CPU_SETSIZE - 1;
    while (!CPU_ISSET(last, &all))
        last--;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(last, &one);
        _exit(sched_setaffinity(0, sizeof one, &one) != 0 ? 77 : (int)trey_processors());
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        skip();
    assert_int_equal(WEXITSTATUS(status), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quota),
        cmocka_unit_test(test_cgroup),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_affinity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
