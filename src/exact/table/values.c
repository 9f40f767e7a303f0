#include "exact/table/values.h"

#include "base/check.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

enum trey_status trey_values_new(struct trey_values *values, uint64_t count, bool all,
                                 struct trey_error *error)
{
    size_t room = (size_t)count + 1;
    *values = (struct trey_values){.avg = malloc(room * sizeof *values->avg)};
    if (all) {
        values->min = malloc(room * sizeof *values->min);
        values->max = malloc(room * sizeof *values->max);
    }
    if (values->avg != NULL && (!all || (values->min != NULL && values->max != NULL)))
        return TREY_OK;
    trey_values_clear(values);
    return trey_fail_memory(error, room * sizeof *values->avg);
}

void trey_values_clear(struct trey_values *values)
{
    free(values->avg);
    free(values->min);
    free(values->max);
    *values = (struct trey_values){0};
}

/* Encodes averages as integer multiples of a step above the minimum: twelve bits better
 * than floats, since the values of a layer are close together. */
static void encode_averages(struct trey_layer *layer, const double *avg, uint64_t count,
                            uint32_t *code)
{
    double low = avg[0], high = avg[0];
    for (uint64_t i = 1; i < count; i++) {
        low = avg[i] < low ? avg[i] : low;
        high = avg[i] > high ? avg[i] : high;
    }
    layer->low = low;
    layer->step = (high - low) / UINT32_MAX;
    assert(high >= low && layer->step - layer->step == 0.0); /* not NaN or infinite */
    double steps = high > low ? UINT32_MAX / (high - low) : 0;
    for (uint64_t i = 0; i < count; i++) {
        double scaled = (avg[i] - low) * steps + 0.5;
        code[i] = scaled >= UINT32_MAX ? UINT32_MAX : (uint32_t)scaled;
    }
    if (count % 2 != 0)
        code[count] = 0; /* the block ends at a multiple of 8 bytes */
}

void trey_values_encode(struct trey_layer *layer, const struct trey_values *values,
                        bool exact, void *to)
{
    uint64_t count = (uint64_t)layer->boards * layer->columns;
    if (!exact) {
        encode_averages(layer, values->avg, count, to);
        return;
    }
    double *avg = to;
    uint32_t *min = (void *)(avg + count), *max = min + count;
    memcpy(avg, values->avg, count * sizeof *avg);
    memcpy(min, values->min, count * sizeof *min);
    memcpy(max, values->max, count * sizeof *max);
}

void trey_values_decode(const struct trey_layer *layer, bool exact, uint64_t index,
                        struct trey_exact_value *value)
{
    uint64_t count = (uint64_t)layer->boards * layer->columns;
    assert(index < count);
    if (!exact) {
        const uint32_t *code = layer->values_block;
        value->avg = layer->low + layer->step * code[index];
        value->min = value->max = value->avg;
        return;
    }
    const double *avg = layer->values_block;
    const uint32_t *min = (const void *)(avg + count), *max = min + count;
    *value = (struct trey_exact_value){min[index], avg[index], max[index]};
}
