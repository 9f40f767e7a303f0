/* trey train: trains an n-tuple network by self-play.
 *
 * A training is prepared in this order: the output files are checked and the checkpoint
 * is locked (open_files), the learner is created, its weights are loaded from the
 * checkpoint or, if there is none, from --from, --import or --average (load_weights),
 * --early replaces the early stages, and --positions are added. Then trey_train runs and
 * calls report_progress; at the end the network is exported. Of several processes
 * (mpirun) only the first touches files and prints; all agree on failures, so that none
 * waits for another. */
#include "base/error.h"
#include "commands.h"
#include "learn/command.h"
#include "mpi/processes.h"
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

enum { MAX_AVERAGED = 16, SECONDS_PER_MINUTE = 60 };

struct arguments {
    struct cli_rules_options rules;
    struct trey_learn_options learn;
    struct trey_train_options train;
    bool force;
    const char *output, *log, *positions, *from, *early;
    const char *import;
    struct trey_weights_options import_options;
    const char *import_order;                /* NULL: not given */
    char imported_tuples[TREY_WEIGHTS_TEXT]; /* those of --import, without --tuples */
    const char *average[MAX_AVERAGED];
    int average_count;
    const char *values; /* NULL: not given */
    double trust[TREY_LEARN_MAX_STAGES];
    struct trey_export_options export;
    bool prune; /* --prune was given */
    bool quiet;
    bool is_first; /* process 0 of several, which writes files and reports */
};

/* --- command line ----------------------------------------------------------------------
 */

/* Parses numbers by stage, separated by blanks or commas. */
static void parse_by_stage(struct cli_line *line, const struct cli_option *row,
                           const char *text, void *destination)
{
    static const char separators[] = " ,";
    double *by_stage = destination;
    char number[32], option[32];
    snprintf(option, sizeof option, "--%s", row->name);
    if (text[strspn(text, separators)] == '\0')
        cli_refuse(line, "%s takes a number, not '%s'", option, text);
    for (int i = 0; *(text += strspn(text, separators)) != '\0'; i++) {
        size_t size = strcspn(text, separators);
        if (i == TREY_LEARN_MAX_STAGES || size >= sizeof number)
            cli_refuse(line, "%s takes at most %d numbers, not '%s'", option,
                       TREY_LEARN_MAX_STAGES, text);
        snprintf(number, sizeof number, "%.*s", (int)size, text);
        by_stage[i] = cli_number(line, option, number, 0.0, 1e12);
        text += size;
    }
}

static void parse_average(struct cli_line *line, const struct cli_option *option,
                          const char *path, void *destination)
{
    struct arguments *arguments = destination;
    (void)option;
    if (arguments->average_count == MAX_AVERAGED)
        cli_refuse(line, "--average may be given at most %d times", MAX_AVERAGED);
    arguments->average[arguments->average_count++] = path;
}

