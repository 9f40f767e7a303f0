/* The session's inside: requests that wait, the one that is done, and what is remembered
 * between them. One file a group of commands; commands.c has the table of all. */
#ifndef TREY_ENGINE_SESSION_H
#define TREY_ENGINE_SESSION_H

#include "advise/average.h"
#include "engine/json.h"
#include "engine/words.h"
#include "trey/advise.h"
#include "trey/engine.h"
#include "trey/exact.h"
#include "trey/observed.h"
#include "trey/played.h"
#include "trey/record.h"
#include "trey/review.h"
#include "trey/sequence.h"

enum { TREY_ENGINE_PROTOCOL = 1 };
enum { TREY_ENGINE_NETWORKS = 8 }; /* that were given by their bytes */
enum { TREY_ENGINE_NAME_BYTES = 4096 };

/* A command: its name, how it is done, and when. */
struct trey_engine_command {
    const char *name;
    void (*act)(struct trey_engine *engine, char *rest); /* `rest`: behind the name */
    bool at_once;      /* when the line is handed in, before those that wait */
    bool in_uci;       /* answered in words */
    const char *words; /* that it takes, for `hello` and refusals */
};

/* NULL after the last. */
const struct trey_engine_command *trey_engine_command_at(size_t index);

/* Pixels that were passed alongside a line. */
struct trey_engine_pixel_bytes {
    uint8_t *data;
    size_t size_bytes, room;
};

/* A line that was handed in. */
struct trey_engine_request {
    struct trey_engine_request *next;
    const struct trey_engine_command *command; /* NULL: unknown */
    uint64_t number;                           /* of all requests, from 1 */
    uint64_t line;                             /* in which it stood, from 1 */
    char tag[TREY_ENGINE_TAG_BYTES];           /* empty: none */
    char *rest;                                /* in text, behind the command */
    struct trey_engine_pixel_bytes pixels;     /* of a `picture` request */
    char text[];
};

/* Work that goes on over several steps. */
struct trey_engine_job {
    /* Works until about `end_s` of the monotonic clock; false when the last line of the
     * answer was said. */
    bool (*step)(struct trey_engine *engine, double end_s);
    void *state;                /* for free() */
    void (*clear)(void *state); /* before that; NULL: nothing to do */
};

/* What values positions: an evaluation and a search, kept while rules and player stay. */
struct trey_engine_thinker {
    struct trey_rules rules;
    const struct trey_evaluator *evaluator;
    struct trey_evaluator *own; /* the same, unless it was given */
    struct trey_search *search;
    bool points;    /* its values are points */
    bool warned;    /* trey_evaluator_warning was reported */
    bool unbounded; /* the search that runs has no limit of its own */
};

/* A game played elsewhere: see elsewhere.c. */
struct trey_engine_elsewhere;

enum trey_engine_kind { TREY_NO_GAME, TREY_GAME_HERE, TREY_GAME_ELSEWHERE };

/* The game. One that is played here is `states`, before slide 0, 1, ..., and the record
 * of its slides; those from `at` on were undone. */
struct trey_engine_game {
    enum trey_engine_kind kind;
    struct trey_record record;
    struct trey_game *states; /* record.count + 1 of them */
    size_t room, at;
    bool open_next; /* the hint of state 0 is not known; the first slide draws it */
    struct trey_engine_elsewhere *elsewhere;
};

struct trey_engine {
    struct trey_engine_options options;
    char player[TREY_ENGINE_NAME_BYTES];
    trey_engine_say_fn say;
    void *say_context;

    struct trey_engine_request *first, **last; /* that wait */
    size_t queue_bytes;
    uint64_t lines, requests; /* handed in so far */
    uint64_t stopped;         /* requests up to this number are to stop */
    bool finishing, ended;
    struct trey_cancel cancel;             /* raised for the request that is done */
    struct trey_engine_pixel_bytes pixels; /* for the next `picture` request */
    size_t pixel_bytes;                    /* of requests that wait */

    struct trey_engine_request *now; /* the request that is done */
    bool answered;                   /* its last line was said */
    double told_s;                   /* when its last line of progress was due */
    struct trey_engine_job job;      /* of it; step NULL: none */
    struct trey_text line;           /* the answer being built */

    struct trey_engine_thinker thinker;
    struct trey_evaluator *networks[TREY_ENGINE_NETWORKS]; /* given; NULL behind them */
    bool placed;                                           /* by `position` */
    struct trey_view view;
    struct trey_engine_game game;
    struct trey_observed observed; /* the followed game, as `seen` reconstructs it */
    struct trey_rules rules;       /* of the next `new` */
    uint64_t games;                /* begun without a seed */
    struct trey_sequence *sequence;
    struct trey_exact *exact;
    struct trey_rules exact_rules;
    struct trey_played *played; /* the same of Threes! as people play it; NULL: none */
    struct trey_rules played_rules;
};

