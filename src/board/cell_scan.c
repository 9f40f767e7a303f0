/* Splits a text into cells, for all layouts in which boards are written.
 *
 * Each character is first mapped to the ASCII character with the same meaning: all
 * brackets become [ and ], vertical box drawing |, other box drawing =, full-width digits
 * digits, and so on. One pass then splits the text at blanks, delimiters, brackets and
 * line ends. The delimiter of fields is determined in advance for the whole text: a bar
 * if there is one, else a comma, a semicolon, a tab. Only delimited fields can be blank.
 *
 * Rows are lines, or parts of a line between slashes. If there are brackets, the
 * innermost ones are the rows, and line ends have no meaning. Lines that only draw a
 * border are skipped. read_board.c decides whether the cells are a board of some
 * shape. */
#include "board/cell_scan.h"

#include "base/error.h"
#include "board/plain_char.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { MAX_DIGITS = 18, MAX_DEPTH = 8, GROUPING = TREY_GROUPING_BLANK };

struct reader {
    const char *at;
    int (*rank_of)(uint64_t tile);
    uint64_t largest;
    int max_written;
    struct trey_cell_scan *scan;
    struct trey_error *error;
    bool brackets;      /* the text has brackets, which define the rows */
    int depth;          /* number of open brackets */
    int rows_depth;     /* depth of the brackets with cells; 0: none yet */
    bool in_group;      /* in a bracket without an inner one so far */
    int fields;         /* delimiters in this row so far */
    int in_field;       /* cells in this field so far */
    bool quoted;        /* between quotes, */
    int quoted_from;    /* opened after this many cells */
    bool marked;        /* a * was read, which marks the newest tile */
    bool after_grouper; /* the previous byte is a comma or a grouping blank */
};

