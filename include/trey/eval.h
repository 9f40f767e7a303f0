/* trey/eval.h - what a board is worth: evaluations that a search can be given.
 *
 * An evaluator returns a number for a board; more is better. The board is one in which a
 * tile has just spawned and whose next hint is not drawn yet. Networks of 2048 are
 * different: they evaluate the board after a move, before the next tile spawns.
 *
 * Values are either of a scale of their own, or *points*: the expected final score in
 * Threes!, the points still to come in 2048. Networks of Threes! may evaluate boards by
 * the sum that the tiles will come to instead, which measures how long games last
 * (trey/learn.h): they order boards by it, and the values that they report, here and by a
 * search, are about the points that go with it. docs/formats/network.md has the rule. */
#ifndef TREY_EVAL_H
#define TREY_EVAL_H

#include "trey/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Constant once made, so that any number of threads may share one. */
struct trey_evaluator;

/* The family of tiles that an evaluator is for: those of a rule of sliding. */
enum trey_eval_family {
    TREY_EVAL_THREES = TREY_SLIDE_THREES, /* ranks of board.h */
    TREY_EVAL_2048 = TREY_SLIDE_2048,     /* rank r is the tile 2^r */
};

/* The family of the tiles of a rule set. */
TREY_API enum trey_eval_family trey_eval_family_of(const struct trey_rules *rules);

/* The hand-made evaluation: tables of what a line of cells is worth, summed over rows and
 * columns. Takes about 1 MiB for 4x4, at most 2 MiB. Fails for want of memory or,
 * with TREY_ERR_ARGUMENT, for a shape or family that there is not. */
TREY_API enum trey_status trey_evaluator_heuristic(struct trey_shape shape,
                                                   enum trey_eval_family family,
                                                   struct trey_evaluator **evaluator,
                                                   struct trey_error *error);

/* Points on the board and nothing else, the evaluation of a greedy player: in Threes! the
 * board's score, in 2048 zero. A search to the end of the game then gives exact values.
 */
TREY_API enum trey_status trey_evaluator_points(struct trey_shape shape,
                                                enum trey_eval_family family,
                                                struct trey_evaluator **evaluator,
                                                struct trey_error *error);

/* Name of the strongest evaluator for such boards that can be loaded: "network" if trey's
 * network file for them is found, else "heuristic". The file is looked for in this order:
 *     1. the directory in the environment variable TREY_NETWORKS
 *     2. share/trey in the directory of the shared library, or in one of the two above it
 *     3. the same for the program that runs
 *     4. the data directory fixed when trey was compiled, PREFIX/share/trey
 * A static string. Thread-safe as long as no thread changes the environment. */
TREY_API const char *trey_evaluator_default(struct trey_shape shape,
                                            enum trey_eval_family family);

/* An evaluator by name: "heuristic", "points", "network", "network-small" (a shipped one
 * for little memory), "network:FILE", or "default", the one above. "default" is the
 * heuristic where a network is shipped for the boards but its file is not found; then
 * trey_evaluator_warning reports it. TREY_ERR_ARGUMENT for an unknown name, and for
 * "network" and "network-small" if trey ships none for such boards; TREY_ERR_IO if it
 * does and the file is not found, with the directories searched in *error; TREY_ERR_LIMIT
 * without zstd; other errors as the file is read. *evaluator is the caller's, for
 * trey_evaluator_free. Only `error` may be NULL. */
TREY_API enum trey_status trey_evaluator_named(const char *name, struct trey_shape shape,
                                               enum trey_eval_family family,
                                               struct trey_evaluator **evaluator,
                                               struct trey_error *error);

/* The names that trey_evaluator_named takes, besides "default": index 0, 1, ... NULL
 * after the last. Thread-safe. */
TREY_API const char *trey_evaluator_name_at(int index);

/* Name of an evaluator: the one it was made by, but what was chosen in place of
 * "default"; "network" for trey_evaluator_from_bytes, "own" for trey_evaluator_own. Valid
 * as long as the evaluator, which must not be NULL. Thread-safe. */
TREY_API const char *trey_evaluator_name(const struct trey_evaluator *evaluator);

/* Warning about an evaluator for its user, an English phrase that begins with a small
 * letter and continues "NAME: "; NULL if there is none. Reported are the heuristic that
 * "default" chose because the network's file is missing, and what trey_evaluator_doubt
 * finds in the stages used so far: ask after loading and again after use, and print the
 * first answer. Each stage is checked once, so that later calls are cheap. Valid as long
 * as the evaluator, which must not be NULL. Thread-safe. */
