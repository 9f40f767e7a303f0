/* The listed decks are exactly the possible ones: against a slow count of everything that
 * can have been drawn, and against all games on small boards. */
#include "rules/chance.h"
#include "rules/mechanics.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/advise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the oracle ------------------------------------------------------------------------
 *
 * Tile by tile: every way to make it from pairs of 1 and 2, from 3s and from bonus tiles,
 * so that one 48 was made without them. Then every deck from which exactly these cards
 * are gone. */

enum { UNITS = 160 };

/* Ways to make the tiles processed so far: set of numbers of card units. */
struct ways {
    bool units[2][UNITS + 1]; /* [true if a 48 without bonus tiles is among them] */
};

static void add_tile(const struct trey_rules *rules, int rank, int largest,
                     struct ways *ways)
{
    struct ways then = {0};
    int units = 1 << (rank - 3);
    for (int found = 0; found < 2; found++)
        for (int so_far = 0; so_far + units <= UNITS; so_far++) {
            if (!ways->units[found][so_far])
                continue;
            then.units[found][so_far + units] = true; /* from cards only */
            if (rank >= 7)
                then.units[1][so_far + units] = true;
            if (rules->bonus == TREY_BONUS_NONE || largest < 7)
                continue;
            /* Some of the halves, quarters, ... are bonus tiles: any number of 6s. */
            for (int bonus = 2; bonus <= units; bonus += 2)
                then.units[found][so_far + units - bonus] = true;
            for (int bonus = 2; rank >= 7 && bonus <= units - 16; bonus += 2)
                then.units[1][so_far + units - bonus] = true;
        }
    *ways = then;
}

/* True if this number of cards of each rank can be drawn with this deck left. */
static bool can_be_drawn(const struct trey_rules *rules, const int drawn[4],
                         trey_deck deck)
{
    for (int decks = 1; decks < 200; decks++) {
        bool all = true;
        for (int rank = 1; rank <= 3; rank++)
            all =
                all && decks * rules->copies - trey_deck_left(deck, rank) == drawn[rank];
        if (all)
            return true;
    }
    return false;
}

/* The oracle's answer. `shown` is the rank of the hinted card, or 0. */
static bool oracle_fits(const struct trey_rules *rules, trey_board board, int shown,
                        trey_deck deck)
{
    struct ways ways = {0};
    int number[16] = {0}, largest = 0, tiles = 0;
    int lines =
        rules->shape.rows > rules->shape.cols ? rules->shape.rows : rules->shape.cols;
    for (int cell = 0; cell < 16; cell++) {
        int rank = trey_board_rank(board, cell);
        number[rank]++;
        tiles += rank > 0;
        largest = rank > largest ? rank : largest;
    }
    ways.units[0][0] = true;
    int units = 0;
    for (int rank = 3; rank < 16; rank++)
        for (int i = 0; i < number[rank]; i++, units += 1 << (rank - 3))
            add_tile(rules, rank, largest, &ways);
    for (int cards = 0; cards <= UNITS; cards++) {
        if (!ways.units[1][cards] && !(ways.units[0][cards] && cards == units))
            continue;
        for (int pairs = 0; pairs <= cards; pairs++) {
            int drawn[4] = {0, number[1] + pairs, number[2] + pairs, cards - pairs};
            int entered = drawn[1] + drawn[2] + drawn[3];
            int slides = entered - trey_rules_start(rules);
            if (slides < 0 || (cards == units && entered - tiles > lines * slides))
                continue;
            drawn[shown] += shown > 0;
            if (can_be_drawn(rules, drawn, deck))
                return true;
        }
    }
    return false;
}

static void check_oracle(const struct trey_rules *rules, trey_board board, int shown)
{
    trey_next next = shown > 0                       ? (trey_next)(1U << shown)
                     : rules->hint == TREY_SHOW_PLUS ? TREY_NEXT_PLUS
                     : rules->hint == TREY_SHOW_NONE ? TREY_NEXT_HIDDEN
                                                     : (trey_next)(1U << 4);
    int copies = rules->copies;
    for (int ones = 0; ones <= copies; ones++)
        for (int twos = 0; twos <= copies; twos++)
            for (int threes = 0; threes <= copies; threes++) {
                trey_deck deck = trey_deck_of(ones, twos, threes);
                bool full = ones + twos + threes == 3 * copies;
                bool expected = !full && oracle_fits(rules, board, shown, deck);
                if (trey_deck_fits(rules, board, next, deck) != expected)
                    fail_msg("%llx next %d deck %d,%d,%d: expected %d",
                             (unsigned long long)board, shown, ones, twos, threes,
                             expected);
            }
}

