/* The table of commands: one row for each cmd_<name>.c. main.c dispatches by it and
 * prints it as help. */
#ifndef TREY_CLI_COMMANDS_H
#define TREY_CLI_COMMANDS_H

/* name, summary in one line */
#define CLI_COMMANDS(X)                                                                  \
    X(plan, "find the moves with the highest score for a known sequence of tiles")       \
    X(judge, "replay a moves file by the rules: moves, score, bound")                    \
    X(generate, "make a random known-sequence instance")                                 \
    X(render, "draw a game as SVG pictures or an HTML page")                             \
    X(compare, "run players on many inputs and compare their results")                   \
    X(play, "play Threes! or 2048 in the terminal, with advice if you like")             \
    X(games, "list and export your finished games")                                      \
    X(advise, "evaluate the moves of a position in a game played elsewhere")             \
    X(read, "read positions and games from screenshots")                                 \
    X(review, "review a finished game: accuracy, worst moves, better moves")             \
    X(selfplay, "play many games of Threes! or 2048 and measure a player's results")     \
    X(train, "train a network that plays Threes! or 2048 by self-play")                  \
    X(engine, "answer requests of other programs by a line-based protocol")              \
    X(serve, "serve the web page of trey and run its computations")                      \
    X(solve, "compute the exact value of every position of a small board")               \
    X(hints, "analyse the four moves of 2048 grids up to 8 x 8")                         \
    X(bench, "measure the speed of the hot paths on this machine")

/* Run a command with its own arguments, where argv[0] is "trey NAME". Return the exit
 * status: 0 done, 1 failed. Wrong usage ends the process with status 2 in cli_parse. */
#define CLI_DECLARE(name, help) int cmd_##name(int argc, char **argv);
CLI_COMMANDS(CLI_DECLARE)
#undef CLI_DECLARE

#endif
