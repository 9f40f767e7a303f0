/* A closed set in little room: only its words that are not zero. */
#ifndef TREY_EXACT_TABLE_PACKED_H
#define TREY_EXACT_TABLE_PACKED_H

#include "exact/table/set.h"

/* Views of one block of memory, in this order (docs/formats/exact-table.md): a bit for
 * each word of the set that is not zero; these words; for each 64 words of the set how
 * many before them are not zero; for each 8 words that are not zero how many boards the
 * words before them hold. */
struct trey_packed {
    uint32_t size;  /* numbers of the ranking */
    uint32_t words; /* that are not zero */
    uint32_t count; /* boards */
    const uint64_t *mask, *word;
    const uint32_t *words_before, *boards_before;
};

/* Bytes of the block, a multiple of 8. */
uint64_t trey_packed_bytes(uint32_t size, uint32_t words);

/* How many words of a set are not zero. */
uint32_t trey_set_words(const struct trey_set *set);

/* Writes the block for a closed set. */
void trey_pack(const struct trey_set *set, uint32_t words, void *block);

/* Looks at a block; `packed` has size, words and count. */
void trey_packed_view(struct trey_packed *packed, const void *block);

/* False if the parts of the block do not agree; a block that passes unpacks and is
 * searched without harm. */
bool trey_packed_check(const struct trey_packed *packed);

/* Makes *set the closed set again. */
void trey_unpack(const struct trey_packed *packed, struct trey_set *set);

/* Whether board `number` is in the set; *place is then the number of boards before it. */
bool trey_packed_find(const struct trey_packed *packed, uint32_t number, uint32_t *place);

#endif
