/* Reading weights of network files of versions 3 to 6. */
#ifndef TREY_EVAL_NETWORK_OLDER_H
#define TREY_EVAL_NETWORK_OLDER_H

#include "eval/network.h"

/* Decodes the weights of a stage, which are 0, in a file of versions 3 to 5, without
 * those of parent stages. TREY_ERR_INPUT if the bytes do not fit the stage,
 * TREY_ERR_MEMORY; the weights are then undefined. */
enum trey_status trey_network_decode_frame(struct trey_network *network, int stage,
                                           struct trey_error *error);

/* Decodes the first `count` tuples of stage `source` in a file of version 6 and adds them
 * to the weights of stage `target`, whose deck is set if it is the same. Errors as above.
 */
enum trey_status trey_network_decode_6(struct trey_network *network, int source,
                                       int target, int count, struct trey_error *error);

#endif
