/* A SQLite file with tables of the rooms that keep something.
 *
 * Each row is a transaction of its own, so that a program that is killed loses only what
 * was at hand. The write-ahead log makes that cheap: a power cut may lose the last rows,
 * but never harms the file. A table is made, and its two statements are prepared, when it
 * is first used. */
#include "base/store.h"
#include "base/error.h"

#if defined(TREY_WITH_SQLITE)

#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct opened {
    const struct trey_store_table *table;
    sqlite3_stmt *find, *add;
};

struct trey_store {
    sqlite3 *base;
    char *path; /* for messages */
    struct opened opened[TREY_STORE_MOST_TABLES];
    int count;
};

enum { BUSY_TIMEOUT_MS = 10000 };

static const char settings[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL";

bool trey_store_available(void)
{
    return true;
}

static enum trey_status fail(const struct trey_store *store, bool with_path,
                             struct trey_error *error)
{
    int code = sqlite3_errcode(store->base);
    /* "disk I/O error" alone does not say that the disk is full. */
    int cause = code == SQLITE_IOERR ? sqlite3_system_errno(store->base) : 0;
    return trey_fail(error,
                     code == SQLITE_NOMEM                            ? TREY_ERR_MEMORY
                     : code == SQLITE_NOTADB || code == SQLITE_ERROR ? TREY_ERR_INPUT
                                                                     : TREY_ERR_IO,
                     0, "%.120s%s%s%s%s", with_path ? store->path : "",
                     with_path ? ": " : "", sqlite3_errmsg(store->base),
                     cause != 0 ? ": " : "", cause != 0 ? strerror(cause) : "");
}

enum trey_status trey_store_open(const char *path, struct trey_store **store,
                                 struct trey_error *error)
{
    struct trey_store *made = calloc(1, sizeof *made);
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
        trey_store_close(made);
        return status;
    }
    *store = made;
    return TREY_OK;
}

void trey_store_close(struct trey_store *store)
{
    if (store == NULL)
        return;
    for (int i = 0; i < store->count; i++) {
        sqlite3_finalize(store->opened[i].find);
        sqlite3_finalize(store->opened[i].add);
    }
    sqlite3_close(store->base);
    free(store->path);
    free(store);
}

/* The statements of a table, which is made if need be. */
static enum trey_status open_table(struct trey_store *store,
                                   const struct trey_store_table *table,
                                   struct opened **opened, struct trey_error *error)
{
    for (int i = 0; i < store->count; i++)
        if (store->opened[i].table == table) {
            *opened = &store->opened[i];
            return TREY_OK;
        }
    assert(store->count < TREY_STORE_MOST_TABLES);
    struct opened made = {.table = table};
    if (sqlite3_exec(store->base, table->make, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(store->base, table->find, -1, &made.find, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(store->base, table->add, -1, &made.add, NULL) != SQLITE_OK) {
        enum trey_status status = fail(store, true, error);
        sqlite3_finalize(made.find);
        sqlite3_finalize(made.add);
        return status;
    }
    store->opened[store->count] = made;
    *opened = &store->opened[store->count++];
    return TREY_OK;
}

/* The texts outlive the statement's use. */
static bool bind(sqlite3_stmt *statement, const struct trey_cell *cells, int count)
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
            done = sqlite3_bind_text(statement, i + 1, cell->bytes, -1, SQLITE_STATIC);
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
    case SQLITE_TEXT:
        return trey_cell_text((const char *)sqlite3_column_text(statement, column));
    case SQLITE_BLOB: {
        const void *bytes = sqlite3_column_blob(statement, column);
        int size = sqlite3_column_bytes(statement, column);
        return trey_cell_bytes(bytes, bytes != NULL ? (size_t)size : 0);
    }
    default:
        return (struct trey_cell){.kind = TREY_CELL_NONE};
    }
}

static enum trey_status tell(sqlite3_stmt *statement, int columns, trey_store_row_fn row,
                             void *context, struct trey_error *error)
{
    struct trey_cell cells[TREY_STORE_MOST_COLUMNS];
    for (int i = 0; i < columns; i++)
        cells[i] = read_cell(statement, i);
    return row(context, cells, error);
}

static void rest(sqlite3_stmt *statement)
{
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

enum trey_status trey_store_find(struct trey_store *store,
                                 const struct trey_store_table *table,
                                 const struct trey_cell *key, int key_count,
                                 trey_store_row_fn row, void *context,
                                 struct trey_error *error)
{
    assert(table->columns <= TREY_STORE_MOST_COLUMNS);
    struct opened *opened = NULL;
    enum trey_status status = open_table(store, table, &opened, error);
    if (status != TREY_OK)
        return status;
    int step =
        bind(opened->find, key, key_count) ? sqlite3_step(opened->find) : SQLITE_NOMEM;
    if (step == SQLITE_ROW)
        status = tell(opened->find, table->columns, row, context, error);
    else if (step != SQLITE_DONE)
        status = fail(store, true, error);
    rest(opened->find);
    return status;
}

enum trey_status trey_store_add(struct trey_store *store,
                                const struct trey_store_table *table,
                                const struct trey_cell *row, int count,
                                struct trey_error *error)
{
    struct opened *opened = NULL;
    enum trey_status status = open_table(store, table, &opened, error);
    if (status != TREY_OK)
        return status;
    if (!bind(opened->add, row, count) || sqlite3_step(opened->add) != SQLITE_DONE)
        status = fail(store, true, error);
    rest(opened->add);
    return status;
}

#else

bool trey_store_available(void)
{
    return false;
}

static enum trey_status refuse(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "this trey was built without SQLite and keeps no results");
}

enum trey_status trey_store_open(const char *path, struct trey_store **store,
                                 struct trey_error *error)
{
    (void)path;
    (void)store;
    return refuse(error);
}

void trey_store_close(struct trey_store *store)
{
    (void)store;
}

enum trey_status trey_store_find(struct trey_store *store,
                                 const struct trey_store_table *table,
                                 const struct trey_cell *key, int key_count,
                                 trey_store_row_fn row, void *context,
                                 struct trey_error *error)
{
    (void)store;
    (void)table;
    (void)key;
    (void)key_count;
    (void)row;
    (void)context;
    return refuse(error);
}

enum trey_status trey_store_add(struct trey_store *store,
                                const struct trey_store_table *table,
                                const struct trey_cell *row, int count,
                                struct trey_error *error)
{
    (void)store;
    (void)table;
    (void)row;
    (void)count;
    return refuse(error);
}

#endif
