/* trey/eval.h - evaluators: static evaluation of boards for searches.
 *
 * An evaluator returns a number for a board; higher is better. The board is one in which
 * a tile has just spawned and whose next hint is not drawn yet. Networks of 2048 are
 * different: they evaluate after-states, before the next tile spawns.
 *
 * Values have a scale of their own or are *points*: the expected final score in Threes!,
 * the points still to come in 2048. Networks of Threes! may use the tile-sum objective
 * instead: the expected final sum of the tiles, which measures how long games last
 * (trey/learn.h). They order boards by it, and the values that they report, here and in
 * searches, are approximate points. docs/formats/network.md has the formula. */
#ifndef TREY_EVAL_H
#define TREY_EVAL_H

#include "trey/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An evaluator. Immutable; any number of threads may share one. */
struct trey_evaluator;

/* Tiles that an evaluator is for, by slide rule. */
enum trey_eval_family {
    TREY_EVAL_THREES = TREY_SLIDE_THREES, /* ranks of board.h */
    TREY_EVAL_2048 = TREY_SLIDE_2048,     /* rank r is the tile 2^r */
};

/* Family of the tiles of a rule set. */
TREY_API enum trey_eval_family trey_eval_family_of(const struct trey_rules *rules);

/* Makes the evaluator of a greedy player: in Threes! the board's score, in 2048 zero. A
 * search to the end of the game then gives exact values. */
TREY_API enum trey_status trey_evaluator_points(struct trey_shape shape,
                                                enum trey_eval_family family,
                                                struct trey_evaluator **evaluator,
                                                struct trey_error *error);

/* Name of the strongest evaluator for such boards that can be loaded: "network" or
 * "network-small" if trey's network file of that name is found, otherwise "heuristic".
 * The file is searched in this order:
 *     1. the directory in the environment variable TREY_NETWORKS
 *     2. share/trey in the directory of the shared library, or in one of the two above it
 *     3. the same for the running program
 *     4. the data directory fixed when trey was compiled, PREFIX/share/trey
 * A static string. Thread-safe as long as no thread changes the environment. */
TREY_API const char *trey_evaluator_default(struct trey_shape shape,
                                            enum trey_eval_family family);

/* Makes an evaluator by name: "heuristic", "points", "network", "network-small" (a
 * shipped one for little memory), "network:FILE", or "default", see above. "default" is
 * the heuristic if a network is shipped for the boards but its file is not found;
 * trey_evaluator_warning reports this. TREY_ERR_ARGUMENT for an unknown name, and for
 * "network" and "network-small" if trey ships none for such boards; TREY_ERR_IO if it
 * does but the file is not found, with the directories searched in *error; TREY_ERR_LIMIT
 * without zstd; other errors of reading the file. *evaluator belongs to the caller, for
 * trey_evaluator_free. Only `error` may be NULL. */
TREY_API enum trey_status trey_evaluator_named(const char *name, struct trey_shape shape,
                                               enum trey_eval_family family,
                                               struct trey_evaluator **evaluator,
                                               struct trey_error *error);

/* Names that trey_evaluator_named accepts, except "default": index 0, 1, ... NULL after
 * the last. Thread-safe. */
TREY_API const char *trey_evaluator_name_at(int index);

/* Name of an evaluator: the one it was made by, or, for "default", the one chosen;
 * "network" for trey_evaluator_from_bytes, "own" for trey_evaluator_custom. Valid as long
 * as the evaluator, which must not be NULL. Thread-safe. */
TREY_API const char *trey_evaluator_name(const struct trey_evaluator *evaluator);

/* Warning about an evaluator for its user: an English phrase that begins with a small
 * letter and continues "NAME: "; NULL if there is none. Reports a heuristic that
 * "default" chose because the network's file is missing, and results of
 * trey_evaluator_untrained for the stages used so far: call it after loading and again
 * after use, and print the first answer. Each stage is checked once, so later calls are
 * cheap. Valid as long as the evaluator, which must not be NULL. Thread-safe. */
