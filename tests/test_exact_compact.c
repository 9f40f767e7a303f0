/* Compact tables give the same answers as the solution: values from the means over full
 * bags, moves from stored choices. Boards that are not states are recognised, and any
 * damage to the file is detected. */
#include "exact/solve/command.h"
#include "exact/table/choice.h"
#include "exact/table/sparse.h"
#include "support/exact_case.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- codes -------------------------------------------------------------------------- */

static void check_sparse(uint32_t size, uint32_t count, unsigned value_bytes,
                         struct random_case *random)
{
    bool *in = calloc(size, sizeof *in);
    uint32_t *member = calloc(count, sizeof *member), *code = calloc(count, sizeof *code);
    assert_true(in != NULL && member != NULL && code != NULL);
    for (uint32_t made = 0; made < count;) {
        uint32_t at = (uint32_t)(case_next(random) % size);
        made += !in[at];
        in[at] = true;
    }
    for (uint32_t at = 0, i = 0; at < size; at++)
        if (in[at]) {
            code[i] =
                (uint32_t)case_next(random) & (uint32_t)((1ull << 8 * value_bytes) - 1);
            member[i++] = at;
        }
    struct trey_sparse sparse = {.size = size,
                                 .count = count,
                                 .low_bits = trey_sparse_low_bits(size, count),
                                 .value_bytes = value_bytes};
    void *block = malloc(trey_sparse_bytes(&sparse));
    assert_non_null(block);
    trey_sparse_make(&sparse, member, code, block);
    trey_sparse_view(&sparse, block);
    for (uint32_t at = 0, i = 0; at < size; at++) {
        uint32_t found;
        assert_int_equal(trey_sparse_find(&sparse, at, &found), in[at]);
        if (in[at])
            assert_int_equal(found, code[i++]);
    }
    free(block);
    free(in);
    free(member);
    free(code);
}

static void test_sparse(void **state)
{
    (void)state;
    struct random_case random = case_start();
    static const struct {
        uint32_t size, count;
    } cases[] = {{1, 1},     {2, 2},        {64, 1},       {64, 64},
                 {1000, 1},  {5000, 4999},  {20000, 37},   {20000, 1500},
                 {131, 130}, {70000, 8191}, {70000, 64000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned bytes = 0; bytes <= 4; bytes += bytes == 0 ? 3 : 1)
            check_sparse(cases[i].size, cases[i].count, bytes, &random);
}

static void test_ribbon(void **state)
{
    (void)state;
    enum { MAX_KEYS = 3000 };
    static uint64_t key[MAX_KEYS], word[TREY_RIBBON_WORDS];
    struct random_case random = case_start();
    static const size_t sizes[] = {1, 2, 63, 64, 500, 2048, 2600, MAX_KEYS};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        size_t keys = sizes[k];
        for (size_t i = 0; i < keys; i++)
            key[i] = (uint64_t)i << 20 | (case_next(&random) & 0xfffff) |
                     (case_next(&random) & 1 ? TREY_RIBBON_BIT : 0);
        uint8_t seed;
        int words = trey_ribbon_solve(key, keys, word, &seed);
        assert_in_range(words, 1, TREY_RIBBON_WORDS);
        uint32_t first[2] = {0, (uint32_t)words};
        struct trey_ribbon ribbon = {1, (uint64_t)words, first, &seed, word};
        for (size_t i = 0; i < keys; i++)
            assert_int_equal(trey_ribbon_bit(&ribbon, key[i] & ~TREY_RIBBON_BIT),
                             key[i] >> 63);
    }
}

