/* Whole games: reproducible from the seed, stepped, undone, saved, replayed from the
 * player's view, and independent of hidden information. */
#include "base/threads.h"
#include "rules/chance.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/game.h"

#include <stdlib.h>
#include <string.h>

static const char *const some_rules[] = {
    "classic",
    "window",
    "course",
    "2048",
    "course rows=2 cols=3",
    "course rows=3 cols=3",
    "2048 rows=3 cols=3",
    "2048 rows=2 cols=2 start=1",
    "window hint=none",
    "window hint=exact top=stop",
    "window hint=plus entry=edge odds=3",
    "classic entry=any copies=0 odds=5",
    "classic hint=exact rows=3 cols=5 top=merge",
    "2048 hint=exact entry=moved rows=4 cols=3",
    "window rows=1 cols=12",
};
enum { RULES = sizeof some_rules / sizeof *some_rules };

static struct trey_rules rules_of(const char *text)
{
    struct trey_rules rules;
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    return rules;
}

/* A player that uses only the view. */
static enum trey_direction choose_by_view(const struct trey_view *view)
{
    unsigned legal = trey_rules_legal(&view->rules, view->board);
    uint64_t hash = (view->board ^ view->next) * 0x9e3779b97f4a7c15u + view->deck;
    unsigned direction = (unsigned)((hash * 0xbf58476d1ce4e5b9u) >> 62);
    while ((legal >> direction & 1) == 0)
        direction = (direction + 1) % 4;
    return (enum trey_direction)direction;
}

static void assert_same_game(const struct trey_game *a, const struct trey_game *b)
{
    char text_a[TREY_GAME_TEXT], text_b[TREY_GAME_TEXT];
    trey_game_format(a, text_a, sizeof text_a);
    trey_game_format(b, text_b, sizeof text_b);
    assert_string_equal(text_a, text_b);
}

static void assert_same_view(const struct trey_view *a, const struct trey_view *b)
{
    assert_memory_equal(&a->rules, &b->rules, sizeof a->rules);
    assert_int_equal(a->board, b->board);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->moves, b->moves);
    assert_int_equal(a->next, b->next);
    assert_int_equal(a->deck, b->deck);
}

/* Invariants of every position of a game. */
static void check_position(const struct trey_game *game)
{
    const struct trey_view *view = &game->view;
    struct trey_error error = {0};
    struct trey_chance chances[TREY_MAX_CHANCES];
    bool possible = false;
    if (trey_view_check(view, &error) != TREY_OK)
        fail_msg("%s", error.message);
    assert_true(trey_deck_fits(&view->rules, view->board, view->next, view->deck));
    if (!trey_rules_merges_score(&view->rules))
        assert_int_equal(view->score, trey_board_score(view->board));
    int count =
        trey_rules_tiles(&view->rules, view->board, view->next, view->deck, chances);
    for (int i = 0; i < count; i++)
        possible = possible || chances[i].what == game->tile;
    assert_true(possible || trey_rules_ends(&view->rules, view->board));
}

/* Plays a game with choose_by_view(); every move is checked, and repeated on the player's
 * view. */
static void play_checked(struct trey_game *game)
{
    struct trey_view seen = game->view;
    uint64_t points = 0;
    check_position(game);
    while (trey_game_legal(game) != 0) {
        struct trey_game before = *game, saved, again;
        struct trey_move move;
        char text[TREY_GAME_TEXT];
        enum trey_direction direction = choose_by_view(&game->view);
        for (int d = 0; d < 4; d++)
            if ((trey_game_legal(game) >> d & 1) == 0) {
                assert_false(trey_game_slide(game, (enum trey_direction)d, &move));
                assert_same_game(game, &before);
            }
        assert_true(trey_game_slide(game, direction, &move));
        check_position(game);
        points += move.gain;
        if (trey_rules_merges_score(&game->view.rules))
            assert_int_equal(game->view.score, points);
        assert_int_equal(game->view.moves, before.view.moves + 1);
        assert_int_equal(move.rank, before.tile);

        /* After an undo, or after saving and loading, the game continues the same. */
        again = before;
        trey_game_slide(&again, direction, NULL);
        assert_same_game(&again, game);
        trey_game_format(&before, text, sizeof text);
        assert_int_equal(trey_game_parse(text, &saved, NULL), TREY_OK);
        assert_memory_equal(&saved.view.rules, &before.view.rules,
                            sizeof saved.view.rules);
        trey_game_slide(&saved, direction, NULL);
        assert_same_game(&saved, game);

        assert_int_equal(trey_view_advance(&seen, direction, move.cell, move.rank,
                                           game->view.next, NULL),
                         TREY_OK);
        assert_same_view(&seen, &game->view);
    }
}

