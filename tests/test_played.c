/* Threes! with its deck, solved exactly: every state against a recursion written from the
 * rules; the rule set `course` against the other solver; Bellman's equation by the
 * library's chance rules where there are bonus tiles; games played by the solution. */
#include "support/exact_case.h"
#include "support/oracle.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/played.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game with both solution and recursion. */
struct game {
    const char *rules;
    uint64_t end_tile; /* at most 12288 */
    bool ignores;      /* the player counts no cards */
};

static struct trey_played *solve_game(const struct game *game, bool values)
{
    struct trey_rules rules;
    struct trey_played_options options;
    struct trey_played *played;
    assert_int_equal(trey_rules_parse(game->rules, &rules, NULL), TREY_OK);
    trey_played_defaults(&rules, &options);
    options.values = values;
    options.threads = 1;
    options.end_rank =
        game->end_tile == 12288 ? 0 : (unsigned)oracle_rank(game->end_tile);
    options.player = game->ignores ? TREY_PLAYED_IGNORES : TREY_PLAYED_COUNTS;
    assert_int_equal(trey_played_solve(&options, &played, NULL), TREY_OK);
    return played;
}

/* --- the recursion ------------------------------------------------------------------ */

enum { MEMO = 1 << 19, TILES = 16 };

struct state {
    uint64_t key; /* 0: none */
    double value, believed;
};

struct recursion {
    struct trey_rules rules;
    uint64_t end_tile;
    bool ignores;
    struct state *memo;
    size_t states;
};

/* Cards left, by tile. */
struct cards {
    int left[4];
};

/* A hint: the possible tiles with their probabilities, true and as the player
 * believes. */
struct hint {
    int count;
    uint64_t tile[TILES];
    double chance[TILES], believed[TILES];
};

static const struct state *value_of(struct recursion *recursion,
                                    const struct oracle_board *board, struct cards cards);

static void add_tile(struct hint *hint, uint64_t tile, double chance, double believed)
{
    hint->tile[hint->count] = tile;
    hint->chance[hint->count] = chance;
    hint->believed[hint->count++] = believed;
}

/* Lists all hints; without hints in the rules, a single one for all tiles. */
static int list_hints(const struct recursion *recursion, const struct oracle_board *board,
                      struct cards cards, struct hint *hint)
{
    uint64_t largest = 0, values[16];
    int bonuses = 0, count = 0;
    for (int i = 0; i < oracle_cells(board); i++)
        largest = board->tile[i] > largest ? board->tile[i] : largest;
    for (uint64_t value = 6; value <= largest / 8; value *= 2)
        values[bonuses++] = value;
    if (recursion->rules.bonus == TREY_BONUS_NONE)
        bonuses = 0;
    double bonus = bonuses > 0 ? 1.0 / recursion->rules.odds : 0;
    int all = cards.left[1] + cards.left[2] + cards.left[3];
    for (int h = 0; h < TILES; h++)
        hint[h].count = 0;
    for (int tile = 1; tile <= 3; tile++) {
        add_tile(&hint[count], (uint64_t)tile, (1 - bonus) * cards.left[tile] / all,
                 (1 - bonus) / 3);
        count += recursion->rules.hint != TREY_SHOW_NONE;
    }
    int width = bonuses < 3 ? bonuses : 3, windows = bonuses - width + 1;
    if (recursion->rules.bonus == TREY_BONUS_UNIFORM) {
        width = bonuses;
        windows = 1;
    }
    for (int first = 0; bonuses > 0 && first < windows; first++) {
        for (int i = first; i < first + width; i++)
            add_tile(&hint[count], values[i], bonus / windows / width,
                     bonus / windows / width);
        count += recursion->rules.hint != TREY_SHOW_NONE;
    }
    return recursion->rules.hint == TREY_SHOW_NONE ? 1 : count;
}

/* Value of a move under a hint, weighted by the tile probabilities, which include the
 * hint's. */
