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

enum { MAX_AVERAGED = 16 };

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
static void parse_by_stage(struct cli_line *line, const struct cli_option *row,
                           const char *text, void *destination)
{
    static const char blanks[] = " ,";
    double *by_stage = destination;
    char number[32], option[32];
    snprintf(option, sizeof option, "--%s", row->name);
    if (text[strspn(text, blanks)] == '\0')
        cli_refuse(line, "%s takes a number, not '%s'", option, text);
    for (int i = 0; *(text += strspn(text, blanks)) != '\0'; i++) {
        size_t size = strcspn(text, blanks);
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
    if (arguments->averaged == MAX_AVERAGED)
        cli_refuse(line, "--average is for at most %d checkpoints", MAX_AVERAGED);
    arguments->average[arguments->averaged++] = path;
}

#define TO(member)    CLI_TO(struct arguments, member)
#define GIVEN(member) CLI_GIVEN(struct arguments, member)

enum { MINUTE = 60 };

static const struct cli_option option_rows[] = {
    {"output", 'o', "FILE", "write the network here, for --player network:FILE", CLI_TEXT,
     TO(output)},
    {"output-until", 0, "N",
     "leave the Nth of --stages away there, and all after it (default: none)",
     CLI_WHOLE(1, TREY_LEARN_MAX_STAGES), TO(export.until_stage)},
    {"time-limit", 't', "TIME", "how long to train, as 90, 10m or 2h", CLI_SECONDS,
     TO(train.seconds), CLI_DEFAULT("5m")},
    {"minutes", 'm', "M", NULL, CLI_NUMBER(0.0, 1e7), TO(train.seconds),
     .unit = MINUTE}, /* the earlier option for the same */
    {"games", 'n', "N", "end after so many, if that is earlier", CLI_WHOLE(1, INT64_MAX),
     TO(train.games)},
    {"seed", 's', "N", "of the games", CLI_SEED, TO(learn.seed), CLI_DEFAULT("1")},
    {"threads", 0, "N", "that play (default: one per processor)", CLI_WHOLE(1, 1024),
     TO(learn.threads)},
    {"checkpoint", 0, "FILE",
     "keep everything here, and go on from it if it is there; one training at a time",
     CLI_TEXT, TO(train.checkpoint)},
    {"checkpoint-every", 0, "M", "minutes; training goes on meanwhile",
     CLI_NUMBER(0.01, 1e6), TO(train.checkpoint_s), .unit = MINUTE, CLI_DEFAULT("0.5")},
    {"log", 0, "FILE",
     "write progress to this file as comma-separated values; a training resumed by "
     "--checkpoint continues its own log",
     CLI_TEXT, TO(log)},
    {"log-every", 0, "S", "seconds between progress", CLI_NUMBER(0.1, 1e6),
     TO(train.part_s), CLI_DEFAULT("10")},
    {"eval-every", 0, "M", "minutes between test games of one ply (default: none)",
     CLI_NUMBER(0.01, 1e6), TO(train.test_s), .unit = MINUTE},
    {"eval-games", 0, "N", "how many of them", CLI_WHOLE(2, 1000000),
     TO(train.test_games), CLI_DEFAULT("200")},
    {"merge-every", 0, "N", "games of each process (mpirun) between two merges",
     CLI_WHOLE(1, INT64_MAX), TO(train.merge_games), CLI_DEFAULT("200")},
    {"quiet", 'q', NULL, "no progress on standard error", CLI_FLAG, TO(quiet)},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("The network:")},
    {"tuples", 0, "TUPLES",
     "cells as hex digits (default: by the board, for 4x4 \"012345 456789 012456 "
     "45689a\")",
     CLI_TEXT, TO(learn.tuples)},
    {"values", 0, "points|sums",
     "what positions are worth: points, or what the tiles will add up to, which tells "
     "how long games last (default: as in what it goes on from, else sums in Threes! "
     "and points in 2048)",
     CLI_CHOICE("points|sums"), TO(values)},
    {"initial", 0, "POINTS", "what every position is worth at first",
     CLI_NUMBER(-1e7, 1e7), TO(learn.initial), CLI_DEFAULT("0")},
    {"stages", 0, "TILES",
     "weights of their own from these largest tiles on: \"1536 3072 3072+1536\" (default "
     "none); may be added to a checkpoint's",
     CLI_TEXT, TO(learn.stages)},
    {"exchange", 0, NULL,
     "positions of Threes! that differ by 1s and 2s exchanged share their weights",
     CLI_FLAG, TO(learn.exchange)},
    {"downgrade", 0, "TILE",
     "in 2048 look at boards with this tile or a larger one with all tiles halved that "
     "are above the largest missing one, in play and for restarts (default: never)",
     CLI_WHOLE(16, 32768), TO(learn.downgrade)},
    {"unit", 0, "POINTS",
     "round the weights of the network written to this (default: as fine as 16 bits "
     "allow)",
     CLI_NUMBER(0.0, 1e6), TO(export.unit)},
    {"prune", 0, "POINTS",
     "round weights that were taught less than this in all more coarsely, the less the "
     "more so (default 0); several numbers: by stage, the last for all further ones",
     CLI_PARSED(parse_by_stage), TO(export.prune), GIVEN(prune)},
    {CLI_HEADING("What it begins with:")},
    {"from", 0, "NETWORK",
     "begin with the weights of this file, if there is no checkpoint", CLI_TEXT,
     TO(from)},
    {"average", 0, "CHECKPOINT",
     "begin with what this other training learnt, if there is no checkpoint; given "
     "again: with the mean of all",
     CLI_PARSED(parse_average)},
    {"early", 0, "NETWORK",
     "take the stages up to the last of this file's from it, and raise those after it to "
     "where both value positions alike",
     CLI_TEXT, TO(early)},
    {"trust", 0, "POINTS",
     "that they count as having been taught: the more, the slower they move; several "
     "numbers: by stage, the last for all further ones",
     CLI_PARSED(parse_by_stage), TO(trust), CLI_DEFAULT("1e6")},
    {CLI_HEADING("How it learns:")},
    {"depth", 0, "N", "plies that slides are searched, to learn from better games",
     CLI_WHOLE(1, 8), TO(learn.depth), CLI_DEFAULT("1")},
    {"lambda", 0, "X", "TD(lambda), 0 to 1", CLI_NUMBER(0.0, 1.0), TO(learn.lambda),
     CLI_DEFAULT("0")},
    {"alpha", 0, "X",
     "share of an error that a position learns; 0: by temporal coherence",
     CLI_NUMBER(0.0, 1.0), TO(learn.alpha), CLI_DEFAULT("0")},
    {"rate", 0, "X", "factor of the learning rates", CLI_NUMBER(1e-6, 10.0),
     TO(train.rate), CLI_DEFAULT("1")},
    {"last-rate", 0, "X",
     "what --rate falls to, evenly in its logarithm, by the end (default: no change)",
     CLI_NUMBER(1e-6, 10.0), TO(train.last_rate)},
    {"halving", 0, NULL,
     "begin again in the middle of each game, and of that one, until ten slides are left",
     CLI_FLAG, TO(learn.halving)},
    {"until-stage", 0, "N",
     "leave games where the Nth of --stages begins; what comes then is worth what its "
     "weights say (default: never)",
     CLI_WHOLE(1, TREY_LEARN_MAX_STAGES), TO(learn.until_stage)},
    {CLI_HEADING("Restarts:")},
    {"restarts", 0, "SHARE", "of games that begin from a position kept from others",
     CLI_NUMBER(0.0, 1.0), TO(learn.restarts), CLI_DEFAULT("0")},
    {"from-sum", 0, "SUM",
     "least sum of the tiles of positions for restarts, in steps of 768",
     CLI_WHOLE(0, 1 << 20), TO(learn.restarts_from), CLI_DEFAULT("0")},
    {"to-sum", 0, "SUM", "their sums are below this (default: any)",
     CLI_WHOLE(1, 1 << 20), TO(learn.restarts_to)},
    {"positions", 0, "FILE", "keep positions of these recorded games for restarts",
     CLI_TEXT, TO(positions)},
    {"doubled", 0, "SHARE",
     "of restarts whose position has its tiles doubled, those of 3 and more in Threes!",
     CLI_NUMBER(0.0, 1.0), TO(learn.doubled), CLI_DEFAULT("0")},
    {CLI_HEADING("Rules:")},
    {CLI_PART(cli_rules_part), TO(rules)},
    CLI_END,
};

