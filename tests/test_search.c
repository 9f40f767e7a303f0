/* Expectimax against the plainest implementation: no table, no cut-off, no sharing of
 * work, written with the functions of trey/game.h.
 *
 * The other tests cover limits, time management, pruning, threads and evaluators of the
 * caller. */
#include "eval/eval.h"
#include "search/table.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NO_BUDGET = 1 << 30 };

/* --- the plain search --------------------------------------------------------------- */

struct plain {
    const struct trey_rules *rules;
    const struct trey_evaluator *evaluator;
    long budget;   /* boards that may still be evaluated; below 0: the value is void */
    int rare_cost; /* plies that a tile of a chance below 0.2 takes in addition */
};

static double plain_over(const struct plain *plain, trey_board board)
{
    if (plain->evaluator->measure == TREY_MEASURE_POINTS)
        return trey_rules_merges_score(plain->rules) ? 0.0
                                                     : (double)trey_board_score(board);
    return (double)(trey_rules_ends(plain->rules, board) ? plain->evaluator->won
                                                         : plain->evaluator->lost);
}

static double plain_position(struct plain *plain, trey_board board, trey_deck deck,
                             int plies);

static double plain_slide(struct plain *plain, trey_board board, trey_next next,
                          trey_deck deck, enum trey_direction direction, int plies)
{
    trey_board after = trey_rules_slide(plain->rules, board, direction);
    double gain = 0.0;
    if (plain->evaluator->measure == TREY_MEASURE_POINTS &&
        trey_rules_merges_score(plain->rules))
        gain = (double)trey_rules_gain(plain->rules, board, direction);
    if (trey_rules_ends(plain->rules, after))
        return gain + plain_over(plain, after);
    unsigned cells = trey_rules_spawn_cells(plain->rules, board, after, direction);
    struct trey_chance tiles[TREY_MAX_CHANCES];
    int count = trey_rules_tiles(plain->rules, board, next, deck, tiles);
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        int left = plies - 1 - (tiles[i].probability < 0.2 ? plain->rare_cost : 0);
        for (int cell = 0; cell < 16; cell++)
            if ((cells >> cell & 1) != 0)
                sum += tiles[i].probability *
                       plain_position(plain,
                                      trey_board_with(after, cell, (int)tiles[i].what),
                                      tiles[i].deck, left > 0 ? left : 0);
    }
    return gain + sum / __builtin_popcount(cells);
}

static double plain_position(struct plain *plain, trey_board board, trey_deck deck,
                             int plies)
{
    unsigned legal = trey_rules_legal(plain->rules, board);
    if (--plain->budget < 0)
        return 0.0;
    if (legal == 0)
        return plain_over(plain, board);
    if (plies == 0)
        return (double)trey_evaluator_value(plain->evaluator, board);
    struct trey_chance hints[TREY_MAX_CHANCES];
    int count = trey_rules_nexts(plain->rules, board, deck, hints);
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        double best = -HUGE_VAL;
        for (int direction = 0; direction < 4; direction++)
            if ((legal >> direction & 1) != 0)
                best = fmax(best, plain_slide(plain, board, (trey_next)hints[i].what,
                                              hints[i].deck,
                                              (enum trey_direction)direction, plies));
        sum += hints[i].probability * best;
    }
    return sum;
}

/* --- positions and searches --------------------------------------------------------- */

static struct trey_rules rules_of(const char *text)
{
    struct trey_rules rules;
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    return rules;
}

enum kind { HEURISTIC, POINTS };

struct pair {
    struct trey_rules rules;
    struct trey_evaluator *evaluator;
    struct trey_search *search;
};

static struct pair pair_new(const char *text, enum kind kind, size_t table_bytes)
{
    struct pair pair = {.rules = rules_of(text)};
    enum trey_eval_family family = trey_eval_family_of(&pair.rules);
    assert_int_equal((kind == POINTS ? trey_evaluator_points : trey_evaluator_heuristic)(
                         pair.rules.shape, family, &pair.evaluator, NULL),
                     TREY_OK);
    assert_int_equal(
        trey_search_new(&pair.rules, pair.evaluator, table_bytes, &pair.search, NULL),
        TREY_OK);
    return pair;
}

static void pair_free(struct pair *pair)
{
    trey_search_free(pair->search);
    trey_evaluator_free(pair->evaluator);
}

/* A random game after at most `slides` moves, finished or not. */
static struct trey_game random_game(struct random_case *random,
                                    const struct trey_rules *rules, int slides)
{
    struct trey_game game;
    trey_game_begin(&game, rules, case_next(random), 0);
    while (slides > 0 && trey_game_legal(&game) != 0)
        slides -=
            trey_game_slide(&game, (enum trey_direction)case_below(random, 4), NULL);
    return game;
}

/* A position with large tiles, in 2048 the very largest; its deck is unknown. */
static struct trey_view crowded_view(struct random_case *random,
                                     const struct trey_rules *rules)
{
    trey_board board = 0;
    bool twos = rules->slide == TREY_SLIDE_2048;
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++) {
        bool large = case_below(random, 4) == 0;
        int most = large ? 14 : 5, least = large && twos ? 14 : 1;
        if (case_below(random, 8) != 0)
            board = trey_board_with(board, cell,
                                    least + case_below(random, twos && large ? 2 : most));
    }
    trey_next next = twos ? TREY_NEXT_HIDDEN : (trey_next)(1U << 2);
    struct trey_view view;
    assert_int_equal(
        trey_view_make(rules, board, next, twos ? 0 : TREY_DECK_UNKNOWN, &view, NULL),
        TREY_OK);
    return view;
}