#define TO(member)    CLI_TO(struct arguments, member)
#define GIVEN(member) CLI_GIVEN(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"output", 'o', "FILE", "write the network here, for --player network:FILE", CLI_TEXT,
     TO(output)},
    {"output-until", 0, "N",
     "omit the Nth of --stages and all later ones from the network (default: omit none)",
     CLI_WHOLE(1, TREY_LEARN_MAX_STAGES), TO(export.until_stage),
     .needs = "output|eval-every"},
    {"time-limit", 't', "TIME", "training time: seconds, or 90s, 10m, 2h", CLI_SECONDS,
     TO(train.seconds), CLI_DEFAULT("5m")},
    {"minutes", 'm', "M", NULL, CLI_NUMBER(0.0, 1e7), TO(train.seconds),
     .unit = SECONDS_PER_MINUTE}, /* the earlier name of --time-limit */
    {"games", 'n', "N", "stop after N games (default: no limit)", CLI_WHOLE(1, INT64_MAX),
     TO(train.games)},
    {"seed", 's', "N", "seed of the games", CLI_SEED, TO(learn.seed), CLI_DEFAULT("1")},
    {"threads", 0, "N", "number of threads (default: one per processor)",
     CLI_WHOLE(1, 1024), TO(learn.threads)},
    {"checkpoint", 0, "FILE",
     "save the training here regularly and resume from it; for one training at a time",
     CLI_TEXT, TO(train.checkpoint), CLI_NOT_OUTPUT},
    {"checkpoint-every", 0, "M", "time between checkpoints in minutes",
     CLI_NUMBER(0.01, 1e6), TO(train.checkpoint_s), .unit = SECONDS_PER_MINUTE,
     .needs = "checkpoint", CLI_DEFAULT("0.5")},
    {"log", 0, "FILE",
     "write progress to this file as comma-separated values; a training resumed by "
     "--checkpoint continues its own log",
     CLI_TEXT, TO(log), CLI_NOT_OUTPUT},
    {"log-every", 0, "S", "time between reports of progress in seconds",
     CLI_NUMBER(0.1, 1e6), TO(train.part_s), CLI_DEFAULT("10")},
    {"eval-every", 0, "M",
     "time between test games, played at one ply, in minutes (default: no test games)",
     CLI_NUMBER(0.01, 1e6), TO(train.test_s), .unit = SECONDS_PER_MINUTE},
    {"eval-games", 0, "N", "number of test games", CLI_WHOLE(2, 1000000),
     TO(train.test_games), CLI_DEFAULT("200"), .needs = "eval-every"},
    {"merge-every", 0, "N",
     "number of games of each process (mpirun) between two merges of the networks",
     CLI_WHOLE(1, INT64_MAX), TO(train.merge_games), CLI_DEFAULT("200")},
    {"quiet", 'q', NULL, "show no progress on standard error", CLI_FLAG, TO(quiet)},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("The network:")},
    {"tuples", 0, "TUPLES",
     "cells of the tuples as hex digits (default: by the board, for 4x4 \"012345 456789 "
     "012456 45689a\")",
     CLI_TEXT, TO(learn.tuples)},
    {"values", 0, "points|sums",
     "what the network predicts: points to come, or the tile sum at the end, which "
     "measures how long games last (default: as in the checkpoint or network that is "
     "loaded, else sums for Threes! and points for 2048)",
     CLI_CHOICE("points|sums"), TO(values)},
    {"discount", 0, "X",
     "discount factor per move in 2048 with --values sums, 0.5 to 1: what comes N moves "
     "later is multiplied by X to the power of N (default: as in the checkpoint or "
     "network that is loaded, else 1)",
     CLI_NUMBER(0.5, 1.0), TO(learn.discount)},
    {"initial", 0, "POINTS", "initial value of all positions", CLI_NUMBER(-1e7, 1e7),
     TO(learn.initial), CLI_DEFAULT("0")},
    {"stages", 0, "TILES",
     "largest tiles from which separate weights are used: \"1536 3072 3072+1536\" "
     "(default: none); stages may be added to those of a checkpoint",
     CLI_TEXT, TO(learn.stages)},
    {"exchange", 0, NULL,
     "share weights between positions of Threes! that differ by 1s and 2s exchanged",
     CLI_FLAG, TO(learn.exchange)},
    {"downgrade", 0, "TILE",
     "in 2048, treat boards with this tile or a larger one as if all tiles above the "
     "largest missing one were halved, in play and for restarts (default: never)",
     CLI_WHOLE(16, 32768), TO(learn.downgrade)},
    {"unit", 0, "POINTS",
     "round the weights of the written network to multiples of this (default: as fine as "
     "16 bits allow)",
     CLI_NUMBER(0.0, 1e6), TO(export.unit)},
    {"prune", 0, "POINTS",
     "shorten the written network: round weights whose updates add up to less than "
     "POINTS to 2 units, less than POINTS/4 to 4 units, and so on (default 0: none); "
     "several numbers: by stage, the last for all later stages",
     CLI_PARSED(parse_by_stage), TO(export.prune), GIVEN(prune)},
    {CLI_HEADING("Initial weights:")},
    {"from", 0, "NETWORK",
     "start with the weights of this file if there is no checkpoint", CLI_TEXT, TO(from),
     CLI_NOT_INPUT},
    {"import", 0, "FILE",
     "start with the weights of another program if there is no checkpoint: a .w file of "
     "TDL2048+, weights.bin of the course framework (with --tuples) or .npz of numpy",
     CLI_TEXT, TO(import), CLI_NOT_INPUT},
    {"import-order", 0, "low|high",
     "digit of an index that the first cell of a tuple has in weights.bin (default: low)",
     CLI_CHOICE("low|high"), TO(import_order), .needs = "import"},
    {"import-once", 0, NULL,
     "the tables of --import are looked up on the board alone, not on its eight images",
     CLI_FLAG, TO(import_options.once), .needs = "import"},
    {"average", 0, "CHECKPOINT",
     "start with the weights of another training if there is no checkpoint; given "
     "several times: with the mean of all",
     CLI_PARSED(parse_average), CLI_NOT_INPUT},
    {"early", 0, "NETWORK",
     "replace the first stages by all stages of this file, and raise the values of the "
     "later stages to match",
     CLI_TEXT, TO(early), CLI_NOT_INPUT},
    {"trust", 0, "POINTS",
     "amount of updates that the weights of --from, --import and --early count as having "
     "had; the "
     "larger, the slower they change; several numbers: by stage, the last for all later "
     "stages",
     CLI_PARSED(parse_by_stage), TO(trust), CLI_DEFAULT("1e6"),
     .needs = "from|import|early"},
    {CLI_HEADING("Learning:")},
    {"depth", 0, "N", "search depth of the training games in plies", CLI_WHOLE(1, 8),
     TO(learn.depth), CLI_DEFAULT("1")},
    {"lambda", 0, "X", "lambda of TD(lambda), 0 to 1", CLI_NUMBER(0.0, 1.0),
     TO(learn.lambda), CLI_DEFAULT("0")},
    {"alpha", 0, "X",
     "fixed learning rate, the share of an error that is corrected, 0 to 1; 0: rates by "
     "temporal coherence",
     CLI_NUMBER(0.0, 1.0), TO(learn.alpha), CLI_DEFAULT("0")},
    {"rate", 0, "X", "factor of all learning rates", CLI_NUMBER(1e-6, 10.0),
     TO(train.rate), CLI_DEFAULT("1")},
    {"last-rate", 0, "X",
     "value of --rate at the end, approached geometrically (default: no change)",
     CLI_NUMBER(1e-6, 10.0), TO(train.last_rate)},
    {"halving", 0, NULL,
     "after each game restart from its middle, then from the middle of that game, and so "
     "on until ten moves are left",
     CLI_FLAG, TO(learn.halving)},
    {"until-stage", 0, "N",
     "end games where the Nth of --stages begins, with the value that its weights give "
     "(default: never)",
     CLI_WHOLE(1, TREY_LEARN_MAX_STAGES), TO(learn.until_stage)},
    {CLI_HEADING("Restarts:")},
    {"restarts", 0, "SHARE",
     "share of games, 0 to 1, that start from a stored position of an earlier game",
     CLI_NUMBER(0.0, 1.0), TO(learn.restarts), CLI_DEFAULT("0")},
    {"from-sum", 0, "SUM", "minimum tile sum of positions for restarts, in steps of 768",
     CLI_WHOLE(0, 1 << 20), TO(learn.restarts_from), CLI_DEFAULT("0"),
     .needs = "restarts"},
    {"to-sum", 0, "SUM", "use only positions with a smaller tile sum (default: any)",
     CLI_WHOLE(1, 1 << 20), TO(learn.restarts_to), .needs = "restarts"},
    {"positions", 0, "FILE", "add positions of these recorded games to the stored ones",
     CLI_TEXT, TO(positions), CLI_NOT_INPUT},
    {"doubled", 0, "SHARE",
     "share of restarts, 0 to 1, for which all tiles are doubled, in Threes! those of 3 "
     "and more",
     CLI_NUMBER(0.0, 1.0), TO(learn.doubled), CLI_DEFAULT("0")},
    {CLI_HEADING("Rules:")},
    {CLI_PART(cli_rules_part), TO(rules)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    const struct arguments *arguments = command;
    const struct trey_learn_options *learn = &arguments->learn;
    if (arguments->output == NULL && arguments->train.checkpoint == NULL)
        cli_refuse(line, "--output or --checkpoint is required");
    if (arguments->positions != NULL && learn->restarts <= 0.0)
        cli_refuse(line, "--positions requires --restarts");
    if (learn->doubled > 0.0 && learn->restarts <= 0.0)
        cli_refuse(line, "--doubled requires --restarts");
    if (learn->restarts_from >= learn->restarts_to)
        cli_refuse(line, "--from-sum must be less than --to-sum");
    if (arguments->trust[0] <= 0.0)
        cli_refuse(line, "--trust must be greater than 0");
    if ((arguments->from != NULL) + (arguments->import != NULL) +
            (arguments->average_count > 0) >
        1)
        cli_refuse(line, "--from, --import and --average exclude each other");
    if (arguments->import != NULL && learn->initial != 0.0)
        cli_refuse(line, "--import and --initial exclude each other");
    if (arguments->prune && learn->alpha > 0.0)
        cli_refuse(line,
                   "--prune and --alpha exclude each other: --alpha keeps no record "
                   "of updates");
}

