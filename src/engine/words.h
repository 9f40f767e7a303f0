/* Taking a request apart: words parted by blanks. */
#ifndef TREY_ENGINE_WORDS_H
#define TREY_ENGINE_WORDS_H

#include "trey/game.h"

enum { TREY_ENGINE_TAG_BYTES = 33 }; /* with a zero at the end */

/* Reads the tag that a line of so many bytes, zeros among them or not, begins with; its
 * bytes with the blanks before it, or 0 and an empty tag if there is none. */
size_t trey_words_tag(const char *line, size_t size_bytes,
                      char tag[TREY_ENGINE_TAG_BYTES]);

/* The next word, zero-terminated in place, or NULL; *rest goes on behind it. */
char *trey_words_next(char **rest);

/* Puts the last word back, so that it is the next one. */
void trey_words_back(char **rest, char *word);

/* What is left, without blanks before it. */
char *trey_words_all(char **rest);

/* Reads a whole word as a number between the two; false if it is none, or NULL. */
bool trey_words_number(const char *word, double least, double most, double *value);
bool trey_words_count(const char *word, uint64_t least, uint64_t most, uint64_t *value);

/* "U", "r": a slide. */
bool trey_words_slide(const char *word, enum trey_direction *direction);

/* Undoes the escapes of a TEXT in place: \n is a line's end, \\ a backslash. Its size. */
size_t trey_words_unescape(char *text);

#endif
