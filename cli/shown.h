/* Foreign text on a terminal: file names, player names, words of input, messages that
 * quote them. */
#ifndef TREY_CLI_SHOWN_H
#define TREY_CLI_SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The text as it may be printed: control characters (C0 but for the tab, DEL, C1), bytes
 * that are not UTF-8, and characters that turn the direction of writing or end lines
 * (U+061C, U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069) are written as \n, \r,
 * \xHH (a byte) or \uHHHH (a character). Everything else stays; a backslash is not
 * doubled.
 *
 * Returns `text` itself if nothing had to be written otherwise, else a text that is valid
 * until the eighth next call in the same thread, cut short at 1,023 bytes. NULL gives "".
 * For arguments of printf; for JSON there is cli_utf8. Any thread. */
const char *cli_shown(const char *text);

/* The text as valid UTF-8, for JSON, whose own escapes do the rest: bytes that are not
 * UTF-8 are written as \xHH. Else as cli_shown. */
const char *cli_utf8(const char *text);

/* True if these bytes are valid UTF-8. Any thread. */
bool cli_is_utf8(const char *bytes, size_t size);

/* Writes the first `size` bytes of a text as they are shown, cut short if there is no
 * room; returns the length. */
size_t cli_write_shown(char *shown, size_t room, const char *text, size_t size);

/* Prints so many bytes in the same way, however many. */
void cli_print_shown(FILE *out, const char *bytes, size_t size);

#endif
