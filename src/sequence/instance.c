/* Instances of the known-sequence game: creating, reading and writing them.
 *
 * In an input file lines 1-2 and 7 are ignored, lines 3-6 hold four tiles each, and the
 * rest is a list of tiles. The reader streams, so input of any length takes no more
 * memory than its tiles. It stops at the first error and reports its line. */
#include "base/array.h"
#include "base/error.h"
#include "base/reader.h"
#include "base/text.h"
#include "sequence/sequence.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A sequence under construction. */
struct builder {
    struct trey_sequence *sequence;
    size_t capacity;
    uint64_t sum;
};

static bool is_blank(int byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\f' || byte == '\v';
}

/* Skips blanks, and line ends too if `lines`. Returns the next byte without reading it.
 */
static int skip_blanks(struct trey_reader *reader, bool lines)
{
    int byte = trey_reader_peek(reader);
    while (is_blank(byte) || (lines && byte == '\n')) {
        trey_reader_get(reader);
        byte = trey_reader_peek(reader);
    }
    return byte;
}

/* A word of the input. */
struct word {
    char text[24]; /* for messages: truncated if longer than any tile */
    size_t line, length;
    bool digits;
    uint64_t number; /* if digits; an arbitrary larger one if it is too large */
};

static void add_byte(struct word *word, int byte)
{
    const uint64_t too_large = UINT64_MAX / 16;
    bool digit = byte >= '0' && byte <= '9';
    word->digits = word->digits && digit;
    if (digit && word->number < too_large)
        word->number = 10 * word->number + (uint64_t)(byte - '0');
    if (word->length < sizeof word->text - 1)
        word->text[word->length] = isprint(byte) ? (char)byte : '?';
    else
        memcpy(word->text + sizeof word->text - 4, "...", 3);
    word->length++;
}

/* Reads a whole word of any length. */
static void read_word(struct trey_reader *reader, struct word *word)
{
    *word = (struct word){.line = reader->line, .digits = true};
    for (;;) {
        int byte = trey_reader_peek(reader);
        if (byte == TREY_END_OF_INPUT || byte == '\n' || is_blank(byte))
            break;
        trey_reader_get(reader);
        add_byte(word, byte);
        if (word->length > TREY_MAX_COMMENT_BYTES) {
            word->digits = false; /* no text file has such words */
            break;
        }
    }
}

/* Reads a word as a tile. `place` is the part of the file, for messages. */
static enum trey_status read_tile(struct trey_reader *reader, const char *place,
                                  int *rank, struct trey_error *error)
{
    struct word word;
    read_word(reader, &word);
    if (word.digits && word.number > trey_tile_of_rank(TREY_MAX_RANK))
        return trey_fail(error, TREY_ERR_INPUT, word.line,
                         "%s: the number %s is too large: tiles go up to %llu", place,
                         word.text, (unsigned long long)trey_tile_of_rank(TREY_MAX_RANK));
    if (word.digits)
        *rank = trey_rank_of_tile(word.number);
    if (!word.digits || *rank < 0)
        return trey_fail(error, TREY_ERR_INPUT, word.line,
                         "%s: '%s' is not a valid tile (1, 2, 3, 6, 12, 24, ...)", place,
                         word.text);
    return TREY_OK;
}

static enum trey_status add_to_sum(struct builder *builder, int rank, size_t line,
                                   struct trey_error *error)
{
    builder->sum += trey_tile_of_rank(rank);
    if (builder->sum < TREY_SUM_LIMIT)
        return TREY_OK;
    return trey_fail(
        error, TREY_ERR_INPUT, line,
        "the tiles sum to 3*2^39 or more: the score would not fit in 64 bits");
}

static enum trey_status read_board_line(struct builder *builder,
                                        struct trey_reader *reader, int row,
                                        struct trey_error *error)
{
    static const char *const places[4] = {"board line 1 of 4", "board line 2 of 4",
                                          "board line 3 of 4", "board line 4 of 4"};
    size_t line = 3 + (size_t)row;
    int count = 0;
    if (trey_reader_peek(reader) == TREY_END_OF_INPUT)
        return trey_fail(error, TREY_ERR_INPUT, line, "%s is missing: the file ends here",
                         places[row]);
    for (;;) {
        int byte = skip_blanks(reader, false);
        if (byte == '\n' || byte == TREY_END_OF_INPUT)
            break;
        if (count == 4)
            return trey_fail(error, TREY_ERR_INPUT, line, "%s has more than 4 numbers",
                             places[row]);
        int rank = 0;
        enum trey_status status = read_tile(reader, places[row], &rank, error);
        if (status == TREY_OK)
            status = add_to_sum(builder, rank, line, error);
        if (status != TREY_OK)
            return status;
        builder->sequence->start.rank[4 * row + count++] = (uint8_t)rank;
    }
    if (count < 4)
        return trey_fail(error, TREY_ERR_INPUT, line, "%s has %d of 4 numbers",
                         places[row], count);
    trey_reader_get(reader);
    return TREY_OK;
}

