/* The exact player: perfect play from a solved board. */
#ifndef TREY_PLAYERS_EXACT_PLAYER_H
#define TREY_PLAYERS_EXACT_PLAYER_H

#include "trey/selfplay.h"

/* True if the name is "exact" or "exact:FILE". */
bool trey_exact_player_named(const char *name);

/* Returns FILE, a part of the name; NULL for "exact". */
const char *trey_exact_player_file(const char *name);

/* Returns the best move; -1 for a position that cannot be reached. */
int trey_exact_player_select(const struct trey_exact *exact,
                             const struct trey_view *view);

/* Sets the options for solving the game of these rules. TREY_ERR_ARGUMENT if it cannot be
 * solved: boards of more than TREY_EXACT_MAX_CELLS cells, rules other than `course` (tcg)
 * and 2048. */
enum trey_status trey_exact_options_of(const struct trey_rules *rules,
                                       struct trey_exact_options *options,
                                       struct trey_error *error);

#endif
