/* Recorded games: round trips of both formats, damage, and the store. */
#include "rules/mechanics.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/record.h"

#if defined(TREY_WITH_JANSSON)
#include <jansson.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const rule_sets[] = {
    "window",
    "classic",
    "course",
    "course rows=3 cols=3",
    "course rows=2 cols=3",
    "2048",
    "window top=merge",
    "window hint=exact",
    "classic hint=none",
    "2048 rows=3 cols=5",
    "window start=5",
};
enum { SETS = sizeof rule_sets / sizeof *rule_sets };

/* A game of random moves. */
static void play_random(struct random_case *random, const char *rules_text,
                        unsigned number, struct trey_record *record)
{
    struct trey_rules rules;
    struct trey_game game;
    assert_int_equal(trey_rules_parse(rules_text, &rules, NULL), TREY_OK);
    trey_game_begin(&game, &rules, random->seed, number);
    assert_int_equal(trey_record_begin(record, &game.view, random->seed, number,
                                       "test player: a|b@c", NULL),
                     TREY_OK);
    record->begun_ms = 1000;
    record->ended_ms = 2000;
    unsigned legal;
    while ((legal = trey_game_legal(&game)) != 0) {
        int direction = case_below(random, 4);
        if ((legal >> direction & 1) == 0)
            continue;
        struct trey_move move;
        assert_true(trey_game_slide(&game, (enum trey_direction)direction, &move));
        struct trey_step step = {(uint8_t)direction, move.cell, move.rank, game.view.next,
                                 (float)case_below(random, 5000) / 1000.0F};
        assert_int_equal(trey_record_add(record, &step, NULL), TREY_OK);
    }
    record->score = game.view.score;
}

static void assert_same(const struct trey_record *a, const struct trey_record *b,
                        bool hints)
{
    assert_int_equal(a->start.board, b->start.board);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->begun_ms, b->begun_ms);
    assert_int_equal(a->ended_ms, b->ended_ms);
    for (size_t i = 0; i < a->count; i++) {
        assert_int_equal(a->steps[i].direction, b->steps[i].direction);
        assert_int_equal(a->steps[i].cell, b->steps[i].cell);
        assert_int_equal(a->steps[i].rank, b->steps[i].rank);
        if (hints)
            assert_int_equal(a->steps[i].next, b->steps[i].next);
    }
}

/* A game from its seed, with one tile, cell, hint or number changed. */
static void test_seed(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_record record = {0};
    for (unsigned i = 0; i < 4 * SETS; i++) {
        play_random(&random, rule_sets[i % SETS], i, &record);
        assert_int_equal(trey_record_check_seed(&record, NULL), TREY_OK);
        struct trey_step *step = &record.steps[case_below(&random, (int)record.count)];
        const struct trey_step kept = *step;
        step->rank ^= 1;
        assert_int_equal(trey_record_check_seed(&record, NULL), TREY_ERR_INPUT);
        *step = kept;
        step->cell ^= 1;
        assert_int_equal(trey_record_check_seed(&record, NULL), TREY_ERR_INPUT);
        *step = kept;
        if (step + 1 < record.steps + record.count) { /* the last hint is not shown */
            step->next ^= 1;
            assert_int_equal(trey_record_check_seed(&record, NULL), TREY_ERR_INPUT);
            *step = kept;
        }
        record.seed ^= 1;
        assert_int_equal(trey_record_check_seed(&record, NULL), TREY_ERR_INPUT);
    }
    trey_record_clear(&record);
}

