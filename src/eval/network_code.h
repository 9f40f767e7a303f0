/* How files tell the weights of a stage, from version 6 on. */
#ifndef TREY_EVAL_NETWORK_CODE_H
#define TREY_EVAL_NETWORK_CODE_H

#include "eval/network.h"

/* Small numbers of either sign from small numbers: 0, 1, 2, 3, 4 are 0, -1, 1, -2, 2. */
static inline int16_t trey_network_unfolded(uint16_t code)
{
    return (int16_t)((code >> 1) ^ (uint16_t) - (code & 1));
}

/* The part of a file of the stage of this number, docs/formats/network.md, *packed being
 * the caller's to free; of twins (eval/twins.h) the first. TREY_ERR_MEMORY. */
enum trey_status trey_network_put(const struct trey_network *network, int number,
                                  uint8_t **packed, size_t *size,
                                  struct trey_error *error);

/* Unpacks a stage from its part of the file into weights that are zero. The weights of
 * the stage on which it is based are not added. TREY_ERR_INPUT if the bytes do not fit
 * the stage, TREY_ERR_MEMORY; the weights are undefined then. */
enum trey_status trey_network_get(struct trey_network *network, int number,
                                  struct trey_error *error);

/* Unpacks only the first tuples and adds them to the weights of another stage. Tuples are
 * unpacked one at a time, which takes the memory of one. */
enum trey_status trey_network_get_for(const struct trey_network *network, int source,
                                      int target, int count, struct trey_error *error);

#endif