/* Skips line 7, which is ignored, and counts its tiles if there is nothing else on it:
 * then the blank line after the board was probably forgotten. */
static enum trey_status skip_line_7(struct builder *builder, struct trey_reader *reader,
                                    struct trey_error *error)
{
    struct word word = {.digits = true};
    bool tiles = true;
    size_t words = 0, line = reader->line;
    for (size_t size = 0; size <= TREY_MAX_COMMENT_BYTES; size++) {
        int byte = trey_reader_get(reader);
        bool ends = byte == '\n' || byte == TREY_END_OF_INPUT;
        if (!ends && !is_blank(byte)) {
            add_byte(&word, byte);
            continue;
        }
        if (word.length > 0) {
            words++;
            tiles = tiles && word.digits && trey_rank_of_tile(word.number) > 0;
            word = (struct word){.digits = true};
        }
        if (ends) {
            builder->sequence->line_7_tiles = tiles ? words : 0;
            return TREY_OK;
        }
    }
    return trey_fail(error, TREY_ERR_INPUT, line,
                     "the line is longer than %zu bytes: not a text file?",
                     TREY_MAX_COMMENT_BYTES);
}

static enum trey_status append_tile(struct builder *builder, int rank,
                                    struct trey_error *error)
{
    struct trey_sequence *sequence = builder->sequence;
    uint8_t *tiles = trey_array_grow(sequence->tiles, &builder->capacity,
                                     sequence->count + 1, sizeof *tiles);
    if (tiles == NULL)
        return trey_fail_memory(error, sequence->count + 1);
    sequence->tiles = tiles;
    sequence->tiles[sequence->count++] = (uint8_t)rank;
    return TREY_OK;
}

static enum trey_status read_list(struct builder *builder, struct trey_reader *reader,
                                  struct trey_error *error)
{
    while (skip_blanks(reader, true) != TREY_END_OF_INPUT) {
        int rank = 0;
        enum trey_status status = read_tile(reader, "tile list", &rank, error);
        if (status == TREY_OK && rank == 0)
            status = trey_fail(error, TREY_ERR_INPUT, reader->line,
                               "tile list: 0 is not a valid tile");
        if (status == TREY_OK && builder->sequence->count == TREY_MAX_TILES)
            status = trey_fail(error, TREY_ERR_INPUT, reader->line,
                               "the list has more than %zu tiles", TREY_MAX_TILES);
        if (status == TREY_OK)
            status = add_to_sum(builder, rank, reader->line, error);
        if (status == TREY_OK)
            status = append_tile(builder, rank, error);
        if (status != TREY_OK)
            return status;
    }
    return TREY_OK;
}

static enum trey_status read_all(struct builder *builder, struct trey_reader *reader,
                                 struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    for (int line = 1; line <= 2 && status == TREY_OK; line++)
        status = trey_reader_skip_line(reader, error);
    for (int row = 0; row < 4 && status == TREY_OK; row++)
        status = read_board_line(builder, reader, row, error);
    if (status == TREY_OK && builder->sum == 0)
        status = trey_fail(error, TREY_ERR_INPUT, 3, "the start board is empty");
    if (status == TREY_OK)
        status = skip_line_7(builder, reader, error);
    if (status == TREY_OK)
        status = read_list(builder, reader, error);
    return status;
}

static enum trey_status read_sequence(struct trey_reader *reader,
                                      struct trey_sequence **sequence,
                                      struct trey_error *error)
{
    struct builder builder = {.sequence = calloc(1, sizeof **sequence)};
    if (builder.sequence == NULL)
        return trey_fail_memory(error, sizeof **sequence);
    enum trey_status status = read_all(&builder, reader, error);
    /* A read error looks like an early end of the file, so it takes precedence. */
    enum trey_status finish = trey_reader_finish(reader, error);
    if (finish != TREY_OK)
        status = finish;
    if (status != TREY_OK) {
        trey_sequence_free(builder.sequence);
        return status;
    }
    *sequence = builder.sequence;
    return TREY_OK;
}

