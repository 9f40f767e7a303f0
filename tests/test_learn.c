/* Training: improvement with games, checkpoints, reports, schedules, stages, joining and
 * averaging of networks, and refusals.
 *
 * Many tests compare the learner's weights with a slow model or with those of another
 * learner that took the same steps. Some skip where trey is built without zstd, since
 * nothing can be saved then. */
#include "base/random.h"
#include "learn/command.h"
#include "learn/learner.h"
#include "support/exchanged.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/selfplay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- fixtures ----------------------------------------------------------------------- */

/* Default options with these rules and tuples (NULL: the default ones). */
static struct trey_learn_options options_of(const char *rules, const char *tuples)
{
    struct trey_learn_options options;
    trey_learn_defaults(&options);
    assert_int_equal(trey_rules_parse(rules, &options.rules, NULL), TREY_OK);
    options.tuples = tuples;
    return options;
}

static struct trey_learner *learner_new(const struct trey_learn_options *options)
{
    struct trey_learner *learner = NULL;
    assert_int_equal(trey_learner_new(options, &learner, NULL), TREY_OK);
    return learner;
}

static struct trey_learner *learner_of(const char *tuples, unsigned threads)
{
    struct trey_learn_options options = options_of("window", tuples);
    options.threads = threads;
    return learner_new(&options);
}

/* With one thread. */
static struct trey_learner *learner_with(const char *tuples, const char *stages,
                                         double lambda, unsigned depth)
{
    struct trey_learn_options options = options_of("window", tuples);
    options.stages = stages;
    options.depth = depth;
    options.lambda = lambda;
    options.restarts = lambda > 0.0 ? 0.5 : 0.0;
    return learner_new(&options);
}

static void train(struct trey_learner *learner, uint64_t games)
{
    assert_int_equal(trey_learner_run(learner, games, 0.0, NULL, NULL), TREY_OK);
}

/* Both end the test as skipped if trey is built without zstd. */
static void save(struct trey_learner *learner, const char *path)
{
    enum trey_status status = trey_learner_save(learner, path, NULL);
    if (status == TREY_ERR_LIMIT)
        skip();
    assert_int_equal(status, TREY_OK);
}

static void export_network(const struct trey_learner *learner, const char *path)
{
    enum trey_status status = trey_learner_export(learner, NULL, path, NULL);
    if (status == TREY_ERR_LIMIT)
        skip();
    assert_int_equal(status, TREY_OK);
}

static struct trey_evaluator *evaluator_of(const struct trey_learner *learner)
{
    struct trey_evaluator *evaluator = NULL;
    assert_int_equal(trey_learner_evaluator(learner, NULL, &evaluator, NULL), TREY_OK);
    return evaluator;
}

/* Mean score of a player in some games at one ply. */
static double mean_of_player(const char *player, const struct trey_evaluator *evaluator,
                             const struct trey_rules *rules, uint64_t count)
{
    enum { MAX_GAMES = 300 };
    assert_true(count <= MAX_GAMES);
    struct trey_game_result results[MAX_GAMES];
    struct trey_selfplay_options games = {
        .rules = *rules, .seed = 1, .games = count, .threads = 1, .evaluator = evaluator};
    struct trey_player_options how;
    struct trey_selfplay_stats stats;
    trey_player_defaults(&how);
    how.limits.depth_plies = 1;
    how.table_bytes = (size_t)1 << 16;
    assert_int_equal(trey_selfplay_run(player, &how, &games, results, NULL), TREY_OK);
    assert_int_equal(trey_selfplay_summarise(results, count, &stats, NULL), TREY_OK);
    return stats.mean.mean;
}

/* Mean score with the learner's values. */
static double mean_of(const struct trey_learner *learner, const struct trey_rules *rules)
{
    struct trey_evaluator *evaluator = evaluator_of(learner);
    double mean = mean_of_player("network", evaluator, rules, 300);
    trey_evaluator_free(evaluator);
    return mean;
}

static void temporary_file(char path[32])
{
    strcpy(path, "/tmp/trey-test-XXXXXX");
    close(mkstemp(path));
}

static bool same_files(const char *a, const char *b)
{
    FILE *one = fopen(a, "rb"), *other = fopen(b, "rb");
    assert_true(one != NULL && other != NULL);
    int c, d;
    do {
        c = getc(one);
        d = getc(other);
    } while (c == d && c != EOF);
    fclose(one);
    fclose(other);
    return c == d;
}

/* A second of training beats the untrained player by far. */
static void test_learns(void **state)
{
    (void)state;
    struct trey_learner *learner = learner_of("0123 4567", 2);
    struct trey_learn_progress progress;
    trey_learner_progress(learner, &progress);
    assert_int_equal(progress.games, 0);
    assert_int_equal(trey_learner_run(learner, 0, 1.5, NULL, NULL), TREY_OK);
    trey_learner_progress(learner, &progress);
    assert_true(progress.games > 50 && progress.slides > progress.games);
    assert_true(progress.reach[3] == 1.0 || progress.reach[3] > 0.99);

    char path[32], name[64];
    temporary_file(path);
    snprintf(name, sizeof name, "network:%s", path);
    export_network(learner, path);
    double trained = mean_of_player(name, NULL, &learner->options.rules, 60),
           untrained = mean_of_player("random", NULL, &learner->options.rules, 60);
    if (!(trained > 2.0 * untrained))
        fail_msg("trained %g, untrained %g", trained, untrained);
    trey_learner_free(learner);
    unlink(path);
}

static void test_checkpoint(void **state)
{
    (void)state;
    struct random_case random = case_start();
    char kept[32], first[32], second[32];
    temporary_file(kept);
    temporary_file(first);
    temporary_file(second);
    struct trey_learner *one = learner_of("0123 456", 1);
    struct trey_learner *other = learner_of("0123 456", 1);
    train(one, 300);
    save(one, kept);
    struct stat about;
    assert_int_equal(stat(kept, &about), 0);
    assert_in_range(about.st_size, 1024, trey_learner_checkpoint_bytes(one));
    assert_int_equal(trey_learner_restore(other, kept, NULL), TREY_OK);
    struct trey_learn_progress a, b;
    trey_learner_progress(one, &a);
    trey_learner_progress(other, &b);
    assert_int_equal(a.games, b.games);
    assert_int_equal(a.slides, b.slides);
    assert_int_equal(trey_learner_export(one, NULL, first, NULL), TREY_OK);
    assert_int_equal(trey_learner_export(other, NULL, second, NULL), TREY_OK);
    assert_true(same_files(first, second));
    train(other, 10);
    trey_learner_progress(other, &b);
    assert_true(b.games > a.games);

    struct trey_learner *third = learner_of("0123 567", 1);
    assert_int_equal(trey_learner_restore(third, kept, NULL), TREY_ERR_INPUT);
    assert_int_equal(trey_learner_restore(one, first, NULL), TREY_ERR_INPUT);
    FILE *file = fopen(kept, "r+b");
    assert_non_null(file);
    fseek(file, 600 + case_below(&random, 100000), SEEK_SET);
    fwrite("\x55\xaa", 1, 2, file);
    fclose(file);
    assert_int_equal(trey_learner_restore(one, kept, NULL), TREY_ERR_INPUT);
    assert_int_equal(truncate(kept, 1000), 0);
    assert_int_equal(trey_learner_restore(one, kept, NULL), TREY_ERR_INPUT);
    unlink(kept);
    assert_int_equal(trey_learner_restore(one, kept, NULL), TREY_ERR_IO);
    trey_learner_free(one);
    trey_learner_free(other);
    trey_learner_free(third);
    unlink(first);
    unlink(second);
}

static uint64_t weights_of(const struct trey_learner *learner)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < trey_learner_floats(learner); i++) {
        uint32_t bits;
        memcpy(&bits, &learner->stage[0].weights[i], sizeof bits);
        sum = trey_mix64(sum ^ bits);
    }
    return sum;
}

/* The size of a checkpoint depends on what was learned, not on the reserved memory:
 * weights of six cells and lists of positions take more than 200 MB. */
