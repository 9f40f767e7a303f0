/* The solved game as data: shape, slides, symmetries, layers, draws.
 *
 * States are (board, bag). The sum of the tiles and the bag make a *slot*, 2 * sum or 2 *
 * sum + 1: all boards of a slot have the same possible hints and lead to the same slots.
 * Only sums of 3 (mod 6) have two bags: {3} and, in the odd slot, {1, 2}. 2048 uses even
 * slots only. A *layer* is the set of the boards of a slot. */
#ifndef TREY_EXACT_TABLE_EXACT_GAME_H
#define TREY_EXACT_TABLE_EXACT_GAME_H

#include "trey/exact.h"

#include "rules/mechanics.h"

enum {
    TREY_HINTS = 3,      /* max. hints of a slot */
    TREY_DRAWS = 2,      /* max. tiles that may spawn under a hint */
    TREY_IMAGES = 8,     /* max. symmetries */
    TREY_EDGES = 4,      /* max. edges: sets of after-states of a layer */
    TREY_OPEN_SLOTS = 9, /* a slot leads at most to the eighth one after it */
    TREY_NO_SLOT = 1 << 20,
};

/* A possible spawn: rank, probability, the slot that it leads to, whether the board is
 * kept there with 1s and 2s exchanged, and what it adds to the board's points without
 * having been earned (a 4 of 2048). */
struct trey_draw {
    unsigned rank, slot;
    double chance, unearned;
    bool exchange;
};

/* One hint of a slot. 2048 has no hints: its one column has two draws. */
struct trey_column {
    unsigned count;
    struct trey_draw draw[TREY_DRAWS];
};

struct trey_slot {
    unsigned sum, columns; /* columns 0: no states are kept in this slot */
    int excess;            /* number of 1s less number of 2s, which the bag determines */
    struct trey_column column[TREY_HINTS];
};

/* A reflection: the image is the or of the terms. A term is the cells in `mask`, shifted
 * by `shift` bits (to the left if positive). Processors that can extract bytes from any
 * bit use pick_low and pick_high instead: byte i of the image has its low cell from the
 * byte at bit pick_low[i] of the board, its high cell from that at pick_high[i]. */
struct trey_mirror {
    unsigned count;
    struct {
        uint64_t mask;
        int shift;
    } term[TREY_MAX_CELLS];
    uint8_t pick_low[8], pick_high[8];
};

/* How to find the smallest image of a board: image 0 is the board itself, image i + 1 is
 * a reflection of image step[i].from. The minimum is taken over the images in `wanted`.
 */
struct trey_fold {
    unsigned steps, wanted;
    struct {
        uint8_t from, mirror;
    } step[TREY_IMAGES - 1];
    bool exchange; /* and over these images with 1s and 2s exchanged */
};

struct trey_exact_game {
    struct trey_shape shape;
    bool is_2048; /* 2048; else the rule set course */
    enum trey_slide_rule slide;
    bool folded;    /* a board represents all its images */
    bool exchanged; /* and those with 1s and 2s exchanged */
    unsigned cells, start, top_rank;
    struct trey_slide_masks masks[4];
    struct trey_mirror mirror[3]; /* columns, rows, the diagonal */
    struct trey_fold orbit;       /* over all symmetries */
    struct trey_fold whole;       /* the same if `folded`, else the identity */
    struct trey_fold mixed;       /* `whole` with exchange */
    /* After-states are kept in `edges` sets: a slide's after-state is reflected so that
     * in each set all spawn cells lie on the same edge. */
    unsigned edges;
    unsigned edge[4];                 /* by direction */
    struct trey_fold after[4];        /* by direction */
    uint64_t spawn_cells[TREY_EDGES]; /* low bits of the spawn cells */
    uint64_t points[16];              /* by rank */
    uint32_t tile[16];                /* tile value by rank */
};

/* Makes a game from options that have been checked: at most TREY_EXACT_MAX_CELLS cells.
 */
void trey_exact_game_make(const struct trey_exact_options *options,
                          struct trey_exact_game *game);

/* Exchanges the 1s and 2s of a board. */
static inline trey_board trey_exchange(trey_board board)
{
    /* cells with exactly one of the two low bits set, and no other */
    uint64_t low = TREY_LOW_BITS;
    uint64_t one_or_two = (board ^ board >> 1) & ~(board >> 2 | board >> 3) & low;
    return board ^ (one_or_two | one_or_two << 1);
}

/* Describes a slot; columns is 0 if no states are kept in it. */
void trey_slot_make(const struct trey_exact_game *game, unsigned number,
                    struct trey_slot *slot);

/* The slot of boards of this sum under this hint (0 for 2048), or TREY_NO_SLOT, and the
 * hint's column. No states need be kept there. */
unsigned trey_slot_find(const struct trey_exact_game *game, uint64_t sum, int hint,
                        unsigned *column);

/* The symmetries under which boards of a slot are reduced. */
const struct trey_fold *trey_slot_fold(const struct trey_exact_game *game,
                                       unsigned number);

/* Replaces a board of slot `number` by the board that represents it; returns that board's
 * slot. */
unsigned trey_slot_canonicalise(const struct trey_exact_game *game, unsigned number,
                                trey_board *board);

/* If states of this sum are not kept, replaces board and hint by those with 1s and 2s
 * exchanged, which are. */
void trey_state_exchange(const struct trey_exact_game *game, trey_board *board,
                         int *hint);

/* Replaces a board by the one that represents it under this hint. Returns its slot, or
 * TREY_NO_SLOT, and the hint's column there. */
unsigned trey_state_canonicalise(const struct trey_exact_game *game, trey_board *board,
                                 int hint, unsigned *column);

/* All slots that a game can reach are below this. */
unsigned trey_slot_end(const struct trey_exact_game *game);

/* Number of tiles spawned when a slot is reached; rule set course only. */
unsigned trey_slot_tiles(unsigned number);

uint64_t trey_exact_sum(const struct trey_exact_game *game, trey_board board);
uint64_t trey_exact_points(const struct trey_exact_game *game, trey_board board);
trey_board trey_exact_slide(const struct trey_exact_game *game, trey_board board, int d);

/* The images of a board under a fold; there are fold->steps + 1. */
void trey_fold_images(const struct trey_exact_game *game, const struct trey_fold *fold,
                      trey_board board, trey_board image[TREY_IMAGES]);

/* The smallest image of a board under a fold; the kernels do the same in batches. */
trey_board trey_fold_min(const struct trey_exact_game *game, const struct trey_fold *fold,
                         trey_board board);

/* Calls visit for each possible start board, with its slot and probability. */
void trey_exact_starts(const struct trey_exact_game *game, void *context,
                       void visit(void *context, trey_board board, unsigned slot,
                                  double chance));

/* True if a game may start with this board in this slot. */
bool trey_is_start(const struct trey_exact_game *game, unsigned number, trey_board board);

#endif
