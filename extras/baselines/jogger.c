/* jogger: depth-first search that plays several moves of its best line at once.
 *
 * It visits the same boards as dldfs, recursively, but plays the first L moves of the
 * best line: L times fewer searches, and a horizon that is L - 1 moves nearer for the
 * last of them. It chooses no move if no line reaches depth D. The recursion holds one
 * board and one move a level: O(D) memory. */
#include "extras/baselines/baselines.h"
#include "extras/baselines/node.h"

#include <string.h>

struct jogger_search {
    struct trey_lookahead *search;
    const uint8_t *tiles;
    unsigned depth;
    uint8_t line[TREY_SEARCHER_MAX_DEPTH]; /* moves to the current board */
    uint8_t best[TREY_SEARCHER_MAX_DEPTH];
    double value;
    bool reached;
};

static void search_below(struct jogger_search *jogger, const struct trey_wide *board,
                         unsigned depth)
{
    if (depth == jogger->depth) {
        double value = trey_heuristic_of(&jogger->search->settings.heuristic, board);
        if (jogger->reached && !(value > jogger->value))
            return;
        jogger->reached = true;
        jogger->value = value;
        memcpy(jogger->best, jogger->line, depth);
        return;
    }
    for (int direction = 0; direction < 4; direction++) {
        struct trey_wide after;
        if (!trey_node_step(board, (enum trey_direction)direction, jogger->tiles[depth],
                            &after))
            continue;
        if (trey_run_count(jogger->search->run))
            return;
        jogger->line[depth] = (uint8_t)direction;
        search_below(jogger, &after, depth + 1);
    }
}

static void select_move(struct trey_lookahead *search, const struct trey_position *from,
                        struct trey_choice *choice)
{
    struct jogger_search jogger = {
        .search = search,
        .tiles = trey_sequence_tiles(search->run->sequence) + from->moves,
        .depth = trey_lookahead_depth(search, from),
    };
    search_below(&jogger, &from->board, 0);
    if (!jogger.reached)
        return;
    choice->reached = true;
    choice->count =
        search->settings.moves < jogger.depth ? search->settings.moves : jogger.depth;
    memcpy(choice->moves, jogger.best, choice->count);
}

const struct trey_searcher trey_searcher_jogger = {
    .name = "jogger",
    .summary = "depth-first search that plays several moves at once",
    .defaults = "board-score,depth=6,moves=4",
    .uses = TREY_USES_DEPTH | TREY_USES_MOVES,
    .choose = select_move,
};