static void test_checkpoint_size(void **state)
{
    (void)state;
    struct trey_learner *learner = NULL, *other = NULL;
    struct stat about;
    char kept[32];
    temporary_file(kept);
    struct trey_learn_options options = options_of("window", "012345");
    options.initial = 100.0;
    learner = learner_new(&options);
    other = learner_new(&options);
    assert_true(trey_learner_training(learner) != trey_learner_training(other));
    train(learner, 20);
    enum trey_status status = trey_learner_save(learner, kept, NULL);
    if (status == TREY_OK) {
        assert_int_equal(stat(kept, &about), 0);
        assert_in_range(about.st_size, 1024, 1 << 20);
        assert_int_equal(trey_learner_restore(other, kept, NULL), TREY_OK);
        assert_true(weights_of(learner) == weights_of(other));
        assert_true(trey_learner_training(learner) == trey_learner_training(other));
    }
    trey_learner_free(learner);
    trey_learner_free(other);
    unlink(kept);
    if (status == TREY_ERR_LIMIT)
        skip();
}

/* A checkpoint that is damaged, or for other rules or rates, changes nothing. */
static void test_refused_checkpoints(void **state)
{
    (void)state;
    struct random_case random = case_start();
    static const char *const rules[] = {"window", "2048", "classic", "window odds=9"};
    char kept[32];
    struct stat about;
    temporary_file(kept);
    for (int i = 0; i < 5; i++) {
        struct trey_error error;
        struct trey_learn_options options = options_of("window", "0123 456");
        options.alpha = i == 4 ? 0.1 : 0.0;
        assert_int_equal(trey_rules_parse(rules[i % 4], &options.rules, NULL), TREY_OK);
        struct trey_learner *learner = learner_new(&options);
        train(learner, 50 + 10 * (uint64_t)i);
        if (i == 0 && trey_learner_save(learner, kept, NULL) == TREY_ERR_LIMIT)
            skip();
        uint64_t before = weights_of(learner);
        if (i == 0) { /* of the right rules, with one flipped bit */
            train(learner, 10);
            before = weights_of(learner);
            assert_int_equal(stat(kept, &about), 0);
            FILE *file = fopen(kept, "r+b");
            long at = 1024 + case_below(&random, (int)about.st_size - 1024);
            fseek(file, at, SEEK_SET);
            int byte = getc(file);
            fseek(file, at, SEEK_SET);
            putc(byte ^ 4, file);
            fclose(file);
        }
        assert_int_equal(trey_learner_restore(learner, kept, &error), TREY_ERR_INPUT);
        assert_true(weights_of(learner) == before);
        assert_non_null(strstr(error.message, i == 0   ? "damaged"
                                              : i == 4 ? "rates"
                                                       : "rules"));
        if (i == 0)
            assert_int_equal(trey_learner_save(learner, kept, NULL), TREY_OK);
        trey_learner_free(learner);
    }
    unlink(kept);
}

/* Checkpoints are written while threads train, and training resumes from them. */
static void test_schedule(void **state)
{
    (void)state;
    char kept[32];
    temporary_file(kept);
    unlink(kept);
    struct trey_learn_options how = options_of("window", "0123 456");
    how.threads = 2;
    how.stages = "24";
    how.lambda = how.restarts = 0.5;
    struct trey_learner *learner = learner_new(&how);
    struct trey_train_options options;
    struct trey_error error;
    trey_train_defaults(&options);
    options.seconds = 0.6;
    options.part_s = 0.05;
    options.checkpoint_s = 0.01;
    options.checkpoint = kept;
    options.last_rate = 0.1;
    if (trey_train(learner, &options, &error) == TREY_ERR_LIMIT)
        skip();
    struct trey_learn_progress a, b;
    struct trey_learner *other = learner_new(&how);
    assert_int_equal(trey_learner_restore(other, kept, NULL), TREY_OK);
    trey_learner_progress(learner, &a);
    trey_learner_progress(other, &b);
    assert_true(a.games > 0 && a.games == b.games && a.slides == b.slides);
    assert_true(weights_of(learner) == weights_of(other));
    trey_learner_free(other);
    unlink(kept);

    options.checkpoint = "no/such/directory";
    assert_int_equal(trey_train(learner, &options, &error), TREY_ERR_IO);
    options.part_s = 0.0;
    assert_int_equal(trey_train(learner, &options, &error), TREY_ERR_ARGUMENT);
    trey_learner_free(learner);
}

/* Collects the reports of a training. */
struct received {
    int parts, tests, problems;
    double mean;
};

static void collect_report(void *context, const struct trey_train_report *report)
{
    struct received *received = context;
    received->parts++;
    received->problems += report->problem != NULL;
    received->tests += report->tested;
    received->mean = report->tested ? report->test.mean : received->mean;
    assert_true((report->problem != NULL) == (report->saving != TREY_OK));
}

/* A checkpoint that cannot be written is reported, and training continues; test games
 * equal the self-play games of the same network. */
static void test_reports(void **state)
{
    (void)state;
    struct received received = {0};
    struct trey_learner *learner = learner_of("0123 456", 1);
    struct trey_train_options options;
    trey_train_defaults(&options);
    options.seconds = 1.0;
    options.part_s = 0.1;
    options.test_s = 0.5;
    options.test_games = 300;
    options.checkpoint = "no/such/directory";
    options.checkpoint_s = 0.0;
    options.report = collect_report;
    options.context = &received;
    assert_int_not_equal(trey_train(learner, &options, NULL), TREY_OK);
    assert_true(received.parts >= 10 && received.tests >= 1 && received.problems >= 1);
    assert_true(learner->games > 0);

    struct trey_interval mean;
    assert_int_equal(trey_learner_test(learner, NULL, 300, NULL, &mean, NULL), TREY_OK);
    assert_true(mean.mean == mean_of(learner, &learner->options.rules));
    assert_true(mean.known && mean.low < mean.mean && mean.mean < mean.high);
    struct trey_cancel cancel = {0};
    trey_cancel_raise(&cancel);
    assert_int_equal(trey_learner_test(learner, NULL, 300, &cancel, &mean, NULL),
                     TREY_ERR_CANCELLED);
    assert_int_equal(trey_learner_test(learner, NULL, 0, NULL, &mean, NULL),
                     TREY_ERR_ARGUMENT);
    trey_learner_free(learner);
}

static void test_lock(void **state)
{
    (void)state;
    char path[32], beside[40];
    struct trey_training_lock *one, *other;
    struct trey_error error;
    temporary_file(path);
    snprintf(beside, sizeof beside, "%s.lock", path);
    assert_int_equal(trey_training_lock_take(path, &one, NULL), TREY_OK);
    assert_int_equal(trey_training_lock_take(path, &other, &error), TREY_ERR_IO);
    assert_non_null(strstr(error.message, "another training"));
    assert_null(other);
    trey_training_lock_free(one);
    assert_int_not_equal(access(beside, F_OK), 0);
    assert_int_equal(trey_training_lock_take(path, &one, NULL), TREY_OK);
    trey_training_lock_free(one);
    assert_int_equal(trey_training_lock_take("no/such/directory", &one, NULL),
                     TREY_ERR_IO);
    trey_training_lock_free(NULL);
    unlink(path);
}

/* One thread learns the same from the same games, in one run or two. */
static void check_repeatable(const char *stages, double lambda, unsigned depth)
{
    char first[32], second[32];
    temporary_file(first);
    temporary_file(second);
    struct trey_learner *one = learner_with("0123 456", stages, lambda, depth);
    struct trey_learner *other = learner_with("0123 456", stages, lambda, depth);
    struct trey_learn_progress a, b;
    train(one, 200);
    train(other, 120);
    train(other, 80);
    trey_learner_progress(one, &a);
    trey_learner_progress(other, &b);
    assert_int_equal(a.games, 200);
    assert_int_equal(a.slides, b.slides);
    assert_true(a.mean == b.mean);
    if (trey_learner_export(one, NULL, first, NULL) == TREY_OK) {
        assert_int_equal(trey_learner_export(other, NULL, second, NULL), TREY_OK);
        assert_true(same_files(first, second));
    }
    trey_learner_free(one);
    trey_learner_free(other);
    unlink(first);
    unlink(second);
}

static void test_repeatable(void **state)
{
    (void)state;
    check_repeatable("none", 0.0, 1);
    check_repeatable("24 96", 0.0, 1);
    check_repeatable("48", 0.5, 1);
    check_repeatable("none", 0.0, 2);
}

