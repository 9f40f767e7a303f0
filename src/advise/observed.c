/* Reconstructs a game from observed boards.
 *
 * Each board is compared with the previous one; trey_record_between finds the moves, with
 * an unknown deck. At the end the starting deck is determined: a deck is possible if the
 * whole game can be replayed with it.
 *
 * The hint may be uncertain: the app's first versions show a blank white card for a 3 and
 * for a bonus tile, and the top of a picture may be cut off. Then the most likely hint is
 * assumed, and corrected when the next picture shows the tile that spawned. */
#include "trey/observed.h"
#include "record/between.h"
#include "trey/advise.h"

#include <string.h>

/* The most likely hint on a board. */
static trey_next likeliest_hint(const struct trey_rules *rules, trey_board board)
{
    struct trey_chance hints[TREY_MAX_CHANCES];
    const int count = trey_rules_nexts(rules, board, TREY_DECK_UNKNOWN, hints);
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (hints[i].probability > hints[best].probability)
            best = i;
    }
    return (trey_next)hints[best].what;
}

static enum trey_status begin_game(struct trey_observed *game,
                                   const struct trey_observation *seen,
                                   struct trey_error *error)
{
    const trey_next next = seen->next == TREY_NEXT_HIDDEN
                               ? likeliest_hint(&seen->rules, seen->board)
                               : seen->next;
    const enum trey_status status = trey_view_make(&seen->rules, seen->board, next,
                                                   TREY_DECK_UNKNOWN, &game->view, error);
    if (status != TREY_OK)
        return status;
    return trey_record_begin(&game->record, &game->view, 0, 0, NULL, error);
}

static void record_hint_kind(struct trey_observed *game,
                             const struct trey_observation *seen)
{
    const unsigned bonus = seen->next == TREY_NEXT_PLUS ? 0 : (unsigned)seen->next >> 4;
    game->begun = true;
    game->hint = seen->hint;
    game->window |= bonus != 0;
}

/* Appends the steps to the record and advances the view. */
static enum trey_status add_steps(struct trey_observed *game,
                                  const struct trey_step *steps, int count,
                                  struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    for (int i = 0; i < count && status == TREY_OK; i++) {
        status = trey_record_add(&game->record, &steps[i], error);
        if (status == TREY_OK)
            status =
                trey_view_advance(&game->view, (enum trey_direction)steps[i].direction,
                                  steps[i].cell, steps[i].rank, steps[i].next, error);
    }
    return status;
}

/* Sets the hint of the last picture, in the view and in the record. */
static void correct_hint(struct trey_observed *game, trey_next hint)
{
    struct trey_record *record = &game->record;
    if (hint == TREY_NEXT_PLUS)
        game->view.rules.hint = record->start.rules.hint = TREY_SHOW_PLUS;
    game->view.next = hint;
    if (record->count == 0)
        record->start.next = hint;
    else
        record->steps[record->count - 1].next = hint;
}

/* Returns the view with another hint; `+` needs rules that show it. */
static struct trey_view view_with_hint(const struct trey_view *view, trey_next hint)
{
    struct trey_view other = *view;
    other.next = hint;
    if (hint == TREY_NEXT_PLUS)
        other.rules.hint = TREY_SHOW_PLUS;
    return other;
}

/* Lists the hints that the last picture may have shown; returns their number. */
static int list_hints(const struct trey_observed *game, trey_next hints[TREY_MAX_CHANCES])
{
    const struct trey_view *view = &game->view;
    struct trey_chance chances[TREY_MAX_CHANCES];
    int count = 1;
    hints[0] = view->next;
    if (game->hint == TREY_OBSERVED_BLANK && !game->window)
        hints[count++] = TREY_NEXT_PLUS;
    if (game->hint == TREY_OBSERVED_UNSEEN) {
        count = trey_rules_nexts(&view->rules, view->board, view->deck, chances);
        for (int i = 0; i < count; i++)
            hints[i] = (trey_next)chances[i].what;
    }
    return count;
}

/* Moves that explain a picture, and the hint before them. */
struct explanation {
    struct trey_step steps[2];
    trey_next hint;
    bool found, ambiguous;
};

static bool same_moves(const struct trey_step *a, const struct trey_step *b, int count)
{
    for (int i = 0; i < count; i++) {
        if (a[i].direction != b[i].direction || a[i].cell != b[i].cell ||
            a[i].rank != b[i].rank)
            return false;
    }
    return true;
}

/* Adds the moves found for one hint; if they differ from earlier ones, the result is
 * ambiguous. */
