/* Players and many games: independent of the threads and of hidden information.
 *
 * Further tests cover programs as players, the store, progress reports and statistics. */
#include "base/store.h"
#include "players/command.h"
#include "players/player.h"
#include "players/player_key.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/learn.h"
#include "trey/selfplay.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 40 };

static struct trey_rules rules_of(const char *text)
{
    struct trey_rules rules;
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    return rules;
}

static struct trey_player_options fast_player(void)
{
    struct trey_player_options options;
    trey_player_defaults(&options);
    options.limits.depth_plies = 1;
    options.table_bytes = (size_t)1 << 16;
    return options;
}

static struct trey_selfplay_options games_of(const char *rules)
{
    return (struct trey_selfplay_options){
        .rules = rules_of(rules), .seed = 3, .games = GAMES, .threads = 1};
}

/* Checks that results arrive in order, and counts records. */
struct received {
    uint64_t next;
    int records;
};

static enum trey_status check_game(void *context, uint64_t game,
                                   const struct trey_game_result *result,
                                   const struct trey_record *record,
                                   struct trey_error *error)
{
    struct received *received = context;
    struct trey_view end;
    assert_int_equal(game, received->next++);
    assert_true(result->done);
    if (record != NULL) {
        received->records++;
        assert_int_equal(trey_record_replay(record, true, &end, error), TREY_OK);
        assert_int_equal(end.score, result->score);
        assert_int_equal(record->count, result->moves);
    }
    return TREY_OK;
}

static void test_threads(void **state)
{
    (void)state;
    static const char *const players[] = {"random", "greedy", "heuristic", "points"};
    static const char *const rule_sets[] = {"window", "course rows=3 cols=3", "2048",
                                            "classic"};
    struct trey_player_options how = fast_player();
    for (int i = 0; i < 4; i++) {
        struct trey_game_result one[GAMES], many[GAMES];
        struct trey_selfplay_options options = games_of(rule_sets[i]);
        if (i == 2)
            options.rules = rules_of("2048 rows=3 cols=3");
        assert_int_equal(trey_selfplay_run(players[i], &how, &options, one, NULL),
                         TREY_OK);
        struct received received = {0};
        options.threads = 3;
        options.records = true;
        options.report = check_game;
        options.report_context = &received;
        assert_int_equal(trey_selfplay_run(players[i], &how, &options, many, NULL),
                         TREY_OK);
        assert_int_equal(received.next, GAMES);
        assert_int_equal(received.records, GAMES);
        for (int g = 0; g < GAMES; g++) {
            assert_true(one[g].done && many[g].done);
            assert_int_equal(one[g].score, many[g].score);
            assert_int_equal(one[g].moves, many[g].moves);
            assert_int_equal(one[g].largest, many[g].largest);
        }
    }
}

/* Counts the calls that found another one at work. */
struct gathering {
    atomic_int working, together;
};

static void count_empty(void *context, const trey_board *boards, size_t count,
                        float *values)
{
    struct gathering *calls = context;
    if (atomic_fetch_add(&calls->working, 1) != 0)
        calls->together++;
    for (size_t i = 0; i < count; i++) {
        values[i] = 0.0F;
        for (int cell = 0; cell < 16; cell++)
            values[i] += (boards[i] >> 4 * cell & 15) == 0 ? 1.0F : 0.0F;
    }
    calls->working--;
}

/* An evaluator of the caller that gathers boards is used by one thread, and games are
 * those by one that does not gather. */
static void test_gathering_evaluator(void **state)
{
    (void)state;
    struct trey_player_options how = fast_player();
    struct trey_game_result results[2][GAMES];
    for (int i = 0; i < 2; i++) {
        struct trey_selfplay_options options = games_of("window");
        struct gathering calls = {0, 0};
        struct trey_evaluation evaluation = {
            .values = count_empty, .context = &calls, .gather = i == 0 ? 0 : 64};
        struct trey_evaluator *evaluator = NULL;
        assert_int_equal(trey_evaluator_custom(options.rules.shape, TREY_EVAL_THREES,
                                               &evaluation, &evaluator, NULL),
                         TREY_OK);
        options.evaluator = evaluator;
        options.threads = i == 0 ? 1 : 4;
        assert_int_equal(trey_selfplay_run("heuristic", &how, &options, results[i], NULL),
                         TREY_OK);
        assert_int_equal(calls.together, 0);
        trey_evaluator_free(evaluator);
    }
    for (int g = 0; g < GAMES; g++)
        assert_int_equal(results[1][g].score, results[0][g].score);
}

