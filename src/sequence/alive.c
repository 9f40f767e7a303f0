#include "sequence/alive.h"

#include "base/check.h"
#include "base/random.h"
#include "trey/array.h"

#include <stdlib.h>

void trey_alive_clear(struct trey_alive *layer)
{
    for (size_t i = 0; layer->patterns != NULL && i < layer->count; i++)
        free(layer->patterns[i]);
    for (size_t i = 0; layer->reached != NULL && i < layer->count; i++)
        free(layer->reached[i]);
    free(layer->reached);
    free(layer->sets);
    free(layer->patterns);
    free(layer->table);
    *layer = (struct trey_alive){0};
}

static size_t slot_of(const struct trey_alive *layer, trey_multiset set)
{
    assert(trey_is_power_of_2(layer->table_size) && layer->count < layer->table_size);
    size_t slot = (size_t)trey_mix64(set) & (layer->table_size - 1);
    while (layer->table[slot] != 0 && layer->sets[layer->table[slot] - 1] != set)
        slot = (slot + 1) & (layer->table_size - 1);
    return slot;
}

size_t trey_alive_find(const struct trey_alive *layer, trey_multiset set)
{
    size_t slot = layer->table_size == 0 ? 0 : slot_of(layer, set);
    return layer->table_size == 0 || layer->table[slot] == 0 ? SIZE_MAX
                                                             : layer->table[slot] - 1;
}

static bool grow(struct trey_alive *layer)
{
    size_t wanted = layer->count + 1, room = layer->room, same_room = layer->room;
    trey_multiset *sets = trey_array_grow(layer->sets, &room, wanted, sizeof *sets);
    if (sets != NULL)
        layer->sets = sets;
    struct trey_pattern_set **patterns =
        trey_array_grow(layer->patterns, &same_room, wanted, sizeof *patterns);
    if (patterns != NULL)
        layer->patterns = patterns;
    uint32_t *table = calloc(room, 4 * sizeof *table);
    if (sets == NULL || patterns == NULL || table == NULL) {
        free(table);
        return false;
    }
    assert(room == same_room); /* the arrays grow by equal calls */
    free(layer->table);
    layer->table = table;
    layer->table_size = 4 * room;
    layer->room = room;
    for (size_t i = 0; i < layer->count; i++)
        table[slot_of(layer, layer->sets[i])] = (uint32_t)i + 1;
    return true;
}

bool trey_alive_put(struct trey_alive *layer, trey_multiset set)
{
    if (trey_alive_find(layer, set) != SIZE_MAX)
        return true;
    if (layer->count == layer->room && !grow(layer))
        return false;
    layer->table[slot_of(layer, set)] = (uint32_t)layer->count + 1;
    layer->patterns[layer->count] = NULL;
    layer->sets[layer->count++] = set;
    return true;
}
