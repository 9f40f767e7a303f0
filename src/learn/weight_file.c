/* Scans files of weights of other programs: `.w` of TDL2048+, `weights.bin` of the 2048
 * framework of a course, and `.npz` archives of numpy; docs/formats/weights.md describes
 * them. A scan lists the tables (cells, stage, place in the file, type of number) and
 * checks that they lie inside of the file. It reads only what is between the tables, so
 * that no memory is taken for what a damaged file announces. */
#include "learn/weight_file.h"
#include "base/error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- reading -------------------------------------------------------------------------
 */

static enum trey_status fail_damaged(struct trey_error *error, const char *what)
{
    return trey_fail(error, TREY_ERR_INPUT, 0, "the weights are damaged: %s", what);
}

enum trey_status trey_weight_file_read(struct trey_weight_file *weights, uint64_t at,
                                       void *bytes, size_t count,
                                       struct trey_error *error)
{
    if (at > weights->bytes || count > weights->bytes - at)
        return fail_damaged(error, "the file ends too early");
    if (fseeko(weights->file, (off_t)at, SEEK_SET) != 0 ||
        fread(bytes, 1, count, weights->file) != count)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno));
    return TREY_OK;
}

/* Checks that a table lies inside of the file. */
static enum trey_status check_room(const struct trey_weight_file *weights,
                                   const struct trey_weight_table *table,
                                   struct trey_error *error)
{
    uint64_t room = table->at <= weights->bytes ? weights->bytes - table->at : 0;
    return table->count <= room / trey_weight_bytes(table->type)
               ? TREY_OK
               : fail_damaged(error, "the file ends too early");
}

/* base^cells, or 0 if that is more than a tuple may have. */
static uint64_t table_size(unsigned base, int cells)
{
    uint64_t size = 1;
    for (int i = 0; i < cells; i++)
        size *= base;
    return cells <= TREY_NETWORK_MAX_CELLS ? size : 0;
}

/* Parses the cells of a tuple in the order given, `count` hexadecimal digits. */
static bool parse_cells(const char *text, size_t count, struct trey_weight_table *table)
{
    unsigned seen = 0;
    if (count < 1 || count > TREY_NETWORK_MAX_CELLS)
        return false;
    for (size_t i = 0; i < count; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = memchr(digits, text[i], 16);
        if (digit == NULL || (seen >> (digit - digits) & 1) != 0)
            return false;
        seen |= 1u << (digit - digits);
        table->cell[i] = (uint8_t)(digit - digits);
    }
    table->cells = (int)count;
    return true;
}

/* Adds a table: no other one may be for the same cells and stage, unless tables are added
 * up because each is looked up once. */
static enum trey_status add_table(struct trey_weight_file *weights,
                                  const struct trey_weight_table *table,
                                  struct trey_error *error)
{
    enum trey_status status = check_room(weights, table, error);
    if (status != TREY_OK)
        return status;
    if (weights->count == TREY_WEIGHT_MAX_TABLES ||
        table->stage >= TREY_NETWORK_MAX_STAGES)
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "the file has more than %d tables or %d stages",
                         TREY_WEIGHT_MAX_TABLES, TREY_NETWORK_MAX_STAGES);
    for (int i = 0; i < weights->count; i++)
        if (!weights->once && weights->table[i].stage == table->stage &&
            trey_weight_mask(&weights->table[i]) == trey_weight_mask(table))
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "two tables of stage %d have the same cells",
                             table->stage + 1);
    weights->table[weights->count++] = *table;
    if (table->stage >= weights->stages)
        weights->stages = table->stage + 1;
    return TREY_OK;
}

/* --- TDL2048+ ------------------------------------------------------------------------
 */

/* Reads the name of a table, 8 bytes: a hexadecimal number in 4 bytes and how many digits
 * it has (0 in old files), or 8 characters. With several stages the last digits are the
 * cells and the first ones the stage, the lowest digit first. */
