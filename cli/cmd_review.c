/* trey review: what each slide of a finished game cost. */
#include "commands.h"
#include "output_files.h"
#include "player_options.h"
#include "progress.h"
#include "record_file.h"
#include "result_options.h"
#include "review_output.h"
#include "rules_options.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

enum option_key {
    KEY_PLAYER = 'p',
    KEY_GAME = 1000,
    KEY_HTML,
    KEY_TITLE,
    KEY_WORST,
    KEY_THREADS,
};

static const struct argp_option argp_options[] = {
    {"game", KEY_GAME, "N", 0, "which of the games in the file (default 1)", 0},
    {"player", KEY_PLAYER, "NAME", 0,
     "whose values: network, network-small, network:FILE, heuristic, points (default: "
     "network where trey ships one for the board, else heuristic)",
     0},
    {"threads", KEY_THREADS, "N", 0, "that value slides (default: one per processor)", 0},
    {"worst", KEY_WORST, "N", 0, "how many of the worst slides to list (default 10)", 1},
    {"html", KEY_HTML, "FILE", 0,
     "write one self-contained page with board, graph and list", 1},
    {"title", KEY_TITLE, "TEXT", 0, "title of the page (default: GAME's name)", 1},
    {0},
};

enum { MAX_THREADS = 256 };

struct arguments {
    struct cli_rules_options rules;
    struct cli_player_options thinking;
    const char *path, *player, *html, *title;
    size_t game, worst;
    unsigned threads;
    struct cli_result_options result;
    bool force;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->rules;
        state->child_inputs[1] = &arguments->thinking;
        state->child_inputs[2] = &arguments->result;
        state->child_inputs[3] = &arguments->force;
        return 0;
    case KEY_GAME:
        arguments->game = cli_unsigned(state, "--game", text, 1, UINT32_MAX);
        return 0;
    case KEY_PLAYER:
        arguments->player = cli_evaluator_name(state, text);
        return 0;
    case KEY_THREADS:
        arguments->threads = cli_threads(state, text, MAX_THREADS);
        return 0;
    case KEY_WORST:
        arguments->worst = cli_unsigned(state, "--worst", text, 0, CLI_REVIEW_WORST);
        return 0;
    case KEY_HTML:
        arguments->html = text;
        return 0;
    case KEY_TITLE:
        arguments->title = text;
        return 0;
    case ARGP_KEY_ARG:
        return cli_take_one(state, "GAME", text, &arguments->path);
    case ARGP_KEY_END:
        if (arguments->path == NULL)
            argp_usage(state);
        if (arguments->result.json && cli_is_standard(arguments->html))
            argp_error(state, "--json and the page cannot both go to standard output");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* --- valuing ---------------------------------------------------------------------------
 */

struct progress {
    size_t done, count;
    bool show;
};

static bool note(void *context, size_t index, const struct trey_review_slide *slide)
{
    struct progress *progress = context;
    (void)index;
    (void)slide;
    progress->done++;
    if (progress->show && progress->done % 16 == 0) {
        struct cli_progress line = {0};
        cli_progress_add(&line, "%zu of %zu moves", progress->done, progress->count);
        cli_progress_show(&line, stderr);
    }
    return true;
}

static int value(const struct arguments *arguments, const struct trey_record *record,
                 struct trey_review_slide *slides, bool *points)
{
    struct trey_review_options options;
    struct trey_error error = {0};
    struct trey_evaluator *evaluator = NULL;
    const struct trey_rules *rules = &record->start.rules;
    struct progress progress = {.count = record->count,
                                .show = cli_shows_progress(&arguments->result)};
    trey_review_defaults(&options);
    options.limits = arguments->thinking.how.limits;
    options.limits.cpu_time = true; /* with --time-ms other programs change little */
    options.limits.cancel = cli_watch_signals();
    options.every = 1;
    options.report = note;
    options.context = &progress;
    enum trey_status status = trey_evaluator_named(
        arguments->player, rules->shape, trey_eval_family_of(rules), &evaluator, &error);
    if (status == TREY_OK) {
        *points = trey_evaluator_counts_points(evaluator);
        status =
            trey_review_parallel(evaluator, arguments->thinking.how.table_bytes,
                                 arguments->threads, record, &options, slides, &error);
    }
    if (progress.show)
        cli_progress_clear(stderr);
    if (status == TREY_OK)
        cli_warn_of_evaluator(evaluator);
    trey_evaluator_free(evaluator);
    return status == TREY_OK ? 0 : cli_fail(NULL, &error);
}

static int review(const struct arguments *arguments)
{
    struct trey_record record = {0};
    int failed = cli_refuse_same(arguments->html, arguments->path);
    if (!failed)
        failed = cli_refuse_player_file(arguments->html, arguments->player);
    if (!failed)
        failed = cli_check_output(arguments->html, CLI_FILE_PAGE, arguments->force);
    if (!failed)
        failed = cli_read_record(arguments->path, arguments->game,
                                 &arguments->rules.rules, &record);
    if (failed)
        return failed;
    struct cli_review result = {.record = &record, .listed = arguments->worst};
    result.slides = calloc(record.count + 1, sizeof *result.slides);
    result.views = calloc(record.count + 1, sizeof *result.views);
    if (result.slides == NULL || result.views == NULL)
        failed = cli_fail_memory();
    if (!failed && record.count == 0)
        failed = cli_fail(arguments->path,
                          &(struct trey_error){.message = "no slide was made in it"});
    if (!failed)
        failed = value(arguments, &record, result.slides, &result.points);
    struct trey_error error;
    if (!failed && trey_review_views(&record, result.views, &error) != TREY_OK)
        failed = cli_fail(arguments->path, &error);
    if (!failed && arguments->html != NULL)
        failed = cli_write_record_page(&record, result.slides, result.points,
                                       cli_page_title(arguments->title, arguments->path),
                                       arguments->html);
    if (!failed && !cli_is_standard(arguments->html))
        failed =
            arguments->result.json ? cli_json_review(&result) : cli_print_review(&result);
    free(result.slides);
    free(result.views);
    trey_record_clear(&record);
    return failed;
}

int cmd_review(int argc, char **argv)
{
    static const struct argp_child children[] = {
        {&cli_rules_argp, 0, "Rules of a game on record that does not name them:", 2},
        {&cli_player_argp, 0, "Thinking about a slide (default: --nodes 50000):", 3},
        {&cli_result_argp, 0, NULL, 4},
        {&cli_force_argp, 0, NULL, 4},
        {0},
    };
    static const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .children = children,
        .args_doc = "GAME",
        .doc = "Looks at a game again, as trey play keeps it or trey selfplay --record "
               "writes it (-: standard input), or by its number in trey games: what each "
               "slide was worth beside the best "
               "one, how accurately the game was played, where it turned, and which "
               "slides cost most and why.",
    };
    struct arguments arguments = {.player = "default", .game = 1, .worst = 10};
    cli_think_nodes(&arguments.thinking, TREY_REVIEW_NODES);
    cli_parse(&argp, argc, argv, &arguments);
    char *path = cli_archive_find(arguments.path);
    arguments.path = path;
    int failed = path != NULL ? review(&arguments) : CLI_FAILED;
    free(path);
    return failed;
}
