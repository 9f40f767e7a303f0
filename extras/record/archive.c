/* The archive: a directory of files 000001.game, 000002.game, ...; the next number is the
 * largest plus one. A number is reserved by creating its empty file, which only one
 * process can do (O_EXCL); the complete record then replaces the empty file atomically.
 * So a process that is killed in between leaves an empty file, which is listed as
 * damaged, and never a partial record. */
#include "extras/record/archive.h"

#if !defined(__wasi__) || defined(TREY_WASI_FILES) /* the page has no directories */

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "os/os.h"
#include "trey/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MIN_DIGITS = 6, MAX_DIGITS = 15, MAX_FILE_BYTES = 1 << 24 };

static const char suffix[] = ".game";

/* Numbers of the archived games, in ascending order. */
struct numbers {
    uint64_t *list;
    size_t count;
};

/* --- names -------------------------------------------------------------------------- */

/* Number of the game in a file's name; 0 for other names. */
static uint64_t number_of_name(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    if (digits < MIN_DIGITS || digits > MAX_DIGITS ||
        strcmp(name + digits, suffix) != 0 || (digits > MIN_DIGITS && *name == '0'))
        return 0;
    return strtoull(name, NULL, 10);
}

static char *path_of_number(const char *directory, uint64_t number)
{
    size_t size = strlen(directory) + sizeof suffix + MAX_DIGITS + 8;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s/%0*" PRIu64 "%s", directory, MIN_DIGITS, number, suffix);
    return path;
}

static int compare_numbers(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Lists the numbers of a directory; a missing one has none. numbers->list is NULL on
 * failure. */
static enum trey_status read_numbers(const char *directory, struct numbers *numbers,
                                     struct trey_error *error)
{
    *numbers = (struct numbers){0};
    struct trey_directory files;
    enum trey_status status = trey_directory_list(directory, true, &files, error);
    if (status == TREY_ERR_IO && errno == ENOENT)
        return TREY_OK;
    if (status == TREY_ERR_IO)
        return trey_fail(error, status, 0, "cannot read the archive: %s",
                         strerror(errno));
    if (status == TREY_OK && files.count > 0) {
        numbers->list = malloc(files.count * sizeof *numbers->list);
        if (numbers->list == NULL)
            status = trey_fail_memory(error, files.count * sizeof *numbers->list);
    }
    for (size_t i = 0; status == TREY_OK && i < files.count; i++) {
        uint64_t number = number_of_name(files.names[i]);
        if (number != 0)
            numbers->list[numbers->count++] = number;
    }
    if (numbers->count > 0)
        qsort(numbers->list, numbers->count, sizeof *numbers->list, compare_numbers);
    assert(numbers->count < 2 || numbers->list[0] < numbers->list[numbers->count - 1]);
    trey_directory_clear(&files);
    return status;
}

/* --- reading ------------------------------------------------------------------------ */

/* Reads a game's file. *text is for free(); *written_ms receives the modification time in
 * ms since 1970. */
static enum trey_status read_game(const char *path, char **text, uint64_t *written_ms,
                                  struct trey_error *error)
{
    struct trey_os_about about;
    enum trey_status status = TREY_OK;
    int file = trey_os_open(path, TREY_OS_READ | TREY_OS_NO_WAIT);
    *text = NULL;
    if (file < 0 || !trey_os_describe_open(file, &about))
        status = trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno));
    else if (!about.regular || about.size_bytes > MAX_FILE_BYTES)
        status = trey_fail(error, TREY_ERR_INPUT, 0, "not a record of a game");
    size_t size = status == TREY_OK ? (size_t)about.size_bytes : 0, done = 0;
    if (status == TREY_OK && (*text = malloc(size + 1)) == NULL)
        status = trey_fail_memory(error, size + 1);
    for (ssize_t got = 1; status == TREY_OK && done < size && got != 0;) {
        got = read(file, *text + done, size - done);
        if (got > 0)
            done += (size_t)got;
        else if (got < 0 && errno != EINTR)
            status = trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno));
    }
    if (file >= 0)
        close(file);
    if (status != TREY_OK) {
        free(*text);
        *text = NULL;
        return status;
    }
    (*text)[done] = '\0';
    *written_ms = (uint64_t)(about.changed_ns / 1000000);
    return TREY_OK;
}

/* Sets rules, score, moves and largest tile from the record. */
static enum trey_status describe_record(char *text, struct trey_archive_game *game,
                                        struct trey_error *error)
{
    struct trey_rules rules;
    struct trey_record record = {0};
    struct trey_view end;
    if (text[strspn(text, " \t\r\n")] == '\0')
        return trey_fail(error, TREY_ERR_INPUT, 0, "the file is empty");
    enum trey_status status = trey_rules_named("window", &rules, error);
    text[strcspn(text, "\r\n")] = '\0';
    if (status == TREY_OK)
        status = trey_record_parse(text, &rules, &record, error);
    if (status == TREY_OK)
        status = trey_record_replay(&record, false, &end, error);
    if (status == TREY_OK) {
        game->rules = end.rules;
        game->score = end.score;
        game->moves = record.count;
        game->largest = trey_rules_largest(&end.rules, end.board);
        if (record.ended_ms != 0)
            game->ended_ms = record.ended_ms;
    }
    trey_record_clear(&record);
    return status;
}