TREY_API const char *trey_evaluator_warning(const struct trey_evaluator *evaluator);

/* An evaluation of the caller's own. Either `value` returns the value of a board, or
 * `values` those of many: values[i] of boards[i]. Both are called with `context`, from
 * all threads of a search at once, and must always return the same finite number for a
 * board. If `points`, the values are points, as said above; else a board without a legal
 * slide is worth `lost` and one that wins by its top tile `won`, on the scale of the
 * values. `context` must outlive the evaluator.
 *
 * With `values` a search calls it for the boards after one slide at a time, a few to some
 * dozens. If `gather` is not 0, a search with one thread visits all leaves of a depth,
 * calls `values` once with those it does not know yet, and searches the depth again by
 * their values, for evaluations for which a call is expensive. The evaluator then
 * stores up to `gather` boards (1..TREY_EVAL_MAX_GATHER), 20 bytes each. It is not
 * thread-safe; a search with it uses one thread and ignores the option for threads. The
 * result of a search to a given depth does not change; a budget also pays for the
 * repeated passes.
 * An evaluation that fails may then return a NaN, which counts as 0 and is forgotten with
 * all other boards at the end of the depth. */
#define TREY_EVAL_MAX_GATHER ((size_t)1 << 24)
struct trey_evaluation {
    float (*value)(void *context, trey_board board);
    void *context;
    bool points;
    float lost, won;
    void (*values)(void *context, const trey_board *boards, size_t count, float *values);
    size_t gather;
};

/* Makes an evaluator of it, for trey_evaluator_free. TREY_ERR_ARGUMENT for a shape or
 * family that there is not, for neither or both of `value` and `values`, for `gather`
 * without `values` or too large; TREY_ERR_MEMORY. */
TREY_API enum trey_status trey_evaluator_own(struct trey_shape shape,
                                             enum trey_eval_family family,
                                             const struct trey_evaluation *evaluation,
                                             struct trey_evaluator **evaluator,
                                             struct trey_error *error);

/* The network in these bytes, those of a file that trey_learner_export wrote, for
 * programs without files. The bytes are copied; the boards and the family are what they
 * say (trey_evaluator_shape). TREY_ERR_INPUT if they are no network, or damaged, which
 * their checksum tells; TREY_ERR_LIMIT without zstd. On success *evaluator is the
 * caller's, else it is left alone. Only `error` may be NULL. */
TREY_API enum trey_status trey_evaluator_from_bytes(const void *bytes, size_t size_bytes,
                                                    struct trey_evaluator **evaluator,
                                                    struct trey_error *error);

/* The boards and the family that an evaluator is for. From any thread; not NULL. */
TREY_API struct trey_shape trey_evaluator_shape(const struct trey_evaluator *evaluator);
TREY_API enum trey_eval_family
trey_evaluator_family(const struct trey_evaluator *evaluator);

/* NULL is taken. No search may use it any more. */
TREY_API void trey_evaluator_free(struct trey_evaluator *evaluator);

/* Value of one board of the evaluator's shape, also if the game is over on it. A network
 * of 2048 that downgrades boards (trey train --downgrade) returns the value of the
 * downgraded board, as a search does. Thread-safe; not NULL. */
TREY_API float trey_evaluator_value(const struct trey_evaluator *evaluator,
                                    trey_board board);

/* The values of many boards, as trey_evaluator_value has them: values[i] of boards[i],
 * each of the evaluator's shape. */
TREY_API void trey_evaluator_values(const struct trey_evaluator *evaluator,
                                    const trey_board *boards, size_t count,
                                    float *values);

/* Reason why a network looks untrained: a static string; NULL if it looks trained or the
 * evaluator is not a network. Random boards of its stages are evaluated: of all stages if
 * `whole`, which unpacks them and may take a second, else of the stages used so far.
 * `evaluator` must not be NULL. Thread-safe. */
TREY_API const char *trey_evaluator_doubt(const struct trey_evaluator *evaluator,
                                          bool whole);

/* True if the values are points. */
TREY_API bool trey_evaluator_counts_points(const struct trey_evaluator *evaluator);

#ifdef __cplusplus
}
#endif
#endif