static bool parse_tdl_name(const uint8_t name[8], uint64_t count,
                           struct trey_weight_table *table)
{
    char digits[9];
    int cells = 0;
    while (cells <= TREY_NETWORK_MAX_CELLS && table_size(16, cells) != count)
        cells++;
    if (cells < 1 || cells > TREY_NETWORK_MAX_CELLS)
        return false;
    if (name[6] == 0 && name[7] == 0) {
        snprintf(digits, sizeof digits, "%08x", (unsigned)trey_weight_integer(name, 4));
    } else {
        size_t width = 0;
        while (width < 8 && name[width] != ' ' && name[width] != '\0')
            width++;
        if (width < (size_t)cells)
            return false;
        memset(digits, '0', 8);
        memcpy(digits + 8 - width, name, width);
        digits[8] = '\0';
    }
    table->stage = 0;
    for (int i = 8 - cells; i-- > 0;) {
        static const char hex[] = "0123456789abcdef";
        const char *digit = memchr(hex, digits[i], 16);
        if (digit == NULL)
            return false;
        table->stage = table->stage * 16 + (int)(digit - hex);
        if (table->stage > 255)
            return false;
    }
    return parse_cells(digits + 8 - cells, (size_t)cells, table);
}

/* The type of numbers of this size; false if there is none. */
static bool float_type(uint64_t bytes, enum trey_weight_type *type)
{
    *type = bytes == 2   ? TREY_WEIGHT_FLOAT16
            : bytes == 4 ? TREY_WEIGHT_FLOAT32
                         : TREY_WEIGHT_FLOAT64;
    return bytes == trey_weight_bytes(*type);
}

static enum trey_status scan_tdl_table(struct trey_weight_file *weights, uint64_t *at,
                                       struct trey_error *error)
{
    uint8_t head[19];
    struct trey_weight_table table = {.base = 16};
    enum trey_status status =
        trey_weight_file_read(weights, *at, head, sizeof head, error);
    if (status != TREY_OK)
        return status;
    uint64_t size = trey_weight_integer(head + 9, 2);
    table.count = trey_weight_integer(head + 11, 8);
    table.at = *at + sizeof head;
    if (head[0] != 4 || !float_type(size, &table.type))
        return fail_damaged(error, "a table has an unknown format");
    if (!parse_tdl_name(head + 1, table.count, &table))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "a table is not for 1 to %d cells; other features than tuples, "
                         "and longer ones, cannot be imported",
                         TREY_NETWORK_MAX_CELLS);
    if ((status = add_table(weights, &table, error)) != TREY_OK)
        return status;
    *at = table.at + table.count * size;
    for (;;) { /* further fields, such as the TC statistics, to the field of size 0 */
        uint8_t field[10];
        if ((status = trey_weight_file_read(weights, *at, field, 2, error)) != TREY_OK)
            return status;
        size = trey_weight_integer(field, 2);
        if (size == 0)
            break;
        if ((status = trey_weight_file_read(weights, *at, field, 10, error)) != TREY_OK)
            return status;
        *at += 10;
        uint64_t count = trey_weight_integer(field + 2, 8);
        if (count > (weights->bytes - *at) / size)
            return fail_damaged(error, "the file ends too early");
        *at += count * size;
    }
    *at += 2;
    return TREY_OK;
}

static enum trey_status scan_tdl(struct trey_weight_file *weights, uint64_t at,
                                 struct trey_error *error)
{
    uint8_t head[5]; /* the format's number, 0, and the number of tables */
    enum trey_status status =
        trey_weight_file_read(weights, at, head, sizeof head, error);
    if (status != TREY_OK)
        return status;
    uint64_t count = trey_weight_integer(head + 1, 4);
    if (head[0] != 0 || count == 0 || count > TREY_WEIGHT_MAX_TABLES)
        return fail_damaged(error, "the number of tables is impossible");
    at += sizeof head;
    for (uint64_t i = 0; status == TREY_OK && i < count; i++)
        status = scan_tdl_table(weights, &at, error);
    if (status == TREY_OK && at != weights->bytes)
        status = fail_damaged(error, "the file is too long");
    return status;
}

/* --- the framework of the course ------------------------------------------------------
 */

