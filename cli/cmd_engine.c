/* trey engine: the session on standard input and output. */
#include "commands.h"
#include "common.h"
#include "exact_tables.h"
#include "player_options.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum option_key {
    KEY_PLAYER = 'p',
    KEY_SEED = 's',
    KEY_THREADS = 1000,
    KEY_SEARCH_MEMORY,
    KEY_TABLE_MIB,
    KEY_TABLE,
};

static const struct argp_option argp_options[] = {
    {"player", KEY_PLAYER, "NAME", 0,
     "what it plays by: network, network-small, network:FILE, heuristic, points "
     "(default: network where trey ships one for the board, else heuristic)",
     0},
    {"threads", KEY_THREADS, "N", 0, "that search one position (default 1)", 0},
    {"search-memory", KEY_SEARCH_MEMORY, "SIZE", 0,
     "memory of the search's transposition table (default 64M)", 0},
    {"table-mib", KEY_TABLE_MIB, "N", OPTION_HIDDEN, NULL, 0}, /* its earlier name */
    {"seed", KEY_SEED, "N", 0,
     "of the games that are begun without one (default: another each time)", 0},
    {"table", KEY_TABLE, "FILE", 0,
     "a table of trey solve, for exact values; may be given again", 0},
    {0},
};

struct arguments {
    struct trey_engine_options engine;
    struct cli_tables tables;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    struct trey_engine_options *options = &arguments->engine;
    switch (key) {
    case KEY_PLAYER:
        options->player = cli_evaluator_name(state, text);
        return 0;
    case KEY_THREADS:
        options->threads = cli_threads(state, text, TREY_SEARCH_MAX_THREADS);
        return 0;
    case KEY_SEARCH_MEMORY:
        options->table_bytes = cli_search_memory(state, text);
        return 0;
    case KEY_TABLE_MIB:
        options->table_bytes = cli_table_mib(state, text);
        return 0;
    case KEY_SEED:
        options->seed = cli_seed(state, text);
        return 0;
    case KEY_TABLE:
        cli_tables_add(state, &arguments->tables, text);
        return 0;
    case ARGP_KEY_ARG:
        return cli_take_none(state, text);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* A name that nothing can be played by is told at once, not by the first `go`. */
static enum trey_status check_player(const char *name, struct trey_error *error)
{
    const struct trey_shape shape = {4, 4};
    struct trey_evaluator *evaluator = NULL;
    enum trey_status status =
        trey_evaluator_named(name, shape, TREY_EVAL_THREES, &evaluator, error);
    if (status == TREY_ERR_ARGUMENT &&
        trey_evaluator_named(name, shape, TREY_EVAL_2048, &evaluator, NULL) == TREY_OK)
        status = TREY_OK;
    trey_evaluator_free(evaluator);
    return status;
}

int cmd_engine(int argc, char **argv)
{
    static const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .doc = "A session on standard input and output, a line a request, for programs "
               "that show or play Threes! and 2048: games, advice, review, plans, exact "
               "values.\vdocs/formats/engine.md describes the lines; try: new, slide L, "
               "advice, undo, quit.",
    };
    struct arguments arguments = {0};
    struct trey_engine_options *options = &arguments.engine;
    struct trey_error error;
    trey_engine_defaults(options);
    options->seed = cli_some_seed();
    options->tables = cli_tables_at;
    options->tables_context = &arguments.tables;
    cli_parse(&argp, argc, argv, &arguments);
    signal(SIGPIPE, SIG_IGN);
    if (strcmp(options->player, "default") != 0 &&
        check_player(options->player, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    if (cli_tables_open(&arguments.tables) != 0)
        return CLI_FAILED;
    struct trey_rules rules;
    if (strcmp(options->player, "default") == 0 &&
        trey_rules_named("window", &rules, NULL) == TREY_OK)
        cli_warn_of_default(&rules); /* answers report it for each board */
    enum trey_status status =
        trey_engine_serve(STDIN_FILENO, STDOUT_FILENO, options, &error);
    cli_tables_close(&arguments.tables);
    return status == TREY_OK ? 0 : cli_fail(NULL, &error);
}
