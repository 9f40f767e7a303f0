/* Values that are sums of tiles: in training, in files, in the search and in its output,
 * each against a slow model. */
#include "board/cells.h"
#include "learn/command.h"
#include "learn/learner.h"
#include "support/exchanged.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct trey_learner *learner_with(const char *rules, bool sums, double discount,
                                         uint64_t games)
{
    struct trey_learn_options options;
    struct trey_learner *learner = NULL;
    trey_learn_defaults(&options);
    assert_int_equal(trey_rules_parse(rules, &options.rules, NULL), TREY_OK);
    options.tuples = options.rules.shape.rows < 4 ? "01 03" : "0123 456";
    options.sums = sums;
    options.discount = discount;
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_OK);
    if (games > 0)
        assert_int_equal(trey_learner_run(learner, games, 0.0, NULL, NULL), TREY_OK);
    return learner;
}

static struct trey_learner *learner_of(const char *rules, bool sums, uint64_t games)
{
    return learner_with(rules, sums, 0.0, games);
}

static void temporary_file(char path[32])
{
    strcpy(path, "/tmp/trey-test-XXXXXX");
    close(mkstemp(path));
}

/* The score of a board, or the sum of its tiles. */
static double total_of(bool sums, trey_board board)
{
    double all = 0.0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        int rank = trey_board_rank(board, cell);
        all += (double)(sums ? trey_tile_of_rank(rank) : trey_score_of_rank(rank));
    }
    return all;
}

/* --- choosing moves ----------------------------------------------------------------- */

/* Value of a move: what it adds, including the spawned tile, plus the learner's value of
 * the board after the spawn; in 2048 of the board before it. */
static double model_move_value(const struct trey_learner *learner,
                               const struct trey_view *view, int direction)
{
    struct trey_chance tiles[TREY_MAX_CHANCES];
    const struct trey_rules *rules = &view->rules;
    trey_board after =
        trey_rules_slide(rules, view->board, (enum trey_direction)direction);
    unsigned cells =
        trey_rules_spawn_cells(rules, view->board, after, (enum trey_direction)direction);
    int count = trey_rules_tiles(rules, view->board, view->next, view->deck, tiles);
    bool sums = learner->options.sums;
    if (rules->slide == TREY_SLIDE_2048) {
        struct trey_active_weights place;
        trey_learner_find_weights(learner, after, 0, &place);
        return (sums ? 0.9 * 2 + 0.1 * 4
                     : (double)trey_rules_gain(rules, view->board,
                                               (enum trey_direction)direction)) +
               (double)learner->discount * (double)trey_learner_value(learner, &place);
    }
    double chosen_value = 0.0;
    for (int i = 0; i < count; i++)
        for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
            if ((cells >> cell & 1) == 0)
                continue;
            struct trey_active_weights place;
            trey_board one = trey_board_with(after, cell, (int)tiles[i].what);
            trey_learner_find_weights(learner, one, tiles[i].deck, &place);
            chosen_value += tiles[i].probability / __builtin_popcount(cells) *
                            (total_of(sums, one) - total_of(sums, view->board) +
                             (double)trey_learner_value(learner, &place));
        }
    return chosen_value;
}

static void play_at_random(struct random_case *random, const struct trey_rules *rules,
                           int max_moves, struct trey_game *game)
{
    trey_game_begin(game, rules, case_next(random), 0);
    for (int k = case_below(random, max_moves); k > 0 && trey_game_legal(game) != 0; k--)
        trey_game_slide(game, (enum trey_direction)case_below(random, 4), NULL);
}

