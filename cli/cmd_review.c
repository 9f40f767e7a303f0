/* trey review: evaluates every move of a finished game (trey/review.h) and prints its
 * accuracy, its worst moves and its turning points, as text, JSON or an HTML page. */
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

struct arguments {
    struct cli_rules_options rules;
    struct cli_player_options thinking;
    const char *path, *player, *html, *title;
    size_t game, worst;
    unsigned threads;
    struct cli_result_options result;
    bool force;
};

#define TO(member) CLI_TO(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"game", 0, "N", "number of the game in the file", CLI_WHOLE(1, UINT32_MAX), TO(game),
     CLI_DEFAULT("1")},
    {"player", 'p', "NAME",
     "evaluator: network, network-small, network:FILE, heuristic, points (default: "
     "network if trey ships one for the board, else heuristic)",
     CLI_PARSED(cli_parse_evaluator), TO(player)},
    {"threads", 0, "N", "number of threads (default: one per processor)",
     CLI_WHOLE(1, 256), TO(threads)},
    {CLI_HEADING("Results:")},
    {"worst", 0, "N", "number of the worst moves to list", CLI_WHOLE(0, CLI_REVIEW_WORST),
     TO(worst), CLI_DEFAULT("10")},
    {"html", 0, "FILE", "write a self-contained HTML page with board, graph and list",
     CLI_TEXT, TO(html)},
    {"title", 0, "TEXT", "title of the page (default: the name of the file)", CLI_TEXT,
     TO(title), .needs = "html"},
    {CLI_PART(cli_result_part), TO(result)},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("Rules of a record that does not contain them:")},
    {CLI_PART(cli_rules_part), TO(rules)},
    {CLI_HEADING("Search per move (default: --nodes 50000):")},
    {CLI_PART(cli_player_part), TO(thinking)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    struct arguments *arguments = command;
    arguments->path = cli_single_argument(line, "GAME");
    if (arguments->path == NULL)
        cli_refuse_missing(line);
    if (arguments->result.json && cli_is_standard(arguments->html))
        cli_refuse(line, "--json and the page cannot both go to standard output");
}

/* --- evaluation ------------------------------------------------------------------------
 */

struct progress {
    size_t done, count;
    bool show;
};

static bool count_move(void *context, size_t index,
                       const struct trey_reviewed_move *slide)
{
    struct progress *progress = context;
    (void)index, (void)slide;
    progress->done++;
    if (progress->show && progress->done % 16 == 0) {
        struct cli_progress line = {0};
        cli_progress_add(&line, "%zu of %zu moves", progress->done, progress->count);
        cli_progress_show(&line, stderr);
    }
    return true;
}

static int evaluate(const struct arguments *arguments, const struct trey_record *record,
                    struct trey_reviewed_move *slides, bool *points)
{
    struct trey_review_options options;
    struct trey_error error = {0};
    struct trey_evaluator *evaluator = NULL;
    const struct trey_rules *rules = &record->start.rules;
    struct progress progress = {.count = record->count,
                                .show = cli_shows_progress(&arguments->result)};
    trey_review_defaults(&options);
    options.limits = arguments->thinking.how.limits;
    options.limits.cpu_time = true; /* so that other programs affect --time-ms little */
    options.limits.cancel = cli_watch_signals();
    options.every = 1;
    options.report = count_move;
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
        failed =
            cli_read_record(arguments->path, arguments->game, &arguments->rules, &record);
    if (failed)
        return failed;
    struct cli_review result = {.record = &record, .listed = arguments->worst};
    result.slides = calloc(record.count + 1, sizeof *result.slides);
    result.views = calloc(record.count + 1, sizeof *result.views);
    if (result.slides == NULL || result.views == NULL)
        failed = cli_fail_memory();
    if (!failed && record.count == 0)
        failed = cli_fail_text(arguments->path, "the game has no moves");
    if (!failed)
        failed = evaluate(arguments, &record, result.slides, &result.points);
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
    static const struct cli_syntax syntax = {
        .arguments = "GAME",
        .summary =
            "Reviews a recorded game, given by its file (-: standard input) or by its "
            "number in trey games: the value of each move compared with the best one, "
            "the accuracy of the game, its turning points, and the most costly moves "
            "with "
            "reasons.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {.player = "default"};
    cli_limit_nodes(&arguments.thinking, TREY_REVIEW_NODES);
    cli_parse(&syntax, argc, argv, &arguments);
    char *path = cli_archive_find(arguments.path);
    arguments.path = path;
    int failed = path != NULL ? review(&arguments) : CLI_FAILED;
    free(path);
    return failed;
}
