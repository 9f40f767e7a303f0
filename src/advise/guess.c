/* Possible decks, and their probabilities, when play is joined in the middle.
 *
 * A deck of 12 has 125 compositions. Board and hint leave three to ten of them below a
 * tile of 48 (src/rules/deck_fits.c), and some more if bonus tiles may have spawned.
 * Every hint rules out the decks that lack its card, and after a deck is used up and the
 * next one starts, the deck is known.
 *
 * Prior probabilities: a deck has c cards of each kind; u cards of a kind and n cards in
 * all are drawn. Every order of the cards is equally likely, so among all decks with 3c
 * - n cards left, the deck with a, b, t left has the share C(c,a) C(c,b) C(c,t) /
 * C(3c,n), and the last card drawn was the one in the hint with probability u/n. The
 * player's moves carry no usable information, and only the board shows how many cards
 * were drawn, so all n are taken as equally likely. After that, each spawn and hint
 * multiplies the weights by its probability (Bayes). */
#include "advise/guess.h"
#include "base/check.h"
#include "base/error.h"
#include "rules/chance.h"
#include "trey/advise.h"

static double binomial(int n, int k)
{
    double product = 1.0;
    assert(k >= 0 && k <= n);
    for (int i = 1; i <= k; i++)
        product = product * (n - k + i) / i;
    return product;
}

/* Prior probability of the deck given only the hint, up to a constant factor. */
static double prior_probability(const struct trey_rules *rules, trey_next next,
                                trey_deck deck)
{
    int copies = rules->copies, left = 0;
    double product = 1.0;
    for (int rank = 1; rank <= 3; rank++) {
        left += trey_deck_left(deck, rank);
        product *= binomial(copies, trey_deck_left(deck, rank));
    }
    double share = product / binomial(3 * copies, left);
    for (int rank = 1; rank <= 3; rank++)
        if (next == 1u << rank)
            share *= (double)(copies - trey_deck_left(deck, rank)) / (3 * copies - left);
    return share;
}

TREY_ASSERT_ONLY bool weights_are_whole(const struct trey_guess *guess)
{
    double sum = 0.0;
    for (int i = 0; i < guess->count; i++) {
        if (!trey_is_share(guess->weight[i]))
            return false;
        sum += guess->weight[i];
    }
    return trey_is_whole(sum, 1e-12);
}

static void normalise_weights(struct trey_guess *guess)
{
    double sum = 0.0;
    for (int i = 0; i < guess->count; i++)
        sum += guess->weight[i];
    assert(sum > 0.0);
    for (int i = 0; i < guess->count; i++)
        guess->weight[i] /= sum;
    assert(weights_are_whole(guess));
}

/* Lists the decks that fit; `origin`: rules by which the game started. */
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
                guess->weight[guess->count++] =
                    prior_probability(&view->rules, view->next, one);
            }
}

static double chance_of(const struct trey_chance *chances, int count, unsigned what)
{
    for (int i = 0; i < count; i++)
        if (chances[i].what == what)
            return chances[i].probability;
    return 0.0;
}

/* Lists the decks that are possible with this hint. The weights are not normalised, so
 * that those of several hints can be compared. */
static enum trey_status list_cases(const struct trey_rules *rules, trey_board board,
                                   trey_next next, trey_deck deck,
                                   struct trey_guess *guess, struct trey_error *error)
{
    struct trey_view view;
    enum trey_status status = trey_view_make(rules, board, next, deck, &view, error);
    if (status != TREY_OK)
        return status;
    guess->count = 0;
    if (deck == TREY_DECK_UNKNOWN && rules->copies >= 1 && rules->copies <= 4) {
        struct trey_rules relaxed = *rules; /* a board that was set up by hand */
        relaxed.start = 1;
        list_decks(&view, rules, guess);
        if (guess->count == 0)
            list_decks(&view, &relaxed, guess);
    }
    if (guess->count == 0) {
        guess->views[0] = view;
        guess->weight[0] = next == 1u << 3 ? trey_three_drawn(rules, deck)
                                           : 1.0; /* as in prior_probability() */
        guess->count = 1;
    }
    return TREY_OK;
}

/* Lists the cases of a blank white card, a 3 or a bonus tile, with the probabilities of
 * the rules. A deck's weight includes the probability that its 3 is already drawn. */
