/* Whole games of the report's players: legal, within memory, stopped when asked;
 * configurations; the report's own results on public inputs. */
#include "extras/baselines/searcher.h"
#include "support/instance.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct trey_searcher_player *player_of(const char *config)
{
    struct trey_searcher_player *searcher = NULL;
    struct trey_error error = {0};
    if (trey_searcher_player_parse(config, &searcher, &error) != TREY_OK)
        fail_msg("%s: %s", config, error.message);
    return searcher;
}

static struct trey_plan game_with(const char *config,
                                  const struct trey_sequence *sequence,
                                  const struct trey_searcher_options *options,
                                  struct trey_searcher_report *report)
{
    struct trey_searcher_player *searcher = player_of(config);
    struct trey_plan plan;
    struct trey_error error = {0};
    if (trey_searcher_player_play(searcher, sequence, options, &plan, report, &error) !=
        TREY_OK)
        fail_msg("%s: %s", config, error.message);
    instance_check_plan(sequence, &plan);
    trey_searcher_player_free(searcher);
    return plan;
}

static struct trey_plan game_of(const char *config, const struct trey_sequence *sequence)
{
    struct trey_searcher_options options;
    trey_searcher_defaults(&options);
    return game_with(config, sequence, &options, NULL);
}

/* --- games ------------------------------------------------------------------------- */

static void test_every_searcher_with_every_heuristic(void **state)
{
    (void)state;
    struct trey_sequence *sequence = instance_generated(TREY_MIX_BAG30, 120, 3);
    for (int s = 0; trey_searchers[s] != NULL; s++)
        for (int h = 0; trey_heuristics[h] != NULL; h++) {
            char config[200];
            snprintf(config, sizeof config, "%s(%s,depth=4)", trey_searchers[s]->name,
                     trey_heuristics[h]->name);
            struct trey_plan plan = game_of(config, sequence);
            struct trey_plan again = game_of(config, sequence);
            assert_true(plan.move_count > 20);
            assert_int_equal(plan.move_count, again.move_count);
            assert_memory_equal(plan.moves, again.moves, plan.move_count);
            trey_plan_clear(&plan);
            trey_plan_clear(&again);
        }
    trey_sequence_free(sequence);
}

/* A searcher that plays one move at a time ends only if no move is legal. */
static void test_games_are_played_to_the_end(void **state)
{
    (void)state;
    static const char *const configs[] = {"dldfs(depth=3)", "pruner(depth=5,nodes=20)",
                                          "wide(depth=5,nodes=20)", "strategy(depth=4)"};
    for (uint64_t seed = 0; seed < 24; seed++) {
        struct trey_sequence *sequence = instance_generated(TREY_MIX_DECK, 400, seed);
        struct trey_plan plan = game_of(configs[seed % 4], sequence);
        struct trey_verdict verdict;
        trey_sequence_judge(sequence, plan.moves, plan.move_count, NULL, NULL, &verdict);
        assert_true(verdict.end == TREY_END_NO_MOVE ||
                    verdict.end == TREY_END_OUT_OF_TILES);
        trey_plan_clear(&plan);
        trey_sequence_free(sequence);
    }
}

/* strategy-bt keeps the longest game: it plays at least as many moves as its easy
 * searcher alone, even if it takes moves back. */
static void test_backtracking_never_shortens(void **state)
{
    (void)state;
    static const char *const easy[] = {"pruner(empties,depth=3,nodes=8)",
                                       "jogger(board-score,depth=4,moves=3)"};
    uint64_t switches = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct trey_sequence *sequence = instance_generated(TREY_MIX_BAG30, 500, seed);
        char config[200];
        snprintf(config, sizeof config,
                 "strategy-bt(easy=%s,hard=wide(depth=6,nodes=50),bt=%d)", easy[seed % 2],
                 (int)(seed % 7) * 10 + 1);
        struct trey_searcher_options options;
        trey_searcher_defaults(&options);
        struct trey_searcher_report report;
        struct trey_plan alone = game_of(easy[seed % 2], sequence);
        struct trey_plan helped = game_with(config, sequence, &options, &report);
        assert_true(helped.move_count >= alone.move_count);
        assert_true(report.moves_made >= helped.move_count);
        switches += report.switches;
        trey_plan_clear(&alone);
        trey_plan_clear(&helped);
        trey_sequence_free(sequence);
    }
    assert_true(switches > 30);
}

