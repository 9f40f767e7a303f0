/* Replays recorded games by the rules given and checks scores, tiles and, on request,
 * seeds. A game that fails is reported on standard error with its line; the others are
 * counted as by trey selfplay. */
#include "judge_record.h"

#include "base/array.h"
#include "base/error.h"
#include "board_text.h"
#include "line_reader.h"
#include "players/command.h"
#include "rules_options.h"
#include "selfplay_output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The games so far. */
struct games {
    struct trey_game_result *results;
    size_t count, room, wrong;
    bool trace;   /* show positions */
    bool seeds;   /* check the tiles against the record's seed */
    char *player; /* of the first game */
    bool mixed;   /* games of several players */
};

static bool add_result(struct games *games, const struct trey_record *record,
                       const struct trey_view *end)
{
    struct trey_game_result *results =
        trey_array_grow(games->results, &games->room, games->count + 1, sizeof *results);
    if (results == NULL)
        return false;
    games->results = results;
    struct trey_game_result *result = &games->results[games->count++];
    *result = (struct trey_game_result){
        .score = end->score,
        .moves = record->count,
        .largest = (uint8_t)trey_rules_largest(&end->rules, end->board),
        .done = true};
    for (size_t i = 0; i < record->count; i++) {
        double ms = (double)record->steps[i].ms;
        if (ms < 0.0)
            continue;
        result->seconds += 1e-3 * ms;
        result->slowest_ms = ms > result->slowest_ms ? ms : result->slowest_ms;
        result->spread[trey_ms_bin(ms)]++;
    }
    const char *player = record->player != NULL ? record->player : "unknown player";
    if (games->player == NULL)
        games->player = strdup(player);
    else if (strcmp(games->player, player) != 0)
        games->mixed = true;
    return true;
}

/* Describes a problem of the line as text; NULL if there is none. A JSON object cannot be
 * cut off unnoticed, but the number at the end of the other form can. */
static const char *line_fault(const struct cli_line_reader *reader)
{
    const char *line = reader->line;
    if (memchr(line, '\0', reader->size_bytes) != NULL)
        return "line contains a zero byte";
    if (reader->cut_off && line[strspn(line, " \t")] != '{')
        return "line is cut off: it has no line feed at its end";
    return NULL;
}

static enum trey_status judge_line(const struct trey_rules *rules, bool seeds,
                                   const char *line, struct trey_record *record,
                                   struct trey_view *end, struct trey_error *error)
{
    enum trey_status status = trey_record_parse(line, rules, record, error);
    if (status == TREY_OK)
        status = cli_check_rules_of_game(rules, &record->start.rules, error);
    if (status == TREY_OK)
        status = trey_record_replay(record, true, end, error);
    return status == TREY_OK && seeds ? trey_record_check_seed(record, error) : status;
}

static void print_position(const struct trey_view *view, int cell)
{
    struct cli_board board;
    char next[TREY_NEXT_TEXT], deck[TREY_DECK_TEXT];
    trey_next_format(&view->rules, view->next, next, sizeof next);
    trey_deck_format(view->deck, deck, sizeof deck);
    printf(", score %llu, next %s%s%s\n", (unsigned long long)view->score, next,
           view->rules.copies != 0 ? ", deck " : "", view->rules.copies != 0 ? deck : "");
    cli_board_of_view(view, cell, &board);
    cli_board_print(stdout, &board, CLI_PALETTE_GAME, 0);
}

