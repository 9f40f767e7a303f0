/* Saved games. A file of the user is replaced only if it holds exactly one game, and a
 * game that another process has saved meanwhile is never overwritten: the process
 * compares the identity, size and time of the file with those that it left. */
#include "state.h"

#include "base/error.h"
#include "extras/record/archive.h"
#include "line_reader.h"
#include "output_files.h"
#include "player_options.h"
#include "record_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- paths -----------------------------------------------------------------------------
 */

static char *join_path(const char *directory, const char *name, const char *end)
{
    size_t size = strlen(directory) + strlen(name) + strlen(end) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s/%s%s", directory, name, end);
    return path;
}

char *cli_state_path(const char *name, const char *end)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    const char *local = getenv("LOCALAPPDATA"); /* on Windows */
    char *directory = NULL;
    if (state != NULL && trey_os_is_absolute(state))
        directory = join_path(state, "trey", "");
    else if (home != NULL && trey_os_is_absolute(home))
        directory = join_path(home, ".local/state/trey", "");
    else if (local != NULL && trey_os_is_absolute(local))
        directory = join_path(local, "trey", "");
    else {
        errno = ENOENT;
        return NULL;
    }
    char *path = directory != NULL ? join_path(directory, name, end) : NULL;
    free(directory);
    if (path == NULL)
        errno = ENOMEM;
    return path;
}

/* Returns the errno of the last directory, because only that one must exist in the end.
 */
int cli_state_make(const char *path)
{
    char *part = strdup(path), *end = part;
    int failed = part == NULL ? ENOMEM : 0;
    while (end != NULL && (end = strchr(end + 1, '/')) != NULL) {
        *end = '\0';
        int why = trey_os_make_directory(part, true) == 0 || errno == EEXIST ? 0 : errno;
        if (why == 0 || failed == 0)
            failed = why;
        *end = '/';
    }
    free(part);
    return failed;
}

/* True if the file, to which the path may be a symbolic link, is in this directory.
 * `directory` is freed. */
static bool is_in_directory(const char *path, char *directory)
{
    struct trey_os_about here, there;
    char *file = trey_os_follow_links(path);
    const size_t length = file != NULL ? (size_t)(trey_os_name_of(file) - file) : 0;
    char *part = trey_os_copy_text(length > 0 ? file : ".", length > 0 ? length : 1);
    const bool same = part != NULL && directory != NULL &&
                      trey_os_describe(part, &here) &&
                      trey_os_describe(directory, &there) && here.directory &&
                      there.directory && trey_os_same_file(&here, &there);
    free(part);
    free(file);
    free(directory);
    return same;
}

/* --- the saved game --------------------------------------------------------------------
 */

/* All zero if the file is missing or not a regular file. */
static struct trey_os_about stamp_of(const char *path)
{
    struct trey_os_about stamp;
    if (!trey_os_describe(path, &stamp) || !stamp.regular)
        stamp = (struct trey_os_about){0};
    return stamp;
}

void cli_kept_open(struct cli_kept_game *kept, const char *file, const char *name)
{
    memset(kept, 0, sizeof *kept);
    kept->own = file == NULL;
    kept->path = file != NULL ? strdup(file) : cli_state_path(name, ".game");
    if (kept->path != NULL)
        kept->stamp = stamp_of(kept->path);
}

void cli_kept_clear(struct cli_kept_game *kept)
{
    free(kept->path);
    memset(kept, 0, sizeof *kept);
}

/* Number of lines that are not blank, at most two; *first is true if the first of them is
 * a record. A file that cannot be read to its end counts as one line without a record, so
 * that it is not mistaken for an empty file and replaced. */
static int count_games(FILE *file, bool *first)
{
    struct trey_rules rules;
    struct trey_error error;
    struct cli_line_reader reader = {.file = file, .max_bytes = CLI_MAX_RECORD_BYTES};
    int count = 0;
    if (trey_rules_named("window", &rules, NULL) != TREY_OK)
        return 0;
    while (count < 2 && cli_line_next(&reader)) {
        if (reader.line[strspn(reader.line, " \t\r")] == '\0' || ++count != 1)
            continue;
        struct trey_record record = {0};
        reader.line[strcspn(reader.line, "\r")] = '\0';
        *first = trey_record_parse(reader.line, &rules, &record, NULL) == TREY_OK ||
                 cli_is_course_record(reader.line); /* perhaps of other rules */
        trey_record_clear(&record);
    }
    if (cli_line_finish(&reader, &error) != TREY_OK) {
        count = 1;
        *first = false;
    }
    cli_line_clear(&reader);
    return count;
}