/* The code is prefix-free and complete: the sum of 2^-length is 1. */
static void test_codes(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int k = 0; k < 500; k++) {
        uint64_t count[TREY_CHOICES];
        uint8_t length[TREY_CHOICES], packed[16], again[TREY_CHOICES];
        for (int i = 0; i < TREY_CHOICES; i++)
            count[i] = case_below(&random, 4) == 0
                           ? 0
                           : case_next(&random) >> case_below(&random, 60);
        for (int i = 0; i < TREY_CHOICES; i++)
            count[i] >>= 8;
        trey_choice_lengths(count, length);
        trey_choice_pack(length, packed);
        trey_choice_unpack(packed, again);
        assert_memory_equal(length, again, sizeof length);
        for (unsigned groups = 2, i = 0; groups <= 4; groups++) {
            unsigned sum = 0, used = 0, end = i + (1u << groups) - 1;
            for (; i < end; i++) {
                assert_int_equal(length[i] > 0, count[i] > 0);
                used += count[i] > 0;
                sum += length[i] > 0 ? 1u << (15 - length[i]) : 0;
                if (length[i] > 0)
                    assert_true(trey_choice_code(length, i) >> length[i] == 0);
            }
            if (used > 1)
                assert_int_equal(sum, 1u << 15);
        }
    }
}

/* --- answers ------------------------------------------------------------------------ */

static struct trey_exact *make_compact(const struct exact_case *of, const char *path,
                                       enum trey_exact_kind kind, unsigned value_bytes,
                                       bool states)
{
    struct trey_exact_options options = exact_options(of);
    struct trey_exact *made, *opened;
    options.save = path;
    options.kind = kind;
    options.value_bytes = value_bytes;
    options.states = states;
    assert_int_equal(trey_exact_solve(&options, &made, NULL), TREY_OK);
    assert_int_equal(trey_exact_load(path, &opened, NULL), TREY_OK);
    assert_int_equal(trey_exact_describe(opened).kind, kind);
    struct trey_exact_counts a, b;
    trey_exact_count(made, &a);
    trey_exact_count(opened, &b);
    assert_int_equal(a.bytes, b.bytes);
    assert_int_equal(a.classes, b.classes);
    assert_memory_equal(&a.root_value, &b.root_value, sizeof a.root_value);
    trey_exact_free(made);
    return opened;
}

struct pair {
    const struct trey_exact *whole, *compact;
    double near;
    uint64_t states, others;
    struct random_case random;
};

/* Any board, a state or not. */
static void compare_values(struct pair *pair, trey_board board, int hint)
{
    struct trey_exact_value a, b;
    bool known = trey_exact_before(pair->whole, board, hint, &a);
    assert_int_equal(trey_exact_before(pair->compact, board, hint, &b), known);
    if (known)
        assert_true(fabs(a.avg - b.avg) <= pair->near);
    pair->states += known;
    pair->others += !known;
    if (board % 7 != 0)
        return;
    known = trey_exact_after(pair->whole, board, hint, &a);
    assert_int_equal(trey_exact_after(pair->compact, board, hint, &b), known);
    if (known)
        assert_true(fabs(a.avg - b.avg) <= pair->near);
}

static void compare_slides(struct pair *pair, trey_board board, int hint)
{
    int best = trey_exact_best(pair->whole, board, hint);
    assert_int_equal(trey_exact_best(pair->compact, board, hint), best);
    pair->states += best >= 0;
    pair->others += best < 0;
}

/* All boards of six cells, reachable or not, or a random share of them. */
static void each_board(struct pair *pair,
                       void compare(struct pair *pair, trey_board board, int hint))
{
    for (uint32_t number = 0; number < 9 * 9 * 9 * 9 * 9 * 9; number++) {
        trey_board board = 0;
        if (!case_taken(&pair->random))
            continue;
        uint32_t rest = number;
        for (unsigned cell = 0; cell < 6; cell++, rest /= 9)
            board |= (trey_board)(rest % 9) << (4 * cell);
        for (int hint = 1; hint <= 3; hint++)
            compare(pair, board, hint);
    }
    assert_true(pair->states > 100 && pair->others > 10000);
}

