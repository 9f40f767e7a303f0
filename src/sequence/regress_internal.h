/* Shared by the files of the coarse regression: regress.c runs it and answers queries,
 * backstep.c makes a layer from the one after it, regress_ends.c lists ends. */
#ifndef TREY_SEQUENCE_REGRESS_INTERNAL_H
#define TREY_SEQUENCE_REGRESS_INTERNAL_H

#include "sequence/regress_layer.h"

struct trey_regress {
    const struct trey_sequence *sequence;
    size_t last; /* moves of the longest game: layer k is after last - k moves */
    struct trey_pattern_tables *tables;
    struct trey_cover start_cover;
    size_t covered_from; /* moves, as of trey_covered_from */
    uint64_t score;      /* of the last run */
    bool ran;
    size_t depth; /* layers 0..depth are complete, if it ran */
    struct trey_regress_layer *layers;
    size_t layer_capacity;
    size_t bytes;       /* of all pattern sets */
    double cpu_start_s; /* of the run */
};

/* A step from layer `later`, after `moves` + 1 moves, to `earlier`, after `moves`. */
struct trey_backstep {
    struct trey_regress *regress;
    struct trey_regress_layer *later, *earlier;
    size_t moves;
    int tile;        /* rank of the tile that spawns between them */
    int tile_before; /* rank of the tile that spawned before it, 0: none */
    bool out_of_memory;

    /* Scratch for one multiset of `earlier`, by number of merges of a move: the patterns
     * that are alive after it, or in a forward pass the patterns that it leads to. */
    struct trey_pattern_set after[5];
    bool any_after[5]; /* after[i] is set */
    bool forward;
};

/* --- backstep.c -----------------------------------------------------------------------
 */

/* Lists the multisets of the earlier layer. False if it was cancelled. */
bool trey_backstep_list_sets(struct trey_backstep *step,
                             const struct trey_cancel *cancel);

/* Finds the patterns with which a set of the earlier layer is alive. */
void trey_backstep_find_alive(struct trey_backstep *step, size_t index);

/* Marks in the later layer what the moves of a set of the earlier one lead to. */
void trey_backstep_mark_reached(struct trey_backstep *step, size_t index);

/* --- regress_ends.c -------------------------------------------------------------------
 */

/* Adds the multisets with which a game can end above the score after `moves` moves. False
 * if out of memory (*out_of_memory is set), or if they cannot be listed within limits. */
bool trey_regress_add_ends(const struct trey_regress *regress, size_t moves,
                           struct trey_regress_layer *layer, bool *out_of_memory);

#endif