/* count_games for a path. A file that cannot be opened counts as one game: reading or
 * writing it reports the reason. */
static int count_games_of(const char *path, bool *first)
{
    struct trey_os_about about;
    *first = true;
    if (!trey_os_describe(path, &about) || !about.regular)
        return 0;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 1;
    int count = count_games(file, first);
    fclose(file);
    return count;
}

int cli_kept_check(const struct cli_kept_game *kept, bool force)
{
    bool first;
    if (kept->path == NULL)
        return cli_fail_text(NULL, "the game cannot be saved: neither HOME nor --file is "
                                   "given (--file /dev/null saves nothing)");
    int failed = kept->own ? cli_state_make(kept->path) : 0;
    if (failed != 0)
        return cli_fail_text(kept->path,
                             "cannot create its directory: %.100s; --file FILE saves the "
                             "game elsewhere",
                             strerror(failed));
    struct stat about;
    if (stat(kept->path, &about) == 0 && S_ISFIFO(about.st_mode))
        return cli_fail_text(kept->path, "is a FIFO, which cannot hold a game");
    if (cli_check_file(kept->path) != 0)
        return CLI_FAILED;
    if (kept->own || force)
        return 0;
    if (is_in_directory(kept->path, cli_archive_directory()))
        return cli_fail_text(kept->path,
                             "is a game of the archive and would be "
                             "overwritten; 'trey games N --export' copies it");
    if (count_games_of(kept->path, &first) < 2 && first)
        return 0;
    return cli_fail_text(kept->path, "%s",
                         first ? "contains several games and would be overwritten; "
                                 "--replay shows them, --force replaces them"
                               : "is not a game of trey and would be overwritten; "
                                 "--force replaces it");
}

bool cli_kept_is_game(const struct cli_kept_game *kept)
{
    bool first;
    return kept->path != NULL && count_games_of(kept->path, &first) == 1 && first;
}

char *cli_kept_read(const struct cli_kept_game *kept, bool *failed)
{
    char *line = NULL;
    bool first;
    *failed = false;
    if (kept->path == NULL || count_games_of(kept->path, &first) == 0)
        return NULL;
    *failed = cli_read_record_line(kept->path, 1, &line, NULL) != 0;
    return *failed ? NULL : line;
}

/* Writes a line; false with `message`. */
static bool write_line(const char *path, const char *line, char *message)
{
    struct trey_error error;
    if (cli_store_line(path, line, &error) == TREY_OK)
        return true;
    snprintf(message, CLI_KEPT_MESSAGE, "%.240s: %.240s", path, error.message);
    return false;
}

/* Saves the game beside its file, under the first free name, because another process has
 * written another game to the file. */
static enum cli_kept write_beside(struct cli_kept_game *kept, const char *line,
                                  char *message)
{
    size_t size = strlen(kept->path) + 16;
    char *path = malloc(size);
    unsigned number = 2;
    for (; path != NULL; number++) {
        snprintf(path, size, "%s.%u", kept->path, number);
        if (!trey_os_exists(path))
            break;
    }
    if (path == NULL) {
        snprintf(message, CLI_KEPT_MESSAGE, "%s", trey_status_text(TREY_ERR_MEMORY));
        return CLI_NOT_KEPT;
    }
    if (!write_line(path, line, message)) {
        free(path);
        return CLI_NOT_KEPT;
    }
    snprintf(message, CLI_KEPT_MESSAGE,
             "%.200s: another game was saved there meanwhile; this one is in %.200s",
             kept->path, path);
    free(kept->path); /* used from now on */
    kept->path = path;
    kept->stamp = stamp_of(path);
    return CLI_KEPT_WARNED;
}

