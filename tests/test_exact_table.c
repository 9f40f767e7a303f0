/* Tables of the exact solver: a saved table equals the solution, and any damage to the
 * file is detected. */
#include "exact/solve/command.h"
#include "exact/table/command.h"
#include "exact/table/table.h"
#include "support/exact_case.h"
#include "support/random_case.h"
#include "support/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct exact_case cases[] = {
    {TREY_EXACT_COURSE, 2, 2, TREY_EXACT_KEEP_ALL, 0},
    {TREY_EXACT_COURSE, 2, 2, TREY_EXACT_KEEP_AVERAGE, 3},
    {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_ALL, 0},
    {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0},
    {TREY_EXACT_COURSE, 1, 5, TREY_EXACT_KEEP_AVERAGE, 2},
    {TREY_EXACT_2048, 2, 2, TREY_EXACT_KEEP_ALL, 0},
    {TREY_EXACT_2048, 3, 2, TREY_EXACT_KEEP_AVERAGE, 0},
};

enum { CASES = sizeof cases / sizeof *cases };

static enum trey_status verify_table(const struct trey_exact *exact,
                                     struct trey_error *error)
{
    struct trey_exact_check check = {.threads = 1};
    return trey_exact_verify(exact, &check, error);
}

/* --- saved tables ------------------------------------------------------------------- */

struct pair {
    const struct trey_exact *solved, *stored;
    struct random_case random;
};

/* Every byte of the values is the same, and so is every answer. */
static void compare_state(void *context, trey_board board, int hint)
{
    struct pair *pair = context;
    struct trey_exact_value a, b;
    if (!case_taken(&pair->random))
        return;
    assert_true(trey_exact_before(pair->solved, board, hint, &a));
    assert_true(trey_exact_before(pair->stored, board, hint, &b));
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(trey_exact_best(pair->solved, board, hint),
                     trey_exact_best(pair->stored, board, hint));
    struct trey_exact_value left[4], right[4];
    assert_true(trey_exact_slides(pair->solved, board, hint, left));
    assert_true(trey_exact_slides(pair->stored, board, hint, right));
    assert_memory_equal(left, right, sizeof left);
}

static void compare_counts(const struct pair *pair)
{
    struct trey_exact_counts a, b;
    trey_exact_count(pair->solved, &a);
    trey_exact_count(pair->stored, &b);
    a.seconds = b.seconds = 0;
    assert_memory_equal(&a, &b, sizeof a);
    struct trey_exact_layer left = {0}, right = {0};
    for (; trey_exact_next_layer(pair->solved, &left); left.sum++, right.sum++) {
        assert_true(trey_exact_next_layer(pair->stored, &right));
        assert_memory_equal(&left, &right, sizeof left);
    }
    assert_false(trey_exact_next_layer(pair->stored, &right));
}

static void test_round_trip(void **state)
{
    (void)state;
    struct exact_place place = exact_enter();
    for (int i = 0; i < CASES; i++) {
        struct trey_exact *solved = exact_solve(&cases[i]), *stored;
        struct trey_error error = {0};
        exact_save(&cases[i], place.path);
        assert_int_equal(trey_exact_load(place.path, &stored, NULL), TREY_OK);
        struct pair pair = {solved, stored, case_start()};
        compare_counts(&pair);
        uint64_t states = exact_each(solved, &pair, compare_state);
        assert_int_equal(states, exact_each(stored, NULL, NULL));
        assert_int_equal(trey_exact_describe(stored).start,
                         trey_exact_describe(solved).start);
        assert_int_equal(trey_exact_describe(stored).keep, cases[i].keep);
        assert_int_equal(verify_table(stored, &error), TREY_OK);
        assert_int_equal(verify_table(solved, &error), TREY_ERR_ARGUMENT);
        trey_exact_free(stored);
        struct exact_file table = exact_read(place.path);
        assert_int_equal(trey_exact_from_bytes(table.bytes, table.size, &stored, NULL),
                         TREY_OK);
        pair.stored = stored;
        compare_counts(&pair);
        exact_each(solved, &pair, compare_state);
        assert_int_equal(verify_table(stored, &error), TREY_OK);
        trey_exact_free(stored);
        free(table.bytes);
        trey_exact_free(solved);
    }
    exact_leave(&place);
}