static char peek(const char *at)
{
    size_t size;
    return trey_plain_char(at, &size);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* True for characters that end a word. */
static bool is_separator(char c)
{
    return c == '\0' || c == GROUPING || strchr(" \n\t,;|[]\"/", c) != NULL;
}

/* --- errors ------------------------------------------------------------------------- */

/* Copies a word for a message: truncated between characters, without control
 * characters. */
static void show_word(const char *word, size_t length, char *shown, size_t room)
{
    size_t count = length < room - 1 ? length : room - 1;
    while (count < length && count > 0 && (word[count] & 0xc0) == 0x80)
        count--;
    for (size_t i = 0; i < count; i++)
        shown[i] = (unsigned char)word[i] < ' ' || word[i] == 127 ? '?' : word[i];
    shown[count] = '\0';
}

static bool fail_word(struct reader *reader, const char *word, const char *format)
{
    char shown[25];
    show_word(word, (size_t)(reader->at - word), shown, sizeof shown);
    trey_fail(reader->error, TREY_ERR_INPUT, 0, "'%s' %s", shown, format);
    return false;
}

static bool fail(struct reader *reader, const char *message)
{
    trey_fail(reader->error, TREY_ERR_INPUT, 0, "%s", message);
    return false;
}

/* --- cells and rows ----------------------------------------------------------------- */

static struct trey_cell_row *row_of(struct reader *reader)
{
    return &reader->scan->row[reader->scan->rows];
}

static bool add_cell(struct reader *reader, int rank)
{
    struct trey_cell_scan *scan = reader->scan;
    if (rank != TREY_BLANK_CELL && scan->written == reader->max_written) {
        trey_fail(reader->error, TREY_ERR_INPUT, 0, "more than %d tiles",
                  reader->max_written);
        return false;
    }
    if (scan->cells == TREY_SCAN_CELLS)
        return fail(reader, "too many blank cells");
    scan->rank[scan->cells++] = (int8_t)rank;
    scan->written += rank != TREY_BLANK_CELL;
    reader->in_field += rank != TREY_BLANK_CELL;
    row_of(reader)->count++;
    return true;
}

static bool end_field(struct reader *reader)
{
    if (reader->brackets && !reader->in_group)
        return true; /* between two rows */
    if (reader->brackets && reader->in_field == 0 && reader->scan->delimiter == ',')
        return fail(reader, "empty element in a list: write 0 or null");
    if (reader->in_field == 0 && reader->fields == 0)
        row_of(reader)->lead = true;
    else if (reader->in_field == 0 && !add_cell(reader, TREY_BLANK_CELL))
        return false;
    reader->scan->crowded = reader->scan->crowded || reader->in_field > 1;
    reader->fields++;
    reader->in_field = 0;
    return true;
}

static bool end_row(struct reader *reader)
{
    struct trey_cell_scan *scan = reader->scan;
    struct trey_cell_row *row = row_of(reader);
    if (row->count == 0 && reader->fields == 0)
        return true;
    row->trail = reader->fields > 0 && reader->in_field == 0 && !reader->brackets;
    scan->crowded = scan->crowded || reader->in_field > 1;
    if (reader->brackets) {
        if (reader->rows_depth != 0 && reader->rows_depth != reader->depth)
            return fail(reader, "rows in brackets of different depth");
        reader->rows_depth = reader->depth;
    }
    if (scan->rows + 1 > TREY_SCAN_ROWS) {
        trey_fail(reader->error, TREY_ERR_INPUT, 0, "more than %d rows", TREY_SCAN_ROWS);
        return false;
    }
    scan->rows++;
    reader->fields = reader->in_field = 0;
    *row_of(reader) = (struct trey_cell_row){.first = (uint8_t)scan->cells};
    return true;
}

static bool open_bracket(struct reader *reader)
{
    if (row_of(reader)->count != 0 || reader->fields != 0)
        return fail(reader, "a bracket in the middle of a row");
    if (++reader->depth > MAX_DEPTH)
        return fail(reader, "brackets are nested too deeply");
    reader->in_group = true;
    return true;
}

static bool close_bracket(struct reader *reader)
{
    if (reader->depth == 0)
        return fail(reader, "a closing bracket has no opening bracket");
    if (reader->in_group && !end_row(reader))
        return false;
    reader->depth--;
    reader->in_group = false;
    return true;
}

/* --- words -------------------------------------------------------------------------- */

/* Reads up to MAX_DIGITS + 1 digits and returns their number. */
static int read_digits(const char **at, uint64_t *value)
{
    int digits = 0;
    size_t size;
    char c = trey_plain_char(*at, &size);
    for (*value = 0; is_digit(c) && digits <= MAX_DIGITS; digits++) {
        *value = 10 * *value + (uint64_t)(c - '0');
        *at += size;
        c = trey_plain_char(*at, &size);
    }
    return digits;
}

/* True if only blanks remain of a field that bars delimit. */
static bool ends_field(const char *at)
{
    size_t size;
    char c = trey_plain_char(at, &size);
    for (int blanks = 0; c == ' ' && blanks < 64; blanks++) {
        at += size;
        c = trey_plain_char(at, &size);
    }
    return c == '|' || c == '\n' || c == '\0';
}

/* Reads the rest of a number with thousands separators whose first group of digits was
 * read: 1,536 is one tile if no comma is directly before or after it and 1536 is a tile.
 * It cannot mean two tiles: in all rule sets no tile ends with three digits that are a
 * tile themselves. */
static void read_thousands(struct reader *reader, int digits, uint64_t *tile)
{
    const char *at = reader->at;
    size_t size;
    const char grouper = trey_plain_char(at, &size);
    bool alone_in_field = reader->scan->delimiter == '|' && reader->in_field == 0;
    uint64_t joined = *tile;
    char c = grouper;
    if (digits > 3 || reader->after_grouper || *tile == 0 ||
        (grouper != ',' && grouper != GROUPING && !(grouper == ' ' && alone_in_field)))
        return;
    for (int groups = 1; c == grouper && groups < 5; groups++) {
        uint64_t group;
        const char *next = at + size;
        if (!is_digit(peek(next)))
            break;
        if (read_digits(&next, &group) != 3)
            return;
        joined = 1000 * joined + group;
        at = next;
        c = trey_plain_char(at, &size);
    }
    if (at == reader->at || (!is_separator(c)) ||
        (c == grouper && is_digit(peek(at + size))))
        return;
    if (grouper == ' ' && !ends_field(at))
        return;
    if (reader->rank_of(joined) > 0) {
        reader->at = at;
        *tile = joined;
    }
}

static void skip_word(struct reader *reader)
{
    size_t size;
    while (!is_separator(trey_plain_char(reader->at, &size)))
        reader->at += size;
}

/* Numbers in lists may be floats, as numpy prints them: 3. or 3.0. */
static void skip_fraction(struct reader *reader)
{
    size_t size;
    const char *at = reader->at;
    if (!reader->brackets || trey_plain_char(at, &size) != '.')
        return;
    at += size;
    while (trey_plain_char(at, &size) == '0')
        at += size;
    if (is_separator(peek(at)))
        reader->at = at;
}

static bool read_number(struct reader *reader, const char *word)
{
    uint64_t tile;
    int digits = read_digits(&reader->at, &tile);
    skip_fraction(reader);
    bool whole = digits > 0 && digits <= MAX_DIGITS && is_separator(peek(reader->at));
    if (!whole) {
        skip_word(reader);
        return fail_word(reader, word, "is not a valid tile");
    }
    read_thousands(reader, digits, &tile);
    int rank = reader->rank_of(tile);
    if (rank < 0)
        return fail_word(reader, word, "is not a valid tile");
    if (rank > 15) {
        char shown[25];
        show_word(word, (size_t)(reader->at - word), shown, sizeof shown);
        trey_fail(reader->error, TREY_ERR_INPUT, 0, "the tile %s is above %llu", shown,
                  (unsigned long long)reader->largest);
        return false;
    }
    return add_cell(reader, rank);
}

static bool is_word(const char *word, size_t length, const char *other)
{
    return strlen(other) == length && memcmp(word, other, length) == 0;
}

/* Reads a word that is not a number: an empty cell, or Python's text around an array. */
static bool read_name(struct reader *reader, const char *word, char first)
{
    size_t size;
    trey_plain_char(word, &size);
    skip_word(reader);
    size_t length = (size_t)(reader->at - word);
    if (reader->brackets && !reader->in_group &&
        ((length > 0 && reader->at[0] == '(' && reader->depth == 0) ||
         (length > 6 && memcmp(word, "dtype=", 6) == 0)))
        return true;
    bool dash = first == '-' && length == size;
    if (!dash && !((first == '.' || first == 'x') && length == size) &&
        !is_word(word, length, "null") && !is_word(word, length, "None"))
        return fail_word(reader, word, "is not a valid tile");
    if (reader->brackets && !reader->in_group)
        return fail_word(reader, word, "is outside the brackets");
    row_of(reader)->dashes = (uint8_t)(row_of(reader)->dashes + dash);
    return add_cell(reader, 0);
}

static bool read_word(struct reader *reader, char first)
{
    const char *word = reader->at;
    if (is_digit(first)) {
        if (!reader->brackets || reader->in_group)
            return read_number(reader, word);
        skip_word(reader);
        return fail_word(reader, word, "is outside the brackets");
    }
    size_t size;
    trey_plain_char(word, &size);
    if (first == '*' && !reader->marked && is_digit(peek(word + size))) {
        reader->marked = true;
        reader->at += size;
        return read_word(reader, peek(reader->at));
    }
    return read_name(reader, word, first);
}

static bool read_quote(struct reader *reader)
{
    struct trey_cell_scan *scan = reader->scan;
    if (reader->brackets && !reader->in_group)
        return fail(reader, "a quote outside the brackets");
    reader->quoted = !reader->quoted;
    if (reader->quoted)
        reader->quoted_from = scan->written;
    else if (scan->written == reader->quoted_from)
        return add_cell(reader, 0);
    return true;
}

/* --- lines -------------------------------------------------------------------------- */

/* Length of the line at `at` if it only draws a border, otherwise 0. Single dashes are
 * empty cells, and lines of bars only are rows of blank cells. */
static size_t border_size(const char *at)
{
    const char *start = at;
    size_t size, run = 0, shortest = SIZE_MAX, runs = 0;
    bool drawn = false, bars = false;
    for (char c;; at += size) {
        c = trey_plain_char(at, &size);
        if (c == '-') {
            run++;
            continue;
        }
        if (run > 0) {
            shortest = run < shortest ? run : shortest;
            runs++;
            run = 0;
        }
        if (c == '\0' || c == '\n')
            break;
        drawn = drawn || c == '=' || c == '+' || c == ':';
        bars = bars || c == '|';
        if (strchr("=+:| \t", c) == NULL)
            return 0;
    }
    drawn = drawn || (runs > 0 && shortest >= 3 && (bars || runs == 1));
    return drawn ? (size_t)(at - start) : 0;
}

/* Skips a border line; called at the start of a line. */
static void skip_borders(struct reader *reader)
{
    size_t size = reader->depth == 0 ? border_size(reader->at) : 0;
    reader->at += size;
    if (size > 0 && reader->scan->rows > 0)
        reader->scan->row[reader->scan->rows - 1].ruled = true;
}

static bool end_line(struct reader *reader)
{
    if (reader->brackets)
        return true;
    if (!end_row(reader))
        return false;
    skip_borders(reader);
    return true;
}

/* --- the whole text ----------------------------------------------------------------- */

static void find_delimiter(struct reader *reader)
{
    bool bar = false, comma = false, semicolon = false, tab = false;
    size_t size;
    char c;
    for (const char *at = reader->at; (c = trey_plain_char(at, &size)) != '\0';
         at += size) {
        bar = bar || c == '|';
        comma = comma || c == ',';
        semicolon = semicolon || c == ';';
        tab = tab || c == '\t';
        reader->brackets = reader->brackets || c == '[' || c == ']';
    }
    semicolon = semicolon && !reader->brackets; /* rows of MATLAB end with one */
    reader->scan->delimiter = (char)(bar         ? '|'
                                     : comma     ? ','
                                     : semicolon ? ';'
                                     : tab       ? '\t'
                                                 : 0);
}

static bool read_separator(struct reader *reader, char c)
{
    size_t size;
    trey_plain_char(reader->at, &size);
    reader->at += size;
    if (reader->quoted && c != '"' && c != ' ' && c != GROUPING)
        return fail(reader, "a quote is not closed");
    if (c == reader->scan->delimiter)
        return end_field(reader);
    switch (c) {
    case '\n':
        return end_line(reader);
    case '/':
        return reader->brackets || end_row(reader);
    case ';':
        return reader->scan->delimiter == '|' ||
               (reader->brackets && !reader->in_group) || end_row(reader);
    case '[':
        return open_bracket(reader);
    case ']':
        return close_bracket(reader);
    case '"':
        return read_quote(reader);
    default:
        return true;
    }
}

static bool read_all(struct reader *reader)
{
    skip_borders(reader);
    for (char c; (c = peek(reader->at)) != '\0';) {
        bool separator = is_separator(c);
        if (!(separator ? read_separator(reader, c) : read_word(reader, c)))
            return false;
        reader->after_grouper = c == ',' || c == GROUPING;
    }
    if (reader->quoted)
        return fail(reader, "a quote is not closed");
    reader->scan->open = reader->depth > 0;
    return end_row(reader);
}

enum trey_status trey_scan_cells(const char *text, int rank_of(uint64_t tile),
                                 uint64_t largest, int max_written,
                                 struct trey_cell_scan *scan, struct trey_error *error)
{
    struct reader reader = {.at = text,
                            .rank_of = rank_of,
                            .largest = largest,
                            .max_written = max_written,
                            .scan = scan,
                            .error = error};
    *scan = (struct trey_cell_scan){0};
    find_delimiter(&reader);
    if (!read_all(&reader))
        return TREY_ERR_INPUT;
    assert(scan->written <= max_written && scan->rows <= TREY_SCAN_ROWS);
    return TREY_OK;
}

/* A short word between tabs is a tile in a row of blank cells. */
size_t trey_scan_hex(const char *text, const char **word)
{
    static const char blanks[] = " \t\r\n";
    enum { MAX_TILE_DIGITS = 5 };
    size_t before = strspn(text, blanks);
    *word = text + before;
    size_t length = strspn(*word, "0123456789abcdefABCDEF");
    const char *behind = *word + length;
    bool tabs = memchr(text, '\t', before) != NULL || strchr(behind, '\t') != NULL;
    if (behind[strspn(behind, blanks)] != '\0' || (tabs && length <= MAX_TILE_DIGITS))
        return 0;
    return length;
}
