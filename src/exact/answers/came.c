/* Where a board can have come from: a tile of the last draw is taken away, a slide is
 * undone, and so on. Depth first, boards with the fewest empty cells first: going back
 * makes boards fuller when tiles are split and emptier when tiles are taken, and what
 * ends in nothing is most often a board with too little on it to go back further.
 *
 * Of boards without a past nearly all show it within some ten slides; the few that need
 * more are why UNKNOWN is an answer, and why who asks says how far to go. Where a search
 * has gone astray another one, which tries equally full boards in another order, is often
 * done at once: searches begin with few boards and grow.
 *
 * What was found of a board is remembered until all is to be forgotten; boards asked for
 * one after another have much of their past in common. */
#include "exact/answers/came.h"

#include "base/random.h"
#include "exact/answers/unslide.h"

#include <stdlib.h>

enum {
    SEEN_BITS = 20,
    MAX_SEEN = 1 << SEEN_BITS,
    MAX_PASTS = 1 << 16, /* boards on the way that are still to be tried */
    FIRST_BOARDS = 500,
};

struct past {
    trey_board board;
    uint16_t slot, empty;
    uint32_t turn; /* among equally full ones */
};

struct seen {
    trey_board board;
    uint32_t age;
    uint16_t slot;
    uint8_t dead;  /* nothing leads to it */
    uint8_t depth; /* else so many slides do */
};

struct trey_came {
    const struct trey_exact_game *game;
    struct seen seen[MAX_SEEN];
    struct past past[MAX_PASTS];
    unsigned pasts;
    uint32_t age; /* what was found has this one, what is forgotten another */
    struct trey_random random;
    uint64_t left; /* boards that may still be looked at */
    bool cut;      /* some pasts were left out */
};

struct trey_came *trey_came_new(const struct trey_exact_game *game)
{
    struct trey_came *came = calloc(1, sizeof *came);
    if (came != NULL) {
        came->game = game;
        trey_came_forget(came, 0);
    }
    return came;
}

void trey_came_free(struct trey_came *came)
{
    free(came);
}

/* --- what was found --------------------------------------------------------------------
 */

/* The place of a board, or one that is free; a full neighbourhood is written over. */
static struct seen *place_of(struct trey_came *came, unsigned slot, trey_board board)
{
    enum { NEIGHBOURS = 8 };
    uint64_t first = trey_mix64(board ^ trey_mix64(slot)) >> (64 - SEEN_BITS);
    struct seen *seen = NULL;
    for (unsigned i = 0; i < NEIGHBOURS; i++) {
        seen = &came->seen[(first + i) % MAX_SEEN];
        if (seen->age != came->age || (seen->board == board && seen->slot == slot))
            return seen;
    }
    return seen;
}

static void remember(struct trey_came *came, unsigned slot, trey_board board, bool dead,
                     unsigned depth)
{
    struct seen *seen = place_of(came, slot, board);
    *seen = (struct seen){board, came->age, (uint16_t)slot, dead,
                          depth < UINT8_MAX ? (uint8_t)depth : UINT8_MAX};
}

/* --- going back ------------------------------------------------------------------------
 */

struct back {
    struct trey_came *came;
    unsigned slot;
};

/* Adds a board that was before; true, so that no more are looked for, where there is no
 * more room. */
static bool add_past(void *context, trey_board before)
{
    struct back *back = context;
    struct trey_came *came = back->came;
    if (came->pasts == MAX_PASTS) {
        came->cut = true;
        return true;
    }
    trey_board board = trey_fold_one(came->game, &came->game->whole, before);
    const struct seen *seen = place_of(came, back->slot, board);
    if (seen->age == came->age && seen->board == board && seen->slot == back->slot &&
        seen->dead)
        return false;
    unsigned taken = (unsigned)__builtin_popcountll(trey_nonzero_nibbles(board));
    came->past[came->pasts++] = (struct past){
        .board = board,
        .slot = (uint16_t)back->slot,
        .empty = (uint16_t)(came->game->cells - taken),
        .turn = (uint32_t)trey_random_next(&came->random),
    };
    return false;
}

