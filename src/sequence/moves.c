/* Moves files: two comment lines, then capitals L R U D among anything else. */
#include "base/error.h"
#include "base/reader.h"
#include "base/text.h"
#include "trey/sequence.h"

#include <stdlib.h>

static enum trey_status append(uint8_t **moves, size_t *count, size_t *capacity,
                               enum trey_direction direction, struct trey_error *error)
{
    if (*count == *capacity) {
        size_t wanted = *capacity < 512 ? 1024 : 2 * *capacity;
        uint8_t *grown = realloc(*moves, wanted);
        if (grown == NULL)
            return trey_fail_memory(error, wanted);
        *moves = grown;
        *capacity = wanted;
    }
    (*moves)[(*count)++] = (uint8_t)direction;
    return TREY_OK;
}

static enum trey_status read_moves(struct trey_reader *reader, uint8_t **moves,
                                   size_t *move_count, struct trey_error *error)
{
    uint8_t *list = NULL;
    size_t count = 0, capacity = 0;
    enum trey_status status = trey_reader_skip_line(reader, error);
    if (status == TREY_OK)
        status = trey_reader_skip_line(reader, error);
    int byte;
    while (status == TREY_OK && (byte = trey_reader_get(reader)) != TREY_END_OF_INPUT) {
        enum trey_direction direction;
        if (trey_direction_of_letter((char)byte, &direction))
            status = append(&list, &count, &capacity, direction, error);
    }
    enum trey_status finish = trey_reader_finish(reader, error);
    if (finish != TREY_OK)
        status = finish;
    if (status == TREY_OK && list == NULL && (list = malloc(1)) == NULL)
        status = trey_fail_memory(error, 1);
    if (status != TREY_OK) {
        free(list);
        return status;
    }
    *moves = list;
    *move_count = count;
    return TREY_OK;
}

enum trey_status trey_moves_read(const char *path, uint8_t **moves, size_t *move_count,
                                 struct trey_error *error)
{
    struct trey_reader reader;
    enum trey_status status = trey_reader_open(&reader, path, error);
    if (status == TREY_OK)
        status = read_moves(&reader, moves, move_count, error);
    trey_reader_close(&reader);
    return status;
}

enum trey_status trey_moves_parse(const char *text, size_t size_bytes, uint8_t **moves,
                                  size_t *move_count, struct trey_error *error)
{
    struct trey_reader reader;
    trey_reader_open_memory(&reader, text, size_bytes);
    return read_moves(&reader, moves, move_count, error);
}

enum trey_status trey_moves_format(const uint8_t *moves, size_t move_count,
                                   const char *comment1, const char *comment2,
                                   char **text, size_t *size_bytes,
                                   struct trey_error *error)
{
    enum { MOVES_A_LINE = 80 };
    struct trey_text out = {0};
    trey_text_add_comment(&out, comment1);
    trey_text_add_comment(&out, comment2);
    for (size_t i = 0; i < move_count; i++) {
        trey_text_add_char(&out, trey_direction_letter((enum trey_direction)moves[i]));
        if (i % MOVES_A_LINE == MOVES_A_LINE - 1 || i + 1 == move_count)
            trey_text_add_char(&out, '\n');
    }
    return trey_text_take(&out, text, size_bytes, error);
}