/* A learner trained under these rules with the kernels `kind`. */
static struct trey_learner *trained_by(int kind, const char *rules, const char *stages,
                                       double alpha, double lambda)
{
    struct trey_learn_options options = options_of(rules, NULL);
    int cells = options.rules.shape.rows * options.rules.shape.cols;
    bool one_stage = strcmp(stages, "none") == 0; /* four tuples: loops unrolled */
    options.tuples = cells < 16  ? "0134 012 5"
                     : one_stage ? "0123 01245 456 0145"
                                 : "0123 01245 456 0145 7";
    options.stages = stages;
    options.alpha = alpha;
    options.lambda = lambda;
    options.restarts = 0.3;
    options.initial = 100.0;
    struct trey_learner *learner = learner_new(&options);
    assert_non_null(trey_learn_kernels(kind));
    learner->kernels = trey_learn_kernels(kind);
    train(learner, 80);
    return learner;
}

/* All kernels give the same weights, to the last bit. */
static void test_kernels(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *stages;
        double alpha, lambda;
    } cases[] = {
        {"window", "none", 0.0, 0.0},
        {"window top=end", "24 48 96+96 192", 0.0, 0.0},
        {"classic", "96", 0.1, 0.5},
        {"course rows=3 cols=3", "none", 0.0, 0.0},
        {"window rows=2 cols=4", "24", 0.0, 0.0},
        {"2048", "none", 1.0, 0.0},
        {"2048 top=end", "64 128 128+64 256", 0.0, 0.0},
        {"2048 rows=3 cols=2", "none", 0.1, 0.3},
    };
    if (trey_learn_kernels(1) == NULL)
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_learner *one = trained_by(0, cases[i].rules, cases[i].stages,
                                              cases[i].alpha, cases[i].lambda);
        struct trey_learner *other = trained_by(1, cases[i].rules, cases[i].stages,
                                                cases[i].alpha, cases[i].lambda);
        struct trey_learn_progress a, b;
        trey_learner_progress(one, &a);
        trey_learner_progress(other, &b);
        assert_int_equal(a.slides, b.slides);
        for (int stage = 0; stage < one->stages.count; stage++) {
            assert_memory_equal(one->stage[stage].weights, other->stage[stage].weights,
                                trey_learner_floats(one) * sizeof(float));
            assert_memory_equal(one->stage[stage].deck, other->stage[stage].deck,
                                TREY_LEARNER_DECK_FLOATS * sizeof(float));
        }
        trey_learner_free(one);
        trey_learner_free(other);
    }
}

/* A move of 2048 that makes two 32768s adjacent ends the game and scores the 65536,
 * too. */
static void test_ends_by_a_pair(void **state)
{
    static const int ranks[8] = {0, 0, 0, 15, 15, 1, 4, 14};
    (void)state;
    struct random_case random = case_start();
    struct trey_rules rules;
    assert_int_equal(trey_rules_named("2048", &rules, NULL), TREY_OK);
    unsigned ended = 0;
    for (int kind = 0; kind < TREY_LEARN_KINDS && trey_learn_kernels(kind) != NULL;
         kind++) {
        struct trey_learner *learner = trained_by(kind, "2048", "none", 1.0, 0.0);
        for (int i = 0; i < 20000; i++) {
            struct trey_learner_moves moves = {0};
            trey_board board = 0;
            for (int cell = 0; cell < 16; cell++)
                board = trey_board_with(board, cell, ranks[case_below(&random, 8)]);
            if (trey_rules_ends(&rules, board))
                continue;
            learner->kernels->generate_moves(learner, board, 0, 0, &moves);
            assert_int_equal(moves.legal, trey_rules_legal(&rules, board));
            for (int d = 0; d < 4; d++) {
                enum trey_direction direction = (enum trey_direction)d;
                if ((moves.legal >> d & 1) == 0)
                    continue;
                bool ends =
                    trey_rules_ends(&rules, trey_rules_slide(&rules, board, direction));
                assert_int_equal(moves.ends >> d & 1, ends);
                assert_true((uint64_t)moves.gain[d] ==
                            trey_rules_gain(&rules, board, direction));
                ended += ends;
            }
        }
        trey_learner_free(learner);
    }
    assert_true(ended > 100);
}

/* 2048: the evaluated board is the one after the move, and a search plays with these
 * values. */
static void test_2048(void **state)
{
    (void)state;
    struct trey_learn_options options = options_of("2048", "0123 4567 0145");
    options.alpha = 0.1;
    struct trey_learner *learner = learner_new(&options);
    train(learner, 1500);
    struct trey_evaluator *evaluator = evaluator_of(learner);
    double trained = mean_of_player("network", evaluator, &options.rules, 40),
           untrained = mean_of_player("random", NULL, &options.rules, 40);
    if (!(trained > 3.0 * untrained))
        fail_msg("trained %g, untrained %g", trained, untrained);
    trey_evaluator_free(evaluator);
    trey_learner_free(learner);
}

/* Value of a move in 2048: its points plus the learner's value of the board after it.
 * With two plies, instead of the latter, the best value after the spawn, averaged over
 * the spawns. -1: illegal. */
static double model_move_value(const struct trey_learner *learner,
                               const struct trey_view *view,
                               enum trey_direction direction, unsigned plies)
{
    const struct trey_rules *rules = &view->rules;
    trey_board after = trey_rules_slide(rules, view->board, direction);
    double sum = 0.0;
    int empty = 0;
    if (after == view->board)
        return -1.0;
    double gain = (double)trey_rules_gain(rules, view->board, direction);
    if (plies == 1) {
        struct trey_active_weights place;
        trey_learner_find_weights(learner, after, 0, &place);
        return gain + (double)trey_learner_value(learner, &place);
    }
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        empty += trey_board_rank(after, cell) == 0;
        for (int rank = 1; rank <= 2 && trey_board_rank(after, cell) == 0; rank++) {
            struct trey_view next = *view;
            double best = -1.0;
            next.board = after | (trey_board)rank << (4 * cell);
            for (int i = 0; i < 4; i++)
                best = fmax(best,
                            model_move_value(learner, &next, (enum trey_direction)i, 1));
            sum += (rank == 1 ? 0.9 : 0.1) * fmax(best, 0.0);
        }
    }
    return gain + sum / empty;
}

/* With depth 2 the learner chooses the move that is best two plies ahead. */
static void test_looks_ahead(void **state)
{
    (void)state;
    enum { SLIDES = 100 };
    struct trey_live_evaluator sight;
    struct trey_game game;
    struct trey_learn_options options = options_of("2048", "0123 4567 0145");
    options.initial = 1e5; /* so that no value is negative */
    options.depth = 2;
    struct trey_learner *learner = learner_new(&options);
    train(learner, 30);
    assert_int_equal(trey_live_evaluator_make(learner, &sight, NULL), TREY_OK);
    trey_game_begin(&game, &options.rules, 1, 0);
    for (int i = 0; i < SLIDES; i++) {
        unsigned found = trey_learner_search_move(&sight, &game.view);
        if (found == 0)
            break;
        int direction = __builtin_ctz(found);
        assert_int_equal(found, 1U << direction);
        double best = -1.0;
        for (int k = 0; k < 4; k++)
            best = fmax(best,
                        model_move_value(learner, &game.view, (enum trey_direction)k, 2));
        double move_value =
            model_move_value(learner, &game.view, (enum trey_direction)direction, 2);
        if (!(move_value >= best - 1e-6 * best))
            fail_msg("slide %d: value %g, the best one %g", i, move_value, best);
        assert_true(trey_game_slide(&game, (enum trey_direction)direction, NULL));
    }
    assert_true(game.view.score > 200);
    trey_search_free(sight.search);
    trey_learner_free(learner);
}

/* --- backward updates, by a slow model ---------------------------------------------- */

enum { MODEL_ENTRIES = 1 << 16, MODEL_PATH = 2000 };

/* Weights of one tuple and of the deck, a fixed rate. */
struct model {
    struct trey_tuples tuples;
    double weight[MODEL_ENTRIES], deck[TREY_NETWORK_DECK_ENTRIES];
    double value[MODEL_PATH], gain[MODEL_PATH];
    trey_board after[MODEL_PATH];
};

static double model_value(struct model *model, trey_board board, double step)
{
    uint32_t index[TREY_NETWORK_MAX_INDICES];
    int count = trey_network_indices(&model->tuples, model->tuples.count, board, index);
    double value = model->deck[trey_network_deck_entry(0, board)] += step;
    for (int i = 0; i < count; i++)
        model->weight[index[i]] += step;
    for (int i = 0; i < count; i++)
        value += model->weight[index[i]];
    return value;
}