static struct trey_search_result run_by(struct trey_search *search,
                                        const struct trey_view *view,
                                        const struct trey_search_limits *limits)
{
    struct trey_search_result result;
    assert_int_equal(trey_search_run(search, view, limits, &result, NULL), TREY_OK);
    return result;
}

static struct trey_search_result run(struct trey_search *search,
                                     const struct trey_view *view, unsigned depth)
{
    struct trey_search_limits limits;
    trey_search_limits_defaults(&limits);
    limits.depth_plies = depth;
    return run_by(search, view, &limits);
}

static struct trey_search_result run_within(struct trey_search *search,
                                            const struct trey_view *view, uint64_t nodes,
                                            bool best_only)
{
    struct trey_search_limits limits;
    trey_search_limits_defaults(&limits);
    limits.nodes = nodes;
    limits.best_only = best_only;
    return run_by(search, view, &limits);
}

/* True if the plain search was affordable; then the two must agree on every move. */
static bool results_agree(const struct pair *pair, const struct trey_view *view,
                          const struct trey_search_result *result, int plies, long budget)
{
    struct plain plain = {&pair->rules, pair->evaluator, budget, 0};
    assert_int_equal(result->legal, trey_rules_legal(&pair->rules, view->board));
    for (int direction = 0; direction < 4; direction++) {
        double value = 0.0;
        if ((result->legal >> direction & 1) != 0)
            value = plain_slide(&plain, view->board, view->next, view->deck,
                                (enum trey_direction)direction, plies);
        if (plain.budget < 0)
            return false;
        if (fabs(value - result->value[direction]) > 1e-5 * (100.0 + fabs(value)))
            fail_msg("board %016llx next %x deck %x direction %d: %.9g, not %.9g",
                     (unsigned long long)view->board, view->next, view->deck, direction,
                     result->value[direction], value);
    }
    return true;
}

/* --- tests -------------------------------------------------------------------------- */

static void compare_searches(const char *text, enum kind kind, int depth, int positions)
{
    struct random_case random = case_start();
    struct pair pair = pair_new(text, kind, (size_t)1 << 16);
    for (int i = 0; i < positions; i++) {
        struct trey_view view =
            random_game(&random, &pair.rules, case_below(&random, 150)).view;
        bool decks = pair.rules.copies != 0 && pair.rules.hint != TREY_SHOW_NONE;
        if (i % 2 == 1 && (decks || pair.rules.slide == TREY_SLIDE_2048))
            view = crowded_view(&random, &pair.rules);
        struct trey_search_result result = run(pair.search, &view, (unsigned)depth);
        assert_true(results_agree(&pair, &view, &result, depth, NO_BUDGET));
    }
    pair_free(&pair);
}

static void test_plain_search_on_4x4(void **state)
{
    (void)state;
    static const char *const sets[] = {
        "window",
        "classic",
        "course",
        "window top=merge",
        "classic top=stop",
        "window hint=exact",
        "classic entry=edge",
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        compare_searches(sets[i], HEURISTIC, 1, 60);
        compare_searches(sets[i], HEURISTIC, 2, 20);
        compare_searches(sets[i], POINTS, 2, 6);
    }
    compare_searches("window", HEURISTIC, 3, 4);
    compare_searches("classic", HEURISTIC, 3, 4);
    compare_searches("course", HEURISTIC, 3, 4);
}

static void test_plain_search_on_other_rules(void **state)
{
    (void)state;
    static const char *const sets[] = {
        "2048",
        "2048 rows=3 cols=3",
        "course rows=3 cols=3",
        "2048 rows=2 cols=5",
        "course rows=2 cols=6",
        "window rows=3 cols=4",
        "course hint=none",
        "classic entry=any",
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        compare_searches(sets[i], HEURISTIC, 1, 20);
        compare_searches(sets[i], HEURISTIC, 2, 6);
        compare_searches(sets[i], POINTS, 2, 6);
    }
    /* And every existing rule set, on other boards. */
    for (int i = 0; trey_rules_name_at(i) != NULL; i++)
        for (int mechanics = 0; mechanics < 2; mechanics++) {
            char text[TREY_RULES_TEXT];
            snprintf(text, sizeof text, "%s rows=3 cols=%d top=%s", trey_rules_name_at(i),
                     3 + mechanics, mechanics == 0 ? "stop" : "end");
            compare_searches(text, HEURISTIC, 1, 10);
            compare_searches(text, POINTS, 2, 4);
        }
}

