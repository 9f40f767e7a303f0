/* Arrays of values, and their encoding in a table. See values.c. */
#ifndef TREY_EXACT_TABLE_VALUES_H
#define TREY_EXACT_TABLE_VALUES_H

#include "exact/table/store.h"

/* Values of states or of boards; min and max are NULL if only averages are kept. */
struct trey_values {
    double *avg;
    uint32_t *min, *max;
};

enum trey_status trey_values_new(struct trey_values *values, uint64_t count, bool all,
                                 struct trey_error *error);
void trey_values_clear(struct trey_values *values);

/* Encodes the values of a layer; sets its low and step. */
void trey_values_encode(struct trey_layer *layer, const struct trey_values *values,
                        bool exact, void *to);

/* Decodes value `index` (board * columns + column) of a layer in memory. */
void trey_values_decode(const struct trey_layer *layer, bool exact, uint64_t index,
                        struct trey_exact_value *value);

#endif
