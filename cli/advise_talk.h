/* The conversation with a person who plays elsewhere. */
#ifndef TREY_CLI_ADVISE_TALK_H
#define TREY_CLI_ADVISE_TALK_H

#include "advise_output.h"

/* Talks until the end of input or `quit`. `guess` is the first position, or NULL to ask
 * for one. Returns the exit status. */
int cli_advise_talk(const struct cli_adviser *adviser, const struct trey_rules *rules,
                    const struct trey_guess *guess);

#endif