static void test_oracle(void **state)
{
    (void)state;
    struct random_case random = case_start();
    static const char *const rule_sets[] = {"window",
                                            "classic",
                                            "course",
                                            "course rows=2 cols=3",
                                            "window copies=2",
                                            "classic start=1",
                                            "window copies=1,bonus=none",
                                            "window hint=none"};
    for (int i = 0; i < 2000 / case_share(); i++) {
        struct trey_rules rules;
        assert_int_equal(trey_rules_parse(rule_sets[i % 8], &rules, NULL), TREY_OK);
        int cells = rules.shape.rows * rules.shape.cols, large = i / 8 % 3 == 0 ? 7 : 5;
        trey_board board = 0;
        for (int cell = 0; cell < cells; cell++)
            if (case_below(&random, 3) > 0)
                board = trey_board_with(board, cell,
                                        1 + case_below(&random, cell == 0 ? large : 4));
        if (i / 8 % 5 == 0)
            board = trey_board_with(board, 1, 7 + case_below(&random, 2));
        check_oracle(&rules, board,
                     rules.hint == TREY_SHOW_NONE ? 0 : case_below(&random, 4));
    }
}

/* --- all games on small boards ------------------------------------------------------ */

struct state {
    trey_board board;
    trey_next next;
    trey_deck deck;
    bool used;
};

struct states {
    struct state *slot, *list;
    size_t mask, count;
};

static void visit_state(struct states *states, trey_board board, trey_next next,
                        trey_deck deck)
{
    size_t at = (size_t)((board * 0x9e3779b97f4a7c15U ^ next * 0xff51afd7ed558ccdU ^
                          deck * 0xc4ceb9fe1a85ec53U) >>
                         20) &
                states->mask;
    for (; states->slot[at].used; at = (at + 1) & states->mask)
        if (states->slot[at].board == board && states->slot[at].next == next &&
            states->slot[at].deck == deck)
            return;
    states->slot[at] = (struct state){board, next, deck, true};
    states->list[states->count++] = states->slot[at];
    assert_true(states->count < states->mask / 2);
}

static void visit_hints(struct states *states, const struct trey_rules *rules,
                        trey_board board, trey_deck deck)
{
    struct trey_chance nexts[TREY_MAX_CHANCES];
    int count = trey_rules_nexts(rules, board, deck, nexts);
    for (int i = 0; i < count; i++)
        visit_state(states, board, (trey_next)nexts[i].what, nexts[i].deck);
}

/* Everything that can follow from a start of one card on any cell. */
static void visit_games(struct states *states, const struct trey_rules *rules)
{
    int cells = rules->shape.rows * rules->shape.cols, copies = rules->copies;
    for (int cell = 0; cell < cells; cell++)
        for (int rank = 1; rank <= 3; rank++)
            visit_hints(
                states, rules, trey_board_with(0, cell, rank),
                trey_deck_draw(rules, trey_deck_of(copies, copies, copies), rank));
    for (size_t i = 0; i < states->count; i++) {
        struct state now = states->list[i];
        struct trey_chance tiles[TREY_MAX_CHANCES];
        int count = trey_rules_tiles(rules, now.board, now.next, now.deck, tiles);
        for (int d = 0; d < 4; d++) {
            enum trey_direction direction = (enum trey_direction)d;
            trey_board after = trey_rules_slide(rules, now.board, direction);
            if (after == now.board)
                continue;
            unsigned entries = trey_rules_spawn_cells(rules, now.board, after, direction);
            for (int cell = 0; cell < cells; cell++)
                for (int t = 0; t < count && (entries >> cell & 1) != 0; t++)
                    visit_hints(states, rules,
                                trey_board_with(after, cell, (int)tiles[t].what),
                                tiles[t].deck);
        }
    }
}