static bool value_slide(struct recursion *recursion, const struct oracle_board *board,
                        struct cards cards, const struct hint *hint,
                        enum trey_direction d, double *value, double *believed)
{
    struct oracle_board after, then;
    bool moved[16], ends = false;
    int entries = 0;
    if (!oracle_slide(board, d, ORACLE_LARGEST_PACKED, &after, moved))
        return false;
    for (int i = 0; i < oracle_cells(&after); i++)
        ends = ends || after.tile[i] >= recursion->end_tile;
    for (int line = 0; line < oracle_line_count(board, d); line++)
        entries += moved[line];
    *value = *believed = 0;
    for (int i = 0; i < hint->count; i++)
        for (int line = 0; line < oracle_line_count(board, d); line++) {
            double score = (double)oracle_score(&after);
            struct state child = {0, score, score};
            struct cards left = cards;
            if (!moved[line] || (hint->chance[i] <= 0 && !recursion->ignores))
                continue;
            then = after;
            then.tile[oracle_cell(board, d, line, oracle_line_length(board, d) - 1)] =
                hint->tile[i];
            if (hint->tile[i] <= 3)
                left.left[hint->tile[i]]--;
            if (!ends)
                child = *value_of(recursion, &then, left);
            *value += hint->chance[i] > 0 ? hint->chance[i] * child.value / entries : 0;
            *believed += hint->believed[i] * child.believed / entries;
        }
    return true;
}

static struct state *find_state(struct recursion *recursion,
                                const struct oracle_board *board, struct cards cards)
{
    uint64_t key = oracle_to_packed(board) << 12 | (uint64_t)(cards.left[1] + 1) << 8 |
                   (uint64_t)(cards.left[2] + 1) << 4 | (uint64_t)(cards.left[3] + 1);
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 45);
    while (recursion->memo[at].key != 0 && recursion->memo[at].key != key)
        at = (at + 1) % MEMO;
    if (recursion->memo[at].key == 0) {
        recursion->states++;
        assert_true(recursion->states < MEMO / 2);
        recursion->memo[at] = (struct state){key, -1, -1};
    }
    return &recursion->memo[at];
}

/* A negative number of cards occurs only in the belief of a player who ignores the deck;
 * the true value is meaningless then. */
static bool is_real(struct cards cards)
{
    return cards.left[1] >= 0 && cards.left[2] >= 0 && cards.left[3] >= 0;
}

static const struct state *value_of(struct recursion *recursion,
                                    const struct oracle_board *board, struct cards cards)
{
    struct hint hint[TILES];
    double value = 0, believed = 0;
    bool over = true;
    if (!is_real(cards) || cards.left[1] + cards.left[2] + cards.left[3] == 0)
        for (int tile = 1; tile <= 3; tile++)
            cards.left[tile] = recursion->rules.copies;
    struct state *state = find_state(recursion, board, cards);
    if (state->value >= 0)
        return state;
    int hints = list_hints(recursion, board, cards, hint);
    for (int h = 0; h < hints; h++) {
        double best = -1, best_assumed = -1, true_value, assumed;
        for (int d = 0; d < 4; d++) {
            if (!value_slide(recursion, board, cards, &hint[h], (enum trey_direction)d,
                             &true_value, &assumed))
                continue;
            over = false;
            if (recursion->ignores ? assumed > best_assumed + 1e-9 : true_value > best)
                best = true_value;
            best_assumed = assumed > best_assumed + 1e-9 ? assumed : best_assumed;
        }
        value += best;
        believed += best_assumed;
    }
    state->value = over ? (double)oracle_score(board) : value;
    state->believed = over ? (double)oracle_score(board) : believed;
    return state;
}

static struct recursion recursion_new(const struct game *game)
{
    struct recursion recursion = {.end_tile = game->end_tile, .ignores = game->ignores};
    assert_int_equal(trey_rules_parse(game->rules, &recursion.rules, NULL), TREY_OK);
    recursion.memo = calloc(MEMO, sizeof *recursion.memo);
    assert_non_null(recursion.memo);
    return recursion;
}

/* Games begin with one tile. */
static double recursion_run(struct recursion *recursion)
{
    int copies = recursion->rules.copies;
    struct oracle_board board = {.rows = recursion->rules.shape.rows,
                                 .cols = recursion->rules.shape.cols};
    double sum = 0;
    for (int cell = 0; cell < oracle_cells(&board); cell++)
        for (int tile = 1; tile <= 3; tile++) {
            struct cards cards = {{0, copies, copies, copies}};
            cards.left[tile]--;
            board.tile[cell] = (uint64_t)tile;
            sum += value_of(recursion, &board, cards)->value;
            board.tile[cell] = 0;
        }
    return sum / (3.0 * oracle_cells(&board));
}

/* --- every state -------------------------------------------------------------------- */

