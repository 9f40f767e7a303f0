/* A game played elsewhere: on a phone, say, and told here.
 *
 * It is a list of *taps*: a position told, a slide made, the tile that entered, the hint
 * that was shown, something set right. Where the game stands follows from them, each
 * changing `stand`; undo takes the last tap away and goes through the others again, so
 * nothing has to be undone by rules of its own.
 *
 * What is known of the deck is struct trey_guess, all decks that are possible. It is made
 * when board and hint are known together, goes along with every slide, and is made anew
 * from the position when something is set right: what was told before may be what was
 * wrong. */
#include "engine/stand.h"
#include "base/error.h"

#include <limits.h>
#include <stdlib.h>

/* --- what is possible ------------------------------------------------------------------
 */

static const struct trey_rules *rules_of(const struct trey_stand *stand)
{
    return &stand->view.rules;
}

unsigned trey_stand_cells(const struct trey_stand *stand)
{
    return trey_rules_entries(rules_of(stand), stand->before.board, stand->view.board,
                              (enum trey_direction)stand->step.direction);
}

unsigned trey_stand_ranks(const struct trey_stand *stand)
{
    unsigned ranks = 0;
    for (int i = 0; i < stand->guess.count; i++) {
        const struct trey_view *view = &stand->guess.views[i];
        struct trey_chance tiles[TREY_MAX_CHANCES];
        int count =
            trey_rules_tiles(&view->rules, view->board, view->next, view->deck, tiles);
        for (int k = 0; k < count; k++)
            ranks |= 1U << tiles[k].what;
    }
    return ranks;
}

/* The deck that a tile leaves, by the views of the guess: hidden tiles leave it as they
 * enter, others did when they were shown. */
static trey_deck deck_after(const struct trey_view *view, int rank)
{
    struct trey_chance tiles[TREY_MAX_CHANCES];
    int count =
        trey_rules_tiles(&view->rules, view->board, view->next, view->deck, tiles);
    for (int k = 0; k < count; k++)
        if ((int)tiles[k].what == rank)
            return tiles[k].deck;
    return view->deck;
}

static void add_hints(const struct trey_rules *rules, trey_board board, trey_deck deck,
                      struct trey_stand_hints *hints)
{
    struct trey_chance chances[TREY_MAX_CHANCES];
    int count = trey_rules_nexts(rules, board, deck, chances);
    for (int k = 0; k < count; k++) {
        int at = 0;
        while (at < hints->count && hints->next[at] != (trey_next)chances[k].what)
            at++;
        if (at == hints->count && at < (int)(sizeof hints->next / sizeof *hints->next))
            hints->next[hints->count++] = (trey_next)chances[k].what;
    }
}

static int compare_hints(const void *a, const void *b)
{
    int first = *(const trey_next *)a, second = *(const trey_next *)b;
    first = first == TREY_NEXT_PLUS ? INT_MAX : first;
    second = second == TREY_NEXT_PLUS ? INT_MAX : second;
    return (first > second) - (first < second);
}

void trey_stand_hints(const struct trey_stand *stand, struct trey_stand_hints *hints)
{
    const struct trey_rules *rules = rules_of(stand);
    hints->count = 0;
    if (!stand->known)
        add_hints(rules, stand->view.board, stand->view.deck, hints);
    for (int i = 0; stand->known && i < stand->guess.count; i++)
        add_hints(rules, stand->view.board,
                  deck_after(&stand->guess.views[i], stand->step.rank), hints);
    qsort(hints->next, (size_t)hints->count, sizeof *hints->next, compare_hints);
}

/* --- taps ------------------------------------------------------------------------------
 */

const char trey_contradiction[] = "contradiction";

static const char illegal[] = "illegal", state_key[] = "state", value_key[] = "value";

static const char *fail(const char *key, struct trey_error *error, const char *text)
{
    trey_fail(error, TREY_ERR_INPUT, 0, "%s", text);
    return key;
}

/* Board and hint are known together: all decks that go with them. */
static const char *know(struct trey_stand *stand, struct trey_error *error)
{
    struct trey_view *view = &stand->view;
    uint64_t score = view->score, moves = view->moves;
    if (trey_guess_make(&view->rules, view->board, view->next, view->deck, &stand->guess,
                        error) != TREY_OK)
        return value_key;
    for (int i = 0; i < stand->guess.count; i++) {
        stand->guess.views[i].score = score;
        stand->guess.views[i].moves = moves;
    }
    stand->known = true;
    stand->shown = true;
    stand->waiting = TREY_FOR_NOTHING;
    trey_guess_view(&stand->guess, view);
    return trey_record_begin(&stand->record, view, 0, 0, NULL, error) == TREY_OK
               ? NULL
               : "limit";
}

static const char *tap_position(struct trey_stand *stand, const struct trey_tap *tap,
                                struct trey_error *error)
{
    const struct trey_rules *rules = &tap->view.rules;
    stand->view = tap->view;
    stand->known = stand->shown = stand->sliding = false;
    stand->waiting = TREY_FOR_NEXT;
    if (tap->shown || rules->hint == TREY_SHOW_NONE ||
        trey_rules_ends(rules, tap->view.board))
        return know(stand, error);
    struct trey_stand_hints hints;
    trey_stand_hints(stand, &hints);
    return hints.count > 0 ? NULL : fail(value_key, error, "no hint goes with this deck");
}

