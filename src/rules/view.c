/* A player's view: whether it is possible, and how a move with a known outcome changes
 * it.
 *
 * A move has three parts: the slide, the spawn, and the next hint. trey_view_spawn
 * applies the first two without checks, for games; trey_view_advance checks all of them
 * against the distributions of chance.c, for replays. */
#include "rules/view.h"

#include "base/check.h"
#include "base/error.h"
#include "board/cells.h"
#include "rules/chance.h"

uint64_t trey_view_score(const struct trey_rules *rules, trey_board board)
{
    return trey_rules_merges_score(rules) ? 0 : trey_board_score(board);
}

enum trey_status trey_view_check(const struct trey_view *view, struct trey_error *error)
{
    const struct trey_rules *rules = &view->rules;
    char shown[TREY_NEXT_TEXT];
    enum trey_status status = trey_rules_check(rules, error);
    if (status != TREY_OK)
        return status;
    int cells = rules->shape.rows * rules->shape.cols;
    if (cells < TREY_MAX_CELLS && view->board >> (4 * cells) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "the board has more than %d tiles",
                         cells);
    /* A game that was ended has no next tile. */
    bool ended = trey_rules_ends(rules, view->board) && view->next == TREY_NEXT_HIDDEN;
    if (!ended && !trey_next_possible(rules, view->board, view->next)) {
        trey_next_format(rules, view->next, shown, sizeof shown);
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the hint %s is not possible on this board", shown);
    }
    return trey_deck_check(rules, view->next, view->deck, error);
}

enum trey_status trey_view_make(const struct trey_rules *rules, trey_board board,
                                trey_next next, trey_deck deck, struct trey_view *view,
                                struct trey_error *error)
{
    struct trey_view made = {*rules, board, trey_view_score(rules, board), 0, next, deck};
    enum trey_status status = trey_view_check(&made, error);
    if (status == TREY_OK)
        *view = made;
    return status;
}

bool trey_view_sound(const struct trey_view *view)
{
    return trey_view_check(view, NULL) == TREY_OK;
}

bool trey_game_tile_fits(const struct trey_game *game)
{
    const struct trey_view *view = &game->view;
    struct trey_chance chances[TREY_MAX_CHANCES];
    if (trey_rules_ends(&view->rules, view->board) && game->tile == 0)
        return true;
    int count =
        trey_rules_tiles(&view->rules, view->board, view->next, view->deck, chances);
    for (int i = 0; i < count; i++)
        if (chances[i].what == game->tile)
            return true;
    return false;
}

bool trey_game_sound(const struct trey_game *game)
{
    return trey_view_sound(&game->view) && trey_game_tile_fits(game);
}

void trey_view_spawn(struct trey_view *view, enum trey_direction direction, int cell,
                     int rank)
{
    const struct trey_rules *rules = &view->rules;
    assert(trey_rules_legal(rules, view->board) >> direction & 1);
    if (trey_rules_merges_score(rules))
        view->score += trey_rules_gain(rules, view->board, direction);
    view->board = trey_rules_slide(rules, view->board, direction);
    assert(cell < 0 || (trey_get(view->board, cell) == 0 && rank >= 1 && rank <= 15));
    if (cell >= 0) {
        view->board = trey_put(view->board, cell, rank);
        if (rules->hint == TREY_SHOW_NONE)
            view->deck = trey_deck_draw(rules, view->deck, rank);
    }
    if (!trey_rules_merges_score(rules))
        view->score = trey_board_score(view->board);
    view->moves++;
    view->next = TREY_NEXT_HIDDEN;
}

/* True if the tile can spawn there: it must be the announced one, from the
 * current deck. */
static bool may_spawn(const struct trey_view *view, trey_board after,
                      enum trey_direction direction, int cell, int rank)
{
    struct trey_chance chances[TREY_MAX_CHANCES];
    int count =
        trey_rules_tiles(&view->rules, view->board, view->next, view->deck, chances);
    if (cell < 0 || cell >= TREY_MAX_CELLS ||
        (trey_rules_spawn_cells(&view->rules, view->board, after, direction) >> cell &
         1) == 0)
        return false;
    for (int i = 0; i < count; i++)
        if ((int)chances[i].what == rank)
            return true;
    return false;
}

/* Shows a hint and draws its card from the deck, if it is possible. */
static bool show_hint(struct trey_view *view, trey_next next)
{
    struct trey_chance chances[TREY_MAX_CHANCES];
    int count = trey_rules_nexts(&view->rules, view->board, view->deck, chances);
    for (int i = 0; i < count; i++)
        if (chances[i].what == next) {
            view->next = next;
            view->deck = chances[i].deck;
            return true;
        }
    return false;
}

enum trey_status trey_view_advance(struct trey_view *view, enum trey_direction direction,
                                   int cell, int rank, trey_next next,
                                   struct trey_error *error)
{
    const struct trey_rules *rules = &view->rules;
    if (trey_rules_ends(rules, view->board))
        return trey_fail(error, TREY_ERR_INPUT, 0, "the game is over");
    trey_board after = trey_rules_slide(rules, view->board, direction);
    if (after == view->board)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the move %c is illegal: no tile moves",
                         trey_direction_letter(direction));
    struct trey_view then = *view;
    if (trey_rules_ends(rules, after)) {
        if (cell != -1 || rank != 0 || next != TREY_NEXT_HIDDEN)
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "the move ends the game: no tile can spawn after it");
        trey_view_spawn(&then, direction, -1, 0);
        *view = then;
        return TREY_OK;
    }
    if (!may_spawn(view, after, direction, cell, rank))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "this tile cannot spawn there after the move %c",
                         trey_direction_letter(direction));
    trey_view_spawn(&then, direction, cell, rank);
    if (!show_hint(&then, next)) {
        char shown[TREY_NEXT_TEXT];
        trey_next_format(rules, next, shown, sizeof shown);
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the hint %s cannot follow: no such card is left, or no such "
                         "bonus tile is possible",
                         shown);
    }
    assert(trey_view_sound(&then));
    *view = then;
    return TREY_OK;
}
