/* trey play: a game in the terminal, on the full screen or line by line. */
#include "commands.h"
#include "output_files.h"
#include "play.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TO(member)    CLI_TO(struct cli_play_options, member)
#define GIVEN(member) CLI_GIVEN(struct cli_play_options, member)

static const struct cli_option option_rows[] = {
    {"new", 0, NULL, "start a new game and archive the saved one", CLI_FLAG, TO(restart)},
    {"seed", 's', "N", "start a new game with this seed", CLI_SEED, TO(seed),
     GIVEN(seeded)},
    {"file", 0, "FILE", "save the game in this file instead of trey's directory",
     CLI_TEXT, TO(file), CLI_NOT_OUTPUT},
    {"replay", 0, "FILE", "show a recorded game", CLI_TEXT, TO(replay)},
    {"game", 0, "N", "with --replay: number of the game in the file",
     CLI_WHOLE(1, UINT32_MAX), TO(game), CLI_DEFAULT("1"), .needs = "replay"},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("The player:")},
    {"player", 'p', "NAME",
     "player that advises and takes over: network, network-small, network:FILE, "
     "heuristic, points (default: network if trey ships one for the board, else "
     "heuristic)",
     CLI_PARSED(cli_parse_evaluator), TO(player)},
    {"speed", 0, "N", "speed of the player in moves per second", CLI_WHOLE(1, 1000),
     TO(speed), CLI_DEFAULT("4")},
    {CLI_HEADING("Search (default: --nodes 3000000 for advice, --time-ms 100 for a "
                 "move):")},
    {CLI_PART(cli_player_part), TO(thinking)},
    {CLI_HEADING("Rules:")},
    {CLI_PART(cli_rules_part), TO(rules)},
    {CLI_HEADING("Screen and keys:")},
    {"palette", 0, "NAME", "colours of the tiles: game or colour-blind",
     CLI_CHOICE("game|colour-blind"), TO(palette), CLI_DEFAULT("game")},
    {"wasd", 0, NULL,
     "move also by lower-case wasd; then only the space bar starts the player", CLI_FLAG,
     TO(wasd)},
    {"plain", 0, NULL,
     "use line mode instead of the full screen (default if standard output is not a "
     "terminal)",
     CLI_FLAG, TO(plain)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    const struct cli_play_options *options = command;
    if (options->replay != NULL &&
        (options->restart || options->seeded || options->file != NULL))
        cli_refuse(line, "--replay excludes --new, --seed and --file");
    if (cli_is_standard(options->replay))
        cli_refuse(line, "--replay takes a file; standard input is used for keys");
}

/* The full screen needs a terminal for input and output that can move its cursor. */
static bool can_use_screen(const struct cli_play_options *options)
{
    const char *term = getenv("TERM");
    return !options->plain && cli_play_has_screen() && isatty(STDIN_FILENO) &&
           isatty(STDOUT_FILENO) && term != NULL && strcmp(term, "") != 0 &&
           strcmp(term, "dumb") != 0;
}

int cmd_play(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .summary =
            "Plays a game of Threes! or 2048 in the terminal, with the next tile, the "
            "cards left in the deck, undo, the values of all moves, and a player that "
            "takes over on request. The game is saved after each move and resumed the "
            "next time.",
        .notes =
            "Move by the arrow keys, capital WASD or hjkl; ? shows values, a starts the "
            "player, u and r undo and redo, q quits. Without a terminal it works in line "
            "mode only; help lists the commands.",
        .rows = option_rows,
        .check = check,
    };
    struct cli_play_options options = {.player = "default"};
    trey_player_defaults(&options.thinking.how);
    cli_parse(&syntax, argc, argv, &options);
    if (cli_refuse_player_file(options.file, options.player))
        return CLI_USAGE;
    if (!options.seeded)
        options.seed = cli_random_seed();
    return can_use_screen(&options) ? cli_play_screen(&options)
                                    : cli_play_lines(&options);
}