/* A board full of tiles that hardly merge, so that the game ends soon, with any deck. */
static struct trey_view late_view(struct random_case *random,
                                  const struct trey_rules *rules)
{
    trey_board board = 0;
    int cells = rules->shape.rows * rules->shape.cols;
    for (int cell = 0; cell < cells; cell++)
        board = trey_board_with(board, cell, 1 + case_below(random, 12));
    if (case_below(random, 2) == 0)
        board = trey_board_with(board, case_below(random, cells), 0);
    trey_next next = TREY_NEXT_HIDDEN;
    trey_deck deck = 0;
    if (rules->hint != TREY_SHOW_NONE) {
        int rank = 1 + case_below(random, 3);
        next = (trey_next)(1U << rank);
        deck = trey_deck_of(rank != 1 && case_below(random, 2) == 0,
                            rank != 2 && case_below(random, 2) == 0,
                            rank != 3 && case_below(random, 2) == 0);
    }
    struct trey_view view;
    assert_int_equal(trey_view_make(rules, board, next, deck, &view, NULL), TREY_OK);
    return view;
}

static void whole_games(const char *text, int positions, int wanted)
{
    struct random_case random = case_start();
    struct pair pair = pair_new(text, POINTS, (size_t)1 << 22);
    int compared = 0;
    for (int i = 0; i < positions; i++) {
        struct trey_view view = late_view(&random, &pair.rules);
        struct plain plain = {&pair.rules, pair.evaluator, 5000, 0};
        if (trey_rules_legal(&pair.rules, view.board) == 0)
            continue;
        plain_position(&plain, view.board, view.deck, 1000); /* near the end? */
        if (plain.budget < 0)
            continue;
        struct trey_search_result result = run(pair.search, &view, TREY_SEARCH_MAX_DEPTH);
        assert_true(result.exact);
        compared += results_agree(&pair, &view, &result, 1000, 20000);

        /* With a budget, pruned moves are searched after all when nothing else is
         * left. */
        if (result.nodes > 100000)
            continue;
        struct trey_search_result within =
            run_within(pair.search, &view, (uint64_t)1 << 22, false);
        assert_true(within.exact);
        for (int slide = 0; slide < 4; slide++)
            assert_true(fabs(within.value[slide] - result.value[slide]) <=
                        1e-5 * (100.0 + fabs(result.value[slide])));
    }
    pair_free(&pair);
    if (compared < wanted)
        fail_msg("%s: only %d positions compared", text, compared);
}

static void test_to_the_end_of_tiny_games(void **state)
{
    (void)state;
    whole_games("course rows=2 cols=2", 300, 30);
    whole_games("course rows=2 cols=3", 300, 30);
    for (int i = 0; trey_rules_name_at(i) != NULL; i++) {
        char text[TREY_RULES_TEXT];
        snprintf(text, sizeof text, "%s rows=2 cols=2", trey_rules_name_at(i));
        whole_games(text, 300, 30);
    }
}

/* Two games with equal views, though their next tiles and decks differ. */
static void test_nothing_hidden_matters(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair pair = pair_new("classic", HEURISTIC, (size_t)1 << 16);
    for (int i = 0; i < 50; i++) {
        struct trey_game game = random_game(&random, &pair.rules, 60), other;
        trey_game_from_view(&other, &game.view, case_next(&random), 1);
        struct trey_search_result a = run(pair.search, &game.view, 2);
        struct trey_search_result b = run(pair.search, &other.view, 2);
        assert_memory_equal(a.value, b.value, sizeof a.value);
        assert_int_equal(a.best, b.best);
    }
    pair_free(&pair);
}

/* Whatever limit ends the search, the result is complete. */
static void test_limits(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair pair = pair_new("window", HEURISTIC, (size_t)1 << 20);
    for (int i = 0; i < 60; i++) {
        struct trey_view view = random_game(&random, &pair.rules, i).view;
        struct trey_search_limits limits;
        trey_search_limits_defaults(&limits);
        struct trey_cancel cancel = {.raised = i % 3 == 2};
        if (i % 3 == 0)
            limits.nodes = (uint64_t)1 << (i / 3);
        else if (i % 3 == 1)
            limits.time_s = 0.001;
        else
            limits.cancel = &cancel;
        struct trey_search_result result;
        assert_int_equal(trey_search_run(pair.search, &view, &limits, &result, NULL),
                         TREY_OK);
        if (result.legal == 0)
            continue;
        assert_true(result.depth_plies >= 1);
        if (i % 3 == 0 && result.depth_plies > 1)
            assert_true(result.nodes < limits.nodes + 1000);
        assert_true(result.min_probability >= 0.0 && result.min_probability <= 1.0);
        for (int direction = 0; direction < 4; direction++)
            if ((result.legal >> direction & 1) != 0)
                assert_true(result.value[direction] <= result.value[result.best]);
        /* Stopped at once, the result is that of depth 1; else the cut-off describes the
         * search. */
        if (result.depth_plies > 1)
            continue;
        struct trey_search_result again = run(pair.search, &view, 1);
        assert_memory_equal(result.value, again.value, sizeof again.value);
        assert_int_equal(result.best, again.best);
    }
    pair_free(&pair);
}

/* Values are at most those without pruning, whose maximum is over more moves; nothing is
 * pruned below the first ply yet. In 2048 a spawned 4 takes one ply more than a 2.
 * Returns false if the plain search was not affordable. */
