/* trey play: the game, shared by its two front ends, line mode and full screen. It knows
 * the rules only from the answers of its session (docs/formats/engine.md). */
#ifndef TREY_CLI_PLAY_H
#define TREY_CLI_PLAY_H

#include "player_options.h"
#include "rules_options.h"
#include "session.h"
#include "state.h"
#include "tile_colours.h"

struct cli_play_options {
    struct cli_rules_options rules;
    struct cli_player_options thinking;
    const char *player, *file, *replay;
    size_t game; /* number of the game to replay, from 1 */
    uint64_t seed;
    bool seeded, restart, plain, wasd, force;
    unsigned speed; /* moves per second */
    enum cli_palette palette;
};

/* Loads the evaluator in another thread, since a large network takes a while. */
struct cli_loader;
enum cli_loader_state { CLI_LOADER_IDLE, CLI_LOADER_LOADING, CLI_LOADER_READY };

/* `on_loaded`, which may be NULL, is called by the other thread after loading. Returns
 * NULL if memory runs out. */
struct cli_loader *cli_loader_new(const char *name, void (*on_loaded)(void));

/* Waits for the other thread. NULL is allowed. */
void cli_loader_free(struct cli_loader *loader);

/* Starts loading for these rules, unless it was started already. */
void cli_loader_begin(struct cli_loader *loader, const struct trey_rules *rules);

/* Starts loading if necessary and waits for it. */
void cli_loader_wait(struct cli_loader *loader, const struct trey_rules *rules);

enum cli_loader_state cli_loader_state(const struct cli_loader *loader);

/* For struct trey_engine_options: waits until loading is finished, or loads in this
 * thread if it was not started or the rules need another evaluator. */
enum trey_status cli_loader_evaluator(void *context, const char *name,
                                      struct trey_shape shape,
                                      enum trey_eval_family family,
                                      const struct trey_evaluator **evaluator,
                                      struct trey_error *error);

enum { CLI_PLAY_TAG = 16, CLI_PLAY_MESSAGE = CLI_KEPT_MESSAGE };

struct cli_play {
    const struct cli_play_options *options;
    struct cli_session *session;
    struct cli_loader *loader;
    struct trey_rules rules;
    char rules_text[TREY_RULES_TEXT];
    json_t *position; /* never NULL after cli_play_begin */
    json_t *advice;   /* the newest values; NULL: none yet */
    json_t *words;    /* facts about each move; NULL: not known yet */
    unsigned turn;    /* counts positions, to recognise advice for an earlier one */
    bool advise;      /* the user wants advice */
    bool advising;    /* advice was requested and is not finished */
    bool running;     /* the player plays */
    bool moving;      /* a move of the player was requested and is not finished */
    bool assisted; /* the player made moves, so that the score does not count as best */
    int newest;    /* cell of the newest tile, or -1 */
    unsigned speed;
    uint64_t best;
    struct cli_kept_game kept; /* file of the game */
    char *best_path;           /* file of best scores; NULL: none */
    bool changed;              /* the position differs from the one saved last */
    bool unsaved;              /* the last automatic save failed, and the user knows */
    double saved_s;            /* time of the last automatic save, monotonic clock */
    bool leaving;              /* the user was warned that the game is unsaved */
    uint64_t archived;         /* archive number of the game added last; 0: none */
    char message[CLI_PLAY_MESSAGE];
    char moved[CLI_PLAY_MESSAGE];   /* message that the game is in another file, or "" */
    char warning[CLI_PLAY_MESSAGE]; /* about the player, to be shown once, or "" */
};

/* --- the game: play_game.c -------------------------------------------------------------
 */

/* Resumes a saved game, starts a new one or a replay, as the options say. `on_loaded` as
 * for cli_loader_new. Returns 0, or CLI_FAILED after a message; cli_play_clear in any
 * case. */
int cli_play_begin(struct cli_play *play, const struct cli_play_options *options,
                   void (*on_loaded)(void));
void cli_play_clear(struct cli_play *play);

/* Stops the player and sends a request that changes the position: "slide L", "undo 2",
 * "new"... False, with play->message, if it is refused. */
bool cli_play_do(struct cli_play *play, const char *request);

/* Starts a new game with the same rules after archiving the current one and storing its
 * score; if that fails, false, with play->message and the game unchanged. */
bool cli_play_replace(struct cli_play *play);

/* Request advice, or the player's next move, if that is wanted and not requested yet. Do
 * nothing while the player is being loaded. */
void cli_play_advise(struct cli_play *play);
void cli_play_next_move(struct cli_play *play);

/* Stops the search for advice or for the player's move. */
void cli_play_stop(struct cli_play *play);

bool cli_play_over(const struct cli_play *play);

/* Quality of a move compared with the best one, 0 to 1, by the newest advice; negative if
 * the move is illegal. */
double cli_play_bar(const struct cli_play *play, char move);

/* Formats the distance of a move from the best one by the newest advice: in percent of
 * the points to come or, if values are not points, in the player's own unit. False if the
 * move is illegal. */
enum { CLI_PLAY_BEHIND_TEXT = 24 };
bool cli_play_behind(const struct cli_play *play, char move,
                     char text[CLI_PLAY_BEHIND_TEXT]);

/* Prints play->warning on standard error, once. */
void cli_play_warn(struct cli_play *play);

/* --- files: play_store.c ---------------------------------------------------------------
 */

/* Finds the files for these rules, reads the best score and checks that the game can be
 * saved. Returns 0, or CLI_FAILED after a message. */
int cli_play_find_files(struct cli_play *play);

/* Returns the saved game as a line, for free(), and sets play->assisted. NULL if there is
 * none or, with *failed, if it cannot be read. */
char *cli_play_read(struct cli_play *play, bool *failed);

/* Saves the game and the best score; a finished game is archived too. On a failure
 * play->message has the reason. */
enum cli_kept cli_play_save(struct cli_play *play);

/* Saves the game if its position has changed, so that nothing is lost if the process is
 * killed. While the player plays, at most once a second. A failure is reported once, by
 * play->message. */
void cli_play_autosave(struct cli_play *play);

/* Like cli_play_save, for a process that must end: a game that cannot be saved to its
 * file is archived. */
enum cli_kept cli_play_rescue(struct cli_play *play);

/* Stores the score if it is the best for these rules; false, with play->message, if it
 * cannot be written. */
bool cli_play_save_best(struct cli_play *play);

/* Archives the game because another one replaces it; false, with play->message, if that
 * fails. A game without moves is not archived. */
bool cli_play_archive(struct cli_play *play);

/* Saves before the user leaves. CLI_NOT_KEPT: the game stays open, and play->message ends
 * with `hint`. */
enum cli_kept cli_play_leave(struct cli_play *play, const char *hint);

/* Sets play->message, formatted as by printf. No argument may be a part of it. */
__attribute__((format(printf, 2, 3))) void cli_play_set_message(struct cli_play *play,
                                                                const char *format, ...);

/* Prints play->message as cli_fail does. */
int cli_play_fail(const struct cli_play *play);

/* Writes the game to another file; false, with play->message, on failure. */
bool cli_play_save_as(struct cli_play *play, const char *path);

/* --- front ends ------------------------------------------------------------------------
 */

/* Line mode: commands on standard input, text on standard output. Returns the exit
 * status.
 */
int cli_play_lines(const struct cli_play_options *options);

/* True if the full screen is available: false if trey was built without ncurses. */
bool cli_play_has_screen(void);

/* Full screen, or line mode if the terminal cannot be used. Returns the exit status. */
int cli_play_screen(const struct cli_play_options *options);

#endif
