/* Where a learner stores its weights: at their indices, except for tuples of six cells,
 * whose bits are permuted.
 *
 * The permutation is compared with a slow one, bit by bit, for lookups, exports and
 * checkpoints of older formats. */
#include "learn/learner.h"
#include "support/random_case.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__has_include)
#if __has_include(<xxhash.h>)
#define XXH_INLINE_ALL
#include <xxhash.h>
#endif
#endif

static const char tuples_text[] = "012345 0145 456789 45689a 0123456";

static struct trey_learner *learner_of(const char *rules, const char *tuples,
                                       double alpha)
{
    struct trey_learn_options options;
    struct trey_learner *learner = NULL;
    trey_learn_defaults(&options);
    assert_int_equal(trey_rules_parse(rules, &options.rules, NULL), TREY_OK);
    options.tuples = tuples;
    options.alpha = alpha;
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_OK);
    return learner;
}

/* Bit by bit, from the lowest bit of the place: its bit of the index. The low two bits of
 * a digit are 4k and 4k + 1, the high two 4k + 2 and 4k + 3. */
static uint32_t slow_spot(uint32_t index)
{
    static const int bit[24] = {0,  1,  4,  5,  16, 17, 20, 21, 8,  9,  12, 13,
                                10, 11, 14, 15, 2,  3,  6,  7,  18, 19, 22, 23};
    uint32_t spot = 0;
    for (int i = 0; i < 24; i++)
        spot |= (index >> bit[i] & 1) << i;
    return spot;
}

static void test_order(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_tuples tuples;
    struct trey_shape shape = {4, 4};
    assert_int_equal(trey_tuples_parse(tuples_text, shape, &tuples, NULL), TREY_OK);
    for (int i = 0; i < 24; i++)
        assert_int_equal(trey_tuple_offset(&tuples, 0, 1u << i), slow_spot(1u << i));
    for (int i = 0; i < 100000; i++) {
        uint32_t index = (uint32_t)case_next(&random) & 0xffffffu;
        for (int tuple = 0; tuple < tuples.count; tuple++) {
            bool six = tuple != 1 && tuple != 4;
            uint32_t in = index & (tuples.size[tuple] - 1);
            assert_int_equal(trey_tuple_is_interleaved(&tuples, tuple), six);
            assert_int_equal(trey_tuple_offset(&tuples, tuple, in),
                             six ? slow_spot(in) : in);
        }
    }
}

/* By the cells of each image. */
static void slow_find(const struct trey_learner *learner, trey_board board,
                      uint32_t index[TREY_NETWORK_MAX_INDICES])
{
    const struct trey_tuples *tuples = &learner->tuples;
    trey_board image[TREY_NETWORK_IMAGES];
    uint32_t base = 0;
    trey_network_any_images(tuples, board, image);
    for (int tuple = 0; tuple < tuples->count; tuple++) {
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++) {
            uint32_t number = 0;
            for (int cell = 0; cell < 16; cell++)
                if (tuples->shift[tuple][cell] >= 0)
                    number |= (uint32_t)trey_board_rank(image[i], cell)
                              << tuples->shift[tuple][cell];
            if (trey_tuple_is_interleaved(tuples, tuple))
                number = slow_spot(number);
            index[tuple * TREY_NETWORK_IMAGES + i] = base + learner->stride * number;
        }
        base += learner->stride * tuples->size[tuple];
    }
}

static void check_places(const struct trey_learner *learner, struct random_case *random)
{
    uint32_t expected[TREY_NETWORK_MAX_INDICES];
    size_t size = sizeof(uint32_t) * TREY_NETWORK_IMAGES * (size_t)learner->tuples.count;
    for (int k = 0; k < 2000; k++) {
        struct trey_active_weights place = {0}, entered = {0};
        trey_board board = 0;
        for (int cell = 0; cell < 16; cell++)
            board = trey_board_with(board, cell, case_below(random, 16));
        int cell = case_below(random, 16), rank = case_below(random, 16);
        trey_board empty = trey_board_with(board, cell, 0);
        learner->kernels->find_weights(learner, empty, &place);
        slow_find(learner, empty, expected);
        assert_memory_equal(place.index, expected, size);
        learner->kernels->add_tile(learner, &place, cell, (unsigned)rank, &entered);
        slow_find(learner, trey_board_with(empty, cell, rank), expected);
        assert_memory_equal(entered.index, expected, size);
    }
}