/* --- answers (answer.c) ----------------------------------------------------------------
 */

/* A line in words. */
__attribute__((format(printf, 2, 3))) void trey_engine_words(struct trey_engine *engine,
                                                             const char *format, ...);

/* Begins a JSON line of the answer, `more` to come after it; members are added to the
 * text, and trey_answer_say says the line. */
struct trey_text *trey_answer(struct trey_engine *engine, bool more);
void trey_answer_say(struct trey_engine *engine);

/* The last line of a request that cannot be done: `key` of the manual's table. */
__attribute__((format(printf, 3, 4))) void
trey_refuse(struct trey_engine *engine, const char *key, const char *format, ...);

/* The same with what a function of the library said. */
void trey_refuse_error(struct trey_engine *engine, const struct trey_error *error);

/* ... because the words are not those that the command takes. */
void trey_refuse_usage(struct trey_engine *engine);

/* True, after a refusal, if there are words left. */
bool trey_refuse_more(struct trey_engine *engine, char *rest);

/* --- work (engine.c) -------------------------------------------------------------------
 */

/* The request goes on as a job; `state` becomes the engine's. */
void trey_engine_work(struct trey_engine *engine,
                      bool (*step)(struct trey_engine *, double), void *state);

/* For work that is not cut into slices, again and again: looks for lines. True, a few
 * times a second, if it is time for a line about the progress. */
bool trey_engine_look_up(struct trey_engine *engine);

/* A line came that memory was too short for: it is counted, and answered by an error with
 * the tag that `start`, its first bytes, may have. */
void trey_engine_lose_line(struct trey_engine *engine, const char *start,
                           size_t size_bytes);

/* An answer that cannot wait, to the request `now` that is done at once: the answer under
 * way is left alone. `key` is NULL, and `bytes` a member, or the key to refuse it by. */
void trey_engine_answer_now(struct trey_engine *engine, const char *key,
                            const char *message, uint64_t bytes);

/* Whether the request that is done is to stop. */
bool trey_engine_stopping(const struct trey_engine *engine);

/* --- solved games (tables.c) -----------------------------------------------------------
 */

/* The solution of a game: what the session has solved, else a table that it was given;
 * NULL if there is none. */
const struct trey_exact *trey_engine_solved(const struct trey_engine *engine,
                                            const struct trey_rules *rules);

/* A solution that `solve` reports. */
struct trey_engine_solution {
    const struct trey_rules *rules;
    uint64_t boards, states;
    double root; /* expected score of a game */
    bool all;    /* it has the values of all boards, not only of those of best play */
    unsigned end_rank; /* making a tile of this rank ends the game; 0: as in the rules */
    uint64_t bytes;
    double seconds;
};

/* Answers `solve` with a line of progress, at intervals: `done` is a share from 0 to 1.
 */
void trey_engine_tell_solving(struct trey_engine *engine, double done, double seconds);

/* Answers `solve` with its last line. */
void trey_engine_tell_solved(struct trey_engine *engine,
                             const struct trey_engine_solution *solution);

/* --- Threes! with its deck (played.c) --------------------------------------------------
 */

/* Solves the game for the request `solve`, and answers it. The game ends when a tile of
 * end_rank is made; 0: as the rules have it. */
void trey_engine_solve_played(struct trey_engine *engine, const struct trey_rules *rules,
                              unsigned end_rank);

/* Answers `exact` for the view; false if its game was not solved. */
bool trey_engine_exact_played(struct trey_engine *engine, const struct trey_view *view);

/* Adds `rules`, with commas. */
void trey_engine_tell_rules(struct trey_text *text, const struct trey_rules *rules);

/* --- thinking (think.c) ----------------------------------------------------------------
 */

/* Reads LIMITS. Words that are none are left: *rest stands before the first of them.
 * Without any, *limits is untouched. False, after a refusal, for a bad value. */
bool trey_engine_limits(struct trey_engine *engine, char **rest,
                        struct trey_search_limits *limits);

/* Sees to it that the rules can be thought about; false after a refusal. */
bool trey_engine_prepare(struct trey_engine *engine, const struct trey_rules *rules);

/* Begins to search a position of the rules prepared; false after a refusal. Its limits
 * are cut to the engine's bounds, and `cancel` is set. */
bool trey_engine_think(struct trey_engine *engine, const struct trey_view *view,
                       const struct trey_search_limits *limits);

/* As trey_engine_think, for a position whose deck or hint is unknown: values are averaged
 * over the cases of `guess`, which must not change until the search is done. */
bool trey_engine_think_about(struct trey_engine *engine, const struct trey_guess *guess,
                             const struct trey_search_limits *limits,
                             struct trey_average *average);

/* Goes on until about `end_s`; true if there is more to do. */
bool trey_engine_average_on(struct trey_engine *engine, struct trey_average *average,
                            double end_s, struct trey_search_result *result);
