/* trey compare: runs players on many inputs of the known-sequence game and prints a
 * table. Finished runs are stored, so that an interrupted comparison continues. All
 * players are compared on the same inputs: after an interruption the table has only the
 * inputs that all players have finished. */
#include "base/error.h"
#include "commands.h"
#include "compare_inputs.h"
#include "compare_output.h"
#include "extras/baselines/baselines.h"
#include "extras/baselines/compare.h"
#include "os/os.h"
#include "output_files.h"
#include "progress.h"
#include "result_options.h"
#include "store_file.h"
#include "trey/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PLAYERS = 256 };

struct arguments {
    const char *const *players;
    const char *inputs[MAX_PLAYERS];
    size_t player_count, input_count;
    const char *store, *output;
    struct trey_compare_options compare;
    struct cli_result_options result;
    bool no_store, csv, force, verify;
};

static void refuse_too_many(const struct cli_line *line)
{
    cli_refuse(line, "more than %d players or --inputs", MAX_PLAYERS);
}

static void parse_input(struct cli_line *line, const struct cli_option *option,
                        const char *path, void *destination)
{
    struct arguments *arguments = destination;
    (void)option;
    if (arguments->input_count == MAX_PLAYERS)
        refuse_too_many(line);
    arguments->inputs[arguments->input_count++] = path;
}

#define TO(member) CLI_TO(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"inputs", 0, "PATH", "input file or directory of input files; may be repeated",
     CLI_PARSED(parse_input), .earlier_letter = 'i'}, /* elsewhere --interactive */
    {"store", 0, "FILE",
     "save results in this SQLite file and reuse them (default trey-compare.db)",
     CLI_TEXT, TO(store), CLI_NOT_OUTPUT},
    {"no-store", 0, NULL, "save no results", CLI_FLAG, TO(no_store)},
    {"verify", 0, NULL, "check all stored results instead of running players", CLI_FLAG,
     TO(verify)},
    {"threads", 0, "N", "number of runs at once (default: one per processor)",
     CLI_WHOLE(1, 256), TO(compare.runs_at_once)},
    {"time-limit", 't', "TIME",
     "time limit of each run: seconds, or 90s, 10m, 2h (default: none)", CLI_SECONDS,
     TO(compare.time_limit_s)},
    {"max-memory", 0, "SIZE", "memory limit of each run in bytes, or with K, M, G",
     CLI_BYTES, TO(compare.max_memory_bytes), CLI_DEFAULT("512M")},
    {"output", 'o', "FILE", "write the table here instead of standard output", CLI_TEXT,
     TO(output)},
    {"csv", 0, NULL, "print all runs as comma-separated values", CLI_FLAG, TO(csv)},
    {CLI_PART(cli_result_part), TO(result)},
    {CLI_PART(cli_force_part), TO(force)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    struct arguments *arguments = command;
    arguments->players = cli_arguments(line, &arguments->player_count);
    if (arguments->player_count > MAX_PLAYERS)
        refuse_too_many(line);
    if (arguments->verify && arguments->no_store)
        cli_refuse(line, "--verify and --no-store exclude each other");
    if (arguments->verify && arguments->player_count > 0)
        cli_refuse(line, "--verify excludes PLAYERs");
    const char *ignored =
        cli_first_given(line, "inputs|csv|output|threads|time-limit|max-memory");
    if (arguments->verify && ignored != NULL)
        cli_refuse(line, "--%s has no effect with --verify", ignored);
    if (arguments->store != NULL && arguments->no_store)
        cli_refuse(line, "--store and --no-store exclude each other");
    if (!arguments->verify &&
        (arguments->player_count == 0 || arguments->input_count == 0))
        cli_refuse(line, "at least one PLAYER and one --inputs are required");
    if (arguments->csv && arguments->result.json)
        cli_refuse(line, "--csv and --json exclude each other");
}

/* --- progress --------------------------------------------------------------------------
 */

struct counter {
    size_t done, from_store, all;
    bool show;
};