/* Plays game `number` with equal weights, so that the points decide, or with the searches
 * of `sight`. */
static int model_play(struct model *model, const struct trey_rules *rules,
                      struct trey_live_evaluator *sight, uint64_t number)
{
    struct trey_game game;
    trey_game_begin(&game, rules, (uint64_t)1 << 63 | 1, number);
    for (int count = 0;; count++) {
        assert_true(count < MODEL_PATH);
        int best = -1;
        double most = 0.0;
        unsigned searched =
            sight != NULL ? trey_learner_search_move(sight, &game.view) : 15;
        for (int i = 0; i < 4; i++) {
            struct trey_game made = game;
            if ((searched >> i & 1) == 0 ||
                !trey_game_slide(&made, (enum trey_direction)i, NULL))
                continue;
            double gain = (double)(made.view.score - game.view.score);
            if (best < 0 || gain > most) {
                best = i;
                most = gain;
            }
        }
        if (best < 0)
            return count;
        model->gain[count] = most;
        model->after[count] =
            trey_rules_slide(rules, game.view.board, (enum trey_direction)best);
        model->value[count] = model_value(model, model->after[count], 0.0);
        trey_game_slide(&game, (enum trey_direction)best, NULL);
    }
}

/* From the last board after a move to the first: target G = points + (1 - lambda) V +
 * lambda G of the next one, with its updated value V. */
static void model_learn(struct model *model, int count, double alpha, double lambda)
{
    double target = 0.0, rest = 0.0;
    for (int i = count - 1; i >= 0; i--) {
        double missing = target - model_value(model, model->after[i], 0.0);
        rest = model_value(model, model->after[i], alpha * missing / 9.0);
        target = model->gain[i] + (1.0 - lambda) * rest + lambda * target;
    }
}

/* Compares the weights after the first game with the model's. */
static void check_backwards(unsigned depth)
{
    struct model *model = calloc(1, sizeof *model);
    assert_non_null(model);
    struct trey_learn_options options = options_of("2048", "0145");
    options.alpha = 0.25;
    options.lambda = 0.625;
    options.depth = depth;
    options.initial = 90.0; /* 10 per weight */
    assert_int_equal(trey_tuples_parse("0145", options.rules.shape, &model->tuples, NULL),
                     TREY_OK);
    for (int i = 0; i < MODEL_ENTRIES; i++)
        model->weight[i] = 10.0;
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++)
        model->deck[i] = 10.0;
    struct trey_learner *learner = learner_new(&options);
    struct trey_live_evaluator sight;
    assert_int_equal(trey_live_evaluator_make(learner, &sight, NULL), TREY_OK);
    struct trey_live_evaluator *searched = depth > 1 ? &sight : NULL;
    int count = model_play(model, &options.rules, searched, 0);
    model_learn(model, count, options.alpha, options.lambda);
    train(learner, 1);
    int trained = 0;
    for (int i = 0; i < MODEL_ENTRIES; i++) {
        double found = (double)learner->stage[0].weights[i], expected = model->weight[i];
        trained += found != 10.0;
        if (!(fabs(found - expected) <= 1e-4 * (1.0 + fabs(expected))))
            fail_msg("weight %d: %.6f, the model has %.6f", i, found, expected);
    }
    assert_true(trained > 20);
    trey_search_free(sight.search);
    trey_learner_free(learner);
    free(model);
}

static void test_backwards(void **state)
{
    (void)state;
    check_backwards(1);
    check_backwards(2);
}

/* A finished game is restarted from its middle, until fewer than ten moves are left; then
 * the next game begins at the start. */
static void test_halving(void **state)
{
    (void)state;
    static const char *const rule_sets[] = {"2048", "window", "course rows=3 cols=3"};
    for (size_t i = 0; i < sizeof rule_sets / sizeof *rule_sets; i++) {
        struct trey_live_evaluator sight = {0};
        int halved = 0, whole = 0;
        struct trey_learn_options options = options_of(rule_sets[i], "0145");
        options.halving = true;
        options.lambda = i == 0 ? 0.5 : 0.0;
        struct trey_learner *learner = learner_new(&options);
        struct trey_learner_episode *play = &learner->episodes[0];
        for (int slide = 0; slide < 20000; slide++) {
            uint64_t begun = atomic_load(&learner->games_begun);
            bool known = play->path_count > 0;
            struct trey_learner_start middle = {0};
            if (play->path_count >= 10)
                middle = play->path[play->path_count / 2];
            trey_learner_play(learner, &sight, 0, 1, UINT64_MAX);
            if (atomic_load(&learner->games_begun) == begun || !known)
                continue;
            if (middle.board == 0) {
                assert_true(play->from_start);
                whole++;
                continue;
            }
            uint64_t grown = trey_learner_tile_sum(learner, play->game.view.board) -
                             trey_learner_tile_sum(learner, middle.board);
            assert_false(play->from_start);
            assert_true(grown <= (i == 0 ? 4u : 6144u));
            halved++;
        }
        assert_true(whole >= 3 && halved > whole);
        trey_learner_free(learner);
    }
}

/* An update of a position also applies to the position with 1s and 2s exchanged. Training
 * that begins with a network is symmetric from the start. */
static void test_exchange(void **state)
{
    (void)state;
    static const double lambdas[] = {0.0, 0.5};
    char kept[32];
    temporary_file(kept);
    for (size_t i = 0; i < 2; i++) {
        double trust[TREY_LEARN_MAX_STAGES] = {1e6};
        struct trey_learn_options options = options_of("window", "0145 012");
        options.stages = "24";
        options.lambda = lambdas[i];
        struct trey_learner *learner = learner_new(&options);
        train(learner, 200);
        enum trey_status status = trey_learner_export(learner, NULL, kept, NULL);
        trey_learner_free(learner);
        options.exchange = true;
        learner = learner_new(&options);
        if (status == TREY_OK)
            assert_int_equal(trey_learner_import(learner, kept, trust, NULL), TREY_OK);
        train(learner, 200);
        int trained = 0;
        for (int stage = 0; stage < 2; stage++)
            for (uint32_t index = 0; index < 1 << 16; index++) {
                uint32_t swapped = 0;
                for (int digit = 0; digit < 16; digit += 4) {
                    uint32_t rank = index >> digit & 15;
                    swapped |= (rank == 1 ? 2u : rank == 2 ? 1u : rank) << digit;
                }
                const float *weights = learner->stage[stage].weights;
                for (uint32_t k = 0; k < TREY_TC_RECORD; k++)
                    assert_true(weights[3 * index + k] == weights[3 * swapped + k]);
                trained += swapped != index && weights[3 * index] != 0.0F;
            }
        assert_true(trained > 100);
        trey_learner_free(learner);
    }
    unlink(kept);
}

/* Added stages start with the weights that applied before; later they differ. */
static void test_stages(void **state)
{
    (void)state;
    struct random_case random = case_start();
    char kept[32];
    temporary_file(kept);
    struct trey_learner *one = learner_with("0123 456", "96", 0.5, 1);
    struct trey_learner *more = learner_with("0123 456", "24 96 96+96 192", 0.5, 1);
    train(one, 300);
    save(one, kept);
    assert_int_equal(trey_learner_restore(more, kept, NULL), TREY_OK);
    struct trey_evaluator *a = evaluator_of(one), *b = evaluator_of(more);
    trey_board board[200];
    for (int i = 0; i < 200; i++) {
        board[i] = 0;
        for (int cell = 0; cell < 16; cell++)
            board[i] = trey_board_with(board[i], cell, case_below(&random, 11));
        assert_true(trey_evaluator_value(a, board[i]) ==
                    trey_evaluator_value(b, board[i]));
    }
    trey_evaluator_free(b);
    train(more, 300);
    b = evaluator_of(more);
    int changed = 0;
    for (int i = 0; i < 200; i++)
        changed += trey_evaluator_value(a, board[i]) != trey_evaluator_value(b, board[i]);
    assert_true(changed > 50);
    trey_evaluator_free(a);
    trey_evaluator_free(b);
    assert_int_equal(trey_learner_save(more, kept, NULL), TREY_OK);
    assert_int_equal(trey_learner_restore(one, kept, NULL), TREY_ERR_INPUT);
    trey_learner_free(one);
    trey_learner_free(more);
    unlink(kept);
}

