/* Work that is interrupted, by the caller or by a kill, resumes and makes the identical
 * table.
 *
 * The tests cancel or kill a run at random points, damage its layers or its state, limit
 * its disk space, and compare the final file byte by byte with that of an uninterrupted
 * run. */
#include "exact/solve/command.h"
#include "support/exact_case.h"
#include "support/random_case.h"
#include "support/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void expect_same_file(const struct exact_file *expected, const char *path)
{
    struct exact_file got = exact_read(path);
    assert_int_equal(got.size, expected->size);
    assert_true(memcmp(got.bytes, expected->bytes, got.size) == 0);
    free(got.bytes);
}

static bool file_exists(const char *directory, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return access(path, F_OK) == 0;
}

/* --- cancelled by the caller -------------------------------------------------------- */

/* Solves in pieces of at most `most_steps` steps, three pieces at least. `beside`, if not
 * NULL, is the directory of a.tab: until the end it contains only the files for
 * resuming. */
static struct trey_exact *solve_in_pieces(struct trey_exact_options *options,
                                          unsigned most_steps, const char *beside)
{
    struct random_case random = case_start();
    struct trey_exact *exact = NULL;
    unsigned pauses = 0;
    for (;; pauses++) {
        struct exact_patience patience = {
            .steps = (unsigned)case_below(&random, (int)most_steps)};
        options->report = exact_lose_patience;
        options->context = &patience;
        options->cancel = &patience.over;
        enum trey_status status = trey_exact_solve(options, &exact, NULL);
        if (status == TREY_OK)
            break;
        assert_int_equal(status, TREY_ERR_CANCELLED);
        assert_true(beside == NULL || !file_exists(beside, "a.tab"));
        assert_true(beside == NULL || file_exists(beside, "a.tab.part"));
    }
    assert_true(pauses > 1);
    return exact;
}

/* The table is the expected one, and no other file is left. */
static void expect_table(struct exact_file *whole, const struct exact_place *place)
{
    expect_same_file(whole, place->path);
    assert_false(file_exists(place->directory, "a.tab.part"));
    assert_false(file_exists(place->directory, "a.tab.state"));
    free(whole->bytes);
}

static void cancel_and_resume(const struct exact_case *of, bool work_dir)
{
    struct exact_place place = exact_enter(), work = exact_enter();
    exact_save(of, place.path);
    struct exact_file whole = exact_read(place.path);
    unlink(place.path);
    struct trey_exact_options options = exact_options(of);
    options.save = place.path;
    options.work_dir = work_dir ? work.directory : NULL;
    trey_exact_free(solve_in_pieces(&options, 60, place.directory));
    expect_table(&whole, &place);
    exact_leave(&place);
    exact_leave(&work);
}

static void test_cancelled(void **state)
{
    (void)state;
    static const struct exact_case cases[] = {
        {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_ALL, 0},
        {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE, 2},
        {TREY_EXACT_2048, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cancel_and_resume(&cases[i], false);
        cancel_and_resume(&cases[i], true);
    }
}

/* A state file without its layers: they were renamed to the table, and then the run
 * failed. */
static void test_state_alone(void **state)
{
    (void)state;
    static const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE,
                                         0};
    struct exact_place place = exact_enter();
    struct exact_patience patience = {.steps = 20};
    struct trey_exact_options options = exact_options(&of);
    struct trey_exact *exact;
    exact_save(&of, place.path);
    struct exact_file whole = exact_read(place.path);
    unlink(place.path);
    options.save = place.path;
    options.report = exact_lose_patience;
    options.context = &patience;
    options.cancel = &patience.over;
    assert_int_equal(trey_exact_solve(&options, &exact, NULL), TREY_ERR_CANCELLED);
    char path[256];
    snprintf(path, sizeof path, "%s/a.tab.part", place.directory);
    assert_int_equal(unlink(path), 0);
    assert_true(file_exists(place.directory, "a.tab.state"));
    exact_save(&of, place.path);
    expect_same_file(&whole, place.path);
    assert_false(file_exists(place.directory, "a.tab.state"));
    free(whole.bytes);
    exact_leave(&place);
}

/* --- kill -9 ------------------------------------------------------------------------ */