static void test_whole_games(void **state)
{
    (void)state;
    for (int i = 0; i < RULES; i++)
        for (uint64_t number = 0; number < 40; number++) {
            struct trey_rules rules = rules_of(some_rules[i]);
            struct trey_game game;
            trey_game_begin(&game, &rules, 1, number);
            play_checked(&game);
        }
    for (int i = 0; trey_rules_name_at(i) != NULL; i++)
        for (uint64_t number = 0; number < 10; number++) {
            struct trey_rules rules = rules_of(trey_rules_name_at(i));
            struct trey_game game;
            trey_game_begin(&game, &rules, 2, number);
            play_checked(&game);
        }
}

/* --- seeds and threads -------------------------------------------------------------- */

enum { GAMES = 300 };

struct batch {
    struct trey_rules rules;
    struct trey_game last[GAMES];
};

static void play_one(void *context, size_t index)
{
    struct batch *batch = context;
    struct trey_game *game = &batch->last[index];
    trey_game_begin(game, &batch->rules, 12, index);
    while (trey_game_legal(game) != 0)
        trey_game_slide(game, choose_by_view(&game->view), NULL);
}

static void test_threads(void **state)
{
    (void)state;
    struct batch *alone = calloc(1, sizeof *alone), *shared = calloc(1, sizeof *shared);
    struct trey_threads *threads = trey_threads_new(3);
    assert_non_null(alone);
    assert_non_null(shared);
    assert_non_null(threads);
    alone->rules = shared->rules = rules_of("window");
    trey_parallel_for(NULL, GAMES, play_one, alone);
    trey_parallel_for(threads, GAMES, play_one, shared);
    for (int i = 0; i < GAMES; i++)
        assert_same_game(&alone->last[i], &shared->last[i]);
    int equal = 0;
    for (int i = 1; i < GAMES; i++)
        equal += alone->last[i].view.board == alone->last[0].view.board;
    assert_int_equal(equal, 0);
    trey_threads_free(threads);
    free(alone);
    free(shared);
}

static void test_seeds_differ(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window");
    struct trey_game a, b, c;
    trey_game_begin(&a, &rules, 1, 2);
    trey_game_begin(&b, &rules, 2, 1);
    trey_game_begin(&c, &rules, 1, 2);
    assert_same_game(&a, &c);
    assert_true(a.view.board != b.view.board && a.random != b.random);
}

/* The first games of a seed: detects a change of the games that a seed gives. */
static void test_known_games(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *line;
    } known[] = {
        {"window", "window board=1323165234632235 next=2 tile=2 deck=4,1,3 moves=42 "
                   "score=240 random=0693a4aaab314d91"},
        {"course rows=2 cols=3",
         "course rows=2 cols=3 board=243251 next=1 tile=1 deck=0,0,1 moves=12 "
         "score=39 random=0e1b8198e1147755"},
        {"2048", "2048 board=1252274142621351 next=? tile=2 deck=0,0,0 moves=146 "
                 "score=1420 random=ec9de33d21a3557b"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct trey_rules rules = rules_of(known[i].rules);
        struct trey_game game;
        char text[TREY_GAME_TEXT];
        trey_game_begin(&game, &rules, 1, 0);
        while (trey_game_legal(&game) != 0)
            trey_game_slide(&game, choose_by_view(&game.view), NULL);
        trey_game_format(&game, text, sizeof text);
        assert_string_equal(text, known[i].line);
    }
}

