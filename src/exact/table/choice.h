/* Which slides of a state a play table must distinguish, and how their choice is encoded.
 * See choice.c. */
#ifndef TREY_EXACT_TABLE_CHOICE_H
#define TREY_EXACT_TABLE_CHOICE_H

#include "exact/table/ranking.h"
#include "exact/table/ribbon.h"

enum { TREY_CHOICES = 25, TREY_NO_CHOICE = 255 };

/* The legal slides of a board, by direction. */
struct trey_board_slides {
    unsigned legal;      /* a bit for each direction */
    trey_board after[4]; /* not canonical */
    uint64_t key[4];     /* edge << 40 | index of the after-state */
    bool exchanged[4];   /* represented with 1s and 2s exchanged */
};

/* The groups of slides among which a choice is made: all slides of a group lead to the
 * same after-state. Their order is the same for all images of a board. */
struct trey_slide_groups {
    unsigned count;
    uint8_t slides[4]; /* bits by direction */
};

/* The slides of any image of a board of the slot. False if the board does not fit the
 * slot. */
bool trey_board_slides_make(const struct trey_exact_game *game,
                            const struct trey_ranking *ranking,
                            const struct trey_rows *rows, unsigned number,
                            trey_board board, struct trey_board_slides *slides);

/* The groups of slides if a tile of this rank will spawn; its hint is `column` of
 * `columns`. */
void trey_slide_groups_make(const struct trey_exact_game *game,
                            const struct trey_board_slides *slides, unsigned rank,
                            unsigned column, unsigned columns,
                            struct trey_slide_groups *groups);

/* --- codes -----------------------------------------------------------------------------
 * A choice says how many groups there are (2 to 4) and which of them are best. It is
 * encoded by a prefix code for each layer. */

/* Index of a choice; `best` has a bit for each group. */
unsigned trey_choice_index(unsigned groups, unsigned best);

/* Code lengths for choices with these frequencies; 0 for those that do not occur. */
void trey_choice_lengths(const uint64_t count[TREY_CHOICES],
                         uint8_t length[TREY_CHOICES]);

/* Huffman code of choice `number`; its first bit is the most significant of
 * length[number] bits. */
unsigned trey_choice_code(const uint8_t length[TREY_CHOICES], unsigned number);

/* Ribbon key of a bit of a state's code. */
static inline uint64_t trey_choice_key(trey_board board, unsigned column, unsigned bit)
{
    return board << 6 | column << 4 | bit;
}

/* Reads which of 2 to 4 groups are best, as bits; 0 if the code is invalid. */
unsigned trey_choice_read(const uint8_t length[TREY_CHOICES],
                          const struct trey_ribbon *ribbon, trey_board board,
                          unsigned column, unsigned groups);

/* Code lengths packed to four bits each, and back. */
void trey_choice_pack(const uint8_t length[TREY_CHOICES], uint8_t packed[16]);
void trey_choice_unpack(const uint8_t packed[16], uint8_t length[TREY_CHOICES]);

#endif
