/* Boards solved by several processes, against the result of one process. Run directly,
 * the program is one process that works as one of several would; tests/mpi_solve.sh runs
 * it under mpirun, to interrupt work: test_exact_share cut PASS HOW DIRECTORY. */
#include "exact/share/command.h"
#include "exact/share/share_solve.h"
#include "exact/solve/partition.h"
#include "exact/table/command.h"
#include "mpi/processes.h"
#include "support/exact_case.h"
#include "support/random_case.h"
#include "support/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- partition of indices ----------------------------------------------------------- */

static void test_deal(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 2, 3, 7, 64, 1000, TREY_PARTITION_MAX_PROCESSES};
    struct random_case random = case_start();
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint32_t count = counts[i], size = (uint32_t)case_below(&random, 3000000);
        uint32_t *next = calloc(count, sizeof *next);
        assert_non_null(next);
        for (uint32_t number = 0; number < size; number++) {
            struct trey_partition partition;
            uint32_t owner = number / TREY_PARTITION_BLOCK % count;
            trey_partition_make(&partition, owner, count);
            assert_int_equal(trey_partition_owner(&partition, number), owner);
            assert_int_equal(trey_partition_local(&partition, number), next[owner]);
            assert_int_equal(trey_partition_index(&partition, next[owner]), number);
            next[owner]++;
        }
        for (uint32_t process = 0; process < count; process++) {
            struct trey_partition partition;
            trey_partition_make(&partition, process, count);
            assert_int_equal(trey_partition_size(&partition, size), next[process]);
            assert_true(trey_partition_max_size(&partition, size) >= next[process]);
        }
        free(next);
    }
}

/* The largest possible indices, for every number of processes. */
static void test_deal_end(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= TREY_PARTITION_MAX_PROCESSES; count++)
        for (uint32_t back = 0; back < 3 * count; back++) {
            struct trey_partition partition;
            uint32_t block = (UINT32_MAX >> TREY_PARTITION_BITS) - back;
            trey_partition_make(&partition, 0, count);
            assert_int_equal(trey_partition_turn(&partition, block), block / count);
            assert_int_equal(
                trey_partition_owner(&partition, block << TREY_PARTITION_BITS),
                block % count);
        }
}

/* --- one process -------------------------------------------------------------------- */

static const struct exact_case cases[] = {
    {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_ALL, 0},
    {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE, 5},
    {TREY_EXACT_COURSE, 1, 2, TREY_EXACT_KEEP_AVERAGE, 0},
    {TREY_EXACT_COURSE, 2, 2, TREY_EXACT_KEEP_AVERAGE, 4},
    {TREY_EXACT_2048, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0},
    {TREY_EXACT_2048, 2, 2, TREY_EXACT_KEEP_ALL, 3},
};

enum { CASES = sizeof cases / sizeof *cases };

static struct trey_exact_options options_of(const struct exact_case *of)
{
    struct trey_exact_options options = exact_options(of);
    options.values = false;
    return options;
}

/* The same counts, overall and for each layer, and the same root to the bit. */
static void expect_same(const struct trey_exact *a, const struct trey_exact *b)
{
    struct trey_exact_counts counts[2];
    trey_exact_count(a, &counts[0]);
    trey_exact_count(b, &counts[1]);
    counts[0].seconds = counts[1].seconds = 0;
    assert_memory_equal(&counts[0], &counts[1], sizeof counts[0]);
    struct trey_exact_layer one = {0}, other = {0};
    while (trey_exact_next_layer(a, &one)) {
        assert_true(trey_exact_next_layer(b, &other));
        assert_int_equal(one.sum, other.sum);
        assert_int_equal(one.boards, other.boards);
        assert_int_equal(one.classes, other.classes);
        assert_int_equal(one.terminal, other.terminal);
        one.sum++;
        other.sum++;
    }
    assert_false(trey_exact_next_layer(b, &other));
}

static struct trey_exact *solve_alone(const struct exact_case *of)
{
    struct trey_exact_options options = options_of(of);
    struct trey_exact *exact;
    assert_int_equal(trey_exact_solve(&options, &exact, NULL), TREY_OK);
    return exact;
}

static void test_one_rank(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct trey_exact_options options = options_of(&cases[i]);
        struct trey_exact *plain = solve_alone(&cases[i]), *shared, *alone;
        assert_int_equal(trey_share_solve(&options, NULL, &shared, NULL), TREY_OK);
        expect_same(plain, shared);
        assert_int_equal(trey_exact_solve_shared(&options, NULL, &alone, NULL), TREY_OK);
        expect_same(plain, alone);
        trey_exact_free(plain);
        trey_exact_free(shared);
        trey_exact_free(alone);
    }
}

