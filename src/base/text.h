/* A growing text. Appending after memory ran out does nothing; check once at the end. */
#ifndef TREY_BASE_TEXT_H
#define TREY_BASE_TEXT_H

#include "trey/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Zero-initialise. `data` is always zero-terminated once something was appended. */
struct trey_text {
    char *data;
    size_t size, capacity;
    bool failed; /* out of memory: the text is incomplete */
};

void trey_text_add(struct trey_text *text, const char *string);
void trey_text_add_bytes(struct trey_text *text, const char *bytes, size_t size_bytes);
void trey_text_add_char(struct trey_text *text, char character);

__attribute__((format(printf, 2, 3))) void trey_text_printf(struct trey_text *text,
                                                            const char *format, ...);

/* A comment line of a file: line ends in it become blanks, NULL is an empty line. */
void trey_text_add_comment(struct trey_text *text, const char *comment);

/* Gives the text to the caller (free with trey_free), or fails and frees it. */
enum trey_status trey_text_take(struct trey_text *text, char **data, size_t *size_bytes,
                                struct trey_error *error);

void trey_text_clear(struct trey_text *text);

/* A text of a bounded size: what does not fit is omitted. {text, size_bytes, 0} begins
 * an empty one; zero-terminated once something was added, unless the size is 0. */
struct trey_line {
    char *text;
    size_t size_bytes, used; /* used: without the zero, below size_bytes */
};

__attribute__((format(printf, 2, 3))) void trey_line_add(struct trey_line *line,
                                                         const char *format, ...);
__attribute__((format(printf, 2, 0))) void
trey_line_add_list(struct trey_line *line, const char *format, va_list arguments);

#endif
