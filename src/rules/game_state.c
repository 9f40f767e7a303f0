/* A game in progress: its view, and its hidden part.
 *
 * Only the next tile is drawn in advance. The deck is not a shuffled list but the numbers
 * of cards left, from which cards are drawn when they are needed, which is equivalent. So
 * the hidden part is the next tile, as far as the hint leaves it open, and the state of
 * the random number generator.
 *
 * The generator is splitmix64 (Steele, Lea and Flood 2014): a counter that grows by a
 * constant, and a mixing function of it. One word of state keeps games small to copy and
 * short to write. */
#include "base/check.h"
#include "base/random.h"
#include "board/cells.h"
#include "board/lines.h"
#include "rules/chance.h"
#include "rules/spawn.h"
#include "rules/view.h"

/* Uniform in 0..bound-1, bound >= 1; the bias is below bound/2^32. */
static int draw_below(struct trey_game *game, int bound)
{
    assert(bound >= 1);
    uint64_t number = trey_mix64(game->random);
    game->random += 0x9e3779b97f4a7c15u;
    return (int)((number >> 32) * (uint64_t)bound >> 32);
}

/* Returns member `index` of a set of bits. */
static int nth_member(unsigned set, int index)
{
    for (; index > 0; index--)
        set &= set - 1;
    assert(set != 0); /* index is below the number of members */
    return __builtin_ctz(set);
}

static int draw_member(struct trey_game *game, unsigned set)
{
    int count = 0;
    for (unsigned rest = set; rest != 0; rest &= rest - 1)
        count++;
    return nth_member(set, draw_below(game, count));
}

/* Draws a card under rules without decks. Numbers count from the highest rank down. */
static int draw_weighted(struct trey_game *game, const struct trey_tile_rule *tiles)
{
    int number = draw_below(game, trey_card_weights(tiles)), rank = tiles->cards;
    for (; number >= tiles->weights[rank]; rank--)
        number -= tiles->weights[rank];
    assert(rank >= 1 && number >= 0);
    return rank;
}

/* Draws a card without removing it from the deck. */
static int draw_card(struct trey_game *game)
{
    const struct trey_rules *rules = &game->view.rules;
    trey_deck deck = trey_deck_renewed(rules, game->view.deck);
    if (!trey_tiles_of(rules)->has_deck)
        return draw_weighted(game, trey_tiles_of(rules));
    if (deck == TREY_DECK_UNKNOWN || deck == 0)
        deck = trey_deck_of(1, 1, 1);
    int ones = trey_deck_left(deck, 1), twos = trey_deck_left(deck, 2);
    assert(trey_deck_sound(rules, deck) || rules->copies == 0);
    int card = draw_below(game, ones + twos + trey_deck_left(deck, 3));
    return 1 + (card >= ones) + (card >= ones + twos);
}

/* Draws a bonus tile, which must be possible, and its hint. */
static void draw_bonus(struct trey_game *game, struct trey_bonus_range range)
{
    const struct trey_rules *rules = &game->view.rules;
    trey_next window = 0;
    assert(range.values > 0 && range.windows > 0);
    if (rules->bonus == TREY_BONUS_UNIFORM) {
        game->tile = (uint8_t)(TREY_FIRST_BONUS + draw_below(game, range.values));
    } else {
        window = trey_bonus_window(range, draw_below(game, range.windows));
        game->tile = (uint8_t)draw_member(game, window);
    }
    switch ((enum trey_hint_rule)rules->hint) {
    case TREY_SHOW_NONE:
        game->view.next = TREY_NEXT_HIDDEN;
        break;
    case TREY_SHOW_PLUS:
        game->view.next = TREY_NEXT_PLUS;
        break;
    case TREY_SHOW_WINDOW:
        game->view.next = window;
        break;
    case TREY_SHOW_EXACT:
        game->view.next = (trey_next)(1u << game->tile);
        break;
    }
}

/* Draws the next tile and its hint, after a spawn. */
static void draw_next(struct trey_game *game)
{
    struct trey_view *view = &game->view;
    if (trey_bonus_possible(&view->rules, view->board) &&
        draw_below(game, view->rules.odds) == 0) {
        draw_bonus(game, trey_bonus_range_of(&view->rules, view->board));
        return;
    }
    game->tile = (uint8_t)draw_card(game);
    view->next = TREY_NEXT_HIDDEN;
    if (view->rules.hint != TREY_SHOW_NONE) {
        view->next = (trey_next)(1u << game->tile);
        view->deck = trey_deck_draw(&view->rules, view->deck, game->tile);
    }
}

