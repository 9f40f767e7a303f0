/* Odds of positions, against games played by a plain loop; the result does not depend on
 * the threads. */
#include "players/command.h"
#include "support/test.h"
#include "trey/odds.h"
#include "trey/selfplay.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 50 };

static struct trey_rules rules_of(const char *text)
{
    struct trey_rules rules;
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    return rules;
}

static struct trey_evaluator *evaluator_of(const struct trey_rules *rules,
                                           const char *name)
{
    struct trey_evaluator *evaluator = NULL;
    assert_int_equal(trey_evaluator_named(name, rules->shape,
                                          rules->slide == TREY_SLIDE_2048
                                              ? TREY_EVAL_2048
                                              : TREY_EVAL_THREES,
                                          &evaluator, NULL),
                     TREY_OK);
    return evaluator;
}

/* A position after some moves of a game. */
static struct trey_view view_of(const struct trey_rules *rules, uint64_t number)
{
    struct trey_game game;
    trey_game_begin(&game, rules, 5, number);
    for (int i = 0; i < 10 && trey_game_legal(&game) != 0; i++)
        trey_game_slide(&game, (enum trey_direction)__builtin_ctz(trey_game_legal(&game)),
                        NULL);
    return game.view;
}

/* One game by a search of depth 1; `move`, unless negative, is the first move. */
static void plain_game(const struct trey_view *view, int move, struct trey_search *search,
                       uint64_t seed, uint64_t number, struct trey_game *game)
{
    struct trey_search_limits limits;
    struct trey_search_result result;
    trey_search_limits_defaults(&limits);
    limits.depth_plies = 1;
    trey_game_from_view(game, view, seed, number);
    if (move >= 0)
        assert_true(trey_game_slide(game, (enum trey_direction)move, NULL));
    while (trey_game_legal(game) != 0) {
        assert_int_equal(trey_search_run(search, &game->view, &limits, &result, NULL),
                         TREY_OK);
        assert_true(trey_game_slide(game, (enum trey_direction)result.best, NULL));
    }
}

static int largest_of(trey_board board)
{
    int largest = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        largest = trey_board_rank(board, cell) > largest ? trey_board_rank(board, cell)
                                                         : largest;
    return largest;
}

static void check_against_plain(const char *text, const char *name, bool unknown)
{
    struct trey_rules rules = rules_of(text);
    struct trey_evaluator *evaluator = evaluator_of(&rules, name);
    struct trey_search *search = NULL;
    struct trey_view view = view_of(&rules, 3);
    if (unknown)
        view.deck = TREY_DECK_UNKNOWN;
    assert_int_equal(trey_search_new(&rules, evaluator, (size_t)1 << 16, &search, NULL),
                     TREY_OK);
    double sum = 0.0, moves = 0.0;
    uint64_t least = UINT64_MAX, most = 0;
    int reached[16] = {0};
    for (uint64_t i = 0; i < GAMES; i++) {
        struct trey_game game;
        plain_game(&view, -1, search, 9, i, &game);
        sum += (double)game.view.score;
        moves += (double)(game.view.moves - view.moves);
        least = game.view.score < least ? game.view.score : least;
        most = game.view.score > most ? game.view.score : most;
        for (int rank = 0; rank <= largest_of(game.view.board); rank++)
            reached[rank]++;
    }
    struct trey_odds_options options = {.games = GAMES, .seed = 9, .threads = 1};
    struct trey_odds odds, more;
    assert_int_equal(trey_odds_find(&view, NULL, 1, evaluator, &options, &odds, NULL),
                     TREY_OK);
    assert_int_equal(odds.games, GAMES);
    assert_int_equal(odds.largest, largest_of(view.board));
    assert_true(fabs(odds.score.mean - sum / GAMES) < 1e-6);
    assert_true(fabs(odds.moves - moves / GAMES) < 1e-9);
    assert_true(odds.quantile[TREY_ODDS_P5] >= least &&
                odds.quantile[TREY_ODDS_P95] <= most);
    for (int i = 1; i < TREY_ODDS_QUANTILES; i++)
        assert_true(odds.quantile[i] >= odds.quantile[i - 1]);
    for (int rank = 0; rank < 16; rank++)
        assert_true(fabs(odds.reach[rank].mean - (double)reached[rank] / GAMES) < 1e-9);
    options.threads = 3;
    assert_int_equal(trey_odds_find(&view, NULL, 1, evaluator, &options, &more, NULL),
                     TREY_OK);
    assert_memory_equal(&more.reach, &odds.reach, sizeof odds.reach);
    assert_memory_equal(&more.quantile, &odds.quantile, sizeof odds.quantile);
    assert_true(fabs(more.score.low - odds.score.low) <= 0.0);
    trey_search_free(search);
    trey_evaluator_free(evaluator);
}

