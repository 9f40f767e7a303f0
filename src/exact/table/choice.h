/* Which slides of a state are to be told apart, and how what is chosen is written. See
 * choice.c. */
#ifndef TREY_EXACT_TABLE_CHOICE_H
#define TREY_EXACT_TABLE_CHOICE_H

#include "exact/table/ranking.h"
#include "exact/table/ribbon.h"

enum { TREY_CHOICES = 25, TREY_NO_CHOICE = 255 };

/* The slides of a board, by direction. */
struct trey_spread {
    unsigned legal;      /* a bit for each direction */
    trey_board after[4]; /* as they lie */
    uint64_t key[4];     /* kind of after-state and its number */
    bool turned[4];      /* it is kept with 1s and 2s exchanged */
};

/* Groups of slides that a choice is made among: all slides of a group lead to the same
 * after-state. Their order does not depend on how the board lies. */
struct trey_groups {
    unsigned count;
    uint8_t slides[4]; /* bits by direction */
};

/* The slides of a board that is kept in a slot as it lies or as any image. False if it is
 * no board of the slot. */
bool trey_spread_make(const struct trey_exact_game *game,
                      const struct trey_ranking *ranking, const struct trey_rows *rows,
                      unsigned number, trey_board board, struct trey_spread *spread);

/* The groups, where the tile of this rank is to enter; `column` is that of its hint, of
 * so many columns. */
void trey_groups_make(const struct trey_exact_game *game,
                      const struct trey_spread *spread, unsigned rank, unsigned column,
                      unsigned columns, struct trey_groups *groups);

/* --- codes -----------------------------------------------------------------------------
 * A choice of a state: how many groups there are, 2 to 4, and which of them are best. It
 * is written by a prefix code of its layer. */

/* The number of a choice: `best` has a bit for each group. */
unsigned trey_choice_number(unsigned groups, unsigned best);

/* Lengths of codes for choices that occur so often; 0 where one does not. */
void trey_choice_lengths(const uint64_t count[TREY_CHOICES],
                         uint8_t length[TREY_CHOICES]);

/* The code of a choice, its first bit the highest of its length. */
unsigned trey_choice_code(const uint8_t length[TREY_CHOICES], unsigned number);

/* The key of a bit of a code. */
static inline uint64_t trey_choice_key(trey_board board, unsigned column, unsigned bit)
{
    return board << 6 | column << 4 | bit;
}

/* Reads the best of so many groups, 2 to 4; 0 if there is no such code. */
unsigned trey_choice_read(const uint8_t length[TREY_CHOICES],
                          const struct trey_ribbon *ribbon, trey_board board,
                          unsigned column, unsigned groups);

/* Lengths in four bits each, and back. */
void trey_choice_pack(const uint8_t length[TREY_CHOICES], uint8_t packed[16]);
void trey_choice_unpack(const uint8_t packed[16], uint8_t length[TREY_CHOICES]);

#endif
