/* trey selfplay: plays many games by one or two players and prints statistics of the
 * scores and tiles. trey/selfplay.h plays, stores and counts; this file opens the files,
 * shows progress, collects the records and prints the results. Of several processes
 * (mpirun) only the first touches files and prints. */
#include "base/array.h"
#include "commands.h"
#include "mpi/processes.h"
#include "optimum.h"
#include "os/clock.h"
#include "output_files.h"
#include "players/command.h"
#include "processes.h"
#include "progress.h"
#include "selfplay_options.h"
#include "selfplay_output.h"
#include "store_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_first_process(const struct cli_selfplay_options *arguments)
{
    return trey_process_index(arguments->processes) == 0;
}

/* Stream for results and boards: standard output, unless the records go there. */
static FILE *text_output(const struct cli_selfplay_options *arguments)
{
    return cli_is_standard(arguments->record) ? stderr : stdout;
}

/* --- progress --------------------------------------------------------------------------
 */

/* The games of one player. */
struct side {
    const struct cli_selfplay_options *arguments;
    const char *player;
    struct trey_game_result *results;
    char *label; /* the player with its settings */
    uint64_t done;
    double sum;
    char *records; /* lines */
    size_t records_size, records_room;
    struct cli_watch watch;
    double start_s, shown_s;
    bool show;
};

static const double progress_interval_s = 0.1;

static bool append_record(struct side *side, const char *line)
{
    size_t size = strlen(line) + 1;
    char *records = trey_array_grow(side->records, &side->records_room,
                                    side->records_size + size, sizeof *records);
    if (records == NULL)
        return false;
    side->records = records;
    memcpy(side->records + side->records_size, line, size - 1);
    side->records_size += size;
    side->records[side->records_size - 1] = '\n';
    return true;
}

static void show_progress(void *context, const struct trey_game_in_progress *games,
                          size_t count)
{
    struct side *side = context;
    uint64_t all = side->arguments->play.games;
    double now_s = trey_clock_monotonic(), passed = now_s - side->start_s;
    if (now_s - side->shown_s < progress_interval_s)
        return;
    side->shown_s = now_s;
    struct cli_progress line = {0};
    cli_progress_add(&line, "%" PRIu64 "/%" PRIu64 " games", side->done, all);
    if (side->done > 0)
        cli_progress_add(&line, ", mean %.0f, %.0f s left",
                         side->sum / (double)side->done,
                         passed * (double)(all - side->done) / (double)side->done);
    cli_progress_add(&line, ", %s", side->player);
    cli_add_under_way(&line, games, count);
    cli_progress_show(&line, stderr);
}

static enum trey_status add_game(void *context, uint64_t game,
                                 const struct trey_game_result *result,
                                 const struct trey_record *record,
                                 struct trey_error *error)
{
    struct side *side = context;
    (void)game;
    side->done++;
    side->sum += (double)result->score;
    if (record != NULL && side->arguments->record != NULL) {
        char *line = NULL;
        enum trey_status status =
            trey_record_format(record, side->arguments->format, &line, error);
        if (status == TREY_OK && !append_record(side, line))
            status = cli_lacks_memory(error);
        trey_free(line);
        if (status != TREY_OK)
            return status;
    }
    if (side->show)
        show_progress(side, NULL, 0);
    return TREY_OK;
}

static void print_warning(void *context, const char *player, const char *warning)
{
    const struct side *side = context;
    if (!is_first_process(side->arguments))
        return;
    if (side->show)
        cli_progress_clear(stderr);
    cli_print_warning(player, warning);
}

/* --- games -----------------------------------------------------------------------------
 */

static enum trey_status play_games(struct side *side, struct trey_store *store,
                                   const struct trey_cancel *cancel,
                                   struct trey_error *error)
{
    const struct cli_selfplay_options *arguments = side->arguments;
    struct trey_selfplay_options options = arguments->play;
    options.rules = arguments->rules.rules;
    options.records = arguments->record != NULL || arguments->store != NULL;
    options.store = store;
    options.processes = arguments->processes;
    options.cancel = cancel;
    options.report = add_game;
    options.warn = print_warning;
    options.report_context = side;
    side->start_s = trey_clock_monotonic();
    side->show = cli_shows_progress(&arguments->result) && !arguments->watched &&
                 is_first_process(arguments);
    if (arguments->watched) {
        options.threads = 1;
        options.watch = cli_watch_move;
        options.watch_context = &side->watch;
        side->watch = arguments->watch;
        side->watch.cancel = cancel;
        /* A program that reads the JSON object must find nothing else there. */
        side->watch.file = arguments->result.json ? stderr : text_output(arguments);
    }
    options.progress = side->show ? show_progress : NULL;
    options.progress_s = progress_interval_s;
    side->results = calloc((size_t)options.games, sizeof *side->results);
    enum trey_status status =
        side->results == NULL ? cli_lacks_memory(error)
                              : trey_player_label(side->player, &arguments->thinking.how,
                                                  &side->label, error);
    status = trey_processes_agree(arguments->processes, status, error);
    if (status != TREY_OK)
        return status;
    status = trey_selfplay_run(side->player, &arguments->thinking.how, &options,
                               side->results, error);
    if (side->show)
        cli_progress_clear(stderr);
    return status;
}