/* --- reports ---------------------------------------------------------------------------
 */

struct reporter {
    const struct arguments *arguments;
    struct cli_train_log log;
    bool shows_progress;    /* on a terminal */
    bool checkpoint_failed; /* the last checkpoint could not be written */
};

/* A trey_train_options report. A failing checkpoint is reported once, until one succeeds.
 */
static void report_progress(void *context, const struct trey_train_report *report)
{
    struct reporter *reporter = context;
    const struct arguments *arguments = reporter->arguments;
    bool new_problem = report->problem != NULL && !reporter->checkpoint_failed;
    bool print_test = report->tested && !arguments->quiet;
    if (new_problem || print_test)
        cli_progress_clear(stderr);
    if (print_test)
        fprintf(
            stderr,
            "trey: test games after %.0f s: mean %.0f (95 %% interval %.0f to %.0f)\n",
            report->progress.seconds, report->test.mean, report->test.low,
            report->test.high);
    if (new_problem)
        fprintf(stderr, "%s: %s; training continues and will retry\n",
                cli_shown(arguments->train.checkpoint), cli_shown(report->problem));
    if (report->saved)
        reporter->checkpoint_failed = report->problem != NULL;
    cli_train_append_log(&reporter->log, &report->progress,
                         report->tested ? &report->test : NULL);
    if (reporter->shows_progress)
        cli_train_show(&arguments->learn.rules, report);
}

