/* A byte reader with line numbers, over a file or memory, for the parsers. A byte order
 * mark at the beginning is skipped. */
#ifndef TREY_BASE_READER_H
#define TREY_BASE_READER_H

#include "trey/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TREY_END_OF_INPUT (-1)

/* Input beyond this is refused, so that a device that never ends does no harm. */
#define TREY_MAX_INPUT_BYTES ((uint64_t)1 << 31)

/* The longest line that a parser skips over unread (comments). */
#define TREY_MAX_COMMENT_BYTES ((size_t)1 << 20)

struct trey_reader {
    FILE *file; /* NULL: the memory alone */
    const unsigned char *next, *end;
    size_t line; /* of the next byte, from 1 */
    uint64_t taken_bytes;
    int last_errno; /* of a failed read, else 0 */
    unsigned char buffer[1 << 16];
};

/* Opens a path, "-" for standard input. Directories are refused. */
enum trey_status trey_reader_open(struct trey_reader *reader, const char *path,
                                  struct trey_error *error);
void trey_reader_open_memory(struct trey_reader *reader, const char *text,
                             size_t size_bytes);
void trey_reader_close(struct trey_reader *reader);

/* For trey_reader_get: reads more input; returns the next byte without consuming it. */
int trey_reader_fill(struct trey_reader *reader);

/* The next byte or TREY_END_OF_INPUT, without and with consuming it. */
static inline int trey_reader_peek(struct trey_reader *reader)
{
    return reader->next < reader->end ? *reader->next : trey_reader_fill(reader);
}

static inline int trey_reader_get(struct trey_reader *reader)
{
    int byte = trey_reader_peek(reader);
    if (byte != TREY_END_OF_INPUT) {
        reader->next++;
        reader->line += byte == '\n';
    }
    return byte;
}

/* Skips the rest of a line and its end; fails on a line over TREY_MAX_COMMENT_BYTES. */
enum trey_status trey_reader_skip_line(struct trey_reader *reader,
                                       struct trey_error *error);

/* Ends the reading: fails after a read error or too much input. */
enum trey_status trey_reader_finish(struct trey_reader *reader, struct trey_error *error);

#endif
