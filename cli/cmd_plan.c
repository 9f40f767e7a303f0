/* trey plan: finds the moves with the highest score for a known sequence of tiles, by the
 * planner (trey/plan.h) or by a searcher of the student report (--searcher, --preset).
 * Writes a moves file, a JSON object or both, and a certificate on request. */
#include "commands.h"
#include "extras/baselines/baselines.h"
#include "output_files.h"
#include "progress.h"
#include "result_options.h"
#include "sequence_player_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *input, *output, *certificate;
    struct trey_plan_options plan;
    struct cli_sequence_player_options player; /* not given: the planner */
    struct cli_result_options result;
    bool time_given, memory_given, prove, force;
};

#define TO(member)    CLI_TO(struct arguments, member)
#define GIVEN(member) CLI_GIVEN(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"output", 'o', "FILE", "write the moves file here instead of standard output",
     CLI_TEXT, TO(output)},
    {"width", 'w', "N",
     "search once with this beam width (default: increase the width until a limit is "
     "reached)",
     CLI_WHOLE(1, TREY_PLAN_MAX_WIDTH), TO(plan.width)},
    {"time-limit", 't', "TIME",
     "time limit of the search: seconds, or 90s, 10m, 2h (default 10 seconds; with "
     "--width or --prove none)",
     CLI_SECONDS, TO(plan.time_limit_s), GIVEN(time_given)},
    {"prove", 0, NULL,
     "increase the width until the plan is proved optimal or memory runs out", CLI_FLAG,
     TO(prove)},
    {"certificate", 0, "FILE",
     "write a certificate, with which tools/check-certificate confirms that the plan is "
     "optimal",
     CLI_TEXT, TO(certificate), GIVEN(plan.certificate), CLI_NOT_OUTPUT},
    {"seed", 's', "N", "seed for breaking ties", CLI_SEED, TO(plan.seed),
     CLI_DEFAULT("1")},
    {"threads", 0, "N", "number of threads (default: one per processor)",
     CLI_WHOLE(1, 1024), TO(plan.threads)},
    {"max-memory", 0, "SIZE",
     "memory limit in bytes, or with K, M, G (default: half of the free memory; with "
     "--searcher or --preset 512M)",
     CLI_BYTES, TO(plan.max_memory_bytes), GIVEN(memory_given)},
    {CLI_PART(cli_result_part), TO(result)},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("Searchers instead of the planner, for comparison:")},
    {CLI_PART(cli_sequence_player_part), TO(player)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    struct arguments *arguments = command;
    arguments->input = cli_single_argument(line, "INPUT");
    if (arguments->input == NULL)
        cli_refuse_missing(line);
    if (arguments->result.json && cli_is_standard(arguments->output))
        cli_refuse(line, "--json and the moves file cannot both go to standard output");
    const char *ignored = cli_first_given(line, "width|prove|certificate|seed|threads");
    if (cli_sequence_player_chosen(&arguments->player) && ignored != NULL)
        cli_refuse(line, "--%s has no effect with --searcher or --preset", ignored);
}

/* --- progress --------------------------------------------------------------------------
 */

static void show_progress(void *context, const struct trey_plan_progress *progress)
{
    enum { BAR = 20 };
    char bar[BAR + 1];
    double done = (double)progress->moves_done / (double)progress->moves_longest;
    (void)context;
    for (int i = 0; i < BAR; i++)
        bar[i] = (double)i < done * BAR ? '#' : '.';
    bar[BAR] = '\0';
    struct cli_progress line = {0};
    cli_progress_add(&line, "best %llu of %llu  %.0f s  pass %u, width %u",
                     (unsigned long long)progress->best_score,
                     (unsigned long long)progress->bound, progress->seconds,
                     progress->pass, progress->width);
    cli_progress_add(&line, "  %zu/%zu moves [%s] %.0f s left in this pass",
                     progress->moves_done, progress->moves_longest, bar,
                     progress->seconds_left);
    cli_progress_show(&line, stderr);
}

/* --- results ---------------------------------------------------------------------------
 */

static const char *proof_name(enum trey_proof proof)
{
    return proof == TREY_PROOF_BOUND_MET   ? "bound met"
           : proof == TREY_PROOF_EXHAUSTED ? "exhausted"
           : proof == TREY_PROOF_REGRESSED ? "regressed"
                                           : NULL;
}

static const char *stop_name(enum trey_plan_stop stop)
{
    static const char *const names[] = {
        [TREY_PLAN_PROVED] = "proved",       [TREY_PLAN_PASS_DONE] = "pass done",
        [TREY_PLAN_TIME] = "time",           [TREY_PLAN_CANCELLED] = "interrupted",
        [TREY_PLAN_MEMORY] = "memory limit",
    };
    return names[stop];
}