static void report_checkpoint(const struct arguments *arguments,
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

/* Combinations of options that only the library can check are wrong usage, too. */
static int fail_learner(enum trey_status status, const struct trey_error *error)
{
    return status == TREY_ERR_ARGUMENT ? cli_wrong_usage("train", error)
                                       : cli_fail(NULL, error);
}

/* --- files -----------------------------------------------------------------------------
 */

/* The network, the log and the checkpoint must be different files, and none of them may
 * be an input. A checkpoint may be averaged once. */
static int refuse_same_files(const struct arguments *arguments)
{
    const char *const written[] = {arguments->output, arguments->log,
                                   arguments->train.checkpoint};
    for (int i = 0; i < 3; i++) {
        if (cli_refuse_same(written[i], arguments->positions) ||
            cli_refuse_same(written[i], arguments->from) ||
            cli_refuse_same(written[i], arguments->import) ||
            cli_refuse_same(written[i], arguments->early) ||
            cli_refuse_same(written[i], written[(i + 1) % 3]))
            return CLI_USAGE;
        for (int k = 0; k < arguments->average_count; k++)
            if (cli_refuse_same(written[i], arguments->average[k]))
                return CLI_USAGE;
    }
    return cli_refuse_twice(arguments->average, (size_t)arguments->average_count);
}

/* Checks the output files before any work and locks the checkpoint. */
static int open_files(struct arguments *arguments, struct trey_training_lock **lock)
{
    struct trey_error error;
    const char *checkpoint = arguments->train.checkpoint;
    const bool parallel = arguments->train.processes != NULL;
    int failed = refuse_same_files(arguments);
    if (failed != 0)
        return failed;
    size_t copies = parallel || arguments->average_count > 1 ? 2 : 1;
    size_t bytes = trey_learner_bytes(&arguments->learn) * copies;
    if (!arguments->quiet && bytes > (size_t)1 << 28)
        fprintf(stderr, "trey: training takes %zu MiB of memory%s\n", bytes >> 20,
                parallel ? " on each process" : "");
    if (cli_check_output(arguments->output, CLI_FILE_NETWORK, arguments->force) ||
        cli_check_output(arguments->log, CLI_FILE_LOG, arguments->force))
        return CLI_FAILED;
    if (checkpoint != NULL &&
        trey_training_lock_take(checkpoint, lock, &error) != TREY_OK)
        return cli_fail(checkpoint, &error);
    return 0;
}

/* True if values, or their discount, are those of a loaded file, whose heading is read in
 * advance. */
static bool takes_values_from_file(const struct arguments *arguments)
{
    return arguments->values == NULL ||
           (arguments->values[0] == 's' && arguments->learn.discount == 0.0 &&
            arguments->rules.rules.slide == TREY_SLIDE_2048);
}

/* Refuses a pipe or device where a file is read more than once. */
static int refuse_pipe(const struct arguments *arguments, const char *path)
{
    if (path == NULL || !cli_is_special(path))
        return 0;
    if (arguments->is_first)
        cli_fail_text(path, "is not a file that can be read twice");
    return CLI_FAILED;
}

static int refuse_pipes(const struct arguments *arguments)
{
    int failed = refuse_pipe(arguments, arguments->import);
    for (int i = 0; i < arguments->average_count && failed == 0; i++)
        failed = refuse_pipe(arguments, arguments->average[i]);
    if (failed == 0 && takes_values_from_file(arguments))
        failed = refuse_pipe(arguments, arguments->from);
    if (failed == 0 && takes_values_from_file(arguments))
        failed = refuse_pipe(arguments, arguments->early);
    return failed;
}

/* The meaning of values. */
struct values {
    bool sums;
    double discount;
};

/* Replaces *values by those of a checkpoint or network, as its heading says. Loading any
 * other file reports the problem. */
static void read_values(const char *path, struct values *values)
{
    char start[1024] = "";
    int version = 0;
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    if (file == NULL)
        return;
    start[fread(start, 1, sizeof start - 1, file)] = '\0';
    fclose(file);
    if (sscanf(start, "trey checkpoint %9d\n", &version) == 1)
        values->sums = version % 2 == 1; /* docs/formats/old.md */
    else if (sscanf(start, "trey network %9d\n", &version) == 1)
        values->sums = strstr(start, "\nvalues sums\n") != NULL;
    else
        return;
    const char *discount = strstr(start, "\ndiscount ");
    values->discount = discount == NULL ? 1.0 : strtod(discount + 10, NULL);
}

/* By --values and --discount, else as in the checkpoint, --average, --early or --from, in
 * this order, else by the rules: only Threes! is trained with sums. */
static void set_values(struct arguments *arguments)
{
    struct values values = {arguments->rules.rules.slide == TREY_SLIDE_THREES, 1.0};
    if (takes_values_from_file(arguments)) {
        read_values(arguments->from, &values);
        read_values(arguments->early, &values);
        if (arguments->average_count > 0)
            read_values(arguments->average[0], &values);
        read_values(arguments->train.checkpoint, &values);
    }
    if (arguments->values != NULL)
        values.sums = arguments->values[0] == 's';
    arguments->learn.sums = values.sums;
    if (arguments->learn.discount == 0.0 && values.sums) /* not given */
        arguments->learn.discount = values.discount;
}

/* --- initial state ---------------------------------------------------------------------
 */

static bool has_checkpoint(const struct arguments *arguments)
{
    struct stat status;
    return arguments->train.checkpoint != NULL &&
           stat(arguments->train.checkpoint, &status) == 0;
}

/* Loads the mean of the weights of the --average checkpoints. */
static int load_averages(const struct arguments *arguments, struct trey_learner *learner)
{
    for (int i = 0; i < arguments->average_count; i++) {
        struct trey_error error;
        const char *path = arguments->average[i];
        enum trey_status status = i == 0 ? trey_learner_restore(learner, path, &error)
                                         : trey_learner_average(learner, path, &error);
        if (status != TREY_OK)
            return cli_fail(path, &error);
    }
    return 0;
}

/* Loads the checkpoint or, if there is none, the weights of --from, --import or
 * --average. */
static int load_weights(const struct arguments *arguments, struct trey_learner *learner)
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
    if (arguments->import != NULL &&
        trey_learner_import_weights(learner, arguments->import,
                                    &arguments->import_options, arguments->trust,
                                    &error) != TREY_OK)
        return cli_fail(arguments->import, &error);
    return load_averages(arguments, learner);
}