static void test_plain_games(void **state)
{
    (void)state;
    check_against_plain("window", "heuristic", false);
    check_against_plain("window", "points", true);
    check_against_plain("window,hint=none", "heuristic", false);
    check_against_plain("classic", "heuristic", false);
    check_against_plain("course rows=3 cols=3", "heuristic", false);
    check_against_plain("course rows=2 cols=3 top=end", "points", false);
    check_against_plain("2048 rows=3 cols=3", "heuristic", false);
}

/* Parts of a run contain the same games as the whole run. */
static void test_parts(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window");
    struct trey_evaluator *evaluator = evaluator_of(&rules, "points");
    struct trey_view view = view_of(&rules, 3);
    struct trey_odds_options options = {.games = GAMES, .seed = 9, .threads = 2};
    struct trey_odds whole, part;
    double score = 0.0, reach[TREY_MAX_RANKS] = {0.0};
    assert_int_equal(trey_odds_find(&view, NULL, 1, evaluator, &options, &whole, NULL),
                     TREY_OK);
    for (options.first = 0; options.first < GAMES; options.first += options.games) {
        options.games = options.first == 0 ? 20 : GAMES - 20;
        assert_int_equal(trey_odds_find(&view, NULL, 1, evaluator, &options, &part, NULL),
                         TREY_OK);
        score += part.score.mean * (double)part.games;
        for (int rank = 0; rank < TREY_MAX_RANKS; rank++)
            reach[rank] += part.reach[rank].mean * (double)part.games;
    }
    assert_true(fabs(score / GAMES - whole.score.mean) < 1e-6);
    for (int rank = 0; rank < TREY_MAX_RANKS; rank++)
        assert_true(fabs(reach[rank] / GAMES - whole.reach[rank].mean) < 1e-9);
    trey_evaluator_free(evaluator);
}

/* The interval of the mean score is that of the points to come, which are skewed, moved
 * by the points of the position. So it never contains less than these points, and covers
 * the mean as often as stated although nearly all points are in the position already. */
static void test_points_to_come(void **state)
{
    (void)state;
    enum { SAMPLES = 300 };
    struct trey_rules rules = rules_of("classic");
    struct trey_evaluator *evaluator = evaluator_of(&rules, "points");
    struct trey_view view;
    trey_board board;
    trey_next next;
    trey_deck deck;
    struct trey_odds odds;
    assert_int_equal(trey_board_parse(rules.shape, "1cae103331022002", &board, NULL),
                     TREY_OK);
    assert_int_equal(trey_next_parse(&rules, "+", &next, NULL), TREY_OK);
    assert_int_equal(trey_deck_parse(&rules, "0,0,1", &deck, NULL), TREY_OK);
    assert_int_equal(trey_view_make(&rules, board, next, deck, &view, NULL), TREY_OK);
    struct trey_odds_options options = {.games = 20000, .seed = 1, .threads = 2};
    assert_int_equal(trey_odds_find(&view, NULL, 1, evaluator, &options, &odds, NULL),
                     TREY_OK);
    const double mean = odds.score.mean;
    int covered = 0;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        options = (struct trey_odds_options){.games = 5, .seed = 100 + i, .threads = 1};
        assert_int_equal(trey_odds_find(&view, NULL, 1, evaluator, &options, &odds, NULL),
                         TREY_OK);
        assert_true(odds.score.known && odds.score.low >= (double)view.score);
        covered += odds.score.low <= mean && mean <= odds.score.high;
    }
    assert_in_range(covered, SAMPLES * 91 / 100, SAMPLES);
    trey_evaluator_free(evaluator);
}

