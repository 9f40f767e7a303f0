/* Files of trey play (state.h): `RULES.game`, the current game as a record
 * (docs/formats/record.md), written after every move; `best.json`, the best score per
 * rule set; and the archive of finished and replaced games. A record of a game with
 * advice has the member `assisted`.
 */
#include "base/file.h"
#include "os/clock.h"
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *read_best(const struct cli_play *play)
{
    json_t *all =
        play->best_path != NULL ? json_load_file(play->best_path, 0, NULL) : NULL;
    if (json_is_object(all))
        return all;
    json_decref(all);
    return json_object();
}

int cli_play_find_files(struct cli_play *play)
{
    play->best_path = cli_state_path("best", ".json");
    cli_kept_open(&play->kept, play->options->file, play->rules_text);
    json_t *all = read_best(play);
    long long best = cli_answer_number(all, play->rules_text);
    play->best = best > 0 ? (uint64_t)best : 0;
    json_decref(all);
    return cli_kept_check(&play->kept, play->options->force);
}

char *cli_play_read(struct cli_play *play, bool *failed)
{
    char *line = cli_kept_read(&play->kept, failed);
    if (line != NULL) {
        json_t *record = json_loads(line, 0, NULL);
        play->assisted = json_is_true(json_object_get(record, "assisted"));
        json_decref(record);
    }
    return line;
}

/* Formats the object as a line, for free(), and releases the object. NULL, with
 * play->message: out of memory. */
static char *line_of(struct cli_play *play, json_t *object)
{
    char *line = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    if (line == NULL)
        cli_play_set_message(play, "%s", trey_status_text(TREY_ERR_MEMORY));
    return line;
}

/* The game as a record. */
static char *record_of(struct cli_play *play)
{
    cli_play_stop(play);
    json_t *answer = cli_session_ask(play->session, "save");
    json_t *record = json_loads(cli_answer_text(answer, "record"), 0, NULL);
    if (record != NULL && play->assisted)
        json_object_set_new(record, "assisted", json_true());
    json_decref(answer);
    return line_of(play, record);
}

bool cli_play_save_as(struct cli_play *play, const char *path)
{
    char *line = record_of(play);
    bool saved = line != NULL && cli_kept_export(path, line, play->options->player,
                                                 play->options->force, play->message);
    free(line);
    return saved;
}

bool cli_play_save_best(struct cli_play *play)
{
    struct trey_error error;
    long long score = cli_answer_number(play->position, "score");
    if (play->best_path == NULL || play->assisted || score <= 0 ||
        (uint64_t)score <= play->best)
        return true;
    play->best = (uint64_t)score;
    json_t *all = read_best(play);
    json_object_set_new(all, play->rules_text, json_integer((json_int_t)score));
    char *line = line_of(play, all);
    int failed = line != NULL ? cli_state_make(play->best_path) : 0;
    bool saved = line != NULL && failed == 0 &&
                 trey_file_write(play->best_path, line, strlen(line), &error) == TREY_OK;
    if (!saved && line != NULL)
        cli_play_set_message(play, "%.200s: %.200s", play->best_path,
                             failed != 0 ? strerror(failed) : error.message);
    free(line);
    return saved;
}

bool cli_play_archive(struct cli_play *play)
{
    struct trey_error error;
    if (play->options->replay != NULL || cli_answer_number(play->position, "undo") == 0)
        return true;
    char *line = record_of(play);
    bool added =
        line != NULL && cli_archive_add(line, &play->archived, &error) == TREY_OK;
    if (!added && line != NULL)
        cli_play_set_message(play, "the game cannot be archived: %.240s", error.message);
    free(line);
    return added;
}

enum cli_kept cli_play_save(struct cli_play *play)
{
    if (play->options->replay != NULL)
        return CLI_KEPT;
    char *line = record_of(play);
    if (line == NULL)
        return CLI_NOT_KEPT;
    enum cli_kept kept = cli_kept_write(&play->kept, line, play->message);
    free(line);
    play->changed = kept == CLI_NOT_KEPT;
    if (kept == CLI_KEPT_WARNED)
        snprintf(play->moved, sizeof play->moved, "%s", play->message);
    if (kept == CLI_KEPT && !cli_play_save_best(play))
        kept = CLI_KEPT_WARNED;
    /* If archiving fails, the game is still in its file and archived before the next one.
     */
    if (kept == CLI_KEPT && cli_play_over(play) && play->best_path != NULL &&
        !cli_play_archive(play))
        kept = CLI_KEPT_WARNED;
    return kept;
}

/* Does not store the best score and the archive: moves of a finished game can still be
 * taken back. */
void cli_play_autosave(struct cli_play *play)
{
    enum { MIN_INTERVAL_S = 1 };
    char message[CLI_PLAY_MESSAGE];
    double now_s = trey_clock_monotonic();
    if (!play->changed || play->options->replay != NULL || play->moving ||
        (play->running && now_s - play->saved_s < MIN_INTERVAL_S))
        return;
    play->changed = false;
    play->saved_s = now_s;
    char *line = record_of(play);
    snprintf(message, sizeof message, "%s", play->message);
    enum cli_kept kept =
        line != NULL ? cli_kept_write(&play->kept, line, message) : CLI_NOT_KEPT;
    bool reported = play->unsaved;
    free(line);
    play->unsaved = kept == CLI_NOT_KEPT;
    if (kept == CLI_KEPT_WARNED) {
        snprintf(play->moved, sizeof play->moved, "%s", message);
        cli_play_set_message(play, "%s", message);
    } else if (play->unsaved && !reported)
        cli_play_set_message(play, "The game is not saved: %.460s", message);
}

/* Reminds the user at the end that the game is in another file. */
static enum cli_kept remind_of_file(struct cli_play *play, enum cli_kept kept)
{
    if (kept != CLI_KEPT || play->moved[0] == '\0')
        return kept;
    cli_play_set_message(play, "%s", play->moved);
    return CLI_KEPT_WARNED;
}

enum cli_kept cli_play_leave(struct cli_play *play, const char *hint)
{
    char why[CLI_PLAY_MESSAGE];
    enum cli_kept kept = cli_play_save(play);
    play->leaving = kept == CLI_NOT_KEPT;
    if (play->leaving) {
        snprintf(why, sizeof why, "%s", play->message);
        cli_play_set_message(play, "The game is not saved: %.300s. %s", why, hint);
    }
    return remind_of_file(play, kept);
}

enum cli_kept cli_play_rescue(struct cli_play *play)
{
    char message[CLI_PLAY_MESSAGE];
    enum cli_kept kept = cli_play_save(play);
    if (kept != CLI_NOT_KEPT)
        return remind_of_file(play, kept);
    snprintf(message, sizeof message, "%s", play->message);
    play->archived = 0;
    if (!cli_play_archive(play) || play->archived == 0) {
        cli_play_set_message(play, "%s", message);
        return CLI_NOT_KEPT;
    }
    cli_play_set_message(play, "%.400s; the game is number %llu in 'trey games'", message,
                         (unsigned long long)play->archived);
    return CLI_KEPT_WARNED;
}