TREY_API const char *trey_evaluator_warning(const struct trey_evaluator *evaluator);

/* Maximum of `gather` below. */
#define TREY_EVAL_MAX_GATHER ((size_t)1 << 24)

/* An evaluation function of the caller: either `value` returns the value of a board, or
 * `values` stores those of many boards, values[i] for boards[i]. Both are called with
 * `context`, from all threads of a search at once, and must always return the same finite
 * number for a board. If `points` is true, the values are points, as defined above;
 * otherwise a board without a legal move has the value `lost`, and one that wins by its
 * top tile has `won`. `context` must outlive the evaluator.
 *
 * With `values`, a search calls it with the boards after one move, a few to some dozens.
 * If `gather` is not 0, a search visits all leaves of a depth, calls `values` once with
 * those that are not known yet, and searches the depth again with their values; this is
 * for evaluations whose calls are expensive. The evaluator then stores up to `gather`
 * boards (1..TREY_EVAL_MAX_GATHER), 20 bytes each. It is not thread-safe; searches,
 * odds, reviews and self-play with it ignore the option for threads and use one. The
 * result of a search to a given depth does not change; a budget also pays for the
 * repeated passes.
 *
 * An evaluation that fails may then return a NaN, which counts as 0 and is forgotten with
 * all other boards at the end of the depth. */
struct trey_evaluation {
    float (*value)(void *context, trey_board board);
    void *context;
    bool points;
    float lost, won;
    void (*values)(void *context, const trey_board *boards, size_t count, float *values);
    size_t gather;
};

/* Makes an evaluator from an evaluation function, for trey_evaluator_free.
 * TREY_ERR_ARGUMENT for an unsupported shape or family, for neither or both of `value`
 * and `values`, for `gather` without `values` or too large; TREY_ERR_MEMORY. */
TREY_API enum trey_status trey_evaluator_custom(struct trey_shape shape,
                                                enum trey_eval_family family,
                                                const struct trey_evaluation *evaluation,
                                                struct trey_evaluator **evaluator,
                                                struct trey_error *error);

/* Makes an evaluator from the bytes of a network file (trey_learner_export), for programs
 * without files. The bytes are copied; they define the shape and the family
 * (trey_evaluator_shape). TREY_ERR_INPUT if they are not a network or damaged (checksum);
 * TREY_ERR_LIMIT without zstd. On success *evaluator belongs to the caller, otherwise it
 * is unchanged. Only `error` may be NULL. */
TREY_API enum trey_status trey_evaluator_from_bytes(const void *bytes, size_t size_bytes,
                                                    struct trey_evaluator **evaluator,
                                                    struct trey_error *error);

/* Shape of the boards of an evaluator, which must not be NULL. Thread-safe. */
TREY_API struct trey_shape trey_evaluator_shape(const struct trey_evaluator *evaluator);

/* Family of the tiles of an evaluator, which must not be NULL. Thread-safe. */
TREY_API enum trey_eval_family
trey_evaluator_family(const struct trey_evaluator *evaluator);

/* Frees an evaluator that no search uses any more. NULL is allowed. */
TREY_API void trey_evaluator_free(struct trey_evaluator *evaluator);

/* Value of one board of the evaluator's shape, also if the game is over on it. A network
 * of 2048 that downgrades boards (trey train --downgrade) returns the value of the
 * downgraded board, as a search does. The evaluator must not be NULL. Thread-safe. */
TREY_API float trey_evaluator_value(const struct trey_evaluator *evaluator,
                                    trey_board board);

/* Values of many boards: values[i] is trey_evaluator_value of boards[i]. */
TREY_API void trey_evaluator_values(const struct trey_evaluator *evaluator,
                                    const trey_board *boards, size_t count,
                                    float *values);

/* True if the values are points. */
TREY_API bool trey_evaluator_counts_points(const struct trey_evaluator *evaluator);

#ifdef __cplusplus
}
#endif
#endif