/* --- damage ------------------------------------------------------------------------- */

/* Runs some queries, whose answers may be anything. */
static void run_queries(const struct trey_exact *exact, struct random_case *random)
{
    bool twos = trey_exact_describe(exact).rules == TREY_EXACT_2048;
    struct trey_shape shape = trey_exact_describe(exact).shape;
    for (int k = 0; k < 200; k++) {
        trey_board board = 0;
        int hint = twos ? 0 : 1 + case_below(random, 3);
        for (int cell = 0; cell < shape.rows * shape.cols; cell++)
            board |= (trey_board)case_below(random, 6) << (4 * cell);
        struct trey_exact_value value;
        trey_exact_before(exact, board, hint, &value);
        trey_exact_after(exact, board, hint, &value);
        trey_exact_best(exact, board, hint);
    }
}

/* True if the file is refused when it is opened or verified. */
static bool is_refused(const char *path, struct random_case *random, bool *opened)
{
    struct trey_exact *exact = NULL;
    struct trey_error error = {0};
    enum trey_status status = trey_exact_load(path, &exact, &error);
    *opened = status == TREY_OK;
    if (*opened) {
        run_queries(exact, random);
        trey_exact_skip_checks(
            exact); /* answers may be wrong, but nothing else happens */
        assert_int_equal(trey_exact_check_damage(exact, NULL), TREY_OK);
        run_queries(exact, random);
        status = verify_table(exact, &error);
        trey_exact_free(exact);
    }
    assert_true(status == TREY_OK || error.message[0] != '\0');
    return status != TREY_OK;
}

/* Every byte is covered by a checksum: a change of any byte is detected, in the header
 * and the directory already when the file is opened. */
static void test_any_byte(void **state)
{
    (void)state;
    enum { PLACES = 30 }; /* in each of seven tables */
    struct exact_place place = exact_enter();
    struct random_case random = case_start();
    unsigned at_once = 0, later = 0;
    for (int i = 0; i < CASES; i++) {
        exact_save(&cases[i], place.path);
        struct exact_file table = exact_read(place.path);
        for (int k = 0; k < PLACES; k++) {
            bool opened, front = k % 3 == 0;
            size_t at = (size_t)(case_next(&random) % (front ? 256 : table.size));
            unsigned char was = table.bytes[at];
            table.bytes[at] ^= (unsigned char)(1 + case_below(&random, 255));
            exact_write(place.path, table.bytes, table.size);
            assert_true(is_refused(place.path, &random, &opened));
            struct trey_exact *exact = NULL;
            assert_int_equal(trey_exact_from_bytes(table.bytes, table.size, &exact, NULL),
                             TREY_ERR_INPUT);
            if (at < TREY_HEADER_BYTES || table.bytes + at >= exact_entry(&table, 0))
                assert_false(opened);
            at_once += !opened;
            later += opened;
            table.bytes[at] = was;
        }
        free(table.bytes);
    }
    print_message("%u refused at once, %u by --verify\n", at_once, later);
    assert_true(at_once > 0 && later > 0);
    exact_leave(&place);
}

static unsigned open_files(void)
{
    enum { LOOKED_AT = 32 };
    unsigned open = 0;
    for (int fd = 0; fd < LOOKED_AT; fd++)
        open |= (unsigned)(fcntl(fd, F_GETFD) >= 0) << fd;
    return open;
}

/* A table that fails to open leaves every file descriptor unchanged, including 0. */
static void test_descriptors(void **state)
{
    (void)state;
    static uint64_t noise[64];
    struct exact_place place = exact_enter();
    struct trey_exact *exact = NULL;
    unsigned before = open_files();
    assert_true(before & 1);
    exact_save(&cases[1], place.path);
    struct exact_file table = exact_read(place.path);
    for (size_t size = 0; size < table.size; size += 1 + table.size / 20) {
        exact_write(place.path, table.bytes, size);
        assert_int_not_equal(trey_exact_load(place.path, &exact, NULL), TREY_OK);
        assert_int_equal(open_files(), before);
    }
    assert_int_equal(trey_exact_load("/nonexistent/table", &exact, NULL), TREY_ERR_IO);
    assert_int_not_equal(trey_exact_load("/", &exact, NULL), TREY_OK);
    assert_int_not_equal(trey_exact_from_bytes(noise, sizeof noise, &exact, NULL),
                         TREY_OK);
    assert_int_equal(open_files(), before);
    free(table.bytes);
    exact_leave(&place);
}

