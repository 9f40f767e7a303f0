/* The table of searchers, and functions for calling them. */
#include "extras/baselines/searcher.h"

const struct trey_searcher *const trey_searchers[] = {
    &trey_searcher_dldfs,
    &trey_searcher_pruner,
    &trey_searcher_jogger,
    &trey_searcher_wide,
    &trey_searcher_strategy,
    &trey_searcher_strategy_bt,
    &trey_searcher_strategy_bt_jogger,
    NULL,
};

unsigned trey_lookahead_depth(const struct trey_lookahead *search,
                              const struct trey_position *from)
{
    size_t left = trey_sequence_count(search->run->sequence) - from->moves;
    unsigned depth = search->settings.depth_plies;
    return depth < left ? depth : (unsigned)left;
}

void trey_lookahead_choose(struct trey_lookahead *search,
                           const struct trey_position *from, struct trey_choice *choice)
{
    choice->count = 0;
    choice->reached = false;
    if (from->moves < trey_sequence_count(search->run->sequence))
        search->settings.searcher->choose(search, from, choice);
    if (search->run->stopped)
        choice->count = 0;
}
