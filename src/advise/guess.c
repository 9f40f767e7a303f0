/* Which cards may be left, when play is joined in the middle.
 *
 * A deck of 12 has 125 compositions. Two invariants (trey_deck_fits) leave a sixth or so
 * of them at the start; every hint that is shown rules out those in which the card is
 * not there, and once a deck was used up and the next one begins all is known. */
#include "base/error.h"
#include "trey/advise.h"

enum trey_status trey_guess_make(const struct trey_rules *rules, trey_board board,
                                 trey_next next, trey_deck deck, struct trey_guess *guess,
                                 struct trey_error *error)
{
    guess->count = 1;
    enum trey_status status =
        trey_view_make(rules, board, next, deck, &guess->views[0], error);
    if (status != TREY_OK || deck != TREY_DECK_UNKNOWN || rules->copies == 0 ||
        rules->copies > 4)
        return status;
    struct trey_view unknown = guess->views[0];
    int count = 0, copies = rules->copies;
    for (int ones = 0; ones <= copies; ones++)
        for (int twos = 0; twos <= copies; twos++)
            for (int threes = 0; threes <= copies; threes++) {
                trey_deck one = trey_deck_of(ones, twos, threes);
                if (trey_deck_fits(rules, board, next, one) &&
                    trey_view_make(rules, board, next, one, &guess->views[count], NULL) ==
                        TREY_OK)
                    count++;
            }
    if (count == 0) /* no game leads here: nothing can be told of the deck */
        guess->views[0] = unknown;
    guess->count = count > 0 ? count : 1;
    return TREY_OK;
}

void trey_guess_view(const struct trey_guess *guess, struct trey_view *view)
{
    *view = guess->views[0];
    if (guess->count > 1)
        view->deck = TREY_DECK_UNKNOWN;
}

static bool listed(const struct trey_guess *guess, trey_deck deck)
{
    for (int i = 0; i < guess->count; i++)
        if (guess->views[i].deck == deck)
            return true;
    return false;
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
        if (trey_view_advance(&view, direction, cell, rank, next, told) == TREY_OK &&
            !listed(&then, view.deck))
            then.views[then.count++] = view;
    }
    if (then.count == 0)
        return TREY_ERR_INPUT;
    *guess = then;
    return TREY_OK;
}
