/* Exhaustive search in layers against full recursion, with and without a regression that
 * prunes the layers, and with limits. */
#include "sequence/exhaust.h"
#include "sequence/sequence.h"
#include "support/instance.h"
#include "support/random_case.h"
#include "support/test.h"

#include <stdlib.h>

struct setting {
    struct trey_sequence *sequence;
    struct trey_bound bound;
    uint64_t *rest;
    struct trey_regress *regress;
    uint8_t moves[64];
};

static void set_up(struct setting *setting, struct trey_sequence *sequence)
{
    *setting = (struct setting){.sequence = sequence};
    assert_int_equal(trey_sequence_bound(sequence, &setting->bound, NULL), TREY_OK);
    assert_int_equal(trey_sequence_rest(sequence, &setting->bound, &setting->rest, NULL),
                     TREY_OK);
    assert_true(setting->bound.longest_moves <= sizeof setting->moves);
}

static void tear_down(struct setting *setting)
{
    free(setting->rest);
    trey_regress_free(setting->regress);
    trey_sequence_free(setting->sequence);
}

/* Searches exhaustively from `score`; checks the moves, if there are any, and returns the
 * best result. */
static struct trey_beam_best exhaust_from(struct setting *setting, uint64_t score,
                                          size_t bytes,
                                          struct trey_exhaust_report *report)
{
    struct trey_exhaust_task task = {.sequence = setting->sequence,
                                     .rest = setting->rest,
                                     .longest_moves = setting->bound.longest_moves,
                                     .filter = {.coarse = setting->regress},
                                     .bytes = bytes};
    struct trey_beam_best best = {.moves = setting->moves, .score = score};
    assert_int_equal(trey_exhaust_run(&task, &best, report, NULL), TREY_OK);
    if (best.move_count > 0) {
        struct trey_verdict verdict;
        trey_sequence_judge(setting->sequence, best.moves, best.move_count, NULL, NULL,
                            &verdict);
        assert_int_equal(verdict.final.moves, best.move_count);
        assert_int_equal(verdict.final.score, best.score);
    }
    return best;
}

static void regress_from(struct setting *setting, uint64_t score)
{
    struct trey_regress_limits limits = {.moves = 3, .bytes = SIZE_MAX};
    bool proved;
    assert_int_equal(trey_regress_new(setting->sequence, setting->bound.longest_moves,
                                      &setting->regress, NULL),
                     TREY_OK);
    if (setting->regress != NULL) {
        assert_int_equal(
            trey_regress_run(setting->regress, score, &limits, &proved, NULL), TREY_OK);
        assert_false(proved);
    }
}

static void test_finds_the_optimum(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int i = 0; i < 60 / case_share(); i++) {
        uint64_t tiles[6];
        struct oracle_game game = {.tiles = tiles};
        struct trey_exhaust_report report;
        struct setting setting;
        game.count = 1 + (size_t)case_below(&random, 6);
        case_tiles(&random, tiles, game.count, 6);
        game.board = case_crowded(&random, case_below(&random, 6), 7);
        set_up(&setting, instance_of(&game));
        uint64_t start = oracle_sequence_score(&game.board);
        uint64_t optimum = oracle_best(&game).score;
        struct trey_beam_best best = exhaust_from(&setting, start, SIZE_MAX, &report);
        assert_true(report.complete);
        assert_int_equal(best.score, optimum);
        if (optimum > start) {
            regress_from(&setting, optimum - 1);
            best = exhaust_from(&setting, optimum - 1, SIZE_MAX, &report);
            assert_int_equal(best.score, optimum);
        }
        best = exhaust_from(&setting, optimum, SIZE_MAX, &report);
        assert_true(report.complete && best.score == optimum && best.move_count == 0);
        tear_down(&setting);
    }
}

/* A layer that does not fit in memory ends the search without a claim, with the best
 * result so far. */
static void test_memory_limit(void **state)
{
    (void)state;
    struct setting setting;
    struct trey_exhaust_report report, roomy;
    set_up(&setting, instance_generated(TREY_MIX_DECK, 9, 4));
    struct trey_beam_best best = exhaust_from(&setting, 0, SIZE_MAX, &roomy);
    assert_true(roomy.complete && roomy.boards > 8000);
    /* 8 bytes per board in the layers, 24 and 12 while the set of the next one grows. */
    uint64_t optimum = best.score;
    best = exhaust_from(&setting, 0, 80 * roomy.boards, &report);
    assert_true(report.complete && best.score == optimum);
    best = exhaust_from(&setting, 0, 8 * roomy.boards, &report);
    assert_true(!report.complete && report.out_of_memory);
    assert_true(report.layers < roomy.layers && best.score > 0);
    tear_down(&setting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finds_the_optimum),
        cmocka_unit_test(test_memory_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