/* Games are numbered: playing only the second half gives the second half of all games. */
static void test_first(void **state)
{
    (void)state;
    struct trey_player_options how = fast_player();
    struct trey_game_result all[GAMES], half[GAMES];
    struct trey_selfplay_options options = games_of("window");
    assert_int_equal(trey_selfplay_run("random", &how, &options, all, NULL), TREY_OK);
    options.first = GAMES / 2;
    options.games = GAMES / 2;
    assert_int_equal(trey_selfplay_run("random", &how, &options, half, NULL), TREY_OK);
    for (int g = 0; g < GAMES / 2; g++)
        assert_int_equal(half[g].score, all[g + GAMES / 2].score);
}

/* Other hidden cards and other random numbers with the same view: the same move. */
static void test_nothing_hidden_is_seen(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_rules rules = rules_of("window");
    struct trey_player_options options = fast_player();
    options.limits.depth_plies = 2;
    static const char *const players[] = {"random", "greedy", "heuristic"};
    for (int p = 0; p < 3; p++) {
        struct trey_player *player = NULL;
        assert_int_equal(
            trey_player_new(players[p], &rules, &options, NULL, &player, NULL), TREY_OK);
        struct trey_game game;
        trey_game_begin(&game, &rules, random.seed, (uint64_t)p);
        for (uint64_t slide = 0; trey_game_legal(&game) != 0; slide++) {
            enum trey_direction one, other;
            struct trey_game swapped;
            trey_game_from_view(&swapped, &game.view, 99, slide);
            assert_int_equal(trey_player_begin(player, 5, slide, NULL), TREY_OK);
            assert_int_equal(trey_player_select_move(player, &game.view, &one, NULL),
                             TREY_OK);
            assert_int_equal(trey_player_begin(player, 5, slide, NULL), TREY_OK);
            assert_int_equal(trey_player_select_move(player, &swapped.view, &other, NULL),
                             TREY_OK);
            assert_int_equal(one, other);
            assert_true(trey_game_slide(&game, one, NULL));
        }
        trey_player_free(player);
    }
}

/* --- programs ----------------------------------------------------------------------- */

/* A player in the shell: U if legal, else the move in $1. */
#define SHELL_PLAYER(move)                                                               \
    "exec:while read word rest; do case $word in trey) echo treyok;; isready) echo "     \
    "readyok;; go) echo hello; echo bestmove " move ";; quit) exit;; esac; done"

static enum trey_status run_program(const char *player)
{
    struct trey_player_options how = fast_player();
    struct trey_game_result results[1];
    struct trey_selfplay_options options = games_of("window");
    struct trey_error error = {0};
    options.games = 1;
    enum trey_status status = trey_selfplay_run(player, &how, &options, results, &error);
    assert_true(status == TREY_OK || error.message[0] != '\0');
    return status;
}

static void test_programs(void **state)
{
    (void)state;
    /* A game ends before U can be played for ever. */
    assert_int_equal(run_program(SHELL_PLAYER("U")), TREY_ERR_INPUT);
    assert_int_equal(run_program(SHELL_PLAYER("X")), TREY_ERR_INPUT);
    assert_int_equal(run_program(SHELL_PLAYER("")), TREY_ERR_INPUT);
    assert_int_equal(run_program("exec:false"), TREY_ERR_IO);
    assert_int_equal(run_program("exec:read a; echo treyok; read b"), TREY_ERR_IO);
    assert_int_equal(run_program("exec:/nonexistent/program"), TREY_ERR_IO);
    assert_int_equal(run_program("nobody"), TREY_ERR_ARGUMENT);
}

/* --- stopping and resuming ---------------------------------------------------------- */

