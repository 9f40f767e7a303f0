/* trey train: networks that learn Threes! by playing it. */
#include "commands.h"
#include "output_files.h"
#include "processes.h"
#include "progress.h"
#include "rules_options.h"
#include "train_output.h"
#include "train_positions.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum option_key {
    KEY_OUTPUT = 'o',
    KEY_TIME_LIMIT = 't',
    KEY_MINUTES = 'm', /* the earlier option for the same */
    KEY_GAMES = 'n',
    KEY_SEED = 's',
    KEY_QUIET = 'q',
    KEY_TUPLES = 1000,
    KEY_THREADS,
    KEY_INITIAL,
    KEY_STAGES,
    KEY_RESTARTS,
    KEY_FROM_SUM,
    KEY_TO_SUM,
    KEY_UNTIL_STAGE,
    KEY_POSITIONS,
    KEY_DOUBLED,
    KEY_DOWNGRADE,
    KEY_LAMBDA,
    KEY_HALVING,
    KEY_EXCHANGE,
    KEY_DEPTH,
    KEY_ALPHA,
    KEY_RATE,
    KEY_LAST_RATE,
    KEY_EVAL_EVERY,
    KEY_EVAL_GAMES,
    KEY_UNIT,
    KEY_PRUNE,
    KEY_FROM,
    KEY_AVERAGE,
    KEY_EARLY,
    KEY_TRUST,
    KEY_CHECKPOINT,
    KEY_CHECKPOINT_EVERY,
    KEY_LOG,
    KEY_LOG_EVERY,
    KEY_MERGE_EVERY,
    KEY_VALUES,
    KEY_OUTPUT_UNTIL,
};

enum { MAX_AVERAGED = 16 };

