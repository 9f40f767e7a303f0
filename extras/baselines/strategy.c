/* strategy: an easy searcher, and a hard one for difficult moves.
 *
 * If the easy searcher does not reach its depth, every line that it searched ends soon
 * (or, if it prunes, every line that it kept). The hard searcher then chooses that move.
 */
#include "extras/baselines/searcher.h"

static void select_move(struct trey_lookahead *search, const struct trey_position *from,
                        struct trey_choice *choice)
{
    trey_lookahead_choose(search->easy, from, choice);
    trey_run_switch(search->run, !choice->reached, from->moves);
    if (choice->reached || search->run->stopped)
        return;
    trey_lookahead_choose(search->hard, from, choice);
}

const struct trey_searcher trey_searcher_strategy = {
    .name = "strategy",
    .summary = "an easy searcher, helped by a hard one where it fails",
    .defaults = "easy=pruner(empties,depth=9,nodes=256),"
                "hard=pruner(weighted,weights=0.3/0.5/0.2/0,depth=15,nodes=1024)",
    .uses = TREY_USES_EASY_HARD,
    .choose = select_move,
};