static void test_json(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_record record = {0}, again = {0};
    for (unsigned i = 0; i < 4 * SETS; i++) {
        struct trey_view end;
        char *text = NULL;
        play_random(&random, rule_sets[i % SETS], i, &record);
        assert_int_equal(trey_record_replay(&record, true, &end, NULL), TREY_OK);
        assert_int_equal(end.score, record.score);
        if (trey_record_format(&record, TREY_RECORD_JSON, &text, NULL) == TREY_ERR_LIMIT)
            skip(); /* built without jansson */
        assert_null(strchr(text, '\n'));
        assert_int_equal(trey_record_parse(text, NULL, &again, NULL), TREY_OK);
        assert_same(&record, &again, true);
        assert_string_equal(record.player, again.player);
        assert_int_equal(record.seed, again.seed);
        assert_int_equal(record.number, again.number);
        assert_true(trey_rules_equal(&record.start.rules, &again.start.rules));
        assert_int_equal(trey_record_replay(&again, true, &end, NULL), TREY_OK);
        free(text);
    }
    trey_record_clear(&record);
    trey_record_clear(&again);
}

/* JSON is UTF-8: a player's name in another encoding becomes ASCII, and the game is
 * written. */
static void test_name_not_utf8(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_record record = {0}, read = {0};
    struct trey_rules rules;
    struct trey_game game;
    char *text;
    assert_int_equal(trey_rules_parse("course rows=2 cols=2", &rules, NULL), TREY_OK);
    trey_game_begin(&game, &rules, random.seed, 0);
    assert_int_equal(trey_record_begin(&record, &game.view, random.seed, 0,
                                       "network:n\x9b\xc3\xa9 \x1b[2J", NULL),
                     TREY_OK);
    enum trey_status status = trey_record_format(&record, TREY_RECORD_JSON, &text, NULL);
    if (status == TREY_ERR_LIMIT) {
        trey_record_clear(&record);
        skip();
    }
    assert_int_equal(status, TREY_OK);
    assert_int_equal(trey_record_parse(text, NULL, &read, NULL), TREY_OK);
    assert_string_equal(read.player, "network:n??? \x1b[2J");
    trey_free(text);
    trey_record_clear(&read);
    trey_record_clear(&record);
}

static void test_course(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_record record = {0}, again = {0};
    for (unsigned i = 0; i < 4 * SETS; i++) {
        struct trey_view end;
        char *text = NULL;
        play_random(&random, rule_sets[i % SETS], i, &record);
        assert_int_equal(trey_record_format(&record, TREY_RECORD_COURSE, &text, NULL),
                         TREY_OK);
        struct trey_error error = {0};
        if (trey_record_parse(text, &record.start.rules, &again, &error) != TREY_OK)
            fail_msg("%s: %s\n%s", rule_sets[i % SETS], error.message, text);
        assert_same(&record, &again, false);
        assert_int_equal(trey_record_replay(&again, true, &end, NULL), TREY_OK);
        free(text);
    }
    trey_record_clear(&record);
    trey_record_clear(&again);
}

/* The same game with and without the hint digit of editions from 2022 on. */
static void test_course_hints(void **state)
{
    (void)state;
    static const char plain[] =
        "random:course@1|022133[3]5183[3]91A2E2F3[3]#D13[3]#L[3]71#R[3]42|course@2";
    static const char hinted[] =
        "random:course@1|021213331[3]513831[3]912A22E23F33[3]#D131[3]#L[3]712#R[3]421|"
        "course@2";
    struct trey_rules rules;
    struct trey_record without = {0}, with = {0};
    struct trey_error error;
    assert_int_equal(trey_rules_parse("course start=9", &rules, NULL), TREY_OK);
    assert_int_equal(trey_record_parse(plain, &rules, &without, &error), TREY_OK);
    assert_int_equal(trey_record_parse(hinted, &rules, &with, &error), TREY_OK);
    assert_int_equal(with.count, 3);
    assert_same(&with, &without, false);
    assert_int_equal(with.start.next, without.start.next);
    assert_int_equal(with.steps[0].next, without.steps[0].next);
    assert_int_equal(with.steps[2].next, 1 << 1); /* the last digit */
    trey_record_clear(&with);
    trey_record_clear(&without);

    /* A digit that announces another tile than the one that spawns, and an extra
     * digit. */
    char wrong[sizeof hinted];
    memcpy(wrong, hinted, sizeof hinted);
    *strstr(wrong, "131[3]#L") = '1';
    strstr(wrong, "131[3]#L")[2] = '2';
    assert_int_equal(trey_record_parse(wrong, &rules, &with, &error), TREY_ERR_INPUT);
    assert_non_null(strstr(error.message, "does not announce the next tile"));
    strstr(wrong, "132[3]#L")[2] = '9';
    assert_int_equal(trey_record_parse(wrong, &rules, &with, &error), TREY_ERR_INPUT);
}