static void test_any_length(void **state)
{
    (void)state;
    struct exact_place place = exact_enter();
    struct random_case random = case_start();
    exact_save(&cases[3], place.path);
    struct exact_file table = exact_read(place.path);
    for (int k = 0; k < 100; k++) {
        bool opened;
        size_t size = (size_t)(case_next(&random) % (k % 2 == 0 ? 300 : table.size));
        exact_write(place.path, table.bytes, size);
        assert_true(is_refused(place.path, &random, &opened));
        assert_false(opened);
    }
    free(table.bytes);
    exact_leave(&place);
}

/* --- damage that queries detect ----------------------------------------------------- */

struct witness {
    const struct trey_exact *right, *damaged;
    uint64_t same, none;
    struct random_case random;
};

/* An answer is right, or there is none and the damage is reported. */
static void compare_answers(void *context, trey_board board, int hint)
{
    struct witness *witness = context;
    struct trey_exact_value right[4], found[4];
    if (!case_taken(&witness->random))
        return;
    bool known = trey_exact_before(witness->damaged, board, hint, &found[0]);
    if (known) {
        trey_exact_before(witness->right, board, hint, &right[0]);
        assert_memory_equal(&right[0], &found[0], sizeof *right);
    }
    if (known && trey_exact_slides(witness->damaged, board, hint, found)) {
        trey_exact_slides(witness->right, board, hint, right);
        assert_memory_equal(right, found, sizeof right);
        assert_int_equal(trey_exact_best(witness->damaged, board, hint),
                         trey_exact_best(witness->right, board, hint));
        witness->same++;
        return;
    }
    witness->none++;
    assert_int_equal(trey_exact_check_damage(witness->damaged, NULL), TREY_ERR_INPUT);
}

static void test_damage_is_found(void **state)
{
    (void)state;
    enum { TIMES = 6 };
    struct exact_place place = exact_enter();
    struct random_case random = case_start();
    struct witness all = {0};
    for (int i = 2; i < CASES; i++) {
        struct trey_exact *right = exact_solve(&cases[i]);
        exact_save(&cases[i], place.path);
        struct exact_file table = exact_read(place.path);
        unsigned char *copy = malloc(table.size);
        assert_non_null(copy);
        for (int k = 0; k < TIMES; k++) {
            struct trey_exact *exact = NULL;
            struct trey_error error = {0};
            memcpy(copy, table.bytes, table.size);
            exact_write(place.path, copy, exact_spoil(copy, table.size, k % 3, &random));
            enum trey_status status = trey_exact_load(place.path, &exact, &error);
            assert_true(status == TREY_OK || error.message[0] != '\0');
            struct witness witness = {right, exact, 0, 0, random};
            if (status == TREY_OK)
                exact_each(right, &witness, compare_answers);
            all.same += witness.same;
            all.none += witness.none;
            trey_exact_free(exact);
        }
        free(copy);
        free(table.bytes);
        trey_exact_free(right);
    }
    print_message("%llu answers right, %llu refused\n", (unsigned long long)all.same,
                  (unsigned long long)all.none);
    assert_true(all.same > 0 && all.none > 0);
    exact_leave(&place);
}

/* --- wrong tables with valid checksums ---------------------------------------------- */

/* Writes the changed table, which must open and fail verification for this reason. */
static void expect_wrong(const char *path, const struct exact_file *table,
                         const char *reason)
{
    struct trey_exact *exact = NULL;
    struct trey_error error = {0};
    exact_reseal(table);
    exact_write(path, table->bytes, table->size);
    assert_int_equal(trey_exact_load(path, &exact, NULL), TREY_OK);
    assert_int_equal(verify_table(exact, &error), TREY_ERR_INPUT);
    if (strstr(error.message, reason) == NULL)
        print_message("got: %s\nnot: %s\n", error.message, reason);
    assert_non_null(strstr(error.message, reason));
    trey_exact_free(exact);
}

/* A directory entry of a layer in which values differ. */
static const unsigned char *entry_with_spread(const struct exact_file *table,
                                              struct random_case *random, bool all)
{
    for (;;) {
        int below = (int)exact_entries(table) / 2;
        const unsigned char *entry =
            exact_entry(table, 10 + (uint32_t)case_below(random, below));
        double step;
        memcpy(&step, entry + 64, sizeof step);
        if (all || step > 0)
            return entry;
    }
}

