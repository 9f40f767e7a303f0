/* Decks that are possible after a game has reached a board and a hint.
 *
 * Let a full deck have c cards of each kind, and let k decks be used up before the
 * present one, which has a 1s, b 2s and t 3s left. The cards drawn since the start are
 *     A = c(k+1) - a,   B = c(k+1) - b,   T = c(k+1) - t.
 * One of them may be shown by the hint and not yet be on the board. Write [h=1] for 1 if
 * the hint is a 1, otherwise 0, and so on. The board has n1 1s, n2 2s, n3 3s, and larger
 * tiles.
 *
 * A 1 or a 2 is still on the board or has merged with one of the other kind to a 3, so
 *     pairs = A - [h=1] - n1 = B - [h=2] - n2 >= 0.                                   (1)
 * Every tile of 3 or more consists of units of 3: pairs, cards of 3, and bonus tiles,
 * which have an even number of units each. Let M be the number of units on the board;
 * then
 *     U = pairs + T - [h=3]   units are from cards, T >= [h=3],                       (2)
 *     M - U                   units are from bonus tiles.                             (3)
 * While the largest tile is below 48 no bonus tile can have spawned, because the largest
 * tile never shrinks: M = U, so the units of the board determine those of the cards
 * exactly. Each deck adds 6c to the tile sum, so the sum determines what is left modulo
 * 6c: 24 for a deck of 12 cards, not just 6.
 *
 * The first 48 (16 units) was made of cards only, and so was every 3 on the board.
 * Nothing else needs to be: the rest of the largest tile and all tiles of 6 or more have
 * even numbers of units, and from the first 48 on, 6, the smallest bonus tile, is
 * possible under both bonus rules any number of times. So
 *     16 + n3 <= U <= M,  M - U even.                                                 (4)
 * Finally the start: all its tiles are cards, so at least `start` of the n cards have
 * spawned. A move spawns one tile and merges at most one pair per line, so
 *     n - tiles on the board <= lines (n - start),                                    (5)
 * which is tested only if there was no bonus tile: with one, 16 units have taken enough
 * moves.
 *
 * (1) to (5) are all that the multisets of drawn tiles and of tiles on the board imply.
 * The positions of tiles, which may exclude more in the first few moves, are ignored: no
 * possible deck is rejected, but a few impossible ones may be accepted. An empty deck
 * stays empty until the next card is drawn, so a full deck is never left. */
#include "base/check.h"
#include "board/cells.h"
#include "rules/chance.h"

/* Contents of a board. The large tile of a boosted start, B units, is not a card: U is
 * compared with M - B, in (4) the first 48 has 16 - B units of cards, or none if the
 * start tile was at least a 48, and in (5) there is one tile more. */
struct contents {
    int64_t of[4];        /* number of 1s, 2s, 3s, by rank */
    int64_t tiles, units; /* without those of the boosted tile */
    int64_t boost;        /* units of the boosted tile; 0: none */
    int largest;
};

static struct contents count_tiles(const struct trey_rules *rules, trey_board board)
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

/* True if k decks before the present one explain the board. *more is cleared when k and
 * all larger numbers are too many. */
static bool decks_explain(const struct trey_rules *rules, const struct contents *board,
                          int shown, trey_deck deck, int64_t k, bool *more)
{
    enum { RANK_48 = 7, UNITS_48 = 16 };
    int64_t entered[4] = {0}; /* number of cards, by rank */
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
    struct contents contents = count_tiles(rules, board);
    bool more = true;
    /* A boosted start may be the large tile alone: no card has been drawn, k = -1. */
    for (int64_t k = -1; more; k++)
        if (decks_explain(rules, &contents, trey_next_card(rules, next), deck, k, &more))
            return true;
    return false;
}
