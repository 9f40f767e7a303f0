/* What trey selfplay may be told. */
#include "selfplay_options.h"

#include "output_files.h"

static void parse_player(struct cli_line *line, const struct cli_option *option,
                         const char *name, void *destination)
{
    struct trey_error error;
    (void)option;
    if (trey_player_known(name, &error) != TREY_OK)
        cli_refuse(line, "%s", error.message);
    *(const char **)destination = name;
}

enum { MAX_GAMES = 100000000 };

#define TO(member)    CLI_TO(struct cli_selfplay_options, member)
#define GIVEN(member) CLI_GIVEN(struct cli_selfplay_options, member)

static const struct cli_option option_rows[] = {
    {"player", 'p', "NAME",
     "network (default, where there is one), network-small, network:FILE, heuristic, "
     "points, greedy, random, exact (on boards of up to ten cells), exact:FILE (a table "
     "of trey solve), or exec:COMMAND, a program that speaks the protocol of trey engine",
     CLI_PARSED(parse_player), TO(player)},
    {"versus", 0, "NAME", "let this player play the same games too, and compare",
     CLI_PARSED(parse_player), TO(versus)},
    {"games", 'n', "N", "how many", CLI_WHOLE(1, MAX_GAMES), TO(play.games),
     CLI_DEFAULT("100")},
    {"seed", 's', "N", "which games: seed and number decide one", CLI_SEED, TO(play.seed),
     CLI_DEFAULT("1")},
    {"first", 0, "N", "number of the first game", CLI_WHOLE(0, INT64_MAX - MAX_GAMES),
     TO(play.first), CLI_DEFAULT("0")},
    {"threads", 0, "N", "games at once (default: one per processor)", CLI_WHOLE(1, 1024),
     TO(play.threads)},
    {"watch", 0, "N",
     "show the game in progress, N slides a second (default 4, 0: as fast as it is "
     "played); one game at once",
     CLI_NUMBER(0.0, 1000.0), TO(watch.speed), .if_alone = "4", GIVEN(watched)},
    {CLI_HEADING("Results:")},
    {"store", 0, "FILE", "keep games here, and go on from those there", CLI_TEXT,
     TO(store)},
    {"verify", 0, NULL,
     "check all games of --store, replaying their records, and play none", CLI_FLAG,
     TO(verify)},
    {"record", 0, "FILE",
     "write all games here (-: standard output, and the results on standard error); "
     "interrupted, those that were finished",
     CLI_TEXT, TO(record)},
    {"format", 0, "FORMAT", "of --record: json or course", CLI_CHOICE("json|course"),
     TO(format), CLI_DEFAULT("json")},
    {"statistics", 0, "FORMAT",
     "text, or course: the statistics block of the course framework",
     CLI_CHOICE("text|course"), TO(course_statistics), CLI_DEFAULT("text")},
    {"optimum", 0, NULL,
     "solve the board and say what share of the exact optimum the mean is; done without "
     "asking where exact plays",
     CLI_FLAG, TO(optimum)},
    {CLI_PART(cli_result_part), TO(result)},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("Rules:")},
    {CLI_PART(cli_rules_part), TO(rules)},
    {CLI_HEADING("Thinking (default: --depth 2):")},
    {CLI_PART(cli_player_part), TO(thinking)},
    {"clock", 0, "CLOCK", "of --time-ms: cpu, the processor time of the player, or wall",
     CLI_CHOICE("cpu|wall"), TO(wall_clock), CLI_DEFAULT("cpu")},
    {"pace", 0, "PACE",
     "of --time-ms: even, the same for each slide, or late, more of it where games are "
     "lost; the mean of many games is the same",
     CLI_CHOICE("even|late"), TO(thinking.how.late), CLI_DEFAULT("even")},
    {"answer-time", 0, "S",
     "seconds of silence after which a program is given up (default 60); for a slide, "
     "twenty times --time-ms more",
     CLI_NUMBER(1e-3, 1e9), TO(thinking.how.answer_s)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    struct cli_selfplay_options *arguments = command;
    arguments->thinking.how.cpu_time = !arguments->wall_clock;
    if (arguments->verify && arguments->store == NULL)
        cli_refuse(line, "--verify checks --store, which is not given");
    if (arguments->result.json && cli_is_standard(arguments->record))
        cli_refuse(line, "--json and the records cannot both go to standard output");
    if (arguments->result.json && arguments->course_statistics)
        cli_refuse(line, "either --json or --statistics=course");
    if (arguments->thinking.how.late && arguments->thinking.time_s <= 0.0)
        cli_refuse(line, "--pace=late shares out --time-ms, which is not given");
    if (arguments->watched && trey_processes_launched() > 1)
        cli_refuse(line, "--watch shows the games of one process, not of %u",
                   trey_processes_launched());
}

const struct cli_syntax cli_selfplay_syntax = {
    .summary = "Plays many games of Threes! or 2048 and says what scores and tiles the "
               "player reaches. The player sees what a person would: the board, the "
               "hint, the cards that are gone.",
    .rows = option_rows,
    .check = check,
};
