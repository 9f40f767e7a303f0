/* Functions that the files of the session share, by the file that defines them. */
#ifndef TREY_ENGINE_CALLS_H
#define TREY_ENGINE_CALLS_H

#include "advise/average.h"
#include "base/json.h"
#include "engine/session.h"
#include "trey/review.h"

/* Returns row `index` of the table of commands (commands.c), NULL after the last. */
const struct trey_engine_command *trey_engine_command_at(size_t index);

/* --- answers (answer.c) ----------------------------------------------------------------
 */

/* Sends a text line. */
__attribute__((format(printf, 2, 3))) void trey_engine_print(struct trey_engine *engine,
                                                             const char *format, ...);

/* Starts a JSON line of the answer; `more`: further lines follow it. The caller adds
 * members to the returned text, then trey_answer_send sends the line. */
struct trey_text *trey_answer(struct trey_engine *engine, bool more);
void trey_answer_send(struct trey_engine *engine);

/* Ends the request with an error line; `key` is one of docs/formats/engine.md. Returns
 * false, as do the two functions below, so that a function that has failed can return
 * their result. */
__attribute__((format(printf, 3, 4))) bool
trey_refuse(struct trey_engine *engine, const char *key, const char *format, ...);

/* Key of an error of a library function: "limit" or "value". */
const char *trey_error_key(const struct trey_error *error);

/* Ends the request with the error of a library function. */
bool trey_refuse_error(struct trey_engine *engine, const struct trey_error *error);

/* Ends the request with a usage error. */
bool trey_refuse_usage(struct trey_engine *engine);

/* Returns true after sending an error if arguments are left over. */
bool trey_refuse_more(struct trey_engine *engine, char *rest);

/* --- requests and jobs (engine.c) ------------------------------------------------------
 */

/* Continues the request as a job. The engine owns `state`. */
void trey_engine_start_job(struct trey_engine *engine,
                           bool (*step)(struct trey_engine *, double), void *state);

/* For work that is not sliced, to be called repeatedly: polls for input. Returns true a
 * few times a second, when a progress line is due. */
bool trey_engine_poll_input(struct trey_engine *engine);

/* Counts a line that did not fit in memory and sends an error for it, with the tag that
 * `start`, its first bytes, may contain. */
void trey_engine_reject_line(struct trey_engine *engine, const char *start,
                             size_t size_bytes);

/* Answers the immediate request `current` without touching the answer being built: with a
 * member `bytes` if `key` is NULL, else with an error. */
void trey_engine_answer_at_once(struct trey_engine *engine, const char *key,
                                const char *message, uint64_t bytes);

/* True if the current request must stop. */
bool trey_engine_stopping(const struct trey_engine *engine);

/* --- solved games (tables.c) -----------------------------------------------------------
 */

/* Returns the solution of a game: the one solved in the session, else a supplied table,
 * else NULL. */
const struct trey_exact *trey_engine_solved(const struct trey_engine *engine,
                                            const struct trey_rules *rules);

/* A solved game, as `solve` reports it. */
struct trey_engine_solution {
    const struct trey_rules *rules;
    uint64_t boards, states;
    double root; /* mean score of a game */
    bool all;    /* values of all boards are kept, not only those under best play */
    unsigned
        end_rank; /* making a tile of this rank ends the game; 0: default of the rules */
    uint64_t bytes;
    double seconds;
};

/* Sends a progress line of `solve` when one is due; `done` is a share from 0 to 1. */
void trey_engine_report_solving(struct trey_engine *engine, double done, double seconds);

/* Sends an error and returns true if the board has more cells than `solve` allows. */
bool trey_engine_refuse_large(struct trey_engine *engine, const struct trey_rules *rules,
                              int max_cells);

/* If `solve` was stopped or has failed, sends that and returns true. Otherwise sends
 * nothing and returns false. */
bool trey_engine_report_failure(struct trey_engine *engine, enum trey_status status,
                                const struct trey_error *error);

/* Sends the last line of `solve`. */
void trey_engine_report_solved(struct trey_engine *engine,
                               const struct trey_engine_solution *solution);

/* --- Threes! with its deck (played.c) --------------------------------------------------
 */

/* Runs and answers the request `solve`. Making a tile of end_rank ends the game; 0:
 * default of the rules. */
void trey_engine_solve_played(struct trey_engine *engine, const struct trey_rules *rules,
                              unsigned end_rank);

/* Answers `exact` for the view; returns false if its game is not solved. */
bool trey_engine_exact_played(struct trey_engine *engine, const struct trey_view *view);

/* Adds `rules`, separated by commas. */
void trey_engine_add_rules(struct trey_text *text, const struct trey_rules *rules);

/* --- searching (analyser.c) ------------------------------------------------------------
 */

/* Parses LIMITS into *limits, which is unchanged if there are none; *rest then starts at
 * the first other word. Returns false after sending an error for a bad value. */
bool trey_engine_read_limits(struct trey_engine *engine, char **rest,
                             struct trey_search_limits *limits);

/* Sets up the analyser for the rules. Returns false after sending an error. */
bool trey_engine_prepare_analyser(struct trey_engine *engine,
                                  const struct trey_rules *rules);

/* Starts the search of a position with the rules of the analyser, within the engine's
 * limits and with its cancel flag. Returns false after sending an error. */
