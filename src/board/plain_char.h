/* The ASCII character that means the same in a board's text. */
#ifndef TREY_BOARD_PLAIN_CHAR_H
#define TREY_BOARD_PLAIN_CHAR_H

#include <stddef.h>

/* What trey_plain_char returns for a no-break or thin blank, which may part thousands. */
enum { TREY_GROUPING_BLANK = 1 };

/* The plain form of the character at `at`, and its length in bytes: [ and ] for brackets
 * of all kinds, | for vertical box drawing, = for other box drawing, " for quotes, . for
 * dots and _, - for dashes, x for X, a line feed for a lone carriage return, a blank for
 * other blanks and escape sequences of terminals, ASCII for full-width forms. '\0' ends
 * the text, which must be zero-terminated. */
char trey_plain_char(const char *at, size_t *size_bytes);

#endif
