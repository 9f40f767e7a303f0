/* The game of trey advise -i, saved as a record after each move. A problem with saving is
 * printed once; the game goes on, and the user is warned again before leaving. The game
 * that was in the file before is archived before the first save. */
#include "advise_game.h"

#include "base/array.h"
#include "base/error.h"
#include "rules_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cli_advise_clear(struct cli_advise_game *game)
{
    cli_kept_clear(&game->kept);
    free(game->positions);
    free(game->previous);
    memset(game, 0, sizeof *game);
}

/* --- the file --------------------------------------------------------------------------
 */

int cli_advise_open(struct cli_advise_game *game, const char *file, const char *player,
                    bool force, const struct trey_rules *rules)
{
    char name[TREY_RULES_TEXT + 16] = "advise-";
    size_t used = strlen(name);
    bool failed = false;
    game->player = player;
    game->force = force;
    cli_format_rules(rules, name + used, sizeof name - used);
    cli_kept_open(&game->kept, file, name);
    if (file != NULL && cli_kept_check(&game->kept, force) != 0)
        return CLI_FAILED;
    if (file == NULL && game->kept.path != NULL)
        (void)cli_state_make(game->kept.path); /* saving reports the problem */
    if (file == NULL || !force || cli_kept_is_game(&game->kept))
        game->previous = cli_kept_read(&game->kept, &failed);
    return failed ? CLI_FAILED : 0;
}

/* Reads the saved game as a record, for trey_record_clear. */
static bool read_previous(const struct cli_advise_game *game, struct trey_record *record,
                          struct trey_error *error)
{
    struct trey_rules rules;
    struct trey_view end;
    trey_fail(error, TREY_ERR_INPUT, 0, "there is no saved game");
    return game->previous != NULL &&
           trey_rules_named("window", &rules, error) == TREY_OK &&
           trey_record_parse(game->previous, &rules, record, error) == TREY_OK &&
           trey_record_replay(record, false, &end, error) == TREY_OK;
}

long cli_advise_kept_moves(const struct cli_advise_game *game, struct trey_rules *rules)
{
    struct trey_record record = {0};
    struct trey_error error;
    long moves = read_previous(game, &record, &error) ? (long)record.count : -1;
    if (moves >= 0 && rules != NULL)
        *rules = record.start.rules;
    trey_record_clear(&record);
    return moves;
}

/* The hint as a record stores it. A record has no white cards: if the next tile is known,
 * it decides between 3 and bonus tile; the last white card of a game is stored as a 3. */
static trey_next recorded_hint(const struct cli_advise_game *game, size_t position,
                               trey_next next)
{
    if (next != TREY_NEXT_WHITE)
        return next;
    bool is_last = position + 1 == game->count || game->positions[position + 1].start;
    return is_last || game->positions[position + 1].step.rank == 3 ? 1u << 3
                                                                   : TREY_NEXT_PLUS;
}

/* The start position of a game as a record stores it. */
static struct trey_view recorded_start(const struct cli_advise_game *game, size_t first)
{
    struct trey_view start;
    trey_guess_view(&game->positions[first].guess, &start);
    if (start.next == TREY_NEXT_WHITE) {
        start.next = recorded_hint(game, first, start.next);
        const struct trey_guess *guess = &game->positions[first].guess;
        int same = 0; /* possible decks with this hint; a single one is known */
        for (int i = 0; i < guess->count; i++)
            if (guess->views[i].next == start.next && same++ == 0)
                start.deck = guess->views[i].deck;
        if (same != 1)
            start.deck = TREY_DECK_UNKNOWN;
    }
    return start;
}

/* Formats the current game as a line, for free(); NULL: out of memory. */
static char *record_of(const struct cli_advise_game *game)
{
    struct trey_record record = {0};
    char *text = NULL, *line = NULL;
    size_t first = game->count - 1;
    while (!game->positions[first].start)
        first--;
    const struct trey_view start = recorded_start(game, first);
    bool good = trey_record_begin(&record, &start, 0, 0, NULL, NULL) == TREY_OK;
    for (size_t i = first + 1; i < game->count && good; i++) {
        struct trey_step step = game->positions[i].step;
        step.next = recorded_hint(game, i, step.next);
        good = trey_record_add(&record, &step, NULL) == TREY_OK;
    }
    record.score = game->positions[game->count - 1].guess.views[0].score;
    if (good && trey_record_format(&record, TREY_RECORD_JSON, &text, NULL) == TREY_OK)
        line = strdup(text);
    trey_free(text);
    trey_record_clear(&record);
    return line;
}

/* Archives the saved game before another one replaces it. */
static bool archive_previous(struct cli_advise_game *game)
{
    struct trey_error error;
    uint64_t number;
    if (cli_archive_kept(game->previous, &number, &error) != TREY_OK) {
        snprintf(game->message, sizeof game->message,
                 "the previous game cannot be archived: %.240s", error.message);
        return false;
    }
    if (number != 0)
        printf("the previous game is number %llu in 'trey games'\n",
               (unsigned long long)number);
    free(game->previous);
    game->previous = NULL;
    return true;
}

/* Saves the game. A problem is reported once, and again when the user leaves. */
static void save(struct cli_advise_game *game)
{
    enum cli_kept kept = CLI_NOT_KEPT;
    bool reported = game->unsaved;
    char *line = record_of(game);
    if (line == NULL)
        snprintf(game->message, sizeof game->message, "%s",
                 trey_status_text(TREY_ERR_MEMORY));
    else if (archive_previous(game))
        kept = cli_kept_write(&game->kept, line, game->message);
    free(line);
    game->unsaved = kept == CLI_NOT_KEPT;
    if (kept == CLI_KEPT_WARNED)
        snprintf(game->moved, sizeof game->moved, "%s", game->message);
    if (kept == CLI_KEPT_WARNED || (game->unsaved && !reported))
        printf("%s%s\n", game->unsaved ? "not saved: " : "", cli_shown(game->message));
}