static void test_checkpoints(void **state)
{
    (void)state;
    struct exact_place place = exact_enter();
    static const struct exact_case cases[] = {
        {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0},
        {TREY_EXACT_COURSE, 3, 2, TREY_EXACT_KEEP_AVERAGE, 4},
    };
    for (unsigned i = 0; i < 2; i++) {
        unsigned bytes = 4 - i;
        struct trey_exact_counts counts;
        struct trey_exact *whole = exact_solve(&cases[i]);
        struct trey_exact *compact =
            make_compact(&cases[i], place.path, TREY_EXACT_CHECKPOINT, bytes, false);
        trey_exact_count(compact, &counts);
        struct pair pair = {whole, compact, counts.rounding + 1e-6, 0, 0, case_start()};
        assert_true(counts.rounding < (bytes == 3 ? 2e-4 : 1e-6));
        each_board(&pair, compare_values);
        trey_exact_free(whole);
        trey_exact_free(compact);
    }
    exact_leave(&place);
}

/* Every best move is that of the full table, ties included, for every image of the
 * board. */
static void test_play(void **state)
{
    (void)state;
    struct exact_place place = exact_enter();
    static const struct exact_case cases[] = {
        {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0},
        {TREY_EXACT_COURSE, 1, 6, TREY_EXACT_KEEP_AVERAGE, 2},
    };
    for (unsigned i = 0; i < 2; i++) {
        struct trey_exact *whole = exact_solve(&cases[i]);
        struct trey_exact *compact =
            make_compact(&cases[i], place.path, TREY_EXACT_PLAY, 0, true);
        struct pair pair = {whole, compact, 0, 0, 0, case_start()};
        each_board(&pair, compare_slides);
        trey_exact_free(whole);
        trey_exact_free(compact);
    }
    exact_leave(&place);
}

static void compare_best(void *context, trey_board board, int hint)
{
    struct pair *pair = context;
    struct trey_exact_value value;
    if (!case_taken(&pair->random))
        return;
    assert_int_equal(trey_exact_best(pair->compact, board, hint),
                     trey_exact_best(pair->whole, board, hint));
    assert_false(trey_exact_before(pair->compact, board, hint, &value));
    pair->states++;
}

static void test_play_alone(void **state)
{
    (void)state;
    struct exact_place place = exact_enter();
    static const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE,
                                         0};
    struct trey_exact *whole = exact_solve(&of);
    struct trey_exact *compact = make_compact(&of, place.path, TREY_EXACT_PLAY, 0, false);
    struct pair pair = {whole, compact, 0, 0, 0, case_start()};
    exact_each(whole, &pair, compare_best);
    assert_true(pair.states > 10000);
    trey_exact_free(whole);
    trey_exact_free(compact);
    exact_leave(&place);
}

/* --- damage ------------------------------------------------------------------------- */

struct witness {
    const struct trey_exact *right, *damaged;
    uint64_t none;
};

/* An answer is that of the undamaged table, or there is none and the damage is
 * reported. */
static void check_answers(void *context, trey_board board, int hint)
{
    struct witness *witness = context;
    struct trey_exact_value a, b;
    int best = trey_exact_best(witness->damaged, board, hint);
    if (trey_exact_before(witness->damaged, board, hint, &b)) {
        assert_true(trey_exact_before(witness->right, board, hint, &a));
        assert_memory_equal(&a, &b, sizeof a);
    }
    if (best == trey_exact_best(witness->right, board, hint))
        return;
    witness->none++;
    assert_int_equal(best, -1);
    assert_int_equal(trey_exact_check_damage(witness->damaged, NULL), TREY_ERR_INPUT);
}

/* 300 random bit flips, or a share of them. The file is refused when it is opened, or the
 * damage is detected when a query reads it; verifying finds every flip. */
