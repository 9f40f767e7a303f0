/* The tables of exact values given by --table FILE, for sessions. */
#ifndef TREY_CLI_EXACT_TABLES_H
#define TREY_CLI_EXACT_TABLES_H

#include "common.h"

#define CLI_MAX_TABLES 16

/* Zero-initialise. The paths must outlive it. */
struct cli_tables {
    const char *path[CLI_MAX_TABLES];
    struct trey_exact *table[CLI_MAX_TABLES]; /* after cli_tables_open */
    size_t count;
};

/* Adds the file of one --table; too many are wrong usage. `destination` is a struct
 * cli_tables. */
cli_parse_fn cli_parse_table;

/* Opens all tables. Returns 0, or CLI_FAILED after a message, with none open. */
int cli_tables_open(struct cli_tables *tables);
void cli_tables_close(struct cli_tables *tables);

/* A trey_engine_tables_fn; `context` is the struct cli_tables, opened. Any thread. */
const struct trey_exact *cli_tables_at(void *context, size_t index);

#endif