/* The tables have no names: `tuples` gives their cells, in the order of the file. */
static enum trey_status scan_bin(struct trey_weight_file *weights,
                                 const struct trey_weights_options *options,
                                 struct trey_error *error)
{
    uint8_t number[8];
    enum trey_status status = trey_weight_file_read(weights, 0, number, 4, error);
    if (status != TREY_OK)
        return status;
    uint64_t count = trey_weight_integer(number, 4), at = 4;
    if (count > TREY_WEIGHT_MAX_TABLES || weights->bytes / 12 < count)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "not a file of weights (.w, weights.bin, .npz)");
    const char *tuples = options->tuples;
    if (tuples == NULL)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the file does not store the cells of its %d table%s: give "
                         "them as tuples",
                         (int)count, count == 1 ? "" : "s");
    for (uint64_t i = 0; i < count; i++) {
        struct trey_weight_table table = {
            .base = 16, .type = TREY_WEIGHT_FLOAT32, .high_first = options->high_first};
        if ((status = trey_weight_file_read(weights, at, number, 8, error)) != TREY_OK)
            return status;
        table.count = trey_weight_integer(number, 8);
        table.at = at + 8;
        tuples += strspn(tuples, " ,");
        size_t cells = strcspn(tuples, " ,");
        if (!parse_cells(tuples, cells, &table))
            return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                             *tuples == '\0'
                                 ? "the file has more tables (%d) than tuples are given"
                                 : "the tuples of the %d tables are not valid",
                             (int)count);
        table.base = 2;
        while (table.base < 16 && table_size(table.base, table.cells) < table.count)
            table.base++;
        if (table_size(table.base, table.cells) != table.count)
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "table %d has %llu weights, which does not fit %d cells",
                             (int)i + 1, (unsigned long long)table.count, table.cells);
        if ((status = add_table(weights, &table, error)) != TREY_OK)
            return status;
        at = table.at + 4 * table.count;
        tuples += cells;
    }
    if (tuples[strspn(tuples, " ,")] != '\0')
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the file has fewer tables (%d) than tuples are given",
                         (int)count);
    return at == weights->bytes ? TREY_OK : fail_damaged(error, "the file is too long");
}

/* --- numpy ----------------------------------------------------------------------------
 */

/* Finds the value of a key in the header of an array, a literal of Python. */
static const char *find_value(const char *header, const char *key)
{
    const char *found = strstr(header, key);
    found = found == NULL ? NULL : strchr(found + strlen(key), ':');
    return found == NULL ? NULL : found + 1 + strspn(found + 1, " ");
}

static bool parse_number_type(const char *text, enum trey_weight_type *type)
{
    static const char *const names[] = {"'<f2'", "'<f4'", "'<f8'", "'<i2'", "'<i4'"};
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (strncmp(text, names[i], 5) == 0) {
            *type = (enum trey_weight_type)i;
            return true;
        }
    return false;
}

/* Parses "(16, 16, 16)"; returns the number of axes, or -1. */
static int parse_shape(const char *text, uint64_t axes[TREY_NETWORK_MAX_CELLS])
{
    int count = 0;
    if (*text++ != '(')
        return -1;
    for (;; count++) {
        char *end;
        text += strspn(text, " ,");
        if (*text == ')')
            return count;
        if (count == TREY_NETWORK_MAX_CELLS || *text < '0' || *text > '9')
            return -1;
        errno = 0;
        axes[count] = strtoull(text, &end, 10);
        if (errno != 0 || axes[count] > UINT32_MAX)
            return -1;
        text = end;
    }
}

/* The base and the order of digits of an array with an axis for each cell, or with one
 * axis for all. */
static bool fits_shape(const uint64_t *axes, int count, bool fortran,
                       struct trey_weight_table *table)
{
    bool flat = count == 1 && table->cells > 1;
    for (int i = 1; i < count; i++)
        if (axes[i] != axes[0])
            return false;
    if (count != table->cells && !flat)
        return false;
    table->high_first = flat || !fortran;
    table->base = 2;
    while (table->base < 16 && table_size(table->base, flat ? table->cells : 1) < axes[0])
        table->base++;
    table->count = table_size(table->base, table->cells);
    return table_size(table->base, flat ? table->cells : 1) == axes[0];
}