static void test_nothing_to_play(void **state)
{
    (void)state;
    static const uint64_t tiles[] = {1, 2, 1, 2};
    struct oracle_game stuck = {oracle_board_of("1 3 1 3/3 1 3 1/1 3 1 3/3 1 3 1"), tiles,
                                4, 0};
    struct oracle_game no_tiles = {oracle_board_of("1 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0"),
                                   NULL, 0, 0};
    for (int s = 0; trey_searchers[s] != NULL; s++)
        for (int i = 0; i < 2; i++) {
            struct trey_sequence *sequence = instance_of(i == 0 ? &stuck : &no_tiles);
            struct trey_plan plan = game_of(trey_searchers[s]->name, sequence);
            assert_int_equal(plan.move_count, 0);
            trey_plan_clear(&plan);
            trey_sequence_free(sequence);
        }
}

/* --- limits ------------------------------------------------------------------------ */

static void test_memory_limit_of_pruner(void **state)
{
    (void)state;
    struct trey_sequence *sequence = instance_generated(TREY_MIX_BAG30, 40, 5);
    struct trey_searcher_options options;
    trey_searcher_defaults(&options);
    options.max_memory_bytes = (size_t)2 << 20;
    struct trey_searcher_report report;
    struct trey_plan plan =
        game_with("pruner(empties,depth=30,nodes=1000000)", sequence, &options, &report);
    assert_true(report.memory_cuts > 0);
    assert_true(report.peak_bytes <= options.max_memory_bytes);
    assert_true(report.peak_bytes > options.max_memory_bytes / 2);
    assert_true(plan.move_count > 10);
    trey_plan_clear(&plan);
    trey_sequence_free(sequence);
}

static void test_memory_limit_of_wide(void **state)
{
    (void)state;
    struct trey_sequence *sequence = instance_generated(TREY_MIX_BAG30, 40, 5);
    struct trey_searcher_player *searcher = player_of("wide(nodes=100000)");
    struct trey_searcher_options options;
    trey_searcher_defaults(&options);
    options.max_memory_bytes = (size_t)1 << 20;
    struct trey_plan plan;
    struct trey_error error;
    assert_int_equal(
        trey_searcher_player_play(searcher, sequence, &options, &plan, NULL, &error),
        TREY_ERR_LIMIT);
    options.max_memory_bytes = 10;
    assert_int_equal(
        trey_searcher_player_play(searcher, sequence, &options, &plan, NULL, &error),
        TREY_ERR_LIMIT);
    trey_searcher_player_free(searcher);
    trey_sequence_free(sequence);
}

static struct trey_cancel cancel;

static void cancel_later(void *context, const struct trey_searcher_progress *progress)
{
    size_t *calls = context;
    assert_true(progress->moves_done <= progress->moves_longest);
    assert_true(progress->score <= progress->bound);
    if (++*calls >= 2)
        trey_cancel_raise(&cancel);
}

