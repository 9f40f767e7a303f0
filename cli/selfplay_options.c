/* What trey selfplay may be told. */
#include "selfplay_options.h"

#include "output_files.h"

#include <string.h>

enum option_key {
    KEY_GAMES = 'n',
    KEY_PLAYER = 'p',
    KEY_SEED = 's',
    KEY_OUTPUT = 'o',
    KEY_FIRST = 1000,
    KEY_VERSUS,
    KEY_THREADS,
    KEY_CLOCK,
    KEY_PACE,
    KEY_ANSWER,
    KEY_STORE,
    KEY_VERIFY,
    KEY_RECORD,
    KEY_FORMAT,
    KEY_STATISTICS,
    KEY_OPTIMUM,
    KEY_WATCH,
};

static const struct argp_option argp_options[] = {
    {"player", KEY_PLAYER, "NAME", 0,
     "network (default, where there is one), network-small, network:FILE, heuristic, "
     "points, greedy, random, exact (on boards of up to ten cells), exact:FILE (a table "
     "of trey solve), or exec:COMMAND, a program that speaks the protocol of trey engine",
     0},
    {"versus", KEY_VERSUS, "NAME", 0,
     "let this player play the same games too, and compare", 0},
    {"games", KEY_GAMES, "N", 0, "how many (default 100)", 0},
    {"seed", KEY_SEED, "N", 0, "which games: seed and number decide one (default 1)", 0},
    {"first", KEY_FIRST, "N", 0, "number of the first game (default 0)", 0},
    {"threads", KEY_THREADS, "N", 0, "games at once (default: one per processor)", 0},
    {"clock", KEY_CLOCK, "CLOCK", 0,
     "of --time-ms: cpu, the processor time of the player (default), or wall", 0},
    {"pace", KEY_PACE, "PACE", 0,
     "of --time-ms: even, the same for each slide (default), or late, more of it where "
     "games are lost; the mean of many games is the same",
     0},
    {"answer-time", KEY_ANSWER, "S", 0,
     "seconds of silence after which a program is given up (default 60); for a slide, "
     "twenty times --time-ms more",
     0},
    {"watch", KEY_WATCH, "N", OPTION_ARG_OPTIONAL,
     "show the game in progress, N slides a second (default 4, 0: as fast as it is "
     "played); "
     "one game at once",
     0},
    {"optimum", KEY_OPTIMUM, NULL, 0,
     "solve the board and say what share of the exact optimum the mean is; done without "
     "asking where exact plays",
     0},
    {"store", KEY_STORE, "FILE", 0, "keep games here, and go on from those there", 1},
    {"verify", KEY_VERIFY, NULL, 0,
     "check all games of --store, replaying their records, and play none", 1},
    {"record", KEY_RECORD, "FILE", 0,
     "write all games here (-: standard output, and the results on standard error); "
     "interrupted, those that were finished",
     1},
    {"format", KEY_FORMAT, "FORMAT", 0, "of --record: json (default) or course", 1},
    {"statistics", KEY_STATISTICS, "FORMAT", 0,
     "text (default), or course: the statistics block of the course framework", 1},
    {0},
};

enum { MAX_GAMES = 100000000, MAX_THREADS = 1024 };

static const char *read_player(struct argp_state *state, const char *name)
{
    struct trey_error error;
    if (trey_player_known(name, &error) != TREY_OK)
        argp_error(state, "%s", error.message);
    return name;
}

