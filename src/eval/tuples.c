/* Tuples: parsing and formatting, and the tables by which their indices are computed.
 *
 * A network looks up each tuple on all eight images of a board. So from a tuple's cells
 * follow, for each cell of the board, the indices that contain it and its position there
 * (occurrences), which digits of an index the tuple's own symmetry exchanges (partners),
 * and which images always have equal weights (pairs). */
#include "eval/tuples.h"
#include "base/check.h"
#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bits of an image's number: the board transposed, then mirrored, then turned upside
 * down. */
enum { MIRRORED = 1, TRANSPOSED = 2, UPSIDE_DOWN = 4 };

static void find_images(struct trey_tuples *tuples)
{
    int rows = tuples->shape.rows, cols = tuples->shape.cols;
    for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
        for (int cell = 0; cell < rows * cols; cell++) {
            int row = cell / cols, col = cell % cols;
            if ((i & UPSIDE_DOWN) != 0)
                row = rows - 1 - row;
            if ((i & MIRRORED) != 0)
                col = cols - 1 - col;
            bool turned = (i & TRANSPOSED) != 0 && rows == cols;
            tuples->from[i][cell] =
                (uint8_t)(turned ? col * cols + row : row * cols + col);
        }
}

void trey_network_any_images(const struct trey_tuples *tuples, trey_board board,
                             trey_board image[TREY_NETWORK_IMAGES])
{
    int cells = tuples->shape.rows * tuples->shape.cols;
    for (int i = 0; i < TREY_NETWORK_IMAGES; i++) {
        image[i] = 0;
        for (int cell = 0; cell < cells; cell++)
            image[i] |= (board >> (4 * tuples->from[i][cell]) & 15) << (4 * cell);
    }
}

/* Parses a tuple; moves *at past it. */
static bool parse_tuple(const char **at, int cells_on_board, uint64_t *mask)
{
    int cells = 0;
    *mask = 0;
    for (; **at != '\0' && **at != ' ' && **at != ','; (*at)++, cells++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = strchr(digits, **at);
        uint64_t nibble = digit != NULL && digit - digits < cells_on_board
                              ? (uint64_t)15 << (4 * (digit - digits))
                              : 0;
        if (nibble == 0 || (*mask & nibble) != 0)
            return false;
        *mask |= nibble;
    }
    return cells >= 1 && cells <= TREY_NETWORK_MAX_CELLS;
}

/* Cells of one run have the same distances in the index as on the board. */
static void add_to_runs(struct trey_tuples *tuples, int tuple, int cell, int digit)
{
    unsigned shift = 4u * (unsigned)(cell - digit);
    int *count = &tuples->runs[tuple].count;
    if (*count == 0 || tuples->runs[tuple].run[*count - 1].shift != shift) {
        tuples->runs[tuple].run[*count].mask = 0;
        tuples->runs[tuple].run[(*count)++].shift = shift;
    }
    assert(*count <= TREY_NETWORK_MAX_CELLS && digit <= cell);
    tuples->runs[tuple].run[*count - 1].mask |= (uint64_t)15 << (4 * cell);
}

static void add_tuple(struct trey_tuples *tuples, uint64_t mask)
{
    int cells = 0, tuple = tuples->count++;
    tuples->mask[tuple] = mask;
    for (int cell = 0; cell < 16; cell++) {
        bool in = (mask >> (4 * cell) & 15) != 0;
        tuples->shift[tuple][cell] = (int8_t)(in ? 4 * cells : -1);
        if (in)
            add_to_runs(tuples, tuple, cell, cells);
        cells += in;
    }
    assert(tuple < TREY_NETWORK_MAX_TUPLES && cells <= TREY_NETWORK_MAX_CELLS);
    tuples->size[tuple] = (uint32_t)1 << (4 * cells);
}