static bool compare_narrowed(const struct pair *pair, const struct trey_view *view,
                             const struct trey_search_result *narrowed)
{
    struct plain plain = {&pair->rules, pair->evaluator, 200000, 1};
    assert_int_equal(narrowed->legal, trey_rules_legal(&pair->rules, view->board));
    for (int slide = 0; slide < 4; slide++) {
        if ((narrowed->legal >> slide & 1) == 0)
            continue;
        double whole =
            plain_slide(&plain, view->board, view->next, view->deck,
                        (enum trey_direction)slide, (int)narrowed->depth_plies);
        double error = 1e-5 * (100.0 + fabs(whole));
        if (plain.budget < 0)
            return false;
        assert_true(narrowed->value[slide] <= whole + error);
        if (narrowed->depth_plies <= 2)
            assert_true(narrowed->value[slide] >= whole - error);
    }
    return true;
}

/* If tiles spawn in any cell the budget is spent ply by ply, and a larger budget never
 * reaches a smaller depth. */
static void test_budget_by_plies(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair pair = pair_new("2048", HEURISTIC, (size_t)1 << 20);
    unsigned deepest = 0;
    int compared = 0;
    for (int i = 0; i < 20; i++) {
        struct trey_view view = random_game(&random, &pair.rules, 5 * i).view;
        unsigned before = 1;
        for (uint64_t nodes = 10; nodes <= 100000; nodes *= 10) {
            struct trey_search_result result =
                run_within(pair.search, &view, nodes, false);
            if (result.legal == 0)
                break;
            compared += compare_narrowed(&pair, &view, &result);
            assert_true(result.depth_plies >= before && result.min_probability == 0.0);
            assert_true(result.depth_plies == 1 || result.nodes < nodes + 1000);
            before = result.depth_plies;
        }
        deepest = before > deepest ? before : deepest;
    }
    assert_true(deepest >= 3 && compared >= 20);
    pair_free(&pair);
}

/* A limit of time that is never reached: results do not depend on the machine's speed. */
static struct trey_search_limits timed_limits(unsigned depth_plies)
{
    struct trey_search_limits limits;
    trey_search_limits_defaults(&limits);
    limits.time_s = 1e6;
    limits.depth_plies = depth_plies;
    limits.best_only = true;
    return limits;
}

/* With a time limit, a search after a move reuses values of the previous search: it skips
 * smaller depths, and its best value is never above that without pruning. */
static void test_resumed(void **state)
{
    (void)state;
    struct pair pair = pair_new("2048", HEURISTIC, (size_t)1 << 22);
    struct trey_search_limits limits = timed_limits(4);
    struct trey_game game;
    trey_game_begin(&game, &pair.rules, 7, 1);
    unsigned plies_left = 0;
    int resumed = 0, compared = 0;
    uint64_t nodes = 0, resumed_nodes = 0;
    while (trey_game_legal(&game) != 0 && game.view.moves < 120) {
        struct trey_search_result result = run_by(pair.search, &game.view, &limits);
        assert_true(result.best >= 0 && (result.legal >> result.best & 1) != 0);
        assert_true(result.depth_plies <= 4 && !result.exact);
        if (plies_left > 1 && (result.legal & (result.legal - 1)) != 0) {
            assert_true(result.history_count >= 2);
            assert_int_equal(result.history[0].depth_plies, 1);
            assert_int_equal(result.history[1].depth_plies, plies_left);
            resumed_nodes += result.history[1].nodes;
            nodes += result.nodes;
            resumed++;
        }
        struct plain plain = {&pair.rules, pair.evaluator, 200000, 1};
        double whole =
            plain_slide(&plain, game.view.board, game.view.next, game.view.deck,
                        (enum trey_direction)result.best, (int)result.depth_plies);
        if (plain.budget >= 0) {
            assert_true(result.value[result.best] <=
                        whole + 1e-5 * (100.0 + fabs(whole)));
            compared++;
        }
        struct trey_move move;
        assert_true(trey_game_slide(&game, (enum trey_direction)result.best, &move));
        plies_left = result.depth_plies == 4 ? 4U - move.rank : 0;
    }
    assert_true(resumed >= 80 && compared >= 40 && resumed_nodes * 4 < nodes);
    pair_free(&pair);
}

/* Positions that do not follow from the previous one, moves that were not the best, and
 * searches with other limits in between. */
static void test_resumed_elsewhere(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair pair = pair_new("2048", HEURISTIC, (size_t)1 << 14);
    struct trey_search_limits limits = timed_limits(4);
    struct trey_game game = random_game(&random, &pair.rules, 40);
    for (int i = 0; i < 60; i++) {
        if (trey_game_legal(&game) == 0 || case_below(&random, 8) == 0)
            game = random_game(&random, &pair.rules, 38 + (int)case_below(&random, 4));
        else
            trey_game_slide(&game, (enum trey_direction)case_below(&random, 4), NULL);
        limits.depth_plies = 2U + (unsigned)case_below(&random, 4);
        struct trey_search_result result = run_by(pair.search, &game.view, &limits);
        assert_true(result.depth_plies <= limits.depth_plies);
        assert_true(result.depth_plies >= 2 || result.exact ||
                    (result.legal & (result.legal - 1)) == 0);
        if (i % 4 != 0 || result.legal == 0)
            continue;
        struct pair fresh = pair_new("2048", HEURISTIC, (size_t)1 << 14);
        struct trey_search_result with = run_within(pair.search, &game.view, 3000, true);
        struct trey_search_result without =
            run_within(fresh.search, &game.view, 3000, true);
        assert_memory_equal(with.value, without.value, sizeof with.value);
        assert_int_equal(with.nodes, without.nodes);
        pair_free(&fresh);
    }
    pair_free(&pair);
}

