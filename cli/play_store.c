/* What trey play keeps between two games, in $XDG_STATE_HOME/trey (else
 * ~/.local/state/trey): `RULES.game`, a record as in docs/formats/record.md, and
 * `best.json`, the best score by rules. A record that the player has helped with says so
 * by a member `assisted`. */
#include "play.h"
#include "record_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char *join(const char *folder, const char *name, const char *end)
{
    size_t size = strlen(folder) + strlen(name) + strlen(end) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s/%s%s", folder, name, end);
    return path;
}

/* The folder, not yet made; NULL if the system has no place for it. */
static char *state_folder(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state != NULL && state[0] == '/')
        return join(state, "trey", "");
    if (home != NULL && home[0] == '/')
        return join(home, ".local/state/trey", "");
    return NULL;
}

/* Makes the folders of a path, all that are missing. 0, or errno of the last of them, the
 * first that there had to be. */
static int make_folders(const char *path)
{
    char *part = strdup(path), *end = part;
    int failed = part == NULL ? ENOMEM : 0;
    while (end != NULL && (end = strchr(end + 1, '/')) != NULL) {
        *end = '\0';
        int why = mkdir(part, 0700) == 0 || errno == EEXIST ? 0 : errno;
        if (why == 0 || failed == 0)
            failed = why;
        *end = '/';
    }
    free(part);
    return failed;
}

/* What stands in a file: which it is and when it was written; all zero if there is none,
 * or if it is no regular file. */
static struct stat stamp_of(const char *path)
{
    struct stat stamp;
    if (stat(path, &stamp) != 0 || !S_ISREG(stamp.st_mode))
        memset(&stamp, 0, sizeof stamp);
    return stamp;
}

