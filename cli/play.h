/* trey play: a game with a person, as its two faces, lines and screen, see it. All that
 * is known of rules is what the session answers. */
#ifndef TREY_CLI_PLAY_H
#define TREY_CLI_PLAY_H

#include "player_options.h"
#include "rules_options.h"
#include "session.h"
#include "state.h"
#include "tile_colours.h"

/* What the command line says. */
struct cli_play_options {
    struct cli_rules_options rules;
    struct cli_player_options thinking;
    const char *player, *file, *replay;
    size_t game; /* which of the file to replay, from 1 */
    uint64_t seed;
    bool seeded, restart, plain, wasd, force;
    unsigned speed; /* slides a second */
    enum cli_palette palette;
};

/* An evaluation that is loaded beside the game, since a large network takes a while. */
struct cli_mind;
enum cli_mind_state { CLI_MIND_IDLE, CLI_MIND_LOADING, CLI_MIND_READY };

/* `woken` is called by another thread when what was begun is done. NULL: no memory. */
struct cli_mind *cli_mind_new(const char *name, void (*woken)(void));
void cli_mind_free(struct cli_mind *mind);
/* Begins to load for these rules if nothing was begun. */
void cli_mind_begin(struct cli_mind *mind, const struct trey_rules *rules);
/* Waits until it is loaded. */
void cli_mind_wait(struct cli_mind *mind, const struct trey_rules *rules);
enum cli_mind_state cli_mind_state(const struct cli_mind *mind);
/* For struct trey_engine_options: waits for what was begun, or loads it here. */
enum trey_status cli_mind_evaluator(void *context, const char *name,
                                    struct trey_shape shape, enum trey_eval_family family,
                                    const struct trey_evaluator **evaluator,
                                    struct trey_error *error);

enum { CLI_PLAY_TAG = 16, CLI_PLAY_MESSAGE = CLI_KEPT_MESSAGE };

struct cli_play {
    const struct cli_play_options *options;
    struct cli_session *session;
    struct cli_mind *mind;
    struct trey_rules rules;
    char rules_text[TREY_RULES_TEXT];
    json_t *position; /* never NULL once begun; see docs/formats/engine.md */
    json_t *advice;   /* the newest values; NULL: none yet */
    json_t *words;    /* what each slide does; NULL: not known yet */
    unsigned turn;    /* counts positions, so that late advice is known as such */
    bool advise;      /* is wanted */
    bool advising;    /* is asked for and not finished */
    bool running;     /* the player plays on */
    bool sliding;     /* is asked for a slide */
    bool assisted;    /* it has played in this game, whose score is no best then */
    int newest;       /* cell of the newest tile, or -1 */
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
    char moved[CLI_PLAY_MESSAGE];   /* the file is another one than at first; or empty */
    char warning[CLI_PLAY_MESSAGE]; /* about the player, to be shown once; or empty */
};

/* --- the game: play_game.c -------------------------------------------------------------
 */

/* Begins what the options say: a game kept, a new one, a replay. `woken` as of
 * cli_mind_new. 0, or CLI_FAILED after a message. */
int cli_play_begin(struct cli_play *play, const struct cli_play_options *options,
                   void (*woken)(void));
void cli_play_clear(struct cli_play *play);

/* Does a request that changes the position: "slide L", "undo 2", "new"...; what the
 * player was at is stopped first. False, with play->message, if it is refused. */
bool cli_play_do(struct cli_play *play, const char *request);

/* A new game of the same rules. */
bool cli_play_new(struct cli_play *play);

/* The same, after the current game is archived and its score stored; false, with
 * play->message and the game unchanged, if that fails. */
bool cli_play_replace(struct cli_play *play);

/* Asks for advice, or for the player's next slide, if that is wanted and not yet asked;
 * while the player is loaded, nothing. */
void cli_play_advise(struct cli_play *play);
void cli_play_slide_on(struct cli_play *play);
/* Ends advice and the player's slide. */
void cli_play_stop(struct cli_play *play);

bool cli_play_over(const struct cli_play *play);

/* How good a slide is beside the best, 0 to 1, by the newest advice; negative if it is
 * not legal. */
double cli_play_bar(const struct cli_play *play, char slide);

/* How far a slide is behind the best by the newest advice: in percent of the points still
 * to come, or, if values are not points, in the player's own unit. False if it is not
 * legal. */
enum { CLI_PLAY_BEHIND_TEXT = 24 };
bool cli_play_behind(const struct cli_play *play, char slide,
                     char text[CLI_PLAY_BEHIND_TEXT]);

/* Prints play->warning on standard error, once. */
void cli_play_warn(struct cli_play *play);

/* --- what is kept: play_store.c --------------------------------------------------------
 */

/* Finds the files for these rules, reads the best score and checks that the game can be
 * saved. Returns 0, or CLI_FAILED after a message. */
int cli_play_find_files(struct cli_play *play);
/* The game kept there as a line, for free(); NULL if there is none, or it cannot be read:
 * *failed then. `assisted` is read. */
char *cli_play_read(struct cli_play *play, bool *failed);
/* Saves the game and the best score; a finished game is archived too. On a failure
 * play->message has the reason. */
enum cli_kept cli_play_save(struct cli_play *play);
/* Saves the game if its position has changed, so that a program that is killed loses
 * nothing. While the player plays on, at most once a second. A failure is reported once,
 * by play->message. */
void cli_play_autosave(struct cli_play *play);
/* As cli_play_save, when the program must end: a game that cannot be saved to its file is
 * archived. */
enum cli_kept cli_play_rescue(struct cli_play *play);
/* Stores the score if it is the best of these rules; false, with play->message, if it
 * cannot be written. */
bool cli_play_save_best(struct cli_play *play);
/* Archives the game because another one replaces it; false, with play->message, if that
 * fails. A game without moves is not archived. */
bool cli_play_archive(struct cli_play *play);
/* Saves before the user leaves. CLI_NOT_KEPT: the game stays open, and the message says
 * so. */
enum cli_kept cli_play_leave(struct cli_play *play, const char *hint);
/* Prints play->message as cli_fail does. */
int cli_play_fail(const struct cli_play *play);
/* Writes the game to another file. */
bool cli_play_save_as(struct cli_play *play, const char *path);

/* --- the faces -------------------------------------------------------------------------
 */

/* Lines from standard input, text on standard output. */
int cli_play_lines(const struct cli_play_options *options);

/* The whole terminal; false if trey was built without ncurses. */
bool cli_play_has_screen(void);
int cli_play_screen(const struct cli_play_options *options);

#endif