static bool was_reached(const struct states *states, trey_board board, trey_next next,
                        trey_deck deck)
{
    size_t at = (size_t)((board * 0x9e3779b97f4a7c15U ^ next * 0xff51afd7ed558ccdU ^
                          deck * 0xc4ceb9fe1a85ec53U) >>
                         20) &
                states->mask;
    for (; states->slot[at].used; at = (at + 1) & states->mask)
        if (states->slot[at].board == board && states->slot[at].next == next &&
            states->slot[at].deck == deck)
            return true;
    return false;
}

/* The list contains every deck of every game, and nearly all listed decks occur in some
 * game; only the positions of the tiles rule out the rest. */
static void check_games(const char *text)
{
    struct trey_rules rules;
    static struct trey_guess guess;
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    struct states states = {.mask = ((size_t)1 << 22) - 1};
    states.slot = calloc(states.mask + 1, sizeof *states.slot);
    states.list = malloc((states.mask + 1) * sizeof *states.list);
    assert_true(states.slot != NULL && states.list != NULL);
    visit_games(&states, &rules);
    size_t listed = 0, real = 0;
    for (size_t i = 0; i < states.count; i++) {
        struct state *now = &states.list[i];
        assert_true(trey_deck_fits(&rules, now->board, now->next, now->deck));
        if (i % (size_t)(16 * case_share()) != 0)
            continue;
        assert_int_equal(trey_guess_make(&rules, now->board, now->next, TREY_DECK_UNKNOWN,
                                         &guess, NULL),
                         TREY_OK);
        for (int k = 0; k < guess.count; k++, listed++)
            real += was_reached(&states, now->board, now->next, guess.views[k].deck);
    }
    print_message("%s: %zu positions, %.4f of the decks listed are of games\n", text,
                  states.count, (double)real / (double)listed);
    assert_true((double)real > 0.8 * (double)listed);
    free(states.slot);
    free(states.list);
}

static void test_games(void **state)
{
    (void)state;
    check_games("window rows=2 cols=2 start=1");
    check_games("course rows=2 cols=2 copies=2");
    check_games("window rows=2 cols=2 copies=3,start=1,entry=any");
    check_games("course rows=2 cols=3");
}

/* Joining in the middle of a game: the true deck stays among the guesses, and usually
 * becomes the only one. */
static void test_guesses(void **state)
{
    (void)state;
    struct random_case random = case_start();
    int known = 0, games = 0;
    for (unsigned i = 0; i < 100; i++) {
        struct trey_rules rules;
        struct trey_game game;
        static struct trey_guess guess;
        assert_int_equal(trey_rules_parse(i % 2 == 0 ? "window" : "course", &rules, NULL),
                         TREY_OK);
        trey_game_begin(&game, &rules, random.seed, i);
        int joined = case_below(&random, 20), slides = 0;
        bool guessing = false;
        unsigned legal;
        while ((legal = trey_game_legal(&game)) != 0) {
            if (slides == joined) {
                assert_int_equal(trey_guess_make(&rules, game.view.board, game.view.next,
                                                 TREY_DECK_UNKNOWN, &guess, NULL),
                                 TREY_OK);
                guessing = true;
            }
            if (guessing) {
                bool there = false;
                for (int k = 0; k < guess.count; k++)
                    there = there || guess.views[k].deck == game.view.deck;
                assert_true(there);
            }
            int d = case_below(&random, 4);
            if ((legal >> d & 1) == 0)
                continue;
            struct trey_move move;
            assert_true(trey_game_slide(&game, (enum trey_direction)d, &move));
            slides++;
            if (guessing)
                assert_int_equal(trey_guess_advance(&guess, (enum trey_direction)d,
                                                    move.cell, move.rank, game.view.next,
                                                    NULL),
                                 TREY_OK);
        }
        if (slides > joined + 25) {
            games++;
            known += guess.count == 1;
        }
    }
    assert_true(games > 5 && 2 * known > games);
}

static void test_impossible(void **state)
{
    (void)state;
    struct trey_rules rules;
    static struct trey_guess guess;
    struct trey_error error = {0};
    assert_int_equal(trey_rules_parse("window", &rules, NULL), TREY_OK);
    assert_int_equal(
        trey_guess_make(&rules, 0x3, 1U << 1, trey_deck_of(4, 4, 4), &guess, &error),
        TREY_ERR_INPUT);
    assert_int_equal(
        trey_guess_make(&rules, 0x3, 1U << 1, TREY_DECK_UNKNOWN, &guess, &error),
        TREY_OK);
    int before = guess.count;
    assert_int_equal(trey_guess_advance(&guess, TREY_LEFT, 0, 1, 1U << 2, &error),
                     TREY_ERR_INPUT);
    assert_int_equal(guess.count, before);
}