static void check_choice(struct trey_learner *learner)
{
    struct random_case random = case_start();
    for (int i = 0; i < 300; i++) {
        struct trey_game game;
        struct trey_learner_moves moves;
        float chosen_value;
        play_at_random(&random, &learner->options.rules, 60, &game);
        const struct trey_view *view = &game.view;
        learner->kernels->generate_moves(learner, view->board,
                                         trey_stage_of(&learner->stages, view->board), 1,
                                         &moves);
        int best = trey_learner_select_move(learner, view, &moves, &chosen_value);
        assert_int_equal(best >= 0, trey_game_legal(&game) != 0);
        double most = -HUGE_VAL;
        for (int direction = 0; direction < 4; direction++)
            if ((trey_game_legal(&game) >> direction & 1) != 0)
                most = fmax(most, model_move_value(learner, view, direction));
        if (best >= 0 &&
            !(fabs((double)chosen_value - most) <= 1e-4 * (1.0 + fabs(most))))
            fail_msg("%016llx: %f, the model has %f", (unsigned long long)view->board,
                     (double)chosen_value, most);
    }
    trey_learner_free(learner);
}

static void test_choice(void **state)
{
    (void)state;
    check_choice(learner_of("window", true, 300));
    check_choice(learner_of("window", false, 300));
    check_choice(learner_of("course rows=2 cols=3", true, 300));
    check_choice(learner_of("2048", true, 300));
    check_choice(learner_of("2048", false, 300));
    check_choice(learner_with("2048", true, 0.9, 300));
}

/* Training on sums raises the score, too: 3,000 games more than double it. */
static void test_learns(void **state)
{
    (void)state;
    struct trey_learner *trained = learner_of("window", true, 3000);
    struct trey_interval mean, before;
    struct trey_learner *untrained = learner_of("window", true, 0);
    assert_int_equal(trey_learner_test(trained, NULL, 300, NULL, &mean, NULL), TREY_OK);
    assert_int_equal(trey_learner_test(untrained, NULL, 300, NULL, &before, NULL),
                     TREY_OK);
    if (!(mean.mean > 2.0 * before.mean))
        fail_msg("trained %g, untrained %g", mean.mean, before.mean);
    trey_learner_free(trained);
    trey_learner_free(untrained);
}

/* --- files -------------------------------------------------------------------------- */

/* A network and a checkpoint store the kind of their values, and training does not resume
 * from the other kind. */
static void test_files(void **state)
{
    (void)state;
    char network[32], checkpoint[32], text[512] = "";
    double trust[TREY_LEARN_MAX_STAGES] = {1e3};
    struct trey_error error;
    temporary_file(network);
    temporary_file(checkpoint);
    for (int sums = 0; sums < 2; sums++) {
        struct trey_learner *one = learner_of("window", sums, 100);
        struct trey_learner *same = learner_of("window", sums, 0);
        struct trey_learner *other = learner_of("window", !sums, 0);
        if (trey_learner_export(one, NULL, network, NULL) == TREY_ERR_LIMIT)
            skip(); /* built without zstd */
        assert_int_equal(trey_learner_save(one, checkpoint, NULL), TREY_OK);
        FILE *file = fopen(network, "rb");
        assert_non_null(file);
        assert_true(fread(text, 1, sizeof text - 1, file) > 100);
        fclose(file);
        assert_int_equal(strncmp(text, "trey network 8\n", 15), 0);
        assert_int_equal(strstr(text, "\nvalues sums\n") != NULL, sums);
        const char *kind = sums ? "tile sums" : "points";
        assert_int_equal(trey_learner_restore(same, checkpoint, NULL), TREY_OK);
        assert_int_equal(trey_learner_import(same, network, trust, NULL), TREY_OK);
        assert_int_equal(trey_learner_restore(other, checkpoint, &error), TREY_ERR_INPUT);
        assert_non_null(strstr(error.message, kind));
        assert_int_equal(trey_learner_import(other, network, trust, &error),
                         TREY_ERR_INPUT);
        assert_non_null(strstr(error.message, kind));
        trey_learner_free(one);
        trey_learner_free(same);
        trey_learner_free(other);
    }
    FILE *file = fopen(network, "r+b");
    long at = strstr(text, "values sums") - text;
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    fputs("values cups", file);
    fclose(file);
    struct trey_evaluator *none = NULL;
    char name[48];
    snprintf(name, sizeof name, "network:%s", network);
    assert_int_equal(trey_evaluator_named(name, (struct trey_shape){4, 4},
                                          TREY_EVAL_THREES, &none, &error),
                     TREY_ERR_INPUT);
    assert_non_null(strstr(error.message, "head"));
    unlink(network);
    unlink(checkpoint);
}

