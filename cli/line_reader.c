#include "line_reader.h"

#include "base/array.h"
#include "base/error.h"
#include "common.h"
#include "os/os.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more byte and the zero byte after it. */
static bool grow_line(struct cli_line_reader *reader)
{
    char *line = trey_array_grow(reader->line, &reader->capacity_bytes,
                                 reader->size_bytes + 2, sizeof *line);
    if (line == NULL) {
        reader->status = TREY_ERR_MEMORY;
        return false;
    }
    reader->line = line;
    return true;
}

/* Reads up to the line feed or the end of the file; false after a failure. One byte more
 * than the maximum is kept: it may be the "\r" of the line's end. */
static bool read_to_line_end(struct cli_line_reader *reader)
{
    for (;;) {
        int byte = trey_os_getc(reader->file);
        if (byte == EOF && ferror(reader->file)) {
            reader->last_errno = errno;
            reader->status = TREY_ERR_IO;
            return false;
        }
        reader->cut_off = byte == EOF;
        if (byte == EOF || byte == '\n')
            return true;
        if (reader->size_bytes > reader->max_bytes) {
            reader->status = TREY_ERR_INPUT;
            return false;
        }
        if (!grow_line(reader))
            return false;
        reader->line[reader->size_bytes++] = (char)byte;
    }
}

bool cli_line_next(struct cli_line_reader *reader)
{
    reader->size_bytes = 0;
    if (reader->status != TREY_OK || !grow_line(reader))
        return false;
    reader->number++;
    if (!read_to_line_end(reader))
        return false;
    if (reader->cut_off && reader->size_bytes == 0)
        return false;
    if (reader->size_bytes > 0 && reader->line[reader->size_bytes - 1] == '\r')
        reader->size_bytes--;
    if (reader->size_bytes > reader->max_bytes)
        reader->status = TREY_ERR_INPUT;
    reader->line[reader->size_bytes] = '\0';
    return reader->status == TREY_OK;
}

enum trey_status cli_line_finish(const struct cli_line_reader *reader,
                                 struct trey_error *error)
{
    switch (reader->status) {
    case TREY_ERR_MEMORY:
        return cli_lacks_memory(error);
    case TREY_ERR_IO:
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s",
                         strerror(reader->last_errno));
    case TREY_ERR_INPUT:
        return trey_fail(error, TREY_ERR_INPUT, reader->number,
                         "line is longer than %zu bytes; is this a text file?",
                         reader->max_bytes);
    default:
        return TREY_OK;
    }
}

char *cli_line_take(struct cli_line_reader *reader)
{
    char *line = reader->line;
    reader->line = NULL;
    reader->capacity_bytes = 0;
    return line;
}

void cli_line_clear(struct cli_line_reader *reader)
{
    free(cli_line_take(reader));
}
