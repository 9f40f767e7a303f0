/* Queries of a solution: values and the best slide. A state is found by its canonical
 * board, whose index gives the place of its row, and by its deck, with 1s and 2s
 * exchanged if the board was. The value of a slide under a hint is averaged over the
 * states that may follow, since only means over the hints are stored. */
#include "exact/played/solution.h"

#define EQUAL 1e-9 /* the solver's tolerance: closer values are equal */

/* Row of a board, and *at the index of the deck in it; NULL if the state is not
 * reachable. With the deck unknown, *at is that of the believed value. */
static const double *find_row(const struct trey_played *played, trey_board board,
                              trey_deck deck, size_t *at)
{
    const struct trey_played_solver *solver = &played->solver;
    const struct trey_played_game *game = &solver->game;
    unsigned copies = game->rules.copies, drawn[TREY_CARDS + 1] = {0};
    bool exchanged, believed = deck == TREY_DECK_UNKNOWN;
    if (!trey_board_fits(game->rules.shape, board) ||
        trey_largest_rank(board) > game->board.top_rank)
        return NULL;
    if (believed ? !game->uncounted : !trey_deck_sound(&game->rules, deck))
        return NULL;
    unsigned slot = trey_played_canonicalise(game, &board, &exchanged);
    if (slot == TREY_NO_TRANSITION || solver->layer[slot].decks == NULL)
        return NULL;
    const struct trey_played_layer *layer = &solver->layer[slot];
    uint32_t index = trey_board_index(&game->ranking, layer->rows, board), place;
    if (!(layer->set.bits[index / 64] >> (index % 64) & 1))
        return NULL;
    solver->kernels->locate(&layer->set, &index, &place, 1);
    const double *row = layer->value + place * (size_t)trey_played_width(solver, slot);
    *at = 0;
    if (believed)
        return row;
    for (int rank = 1; rank <= TREY_CARDS; rank++)
        drawn[rank] = copies - (unsigned)trey_deck_left(deck, rank);
    int k = trey_played_deck(game, slot, drawn[exchanged ? 2 : 1],
                             drawn[exchanged ? 1 : 2], drawn[3]);
    if (k == TREY_NO_DECK || !(layer->decks[place] >> k & 1))
        return NULL;
    *at = (unsigned)k + game->uncounted;
    return row;
}

bool trey_played_value(const struct trey_played *played, trey_board board, trey_deck deck,
                       double *value)
{
    size_t at;
    const double *row =
        deck == TREY_DECK_UNKNOWN ? NULL : find_row(played, board, deck, &at);
    if (row != NULL)
        *value = row[at];
    return row != NULL;
}

/* Value of a slide: the mean over the spawn cells and the possible tiles. */
static bool value_slide(const struct trey_played *played, const struct trey_view *view,
                        trey_deck deck, enum trey_direction d, double *value)
{
    const struct trey_rules *rules = &played->solver.game.rules;
    trey_board after = trey_rules_slide(rules, view->board, d);
    struct trey_chance tile[TREY_MAX_CHANCES];
    *value = -1;
    if (after == view->board)
        return true;
    *value = (double)trey_board_score(after);
    if (trey_largest_rank(after) >= played->solver.game.end_rank)
        return true;
    unsigned cells = trey_rules_spawn_cells(rules, view->board, after, d);
    double share = 1.0 / __builtin_popcount(cells);
    int tiles = trey_rules_tiles(rules, view->board, view->next, deck, tile);
    *value = 0;
    for (int i = 0; i < tiles; i++)
        for (unsigned rest = cells; rest != 0; rest &= rest - 1) {
            int cell = __builtin_ctz(rest);
            size_t at;
            const double *row =
                find_row(played, after | (trey_board)tile[i].what << (4 * cell),
                         tile[i].deck, &at);
            if (row == NULL)
                return false;
            *value += tile[i].probability * share * row[at];
        }
    return true;
}

static bool value_slides(const struct trey_played *played, const struct trey_view *view,
                         trey_deck deck, double value[4])
{
    const struct trey_rules *rules = &played->solver.game.rules;
    if (!trey_board_fits(rules->shape, view->board) ||
        !trey_next_possible(rules, view->board, view->next) ||
        !trey_deck_sound(rules, deck))
        return false;
    for (int d = 0; d < 4; d++)
        if (!value_slide(played, view, deck, (enum trey_direction)d, &value[d]))
            return false;
    return true;
}

bool trey_played_slides(const struct trey_played *played, const struct trey_view *view,
                        double value[4])
{
    return view->deck != TREY_DECK_UNKNOWN &&
           value_slides(played, view, view->deck, value);
}

int trey_played_best(const struct trey_played *played, const struct trey_view *view)
{
    double value[4];
    int best = -1;
    trey_deck deck = played->solver.game.uncounted ? TREY_DECK_UNKNOWN : view->deck;
    if (!value_slides(played, view, deck, value))
        return best;
    for (int d = 0; d < 4; d++)
        if (value[d] > (best < 0 ? -1 : value[best] + EQUAL))
            best = d;
    return best;
}
