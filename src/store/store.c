/* A SQLite file with tables of the modules that store something.
 *
 * Each row is a transaction of its own, so that a killed program loses at most one row.
 * The write-ahead log makes that cheap: a power cut may lose the last rows,
 * but never harms the file. A table is created, and its statements are prepared, when
 * it is first used.
 *
 * Each row ends in a checksum: XXH3 of the table's name, then of each value, the hash so
 * far plus the value's kind being the seed of the next. A row is checked whenever it is
 * read. Older files, without checksums, are upgraded when a table is first used:
 * one transaction adds the column and, to each row that passes the table's own check, its
 * checksum. In a table with the column a row without a checksum is an error, so that
 * deleting a checksum does not make a row trusted. */
#include "base/store.h"
#include "base/error.h"
#include "base/hash.h"

/* TREY_WITH_ZSTD implies xxhash. */
#if defined(TREY_WITH_SQLITE) && defined(TREY_WITH_ZSTD)

#include <assert.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct opened {
    const struct trey_store_table *table;
    sqlite3_stmt *find, *add, *all;
};

struct store {
    struct trey_store methods; /* first, so that a pointer to it is one to the store */
    sqlite3 *base;
    char *path; /* for messages */
    struct opened opened[TREY_STORE_MAX_TABLES];
    int count;
    uint64_t upgraded; /* rows */
};

enum { BUSY_TIMEOUT_MS = 10000, SQL_SIZE = 2048 };