/* --- results ---------------------------------------------------------------------------
 */

static void print_side(FILE *out, const struct cli_selfplay_options *arguments,
                       const char *label, const struct trey_selfplay_stats *stats)
{
    if (arguments->course_statistics) {
        cli_print_course_statistics(out, &arguments->rules.rules, stats);
        return;
    }
    cli_print_selfplay(out, label, stats);
    if (arguments->best.known)
        cli_optimum_print(out, &arguments->best, stats);
    cli_print_tiles(out, &arguments->rules.rules, stats);
}

static json_t *json_side(const struct cli_selfplay_options *arguments, const char *label,
                         const struct trey_selfplay_stats *stats)
{
    json_t *object = cli_json_selfplay(&arguments->rules.rules, label, stats);
    if (arguments->best.known)
        cli_optimum_add(&arguments->best, stats, object);
    return object;
}

static int print_results(const struct cli_selfplay_options *arguments,
                         const struct side sides[2],
                         const struct trey_selfplay_stats stats[2],
                         const struct trey_interval *difference)
{
    bool two = arguments->versus != NULL && stats[1].games > 0;
    FILE *out = text_output(arguments);
    if (!arguments->result.json) {
        print_side(out, arguments, sides[0].label, &stats[0]);
        if (two) {
            putc('\n', out);
            print_side(out, arguments, sides[1].label, &stats[1]);
        }
        if (two && !arguments->course_statistics) {
            putc('\n', out);
            cli_print_difference(out, sides[0].label, sides[1].label, difference);
        }
        return cli_finish();
    }
    json_t *object = json_side(arguments, sides[0].label, &stats[0]);
    json_object_set_new(object, "seed", json_integer((json_int_t)arguments->play.seed));
    json_object_set_new(object, "first", json_integer((json_int_t)arguments->play.first));
    if (two) {
        json_object_set_new(object, "versus",
                            json_side(arguments, sides[1].label, &stats[1]));
        json_object_set_new(object, "difference", cli_json_difference(difference));
    }
    return cli_print_json(object);
}

static int write_records(const struct cli_selfplay_options *arguments,
                         const struct side sides[2])
{
    size_t size = sides[0].records_size + sides[1].records_size;
    char *text = malloc(size + 1);
    if (text == NULL)
        return cli_fail_memory();
    size_t first = sides[0].records_size;
    if (first > 0)
        memcpy(text, sides[0].records, first);
    if (size > first)
        memcpy(text + first, sides[1].records, size - first);
    int failed = cli_write_file(arguments->record, text, size);
    free(text);
    return failed;
}

static int print_statistics(const struct cli_selfplay_options *arguments,
                            const struct side sides[2])
{
    struct trey_error error = {0};
    struct trey_selfplay_stats stats[2] = {0};
    struct trey_interval difference = {0};
    size_t games = (size_t)arguments->play.games;
    enum trey_status status =
        trey_selfplay_summarise(sides[0].results, games, &stats[0], &error);
    if (status == TREY_OK && arguments->versus != NULL && sides[1].results != NULL) {
        status = trey_selfplay_summarise(sides[1].results, games, &stats[1], &error);
        if (status == TREY_OK)
            status = cli_difference_of(sides[0].results, sides[1].results, games,
                                       &difference, &error);
    }
    if (status != TREY_OK)
        return cli_fail(NULL, &error);
    return stats[0].games > 0 ? print_results(arguments, sides, stats, &difference) : 0;
}

/* Checks the output files and opens the store before the first game. */
static int open_files(const struct cli_selfplay_options *arguments,
                      struct trey_store **store)
{
    const char *const written[2] = {arguments->record, arguments->store};
    if (cli_refuse_same(arguments->record, arguments->store))
        return CLI_USAGE;
    for (int i = 0; i < 2; i++)
        if (cli_refuse_player_file(written[i], arguments->player) ||
            cli_refuse_player_file(written[i], arguments->versus))
            return CLI_USAGE;
    if (cli_check_output(arguments->record, CLI_FILE_RECORDS, arguments->force))
        return CLI_FAILED;
    return arguments->store != NULL ? cli_store_open(arguments->store, store) : 0;
}