static void test_cancelled(void **state)
{
    (void)state;
    struct trey_sequence *sequence = instance_generated(TREY_MIX_DECK, 2000, 5);
    static const char *const endless[] = {
        "dldfs(depth=9)", "wide(depth=30,nodes=4000)", "pruner(depth=20,nodes=100000)",
        "jogger(depth=10,moves=1)", "strategy-bt(depth=12,nodes=100000)"};
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        size_t calls = 0;
        struct trey_searcher_options options;
        trey_searcher_defaults(&options);
        trey_cancel_clear(&cancel);
        options.cancel = &cancel;
        options.progress = cancel_later;
        options.progress_context = &calls;
        struct trey_plan plan = game_with(endless[i], sequence, &options, NULL);
        assert_true(plan.cancelled);
        assert_true(plan.move_count < plan.bound.longest_moves);
        trey_plan_clear(&plan);
    }
    trey_sequence_free(sequence);
}

static void test_time_limit(void **state)
{
    (void)state;
    struct trey_sequence *sequence = instance_generated(TREY_MIX_DECK, 2000, 5);
    struct trey_searcher_options options;
    trey_searcher_defaults(&options);
    options.time_limit_s = 0.2;
    struct trey_plan plan = game_with("dldfs(depth=40)", sequence, &options, NULL);
    assert_false(plan.cancelled);
    assert_true(plan.seconds >= 0.2);
    trey_plan_clear(&plan);
    trey_sequence_free(sequence);
}

/* --- configurations ---------------------------------------------------------------- */

static char *text_of(const char *config)
{
    struct trey_searcher_player *searcher = player_of(config);
    char *text = NULL;
    assert_int_equal(trey_searcher_player_format(searcher, &text, NULL), TREY_OK);
    trey_searcher_player_free(searcher);
    return text;
}

static void expect_text(const char *config, const char *expected)
{
    char *text = text_of(config);
    assert_string_equal(text, expected);
    char *again = text_of(text);
    assert_string_equal(again, expected);
    trey_free(text);
    trey_free(again);
}

static void test_texts(void **state)
{
    (void)state;
    expect_text("dldfs", "dldfs(weighted,weights=0.2/0.5/0.2/0.1,depth=6)");
    expect_text("dldfs()", "dldfs(weighted,weights=0.2/0.5/0.2/0.1,depth=6)");
    expect_text("pruner(empties, cap=5, transform=sqrt, depth=9)",
                "pruner(empties,cap=5,transform=sqrt,depth=9,nodes=1024)");
    expect_text("jogger", "jogger(board-score,depth=6,moves=4)");
    expect_text("strategy(hard=dldfs(empties),depth=3)",
                "strategy(easy=pruner(empties,depth=3,nodes=256),"
                "hard=dldfs(empties,depth=3))");
    expect_text("beta(bt=7)",
                "strategy-bt-jogger(easy=jogger(board-score,depth=6,moves=4),hard=pruner("
                "weighted,weights=0.3/0.5/0.2/0,depth=15,nodes=1024),bt=7)");
    for (int i = 0; trey_preset_name_at(i) != NULL; i++)
        expect_text(trey_preset_name_at(i), trey_preset_text_at(i));
}