static enum trey_status list_white_cases(const struct trey_rules *rules, trey_board board,
                                         trey_deck deck, struct trey_guess *guess,
                                         struct trey_error *error)
{
    struct trey_guess bonus;
    const double odds = 1.0 / rules->odds;
    if (rules->hint != TREY_SHOW_PLUS ||
        !trey_next_possible(rules, board, TREY_NEXT_PLUS))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "a white card is a 3 here: no bonus tile is shown as +");
    enum trey_status status =
        list_cases(rules, board, TREY_NEXT_PLUS, deck, &bonus, error);
    if (status != TREY_OK)
        return status;
    if (list_cases(rules, board, 1u << 3, deck, guess, NULL) != TREY_OK)
        guess->count = 0; /* no 3 was left to draw */
    for (int i = 0; i < guess->count; i++)
        guess->weight[i] *= 1.0 - odds;
    for (int i = 0; i < bonus.count; i++) {
        guess->views[guess->count] = bonus.views[i];
        guess->weight[guess->count++] = odds * bonus.weight[i];
    }
    normalise_weights(guess);
    return TREY_OK;
}

/* --- a hint that was not seen ----------------------------------------------------------
 */

/* Adds a case; if the list is full, it replaces the least likely one. */
static void add_case(struct trey_guess *guess, const struct trey_view *view,
                     double weight)
{
    int at = guess->count;
    if (at == 2 * TREY_MAX_DECKS) {
        at = 0;
        for (int i = 1; i < guess->count; i++)
            at = guess->weight[i] < guess->weight[at] ? i : at;
        if (weight <= guess->weight[at])
            return;
    } else
        guess->count++;
    guess->views[at] = *view;
    guess->weight[at] = weight;
}

/* Adds the decks that may remain after a hint. `origin`: rules by which the game may have
 * started; NULL: only the given deck. */
static void add_decks(const struct trey_rules *rules, const struct trey_rules *origin,
                      trey_board board, trey_next next, trey_deck deck, double factor,
                      struct trey_guess *guess)
{
    struct trey_guess decks;
    struct trey_view view;
    if (trey_view_make(rules, board, next, deck, &view, NULL) != TREY_OK)
        return;
    if (origin != NULL)
        list_decks(&view, origin, &decks);
    else if (deck != TREY_DECK_UNKNOWN && rules->copies != 0)
        decks = (struct trey_guess){.count = 1,
                                    .views = {view},
                                    .weight = {prior_probability(rules, next, deck)}};
    else
        decks = (struct trey_guess){.count = 1, .views = {view}, .weight = {1.0}};
    for (int i = 0; i < decks.count; i++)
        if (decks.weight[i] > 0.0)
            add_case(guess, &decks.views[i], factor * decks.weight[i]);
}

/* Adds every hint with its decks. A card's hint has the probability that no bonus tile
 * comes, which `prior_probability` divides among the cards; a bonus hint has its own
 * probability. */
static void add_hints(const struct trey_rules *rules, const struct trey_rules *origin,
                      trey_board board, trey_deck deck, struct trey_guess *guess)
{
    struct trey_chance hints[TREY_MAX_CHANCES];
    bool counted = origin != NULL || (deck != TREY_DECK_UNKNOWN && rules->copies != 0);
    double cards = 0.0;
    int count =
        trey_rules_nexts(rules, board, rules->copies != 0 ? TREY_DECK_UNKNOWN : 0, hints);
    for (int i = 0; i < count; i++)
        if (trey_next_card(rules, (trey_next)hints[i].what) != 0)
            cards += hints[i].probability;
    for (int i = 0; i < count; i++) {
        trey_next next = (trey_next)hints[i].what;
        bool card = trey_next_card(rules, next) != 0;
        add_decks(rules, origin, board, next, deck,
                  counted && card ? cards : hints[i].probability, guess);
    }
}

/* Removes the cases that cannot follow from a start by these rules, unless none can. */
static bool keep_possible(const struct trey_rules *rules, struct trey_guess *guess)
{
    int kept = 0;
    for (int i = 0; i < guess->count; i++) {
        const struct trey_view *view = &guess->views[i];
        if (!trey_deck_fits(rules, view->board, view->next, view->deck))
            continue;
        guess->views[kept] = guess->views[i];
        guess->weight[kept++] = guess->weight[i];
    }
    if (kept > 0)
        guess->count = kept;
    return kept > 0;
}