/* Whether the tile of a rank leads from one slot to another. */
static bool leads(const struct trey_exact_game *game, unsigned from, unsigned rank,
                  unsigned to)
{
    struct trey_slot slot;
    trey_slot_make(game, from, &slot);
    for (unsigned i = 0; i < slot.columns; i++)
        for (unsigned k = 0; k < slot.column[i].count; k++)
            if (slot.column[i].draw[k].rank == rank && slot.column[i].draw[k].slot == to)
                return true;
    return false;
}

/* The boards from which a tile of this rank, entering last, came to the board. */
static void list_entered(struct trey_came *came, unsigned from, unsigned rank,
                         trey_board board)
{
    const struct trey_exact_game *game = came->game;
    struct back back = {came, from};
    uint64_t everywhere = TREY_LOW_BITS & (((uint64_t)1 << (4 * game->cells)) - 1);
    for (int d = 0; d < 4; d++)
        for (uint64_t cells = game->twos ? everywhere : game->masks[d].trail; cells != 0;
             cells &= cells - 1) {
            uint64_t cell = cells & (0 - cells);
            if ((board & cell * 15) == cell * rank)
                trey_unslide(game, board - cell * rank, d, &back, add_past);
        }
}

static void list_pasts(struct trey_came *came, unsigned slot, trey_board board)
{
    const struct trey_exact_game *game = came->game;
    unsigned ranks = game->twos ? 2 : 3, bags = game->twos ? 1 : 2;
    for (unsigned rank = 1; rank <= ranks; rank++) {
        unsigned tile = game->tile[rank];
        for (unsigned bag = 0; bag < bags && slot / 2 >= tile; bag++) {
            unsigned from = 2 * (slot / 2 - tile) + bag;
            if (leads(game, from, rank, slot))
                list_entered(came, from, rank, board);
        }
    }
}

static int fuller_first(const void *a, const void *b)
{
    const struct past *x = a, *y = b;
    if (x->empty != y->empty)
        return x->empty < y->empty ? -1 : 1;
    return x->turn < y->turn ? -1 : x->turn > y->turn;
}

static enum trey_came_answer ask(struct trey_came *came, unsigned slot, trey_board board,
                                 unsigned depth)
{
    const struct seen *seen = place_of(came, slot, board);
    if (seen->age == came->age && seen->board == board && seen->slot == slot) {
        if (seen->dead)
            return TREY_CAME_NOT;
        if (seen->depth >= depth)
            return TREY_CAME_SO;
    }
    if (depth == 0 || trey_is_start(came->game, slot, board))
        return TREY_CAME_SO;
    if (came->left == 0)
        return TREY_CAME_UNKNOWN;
    came->left--;

    unsigned first = came->pasts;
    bool cut_before = came->cut;
    came->cut = false;
    list_pasts(came, slot, board);
    enum trey_came_answer answer = came->cut ? TREY_CAME_UNKNOWN : TREY_CAME_NOT;
    came->cut = cut_before;
    qsort(came->past + first, came->pasts - first, sizeof *came->past, fuller_first);
    for (unsigned i = first; i < came->pasts && answer != TREY_CAME_SO; i++) {
        const struct past *past = &came->past[i];
        enum trey_came_answer of_past = ask(came, past->slot, past->board, depth - 1);
        if (of_past != TREY_CAME_NOT)
            answer = of_past;
        if (of_past == TREY_CAME_UNKNOWN && came->left == 0)
            break;
    }
    came->pasts = first;
    if (answer != TREY_CAME_UNKNOWN)
        remember(came, slot, board, answer == TREY_CAME_NOT, depth);
    return answer;
}

void trey_came_forget(struct trey_came *came, uint64_t seed)
{
    came->age++;
    trey_random_seed(&came->random, seed);
}

enum trey_came_answer trey_came_ask(struct trey_came *came, unsigned slot,
                                    trey_board board, unsigned depth, uint64_t boards)
{
    enum trey_came_answer answer = TREY_CAME_UNKNOWN;
    board = trey_fold_one(came->game, &came->game->whole, board);
    for (uint64_t few = FIRST_BOARDS; answer == TREY_CAME_UNKNOWN && boards > 0;
         few *= 2) {
        came->pasts = 0;
        came->cut = false;
        came->left = few < boards ? few : boards;
        boards -= came->left;
        answer = ask(came, slot, board, depth);
    }
    return answer;
}