static void test_cancel(void **state)
{
    (void)state;
    struct trey_player_options how = fast_player();
    struct trey_game_result results[GAMES];
    struct trey_selfplay_options options = games_of("window");
    struct trey_cancel cancel = {.raised = 1};
    options.cancel = &cancel;
    assert_int_equal(trey_selfplay_run("random", &how, &options, results, NULL),
                     TREY_ERR_CANCELLED);
    for (int g = 0; g < GAMES; g++)
        assert_false(results[g].done);
}

static void test_store(void **state)
{
    (void)state;
    if (!trey_store_available())
        skip();
    char path[] = "/tmp/trey-test-XXXXXX";
    close(mkstemp(path));
    struct trey_store *store = NULL;
    assert_int_equal(trey_store_open(path, &store, NULL), TREY_OK);
    struct trey_player_options how = fast_player();
    struct trey_game_result half[GAMES], all[GAMES], plain[GAMES];
    struct trey_selfplay_options options = games_of("window");
    struct received received = {0};
    assert_int_equal(trey_selfplay_run("random", &how, &options, plain, NULL), TREY_OK);
    options.store = store;
    options.records = true;
    options.games = GAMES / 2;
    assert_int_equal(trey_selfplay_run("random", &how, &options, half, NULL), TREY_OK);
    options.games = GAMES;
    options.threads = 2;
    options.report = check_game;
    options.report_context = &received;
    assert_int_equal(trey_selfplay_run("random", &how, &options, all, NULL), TREY_OK);
    assert_int_equal(received.records, GAMES); /* including those from the store */
    for (int g = 0; g < GAMES; g++)
        assert_int_equal(all[g].score, plain[g].score);
    for (int g = 0; g < GAMES / 2; g++)
        assert_true(all[g].seconds == half[g].seconds); /* not played again */
    trey_store_close(store);
    unlink(path);
}

/* Trains a network for this many games and writes a file; false without zstd. */
static bool train_into(const char *path, uint64_t games)
{
    struct trey_learn_options options;
    struct trey_learner *learner = NULL;
    trey_learn_defaults(&options);
    options.rules = rules_of("course rows=3 cols=3");
    options.tuples = "0123 4567";
    options.threads = 1;
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_OK);
    assert_int_equal(trey_learner_run(learner, games, 0.0, NULL, NULL), TREY_OK);
    enum trey_status status = trey_learner_export(learner, NULL, path, NULL);
    trey_learner_free(learner);
    return status == TREY_OK;
}

/* Plays games with a store; their times show which were played and which were found. */
static void play_stored(const char *player, const char *path, bool cpu_time,
                        struct trey_game_result results[GAMES])
{
    struct trey_player_options how = fast_player();
    struct trey_selfplay_options options = games_of("course rows=3 cols=3");
    struct trey_store *store = NULL;
    how.cpu_time = cpu_time;
    assert_int_equal(trey_store_open(path, &store, NULL), TREY_OK);
    options.store = store;
    assert_int_equal(trey_selfplay_run(player, &how, &options, results, NULL), TREY_OK);
    trey_store_close(store);
}

/* The time of a game is stored to the last bit, and no two plays take the same time. */
static bool same_plays(const struct trey_game_result one[GAMES],
                       const struct trey_game_result other[GAMES])
{
    for (int g = 0; g < GAMES; g++)
        if (memcmp(&one[g].seconds, &other[g].seconds, sizeof one[g].seconds) != 0)
            return false;
    return true;
}

static void test_store_knows_contents(void **state)
{
    (void)state;
    if (!trey_store_available())
        skip();
    char network[] = "/tmp/trey-network-XXXXXX", path[] = "/tmp/trey-test-XXXXXX";
    close(mkstemp(network));
    close(mkstemp(path));
    char name[64];
    struct trey_game_result first[GAMES], again[GAMES], second[GAMES], walled[GAMES];
    snprintf(name, sizeof name, "network:%s", network);
    if (train_into(network, 50)) {
        play_stored(name, path, true, first);
        play_stored(name, path, true, again);
        assert_true(same_plays(first, again));
        play_stored(name, path, false, walled);
        assert_false(same_plays(first, walled));
        assert_true(train_into(network, 500)); /* in place */
        play_stored(name, path, true, second);
        assert_false(same_plays(first, second));
        int differ = 0;
        for (int g = 0; g < GAMES; g++)
            differ += first[g].score != second[g].score;
        assert_true(differ > GAMES / 2);
        assert_true(train_into(network, 50)); /* as it was */
        play_stored(name, path, true, again);
        assert_true(same_plays(first, again));
    }
    unlink(network);
    unlink(path);
}

