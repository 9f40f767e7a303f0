/* Which cards may be left, when play is joined in the middle.
 *
 * A deck of 12 has 125 compositions. Board and hint leave three to ten of them below a
 * tile of 48 (src/rules/deck_fits.c), and some more where bonus tiles may have come;
 * every hint that is shown rules out those in which the card is not there, and once a
 * deck was used up and the next one begins all is known.
 *
 * How likely each is. Let a deck have c cards of each kind and u of a kind be drawn, n in
 * all. Every order of the cards is equally likely, so of all decks that are left with
 * 3c - n cards, that with a, b, t has the share
 *     C(c,a) C(c,b) C(c,t) / C(3c,n),
 * and the last one drawn was the card that the hint shows with probability u/n. What the
 * player did with the cards tells nothing that could be counted, and how many there were
 * is told by the board alone, so all n are taken to be equally likely. From then on each
 * tile and hint that is seen multiplies the weights by its probability (Bayes). */
#include "base/error.h"
#include "trey/advise.h"

static double choose(int n, int k)
{
    double ways = 1.0;
    for (int i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return ways;
}

/* How likely the deck is before anything but the hint is known, but for a factor. */
static double prior(const struct trey_rules *rules, trey_next next, trey_deck deck)
{
    int copies = rules->copies, left = 0;
    double ways = 1.0;
    for (int rank = 1; rank <= 3; rank++) {
        left += trey_deck_left(deck, rank);
        ways *= choose(copies, trey_deck_left(deck, rank));
    }
    double share = ways / choose(3 * copies, left);
    for (int rank = 1; rank <= 3; rank++)
        if (next == 1u << rank)
            share *= (double)(copies - trey_deck_left(deck, rank)) / (3 * copies - left);
    return share;
}

static void scale(struct trey_guess *guess)
{
    double sum = 0.0;
    for (int i = 0; i < guess->count; i++)
        sum += guess->weight[i];
    for (int i = 0; i < guess->count; i++)
        guess->weight[i] /= sum;
}

/* All decks that fit, by the rules `origin` of how the game began. */
static void list_decks(const struct trey_view *view, const struct trey_rules *origin,
                       struct trey_guess *guess)
{
    int copies = view->rules.copies;
    guess->count = 0;
    for (int ones = 0; ones <= copies; ones++)
        for (int twos = 0; twos <= copies; twos++)
            for (int threes = 0; threes <= copies; threes++) {
                trey_deck one = trey_deck_of(ones, twos, threes);
                struct trey_view *made = &guess->views[guess->count];
                if (!trey_deck_fits(origin, view->board, view->next, one) ||
                    trey_view_make(&view->rules, view->board, view->next, one, made,
                                   NULL) != TREY_OK)
                    continue;
                guess->weight[guess->count++] = prior(&view->rules, view->next, one);
            }
}

enum trey_status trey_guess_make(const struct trey_rules *rules, trey_board board,
                                 trey_next next, trey_deck deck, struct trey_guess *guess,
                                 struct trey_error *error)
{
    struct trey_view view;
    enum trey_status status = trey_view_make(rules, board, next, deck, &view, error);
    if (status != TREY_OK)
        return status;
    guess->count = 0;
    if (deck == TREY_DECK_UNKNOWN && rules->copies >= 1 && rules->copies <= 4) {
        struct trey_rules anyhow = *rules; /* a board that was set up by hand */
        anyhow.start = 1;
        list_decks(&view, rules, guess);
        if (guess->count == 0)
            list_decks(&view, &anyhow, guess);
    }
    if (guess->count == 0) {
        guess->views[0] = view;
        guess->weight[0] = 1.0;
        guess->count = 1;
    }
    scale(guess);
    return TREY_OK;
}

void trey_guess_view(const struct trey_guess *guess, struct trey_view *view)
{
    *view = guess->views[0];
    if (guess->count > 1)
        view->deck = TREY_DECK_UNKNOWN;
}

/* --- what is seen ----------------------------------------------------------------------
 */

static double chance_of(const struct trey_chance *chances, int count, unsigned what)
{
    for (int i = 0; i < count; i++)
        if (chances[i].what == what)
            return chances[i].probability;
    return 0.0;
}

/* The probability that the tile enters, and that the hint is shown then. `after` is the
 * view that has come of it. */
static double likelihood(const struct trey_view *view, const struct trey_view *after,
                         int rank)
{
    struct trey_chance chances[TREY_MAX_CHANCES];
    if (rank == 0) /* the game was ended, and nothing drawn */
        return 1.0;
    int count =
        trey_rules_tiles(&view->rules, view->board, view->next, view->deck, chances);
    double tile = chance_of(chances, count, (unsigned)rank);
    /* The deck that the hint was drawn from: not that of `after`, which it has left. */
    trey_deck deck = view->rules.hint == TREY_SHOW_NONE
                         ? trey_deck_draw(&view->rules, view->deck, rank)
                         : view->deck;
    count = trey_rules_nexts(&view->rules, after->board, deck, chances);
    return tile * chance_of(chances, count, after->next);
}

static void add(struct trey_guess *guess, const struct trey_view *view, double weight)
{
    for (int i = 0; i < guess->count; i++)
        if (guess->views[i].deck == view->deck) {
            guess->weight[i] += weight;
            return;
        }
    guess->views[guess->count] = *view;
    guess->weight[guess->count++] = weight;
}

enum trey_status trey_guess_advance(struct trey_guess *guess,
                                    enum trey_direction direction, int cell, int rank,
                                    trey_next next, struct trey_error *error)
{
    struct trey_guess then;
    then.count = 0;
    for (int i = 0; i < guess->count; i++) {
        struct trey_view view = guess->views[i];
        struct trey_error *told = i == 0 ? error : NULL;
        if (trey_view_advance(&view, direction, cell, rank, next, told) == TREY_OK)
            add(&then, &view,
                guess->weight[i] * likelihood(&guess->views[i], &view, rank));
    }
    if (then.count == 0)
        return TREY_ERR_INPUT;
    scale(&then);
    *guess = then;
    return TREY_OK;
}