/* Works for a while as one process of several, then as a process that resumes its work,
 * then as the command, which finds the files of both. */
static void test_cut_short(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int i = 0; i < CASES; i++) {
        struct exact_place place = exact_enter();
        struct trey_exact_options options = options_of(&cases[i]);
        struct trey_exact *exact = NULL, *plain = solve_alone(&cases[i]);
        enum trey_status status = TREY_ERR_CANCELLED;
        options.work_dir = place.directory;
        options.report = exact_lose_patience;
        for (unsigned piece = 0; status != TREY_OK; piece++) {
            struct exact_patience patience = {.steps = (unsigned)case_below(&random, 60)};
            options.context = &patience;
            options.cancel = &patience.over;
            status = piece == 0 ? trey_exact_solve(&options, &exact, NULL)
                     : piece % 2 != 0
                         ? trey_share_solve(&options, NULL, &exact, NULL)
                         : trey_exact_solve_shared(&options, NULL, &exact, NULL);
            assert_true(status == TREY_OK || status == TREY_ERR_CANCELLED);
        }
        expect_same(plain, exact);
        trey_exact_free(plain);
        trey_exact_free(exact);
        assert_int_equal(rmdir(place.directory), 0); /* no file is left */
    }
}

static void test_refused(void **state)
{
    (void)state;
    struct trey_exact_options options = options_of(&cases[1]);
    struct trey_exact *exact;
    struct trey_error error;
    options.values = true;
    assert_int_equal(trey_share_solve(&options, NULL, &exact, &error), TREY_ERR_ARGUMENT);
    options.values = false;
    options.memory_bytes = 1 << 20;
    assert_int_equal(trey_share_solve(&options, NULL, &exact, &error), TREY_ERR_LIMIT);
    options.shape.rows = 9;
    assert_int_equal(trey_exact_solve_shared(&options, NULL, &exact, &error),
                     TREY_ERR_ARGUMENT);
}

/* --- several processes -----------------------------------------------------------------
 *
 * All processes count the same layers. Process 0 pauses at one of them, so that the state
 * is due at the next; three layers later, the last process is killed, or sets the cancel
 * flag. */

enum { LATE = 20, SLEEP_MS = 400, AFTER_SAVING = 3 };

struct fate {
    bool valuing, kill, last, first; /* the pass; how; which process this is */
    int layers;                      /* layers of that pass so far */
    struct trey_cancel over;
};

static void interrupt_at_layer(void *context, const struct trey_exact_progress *progress)
{
    struct fate *fate = context;
    if (progress->valuing != fate->valuing)
        return;
    fate->layers++;
    if (fate->layers == LATE && fate->first)
        nanosleep(&(struct timespec){.tv_nsec = SLEEP_MS * 1000000L}, NULL);
    if (fate->layers != LATE + AFTER_SAVING || !fate->last)
        return;
    if (fate->kill)
        raise(SIGKILL);
    trey_cancel_raise(&fate->over);
}

static int run_interrupted(const char *pass, const char *how, const char *directory)
{
    static const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE,
                                         0};
    struct trey_processes *processes;
    struct trey_error error = {0};
    if (trey_processes_start(&processes, &error) != TREY_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    unsigned process = trey_process_index(processes),
             count = trey_process_count(processes);
    struct fate fate = {.valuing = strcmp(pass, "valuing") == 0,
                        .kill = strcmp(how, "kill") == 0,
                        .first = process == 0,
                        .last = process + 1 == count};
    struct trey_exact_options options = options_of(&of);
    options.work_dir = directory;
    options.report = interrupt_at_layer;
    options.context = &fate;
    options.cancel = &fate.over;
    struct trey_exact *exact = NULL;
    enum trey_status status =
        trey_exact_solve_shared(&options, processes, &exact, &error);
    printf("process %u: %s\n", process, status != TREY_OK ? error.message : "solved");
    trey_exact_free(exact);
    trey_processes_finish(processes);
    return status == TREY_ERR_CANCELLED ? 0 : 1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deal),      cmocka_unit_test(test_deal_end),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_one_rank),
        cmocka_unit_test(test_cut_short),
    };
    if (argc == 5 && strcmp(argv[1], "cut") == 0)
        return run_interrupted(argv[2], argv[3], argv[4]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