/* A solution's file works as well; the name of a file that is not a player is refused. */
static void test_store_knows_solutions(void **state)
{
    (void)state;
    char table[] = "/tmp/trey-table-XXXXXX", path[] = "/tmp/trey-test-XXXXXX";
    struct trey_rules rules = rules_of("course rows=2 cols=3");
    close(mkstemp(table)); /* only its bytes matter */
    close(mkstemp(path));
    struct trey_store *store = NULL;
    if (trey_store_open(path, &store, NULL) == TREY_OK) {
        char name[64], *one = NULL, *other = NULL;
        struct trey_player_options how = fast_player();
        snprintf(name, sizeof name, "exact:%s", table);
        assert_int_equal(trey_player_key(name, &rules, &how, &one, NULL), TREY_OK);
        FILE *file = fopen(table, "ab");
        assert_non_null(file);
        fputc('x', file);
        fclose(file);
        assert_int_equal(trey_player_key(name, &rules, &how, &other, NULL), TREY_OK);
        assert_string_not_equal(one, other);
        assert_non_null(strstr(one, " contents="));
        free(one);
        free(other);
        assert_int_equal(trey_player_key("exact:/none", &rules, &how, &one, NULL),
                         TREY_ERR_IO);
        struct trey_evaluator *evaluator = NULL;
        struct trey_game_result results[GAMES];
        struct trey_selfplay_options options = games_of("course rows=2 cols=3");
        assert_int_equal(
            trey_evaluator_points(rules.shape, TREY_EVAL_THREES, &evaluator, NULL),
            TREY_OK);
        options.store = store;
        options.evaluator = evaluator;
        assert_int_equal(trey_selfplay_run("points", &how, &options, results, NULL),
                         TREY_ERR_ARGUMENT);
        trey_evaluator_free(evaluator);
    }
    trey_store_close(store);
    unlink(table);
    unlink(path);
}

/* --- progress ----------------------------------------------------------------------- */

struct seen {
    uint64_t reported, slides;
};

static enum trey_status count_moves(void *context, uint64_t game,
                                    const struct trey_game_result *result,
                                    const struct trey_record *record,
                                    struct trey_error *error)
{
    struct seen *seen = context;
    (void)game, (void)record, (void)error;
    seen->slides += result->moves;
    return TREY_OK;
}

static void check_progress(void *context, const struct trey_game_in_progress *games,
                           size_t count)
{
    struct seen *seen = context;
    seen->reported++;
    assert_true(count >= 1 && count <= 2);
    for (size_t i = 0; i < count; i++) {
        assert_true(games[i].number < GAMES);
        for (size_t other = 0; other < i; other++)
            assert_true(games[i].number != games[other].number);
    }
}

/* Progress, if requested after each move, is reported after each move. */
static void test_progress(void **state)
{
    (void)state;
    struct trey_player_options how = fast_player();
    struct trey_game_result results[GAMES];
    struct trey_selfplay_options options = games_of("window");
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct seen seen = {0};
        options.threads = threads;
        options.report = count_moves;
        options.progress = check_progress;
        options.report_context = &seen;
        assert_int_equal(trey_selfplay_run("random", &how, &options, results, NULL),
                         TREY_OK);
        if (threads == 1)
            assert_int_equal(seen.reported, seen.slides);
        assert_true(seen.reported > 0);
    }
}

/* An error of the search is an error of the player, not a move. */
static void test_refused_limits(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window");
    struct trey_player_options how = fast_player();
    how.limits.depth_plies = 0;
    struct trey_player *player = NULL;
    struct trey_game game;
    struct trey_error error = {0};
    enum trey_direction direction = TREY_LEFT;
    trey_game_begin(&game, &rules, 1, 1);
    assert_int_equal(trey_player_new("heuristic", &rules, &how, NULL, &player, NULL),
                     TREY_OK);
    assert_int_equal(trey_player_begin(player, 1, 1, NULL), TREY_OK);
    assert_int_equal(trey_player_select_move(player, &game.view, &direction, &error),
                     TREY_ERR_ARGUMENT);
    assert_true(error.message[0] != '\0');
    assert_int_equal(direction, TREY_LEFT);
    trey_player_free(player);
}