/* What goes together. */
static void check(struct cli_line *line, void *command)
{
    const struct arguments *arguments = command;
    const struct trey_learn_options *learn = &arguments->learn;
    if (arguments->output == NULL && arguments->train.checkpoint == NULL)
        cli_refuse(line, "--output or --checkpoint is needed");
    if (arguments->positions != NULL && learn->restarts <= 0.0)
        cli_refuse(line, "--positions is for --restarts");
    if (learn->doubled > 0.0 && learn->restarts <= 0.0)
        cli_refuse(line, "--doubled is for --restarts");
    if (learn->restarts_from >= learn->restarts_to)
        cli_refuse(line, "--from-sum is not below --to-sum");
    if (arguments->trust[0] <= 0.0)
        cli_refuse(line, "--trust is more than 0");
    if (arguments->from != NULL && arguments->averaged > 0)
        cli_refuse(line, "--from or --average");
    if (arguments->prune && learn->alpha > 0.0)
        cli_refuse(line, "--prune goes by what weights were taught, which --alpha does "
                         "not keep");
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
                arguments->train.processes != NULL ? " on each process" : "");
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
    static const struct cli_syntax syntax = {
        .summary =
            "Trains an n-tuple network by temporal differences: it plays Threes! or 2048 "
            "against chance and learns what positions are worth.",
        .notes = "Interrupted, it writes what it has learnt so far. With --checkpoint it "
                 "goes on when it is started again.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {0};
    trey_learn_defaults(&arguments.learn);
    trey_train_defaults(&arguments.train);
    arguments.learn.threads = 0;
    cli_parse(&syntax, argc, argv, &arguments);
    if (cli_processes_start(&arguments.train.processes) != 0)
        return CLI_FAILED;
    return cli_processes_end(arguments.train.processes, run(&arguments));
}