/* Describes one game; fails only if memory runs out. */
static enum trey_status describe_game(const char *directory, uint64_t number,
                                      struct trey_archive_game *game,
                                      struct trey_error *error)
{
    struct trey_error problem = {0};
    char *text = NULL, *path = path_of_number(directory, number);
    if (path == NULL)
        return trey_fail_memory(error, strlen(directory));
    *game = (struct trey_archive_game){.number = number};
    enum trey_status status = read_game(path, &text, &game->ended_ms, &problem);
    if (status == TREY_OK)
        status = describe_record(text, game, &problem);
    free(text);
    free(path);
    if (status == TREY_ERR_MEMORY) {
        if (error != NULL)
            *error = problem;
        return status;
    }
    game->damaged = status != TREY_OK;
    if (game->damaged)
        memcpy(game->problem, problem.message, sizeof game->problem);
    return TREY_OK;
}

enum trey_status trey_archive_list(const char *directory,
                                   struct trey_archive_game **games, size_t *count,
                                   struct trey_error *error)
{
    struct numbers numbers;
    *games = NULL;
    *count = 0;
    enum trey_status status = read_numbers(directory, &numbers, error);
    if (status != TREY_OK || numbers.count == 0)
        return status;
    struct trey_archive_game *list = calloc(numbers.count, sizeof *list);
    if (list == NULL)
        status = trey_fail_memory(error, numbers.count * sizeof *list);
    for (size_t i = 0; i < numbers.count && status == TREY_OK; i++)
        status = describe_game(directory, numbers.list[i], &list[i], error);
    if (status == TREY_OK) {
        *games = list;
        *count = numbers.count;
    } else {
        free(list);
    }
    free(numbers.list);
    return status;
}

enum trey_status trey_archive_path(const char *directory, uint64_t number, char **path,
                                   struct trey_error *error)
{
    struct trey_os_about about;
    *path = path_of_number(directory, number);
    if (*path == NULL)
        return trey_fail_memory(error, strlen(directory));
    if (number > 0 && trey_os_describe(*path, &about) && about.regular)
        return TREY_OK; /* reading anything else might never end */
    free(*path);
    *path = NULL;
    return trey_fail(error, TREY_ERR_INPUT, 0, "game %" PRIu64 " is not in the archive",
                     number);
}

/* --- adding ------------------------------------------------------------------------- */

/* True if the file at `path` contains exactly this line. */
static bool holds_line(const char *path, const char *line)
{
    struct trey_os_about about;
    char *text;
    uint64_t written_ms;
    size_t size = strlen(line);
    if (!trey_os_describe(path, &about) || about.size_bytes != size + 1 ||
        read_game(path, &text, &written_ms, NULL) != TREY_OK)
        return false;
    bool same = strncmp(text, line, size) == 0 && strcmp(text + size, "\n") == 0;
    free(text);
    return same;
}

/* Number of the game with this line, or 0. Searches the newest games first, because a
 * game that is added twice is usually one of them. */
static uint64_t find_line(const char *directory, const struct numbers *numbers,
                          const char *line)
{
    for (size_t i = numbers->count; i-- > 0;) {
        char *path = path_of_number(directory, numbers->list[i]);
        bool found = path != NULL && holds_line(path, line);
        free(path);
        if (found)
            return numbers->list[i];
    }
    return 0;
}

/* Reserves the first free number from *number on; *path is its empty file. */
static enum trey_status reserve_number(const char *directory, uint64_t *number,
                                       char **path, struct trey_error *error)
{
    for (;; ++*number) {
        *path = path_of_number(directory, *number);
        if (*path == NULL)
            return trey_fail_memory(error, strlen(directory));
        int file = trey_os_open(*path, TREY_OS_WRITE | TREY_OS_NEW | TREY_OS_PRIVATE);
        if (file >= 0) {
            close(file);
            return TREY_OK;
        }
        int failure = errno;
        free(*path);
        if (failure != EEXIST)
            return trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s",
                             strerror(failure));
    }
}

/* Removes the oldest games to make space for one more. If one cannot be removed, the
 * archive is too large, but nothing is lost. */
static void remove_oldest(const char *directory, const struct numbers *numbers)
{
    for (size_t i = 0; i + TREY_ARCHIVE_MAX_GAMES <= numbers->count; i++) {
        char *path = path_of_number(directory, numbers->list[i]);
        if (path != NULL)
            unlink(path);
        free(path);
    }
}

static enum trey_status write_line(const char *path, const char *line,
                                   struct trey_error *error)
{
    size_t size = strlen(line);
    char *text = malloc(size + 1);
    if (text == NULL)
        return trey_fail_memory(error, size + 1);
    memcpy(text, line, size);
    text[size] = '\n';
    enum trey_status status = trey_file_write(path, text, size + 1, error);
    free(text);
    return status;
}

enum trey_status trey_archive_add(const char *directory, const char *line,
                                  uint64_t *number, struct trey_error *error)
{
    struct numbers numbers;
    char *path = NULL;
    enum trey_status status = read_numbers(directory, &numbers, error);
    if (status != TREY_OK)
        return status;
    uint64_t reserved = find_line(directory, &numbers, line);
    if (reserved == 0) {
        reserved = numbers.count > 0 ? numbers.list[numbers.count - 1] + 1 : 1;
        status = reserve_number(directory, &reserved, &path, error);
        if (status == TREY_OK) {
            status = write_line(path, line, error);
            if (status == TREY_OK)
                remove_oldest(directory, &numbers);
            else
                unlink(path);
            free(path);
        }
    }
    free(numbers.list);
    if (status == TREY_OK && number != NULL)
        *number = reserved;
    return status;
}

#endif
