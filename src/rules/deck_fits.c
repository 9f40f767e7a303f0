/* Which decks a game can have left when it has come to a board and a hint.
 *
 * Let every full deck have c cards of each kind, and let k decks be used up before the
 * present one, of which a 1s, b 2s and t 3s are left. Then the cards drawn since the
 * start are
 *     A = c(k+1) - a,   B = c(k+1) - b,   T = c(k+1) - t,
 * one of them perhaps shown and not yet on the board; write [h=1] for 1 if the hint is a
 * 1, and so on. On the board stand n1 1s, n2 2s, n3 3s, and larger tiles.
 *
 * A 1 or a 2 stands where it entered or has become a 3 with one of the other kind, so
 *     pairs = A - [h=1] - n1 = B - [h=2] - n2 >= 0.                                   (1)
 * Every tile of 3 or more is made of units of 3: pairs, cards of 3, and bonus tiles,
 * which are an even number of units each. With M = units on the board,
 *     U = pairs + T - [h=3]   units are of cards, T >= [h=3],                         (2)
 *     M - U                   units are of bonus tiles.                               (3)
 * While the largest tile is below 48 no bonus tile can have come, for the largest tile
 * never shrinks: M = U, which is the tile sum to the last unit, and as k decks add 6c k
 * to it, the sum tells what is left modulo 6c: 24 for a deck of 12, not just 6.
 *
 * Once a 48 is there, the first one (16 units) was made of cards alone, and so was each 3
 * on the board. Nothing else needs to be: the rest of the largest tile and all tiles of 6
 * or more are even numbers of units, and 6, the smallest bonus tile, can come under both
 * rules from the first 48 on, as often as one likes. So
 *     16 + n3 <= U <= M,  M - U even.                                                 (4)
 * At last the start: all its tiles are cards, so that at least `start` of the cards have
 * entered, n in number. A slide brings one tile and merges at most one pair a line, so
 *     n - tiles on the board <= lines (n - start),                                    (5)
 * which is asked only where no bonus tile came: one with the 16 units has had slides
 * enough.
 *
 * (1) to (5) are what the multiset of tiles drawn and that on the board tell. Where tiles
 * stand may tell more, in the first few slides, and is not looked at: no deck that is
 * possible is left out, a few that are not may stay in. A deck that is used up counts as
 * empty until the next card is drawn: a full one is never left. */
#include "base/check.h"
#include "board/cells.h"
#include "rules/chance.h"

/* What is on a board; the large tile of a boosted start, B units, is no card: U is held
 * to M - B, in (4) the first 48 has 16 - B units of cards, none if the start had one, and
 * in (5) there is a tile more. */
struct contents {
    int64_t of[4];        /* 1s, 2s, 3s, by rank */
    int64_t tiles, units; /* but for the boosted one's */
    int64_t boost;        /* its units; 0: there was none */
    int largest;
};

static struct contents count(const struct trey_rules *rules, trey_board board)
{
    struct contents found = {0};
    int boost = trey_boost_rank(rules);
    if (boost != 0)
        found.boost = (int64_t)1 << (boost - 3);
    found.units = -found.boost;
    found.tiles = -(boost != 0);
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        int rank = trey_get(board, cell);
        if (rank == 0)
            continue;
        found.tiles++;
        if (rank <= 3)
            found.of[rank]++;
        if (rank >= 3)
            found.units += (int64_t)1 << (rank - 3);
        found.largest = rank > found.largest ? rank : found.largest;
    }
    return found;
}

/* Whether k decks before the present one explain the board; *more is cleared once they
 * and any larger number are too many. */
static bool explains(const struct trey_rules *rules, const struct contents *board,
                     int shown, trey_deck deck, int64_t k, bool *more)
{
    enum { RANK_48 = 7, UNITS_48 = 16 };
    int64_t entered[4] = {0}; /* cards, by rank */
    for (int rank = 1; rank <= 3; rank++)
        entered[rank] =
            rules->copies * (k + 1) - trey_deck_left(deck, rank) - (shown == rank);
    assert(k >= -1 && board->largest <= 15 && board->tiles <= TREY_MAX_CELLS);
    int64_t pairs = entered[1] - board->of[1];
    int64_t units = pairs + entered[3];
    int64_t cards = entered[1] + entered[2] + entered[3];
    int64_t start = trey_rules_start(rules) - (board->boost != 0);
    int64_t made = board->boost < UNITS_48 ? UNITS_48 - board->boost : 0;
    *more = units < board->units;
    if (pairs < 0 || pairs != entered[2] - board->of[2] || entered[3] < 0 ||
        cards < start)
        return false;
    if (units < board->units)
        return rules->bonus != TREY_BONUS_NONE && board->largest >= RANK_48 &&
               units >= made + board->of[3] && (board->units - units) % 2 == 0;
    int lines =
        rules->shape.rows > rules->shape.cols ? rules->shape.rows : rules->shape.cols;
    return units == board->units && cards - board->tiles <= lines * (cards - start);
}

bool trey_deck_fits(const struct trey_rules *rules, trey_board board, trey_next next,
                    trey_deck deck)
{
    if (rules->copies == 0 || deck == TREY_DECK_UNKNOWN)
        return true;
    int left = 0;
    for (int rank = 1; rank <= 3; rank++) {
        left += trey_deck_left(deck, rank);
        if (trey_deck_left(deck, rank) > rules->copies)
            return false;
    }
    if (left == 3 * rules->copies)
        return false;
    struct contents contents = count(rules, board);
    bool more = true;
    /* A boosted start may be the large tile alone: no card was drawn yet, k = -1. */
    for (int64_t k = -1; more; k++)
        if (explains(rules, &contents, trey_next_card(rules, next), deck, k, &more))
            return true;
    return false;
}