enum trey_status trey_sequence_read(const char *path, struct trey_sequence **sequence,
                                    struct trey_error *error)
{
    struct trey_reader reader;
    enum trey_status status = trey_reader_open(&reader, path, error);
    if (status == TREY_OK)
        status = read_sequence(&reader, sequence, error);
    trey_reader_close(&reader);
    return status;
}

enum trey_status trey_sequence_parse(const char *text, size_t size_bytes,
                                     struct trey_sequence **sequence,
                                     struct trey_error *error)
{
    struct trey_reader reader;
    trey_reader_open_memory(&reader, text, size_bytes);
    return read_sequence(&reader, sequence, error);
}

enum trey_status trey_sequence_new(const struct trey_wide *start,
                                   const uint8_t *tile_ranks, size_t tile_count,
                                   struct trey_sequence **sequence,
                                   struct trey_error *error)
{
    struct builder builder = {0};
    enum trey_status status = TREY_OK;
    bool empty = true;
    for (int cell = 0; cell < TREY_MAX_CELLS && status == TREY_OK; cell++) {
        int rank = start->rank[cell];
        empty = empty && rank == 0;
        if (rank > TREY_MAX_RANK)
            return trey_fail(error, TREY_ERR_ARGUMENT, 0, "invalid rank %d on the board",
                             rank);
        status = add_to_sum(&builder, rank, 0, error);
    }
    for (size_t i = 0; i < tile_count && status == TREY_OK; i++) {
        if (tile_ranks[i] < 1 || tile_ranks[i] > TREY_MAX_RANK)
            return trey_fail(error, TREY_ERR_ARGUMENT, 0, "invalid rank %d in the list",
                             tile_ranks[i]);
        status = add_to_sum(&builder, tile_ranks[i], 0, error);
    }
    if (status != TREY_OK)
        return status;
    if (empty || tile_count > TREY_MAX_TILES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         empty ? "the start board is empty" : "too many tiles");

    struct trey_sequence *made = calloc(1, sizeof *made);
    uint8_t *tiles = malloc(tile_count + 1);
    if (made == NULL || tiles == NULL) {
        free(made);
        free(tiles);
        return trey_fail_memory(error, tile_count);
    }
    if (tile_count != 0)
        memcpy(tiles, tile_ranks, tile_count);
    *made = (struct trey_sequence){.start = *start, .tiles = tiles, .count = tile_count};
    *sequence = made;
    return TREY_OK;
}

void trey_sequence_free(struct trey_sequence *sequence)
{
    if (sequence != NULL)
        free(sequence->tiles);
    free(sequence);
}

enum trey_status trey_sequence_format(const struct trey_sequence *sequence,
                                      const char *comment1, const char *comment2,
                                      char **text, size_t *size_bytes,
                                      struct trey_error *error)
{
    enum { TILES_A_LINE = 20 };
    struct trey_text out = {0};
    trey_text_add_comment(&out, comment1);
    trey_text_add_comment(&out, comment2);
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        trey_text_printf(
            &out, "%llu%c",
            (unsigned long long)trey_tile_of_rank(sequence->start.rank[cell]),
            cell % 4 == 3 ? '\n' : ' ');
    trey_text_add_char(&out, '\n');
    for (size_t i = 0; i < sequence->count; i++)
        trey_text_printf(
            &out, "%llu%c", (unsigned long long)trey_tile_of_rank(sequence->tiles[i]),
            i % TILES_A_LINE == TILES_A_LINE - 1 || i + 1 == sequence->count ? '\n'
                                                                             : ' ');
    return trey_text_take(&out, text, size_bytes, error);
}

bool trey_sequence_warning(const struct trey_sequence *sequence,
                           struct trey_error *warning)
{
    size_t count = sequence->line_7_tiles;
    if (count == 0)
        return false;
    trey_fail(warning, TREY_OK, 7,
              "line 7 is ignored, but holds %zu tile%s: is the blank line after "
              "the board missing?",
              count, count == 1 ? "" : "s");
    return true;
}

const struct trey_wide *trey_sequence_start(const struct trey_sequence *sequence)
{
    return &sequence->start;
}

size_t trey_sequence_count(const struct trey_sequence *sequence)
{
    return sequence->count;
}

const uint8_t *trey_sequence_tiles(const struct trey_sequence *sequence)
{
    return sequence->tiles;
}