/* --- hidden information ------------------------------------------------------------- */

/* With other hidden tiles and other random numbers the player sees the same and plays the
 * same, until a hidden tile appears. */
static void test_hidden(void **state)
{
    (void)state;
    int other_tiles = 0;
    for (int i = 0; i < RULES; i++)
        for (uint64_t number = 0; number < 20; number++) {
            struct trey_rules rules = rules_of(some_rules[i]);
            struct trey_game game, other;
            trey_game_begin(&game, &rules, 13, number);
            while (trey_game_legal(&game) != 0) {
                trey_game_from_view(&other, &game.view, 99, game.view.moves);
                assert_same_view(&other.view, &game.view);
                assert_int_equal(choose_by_view(&other.view), choose_by_view(&game.view));
                check_position(&other);
                other_tiles += other.tile != game.tile;
                trey_game_slide(&game, choose_by_view(&game.view), NULL);
            }
        }
    assert_true(other_tiles > 1000); /* the test did compare something */
}

/* Without a hint the deck of the view must not reveal the hidden tile either. */
static void test_hidden_deck(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("course hint=none rows=3 cols=3");
    for (uint64_t number = 0; number < 200; number++) {
        struct trey_game game;
        trey_game_begin(&game, &rules, 14, number);
        while (trey_game_legal(&game) != 0) {
            trey_deck unseen = game.view.deck;
            assert_int_equal(game.view.next, TREY_NEXT_HIDDEN);
            assert_true(unseen == 0 || trey_deck_left(unseen, game.tile) == 1);
            int entered = game.tile;
            trey_game_slide(&game, choose_by_view(&game.view), NULL);
            assert_int_equal(game.view.deck, trey_deck_draw(&rules, unseen, entered));
        }
    }
}

/* --- the end ------------------------------------------------------------------------ */

static void test_top_ends(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window");
    struct trey_view view;
    struct trey_game game;
    struct trey_move move;
    trey_board board;
    trey_board_parse(rules.shape, "ee00000000000012", &board, NULL);
    assert_int_equal(trey_view_make(&rules, board, 8, TREY_DECK_UNKNOWN, &view, NULL),
                     TREY_OK);
    trey_game_from_view(&game, &view, 1, 1);
    assert_true(trey_game_slide(&game, TREY_LEFT, &move));
    assert_int_equal(move.cell, -1);
    assert_int_equal(move.rank, 0);
    assert_int_equal(game.view.board, move.after);
    assert_int_equal(game.view.next, TREY_NEXT_HIDDEN);
    assert_int_equal(game.view.score, 1594323);
    assert_int_equal(trey_game_legal(&game), 0);
    for (int direction = 0; direction < 4; direction++)
        assert_false(trey_game_slide(&game, (enum trey_direction)direction, NULL));
    check_position(&game);
    assert_int_equal(trey_view_advance(&view, TREY_LEFT, 3, 3, 2, NULL), TREY_ERR_INPUT);
    assert_int_equal(trey_view_advance(&view, TREY_LEFT, -1, 0, TREY_NEXT_HIDDEN, NULL),
                     TREY_OK);
    assert_int_equal(view.board, game.view.board);
    assert_int_equal(trey_view_advance(&view, TREY_LEFT, 3, 3, 2, NULL), TREY_ERR_INPUT);
    char text[TREY_GAME_TEXT];
    struct trey_game read;
    trey_game_format(&game, text, sizeof text);
    assert_int_equal(trey_game_parse(text, &read, NULL), TREY_OK);
    assert_same_game(&read, &game);
    trey_game_from_view(&read, &view, 5, 5);
    assert_int_equal(trey_game_legal(&read), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_games),  cmocka_unit_test(test_threads),
        cmocka_unit_test(test_seeds_differ), cmocka_unit_test(test_known_games),
        cmocka_unit_test(test_hidden),       cmocka_unit_test(test_hidden_deck),
        cmocka_unit_test(test_top_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
