/* Values of a layer whose boards lie with several processes. See value.c. */
#ifndef TREY_EXACT_SHARE_VALUE_H
#define TREY_EXACT_SHARE_VALUE_H

#include "exact/share/share.h"

/* Room for the values of so many after-states as are listed now; not collective. */
enum trey_status trey_share_after_room(struct trey_share *share,
                                       struct trey_error *error);

/* Values the boards of a frame, which have been slid (trey_share_list), from those of the
 * next eight slots, and counts them into their layer. Collective. */
void trey_share_value(struct trey_share *share, struct trey_frame *frame);

#endif
