/* Coarse regression: retrograde analysis from the end of the list. It proves for some
 * boards that no game through them scores above a threshold; it never proves that one
 * does. */
#ifndef TREY_SEQUENCE_REGRESS_H
#define TREY_SEQUENCE_REGRESS_H

#include "sequence/multiset.h"
#include "sequence/pattern.h"

struct trey_regress;

/* For games of at most `longest_moves` moves, as returned by trey_sequence_bound.
 * *regress is NULL with TREY_OK if no regression is possible: the tiles sum to 12,288 or
 * more, or there is no move. The sequence must outlive it. Fails if out of memory. */
enum trey_status trey_regress_new(const struct trey_sequence *sequence,
                                  size_t longest_moves, struct trey_regress **regress,
                                  struct trey_error *error);
void trey_regress_free(struct trey_regress *regress); /* accepts NULL */

/* Limits of a run. */
struct trey_regress_limits {
    size_t moves;      /* to go back from the end */
    size_t bytes;      /* of all layers */
    double deadline_s; /* by trey_clock_monotonic; 0: none */
    double cpu_s;      /* of the calling thread; 0: no limit */
    const struct trey_cancel *cancel;
    bool forward; /* then go forward, for trey_regress_reachable, for up to cpu_s again */
};

/* Goes back from all ends that score above `score`, which is at least the start's. The
 * results of earlier runs are dropped. Sets *proved if no game scores above `score`. If a
 * limit ends the run early, the layers made so far are kept. Fails only if out of memory.
 */
enum trey_status trey_regress_run(struct trey_regress *regress, uint64_t score,
                                  const struct trey_regress_limits *limits, bool *proved,
                                  struct trey_error *error);

/* Score of the last run, and the number of moves that it went back; 0 before. */
uint64_t trey_regress_score(const struct trey_regress *regress);
size_t trey_regress_moves(const struct trey_regress *regress);

/* False only if no game with this board after `moves` moves scores above
 * trey_regress_score. Thread-safe while no thread runs the regression. */
bool trey_regress_alive(const struct trey_regress *regress, size_t moves,
                        trey_bytes board);

/* trey_regress_alive for a pair of a multiset and a pattern, but also false if no pair
 * of the deepest layer leads to this one. True if the last run did not go forward. */
bool trey_regress_reachable(const struct trey_regress *regress, size_t moves,
                            trey_multiset set, trey_pattern pattern);
/* True if trey_regress_reachable is true for some pattern. */
bool trey_regress_set_reachable(const struct trey_regress *regress, size_t moves,
                                trey_multiset set);

/* True if the layer after this many moves is complete. Otherwise trey_regress_alive is
 * always true for it. */
bool trey_regress_has_layer(const struct trey_regress *regress, size_t moves);

/* For tests and certificates: the multisets of layer `back`, that many moves before the
 * end, and the patterns with which each is alive (NULL: none). Returns their number. */
size_t trey_regress_list_layer(const struct trey_regress *regress, size_t back,
                               const trey_multiset **sets,
                               struct trey_pattern_set *const **patterns);

/* --- for other regressions of the same game -------------------------------------------
 */

const struct trey_sequence *trey_regress_sequence(const struct trey_regress *regress,
                                                  size_t *longest_moves);

/* True if a board after this many moves can have this cover (docs/planner-proofs.md,
 * "The invariant of covered lines"). */
bool trey_regress_allows_cover(const struct trey_regress *regress, size_t moves,
                               struct trey_cover cover);

/* trey_regress_allows_cover for the boards with a pattern. */
static inline bool trey_regress_allows_pattern(const struct trey_regress *regress,
                                               size_t moves, trey_pattern pattern)
{
    return trey_regress_allows_cover(regress, moves, trey_pattern_cover(pattern));
}

/* The query for all multisets with which a game can end above a score after this many
 * moves: of 16 tiles, except after the last move. The caller sets `found`. */
struct trey_multiset_query trey_regress_end_query(const struct trey_regress *regress,
                                                  uint64_t score, size_t moves);

/* The largest score, between these two, with which a game may end; `above` if there is
 * none; `below` - 1 if listing the ends takes too long. */
uint64_t trey_regress_next_end(const struct trey_regress *regress, uint64_t above,
                               uint64_t below);

/* True if no game ends above the score after 1 to `moves` - 1 moves. */
bool trey_regress_no_earlier_end(const struct trey_regress *regress, uint64_t score,
                                 size_t moves);

#endif