/* The move that leaves the most empty cells: games that reach bonus tiles. */
static int roomiest_move(const struct trey_game *game, unsigned legal)
{
    int best = -1, most = -1;
    for (int d = 0; d < 4; d++) {
        struct trey_facts facts;
        if ((legal >> d & 1) == 0)
            continue;
        trey_facts_of(&game->view, (enum trey_direction)d, &facts);
        if (facts.empty > most) {
            most = facts.empty;
            best = d;
        }
    }
    return best;
}

static void test_bonus_games(void **state)
{
    (void)state;
    struct random_case random = case_start();
    static const char *const rule_sets[] = {"window", "classic", "window odds=2",
                                            "classic rows=3 cols=3 copies=2 odds=3",
                                            "window hint=none"};
    int bonus = 0;
    for (unsigned i = 0; i < 200; i++) {
        struct trey_rules rules;
        struct trey_game game;
        assert_int_equal(trey_rules_parse(rule_sets[i % 5], &rules, NULL), TREY_OK);
        trey_game_begin(&game, &rules, random.seed, i);
        unsigned legal;
        while ((legal = trey_game_legal(&game)) != 0) {
            const struct trey_view *view = &game.view;
            struct trey_move move;
            assert_true(trey_deck_fits(&rules, view->board, view->next, view->deck));
            assert_true(trey_game_slide(
                &game, (enum trey_direction)roomiest_move(&game, legal), &move));
            bonus += move.rank > 3;
        }
    }
    assert_true(bonus > 100);
}

/* The README's board: three of 125 decks; the sum modulo 6 alone would leave ten. */
static void test_readme(void **state)
{
    (void)state;
    struct trey_rules rules;
    static struct trey_guess guess;
    trey_board board;
    assert_int_equal(trey_rules_named("window", &rules, NULL), TREY_OK);
    assert_int_equal(trey_board_parse(rules.shape, "0000012003300000", &board, NULL),
                     TREY_OK);
    assert_int_equal(
        trey_guess_make(&rules, board, 1U << 3, TREY_DECK_UNKNOWN, &guess, NULL),
        TREY_OK);
    assert_int_equal(guess.count, 3);
    assert_int_equal(guess.views[0].deck, trey_deck_of(1, 1, 3));
    assert_int_equal(guess.views[1].deck, trey_deck_of(2, 2, 2));
    assert_int_equal(guess.views[2].deck, trey_deck_of(3, 3, 1));
    /* C(4,a)C(4,b)C(4,t)/C(12,left), times the share of 3s among the cards drawn. */
    double weight[3] = {64.0 / 792 * 1 / 7, 216.0 / 924 * 2 / 6, 64.0 / 792 * 3 / 5};
    double sum = weight[0] + weight[1] + weight[2];
    for (int i = 0; i < 3; i++)
        assert_true(fabs(guess.weight[i] - weight[i] / sum) < 1e-12);
    /* The hint is a 1: 1 of 5, 2 of 6, 3 of 7 cards. */
    assert_int_equal(trey_guess_advance(&guess, TREY_LEFT, 7, 3, 1U << 1, NULL), TREY_OK);
    weight[0] *= 1.0 / 5, weight[1] *= 2.0 / 6, weight[2] *= 3.0 / 7;
    sum = weight[0] + weight[1] + weight[2];
    assert_int_equal(guess.count, 3);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(guess.weight[i] - weight[i] / sum) < 1e-12);
}