enum cli_kept cli_kept_write(struct cli_kept_game *kept, const char *line, char *message)
{
    if (kept->path == NULL) {
        snprintf(message, CLI_KEPT_MESSAGE, "no file for the game is available");
        return CLI_NOT_KEPT;
    }
    struct trey_os_about stamp = stamp_of(kept->path);
    if (!trey_os_unchanged(&stamp, &kept->stamp) && stamp.regular)
        return write_beside(kept, line, message);
    bool written = write_line(kept->path, line, message);
    /* Also on failure: the file may be renamed already but not safely on disk. */
    kept->stamp = stamp_of(kept->path);
    return written ? CLI_KEPT : CLI_NOT_KEPT;
}

bool cli_is_saved_game(const char *path)
{
    return is_in_directory(path, cli_archive_directory()) ||
           is_in_directory(path, cli_state_path("", ""));
}

bool cli_kept_is_in(const struct cli_kept_game *kept, const char *path)
{
    return cli_is_same_file(path, kept->path);
}

bool cli_kept_export(const char *path, const char *line, const char *player, bool force,
                     char *message)
{
    struct trey_error error;
    bool first, allowed = force || cli_may_replace(path, CLI_FILE_RECORDS, &error);
    if (allowed && !force && count_games_of(path, &first) > 1) {
        trey_fail(
            &error, TREY_ERR_IO, 0,
            "contains several games and would be overwritten; --force replaces them");
        allowed = false;
    }
    if (cli_is_same_file(path, cli_player_file(player))) {
        trey_fail(&error, TREY_ERR_IO, 0,
                  "is the player's file and would be overwritten");
        allowed = false;
    }
    if (allowed)
        return write_line(path, line, message);
    snprintf(message, CLI_KEPT_MESSAGE, "%.240s: %.240s", path, error.message);
    return false;
}

/* --- the archive -----------------------------------------------------------------------
 */

char *cli_archive_directory(void)
{
    return cli_state_path("games", "");
}

enum trey_status cli_archive_add(const char *line, uint64_t *number,
                                 struct trey_error *error)
{
    char *directory = cli_archive_directory(), *inside = NULL;
    enum trey_status status;
    if (directory != NULL)
        inside = join_path(directory, "", "");
    int failed = inside != NULL ? cli_state_make(inside) : 0;
    bool lacks_memory = directory == NULL ? errno == ENOMEM : inside == NULL;
    if (lacks_memory)
        status = cli_lacks_memory(error);
    else if (directory == NULL)
        status = trey_fail(error, TREY_ERR_IO, 0, CLI_NO_ARCHIVE);
    else if (failed != 0)
        status = trey_fail(error, TREY_ERR_IO, 0, "cannot create its directory: %.150s",
                           strerror(failed));
    else
        status = trey_archive_add(directory, line, number, error);
    free(inside);
    free(directory);
    return status;
}

/* True if the line is a record without moves. */
static bool is_unplayed(const char *line)
{
    struct trey_rules rules;
    struct trey_record record = {0};
    bool unplayed = trey_rules_named("window", &rules, NULL) == TREY_OK &&
                    trey_record_parse(line, &rules, &record, NULL) == TREY_OK &&
                    record.count == 0;
    trey_record_clear(&record);
    return unplayed;
}

enum trey_status cli_archive_kept(const char *line, uint64_t *number,
                                  struct trey_error *error)
{
    *number = 0;
    if (line == NULL || is_unplayed(line))
        return TREY_OK;
    return cli_archive_add(line, number, error);
}

char *cli_archive_find(const char *argument)
{
    struct stat about;
    char *directory, *path = NULL;
    size_t digits = strspn(argument, "0123456789");
    if (digits == 0 || digits > 15 || argument[digits] != '\0' ||
        stat(argument, &about) == 0) {
        path = strdup(argument);
        if (path == NULL)
            cli_fail_memory();
        return path;
    }
    directory = cli_archive_directory();
    if (directory == NULL) {
        if (errno == ENOMEM)
            cli_fail_memory();
        else
            cli_fail_text(argument,
                          "no such file, and no archive: neither XDG_STATE_HOME "
                          "nor HOME is set");
        return NULL;
    }
    if (trey_archive_path(directory, strtoull(argument, NULL, 10), &path, NULL) !=
        TREY_OK) {
        cli_fail_text(argument, "no such file, and no such game in the archive ('trey "
                                "games' lists them)");
        path = NULL;
    } else { /* copied, since the caller frees it by free() */
        char *copy = strdup(path);
        trey_free(path);
        path = copy;
        if (path == NULL)
            cli_fail_memory();
    }
    free(directory);
    return path;
}
