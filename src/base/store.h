/* Rows of tables in a store: each room that keeps something has a table of its own and
 * says how it is made, found and added to. */
#ifndef TREY_BASE_STORE_H
#define TREY_BASE_STORE_H

#include "trey/store.h"

#include <stdint.h>

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
    size_t size;       /* of bytes */
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
                              .bytes = text};
}

static inline struct trey_cell trey_cell_bytes(const void *bytes, size_t size)
{
    return (struct trey_cell){.kind = TREY_CELL_BYTES, .bytes = bytes, .size = size};
}

/* A table, static: a store knows it by its address. `find` takes the key as ?1, ?2, ...
 * and `add` a whole row. */
struct trey_store_table {
    const char *make, *find, *add; /* SQL */
    int columns;                   /* that find gives */
};

enum { TREY_STORE_MOST_COLUMNS = 16, TREY_STORE_MOST_TABLES = 4 };

/* Told the row, whose cells are valid during the call only. A missing value, or one of
 * another kind than expected, is 0 and NULL. */
typedef enum trey_status (*trey_store_row_fn)(void *context, const struct trey_cell *row,
                                              struct trey_error *error);

/* Looks a row up by its key; `row` is told if there is one. */
enum trey_status trey_store_find(struct trey_store *store,
                                 const struct trey_store_table *table,
                                 const struct trey_cell *key, int key_count,
                                 trey_store_row_fn row, void *context,
                                 struct trey_error *error);

/* Adds a row, a transaction of its own: safe from a kill when it returns. */
enum trey_status trey_store_add(struct trey_store *store,
                                const struct trey_store_table *table,
                                const struct trey_cell *row, int count,
                                struct trey_error *error);

#endif
