/* trey engine: a session (trey/engine.h) on standard input and output. */
#include "commands.h"
#include "common.h"
#include "exact_tables.h"
#include "os/os.h"
#include "picture_file.h"
#include "player_options.h"

#include <string.h>
#include <unistd.h>

struct arguments {
    struct trey_engine_options engine;
    struct cli_tables tables;
};

#define TO(member) CLI_TO(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"player", 'p', "NAME",
     "evaluator: network, network-small, network:FILE, heuristic, points (default: "
     "network if trey ships one for the board, else heuristic)",
     CLI_PARSED(cli_parse_evaluator), TO(engine.player)},
    {"threads", 0, "N", "number of threads that search a position",
     CLI_WHOLE(1, TREY_SEARCH_MAX_THREADS), TO(engine.threads), CLI_DEFAULT("1")},
    {CLI_PART(cli_search_memory_part), TO(engine.table_bytes)},
    {"seed", 's', "N",
     "seed of games that are started without one (default: a different one each time)",
     CLI_SEED, TO(engine.seed)},
    {"table", 0, "FILE", "use this table of trey solve for exact values; may be repeated",
     CLI_PARSED(cli_parse_table), TO(tables), CLI_NOT_INPUT},
    CLI_END,
};

/* Loads the player to report errors at once instead of at the first `go`. */
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

static enum trey_status read_picture(void *context, const char *path,
                                     struct trey_pixels *pixels, struct trey_error *error)
{
    (void)context;
    return cli_read_picture(path, pixels, error);
}

int cmd_engine(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .summary = "Answers requests on standard input, one per line, for programs that "
                   "show or play Threes! and 2048: games, advice, review, plans, exact "
                   "values.",
        .notes = "docs/formats/engine.md describes the requests; try: new, slide L, "
                 "advice, undo, quit.",
        .rows = option_rows,
    };
    struct arguments arguments = {0};
    struct trey_engine_options *options = &arguments.engine;
    struct trey_error error;
    trey_engine_defaults(options);
    options->seed = cli_random_seed();
    options->tables = cli_tables_at;
    options->tables_context = &arguments.tables;
    options->picture = read_picture;
    cli_parse(&syntax, argc, argv, &arguments);
    trey_os_ignore_broken_pipes();
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
