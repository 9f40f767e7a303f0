/* The archive of games: numbers, duplicates, damage, the size limit, several processes.
 *
 * Each test has its own archive directory, and games are random moves from a seed. */
#include "extras/record/archive.h"
#include "support/test.h"
#include "trey/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char directory[] = "/tmp/test_archive_XXXXXX";

static int set_up(void **state)
{
    (void)state;
    strcpy(directory + strlen(directory) - 6, "XXXXXX");
    return mkdtemp(directory) == NULL;
}

static int tear_down(void **state)
{
    struct trey_archive_game *games;
    size_t count;
    (void)state;
    if (trey_archive_list(directory, &games, &count, NULL) != TREY_OK)
        return 1;
    for (size_t i = 0; i < count; i++) {
        char *path;
        if (trey_archive_path(directory, games[i].number, &path, NULL) == TREY_OK)
            unlink(path);
        trey_free(path);
    }
    trey_free(games);
    return rmdir(directory);
}

/* A game of `moves` moves under these rules and this seed, as a line. */
static char *game_line(const char *rules_text, uint64_t seed, int moves)
{
    struct trey_rules rules;
    struct trey_game game;
    struct trey_record record = {0};
    char *line;
    assert_int_equal(trey_rules_parse(rules_text, &rules, NULL), TREY_OK);
    trey_game_begin(&game, &rules, seed, 0);
    assert_int_equal(trey_record_begin(&record, &game.view, seed, 0, NULL, NULL),
                     TREY_OK);
    for (int i = 0; i < moves && trey_game_legal(&game) != 0; i++) {
        enum trey_direction direction = TREY_UP;
        struct trey_move move;
        while ((trey_game_legal(&game) >> direction & 1) == 0)
            direction++;
        assert_true(trey_game_slide(&game, direction, &move));
        struct trey_step step = {(uint8_t)direction, move.cell, move.rank, game.view.next,
                                 -1.0F};
        assert_int_equal(trey_record_add(&record, &step, NULL), TREY_OK);
    }
    record.score = game.view.score;
    assert_int_equal(trey_record_format(&record, TREY_RECORD_JSON, &line, NULL), TREY_OK);
    trey_record_clear(&record);
    return line;
}

static uint64_t add_line(const char *line)
{
    uint64_t number = 0;
    struct trey_error error = {0};
    if (trey_archive_add(directory, line, &number, &error) != TREY_OK)
        fail_msg("%s", error.message);
    return number;
}

static void test_lists_added_games(void **state)
{
    struct trey_archive_game *games;
    size_t count;
    (void)state;
    char *threes = game_line("window", 1, 9), *twos = game_line("2048", 2, 7);
    assert_int_equal(add_line(threes), 1);
    assert_int_equal(add_line(twos), 2);
    assert_int_equal(add_line(threes), 1); /* a duplicate */
    assert_int_equal(trey_archive_list(directory, &games, &count, NULL), TREY_OK);
    assert_int_equal(count, 2);
    assert_int_equal(games[0].number, 1);
    assert_int_equal(games[0].moves, 9);
    assert_false(games[0].damaged);
    assert_true(games[0].largest > 0 && games[0].score > 0 && games[0].ended_ms > 0);
    assert_int_equal(games[1].moves, 7);
    assert_true(trey_rules_merges_score(&games[1].rules));
    trey_free(games);
    trey_free(threes);
    trey_free(twos);
}

static void test_lists_damage(void **state)
{
    struct trey_archive_game *games;
    size_t count;
    char *path, *line = game_line("window", 1, 3);
    (void)state;
    for (uint64_t i = 1; i <= 3; i++) {
        char *other = game_line("window", i, 3);
        assert_int_equal(add_line(other), i);
        trey_free(other);
    }
    assert_int_equal(trey_archive_path(directory, 1, &path, NULL), TREY_OK);
    assert_int_equal(truncate(path, 0), 0);
    trey_free(path);
    assert_int_equal(trey_archive_path(directory, 2, &path, NULL), TREY_OK);
    assert_int_equal(truncate(path, 100), 0);
    trey_free(path);
    assert_int_equal(trey_archive_list(directory, &games, &count, NULL), TREY_OK);
    assert_int_equal(count, 3);
    assert_true(games[0].damaged && games[1].damaged && !games[2].damaged);
    assert_true(games[0].problem[0] != '\0' && games[1].problem[0] != '\0');
    trey_free(games);
    assert_int_equal(add_line(line), 4);
    trey_free(line);
}

static void test_removes_the_oldest(void **state)
{
    struct trey_archive_game *games;
    size_t count;
    char line[64];
    (void)state;
    for (uint64_t i = 1; i <= TREY_ARCHIVE_MAX_GAMES + 2; i++) {
        snprintf(line, sizeof line, "not a record %llu", (unsigned long long)i);
        assert_int_equal(add_line(line), i);
    }
    assert_int_equal(trey_archive_list(directory, &games, &count, NULL), TREY_OK);
    assert_int_equal(count, TREY_ARCHIVE_MAX_GAMES);
    assert_int_equal(games[0].number, 3);
    trey_free(games);
}

static void test_several_processes(void **state)
{
    enum { PROCESSES = 8, GAMES = 20 };
    struct trey_archive_game *games;
    size_t count;
    (void)state;
    for (int i = 0; i < PROCESSES; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child != 0)
            continue;
        bool good = true;
        for (int game = 0; game < GAMES; game++) {
            char line[64];
            snprintf(line, sizeof line, "process %d, game %d", i, game);
            good = trey_archive_add(directory, line, NULL, NULL) == TREY_OK && good;
        }
        _exit(good ? 0 : 1);
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    assert_int_equal(trey_archive_list(directory, &games, &count, NULL), TREY_OK);
    assert_int_equal(count, PROCESSES * GAMES);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(games[i].number, i + 1);
    trey_free(games);
}

static void test_refusals(void **state)
{
    struct trey_archive_game *games;
    struct trey_error error;
    size_t count;
    char *path;
    (void)state;
    assert_int_equal(trey_archive_path(directory, 7, &path, &error), TREY_ERR_INPUT);
    assert_string_equal(error.message, "game 7 is not in the archive");
    char pipe[256];
    snprintf(pipe, sizeof pipe, "%s/000007.game", directory);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(trey_archive_path(directory, 7, &path, &error), TREY_ERR_INPUT);
    assert_int_equal(unlink(pipe), 0);
    assert_int_equal(trey_archive_list("/nonexistent", &games, &count, &error), TREY_OK);
    assert_int_equal(count, 0);
    assert_int_equal(trey_archive_add("/nonexistent", "x", NULL, &error), TREY_ERR_IO);
    assert_int_equal(trey_archive_list("/dev/null", &games, &count, &error), TREY_ERR_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_lists_added_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_lists_damage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_removes_the_oldest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_several_processes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refusals, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
