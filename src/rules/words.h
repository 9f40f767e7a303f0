/* Lines of words "name" and "name=value". */
#ifndef TREY_RULES_WORDS_H
#define TREY_RULES_WORDS_H

#include "trey/game.h"

enum { TREY_WORD_BYTES = 72 };

/* A word; both parts are zero-terminated, and `value` is empty if there is no '='. */
struct trey_word {
    char name[TREY_WORD_BYTES];
    char value[TREY_WORD_BYTES];
};

/* Reads the next word from *text; words are separated by any of `separators`. TREY_OK
 * with an empty name at the end; TREY_ERR_INPUT for a word that is too long or has no
 * name. */
enum trey_status trey_word_read(const char **text, const char *separators,
                                struct trey_word *word, struct trey_error *error);

/* Reads a whole text as a number up to `max`, in base 10 or 16; false if it is
 * not one. */
bool trey_word_number(const char *text, int base, uint64_t max, uint64_t *number);

/* Name of a field of rules, by index as above. */
const char *trey_rules_field_at(int index);

/* Values that a field accepts, by index as above. */
const char *trey_rules_values_at(int index);

#endif
