/* trey solve: exact values of every position of a small board.
 *
 * A run either solves a game or opens a table (run), then answers queries or prints
 * counts, grades or a tree (answer_request). --verify, --sample and rules with a deck
 * (solve_played) are separate, since they have no table to query. */
#include "commands.h"
#include "exact/share/command.h"
#include "exact/solve/command.h"
#include "exact/table/command.h"
#include "extras/exact/sample.h"
#include "mpi/processes.h"
#include "os/os.h"
#include "output_files.h"
#include "processes.h"
#include "progress.h"
#include "solve_options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- progress --------------------------------------------------------------------------
 */

struct watch {
    double shown_s;         /* time of the last line */
    double done_before;     /* share that was done when this process started */
    bool started;           /* done_before is set */
    bool verifies, samples; /* neither: solves */
};

static void show_progress(void *context, const struct trey_exact_progress *progress)
{
    struct watch *watch = context;
    if (!watch->started)
        watch->done_before = progress->done;
    watch->started = true;
    if (progress->seconds < watch->shown_s + 0.5)
        return;
    watch->shown_s = progress->seconds;
    double gained = progress->done - watch->done_before;
    double left = gained > 0 ? progress->seconds * (1 - progress->done) / gained : 0;
    struct cli_progress line = {0};
    cli_progress_add(&line, "%s %.1f%%  %.0f s, about %.0f s left",
                     watch->verifies     ? "verifying"
                     : watch->samples    ? "sampling"
                     : progress->valuing ? "computing values"
                                         : "listing positions",
                     100 * progress->done, progress->seconds, left);
    cli_progress_show(&line, stderr);
}

static void show_played_progress(void *context,
                                 const struct trey_played_progress *progress)
{
    show_progress(context, &(struct trey_exact_progress){
                               progress->done, progress->seconds, progress->valuing});
}

static void end_progress(const struct watch *watch)
{
    if (watch->shown_s > 0)
        cli_progress_clear(stderr);
}

/* --- the solution ----------------------------------------------------------------------
 */

static void make_options(const struct cli_solve_options *arguments,
                         struct trey_exact_options *how)
{
    trey_exact_defaults(arguments->rules, arguments->shape, how);
    if (arguments->start != 0)
        how->start = arguments->start;
    if (arguments->keep != NULL)
        how->keep = strcmp(arguments->keep, "all") == 0 ? TREY_EXACT_KEEP_ALL
                                                        : TREY_EXACT_KEEP_AVERAGE;
    how->values = !arguments->stats && arguments->save == NULL;
    how->kind = arguments->kind;
    how->value_bytes = arguments->value_bytes;
    how->states = arguments->states;
    if (how->kind != TREY_EXACT_WHOLE && arguments->keep == NULL)
        how->keep = TREY_EXACT_KEEP_AVERAGE;
    how->threads = arguments->threads;
    how->save = arguments->save;
    how->work_dir = arguments->work_dir;
    how->memory_bytes = arguments->max_memory_bytes;
    how->disk_bytes = arguments->max_disk_bytes;
}

/* Reports a failure that is not about a file. Options that do not fit each other are
 * wrong usage, also those that only the library can check. */
static int fail(const struct trey_error *error)
{
    return error->code == TREY_ERR_ARGUMENT ? cli_wrong_usage("solve", error)
                                            : cli_fail(NULL, error);
}

/* Reports a failure with a file. If it is one of the work directory, its path is in the
 * message. */
static int fail_file(const struct cli_solve_options *arguments,
                     const struct trey_error *error)
{
    const char *directory = arguments->work_dir;
    const size_t length = directory == NULL ? 0 : strlen(directory);
    if (length > 0 && strncmp(error->message, directory, length) == 0 &&
        error->message[length] == '/') {
        fflush(stdout);
        fprintf(stderr, "%s\n", cli_shown(error->message));
        return CLI_FAILED;
    }
    return cli_fail(arguments->table != NULL  ? arguments->table
                    : arguments->save != NULL ? arguments->save
                                              : directory,
                    error);
}