/* The limit that ended the search early; NULL if none did. A searcher that has finished
 * its game was not ended early. */
static const char *limit_name(const struct arguments *arguments,
                              const struct trey_plan *plan)
{
    switch (plan->stop) {
    case TREY_PLAN_TIME:
        return "time limit reached";
    case TREY_PLAN_MEMORY:
        return "memory limit reached";
    case TREY_PLAN_PASS_DONE:
        return cli_sequence_player_chosen(&arguments->player) ? NULL
                                                              : "width limit reached";
    case TREY_PLAN_CANCELLED:
    case TREY_PLAN_PROVED:
        break;
    }
    return NULL;
}

static void format_result(const struct arguments *arguments, const struct trey_plan *plan,
                          char *line, size_t size)
{
    const char *proof = proof_name(plan->proof), *limit = limit_name(arguments, plan);
    unsigned long long score = plan->score, bound = plan->bound.score;
    int at = snprintf(line, size, "score %llu moves %zu bound %llu gap %llu", score,
                      plan->move_count, bound, bound - score);
    if (proof != NULL)
        snprintf(line + at, size - (size_t)at, ": optimal (%s)", proof);
    else if (limit != NULL)
        snprintf(line + at, size - (size_t)at, ": %s", limit);
}

static int print_json(const struct arguments *arguments,
                      const struct trey_sequence *sequence, const struct trey_plan *plan)
{
    char *path = malloc(plan->move_count + 1);
    if (path == NULL)
        return cli_fail_memory();
    for (size_t i = 0; i < plan->move_count; i++)
        path[i] = trey_direction_letter((enum trey_direction)plan->moves[i]);
    path[plan->move_count] = '\0';
    const char *proof = proof_name(plan->proof);
    json_t *object =
        json_pack("{sI sI ss sI sI sI sI ss? sf sf si si sI sI sI sb ss ss?}", "score",
                  (json_int_t)plan->score, "moves", (json_int_t)plan->move_count, "path",
                  path, "bound", (json_int_t)plan->bound.score, "gap",
                  (json_int_t)(plan->bound.score - plan->score), "packing_bound",
                  (json_int_t)plan->bound.packing, "ceiling", (json_int_t)plan->ceiling,
                  "optimal", proof, "seconds", plan->seconds, "moves_per_second",
                  plan->moves_per_second, "width", (int)plan->width, "passes",
                  (int)plan->passes, "positions", (json_int_t)plan->positions,
                  "longest_moves", (json_int_t)plan->bound.longest_moves, "seed",
                  (json_int_t)arguments->plan.seed, "interrupted", (int)plan->cancelled,
                  "stopped", stop_name(plan->stop), "limit", limit_name(arguments, plan));
    free(path);
    cli_sequence_player_describe(&arguments->player, object);
    cli_add_warning(sequence, object);
    return cli_print_json(object);
}

/* Prints why --prove gave no proof, and what may help. */
static void explain_no_proof(const struct trey_plan *plan)
{
    fputs("trey: not proved optimal: ", stderr);
    switch (plan->stop) {
    case TREY_PLAN_MEMORY:
        fprintf(stderr, "the memory limit of %zu MiB allows at most %u boards per move",
                plan->memory_bytes >> 20, plan->widest);
        if (plan->listed_moves > 0)
            fprintf(stderr, ", and all boards of only the first %zu of %zu moves",
                    plan->listed_moves, plan->bound.longest_moves);
        fputs("; a larger --max-memory may help\n", stderr);
        break;
    case TREY_PLAN_TIME:
        fputs("time limit reached; a longer --time-limit may help\n", stderr);
        break;
    case TREY_PLAN_CANCELLED:
        fputs("interrupted\n", stderr);
        break;
    case TREY_PLAN_PASS_DONE:
        fprintf(stderr, "one pass of width %u was requested; omitting --width may help\n",
                plan->width);
        break;
    case TREY_PLAN_PROVED:
        break;
    }
}

static int write_moves(const char *output, const struct arguments *arguments,
                       const struct trey_plan *plan)
{
    char line1[160], line2[400];
    struct trey_error error;
    char *text;
    size_t size;
    format_result(arguments, plan, line1, sizeof line1);
    if (cli_sequence_player_chosen(&arguments->player))
        snprintf(line2, sizeof line2, "trey %s plan, %s", trey_version(),
                 arguments->player.text);
    else if (plan->width == 0)
        snprintf(line2, sizeof line2, "trey %s plan, nothing to search", trey_version());
    else
        snprintf(line2, sizeof line2, "trey %s plan, width %u, seed %llu", trey_version(),
                 plan->width, (unsigned long long)arguments->plan.seed);
    if (trey_moves_format(plan->moves, plan->move_count, line1, line2, &text, &size,
                          &error) != TREY_OK)
        return cli_fail(NULL, &error);
    int failed = cli_write_file(output, text, size);
    trey_free(text);
    return failed;
}