enum trey_status trey_guess_make_open(const struct trey_rules *rules, trey_board board,
                                      trey_deck deck, struct trey_guess *guess,
                                      struct trey_error *error)
{
    struct trey_rules relaxed = *rules; /* a board that was set up by hand */
    relaxed.start = 1;
    if (rules->hint == TREY_SHOW_NONE || trey_rules_ends(rules, board))
        return trey_guess_make(rules, board, TREY_NEXT_HIDDEN, deck, guess, error);
    enum trey_status status = trey_rules_check(rules, error);
    guess->count = 0;
    if (status != TREY_OK)
        return status;
    if (deck == TREY_DECK_UNKNOWN && rules->copies >= 1 && rules->copies <= 4) {
        add_hints(rules, rules, board, deck, guess);
        if (guess->count == 0)
            add_hints(rules, &relaxed, board, deck, guess);
    }
    if (guess->count == 0) {
        add_hints(rules, NULL, board, deck, guess);
        if (deck != TREY_DECK_UNKNOWN && rules->copies != 0 &&
            !keep_possible(rules, guess))
            keep_possible(&relaxed, guess);
    }
    if (guess->count == 0)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "no next tile is possible with this board and deck");
    normalise_weights(guess);
    return TREY_OK;
}

/* --- the guess -------------------------------------------------------------------------
 */

enum trey_status trey_guess_make(const struct trey_rules *rules, trey_board board,
                                 trey_next next, trey_deck deck, struct trey_guess *guess,
                                 struct trey_error *error)
{
    if (next == TREY_NEXT_WHITE)
        return list_white_cases(rules, board, deck, guess, error);
    enum trey_status status = list_cases(rules, board, next, deck, guess, error);
    if (status == TREY_OK)
        normalise_weights(guess);
    return status;
}

int trey_guess_decks(const struct trey_guess *guess)
{
    int count = 0;
    for (int i = 0; i < guess->count; i++) {
        int first = 0; /* index of the first case with the same deck */
        while (guess->views[first].deck != guess->views[i].deck)
            first++;
        count += first == i;
    }
    return count;
}

void trey_guess_view(const struct trey_guess *guess, struct trey_view *view)
{
    *view = guess->views[0];
    for (int i = 1; i < guess->count; i++) {
        if (guess->views[i].deck != guess->views[0].deck)
            view->deck = TREY_DECK_UNKNOWN;
        if (guess->views[i].next != guess->views[0].next)
            view->next = TREY_NEXT_WHITE;
    }
}

/* --- what is seen ----------------------------------------------------------------------
 */

/* Probability of the spawned tile and of the hint after it; `after` is the resulting
 * view. */
static double likelihood(const struct trey_view *view, const struct trey_view *after,
                         int rank)
{
    struct trey_chance chances[TREY_MAX_CHANCES];
    if (rank == 0) /* the move ended the game: no tile spawned */
        return 1.0;
    int count =
        trey_rules_tiles(&view->rules, view->board, view->next, view->deck, chances);
    double tile = chance_of(chances, count, (unsigned)rank);
    /* The deck before the hint was drawn; after->deck lacks its card. */
    trey_deck deck = view->rules.hint == TREY_SHOW_NONE
                         ? trey_deck_draw(&view->rules, view->deck, rank)
                         : view->deck;
    count = trey_rules_nexts(&view->rules, after->board, deck, chances);
    return tile * chance_of(chances, count, after->next);
}

static void add_view(struct trey_guess *guess, const struct trey_view *view,
                     double weight)
{
    for (int i = 0; i < guess->count; i++)
        if (guess->views[i].deck == view->deck && guess->views[i].next == view->next) {
            guess->weight[i] += weight;
            return;
        }
    assert(guess->count < TREY_MAX_DECKS);
    guess->views[guess->count] = *view;
    guess->weight[guess->count++] = weight;
}

enum trey_status trey_guess_advance(struct trey_guess *guess,
                                    enum trey_direction direction, int cell, int rank,
                                    trey_next next, struct trey_error *error)
{
    static const trey_next white[] = {1u << 3, TREY_NEXT_PLUS};
    const trey_next *hints = next == TREY_NEXT_WHITE ? white : &next;
    const int hint_count = next == TREY_NEXT_WHITE ? 2 : 1;
    struct trey_guess advanced;
    advanced.count = 0;
    for (int i = 0; i < hint_count * guess->count; i++) {
        const struct trey_view *before = &guess->views[i / hint_count];
        struct trey_view view = *before;
        struct trey_error *reported = i == 0 ? error : NULL;
        if (trey_view_advance(&view, direction, cell, rank, hints[i % hint_count],
                              reported) == TREY_OK)
            add_view(&advanced, &view,
                     guess->weight[i / hint_count] * likelihood(before, &view, rank));
    }
    if (advanced.count == 0)
        return TREY_ERR_INPUT;
    normalise_weights(&advanced);
    *guess = advanced;
    return TREY_OK;
}