/* Prints the memory and disk space that long work will need. */
static void print_needs(const struct trey_exact_options *how)
{
    enum { LONG_BOARDS = 1000000 };
    struct trey_exact_needs needs;
    if (trey_exact_estimate(how, &needs, NULL) != TREY_OK || needs.boards < LONG_BOARDS)
        return;
    fprintf(stderr, "about %.2g boards, %.1f GiB of memory, %.1f GiB of disk\n",
            (double)needs.boards, (double)needs.memory_bytes / 1073741824.0,
            (double)needs.disk_bytes / 1073741824.0);
}

/* True if an interrupted run can be resumed from its files. A device or a pipe is only
 * written at the end. */
static bool can_resume(const struct trey_exact_options *how)
{
    struct stat about;
    if (how->work_dir != NULL || how->save == NULL)
        return how->work_dir != NULL;
    return stat(how->save, &about) != 0 || S_ISREG(about.st_mode);
}

static enum trey_status solve(const struct cli_solve_options *arguments,
                              struct trey_processes *processes, struct trey_exact **exact,
                              struct trey_error *error)
{
    enum { LONG_CELLS = 7 };
    struct trey_exact_options how;
    struct watch watch = {0};
    bool is_long = arguments->shape.rows * arguments->shape.cols >= LONG_CELLS;
    bool show = is_long && !arguments->quiet && isatty(STDERR_FILENO) &&
                trey_process_index(processes) == 0;
    make_options(arguments, &how);
    if (show)
        print_needs(&how);
    how.report = show ? show_progress : NULL;
    how.context = &watch;
    how.cancel = is_long ? cli_watch_signals() : NULL;
    enum trey_status status = trey_exact_solve_shared(&how, processes, exact, error);
    trey_os_end_at_once(); /* from here on nothing needs to be saved */
    end_progress(&watch);
    if (status == TREY_ERR_CANCELLED)
        snprintf(error->message, sizeof error->message, "%s",
                 can_resume(&how) ? "interrupted; the same command continues"
                                  : "interrupted; nothing was saved; with --work-dir DIR "
                                    "the same command could continue");
    return status;
}

static int sample(const struct cli_solve_options *arguments)
{
    struct trey_error error;
    struct trey_exact_options how;
    struct trey_exact_sample found;
    struct watch watch = {.samples = true};
    make_options(arguments, &how);
    if (!arguments->quiet && isatty(STDERR_FILENO)) {
        how.report = show_progress;
        how.context = &watch;
    }
    how.cancel = cli_watch_signals();
    enum trey_status status =
        trey_exact_sample(&how, arguments->sample, arguments->seed, &found, &error);
    end_progress(&watch);
    return status != TREY_OK ? fail(&error)
                             : cli_solve_sample(&how, &found, arguments->form.json);
}

/* Solves a game with deck, bonus tiles and hint; only the counts are kept. */
static int solve_played(const struct cli_solve_options *arguments)
{
    struct trey_error error;
    struct trey_played_options how;
    struct trey_played_counts counts;
    struct trey_played *played;
    struct watch watch = {0};
    trey_played_defaults(&arguments->played_rules, &how);
    how.player = arguments->uncounted ? TREY_PLAYED_IGNORES : TREY_PLAYED_COUNTS;
    how.end_rank = arguments->end_rank;
    how.threads = arguments->threads;
    how.values = false;
    how.memory_bytes = arguments->max_memory_bytes;
    how.report = !arguments->quiet && isatty(STDERR_FILENO) ? show_played_progress : NULL;
    how.context = &watch;
    how.cancel = cli_watch_signals();
    enum trey_status status = trey_played_solve(&how, &played, &error);
    end_progress(&watch);
    if (status == TREY_ERR_CANCELLED)
        snprintf(error.message, sizeof error.message, "interrupted; nothing was saved");
    if (status != TREY_OK)
        return fail(&error);
    trey_played_count(played, &counts);
    trey_played_free(played);
    return cli_solve_played(&how, &counts, arguments->form.json);
}

