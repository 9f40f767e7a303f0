/* The solver's inner loops, in each form that this processor supports, against the same
 * computation board by board. */
#include "exact/solve/kernels.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { MANY = 64 * 7 + 5 };

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static void draw_boards(const struct trey_exact_game *game, uint64_t *seed,
                        trey_board *boards, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        boards[i] = 0;
        uint64_t kinds = 3 + next_random(seed) % (game->top_rank - 2);
        for (unsigned cell = 0; cell < game->cells; cell++)
            boards[i] |= next_random(seed) % kinds << (4 * cell);
    }
}

static void check_folds(const struct trey_kernels *kernels,
                        const struct trey_exact_game *game, const struct trey_fold *fold,
                        const trey_board *boards, size_t count)
{
    trey_board folded[MANY], exchanged[MANY];
    bool turned[MANY];
    memcpy(folded, boards, count * sizeof *boards);
    memcpy(exchanged, boards, count * sizeof *boards);
    kernels->fold(game, fold, folded, count);
    kernels->fold_exchanged(game, fold, exchanged, turned, count);
    struct trey_fold plain = *fold;
    plain.exchange = false;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(folded[i], trey_fold_min(game, fold, boards[i]));
        trey_board least = trey_fold_min(game, &plain, boards[i]);
        trey_board other = trey_fold_min(game, &plain, trey_exchange(boards[i]));
        assert_int_equal(exchanged[i], other < least ? other : least);
        assert_int_equal(turned[i], other < least);
    }
}

static void check_slides(const struct trey_kernels *kernels,
                         const struct trey_exact_game *game, const trey_board *boards,
                         size_t count)
{
    trey_board after[TREY_BATCH];
    uint8_t who[TREY_BATCH];
    for (int d = 0; d < 4; d++) {
        size_t legal = kernels->slide(game, d, boards, count, after, who), at = 0;
        for (size_t i = 0; i < count; i++) {
            trey_board slid = trey_exact_slide(game, boards[i], d);
            if (slid == boards[i])
                continue;
            assert_true(at < legal);
            assert_int_equal(who[at], i);
            assert_int_equal(after[at++], slid);
        }
        assert_int_equal(at, legal);
    }
}

static void check_numbers(const struct trey_kernels *kernels)
{
    enum { SIZE = 64 * 100 + 7 };
    struct trey_set set;
    uint64_t seed = 7;
    uint32_t number[MANY], place[MANY];
    assert_int_equal(trey_set_new(&set, SIZE, NULL), TREY_OK);
    trey_set_reset(&set, SIZE);
    for (int i = 0; i < 900; i++)
        trey_set_add(&set, (uint32_t)(next_random(&seed) % SIZE));
    trey_set_close(&set);
    for (size_t i = 0; i < MANY; i++)
        number[i] = (uint32_t)(next_random(&seed) % SIZE);
    kernels->locate(&set, number, place, MANY);
    for (size_t i = 0; i < MANY; i++) {
        uint32_t before = 0;
        for (uint32_t n = 0; n < number[i]; n++)
            before += set.bits[n / 64] >> (n % 64) & 1;
        assert_int_equal(place[i], before);
    }
    trey_set_clear(&set);
}

static void check_game(const struct trey_kernels *kernels, enum trey_exact_rules rules,
                       uint8_t rows, uint8_t cols)
{
    struct trey_exact_options options;
    struct trey_exact_game game;
    trey_board boards[MANY];
    uint64_t seed = 1;
    trey_exact_defaults(rules, (struct trey_shape){rows, cols}, &options);
    options.keep = TREY_EXACT_KEEP_AVERAGE;
    trey_exact_game_make(&options, &game);
    draw_boards(&game, &seed, boards, MANY);
    for (size_t count = 0; count <= TREY_BATCH; count++) {
        check_slides(kernels, &game, boards + count, count);
        check_folds(kernels, &game, &game.whole, boards, count);
    }
    check_folds(kernels, &game, &game.mixed, boards, MANY);
    for (int d = 0; d < 4; d++)
        check_folds(kernels, &game, &game.after[d], boards, MANY);
}

static void test_each(void **state)
{
    (void)state;
    const struct trey_kernels *kernels;
    for (unsigned i = 0; (kernels = trey_kernels_at(i)) != NULL; i++) {
        check_numbers(kernels);
        check_game(kernels, TREY_EXACT_COURSE, 2, 3);
        check_game(kernels, TREY_EXACT_COURSE, 2, 4);
        check_game(kernels, TREY_EXACT_COURSE, 3, 3);
        check_game(kernels, TREY_EXACT_COURSE, 5, 2);
        check_game(kernels, TREY_EXACT_COURSE, 1, 7);
        check_game(kernels, TREY_EXACT_2048, 3, 3);
        check_game(kernels, TREY_EXACT_2048, 2, 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
