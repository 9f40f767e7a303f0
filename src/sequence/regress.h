/* Which boards can still lead to more than a score, found by going backwards from the end
 * of the list. A sure no for some, never a sure yes. */
#ifndef TREY_SEQUENCE_REGRESS_H
#define TREY_SEQUENCE_REGRESS_H

#include "sequence/multiset.h"
#include "sequence/pattern.h"

struct trey_regress;

/* For games of `longest_moves` moves at most, as trey_sequence_bound gives them. NULL
 * with TREY_OK where nothing can be said: tiles that sum to 12,288 or more, or no move.
 * The sequence must outlive it. */
enum trey_status trey_regress_new(const struct trey_sequence *sequence,
                                  size_t longest_moves, struct trey_regress **regress,
                                  struct trey_error *error);
void trey_regress_free(struct trey_regress *regress); /* NULL is taken */

/* What a regression may take. */
struct trey_regress_limits {
    size_t moves;      /* back from the end */
    size_t bytes;      /* of all layers */
    double deadline_s; /* by trey_clock_monotonic; 0: none */
    double cpu_s;      /* of the calling thread; 0: any */
    const struct trey_cancel *cancel;
    bool forth; /* and forth again, for trey_regress_reaches, for as long again */
};

/* Goes back from all ends that score above `score`, which is at least the start's; what
 * an earlier call found is dropped. *proved: no line of play scores above it, however it
 * goes. Limits end the work early, with what is known by then. Fails for want of memory
 * only. */
enum trey_status trey_regress_run(struct trey_regress *regress, uint64_t score,
                                  const struct trey_regress_limits *limits, bool *proved,
                                  struct trey_error *error);

/* The score of the last run, and the moves it went back; 0 before. */
uint64_t trey_regress_score(const struct trey_regress *regress);
size_t trey_regress_moves(const struct trey_regress *regress);

/* False only if no line of play that leads through this board after `moves` moves scores
 * above trey_regress_score. Any number of threads may ask while none runs. */
bool trey_regress_alive(const struct trey_regress *regress, size_t moves,
                        trey_bytes board);

/* Like it, but false also if no board of the deepest layer leads to this one, which is
 * known after a run that went forth. */
bool trey_regress_reaches(const struct trey_regress *regress, size_t moves,
                          trey_multiset set, trey_pattern pattern);
/* The same for any pattern. */
bool trey_regress_reaches_any(const struct trey_regress *regress, size_t moves,
                              trey_multiset set);

/* Whether trey_regress_alive can be false after so many moves. */
bool trey_regress_knows(const struct trey_regress *regress, size_t moves);

/* For tests and certificates: the multisets of the layer `back` moves before the end, and
 * the patterns of each with which it is alive (NULL: none). */
size_t trey_regress_layer(const struct trey_regress *regress, size_t back,
                          const trey_multiset **sets,
                          struct trey_pattern_set *const **patterns);

/* What else it knows of the game, for other regressions of it. Its sequence: */
const struct trey_sequence *trey_regress_game(const struct trey_regress *regress,
                                              size_t *longest_moves);

/* Whether a board after so many moves can cover so many lines. */
bool trey_regress_allows(const struct trey_regress *regress, size_t moves,
                         struct trey_cover cover);

/* The same for the boards of a pattern. */
static inline bool trey_regress_covers(const struct trey_regress *regress, size_t moves,
                                       trey_pattern pattern)
{
    return trey_regress_allows(regress, moves, trey_pattern_cover(pattern));
}

/* The query for all multisets with which a game may end above a score after so many
 * moves: of 16 tiles, unless these are the last moves. `found` is left to be set. */
struct trey_multiset_query trey_regress_ends(const struct trey_regress *regress,
                                             uint64_t score, size_t moves);

/* The largest score above `least` and below `most` with which a game may end; `least` if
 * there is none. */
uint64_t trey_regress_next_end(const struct trey_regress *regress, uint64_t least,
                               uint64_t most);

/* Whether no game ends above the score before so many moves, but at its start. */
bool trey_regress_no_earlier_end(const struct trey_regress *regress, uint64_t score,
                                 size_t moves);

#endif
