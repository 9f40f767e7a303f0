/* What several ranks hold of one solution. Each has a solver of its own, in whose frames,
 * sets and store are the boards that this rank has (solve/deal.h): local numbers. The
 * parts, each of which may use those before it: this, mail (keys and values between
 * ranks), scan, list (slides and entries), value (the backward pass's layer), keep
 * (files), passes, whole. */
#ifndef TREY_EXACT_SHARE_SHARE_H
#define TREY_EXACT_SHARE_SHARE_H

#include "exact/share/mail.h"
#include "exact/solve/solver.h"

/* Files of work that is kept; see keep.c. */
struct trey_keep {
    char *base;               /* beginning of their names; NULL: in memory */
    uint64_t serial;          /* of the states that were saved last; 0: none were */
    struct trey_solver **old; /* by rank: a run of other ranks, which is dealt again */
    unsigned olds;
    bool plain; /* that was one of trey_exact_new */
};

struct trey_share {
    struct trey_solver *solver;
    struct trey_ranks *ranks;
    struct trey_mail mail;
    struct trey_keep keep;
    uint64_t *boards; /* by slot, of all ranks together; in the backward pass */
    bool after_room;  /* for those of all layers: this run has counted them */
};

/* What a number of the slot in hand is for this rank: its own, or another's. */
static inline bool trey_share_has(const struct trey_share *share, uint32_t number,
                                  uint32_t *owner, uint32_t *local)
{
    const struct trey_deal *deal = &share->solver->deal;
    uint32_t block = number >> TREY_DEAL_BITS, turn = trey_deal_turn(deal, block);
    *owner = block - turn * deal->count;
    *local = turn << TREY_DEAL_BITS | (number & (TREY_DEAL_NUMBERS - 1));
    return *owner == deal->rank;
}

#endif