/* The reported tiles depend on the position only. */
static void test_ladder(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *board;
        uint64_t from, to;
    } cases[] = {
        {"window", "0000 0120 0330 0000", 6, 12288},
        {"window", "0000 0120 0000 0000", 3, 12288},
        {"window", "0000 0100 0000 0000", 3, 12288},
        {"window", "d000 0120 0330 0000", 6144, 12288},
        {"2048", "0000 0120 0330 0000", 16, 65536},
        {"2048 top=end", "0000 0120 0330 0000", 16, 32768},
        {"fibonacci", "0000 0120 0330 0000", 5, 987},
        {"course rows=2 cols=2", "1230", 6, 12288},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_rules rules = rules_of(cases[i].rules);
        struct trey_evaluator *evaluator = NULL;
        struct trey_view view;
        trey_board board;
        char text[TREY_MAX_CELLS + 1];
        size_t size = 0;
        for (const char *at = cases[i].board; *at != '\0'; at++)
            if (*at != ' ')
                text[size++] = *at;
        text[size] = '\0';
        trey_next next = rules.hint == TREY_SHOW_NONE ? TREY_NEXT_HIDDEN : 1U << 1;
        assert_int_equal(trey_board_parse(rules.shape, text, &board, NULL), TREY_OK);
        assert_int_equal(trey_view_make(&rules, board, next,
                                        rules.copies != 0 ? TREY_DECK_UNKNOWN : 0, &view,
                                        NULL),
                         TREY_OK);
        assert_int_equal(trey_evaluator_named("points", rules.shape,
                                              trey_eval_family_of(&rules), &evaluator,
                                              NULL),
                         TREY_OK);
        for (uint64_t seed = 0; seed < 3; seed++) {
            struct trey_odds_options options = {
                .games = 1 + seed, .seed = seed, .threads = 1};
            struct trey_odds odds;
            assert_int_equal(
                trey_odds_find(&view, NULL, 1, evaluator, &options, &odds, NULL),
                TREY_OK);
            assert_int_equal(trey_rules_tile(&rules, odds.from), cases[i].from);
            assert_int_equal(trey_rules_tile(&rules, odds.to), cases[i].to);
        }
        trey_evaluator_free(evaluator);
    }
}

/* Odds by first move are those of plain games after it; their differences are those of
 * pairs with the same seed. */
static void check_by_move(const char *text, bool unknown)
{
    struct trey_rules rules = rules_of(text);
    struct trey_evaluator *evaluator = evaluator_of(&rules, "heuristic");
    struct trey_search *search = NULL;
    struct trey_view view = view_of(&rules, 4);
    if (unknown)
        view.deck = TREY_DECK_UNKNOWN;
    assert_int_equal(trey_search_new(&rules, evaluator, (size_t)1 << 16, &search, NULL),
                     TREY_OK);
    unsigned legal = trey_rules_legal(&rules, view.board);
    static double score[4][GAMES];
    static int largest[4][GAMES];
    int best = -1;
    double mean[4] = {0.0};
    for (int move = 0; move < 4; move++) {
        if ((legal >> move & 1) == 0)
            continue;
        for (uint64_t i = 0; i < GAMES; i++) {
            struct trey_game game;
            plain_game(&view, move, search, 9, i, &game);
            score[move][i] = (double)game.view.score;
            largest[move][i] = largest_of(game.view.board);
            mean[move] += score[move][i] / GAMES;
        }
        best = best < 0 || mean[move] > mean[best] ? move : best;
    }
    struct trey_odds_options options = {.games = GAMES, .seed = 9, .threads = 1};
    static struct trey_odds_by_move found, again;
    assert_int_equal(
        trey_odds_find_by_move(&view, NULL, 1, evaluator, &options, &found, NULL),
        TREY_OK);
    assert_int_equal(found.legal, legal);
    assert_int_equal(found.best, best);
    assert_int_equal(found.games, GAMES);
    for (int move = 0; move < 4; move++) {
        if ((legal >> move & 1) == 0)
            continue;
        struct trey_interval expected;
        double difference[GAMES];
        assert_true(fabs(found.odds[move].score.mean - mean[move]) < 1e-6);
        for (int i = 0; i < GAMES; i++)
            difference[i] = score[best][i] - score[move][i];
        trey_interval_of_differences(difference, GAMES, &expected);
        assert_true(fabs(found.behind[move].mean - expected.mean) < 1e-6);
        assert_true(fabs(found.behind[move].low - (move == best ? 0.0 : expected.low)) <
                    1e-6);
        for (int rank = 0; rank < 16; rank++) {
            int reached = 0, ahead = 0;
            for (int i = 0; i < GAMES; i++) {
                reached += largest[move][i] >= rank;
                ahead += (largest[best][i] >= rank) - (largest[move][i] >= rank);
            }
            assert_true(
                fabs(found.odds[move].reach[rank].mean - (double)reached / GAMES) < 1e-9);
            assert_true(
                fabs(found.reach_behind[move][rank].mean - (double)ahead / GAMES) < 1e-9);
        }
    }
    options.threads = 3;
    assert_int_equal(
        trey_odds_find_by_move(&view, NULL, 1, evaluator, &options, &again, NULL),
        TREY_OK);
    for (int move = 0; move < 4; move++) {
        assert_memory_equal(found.odds[move].quantile, again.odds[move].quantile,
                            sizeof found.odds[move].quantile);
        assert_true(fabs(found.behind[move].high - again.behind[move].high) <= 0.0);
    }
    trey_search_free(search);
    trey_evaluator_free(evaluator);
}