static const char settings[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL";

bool trey_store_available(void)
{
    return true;
}

static enum trey_status fail(const struct store *store, bool with_path,
                             struct trey_error *error)
{
    int code = sqlite3_errcode(store->base);
    /* "disk I/O error" alone does not report that the disk is full. */
    int cause = code == SQLITE_IOERR ? sqlite3_system_errno(store->base) : 0;
    return trey_fail(error,
                     code == SQLITE_NOMEM                            ? TREY_ERR_MEMORY
                     : code == SQLITE_NOTADB || code == SQLITE_ERROR ? TREY_ERR_INPUT
                                                                     : TREY_ERR_IO,
                     0, "%.120s%s%s%s%s", with_path ? store->path : "",
                     with_path ? ": " : "", sqlite3_errmsg(store->base),
                     cause != 0 ? ": " : "", cause != 0 ? strerror(cause) : "");
}

static void close_statements(struct opened *opened)
{
    sqlite3_finalize(opened->find);
    sqlite3_finalize(opened->add);
    sqlite3_finalize(opened->all);
}

static void close_store(struct store *store)
{
    for (int i = 0; i < store->count; i++) {
        close_statements(&store->opened[i]);
    }
    sqlite3_close(store->base);
    free(store->path);
    free(store);
}

void trey_store_close(struct trey_store *store)
{
    if (store != NULL)
        close_store((struct store *)store);
}

/* The texts outlive the statement's use. */
static bool bind_cells(sqlite3_stmt *statement, const struct trey_cell *cells, int count)
{
    bool bound = true;
    for (int i = 0; i < count; i++) {
        const struct trey_cell *cell = &cells[i];
        int done = SQLITE_OK;
        switch (cell->kind) {
        case TREY_CELL_NONE:
            done = sqlite3_bind_null(statement, i + 1);
            break;
        case TREY_CELL_WHOLE:
            done = sqlite3_bind_int64(statement, i + 1, cell->whole);
            break;
        case TREY_CELL_REAL:
            done = sqlite3_bind_double(statement, i + 1, cell->real);
            break;
        case TREY_CELL_TEXT:
            done = sqlite3_bind_text(statement, i + 1, cell->bytes, (int)cell->size,
                                     SQLITE_STATIC);
            break;
        case TREY_CELL_BYTES:
            done = sqlite3_bind_blob(statement, i + 1,
                                     cell->size > 0 ? cell->bytes : (const void *)"",
                                     (int)cell->size, SQLITE_STATIC);
            break;
        }
        bound = bound && done == SQLITE_OK;
    }
    return bound;
}

static struct trey_cell read_cell(sqlite3_stmt *statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        return trey_cell_whole((uint64_t)sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT:
        return trey_cell_real(sqlite3_column_double(statement, column));
    case SQLITE_TEXT: {
        struct trey_cell cell =
            trey_cell_text((const char *)sqlite3_column_text(statement, column));
        /* The checksum includes what follows a zero byte in the text. */
        cell.size = (size_t)sqlite3_column_bytes(statement, column);
        return cell;
    }
    case SQLITE_BLOB: {
        const void *bytes = sqlite3_column_blob(statement, column);
        int size = sqlite3_column_bytes(statement, column);
        return trey_cell_bytes(bytes, bytes != NULL ? (size_t)size : 0);
    }
    default:
        return (struct trey_cell){.kind = TREY_CELL_NONE};
    }
}

static void reset_statement(sqlite3_stmt *statement)
{
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

/* --- checksums -------------------------------------------------------------------------
 */

static uint64_t hash_number(uint64_t number, uint64_t seed)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(number >> (8 * i));
    return trey_bytes_hash(bytes, sizeof bytes, seed);
}

static uint64_t checksum_of(const struct trey_store_table *table,
                            const struct trey_cell *row)
{
    uint64_t hash = trey_bytes_hash(table->name, strlen(table->name), 0), bits;
    for (int i = 0; i < table->column_count; i++) {
        const struct trey_cell *cell = &row[i];
        const uint64_t seed = hash + (uint64_t)cell->kind;
        switch (cell->kind) {
        case TREY_CELL_NONE:
            hash = trey_bytes_hash("", 0, seed);
            break;
        case TREY_CELL_WHOLE:
            hash = hash_number((uint64_t)cell->whole, seed);
            break;
        case TREY_CELL_REAL: {
            const double real = cell->real + 0.0; /* SQLite turns -0.0 into 0.0 */
            memcpy(&bits, &real, sizeof bits);
            hash = hash_number(bits, seed);
            break;
        }
        case TREY_CELL_TEXT:
        case TREY_CELL_BYTES:
            hash = trey_bytes_hash(cell->size > 0 ? cell->bytes : (const void *)"",
                                   cell->size, seed);
            break;
        }
    }
    return hash;
}

/* Fails with the row's name: "FILE: ROW: MESSAGE". */
static enum trey_status fail_row(const struct store *store,
                                 const struct trey_store_table *table,
                                 const struct trey_cell *row, const char *message,
                                 struct trey_error *error)
{
    char name[TREY_STORE_ROW_NAME];
    table->name_row(row, name);
    return trey_fail(error, TREY_ERR_INPUT, 0, "%.60s: %s: %.80s", store->path, name,
                     message);
}

/* Fails as the table's check did, with the row's name if the row is at fault. */
static enum trey_status fail_check(const struct store *store,
                                   const struct trey_store_table *table,
                                   const struct trey_cell *row, enum trey_status status,
                                   const struct trey_error *wrong,
                                   struct trey_error *error)
{
    if (status == TREY_ERR_INPUT)
        return fail_row(store, table, row, wrong->message, error);
    return trey_fail(error, status, 0, "%s", wrong->message);
}

/* The current row of a statement of open_statements. */
static void read_row(sqlite3_stmt *statement, const struct trey_store_table *table,
                     struct trey_cell row[TREY_STORE_MAX_COLUMNS])
{
    for (int i = 0; i < table->column_count; i++)
        row[i] = read_cell(statement, i);
}

static enum trey_status check_checksum(const struct store *store,
                                       const struct trey_store_table *table,
                                       sqlite3_stmt *statement,
                                       const struct trey_cell *row,
                                       struct trey_error *error)
{
    const struct trey_cell stored = read_cell(statement, table->column_count);
    if (stored.kind != TREY_CELL_WHOLE)
        return fail_row(store, table, row,
                        "has no checksum: changed, or from an older trey", error);
    if ((uint64_t)stored.whole != checksum_of(table, row))
        return fail_row(store, table, row, "changed since it was stored: wrong checksum",
                        error);
    return TREY_OK;
}

/* --- tables ----------------------------------------------------------------------------
 */

/* Text of an SQL statement. Its parts are short and fixed, so that it always fits. */
struct sql {
    char text[SQL_SIZE];
    size_t size;
};

__attribute__((format(printf, 2, 3))) static void write_sql(struct sql *sql,
                                                            const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int size =
        vsnprintf(sql->text + sql->size, SQL_SIZE - sql->size, format, arguments);
    va_end(arguments);
    assert(size >= 0 && (size_t)size < SQL_SIZE - sql->size);
    sql->size += (size_t)size;
}

static bool make_table(sqlite3 *base, const struct trey_store_table *table)
{
    struct sql sql = {.size = 0};
    write_sql(&sql, "CREATE TABLE IF NOT EXISTS %s (", table->name);
    for (int i = 0; i < table->column_count; i++)
        write_sql(&sql, "%s %s, ", table->columns[i].name, table->columns[i].type);
    write_sql(&sql, "checksum INTEGER, PRIMARY KEY (");
    for (int i = 0; i < table->key_columns; i++)
        write_sql(&sql, "%s%s", i > 0 ? ", " : "", table->columns[i].name);
    write_sql(&sql, "))");
    return sqlite3_exec(base, sql.text, NULL, NULL, NULL) == SQLITE_OK;
}

/* SELECT of all columns, the checksum and the row's number. */
static void write_select(struct sql *sql, const struct trey_store_table *table,
                         const char *checksum)
{
    write_sql(sql, "SELECT ");
    for (int i = 0; i < table->column_count; i++)
        write_sql(sql, "%s, ", table->columns[i].name);
    write_sql(sql, "%s, rowid FROM %s", checksum, table->name);
}

static bool prepare_statement(sqlite3 *base, const struct sql *sql,
                              sqlite3_stmt **statement)
{
    return sqlite3_prepare_v2(base, sql->text, -1, statement, NULL) == SQLITE_OK;
}

static bool open_statements(sqlite3 *base, const struct trey_store_table *table,
                            struct opened *opened)
{
    struct sql find = {.size = 0}, add = {.size = 0}, all = {.size = 0};
    write_select(&all, table, "checksum");
    write_select(&find, table, "checksum");
    for (int i = 0; i < table->key_columns; i++)
        write_sql(&find, "%s %s = ?%d", i == 0 ? " WHERE" : " AND",
                  table->columns[i].name, i + 1);
    write_sql(&add, "INSERT OR %s INTO %s (", table->replaces ? "REPLACE" : "IGNORE",
              table->name);
    for (int i = 0; i < table->column_count; i++)
        write_sql(&add, "%s, ", table->columns[i].name);
    write_sql(&add, "checksum) VALUES (");
    for (int i = 0; i < table->column_count; i++)
        write_sql(&add, "?%d, ", i + 1);
    write_sql(&add, "?%d)", table->column_count + 1);
    return prepare_statement(base, &find, &opened->find) &&
           prepare_statement(base, &add, &opened->add) &&
           prepare_statement(base, &all, &opened->all);
}

static enum trey_status find_checksums(struct store *store,
                                       const struct trey_store_table *table, bool *found,
                                       struct trey_error *error)
{
    const int code = sqlite3_table_column_metadata(
        store->base, NULL, table->name, "checksum", NULL, NULL, NULL, NULL, NULL);
    *found = code == SQLITE_OK;
    return code == SQLITE_OK || code == SQLITE_ERROR ? TREY_OK : fail(store, true, error);
}

/* Within a transaction: the column, and the checksum of each row. */
static enum trey_status add_checksums(struct store *store,
                                      const struct trey_store_table *table,
                                      uint64_t *rows, struct trey_error *error)
{
    struct sql alter = {.size = 0}, all = {.size = 0}, set = {.size = 0};
    sqlite3_stmt *read = NULL, *write = NULL;
    enum trey_status status = TREY_OK;
    int step = SQLITE_DONE;
    write_sql(&alter, "ALTER TABLE %s ADD COLUMN checksum INTEGER", table->name);
    write_select(&all, table, "checksum");
    write_sql(&set, "UPDATE %s SET checksum = ?1 WHERE rowid = ?2", table->name);
    if (sqlite3_exec(store->base, alter.text, NULL, NULL, NULL) != SQLITE_OK ||
        !prepare_statement(store->base, &all, &read) ||
        !prepare_statement(store->base, &set, &write))
        status = fail(store, true, error);
    while (status == TREY_OK && (step = sqlite3_step(read)) == SQLITE_ROW) {
        struct trey_cell row[TREY_STORE_MAX_COLUMNS];
        struct trey_error wrong;
        read_row(read, table, row);
        status = table->check_row(NULL, row, &wrong);
        if (status != TREY_OK) {
            status = fail_check(store, table, row, status, &wrong, error);
            break;
        }
        const struct trey_cell values[] = {
            trey_cell_whole(checksum_of(table, row)),
            read_cell(read, table->column_count + 1),
        };
        if (!bind_cells(write, values, 2) || sqlite3_step(write) != SQLITE_DONE)
            status = fail(store, true, error);
        reset_statement(write);
        ++*rows;
    }
    if (status == TREY_OK && step != SQLITE_DONE)
        status = fail(store, true, error);
    sqlite3_finalize(read);
    sqlite3_finalize(write);
    return status;
}

/* Adds the column to an older table without checksums. Several processes may try:
 * the first does it. */
static enum trey_status upgrade_table(struct store *store,
                                      const struct trey_store_table *table,
                                      struct trey_error *error)
{
    uint64_t rows = 0;
    bool found = false;
    enum trey_status status = find_checksums(store, table, &found, error);
    if (status != TREY_OK || found)
        return status;
    if (sqlite3_exec(store->base, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        return fail(store, true, error);
    status = find_checksums(store, table, &found, error);
    if (status == TREY_OK && !found)
        status = add_checksums(store, table, &rows, error);
    if (status == TREY_OK &&
        sqlite3_exec(store->base, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        status = fail(store, true, error);
    if (status == TREY_OK)
        store->upgraded += rows;
    else
        sqlite3_exec(store->base, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* The statements of a table, which is created or upgraded if necessary. */
static enum trey_status open_table(struct store *store,
                                   const struct trey_store_table *table,
                                   struct opened **opened, struct trey_error *error)
{
    for (int i = 0; i < store->count; i++)
        if (store->opened[i].table == table) {
            *opened = &store->opened[i];
            return TREY_OK;
        }
    assert(store->count < TREY_STORE_MAX_TABLES);
    assert(table->column_count <= TREY_STORE_MAX_COLUMNS);
    if (!make_table(store->base, table))
        return fail(store, true, error);
    enum trey_status status = upgrade_table(store, table, error);
    if (status != TREY_OK)
        return status;
    struct opened made = {.table = table};
    if (!open_statements(store->base, table, &made)) {
        status = fail(store, true, error);
        close_statements(&made);
        return status;
    }
    store->opened[store->count] = made;
    *opened = &store->opened[store->count++];
    return TREY_OK;
}

/* --- rows ------------------------------------------------------------------------------
 */

static enum trey_status find_row(struct trey_store *methods,
                                 const struct trey_store_table *table,
                                 const struct trey_cell *key, trey_store_row_fn row,
                                 void *context, struct trey_error *error)
{
    struct store *store = (struct store *)methods;
    struct opened *opened = NULL;
    struct trey_cell cells[TREY_STORE_MAX_COLUMNS];
    enum trey_status status = open_table(store, table, &opened, error);
    if (status != TREY_OK)
        return status;
    assert(sqlite3_bind_parameter_count(opened->find) == table->key_columns);
    int step = bind_cells(opened->find, key, table->key_columns)
                   ? sqlite3_step(opened->find)
                   : SQLITE_NOMEM;
    if (step == SQLITE_ROW) {
        read_row(opened->find, table, cells);
        status = check_checksum(store, table, opened->find, cells, error);
        if (status == TREY_OK)
            status = row(context, cells, error);
    } else if (step != SQLITE_DONE) {
        status = fail(store, true, error);
    }
    reset_statement(opened->find);
    return status;
}

static enum trey_status add_row(struct trey_store *methods,
                                const struct trey_store_table *table,
                                const struct trey_cell *row, struct trey_error *error)
{
    struct store *store = (struct store *)methods;
    struct opened *opened = NULL;
    struct trey_cell cells[TREY_STORE_MAX_COLUMNS + 1];
    enum trey_status status = open_table(store, table, &opened, error);
    if (status != TREY_OK)
        return status;
    memcpy(cells, row, (size_t)table->column_count * sizeof *row);
    cells[table->column_count] = trey_cell_whole(checksum_of(table, row));
    assert(sqlite3_bind_parameter_count(opened->add) == table->column_count + 1);
    if (!bind_cells(opened->add, cells, table->column_count + 1) ||
        sqlite3_step(opened->add) != SQLITE_DONE)
        status = fail(store, true, error);
    reset_statement(opened->add);
    return status;
}

static enum trey_status check_all_rows(struct trey_store *methods,
                                       const struct trey_store_table *table,
                                       void *context, uint64_t *rows,
                                       struct trey_error *error)
{
    struct store *store = (struct store *)methods;
    struct opened *opened = NULL;
    struct trey_cell cells[TREY_STORE_MAX_COLUMNS];
    int step = SQLITE_DONE;
    *rows = 0;
    enum trey_status status = open_table(store, table, &opened, error);
    if (status != TREY_OK)
        return status;
    while (status == TREY_OK && (step = sqlite3_step(opened->all)) == SQLITE_ROW) {
        struct trey_error wrong;
        read_row(opened->all, table, cells);
        status = check_checksum(store, table, opened->all, cells, error);
        if (status != TREY_OK)
            break;
        status = table->check_row(context, cells, &wrong);
        if (status != TREY_OK)
            status = fail_check(store, table, cells, status, &wrong, error);
        ++*rows;
    }
    if (status == TREY_OK && step != SQLITE_DONE)
        status = fail(store, true, error);
    reset_statement(opened->all);
    return status;
}

enum trey_status trey_store_open(const char *path, struct trey_store **store,
                                 struct trey_error *error)
{
    struct store *made = calloc(1, sizeof *made);
    if (made != NULL)
        made->path = strdup(path);
    if (made == NULL || made->path == NULL) {
        free(made);
        return trey_fail_memory(error, sizeof *made + strlen(path));
    }
    if (sqlite3_open(path, &made->base) != SQLITE_OK ||
        sqlite3_busy_timeout(made->base, BUSY_TIMEOUT_MS) != SQLITE_OK ||
        sqlite3_exec(made->base, settings, NULL, NULL, NULL) != SQLITE_OK) {
        enum trey_status status = fail(made, false, error);
        close_store(made);
        return status;
    }
    made->methods = (struct trey_store){find_row, add_row, check_all_rows};
    *store = &made->methods;
    return TREY_OK;
}

uint64_t trey_store_upgraded(const struct trey_store *store)
{
    return ((const struct store *)store)->upgraded;
}

#else

bool trey_store_available(void)
{
    return false;
}

enum trey_status trey_store_open(const char *path, struct trey_store **store,
                                 struct trey_error *error)
{
    (void)path, (void)store;
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "this trey was built without SQLite or xxhash and keeps no results");
}

void trey_store_close(struct trey_store *store)
{
    (void)store;
}

uint64_t trey_store_upgraded(const struct trey_store *store)
{
    (void)store;
    return 0;
}

#endif
