/* Tuples: the cells whose ranks are joined to an index into a table of weights. */
#ifndef TREY_EVAL_TUPLES_H
#define TREY_EVAL_TUPLES_H

#include "board/slide.h"
#include "eval/eval.h"

enum {
    TREY_NETWORK_MAX_TUPLES = 16,
    TREY_NETWORK_MAX_CELLS = 7,
    TREY_NETWORK_IMAGES = 8, /* of a board: rotations and reflections */
    TREY_NETWORK_MAX_INDICES = TREY_NETWORK_MAX_TUPLES * TREY_NETWORK_IMAGES,
};

/* The tuples of a network, for boards of one shape. An index has four bits for each cell
 * of the tuple, the lowest for the first; cells are in ascending order. */
struct trey_tuples {
    struct trey_shape shape;
    bool is_4x4; /* images are computed by word operations, else cell by cell from */
    uint8_t from[TREY_NETWORK_IMAGES][16];  /* the cell that moves to this cell */
    int count;                              /* of tuples, at least 1 */
    bool pext;                              /* the processor has the instruction */
    uint64_t mask[TREY_NETWORK_MAX_TUPLES]; /* 15 in the nibble of each cell */
    /* `mask` as runs of neighbouring cells, which one shift moves into place. */
    struct {
        int count;
        struct {
            uint64_t mask;
            unsigned shift;
        } run[TREY_NETWORK_MAX_CELLS];
    } runs[TREY_NETWORK_MAX_TUPLES];
    uint32_t size[TREY_NETWORK_MAX_TUPLES]; /* number of indices */
    /* By cell: position of its rank in the index, in bits; -1: not in the tuple. */
    int8_t shift[TREY_NETWORK_MAX_TUPLES][16];
    /* By digit of the index: the digit with which a symmetry of the board that maps the
     * tuple onto itself exchanges it; the digit itself if there is no such symmetry. */
    uint8_t partner[TREY_NETWORK_MAX_TUPLES][TREY_NETWORK_MAX_CELLS];
    /* On every board the weights of a paired tuple are equal on two images each, because
     * a symmetry maps the tuple onto itself or the board is not square: `pair` has one
     * image of each pair. */
    bool is_paired[TREY_NETWORK_MAX_TUPLES];
    uint8_t pair[TREY_NETWORK_MAX_TUPLES][TREY_NETWORK_IMAGES / 2];
    /* By cell: the indices that contain it, numbered as by trey_network_indices, and its
     * shift there. */
    int occurrences[16];
    struct trey_tuple_occurrence {
        uint8_t index, shift;
    } occurrence[16][TREY_NETWORK_MAX_INDICES];
};

/* Parses "012345 456789", hex digits for cells. NULL: tuples that suit the shape.
 * TREY_ERR_ARGUMENT for invalid text or an impossible shape. */
enum trey_status trey_tuples_parse(const char *text, struct trey_shape shape,
                                   struct trey_tuples *tuples, struct trey_error *error);

/* Writes at most TREY_TUPLES_TEXT bytes, with the terminating zero. */
#define TREY_TUPLES_TEXT 160
void trey_tuples_format(const struct trey_tuples *tuples, char *text);

/* The first tuple onto which a symmetry of the board maps this one, -1 if there is none
 * before it; digit[] receives, by digit of this tuple, the digit of the same cell there;
 * digits that it does not have stay as they are. Since a tuple is looked up on all images
 * of a board, the weights of one could be added to those of the other. */
int trey_tuples_find_same(const struct trey_tuples *tuples, int tuple,
                          uint8_t digit[TREY_NETWORK_MAX_CELLS]);

/* *distinct receives the tuples for which trey_tuples_find_same finds none. */
void trey_tuples_find_distinct(const struct trey_tuples *tuples,
                               struct trey_tuples *distinct);

/* TREY_ERR_ARGUMENT if trey_tuples_find_same finds one for any tuple. */
enum trey_status trey_tuples_check_distinct(const struct trey_tuples *tuples,
                                            struct trey_error *error);

/* Computes the eight images of a board of any shape. */
void trey_network_any_images(const struct trey_tuples *tuples, trey_board board,
                             trey_board image[TREY_NETWORK_IMAGES]);

/* Computes the eight images of a board. One that is not square has four, each of them
 * twice. */
static inline void trey_network_images(const struct trey_tuples *tuples, trey_board board,
                                       trey_board image[TREY_NETWORK_IMAGES])
{
    if (!tuples->is_4x4) {
        trey_network_any_images(tuples, board, image);
        return;
    }
    trey_board turned = trey_eval_transpose(board);
    image[0] = board;
    image[1] = trey_eval_mirror(board);
    image[2] = turned;
    image[3] = trey_eval_mirror(turned);
    for (int i = 0; i < 4; i++) { /* upside down: rows in reverse order */
        trey_board b = image[i];
        b = (b >> 32) | (b << 32);
        image[4 + i] = (b >> 16 & 0x0000ffff0000ffffu) | (b & 0x0000ffff0000ffffu) << 16;
    }
}

/* Computes the indices of a tuple on all images: the nibbles of the mask, side by side.
 * Without pext it goes run by run: all images are shifted alike, so that compilers use
 * vectors (in WebAssembly of two images). */
static inline void trey_network_index(const struct trey_tuples *tuples, int tuple,
                                      const trey_board image[TREY_NETWORK_IMAGES],
                                      uint32_t index[TREY_NETWORK_IMAGES])
{
    uint64_t gathered[TREY_NETWORK_IMAGES] = {0};
#if defined(__x86_64__)
    if (tuples->pext) {
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++) {
            uint64_t bits, mask = tuples->mask[tuple];
            __asm__("pextq %2, %1, %0" : "=r"(bits) : "r"(image[i]), "r"(mask));
            index[i] = (uint32_t)bits;
        }
        return;
    }
#endif
    for (int run = 0; run < tuples->runs[tuple].count; run++) {
        uint64_t mask = tuples->runs[tuple].run[run].mask;
        unsigned shift = tuples->runs[tuple].run[run].shift;
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
            gathered[i] |= (image[i] & mask) >> shift;
    }
    for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
        index[i] = (uint32_t)gathered[i];
}

/* Computes the indices of the first `count` tuples on all images of a board: of the first
 * tuple on each image, then of the second, and so on. Returns their number. */
static inline int trey_network_indices(const struct trey_tuples *tuples, int count,
                                       trey_board board,
                                       uint32_t index[TREY_NETWORK_MAX_INDICES])
{
    trey_board image[TREY_NETWORK_IMAGES];
    trey_network_images(tuples, board, image);
    for (int tuple = 0; tuple < count; tuple++)
        trey_network_index(tuples, tuple, image, index + tuple * TREY_NETWORK_IMAGES);
    return count * TREY_NETWORK_IMAGES;
}

/* Swaps 1s and 2s on a board or in an index of trey_network_indices: flips the lower two
 * bits of each nibble that has exactly one of them, and no other bit, set. */
static inline uint64_t trey_network_swap_1_2(uint64_t digits)
{
    uint64_t either = (digits ^ digits >> 1) & ~(digits >> 2 | digits >> 3);
    return digits ^ 3 * (either & 0x1111111111111111u);
}

#endif