/* The slide is through: every deck that allows it goes along. */
static const char *complete(struct trey_stand *stand, trey_next next,
                            struct trey_error *error)
{
    stand->step.next = next;
    enum trey_direction direction = (enum trey_direction)stand->step.direction;
    if (trey_guess_advance(&stand->guess, direction, stand->step.cell, stand->step.rank,
                           next, error) != TREY_OK)
        return trey_contradiction;
    if (trey_record_add(&stand->record, &stand->step, error) != TREY_OK)
        return "limit";
    stand->sliding = false;
    stand->shown = true;
    stand->waiting = TREY_FOR_NOTHING;
    trey_guess_view(&stand->guess, &stand->view);
    return NULL;
}

static const char *enter(struct trey_stand *stand, int cell, int rank,
                         struct trey_error *error)
{
    stand->step.cell = (int8_t)cell;
    stand->step.rank = (uint8_t)rank;
    stand->view.board = trey_board_with(stand->view.board, cell, rank);
    if (!trey_rules_merges_score(rules_of(stand)))
        stand->view.score = trey_board_score(stand->view.board);
    stand->moved = true;
    if (rules_of(stand)->hint == TREY_SHOW_NONE)
        return complete(stand, TREY_NEXT_HIDDEN, error);
    stand->view.next = TREY_NEXT_HIDDEN;
    stand->shown = false;
    stand->waiting = TREY_FOR_NEXT;
    return NULL;
}

static bool one_bit(unsigned set)
{
    return set != 0 && (set & (set - 1)) == 0;
}

static const char *tap_slide(struct trey_stand *stand, const struct trey_tap *tap,
                             struct trey_error *error)
{
    const struct trey_rules *rules = rules_of(stand);
    if (stand->waiting != TREY_FOR_NOTHING)
        return fail(state_key, error, "the last slide is not told to its end");
    unsigned legal = trey_rules_legal(rules, stand->view.board);
    if ((legal >> tap->direction & 1) == 0)
        return fail(illegal, error,
                    legal == 0 ? "the game is over" : "the slide moves nothing");
    stand->before = stand->view;
    stand->step =
        (struct trey_step){.direction = (uint8_t)tap->direction, .cell = -1, .ms = -1.0F};
    stand->sliding = stand->moved = true;
    if (trey_rules_merges_score(rules))
        stand->view.score += trey_rules_gain(rules, stand->view.board, tap->direction);
    stand->view.board = trey_rules_slide(rules, stand->view.board, tap->direction);
    if (!trey_rules_merges_score(rules))
        stand->view.score = trey_board_score(stand->view.board);
    stand->view.moves++;
    if (trey_rules_ends(rules, stand->view.board))
        return complete(stand, TREY_NEXT_HIDDEN, error);
    stand->waiting = TREY_FOR_ENTERED;
    unsigned cells = trey_stand_cells(stand), ranks = trey_stand_ranks(stand);
    if (one_bit(cells) && one_bit(ranks))
        return enter(stand, __builtin_ctz(cells), __builtin_ctz(ranks), error);
    return NULL;
}

static const char *tap_entered(struct trey_stand *stand, const struct trey_tap *tap,
                               struct trey_error *error)
{
    if (stand->waiting != TREY_FOR_ENTERED)
        return fail(state_key, error, "no tile is waited for");
    unsigned ranks = trey_stand_ranks(stand);
    if ((trey_stand_cells(stand) >> tap->cell & 1) == 0)
        return fail(illegal, error, "no tile can enter that cell after the slide");
    if (tap->rank == 0 && !one_bit(ranks))
        return fail(value_key, error, "there are several tiles that it may be");
    int rank = tap->rank != 0 ? tap->rank : __builtin_ctz(ranks);
    if ((ranks >> rank & 1) == 0)
        return fail(trey_contradiction, error,
                    "the hint before the slide was of another tile");
    return enter(stand, tap->cell, rank, error);
}

static const char *tap_next(struct trey_stand *stand, const struct trey_tap *tap,
                            struct trey_error *error)
{
    if (stand->waiting != TREY_FOR_NEXT)
        return fail(state_key, error, "no hint is waited for");
    if (stand->sliding)
        return complete(stand, tap->next, error);
    struct trey_chance chances[TREY_MAX_CHANCES];
    struct trey_view *view = &stand->view;
    int count = trey_rules_nexts(&view->rules, view->board, view->deck, chances);
    for (int i = 0; i < count; i++)
        if ((trey_next)chances[i].what == tap->next) {
            view->next = tap->next;
            view->deck = chances[i].deck;
            return know(stand, error);
        }
    return fail(trey_contradiction, error, "no such hint goes with this board and deck");
}

static const char *apply(struct trey_stand *stand, const struct trey_tap *tap,
                         struct trey_error *error)
{
    stand->moved = false;
    switch (tap->kind) {
    case TREY_TAP_POSITION:
        return tap_position(stand, tap, error);
    case TREY_TAP_SLIDE:
        return tap_slide(stand, tap, error);
    case TREY_TAP_ENTERED:
        return tap_entered(stand, tap, error);
    case TREY_TAP_NEXT:
        break;
    }
    return tap_next(stand, tap, error);
}

/* The record's score is kept up to date, so that it can be read through a pointer to
 * const. */
const char *trey_stand_apply(struct trey_stand *stand, const struct trey_tap *tap,
                             struct trey_error *error)
{
    const char *refused = apply(stand, tap, error);
    if (refused == NULL && stand->known)
        stand->record.score = stand->guess.views[0].score;
    return refused;
}
