/* Maps characters to the ASCII character with the same meaning in a board's text. */
#ifndef TREY_BOARD_PLAIN_CHAR_H
#define TREY_BOARD_PLAIN_CHAR_H

#include <stddef.h>

/* Result for a no-break or thin blank, which may separate thousands. */
enum { TREY_GROUPING_BLANK = 1 };

/* Returns the plain form of the character at `at`, and its length in bytes: [ and ] for
 * all brackets, | for vertical box drawing, = for other box drawing, " for quotes, . for
 * dots and _, - for dashes, x for X, a line feed for a lone carriage return, a blank for
 * other blanks and for terminals' escape sequences, ASCII for full-width forms. '\0' is
 * the end of the text, which must be zero-terminated. */
char trey_plain_char(const char *at, size_t *size_bytes);

#endif