/* --- positions -------------------------------------------------------------------------
 */

/* Adds a position without saving. */
static bool append_position(struct cli_advise_game *game, const struct trey_guess *guess,
                            const struct trey_step *step)
{
    struct cli_advised *positions =
        trey_array_grow(game->positions, &game->room, game->count + 1, sizeof *positions);
    if (positions == NULL) {
        cli_fail_memory();
        return false;
    }
    game->positions = positions;
    struct cli_advised *position = &game->positions[game->count++];
    position->guess = *guess;
    position->start = step == NULL;
    if (step != NULL)
        position->step = *step;
    return true;
}

bool cli_advise_resume(struct cli_advise_game *game, const struct trey_rules *rules)
{
    struct trey_record record = {0};
    struct trey_error error;
    struct trey_guess guess;
    bool good = read_previous(game, &record, &error);
    if (good && !trey_rules_equal(rules, &record.start.rules)) {
        trey_fail(&error, TREY_ERR_INPUT, 0, "the saved game has other rules");
        good = false;
    }
    good = good &&
           trey_guess_make(&record.start.rules, record.start.board, record.start.next,
                           record.start.deck, &guess, &error) == TREY_OK;
    /* A game that began in the middle had points and moves before its start. */
    for (int i = 0; good && i < guess.count; i++) {
        guess.views[i].score = record.start.score;
        guess.views[i].moves = record.start.moves;
    }
    bool stored = good && append_position(game, &guess, NULL);
    for (size_t i = 0; i < record.count && good && stored; i++) {
        const struct trey_step *step = &record.steps[i];
        good = trey_guess_advance(&guess, (enum trey_direction)step->direction,
                                  step->cell, step->rank, step->next, &error) == TREY_OK;
        stored = good && append_position(game, &guess, step);
    }
    trey_record_clear(&record);
    if (!good)
        cli_fail(game->kept.path, &error);
    if (!good || !stored) {
        game->count = 0;
        return false;
    }
    free(game->previous);
    game->previous = NULL;
    return true;
}

/* Makes the current game the previous one, because another game is about to start. */
static void retire_game(struct cli_advise_game *game)
{
    char *line = game->count > 0 ? record_of(game) : NULL;
    if (game->previous == NULL) {
        game->previous = line;
        line = NULL;
    }
    free(line);
}

bool cli_advise_push(struct cli_advise_game *game, const struct trey_guess *guess,
                     const struct trey_step *step)
{
    if (step == NULL)
        retire_game(game);
    if (!append_position(game, guess, step))
        return false;
    save(game);
    return true;
}

void cli_advise_undo(struct cli_advise_game *game)
{
    game->count--;
    save(game);
}

/* --- the end ---------------------------------------------------------------------------
 */

void cli_advise_export(struct cli_advise_game *game, const char *path)
{
    if (cli_kept_is_in(&game->kept, path)) {
        save(game);
        if (!game->unsaved)
            printf("saved in %s\n", cli_shown(game->kept.path));
        return;
    }
    char *line = record_of(game);
    if (line == NULL)
        puts(trey_status_text(TREY_ERR_MEMORY));
    else if (cli_kept_export(path, line, game->player, game->force, game->message))
        printf("saved in %s\n", cli_shown(path));
    else
        printf("not saved: %s\n", cli_shown(game->message));
    free(line);
}

bool cli_advise_leave(struct cli_advise_game *game, const char *command)
{
    bool again = game->leaving;
    if (game->count == 0)
        return true;
    if (game->unsaved)
        save(game);
    game->leaving = game->unsaved;
    if (!game->unsaved || again)
        return true;
    printf("The game is not saved: %s. It stays open: 'save FILE' writes it elsewhere, "
           "'%s' again ends without saving.\n",
           cli_shown(game->message), command);
    return false;
}

/* True if no move is legal in the current position. */
static bool is_over(const struct cli_advise_game *game)
{
    const struct trey_view *view = &game->positions[game->count - 1].guess.views[0];
    return trey_rules_legal(&view->rules, view->board) == 0;
}

/* Reports that the game is not in the file that was named. */
static int report_moved(const struct cli_advise_game *game)
{
    if (game->moved[0] == '\0')
        return 0;
    fflush(stdout);
    fprintf(stderr, "trey: %s\n", cli_shown(game->moved));
    return CLI_FAILED;
}

int cli_advise_end(struct cli_advise_game *game)
{
    struct trey_error error = {0};
    uint64_t number = 0;
    if (game->count == 0)
        return 0;
    const int moved = report_moved(game);
    if (!game->unsaved && !is_over(game))
        return moved;
    char *line = record_of(game);
    if (line == NULL)
        return cli_fail_memory();
    enum trey_status status = cli_archive_kept(line, &number, &error);
    free(line);
    if (!game->unsaved)
        return moved; /* finished and saved in its file */
    fflush(stdout);
    fprintf(stderr, "trey: %s", cli_shown(game->message));
    if (status == TREY_OK && number != 0)
        fprintf(stderr, "; the game is number %llu in 'trey games'",
                (unsigned long long)number);
    fputc('\n', stderr);
    return CLI_FAILED;
}
