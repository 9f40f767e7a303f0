/* The game of trey advise -i: its positions, for undo, saved to a file as a record after
 * each change. The possible decks are not stored: they follow from the start and the
 * moves. */
#ifndef TREY_CLI_ADVISE_GAME_H
#define TREY_CLI_ADVISE_GAME_H

#include "state.h"

/* A position and the move that led to it. */
struct cli_advised {
    struct trey_guess guess;
    struct trey_step step;
    bool start; /* first position of a game: `step` is unused */
};

/* Zero-initialise; clear at the end. */
struct cli_advise_game {
    struct cli_kept_game kept;
    struct cli_advised *positions; /* the last one is current */
    size_t count, room;
    char *previous;     /* game still in the file, as a line; NULL: none */
    const char *player; /* its file is never overwritten */
    bool force;
    bool unsaved; /* the last attempt to save failed */
    bool leaving; /* the user tried to leave and was warned that the game is unsaved */
    char message[CLI_KEPT_MESSAGE];
    char moved[CLI_KEPT_MESSAGE]; /* that the game is in another file; "" if not */
};

void cli_advise_clear(struct cli_advise_game *game);

/* Opens `file`, or if that is NULL the file for these rules in the state directory, and
 * reads its game into game->previous. Returns 0, or CLI_FAILED after a message if `file`
 * cannot hold the game. */
int cli_advise_open(struct cli_advise_game *game, const char *file, const char *player,
                    bool force, const struct trey_rules *rules);

/* Number of moves of the saved game; -1 if none can be resumed. `rules` (may be NULL)
 * receives its rules. */
long cli_advise_kept_moves(const struct cli_advise_game *game, struct trey_rules *rules);

/* Resumes the saved game with all its positions; false after a message. */
bool cli_advise_resume(struct cli_advise_game *game, const struct trey_rules *rules);

/* Adds a position and saves the game. `step` NULL starts a game; the previous one is
 * archived. Problems with saving are printed. False, after a message, if memory runs out.
 */
bool cli_advise_push(struct cli_advise_game *game, const struct trey_guess *guess,
                     const struct trey_step *step);

/* Removes the last position and saves the game. */
void cli_advise_undo(struct cli_advise_game *game);

/* Writes the game to another file and prints the result. */
void cli_advise_export(struct cli_advise_game *game, const char *path);

/* Called when the user leaves the game by `command`. The first time, an unsaved game
 * stays open: prints a message and returns false. */
bool cli_advise_leave(struct cli_advise_game *game, const char *command);

/* Ends the game at the end of input; an unsaved game is archived. Returns the exit
 * status. */
int cli_advise_end(struct cli_advise_game *game);

#endif