static void add_explanation(struct explanation *explanation, int count,
                            const struct trey_step steps[2], trey_next hint)
{
    if (explanation->found) {
        explanation->ambiguous |= !same_moves(explanation->steps, steps, count);
        return;
    }
    memcpy(explanation->steps, steps, sizeof explanation->steps);
    explanation->hint = hint;
    explanation->found = true;
}

/* Calls trey_record_between for each possible hint of the last picture. One move is
 * preferred to two. */
static enum trey_between find_moves(struct trey_observed *game, trey_board board,
                                    trey_next next, struct trey_step steps[2])
{
    trey_next hints[TREY_MAX_CHANCES];
    struct explanation one = {.found = false}, two = {.found = false};
    if (next == TREY_NEXT_PLUS && !game->window)
        game->view.rules.hint = game->record.start.rules.hint = TREY_SHOW_PLUS;
    if (board == game->view.board) {
        const bool known = game->hint == TREY_OBSERVED_SEEN;
        if (next == TREY_NEXT_HIDDEN || next == game->view.next)
            return TREY_BETWEEN_SAME;
        if (!known)
            correct_hint(game, next);
        return known ? TREY_BETWEEN_NOTHING : TREY_BETWEEN_SAME;
    }
    const int count = list_hints(game, hints);
    for (int i = 0; i < count; i++) {
        struct trey_step trial[2] = {{0}};
        const struct trey_view view = view_with_hint(&game->view, hints[i]);
        switch (trey_record_between(&view, board, next, trial)) {
        case TREY_BETWEEN_ONE:
            add_explanation(&one, 1, trial, hints[i]);
            break;
        case TREY_BETWEEN_TWO:
            add_explanation(&two, 2, trial, hints[i]);
            break;
        case TREY_BETWEEN_AMBIGUOUS:
            two.found = two.ambiguous = true;
            break;
        case TREY_BETWEEN_NOTHING:
        case TREY_BETWEEN_SAME:
            break;
        }
    }
    const struct explanation *best = one.found ? &one : &two;
    if (!best->found)
        return TREY_BETWEEN_NOTHING;
    if (best->ambiguous)
        return TREY_BETWEEN_AMBIGUOUS;
    memcpy(steps, best->steps, sizeof best->steps);
    correct_hint(game, best->hint);
    return one.found ? TREY_BETWEEN_ONE : TREY_BETWEEN_TWO;
}

enum trey_status trey_observed_add(struct trey_observed *game,
                                   const struct trey_observation *seen,
                                   enum trey_between *found, struct trey_step steps[2],
                                   struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    *found = TREY_BETWEEN_SAME;
    if (!game->begun) {
        status = begin_game(game, seen, error);
        if (status == TREY_OK)
            record_hint_kind(game, seen);
        return status;
    }
    *found = seen->rules.slide != game->view.rules.slide
                 ? TREY_BETWEEN_NOTHING
                 : find_moves(game, seen->board, seen->next, steps);
    if (*found == TREY_BETWEEN_NOTHING || *found == TREY_BETWEEN_AMBIGUOUS)
        return TREY_OK;
    if (*found == TREY_BETWEEN_SAME && seen->hint == TREY_OBSERVED_UNSEEN)
        return TREY_OK; /* the earlier picture has the hint */
    if (*found != TREY_BETWEEN_SAME)
        status = add_steps(game, steps, *found == TREY_BETWEEN_TWO ? 2 : 1, error);
    if (status == TREY_OK) {
        game->record.score = game->view.score;
        record_hint_kind(game, seen);
    }
    return status;
}

/* True if all moves of the record are possible from this start. */
static bool explains_game(const struct trey_record *record, const struct trey_view *start)
{
    struct trey_record copy = *record; /* shares the steps */
    struct trey_view end;
    copy.start = *start;
    return trey_record_replay(&copy, false, &end, NULL) == TREY_OK;
}

void trey_observed_finish(struct trey_observed *game)
{
    struct trey_record *record = &game->record;
    struct trey_guess guess;
    record->score = game->view.score;
    if (record->start.deck != TREY_DECK_UNKNOWN ||
        trey_guess_make(&record->start.rules, record->start.board, record->start.next,
                        TREY_DECK_UNKNOWN, &guess, NULL) != TREY_OK)
        return;
    int possible = -1;
    for (int i = 0; i < guess.count; i++) {
        if (!explains_game(record, &guess.views[i]))
            continue;
        if (possible >= 0)
            return; /* several decks are possible: it stays unknown */
        possible = i;
    }
    if (possible >= 0)
        record->start.deck = guess.views[possible].deck;
}

void trey_observed_clear(struct trey_observed *game)
{
    trey_record_clear(&game->record);
    *game = (struct trey_observed){.begun = false};
}
