/* Coding of a stage's weights in network files from version 6 on. */
#ifndef TREY_EVAL_NETWORK_CODE_H
#define TREY_EVAL_NETWORK_CODE_H

#include "eval/network.h"

/* Encodes a stage as its part of a file (docs/formats/network.md); *encoded is for
 * free(). Tied weights (eval/tied_weights.h) must be equal. TREY_ERR_MEMORY. */
enum trey_status trey_network_encode_stage(const struct trey_network *network, int number,
                                           uint8_t **encoded, size_t *size,
                                           struct trey_error *error);

/* Decodes the first `count` tuples of a stage and adds them to the weights of stage
 * `target`, whose deck is set if it is the same. Weights of parent stages are not added.
 * Tuples are decoded one at a time, in the memory of one; `lock` is held while one is
 * added, so several stages can be decoded at once. TREY_ERR_INPUT if the bytes do not fit
 * the stage, TREY_ERR_MEMORY; the weights are then undefined. */
enum trey_status trey_network_decode(struct trey_network *network, int source, int target,
                                     int count, pthread_mutex_t *lock,
                                     struct trey_error *error);

#endif
