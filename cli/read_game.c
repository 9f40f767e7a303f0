/* Each picture's board is compared with the one before; trey_record_between finds the
 * moves. The deck at the start is not on any picture. It is looked for at the end: a deck
 * is possible if the whole game can be replayed with it. */
#include "read_game.h"

#include <stdio.h>
#include <string.h>

static enum trey_status begin_game(struct cli_read_game *game,
                                   const struct trey_picture_position *position,
                                   struct trey_error *error)
{
    struct trey_rules rules;
    struct trey_guess guess;
    trey_board board;
    trey_next next;
    trey_picture_view(position, &rules, &board, &next);
    const enum trey_status status =
        trey_guess_make(&rules, board, next, TREY_DECK_UNKNOWN, &guess, error);
    if (status != TREY_OK)
        return status;
    game->view = guess.views[0];
    game->view.deck = TREY_DECK_UNKNOWN;
    return trey_record_begin(&game->record, &game->view, 0, 0, NULL, error);
}

static void remember_picture(struct cli_read_game *game, const char *file,
                             const struct trey_picture_position *position)
{
    game->file = file;
    game->blank = position->next_blank;
    game->window |= position->next_count > 0 && position->next_ranks[0] > 3;
}

static size_t print_step(const struct trey_rules *rules, const struct trey_step *step,
                         char *text, size_t size_bytes)
{
    const int cols = rules->shape.cols;
    return (size_t)snprintf(text, size_bytes, "%c, %llu in row %d column %d",
                            trey_direction_letter((enum trey_direction)step->direction),
                            (unsigned long long)trey_rules_tile(rules, step->rank),
                            step->cell / cols + 1, step->cell % cols + 1);
}

/* Appends the steps to the record and moves the view on. */
static enum trey_status add_steps(struct cli_read_game *game,
                                  const struct trey_step *steps, int count, char *line,
                                  size_t size_bytes, struct trey_error *error)
{
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        enum trey_status status = trey_record_add(&game->record, &steps[i], error);
        if (status != TREY_OK)
            return status;
        status = trey_view_advance(&game->view, (enum trey_direction)steps[i].direction,
                                   steps[i].cell, steps[i].rank, steps[i].next, error);
        if (status != TREY_OK)
            return status;
        if (i > 0 && used < size_bytes)
            used += (size_t)snprintf(line + used, size_bytes - used, "; ");
        if (used < size_bytes)
            used +=
                print_step(&game->view.rules, &steps[i], line + used, size_bytes - used);
    }
    return TREY_OK;
}

/* The hint that announced the tile which came is `+`, in the view and in the record. */
static void correct_hint(struct cli_read_game *game)
{
    struct trey_record *record = &game->record;
    game->view.rules.hint = TREY_SHOW_PLUS;
    game->view.next = TREY_NEXT_PLUS;
    record->start.rules.hint = TREY_SHOW_PLUS;
    if (record->count == 0)
        record->start.next = TREY_NEXT_PLUS;
    else
        record->steps[record->count - 1].next = TREY_NEXT_PLUS;
}

/* trey_record_between, reading a blank card as a bonus tile where it cannot be a 3. */
static enum trey_between find_moves(struct cli_read_game *game, trey_board board,
                                    trey_next next, struct trey_step steps[2])
{
    if (next == TREY_NEXT_PLUS && !game->window)
        game->view.rules.hint = game->record.start.rules.hint = TREY_SHOW_PLUS;
    const enum trey_between found = trey_record_between(&game->view, board, next, steps);
    if (found != TREY_BETWEEN_NOTHING || !game->blank || game->window)
        return found;
    struct trey_view bonus = game->view;
    bonus.rules.hint = TREY_SHOW_PLUS;
    bonus.next = TREY_NEXT_PLUS;
    const enum trey_between by_bonus = trey_record_between(&bonus, board, next, steps);
    if (by_bonus == TREY_BETWEEN_ONE || by_bonus == TREY_BETWEEN_TWO)
        correct_hint(game);
    return by_bonus;
}

enum trey_status cli_read_game_add(struct cli_read_game *game, const char *file,
                                   const struct trey_picture_position *position,
                                   char *line, size_t size_bytes, bool *fits,
                                   struct trey_error *error)
{
    struct trey_rules rules;
    struct trey_step steps[2];
    trey_board board;
    trey_next next;
    enum trey_status status = TREY_OK;
    *fits = true;
    if (game->file == NULL) {
        status = begin_game(game, position, error);
        if (status == TREY_OK)
            remember_picture(game, file, position);
        snprintf(line, size_bytes, "first position");
        return status;
    }
    trey_picture_view(position, &rules, &board, &next);
    switch (find_moves(game, board, next, steps)) {
    case TREY_BETWEEN_SAME:
        snprintf(line, size_bytes, "no move since %s", game->file);
        break;
    case TREY_BETWEEN_ONE:
        status = add_steps(game, steps, 1, line, size_bytes, error);
        break;
    case TREY_BETWEEN_TWO:
        status = add_steps(game, steps, 2, line, size_bytes, error);
        break;
    case TREY_BETWEEN_AMBIGUOUS:
        *fits = false;
        snprintf(line, size_bytes,
                 "left out: several pairs of moves lead here from %s; add the picture "
                 "between them",
                 game->file);
        return TREY_OK;
    case TREY_BETWEEN_NOTHING:
        *fits = false;
        snprintf(line, size_bytes, "left out: no one or two moves lead here from %s",
                 game->file);
        return TREY_OK;
    }
    if (status == TREY_OK)
        remember_picture(game, file, position);
    return status;
}

/* True if all moves of the record are possible from this start. */
static bool explains_game(const struct trey_record *record, struct trey_view view)
{
    for (size_t i = 0; i < record->count; i++) {
        const struct trey_step *step = &record->steps[i];
        if (trey_view_advance(&view, (enum trey_direction)step->direction, step->cell,
                              step->rank, step->next, NULL) != TREY_OK)
            return false;
    }
    return true;
}

void cli_read_game_finish(struct cli_read_game *game)
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
        if (!explains_game(record, guess.views[i]))
            continue;
        if (possible >= 0)
            return; /* several decks explain it: it stays unknown */
        possible = i;
    }
    if (possible >= 0)
        record->start.deck = guess.views[possible].deck;
}

void cli_read_game_clear(struct cli_read_game *game)
{
    trey_record_clear(&game->record);
}
