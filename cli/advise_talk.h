/* The dialogue of trey advise --interactive. */
#ifndef TREY_CLI_ADVISE_TALK_H
#define TREY_CLI_ADVISE_TALK_H

#include "advise_game.h"
#include "advise_output.h"

/* Runs the dialogue until the end of input or `quit`, and saves the game. Starts with
 * `guess` or, if `resume`, with the saved game; else asks for a position. Returns the
 * exit status. */
int cli_advise_talk(const struct cli_adviser *adviser, const struct trey_rules *rules,
                    const struct trey_guess *guess, bool resume,
                    struct cli_advise_game *game);

#endif
