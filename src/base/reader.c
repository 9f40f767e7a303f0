#include "base/reader.h"

#include "base/check.h"
#include "base/error.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

/* Some editors put this before UTF-8 text; it has no meaning. */
static const unsigned char byte_order_mark[3] = {0xEF, 0xBB, 0xBF};

static void skip_mark(struct trey_reader *reader)
{
    size_t size = sizeof byte_order_mark;
    if ((size_t)(reader->end - reader->next) >= size &&
        memcmp(reader->next, byte_order_mark, size) == 0)
        reader->next += size;
}

enum trey_status trey_reader_open(struct trey_reader *reader, const char *path,
                                  struct trey_error *error)
{
    trey_reader_open_memory(reader, "", 0);
    if (strcmp(path, "-") == 0) {
        reader->file = stdin;
        return TREY_OK;
    }
    struct stat about;
    reader->file = fopen(path, "rb");
    if (reader->file == NULL)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot open: %s", strerror(errno));
    if (fstat(fileno(reader->file), &about) == 0 && S_ISDIR(about.st_mode)) {
        trey_reader_close(reader);
        return trey_fail(error, TREY_ERR_IO, 0, "is a directory, not a file");
    }
    return TREY_OK;
}

void trey_reader_open_memory(struct trey_reader *reader, const char *text,
                             size_t size_bytes)
{
    reader->file = NULL;
    reader->next = (const unsigned char *)text;
    reader->end = reader->next + size_bytes;
    reader->line = 1;
    reader->taken_bytes = size_bytes;
    reader->last_errno = 0;
    skip_mark(reader);
}

void trey_reader_close(struct trey_reader *reader)
{
    if (reader->file != NULL && reader->file != stdin)
        fclose(reader->file);
    reader->file = NULL;
}

int trey_reader_fill(struct trey_reader *reader)
{
    if (reader->next < reader->end)
        return *reader->next;
    if (reader->file == NULL || reader->taken_bytes >= TREY_MAX_INPUT_BYTES)
        return TREY_END_OF_INPUT;
    errno = 0;
    size_t got = fread(reader->buffer, 1, sizeof reader->buffer, reader->file);
    if (got == 0) {
        if (ferror(reader->file))
            reader->last_errno = errno != 0 ? errno : EIO;
        return TREY_END_OF_INPUT;
    }
    assert(reader->next == reader->end && got <= sizeof reader->buffer);
    bool first = reader->taken_bytes == 0;
    reader->taken_bytes += got;
    reader->next = reader->buffer;
    reader->end = reader->buffer + got;
    if (first)
        skip_mark(reader);
    return trey_reader_fill(reader);
}

enum trey_status trey_reader_skip_line(struct trey_reader *reader,
                                       struct trey_error *error)
{
    size_t line = reader->line;
    for (size_t size = 0; size <= TREY_MAX_COMMENT_BYTES; size++) {
        int byte = trey_reader_get(reader);
        if (byte == '\n' || byte == TREY_END_OF_INPUT)
            return TREY_OK;
    }
    return trey_fail(error, TREY_ERR_INPUT, line,
                     "the line is longer than %zu bytes: not a text file?",
                     TREY_MAX_COMMENT_BYTES);
}

enum trey_status trey_reader_finish(struct trey_reader *reader, struct trey_error *error)
{
    if (reader->last_errno != 0)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s",
                         strerror(reader->last_errno));
    if (reader->file != NULL && reader->taken_bytes >= TREY_MAX_INPUT_BYTES)
        return trey_fail(error, TREY_ERR_INPUT, reader->line,
                         "the input is larger than %llu bytes",
                         (unsigned long long)TREY_MAX_INPUT_BYTES);
    return TREY_OK;
}
