/* The game that is solved, as data: shape, slides, symmetries, layers, what is drawn.
 *
 * States are (board, bag). The sum of the tiles and the bag make a *slot*, 2 * sum or
 * 2 * sum + 1: all boards of a slot have the same legal hints and go on to the same
 * slots. Only sums of 3 (mod 6) have two bags, {3} and, in the odd slot, {1, 2}; 2048 has
 * even slots alone. A *layer* is the set of the boards of a slot. */
#ifndef TREY_EXACT_TABLE_GAME_H
#define TREY_EXACT_TABLE_GAME_H

#include "trey/exact.h"

#include "rules/mechanics.h"

enum {
    TREY_HINTS = 3,      /* most hints of a slot */
    TREY_DRAWS = 2,      /* most tiles that may enter where a hint is shown */
    TREY_IMAGES = 8,     /* most symmetries */
    TREY_EDGES = 4,      /* most kinds of after-states */
    TREY_OPEN_SLOTS = 9, /* a slot leads at most to the eighth after it */
    TREY_NO_SLOT = 1 << 20,
};

/* A tile that enters: rank, probability, slot that it leads to, where the board is kept
 * with 1s and 2s exchanged if `exchange`, and what it adds to the board's points without
 * having been earned (a 4 of 2048). */
struct trey_draw {
    unsigned rank, slot;
    double chance, unearned;
    bool exchange;
};

/* One hint of a slot. 2048 shows none: its one column has two draws. */
struct trey_column {
    unsigned count;
    struct trey_draw draw[TREY_DRAWS];
};

struct trey_slot {
    unsigned sum, columns; /* columns 0: no state is kept in this slot */
    int excess;            /* number of 1s less number of 2s, which the bag decides */
    struct trey_column column[TREY_HINTS];
};

/* A mirror moves the cells of each mask by a shift, to the left if positive. The same for
 * processors that pick bytes at any bit: where to pick each byte of the image that has a
 * low (high) cell right. */
struct trey_mirror {
    unsigned count;
    struct {
        uint64_t mask;
        int shift;
    } term[TREY_MAX_CELLS];
    uint8_t pick_low[8], pick_high[8];
};

/* How to find the least image of a board: image 0 is the board, image i + 1 is made from
 * image step[i].from; the least is taken of those whose bits are set in `wanted`. */
struct trey_fold {
    unsigned steps, wanted;
    struct {
        uint8_t from, mirror;
    } step[TREY_IMAGES - 1];
    bool exchange; /* take the least of these and of all of them exchanged */
};

struct trey_exact_game {
    struct trey_shape shape;
    bool twos; /* 2048, else the rule set course */
    enum trey_slide_rule slide;
    bool folded;    /* boards stand for all their images */
    bool exchanged; /* and for those with 1s and 2s exchanged */
    unsigned cells, start, top_rank;
    struct trey_slide_masks masks[4];
    struct trey_mirror mirror[3]; /* columns, rows, the diagonal */
    struct trey_fold orbit;       /* over all symmetries */
    struct trey_fold whole;       /* the same if boards are folded, else nothing */
    struct trey_fold mixed;       /* the same and exchanged */
    /* A slide is undone into one of `edges` kinds of after-states: turned so that all
     * trailing edges of a kind are the same. */
    unsigned edges;
    unsigned edge[4];           /* by direction */
    struct trey_fold after[4];  /* by direction */
    uint64_t entry[TREY_EDGES]; /* flags of the cells where a tile may enter */
    uint64_t points[16];        /* of a rank */
    uint32_t tile[16];          /* value of a rank */
};

/* `options` must have been checked: the cells are at most TREY_EXACT_MAX_CELLS. */
void trey_exact_game_make(const struct trey_exact_options *options,
                          struct trey_exact_game *game);

/* A board with its 1s and 2s exchanged. */
static inline trey_board trey_exchange(trey_board board)
{
    uint64_t low = TREY_LOW_BITS; /* of a cell: one of the two low bits, no other */
    uint64_t one_or_two = (board ^ board >> 1) & ~(board >> 2 | board >> 3) & low;
    return board ^ (one_or_two | one_or_two << 1);
}

/* What a slot is; columns is 0 where no states are kept in it. */
void trey_slot_make(const struct trey_exact_game *game, unsigned number,
                    struct trey_slot *slot);

/* The slot of a board of this sum that shows this hint (0 for 2048), or TREY_NO_SLOT, and
 * the column of the hint. States need not be kept there. */
unsigned trey_slot_find(const struct trey_exact_game *game, uint64_t sum, int hint,
                        unsigned *column);

/* How boards are folded that are kept in a slot. */
const struct trey_fold *trey_slot_fold(const struct trey_exact_game *game,
                                       unsigned number);

/* Where a board that has this slot is kept: returns the slot, and makes *board the one
 * that stands for it. */
unsigned trey_slot_settle(const struct trey_exact_game *game, unsigned number,
                          trey_board *board);

/* A state that may not be kept, but the one with 1s and 2s exchanged: that one. Its hint
 * and its board are exchanged together. */
void trey_state_turn(const struct trey_exact_game *game, trey_board *board, int *hint);

/* Where a state is kept: its slot, or TREY_NO_SLOT, the column there, and *board the
 * board that stands for it. */
unsigned trey_state_settle(const struct trey_exact_game *game, trey_board *board,
                           int hint, unsigned *column);

/* Beyond the last slot that a game can reach. */
unsigned trey_slot_end(const struct trey_exact_game *game);

/* Tiles that have entered when a slot is reached; for the rule set course. */
unsigned trey_slot_tiles(unsigned number);

uint64_t trey_exact_sum(const struct trey_exact_game *game, trey_board board);
uint64_t trey_exact_points(const struct trey_exact_game *game, trey_board board);
trey_board trey_exact_slide(const struct trey_exact_game *game, trey_board board, int d);

/* The images of a board under a fold, fold->steps + 1 of them. */
void trey_fold_images(const struct trey_exact_game *game, const struct trey_fold *fold,
                      trey_board board, trey_board image[TREY_IMAGES]);

/* The least image under a fold; the kernels do the same in batches. */
trey_board trey_fold_one(const struct trey_exact_game *game, const struct trey_fold *fold,
                         trey_board board);

/* Calls visit for each board with which a game may start, with its slot and probability.
 */
void trey_exact_starts(const struct trey_exact_game *game, void *context,
                       void visit(void *context, trey_board board, unsigned slot,
                                  double chance));

/* Whether a game may start with this board in this slot. */
bool trey_is_start(const struct trey_exact_game *game, unsigned number, trey_board board);

#endif
