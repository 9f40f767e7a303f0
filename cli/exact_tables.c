#include "exact_tables.h"

void cli_parse_table(struct cli_line *line, const struct cli_option *option,
                     const char *path, void *destination)
{
    struct cli_tables *tables = destination;
    (void)option;
    if (tables->count == CLI_MAX_TABLES)
        cli_refuse(line, "--table may be given at most %d times", CLI_MAX_TABLES);
    tables->path[tables->count++] = path;
}

int cli_tables_open(struct cli_tables *tables)
{
    for (size_t i = 0; i < tables->count; i++) {
        struct trey_error error = {0};
        if (trey_exact_load(tables->path[i], &tables->table[i], &error) != TREY_OK) {
            cli_tables_close(tables);
            return cli_fail(tables->path[i], &error);
        }
    }
    return 0;
}

void cli_tables_close(struct cli_tables *tables)
{
    for (size_t i = 0; i < tables->count; i++) {
        trey_exact_free(tables->table[i]);
        tables->table[i] = NULL;
    }
}

const struct trey_exact *cli_tables_at(void *context, size_t index)
{
    const struct cli_tables *tables = context;
    return index < tables->count ? tables->table[index] : NULL;
}