/* Searching a guess gives the weighted mean of the searches of its decks. */
static void test_average(void **state)
{
    (void)state;
    struct trey_rules rules;
    static struct trey_guess guess;
    struct trey_evaluator *evaluator;
    struct trey_search *search;
    struct trey_search_limits limits;
    struct trey_search_result mean, one;
    trey_board board;
    assert_int_equal(trey_rules_named("window", &rules, NULL), TREY_OK);
    assert_int_equal(trey_board_parse(rules.shape, "0000012003320000", &board, NULL),
                     TREY_OK);
    assert_int_equal(
        trey_guess_make(&rules, board, 1U << 3, TREY_DECK_UNKNOWN, &guess, NULL),
        TREY_OK);
    assert_true(guess.count > 1);
    assert_int_equal(trey_evaluator_named("heuristic", rules.shape, TREY_EVAL_THREES,
                                          &evaluator, NULL),
                     TREY_OK);
    assert_int_equal(trey_search_new(&rules, evaluator, 1U << 20, &search, NULL),
                     TREY_OK);
    trey_search_limits_defaults(&limits);
    limits.depth_plies = 3;
    assert_int_equal(trey_guess_search(&guess, search, &limits, &mean, NULL), TREY_OK);
    assert_int_equal(mean.depth_plies, 3);
    double value[4] = {0};
    for (int i = 0; i < guess.count; i++) {
        assert_int_equal(trey_search_run(search, &guess.views[i], &limits, &one, NULL),
                         TREY_OK);
        for (int d = 0; d < 4; d++)
            value[d] += guess.weight[i] * one.value[d];
    }
    for (int d = 0; d < 4; d++) {
        assert_true(fabs(value[d] - mean.value[d]) < 1e-9);
        assert_true((mean.legal >> d & 1) == 0 ||
                    value[d] <= value[mean.best] * (1 + 1e-6));
    }
    /* So do the earlier depths that all decks have, whatever their cut-offs. */
    for (int within = 0; within < 2; within++) {
        double history[TREY_SEARCH_HISTORY][4] = {{0}};
        limits.depth_plies = within ? TREY_SEARCH_MAX_DEPTH : 3;
        limits.nodes = within ? 20000 : 0;
        assert_int_equal(trey_guess_search(&guess, search, &limits, &mean, NULL),
                         TREY_OK);
        assert_true(mean.history_count >= 2);
        limits.nodes = within ? 1 + 20000 / (uint64_t)guess.count : 0;
        for (int i = 0; i < guess.count; i++) {
            assert_int_equal(
                trey_search_run(search, &guess.views[i], &limits, &one, NULL), TREY_OK);
            assert_true(one.history_count >= mean.history_count);
            for (unsigned back = 1; back <= mean.history_count; back++)
                for (int d = 0; d < 4; d++)
                    history[mean.history_count - back][d] +=
                        guess.weight[i] * one.history[one.history_count - back].value[d];
        }
        for (unsigned k = 0; k < mean.history_count; k++)
            for (int d = 0; d < 4; d++)
                assert_true(fabs(history[k][d] - mean.history[k].value[d]) < 1e-9);
    }
    trey_search_free(search);
    trey_evaluator_free(evaluator);
}

/* Probability of a deck, independent of the order of the list. */
static double weight_of(const struct trey_guess *guess, trey_deck deck, trey_next next)
{
    for (int i = 0; i < guess->count; i++)
        if (guess->views[i].deck == deck && guess->views[i].next == next)
            return guess->weight[i];
    return 0.0;
}

static bool has_48(trey_board board)
{
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        if (trey_board_rank(board, cell) >= 7)
            return true;
    return false;
}

/* A white card over a known deck: twelve cards without the 3 that may have been drawn. */
static void test_white_tiles(void **state)
{
    (void)state;
    struct trey_rules rules;
    struct trey_chance tiles[TREY_MAX_CHANCES];
    trey_board board;
    assert_int_equal(trey_rules_parse("classic", &rules, NULL), TREY_OK);
    assert_int_equal(
        trey_rules_parse_board(&rules, "1 2 3 0 0 0 48 0 3 0 0 2 0 0 1 0", &board, NULL),
        TREY_OK);
    const double three = 20.0 / 21.0 * 1.0 / 4.0, bonus = 1.0 / 21.0;
    int count = trey_rules_tiles(&rules, board, TREY_NEXT_WHITE, 0x021, tiles);
    assert_int_equal(count, 2); /* a 3, or with a 48 a 6 */
    assert_int_equal(tiles[0].what, 3);
    assert_int_equal(tiles[1].what, 4);
    assert_true(fabs(tiles[0].probability - three / (three + bonus)) < 1e-12);
    assert_true(fabs(tiles[1].probability - bonus / (three + bonus)) < 1e-12);
    /* With an unknown deck a third of the cards are 3s: 20/63 to 3/63, except for the
     * board's limits. */
    static struct trey_guess guess;
    double threes = 0.0;
    assert_int_equal(
        trey_guess_make(&rules, board, TREY_NEXT_WHITE, TREY_DECK_UNKNOWN, &guess, NULL),
        TREY_OK);
    for (int i = 0; i < guess.count; i++)
        threes += guess.views[i].next == 1u << 3 ? guess.weight[i] : 0.0;
    assert_true(threes > 0.84 && threes < 0.91);
    count = trey_rules_tiles(&rules, board, TREY_NEXT_WHITE, 0x421, tiles);
    assert_int_equal(count, 1); /* all 3s are left: none was drawn */
    assert_int_equal(tiles[0].what, 4);
}