static void test_bad_arguments(void **state)
{
    (void)state;
    struct pair pair = pair_new("window", HEURISTIC, (size_t)1 << 16);
    struct trey_search *search = NULL;
    struct trey_rules other = rules_of("course rows=3 cols=3");
    assert_int_equal(
        trey_search_new(&other, pair.evaluator, (size_t)1 << 16, &search, NULL),
        TREY_ERR_ARGUMENT);
    other = rules_of("2048");
    assert_int_equal(
        trey_search_new(&other, pair.evaluator, (size_t)1 << 16, &search, NULL),
        TREY_ERR_ARGUMENT);
    assert_int_equal(trey_search_new(&pair.rules, pair.evaluator, 1, &search, NULL),
                     TREY_ERR_ARGUMENT);
    assert_null(search);

    struct random_case random = case_start();
    struct trey_view view = random_game(&random, &pair.rules, 5).view;
    struct trey_search_limits limits;
    struct trey_search_result result;
    trey_search_limits_defaults(&limits);
    limits.depth_plies = 0;
    assert_int_equal(trey_search_run(pair.search, &view, &limits, &result, NULL),
                     TREY_ERR_ARGUMENT);
    trey_search_limits_defaults(&limits);
    limits.min_probability = (double)NAN;
    assert_int_equal(trey_search_run(pair.search, &view, &limits, &result, NULL),
                     TREY_ERR_ARGUMENT);
    trey_search_limits_defaults(&limits);
    view = random_game(&random, &other, 5).view;
    assert_int_equal(trey_search_run(pair.search, &view, &limits, &result, NULL),
                     TREY_ERR_ARGUMENT);
    trey_search_free(NULL);
    pair_free(&pair);
}

/* The same values and counts whatever was searched before; without cut-offs the same
 * values with any table size. */
static void test_repeatable(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair one = pair_new("window", HEURISTIC, (size_t)1 << 20);
    struct pair two = pair_new("window", HEURISTIC, (size_t)1 << 20);
    struct pair small = pair_new("window", HEURISTIC, TREY_SEARCH_MIN_TABLE_BYTES);
    for (int i = 0; i < 20; i++) {
        struct trey_view view = random_game(&random, &one.rules, 3 * i).view;
        struct trey_search_result a, b;
        struct trey_search_limits limits;
        trey_search_limits_defaults(&limits);
        limits.depth_plies = 4;
        limits.min_probability = 0.01;
        assert_int_equal(trey_search_run(one.search, &view, &limits, &a, NULL), TREY_OK);
        for (int before = 0; before < i % 4; before++)
            run(two.search, &view, 2);
        assert_int_equal(trey_search_run(two.search, &view, &limits, &b, NULL), TREY_OK);
        assert_memory_equal(a.value, b.value, sizeof a.value);
        assert_int_equal(a.nodes, b.nodes);
        assert_int_equal(a.leaves, b.leaves);

        a = run(one.search, &view, 3);
        b = run(small.search, &view, 3);
        assert_memory_equal(a.value, b.value, sizeof a.value);
    }
    pair_free(&one);
    pair_free(&two);
    pair_free(&small);
}

/* The table's generations wrap around; no entry of the last round is used again. */
static void test_many_searches(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair pair = pair_new("window", HEURISTIC, (size_t)1 << 14);
    struct trey_view view = random_game(&random, &pair.rules, 10).view;
    struct trey_search_result first = run(pair.search, &view, 2);
    for (int i = 0; i < 2500; i++) {
        struct trey_search_result again = run(pair.search, &view, 2);
        assert_memory_equal(first.value, again.value, sizeof first.value);
        assert_int_equal(first.nodes, again.nodes);
    }
    pair_free(&pair);
}

/* Generation numbers are reused: entries of an old generation with the same number must
 * be gone, and memory beyond the used part must be untouched. */
static void test_generations_come_again(void **state)
{
    enum { BUCKETS = 64, SMALL = 4, LARGE = 16 };
    static struct trey_table_entry entries[BUCKETS * TREY_TABLE_WAYS];
    struct trey_table table = {.entries = entries, .buckets = BUCKETS};
    float value;
    (void)state;
    memset(entries, 0, sizeof entries);
    struct trey_table_entry *untouched = &entries[LARGE * TREY_TABLE_WAYS];
    atomic_store(&untouched->data, 1);
    for (int i = 0; i < 3 * TREY_TABLE_GENERATIONS; i++) {
        trey_table_begin(&table, i % 7 == 0 ? LARGE : SMALL);
        for (trey_board board = 1; board <= 2 * LARGE; board++) {
            uint32_t tag = trey_table_tag(&table, 0, 1);
            struct trey_table_entry *bucket = trey_table_bucket(&table, board, tag);
            assert_false(trey_table_find(bucket, board, tag, &value));
            trey_table_store(bucket, board, tag, (float)i);
        }
    }
    assert_int_equal(atomic_load(&untouched->data), 1);
}

