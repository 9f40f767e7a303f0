/* The game of trey advise -i: its positions, from which moves can be taken back, kept in
 * a file as a record after each change. Decks that are possible are not in the record:
 * they follow from the start and the moves. */
#ifndef TREY_CLI_ADVISE_GAME_H
#define TREY_CLI_ADVISE_GAME_H

#include "state.h"

/* A position, and the move that led there. */
struct cli_advised {
    struct trey_guess guess;
    struct trey_step step;
    bool start; /* a game begins here: there is no step */
};

/* Zero-initialise; clear at the end. */
struct cli_advise_game {
    struct cli_kept_game kept;
    struct cli_advised *positions; /* the last is the present one */
    size_t count, room;
    char *previous; /* game that is kept there still, as a line; NULL: none */
    bool force;
    bool unsaved, leaving; /* the last try to save failed; the person was told so */
    char message[CLI_KEPT_MESSAGE];
};

void cli_advise_clear(struct cli_advise_game *game);

/* Finds the file, or if `file` is NULL that of the rules in the state directory, and
 * reads what is kept there into game->previous. A file that was named must be fit for it:
 * CLI_FAILED, after a message, if it is not. Else 0. */
int cli_advise_open(struct cli_advise_game *game, const char *file, bool force,
                    const struct trey_rules *rules);

/* The number of moves of the game kept, or -1 if there is none that can be resumed;
 * `rules`, if not NULL, receives its rules. */
long cli_advise_kept_moves(const struct cli_advise_game *game, struct trey_rules *rules);

/* Takes up the game kept, with all its positions; false after a message. */
bool cli_advise_resume(struct cli_advise_game *game, const struct trey_rules *rules);

/* Adds a position, or takes the last one back, and saves. `step` is NULL where a game
 * begins: the one before goes to the archive. Messages about saving are printed. False,
 * after a message, if there is no memory. */
bool cli_advise_push(struct cli_advise_game *game, const struct trey_guess *guess,
                     const struct trey_step *step);
void cli_advise_undo(struct cli_advise_game *game);

/* Writes the game to another file; prints what came of it. */
void cli_advise_export(struct cli_advise_game *game, const char *path);

/* The person leaves the game by this command. False, after a message, if the game is not
 * saved: it stays open; a second time it does not. */
bool cli_advise_leave(struct cli_advise_game *game, const char *command);

/* Input has ended: a game that is not saved goes to the archive. The exit status. */
int cli_advise_end(struct cli_advise_game *game);

#endif
