/* Reads lines of bounded length, so that input without line ends cannot exhaust memory,
 * and distinguishes the end of the file from failures. */
#ifndef TREY_CLI_LINE_READER_H
#define TREY_CLI_LINE_READER_H

#include "trey/status.h"

#include <stdbool.h>
#include <stdio.h>

/* Longest line that can hold a game, in bytes. */
enum { CLI_MAX_RECORD_BYTES = 1 << 24 };

/* Set `file` and `max_bytes`, zero the rest; release with cli_line_clear. */
struct cli_line_reader {
    FILE *file;
    size_t max_bytes;      /* of a line without its end */
    char *line;            /* ends with a zero byte; may be changed until the next call */
    size_t size_bytes;     /* of the line without its end */
    bool cut_off;          /* the file ended before the line did */
    size_t number;         /* number of the line, from 1; 0 before the first */
    size_t capacity_bytes; /* of `line` */
    enum trey_status status;
    int last_errno; /* of a failed read */
};

/* Reads the next line. Its end ("\n" or "\r\n", "\r" at the end of the file) is not part
 * of it. False at the end of the file and after a failure; cli_line_finish distinguishes
 * them. */
bool cli_line_next(struct cli_line_reader *reader);

/* To be called after cli_line_next returned false: TREY_OK at the end of the file. Else
 * *error receives the reason: the line is too long (TREY_ERR_INPUT, with its number), out
 * of memory (TREY_ERR_MEMORY) or a failed read (TREY_ERR_IO). */
enum trey_status cli_line_finish(const struct cli_line_reader *reader,
                                 struct trey_error *error);

/* Transfers ownership of the line to the caller, for free(). */
char *cli_line_take(struct cli_line_reader *reader);

void cli_line_clear(struct cli_line_reader *reader);

#endif
