/* Probability distributions of the next tile and the next hint.
 *
 * A draw has two steps. After a spawn the next tile is drawn, and the hint rule
 * determines how much of it is shown: trey_rules_nexts. After a move it spawns, which
 * reveals what the hint left open: trey_rules_tiles. A card leaves the deck as soon as
 * the player knows it: in the first step or, without a hint, in the second. */
#include "rules/chance.h"

#include "base/check.h"
#include "board/cells.h"

struct trey_bonus_range trey_bonus_range_of(const struct trey_rules *rules,
                                            trey_board board)
{
    struct trey_bonus_range range = {0};
    if (rules->bonus == TREY_BONUS_NONE)
        return range;
    /* An eighth of the largest tile is three ranks below it: from 48 on at least a 6. */
    range.values = (int)trey_largest_rank(board) - 3 - (TREY_FIRST_BONUS - 1);
    if (range.values < 0)
        range.values = 0;
    range.width = range.values < 3 ? range.values : 3;
    range.windows = range.values == 0 ? 0 : range.values - range.width + 1;
    assert(TREY_FIRST_BONUS + range.values - 1 <= 15);
    assert((range.values > 0) == trey_bonus_possible(rules, board));
    return range;
}

/* --- the deck ----------------------------------------------------------------------- */

trey_deck trey_deck_of(int ones, int twos, int threes)
{
    assert(ones >= 0 && ones <= 15 && twos >= 0 && twos <= 15);
    assert(threes >= 0 && threes <= 15);
    return (trey_deck)(ones | twos << 4 | threes << 8);
}

int trey_deck_left(trey_deck deck, int rank)
{
    assert(rank >= 1 && rank <= 3);
    return deck >> (4 * (rank - 1)) & 15;
}

trey_deck trey_deck_renewed(const struct trey_rules *rules, trey_deck deck)
{
    return deck == 0 ? trey_deck_of(rules->copies, rules->copies, rules->copies) : deck;
}

trey_deck trey_deck_draw(const struct trey_rules *rules, trey_deck deck, int rank)
{
    if (deck == TREY_DECK_UNKNOWN || rank > 3 || rank < 1)
        return deck;
    trey_deck from = trey_deck_renewed(rules, deck);
    assert(trey_deck_sound(rules, from));
    if (trey_deck_left(from, rank) == 0)
        return deck;
    return (trey_deck)(from - (1 << (4 * (rank - 1))));
}

/* --- distributions ------------------------------------------------------------------ */

/* A list of outcomes under construction; probabilities are multiplied by `scale`. */
struct chance_list {
    struct trey_chance *chances;
    int count;
    double scale;
};

static void add_chance(struct chance_list *list, unsigned what, trey_deck deck,
                       double probability)
{
    assert(probability >= 0.0 && probability <= 1.0 && list->count < TREY_MAX_CHANCES);
    if (probability > 0.0)
        list->chances[list->count++] =
            (struct trey_chance){what, deck, list->scale * probability};
}

/* True if the probabilities sum to 1. */
TREY_ASSERT_ONLY bool sum_is_one(const struct chance_list *list)
{
    double sum = 0.0;
    for (int i = 0; i < list->count; i++)
        sum += list->chances[i].probability;
    return trey_is_whole(sum, 1e-12);
}

static double card_probability(const struct trey_rules *rules, trey_deck deck, int rank)
{
    const struct trey_tile_rule *tiles = trey_tiles_of(rules);
    deck = trey_deck_renewed(rules, deck);
    if (deck == TREY_DECK_UNKNOWN || deck == 0)
        return (double)tiles->weights[rank] / trey_card_weights(tiles);
    int cards = 0;
    for (int r = 1; r <= 3; r++)
        cards += trey_deck_left(deck, r);
    assert(cards > 0); /* an empty deck was refilled */
    return (double)trey_deck_left(deck, rank) / cards;
}

/* Adds all cards, as ranks or as hints. */
static void add_cards(struct chance_list *list, const struct trey_rules *rules,
                      trey_deck deck, bool as_hints)
{
    for (int rank = 1; rank <= trey_last_card(rules); rank++)
        add_chance(list, as_hints ? 1u << rank : (unsigned)rank,
                   trey_deck_draw(rules, deck, rank),
                   card_probability(rules, deck, rank));
}

/* Probability of bonus value number `value`: the number of windows that contain it,
 * divided by the total size of all windows; under the uniform rule all values are equally
 * likely. */
static double bonus_probability(const struct trey_rules *rules,
                                struct trey_bonus_range range, int value)
{
    assert(value >= 0 && value < range.values);
    if (rules->bonus == TREY_BONUS_UNIFORM)
        return 1.0 / range.values;
    int first = value - range.width + 1 < 0 ? 0 : value - range.width + 1;
    int last = value < range.windows ? value : range.windows - 1;
    return (double)(last - first + 1) / (range.windows * range.width);
}

