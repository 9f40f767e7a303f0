/* Slides and spawns of a layer whose boards are spread over several processes. See
 * share_moves.c. */
#ifndef TREY_EXACT_SHARE_SHARE_MOVES_H
#define TREY_EXACT_SHARE_SHARE_MOVES_H

#include "exact/share/local_scan.h"
#include "exact/share/share.h"

enum {
    /* Max. keys of a batch of boards, and of a batch of after-states. */
    TREY_SLIDE_KEYS = 4 * TREY_BATCH,
    TREY_SPAWN_KEYS = TREY_HINTS * TREY_BATCH * TREY_EXACT_MAX_CELLS,
};

/* The draws of a slot; a tag is an index here. */
struct trey_draws {
    unsigned count;
    const struct trey_draw *draw[TREY_HINTS];
    unsigned column[TREY_HINTS];
};

void trey_draws_of(const struct trey_slot *slot, struct trey_draws *draws);

/* As trey_after_states_list, for all processes: each receives the after-states that it
 * owns. Collective. */
void trey_share_slides(struct trey_share *share, const struct trey_frame *frame,
                       struct trey_slide_log *slid);

/* Adds the boards that follow from these after-states to the open frames of their owners.
 * Collective. */
void trey_share_spawns(struct trey_share *share, const struct trey_frame *frame);

/* Scans the after-states of a layer, edge by edge. */
struct trey_after_scan {
    unsigned edge;
    size_t at; /* place of the next batch in its set */
    struct trey_local_scan scan;
};

void trey_after_scan_begin(struct trey_after_scan *scan, const struct trey_share *share,
                           const struct trey_frame *frame);

/* Stores the next batch of boards, all of one edge, sets *edge, and sets *from to the
 * place of the first board. Returns the number of boards, 0 at the end. */
size_t trey_after_scan_next(struct trey_after_scan *scan, const struct trey_share *share,
                            const struct trey_frame *frame, trey_board *boards,
                            unsigned *edge, size_t *from);

#endif
