/* Reads the contest's files: the number of data sets, and for each its rows, columns, win
 * value and tiles.
 *
 * A file has at most about three thousand words, so reading any input stops early and
 * needs no memory except for the result and the line of each word (see fault.c). The
 * first error ends the reading; the data sets before it are kept. */
#include "extras/grid/read.h"

#include "base/error.h"
#include "base/reader.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Any number of this many digits fits in 64 bits. */
#define MAX_DIGITS 19

struct scan {
    struct trey_reader *reader;
    struct trey_grid_file *file;
    bool open;  /* file->dataset[file->count] has its size: its tiles are being read */
    bool ended; /* no word is left */
    bool cut;   /* the last word was too long; nothing is read after it */
    struct trey_grid_words words;
    char place[64]; /* the part of the file being read, for messages */
};

/* A word of the input. */
struct word {
    char text[24]; /* for messages: truncated if longer than any number */
    size_t length, line;
    bool digits;
    size_t zeros;    /* leading zeros */
    uint64_t number; /* the value of its first MAX_DIGITS digits after them */
};

static bool is_space(int byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static void add_byte(struct word *word, int byte)
{
    bool digit = byte >= '0' && byte <= '9';
    word->digits = word->digits && digit;
    word->zeros += byte == '0' && word->zeros == word->length;
    if (digit && word->length - word->zeros < MAX_DIGITS)
        word->number = 10 * word->number + (uint64_t)(byte - '0');
    if (word->length < sizeof word->text - 1)
        word->text[word->length] = byte >= ' ' && byte <= '~' ? (char)byte : '?';
    else
        memcpy(word->text + sizeof word->text - 4, "...", 3);
    word->length++;
}

/* Reads the next word. False at the end of the input. */
static bool read_word(struct scan *scan, struct word *word)
{
    struct trey_reader *reader = scan->reader;
    while (!scan->cut && is_space(trey_reader_peek(reader)))
        trey_reader_get(reader);
    *word = (struct word){.line = reader->line, .digits = true};
    /* Reads the whole word, but stops at a limit, since a device may never end. */
    while (!scan->cut) {
        int byte = trey_reader_peek(reader);
        if (byte == TREY_END_OF_INPUT || is_space(byte))
            break;
        trey_reader_get(reader);
        add_byte(word, byte);
        scan->cut = word->length == TREY_MAX_COMMENT_BYTES;
    }
    if (word->length == 0) {
        scan->ended = true;
        return false;
    }
    if (scan->words.count < TREY_GRID_MAX_WORDS)
        scan->words.line[scan->words.count++] = word->line;
    return true;
}

/* The line of the last word, which is reported if the input ends too early. */
static size_t last_line(const struct scan *scan)
{
    return scan->words.count == 0 ? 1 : scan->words.line[scan->words.count - 1];
}

/* Reads a number. `range` describes the numbers that are possible, for messages. */
static enum trey_status read_number(struct scan *scan, const char *range,
                                    uint64_t *number, struct trey_error *error)
{
    struct word word;
    if (!read_word(scan, &word))
        return trey_fail(error, TREY_ERR_INPUT, last_line(scan),
                         "%s is missing: the input ends here", scan->place);
    if (!word.digits)
        return trey_fail(error, TREY_ERR_INPUT, word.line,
                         "%s: '%s' is not a whole number: it must be %s", scan->place,
                         word.text, range);
    size_t digits = scan->cut ? word.length : word.length - word.zeros;
    if (digits > MAX_DIGITS)
        return trey_fail(error, TREY_ERR_INPUT, word.line,
                         "%s: a number of %zu or more digits is too large: it must be %s",
                         scan->place, digits, range);
    *number = word.number;
    return TREY_OK;
}

/* Reads a number from 1 to `max`. */
static enum trey_status read_count(struct scan *scan, size_t max, size_t *count,
                                   struct trey_error *error)
{
    uint64_t number = 0;
    char range[64];
    snprintf(range, sizeof range, "from 1 to %zu", max);
    enum trey_status status = read_number(scan, range, &number, error);
    if (status != TREY_OK)
        return status;
    if (number < 1 || number > max)
        return trey_fail(error, TREY_ERR_INPUT, last_line(scan),
                         "%s is %llu: it must be %s", scan->place,
                         (unsigned long long)number, range);
    *count = (size_t)number;
    return TREY_OK;
}

static enum trey_status read_size(struct scan *scan, const char *name, uint8_t *size,
                                  struct trey_error *error)
{
    size_t count = 0;
    snprintf(scan->place, sizeof scan->place, "data set %zu: the number of %s",
             scan->file->count + 1, name);
    enum trey_status status = read_count(scan, TREY_GRID_MAX_SIDE, &count, error);
    *size = (uint8_t)count;
    return status;
}

static enum trey_status read_win(struct scan *scan, int *win_rank,
                                 struct trey_error *error)
{
    uint64_t value = 0;
    char range[64];
    snprintf(range, sizeof range, "a power of two from 2 to %d", TREY_GRID_MAX_WIN);
    snprintf(scan->place, sizeof scan->place, "data set %zu: the win value",
             scan->file->count + 1);
    enum trey_status status = read_number(scan, range, &value, error);
    if (status != TREY_OK)
        return status;
    *win_rank = trey_grid_rank_of_tile(value);
    if (*win_rank < 0 || value < 2 || value > TREY_GRID_MAX_WIN)
        return trey_fail(error, TREY_ERR_INPUT, last_line(scan),
                         "%s is %llu: it must be %s", scan->place,
                         (unsigned long long)value, range);
    return TREY_OK;
}

static enum trey_status read_tile(struct scan *scan, uint8_t *rank,
                                  struct trey_error *error)
{
    static const char range[] = "0 or a power of two up to 2^61";
    uint64_t tile = 0;
    enum trey_status status = read_number(scan, range, &tile, error);
    if (status != TREY_OK)
        return status;
    int found = trey_grid_rank_of_tile(tile);
    if (found < 0 || found > TREY_GRID_MAX_GIVEN)
        return trey_fail(error, TREY_ERR_INPUT, last_line(scan), "%s: %llu is not %s",
                         scan->place, (unsigned long long)tile, range);
    *rank = (uint8_t)found;
    return TREY_OK;
}

static enum trey_status read_row(struct scan *scan, struct trey_grid *grid, int row,
                                 struct trey_error *error)
{
    snprintf(scan->place, sizeof scan->place, "data set %zu, row %d of %d",
             scan->file->count + 1, row + 1, grid->rows);
    for (int col = 0; col < grid->cols; col++) {
        enum trey_status status =
            read_tile(scan, &grid->rank[row * grid->cols + col], error);
        if (status != TREY_OK && scan->ended && col > 0)
            return trey_fail(error, TREY_ERR_INPUT, last_line(scan),
                             "%s has %d of %d numbers: the input ends here", scan->place,
                             col, grid->cols);
        if (status != TREY_OK)
            return status;
    }
    return TREY_OK;
}

static enum trey_status read_dataset(struct scan *scan, struct trey_error *error)
{
    struct trey_grid_dataset *dataset = &scan->file->dataset[scan->file->count];
    struct trey_grid *grid = &dataset->grid;
    enum trey_status status = read_size(scan, "rows", &grid->rows, error);
    if (status == TREY_OK)
        status = read_size(scan, "columns", &grid->cols, error);
    if (status == TREY_OK && grid->rows * grid->cols < 2)
        status = trey_fail(error, TREY_ERR_INPUT, last_line(scan),
                           "data set %zu: a grid of 1 x 1 has too few cells",
                           scan->file->count + 1);
    if (status == TREY_OK)
        status = read_win(scan, &dataset->win_rank, error);
    if (status != TREY_OK)
        return status;
    scan->open = true;
    for (int row = 0; row < grid->rows && status == TREY_OK; row++)
        status = read_row(scan, grid, row, error);
    if (status != TREY_OK)
        return status;
    scan->open = false;
    scan->file->count++;
    return TREY_OK;
}

static enum trey_status read_all(struct scan *scan, struct trey_error *error)
{
    struct word word;
    snprintf(scan->place, sizeof scan->place, "the number of data sets");
    enum trey_status status =
        read_count(scan, TREY_GRID_MAX_DATASETS, &scan->file->announced, error);
    while (status == TREY_OK && scan->file->count < scan->file->announced)
        status = read_dataset(scan, error);
    if (status == TREY_OK && read_word(scan, &word))
        status = trey_fail(error, TREY_ERR_INPUT, word.line,
                           "unexpected '%s' after the last data set (the first line "
                           "announces %zu)",
                           word.text, scan->file->announced);
    return status;
}

/* Replaces the error by that of an earlier row that does not fit its line, if any. */
static void report_odd_row(struct scan *scan, struct trey_error *error)
{
    struct word word;
    struct trey_grid_odd_row odd;
    size_t line = last_line(scan);
    size_t fault_word = scan->ended ? SIZE_MAX : scan->words.count - 1;
    while (last_line(scan) == line && scan->words.count < TREY_GRID_MAX_WORDS &&
           read_word(scan, &word))
        continue;
    if (!trey_grid_find_odd_row(scan->file, scan->open, &scan->words, fault_word, &odd))
        return;
    const struct trey_grid *grid = &scan->file->dataset[odd.dataset].grid;
    scan->file->count = odd.dataset;
    trey_fail(error, TREY_ERR_INPUT, odd.line,
              odd.numbers < grid->cols
                  ? "data set %zu, row %d of %d has %zu of %d numbers"
                  : "data set %zu, row %d of %d has %zu numbers instead of %d",
              odd.dataset + 1, odd.row + 1, grid->rows, odd.numbers, grid->cols);
}

static enum trey_status read_file(struct trey_reader *reader, struct trey_grid_file *file,
                                  struct trey_error *error)
{
    struct scan scan = {.reader = reader, .file = file};
    enum trey_status status = read_all(&scan, error);
    /* A read error looks like an early end of the file, so it takes precedence. */
    enum trey_status finish = trey_reader_finish(reader, error);
    if (finish != TREY_OK)
        return finish;
    if (status == TREY_ERR_INPUT)
        report_odd_row(&scan, error);
    return status;
}

enum trey_status trey_grid_read(const char *path, struct trey_grid_file *file,
                                struct trey_error *error)
{
    struct trey_reader reader;
    *file = (struct trey_grid_file){0};
    enum trey_status status = trey_reader_open(&reader, path, error);
    if (status == TREY_OK)
        status = read_file(&reader, file, error);
    trey_reader_close(&reader);
    return status;
}

enum trey_status trey_grid_parse(const char *text, size_t size_bytes,
                                 struct trey_grid_file *file, struct trey_error *error)
{
    struct trey_reader reader;
    *file = (struct trey_grid_file){0};
    trey_reader_open_memory(&reader, text, size_bytes);
    return read_file(&reader, file, error);
}