/* The board of an image, with its cards: from 8 on with 1s and 2s exchanged. */
static uint64_t image_key(const struct oracle_board *board, struct cards cards, int image)
{
    struct oracle_board to = oracle_image(board, image % 8);
    int one = image < 8 ? 1 : 2;
    if (to.rows != board->rows)
        return 0;
    for (int i = 0; i < oracle_cells(&to); i++)
        if (image >= 8 && (to.tile[i] == 1 || to.tile[i] == 2))
            to.tile[i] = 3 - to.tile[i];
    return oracle_to_packed(&to) << 12 | (uint64_t)cards.left[one] << 8 |
           (uint64_t)cards.left[3 - one] << 4 | (uint64_t)cards.left[3];
}

/* True for one image of each state. */
static bool is_representative(const struct oracle_board *board, struct cards cards)
{
    for (int image = 1; image < 16; image++)
        if (image_key(board, cards, image) != 0 &&
            image_key(board, cards, image) < image_key(board, cards, 0))
            return false;
    return true;
}

static void expect_states(const struct game *game)
{
    struct recursion recursion = recursion_new(game);
    struct trey_played *played = solve_game(game, true);
    struct trey_played_counts counts;
    struct trey_shape shape = recursion.rules.shape;
    double root = recursion_run(&recursion);
    uint64_t classes = 0;
    trey_played_count(played, &counts);
    assert_true(fabs(root - counts.value) < 1e-9 * (1 + root));
    for (size_t i = 0; i < MEMO; i++) {
        const struct state *state = &recursion.memo[i];
        if (state->key == 0)
            continue;
        struct cards cards = {{0, (int)(state->key >> 8 & 15) - 1,
                               (int)(state->key >> 4 & 15) - 1,
                               (int)(state->key & 15) - 1}};
        trey_board board = state->key >> 12;
        struct oracle_board plain = oracle_from_packed(shape.rows, shape.cols, board);
        double value;
        classes += is_representative(&plain, cards);
        assert_true(trey_played_value(
            played, board, trey_deck_of(cards.left[1], cards.left[2], cards.left[3]),
            &value));
        assert_true(fabs(value - state->value) < 1e-9 * (1 + value));
    }
    assert_int_equal(counts.states, classes);
    trey_played_free(played);
    free(recursion.memo);
}

