/* What trey keeps of games between two runs, in $XDG_STATE_HOME/trey (else
 * ~/.local/state/trey): a game to continue for each rule set and command, and the archive
 * of finished and replaced games in `games/`. */
#ifndef TREY_CLI_STATE_H
#define TREY_CLI_STATE_H

#include "common.h"

#include <sys/stat.h>

/* The path of `name`, which ends with `end`, in the state directory, for free(); NULL if
 * neither XDG_STATE_HOME nor HOME says where that is (errno ENOENT), or memory is lacking
 * (ENOMEM). */
char *cli_state_path(const char *name, const char *end);

/* Makes the directories of a path, all that are missing. 0, or an errno. */
int cli_state_make(const char *path);

/* --- a game that is kept in a file -----------------------------------------------------
 */

enum { CLI_KEPT_MESSAGE = 512 };

/* A file that holds one game, which this process replaces again and again. */
struct cli_kept_game {
    char *path;        /* NULL: there is no place to keep a game */
    bool own;          /* in the state directory, whose directories are made */
    struct stat stamp; /* of what this process knows to be there; zero: nothing */
};

enum cli_kept {
    CLI_KEPT,        /* it is in its file */
    CLI_KEPT_WARNED, /* it is kept, but a message says where, or what else went wrong */
    CLI_NOT_KEPT     /* it is not; a message says why */
};

/* Uses `file`, or if that is NULL the file `name` in the state directory. */
void cli_kept_open(struct cli_kept_game *kept, const char *file, const char *name);
void cli_kept_clear(struct cli_kept_game *kept);

/* Checks that a game can be kept there: that there is a place, that it can be written,
 * and, unless `force`, that a file which the user named is new, no regular file, or holds
 * one game alone. Returns 0, or CLI_FAILED after a message. */
int cli_kept_check(const struct cli_kept_game *kept, bool force);

/* True if the file holds one game alone. */
bool cli_kept_is_game(const struct cli_kept_game *kept);

/* The game in the file as a line, for free(); NULL if there is none. *failed is set,
 * after a message, if it cannot be read. */
char *cli_kept_read(const struct cli_kept_game *kept, bool *failed);

/* Replaces what is kept by a record, a line without its end. If another process has
 * written the file meanwhile, the game goes to a new file beside it, which *kept stands
 * for from then on. `message` has CLI_KEPT_MESSAGE bytes. */
enum cli_kept cli_kept_write(struct cli_kept_game *kept, const char *line, char *message);

/* Writes a record to another file, under the rule of cli_check_output; false, with
 * `message`, if it cannot. */
bool cli_kept_export(const char *path, const char *line, bool force, char *message);

/* --- the archive -----------------------------------------------------------------------
 */

/* The directory of the archive, for free(); NULL as of cli_state_path. */
char *cli_archive_directory(void);

/* Adds a record, a line without its end, to the archive, which is made if need be. */
enum trey_status cli_archive_add(const char *line, uint64_t *number,
                                 struct trey_error *error);

/* Adds the game that a kept file holds, if one has begun there and `line`, what
 * cli_kept_read gave, is not NULL. *number is 0 if there was nothing to add. */
enum trey_status cli_archive_kept(const char *line, uint64_t *number,
                                  struct trey_error *error);

/* The path that the argument GAME of a command stands for, for free(): a file of that
 * name or, if the argument is a number and there is no such file, a game of the archive.
 * NULL after a message. */
char *cli_archive_find(const char *argument);

#endif
