/* What the files of the coarse regression share: regress.c runs it and answers,
 * backstep.c makes a layer of the one after it, regress_ends.c lists ends. */
#ifndef TREY_SEQUENCE_REGRESS_INSIDE_H
#define TREY_SEQUENCE_REGRESS_INSIDE_H

#include "sequence/alive.h"

struct trey_regress {
    const struct trey_sequence *sequence;
    size_t last; /* moves of the longest game: layer k is after last - k moves */
    struct trey_pattern_tables *tables;
    struct trey_cover start_cover;
    size_t covered_from;
    uint64_t score;
    size_t depth; /* layers 0..depth are complete, if any */
    bool ran;
    struct trey_alive *layers;
    size_t layer_room, bytes;
    double cpu_start_s; /* of the run */
};

/* A step from layer `later`, after `moves` + 1 moves, to `earlier`, after `moves`. */
struct trey_backstep {
    struct trey_regress *regress;
    struct trey_alive *later, *earlier;
    size_t moves;
    int tile, tile_before; /* that enters between them, and the one before (0: none) */
    bool failed;

    /* For one multiset: patterns alive after a move with so many merges; or those that
     * its moves lead to. */
    struct trey_pattern_set after[5];
    bool any_after[5];
    bool reaching;
};

/* --- backstep.c -----------------------------------------------------------------------
 */

/* Lists the multisets of the earlier layer; false if it was cancelled. */
bool trey_backstep_list(struct trey_backstep *step, const struct trey_cancel *cancel);

/* Finds the patterns in which a set of the earlier layer is alive. */
void trey_backstep_revive(struct trey_backstep *step, size_t place);

/* Tells the later layer what the moves of a set of the earlier one lead to. */
void trey_backstep_reach(struct trey_backstep *step, size_t place);

/* --- regress_ends.c -------------------------------------------------------------------
 */

/* Adds the multisets with which a game may end after `moves` moves above the score. False
 * with *failed for want of memory, or without if they cannot be listed. */
bool trey_regress_put_ends(const struct trey_regress *regress, size_t moves,
                           struct trey_alive *layer, bool *failed);

#endif
