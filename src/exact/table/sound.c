/* Damage: a layer of a table is read against its checksum when a query first comes to it,
 * or, of a table in memory, when it is opened. */
#include "base/error.h"
#include "exact/table/carried.h"
#include "exact/table/solution.h"

#include <stdlib.h>

enum { UNSEEN, GOOD, DAMAGED };

void trey_exact_trust(struct trey_exact *exact)
{
    free(exact->seen);
    exact->seen = NULL;
}

/* Several threads may look at the same; all find the same. */
static bool look(const struct trey_exact *exact, unsigned number)
{
    const struct trey_layer *layer = &exact->store.layer[number];
    unsigned none = 0;
    bool good = exact->kind == TREY_EXACT_WHOLE
                    ? trey_layer_checksum(&exact->store, layer) == layer->checksum
                    : trey_carried_sound(&exact->store, layer);
    if (!good)
        atomic_compare_exchange_strong(&exact->seen[exact->store.slots], &none,
                                       number + 1);
    atomic_store_explicit(&exact->seen[number], good ? GOOD : DAMAGED,
                          memory_order_release);
    return good;
}

bool trey_exact_layer_sound(const struct trey_exact *exact, unsigned number)
{
    if (exact->seen == NULL)
        return true;
    unsigned seen = atomic_load_explicit(&exact->seen[number], memory_order_acquire);
    return seen == GOOD || (seen == UNSEEN && look(exact, number));
}

enum trey_status trey_exact_sound(const struct trey_exact *exact,
                                  struct trey_error *error)
{
    unsigned found =
        exact->seen != NULL ? atomic_load(&exact->seen[exact->store.slots]) : 0;
    if (found == 0)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "damaged table: wrong checksum of the tile sum %u", (found - 1) / 2);
}