static void test_the_end_of_the_game(void **state)
{
    (void)state;
    struct pair pair = pair_new("window", HEURISTIC, (size_t)1 << 16);
    struct trey_view view = {.rules = pair.rules, .next = 1U << 3};
    view.deck = trey_deck_of(4, 4, 3);

    view.board = 0x00000000000000eeu; /* two tiles of 6144 */
    struct trey_search_result result = run(pair.search, &view, 1);
    assert_true(result.value[TREY_LEFT] == (double)pair.evaluator->won);
    assert_int_equal(result.best, TREY_LEFT);

    view.board = 0x1313313113133131u; /* full, and nothing merges */
    result = run(pair.search, &view, 3);
    assert_int_equal(result.legal, 0);
    assert_int_equal(result.best, -1);
    assert_int_equal(result.depth_plies, 0);
    assert_true(result.exact);
    pair_free(&pair);
}

/* Without cut-offs several threads find the values of one; with cut-offs, about the
 * same. */
static void test_threads(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair one = pair_new("window", HEURISTIC, (size_t)1 << 20);
    struct pair many = pair_new("window", HEURISTIC, (size_t)1 << 20);
    assert_int_equal(trey_search_set_threads(many.search, 1000, NULL), TREY_ERR_ARGUMENT);
    for (unsigned i = 0; i < 12; i++) {
        struct trey_view view = random_game(&random, &one.rules, 10 * (int)i).view;
        assert_int_equal(trey_search_set_threads(many.search, 1 + i % 6, NULL), TREY_OK);
        struct trey_search_result a = run(one.search, &view, 3);
        struct trey_search_result b = run(many.search, &view, 3);
        assert_memory_equal(a.value, b.value, sizeof a.value);
        assert_int_equal(a.depth_plies, b.depth_plies);

        struct trey_search_limits limits;
        trey_search_limits_defaults(&limits);
        limits.nodes = 100000;
        assert_int_equal(trey_search_run(many.search, &view, &limits, &b, NULL), TREY_OK);
        assert_true(b.legal == 0 || b.depth_plies >= 1);
        assert_true(b.nodes < 2 * limits.nodes);

        /* A limit of nodes is fixed work: nothing depends on the threads. */
        assert_int_equal(trey_search_run(one.search, &view, &limits, &a, NULL), TREY_OK);
        assert_memory_equal(a.value, b.value, sizeof a.value);
        assert_int_equal(a.nodes, b.nodes);
        assert_int_equal(a.best, b.best);
    }
    pair_free(&one);
    pair_free(&many);
}

/* Collects a report of each depth, to compare with the history in the result. */
struct received_depths {
    unsigned count;
    struct trey_search_result result[TREY_SEARCH_MAX_DEPTH];
};

static void collect_report(void *context, const struct trey_search_result *result)
{
    struct received_depths *received = context;
    received->result[received->count++] = *result;
}

/* The history of a result has the reports of the last depths, oldest first. */
static void test_history(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair pair = pair_new("course rows=2 cols=2", HEURISTIC, (size_t)1 << 20);
    struct pair large = pair_new("window", HEURISTIC, (size_t)1 << 20);
    static struct received_depths received;
    unsigned longest = 0;
    for (int i = 0; i < 24; i++) {
        struct pair *at = i % 2 == 0 ? &pair : &large;
        struct trey_view view = random_game(&random, &at->rules, i).view;
        struct trey_search_result result;
        struct trey_search_limits limits;
        received.count = 0;
        trey_search_limits_defaults(&limits);
        limits.depth_plies = i % 2 == 0 ? 12 : TREY_SEARCH_MAX_DEPTH;
        limits.nodes = i % 2 == 0 ? 0 : 30000;
        limits.report = collect_report;
        limits.report_context = &received;
        assert_int_equal(trey_search_run(at->search, &view, &limits, &result, NULL),
                         TREY_OK);
        unsigned kept =
            received.count < TREY_SEARCH_HISTORY ? received.count : TREY_SEARCH_HISTORY;
        longest = received.count > longest ? received.count : longest;
        assert_int_equal(result.history_count, kept);
        for (unsigned k = 0; k < kept; k++) {
            const struct trey_search_result *reported =
                &received.result[received.count - kept + k];
            assert_memory_equal(result.history[k].value, reported->value,
                                sizeof reported->value);
            assert_int_equal(result.history[k].nodes, reported->nodes);
            assert_int_equal(result.history[k].depth_plies, reported->depth_plies);
        }
        if (kept > 0)
            assert_memory_equal(result.history[kept - 1].value, result.value,
                                sizeof result.value);
    }
    assert_true(longest > TREY_SEARCH_HISTORY); /* the oldest was dropped */
    pair_free(&pair);
    pair_free(&large);
}

/* Every depth is reported, in ascending order, or by falling cut-offs. */
struct reported {
    int depths;
    double least;
};

static void check_report(void *context, const struct trey_search_result *result)
{
    struct reported *reported = context;
    reported->depths++;
    assert_true(result->nodes > 0 && result->best >= 0);
    assert_true(result->min_probability <= reported->least);
    reported->least = result->min_probability;
}

