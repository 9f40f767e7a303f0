/* Rows of tables in a store: each module that stores something describes a table of its
 * own. The library calls a store through the function pointers in struct trey_store, so
 * that SQLite is needed only by programs that open one (src/store). */
#ifndef TREY_BASE_STORE_H
#define TREY_BASE_STORE_H

#include "trey/store.h"

#include <stdint.h>
#include <string.h>

enum trey_cell_kind {
    TREY_CELL_NONE,
    TREY_CELL_WHOLE,
    TREY_CELL_REAL,
    TREY_CELL_TEXT,
    TREY_CELL_BYTES
};

/* One value of a row. */
struct trey_cell {
    enum trey_cell_kind kind;
    int64_t whole;
    double real;
    const void *bytes; /* of text (which ends in a zero) and bytes; not owned */
    size_t size;       /* of both, without the zero */
};

static inline struct trey_cell trey_cell_whole(uint64_t number)
{
    return (struct trey_cell){.kind = TREY_CELL_WHOLE, .whole = (int64_t)number};
}

static inline struct trey_cell trey_cell_real(double number)
{
    return (struct trey_cell){.kind = TREY_CELL_REAL, .real = number};
}

/* NULL: no value. */
static inline struct trey_cell trey_cell_text(const char *text)
{
    return (struct trey_cell){.kind = text != NULL ? TREY_CELL_TEXT : TREY_CELL_NONE,
                              .bytes = text,
                              .size = text != NULL ? strlen(text) : 0};
}

/* The text of a cell, "" if it holds none. */
static inline const char *trey_cell_string(const struct trey_cell *cell)
{
    return cell->kind == TREY_CELL_TEXT ? cell->bytes : "";
}

static inline struct trey_cell trey_cell_bytes(const void *bytes, size_t size)
{
    return (struct trey_cell){.kind = TREY_CELL_BYTES, .bytes = bytes, .size = size};
}

enum {
    TREY_STORE_MAX_COLUMNS = 16,
    TREY_STORE_MAX_TABLES = 4,
    TREY_STORE_ROW_NAME = 96 /* bytes of a row's name in messages */
};

/* A table. Static: a store recognises it by its address. The first columns are the key.
 * The store adds a column `checksum`, over the name of the table and all columns. */
struct trey_store_table {
    const char *name;
    struct {
        const char *name, *type; /* SQL */
    } columns[TREY_STORE_MAX_COLUMNS];
    int key_columns, column_count;
    bool replaces; /* a row with the key of an earlier one replaces it; else it is dropped
                    */
    /* Writes a name of the row for messages: "game 7 of seed 1, window, points". */
    void (*name_row)(const struct trey_cell *row, char text[TREY_STORE_ROW_NAME]);
    /* Checks what a row says beyond its checksum; `context` is trey_store_check_all's,
     * or NULL for a row of an old file that is about to receive its checksum. */
    enum trey_status (*check_row)(void *context, const struct trey_cell *row,
                                  struct trey_error *error);
};

/* Receives a row: all columns in the order of the table. The cells are valid during the
 * call only. A missing value, or one of another kind than expected, is 0 and NULL. */
typedef enum trey_status (*trey_store_row_fn)(void *context, const struct trey_cell *row,
                                              struct trey_error *error);

/* The start of every store. */
struct trey_store {
    /* See trey_store_find, trey_store_add and trey_store_check_all. */
    enum trey_status (*find)(struct trey_store *store,
                             const struct trey_store_table *table,
                             const struct trey_cell *key, trey_store_row_fn row,
                             void *context, struct trey_error *error);
    enum trey_status (*add)(struct trey_store *store,
                            const struct trey_store_table *table,
                            const struct trey_cell *row, struct trey_error *error);
    enum trey_status (*check_all)(struct trey_store *store,
                                  const struct trey_store_table *table, void *context,
                                  uint64_t *rows, struct trey_error *error);
};

/* Looks a row up by its key and calls `row` if there is one. TREY_ERR_INPUT, with the
 * row's name, if its checksum is missing or wrong. */
static inline enum trey_status trey_store_find(struct trey_store *store,
                                               const struct trey_store_table *table,
                                               const struct trey_cell *key,
                                               trey_store_row_fn row, void *context,
                                               struct trey_error *error)
{
    return store->find(store, table, key, row, context, error);
}

/* Adds a row of all columns, a transaction of its own: safe from a kill when it returns.
 */
static inline enum trey_status trey_store_add(struct trey_store *store,
                                              const struct trey_store_table *table,
                                              const struct trey_cell *row,
                                              struct trey_error *error)
{
    return store->add(store, table, row, error);
}

/* Checks the checksums of all rows, and each row by the table's check_row, to the first
 * that fails. *rows receives the number of rows checked. A table that the file does not
 * have has no rows. */
static inline enum trey_status trey_store_check_all(struct trey_store *store,
                                                    const struct trey_store_table *table,
                                                    void *context, uint64_t *rows,
                                                    struct trey_error *error)
{
    return store->check_all(store, table, context, rows, error);
}

#endif