static const struct argp_option argp_options[] = {
    {"output", KEY_OUTPUT, "FILE", 0, "write the network here, for --player network:FILE",
     0},
    {"output-until", KEY_OUTPUT_UNTIL, "N", 0,
     "leave the Nth of --stages away there, and all after it (default: none)", 0},
    {"time-limit", KEY_TIME_LIMIT, "TIME", 0,
     "how long to train, as 90, 10m or 2h (default 5m)", 0},
    {"minutes", KEY_MINUTES, "M", OPTION_HIDDEN, NULL, 0},
    {"games", KEY_GAMES, "N", 0, "end after so many, if that is earlier", 0},
    {"tuples", KEY_TUPLES, "TUPLES", 0,
     "cells as hex digits (default: by the board, for 4x4 \"012345 456789 012456 "
     "45689a\")",
     0},
    {"threads", KEY_THREADS, "N", 0, "that play (default: one per processor)", 0},
    {"values", KEY_VALUES, "points|sums", 0,
     "what positions are worth: points, or what the tiles will add up to, which tells "
     "how long games last (default: as in what it goes on from, else sums in Threes! "
     "and points in 2048)",
     0},
    {"initial", KEY_INITIAL, "POINTS", 0,
     "what every position is worth at first (default 0)", 0},
    {"stages", KEY_STAGES, "TILES", 0,
     "weights of their own from these largest tiles on: \"1536 3072 3072+1536\" (default "
     "none); may be added to a checkpoint's",
     0},
    {"restarts", KEY_RESTARTS, "SHARE", 0,
     "of games that begin from a position kept from others (default 0)", 0},
    {"from-sum", KEY_FROM_SUM, "SUM", 0,
     "least sum of the tiles of positions for restarts, in steps of 768 (default 0)", 0},
    {"to-sum", KEY_TO_SUM, "SUM", 0, "their sums are below this (default: any)", 0},
    {"until-stage", KEY_UNTIL_STAGE, "N", 0,
     "leave games where the Nth of --stages begins; what comes then is worth what its "
     "weights say (default: never)",
     0},
    {"positions", KEY_POSITIONS, "FILE", 0,
     "keep positions of these recorded games for restarts", 0},
    {"doubled", KEY_DOUBLED, "SHARE", 0,
     "of restarts whose position has its tiles doubled, those of 3 and more in Threes! "
     "(default 0)",
     0},
    {"downgrade", KEY_DOWNGRADE, "TILE", 0,
     "in 2048 look at boards with this tile or a larger one with all tiles halved that "
     "are above the largest missing one, in play and for restarts (default: never)",
     0},
    {"alpha", KEY_ALPHA, "X", 0,
     "share of an error that a position learns (default 0: by temporal coherence)", 0},
    {"depth", KEY_DEPTH, "N", 0,
     "plies that slides are searched, to learn from better games (default 1)", 0},
    {"exchange", KEY_EXCHANGE, NULL, 0,
     "positions of Threes! that differ by 1s and 2s exchanged share their weights", 0},
    {"halving", KEY_HALVING, NULL, 0,
     "begin again in the middle of each game, and of that one, until ten slides are left",
     0},
    {"lambda", KEY_LAMBDA, "X", 0, "TD(lambda), 0 to 1 (default 0)", 0},
    {"rate", KEY_RATE, "X", 0, "factor of the learning rates (default 1)", 0},
    {"last-rate", KEY_LAST_RATE, "X", 0,
     "what --rate falls to, evenly in its logarithm, by the end (default: no change)", 0},
    {"eval-every", KEY_EVAL_EVERY, "M", 0,
     "minutes between test games of one ply (default: none)", 0},
    {"eval-games", KEY_EVAL_GAMES, "N", 0, "how many of them (default 200)", 0},
    {"unit", KEY_UNIT, "POINTS", 0,
     "round the weights of the network written to this (default: as fine as 16 bits "
     "allow)",
     0},
    {"prune", KEY_PRUNE, "POINTS", 0,
     "round weights that were taught less than this in all more coarsely, the less the "
     "more so (default 0); several numbers: by stage, the last for all further ones",
     0},
    {"from", KEY_FROM, "NETWORK", 0,
     "begin with the weights of this file, if there is no checkpoint", 0},
    {"average", KEY_AVERAGE, "CHECKPOINT", 0,
     "begin with what this other training learnt, if there is no checkpoint; given "
     "again: with the mean of all",
     0},
    {"early", KEY_EARLY, "NETWORK", 0,
     "take the stages up to the last of this file's from it, and raise those after it to "
     "where both value positions alike",
     0},
    {"trust", KEY_TRUST, "POINTS", 0,
     "that they count as having been taught (default 1e6): the more, the slower they "
     "move; several numbers: by stage, the last for all further ones",
     0},
    {"seed", KEY_SEED, "N", 0, "of the games (default 1)", 0},
    {"checkpoint", KEY_CHECKPOINT, "FILE", 0,
     "keep everything here, and go on from it if it is there; one training at a time", 0},
    {"checkpoint-every", KEY_CHECKPOINT_EVERY, "M", 0,
     "minutes (default 0.5); training goes on meanwhile", 0},
    {"log", KEY_LOG, "FILE", 0,
     "write progress to this file as comma-separated values; a training resumed by "
     "--checkpoint continues its own log",
     0},
    {"log-every", KEY_LOG_EVERY, "S", 0, "seconds between progress (default 10)", 0},
    {"merge-every", KEY_MERGE_EVERY, "N", 0,
     "games of each process (mpirun) between two merges (default 200)", 0},
    {"quiet", KEY_QUIET, NULL, 0, "no progress on standard error", 0},
    {0},
};

struct arguments {
    struct cli_rules_options rules;
    struct trey_learn_options learn;
    struct trey_train_options train;
    bool force;
    const char *output, *log, *positions, *from, *early;
    const char *average[MAX_AVERAGED];
    int averaged;
    const char *values; /* NULL: as in what it goes on from, else by the rules */
    double trust[TREY_LEARN_MAX_STAGES]; /* in what --from holds */
    struct trey_export_options export;
    bool prune; /* --prune was given */
    bool quiet;
    bool first; /* process 0 of several, which writes files and reports */
};