/* A board that takes some tenths of a second. */
static struct exact_case case_to_kill(void)
{
    static const struct exact_case large = {TREY_EXACT_COURSE, 2, 4,
                                            TREY_EXACT_KEEP_AVERAGE, 0},
                                   small = {TREY_EXACT_2048, 2, 3,
                                            TREY_EXACT_KEEP_AVERAGE, 0};
    return case_share() > 1 ? small : large;
}

/* Solves in a child process, which is killed after this time unless it ends earlier. If
 * the time is negative the child kills itself as soon as the table is saved. True if it
 * ended by itself. */
static bool run_and_kill(const char *path, long after_ms)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct exact_case of = case_to_kill();
        struct trey_exact_options options = exact_options(&of);
        struct trey_exact *exact;
        options.save = path;
        enum trey_status result = trey_exact_solve(&options, &exact, NULL);
        if (after_ms < 0)
            raise(SIGKILL);
        _exit(result == TREY_OK ? 0 : 1);
    }
    int status = 0;
    if (after_ms >= 0) {
        struct timespec pause = {after_ms / 1000, after_ms % 1000 * 1000000};
        nanosleep(&pause, NULL);
        kill(child, SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFEXITED(status);
}

/* After a kill the table is complete or does not exist. Its existence does not imply that
 * the process ended: the kill may come between the rename and the exit. */
static bool kill_and_check(const struct exact_place *place,
                           const struct exact_file *whole, long after_ms)
{
    bool ended = run_and_kill(place->path, after_ms);
    bool done = file_exists(place->directory, "a.tab");
    assert_true(done || !ended);
    if (done)
        expect_same_file(whole, place->path);
    return done;
}

static void test_killed(void **state)
{
    (void)state;
    enum { TIMES = 10, LONGEST_MS = 350 };
    struct exact_place place = exact_enter();
    struct random_case random = case_start();
    struct exact_case of = case_to_kill();
    exact_save(&of, place.path);
    struct exact_file whole = exact_read(place.path);
    unlink(place.path);
    bool resumed = false, done = false;
    for (int k = 0; k < TIMES && !done; k++) {
        done = kill_and_check(&place, &whole, 1 + case_below(&random, LONGEST_MS));
        resumed = resumed || file_exists(place.directory, "a.tab.state");
    }
    exact_save(&of, place.path);
    print_message("%s\n", resumed ? "went on from a state" : "began afresh each time");
    expect_same_file(&whole, place.path);
    unlink(place.path);
    assert_true(kill_and_check(&place, &whole, -1));
    exact_save(&of, place.path);
    expect_same_file(&whole, place.path);
    free(whole.bytes);
    struct trey_exact *exact;
    struct trey_exact_check check = {.threads = 1};
    assert_int_equal(trey_exact_load(place.path, &exact, NULL), TREY_OK);
    assert_int_equal(trey_exact_verify(exact, &check, NULL), TREY_OK);
    trey_exact_free(exact);
    exact_leave(&place);
}

/* --- damaged layers ----------------------------------------------------------------- */

/* Solves until `steps` layers are done; returns the status. */
static enum trey_status solve_layers(const struct exact_case *of, const char *path,
                                     unsigned steps, struct trey_error *error)
{
    struct exact_patience patience = {.steps = steps};
    struct trey_exact_options options = exact_options(of);
    struct trey_exact *exact = NULL;
    options.save = path;
    options.report = exact_lose_patience;
    options.context = &patience;
    options.cancel = &patience.over;
    enum trey_status status = trey_exact_solve(&options, &exact, error);
    trey_exact_free(exact);
    return status;
}

/* The layers of work interrupted in either pass are damaged: resuming makes the correct
 * table, to the byte, or one line reports the damage. */
static void test_spoilt_layers(void **state)
{
    (void)state;
    enum { TIMES = 90, NEVER = 1000000 };
    const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0};
    struct exact_place place = exact_enter();
    struct random_case random = case_start();
    char part[128], kept[128];
    exact_save(&of, place.path);
    struct exact_file whole = exact_read(place.path);
    unsigned right = 0, refused = 0;
    snprintf(part, sizeof part, "%s.part", place.path);
    snprintf(kept, sizeof kept, "%s.state", place.path);
    for (int k = 0; k < TIMES; k++) {
        struct trey_error error = {0};
        unlink(place.path);
        unlink(part);
        unlink(kept);
        unsigned steps = 20 + (unsigned)case_below(&random, 400);
        if (solve_layers(&of, place.path, steps, NULL) == TREY_OK)
            continue;
        struct exact_file layers = exact_read(part);
        exact_write(part, layers.bytes,
                    exact_spoil(layers.bytes, layers.size, k % 3, &random));
        free(layers.bytes);
        enum trey_status status = solve_layers(&of, place.path, NEVER, &error);
        if (status == TREY_OK) {
            expect_same_file(&whole, place.path);
            right++;
            continue;
        }
        assert_true(status == TREY_ERR_INPUT || status == TREY_ERR_IO);
        assert_non_null(strstr(error.message, "a.tab.part"));
        assert_false(file_exists(place.directory, "a.tab"));
        refused++;
    }
    print_message("%u right, %u refused\n", right, refused);
    assert_true(refused > TIMES / 2);
    free(whole.bytes);
    exact_leave(&place);
}

