/* Foreign text on a terminal: file names, player names, words of input, messages that
 * quote them. */
#ifndef TREY_CLI_SHOWN_H
#define TREY_CLI_SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Escapes text for a terminal: control characters (C0 except the tab, DEL, C1), bytes
 * that are not UTF-8, and characters that change the direction of text or end lines
 * (U+061C, U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069) become \n, \r, \xHH (a
 * byte) or \uHHHH (a character). Everything else stays; a backslash is not doubled.
 *
 * Returns `text` itself if nothing was escaped, else a text of at most 1,023 bytes that
 * is valid until the eighth next call in the same thread. NULL gives "". For arguments of
 * printf; for JSON use cli_utf8. Any thread. */
const char *cli_shown(const char *text);

/* Makes text valid UTF-8 for JSON, which escapes control characters itself: bytes that
 * are not UTF-8 become \xHH. Otherwise like cli_shown. */
const char *cli_utf8(const char *text);

/* True if these bytes are valid UTF-8. Any thread. */
bool cli_is_utf8(const char *bytes, size_t size);

/* Writes the first `size` bytes of a text escaped as by cli_shown, cut to `room` bytes
 * with the final zero; returns the length. */
size_t cli_write_shown(char *shown, size_t room, const char *text, size_t size);

/* Prints a field of comma-separated values in quotation marks, escaped as by cli_shown.
 */
void cli_print_quoted(FILE *out, const char *text);

/* Prints `size` bytes, of any number, escaped as by cli_shown. */
void cli_print_shown(FILE *out, const char *bytes, size_t size);

#endif