static void test_report(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair pair = pair_new("window", HEURISTIC, (size_t)1 << 20);
    struct trey_view view = random_game(&random, &pair.rules, 5).view;
    struct reported reported = {0, 1.0};
    struct trey_search_result result;
    struct trey_search_limits limits;
    trey_search_limits_defaults(&limits);
    limits.report = check_report;
    limits.report_context = &reported;
    limits.depth_plies = 3;
    assert_int_equal(trey_search_run(pair.search, &view, &limits, &result, NULL),
                     TREY_OK);
    assert_int_equal(reported.depths, 3);
    limits.depth_plies = 20;
    limits.nodes = 1000000;
    reported = (struct reported){0, 1.0};
    assert_int_equal(trey_search_run(pair.search, &view, &limits, &result, NULL),
                     TREY_OK);
    assert_true(reported.depths >= 3);
    assert_true(reported.least == result.min_probability);
    pair_free(&pair);
}

/* Moves that use all of their limit take the mean time. */
static void test_pace(void **state)
{
    (void)state;
    struct trey_pace pace;
    trey_pace_begin(&pace, 2.0);
    for (int i = 0; i < 1000; i++) {
        double limit_s = trey_pace_limit(&pace, 1.0);
        assert_true(limit_s >= 0.5 && limit_s <= 8.0);
        trey_pace_spent(&pace, 1.0, limit_s * (i % 3 == 0 ? 0.2 : 0.9));
    }
    assert_true(fabs(pace.spent_s / 1000.0 - 2.0) < 0.2);
}

/* For any weights and lengths of games, the mean time is kept over many games, the first
 * game gets equal times, and twice the weight gives twice the time, except for the
 * minimum. */
static void test_pace_by_weight(void **state)
{
    (void)state;
    enum { GAMES = 400 };
    struct random_case random = case_start();
    struct trey_pace pace;
    trey_pace_begin(&pace, 2.0);
    double spent_s = 0.0, slides = 0.0;
    for (int game = 0; game < GAMES; game++) {
        trey_pace_game(&pace);
        int length = 200 + case_below(&random, 800);
        for (int i = 0; i < length; i++) {
            double weight = 1e-9 * i * i * (1 + case_below(&random, 8));
            double due_s = trey_pace_due(&pace, weight);
            if (game == 0)
                assert_true(due_s == 2.0);
            else
                assert_true(
                    due_s > 0.49 &&
                    (due_s < 0.51 ||
                     fabs(trey_pace_due(&pace, 2.0 * weight) / due_s - 2.0) < 1e-9));
            double limit_s = trey_pace_limit(&pace, weight);
            assert_true(limit_s >= 0.249 * due_s && limit_s <= 4.01 * due_s);
            double took_s = limit_s * (0.8 + 0.01 * case_below(&random, 30));
            trey_pace_spent(&pace, weight, took_s);
            spent_s += took_s;
            slides += 1.0;
        }
    }
    assert_true(fabs(spent_s / slides / 2.0 - 1.0) < 0.1);
}

/* A pruned move is hardly ever the best: the move chosen with a budget is one of the best
 * in a search of the same depth without pruning. */
static void test_narrowed_chooses_well(void **state)
{
    (void)state;
    enum { POSITIONS = 120 };
    struct random_case random = case_start();
    struct pair pair = pair_new("2048", HEURISTIC, (size_t)1 << 20);
    double lost = 0.0, spread = 0.0;
    int tried = 0;
    for (int i = 0; i < POSITIONS; i++) {
        struct trey_view view = random_game(&random, &pair.rules, i).view;
        if (trey_rules_legal(&pair.rules, view.board) == 0)
            continue;
        struct trey_search_result chosen =
            run_within(pair.search, &view, 60000, i % 2 == 0);
        struct trey_search_result whole = run(pair.search, &view, chosen.depth_plies);
        tried++;
        lost += whole.value[whole.best] - whole.value[chosen.best];
        for (int slide = 0; slide < 4; slide++)
            if ((whole.legal >> slide & 1) != 0)
                spread += whole.value[whole.best] - whole.value[slide];
    }
    assert_true(tried > POSITIONS / 2);
    assert_true(lost <= 0.05 * spread);
    pair_free(&pair);
}

/* Asked only for the best move, the search stops when one is left, or at once if a single
 * one is legal; values of the others are not better. */
static void test_best_only(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair pair = pair_new("window", HEURISTIC, (size_t)1 << 20);
    unsigned fewer = 0;
    for (int i = 0; i < 200; i++) {
        struct trey_view view = random_game(&random, &pair.rules, i % 80).view;
        struct trey_search_result all = run_within(pair.search, &view, 20000, false);
        struct trey_search_result best = run_within(pair.search, &view, 20000, true);
        assert_int_equal(best.legal, all.legal);
        assert_true((best.legal == 0) == (best.best < 0));
        for (int slide = 0; slide < 4; slide++)
            if ((best.legal >> slide & 1) == 0)
                assert_true(best.value[slide] == 0.0);
        if ((best.legal & (best.legal - 1)) == 0)
            assert_true(best.depth_plies <= 1);
        else
            fewer += best.min_probability < all.min_probability || best.nodes < all.nodes;
    }
    assert_true(fewer > 0);
    pair_free(&pair);
}

/* Also without a budget: two plies of 2048, which has no rare hints, are complete, and
 * three give at most the full value. */