static void flip_bits(enum trey_exact_kind kind)
{
    struct exact_place place = exact_enter();
    struct random_case random = case_start();
    static const struct exact_case of = {TREY_EXACT_COURSE, 2, 2, TREY_EXACT_KEEP_AVERAGE,
                                         0};
    struct trey_exact *whole = exact_solve(&of);
    struct trey_exact *right = make_compact(&of, place.path, kind, 0, false), *damaged;
    struct exact_file table = exact_read(place.path);
    char spoilt[128]; /* the other file is mapped */
    snprintf(spoilt, sizeof spoilt, "%s/b.tab", place.directory);
    struct trey_exact_check check = {.threads = 1};
    assert_int_equal(trey_exact_verify(right, &check, NULL), TREY_OK);
    unsigned opened = 0, unreached = 0;
    for (int k = 0; k < 300 / case_share(); k++) {
        size_t at = (size_t)(case_next(&random) % table.size);
        uint8_t bit = (uint8_t)(1u << case_below(&random, 8));
        table.bytes[at] ^= bit;
        exact_write(spoilt, table.bytes, table.size);
        table.bytes[at] ^= bit;
        if (trey_exact_load(spoilt, &damaged, NULL) != TREY_OK)
            continue;
        struct witness witness = {right, damaged, 0};
        exact_each(whole, &witness, check_answers);
        assert_int_equal(trey_exact_verify(damaged, &check, NULL), TREY_ERR_INPUT);
        opened++;
        unreached += witness.none > 0;
        trey_exact_free(damaged);
    }
    print_message("%u opened, %u unreached\n", opened, unreached);
    assert_true(opened * (unsigned)case_share() > 20 && unreached * 2 > opened);
    free(table.bytes);
    trey_exact_free(whole);
    trey_exact_free(right);
    exact_leave(&place);
}

/* --- bytes in memory ---------------------------------------------------------------- */

static void same_answers(void *context, trey_board board, int hint)
{
    struct pair *pair = context;
    struct trey_exact_value a[4], b[4];
    if (!case_taken(&pair->random))
        return;
    assert_int_equal(trey_exact_best(pair->compact, board, hint),
                     trey_exact_best(pair->whole, board, hint));
    bool known = trey_exact_slides(pair->whole, board, hint, a);
    assert_int_equal(trey_exact_slides(pair->compact, board, hint, b), known);
    if (known)
        assert_memory_equal(a, b, sizeof a);
}

static void refuse_bytes(const void *bytes, size_t size, enum trey_status expected)
{
    struct trey_exact *exact = NULL;
    struct trey_error error = {0};
    assert_int_equal(trey_exact_from_bytes(bytes, size, &exact, NULL), expected);
    assert_int_equal(trey_exact_from_bytes(bytes, size, &exact, &error), expected);
    assert_int_equal(error.code, expected);
    assert_true(error.message[0] != '\0');
    assert_null(exact);
}

/* A table opened from memory equals the one opened from its file, and does not change the
 * bytes. */
static void open_bytes(enum trey_exact_kind kind, bool states)
{
    struct exact_place place = exact_enter();
    static const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE,
                                         0};
    struct trey_exact *whole = exact_solve(&of), *lent, *again;
    struct trey_exact *mapped = make_compact(&of, place.path, kind, 0, states);
    struct exact_file table = exact_read(place.path);
    char *copy = malloc(table.size + 8);
    assert_non_null(copy);
    memcpy(copy, table.bytes, table.size);
    assert_int_equal(trey_exact_from_bytes(copy, table.size, &lent, NULL), TREY_OK);
    assert_int_equal(trey_exact_from_bytes(copy, table.size, &again, NULL), TREY_OK);
    trey_exact_free(again);
    assert_int_equal(trey_exact_describe(lent).kind, kind);
    struct pair pair = {mapped, lent, 0, 0, 0, case_start()};
    exact_each(whole, &pair, same_answers);
    struct trey_exact_check check = {.threads = 1};
    assert_int_equal(trey_exact_verify(lent, &check, NULL), TREY_OK);
    assert_int_equal(trey_exact_check_damage(lent, NULL), TREY_OK);
    trey_exact_free(lent);
    assert_memory_equal(copy, table.bytes, table.size);
    refuse_bytes(copy, table.size - 1, TREY_ERR_INPUT);
    refuse_bytes(copy, table.size + 1, TREY_ERR_INPUT);
    for (size_t size = 0; size < table.size; size += 1 + size)
        refuse_bytes(copy, size, TREY_ERR_INPUT);
    memmove(copy + 4, copy, table.size);
    refuse_bytes(copy + 4, table.size, TREY_ERR_ARGUMENT);
    refuse_bytes(NULL, 0, TREY_ERR_ARGUMENT);
    free(copy);
    free(table.bytes);
    trey_exact_free(mapped);
    trey_exact_free(whole);
    exact_leave(&place);
}