/* Threes! only: an index with rank 15 has the weight of the index with rank 14. */
static void check_tops(const struct trey_learner *learner)
{
    const float *weights = learner->stage[learner->stages.count - 1].weights;
    for (uint32_t i = 0; learner->mechanics.slide == TREY_SLIDE_THREES && i < 1 << 16;
         i++)
        for (int digit = 0; digit < 16; digit += 4)
            if ((i >> digit & 15) == 15)
                assert_true(weights[TREY_TC_RECORD * i] ==
                            weights[TREY_TC_RECORD * (i ^ 1u << digit)]);
}

/* Training that begins with a network file has the network's values, whatever the stages,
 * and in Threes! those of 6144 for 12288. */
static void check_import(const char *rules, const char *stages, const char *others)
{
    struct random_case random = case_start();
    struct trey_learner *one = NULL, *other = NULL;
    double trust[TREY_LEARN_MAX_STAGES] = {1e6, 1e5};
    char kept[32];
    temporary_file(kept);
    struct trey_learn_options options = options_of(rules, NULL);
    int cells = options.rules.shape.rows * options.rules.shape.cols;
    options.tuples = "0145 012";
    options.stages = stages;
    one = learner_new(&options);
    options.stages = others;
    other = learner_new(&options);
    train(one, 400);
    export_network(one, kept);
    assert_int_equal(trey_learner_import(other, kept, trust, NULL), TREY_OK);
    struct trey_evaluator *a = NULL, *b = evaluator_of(other);
    char name[48];
    snprintf(name, sizeof name, "network:%s", kept);
    assert_int_equal(trey_evaluator_named(name, options.rules.shape,
                                          trey_eval_family_of(&options.rules), &a, NULL),
                     TREY_OK);
    for (int i = 0; i < 200; i++) {
        trey_board board = 0;
        for (int cell = 0; cell < cells; cell++)
            board = trey_board_with(board, cell, case_below(&random, 16));
        double expected = (double)trey_evaluator_value(a, board),
               found = (double)trey_evaluator_value(b, board);
        if (!(fabs(found - expected) <= 1e-3 * (1.0 + fabs(expected))))
            fail_msg("%016llx: %f, the file has %f", (unsigned long long)board, found,
                     expected);
    }
    check_tops(other);
    train(other, 50);
    trey_evaluator_free(a);
    trey_evaluator_free(b);
    trey_learner_free(one);
    trey_learner_free(other);
    unlink(kept);
}

static void test_import(void **state)
{
    (void)state;
    struct trey_learner *learner = learner_of("0123 456", 1);
    struct trey_learner *wrong = learner_of("0123 567", 1);
    double trust[TREY_LEARN_MAX_STAGES] = {1e6};
    char kept[32];
    check_import("window", "none", "none");
    check_import("window", "24 96", "24 48 96+96 192");
    check_import("2048", "none", "128");
    check_import("2048", "64 128", "64 128 256");
    check_import("course rows=3 cols=3", "24", "24");
    temporary_file(kept);
    assert_int_equal(trey_learner_import(learner, kept, trust, NULL), TREY_ERR_INPUT);
    if (trey_learner_export(learner, NULL, kept, NULL) == TREY_OK)
        assert_int_equal(trey_learner_import(wrong, kept, trust, NULL), TREY_ERR_INPUT);
    unlink(kept);
    assert_int_not_equal(trey_learner_import(learner, kept, trust, NULL), TREY_OK);
    trey_learner_free(learner);
    trey_learner_free(wrong);
}

/* A learner of 2048 after short training. */
static struct trey_learner *trained_2048(const char *tuples, const char *stages)
{
    struct trey_learn_options options = options_of("2048", tuples);
    options.stages = stages;
    struct trey_learner *learner = learner_new(&options);
    train(learner, 300);
    return learner;
}

/* Writes a network of it. */
static void make_2048(const char *tuples, const char *stages, char path[32])
{
    struct trey_learner *learner = trained_2048(tuples, stages);
    temporary_file(path);
    export_network(learner, path);
    trey_learner_free(learner);
}

static struct trey_evaluator *network_of(const char *path)
{
    struct trey_evaluator *made;
    char name[48];
    snprintf(name, sizeof name, "network:%s", path);
    assert_int_equal(trey_evaluator_named(name, (struct trey_shape){4, 4}, TREY_EVAL_2048,
                                          &made, NULL),
                     TREY_OK);
    return made;
}

static int best_by(const struct trey_evaluator *evaluator, const struct trey_game *game)
{
    int best = -1;
    float most = 0.0F;
    for (int direction = 0; direction < 4; direction++) {
        struct trey_game next = *game;
        struct trey_move move;
        if (!trey_game_slide(&next, (enum trey_direction)direction, &move))
            continue;
        float value = (float)move.gain + trey_evaluator_value(evaluator, move.after);
        if (best < 0 || value > most) {
            best = direction;
            most = value;
        }
    }
    return best;
}

static bool has_64(trey_board board)
{
    for (int cell = 0; cell < 16; cell++)
        if (trey_board_rank(board, cell) >= 6)
            return true;
    return false;
}

/* Mean excess of the first one's values over those of `late`, over its first boards with
 * a 64. */
static double mean_excess(const struct trey_evaluator *first,
                          const struct trey_evaluator *late)
{
    struct trey_rules rules;
    struct trey_game game;
    double sum = 0.0;
    int tried = 0, best;
    assert_int_equal(trey_rules_parse("2048", &rules, NULL), TREY_OK);
    for (uint64_t i = 0; i < 1000 && tried < 100; i++) {
        trey_game_begin(&game, &rules, 1, i);
        while (!has_64(game.view.board) && (best = best_by(first, &game)) >= 0)
            trey_game_slide(&game, (enum trey_direction)best, NULL);
        if (!has_64(game.view.board))
            continue;
        sum += (double)trey_evaluator_value(first, game.view.board) -
               (double)trey_evaluator_value(late, game.view.board);
        tried++;
    }
    assert_int_equal(tried, 100);
    return sum / tried;
}

/* From 64 on the values of boards in play are the learned ones plus `raised`; except for
 * a few with an untrained weight, which a file takes from the stage before. */
static void check_joined(const struct trey_evaluator *early,
                         const struct trey_evaluator *trained_network,
                         const struct trey_evaluator *both, double raised)
{
    struct trey_rules rules;
    struct trey_game game;
    int boards = 0, others = 0;
    assert_int_equal(trey_rules_parse("2048", &rules, NULL), TREY_OK);
    for (uint64_t i = 0; i < 20; i++) {
        trey_game_begin(&game, &rules, 7, i);
        for (int best; (best = best_by(trained_network, &game)) >= 0; boards++) {
            struct trey_move move;
            trey_game_slide(&game, (enum trey_direction)best, &move);
            double expected =
                has_64(move.after)
                    ? (double)trey_evaluator_value(trained_network, move.after) + raised
                    : (double)trey_evaluator_value(early, move.after);
            double found = (double)trey_evaluator_value(both, move.after);
            others += fabs(found - expected) > 2e-3 * (fabs(raised) + fabs(expected));
        }
    }
    if (boards < 500 || others * 20 > boards)
        fail_msg("%d of %d boards have another value", others, boards);
}

/* If no stage follows the network's last one, all trained weights would be lost:
 * refused. */
static void refuse_join_of_all(const char *path)
{
    struct trey_learner *learner = trained_2048("0145 012", "16");
    struct trey_evaluator *before = evaluator_of(learner);
    const double trust[TREY_LEARN_MAX_STAGES] = {1e6};
    double raised;
    assert_int_equal(trey_learner_join(learner, path, trust, &raised, NULL),
                     TREY_ERR_INPUT);
    struct trey_evaluator *after = evaluator_of(learner);
    struct trey_rules rules;
    struct trey_game game;
    assert_int_equal(trey_rules_parse("2048", &rules, NULL), TREY_OK);
    trey_game_begin(&game, &rules, 7, 0);
    for (int best; (best = best_by(before, &game)) >= 0;) {
        assert_true(trey_evaluator_value(before, game.view.board) ==
                    trey_evaluator_value(after, game.view.board));
        trey_game_slide(&game, (enum trey_direction)best, NULL);
    }
    trey_evaluator_free(before);
    trey_evaluator_free(after);
    trey_learner_free(learner);
}

