/* The advice on one position, and the conversation with a person who plays elsewhere. */
#ifndef TREY_CLI_ADVISE_TALK_H
#define TREY_CLI_ADVISE_TALK_H

#include "common.h"

/* What gives the advice. */
struct cli_adviser {
    struct trey_search *search;
    struct trey_search_limits limits;
    bool points; /* values are points */
};

/* Values and reasons of all slides, as text on standard output or as an object. */
int cli_print_advice(const struct cli_adviser *adviser, const struct trey_guess *guess);
int cli_json_advice(const struct cli_adviser *adviser, const struct trey_guess *guess);

/* Talks until the end of input or `quit`. `guess` is the first position, or NULL to ask
 * for one. */
int cli_advise_talk(const struct cli_adviser *adviser, const struct trey_rules *rules,
                    const struct trey_guess *guess);

#endif