/* --- the destination of the table --------------------------------------------------- */

/* Saves through a link into another directory; the layers are beside the target. */
static void test_linked(void **state)
{
    (void)state;
    const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0};
    struct exact_place place = exact_enter(), other = exact_enter();
    char path[128];
    struct stat about;
    exact_save(&of, place.path);
    struct exact_file whole = exact_read(place.path);
    snprintf(path, sizeof path, "%s/link", place.directory);
    for (int existing = 0; existing < 2; existing++) {
        if (existing)
            exact_write(other.path, "old", 3);
        assert_int_equal(symlink(other.path, path), 0);
        assert_int_equal(solve_layers(&of, path, 50, NULL), TREY_ERR_CANCELLED);
        assert_true(file_exists(other.directory, "a.tab.part"));
        assert_true(existing == file_exists(other.directory, "a.tab"));
        exact_save(&of, path);
        assert_int_equal(lstat(path, &about), 0);
        assert_true(S_ISLNK(about.st_mode));
        expect_same_file(&whole, other.path);
        assert_false(file_exists(other.directory, "a.tab.part"));
        unlink(path);
        unlink(other.path);
    }
    free(whole.bytes);
    exact_leave(&place);
    exact_leave(&other);
}

static void read_pipe(const char *path, const char *copy)
{
    char bytes[4096];
    FILE *from = fopen(path, "rb"), *to = fopen(copy, "wb");
    for (size_t got;
         from != NULL && to != NULL && (got = fread(bytes, 1, sizeof bytes, from)) > 0;)
        fwrite(bytes, 1, got, to);
    _exit(to != NULL && fclose(to) == 0 ? 0 : 1);
}

/* A device stays a device, and a pipe receives the table. */
static void test_in_place(void **state)
{
    (void)state;
    const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0};
    struct exact_place place = exact_enter();
    char fifo[128], copy[128];
    struct stat about;
    int ended;
    exact_save(&of, place.path);
    exact_save(&of, "/dev/null");
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
    assert_int_equal(access("/dev/null.part", F_OK), -1);
    struct exact_file whole = exact_read(place.path);
    snprintf(fifo, sizeof fifo, "%s/fifo", place.directory);
    snprintf(copy, sizeof copy, "%s/copy", place.directory);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        read_pipe(fifo, copy);
    exact_save(&of, fifo);
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_int_equal(ended, 0);
    expect_same_file(&whole, copy);
    assert_int_equal(stat(fifo, &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
    free(whole.bytes);
    exact_leave(&place);
}

/* --- a state that cannot be resumed ------------------------------------------------- */

static void test_spoilt_state(void **state)
{
    (void)state;
    const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0};
    struct exact_place place = exact_enter();
    struct random_case random = case_start();
    struct exact_patience patience = {.steps = 280};
    struct trey_exact_options options = exact_options(&of);
    struct trey_exact *exact;
    char path[128];
    options.save = place.path;
    options.report = exact_lose_patience;
    options.context = &patience;
    options.cancel = &patience.over;
    assert_int_equal(trey_exact_solve(&options, &exact, NULL), TREY_ERR_CANCELLED);
    snprintf(path, sizeof path, "%s.state", place.path);
    struct exact_file saved = exact_read(path);
    for (int k = 0; k < 50; k++) {
        size_t at = (size_t)(case_next(&random) % saved.size);
        size_t size = k % 5 == 0 ? at : saved.size;
        saved.bytes[at] ^= 16;
        exact_write(path, saved.bytes, size);
        saved.bytes[at] ^= 16;
        patience = (struct exact_patience){.steps = 1000};
        assert_int_equal(trey_exact_solve(&options, &exact, NULL), TREY_ERR_INPUT);
    }
    free(saved.bytes);
    exact_leave(&place);
}

