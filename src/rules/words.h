/* Lines made of words "name" and "name=value". */
#ifndef TREY_RULES_WORDS_H
#define TREY_RULES_WORDS_H

#include "trey/game.h"

enum { TREY_WORD_BYTES = 72 };

/* One word, its two parts zero-terminated; `value` is empty if there is no '='. */
struct trey_word {
    char name[TREY_WORD_BYTES];
    char value[TREY_WORD_BYTES];
};

/* Takes the next word from *text, words being parted by any of `separators`. TREY_OK with
 * an empty name at the end; TREY_ERR_INPUT for a word that is too long. */
enum trey_status trey_word_take(const char **text, const char *separators,
                                struct trey_word *word, struct trey_error *error);

/* Reads a whole text as a number up to `most`; false if it is none. Base 10 or 16. */
bool trey_word_number(const char *text, int base, uint64_t most, uint64_t *number);

#endif