static void flip_value(const struct exact_file *table, const unsigned char *entry,
                       struct random_case *random, bool all)
{
    uint64_t count = (uint64_t)exact_u32(entry + 12) * exact_u32(entry + 16);
    unsigned char *values = table->bytes + exact_u64(entry + 48);
    size_t number = (size_t)(case_next(random) % count);
    if (all)
        values[8 * number + 6] ^= 1; /* an average, by at least a sixteenth of it */
    else
        values[4 * number + 1] ^= 1; /* by 256 steps */
}

static void test_wrong_values(void **state)
{
    (void)state;
    struct exact_place place = exact_enter();
    struct random_case random = case_start();
    for (int i = 2; i < 4; i++) {
        exact_save(&cases[i], place.path);
        struct exact_file table = exact_read(place.path);
        unsigned char *copy = malloc(table.size);
        assert_non_null(copy);
        memcpy(copy, table.bytes, table.size);
        for (int k = 0; k < 10; k++) {
            flip_value(&table, entry_with_spread(&table, &random, i == 2), &random,
                       i == 2);
            expect_wrong(place.path, &table, "which should be");
            memcpy(table.bytes, copy, table.size);
        }
        free(copy);
        free(table.bytes);
    }
    exact_leave(&place);
}

static void add_u32(unsigned char *at, uint32_t more)
{
    uint32_t number = exact_u32(at) + more;
    memcpy(at, &number, sizeof number);
}

/* Moves a board of a layer to an index without a state; the counts stay the same. */
static void move_board(const struct exact_file *table, const unsigned char *entry)
{
    uint32_t masks = (exact_u32(entry + 4) + 4095) / 4096, words = exact_u32(entry + 8);
    for (uint32_t i = 0; i < words; i++) {
        unsigned char *at =
            table->bytes + exact_u64(entry + 40) + 8 * ((size_t)masks + i);
        uint64_t word = exact_u64(at), low = word & (~word + 1);
        if (low > 1 && ~word != 0) {
            word ^= low | low >> 1;
            memcpy(at, &word, sizeof word);
            return;
        }
    }
    fail_msg("no board can be moved");
}

static void test_wrong_states(void **state)
{
    (void)state;
    struct exact_place place = exact_enter();
    exact_save(&cases[3], place.path);
    struct exact_file table = exact_read(place.path);
    unsigned char *copy = malloc(table.size), *entry = exact_entry(&table, 60);
    assert_non_null(copy);
    memcpy(copy, table.bytes, table.size);

    move_board(&table, entry);
    expect_wrong(place.path, &table, "lacks a successor");
    memcpy(table.bytes, copy, table.size);

    move_board(&table, exact_entry(&table, 0)); /* a layer that only the start leads to */
    expect_wrong(place.path, &table, "unreachable states");
    memcpy(table.bytes, copy, table.size);

    add_u32(entry + 28, 1); /* terminal states */
    expect_wrong(place.path, &table, "wrong counts of tile sum");
    memcpy(table.bytes, copy, table.size);

    double step;
    memcpy(&step, entry + 64, sizeof step);
    step *= 1e9; /* so large that any value would be within the tolerance */
    memcpy(entry + 64, &step, sizeof step);
    expect_wrong(place.path, &table, "which should be");
    memset(table.bytes + exact_u64(entry + 48), 1,
           (size_t)4 * exact_u32(entry + 12) * exact_u32(entry + 16));
    expect_wrong(place.path, &table, "wrongly rounded values of tile sum");
    memcpy(table.bytes, copy, table.size);

    double root;
    memcpy(&root, table.bytes + 40, sizeof root);
    root += 0.01;
    memcpy(table.bytes + 40, &root, sizeof root);
    expect_wrong(place.path, &table, "the value of the root is wrong");
    free(copy);
    free(table.bytes);
    exact_leave(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_any_byte),
        cmocka_unit_test(test_any_length),   cmocka_unit_test(test_wrong_values),
        cmocka_unit_test(test_wrong_states), cmocka_unit_test(test_damage_is_found),
        cmocka_unit_test(test_descriptors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
