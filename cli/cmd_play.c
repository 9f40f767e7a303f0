/* trey play: a game in the terminal. */
#include "commands.h"
#include "output_files.h"
#include "play.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TO(member)    CLI_TO(struct cli_play_options, member)
#define GIVEN(member) CLI_GIVEN(struct cli_play_options, member)

static const struct cli_option option_rows[] = {
    {"new", 0, NULL, "begin a new game in the place of the one kept", CLI_FLAG,
     TO(restart)},
    {"seed", 's', "N", "the same, of this seed: always the same game", CLI_SEED, TO(seed),
     GIVEN(seeded)},
    {"file", 0, "FILE", "keep the game here, not among those of trey", CLI_TEXT,
     TO(file)},
    {"replay", 0, "FILE", "watch a game on record", CLI_TEXT, TO(replay)},
    {"game", 0, "N", "which of the games in that file", CLI_WHOLE(1, UINT32_MAX),
     TO(game), CLI_DEFAULT("1")},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("The player:")},
    {"player", 'p', "NAME",
     "who advises and plays on: network, network-small, network:FILE, heuristic, points "
     "(default: network where trey ships one for the board, else heuristic)",
     CLI_PARSED(cli_parse_evaluator), TO(player)},
    {"speed", 0, "N", "slides a second that it makes", CLI_WHOLE(1, 1000), TO(speed),
     CLI_DEFAULT("4")},
    {CLI_HEADING("Thinking (default: --nodes 3000000 for advice, --time-ms 100 for a "
                 "slide):")},
    {CLI_PART(cli_player_part), TO(thinking)},
    {CLI_HEADING("Rules:")},
    {CLI_PART(cli_rules_part), TO(rules)},
    {CLI_HEADING("Screen and keys:")},
    {"palette", 0, "NAME", "colours: game or colour-blind",
     CLI_CHOICE("game|colour-blind"), TO(palette), CLI_DEFAULT("game")},
    {"wasd", 0, NULL, "small wasd slide too; the space bar alone lets the player play on",
     CLI_FLAG, TO(wasd)},
    {"plain", 0, NULL,
     "lines instead of the whole screen, as where standard output is no terminal",
     CLI_FLAG, TO(plain)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    const struct cli_play_options *options = command;
    if (options->replay != NULL &&
        (options->restart || options->seeded || options->file != NULL))
        cli_refuse(line, "--replay watches; it takes no --new, --seed or --file");
    if (cli_is_standard(options->replay))
        cli_refuse(line, "--replay takes a file: standard input has the keys");
    if (options->replay == NULL && options->game != 1)
        cli_refuse(line, "--game is for --replay");
}

/* A screen takes a terminal on both sides, one that can move its cursor. */
static bool screen_fits(const struct cli_play_options *options)
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
            "A game of Threes! or 2048 in the terminal, with the next tile, the cards "
            "left in the deck, undo, what each slide is worth, and a player that plays "
            "on when it is asked. The game is saved after each move, and resumed the "
            "next time.",
        .notes =
            "Slides are the arrows, capital WASD and hjkl; ? shows values, a lets the "
            "player play on, u and r undo and redo, q ends. Without a terminal it takes "
            "lines; help lists them.",
        .rows = option_rows,
        .check = check,
    };
    struct cli_play_options options = {.player = "default"};
    trey_player_defaults(&options.thinking.how);
    cli_parse(&syntax, argc, argv, &options);
    if (!options.seeded)
        options.seed = cli_random_seed();
    return screen_fits(&options) ? cli_play_screen(&options) : cli_play_lines(&options);
}
