/* Coding of a stage's weights in network files from version 6 on. */
#ifndef TREY_EVAL_NETWORK_CODE_H
#define TREY_EVAL_NETWORK_CODE_H

#include "eval/network.h"

/* Decodes a zigzag code: 0, 1, 2, 3, 4 are 0, -1, 1, -2, 2. */
static inline int16_t trey_network_unzigzag(uint16_t code)
{
    return (int16_t)((code >> 1) ^ (uint16_t) - (code & 1));
}

/* Encodes a stage as its part of a file (docs/formats/network.md); *encoded is for
 * free(). Tied weights (eval/tied_weights.h) must be equal. TREY_ERR_MEMORY. */
enum trey_status trey_network_encode_stage(const struct trey_network *network, int number,
                                           uint8_t **encoded, size_t *size,
                                           struct trey_error *error);

/* Decodes a stage from its part of the file into weights that are 0. The weights of the
 * parent stage are not added. TREY_ERR_INPUT if the bytes do not fit the stage,
 * TREY_ERR_MEMORY; the weights are then undefined. */
enum trey_status trey_network_decode_stage(struct trey_network *network, int number,
                                           struct trey_error *error);

/* Decodes only the first `count` tuples and adds them to the weights of another stage.
 * Tuples are decoded one at a time, in the memory of one. Errors as above. */
enum trey_status trey_network_decode_into(const struct trey_network *network, int source,
                                          int target, int count,
                                          struct trey_error *error);

#endif
