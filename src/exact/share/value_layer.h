/* Values of a layer whose boards are spread over several processes. See value_layer.c. */
#ifndef TREY_EXACT_SHARE_VALUE_LAYER_H
#define TREY_EXACT_SHARE_VALUE_LAYER_H

#include "exact/share/share.h"

/* Makes room for the values of all after-states listed now. Not collective. */
enum trey_status trey_share_after_buffers(struct trey_share *share,
                                          struct trey_error *error);

/* Values the boards of a frame, whose after-states are listed (trey_share_slides), from
 * those of the next eight slots, and updates the layer's counts. Collective. */
void trey_share_value_layer(struct trey_share *share, struct trey_frame *frame);

#endif