static void count_run(void *context, size_t player, size_t input,
                      const struct trey_outcome *outcome, bool from_store)
{
    struct counter *counter = context;
    (void)player, (void)input, (void)outcome;
    counter->done++;
    counter->from_store += from_store;
    if (!counter->show)
        return;
    struct cli_progress line = {0};
    cli_progress_add(&line, "%zu of %zu runs, %zu of them from the store", counter->done,
                     counter->all, counter->from_store);
    cli_progress_show(&line, stderr);
}

/* --- the comparison --------------------------------------------------------------------
 */

static int print_table(const struct arguments *arguments,
                       const struct cli_comparison *comparison)
{
    struct trey_os_memory_stream out = {0};
    if (!trey_os_memory_open(&out))
        return cli_fail_memory();
    bool good = (arguments->result.json ? cli_compare_json
                 : arguments->csv       ? cli_compare_csv
                                        : cli_compare_text)(comparison, out.file);
    if (!trey_os_memory_close(&out) || !good) {
        free(out.text);
        return cli_fail_memory();
    }
    const char *output = arguments->output != NULL ? arguments->output : "-";
    int failed = cli_write_file(output, out.text, out.size_bytes);
    free(out.text);
    return failed;
}

static const char *store_path(const struct arguments *arguments)
{
    return arguments->store != NULL ? arguments->store : "trey-compare.db";
}

/* Opens the store unless it is switched off. A trey without SQLite works without a store
 * unless --store was given. */
static int open_store(struct arguments *arguments)
{
    if (arguments->no_store || (arguments->store == NULL && !trey_store_available()))
        return 0;
    return cli_store_open(store_path(arguments), &arguments->compare.store);
}

/* Reduces the results to the inputs that all players have finished, so that they are
 * compared on the same inputs. */
static void drop_unfinished(struct cli_comparison *comparison,
                            struct trey_compare_input *inputs,
                            struct trey_outcome *outcomes)
{
    size_t all = comparison->input_count, count = 0;
    for (size_t i = 0; i < all; i++) {
        bool done = true;
        for (size_t k = 0; k < comparison->player_count; k++)
            done = done && outcomes[k * all + i].done;
        if (!done)
            continue;
        inputs[count] = comparison->inputs[i];
        for (size_t k = 0; k < comparison->player_count; k++)
            outcomes[k * all + count] = outcomes[k * all + i];
        count++;
    }
    for (size_t k = 1; k < comparison->player_count && count > 0; k++)
        memmove(&outcomes[k * count], &outcomes[k * all], count * sizeof *outcomes);
    comparison->inputs = inputs;
    comparison->input_count = count;
}

/* Prints the results so far after an interruption. */
static int print_unfinished(const struct arguments *arguments,
                            struct cli_comparison *comparison,
                            struct trey_outcome *outcomes, const struct counter *counter)
{
    size_t count = comparison->input_count;
    struct trey_compare_input *inputs = calloc(count, sizeof *inputs);
    int failed = 0;
    if (inputs == NULL)
        return cli_fail_memory();
    drop_unfinished(comparison, inputs, outcomes);
    if (comparison->input_count > 0)
        failed = print_table(arguments, comparison);
    fprintf(
        stderr,
        "trey: interrupted after %zu of %zu runs; the table has the %zu of %zu inputs "
        "that all players finished%s\n",
        counter->done, counter->all, comparison->input_count, count,
        arguments->compare.store != NULL ? "; the same command continues" : "");
    free(inputs);
    return failed != 0 ? failed : CLI_FAILED;
}

static int run(struct arguments *arguments, const struct cli_compare_inputs *inputs,
               const struct trey_sequence_player *const *players)
{
    size_t runs = arguments->player_count * inputs->count;
    struct trey_outcome *outcomes = calloc(runs, sizeof *outcomes);
    if (outcomes == NULL)
        return cli_fail_memory();
    struct counter counter = {
        .all = runs,
        .show = cli_shows_progress(&arguments->result),
    };
    struct trey_compare_options *options = &arguments->compare;
    options->report = count_run;
    options->report_context = &counter;
    options->cancel = cli_watch_signals();
    struct trey_error error;
    enum trey_status status =
        trey_compare_run(players, arguments->player_count, inputs->list, inputs->count,
                         options, outcomes, &error);
    if (counter.show)
        cli_progress_clear(stderr);
    struct cli_comparison comparison = {
        .names = arguments->players,
        .players = players,
        .player_count = arguments->player_count,
        .inputs = inputs->list,
        .input_count = inputs->count,
        .outcomes = outcomes,
    };
    int failed = status == TREY_OK ? print_table(arguments, &comparison)
                 : status == TREY_ERR_CANCELLED
                     ? print_unfinished(arguments, &comparison, outcomes, &counter)
                     : cli_fail(NULL, &error);
    free(outcomes);
    return failed;
}

