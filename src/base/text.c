#include "base/text.h"

#include "base/array.h"
#include "base/check.h"
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for `more` bytes and the final zero. Doubling keeps appending linear. */
static bool reserve(struct trey_text *text, size_t more)
{
    if (text->failed)
        return false;
    char *data = more < SIZE_MAX - text->size
                     ? trey_array_grow(text->data, &text->capacity, text->size + more + 1,
                                       sizeof *data)
                     : NULL;
    text->failed = data == NULL;
    if (data != NULL)
        text->data = data;
    assert(data == NULL || text->size + more < text->capacity);
    return data != NULL;
}

void trey_text_add_bytes(struct trey_text *text, const char *bytes, size_t size_bytes)
{
    if (!reserve(text, size_bytes))
        return;
    if (size_bytes > 0) /* memcpy does not accept NULL, even for 0 bytes */
        memcpy(text->data + text->size, bytes, size_bytes);
    text->size += size_bytes;
    text->data[text->size] = '\0';
}

void trey_text_add(struct trey_text *text, const char *string)
{
    trey_text_add_bytes(text, string, strlen(string));
}

void trey_text_add_char(struct trey_text *text, char character)
{
    trey_text_add_bytes(text, &character, 1);
}

void trey_text_printf(struct trey_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (size < 0)
        text->failed = true;
    else if (reserve(text, (size_t)size)) {
        vsnprintf(text->data + text->size, (size_t)size + 1, format, again);
        text->size += (size_t)size;
        assert(text->data[text->size] == '\0');
    }
    va_end(again);
}

void trey_text_add_comment(struct trey_text *text, const char *comment)
{
    for (; comment != NULL && *comment != '\0'; comment++)
        trey_text_add_char(text, *comment == '\n' || *comment == '\r' ? ' ' : *comment);
    trey_text_add_char(text, '\n');
}

enum trey_status trey_text_take(struct trey_text *text, char **data, size_t *size_bytes,
                                struct trey_error *error)
{
    trey_text_add_bytes(text, "", 0); /* zero-terminates an empty text */
    if (text->failed) {
        size_t size = text->size;
        trey_text_clear(text);
        return trey_fail_memory(error, size);
    }
    *data = text->data;
    if (size_bytes != NULL)
        *size_bytes = text->size;
    *text = (struct trey_text){0};
    return TREY_OK;
}

void trey_text_clear(struct trey_text *text)
{
    free(text->data);
    *text = (struct trey_text){0};
}

void trey_line_add_list(struct trey_line *line, const char *format, va_list arguments)
{
    assert(line->used < line->size_bytes || line->size_bytes == 0);
    size_t room = line->size_bytes - line->used;
    if (room == 0)
        return;
    int length = vsnprintf(line->text + line->used, room, format, arguments);
    if (length > 0)
        line->used += (size_t)length < room ? (size_t)length : room - 1;
}

void trey_line_add(struct trey_line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    trey_line_add_list(line, format, arguments);
    va_end(arguments);
}