/* Weights trained for the late game are joined with a network for the rest. */
static void test_join(void **state)
{
    (void)state;
    double trust[TREY_LEARN_MAX_STAGES] = {1e6}, raised = -1.0;
    char path[32], wrong[32];
    make_2048("0145 012", "16", path);
    make_2048("0145 123", "16", wrong);
    struct trey_learner *learner = trained_2048("0145 012", "16 64 128");
    struct trey_evaluator *trained_network = evaluator_of(learner);
    assert_int_equal(trey_learner_join(learner, wrong, trust, &raised, NULL),
                     TREY_ERR_INPUT);
    refuse_join_of_all(path);
    assert_int_equal(trey_learner_join(learner, path, trust, &raised, NULL), TREY_OK);
    struct trey_evaluator *early = network_of(path), *both = evaluator_of(learner);
    double more = mean_excess(early, trained_network);
    if (fabs(more - raised) > 2e-2 * (1.0 + fabs(more))) /* one has rounded weights */
        fail_msg("raised by %f, not %f", raised, more);
    check_joined(early, trained_network, both, raised);
    trey_evaluator_free(early);
    trey_evaluator_free(trained_network);
    trey_evaluator_free(both);
    trey_learner_free(learner);
    unlink(path);
    unlink(wrong);
}

/* Stored restart positions are drawn by the sum of their tiles. */
static void test_sums(void **state)
{
    (void)state;
    struct trey_learner *learner = learner_of("0123 456", 1);
    struct trey_rules rules;
    struct trey_view view;
    trey_next next;
    trey_rules_named("window", &rules, NULL);
    assert_int_equal(trey_next_parse(&rules, "1", &next, NULL), TREY_OK);
    assert_false(trey_learner_draw_start(learner, 1, &view));
    static const trey_board board[] = {0x0000000000000acbu, 0x000000000000000du,
                                       0x00000000000000bdu, 0x00000000000000eeu};
    for (int i = 0; i < 4; i++) { /* sums 3 x 768 + 384, 3072, 3840, 12288 */
        assert_int_equal(
            trey_view_make(&rules, board[i], next, TREY_DECK_UNKNOWN, &view, NULL),
            TREY_OK);
        trey_learner_add_start(learner, &view);
    }
    static const struct {
        uint32_t from, to;
        unsigned drawn;
    } cases[] = {{0, UINT32_MAX, 15}, {3072, 3840, 2},  {3073, 3841, 6},
                 {3840, 100000, 12},  {4608, 11520, 0}, {11520, 11521, 8}};
    for (int i = 0; i < 6; i++) {
        unsigned drawn = 0;
        learner->options.restarts_from = cases[i].from;
        learner->options.restarts_to = cases[i].to;
        for (uint64_t k = 0; k < 64; k++)
            if (trey_learner_draw_start(learner, k << 32 | k, &view))
                for (int which = 0; which < 4; which++)
                    drawn |= (unsigned)(view.board == board[which]) << which;
        assert_int_equal(drawn, cases[i].drawn);
    }
    trey_learner_free(learner);
}

/* Stores a board and returns the first board of games when all restart positions are
 * doubled; 0 if they begin at the start. */
static trey_board doubled_of(const char *name, trey_board board, uint32_t from,
                             uint32_t to)
{
    struct trey_view view;
    trey_next next;
    struct trey_learn_options options = options_of(name, NULL);
    bool twos = options.rules.slide == TREY_SLIDE_2048;
    assert_int_equal(trey_next_parse(&options.rules, twos ? "?" : "1", &next, NULL),
                     TREY_OK);
    options.tuples = "0123 456";
    options.doubled = 1.0;
    options.restarts_from = from;
    options.restarts_to = to;
    struct trey_learner *learner = learner_new(&options);
    assert_int_equal(trey_view_make(&options.rules, board, next,
                                    twos ? 0 : TREY_DECK_UNKNOWN, &view, NULL),
                     TREY_OK);
    trey_learner_add_start(learner, &view);
    bool drawn = trey_learner_draw_start(learner, 1, &view);
    trey_learner_free(learner);
    return drawn ? view.board : 0;
}

/* Restart positions are downgraded, and so are boards that the exported network
 * evaluates. Invalid tiles are refused. */
static void test_downgrade(void **state)
{
    (void)state;
    struct trey_learner *learner;
    struct trey_view view;
    struct trey_learn_options options = options_of("window", "0123 456");
    options.downgrade = 512;
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_ERR_ARGUMENT);
    assert_int_equal(trey_rules_parse("2048", &options.rules, NULL), TREY_OK);
    options.downgrade = 500;
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_ERR_ARGUMENT);
    options.downgrade = 512;
    options.stages = "512";
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_ERR_ARGUMENT);
    options.stages = "256";
    learner = learner_new(&options);
    assert_int_equal(
        trey_view_make(&options.rules, 0x00000000123450cdu, 0, 0, &view, NULL), TREY_OK);
    trey_learner_add_start(learner, &view);
    assert_true(trey_learner_draw_start(learner, 1, &view));
    assert_true(view.board == 0x0000000012345078u);
    struct trey_evaluator *evaluator = evaluator_of(learner);
    assert_int_equal(evaluator->downgrade, 9);
    trey_evaluator_free(evaluator);
    struct trey_learn_progress progress;
    train(learner, 50);
    trey_learner_progress(learner, &progress);
    assert_true(progress.reach[5] > 0.0 && progress.reach[9] <= 0.0);
    trey_learner_free(learner);
}

/* An abandoned game is not a lost one: the value of its continuation is that of the
 * weights, 1000 points, and stays so. */
static void check_until(double lambda, bool halving)
{
    struct trey_learner *learner;
    struct trey_learn_options options = options_of("2048", "0123 456");
    options.initial = 1000.0;
    options.lambda = lambda;
    options.halving = halving;
    options.stages = "32";
    options.until_stage = 2;
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_ERR_ARGUMENT);
    options.until_stage = 1;
    learner = learner_new(&options);
    train(learner, 300);
    struct trey_learn_progress progress;
    trey_learner_progress(learner, &progress);
    assert_true(progress.reach[5] > 0.5 && progress.reach[6] <= 0.0);
    struct trey_active_weights place;
    trey_learner_find_weights(learner, 0x21, 0, &place);
    float begun = trey_learner_value(learner, &place);
    trey_learner_find_weights(learner, 0x5, 0, &place);
    float beyond = trey_learner_value(learner, &place);
    if (begun < 1050.0F || begun > 1250.0F || fabsf(beyond - 1000.0F) > 0.01F)
        fail_msg("lambda %g: %f at the beginning, %f beyond", lambda, (double)begun,
                 (double)beyond);
    trey_learner_free(learner);
}

static void test_until(void **state)
{
    (void)state;
    check_until(0.0, false);
    check_until(0.0, true);
    check_until(0.5, false);
    check_until(0.5, true);
}