static void test_known_course_line(void **state)
{
    (void)state;
    struct trey_rules rules;
    struct trey_record record = {0};
    struct trey_view end;
    struct trey_error error = {0};
    assert_int_equal(trey_rules_parse("course rows=2 cols=2", &rules, NULL), TREY_OK);
    /* 1 at the top left, moved right; 2 spawns at the bottom left; up; 3 spawns. */
    assert_int_equal(
        trey_record_parse("me:it@5|01#R12#U33[3]|it@9", &rules, &record, &error),
        TREY_ERR_INPUT); /* not on the trailing edge */
    if (trey_record_parse("me:it@5|01#R22#U33[3]|it@9", &rules, &record, &error) !=
        TREY_OK)
        fail_msg("%s", error.message);
    assert_int_equal(record.count, 2);
    assert_int_equal(record.begun_ms, 5);
    assert_int_equal(record.ended_ms, 9);
    assert_string_equal(record.player, "me");
    assert_int_equal(trey_record_replay(&record, false, &end, NULL), TREY_OK);
    assert_int_equal(trey_record_replay(&record, true, &end, NULL), TREY_ERR_INPUT);
    static const char *const wrong[] = {
        "",
        "me",
        "me:it@5",
        "me:it@5|01#R22",
        "me:it@5|01#R22|it",
        "me:it@|01|it@9",
        "me:it@5|01#R22[9]|it@9",
        "me:it@5|01#R21|it@9",
        "me:it@5|01#X22|it@9",
        "me:it@5|0101|it@9",
        "me:it@5|91|it@9",
        "me:it@5|01#R22|it@9|",
        "me:it@5|04|it@9",
        "me:it@5||it@9",
        "@7||t@5",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (trey_record_parse(wrong[i], &rules, &record, &error) == TREY_OK)
            fail_msg("\"%s\" was taken", wrong[i]);
    trey_record_clear(&record);
}

/* Any changed line is refused or is a game by the rules. */
static void test_damage(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_record record = {0}, again = {0};
    int refused = 0;
    for (unsigned i = 0; i < 600; i++) {
        struct trey_view end;
        char *text = NULL;
        play_random(&random, rule_sets[i % SETS], i / 20, &record);
        enum trey_record_format format =
            i % 2 == 0 ? TREY_RECORD_COURSE : TREY_RECORD_JSON;
        if (trey_record_format(&record, format, &text, NULL) == TREY_ERR_LIMIT)
            continue;
        size_t size = strlen(text);
        size_t at = (size_t)case_below(&random, (int)size);
        if (i % 5 == 0)
            text[at] = '\0';
        else
            text[at] = (char)(1 + case_below(&random, 126));
        bool taken =
            trey_record_parse(text, &record.start.rules, &again, NULL) == TREY_OK;
        if (taken && trey_record_replay(&again, true, &end, NULL) == TREY_OK)
            assert_int_equal(trey_rules_legal(&end.rules, end.board), 0);
        else
            refused++;
        free(text);
    }
    assert_true(refused > 100);
    trey_record_clear(&record);
    trey_record_clear(&again);
}

/* The framework writes capitals; both cases are read. */
static void test_capitals(void **state)
{
    (void)state;
    struct trey_record record = {0}, again = {0};
    struct random_case random = case_start();
    char *text = NULL;
    play_random(&random, "window", 3, &record);
    assert_int_equal(trey_record_format(&record, TREY_RECORD_COURSE, &text, NULL),
                     TREY_OK);
    char *from = strchr(text, '|'), *to = strrchr(text, '|');
    assert_true(strcspn(from, "ABCEF") < strlen(from));
    assert_true(strcspn(from, "abcdef") >= (size_t)(to - from));
    for (char *c = from; c < to; c++)
        if (*c >= 'A' && *c <= 'F' && c[-1] != '#')
            *c = (char)(*c - 'A' + 'a');
    assert_int_equal(trey_record_parse(text, &record.start.rules, &again, NULL), TREY_OK);
    assert_same(&record, &again, false);
    free(text);
    trey_record_clear(&record);
    trey_record_clear(&again);
}

/* A record that does not begin at a start position is not a whole game, even if all its
 * moves are legal. */
static void test_forged_start(void **state)
{
    (void)state;
    static const char *const sets[] = {"window", "course", "course rows=2 cols=3",
                                       "2048"};
    struct random_case random = case_start();
    struct trey_record record = {0}, late = {0};
    for (unsigned i = 0; i < 4; i++) {
        struct trey_view end, middle;
        play_random(&random, sets[i], i, &record);
        assert_true(record.count > 3);
        middle = record.start;
        for (size_t k = 0; k < 2; k++)
            assert_int_equal(
                trey_view_advance(&middle, (enum trey_direction)record.steps[k].direction,
                                  record.steps[k].cell, record.steps[k].rank,
                                  record.steps[k].next, NULL),
                TREY_OK);
        assert_int_equal(trey_record_begin(&late, &middle, 0, 0, NULL, NULL), TREY_OK);
        for (size_t k = 2; k < record.count; k++)
            assert_int_equal(trey_record_add(&late, &record.steps[k], NULL), TREY_OK);
        late.score = record.score;
        assert_int_equal(trey_record_replay(&late, false, &end, NULL), TREY_OK);
        int tiles = 0;
        for (int cell = 0; cell < middle.rules.shape.rows * middle.rules.shape.cols;
             cell++)
            tiles += trey_board_rank(middle.board, cell) != 0;
        if (tiles != trey_rules_start(&middle.rules))
            assert_int_equal(trey_record_replay(&late, true, &end, NULL), TREY_ERR_INPUT);
        if (record.start.rules.copies > 0) {
            record.start.deck = TREY_DECK_UNKNOWN;
            assert_int_equal(trey_record_replay(&record, false, &end, NULL), TREY_OK);
            assert_int_equal(trey_record_replay(&record, true, &end, NULL),
                             TREY_ERR_INPUT);
        }
    }
    trey_record_clear(&record);
    trey_record_clear(&late);
}

#if defined(TREY_WITH_JANSSON)

static unsigned json_calls_left; /* number of jansson's allocations until they all fail */

static void *failing_malloc(size_t size)
{
    return json_calls_left > 0 && json_calls_left-- > 0 ? malloc(size) : NULL;
}

/* If the JSON library runs out of memory the error says so: the line is valid. */
static void test_json_without_memory(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_record record = {0}, again = {0};
    struct trey_error error;
    char *text = NULL;
    enum trey_status status = TREY_ERR_MEMORY;
    unsigned calls = 0;
    play_random(&random, rule_sets[0], 0, &record);
    assert_int_equal(trey_record_format(&record, TREY_RECORD_JSON, &text, NULL), TREY_OK);
    for (; status != TREY_OK && calls < 10000; calls++) {
        json_calls_left = calls;
        json_set_alloc_funcs(failing_malloc, free);
        status = trey_record_parse(text, NULL, &again, &error);
        json_set_alloc_funcs(malloc, free);
        if (status != TREY_OK)
            assert_int_equal(status, TREY_ERR_MEMORY);
    }
    assert_true(calls > 10 && calls < 10000);
    trey_record_clear(&again);
    trey_record_clear(&record);
    free(text);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_name_not_utf8),
        cmocka_unit_test(test_course),
        cmocka_unit_test(test_course_hints),
        cmocka_unit_test(test_known_course_line),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_capitals),
        cmocka_unit_test(test_forged_start),
#if defined(TREY_WITH_JANSSON)
        cmocka_unit_test(test_json_without_memory),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