static void seed_game(struct trey_game *game, uint64_t seed, uint64_t number)
{
    game->random = trey_mix64(trey_mix64(seed) + number);
}

void trey_game_begin(struct trey_game *game, const struct trey_rules *rules,
                     uint64_t seed, uint64_t number)
{
    assert(trey_rules_check(rules, NULL) == TREY_OK);
    *game = (struct trey_game){.view = {.rules = *rules}};
    seed_game(game, seed, number);
    unsigned holes = (1u << (rules->shape.rows * rules->shape.cols)) - 1;
    int boost = trey_boost_rank(rules); /* the boosted tile is placed last */
    for (int i = trey_rules_start(rules); i > 0; i--) {
        int rank = i == 1 && boost != 0 ? boost : draw_card(game);
        int cell = draw_member(game, holes);
        game->view.deck = trey_deck_draw(rules, game->view.deck, rank);
        game->view.board = trey_put(game->view.board, cell, rank);
        holes &= ~(1u << cell);
        assert(trey_deck_sound(rules, game->view.deck));
    }
    game->view.score = trey_view_score(rules, game->view.board);
    draw_next(game);
    assert(trey_game_sound(game));
}

void trey_game_from_view(struct trey_game *game, const struct trey_view *view,
                         uint64_t seed, uint64_t number)
{
    assert(trey_view_sound(view));
    *game = (struct trey_game){.view = *view};
    seed_game(game, seed, number);
    if (trey_rules_ends(&view->rules, view->board))
        return;
    if (view->next == TREY_NEXT_HIDDEN)
        draw_next(game);
    else if (view->next == TREY_NEXT_PLUS)
        draw_bonus(game, trey_bonus_range_of(&view->rules, view->board));
    else
        game->tile = (uint8_t)draw_member(game, view->next);
}

unsigned trey_game_legal(const struct trey_game *game)
{
    return trey_rules_legal(&game->view.rules, game->view.board);
}

int trey_game_spawn(struct trey_game *game, trey_board after, uint64_t gain,
                    uint64_t cells)
{
    struct trey_view *view = &game->view;
    int cell = -1;
    assert(trey_board_fits(view->rules.shape, after));
    assert((cells & trey_nonzero_nibbles(after)) == 0);
    assert(cells == 0 || (game->tile >= 1 && game->tile <= 15));
    view->board = after;
    view->score += gain;
    view->moves++;
    view->next = TREY_NEXT_HIDDEN;
    if (cells == 0) {
        game->tile = 0;
        return cell;
    }
    uint64_t which = (uint64_t)draw_below(game, (int)trey_flags_count(cells));
    cell = __builtin_ctzll(trey_flags_pick(cells, which)) / 4;
    view->board = trey_put(after, cell, game->tile);
    if (view->rules.hint == TREY_SHOW_NONE)
        view->deck = trey_deck_draw(&view->rules, view->deck, game->tile);
    if (view->rules.slide == TREY_SLIDE_THREES)
        view->score += trey_score_of_rank(game->tile);
    draw_next(game);
    assert(trey_game_sound(game));
    return cell;
}

bool trey_game_slide(struct trey_game *game, enum trey_direction direction,
                     struct trey_move *move)
{
    struct trey_view *view = &game->view;
    const struct trey_rules *rules = &view->rules;
    trey_board before = view->board, after = trey_rules_slide(rules, before, direction);
    if (after == before || trey_rules_ends(rules, before))
        return false;
    bool ended = trey_rules_ends(rules, after);
    int cell = -1, rank = 0;
    if (!ended) {
        rank = game->tile;
        cell = draw_member(game, trey_rules_spawn_cells(rules, before, after, direction));
    }
    if (move != NULL)
        *move = (struct trey_move){after, trey_rules_gain(rules, before, direction),
                                   (int8_t)cell, (uint8_t)rank};
    trey_view_spawn(view, direction, cell, rank);
    if (ended)
        game->tile = 0;
    else
        draw_next(game);
    assert(trey_game_sound(game));
    return true;
}
