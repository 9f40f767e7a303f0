/* The player that knows. */
#ifndef TREY_PLAYERS_EXACT_PLAYER_H
#define TREY_PLAYERS_EXACT_PLAYER_H

#include "trey/selfplay.h"

/* Whether it is "exact" or "exact:FILE". */
bool trey_exact_player_named(const char *name);

/* FILE, a part of the name; NULL for "exact". */
const char *trey_exact_player_file(const char *name);

/* The best slide; -1 for a position that cannot be reached. */
int trey_exact_player_choose(const struct trey_exact *exact,
                             const struct trey_view *view);

/* How the game of these rules is solved; TREY_ERR_ARGUMENT if it cannot be: boards of
 * more than TREY_EXACT_MAX_CELLS cells, other rules than `course` and 2048. */
enum trey_status trey_exact_options_of(const struct trey_rules *rules,
                                       struct trey_exact_options *options,
                                       struct trey_error *error);

#endif