/* The weights of moves at these boards, one after the other, in one game. */
static void time_weights(const char *name, bool late, const char *const *boards,
                         int count, double *weights)
{
    struct trey_rules rules = rules_of("window");
    struct trey_player_options how = fast_player();
    struct trey_player *player = NULL;
    how.late = late;
    assert_int_equal(trey_player_new(name, &rules, &how, NULL, &player, NULL), TREY_OK);
    assert_int_equal(trey_player_begin(player, 1, 1, NULL), TREY_OK);
    for (int i = 0; i < count; i++) {
        struct trey_view view = {.rules = rules, .deck = TREY_DECK_UNKNOWN};
        assert_int_equal(trey_rules_parse_board(&rules, boards[i], &view.board, NULL),
                         TREY_OK);
        weights[i] = trey_player_time_weight(player, &view);
    }
    trey_player_free(player);
}

/* With `late` a board in danger gets more time than a calm one with the same tiles, if
 * the player has a network. */
static void test_time_weight(void **state)
{
    (void)state;
    static const char calm[] = "1536,384,96,24/768,192,48,12/3,3,6,0/1,0,0,0";
    static const char danger[] = "96,1536,24,3/0,768,0,384/0,12,192,6/1,3,48,0";
    static const char *const boards[] = {calm, danger, calm};
    static const double sum = 1536 + 768 + 384 + 192 + 96 + 48 + 24 + 12 + 6 + 3 + 3 + 1;
    double weights[3];
    time_weights("network-small", false, boards, 3, weights);
    assert_true(weights[0] == 1.0 && weights[1] == 1.0);
    static const char *const without[] = {"heuristic", "points"};
    for (int i = 0; i < 2; i++) { /* 1536, 768 and 384 have not merged */
        time_weights(without[i], true, boards, 3, weights);
        assert_true(fabs(weights[0] / (pow(sum, 1.5) * 8.0) - 1.0) < 1e-9);
        assert_true(weights[1] == weights[0]);
    }
    time_weights("network-small", true, boards, 3, weights);
    assert_true(fabs(weights[0] / pow(sum, 1.5) - 1.0) < 1e-9); /* nothing is usual yet */
    assert_true(weights[1] > 1.5 * weights[0] && weights[1] < 21.0 * weights[0]);
    assert_true(weights[2] < 1.1 * weights[0]);
}

static void test_names(void **state)
{
    (void)state;
    struct trey_error error = {0};
    static const char *const none[] = {"nope",     "",     "random ",
                                       "networks", "exec", "exact2"};
    for (int i = 0; trey_player_name_at(i) != NULL; i++)
        assert_int_equal(trey_player_check_name(trey_player_name_at(i), NULL), TREY_OK);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(trey_player_check_name(none[i], &error), TREY_ERR_ARGUMENT);
        for (int k = 0; trey_player_name_at(k) != NULL; k++)
            assert_non_null(strstr(error.message, trey_player_name_at(k)));
    }
}

/* --- statistics --------------------------------------------------------------------- */

static void test_bins(void **state)
{
    (void)state;
    int last = 0;
    assert_int_equal(trey_ms_bin(0.0), 0);
    assert_int_equal(trey_ms_bin(-1.0), 0);
    assert_int_equal(trey_ms_bin(0.001), 0);
    assert_int_equal(trey_ms_bin(1.024), 40);
    assert_int_equal(trey_ms_bin(1e30), TREY_MS_BINS - 1);
    for (double ms = 1e-4; ms < 1e6; ms *= 1.07) {
        assert_true(trey_ms_bin(ms) >= last);
        last = trey_ms_bin(ms);
    }
}

