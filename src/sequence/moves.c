/* Moves files: two comment lines, then the moves, which are the capital letters L, R, U
 * and D; all other bytes are ignored. A file without moves gets an error that says what
 * kind of file it probably is. */
#include "base/array.h"
#include "base/error.h"
#include "base/reader.h"
#include "base/text.h"
#include "board/cells.h"
#include "trey/sequence.h"

#include <stdlib.h>

#define FIRST_MOVES_LINE 3

static enum trey_status append_move(uint8_t **moves, size_t *count, size_t *capacity,
                                    enum trey_direction direction,
                                    struct trey_error *error)
{
    uint8_t *grown = trey_array_grow(*moves, capacity, *count + 1, sizeof *grown);
    if (grown == NULL)
        return trey_fail_memory(error, *count + 1);
    *moves = grown;
    (*moves)[(*count)++] = (uint8_t)direction;
    return TREY_OK;
}

/* Content of a moves file, to explain why it has no moves. */
struct moves_scan {
    size_t line;         /* of the last byte read, from 1 */
    size_t line_bytes;   /* bytes read of that line */
    bool any;            /* the file is not empty */
    size_t early_moves;  /* capitals L R U D in lines 1 and 2 */
    size_t early_others; /* other letters and digits there */
    size_t lower_moves;  /* small l r u d from line 3 on */
    size_t digits;       /* from line 3 on */
    bool late_text;      /* text other than whitespace from line 3 on */
    bool line_feed, carriage_return;
};

static void count_byte(struct moves_scan *scan, int byte)
{
    const bool space = byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
    enum trey_direction direction;
    scan->any = true;
    scan->carriage_return |= byte == '\r';
    scan->line_bytes++;
    if (byte == '\n') {
        scan->line_feed = true;
        scan->line++;
        scan->line_bytes = 0;
    } else if (scan->line < FIRST_MOVES_LINE) {
        if (trey_direction_of_letter((char)byte, &direction))
            scan->early_moves++;
        else if (!space)
            scan->early_others++;
    } else {
        scan->lower_moves += byte == 'l' || byte == 'r' || byte == 'u' || byte == 'd';
        scan->digits += byte >= '0' && byte <= '9';
        scan->late_text |= !space;
    }
}

/* A file without moves is valid only if it consists of two comment lines: the plan of a
 * game without legal moves. Anything else is probably another kind of file. */
static enum trey_status explain_no_moves(const struct moves_scan *scan,
                                         struct trey_error *error)
{
    if (!scan->any)
        return trey_fail(error, TREY_ERR_INPUT, 0, "the file is empty: no moves");
    if (scan->carriage_return && !scan->line_feed)
        return trey_fail(
            error, TREY_ERR_INPUT, 1,
            "lines end with a bare carriage return; end them with a line feed");
    if (scan->late_text && scan->digits > 0)
        return trey_fail(error, TREY_ERR_INPUT, FIRST_MOVES_LINE,
                         "numbers and no moves: this looks like an input file");
    if (scan->lower_moves > 0)
        return trey_fail(error, TREY_ERR_INPUT, FIRST_MOVES_LINE,
                         "no moves: moves are the capital letters L, R, U and D");
    if (scan->early_moves > 0 && scan->early_others == 0)
        return trey_fail(error, TREY_ERR_INPUT, 1,
                         "lines 1 and 2 are comments: moves start on line %d",
                         FIRST_MOVES_LINE);
    const size_t lines = scan->line_bytes > 0 ? scan->line : scan->line - 1;
    if (scan->late_text || lines < FIRST_MOVES_LINE - 1)
        return trey_fail(error, TREY_ERR_INPUT, scan->late_text ? FIRST_MOVES_LINE : 1,
                         "no moves: moves are the letters L, R, U and D, from line %d on",
                         FIRST_MOVES_LINE);
    return TREY_OK;
}

static enum trey_status read_moves(struct trey_reader *reader, uint8_t **moves,
                                   size_t *move_count, struct trey_error *error)
{
    uint8_t *list = NULL;
    size_t count = 0, capacity = 0;
    enum trey_status status = TREY_OK;
    struct moves_scan scan = {.line = 1};
    int byte;
    while (status == TREY_OK && (byte = trey_reader_get(reader)) != TREY_END_OF_INPUT) {
        enum trey_direction direction;
        count_byte(&scan, byte);
        if (scan.line < FIRST_MOVES_LINE && scan.line_bytes > TREY_MAX_COMMENT_BYTES)
            status = trey_fail(error, TREY_ERR_INPUT, scan.line,
                               "the line is longer than %zu bytes: not a text file?",
                               TREY_MAX_COMMENT_BYTES);
        else if (scan.line >= FIRST_MOVES_LINE &&
                 trey_direction_of_letter((char)byte, &direction))
            status = append_move(&list, &count, &capacity, direction, error);
    }
    enum trey_status finish = trey_reader_finish(reader, error);
    if (finish != TREY_OK)
        status = finish;
    if (status == TREY_OK && count == 0)
        status = explain_no_moves(&scan, error);
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