static void test_by_move(void **state)
{
    (void)state;
    check_by_move("window", false);
    check_by_move("window", true);
    check_by_move("2048 rows=3 cols=3", false);
    check_by_move("course rows=3 cols=3", false);
}

/* From the start positions of selfplay's games: the same player, other random numbers. */
static void test_selfplay(void **state)
{
    (void)state;
    enum { MANY = 600 };
    struct trey_rules rules = rules_of("window");
    struct trey_evaluator *evaluator = evaluator_of(&rules, "heuristic");
    struct trey_selfplay_options options = {
        .rules = rules, .seed = 21, .games = MANY, .threads = 2};
    struct trey_player_options how;
    struct trey_selfplay_stats stats;
    struct trey_odds odds;
    struct trey_game_result *results = calloc(MANY, sizeof *results);
    struct trey_view *starts = calloc(MANY, sizeof *starts);
    assert_true(results != NULL && starts != NULL);
    for (uint64_t i = 0; i < MANY; i++) {
        struct trey_game game;
        trey_game_begin(&game, &rules, 21, i);
        starts[i] = game.view;
    }
    trey_player_defaults(&how);
    how.limits.depth_plies = 1;
    how.table_bytes = (size_t)1 << 16;
    assert_int_equal(trey_selfplay_run("heuristic", &how, &options, results, NULL),
                     TREY_OK);
    assert_int_equal(trey_selfplay_summarise(results, MANY, &stats, NULL), TREY_OK);
    struct trey_odds_options rollouts = {.games = MANY, .seed = 22, .threads = 2};
    assert_int_equal(
        trey_odds_find(starts, NULL, MANY, evaluator, &rollouts, &odds, NULL), TREY_OK);
    /* Standard errors of both means, from their 95 % intervals. */
    double one = (stats.mean.high - stats.mean.low) / 3.92;
    double other = (odds.score.high - odds.score.low) / 3.92;
    assert_true(fabs(stats.mean.mean - odds.score.mean) <
                4.5 * sqrt(one * one + other * other));
    for (int rank = 6; rank < 10; rank++) {
        double p = (stats.reach[rank].mean + odds.reach[rank].mean) / 2.0;
        assert_true(fabs(stats.reach[rank].mean - odds.reach[rank].mean) <=
                    4.5 * sqrt(2.0 * p * (1.0 - p) / MANY) + 1e-9);
    }
    free(results);
    free(starts);
    trey_evaluator_free(evaluator);
}

static void test_weights(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window");
    struct trey_evaluator *evaluator = evaluator_of(&rules, "points");
    struct trey_view views[2] = {view_of(&rules, 1), view_of(&rules, 2)};
    struct trey_odds_options options = {.games = GAMES, .seed = 4, .threads = 1};
    struct trey_odds alone, weighed, mixed;
    for (int i = 0; i < 2; i++) {
        double weights[2] = {i == 0, 3.0 * i};
        assert_int_equal(
            trey_odds_find(&views[i], NULL, 1, evaluator, &options, &alone, NULL),
            TREY_OK);
        assert_int_equal(
            trey_odds_find(views, weights, 2, evaluator, &options, &weighed, NULL),
            TREY_OK);
        assert_memory_equal(alone.quantile, weighed.quantile, sizeof alone.quantile);
        assert_int_equal(
            trey_odds_find(views, NULL, 2, evaluator, &options, &mixed, NULL), TREY_OK);
        assert_true(fabs(mixed.score.mean - alone.score.mean) > 0.0);
    }
    trey_evaluator_free(evaluator);
}

static void count_empty(void *context, const trey_board *boards, size_t count,
                        float *values)
{
    atomic_fetch_add((atomic_int *)context, 1);
    for (size_t i = 0; i < count; i++) {
        values[i] = 0.0F;
        for (int cell = 0; cell < 16; cell++)
            values[i] += (boards[i] >> 4 * cell & 15) == 0 ? 1.0F : 0.0F;
    }
}

/* An evaluator that gathers boards gives the same odds as one that does not, also with
 * several threads. */