/* --- little disk space -------------------------------------------------------------- */

/* Disk space slightly above the minimum for counting a board; *full is the space taken
 * without a limit. */
static uint64_t min_disk_bytes(const struct exact_case *of, const char *directory,
                               uint64_t *full)
{
    struct trey_exact_options options = exact_options(of);
    struct trey_exact_needs needs;
    struct trey_exact *exact;
    options.values = false;
    options.work_dir = directory;
    assert_int_equal(trey_exact_estimate(&options, &needs, NULL), TREY_OK);
    *full = needs.disk_bytes;
    uint64_t less = 4096, enough = needs.disk_bytes;
    while (enough - less > less / 10) {
        options.disk_bytes = less + (enough - less) / 2;
        enum trey_status status = trey_exact_solve(&options, &exact, NULL);
        if (status == TREY_OK) {
            enough = options.disk_bytes;
            trey_exact_free(exact);
        } else {
            assert_int_equal(status, TREY_ERR_LIMIT);
            less = options.disk_bytes;
        }
    }
    return enough + enough / 10;
}

/* Layers that are recomputed give the same counts and values; interrupted work can be
 * resumed at any point. */
static void limit_disk(const struct exact_case *of, unsigned most_steps)
{
    struct exact_place work = exact_enter();
    struct trey_exact *whole = exact_solve(of);
    struct trey_exact_counts a, b;
    uint64_t full, least = min_disk_bytes(of, work.directory, &full);
    struct trey_exact_options options = exact_options(of);
    assert_true(least < full);
    options.values = false;
    options.work_dir = work.directory;
    options.disk_bytes = least;
    struct trey_exact *bounded = solve_in_pieces(&options, most_steps, NULL);
    trey_exact_count(whole, &a);
    trey_exact_count(bounded, &b);
    assert_memory_equal(&a.root_value, &b.root_value, sizeof a.root_value);
    assert_memory_equal(a.first, b.first, sizeof a.first);
    assert_int_equal(a.boards, b.boards);
    assert_int_equal(a.classes, b.classes);
    assert_int_equal(a.terminal, b.terminal);
    assert_int_equal(a.after_states, b.after_states);
    trey_exact_free(whole);
    trey_exact_free(bounded);
    exact_leave(&work);
}

static void test_bounded(void **state)
{
    (void)state;
    static const struct exact_case cases[] = {
        {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0},
        {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_ALL, 2},
        {TREY_EXACT_2048, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        limit_disk(&cases[i], 40);
    static const struct exact_case large = {TREY_EXACT_COURSE, 2, 4,
                                            TREY_EXACT_KEEP_AVERAGE, 0};
    if (case_share() == 1)
        limit_disk(&large, 400);
}

/* --- compact tables ----------------------------------------------------------------- */

/* The table is the same if the work was interrupted, and on a small disk. */
static void resume_compact(enum trey_exact_kind kind, bool states)
{
    static const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE,
                                         0};
    struct exact_place place = exact_enter();
    struct trey_exact_options options = exact_options(&of);
    struct trey_exact_needs needs;
    struct trey_exact *exact;
    options.save = place.path;
    options.kind = kind;
    options.states = states;
    assert_int_equal(trey_exact_solve(&options, &exact, NULL), TREY_OK);
    trey_exact_free(exact);
    assert_int_equal(trey_exact_estimate(&options, &needs, NULL), TREY_OK);
    struct exact_file whole = exact_read(place.path);
    unlink(place.path);
    options.disk_bytes = needs.disk_bytes - 1;
    trey_exact_free(solve_in_pieces(&options, 60, NULL));
    expect_table(&whole, &place);
    exact_leave(&place);
}

static void test_compact(void **state)
{
    (void)state;
    resume_compact(TREY_EXACT_CHECKPOINT, false);
    resume_compact(TREY_EXACT_PLAY, true);
    resume_compact(TREY_EXACT_PLAY, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cancelled),    cmocka_unit_test(test_state_alone),
        cmocka_unit_test(test_killed),       cmocka_unit_test(test_spoilt_layers),
        cmocka_unit_test(test_linked),       cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_spoilt_state), cmocka_unit_test(test_bounded),
        cmocka_unit_test(test_compact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