static void test_statistics(void **state)
{
    (void)state;
    struct trey_game_result results[12] = {{0}};
    for (unsigned i = 0; i < 10; i++) {
        results[i] = (struct trey_game_result){.score = 100 * (i + 1),
                                               .moves = 100,
                                               .largest = (uint8_t)(7 + i % 2),
                                               .seconds = 0.1,
                                               .slowest_ms = 4.0,
                                               .done = true};
        results[i].spread[trey_ms_bin(1.0)] = 98;
        results[i].spread[trey_ms_bin(4.0)] = 2;
    }
    struct trey_selfplay_stats stats; /* the last two were not finished */
    assert_int_equal(trey_selfplay_summarise(results, 12, &stats, NULL), TREY_OK);
    assert_int_equal(stats.games, 10);
    assert_true(stats.mean.mean == 550.0 && stats.mean.known);
    assert_true(stats.median == 550.0);
    assert_int_equal(stats.least, 100);
    assert_int_equal(stats.most, 1000);
    assert_true(stats.reach[7].mean == 1.0 && stats.reach[8].mean == 0.5);
    assert_true(stats.reach[9].mean == 0.0 && stats.ends[7] == 0.5);
    assert_true(stats.moves == 100.0 && fabs(stats.ms_mean - 1.0) < 1e-9);
    assert_true(stats.ms_max == 4.0 && stats.ms_p99 == 4.0);
    assert_int_equal(trey_selfplay_summarise(results, 0, &stats, NULL), TREY_OK);
    assert_int_equal(stats.games, 0);
}

/* The player with the solution reaches the solved value, and no other player exceeds it;
 * a given solution equals one that the player computes. */
static void test_exact(void **state)
{
    (void)state;
    enum { MANY = 3000 };
    static const char *const games[] = {"course rows=2 cols=3", "course rows=3 cols=2",
                                        "2048 rows=2 cols=2", "2048 rows=2 cols=3"};
    struct trey_game_result *results = calloc(MANY, sizeof *results);
    assert_non_null(results);
    for (int i = 0; i < 4; i++) {
        struct trey_selfplay_options options = games_of(games[i]);
        struct trey_player_options how = fast_player();
        struct trey_selfplay_stats stats;
        struct trey_exact *exact = NULL;
        struct trey_exact_counts counts;
        assert_int_equal(
            trey_exact_player_solve("exact", &options.rules, NULL, &exact, NULL),
            TREY_OK);
        trey_exact_count(exact, &counts);
        options.games = MANY;
        how.exact = exact;
        assert_int_equal(trey_selfplay_run("exact", &how, &options, results, NULL),
                         TREY_OK);
        assert_int_equal(trey_selfplay_summarise(results, MANY, &stats, NULL), TREY_OK);
        double error = (stats.mean.high - stats.mean.low) / 4.0; /* about */
        assert_true(fabs(stats.mean.mean - counts.root_value) < 4.5 * error);
        assert_int_equal(trey_selfplay_run("heuristic", &how, &options, results, NULL),
                         TREY_OK);
        assert_int_equal(trey_selfplay_summarise(results, MANY, &stats, NULL), TREY_OK);
        assert_true(stats.mean.mean < counts.root_value + 4.5 * error);
        trey_exact_free(exact);
    }
    struct trey_selfplay_options options = games_of("course rows=2 cols=3");
    struct trey_player_options how = fast_player();
    assert_int_equal(trey_selfplay_run("exact", &how, &options, results, NULL), TREY_OK);
    free(results);

    static const char *const not_solved[] = {"window", "course", "window rows=2 cols=3",
                                             "course rows=2 cols=3 bonus=uniform"};
    for (int i = 0; i < 4; i++) {
        struct trey_rules rules = rules_of(not_solved[i]);
        struct trey_player *player = NULL;
        assert_int_equal(trey_player_new("exact", &rules, &how, NULL, &player, NULL),
                         TREY_ERR_ARGUMENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_gathering_evaluator),
        cmocka_unit_test(test_first),
        cmocka_unit_test(test_nothing_hidden_is_seen),
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_store),
        cmocka_unit_test(test_store_knows_contents),
        cmocka_unit_test(test_store_knows_solutions),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_refused_limits),
        cmocka_unit_test(test_time_weight),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_bins),
        cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