static void test_gathered(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window");
    struct trey_view view = view_of(&rules, 1);
    static const size_t gather[] = {0, 7, 1 << 12};
    struct trey_odds odds[3];
    for (int i = 0; i < 3; i++) {
        atomic_int calls = 0;
        struct trey_evaluation evaluation = {
            .values = count_empty, .context = &calls, .gather = gather[i]};
        struct trey_evaluator *evaluator = NULL;
        assert_int_equal(trey_evaluator_custom(rules.shape, TREY_EVAL_THREES, &evaluation,
                                               &evaluator, NULL),
                         TREY_OK);
        struct trey_odds_options options = {.games = GAMES, .seed = 4, .threads = 4};
        assert_int_equal(
            trey_odds_find(&view, NULL, 1, evaluator, &options, &odds[i], NULL), TREY_OK);
        assert_true(calls > GAMES);
        assert_memory_equal(odds[i].quantile, odds[0].quantile, sizeof odds->quantile);
        assert_true(odds[i].moves == odds[0].moves);
        trey_evaluator_free(evaluator);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window"),
                      small = rules_of("window rows=3 cols=3");
    struct trey_evaluator *evaluator = evaluator_of(&rules, "points");
    struct trey_view views[2] = {view_of(&rules, 1), view_of(&small, 1)};
    struct trey_odds_options options = {.games = 100, .threads = 2};
    struct trey_cancel cancel = {0};
    struct trey_odds odds;
    assert_int_equal(trey_odds_find(views, NULL, 0, evaluator, &options, &odds, NULL),
                     TREY_ERR_ARGUMENT);
    assert_int_equal(trey_odds_find(views, NULL, 2, evaluator, &options, &odds, NULL),
                     TREY_ERR_ARGUMENT);
    assert_int_equal(trey_odds_find(&views[1], NULL, 1, evaluator, &options, &odds, NULL),
                     TREY_ERR_ARGUMENT);
    options.games = (uint64_t)TREY_ODDS_MAX_GAMES + 1;
    assert_int_equal(trey_odds_find(views, NULL, 1, evaluator, &options, &odds, NULL),
                     TREY_ERR_ARGUMENT);
    options.games = 100;
    static struct trey_odds_by_move by_move;
    views[1] = view_of(&rules, 2); /* the same rules, another board */
    assert_int_equal(
        trey_odds_find_by_move(views, NULL, 2, evaluator, &options, &by_move, NULL),
        TREY_ERR_ARGUMENT);
    options.cancel = &cancel;
    trey_cancel_raise(&cancel);
    assert_int_equal(
        trey_odds_find_by_move(views, NULL, 1, evaluator, &options, &by_move, NULL),
        TREY_ERR_CANCELLED);
    assert_int_equal(by_move.games, 0);
    assert_int_equal(trey_odds_find(views, NULL, 1, evaluator, &options, &odds, NULL),
                     TREY_ERR_CANCELLED);
    assert_int_equal(odds.games, 0);
    views[0].next = (trey_next)(1U << 15);
    assert_int_equal(trey_odds_find(views, NULL, 1, evaluator, NULL, &odds, NULL),
                     TREY_ERR_INPUT);
    trey_evaluator_free(evaluator);
}

/* The odds of a finished game are its result. */
static void test_over(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window rows=2 cols=2");
    struct trey_evaluator *evaluator = evaluator_of(&rules, "points");
    trey_board board = 0;
    struct trey_view view;
    struct trey_odds odds;
    assert_int_equal(trey_rules_parse_board(&rules, "1 6 3 1", &board, NULL), TREY_OK);
    assert_int_equal(
        trey_view_make(&rules, board, 1U << 1, TREY_DECK_UNKNOWN, &view, NULL), TREY_OK);
    assert_int_equal(trey_odds_find(&view, NULL, 1, evaluator, NULL, &odds, NULL),
                     TREY_OK);
    assert_int_equal(odds.games, 1000);
    assert_int_equal(odds.quantile[TREY_ODDS_P5], view.score);
    assert_int_equal(odds.quantile[TREY_ODDS_P95], view.score);
    assert_true(odds.reach[4].mean >= 1.0 && odds.reach[5].mean <= 0.0);
    assert_true(odds.moves <= 0.0);
    static struct trey_odds_by_move by_move;
    assert_int_equal(
        trey_odds_find_by_move(&view, NULL, 1, evaluator, NULL, &by_move, NULL), TREY_OK);
    assert_int_equal(by_move.best, -1);
    trey_evaluator_free(evaluator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_games),    cmocka_unit_test(test_selfplay),
        cmocka_unit_test(test_weights),        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_over),           cmocka_unit_test(test_parts),
        cmocka_unit_test(test_points_to_come), cmocka_unit_test(test_ladder),
        cmocka_unit_test(test_by_move),        cmocka_unit_test(test_gathered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