static void add_bonuses(struct chance_list *list, const struct trey_rules *rules,
                        struct trey_bonus_range range, trey_deck deck, bool as_hints)
{
    for (int value = 0; value < range.values; value++) {
        unsigned rank = (unsigned)(TREY_FIRST_BONUS + value);
        add_chance(list, as_hints ? 1u << rank : rank, deck,
                   bonus_probability(rules, range, value));
    }
}

double trey_three_drawn(const struct trey_rules *rules, trey_deck left)
{
    trey_deck before = left;
    if (rules->copies > 0 && left != TREY_DECK_UNKNOWN) {
        if (trey_deck_left(left, 3) >= rules->copies)
            return 0.0;
        before = trey_deck_of(trey_deck_left(left, 1), trey_deck_left(left, 2),
                              trey_deck_left(left, 3) + 1);
    }
    return card_probability(rules, before, 3);
}

int trey_rules_tiles(const struct trey_rules *rules, trey_board board, trey_next next,
                     trey_deck deck, struct trey_chance chances[TREY_MAX_CHANCES])
{
    struct chance_list list = {chances, 0, 1.0};
    assert(trey_board_fits(rules->shape, board) && trey_deck_sound(rules, deck));
    struct trey_bonus_range range = trey_bonus_range_of(rules, board);
    if (next == TREY_NEXT_HIDDEN) {
        double bonus = range.values == 0 ? 0.0 : 1.0 / rules->odds;
        list.scale = 1.0 - bonus;
        add_cards(&list, rules, deck, false);
        list.scale = bonus;
        add_bonuses(&list, rules, range, deck, false);
    } else if (next == TREY_NEXT_WHITE) {
        const double bonus = range.values == 0 ? 0.0 : 1.0 / rules->odds;
        const double three = (1.0 - bonus) * trey_three_drawn(rules, deck);
        const double sum = three + bonus;
        if (sum > 0.0) {
            add_chance(&list, 3, deck, three / sum);
            list.scale = bonus / sum;
            add_bonuses(&list, rules, range, deck, false);
        }
    } else if (next == TREY_NEXT_PLUS) {
        add_bonuses(&list, rules, range, deck, false);
    } else {
        double members = 0.0;
        for (unsigned set = next; set != 0; set &= set - 1)
            members += 1.0;
        for (unsigned rank = 1; rank <= 15; rank++)
            if (next >> rank & 1)
                add_chance(&list, rank, deck, 1.0 / members);
    }
    assert(list.count == 0 || sum_is_one(&list)); /* 0: impossible hint on this board */
    return list.count;
}

int trey_rules_nexts(const struct trey_rules *rules, trey_board board, trey_deck deck,
                     struct trey_chance chances[TREY_MAX_CHANCES])
{
    struct chance_list list = {chances, 0, 1.0};
    assert(trey_board_fits(rules->shape, board) && trey_deck_sound(rules, deck));
    struct trey_bonus_range range = trey_bonus_range_of(rules, board);
    if (rules->hint == TREY_SHOW_NONE) {
        add_chance(&list, TREY_NEXT_HIDDEN, deck, 1.0);
        return list.count;
    }
    double bonus = range.values == 0 ? 0.0 : 1.0 / rules->odds;
    list.scale = 1.0 - bonus;
    add_cards(&list, rules, deck, true);
    list.scale = bonus;
    if (range.values == 0)
        return list.count;
    if (rules->hint == TREY_SHOW_PLUS)
        add_chance(&list, TREY_NEXT_PLUS, deck, 1.0);
    else if (rules->hint == TREY_SHOW_EXACT)
        add_bonuses(&list, rules, range, deck, true);
    else
        for (int window = 0; window < range.windows; window++)
            add_chance(&list, trey_bonus_window(range, window), deck,
                       1.0 / range.windows);
    assert(sum_is_one(&list));
    return list.count;
}

/* --- what is possible --------------------------------------------------------------- */

int trey_next_card(const struct trey_rules *rules, trey_next next)
{
    for (int rank = 1; rank <= trey_last_card(rules); rank++)
        if (next == 1u << rank)
            return rank;
    return 0;
}

bool trey_next_possible(const struct trey_rules *rules, trey_board board, trey_next next)
{
    struct trey_chance chances[TREY_MAX_CHANCES];
    int count = trey_rules_nexts(rules, board, TREY_DECK_UNKNOWN, chances);
    for (int i = 0; i < count; i++)
        if (chances[i].what == next)
            return true;
    return false;
}