/* The cell to which a symmetry moves each cell of the board. */
static void map_cells(const struct trey_tuples *tuples, int symmetry, int to[16])
{
    for (int cell = 0; cell < tuples->shape.rows * tuples->shape.cols; cell++) {
        trey_board image[TREY_NETWORK_IMAGES];
        trey_network_images(tuples, (trey_board)1 << (4 * cell), image);
        to[cell] = __builtin_ctzll(image[symmetry]) / 4;
    }
}

/* True if a symmetry of the board maps the tuple onto itself, exchanging cells in pairs.
 */
static bool find_partners_by(const struct trey_tuples *tuples, int tuple, int symmetry,
                             uint8_t partner[TREY_NETWORK_MAX_CELLS])
{
    int to[16] = {0};
    map_cells(tuples, symmetry, to);
    for (int cell = 0; cell < 16; cell++) {
        int shift = tuples->shift[tuple][cell];
        if (shift < 0)
            continue;
        if (tuples->shift[tuple][to[cell]] < 0 || to[to[cell]] != cell)
            return false;
        partner[shift / 4] = (uint8_t)(tuples->shift[tuple][to[cell]] / 4);
    }
    return true;
}

static void find_partners(struct trey_tuples *tuples, int tuple)
{
    uint8_t partner[TREY_NETWORK_MAX_CELLS];
    for (uint8_t i = 0; i < TREY_NETWORK_MAX_CELLS; i++)
        tuples->partner[tuple][i] = partner[i] = i;
    bool square = tuples->shape.rows == tuples->shape.cols;
    for (int symmetry = 1; symmetry < TREY_NETWORK_IMAGES; symmetry++)
        if ((square || (symmetry & TRANSPOSED) == 0) &&
            find_partners_by(tuples, tuple, symmetry, partner)) {
            memcpy(tuples->partner[tuple], partner, sizeof partner);
            return;
        }
}

/* The position of each cell in each image decides which indices contain it. */
static void list_occurrences(struct trey_tuples *tuples)
{
    for (int cell = 0; cell < tuples->shape.rows * tuples->shape.cols; cell++) {
        trey_board image[TREY_NETWORK_IMAGES];
        trey_network_images(tuples, (trey_board)1 << (4 * cell), image);
        assert(tuples->occurrences[cell] == 0);
        for (int tuple = 0; tuple < tuples->count; tuple++)
            for (int i = 0; i < TREY_NETWORK_IMAGES; i++) {
                int shift = tuples->shift[tuple][__builtin_ctzll(image[i]) / 4];
                if (shift >= 0)
                    tuples->occurrence[cell][tuples->occurrences[cell]++] =
                        (struct trey_tuple_occurrence){
                            (uint8_t)(tuple * TREY_NETWORK_IMAGES + i), (uint8_t)shift};
            }
        assert(tuples->occurrences[cell] <= tuples->count * TREY_NETWORK_IMAGES);
    }
}

/* True if the digits of both images are always the same, or exchanged by the tuple's own
 * symmetry. */
static bool are_pair(const struct trey_tuples *tuples, int tuple,
                     const int digit[TREY_NETWORK_IMAGES][16], int one, int other)
{
    bool same = true, exchanged = true;
    for (int cell = 0; cell < 16; cell++) {
        int a = digit[one][cell], b = digit[other][cell];
        same = same && a == b;
        exchanged =
            exchanged && (a < 0) == (b < 0) && (a < 0 || tuples->partner[tuple][a] == b);
    }
    return same || exchanged;
}

/* The symmetries that keep a tuple's weights form a group, so its images either all form
 * pairs or none does. */