static bool same_stamp(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static json_t *read_best(const struct cli_play *play)
{
    json_t *all =
        play->best_path != NULL ? json_load_file(play->best_path, 0, NULL) : NULL;
    if (json_is_object(all))
        return all;
    json_decref(all);
    return json_object();
}

void cli_play_find_files(struct cli_play *play)
{
    char *folder = state_folder();
    if (folder != NULL) {
        play->best_path = join(folder, "best", ".json");
        if (play->options->file == NULL)
            play->path = join(folder, play->rules_text, ".game");
    }
    if (play->options->file != NULL)
        play->path = strdup(play->options->file);
    free(folder);
    if (play->path != NULL)
        play->stamp = stamp_of(play->path);
    json_t *all = read_best(play);
    long long best = cli_answer_number(all, play->rules_text);
    play->best = best > 0 ? (uint64_t)best : 0;
    json_decref(all);
}

char *cli_play_read(struct cli_play *play, bool *failed)
{
    struct stat about;
    char *line = NULL;
    *failed = false;
    if (play->path == NULL ||
        (stat(play->path, &about) != 0 && (errno == ENOENT || errno == ENOTDIR)))
        return NULL;
    if (cli_read_record_line(play->path, 1, &line, NULL) != 0) {
        *failed = true;
        return NULL;
    }
    json_t *record = json_loads(line, 0, NULL);
    play->assisted = json_is_true(json_object_get(record, "assisted"));
    json_decref(record);
    return line;
}

/* The number of lines that are not blank, up to two, of which *first says whether it is a
 * game on record. */
static int count_games(struct cli_play *play, FILE *file, bool *first)
{
    char *line = NULL;
    size_t room = 0;
    int count = 0;
    while (count < 2 && getline(&line, &room, file) >= 0) {
        if (line[strspn(line, " \t\r\n")] == '\0' || ++count != 1)
            continue;
        struct trey_record record = {0};
        line[strcspn(line, "\r\n")] = '\0';
        *first = trey_record_parse(line, &play->rules, &record, NULL) == TREY_OK;
        trey_record_clear(&record);
    }
    free(line);
    return count;
}

bool cli_play_may_keep(struct cli_play *play)
{
    struct stat about;
    bool first = true;
    if (play->options->file == NULL || play->path == NULL ||
        stat(play->path, &about) != 0 || !S_ISREG(about.st_mode))
        return true;
    FILE *file = fopen(play->path, "r");
    if (file == NULL)
        return true; /* reading or writing it says why */
    int count = count_games(play, file, &first);
    fclose(file);
    if (count < 2 && first)
        return true;
    snprintf(play->message, sizeof play->message, "%s",
             first ? "holds several games, and would be overwritten by one; --replay "
                     "watches them"
                   : "is no game of trey, and would be overwritten");
    return false;
}

/* Writes an object as a line; it is freed. */
static bool write_object(struct cli_play *play, const char *path, json_t *object)
{
    struct trey_error error = {0};
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;
    size_t size = text != NULL ? strlen(text) : 0;
    json_decref(object);
    if (text == NULL) {
        snprintf(play->message, sizeof play->message, "%s",
                 trey_status_text(TREY_ERR_MEMORY));
        return false;
    }
    text[size] = '\n'; /* in the place of the zero */
    int failed = 0;
    if (path == play->best_path || play->options->file == NULL)
        failed = make_folders(path);
    bool written =
        failed == 0 && trey_file_write(path, text, size + 1, &error) == TREY_OK;
    if (failed != 0)
        snprintf(play->message, sizeof play->message, "%s: cannot make its folder: %s",
                 path, strerror(failed));
    else if (!written)
        snprintf(play->message, sizeof play->message, "%s: %s", path, error.message);
    free(text);
    return written;
}

/* The game as a record. */
static json_t *record_of(struct cli_play *play)
{
    cli_play_stop(play);
    json_t *answer = cli_session_ask(play->session, "save");
    json_t *record = json_loads(cli_answer_text(answer, "record"), 0, NULL);
    if (record != NULL && play->assisted)
        json_object_set_new(record, "assisted", json_true());
    json_decref(answer);
    return record;
}

bool cli_play_save_as(struct cli_play *play, const char *path)
{
    return write_object(play, path, record_of(play));
}

static bool save_best(struct cli_play *play)
{
    long long score = cli_answer_number(play->position, "score");
    if (play->best_path == NULL || play->assisted || score <= 0 ||
        (uint64_t)score <= play->best)
        return true;
    play->best = (uint64_t)score;
    json_t *all = read_best(play);
    json_object_set_new(all, play->rules_text, json_integer((json_int_t)score));
    return write_object(play, play->best_path, all);
}

/* Another game was kept in the file since this one was begun, by a trey that plays at the
 * same time, say: this one goes beside it, to the first name that is free. False. */
static bool save_beside(struct cli_play *play)
{
    size_t size = strlen(play->path) + 16;
    char *path = malloc(size);
    struct stat there;
    unsigned number = 2;
    for (; path != NULL; number++) {
        snprintf(path, size, "%s.%u", play->path, number);
        if (lstat(path, &there) != 0)
            break;
    }
    if (path == NULL)
        snprintf(play->message, sizeof play->message, "%s",
                 trey_status_text(TREY_ERR_MEMORY));
    else if (cli_play_save_as(play, path)) {
        snprintf(play->message, sizeof play->message,
                 "%s: another game was kept there meanwhile; this one is in %s",
                 play->path, path);
        free(play->path); /* from now on it is kept there */
        play->path = path;
        play->stamp = stamp_of(path);
        return false;
    }
    free(path);
    return false;
}

bool cli_play_save(struct cli_play *play)
{
    if (play->options->replay != NULL)
        return true;
    bool saved = save_best(play);
    if (play->path == NULL) {
        snprintf(play->message, sizeof play->message,
                 "nothing is kept: neither HOME nor --file is given");
        return false;
    }
    struct stat stamp = stamp_of(play->path);
    if (!same_stamp(&stamp, &play->stamp) && stamp.st_nlink != 0)
        return save_beside(play);
    if (!cli_play_save_as(play, play->path))
        return false;
    play->stamp = stamp_of(play->path);
    return saved;
}