/* Numbers by stage, parted by blanks or commas. */
static void parse_by_stage(struct argp_state *state, const char *option, const char *text,
                           double by_stage[TREY_LEARN_MAX_STAGES])
{
    static const char blanks[] = " ,";
    char number[32];
    if (text[strspn(text, blanks)] == '\0')
        argp_error(state, "%s takes a number, not '%s'", option, text);
    for (int i = 0; *(text += strspn(text, blanks)) != '\0'; i++) {
        size_t size = strcspn(text, blanks);
        if (i == TREY_LEARN_MAX_STAGES || size >= sizeof number)
            argp_error(state, "%s takes at most %d numbers, not '%s'", option,
                       TREY_LEARN_MAX_STAGES, text);
        if (i == TREY_LEARN_MAX_STAGES)
            return;
        snprintf(number, sizeof number, "%.*s", (int)size, text);
        by_stage[i] = cli_number(state, option, number, 0.0, 1e12);
        text += size;
    }
}

/* What is learnt, and how. */
static error_t parse_learning(int key, char *text, struct argp_state *state,
                              struct trey_learn_options *learn)
{
    switch (key) {
    case KEY_TUPLES:
        learn->tuples = text;
        return 0;
    case KEY_THREADS:
        learn->threads = cli_threads(state, text, 1024);
        return 0;
    case KEY_INITIAL:
        learn->initial = cli_number(state, "--initial", text, -1e7, 1e7);
        return 0;
    case KEY_STAGES:
        learn->stages = text;
        return 0;
    case KEY_RESTARTS:
        learn->restarts = cli_number(state, "--restarts", text, 0.0, 1.0);
        return 0;
    case KEY_FROM_SUM:
        learn->restarts_from =
            (uint32_t)cli_unsigned(state, "--from-sum", text, 0, 1 << 20);
        return 0;
    case KEY_TO_SUM:
        learn->restarts_to = (uint32_t)cli_unsigned(state, "--to-sum", text, 1, 1 << 20);
        return 0;
    case KEY_UNTIL_STAGE:
        learn->until_stage =
            (int)cli_unsigned(state, "--until-stage", text, 1, TREY_LEARN_MAX_STAGES);
        return 0;
    case KEY_DOUBLED:
        learn->doubled = cli_number(state, "--doubled", text, 0.0, 1.0);
        return 0;
    case KEY_DOWNGRADE:
        learn->downgrade = (uint32_t)cli_unsigned(state, "--downgrade", text, 16, 32768);
        return 0;
    case KEY_LAMBDA:
        learn->lambda = cli_number(state, "--lambda", text, 0.0, 1.0);
        return 0;
    case KEY_EXCHANGE:
        learn->exchange = true;
        return 0;
    case KEY_HALVING:
        learn->halving = true;
        return 0;
    case KEY_DEPTH:
        learn->depth = (unsigned)cli_unsigned(state, "--depth", text, 1, 8);
        return 0;
    case KEY_ALPHA:
        learn->alpha = cli_number(state, "--alpha", text, 0.0, 1.0);
        return 0;
    case KEY_SEED:
        learn->seed = cli_seed(state, text);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* What goes together. */
static void check(struct arguments *arguments, struct argp_state *state)
{
    const struct trey_learn_options *learn = &arguments->learn;
    if (arguments->output == NULL && arguments->train.checkpoint == NULL)
        argp_error(state, "--output or --checkpoint is needed");
    if (arguments->positions != NULL && learn->restarts <= 0.0)
        argp_error(state, "--positions is for --restarts");
    if (learn->doubled > 0.0 && learn->restarts <= 0.0)
        argp_error(state, "--doubled is for --restarts");
    if (learn->restarts_from >= learn->restarts_to)
        argp_error(state, "--from-sum is not below --to-sum");
    if (arguments->trust[0] <= 0.0)
        argp_error(state, "--trust is more than 0");
    if (arguments->from != NULL && arguments->averaged > 0)
        argp_error(state, "--from or --average");
    if (arguments->prune && learn->alpha > 0.0)
        argp_error(state, "--prune goes by what weights were taught, which --alpha does "
                          "not keep");
}

/* When: rates, test games, checkpoints, reports. */
static error_t parse_schedule(int key, char *text, struct argp_state *state,
                              struct trey_train_options *train)
{
    switch (key) {
    case KEY_TIME_LIMIT:
        train->seconds = cli_seconds(state, "--time-limit", text);
        return 0;
    case KEY_MINUTES:
        train->seconds = 60.0 * cli_number(state, "--minutes", text, 0.0, 1e7);
        return 0;
    case KEY_GAMES:
        train->games = cli_unsigned(state, "--games", text, 1, INT64_MAX);
        return 0;
    case KEY_MERGE_EVERY:
        train->merge_games = cli_unsigned(state, "--merge-every", text, 1, INT64_MAX);
        return 0;
    case KEY_RATE:
        train->rate = cli_number(state, "--rate", text, 1e-6, 10.0);
        return 0;
    case KEY_LAST_RATE:
        train->last_rate = cli_number(state, "--last-rate", text, 1e-6, 10.0);
        return 0;
    case KEY_EVAL_EVERY:
        train->test_s = 60.0 * cli_number(state, "--eval-every", text, 0.01, 1e6);
        return 0;
    case KEY_EVAL_GAMES:
        train->test_games = cli_unsigned(state, "--eval-games", text, 2, 1000000);
        return 0;
    case KEY_CHECKPOINT:
        train->checkpoint = text;
        return 0;
    case KEY_CHECKPOINT_EVERY:
        train->checkpoint_s =
            60.0 * cli_number(state, "--checkpoint-every", text, 0.01, 1e6);
        return 0;
    case KEY_LOG_EVERY:
        train->part_s = cli_number(state, "--log-every", text, 0.1, 1e6);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->rules;
        state->child_inputs[1] = &arguments->force;
        return 0;
    case KEY_OUTPUT:
        arguments->output = text;
        return 0;
    case KEY_OUTPUT_UNTIL:
        arguments->export.until_stage =
            (int)cli_unsigned(state, "--output-until", text, 1, TREY_LEARN_MAX_STAGES);
        return 0;
    case KEY_VALUES:
        if (strcmp(text, "sums") != 0 && strcmp(text, "points") != 0)
            argp_error(state, "--values is points or sums, not '%s'", text);
        arguments->values = text;
        return 0;
    case KEY_POSITIONS:
        arguments->positions = text;
        return 0;
    case KEY_UNIT:
        arguments->export.unit = cli_number(state, "--unit", text, 0.0, 1e6);
        return 0;
    case KEY_PRUNE:
        parse_by_stage(state, "--prune", text, arguments->export.prune);
        arguments->prune = true;
        return 0;
    case KEY_FROM:
        arguments->from = text;
        return 0;
    case KEY_AVERAGE:
        if (arguments->averaged == MAX_AVERAGED)
            argp_error(state, "--average is for at most %d checkpoints", MAX_AVERAGED);
        arguments->average[arguments->averaged++] = text;
        return 0;
    case KEY_EARLY:
        arguments->early = text;
        return 0;
    case KEY_TRUST:
        parse_by_stage(state, "--trust", text, arguments->trust);
        return 0;
    case KEY_LOG:
        arguments->log = text;
        return 0;
    case KEY_QUIET:
        arguments->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        return cli_take_none(state, text);
    case ARGP_KEY_END:
        check(arguments, state);
        return 0;
    default:
        if (parse_schedule(key, text, state, &arguments->train) == 0)
            return 0;
        return parse_learning(key, text, state, &arguments->learn);
    }
}

/* --- training --------------------------------------------------------------------------
 */

/* What the reports of a training are told to. */
struct teller {
    const struct arguments *arguments;
    struct cli_train_log log;
    bool visible; /* progress on a terminal */
    bool failing; /* the last checkpoint could not be written */
};

static void tell(void *context, const struct trey_train_report *report)
{
    struct teller *teller = context;
    const struct arguments *arguments = teller->arguments;
    bool fails = report->problem != NULL && !teller->failing;
    bool tells = report->tested && !arguments->quiet;
    if (fails || tells)
        cli_progress_clear(stderr);
    if (tells)
        fprintf(stderr, "trey: after %.0f s one ply makes %.0f (%.0f to %.0f)\n",
                report->progress.seconds, report->test.mean, report->test.low,
                report->test.high);
    if (fails)
        fprintf(stderr, "%s: %s; training continues, and writing is tried again\n",
                cli_shown(arguments->train.checkpoint), cli_shown(report->problem));
    if (report->saved)
        teller->failing = report->problem != NULL;
    cli_train_append_log(&teller->log, &report->progress,
                         report->tested ? &report->test : NULL);
    if (teller->visible)
        cli_train_show(&arguments->learn.rules, report);
}

/* What options ask for that cannot be, which the library finds, is wrong usage, too. */
static int refuse(enum trey_status status, const struct trey_error *error)
{
    int failed = cli_fail(NULL, error);
    return status == TREY_ERR_ARGUMENT ? CLI_USAGE : failed;
}

/* Trains, and hands in the network whatever became of the checkpoint. */
static int train(struct arguments *arguments, struct trey_learner *learner,
                 struct teller *teller)
{
    struct trey_train_options *options = &arguments->train;
    struct trey_learn_progress progress;
    struct trey_error error;
    int failed = 0;
    options->cancel = cli_watch_signals();
    options->export_options = &arguments->export;
    options->report = tell;
    options->context = teller;
    teller->visible = !arguments->quiet && isatty(STDERR_FILENO);
    enum trey_status status = trey_train(learner, options, &error);
    if (teller->visible)
        cli_progress_clear(stderr);
    if (!arguments->first)
        return 0; /* the first says what failed */
    if (status == TREY_ERR_ARGUMENT)
        return refuse(status, &error); /* before anything was learnt */
    if (status != TREY_OK)
        failed = status == TREY_ERR_IO ? cli_fail_output(options->checkpoint, &error)
                                       : cli_fail(NULL, &error);
    if (arguments->output != NULL &&
        trey_learner_export(learner, &arguments->export, arguments->output, &error) !=
            TREY_OK)
        failed = cli_fail_output(arguments->output, &error);
    if (failed != 0)
        return failed;
    trey_learner_progress(learner, &progress);
    cli_train_print_summary(&arguments->learn.rules, &progress);
    if (!arguments->quiet)
        cli_train_print_written(&arguments->learn.rules, arguments->output,
                                options->checkpoint);
    return cli_finish();
}

/* The network, the log and the checkpoint, which is read first, are three files, and none
 * of them holds the positions or weights to begin from. */
static int refuse_same_files(const struct arguments *arguments)
{
    const char *const written[] = {arguments->output, arguments->log,
                                   arguments->train.checkpoint};
    int refused = 0;
    for (int i = 0; i < 3 && !refused; i++)
        refused = cli_refuse_same(written[i], arguments->positions) ||
                  cli_refuse_same(written[i], arguments->from) ||
                  cli_refuse_same(written[i], arguments->early);
    for (int i = 0; i < 3 * arguments->averaged && !refused; i++)
        refused = cli_refuse_same(written[i % 3], arguments->average[i / 3]);
    for (int i = 0; i < 3 && !refused; i++)
        refused = cli_refuse_same(written[i], written[(i + 1) % 3]);
    return refused;
}

/* The mean of what other trainings learnt. */
static int take_averages(const struct arguments *arguments, struct trey_learner *learner)
{
    for (int i = 0; i < arguments->averaged; i++) {
        struct trey_error error;
        const char *path = arguments->average[i];
        enum trey_status status = i == 0 ? trey_learner_restore(learner, path, &error)
                                         : trey_learner_average(learner, path, &error);
        if (status != TREY_OK)
            return cli_fail(path, &error);
    }
    return 0;
}

/* True if there is a checkpoint to resume from. */
static bool has_checkpoint(const struct arguments *arguments)
{
    struct stat status;
    return arguments->train.checkpoint != NULL &&
           stat(arguments->train.checkpoint, &status) == 0;
}

static void announce_checkpoint(const struct arguments *arguments,
                                struct trey_learner *learner, bool resumed)
{
    struct trey_learn_progress progress;
    const struct trey_train_options *train = &arguments->train;
    if (train->checkpoint == NULL || arguments->quiet)
        return;
    trey_learner_progress(learner, &progress);
    cli_train_print_checkpoint(train->checkpoint, train->checkpoint_s,
                               trey_learner_checkpoint_bytes(learner),
                               resumed ? &progress : NULL);
}

/* Goes on from the checkpoint, if there is one, else from others or from the network. */
static int restore(const struct arguments *arguments, struct trey_learner *learner)
{
    const char *checkpoint = arguments->train.checkpoint, *from = arguments->from;
    struct trey_error error;
    if (has_checkpoint(arguments))
        return trey_learner_restore(learner, checkpoint, &error) == TREY_OK
                   ? 0
                   : cli_fail(checkpoint, &error);
    if (from != NULL &&
        trey_learner_import(learner, from, arguments->trust, &error) != TREY_OK)
        return cli_fail(from, &error);
    return take_averages(arguments, learner);
}

/* What comes early, from a network. */
static int join(const struct arguments *arguments, struct trey_learner *learner)
{
    double raised;
    struct trey_error error;
    if (arguments->early == NULL)
        return 0;
    if (trey_learner_join(learner, arguments->early, arguments->trust, &raised, &error) !=
        TREY_OK)
        return cli_fail(arguments->early, &error);
    if (!arguments->quiet)
        fprintf(stderr, "trey: what comes late is raised by %lld points\n",
                llround(raised)); /* no -0 */
    return 0;
}

static int keep_positions(const struct arguments *arguments, struct trey_learner *learner)
{
    uint64_t count = 0;
    if (arguments->positions == NULL)
        return 0;
    int failed = cli_keep_positions(learner, &arguments->learn.rules,
                                    arguments->positions, &count);
    if (failed == 0 && !arguments->quiet)
        fprintf(stderr, "trey: %" PRIu64 " positions to begin from\n", count);
    return failed;
}

/* What is there when training begins. */
static int begin(const struct arguments *arguments, struct trey_learner *learner,
                 struct teller *teller)
{
    const bool resumed = has_checkpoint(arguments);
    int failed = restore(arguments, learner);
    if (failed == 0)
        announce_checkpoint(arguments, learner, resumed);
    if (failed == 0)
        failed = join(arguments, learner);
    if (failed == 0)
        failed = keep_positions(arguments, learner);
    if (failed == 0 && arguments->log != NULL)
        failed = cli_train_open_log(&teller->log, arguments->log, learner,
                                    &arguments->learn.rules, arguments->force);
    return failed;
}

/* With the checkpoint locked. */
static int run_alone(struct arguments *arguments, struct trey_learner *learner)
{
    struct teller teller = {.arguments = arguments};
    int failed =
        cli_processes_agree(arguments->train.processes,
                            arguments->first ? begin(arguments, learner, &teller) : 0);
    if (failed == 0)
        failed = train(arguments, learner, &teller);
    if (cli_train_close_log(&teller.log) != 0)
        failed = CLI_FAILED;
    return failed;
}

/* The files that are written, before much is done; the checkpoint is ours from then on.
 */
static int take_files(struct arguments *arguments, struct trey_training_lock **lock)
{
    struct trey_error error;
    const char *checkpoint = arguments->train.checkpoint;
    size_t copies = arguments->train.processes != NULL || arguments->averaged > 1 ? 2 : 1;
    if (refuse_same_files(arguments))
        return CLI_FAILED;
    size_t bytes = trey_learner_bytes(&arguments->learn) * copies;
    if (!arguments->quiet && bytes > (size_t)1 << 28)
        fprintf(stderr, "trey: training takes %zu MiB of memory%s\n", bytes >> 20,
                arguments->train.processes != NULL ? " on each rank" : "");
    if (cli_check_output(arguments->output, CLI_FILE_NETWORK, arguments->force) ||
        cli_check_output(arguments->log, CLI_FILE_LOG, arguments->force))
        return CLI_FAILED;
    if (checkpoint != NULL &&
        trey_training_lock_take(checkpoint, lock, &error) != TREY_OK)
        return cli_fail(checkpoint, &error);
    return 0;
}

/* Whether this is a checkpoint or a network that says that its values are sums; `other`
 * if it is neither, of which those that read it say what is wrong. */
static bool says_sums(const char *path, bool other)
{
    char start[1024] = "";
    int version = 0;
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    if (file == NULL)
        return other;
    start[fread(start, 1, sizeof start - 1, file)] = '\0';
    fclose(file);
    if (sscanf(start, "trey checkpoint %9d\n", &version) == 1)
        return version % 2 == 1; /* docs/formats/old.md */
    if (sscanf(start, "trey network %9d\n", &version) == 1)
        return strstr(start, "\nvalues sums\n") != NULL;
    return other;
}

static bool values_are_sums(const struct arguments *arguments)
{
    if (arguments->values != NULL)
        return arguments->values[0] == 's';
    bool begun = says_sums(arguments->early, says_sums(arguments->from, true));
    if (arguments->averaged > 0)
        begun = says_sums(arguments->average[0], begun);
    return arguments->rules.rules.slide == TREY_SLIDE_THREES &&
           says_sums(arguments->train.checkpoint, begun);
}

static int run(struct arguments *arguments)
{
    struct trey_error error;
    struct trey_learner *learner = NULL;
    struct trey_training_lock *lock = NULL;
    struct trey_processes *processes = arguments->train.processes;
    arguments->first = trey_processes_index(processes) == 0;
    arguments->quiet |= !arguments->first;
    arguments->learn.rules = arguments->rules.rules;
    arguments->learn.sums = values_are_sums(arguments);
    int failed = cli_processes_agree(processes,
                                     arguments->first ? take_files(arguments, &lock) : 0);
    if (failed == 0) {
        enum trey_status status = trey_learner_new(&arguments->learn, &learner, &error);
        status = trey_processes_agree(processes, status, &error);
        if (status != TREY_OK)
            failed = arguments->first ? refuse(status, &error) : CLI_FAILED;
    }
    if (failed == 0)
        failed = run_alone(arguments, learner);
    trey_learner_free(learner);
    trey_training_lock_free(lock);
    return failed;
}

int cmd_train(int argc, char **argv)
{
    static const struct argp_child children[] = {
        {&cli_rules_argp, 0, "Rules:", 2},
        {&cli_force_argp, 0, NULL, 0},
        {0},
    };
    static const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .children = children,
        .doc =
            "Trains an n-tuple network by temporal differences: it plays Threes! "
            "or 2048 against chance and learns what positions are worth.\vInterrupted, "
            "it "
            "writes what it has learnt so far. With --checkpoint it goes on when it is "
            "started again.",
    };
    struct arguments arguments = {0};
    trey_learn_defaults(&arguments.learn);
    trey_train_defaults(&arguments.train);
    arguments.learn.threads = 0;
    arguments.trust[0] = 1e6;
    cli_parse(&argp, argc, argv, &arguments);
    if (cli_processes_start(&arguments.train.processes) != 0)
        return CLI_FAILED;
    return cli_processes_end(arguments.train.processes, run(&arguments));
}
