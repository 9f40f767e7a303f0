/* A closed set in compact form: only its words that are not zero. See packed.c. */
#ifndef TREY_EXACT_TABLE_PACKED_H
#define TREY_EXACT_TABLE_PACKED_H

#include "exact/table/set.h"

/* Views of one block of memory, in this order (docs/formats/exact-table.md): a bit for
 * each word of the set that is not zero; these words; for each 64 words of the set, how
 * many words before them are not zero; for each 8 words that are not zero, how many
 * boards are in the words before them. */
struct trey_packed {
    uint32_t size;  /* indices of the ranking */
    uint32_t words; /* words that are not zero */
    uint32_t count; /* boards */
    const uint64_t *mask, *word;
    const uint32_t *words_before, *boards_before;
};

/* Bytes of the block, a multiple of 8. */
uint64_t trey_packed_bytes(uint32_t size, uint32_t words);

/* Number of words of a set that are not zero. */
uint32_t trey_set_nonzero_words(const struct trey_set *set);

/* Packs a closed set with `words` nonzero words (trey_set_nonzero_words) into a block. */
void trey_pack(const struct trey_set *set, uint32_t words, void *block);

/* Sets the views; size, words and count of `packed` are set. */
void trey_packed_view(struct trey_packed *packed, const void *block);

/* True if the parts of the block are consistent; then unpacking and searching are safe.
 */
bool trey_packed_check(const struct trey_packed *packed);

/* Unpacks to a closed set. */
void trey_unpack(const struct trey_packed *packed, struct trey_set *set);

/* True if an index is in the set; *place is then the number of members before it. */
bool trey_packed_find(const struct trey_packed *packed, uint32_t index, uint32_t *place);

#endif
