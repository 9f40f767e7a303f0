#include "search/table.h"
#include "base/check.h"

#include <string.h>

void trey_table_begin(struct trey_table *table, uint64_t buckets)
{
    table->used = 1;
    while (table->used < buckets && table->used < table->buckets)
        table->used *= 2;
    table->generation++;
    if (table->generation == TREY_TABLE_GENERATIONS) {
        /* The table is still zero beyond the buckets written; small searches would
         * otherwise spend most of their time clearing it. */
        memset(table->entries, 0,
               table->written * TREY_TABLE_WAYS * sizeof *table->entries);
        table->generation = 1;
        table->written = 0;
    }
    if (table->used > table->written)
        table->written = table->used;
    assert(trey_is_power_of_2(table->buckets) && table->written <= table->buckets);
}
