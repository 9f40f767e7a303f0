/* What chance does: which tiles and hints may come, how likely, and what is left then.
 *
 * A draw goes in two steps. When the last tile has entered, the next one is drawn and as
 * much of it shown as the hint rule says: trey_rules_nexts. When a slide was made it
 * enters, and what the hint left open is seen: trey_rules_tiles. A card leaves the deck
 * as soon as the player knows of it, in the first step or, if nothing is shown, in the
 * second. */
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

/* Where chances are put, all scaled by `scale`. */
struct list {
    struct trey_chance *chances;
    int count;
    double scale;
};

static void add(struct list *list, unsigned what, trey_deck deck, double probability)
{
    assert(probability >= 0.0 && probability <= 1.0 && list->count < TREY_MAX_CHANCES);
    if (probability > 0.0)
        list->chances[list->count++] =
            (struct trey_chance){what, deck, list->scale * probability};
}

/* True if the chances are all that may happen. */
TREY_ASSERT_ONLY bool are_whole(const struct list *list)
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
    assert(cards > 0); /* an empty deck was renewed */
    return (double)trey_deck_left(deck, rank) / cards;
}

/* Cards as ranks or as hints. */
static void add_cards(struct list *list, const struct trey_rules *rules, trey_deck deck,
                      bool as_hints)
{
    for (int rank = 1; rank <= trey_last_card(rules); rank++)
        add(list, as_hints ? 1u << rank : (unsigned)rank,
            trey_deck_draw(rules, deck, rank), card_probability(rules, deck, rank));
}

/* Of all windows, how many hold value number `value`; under the uniform rule, one. */
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

static void add_bonuses(struct list *list, const struct trey_rules *rules,
                        struct trey_bonus_range range, trey_deck deck, bool as_hints)
{
    for (int value = 0; value < range.values; value++) {
        unsigned rank = (unsigned)(TREY_FIRST_BONUS + value);
        add(list, as_hints ? 1u << rank : rank, deck,
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
    struct list list = {chances, 0, 1.0};
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
            add(&list, 3, deck, three / sum);
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
                add(&list, rank, deck, 1.0 / members);
    }
    assert(list.count == 0 || are_whole(&list)); /* 0: no such hint on this board */
    return list.count;
}

int trey_rules_nexts(const struct trey_rules *rules, trey_board board, trey_deck deck,
                     struct trey_chance chances[TREY_MAX_CHANCES])
{
    struct list list = {chances, 0, 1.0};
    assert(trey_board_fits(rules->shape, board) && trey_deck_sound(rules, deck));
    struct trey_bonus_range range = trey_bonus_range_of(rules, board);
    if (rules->hint == TREY_SHOW_NONE) {
        add(&list, TREY_NEXT_HIDDEN, deck, 1.0);
        return list.count;
    }
    double bonus = range.values == 0 ? 0.0 : 1.0 / rules->odds;
    list.scale = 1.0 - bonus;
    add_cards(&list, rules, deck, true);
    list.scale = bonus;
    if (range.values == 0)
        return list.count;
    if (rules->hint == TREY_SHOW_PLUS)
        add(&list, TREY_NEXT_PLUS, deck, 1.0);
    else if (rules->hint == TREY_SHOW_EXACT)
        add_bonuses(&list, rules, range, deck, true);
    else
        for (int window = 0; window < range.windows; window++)
            add(&list, trey_bonus_window(range, window), deck, 1.0 / range.windows);
    assert(are_whole(&list));
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