/* Prints the statistics and writes the records, at the end or after an interruption. */
static int write_results(const struct cli_selfplay_options *arguments,
                         const struct side sides[2], enum trey_status status,
                         const struct trey_error *error)
{
    int failed = 0;
    if (sides[0].results != NULL && (status == TREY_OK || status == TREY_ERR_CANCELLED))
        failed = print_statistics(arguments, sides);
    if (failed == 0 && arguments->record != NULL &&
        (status == TREY_OK || sides[0].records_size > 0))
        failed = write_records(arguments, sides);
    if (status == TREY_ERR_CANCELLED) {
        fprintf(stderr, "trey: interrupted after %" PRIu64 " of %" PRIu64 " games%s\n",
                sides[0].done + sides[1].done,
                arguments->play.games * (arguments->versus != NULL ? 2 : 1),
                arguments->store != NULL ? "; the same command continues" : "");
        failed = CLI_FAILED;
    } else if (status != TREY_OK) {
        failed = cli_fail(NULL, error);
    }
    return failed;
}

/* Each ply multiplies the work by ten or more: from six plies on a game takes days. */
static void warn_of_depth(const struct cli_selfplay_options *arguments)
{
    enum { DEEP_PLIES = 6 };
    const struct trey_search_limits *limits = &arguments->thinking.how.limits;
    if (limits->depth_plies >= DEEP_PLIES && !trey_search_limits_budget(limits) &&
        arguments->thinking.time_s <= 0.0 && !arguments->result.quiet)
        fprintf(stderr,
                "trey: warning: a move at --depth %u may take from minutes to years; "
                "--time-ms or --nodes limits it\n",
                limits->depth_plies);
}

static int selfplay(struct cli_selfplay_options *arguments)
{
    struct trey_error error = {0};
    struct trey_store *store = NULL;
    int failed = is_first_process(arguments) ? open_files(arguments, &store) : 0;
    failed = cli_processes_agree(arguments->processes, failed);
    if (failed != 0) {
        cli_store_close(arguments->store, store);
        return failed;
    }
    const struct trey_cancel *cancel = cli_watch_signals();
    if (is_first_process(arguments)) {
        warn_of_depth(arguments);
        if (arguments->default_player)
            cli_warn_of_default(&arguments->rules.rules);
    }
    struct side sides[2] = {{.arguments = arguments, .player = arguments->player},
                            {.arguments = arguments, .player = arguments->versus}};
    const char *const players[2] = {arguments->player, arguments->versus};
    enum trey_status status = cli_optimum_find(
        players, arguments->optimum, &arguments->rules.rules,
        cli_shows_progress(&arguments->result) && is_first_process(arguments), cancel,
        &arguments->best, &error);
    status = trey_processes_agree(arguments->processes, status, &error);
    const bool unsolvable = status == TREY_ERR_ARGUMENT; /* a game with these rules */
    arguments->thinking.how.exact = arguments->best.exact;
    if (status == TREY_OK)
        status = play_games(&sides[0], store, cancel, &error);
    if (status == TREY_OK && arguments->versus != NULL)
        status = play_games(&sides[1], store, cancel, &error);
    if (is_first_process(arguments))
        failed = unsolvable ? cli_wrong_usage("selfplay", &error)
                            : write_results(arguments, sides, status, &error);
    for (int i = 0; i < 2; i++) {
        free(sides[i].results);
        trey_free(sides[i].label);
        free(sides[i].records);
    }
    cli_optimum_clear(&arguments->best);
    cli_store_close(arguments->store, store);
    return failed;
}

/* --verify: checks the store's games instead of playing. */
static int verify(const struct cli_selfplay_options *arguments)
{
    struct trey_error error;
    struct trey_selfplay_verified verified;
    struct trey_store *store = NULL;
    if (cli_store_open_existing(arguments->store, &store) != 0)
        return CLI_FAILED;
    int failed = 0;
    if (trey_selfplay_verify(store, &verified, &error) != TREY_OK)
        failed = cli_fail(NULL, &error);
    else if (arguments->result.json)
        failed = cli_print_json(json_pack("{sI sI}", "games", (json_int_t)verified.games,
                                          "replayed", (json_int_t)verified.replayed));
    else
        printf("%" PRIu64 " games: checksums correct; %" PRIu64
               " records replayed: scores and largest tiles correct\n",
               verified.games, verified.replayed);
    cli_store_close(arguments->store, store);
    return failed != 0 ? failed : cli_finish();
}

int cmd_selfplay(int argc, char **argv)
{
    struct cli_selfplay_options arguments = {0};
    trey_player_defaults(&arguments.thinking.how);
    cli_parse(&cli_selfplay_syntax, argc, argv, &arguments);
    if (arguments.verify)
        return verify(&arguments);
    arguments.default_player = arguments.player == NULL;
    if (arguments.default_player)
        arguments.player = cli_default_player(&arguments.rules.rules);
    const int failed = cli_processes_start(&arguments.processes);
    if (failed != 0)
        return failed;
    return cli_processes_end(arguments.processes, selfplay(&arguments));
}
