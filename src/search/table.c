#include "search/table.h"

#include <string.h>

void trey_table_begin(struct trey_table *table, uint64_t buckets)
{
    table->used = 1;
    while (table->used < buckets && table->used < table->buckets)
        table->used *= 2;
    table->generation++;
    if (table->generation == TREY_TABLE_GENERATIONS) {
        memset(table->entries, 0, trey_table_bytes(table));
        table->generation = 1;
    }
}
