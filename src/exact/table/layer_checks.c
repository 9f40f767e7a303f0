/* Detects damage: a layer of a table is checked against its checksum when a query first
 * uses it, or, for a table in memory, when it is opened. */
#include "base/error.h"
#include "exact/table/command.h"
#include "exact/table/compact.h"
#include "exact/table/solution.h"

#include <stdlib.h>

enum { UNCHECKED, GOOD, DAMAGED };

void trey_exact_skip_checks(struct trey_exact *exact)
{
    free(exact->layer_state);
    exact->layer_state = NULL;
}

/* Checks a layer. Several threads may do so at once, with the same result. */
static bool check_layer(const struct trey_exact *exact, unsigned number)
{
    const struct trey_layer *layer = &exact->store.layer[number];
    unsigned none = 0;
    bool good = exact->kind == TREY_EXACT_WHOLE
                    ? trey_layer_checksum(&exact->store, layer) == layer->checksum
                    : trey_compact_layer_intact(&exact->store, layer);
    if (!good)
        atomic_compare_exchange_strong(&exact->layer_state[exact->store.slots], &none,
                                       number + 1);
    atomic_store_explicit(&exact->layer_state[number], good ? GOOD : DAMAGED,
                          memory_order_release);
    return good;
}

bool trey_exact_layer_intact(const struct trey_exact *exact, unsigned number)
{
    if (exact->layer_state == NULL)
        return true;
    unsigned state =
        atomic_load_explicit(&exact->layer_state[number], memory_order_acquire);
    return state == GOOD || (state == UNCHECKED && check_layer(exact, number));
}

enum trey_status trey_exact_check_damage(const struct trey_exact *exact,
                                         struct trey_error *error)
{
    unsigned damaged = exact->layer_state != NULL
                           ? atomic_load(&exact->layer_state[exact->store.slots])
                           : 0;
    if (damaged == 0)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "damaged table: wrong checksum of tile sum %u", (damaged - 1) / 2);
}