/* After the tile has spawned, a player who saw a white card knows as much as one who saw
 * the tile as a hint. */
static void test_white(void **state)
{
    (void)state;
    struct random_case random = case_start();
    int white_cards = 0, compared = 0;
    for (unsigned i = 0; i < 60; i++) {
        struct trey_rules rules;
        struct trey_game game;
        static struct trey_guess numbered, white;
        assert_int_equal(trey_rules_parse("classic", &rules, NULL), TREY_OK);
        trey_game_begin(&game, &rules, random.seed, i);
        const trey_board start = game.view.board;
        assert_int_equal(trey_guess_make(&rules, start, TREY_NEXT_WHITE,
                                         TREY_DECK_UNKNOWN, &white, NULL),
                         TREY_ERR_INPUT); /* no bonus tile yet: a white card is a 3 */
        bool guessing = false;
        unsigned legal;
        while ((legal = trey_game_legal(&game)) != 0) {
            const trey_next next = game.view.next;
            const bool is_white =
                (next == 1u << 3 || next == TREY_NEXT_PLUS) && has_48(game.view.board);
            const trey_next seen = is_white ? TREY_NEXT_WHITE : next;
            if (!guessing && is_white) {
                assert_int_equal(trey_guess_make(&rules, game.view.board, next,
                                                 TREY_DECK_UNKNOWN, &numbered, NULL),
                                 TREY_OK);
                assert_int_equal(trey_guess_make(&rules, game.view.board, seen,
                                                 TREY_DECK_UNKNOWN, &white, NULL),
                                 TREY_OK);
                guessing = true;
            }
            if (guessing) {
                struct trey_view view;
                trey_guess_view(&white, &view);
                assert_true(view.next == seen || (is_white && view.next == next));
                double share = 0.0; /* of the hinted tile */
                for (int k = 0; k < white.count; k++)
                    share += white.views[k].next == next ? white.weight[k] : 0.0;
                assert_true(share > 0.0);
                for (int k = 0; k < numbered.count; k++) {
                    double weight =
                        weight_of(&white, numbered.views[k].deck, next) / share;
                    assert_true(fabs(weight - numbered.weight[k]) < 1e-9);
                    compared++;
                }
                white_cards += is_white;
            }
            int best = roomiest_move(&game, legal);
            struct trey_move move;
            assert_true(trey_game_slide(&game, (enum trey_direction)best, &move));
            if (!guessing || trey_game_legal(&game) == 0)
                continue;
            const trey_next after = game.view.next;
            const bool hides =
                (after == 1u << 3 || after == TREY_NEXT_PLUS) && has_48(game.view.board);
            assert_int_equal(trey_guess_advance(&numbered, (enum trey_direction)best,
                                                move.cell, move.rank, after, NULL),
                             TREY_OK);
            assert_int_equal(trey_guess_advance(&white, (enum trey_direction)best,
                                                move.cell, move.rank,
                                                hides ? TREY_NEXT_WHITE : after, NULL),
                             TREY_OK);
        }
    }
    assert_true(white_cards > 100 && compared > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle),      cmocka_unit_test(test_games),
        cmocka_unit_test(test_guesses),     cmocka_unit_test(test_impossible),
        cmocka_unit_test(test_readme),      cmocka_unit_test(test_bonus_games),
        cmocka_unit_test(test_average),     cmocka_unit_test(test_white),
        cmocka_unit_test(test_white_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
