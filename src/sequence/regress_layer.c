#include "sequence/regress_layer.h"

#include "base/array.h"
#include "base/check.h"
#include "base/random.h"

#include <stdlib.h>

void trey_regress_layer_clear(struct trey_regress_layer *layer)
{
    for (size_t i = 0; layer->patterns != NULL && i < layer->count; i++)
        free(layer->patterns[i]);
    for (size_t i = 0; layer->reached != NULL && i < layer->count; i++)
        free(layer->reached[i]);
    free(layer->reached);
    free(layer->sets);
    free(layer->patterns);
    free(layer->table);
    *layer = (struct trey_regress_layer){0};
}

/* The slot that holds this set, or the free one where it belongs. */
static size_t slot_of(const struct trey_regress_layer *layer, trey_multiset set)
{
    assert(trey_is_power_of_2(layer->table_size) && layer->count < layer->table_size);
    size_t slot = (size_t)trey_mix64(set) & (layer->table_size - 1);
    while (layer->table[slot] != 0 && layer->sets[layer->table[slot] - 1] != set)
        slot = (slot + 1) & (layer->table_size - 1);
    return slot;
}

size_t trey_regress_layer_find(const struct trey_regress_layer *layer, trey_multiset set)
{
    size_t slot = layer->table_size == 0 ? 0 : slot_of(layer, set);
    return layer->table_size == 0 || layer->table[slot] == 0 ? SIZE_MAX
                                                             : layer->table[slot] - 1;
}

static bool grow_table(struct trey_regress_layer *layer)
{
    size_t wanted = layer->count + 1;
    size_t capacity = layer->capacity, same_capacity = capacity;
    trey_multiset *sets = trey_array_grow(layer->sets, &capacity, wanted, sizeof *sets);
    if (sets != NULL)
        layer->sets = sets;
    struct trey_pattern_set **patterns =
        trey_array_grow(layer->patterns, &same_capacity, wanted, sizeof *patterns);
    if (patterns != NULL)
        layer->patterns = patterns;
    uint32_t *table = calloc(capacity, 4 * sizeof *table);
    if (sets == NULL || patterns == NULL || table == NULL) {
        free(table);
        return false;
    }
    assert(capacity == same_capacity); /* the arrays grow by equal calls */
    free(layer->table);
    layer->table = table;
    layer->table_size = 4 * capacity;
    layer->capacity = capacity;
    for (size_t i = 0; i < layer->count; i++)
        table[slot_of(layer, layer->sets[i])] = (uint32_t)i + 1;
    return true;
}

bool trey_regress_layer_add(struct trey_regress_layer *layer, trey_multiset set)
{
    if (trey_regress_layer_find(layer, set) != SIZE_MAX)
        return true;
    if (layer->count == layer->capacity && !grow_table(layer))
        return false;
    layer->table[slot_of(layer, set)] = (uint32_t)layer->count + 1;
    layer->patterns[layer->count] = NULL;
    layer->sets[layer->count++] = set;
    return true;
}