/* The tiles of the board in most cases add up to 4632, in 2048 to 12350. */
static void test_doubled(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        trey_board board;
        uint32_t from, to;
        trey_board begun;
    } cases[] = {
        {"window", 0x00000000123450cdu, 0, UINT32_MAX, 0x00000000124560deu},
        {"window", 0x00000000123450cdu, 9216, 9984, 0x00000000124560deu},
        {"window", 0x00000000123450cdu, 9984, UINT32_MAX, 0},
        {"window", 0x00000000123450cdu, 0, 9216, 0},
        {"window top=merge", 0x000000000000000eu, 0, UINT32_MAX, 0x000000000000000fu},
        {"window top=end", 0x000000000000000eu, 0, UINT32_MAX, 0},
        {"window top=merge", 0x000000000000000fu, 0, UINT32_MAX, 0},
        {"2048", 0x00000000123450cdu, 0, UINT32_MAX, 0x00000000234560deu},
        {"2048", 0x00000000123450cdu, 24576, 32768, 0x00000000234560deu},
        {"2048", 0x00000000123450cdu, 0, 24576, 0},
        {"2048", 0x000000000000012fu, 0, UINT32_MAX, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(doubled_of(cases[i].rules, cases[i].board, cases[i].from,
                               cases[i].to) == cases[i].begun);
}

/* Added tuples start with weights 0: values are those of the other tuples. */
static void test_more_tuples(void **state)
{
    (void)state;
    char kept[32];
    temporary_file(kept);
    struct trey_learner *one = learner_of("0123 456", 1);
    struct trey_learner *more = learner_of("0123 456 15a", 1);
    struct trey_learner *other = learner_of("0123 15a 456", 1);
    train(one, 200);
    save(one, kept);
    assert_int_equal(trey_learner_restore(other, kept, NULL), TREY_ERR_INPUT);
    assert_int_equal(trey_learner_restore(more, kept, NULL), TREY_OK);
    struct trey_evaluator *a = evaluator_of(one), *b = evaluator_of(more);
    trey_board board = 0x0123456701234567u;
    assert_true(trey_evaluator_value(a, board) == trey_evaluator_value(b, board));
    trey_evaluator_free(a);
    trey_evaluator_free(b);
    train(more, 200);
    assert_int_equal(trey_learner_save(more, kept, NULL), TREY_OK);
    assert_int_equal(trey_learner_restore(one, kept, NULL), TREY_ERR_INPUT);
    trey_learner_free(one);
    trey_learner_free(more);
    trey_learner_free(other);
    unlink(kept);
}

/* A network has one of the tuples that symmetries map onto each other, here the first
 * three and the last two, and the same values as the learner up to rounding. */
static void test_same_tuples(void **state)
{
    (void)state;
    struct trey_learn_options options = options_of("2048", "456 159 9ab 0123 05a 048c");
    struct trey_learner *learner = learner_new(&options);
    struct random_case random = case_start();
    train(learner, 300);
    struct trey_evaluator *evaluator = evaluator_of(learner);
    const struct trey_network *network = (const struct trey_network *)evaluator;
    char text[TREY_TUPLES_TEXT];
    trey_tuples_format(&network->tuples, text);
    assert_string_equal(text, "456 0123 05a");
    int64_t weights = (int64_t)network->tuples.count * TREY_NETWORK_IMAGES + 1;
    double largest_error = (double)network->unit * (double)weights;
    for (int i = 0; i < 1000; i++) {
        struct trey_active_weights place;
        trey_board board = 0;
        for (int cell = 0; cell < 16; cell++)
            board = trey_board_with(board, cell, case_below(&random, 8));
        trey_learner_find_weights(learner, board, 0, &place);
        double difference = (double)trey_learner_value(learner, &place) -
                            (double)trey_evaluator_value(evaluator, board);
        assert_true(fabs(difference) <= largest_error);
    }
    trey_evaluator_free(evaluator);
    trey_learner_free(learner);
}

/* The late stages are trained with the first tuple alone and have no other; values differ
 * by the same amount `raised`, except for untrained weights. */
static void test_first_tuples(void **state)
{
    (void)state;
    char early[32], late[32];
    double raised = 0.0, trust[TREY_LEARN_MAX_STAGES] = {1e6};
    struct random_case random = case_start();
    struct trey_learner *whole = learner_of("0123 456", 1);
    struct trey_learner *first = learner_with("0123", "48", 0.0, 1);
    struct trey_learner *joined = learner_with("0123 456", "48", 0.0, 1);
    temporary_file(early);
    temporary_file(late);
    train(whole, 200);
    train(first, 200);
    export_network(whole, early);
    assert_int_equal(trey_learner_save(first, late, NULL), TREY_OK);
    assert_int_equal(trey_learner_restore(joined, late, NULL), TREY_OK);
    assert_int_equal(trey_learner_join(joined, early, trust, &raised, NULL), TREY_OK);
    struct trey_evaluator *a = evaluator_of(first), *b = evaluator_of(joined);
    const struct trey_network *network = (const struct trey_network *)b;
    assert_int_equal(network->stage[0].tuples, 2);
    assert_int_equal(network->stage[1].tuples, 1);
    for (int i = 0; i < 200; i++) {
        trey_board board = case_next(&random) & 0x0777777777777777u;
        board |= (trey_board)trey_rank_of_tile(48) << 60;
        double more = (double)trey_evaluator_value(b, board) -
                      (double)trey_evaluator_value(a, board);
        if (!(fabs(more - raised) < 0.2 * raised))
            fail_msg("%016llx is raised by %f, not %f", (unsigned long long)board, more,
                     raised);
    }
    trey_evaluator_free(a);
    trey_evaluator_free(b);
    trey_learner_free(whole);
    trey_learner_free(first);
    trey_learner_free(joined);
    unlink(early);
    unlink(late);
}

/* Each weight is the mean of both, weighted by update count; in Threes! also averaged
 * with that of the exchanged 1s and 2s. */
static void check_average(const char *rules)
{
    enum { ENTRIES = (1 << 16) + (1 << 12), SECOND = 1 << 16, MAX_RECORDS = 4 };
    char kept[32], missing[] = "/nowhere/at all";
    struct trey_learn_options options = options_of(rules, "0123 456");
    struct trey_learner *one = learner_new(&options), *other = learner_new(&options);
    struct trey_learn_progress before, after;
    float *was = malloc((size_t)ENTRIES * TREY_TC_RECORD * sizeof *was);
    assert_non_null(was);
    temporary_file(kept);
    train(one, 100);
    train(other, 200);
    save(other, kept);
    memcpy(was, one->stage[0].weights, (size_t)ENTRIES * TREY_TC_RECORD * sizeof *was);
    trey_learner_progress(one, &before);
    assert_int_equal(trey_learner_average(one, missing, NULL), TREY_ERR_IO);
    assert_int_equal(trey_learner_average(one, kept, NULL), TREY_OK);
    trey_learner_progress(one, &after);
    assert_int_equal(before.games, after.games);
    bool threes = one->options.rules.slide == TREY_SLIDE_THREES;
    int tried = 0;
    for (uint32_t i = 0; i < ENTRIES; i++) {
        uint32_t base = i < SECOND ? 0 : SECOND;
        uint32_t swapped = threes ? base + (uint32_t)exchanged_board(i - base) : i;
        double sum = 0.0, error = 0.0, total = 0.0;
        for (int k = 0; k < (swapped != i ? MAX_RECORDS : MAX_RECORDS / 2); k++) {
            const float *from = k % 2 == 0 ? was : other->stage[0].weights;
            from += (size_t)(k < 2 ? i : swapped) * TREY_TC_RECORD;
            sum += (double)from[0] * (double)from[TREY_TC_TOTAL];
            error += (double)from[TREY_TC_ERROR];
            total += (double)from[TREY_TC_TOTAL];
        }
        const float *found = one->stage[0].weights + (size_t)i * TREY_TC_RECORD;
        if (total == 0.0) {
            assert_true(found[0] == was[(size_t)i * TREY_TC_RECORD]);
            continue;
        }
        double expected[] = {sum / total, error, total};
        for (int k = 0; k < TREY_TC_RECORD; k++)
            if (!(fabs((double)found[k] - expected[k]) <=
                  1e-3 * (1.0 + fabs(expected[k]) + total * 1e-3)))
                fail_msg("%s: weight %x, number %d: %f, not %f", rules, i, k,
                         (double)found[k], expected[k]);
        tried++;
    }
    assert_true(tried > 100);
    unlink(kept);
    free(was);
    trey_learner_free(one);
    trey_learner_free(other);
}

static void test_average(void **state)
{
    (void)state;
    check_average("window");
    check_average("2048");
}

/* A coarse unit and pruning change values little and make the file smaller. */
static void test_export(void **state)
{
    (void)state;
    char fine[32], coarse[32];
    temporary_file(fine);
    temporary_file(coarse);
    struct trey_learner *learner = learner_of("0123 0145", 1);
    struct trey_export_options options = {.unit = 4.0, .prune = {2.0}};
    struct stat a, b;
    train(learner, 500);
    export_network(learner, fine);
    assert_int_equal(trey_learner_export(learner, &options, coarse, NULL), TREY_OK);
    assert_int_equal(stat(fine, &a), 0);
    assert_int_equal(stat(coarse, &b), 0);
    assert_true(b.st_size < a.st_size * 3 / 4);
    trey_learner_free(learner);
    unlink(fine);
    unlink(coarse);
}

/* Only the first stages: boards in them keep their values. */
static void test_export_of_first_stages(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_learner *learner = learner_with("0123 0145", "24 48 96", 0.0, 1);
    struct trey_export_options options = {.until_stage = 2};
    struct trey_evaluator *all = NULL, *first = NULL;
    train(learner, 300);
    all = evaluator_of(learner);
    assert_int_equal(trey_learner_evaluator(learner, &options, &first, NULL), TREY_OK);
    assert_int_equal(((const struct trey_network *)first)->stages.count, 2);
    for (int i = 0; i < 200; i++) { /* tiles up to 24 */
        struct oracle_board board = case_board(&random, 4, 4, 6);
        trey_board packed = oracle_to_packed(&board);
        assert_true(trey_evaluator_value(all, packed) ==
                    trey_evaluator_value(first, packed));
    }
    trey_evaluator_free(all);
    trey_evaluator_free(first);
    for (int wrong = -1; wrong <= 4; wrong += 5) {
        options.until_stage = wrong;
        assert_int_equal(trey_learner_evaluator(learner, &options, &first, NULL),
                         TREY_ERR_ARGUMENT);
        struct trey_train_options train; /* is refused before any training */
        trey_train_defaults(&train);
        train.export_options = &options;
        assert_int_equal(trey_train(learner, &train, NULL), TREY_ERR_ARGUMENT);
    }
    trey_learner_free(learner);

    /* Without the 3072 a 768 could be a bonus tile. */
    learner = learner_with("01 45", "1536 1536+768 3072", 0.0, 1);
    options.until_stage = 3;
    assert_int_equal(trey_learner_evaluator(learner, &options, &first, NULL),
                     TREY_ERR_ARGUMENT);
    options.until_stage = 2;
    assert_int_equal(trey_learner_evaluator(learner, &options, &first, NULL), TREY_OK);
    trey_evaluator_free(first);
    trey_learner_free(learner);
}

/* Boards of other shapes: a trained player beats an untrained one, and its network is not
 * used for another shape. */
static void test_shapes(void **state)
{
    (void)state;
    static const char *const rule_sets[] = {"course rows=3 cols=3",
                                            "course rows=2 cols=3", "2048 rows=3 cols=2",
                                            "window rows=2 cols=5"};
    static const char *const tuples[] = {"0134 012", NULL, "0123 2345",
                                         "0156 1267 01234"};
    char kept[32], path[40];
    temporary_file(kept);
    for (int i = 0; i < 4; i++) {
        struct trey_learner *learner = NULL, *other;
        struct trey_learn_options options = options_of(rule_sets[i], NULL);
        options.tuples = tuples[i];
        learner = learner_new(&options);
        double before = mean_of(learner, &options.rules);
        train(learner, 3000);
        assert_true(mean_of(learner, &options.rules) > 1.1 * before);
        other = learner_of("0123", 1);
        if (trey_learner_save(learner, kept, NULL) == TREY_OK) {
            assert_int_equal(trey_learner_restore(learner, kept, NULL), TREY_OK);
            assert_int_equal(trey_learner_restore(other, kept, NULL), TREY_ERR_INPUT);
        }
        snprintf(path, sizeof path, "network:%s", kept);
        if (trey_learner_export(learner, NULL, kept, NULL) == TREY_OK) {
            struct trey_evaluator *evaluator = NULL;
            struct trey_shape shape = options.rules.shape, large = {4, 4};
            enum trey_eval_family family = i == 2 ? TREY_EVAL_2048 : TREY_EVAL_THREES;
            assert_int_equal(trey_evaluator_named(path, large, family, &evaluator, NULL),
                             TREY_ERR_ARGUMENT);
            assert_int_equal(trey_evaluator_named(path, shape, family, &evaluator, NULL),
                             TREY_OK);
            trey_evaluator_free(evaluator);
        }
        trey_learner_free(learner);
        trey_learner_free(other);
    }
    unlink(kept);
}

/* With a rate of 1 the updated position has the target value, on a board of any shape. */
static void test_teach(void **state)
{
    (void)state;
    static const char *const rule_sets[] = {"course rows=3 cols=3", "2048 rows=2 cols=4",
                                            "window rows=3 cols=4", "window"};
    for (int i = 0; i < 4; i++) {
        struct trey_active_weights place;
        struct trey_learn_options options = options_of(rule_sets[i], NULL);
        options.alpha = 1.0;
        options.tuples = "012 1245";
        struct trey_learner *learner = learner_new(&options);
        trey_board board = i == 1   ? 0x12345678
                           : i == 3 ? 0xedcba98765432101
                                    : 0x543210654;
        trey_learner_find_weights(learner, board, 0, &place);
        for (int time = 0; time < 2; time++) {
            trey_learner_update(learner, &place, 1000.0F);
            float value = trey_learner_value(learner, &place);
            if (!(fabsf(value - 1000.0F) < 0.01F))
                fail_msg("%s: value %g after an update to 1000", rule_sets[i],
                         (double)value);
        }
        trey_learner_free(learner);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    struct trey_learner *learner = NULL;
    struct trey_learn_options options = options_of("window", "01");
    assert_int_equal(trey_rules_parse("window copies=5", &options.rules, NULL), TREY_OK);
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_ERR_ARGUMENT);
    assert_int_equal(trey_rules_named("2048", &options.rules, NULL), TREY_OK);
    options.exchange = true;
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_ERR_ARGUMENT);
    options.exchange = false;
    options.tuples = "019"; /* the last cell of a board with nine cells is 8 */
    assert_int_equal(trey_rules_parse("course rows=3 cols=3", &options.rules, NULL),
                     TREY_OK);
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_ERR_ARGUMENT);
    trey_learn_defaults(&options);
    options.tuples = "xyz";
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_ERR_ARGUMENT);
    trey_learn_defaults(&options);
    options.tuples = "xyz";
    assert_int_equal(trey_learner_bytes(&options), 0);
    options.tuples = "0123";
    assert_int_equal(trey_learner_bytes(&options), 65536 * 12);
    options.tuples = "01";
    options.stages = "96 5";
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_ERR_ARGUMENT);
    trey_learner_free(NULL);
}