/* A network treats positions with exchanged 1s and 2s as equal: its weight is the mean of
 * the learner's two, weighted by update count. */
static void test_exchanged(void **state)
{
    (void)state;
    enum { TUPLE = 1, CELLS = 3 }; /* of "0123 456" */
    struct random_case random = case_start();
    struct trey_learner *learner = learner_of("window", true, 300);
    struct trey_export_options options = {.unit = 1.0 / 16.0};
    struct trey_evaluator *evaluator = NULL;
    assert_int_equal(trey_learner_evaluator(learner, &options, &evaluator, NULL),
                     TREY_OK);
    const struct trey_network *network = (const struct trey_network *)evaluator;
    const struct trey_network_stage *stage = &network->stage[0];
    int different = 0;
    for (uint32_t index = 0; index < 1u << (4 * CELLS); index++) {
        const float *first = learner->stage[0].weights + learner->tables.base[TUPLE];
        const float *one = first + (size_t)index * TREY_TC_RECORD;
        const float *other = first + exchanged_board(index) * TREY_TC_RECORD;
        double total = (double)one[TREY_TC_TOTAL] + (double)other[TREY_TC_TOTAL];
        bool has = true;
        for (int k = 0; k < CELLS; k++)
            has = has && (index >> (4 * k) & 15) < stage->radix;
        if (!has || total == 0.0)
            continue;
        double mean = ((double)*one * (double)one[TREY_TC_TOTAL] +
                       (double)*other * (double)other[TREY_TC_TOTAL]) /
                      total;
        double found = stage->weights[TUPLE][trey_network_pack(stage, index)] *
                       (double)network->unit;
        if (!(fabs(found - mean) <= 0.51 * (double)network->unit + 1e-4))
            fail_msg("weight %x is %f, not %f", index, found, mean);
        different += exchanged_board(index) != index && *one != *other;
    }
    assert_true(different > 50);
    for (int i = 0; i < 1000; i++) {
        trey_board board = case_next(&random);
        assert_true(trey_evaluator_value(evaluator, board) ==
                    trey_evaluator_value(evaluator, exchanged_board(board)));
    }
    trey_evaluator_free(evaluator);
    trey_learner_free(learner);
}

/* --- searching, and displayed values ------------------------------------------------ */

/* Value of a position as a tile sum, by a search of `plies` plies. */
static double model_value(const struct trey_evaluator *evaluator,
                          const struct trey_view *view, trey_board board, trey_deck deck,
                          int plies);

static double model_slide(const struct trey_evaluator *evaluator,
                          const struct trey_view *view, trey_board board, trey_next next,
                          trey_deck deck, int direction, int plies)
{
    struct trey_chance tiles[TREY_MAX_CHANCES];
    const struct trey_rules *rules = &view->rules;
    trey_board after = trey_rules_slide(rules, board, (enum trey_direction)direction);
    unsigned cells =
        trey_rules_spawn_cells(rules, board, after, (enum trey_direction)direction);
    int count = trey_rules_tiles(rules, board, next, deck, tiles);
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
            if ((cells >> cell & 1) != 0)
                sum += tiles[i].probability *
                       model_value(evaluator, view,
                                   trey_board_with(after, cell, (int)tiles[i].what),
                                   tiles[i].deck, plies - 1);
    return sum / __builtin_popcount(cells);
}

/* Evaluates a leaf with `entries`, which uses the deck that `values` does not know. */
static double model_leaf(const struct trey_evaluator *evaluator, trey_board board,
                         trey_deck deck)
{
    float chosen_value[16];
    uint16_t decks[16];
    int cell = 0;
    while (trey_board_rank(board, cell) == 0)
        cell++;
    int rank = trey_board_rank(board, cell);
    for (int i = 0; i < 16; i++)
        decks[i] = deck;
    struct trey_eval_spawn spawn = {trey_board_with(board, cell, 0),
                                    (uint64_t)1 << (4 * cell), 1U << rank, decks,
                                    chosen_value};
    evaluator->spawn_values(evaluator, &spawn, 1);
    return (double)chosen_value[rank];
}