/* Reads the header of an array that begins at `at`. */
static enum trey_status scan_array(struct trey_weight_file *weights, uint64_t at,
                                   uint64_t bytes, const char *name,
                                   struct trey_weight_table *table,
                                   struct trey_error *error)
{
    char head[1024];
    uint64_t axes[TREY_NETWORK_MAX_CELLS];
    size_t have = bytes < sizeof head - 1 ? (size_t)bytes : sizeof head - 1;
    enum trey_status status = trey_weight_file_read(weights, at, head, have, error);
    if (status != TREY_OK)
        return status;
    head[have] = '\0';
    size_t begin = have > 12 && head[6] == 1 ? 10 : 12;
    uint64_t size =
        have < 12 ? 0
                  : trey_weight_integer((const uint8_t *)head + 8, (unsigned)(begin - 8));
    if (have < 12 || memcmp(head, "\x93NUMPY", 6) != 0 || size > have - begin)
        return fail_damaged(error, "an array has no header of numpy");
    head[begin + size] = '\0';
    const char *type = find_value(head + begin, "'descr'");
    const char *order = find_value(head + begin, "'fortran_order'");
    const char *shape = find_value(head + begin, "'shape'");
    int count = shape == NULL ? -1 : parse_shape(shape, axes);
    if (type == NULL || order == NULL || !parse_number_type(type, &table->type))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "array '%.20s' does not have numbers of type float16, float32, "
                         "float64, int16 or int32",
                         name);
    uint64_t wanted = 1;
    for (int i = 0; i < count; i++)
        wanted *= axes[i] < TREY_NETWORK_DECK_ENTRIES + 1 ? axes[i]
                                                          : TREY_NETWORK_DECK_ENTRIES + 1;
    if (table->cells == 0) {
        table->count = TREY_NETWORK_DECK_ENTRIES;
        if (count < 1 || wanted != TREY_NETWORK_DECK_ENTRIES || *order == 'T')
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "array '%.20s' does not have the shape (126, 7, 7)", name);
    } else if (count < 1 || !fits_shape(axes, count, *order == 'T', table)) {
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "array '%.20s' does not have the shape of a table: 2 to 16 "
                         "along each of %d axes",
                         name, table->cells);
    }
    table->at = at + begin + size;
    if (table->count * trey_weight_bytes(table->type) != bytes - begin - size)
        return fail_damaged(error, "an array has another size than its shape");
    return TREY_OK;
}

/* Parses "012345", "012345@1" or "deck@1", the name of an array. Names that describe the
 * network to Python are not tables: *table has no cells and a count of 1 then. */
static bool parse_array_name(const char *name, struct trey_weight_table *table,
                             bool *about)
{
    static const char *const others[] = {"game", "board", "stages", "values", "discount"};
    size_t length = strcspn(name, "@");
    *about = false;
    for (int i = 0; i < (int)(sizeof others / sizeof *others); i++)
        *about |= strcmp(name, others[i]) == 0;
    if (name[length] == '@') {
        if (name[length + 1] < '0' || name[length + 1] > '7' || name[length + 2] != '\0')
            return false;
        table->stage = name[length + 1] - '0';
    }
    return *about || (length == 4 && memcmp(name, "deck", 4) == 0) ||
           parse_cells(name, length, table);
}

/* Scans a file of the archive, described by its entry in the directory. */
static enum trey_status scan_entry(struct trey_weight_file *weights,
                                   const uint8_t entry[46], const char *file_name,
                                   struct trey_error *error)
{
    uint8_t local[30];
    char name[16];
    bool about = false;
    struct trey_weight_table table = {.has_crc = true};
    size_t length = strlen(file_name);
    if (length < 5 || length - 4 >= sizeof name ||
        strcmp(file_name + length - 4, ".npy") != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "the archive has '%.20s', no array",
                         file_name);
    snprintf(name, sizeof name, "%.*s", (int)length - 4, file_name);
    if (!parse_array_name(name, &table, &about))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "array '%s' is not named by its cells, such as 012345 or, for "
                         "the second stage, 012345@1",
                         name);
    if (about)
        return TREY_OK;
    if (trey_weight_integer(entry + 10, 2) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the arrays are compressed; write the file by numpy.savez");
    uint64_t at = trey_weight_integer(entry + 42, 4),
             bytes = trey_weight_integer(entry + 20, 4);
    if (bytes == UINT32_MAX || at == UINT32_MAX)
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "archives of 4 GiB and more cannot be imported");
    enum trey_status status =
        trey_weight_file_read(weights, at, local, sizeof local, error);
    if (status != TREY_OK)
        return status;
    if (memcmp(local, "PK\3\4", 4) != 0)
        return fail_damaged(error, "an entry of the archive is not where it should be");
    at += sizeof local + trey_weight_integer(local + 26, 2) +
          trey_weight_integer(local + 28, 2);
    table.crc = (uint32_t)trey_weight_integer(entry + 16, 4);
    table.checked_at = at;
    status = scan_array(weights, at, bytes, name, &table, error);
    return status == TREY_OK ? add_table(weights, &table, error) : status;
}

