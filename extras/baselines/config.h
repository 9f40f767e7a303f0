/* A player as data: its searchers and their settings. */
#ifndef TREY_EXTRAS_BASELINES_CONFIG_H
#define TREY_EXTRAS_BASELINES_CONFIG_H

#include "extras/baselines/baselines.h"
#include "extras/baselines/searcher.h"

struct trey_searcher_player {
    struct trey_lookahead_settings own;        /* of a strategy only .searcher is used */
    struct trey_lookahead_settings easy, hard; /* the searchers of a strategy */
    unsigned backtrack;                        /* moves that a strategy takes back */
    unsigned given;                            /* a bit for each setting that was given */
};

/* True if the player is a strategy, which uses `easy` and `hard`. */
static inline bool
trey_searcher_player_is_strategy(const struct trey_searcher_player *player)
{
    return (player->own.searcher->uses & TREY_USES_EASY_HARD) != 0;
}

#endif