static double model_value(const struct trey_evaluator *evaluator,
                          const struct trey_view *view, trey_board board, trey_deck deck,
                          int plies)
{
    unsigned legal = trey_rules_legal(&view->rules, board);
    if (legal == 0)
        return total_of(true, board);
    if (plies == 0)
        return model_leaf(evaluator, board, deck);
    struct trey_chance hints[TREY_MAX_CHANCES];
    int count = trey_rules_nexts(&view->rules, board, deck, hints);
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        double best = -HUGE_VAL;
        for (int direction = 0; direction < 4; direction++)
            if ((legal >> direction & 1) != 0)
                best = fmax(best,
                            model_slide(evaluator, view, board, (trey_next)hints[i].what,
                                        hints[i].deck, direction, plies));
        sum += hints[i].probability * best;
    }
    return sum;
}

/* The displayed value of a board: its score, plus the points that the additional sum
 * gives. */
static double model_display(trey_board board, double value)
{
    return total_of(false, board) +
           (value - total_of(true, board)) * pow(3.0, 12.0) / 12288.0;
}

/* Value of a move by a search of `plies` plies: the tile sum to come. Each move
 * multiplies what comes after it by the discount. */
static double model_slide_2048(const struct trey_evaluator *evaluator,
                               const struct trey_rules *rules, trey_board board,
                               int direction, int plies)
{
    static const double chance[] = {0.9, 0.1};
    trey_board after = trey_rules_slide(rules, board, (enum trey_direction)direction);
    float leaf;
    evaluator->values(evaluator, &after, 1, &leaf);
    double total = 0.0;
    int cells = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        if (trey_board_rank(after, cell) != 0)
            continue;
        cells++;
        for (int rank = 1; rank <= 2; rank++) {
            trey_board one = trey_board_with(after, cell, rank);
            unsigned legal = trey_rules_legal(rules, one);
            double best = legal == 0 ? 0.0 : plies == 1 ? (double)leaf : -HUGE_VAL;
            for (int move = 0; move < 4 && plies > 1; move++)
                if ((legal >> move & 1) != 0)
                    best = fmax(best,
                                model_slide_2048(evaluator, rules, one, move, plies - 1));
            total += chance[rank - 1] * best;
        }
    }
    return 0.9 * 2 + 0.1 * 4 + (double)trey_eval_discount(evaluator) * total / cells;
}

/* The displayed value of a move by a search of `plies` plies. */
static double model_shown(const struct trey_evaluator *evaluator,
                          const struct trey_view *view, int direction, int plies)
{
    if (evaluator->family == TREY_EVAL_THREES)
        return model_display(view->board,
                             model_slide(evaluator, view, view->board, view->next,
                                         view->deck, direction, plies));
    return trey_eval_display(
        evaluator, view->board,
        model_slide_2048(evaluator, &view->rules, view->board, direction, plies));
}

static void check_search(struct trey_learner *learner)
{
    struct random_case random = case_start();
    struct trey_evaluator *evaluator = NULL;
    struct trey_search *search = NULL;
    const struct trey_rules *rules = &learner->options.rules;
    assert_int_equal(trey_learner_evaluator(learner, NULL, &evaluator, NULL), TREY_OK);
    assert_true(trey_evaluator_counts_points(evaluator));
    assert_int_equal(trey_search_new(rules, evaluator, 1 << 20, &search, NULL), TREY_OK);
    for (int i = 0; i < 24; i++) {
        struct trey_game game;
        struct trey_search_limits limits;
        struct trey_search_result result;
        play_at_random(&random, rules, 120, &game);
        const struct trey_view *view = &game.view;
        trey_search_limits_defaults(&limits);
        limits.depth_plies = 1 + (unsigned)(i & 1);
        assert_int_equal(trey_search_run(search, view, &limits, &result, NULL), TREY_OK);
        double most = -HUGE_VAL;
        for (int direction = 0; direction < 4; direction++) {
            if ((result.legal >> direction & 1) == 0)
                continue;
            double expected =
                model_shown(evaluator, view, direction, (int)limits.depth_plies);
            most = fmax(most, expected);
            if (!(fabs(result.value[direction] - expected) <=
                  1e-3 * (1.0 + fabs(expected))))
                fail_msg("%016llx, slide %d: %f, the model has %f",
                         (unsigned long long)view->board, direction,
                         result.value[direction], expected);
        }
        if (result.best >= 0)
            assert_true(result.value[result.best] >= most - 1e-3 * (1.0 + fabs(most)));
        float plain = trey_evaluator_value(evaluator, view->board), raw;
        evaluator->values(evaluator, &view->board, 1, &raw);
        double expected = rules->slide == TREY_SLIDE_THREES
                              ? model_display(view->board, (double)raw)
                              : trey_eval_display(evaluator, view->board, (double)raw);
        assert_true(fabs((double)plain - expected) <= 1e-3 * (1.0 + fabs(expected)));
    }
    trey_search_free(search);
    trey_evaluator_free(evaluator);
    trey_learner_free(learner);
}

