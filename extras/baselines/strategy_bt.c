/* strategy-bt: an easy searcher, and a hard one that replays its last moves.
 *
 * The easy searcher plays until it finds no move. Then BT moves are taken back, the hard
 * searcher plays 2 BT moves, and the easy one continues. Each round ends at least BT
 * moves after the dead end, so the game terminates: when all tiles are played or the hard
 * searcher finds no move. The result is the longest game, at least as long as that of the
 * easy searcher alone. Memory: the larger of the two searchers'. */
#include "extras/baselines/searcher.h"

/* Plays with the easy searcher until it finds no move. */
static void play_easy(struct trey_lookahead *search, struct trey_path *game)
{
    struct trey_choice choice;
    do {
        trey_lookahead_choose(search->easy, &game->position, &choice);
        trey_path_play(search->run, game, choice.moves, choice.count);
    } while (choice.count > 0);
}

/* Plays this many moves with the hard searcher. False if it finds no move before that. */
static bool play_hard(struct trey_lookahead *search, struct trey_path *game, size_t moves)
{
    for (size_t made = 0; made < moves;) {
        struct trey_choice choice;
        trey_lookahead_choose(search->hard, &game->position, &choice);
        if (choice.count == 0)
            return false;
        if (choice.count > moves - made)
            choice.count = moves - made;
        trey_path_play(search->run, game, choice.moves, choice.count);
        made += choice.count;
    }
    return true;
}

static void play(struct trey_lookahead *search, struct trey_path *game)
{
    size_t backtrack = search->backtrack;
    for (bool going = true; going;) {
        play_easy(search, game);
        trey_path_save_longest(game);
        if (search->run->stopped || trey_path_complete(search->run, game))
            return;
        trey_path_undo(search->run, game, backtrack);
        trey_run_switch(search->run, true, game->position.moves);
        going = play_hard(search, game, 2 * backtrack);
        trey_run_switch(search->run, false, game->position.moves);
        trey_path_save_longest(game);
    }
}

const struct trey_searcher trey_searcher_strategy_bt = {
    .name = "strategy-bt",
    .summary = "an easy searcher; a hard one replays what led to its dead ends",
    .defaults = "easy=pruner(empties,depth=9,nodes=256),"
                "hard=pruner(weighted,weights=0.3/0.5/0.2/0,depth=15,nodes=1024),bt=30",
    .uses = TREY_USES_EASY_HARD | TREY_USES_BACKTRACK,
    .play = play,
};

/* The same with jogger as the easy searcher. Jogger fails as soon as no line reaches its
 * depth, so the hard searcher is called before the dead end itself. It is faster because
 * jogger plays several moves at once. */
const struct trey_searcher trey_searcher_strategy_bt_jogger = {
    .name = "strategy-bt-jogger",
    .summary = "strategy-bt with jogger as the easy searcher",
    .defaults = "easy=jogger(board-score,depth=6,moves=4),"
                "hard=pruner(weighted,weights=0.3/0.5/0.2/0,depth=15,nodes=1024),bt=30",
    .uses = TREY_USES_EASY_HARD | TREY_USES_BACKTRACK,
    .play = play,
};