static void find_pairs(struct trey_tuples *tuples, int tuple)
{
    int digit[TREY_NETWORK_IMAGES][16], pairs = 0; /* of each cell in an image; -1 */
    unsigned found = 0;                            /* images in a pair, as bits */
    memset(digit, -1, sizeof digit);
    for (int cell = 0; cell < 16; cell++)
        for (int i = 0; i < tuples->occurrences[cell]; i++) {
            struct trey_tuple_occurrence occurrence = tuples->occurrence[cell][i];
            if (occurrence.index / TREY_NETWORK_IMAGES == tuple)
                digit[occurrence.index % TREY_NETWORK_IMAGES][cell] =
                    occurrence.shift / 4;
        }
    for (int image = 0; image < TREY_NETWORK_IMAGES; image++)
        for (int other = image + 1;
             other < TREY_NETWORK_IMAGES && (found >> image & 1) == 0; other++)
            if ((found >> other & 1) == 0 &&
                are_pair(tuples, tuple, digit, image, other)) {
                found |= 1u << image | 1u << other;
                tuples->pair[tuple][pairs++] = (uint8_t)image;
            }
    tuples->is_paired[tuple] = pairs == TREY_NETWORK_IMAGES / 2;
    assert(pairs == 0 || tuples->is_paired[tuple]);
}

/* True if an image of this tuple is among the tuples. */
static bool has_image(const struct trey_tuples *tuples, uint64_t mask)
{
    trey_board image[TREY_NETWORK_IMAGES];
    trey_network_images(tuples, mask, image);
    for (int tuple = 0; tuple < tuples->count; tuple++)
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
            if (tuples->mask[tuple] == image[i])
                return true;
    return false;
}

/* Adds all rectangles of this size that are not images of others. */
static void add_rectangles(struct trey_tuples *tuples, int rows, int cols)
{
    int all_rows = tuples->shape.rows, all_cols = tuples->shape.cols;
    rows = rows < all_rows ? rows : all_rows;
    cols = cols < all_cols ? cols : all_cols;
    for (int row = 0; row + rows <= all_rows; row++)
        for (int col = 0; col + cols <= all_cols; col++) {
            uint64_t mask = 0;
            for (int i = 0; i < rows * cols; i++)
                mask |= (uint64_t)15
                        << 4 * ((row + i / cols) * all_cols + col + i % cols);
            if (tuples->count < TREY_NETWORK_MAX_TUPLES && !has_image(tuples, mask))
                add_tuple(tuples, mask);
        }
}

/* Tuples for shapes for which none were tuned. */
static void add_default(struct trey_tuples *tuples)
{
    add_rectangles(tuples, 2, 3);
    add_rectangles(tuples, 3, 2);
}

static const char *tuned_tuples(struct trey_shape shape)
{
    if (shape.rows == 4 && shape.cols == 4)
        return "012345 456789 012456 45689a";
    if (shape.rows == 3 && shape.cols == 3)
        return "012345 012346 012347 013457";
    return "";
}

enum trey_status trey_tuples_parse(const char *text, struct trey_shape shape,
                                   struct trey_tuples *tuples, struct trey_error *error)
{
    *tuples = (struct trey_tuples){.shape = shape,
                                   .is_4x4 = shape.rows == 4 && shape.cols == 4};
    if (shape.rows < 1 || shape.cols < 1 || shape.rows * shape.cols > 16)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "no network for %d x %d cells",
                         shape.rows, shape.cols);
    find_images(tuples);
    bool use_default = text == NULL;
    if (use_default)
        text = tuned_tuples(shape);
#if defined(__x86_64__)
    tuples->pext = __builtin_cpu_supports("bmi2");
#endif
    for (;;) {
        while (*text == ' ' || *text == ',')
            text++;
        if (*text == '\0')
            break;
        uint64_t mask;
        const char *start = text;
        if (tuples->count == TREY_NETWORK_MAX_TUPLES ||
            !parse_tuple(&text, shape.rows * shape.cols, &mask))
            return trey_fail(
                error, TREY_ERR_ARGUMENT, 0,
                "\"%.16s\": a tuple must have 1 to %d different cells 0..%x, "
                "and there may be at most %d tuples",
                start, TREY_NETWORK_MAX_CELLS, (unsigned)(shape.rows * shape.cols - 1),
                TREY_NETWORK_MAX_TUPLES);
        add_tuple(tuples, mask);
    }
    if (use_default && tuples->count == 0)
        add_default(tuples);
    if (tuples->count == 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "no tuples");
    for (int tuple = 0; tuple < tuples->count; tuple++)
        find_partners(tuples, tuple);
    list_occurrences(tuples);
    for (int tuple = 0; tuple < tuples->count; tuple++)
        find_pairs(tuples, tuple);
    return TREY_OK;
}