static void test_bytes(void **state)
{
    (void)state;
    open_bytes(TREY_EXACT_CHECKPOINT, false);
    open_bytes(TREY_EXACT_PLAY, false);
    open_bytes(TREY_EXACT_PLAY, true);
}

/* A single bit flipped in every byte, one at a time: each such table is refused. */
static void flip_each_byte(enum trey_exact_kind kind)
{
    struct exact_place place = exact_enter();
    struct random_case random = case_start();
    static const struct exact_case of = {TREY_EXACT_COURSE, 2, 2, TREY_EXACT_KEEP_AVERAGE,
                                         0};
    struct trey_exact *right = make_compact(&of, place.path, kind, 0, false);
    struct exact_file table = exact_read(place.path);
    for (size_t at = 0; at < table.size; at++) {
        uint8_t bit = (uint8_t)(1u << case_below(&random, 8));
        table.bytes[at] ^= bit;
        struct trey_exact *exact = NULL;
        assert_int_equal(trey_exact_from_bytes(table.bytes, table.size, &exact, NULL),
                         TREY_ERR_INPUT);
        table.bytes[at] ^= bit;
    }
    print_message("%zu bytes\n", table.size);
    free(table.bytes);
    trey_exact_free(right);
    exact_leave(&place);
}

static void test_bytes_flipped(void **state)
{
    (void)state;
    flip_each_byte(TREY_EXACT_CHECKPOINT);
    flip_each_byte(TREY_EXACT_PLAY);
}

static void test_flips(void **state)
{
    (void)state;
    flip_bits(TREY_EXACT_CHECKPOINT);
    flip_bits(TREY_EXACT_PLAY);
}

static void test_verify_cancelled(void **state)
{
    (void)state;
    static const struct exact_case of = {TREY_EXACT_COURSE, 2, 2, TREY_EXACT_KEEP_AVERAGE,
                                         0};
    static const enum trey_exact_kind kinds[] = {TREY_EXACT_WHOLE, TREY_EXACT_CHECKPOINT,
                                                 TREY_EXACT_PLAY};
    struct exact_place place = exact_enter();
    struct trey_cancel cancel = {0};
    struct trey_exact_check check = {.threads = 1, .cancel = &cancel};
    trey_cancel_raise(&cancel);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct trey_error error;
        struct trey_exact *exact = make_compact(&of, place.path, kinds[i], 0, false);
        assert_int_equal(trey_exact_verify(exact, &check, &error), TREY_ERR_CANCELLED);
        assert_string_equal(error.message, "interrupted before the check was complete");
        trey_exact_free(exact);
    }
    exact_leave(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sparse),        cmocka_unit_test(test_ribbon),
        cmocka_unit_test(test_codes),         cmocka_unit_test(test_checkpoints),
        cmocka_unit_test(test_play),          cmocka_unit_test(test_play_alone),
        cmocka_unit_test(test_flips),         cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_bytes_flipped), cmocka_unit_test(test_verify_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