static int write_certificate(const char *path, const struct trey_plan *plan)
{
    if (path == NULL)
        return 0;
    if (plan->certificate == NULL) {
        fprintf(stderr, "trey: no certificate: %s\n",
                plan->proof == TREY_PROOF_NONE
                    ? "the plan is not proved optimal"
                    : "a proof by exhaustive search can only be repeated, not checked");
        return CLI_FAILED;
    }
    return cli_write_file(path, plan->certificate, strlen(plan->certificate));
}

static int print_result(const struct arguments *arguments,
                        const struct trey_sequence *sequence,
                        const struct trey_plan *plan)
{
    const char *output = arguments->output;
    if (output != NULL || !arguments->result.json) {
        int failed = write_moves(output != NULL ? output : "-", arguments, plan);
        if (failed)
            return failed;
    }
    if (arguments->result.json)
        return print_json(arguments, sequence, plan);
    if (output != NULL && !cli_is_standard(output)) {
        char line[160];
        format_result(arguments, plan, line, sizeof line);
        printf("%s\n", line);
    }
    return cli_finish();
}

/* Runs the planner or the selected searcher. */
static enum trey_status run_search(struct arguments *arguments,
                                   const struct trey_sequence *sequence, bool show,
                                   struct trey_plan *plan, struct trey_error *error)
{
    struct trey_plan_options *plan_options = &arguments->plan;
    if (!cli_sequence_player_chosen(&arguments->player)) {
        plan_options->progress = show ? show_progress : NULL;
        plan_options->cancel = cli_watch_signals();
        return trey_plan_find(sequence, plan_options, plan, error);
    }
    struct trey_searcher_options searcher_options;
    trey_searcher_defaults(&searcher_options);
    searcher_options.cancel = cli_watch_signals();
    if (arguments->time_given)
        searcher_options.time_limit_s = plan_options->time_limit_s;
    if (arguments->memory_given)
        searcher_options.max_memory_bytes = plan_options->max_memory_bytes;
    return cli_sequence_player_play(&arguments->player, sequence, &searcher_options, show,
                                    plan, error);
}

/* The output files must be different files, and none of them may be the input. */
static int refuse_same_files(const struct arguments *arguments)
{
    const char *const written[] = {arguments->output, arguments->player.switches,
                                   arguments->certificate};
    int failed = 0;
    for (int i = 0; i < 3 && failed == 0; i++) {
        failed = cli_refuse_same(written[i], arguments->input);
        if (failed == 0)
            failed = cli_refuse_same(written[i], written[(i + 1) % 3]);
    }
    return failed;
}

int cmd_plan(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .arguments = "INPUT",
        .summary =
            "Finds the moves with the highest score for a known sequence of tiles. INPUT "
            "is a course input file, or - for standard input.",
        .notes = "Ctrl-C ends the search; the best plan so far is written.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {0};
    trey_plan_defaults(&arguments.plan);
    cli_parse(&syntax, argc, argv, &arguments);
    if (!arguments.time_given && (arguments.plan.width != 0 || arguments.prove))
        arguments.plan.time_limit_s = 0.0;

    struct trey_error error;
    struct trey_sequence *sequence = NULL;
    int result = refuse_same_files(&arguments);
    if (result != 0)
        goto cleanup;
    result = CLI_FAILED;
    if (cli_check_output(arguments.output, CLI_FILE_MOVES, arguments.force) ||
        cli_check_output(arguments.certificate, CLI_FILE_CERTIFICATE, arguments.force) ||
        cli_check_output(arguments.player.switches, CLI_FILE_SWITCHES, arguments.force) ||
        cli_read_sequence(arguments.input, &sequence))
        goto cleanup;

    bool show = cli_shows_progress(&arguments.result);
    struct trey_plan plan;
    enum trey_status status = run_search(&arguments, sequence, show, &plan, &error);
    if (show)
        cli_progress_clear(stderr);
    if (status == TREY_OK && cli_sequence_player_chosen(&arguments.player) &&
        (plan.stop == TREY_PLAN_CANCELLED || plan.stop == TREY_PLAN_TIME))
        fprintf(stderr, "trey: stopped after %zu moves, before the end of the game\n",
                plan.move_count);
    if (status == TREY_OK && arguments.prove && plan.proof == TREY_PROOF_NONE)
        explain_no_proof(&plan);
    result = status == TREY_OK ? print_result(&arguments, sequence, &plan)
                               : cli_fail(arguments.input, &error);
    if (status == TREY_OK && result == 0)
        result = write_certificate(arguments.certificate, &plan);
    if (status == TREY_OK)
        trey_plan_clear(&plan);
cleanup:
    trey_sequence_free(sequence);
    cli_sequence_player_clear(&arguments.player);
    return result;
}