bool trey_engine_think_on(struct trey_engine *engine, double end_s,
                          struct trey_search_result *result);

/* The evaluation's warning the first time that there is one, else NULL. */
const char *trey_engine_new_warning(struct trey_engine *engine);

/* Adds the members `player` and, the first time that there is one, `warning`. */
void trey_engine_tell_player(struct trey_engine *engine, struct trey_text *text);

void trey_engine_forget_thinker(struct trey_engine *engine);

/* --- the game (game.c, elsewhere.c) ----------------------------------------------------
 */

/* What the player of the game may know now; false, after a refusal, if there is no game,
 * or if it waits to be told something. */
bool trey_engine_view(struct trey_engine *engine, struct trey_view *view);

/* The same with every deck that is possible where the deck is not known, and with every
 * hint where that is not known. */
bool trey_engine_guess(struct trey_engine *engine, struct trey_guess *guess);

/* Adds `decks`, the number of decks of a guess, and `hints`, its hints. */
void trey_engine_tell_cases(struct trey_text *text, const struct trey_guess *guess);

/* Words of a position: RULES BOARD [next HINT] [deck DECK] [score N] [moves N] and, if it
 * is not NULL, [seed N]. Without `next`, view->next is TREY_NEXT_HIDDEN and *shown false;
 * the view is checked if the hint is known. *rest stands before the first other word.
 * What is wrong is told in *error, with the key to refuse it by in *key. */
bool trey_engine_read_position(char **rest, struct trey_view *view, bool *shown,
                               uint64_t *seed, const char **key,
                               struct trey_error *error);

/* The members of the game's position, added to an answer. */
void trey_engine_tell_position(struct trey_engine *engine, struct trey_text *text);

/* `did`: a slide from `before`, and the tile that entered (cell -1: none). */
void trey_engine_tell_step(struct trey_text *text, const struct trey_view *before,
                           const struct trey_step *step, bool undone);

/* A slide in a game played here. *step receives what came of it; false for want of
 * memory, after a refusal. The slide must be legal. */
bool trey_engine_make_slide(struct trey_engine *engine, enum trey_direction direction);

/* The record of the game; NULL if there is none. */
const struct trey_record *trey_engine_record(const struct trey_engine *engine);

void trey_engine_clear_game(struct trey_engine_game *game);
void trey_engine_begin_here(struct trey_engine *engine, const struct trey_game *start,
                            uint64_t seed, uint64_t number);

/* --- a game played elsewhere (elsewhere.c) ---------------------------------------------
 */

bool trey_elsewhere_view(const struct trey_engine_elsewhere *game,
                         struct trey_view *view);
void trey_elsewhere_guess(const struct trey_engine_elsewhere *game,
                          struct trey_guess *guess);
void trey_elsewhere_tell(const struct trey_engine_elsewhere *game,
                         struct trey_text *text);
void trey_elsewhere_slide(struct trey_engine *engine, enum trey_direction direction);
void trey_elsewhere_travel(struct trey_engine *engine, bool forward, uint64_t count);
void trey_elsewhere_goto(struct trey_engine *engine, uint64_t moves);
const struct trey_record *trey_elsewhere_record(const struct trey_engine_elsewhere *game);
void trey_elsewhere_free(struct trey_engine_elsewhere *game);

/* Follows the game of a record, as if its moves had been entered one by one. Unless the
 * last hint was `shown`, the session then waits for it. False, with *error set and the
 * session's game unchanged, if the record contradicts itself or memory is out. */
bool trey_elsewhere_follow(struct trey_engine *engine, const struct trey_record *record,
                           bool shown, struct trey_error *error);

/* --- how tiles move (motion.c) ---------------------------------------------------------
 */

enum { TREY_MOTION_CELLS = 64 };

/* A board of any kind, as ranks. */
struct trey_motion_board {
    int rows, cols;
    uint8_t rank[TREY_MOTION_CELLS];
};

void trey_motion_of_board(struct trey_shape shape, trey_board board,
                          struct trey_motion_board *cells);

/* Adds `to` and `merges` of the slide that led from one board to the other; `far`: tiles
 * go as far as they can, else one step. */
void trey_motion_tell(struct trey_text *text, const struct trey_motion_board *before,
                      const struct trey_motion_board *after,
                      enum trey_direction direction, bool far);

/* Adds an array of tiles of a board by these rules. */
void trey_tell_board(struct trey_text *text, const char *key,
                     const struct trey_rules *rules, trey_board board);

/* Adds an array of the numbers of the set bits. */
void trey_tell_bits(struct trey_text *text, const char *key, unsigned bits);

/* Adds an array of the tiles of a set of ranks. */
void trey_tell_ranks(struct trey_text *text, const char *key,
                     const struct trey_rules *rules, unsigned ranks);

#endif