/* Refuses --import-order for a file that stores the cells of its tables and therefore
 * their order. */
static int check_import_order(const struct arguments *arguments)
{
    char tuples[TREY_WEIGHTS_TEXT];
    struct trey_error error;
    int stages;
    if (arguments->import_order == NULL ||
        trey_weights_tuples(arguments->import, NULL, tuples, &stages, NULL) != TREY_OK)
        return 0;
    trey_fail(
        &error, TREY_ERR_ARGUMENT, 0,
        "--import-order is for weights.bin only; %.180s stores the order of its cells",
        arguments->import);
    return arguments->is_first ? cli_wrong_usage("train", &error) : CLI_USAGE;
}

/* A cell of the tuples, in hexadecimal digits, that the board does not have; 0 if it has
 * all. */
static char find_missing_cell(const char *tuples, struct trey_shape shape)
{
    for (; *tuples != '\0'; tuples++) {
        const int cell = *tuples <= '9' ? *tuples - '0' : *tuples - 'a' + 10;
        if (*tuples != ' ' && cell >= shape.rows * shape.cols)
            return *tuples;
    }
    return '\0';
}

/* Without --tuples the network gets the tuples of --import. If there is a checkpoint, the
 * file is needed for nothing else. */
static int set_imported_tuples(struct arguments *arguments)
{
    struct trey_error error;
    int stages;
    if (arguments->import == NULL ||
        (has_checkpoint(arguments) && arguments->learn.tuples != NULL))
        return 0;
    arguments->import_options.tuples = arguments->learn.tuples;
    arguments->import_options.high_first =
        arguments->import_order != NULL && arguments->import_order[0] == 'h';
    enum trey_status status =
        trey_weights_tuples(arguments->import, &arguments->import_options,
                            arguments->imported_tuples, &stages, &error);
    if (status != TREY_OK)
        return arguments->is_first ? cli_fail(arguments->import, &error) : CLI_FAILED;
    if (check_import_order(arguments) != 0)
        return CLI_USAGE;
    if (arguments->learn.tuples != NULL)
        return 0;
    const struct trey_shape shape = arguments->learn.rules.shape;
    const char missing = find_missing_cell(arguments->imported_tuples, shape);
    if (missing != '\0' && arguments->is_first)
        cli_fail_text(
            arguments->import,
            "a table is for cell %c, but a board of %d x %d has the cells 0 to %x",
            missing, shape.rows, shape.cols, (unsigned)(shape.rows * shape.cols - 1));
    arguments->learn.tuples = arguments->imported_tuples;
    return missing != '\0' ? CLI_FAILED : 0;
}

