/* The functions of a learner that its parts share; its state is in
 * learn/learner_state.h. */
#ifndef TREY_LEARN_LEARNER_H
#define TREY_LEARN_LEARNER_H

#include "learn/learner_state.h"

/* The inner loops, for one kind of processor. All kinds give the same results, bit for
 * bit: sums are made in eight lanes, one per image of the board, which are then added
 * pairwise. */
struct trey_learn_kernels {
    /* Generates the moves of a board in this stage, finds their weights and prefetches
     * them: those of the afterstates if `rank` is 0, else those with a tile of that rank
     * in each spawn cell. */
    void (*generate_moves)(const struct trey_learner *learner, trey_board board,
                           int stage, unsigned rank, struct trey_learner_moves *moves);
    /* Finds the tuples' weights; sets neither stage nor deck. */
    void (*find_weights)(const struct trey_learner *learner, trey_board board,
                         struct trey_active_weights *weights);
    /* Returns the sum of the tuples' weights. */
    float (*sum_weights)(const struct trey_learner *learner,
                         const struct trey_active_weights *weights);
    /* Returns the sum over the cells of the tuples' weights with the tile there. */
    float (*sum_spawns)(const struct trey_learner *learner,
                        const struct trey_active_weights *weights, uint64_t cells,
                        unsigned rank);
    /* Finds the weights after the tile has spawned; does not set the deck. */
    void (*add_tile)(const struct trey_learner *learner,
                     const struct trey_active_weights *weights, int cell, unsigned rank,
                     struct trey_active_weights *spawned);
    /* Updates each weight by its rate times the error. */
    void (*update)(struct trey_learner *learner,
                   const struct trey_active_weights *weights, float error);
};

/* Kernels by kind. Kind 0 runs on any processor; NULL for kinds that this processor does
 * not support or that do not exist. */
enum { TREY_LEARN_KINDS = 2 };
const struct trey_learn_kernels *trey_learn_kernels(int kind);

/* Fills learner->tables from its tuples, mechanics and stages. */
void trey_kernel_tables_make(struct trey_learner *learner);

/* --- values and updates (choose.c) --------------------------------------------------
 */

/* Returns the value still to come of a position, in points or in tile sums. */
float trey_learner_value(const struct trey_learner *learner,
                         const struct trey_active_weights *weights);

/* Finds all weights of a position. */
void trey_learner_find_weights(const struct trey_learner *learner, trey_board board,
                               trey_deck deck, struct trey_active_weights *weights);

/* Finds all weights of a position with 1s and 2s swapped, on the board and in the
 * deck. */
void trey_learner_find_swapped(const struct trey_learner *learner, trey_board board,
                               trey_deck deck, struct trey_active_weights *weights);

/* Copies the weights and TC statistics of a position to those with 1s and 2s swapped. */
void trey_learner_copy_to_swapped(struct trey_learner *learner,
                                  const struct trey_active_weights *weights,
                                  const struct trey_active_weights *swapped);

/* Returns the best of the generated moves, and in *value the expected value of the
 * position under it; -1 and 0 if the game is over. */
int trey_learner_select_move(const struct trey_learner *learner,
                             const struct trey_view *view,
                             struct trey_learner_moves *moves, float *value);

/* Moves the value of a position towards `target`. */
void trey_learner_update(struct trey_learner *learner,
                         const struct trey_active_weights *weights, float target);

/* The learner's current weights as an evaluator, for the search of one thread. */
struct trey_live_evaluator {
    struct trey_evaluator base;
    const struct trey_learner *learner;
    struct trey_search
        *search; /* NULL at depth 1, which needs none; the caller frees it */
};
enum trey_status trey_live_evaluator_make(const struct trey_learner *learner,
                                          struct trey_live_evaluator *evaluator,
                                          struct trey_error *error);

/* Returns the best move by a search, as a bit 1 << direction; 0 if the game is over. */
unsigned trey_learner_search_move(struct trey_live_evaluator *evaluator,
                                  const struct trey_view *view);

/* --- episodes (play.c, starts.c) ----------------------------------------------------
 */

/* Plays a thread's episodes, one after the other, and learns from them, until `moves`
 * moves are made or `limit` games are counted. An unfinished episode is continued by the
 * next call. */
void trey_learner_play(struct trey_learner *learner,
                       struct trey_live_evaluator *evaluator, unsigned thread,
                       uint64_t moves, uint64_t limit);

/* Discards all episodes in progress and frees their memory. */
void trey_learner_discard_episodes(struct trey_learner *learner);

/* The sum of a board's tiles. */
uint64_t trey_learner_tile_sum(const struct trey_learner *learner, trey_board board);

static inline uint64_t trey_learner_tile(const struct trey_learner *learner, int rank)
{
    return trey_tile_rules[learner->mechanics.slide].tile[rank];
}

/* Draws a stored position, by a random number: spans are equally likely, and so are the
 * positions of a span. Returns false if there is none that can be played. */
bool trey_learner_draw_start(struct trey_learner *learner, uint64_t random,
                             struct trey_view *view);

/* --- export -------------------------------------------------------------------------
 */

static inline enum trey_eval_family
trey_learner_family(const struct trey_learner *learner)
{
    return trey_eval_family_of(&learner->options.rules);
}

static inline enum trey_eval_measure
trey_learner_measure(const struct trey_learner *learner)
{
    return learner->options.sums ? TREY_MEASURE_SUMS : TREY_MEASURE_POINTS;
}

/* Checks that the learner can be exported with these options; TREY_ERR_ARGUMENT if not.
 */
enum trey_status trey_learner_check_export(const struct trey_learner *learner,
                                           const struct trey_export_options *options,
                                           struct trey_error *error);

#endif
