/* A player as data: which searchers, with which settings. */
#ifndef TREY_BASELINES_CONFIG_H
#define TREY_BASELINES_CONFIG_H

#include "baselines/searcher.h"

struct trey_searcher_player {
    struct trey_lookahead_settings own; /* the searcher; a strategy has no others */
    struct trey_lookahead_settings easy, hard; /* of a strategy */
    unsigned backtrack;
};

/* Whether the player is a strategy, which has the two others. */
static inline bool
trey_searcher_player_is_strategy(const struct trey_searcher_player *player)
{
    return (player->own.searcher->uses & TREY_USES_EASY_HARD) != 0;
}

#endif
