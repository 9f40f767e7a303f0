/* strategy-bt-jogger: strategy-bt with jogger as the easy searcher. Jogger fails as soon
 * as no line reaches its depth, so the hard searcher is called before the dead end
 * itself. It is faster because jogger plays several moves at once. */
#include "extras/baselines/searcher.h"

const struct trey_searcher trey_searcher_strategy_bt_jogger = {
    .name = "strategy-bt-jogger",
    .summary = "strategy-bt with jogger as the easy searcher",
    .defaults = "easy=jogger(board-score,depth=6,moves=4),"
                "hard=pruner(weighted,weights=0.3/0.5/0.2/0,depth=15,nodes=1024),bt=30",
    .uses = TREY_USES_EASY_HARD | TREY_USES_BACKTRACK,
    .play = trey_strategy_bt_play,
};
