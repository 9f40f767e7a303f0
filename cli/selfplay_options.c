/* The command line of trey selfplay. */
#include "selfplay_options.h"

#include "mpi/processes.h"
#include "output_files.h"
#include "players/command.h"

#include <string.h>

static void parse_player(struct cli_line *line, const struct cli_option *option,
                         const char *name, void *destination)
{
    struct trey_error error;
    (void)option;
    if (trey_player_check_name(name, &error) != TREY_OK)
        cli_refuse(line, "%s", error.message);
    *(const char **)destination = name;
}

enum { MAX_GAMES = 100000000 };

#define TO(member)    CLI_TO(struct cli_selfplay_options, member)
#define GIVEN(member) CLI_GIVEN(struct cli_selfplay_options, member)

static const struct cli_option option_rows[] = {
    {"player", 'p', "NAME",
     "player: network (default if available for the board), network-small, network:FILE, "
     "heuristic, points, greedy, random, exact (on boards of up to ten cells), "
     "exact:FILE "
     "(a table of trey solve), or exec:COMMAND, a program that uses the protocol of trey "
     "engine",
     CLI_PARSED(parse_player), TO(player)},
    {"versus", 0, "NAME", "play the same games also by this player, and compare",
     CLI_PARSED(parse_player), TO(versus)},
    {"games", 'n', "N", "number of games", CLI_WHOLE(1, MAX_GAMES), TO(play.games),
     CLI_DEFAULT("100")},
    {"seed", 's', "N", "seed of the games; seed and number determine a game", CLI_SEED,
     TO(play.seed), CLI_DEFAULT("1")},
    {"first", 0, "N", "number of the first game", CLI_WHOLE(0, INT64_MAX - MAX_GAMES),
     TO(play.first), CLI_DEFAULT("0")},
    {"threads", 0, "N", "number of games played at once (default: one per processor)",
     CLI_WHOLE(1, 1024), TO(play.threads)},
    {"watch", 0, "N",
     "show the games, one after the other, at N moves per second (default 4; 0: without "
     "pauses)",
     CLI_NUMBER(0.0, 1000.0), TO(watch.speed), .if_alone = "4", GIVEN(watched)},
    {CLI_HEADING("Results:")},
    {"store", 0, "FILE", "save games in this SQLite file, and play only missing games",
     CLI_TEXT, TO(store), CLI_NOT_OUTPUT},
    {"verify", 0, NULL,
     "check all games of --store and replay their records, instead of playing", CLI_FLAG,
     TO(verify), .needs = "store"},
    {"record", 0, "FILE",
     "write records of all finished games here (-: to standard output, and the results "
     "to "
     "standard error)",
     CLI_TEXT, TO(record)},
    {"format", 0, "FORMAT", "format of --record: json or course",
     CLI_CHOICE("json|course"), TO(format), CLI_DEFAULT("json"), .needs = "record"},
    {"statistics", 0, "FORMAT",
     "format of the results: text, or course, the block of the course framework",
     CLI_CHOICE("text|course"), TO(course_statistics), CLI_DEFAULT("text")},
    {"optimum", 0, NULL,
     "solve the board and print the mean score as a share of the exact optimum; always "
     "done for the player exact",
     CLI_FLAG, TO(optimum)},
    {CLI_PART(cli_result_part), TO(result)},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("Rules:")},
    {CLI_PART(cli_rules_part), TO(rules)},
    {CLI_HEADING("Search (default: --depth 2):")},
    {CLI_PART(cli_player_part), TO(thinking)},
    {"clock", 0, "CLOCK",
     "clock of --time-ms: cpu, the processor time of the player, or wall",
     CLI_CHOICE("cpu|wall"), TO(wall_clock), CLI_DEFAULT("cpu"), .needs = "time-ms"},
    {"pace", 0, "PACE",
     "distribution of --time-ms: even, the same for each move, or late, more for moves "
     "at which games are lost; the mean over many games is the same",
     CLI_CHOICE("even|late"), TO(thinking.how.late), CLI_DEFAULT("even")},
    {"answer-time", 0, "S",
     "time in seconds without an answer after which an exec: player has failed (default "
     "60; for a move, twenty times --time-ms more)",
     CLI_NUMBER(1e-3, 1e9), TO(thinking.how.answer_s),
     CLI_GIVEN(struct cli_selfplay_options, answer_time_given)},
    CLI_END,
};

static bool is_program(const char *player)
{
    return player != NULL && strncmp(player, "exec:", 5) == 0;
}

static void check(struct cli_line *line, void *command)
{
    struct cli_selfplay_options *arguments = command;
    arguments->thinking.how.cpu_time = !arguments->wall_clock;
    if (arguments->result.json && cli_is_standard(arguments->record))
        cli_refuse(line, "--json and the records cannot both go to standard output");
    const char *ignored =
        cli_first_given(line, "player|versus|optimum|record|statistics|watch|games|seed|"
                              "first|threads|" CLI_RULES_OPTIONS "|" CLI_SEARCH_OPTIONS
                              "|clock|pace|answer-time");
    if (arguments->verify && ignored != NULL)
        cli_refuse(line, "--%s has no effect with --verify", ignored);
    if (arguments->player != NULL && arguments->versus != NULL &&
        strcmp(arguments->player, arguments->versus) == 0)
        cli_refuse(line, "the player '%s' is given twice", arguments->player);
    if (arguments->result.json && arguments->course_statistics)
        cli_refuse(line, "--json and --statistics=course exclude each other");
    if (arguments->thinking.how.late && arguments->thinking.time_s <= 0.0)
        cli_refuse(line, "--pace=late requires --time-ms");
    if (arguments->answer_time_given && !is_program(arguments->player) &&
        !is_program(arguments->versus))
        cli_refuse(line, "--answer-time requires a player exec:COMMAND");
    if (arguments->watched && trey_processes_launched() > 1)
        cli_refuse(line, "--watch works with one process, not with %u",
                   trey_processes_launched());
}

const struct cli_syntax cli_selfplay_syntax = {
    .summary = "Plays many games of Threes! or 2048 and prints statistics of the scores "
               "and tiles that the player reaches. The player knows what a human player "
               "knows: the board, the hint and the cards drawn so far.",
    .rows = option_rows,
    .check = check,
};
