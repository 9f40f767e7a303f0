/* Generated instances: the proportions of the mixes, the start boards, and the seeds. */
#include "support/instance.h"
#include "support/test.h"

#include <string.h>

static const enum trey_mix mixes[] = {TREY_MIX_DECK, TREY_MIX_BAG30, TREY_MIX_OFFICIAL};

/* Counts tiles by rank. */
struct tally {
    size_t of[7];
};

static struct tally count_ranks(const uint8_t *ranks, size_t count)
{
    struct tally tally = {{0}};
    for (size_t i = 0; i < count; i++) {
        assert_in_range(ranks[i], 1, 6);
        tally.of[ranks[i]]++;
    }
    return tally;
}

/* The nine cards of the start board, in any order. */
static size_t start_cards(const struct trey_sequence *sequence, uint8_t cards[16])
{
    size_t count = 0;
    for (int cell = 0; cell < 16; cell++)
        if (trey_sequence_start(sequence)->rank[cell] != 0)
            cards[count++] = trey_sequence_start(sequence)->rank[cell];
    return count;
}

static void test_decks(void **state)
{
    (void)state;
    enum { COUNT = 42003 };
    struct trey_sequence *sequence = instance_generated(TREY_MIX_DECK, COUNT, 5);
    assert_int_equal(trey_sequence_count(sequence), COUNT);
    const uint8_t *tiles = trey_sequence_tiles(sequence);
    uint8_t cards[16];
    assert_int_equal(start_cards(sequence, cards), 9);
    struct tally first = count_ranks(cards, 9);
    assert_int_equal(first.of[1] + first.of[2] + first.of[3], 9);
    /* Nine cards of the first deck are on the board, the first three tiles are the
     * rest. */
    struct tally rest = count_ranks(tiles, 3);
    for (int rank = 1; rank <= 3; rank++)
        assert_true(first.of[rank] + rest.of[rank] <= 4);
    for (size_t deck = 3; deck < COUNT; deck += 12) {
        struct tally tally = count_ranks(tiles + deck, 12);
        for (int rank = 1; rank <= 3; rank++)
            assert_true(tally.of[rank] <= 4);
    }
    /* One in 21 is a bonus: 2,000 expected, standard deviation 44; a third of them of
     * each kind. */
    struct tally all = count_ranks(tiles, COUNT);
    assert_in_range(all.of[4] + all.of[5] + all.of[6], 1780, 2220);
    for (int rank = 4; rank <= 6; rank++)
        assert_in_range(all.of[rank], 667 - 130, 667 + 130);
    for (int rank = 1; rank <= 3; rank++)
        assert_in_range(all.of[rank], 13333 - 130, 13333 + 130);
    trey_sequence_free(sequence);
}

static void test_bags_of_thirty(void **state)
{
    (void)state;
    enum { COUNT = 21 + 30 * 200 };
    static const size_t parts[7] = {0, 12, 12, 3, 1, 1, 1};
    struct trey_sequence *sequence = instance_generated(TREY_MIX_BAG30, COUNT, 5);
    assert_int_equal(trey_sequence_count(sequence), COUNT);
    const uint8_t *tiles = trey_sequence_tiles(sequence);
    uint8_t first[30] = {0};
    assert_int_equal(start_cards(sequence, first), 9);
    memcpy(first + 9, tiles, 21);
    struct tally tally = count_ranks(first, 30);
    assert_memory_equal(tally.of, parts, sizeof parts);
    for (size_t bag = 21; bag < COUNT; bag += 30) {
        tally = count_ranks(tiles + bag, 30);
        assert_memory_equal(tally.of, parts, sizeof parts);
    }
    trey_sequence_free(sequence);
}

static void test_official(void **state)
{
    (void)state;
    static const struct {
        size_t wanted, of[7];
    } cases[] = {
        {30, {0, 12, 12, 3, 1, 1, 1}},
        {20000, {0, 8000, 8000, 2000, 667, 667, 667}},
        {500, {0, 200, 200, 50, 17, 17, 17}},
        {3, {0, 1, 1, 0, 0, 0, 0}},
        {0, {0, 0, 0, 0, 0, 0, 0}},
    };
    struct oracle_board expected = oracle_board_of("0 0 0 0/0 1 2 0/0 2 1 0/0 0 0 0");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_sequence *sequence =
            instance_generated(TREY_MIX_OFFICIAL, cases[i].wanted, i);
        struct oracle_board start = oracle_from_wide(trey_sequence_start(sequence));
        assert_true(oracle_equal(&start, &expected));
        struct tally tally =
            count_ranks(trey_sequence_tiles(sequence), trey_sequence_count(sequence));
        assert_memory_equal(tally.of, cases[i].of, sizeof cases[i].of);
        trey_sequence_free(sequence);
    }
}