/* All kernels find the weights of a board, also with a spawned tile. */
static void test_places(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_learner *one = learner_of("window", tuples_text, 0.0);
    struct trey_learner *other = learner_of("2048", tuples_text, 1.0);
    for (int kind = 0; kind < TREY_LEARN_KINDS; kind++) {
        if (trey_learn_kernels(kind) == NULL)
            continue;
        one->kernels = other->kernels = trey_learn_kernels(kind);
        check_places(one, &random);
        check_places(other, &random);
    }
    trey_learner_free(one);
    trey_learner_free(other);
}

/* A weight is written at its index, whatever the kernels: exported values are the values
 * of training. */
static void test_export(void **state)
{
    (void)state;
    struct trey_learner *learner = learner_of("2048", "012345 45689a 0123", 1.0);
    struct trey_evaluator *evaluator = NULL;
    struct random_case random = case_start();
    assert_int_equal(trey_learner_run(learner, 20, 0.0, NULL, NULL), TREY_OK);
    assert_int_equal(trey_learner_evaluator(learner, NULL, &evaluator, NULL), TREY_OK);
    double most = 0.0;
    for (int k = 0; k < 2000; k++) {
        struct trey_active_weights place;
        trey_board board = 0;
        for (int cell = 0; cell < 16; cell++)
            board = trey_board_with(board, cell, case_below(&random, 5));
        trey_learner_find_weights(learner, board, 0, &place);
        double trained = (double)trey_learner_value(learner, &place);
        double evaluated = (double)trey_evaluator_value(evaluator, board);
        most = trained > most ? trained : most;
        if (!(trained - evaluated < 1.0 &&
              evaluated - trained < 1.0)) /* from 25 rounded weights */
            fail_msg("trained %f, evaluated %f", trained, evaluated);
    }
    assert_true(most > 10.0);
    trey_evaluator_free(evaluator);
    trey_learner_free(learner);
}

#if defined(XXH_INLINE_ALL)

static void write_bytes(FILE *file, XXH64_state_t *state, const void *bytes, size_t size)
{
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    XXH64_update(state, bytes, size);
}

/* Writes the learner in an earlier format: uncompressed, and in version 4 with tables in
 * the order of the indices. */
static void write_as_before(const struct trey_learner *learner, char version,
                            const char *path)
{
    char head[1024];
    XXH64_state_t *state = XXH64_createState();
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    XXH64_reset(state, 1);
    assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
    assert_memory_equal(head, "trey checkpoint 8\n", 18);
    head[16] = version;
    rewind(file);
    assert_int_equal(ftruncate(fileno(file), 0), 0);
    write_bytes(file, state, head, sizeof head);
    write_bytes(file, state, learner->stage[0].deck,
                TREY_LEARNER_DECK_FLOATS * sizeof(float));
    for (uint32_t i = 0; version == '4' && i < trey_learner_floats(learner); i++)
        write_bytes(file, state, trey_learner_entry(learner, 0, 0, i), sizeof(float));
    if (version != '4')
        write_bytes(file, state, learner->stage[0].weights,
                    trey_learner_floats(learner) * sizeof(float));
    write_bytes(file, state, learner->spans, TREY_LEARNER_SPANS * sizeof *learner->spans);
    uint64_t sum = XXH64_digest(state);
    assert_int_equal(fwrite(&sum, 1, sizeof sum, file), sizeof sum);
    fclose(file);
    XXH64_freeState(state);
}

/* Resumes from a checkpoint of an earlier version. */
static void test_old_checkpoint(void **state)
{
    (void)state;
    char kept[] = "/tmp/trey-test-XXXXXX";
    close(mkstemp(kept));
    struct trey_learner *one = learner_of("2048", "012345", 1.0);
    assert_int_equal(trey_learner_run(one, 20, 0.0, NULL, NULL), TREY_OK);
    enum trey_status status = TREY_OK;
    for (const char *version = "46"; status == TREY_OK && *version != '\0'; version++) {
        struct trey_learner *other = learner_of("2048", "012345", 1.0);
        status = trey_learner_save(one, kept, NULL);
        if (status == TREY_OK) {
            write_as_before(one, *version, kept);
            assert_int_equal(trey_learner_restore(other, kept, NULL), TREY_OK);
            assert_memory_equal(one->stage[0].weights, other->stage[0].weights,
                                trey_learner_floats(one) * sizeof(float));
        }
        trey_learner_free(other);
    }
    unlink(kept);
    trey_learner_free(one);
    if (status == TREY_ERR_LIMIT)
        skip();
}

#else

static void test_old_checkpoint(void **state)
{
    (void)state;
    skip();
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_export),
        cmocka_unit_test(test_old_checkpoint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