static int compare(struct arguments *arguments,
                   const struct trey_sequence_player *const *players)
{
    struct cli_compare_inputs inputs = {.output = arguments->output,
                                        .store = arguments->store};
    if (cli_refuse_same(arguments->output, arguments->store))
        return CLI_USAGE;
    if (cli_check_file(arguments->output))
        return CLI_FAILED;
    int failed = cli_compare_read(&inputs, arguments->inputs, arguments->input_count);
    if (!failed)
        failed =
            cli_check_output(arguments->output, CLI_FILE_COMPARISON, arguments->force);
    if (!failed)
        failed = open_store(arguments);
    if (!failed)
        failed = run(arguments, &inputs, players);
    cli_store_close(store_path(arguments), arguments->compare.store);
    cli_compare_free_inputs(&inputs);
    return failed;
}

/* --verify: checks the store's results instead of running players. */
static int verify(const struct arguments *arguments)
{
    struct trey_error error;
    struct trey_store *store = NULL;
    uint64_t runs = 0;
    int failed = cli_store_open_existing(store_path(arguments), &store);
    if (failed != 0)
        return failed;
    if (trey_compare_verify(store, &runs, &error) != TREY_OK)
        failed = cli_fail(NULL, &error);
    else if (arguments->result.json)
        failed = cli_print_json(json_pack("{sI}", "runs", (json_int_t)runs));
    else
        printf("%" PRIu64 " runs: checksums correct\n", runs);
    cli_store_close(store_path(arguments), store);
    return failed != 0 ? failed : cli_finish();
}

static enum trey_status refuse_same_player(const char *name, const char *other,
                                           struct trey_error *error)
{
    return strcmp(name, other) == 0
               ? trey_fail(error, TREY_ERR_ARGUMENT, 0,
                           "the player '%.180s' is given twice", name)
               : trey_fail(error, TREY_ERR_ARGUMENT, 0,
                           "'%.100s' and '%.100s' are the same player", name, other);
}

/* Makes the players of the command line; all must be different. */
static int make_players(const struct arguments *arguments,
                        struct trey_sequence_player *players[MAX_PLAYERS])
{
    struct trey_error error = {0};
    const char *const *names = arguments->players;
    for (size_t i = 0; i < arguments->player_count; i++) {
        enum trey_status status =
            trey_sequence_player_parse(names[i], &players[i], &error);
        for (size_t k = 0; status == TREY_OK && k < i; k++)
            if (strcmp(players[k]->text, players[i]->text) == 0)
                status = refuse_same_player(names[k], names[i], &error);
        if (status != TREY_OK)
            return cli_wrong_usage("compare", &error);
    }
    return 0;
}

int cmd_compare(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .arguments = "PLAYER...",
        .summary =
            "Runs players on input files of the known-sequence game, several runs at "
            "once, and prints a table. A PLAYER is plan, plan(width=300), beta, mu, a "
            "searcher of trey plan, or one with settings such as "
            "'pruner(weighted,depth=15,nodes=1024)'.",
        .notes =
            "Results are stored as soon as they are known: the same command continues "
            "an interrupted comparison.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {0};
    trey_compare_defaults(&arguments.compare);
    cli_parse(&syntax, argc, argv, &arguments);
    if (arguments.verify)
        return verify(&arguments);
    struct trey_sequence_player *players[MAX_PLAYERS] = {0};
    int failed = make_players(&arguments, players);
    if (!failed)
        failed = compare(&arguments, (const struct trey_sequence_player *const *)players);
    for (size_t i = 0; i < arguments.player_count; i++)
        trey_sequence_player_free(players[i]);
    return failed;
}
