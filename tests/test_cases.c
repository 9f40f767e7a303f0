/* Public inputs of the known-sequence game. They are not part of the project: if the
 * directory is absent (TREY_CASES names another), these tests are skipped. */
#include "support/instance.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#ifndef TREY_SOURCE_DIR
#define TREY_SOURCE_DIR "."
#endif

static void path_of(char path[512], const char *name)
{
    const char *directory = getenv("TREY_CASES");
    snprintf(path, 512, "%s/sequence/%s",
             directory != NULL ? directory : TREY_SOURCE_DIR "/../shared/cases", name);
}

static void require_cases(void)
{
    char path[512];
    struct stat about;
    path_of(path, "");
    if (stat(path, &about) == 0)
        return;
    print_message("%s is absent: skipped\n", path);
    skip();
}

static struct trey_sequence *read_instance(const char *name)
{
    char path[512];
    path_of(path, name);
    struct trey_sequence *sequence = NULL;
    struct trey_error error = {0};
    if (trey_sequence_read(path, &sequence, &error) != TREY_OK)
        fail_msg("%s:%zu: %s", path, error.line, error.message);
    return sequence;
}

static struct trey_verdict judge_file(const char *input, const char *output)
{
    char path[512];
    path_of(path, output);
    uint8_t *moves = NULL;
    size_t count = 0;
    assert_int_equal(trey_moves_read(path, &moves, &count, NULL), TREY_OK);
    struct trey_sequence *sequence = read_instance(input);
    struct trey_verdict verdict;
    trey_sequence_judge(sequence, moves, count, NULL, NULL, &verdict);
    trey_sequence_free(sequence);
    trey_free(moves);
    return verdict;
}

static void test_example_outputs(void **state)
{
    (void)state;
    require_cases();
    struct trey_verdict verdict = judge_file("B1.txt", "B1_output.txt");
    assert_int_equal(verdict.final.score, 918);
    assert_int_equal(verdict.final.moves, 74);
    assert_int_equal(verdict.moves_given, 74);
    assert_int_not_equal(verdict.end, TREY_END_ILLEGAL_MOVE);

    verdict = judge_file("exampleinput.txt", "exampleoutput.txt");
    assert_int_equal(verdict.final.score, 164);
    assert_int_equal(verdict.final.moves, 18);
    assert_true(verdict.moves_given > 18);
    assert_int_equal(verdict.end, TREY_END_ILLEGAL_MOVE);
}

static void test_pictures(void **state)
{
    (void)state;
    require_cases();
    static const struct {
        const char *input, *output, *board;
    } cases[] = {
        {"ex1.in", "ex1_L.out", "1 3 2 0/3 0 0 12/6 3 3 0/1 3 0 0"},
        {"ex1.in", "ex1_R.out", "0 1 3 2/0 1 2 0/0 3 3 6/12 1 0 3"},
        {"ex1.in", "ex1_U.out", "1 3 2 2/1 3 3 3/3 0 3 0/1 0 0 12"},
        {"ex1.in", "ex1_D.out", "1 12 0 0/1 1 2 2/3 2 0 0/1 3 6 3"},
        {"ex2.in", "ex2_D.out", "0 0 12 0/0 0 0 3/0 0 0 3/1 3 3 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_verdict verdict = judge_file(cases[i].input, cases[i].output);
        struct oracle_board expected = oracle_board_of(cases[i].board);
        struct oracle_board board = oracle_from_wide(&verdict.final.board);
        if (!oracle_equal(&board, &expected) || verdict.final.moves != 1)
            fail_msg("%s gives another board", cases[i].output);
    }
}

/* Known facts of the public inputs: number of tiles, longest game and score that the
 * packing bound allows, best known score, and whether a narrow beam finds it at once. */
static const struct {
    const char *name;
    size_t tiles, longest;
    uint64_t packing, best;
    unsigned width; /* 0: not searched here */
} known[] = {
    {"exampleinput.txt", 32, 32, 812, 773, 300},
    {"B1.txt", 74, 74, 1012, 1012, 300},
    {"long/longboard1_evan.in", 20000, 2100, 259164, 259164, 0},
    {"long/longboard2_ridge.in", 4000, 4000, 593650, 593530, 0},
    {"long/longboard3_eliot.in", 20000, 20000, 14968642, 14968605, 0},
    {"long/tiago_input500_crlf.in", 500, 500, 28471, 27499, 0},
    {"long/mpomery_test0.in", 4998, 416, 27342, 27342, 300},
    {"long/deancook_ThreesInput20001_crlf.in", 20001, 91, 2526, 2526, 300},
    {"long/jtanx_backtracking-test.in", 10, 6, 16, 16, 300},
    {"long/jtanx_unmovable.in", 8, 0, 16, 16, 300},
};

enum { KNOWN_COUNT = sizeof known / sizeof *known };

static void test_bounds(void **state)
{
    (void)state;
    require_cases();
    for (size_t i = 0; i < KNOWN_COUNT; i++) {
        struct trey_sequence *sequence = read_instance(known[i].name);
        struct trey_bound bound;
        assert_int_equal(trey_sequence_bound(sequence, &bound, NULL), TREY_OK);
        if (trey_sequence_count(sequence) != known[i].tiles ||
            bound.packing != known[i].packing || bound.longest_moves > known[i].longest ||
            bound.score > known[i].packing || bound.score < known[i].best)
            fail_msg("%s: %zu tiles, packing %llu, bound %llu, longest %zu",
                     known[i].name, trey_sequence_count(sequence),
                     (unsigned long long)bound.packing, (unsigned long long)bound.score,
                     bound.longest_moves);
        trey_sequence_free(sequence);
    }
}

/* Inputs with a quick search reach the best known score. */
static void test_narrow_beams(void **state)
{
    (void)state;
    require_cases();
    for (size_t i = 0; i < KNOWN_COUNT; i++) {
        if (known[i].width == 0)
            continue;
        struct trey_sequence *sequence = read_instance(known[i].name);
        struct trey_plan_options options = instance_one_pass(known[i].width);
        struct trey_plan plan = instance_plan(sequence, &options);
        if (plan.score < known[i].best)
            fail_msg("%s: %llu", known[i].name, (unsigned long long)plan.score);
        if (known[i].packing == known[i].best)
            assert_int_equal(plan.proof, TREY_PROOF_BOUND_MET);
        trey_plan_clear(&plan);
        trey_sequence_free(sequence);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example_outputs),
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_narrow_beams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