/* Refuses tuples that are the same, in a training from nothing. Those of a file stay as
 * they are. */
static int check_tuples(const struct arguments *arguments)
{
    struct trey_error error;
    if (arguments->learn.tuples == NULL || arguments->import != NULL ||
        arguments->from != NULL || arguments->early != NULL ||
        arguments->average_count > 0 || has_checkpoint(arguments))
        return 0;
    enum trey_status status = trey_learner_check_tuples(&arguments->learn, &error);
    if (status == TREY_OK)
        return 0;
    return arguments->is_first ? fail_learner(status, &error) : CLI_USAGE;
}

/* --early: replaces the early stages by those of a network. */
static int load_early_stages(const struct arguments *arguments,
                             struct trey_learner *learner)
{
    double raised;
    struct trey_error error;
    if (arguments->early == NULL)
        return 0;
    if (trey_learner_join(learner, arguments->early, arguments->trust, &raised, &error) !=
        TREY_OK)
        return cli_fail(arguments->early, &error);
    if (!arguments->quiet)
        fprintf(stderr, "trey: values of the later stages raised by %lld points\n",
                llround(raised)); /* no -0 */
    return 0;
}

static int load_positions(const struct arguments *arguments, struct trey_learner *learner)
{
    uint64_t count = 0;
    if (arguments->positions == NULL)
        return 0;
    int failed = cli_keep_positions(learner, &arguments->learn.rules,
                                    arguments->positions, &count);
    if (failed == 0 && !arguments->quiet)
        fprintf(stderr, "trey: %" PRIu64 " positions for restarts\n", count);
    return failed;
}

/* Opens the log, which only a training with this number may continue. A checkpoint keeps
 * that number from the first second on, so that a training that is killed before its next
 * checkpoint can be repeated. */
static int open_log(const struct arguments *arguments, struct trey_learner *learner,
                    bool resumed, struct cli_train_log *log)
{
    const char *checkpoint = arguments->train.checkpoint;
    struct trey_error error;
    const int failed = cli_train_open_log(log, arguments->log, learner,
                                          &arguments->learn.rules, arguments->force);
    if (failed == 0 && !resumed && checkpoint != NULL &&
        trey_learner_save(learner, checkpoint, &error) != TREY_OK)
        return cli_fail_output(checkpoint, &error);
    return failed;
}