/* Writes the cells of a tuple, without a terminating zero. Returns the end of the text.
 */
static char *write_tuple(const struct trey_tuples *tuples, int tuple, char *text)
{
    for (int cell = 0; cell < 16; cell++)
        if (tuples->shift[tuple][cell] >= 0)
            *text++ = "0123456789abcdef"[cell];
    return text;
}

void trey_tuples_format(const struct trey_tuples *tuples, char *text)
{
    for (int tuple = 0; tuple < tuples->count; tuple++) {
        if (tuple > 0)
            *text++ = ' ';
        text = write_tuple(tuples, tuple, text);
    }
    *text = '\0';
}

/* True if this symmetry of the board maps a tuple onto the other one. */
static bool find_digits(const struct trey_tuples *tuples, int tuple, int other,
                        int symmetry, uint8_t digit[TREY_NETWORK_MAX_CELLS])
{
    int to[16] = {0};
    map_cells(tuples, symmetry, to);
    for (uint8_t i = 0; i < TREY_NETWORK_MAX_CELLS; i++)
        digit[i] = i; /* of digits that the tuple does not have */
    for (int cell = 0; cell < 16; cell++) {
        const int shift = tuples->shift[tuple][cell];
        if (shift < 0)
            continue;
        if (tuples->shift[other][to[cell]] < 0)
            return false;
        digit[shift / 4] = (uint8_t)(tuples->shift[other][to[cell]] / 4);
    }
    return tuples->size[tuple] == tuples->size[other];
}

int trey_tuples_find_same(const struct trey_tuples *tuples, int tuple,
                          uint8_t digit[TREY_NETWORK_MAX_CELLS])
{
    for (int other = 0; other < tuple; other++)
        for (int symmetry = 0; symmetry < TREY_NETWORK_IMAGES; symmetry++)
            if (find_digits(tuples, tuple, other, symmetry, digit))
                return other;
    return -1;
}

void trey_tuples_find_distinct(const struct trey_tuples *tuples,
                               struct trey_tuples *distinct)
{
    char text[TREY_TUPLES_TEXT], *end = text;
    uint8_t digit[TREY_NETWORK_MAX_CELLS];
    for (int tuple = 0; tuple < tuples->count; tuple++)
        if (trey_tuples_find_same(tuples, tuple, digit) < 0) {
            end = write_tuple(tuples, tuple, end);
            *end++ = ' ';
        }
    *end = '\0';
    enum trey_status status = trey_tuples_parse(text, tuples->shape, distinct, NULL);
    assert(status == TREY_OK);
    (void)status;
}

enum trey_status trey_tuples_check_distinct(const struct trey_tuples *tuples,
                                            struct trey_error *error)
{
    char one[TREY_NETWORK_MAX_CELLS + 1], other[TREY_NETWORK_MAX_CELLS + 1];
    uint8_t digit[TREY_NETWORK_MAX_CELLS];
    for (int tuple = 1; tuple < tuples->count; tuple++) {
        int earlier = trey_tuples_find_same(tuples, tuple, digit);
        if (earlier < 0)
            continue;
        *write_tuple(tuples, earlier, one) = '\0';
        *write_tuple(tuples, tuple, other) = '\0';
        if (strcmp(one, other) == 0)
            return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                             "the tuple with the cells %s is given twice", one);
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the tuples %s and %s are the same: a symmetry of the board "
                         "maps one onto the other",
                         one, other);
    }
    return TREY_OK;
}