/* Finds the directory of the archive, which a record at the end describes. */
static enum trey_status find_directory(struct trey_weight_file *weights, uint64_t *at,
                                       uint64_t *count, struct trey_error *error)
{
    enum { RECORD = 22 };
    uint8_t end[RECORD + 1024];
    size_t have = weights->bytes < sizeof end ? (size_t)weights->bytes : sizeof end;
    enum trey_status status =
        trey_weight_file_read(weights, weights->bytes - have, end, have, error);
    for (size_t i = have; status == TREY_OK && i-- >= RECORD;) {
        const uint8_t *record = end + i + 1 - RECORD;
        if (memcmp(record, "PK\5\6", 4) != 0)
            continue;
        *count = trey_weight_integer(record + 10, 2);
        *at = trey_weight_integer(record + 16, 4);
        return TREY_OK;
    }
    return status != TREY_OK ? status
                             : fail_damaged(error, "the archive has no directory");
}

static enum trey_status scan_npz(struct trey_weight_file *weights,
                                 struct trey_error *error)
{
    uint64_t at = 0, count = 0;
    enum trey_status status = find_directory(weights, &at, &count, error);
    if (status == TREY_OK && count > TREY_WEIGHT_MAX_TABLES)
        status = trey_fail(error, TREY_ERR_LIMIT, 0, "the archive has too many arrays");
    for (uint64_t i = 0; status == TREY_OK && i < count; i++) {
        uint8_t entry[46];
        char name[32] = "";
        if ((status = trey_weight_file_read(weights, at, entry, sizeof entry, error)) !=
            TREY_OK)
            break;
        size_t length = (size_t)trey_weight_integer(entry + 28, 2);
        if (memcmp(entry, "PK\1\2", 4) != 0)
            return fail_damaged(error, "the directory of the archive");
        status = trey_weight_file_read(
            weights, at + sizeof entry, name,
            length < sizeof name - 1 ? length : sizeof name - 1, error);
        if (status == TREY_OK)
            status = scan_entry(weights, entry, name, error);
        at += sizeof entry + length + trey_weight_integer(entry + 30, 2) +
              trey_weight_integer(entry + 32, 2);
    }
    return status;
}

/* --- any file -------------------------------------------------------------------------
 */

static enum trey_status scan(struct trey_weight_file *weights,
                             const struct trey_weights_options *options,
                             struct trey_error *error)
{
    uint8_t start[7] = {0};
    size_t have = weights->bytes < sizeof start ? (size_t)weights->bytes : sizeof start;
    enum trey_status status = trey_weight_file_read(weights, 0, start, have, error);
    if (status != TREY_OK)
        return status;
    bool marked = start[0] == 'w' && start[1] == 0 && start[6] == 4;
    if (have < sizeof start)
        status = trey_fail(error, TREY_ERR_INPUT, 0,
                           "not a file of weights (.w, weights.bin, .npz)");
    else if (memcmp(start, "PK", 2) == 0)
        status = scan_npz(weights, error);
    else if (start[0] == 0 || marked)
        status = scan_tdl(weights, marked, error);
    else
        status = scan_bin(weights, options, error);
    bool any = false;
    for (int i = 0; status == TREY_OK && i < weights->count; i++) {
        if (weights->table[i].cells > 0 && weights->table[i].stage == 0)
            return TREY_OK;
        any |= weights->table[i].cells > 0;
    }
    return status != TREY_OK ? status
                             : trey_fail(error, TREY_ERR_INPUT, 0,
                                         any ? "the file has no table for the first stage"
                                             : "the file has no weights");
}

enum trey_status trey_weight_file_open(const char *path,
                                       const struct trey_weights_options *options,
                                       struct trey_weight_file *weights,
                                       struct trey_error *error)
{
    static const struct trey_weights_options none = {0};
    if (options == NULL)
        options = &none;
    *weights =
        (struct trey_weight_file){.file = fopen(path, "rb"), .once = options->once};
    if (weights->file == NULL)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno));
    off_t end = fseeko(weights->file, 0, SEEK_END) == 0 ? ftello(weights->file) : -1;
    weights->bytes = end < 0 ? 0 : (uint64_t)end;
    enum trey_status status =
        end < 0 ? trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno))
                : scan(weights, options, error);
    if (status != TREY_OK)
        fclose(weights->file);
    return status;
}