static int prepare_learner(const struct arguments *arguments,
                           struct trey_learner *learner, struct reporter *reporter)
{
    const bool resumed = has_checkpoint(arguments);
    int failed = load_weights(arguments, learner);
    if (failed == 0)
        report_checkpoint(arguments, learner, resumed);
    if (failed == 0)
        failed = load_early_stages(arguments, learner);
    if (failed == 0)
        failed = load_positions(arguments, learner);
    if (failed == 0 && arguments->log != NULL)
        failed = open_log(arguments, learner, resumed, &reporter->log);
    return failed;
}

/* --- training --------------------------------------------------------------------------
 */

/* Trains and writes the network, also if the last checkpoint could not be written. */
static int train(struct arguments *arguments, struct trey_learner *learner,
                 struct reporter *reporter)
{
    struct trey_train_options *options = &arguments->train;
    struct trey_learn_progress progress;
    struct trey_error error;
    int failed = 0;
    options->cancel = cli_watch_signals();
    options->export_options = &arguments->export;
    options->report = report_progress;
    options->context = reporter;
    reporter->shows_progress = !arguments->quiet && isatty(STDERR_FILENO);
    enum trey_status status = trey_train(learner, options, &error);
    if (reporter->shows_progress)
        cli_progress_clear(stderr);
    if (!arguments->is_first)
        return 0; /* the first process reports failures */
    if (status == TREY_ERR_ARGUMENT)
        return fail_learner(status, &error); /* before any training */
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
    cli_train_print_summary(cli_is_standard(arguments->output) ? stderr : stdout,
                            &arguments->learn.rules, &progress);
    if (!arguments->quiet)
        cli_train_print_written(&arguments->learn.rules, arguments->output,
                                options->checkpoint);
    return cli_finish();
}

/* Runs a training whose checkpoint is locked. */
static int run_locked(struct arguments *arguments, struct trey_learner *learner)
{
    struct reporter reporter = {.arguments = arguments};
    int failed = arguments->is_first ? prepare_learner(arguments, learner, &reporter) : 0;
    failed = cli_processes_agree(arguments->train.processes, failed);
    if (failed == 0)
        failed = train(arguments, learner, &reporter);
    if (cli_train_close_log(&reporter.log) != 0)
        failed = CLI_FAILED;
    return failed;
}

static int run(struct arguments *arguments)
{
    struct trey_error error;
    struct trey_learner *learner = NULL;
    struct trey_training_lock *lock = NULL;
    struct trey_processes *processes = arguments->train.processes;
    arguments->is_first = trey_process_index(processes) == 0;
    arguments->quiet |= !arguments->is_first;
    arguments->learn.rules = arguments->rules.rules;
    int failed = refuse_pipes(arguments);
    if (failed == 0) {
        set_values(arguments);
        failed = set_imported_tuples(arguments);
    }
    if (failed == 0)
        failed = check_tuples(arguments);
    if (failed == 0 && arguments->is_first)
        failed = open_files(arguments, &lock);
    failed = cli_processes_agree(processes, failed);
    if (failed == 0) {
        enum trey_status status = trey_learner_new(&arguments->learn, &learner, &error);
        status = trey_processes_agree(processes, status, &error);
        if (status != TREY_OK)
            failed = arguments->is_first ? fail_learner(status, &error) : CLI_FAILED;
    }
    if (failed == 0)
        failed = run_locked(arguments, learner);
    trey_learner_free(learner);
    trey_training_lock_free(lock);
    return failed;
}

int cmd_train(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .summary = "Trains an n-tuple network by temporal-difference learning: it plays "
                   "games of Threes! or 2048 and learns the values of positions.",
        .notes = "If it is interrupted, it writes the network trained so far. With "
                 "--checkpoint the same command resumes the training.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {0};
    trey_learn_defaults(&arguments.learn);
    trey_train_defaults(&arguments.train);
    arguments.learn.threads = 0;
    cli_parse(&syntax, argc, argv, &arguments);
    const int failed = cli_processes_start(&arguments.train.processes);
    if (failed != 0)
        return failed;
    return cli_processes_end(arguments.train.processes, run(&arguments));
}