/* Prints every position of a valid game; false if out of memory. */
static bool print_trace(const struct trey_record *record, size_t number)
{
    struct trey_view *views = calloc(record->count + 1, sizeof *views);
    bool made = views != NULL && trey_review_views(record, views, NULL) == TREY_OK &&
                trey_record_replay(record, false, &views[record->count], NULL) == TREY_OK;
    if (made) {
        printf("line %zu, start", number);
        print_position(&views[0], -1);
    }
    for (size_t i = 0; made && i < record->count; i++) {
        const struct trey_step *step = &record->steps[i];
        int cols = record->start.rules.shape.cols;
        printf("\nmove %zu: %c", i + 1,
               trey_direction_letter((enum trey_direction)step->direction));
        if (step->cell >= 0)
            printf(", %llu spawns in row %d column %d",
                   (unsigned long long)trey_rules_tile(&record->start.rules, step->rank),
                   step->cell / cols + 1, step->cell % cols + 1);
        print_position(&views[i + 1], step->cell);
    }
    if (made)
        putchar('\n');
    free(views);
    return made;
}

static int judge_file(const struct trey_rules *rules, const char *path, FILE *file,
                      struct games *games)
{
    struct trey_record record = {0};
    struct trey_error error;
    struct cli_line_reader reader = {.file = file, .max_bytes = CLI_MAX_RECORD_BYTES};
    int failed = 0;
    bool any = false;
    while (failed == 0 && cli_line_next(&reader)) {
        const char *fault = line_fault(&reader);
        size_t size = reader.size_bytes;
        while (size > 0 && reader.line[size - 1] == '\r')
            reader.line[--size] = '\0';
        if (size == 0)
            continue;
        any = true;
        struct trey_view end;
        memset(&error, 0, sizeof error);
        if (fault != NULL)
            snprintf(error.message, sizeof error.message, "%s", fault);
        if (fault != NULL || judge_line(rules, games->seeds, reader.line, &record, &end,
                                        &error) != TREY_OK) {
            error.line = reader.number;
            cli_fail(path, &error);
            games->wrong++;
        } else if (!add_result(games, &record, &end) ||
                   (games->trace && !print_trace(&record, reader.number))) {
            failed = cli_fail_memory();
        }
    }
    if (failed == 0 && cli_line_finish(&reader, &error) != TREY_OK)
        failed = cli_fail(path, &error);
    if (failed == 0 && !any)
        failed = cli_fail_text(path, "the file contains no game");
    trey_record_clear(&record);
    cli_line_clear(&reader);
    return failed;
}

static int judge_path(const struct trey_rules *rules, const char *path,
                      struct games *games)
{
    struct stat status;
    FILE *file = cli_open_input(path);
    if (file == NULL)
        return CLI_FAILED;
    bool directory =
        file != stdin && fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode);
    int failed =
        directory ? cli_fail_read(path, EISDIR) : judge_file(rules, path, file, games);
    cli_close_input(file);
    return failed;
}

static int print_games(const struct trey_rules *rules, const struct games *games,
                       bool json)
{
    struct trey_selfplay_stats stats;
    struct trey_error error;
    const char *player = games->mixed            ? "several players"
                         : games->player != NULL ? games->player
                                                 : "no player";
    if (trey_selfplay_summarise(games->results, games->count, &stats, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    if (json) {
        json_t *object = cli_json_selfplay(rules, player, &stats);
        json_object_set_new(object, "right", json_integer((json_int_t)games->count));
        json_object_set_new(object, "wrong", json_integer((json_int_t)games->wrong));
        return cli_print_json(object);
    }
    printf("%zu games right, %zu wrong\n", games->count, games->wrong);
    if (stats.games > 0) {
        cli_print_selfplay(stdout, player, &stats);
        cli_print_tiles(stdout, rules, &stats);
    }
    return cli_finish();
}

int cli_judge_records(const struct trey_rules *rules, const char *const *paths,
                      size_t count, bool seeds, bool trace, bool json)
{
    struct games games = {.seeds = seeds, .trace = trace};
    int failed = 0;
    for (size_t i = 0; i < count && failed == 0; i++)
        failed = judge_path(rules, paths[i], &games);
    if (failed == 0)
        failed = print_games(rules, &games, json);
    if (failed == 0 && games.wrong > 0)
        failed = CLI_FAILED;
    free(games.results);
    free(games.player);
    return failed;
}
