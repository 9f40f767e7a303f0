/* trey games: lists the archive of finished and replaced games (state.h), and exports a
 * game. A damaged file is listed with its problem. */
#include "commands.h"
#include "extras/record/archive.h"
#include "output_files.h"
#include "record_file.h"
#include "rules_options.h"
#include "state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct arguments {
    const char *export;
    uint64_t number; /* 0: all games */
    bool json, force;
};

#define TO(member) CLI_TO(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"export", 0, "FILE", "write the record of game N to this file (-: standard output)",
     CLI_TEXT, TO(export)},
    {"json", 0, NULL, "print the list as one JSON array", CLI_FLAG, TO(json)},
    {CLI_PART(cli_force_part), TO(force)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    struct arguments *arguments = command;
    size_t count;
    const char *const *numbers = cli_arguments(line, &count);
    for (size_t i = 0; i < count; i++)
        arguments->number = cli_unsigned(line, "N", numbers[i], 1, CLI_MAX_SEED);
    cli_single_argument(line, "N");
    if (arguments->export != NULL && arguments->number == 0)
        cli_refuse(line, "--export requires the number of a game");
    if (arguments->force && arguments->export == NULL)
        cli_refuse(line, "--force requires --export");
    if (arguments->export != NULL && arguments->json)
        cli_refuse(line, "--export and --json exclude each other");
}

/* --- the list --------------------------------------------------------------------------
 */

/* Local time as "2026-11-26 14:30", with `whole` also seconds and time zone. */
static void format_date(uint64_t ms, char *text, size_t size, bool whole)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm local;
    size_t length = 0;
    if (localtime_r(&seconds, &local) != NULL)
        length = whole ? strftime(text, size, "%Y-%m-%dT%H:%M:%S%z", &local)
                       : strftime(text, size, "%Y-%m-%d %H:%M", &local);
    if (length == 0)
        snprintf(text, size, "?");
}

static void print_game(const struct trey_archive_game *game)
{
    char date[32], rules[TREY_RULES_TEXT];
    format_date(game->ended_ms, date, sizeof date, false);
    if (game->damaged) {
        printf("%6" PRIu64 "  %-16s  damaged: %s\n", game->number, date,
               cli_shown(game->problem));
        return;
    }
    cli_format_rules(&game->rules, rules, sizeof rules);
    printf("%6" PRIu64 "  %-16s  %8" PRIu64 "  %7" PRIu64 "  %6" PRIu64 "  %s\n",
           game->number, date, game->score, trey_rules_tile(&game->rules, game->largest),
           game->moves, rules);
}

static json_t *json_of_game(const struct trey_archive_game *game)
{
    char date[32], rules[TREY_RULES_TEXT];
    format_date(game->ended_ms, date, sizeof date, true);
    if (game->damaged)
        return json_pack("{sI ss sb ss}", "number", (json_int_t)game->number, "date",
                         date, "damaged", true, "problem", cli_utf8(game->problem));
    cli_format_rules(&game->rules, rules, sizeof rules);
    return json_pack("{sI ss sb ss sI sI sI}", "number", (json_int_t)game->number, "date",
                     date, "damaged", false, "rules", rules, "score",
                     (json_int_t)game->score, "largest",
                     (json_int_t)trey_rules_tile(&game->rules, game->largest), "moves",
                     (json_int_t)game->moves);
}

static int print_list(const struct arguments *arguments,
                      const struct trey_archive_game *games, size_t count)
{
    json_t *list = arguments->json ? json_array() : NULL;
    size_t shown = 0;
    for (size_t i = 0; i < count; i++) {
        if (arguments->number != 0 && games[i].number != arguments->number)
            continue;
        if (arguments->json)
            json_array_append_new(list, json_of_game(&games[i]));
        else if (shown == 0)
            puts("number  date                 score  largest   moves  rules");
        if (!arguments->json)
            print_game(&games[i]);
        shown++;
    }
    if (arguments->json)
        return cli_print_json(list);
    if (shown == 0)
        puts("There are no finished games yet.");
    return cli_finish();
}

static int list_games(const struct arguments *arguments, const char *directory)
{
    struct trey_error error;
    struct trey_archive_game *games = NULL;
    size_t count = 0;
    if (directory != NULL &&
        trey_archive_list(directory, &games, &count, &error) != TREY_OK)
        return cli_fail(directory, &error);
    int failed = print_list(arguments, games, count);
    trey_free(games);
    return failed;
}

/* --- one game --------------------------------------------------------------------------
 */

/* Copies the record unchanged, after checking it. */
static int export_game(const struct arguments *arguments, const char *path)
{
    struct trey_record record = {0};
    struct cli_rules_options rules = {0};
    struct trey_error error;
    char *line = NULL, message[CLI_KEPT_MESSAGE];
    if (trey_rules_named("window", &rules.rules, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    int failed = cli_read_record(path, 1, &rules, &record);
    if (!failed)
        failed = cli_read_record_line(path, 1, &line, NULL);
    if (!failed && cli_is_standard(arguments->export))
        failed = cli_write_line(arguments->export, line);
    else if (!failed &&
             !cli_kept_export(arguments->export, line, NULL, arguments->force, message)) {
        fprintf(stderr, "%s\n", cli_shown(message));
        failed = CLI_FAILED;
    }
    free(line);
    trey_record_clear(&record);
    return failed;
}

static int run(const struct arguments *arguments, const char *directory)
{
    struct trey_error error;
    char *path = NULL;
    if (arguments->number == 0)
        return list_games(arguments, directory);
    if (directory == NULL)
        return cli_fail_text(NULL, CLI_NO_ARCHIVE);
    if (trey_archive_path(directory, arguments->number, &path, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    int failed = arguments->export != NULL ? export_game(arguments, path)
                                           : list_games(arguments, directory);
    trey_free(path);
    return failed;
}

int cmd_games(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .arguments = "[N]",
        .summary = "Lists finished and replaced games of trey play and trey advise: "
                   "number, date, score, largest tile, moves and rules. The last 1000 "
                   "games are kept.",
        .notes = "trey review N, trey render N and trey play --replay N accept these "
                 "numbers.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {0};
    cli_parse(&syntax, argc, argv, &arguments);
    char *directory = cli_archive_directory();
    int failed = directory == NULL && errno == ENOMEM ? cli_fail_memory()
                                                      : run(&arguments, directory);
    free(directory);
    return failed;
}