static void test_all_states(void **state)
{
    (void)state;
    static const struct game games[] = {
        {"window rows=2 cols=2", 12288, false},
        {"window rows=2 cols=2 hint=none", 12288, false},
        {"window rows=2 cols=3", 12, false},
        {"window rows=3 cols=2 hint=none", 6, false},
        {"window rows=1 cols=5", 192, false},
        {"window rows=1 cols=5 odds=2 hint=none", 96, false},
        {"classic rows=1 cols=5 odds=2", 96, false},
        {"window rows=2 cols=2 copies=3", 12288, false},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        expect_states(&games[i]);
}

/* Result of a player who counts no cards: the recursion visits more states then. */
static void test_ignores(void **state)
{
    (void)state;
    static const struct game games[] = {
        {"window rows=2 cols=2", 12288, true},
        {"window rows=2 cols=2 hint=none", 12288, true},
        {"window rows=1 cols=5", 48, true},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct recursion recursion = recursion_new(&games[i]);
        struct trey_played *played = solve_game(&games[i], false);
        struct trey_played_counts counts;
        trey_played_count(played, &counts);
        double root = recursion_run(&recursion);
        assert_true(fabs(root - counts.value) < 1e-9 * (1 + root));
        trey_played_free(played);
        free(recursion.memo);
    }
}

/* --- against the other solver ------------------------------------------------------- */

static void test_course(void **state)
{
    (void)state;
    static const struct exact_case cases[] = {
        {TREY_EXACT_COURSE, 2, 2, TREY_EXACT_KEEP_AVERAGE, 0},
        {TREY_EXACT_COURSE, 1, 6, TREY_EXACT_KEEP_AVERAGE, 2},
        {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0},
        {TREY_EXACT_COURSE, 3, 2, TREY_EXACT_KEEP_AVERAGE, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_exact_options options = exact_options(&cases[i]);
        struct trey_exact *exact;
        struct trey_exact_counts known;
        char rules[64];
        snprintf(rules, sizeof rules, "course rows=%d cols=%d start=%u",
                 options.shape.rows, options.shape.cols, options.start);
        struct trey_played *played =
            solve_game(&(struct game){rules, 12288, false}, false);
        struct trey_played_counts counts;
        assert_int_equal(trey_exact_solve(&options, &exact, NULL), TREY_OK);
        trey_exact_count(exact, &known);
        trey_played_count(played, &counts);
        assert_true(fabs(known.root_value - counts.value) < 1e-9 * known.root_value);
        assert_int_equal(known.max_tile, counts.max_tile);
        trey_exact_free(exact);
        trey_played_free(played);
    }
}

/* --- games -------------------------------------------------------------------------- */

/* The value of a state is the mean over the hints of the best move's value. */
static void expect_bellman(const struct trey_played *played, const struct trey_view *view,
                           trey_deck deck)
{
    struct trey_chance next[TREY_MAX_CHANCES];
    struct trey_view shown = *view;
    double value, slides[4], sum = 0;
    int count = trey_rules_nexts(&view->rules, view->board, deck, next);
    for (int i = 0; i < count; i++) {
        shown.next = (trey_next)next[i].what;
        shown.deck = next[i].deck;
        assert_true(trey_played_slides(played, &shown, slides));
        double best = -1;
        for (int d = 0; d < 4; d++)
            best = slides[d] > best ? slides[d] : best;
        sum += next[i].probability * best;
    }
    assert_true(trey_played_value(played, view->board, deck, &value));
    assert_true(fabs(value - sum) < 1e-9 * (1 + value));
}

/* Plays a game to its end and returns its score. Checks some of the positions. */
static double play_game(const struct trey_played *played, const struct game *of,
                        const struct trey_rules *rules, uint64_t number, bool check)
{
    struct trey_game game;
    trey_game_begin(&game, rules, 7, number);
    for (;;) {
        int slide = trey_played_best(played, &game.view);
        trey_deck before = game.view.deck; /* as it was when the tile was drawn */
        struct trey_move move;
        if (slide < 0)
            break;
        bool card = game.tile <= 3 && rules->hint != TREY_SHOW_NONE;
        before = (trey_deck)(before + (card ? 1u << (4 * (game.tile - 1)) : 0));
        if (check)
            expect_bellman(played, &game.view, before);
        assert_true(trey_game_slide(&game, (enum trey_direction)slide, &move));
        for (trey_board rest = move.after; rest != 0; rest >>= 4)
            if (trey_tile_of_rank((int)(rest & 15)) >= of->end_tile)
                return (double)trey_board_score(move.after);
    }
    assert_int_equal(trey_game_legal(&game), 0);
    return (double)trey_board_score(game.view.board);
}

static void test_games(void **state)
{
    (void)state;
    enum { GAMES = 1000, CHECKED = 10 };
    static const struct game games[] = {
        {"window rows=2 cols=2", 12288, false},
        {"window rows=2 cols=3", 192, false},
        {"window rows=2 cols=3 hint=none", 96, false},
        {"classic rows=2 cols=3 start=4", 96, false},
        {"window rows=2 cols=3", 96, true},
        {"window rows=2 cols=3 hint=none", 96, true},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct trey_played *played = solve_game(&games[i], true);
        struct trey_played_counts counts;
        struct trey_rules rules;
        double sum = 0, squares = 0;
        assert_int_equal(trey_rules_parse(games[i].rules, &rules, NULL), TREY_OK);
        trey_played_count(played, &counts);
        for (uint64_t number = 0; number < GAMES; number++) {
            double score = play_game(played, &games[i], &rules, number,
                                     number < CHECKED && !games[i].ignores);
            sum += score;
            squares += score * score;
        }
        double mean = sum / GAMES, variance = squares / GAMES - mean * mean;
        assert_true(fabs(mean - counts.value) < 4 * sqrt(variance / GAMES));
        trey_played_free(played);
    }
}

/* --- the calls ---------------------------------------------------------------------- */

static void test_threads(void **state)
{
    (void)state;
    struct trey_rules rules;
    struct trey_played_options options;
    struct trey_played *played[2];
    struct trey_played_counts counts[2];
    assert_int_equal(trey_rules_parse("window rows=2 cols=3", &rules, NULL), TREY_OK);
    trey_played_defaults(&rules, &options);
    options.end_rank = 8;
    for (unsigned i = 0; i < 2; i++) {
        options.threads = 1 + 2 * i;
        assert_int_equal(trey_played_solve(&options, &played[i], NULL), TREY_OK);
        trey_played_count(played[i], &counts[i]);
        trey_played_free(played[i]);
    }
    assert_true(counts[0].value == counts[1].value);
    assert_int_equal(counts[0].states, counts[1].states);
    assert_int_equal(counts[0].terminal, counts[1].terminal);
}

static void expect_status(const char *text, enum trey_status expected, unsigned end_rank,
                          uint64_t memory_bytes, const struct trey_cancel *cancel)
{
    struct trey_rules rules;
    struct trey_played_options options;
    struct trey_played *played = NULL;
    struct trey_error error = {0};
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    trey_played_defaults(&rules, &options);
    options.end_rank = end_rank;
    options.memory_bytes = memory_bytes;
    options.cancel = cancel;
    assert_int_equal(trey_played_solve(&options, &played, &error), expected);
    assert_int_equal(trey_played_solve(&options, &played, NULL), expected);
    assert_int_equal(error.code, expected);
    assert_null(played);
}

static void test_refused(void **state)
{
    (void)state;
    struct trey_cancel raised = {0};
    trey_cancel_raise(&raised);
    expect_status("window rows=3 cols=4", TREY_ERR_ARGUMENT, 0, 0, NULL);
    expect_status("2048 rows=2 cols=3", TREY_ERR_ARGUMENT, 0, 0, NULL);
    expect_status("window rows=2 cols=3 copies=0", TREY_ERR_ARGUMENT, 0, 0, NULL);
    expect_status("window rows=2 cols=3 copies=5", TREY_ERR_ARGUMENT, 0, 0, NULL);
    expect_status("window rows=2 cols=3 boost=96", TREY_ERR_ARGUMENT, 0, 0, NULL);
    expect_status("window rows=2 cols=3", TREY_ERR_ARGUMENT, 3, 0, NULL);
    expect_status("window rows=2 cols=3", TREY_ERR_ARGUMENT, 16, 0, NULL);
    expect_status("window rows=2 cols=3", TREY_ERR_LIMIT, 8, 1 << 19, NULL);
    expect_status("window rows=2 cols=3", TREY_ERR_CANCELLED, 8, 0, &raised);
    trey_played_free(NULL);
}

/* Unreachable positions have no value. */
static void test_no_answer(void **state)
{
    (void)state;
    struct trey_played *played =
        solve_game(&(struct game){"window rows=2 cols=2", 12288, false}, true);
    struct trey_view view = {.board = 0x1, .next = 1 << 3};
    double value = -2, slides[4];
    assert_int_equal(trey_rules_parse("window rows=2 cols=2", &view.rules, NULL),
                     TREY_OK);
    view.deck = trey_deck_of(3, 4, 3);
    assert_true(trey_played_slides(played, &view, slides));
    assert_true(trey_played_best(played, &view) >= 0);
    assert_true(trey_played_value(played, 0x1, trey_deck_of(3, 4, 4), &value));
    assert_false(trey_played_value(played, 0x1, trey_deck_of(2, 4, 4), &value));
    assert_false(trey_played_value(played, 0x1, TREY_DECK_UNKNOWN, &value));
    assert_false(trey_played_value(played, 0x1, 0xffff, &value));
    assert_false(trey_played_value(played, 0x10001, trey_deck_of(3, 4, 4), &value));
    assert_false(trey_played_value(played, 0xf, trey_deck_of(3, 4, 4), &value));
    assert_false(trey_played_value(played, 0xeeee, trey_deck_of(4, 4, 4), &value));
    view.next = 1 << 4; /* no bonus tile on this board */
    assert_false(trey_played_slides(played, &view, slides));
    assert_int_equal(trey_played_best(played, &view), -1);
    view.next = 1 << 3;
    view.deck = TREY_DECK_UNKNOWN;
    assert_false(trey_played_slides(played, &view, slides));
    trey_played_free(played);
    played = solve_game(&(struct game){"window rows=2 cols=2", 12288, false}, false);
    assert_false(trey_played_value(played, 0x1, trey_deck_of(3, 4, 4), &value));
    trey_played_free(played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_states), cmocka_unit_test(test_ignores),
        cmocka_unit_test(test_course),     cmocka_unit_test(test_games),
        cmocka_unit_test(test_threads),    cmocka_unit_test(test_refused),
        cmocka_unit_test(test_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
