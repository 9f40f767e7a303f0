/* Slides and entries of a layer whose boards lie with several processes. See list.c. */
#ifndef TREY_EXACT_SHARE_LIST_H
#define TREY_EXACT_SHARE_LIST_H

#include "exact/share/scan.h"
#include "exact/share/share.h"

enum {
    /* Keys of one batch of boards, and of one of after-states. */
    TREY_SLIDE_KEYS = 4 * TREY_BATCH,
    TREY_ENTRY_KEYS = TREY_HINTS * TREY_BATCH * TREY_EXACT_MAX_CELLS,
};

/* The draws of a slot; a tag is a number among them. */
struct trey_draws {
    unsigned count;
    const struct trey_draw *draw[TREY_HINTS];
    unsigned column[TREY_HINTS];
};

void trey_draws_of(const struct trey_slot *slot, struct trey_draws *draws);

/* As trey_afters_list, of the processes together: each gets the after-states that are its
 * own. Collective. */
void trey_share_list(struct trey_share *share, const struct trey_frame *frame,
                     struct trey_slid *slid);

/* Puts the boards that follow from these after-states into the open frames of the
 * processes that have them. Collective. */
void trey_share_expand(struct trey_share *share, const struct trey_frame *frame);

/* After-states, kind by kind. */
struct trey_after_scan {
    unsigned edge;
    size_t at; /* place of the batch in its set */
    struct trey_local_scan scan;
};

void trey_after_begin(struct trey_after_scan *scan, const struct trey_share *share,
                      const struct trey_frame *frame);

/* Fills in a batch of one kind, and says which and where in `edge` and `from`. */
size_t trey_after_next(struct trey_after_scan *scan, const struct trey_share *share,
                       const struct trey_frame *frame, trey_board *boards, unsigned *edge,
                       size_t *from);

#endif
