/* jogger: depth-first search that plays several moves of its best line at once.
 *
 * The same boards as dldfs are seen, by recursion, but the first L moves of the best line
 * are all made: L times fewer searches, and a horizon that is L - 1 moves nearer for the
 * last of them. It knows no move where no line reaches depth D. The recursion holds one
 * board and one move a level: memory O(D), not O(b^D). */
#include "baselines/node.h"

#include <string.h>

struct jog {
    struct trey_lookahead *search;
    const uint8_t *tiles;
    unsigned depth;
    uint8_t line[TREY_SEARCHER_MAX_DEPTH]; /* to the board at hand */
    uint8_t best[TREY_SEARCHER_MAX_DEPTH];
    double value;
    bool reached;
};

static void walk(struct jog *jog, const struct trey_wide *board, unsigned depth)
{
    if (depth == jog->depth) {
        double value = trey_heuristic_of(&jog->search->settings.heuristic, board);
        if (jog->reached && !(value > jog->value))
            return;
        jog->reached = true;
        jog->value = value;
        memcpy(jog->best, jog->line, depth);
        return;
    }
    for (int direction = 0; direction < 4; direction++) {
        struct trey_wide after;
        if (!trey_node_step(board, (enum trey_direction)direction, jog->tiles[depth],
                            &after))
            continue;
        if (trey_run_count(jog->search->run))
            return;
        jog->line[depth] = (uint8_t)direction;
        walk(jog, &after, depth + 1);
    }
}

static void choose(struct trey_lookahead *search, const struct trey_position *from,
                   struct trey_choice *choice)
{
    struct jog jog = {
        .search = search,
        .tiles = trey_sequence_tiles(search->run->sequence) + from->moves,
        .depth = trey_lookahead_depth(search, from),
    };
    walk(&jog, &from->board, 0);
    if (!jog.reached)
        return;
    choice->reached = true;
    choice->count =
        search->settings.moves < jog.depth ? search->settings.moves : jog.depth;
    memcpy(choice->moves, jog.best, choice->count);
}

const struct trey_searcher trey_searcher_jogger = {
    .name = "jogger",
    .summary = "depth-first search that plays several moves at once",
    .defaults = "board-score,depth=6,moves=4",
    .uses = TREY_USES_DEPTH | TREY_USES_MOVES,
    .choose = choose,
};