static void test_refusals(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "nobody",
        "dldfs(",
        "dldfs(depth=0)",
        "dldfs(depth=65)",
        "dldfs(depth=x)",
        "dldfs(depth=)",
        "dldfs(nodes=5)",
        "dldfs(bt=5)",
        "dldfs(hard=wide)",
        "dldfs(beauty)",
        "dldfs(board-score,cap=3)",
        "dldfs(empties,weights=1/2/3/4)",
        "dldfs(weights=1/2/3)",
        "dldfs(weights=1/2/3/4/5)",
        "dldfs(weights=1/nan/3/4)",
        "dldfs(transform=cube)",
        "strategy(bt=5)",
        "strategy(easy=strategy)",
        "strategy(easy=strategy(easy=strategy(easy=strategy(easy=strategy))))",
        "strategy-bt(bt=0)",
        "strategy-bt(easy=nobody)",
        "dldfs(depth=3))(",
        "dldfs(depth=3,depth=3)",
        "dldfs(empties,weighted)",
        "dldfs(depth=3,heuristic=empties,weighted)",
        "mu(bt=4,bt=5)",
        "strategy(easy=wide,easy=wide)",
        "strategy(easy=dldfs(depth=2,depth=3),depth=4)",
        "a-name-that-is-longer-than-any-name-of-a-searcher",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct trey_searcher_player *searcher = NULL;
        struct trey_error error = {0};
        if (trey_searcher_player_parse(wrong[i], &searcher, &error) != TREY_ERR_ARGUMENT)
            fail_msg("'%s' is taken", wrong[i]);
        assert_true(error.message[0] != '\0');
    }
    struct trey_searcher_player *searcher = player_of("strategy-bt");
    char *before = NULL, *after = NULL;
    assert_int_equal(trey_searcher_player_format(searcher, &before, NULL), TREY_OK);
    assert_int_equal(trey_searcher_player_set(searcher, "depth", "99", NULL),
                     TREY_ERR_ARGUMENT);
    assert_int_equal(trey_searcher_player_format(searcher, &after, NULL), TREY_OK);
    assert_string_equal(before, after);
    trey_free(before);
    trey_free(after);
    assert_int_equal(trey_searcher_player_set(searcher, "depth", "9", NULL), TREY_OK);
    assert_int_equal(trey_searcher_player_set(searcher, "depth", "8", NULL),
                     TREY_ERR_ARGUMENT);
    trey_searcher_player_free(searcher);
    searcher = player_of("mu(bt=4)");
    assert_int_equal(trey_searcher_player_set(searcher, "bt", "5", NULL),
                     TREY_ERR_ARGUMENT);
    assert_int_equal(trey_searcher_player_set(searcher, "depth", "9", NULL), TREY_OK);
    trey_searcher_player_free(searcher);
}

static void test_tables_end(void **state)
{
    (void)state;
    assert_non_null(trey_preset_text_at(1));
    assert_null(trey_preset_name_at(-1));
    assert_null(trey_preset_text_at(2));
}

/* --- the report's results ---------------------------------------------------------- */

#ifndef TREY_SOURCE_DIR
#define TREY_SOURCE_DIR "."
#endif

static void expect_score(const char *preset, const char *input, double report)
{
    char path[512];
    const char *directory = getenv("TREY_CASES");
    snprintf(path, sizeof path, "%s/sequence/%s",
             directory != NULL ? directory : TREY_SOURCE_DIR "/../shared/cases", input);
    struct trey_sequence *sequence = NULL;
    struct trey_error error;
    if (trey_sequence_read(path, &sequence, &error) != TREY_OK)
        fail_msg("%s: %s", path, error.message);
    struct trey_plan plan = game_of(preset, sequence);
    print_message("%s on %s: %llu, the report's program %.0f\n", preset, input,
                  (unsigned long long)plan.score, report);
    assert_true((double)plan.score >= 0.98 * report);
    trey_plan_clear(&plan);
    trey_sequence_free(sequence);
}

static void test_presets_on_public_inputs(void **state)
{
    (void)state;
    struct stat about;
    if (getenv("TREY_CASES") == NULL &&
        stat(TREY_SOURCE_DIR "/../shared/cases", &about) != 0) {
        print_message("the directory of public inputs is absent: skipped\n");
        skip();
    }
    expect_score("beta", "B1.txt", 1000.0);
    expect_score("mu", "B1.txt", 1009.0);
    expect_score("beta", "long/tiago_input500_crlf.in", 27387.0);
    expect_score("mu", "long/tiago_input500_crlf.in", 27391.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_searcher_with_every_heuristic),
        cmocka_unit_test(test_games_are_played_to_the_end),
        cmocka_unit_test(test_backtracking_never_shortens),
        cmocka_unit_test(test_nothing_to_play),
        cmocka_unit_test(test_memory_limit_of_pruner),
        cmocka_unit_test(test_memory_limit_of_wide),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_tables_end),
        cmocka_unit_test(test_presets_on_public_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