static int verify(const struct cli_solve_options *arguments)
{
    struct trey_error error;
    struct trey_exact *exact = NULL;
    struct watch watch = {.verifies = true};
    bool show = !arguments->quiet && isatty(STDERR_FILENO);
    struct trey_exact_check check = {.threads = arguments->threads,
                                     .report = show ? show_progress : NULL,
                                     .context = &watch,
                                     .cancel = cli_watch_signals()};
    enum trey_status status = trey_exact_load(arguments->verify, &exact, &error);
    if (status == TREY_OK)
        status = trey_exact_verify(exact, &check, &error);
    end_progress(&watch);
    if (status != TREY_OK) {
        trey_exact_free(exact);
        return cli_fail(arguments->verify, &error);
    }
    struct trey_exact_counts counts;
    trey_exact_count(exact, &counts);
    printf("%s: %" PRIu64 " classes verified, root value %.10g\n",
           cli_shown(arguments->verify), counts.classes, counts.root_value);
    trey_exact_free(exact);
    return cli_finish();
}

/* True if the table has the data for the request; else prints a message. */
static bool can_answer(const struct cli_solve_options *arguments,
                       const struct trey_exact *exact)
{
    enum trey_exact_kind kind = trey_exact_describe(exact).kind;
    if (arguments->table == NULL || kind == TREY_EXACT_WHOLE)
        return true;
    const char *missing =
        arguments->form.layers ? "counts of each tile sum"
        : kind == TREY_EXACT_PLAY && (arguments->grade != NULL || arguments->tree != NULL)
            ? "values"
            : NULL;
    if (missing == NULL)
        return true;
    fprintf(stderr, "%s: this compact table has no %s\n", cli_shown(arguments->table),
            missing);
    return false;
}

static int answer_request(const struct cli_solve_options *arguments,
                          const struct trey_exact *exact)
{
    if (arguments->stats)
        return cli_solve_stats(exact, &arguments->form);
    if (arguments->grade != NULL)
        return cli_solve_grade(exact, arguments->grade);
    if (arguments->tree != NULL)
        return cli_solve_tree(exact, arguments->tree, &arguments->form);
    return arguments->save != NULL ? 0 : cli_solve_queries(exact, &arguments->form);
}

/* True if several processes can share this work. */
static bool can_be_shared(const struct cli_solve_options *arguments)
{
    if (trey_processes_launched() == 1 ||
        (arguments->stats && arguments->table == NULL && arguments->save == NULL &&
         arguments->max_disk_bytes == 0))
        return true;
    fprintf(stderr,
            "trey solve: several processes can only compute --stats, without tables and "
            "--max-disk\n");
    return false;
}

/* Solves the game or opens the table, and answers the request. */
static int run(const struct cli_solve_options *arguments,
               struct trey_processes *processes)
{
    struct trey_error error;
    struct trey_exact *exact;
    enum trey_status status = arguments->table != NULL
                                  ? trey_exact_load(arguments->table, &exact, &error)
                                  : solve(arguments, processes, &exact, &error);
    if (status != TREY_OK) {
        /* If one process fails, all do; process 0 reports it. */
        if (trey_process_index(processes) != 0)
            return CLI_FAILED;
        return status == TREY_ERR_IO || status == TREY_ERR_INPUT
                   ? fail_file(arguments, &error)
                   : fail(&error);
    }
    if (arguments->no_check)
        trey_exact_skip_checks(exact);
    int result =
        can_answer(arguments, exact) ? answer_request(arguments, exact) : CLI_FAILED;
    if (trey_exact_check_damage(exact, &error) != TREY_OK)
        result = cli_fail(arguments->table, &error);
    trey_exact_free(exact);
    return result;
}

int cmd_solve(int argc, char **argv)
{
    struct cli_solve_options arguments = {0};
    cli_parse(&cli_solve_syntax, argc, argv, &arguments);
    if (cli_refuse_same("-", arguments.table) || cli_refuse_same("-", arguments.grade) ||
        cli_refuse_same("-", arguments.verify) ||
        cli_refuse_same(arguments.save, arguments.grade))
        return CLI_USAGE;
    if (cli_check_output(arguments.save, CLI_FILE_TABLE, arguments.force))
        return CLI_FAILED;
    if (!can_be_shared(&arguments))
        return CLI_USAGE;
    if (arguments.verify != NULL)
        return verify(&arguments);
    if (arguments.played != NULL)
        return solve_played(&arguments);
    if (arguments.sample != 0)
        return sample(&arguments);
    struct trey_processes *processes;
    const int failed = cli_processes_start(&processes);
    if (failed != 0)
        return failed;
    return cli_processes_end(processes, run(&arguments, processes));
}