static void test_best_only_by_depth(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair pair = pair_new("2048", HEURISTIC, (size_t)1 << 20);
    for (int i = 0; i < 40; i++) {
        struct trey_view view = random_game(&random, &pair.rules, 3 * i).view;
        struct trey_search_limits limits;
        trey_search_limits_defaults(&limits);
        limits.best_only = true;
        limits.depth_plies = 2 + (unsigned)(i % 2);
        struct trey_search_result best = run_by(pair.search, &view, &limits);
        if ((best.legal & (best.legal - 1)) == 0)
            continue; /* a single move is not searched */
        struct trey_search_result whole = run(pair.search, &view, limits.depth_plies);
        assert_int_equal(best.depth_plies, whole.depth_plies);
        if (limits.depth_plies == 2) {
            assert_memory_equal(best.value, whole.value, sizeof whole.value);
            assert_int_equal(best.best, whole.best);
        } else {
            double most = whole.value[best.best];
            assert_true(best.value[best.best] <= most + 1e-5 * fabs(most));
        }
    }
    pair_free(&pair);
}

/* A cut-off does not affect depth 1 and saves nodes beyond. */
static void test_probability_cut(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair pair = pair_new("window", HEURISTIC, (size_t)1 << 16);
    struct trey_view view;
    do
        view = random_game(&random, &pair.rules, 20).view;
    while (trey_rules_legal(&pair.rules, view.board) == 0);
    struct trey_search_result all = run(pair.search, &view, 3), cut;
    struct trey_search_limits limits;
    trey_search_limits_defaults(&limits);
    limits.depth_plies = 3;
    limits.min_probability = 1.0;
    assert_int_equal(trey_search_run(pair.search, &view, &limits, &cut, NULL), TREY_OK);
    assert_true(cut.depth_plies >= 1 && cut.depth_plies <= 3);
    assert_true(cut.min_probability == 1.0);
    assert_true(cut.nodes < all.nodes);
    assert_false(cut.exact);
    pair_free(&pair);
}

struct heuristic_calls {
    const struct trey_evaluator *evaluator;
    _Atomic unsigned calls; /* searches with several threads call it concurrently */
};

static void heuristic_values(void *context, const trey_board *boards, size_t count,
                             float *values)
{
    struct heuristic_calls *of = context;
    of->calls++;
    trey_evaluator_values(of->evaluator, boards, count, values);
}

/* A search with a batch evaluator gives the same results as with single boards, batched
 * or not, and for any cache size; with enough memory it calls the evaluator once per
 * depth. */
static void test_gathered(void **state)
{
    (void)state;
    static const char *const some[] = {"window",
                                       "2048",
                                       "classic entry=any",
                                       "course rows=2 cols=3",
                                       "2048 rows=3 cols=3",
                                       "fibonacci"};
    struct random_case random = case_start();
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        struct pair pair = pair_new(some[i], HEURISTIC, 1 << 16);
        enum trey_eval_family family = trey_eval_family_of(&pair.rules);
        const size_t memories[] = {0, 5, 300, 1 << 20};
        for (int k = 0; k < 4; k++) {
            struct heuristic_calls of = {.evaluator = pair.evaluator};
            struct trey_evaluation evaluation = {.values = heuristic_values,
                                                 .context = &of,
                                                 .gather = memories[k],
                                                 .lost = pair.evaluator->lost,
                                                 .won = pair.evaluator->won};
            struct pair own = {.rules = pair.rules};
            assert_int_equal(trey_evaluator_custom(pair.rules.shape, family, &evaluation,
                                                   &own.evaluator, NULL),
                             TREY_OK);
            assert_int_equal(
                trey_search_new(&own.rules, own.evaluator, 1 << 16, &own.search, NULL),
                TREY_OK);
            assert_int_equal(trey_search_set_threads(own.search, 2, NULL), TREY_OK);
            for (int game = 0; game < 6; game++) {
                struct trey_game at = random_game(&random, &pair.rules, 5 * game);
                unsigned depth = 1 + (unsigned)game % 3;
                struct trey_search_result expected = run(pair.search, &at.view, depth);
                unsigned before = of.calls;
                struct trey_search_result found = run(own.search, &at.view, depth);
                assert_int_equal(found.best, expected.best);
                assert_int_equal(found.depth_plies, expected.depth_plies);
                for (int direction = 0; direction < 4; direction++)
                    assert_true(
                        fabs(found.value[direction] - expected.value[direction]) <=
                        1e-3 * (1.0 + fabs(expected.value[direction])));
                assert_true(memories[k] < 1 << 20 || of.calls - before <= depth);
            }
            pair_free(&own);
        }
        pair_free(&pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_search_on_4x4),
        cmocka_unit_test(test_plain_search_on_other_rules),
        cmocka_unit_test(test_to_the_end_of_tiny_games),
        cmocka_unit_test(test_nothing_hidden_matters),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_budget_by_plies),
        cmocka_unit_test(test_resumed),
        cmocka_unit_test(test_resumed_elsewhere),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_history),
        cmocka_unit_test(test_report),
        cmocka_unit_test(test_pace),
        cmocka_unit_test(test_pace_by_weight),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_repeatable),
        cmocka_unit_test(test_many_searches),
        cmocka_unit_test(test_generations_come_again),
        cmocka_unit_test(test_the_end_of_the_game),
        cmocka_unit_test(test_probability_cut),
        cmocka_unit_test(test_narrowed_chooses_well),
        cmocka_unit_test(test_best_only),
        cmocka_unit_test(test_best_only_by_depth),
        cmocka_unit_test(test_gathered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