bool trey_engine_search_begin(struct trey_engine *engine, const struct trey_view *view,
                              const struct trey_search_limits *limits);

/* trey_engine_search_begin for an unknown deck or hint: averages the values over the
 * cases of `guess`, which must stay unchanged until the search is complete. */
bool trey_engine_average_begin(struct trey_engine *engine, const struct trey_guess *guess,
                               const struct trey_search_limits *limits,
                               struct trey_average *average);

/* Continue until about `end_s`; return true while the search is incomplete. */
bool trey_engine_average_step(struct trey_engine *engine, struct trey_average *average,
                              double end_s, struct trey_search_result *result);
bool trey_engine_search_step(struct trey_engine *engine, double end_s,
                             struct trey_search_result *result);

/* Returns the evaluator's warning once, then NULL. */
const char *trey_engine_new_warning(struct trey_engine *engine);

/* Adds the members `player` and, once, `warning`. */
void trey_engine_add_player(struct trey_engine *engine, struct trey_text *text);

/* Releases the evaluator and the search. */
void trey_engine_drop_analyser(struct trey_engine *engine);

/* --- the game (hosted_game.c, follow.c, position.c) ------------------------------------
 */

/* Gets what the player of the game can see. Returns false after sending an error without
 * a game, or if a followed game awaits an input. */
bool trey_engine_get_view(struct trey_engine *engine, struct trey_view *view);

/* trey_engine_get_view with all possible decks and hints where they are unknown. */
bool trey_engine_get_guess(struct trey_engine *engine, struct trey_guess *guess);

/* Adds `decks`, the number of decks of a guess, and `hints`. */
void trey_engine_add_cases(struct trey_text *text, const struct trey_guess *guess);

/* Parses a position: RULES BOARD [next HINT] [deck DECK] [score N] [moves N] and, if
 * `seed` is not NULL, [seed N]. Without `next`, view->next is TREY_NEXT_HIDDEN and *shown
 * is false. The view is not checked. *rest then starts at the first other word.
 * Returns false with *error and its *key set. */
bool trey_engine_read_position(char **rest, struct trey_view *view, bool *shown,
                               uint64_t *seed, const char **key,
                               struct trey_error *error);

/* Adds the members of the game's position to an answer. */
void trey_engine_add_position(struct trey_engine *engine, struct trey_text *text);

/* Adds `did`: a move from `before`, and the tile that spawned (cell -1: none). */
void trey_engine_add_step(struct trey_text *text, const struct trey_view *before,
                          const struct trey_step *step, bool undone);

/* Makes a legal move in a hosted game. Returns false after sending an out-of-memory
 * error. */
bool trey_engine_make_move(struct trey_engine *engine, enum trey_direction direction);

/* Returns the record of the game, NULL if there is none. */
const struct trey_record *trey_engine_record(const struct trey_engine *engine);

/* Releases what the game owns, and makes it TREY_NO_GAME. */
void trey_engine_clear_game(struct trey_engine_game *game);

/* --- followed games (follow.c) ---------------------------------------------------------
 */

/* The follow session's parts of the functions above; free takes NULL. */
bool trey_follow_view(const struct trey_follow *follow, struct trey_view *view);
void trey_follow_guess(const struct trey_follow *follow, struct trey_guess *guess);
void trey_follow_add_position(const struct trey_follow *follow, struct trey_text *text);
void trey_follow_move(struct trey_engine *engine, enum trey_direction direction);
void trey_follow_undo_redo(struct trey_engine *engine, bool forward, uint64_t count);
void trey_follow_goto(struct trey_engine *engine, uint64_t moves);
const struct trey_record *trey_follow_record(const struct trey_follow *follow);
void trey_follow_free(struct trey_follow *follow);

/* Follows the game of a record, as if its moves had been entered one by one. Unless the
 * last hint was `shown`, the session then awaits it. Returns false, with *error set and
 * the session's game unchanged, if the record contradicts itself or memory is out. */
bool trey_follow_begin(struct trey_engine *engine, const struct trey_record *record,
                       bool shown, struct trey_error *error);

/* --- paths of tiles (motion.c, position.c) ---------------------------------------------
 */

enum { TREY_MOTION_CELLS = 64 };

/* A board of any size, as ranks. */
struct trey_motion_board {
    int rows, cols;
    uint8_t rank[TREY_MOTION_CELLS];
};

void trey_motion_of_board(struct trey_shape shape, trey_board board,
                          struct trey_motion_board *cells);

/* Adds `to` and `merges` of the move between two boards; `full`: tiles go as far as they
 * can, else one step. */
void trey_motion_add(struct trey_text *text, const struct trey_motion_board *before,
                     const struct trey_motion_board *after, enum trey_direction direction,
                     bool full);

/* Adds an array of the tiles of a board. */
void trey_add_board(struct trey_text *text, const char *key,
                    const struct trey_rules *rules, trey_board board);

/* Adds an array of the indices of the set bits. */
void trey_add_bits(struct trey_text *text, const char *key, unsigned bits);

/* Adds an array of the tiles of a set of ranks. */
void trey_add_ranks(struct trey_text *text, const char *key,
                    const struct trey_rules *rules, unsigned ranks);

#endif