/* Numbers that are in no range are refused: options of a learner, and the unit. */
static void test_refuses_numbers(void **state)
{
    (void)state;
    struct trey_learn_options options = options_of("2048", "01");
    struct trey_learner *learner = NULL;
    struct trey_evaluator *evaluator = NULL;
    double *const numbers[] = {&options.restarts, &options.doubled, &options.alpha,
                               &options.lambda, &options.initial};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const double wrong[] = {(double)NAN, (double)INFINITY, -0.5, 1.5};
        for (int k = 0; k < (numbers[i] == &options.initial ? 2 : 4); k++) {
            double before = *numbers[i];
            *numbers[i] = wrong[k];
            assert_int_equal(trey_learner_new(&options, &learner, NULL),
                             TREY_ERR_ARGUMENT);
            *numbers[i] = before;
        }
    }
    learner = learner_new(&options);
    const double units[] = {(double)NAN, (double)INFINITY, -1.0};
    for (int i = 0; i < 3; i++) {
        struct trey_export_options export = {.unit = units[i]};
        assert_int_equal(trey_learner_evaluator(learner, &export, &evaluator, NULL),
                         TREY_ERR_ARGUMENT);
    }
    trey_learner_free(learner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_learns),
        cmocka_unit_test(test_refuses_numbers),
        cmocka_unit_test(test_checkpoint),
        cmocka_unit_test(test_repeatable),
        cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_ends_by_a_pair),
        cmocka_unit_test(test_checkpoint_size),
        cmocka_unit_test(test_refused_checkpoints),
        cmocka_unit_test(test_schedule),
        cmocka_unit_test(test_reports),
        cmocka_unit_test(test_lock),
        cmocka_unit_test(test_stages),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_doubled),
        cmocka_unit_test(test_downgrade),
        cmocka_unit_test(test_until),
        cmocka_unit_test(test_join),
        cmocka_unit_test(test_2048),
        cmocka_unit_test(test_looks_ahead),
        cmocka_unit_test(test_backwards),
        cmocka_unit_test(test_halving),
        cmocka_unit_test(test_import),
        cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_more_tuples),
        cmocka_unit_test(test_same_tuples),
        cmocka_unit_test(test_first_tuples),
        cmocka_unit_test(test_average),
        cmocka_unit_test(test_export),
        cmocka_unit_test(test_export_of_first_stages),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_teach),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
