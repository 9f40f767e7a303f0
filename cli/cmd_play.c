/* trey play: a game in the terminal. */
#include "commands.h"
#include "output_files.h"
#include "play.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum option_key {
    KEY_PLAYER = 'p',
    KEY_SEED = 's',
    KEY_NEW = 1000,
    KEY_FILE,
    KEY_REPLAY,
    KEY_GAME,
    KEY_SPEED,
    KEY_PALETTE,
    KEY_PLAIN,
    KEY_WASD,
};

enum { MAX_SPEED = 1000, DEFAULT_SPEED = 4 };

static const struct argp_option argp_options[] = {
    {"new", KEY_NEW, NULL, 0, "begin a new game in the place of the one kept", 0},
    {"seed", KEY_SEED, "N", 0, "the same, of this seed: always the same game", 0},
    {"file", KEY_FILE, "FILE", 0, "keep the game here, not among those of trey", 0},
    {"replay", KEY_REPLAY, "FILE", 0, "watch a game on record", 0},
    {"game", KEY_GAME, "N", 0, "which of the games in that file (default 1)", 0},
    {"player", KEY_PLAYER, "NAME", 0,
     "who advises and plays on: network, network-small, network:FILE, heuristic, points "
     "(default: network where trey ships one for the board, else heuristic)",
     1},
    {"speed", KEY_SPEED, "N", 0, "slides a second that it makes (default 4)", 1},
    {"palette", KEY_PALETTE, "NAME", 0, "colours: game (default) or colour-blind", 4},
    {"wasd", KEY_WASD, NULL, 0,
     "small wasd slide too; the space bar alone lets the player play on", 4},
    {"plain", KEY_PLAIN, NULL, 0,
     "lines instead of the whole screen, as where standard output is no terminal", 4},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct cli_play_options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->rules;
        state->child_inputs[1] = &options->thinking;
        state->child_inputs[2] = &options->force;
        return 0;
    case KEY_NEW:
        options->restart = true;
        return 0;
    case KEY_SEED:
        options->seed = cli_seed(state, text);
        options->seeded = true;
        return 0;
    case KEY_FILE:
        options->file = text;
        return 0;
    case KEY_REPLAY:
        options->replay = text;
        return 0;
    case KEY_GAME:
        options->game = cli_unsigned(state, "--game", text, 1, UINT32_MAX);
        return 0;
    case KEY_PLAYER:
        options->player = cli_evaluator_name(state, text);
        return 0;
    case KEY_SPEED:
        options->speed = (unsigned)cli_unsigned(state, "--speed", text, 1, MAX_SPEED);
        return 0;
    case KEY_PALETTE:
        if (cli_palette_named(text) < 0)
            argp_error(state, "--palette is game or colour-blind, not '%s'", text);
        options->palette = (enum cli_palette)cli_palette_named(text);
        return 0;
    case KEY_WASD:
        options->wasd = true;
        return 0;
    case KEY_PLAIN:
        options->plain = true;
        return 0;
    case ARGP_KEY_ARG:
        return cli_take_none(state, text);
    case ARGP_KEY_END:
        if (options->replay != NULL &&
            (options->restart || options->seeded || options->file != NULL))
            argp_error(state, "--replay watches; it takes no --new, --seed or --file");
        if (cli_is_standard(options->replay))
            argp_error(state, "--replay takes a file: standard input has the keys");
        if (options->replay == NULL && options->game != 1)
            argp_error(state, "--game is for --replay");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
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
    static const struct argp_child children[] = {
        {&cli_rules_argp, 0, "Rules:", 2},
        {&cli_player_argp, 0,
         "Thinking (default: --nodes 3000000 for advice, --time-ms 100 for a slide):", 3},
        {&cli_force_argp, 0, NULL, 0},
        {0},
    };
    static const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .children = children,
        .doc =
            "A game of Threes! or 2048 in the terminal, with the next tile, the cards "
            "left in the deck, undo, what each slide is worth, and a player that plays "
            "on when it is asked. The game is saved after each move, and resumed the "
            "next time.\vSlides are the arrows, capital WASD and hjkl; ? shows values, a "
            "lets "
            "the player play on, u and r undo and redo, q ends. Without a terminal it "
            "takes lines; help lists them.",
    };
    struct cli_play_options options = {
        .player = "default", .game = 1, .speed = DEFAULT_SPEED};
    trey_player_defaults(&options.thinking.how);
    cli_parse(&argp, argc, argv, &options);
    if (!options.seeded)
        options.seed = cli_some_seed();
    return screen_fits(&options) ? cli_play_screen(&options) : cli_play_lines(&options);
}