static void test_search(void **state)
{
    (void)state;
    check_search(learner_of("window", true, 500));
    check_search(learner_of("2048", true, 500));
    check_search(learner_with("2048", true, 0.95, 500));
}

/* A game that was searched to its end is not searched again. The displayed value is not
 * an exact number of points, and the search does not claim so. */
static void test_to_the_end(void **state)
{
    (void)state;
    struct trey_learner *learner = learner_of("course rows=2 cols=2", true, 100);
    struct trey_evaluator *evaluator = NULL;
    struct trey_search *search = NULL;
    struct trey_search_limits limits;
    struct trey_search_result result;
    struct trey_game game;
    assert_int_equal(trey_learner_evaluator(learner, NULL, &evaluator, NULL), TREY_OK);
    assert_int_equal(
        trey_search_new(&learner->options.rules, evaluator, 1 << 20, &search, NULL),
        TREY_OK);
    trey_game_begin(&game, &learner->options.rules, 3, 0);
    trey_search_limits_defaults(&limits);
    assert_int_equal(trey_search_run(search, &game.view, &limits, &result, NULL),
                     TREY_OK);
    assert_false(result.exact);
    uint64_t whole = result.nodes;
    limits.nodes = 100 * whole;
    assert_int_equal(trey_search_run(search, &game.view, &limits, &result, NULL),
                     TREY_OK);
    assert_true(result.nodes < 50 * whole);
    trey_search_free(search);
    trey_evaluator_free(evaluator);
    trey_learner_free(learner);
}

/* The search merges two adjacent 6144s (in 2048 16384s), although that ends the game; the
 * learner does not, as it gains nothing from it. If the merge does not end the game
 * nothing is counted twice. */
static void test_top(void **state)
{
    (void)state;
    static const char *const names[] = {"window top=end", "2048 top=end",
                                        "window top=merge", "2048 top=merge"};
    for (int i = 0; i < 4; i++) {
        struct trey_learner *learner = learner_of(names[i], true, 100);
        const struct trey_rules *rules = &learner->options.rules;
        bool ends = i < 2, is_2048 = rules->slide == TREY_SLIDE_2048;
        struct trey_evaluator *evaluator = NULL;
        struct trey_search *search = NULL;
        struct trey_search_limits limits;
        struct trey_search_result result;
        struct trey_learner_moves moves;
        struct trey_view view;
        trey_next next;
        float chosen_value;
        const trey_board board = 0x00000000000321eeu;
        assert_int_equal(trey_next_parse(rules, is_2048 ? "?" : "3", &next, NULL),
                         TREY_OK);
        assert_int_equal(
            trey_view_make(rules, board, next, TREY_DECK_UNKNOWN, &view, NULL), TREY_OK);
        assert_int_equal(trey_learner_evaluator(learner, NULL, &evaluator, NULL),
                         TREY_OK);
        assert_int_equal(trey_search_new(rules, evaluator, 1 << 20, &search, NULL),
                         TREY_OK);
        trey_search_limits_defaults(&limits);
        limits.depth_plies = 1; /* with two plies it may be postponed */
        assert_int_equal(trey_search_run(search, &view, &limits, &result, NULL), TREY_OK);
        learner->kernels->generate_moves(learner, board, 0, 1, &moves);
        int best = trey_learner_select_move(learner, &view, &moves, &chosen_value);
        unsigned merging = 1U << TREY_LEFT | (is_2048 ? 1U << TREY_RIGHT : 0);
        assert_int_equal(moves.ends, ends ? merging : 0);
        assert_true((moves.ends >> best & 1) == 0 && chosen_value > 0.0F);
        assert_int_equal((moves.ends >> result.best & 1) != 0, ends);
        if (ends && !is_2048) { /* the points of the merge */
            double made =
                total_of(false, moves.after[result.best]) - total_of(false, board);
            assert_true(fabs(result.value[result.best] - total_of(false, board) - made) <
                        1.0);
        }
        trey_search_free(search);
        trey_evaluator_free(evaluator);
        trey_learner_free(learner);
    }
}