/* What is done with the games. */
static error_t parse_results(int key, char *text, struct argp_state *state)
{
    struct cli_selfplay_options *arguments = state->input;
    switch (key) {
    case KEY_STORE:
        arguments->store = text;
        return 0;
    case KEY_VERIFY:
        arguments->verify = true;
        return 0;
    case KEY_RECORD:
        arguments->record = text;
        return 0;
    case KEY_FORMAT:
        if (strcmp(text, "json") != 0 && strcmp(text, "course") != 0)
            argp_error(state, "--format is json or course, not '%s'", text);
        arguments->format =
            strcmp(text, "json") == 0 ? TREY_RECORD_JSON : TREY_RECORD_COURSE;
        return 0;
    case KEY_STATISTICS:
        if (strcmp(text, "text") != 0 && strcmp(text, "course") != 0)
            argp_error(state, "--statistics is text or course, not '%s'", text);
        arguments->course_statistics = strcmp(text, "course") == 0;
        return 0;
    case KEY_WATCH:
        arguments->watched = true;
        arguments->watch.speed =
            text != NULL ? cli_number(state, "--watch", text, 0.0, 1000.0) : 4.0;
        return 0;
    case KEY_OPTIMUM:
        arguments->optimum = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct cli_selfplay_options *arguments = state->input;
    struct trey_selfplay_options *play = &arguments->play;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->rules;
        state->child_inputs[1] = &arguments->thinking;
        state->child_inputs[2] = &arguments->result;
        state->child_inputs[3] = &arguments->force;
        return 0;
    case KEY_PLAYER:
        arguments->player = read_player(state, text);
        return 0;
    case KEY_VERSUS:
        arguments->versus = read_player(state, text);
        return 0;
    case KEY_GAMES:
        play->games = cli_unsigned(state, "--games", text, 1, MAX_GAMES);
        return 0;
    case KEY_SEED:
        play->seed = cli_seed(state, text);
        return 0;
    case KEY_FIRST:
        play->first = cli_unsigned(state, "--first", text, 0, INT64_MAX - MAX_GAMES);
        return 0;
    case KEY_THREADS:
        play->threads = cli_threads(state, text, MAX_THREADS);
        return 0;
    case KEY_CLOCK:
        if (strcmp(text, "cpu") != 0 && strcmp(text, "wall") != 0)
            argp_error(state, "--clock is cpu or wall, not '%s'", text);
        arguments->thinking.how.cpu_time = strcmp(text, "cpu") == 0;
        return 0;
    case KEY_PACE:
        if (strcmp(text, "even") != 0 && strcmp(text, "late") != 0)
            argp_error(state, "--pace is even or late, not '%s'", text);
        arguments->thinking.how.late = strcmp(text, "late") == 0;
        return 0;
    case KEY_ANSWER:
        arguments->thinking.how.answer_s =
            cli_number(state, "--answer-time", text, 1e-3, 1e9);
        return 0;
    case ARGP_KEY_ARG:
        return cli_take_none(state, text);
    case ARGP_KEY_END:
        if (arguments->verify && arguments->store == NULL)
            argp_error(state, "--verify checks --store, which is not given");
        if (arguments->result.json && cli_is_standard(arguments->record))
            argp_error(state, "--json and the records cannot both go to standard output");
        if (arguments->result.json && arguments->course_statistics)
            argp_error(state, "either --json or --statistics=course");
        if (arguments->thinking.how.late && arguments->thinking.time_s <= 0.0)
            argp_error(state, "--pace=late shares out --time-ms, which is not given");
        if (arguments->watched && trey_processes_launched() > 1)
            argp_error(state, "--watch shows the games of one process, not of %u",
                       trey_processes_launched());
        return 0;
    default:
        return parse_results(key, text, state);
    }
}

static const struct argp_child children[] = {
    {&cli_rules_argp, 0, "Rules:", 2},
    {&cli_player_argp, 0, "Thinking (default: --depth 2):", 3},
    {&cli_result_argp, 0, NULL, 4},
    {&cli_force_argp, 0, NULL, 4},
    {0},
};

const struct argp cli_selfplay_argp = {
    .options = argp_options,
    .parser = parse,
    .children = children,
    .doc = "Plays many games of Threes! or 2048 and says what scores and tiles the "
           "player reaches. The player sees what a person would: the board, the hint, "
           "the cards that are gone.",
};
