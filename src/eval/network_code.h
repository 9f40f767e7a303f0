/* Coding of a stage's weights in network files of versions 7 and 8. */
#ifndef TREY_EVAL_NETWORK_CODE_H
#define TREY_EVAL_NETWORK_CODE_H

#include "base/error.h"
#include "base/text.h"
#include "eval/network.h"

/* The error of weights in a file of any version that are damaged. */
static inline enum trey_status trey_network_fail_mismatch(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_INPUT, 0, "the weights do not fit the tuples");
}

/* Chooses the parent of each stage, -1 for the first: an earlier stage from which few
 * weights differ and that has few ancestors itself, because all of them have to be
 * decoded with the stage. TREY_ERR_MEMORY. */
enum trey_status trey_network_find_parents(const struct trey_network *network,
                                           int parent[TREY_NETWORK_MAX_STAGES],
                                           struct trey_error *error);

/* Encodes a stage as its part of a file (docs/formats/network.md), with the given parent,
 * -1 for the first stage, and appends it. Tied weights (eval/tied_weights.h) must be
 * equal. TREY_ERR_MEMORY. */
enum trey_status trey_network_encode_stage(const struct trey_network *network, int number,
                                           int parent, struct trey_text *to,
                                           struct trey_error *error);

/* Decodes the deck of a stage. TREY_ERR_INPUT if the bytes do not fit the stage,
 * TREY_ERR_MEMORY. */
enum trey_status trey_network_decode_deck(struct trey_network *network, int number,
                                          struct trey_error *error);

/* Decodes a tuple of several stages, those that have it, and adds them to the weights of
 * stage `target`, which has no fewer ranks. Several tuples can be decoded at once. Errors
 * as above; the tuple's weights are then undefined. */
enum trey_status trey_network_decode_tuple(struct trey_network *network, const int *parts,
                                           int count, int target, int tuple,
                                           struct trey_error *error);

#endif
