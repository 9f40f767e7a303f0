/* Saved games in $XDG_STATE_HOME/trey (else ~/.local/state/trey): a game to continue for
 * each rule set and command, and the archive of finished and replaced games in `games/`.
 */
#ifndef TREY_CLI_STATE_H
#define TREY_CLI_STATE_H

#include "common.h"
#include "os/os.h"

/* Path of the file `name` with the suffix `end` in the state directory, for free(). NULL
 * if neither XDG_STATE_HOME nor HOME is set (errno ENOENT) or out of memory (ENOMEM). */
char *cli_state_path(const char *name, const char *end);

/* Creates all missing directories of a path. Returns 0 or an errno value. */
int cli_state_make(const char *path);

/* --- the saved game --------------------------------------------------------------------
 */

enum { CLI_KEPT_MESSAGE = 512 };

/* A file with one game, which this process rewrites after each change. */
struct cli_kept_game {
    char *path; /* NULL: no file is available */
    bool own;   /* in the state directory, which trey creates */
    struct trey_os_about
        stamp; /* state of the file as this process left it; zero: no file */
};

enum cli_kept {
    CLI_KEPT,        /* saved */
    CLI_KEPT_WARNED, /* saved elsewhere, or with a problem: see the message */
    CLI_NOT_KEPT     /* not saved: the message has the reason */
};

/* Uses `file` or, if that is NULL, NAME.game in the state directory. */
void cli_kept_open(struct cli_kept_game *kept, const char *file, const char *name);
void cli_kept_clear(struct cli_kept_game *kept);

/* Checks that a game can be saved: that a file is available and writable and, unless
 * `force`, that a file named by the user is new, not a regular file, or holds exactly one
 * game. Returns 0, or CLI_FAILED after a message. */
int cli_kept_check(const struct cli_kept_game *kept, bool force);

/* True if the file holds exactly one game. */
bool cli_kept_is_game(const struct cli_kept_game *kept);

/* Reads the game in the file as a line, for free(); NULL if there is none. *failed is
 * true, after a message, if the file cannot be read. */
char *cli_kept_read(const struct cli_kept_game *kept, bool *failed);

/* Replaces the file by a record (a line without its end). If another process has changed
 * the file meanwhile, the game goes to a new file in the same directory, which *kept uses
 * from then on. `message` has CLI_KEPT_MESSAGE bytes. */
enum cli_kept cli_kept_write(struct cli_kept_game *kept, const char *line, char *message);

/* True if the game is saved in this file. */
bool cli_kept_is_in(const struct cli_kept_game *kept, const char *path);

/* Writes a record to another file: with `force`, or if cli_may_replace allows it and the
 * file does not hold several games; never over the file of the player. False, with
 * `message`, on failure. */
bool cli_kept_export(const char *path, const char *line, const char *player, bool force,
                     char *message);

/* True if the file is in the state directory or in the archive, whose games commands
 * replace only with --force. */
bool cli_is_saved_game(const char *path);

/* --- the archive -----------------------------------------------------------------------
 */

#define CLI_NO_ARCHIVE "there is no archive: neither XDG_STATE_HOME nor HOME is set"

/* Directory of the archive, for free(); NULL as in cli_state_path. */
char *cli_archive_directory(void);

/* Adds a record (a line without its end) to the archive, which is created if needed. */
enum trey_status cli_archive_add(const char *line, uint64_t *number,
                                 struct trey_error *error);

/* Archives a saved game, given as `line` by cli_kept_read. NULL and games without moves
 * are ignored: *number is 0 then. */
enum trey_status cli_archive_kept(const char *line, uint64_t *number,
                                  struct trey_error *error);

/* Path for the argument GAME of a command, for free(): the file of that name or, if the
 * argument is a number and no such file exists, a game of the archive. NULL after a
 * message. */
char *cli_archive_find(const char *argument);

#endif
