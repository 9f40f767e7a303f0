/* Tokenizer of requests: words separated by whitespace. */
#ifndef TREY_ENGINE_WORDS_H
#define TREY_ENGINE_WORDS_H

#include "trey/game.h"

enum { TREY_ENGINE_TAG_BYTES = 33 }; /* with the terminating zero */

/* Parses a tag at the start of a line of `size_bytes` bytes, which may contain zeros.
 * Returns the size of the tag with the blanks before it, or 0 and an empty tag if there
 * is none. */
size_t trey_words_tag(const char *line, size_t size_bytes,
                      char tag[TREY_ENGINE_TAG_BYTES]);

/* Returns the next word, zero-terminated in place, or NULL; *rest then follows it. */
char *trey_words_next(char **rest);

/* Returns the last word to the input, so that it is read again. */
void trey_words_back(char **rest, char *word);

/* Returns the rest of the line, without leading blanks. */
char *trey_words_all(char **rest);

/* Parses a whole word as a number from min to max; returns false if it is NULL or
 * invalid. */
bool trey_words_number(const char *word, double min, double max, double *value);
bool trey_words_count(const char *word, uint64_t min, uint64_t max, uint64_t *value);

/* Parses a move: "U", "r" and so on. */
bool trey_words_slide(const char *word, enum trey_direction *direction);

/* Replaces \n by a newline and \\ by a backslash in place; returns the new size. */
size_t trey_words_unescape(char *text);

#endif