/* All tiles are shuffled together: each rank is spread over the whole list. */
static void test_official_is_shuffled(void **state)
{
    (void)state;
    struct trey_sequence *sequence = instance_generated(TREY_MIX_OFFICIAL, 30000, 3);
    const uint8_t *tiles = trey_sequence_tiles(sequence);
    for (size_t part = 0; part < 3; part++) {
        struct tally tally = count_ranks(tiles + 10000 * part, 10000);
        assert_in_range(tally.of[1], 4000 - 250, 4000 + 250);
        assert_in_range(tally.of[2], 4000 - 250, 4000 + 250);
        assert_in_range(tally.of[3], 1000 - 150, 1000 + 150);
        assert_in_range(tally.of[6], 333 - 90, 333 + 90);
    }
    trey_sequence_free(sequence);
}

static bool same_sequence(const struct trey_sequence *a, const struct trey_sequence *b)
{
    size_t count = trey_sequence_count(a);
    return count == trey_sequence_count(b) &&
           memcmp(trey_sequence_start(a), trey_sequence_start(b),
                  sizeof(struct trey_wide)) == 0 &&
           (count == 0 ||
            memcmp(trey_sequence_tiles(a), trey_sequence_tiles(b), count) == 0);
}

static void test_seeds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mixes / sizeof *mixes; i++) {
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct trey_sequence *one = instance_generated(mixes[i], 100, seed);
            struct trey_sequence *again = instance_generated(mixes[i], 100, seed);
            struct trey_sequence *other = instance_generated(mixes[i], 100, seed + 1);
            struct trey_sequence *far =
                instance_generated(mixes[i], 100, seed + (1ull << 40));
            assert_true(same_sequence(one, again));
            assert_false(same_sequence(one, other));
            assert_false(same_sequence(one, far));
            trey_sequence_free(one);
            trey_sequence_free(again);
            trey_sequence_free(other);
            trey_sequence_free(far);
        }
    }
}

/* Start cards occur on any cell, and the cells differ from seed to seed. */
static void test_start_cells(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        int used[16] = {0};
        for (uint64_t seed = 0; seed < 400; seed++) {
            struct trey_sequence *sequence = instance_generated(mixes[i], 0, seed);
            assert_int_equal(trey_sequence_count(sequence), 0);
            for (int cell = 0; cell < 16; cell++)
                used[cell] += trey_sequence_start(sequence)->rank[cell] != 0;
            trey_sequence_free(sequence);
        }
        for (int cell = 0; cell < 16; cell++) /* 225 expected, standard deviation 10 */
            assert_in_range(used[cell], 225 - 50, 225 + 50);
    }
}

static void test_text_is_an_input_file(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 19, 20, 21, 1000};
    for (size_t i = 0; i < 3 * (sizeof counts / sizeof *counts); i++) {
        struct trey_sequence *sequence =
            instance_generated(mixes[i % 3], counts[i / 3], i);
        struct trey_sequence *again = NULL;
        char *text = NULL;
        size_t size = 0;
        assert_int_equal(trey_sequence_format(sequence, "a", "b", &text, &size, NULL),
                         TREY_OK);
        assert_int_equal(trey_sequence_parse(text, size, &again, NULL), TREY_OK);
        assert_true(same_sequence(sequence, again));
        trey_free(text);
        trey_sequence_free(sequence);
        trey_sequence_free(again);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    struct trey_sequence *sequence = NULL;
    struct trey_error error = {0};
    assert_int_not_equal(
        trey_sequence_generate(TREY_MIX_DECK, SIZE_MAX, 1, &sequence, &error), TREY_OK);
    assert_true(error.message[0] != '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decks),
        cmocka_unit_test(test_bags_of_thirty),
        cmocka_unit_test(test_official),
        cmocka_unit_test(test_official_is_shuffled),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_start_cells),
        cmocka_unit_test(test_text_is_an_input_file),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
