/* The table of commands: one row, one cmd_<name>.c. main.c and the help are made from it.
 */
#ifndef TREY_CLI_COMMANDS_H
#define TREY_CLI_COMMANDS_H

/* name, what it does in one line */
#define CLI_COMMANDS(X)                                                                  \
    X(plan, "find the moves with the highest score for a known sequence of tiles")       \
    X(judge, "replay a moves file by the rules: moves, score, bound")                    \
    X(generate, "make a random known-sequence instance")                                 \
    X(render, "draw a known-sequence game as SVG pictures or an HTML page")              \
    X(compare, "run players on many inputs and compare what they make of them")          \
    X(play, "play Threes! or 2048 in the terminal, advised if you like")                 \
    X(games, "list, export and find again the games that you finished")                  \
    X(advise, "say what each slide is worth in a game played elsewhere")                 \
    X(read, "read positions and games from screenshots")                                 \
    X(review, "look at a finished game: accuracy, worst slides, what was better")        \
    X(selfplay, "play many games of Threes! or 2048 and say what a player reaches")      \
    X(train, "train a network that plays Threes! or 2048 by self-play")                  \
    X(engine, "answer other programs: a line protocol in the shape of UCI")              \
    X(serve, "hand out the page of trey to browsers, and think for it")                  \
    X(solve, "give the exact value of every position of a small board")                  \
    X(hints, "analyse the four slides of 2048 grids up to 8 x 8")                        \
    X(bench, "measure the speed of the hot paths on this machine")

/* Each takes its own arguments, argv[0] being "trey NAME", and returns the exit status:
 * 0 done, 1 failed. Wrong usage ends the process with status 2 inside cli_parse. */
#define CLI_DECLARE(name, help) int cmd_##name(int argc, char **argv);
CLI_COMMANDS(CLI_DECLARE)
#undef CLI_DECLARE

#endif