static void test_display_values(void **state)
{
    (void)state;
    const trey_board board = 0x0000123456789abcu;
    double sum = total_of(true, board), last = -HUGE_VAL;
    struct trey_evaluator evaluator = {.measure = TREY_MEASURE_POINTS};
    assert_true(trey_eval_display(&evaluator, board, 17.5) == 17.5);
    evaluator.measure = TREY_MEASURE_OWN;
    assert_true(trey_eval_display(&evaluator, board, -17.5) == -17.5);
    evaluator.measure = TREY_MEASURE_SUMS;
    assert_true(trey_eval_display(&evaluator, board, sum) == total_of(false, board));
    for (double value = 1.0; value < 40000.0; value *= 1.07) {
        double shown = trey_eval_display(&evaluator, board, value);
        double expected = model_display(board, value);
        assert_true(shown > last &&
                    fabs(shown - expected) <= 1e-6 * (1.0 + fabs(expected)));
        last = shown;
    }
}

/* The points of the tiles of a board, without those of spawned 4s: about those of the
 * game. */
static double points_of_2048(trey_board board)
{
    double points = 0.0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        int rank = trey_board_rank(board, cell);
        points += rank == 0 ? 0.0 : ldexp(rank - 1.0 - 0.4 / 2.2, rank);
    }
    return points;
}

/* Displayed tile sums of 2048 are about the points that games make: from one board of a
 * long game to a later one. */
static void test_display_2048(void **state)
{
    (void)state;
    struct trey_evaluator evaluator = {.measure = TREY_MEASURE_SUMS,
                                       .family = TREY_EVAL_2048};
    /* 16384 4096 1024 256; 2048 1024 512 256; 32768 8192 512 4 2 */
    static const trey_board boards[] = {0x0, 0xb98a8, 0xeca8, 0x129df};
    double sum = 0.0, points = 0.0, last = -HUGE_VAL;
    for (int i = 1; i < 4; i++) {
        double later_sum = 0.0, later = points_of_2048(boards[i]);
        for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
            if (trey_board_rank(boards[i], cell) != 0)
                later_sum += ldexp(1.0, trey_board_rank(boards[i], cell));
        double shown = trey_eval_display(&evaluator, boards[i - 1], later_sum - sum);
        if (!(fabs(shown - (later - points)) < 0.12 * later))
            fail_msg("board %d: %f is shown, %f are made", i, shown, later - points);
        sum = later_sum;
        points = later;
    }
    for (double value = -10.0; value < 70000.0; value += 7.0) {
        double shown = trey_eval_display(&evaluator, boards[3], value);
        assert_true(shown > last && (value <= 0.0) == (shown <= 0.0));
        last = shown;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choice),       cmocka_unit_test(test_learns),
        cmocka_unit_test(test_files),        cmocka_unit_test(test_exchanged),
        cmocka_unit_test(test_search),       cmocka_unit_test(test_to_the_end),
        cmocka_unit_test(test_top),          cmocka_unit_test(test_display_values),
        cmocka_unit_test(test_display_2048),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
