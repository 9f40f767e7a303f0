/* trey selfplay: many games of Threes! or 2048 by a player, and what they say. */
#include "commands.h"
#include "optimum.h"
#include "player_options.h"
#include "ranks.h"
#include "result_options.h"
#include "rules_options.h"
#include "selfplay_output.h"
#include "selfplay_watch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum option_key {
    KEY_GAMES = 'n',
    KEY_PLAYER = 'p',
    KEY_SEED = 's',
    KEY_OUTPUT = 'o',
    KEY_FIRST = 1000,
    KEY_VERSUS,
    KEY_THREADS,
    KEY_CLOCK,
    KEY_ANSWER,
    KEY_STORE,
    KEY_RECORD,
    KEY_FORMAT,
    KEY_OPTIMUM,
    KEY_WATCH,
};

static const struct argp_option argp_options[] = {
    {"player", KEY_PLAYER, "NAME", 0,
     "network (default, where there is one), network-small, network:FILE, heuristic, "
     "points, greedy, random, exact (on boards of up to ten cells), exact:FILE (a table "
     "of trey solve), or exec:COMMAND, a program that speaks the protocol of trey engine",
     0},
    {"versus", KEY_VERSUS, "NAME", 0,
     "let this player play the same games too, and compare", 0},
    {"games", KEY_GAMES, "N", 0, "how many (default 100)", 0},
    {"seed", KEY_SEED, "N", 0, "which games: seed and number decide one (default 1)", 0},
    {"first", KEY_FIRST, "N", 0, "number of the first game (default 0)", 0},
    {"threads", KEY_THREADS, "N", 0, "games at once (default: one per processor)", 0},
    {"clock", KEY_CLOCK, "CLOCK", 0,
     "of --time-ms: cpu, the processor time of the player (default), or wall", 0},
    {"answer-time", KEY_ANSWER, "S", 0,
     "seconds of silence after which a program is given up (default 60); for a slide, "
     "twenty times --time-ms more",
     0},
    {"watch", KEY_WATCH, "N", OPTION_ARG_OPTIONAL,
     "show the game in progress, N slides a second (default 4, 0: as fast as it is "
     "played); "
     "one game at once",
     0},
    {"optimum", KEY_OPTIMUM, NULL, 0,
     "solve the board and say what share of the exact optimum the mean is; done without "
     "asking where exact plays",
     0},
    {"store", KEY_STORE, "FILE", 0, "keep games here, and go on from those there", 1},
    {"record", KEY_RECORD, "FILE", 0,
     "write all games here (-: standard output, and the results on standard error); "
     "interrupted, those that were finished",
     1},
    {"format", KEY_FORMAT, "FORMAT", 0, "of --record: json (default) or course", 1},
    {0},
};

enum { MAX_GAMES = 100000000, MAX_THREADS = 1024 };

struct arguments {
    struct cli_rules_options rules;
    struct cli_player_options thinking;
    const char *player, *versus, *store, *record;
    struct trey_selfplay_options play;
    enum trey_record_format format;
    struct cli_result_options result;
    bool optimum;
    struct cli_optimum best; /* where it is asked for */
    bool watched;
    struct cli_watch watch;
    struct trey_ranks *ranks; /* that share the games; the first has the files */
};

static const char *read_player(struct argp_state *state, const char *name)
{
    struct trey_error error;
    if (trey_player_known(name, &error) != TREY_OK)
        argp_error(state, "%s", error.message);
    return name;
}

/* What is done with the games. */
static error_t parse_results(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case KEY_STORE:
        arguments->store = text;
        return 0;
    case KEY_RECORD:
        arguments->record = text;
        return 0;
    case KEY_FORMAT:
        if (strcmp(text, "json") != 0 && strcmp(text, "course") != 0)
            argp_error(state, "--format is json or course, not '%s'", text);
        arguments->format =
            strcmp(text, "json") == 0 ? TREY_RECORD_JSON : TREY_RECORD_COURSE;
        return 0;
    case KEY_WATCH:
        arguments->watched = true;
        arguments->watch.speed =
            text != NULL ? cli_number(state, "--watch", text, 0.0, 1000.0) : 4.0;
        return 0;
    case KEY_OPTIMUM:
        arguments->optimum = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    struct trey_selfplay_options *play = &arguments->play;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->rules;
        state->child_inputs[1] = &arguments->thinking;
        state->child_inputs[2] = &arguments->result;
        return 0;
    case KEY_PLAYER:
        arguments->player = read_player(state, text);
        return 0;
    case KEY_VERSUS:
        arguments->versus = read_player(state, text);
        return 0;
    case KEY_GAMES:
        play->games = cli_unsigned(state, "--games", text, 1, MAX_GAMES);
        return 0;
    case KEY_SEED:
        play->seed = cli_unsigned(state, "--seed", text, 0, INT64_MAX);
        return 0;
    case KEY_FIRST:
        play->first = cli_unsigned(state, "--first", text, 0, INT64_MAX);
        return 0;
    case KEY_THREADS:
        play->threads = cli_threads(state, text, MAX_THREADS);
        return 0;
    case KEY_CLOCK:
        if (strcmp(text, "cpu") != 0 && strcmp(text, "wall") != 0)
            argp_error(state, "--clock is cpu or wall, not '%s'", text);
        arguments->thinking.how.cpu_time = strcmp(text, "cpu") == 0;
        return 0;
    case KEY_ANSWER:
        arguments->thinking.how.answer_s =
            cli_number(state, "--answer-time", text, 1e-3, 1e9);
        return 0;
    case ARGP_KEY_ARG:
        return cli_take_none(state, text);
    case ARGP_KEY_END:
        if (arguments->result.json && cli_is_standard(arguments->record))
            argp_error(state, "--json and the records cannot both go to standard output");
        if (arguments->watched && trey_ranks_launched() > 1)
            argp_error(state, "--watch shows the games of one rank, not of %u",
                       trey_ranks_launched());
        return 0;
    default:
        return parse_results(key, text, state);
    }
}

static bool speaks(const struct arguments *arguments)
{
    return trey_ranks_rank(arguments->ranks) == 0;
}

/* Where people read, unless a program reads the records there. */
static FILE *beside_records(const struct arguments *arguments)
{
    return cli_is_standard(arguments->record) ? stderr : stdout;
}

/* --- while it runs ---------------------------------------------------------------------
 */

/* What has come of one player. */
struct side {
    const struct arguments *arguments;
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

static const double show_each_s = 0.1;

static double seconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool keep_line(struct side *side, const char *line)
{
    size_t size = strlen(line) + 1;
    if (side->records_size + size > side->records_room) {
        size_t room = 2 * side->records_room + size + 4096;
        char *records = realloc(side->records, room);
        if (records == NULL)
            return false;
        side->records = records;
        side->records_room = room;
    }
    memcpy(side->records + side->records_size, line, size - 1);
    side->records_size += size;
    side->records[side->records_size - 1] = '\n';
    return true;
}

static void show_progress(struct side *side, const struct trey_game_under_way *games,
                          size_t count)
{
    uint64_t all = side->arguments->play.games;
    double now_s = seconds_now(), passed = now_s - side->start_s;
    if (now_s - side->shown_s < show_each_s)
        return;
    side->shown_s = now_s;
    fprintf(stderr, "\r%s: %" PRIu64 "/%" PRIu64 " games", side->player, side->done, all);
    if (side->done > 0)
        fprintf(stderr, ", mean %.0f, %.0f s left", side->sum / (double)side->done,
                passed * (double)(all - side->done) / (double)side->done);
    cli_print_under_way(games, count);
    fputs(" \033[K", stderr);
}

static void hear_under_way(void *context, const struct trey_game_under_way *games,
                           size_t count)
{
    show_progress(context, games, count);
}

static enum trey_status hear(void *context, uint64_t game,
                             const struct trey_game_result *result,
                             const struct trey_record *record, struct trey_error *error)
{
    struct side *side = context;
    (void)game;
    side->done++;
    side->sum += (double)result->score;
    if (record != NULL && side->arguments->record != NULL) {
        char *line = NULL;
        enum trey_status status =
            trey_record_format(record, side->arguments->format, &line, error);
        bool kept = status == TREY_OK && keep_line(side, line);
        trey_free(line);
        if (status == TREY_OK && !kept)
            return cli_lacks_memory(error);
        if (status != TREY_OK)
            return status;
    }
    if (side->show)
        show_progress(side, NULL, 0);
    return TREY_OK;
}

/* --- a player's games ------------------------------------------------------------------
 */

static enum trey_status play(struct side *side, struct trey_store *store,
                             const struct trey_cancel *cancel, struct trey_error *error)
{
    const struct arguments *arguments = side->arguments;
    struct trey_selfplay_options options = arguments->play;
    options.rules = arguments->rules.rules;
    options.records = arguments->record != NULL || arguments->store != NULL;
    options.store = store;
    options.ranks = arguments->ranks;
    options.cancel = cancel;
    options.report = hear;
    options.report_context = side;
    side->start_s = seconds_now();
    side->show = cli_shows_progress(&arguments->result) && !arguments->watched &&
                 speaks(arguments);
    if (arguments->watched) {
        options.threads = 1;
        options.watch = cli_watch_slide;
        options.watch_context = &side->watch;
        side->watch = arguments->watch;
        side->watch.cancel = cancel;
        /* A program that reads the object is to find nothing else there. */
        side->watch.file = arguments->result.json ? stderr : beside_records(arguments);
    }
    options.progress = side->show ? hear_under_way : NULL;
    options.progress_s = show_each_s;
    side->results = calloc((size_t)options.games, sizeof *side->results);
    enum trey_status status =
        side->results == NULL ? cli_lacks_memory(error)
                              : trey_player_label(side->player, &arguments->thinking.how,
                                                  &side->label, error);
    status = trey_ranks_agree(arguments->ranks, status, error);
    if (status != TREY_OK)
        return status;
    status = trey_selfplay_run(side->player, &arguments->thinking.how, &options,
                               side->results, error);
    if (side->show)
        fputs("\r\033[K", stderr);
    return status;
}

/* --- results ---------------------------------------------------------------------------
 */

static void print_side(FILE *out, const struct arguments *arguments, const char *label,
                       const struct trey_selfplay_stats *stats)
{
    cli_print_selfplay(out, &arguments->rules.rules, label, stats);
    if (arguments->best.known)
        cli_optimum_print(out, &arguments->best, stats);
}

static json_t *json_side(const struct arguments *arguments, const char *label,
                         const struct trey_selfplay_stats *stats)
{
    json_t *object = cli_json_selfplay(&arguments->rules.rules, label, stats);
    if (arguments->best.known)
        cli_optimum_add(&arguments->best, stats, object);
    return object;
}

static int print_results(const struct arguments *arguments, const struct side sides[2],
                         const struct trey_selfplay_stats stats[2],
                         const struct trey_interval *difference)
{
    bool two = arguments->versus != NULL && stats[1].games > 0;
    FILE *out = beside_records(arguments);
    if (!arguments->result.json) {
        print_side(out, arguments, sides[0].label, &stats[0]);
        if (two) {
            putc('\n', out);
            print_side(out, arguments, sides[1].label, &stats[1]);
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

static int write_records(const struct arguments *arguments, const struct side sides[2])
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

static int finish(const struct arguments *arguments, const struct side sides[2])
{
    struct trey_error error = {0};
    struct trey_selfplay_stats stats[2] = {0};
    struct trey_interval difference = {0};
    size_t games = (size_t)arguments->play.games;
    enum trey_status status =
        trey_selfplay_sum(sides[0].results, games, &stats[0], &error);
    if (status == TREY_OK && arguments->versus != NULL && sides[1].results != NULL) {
        status = trey_selfplay_sum(sides[1].results, games, &stats[1], &error);
        if (status == TREY_OK)
            status = cli_difference_of(sides[0].results, sides[1].results, games,
                                       &difference, &error);
    }
    if (status != TREY_OK)
        return cli_fail(NULL, &error);
    return stats[0].games > 0 ? print_results(arguments, sides, stats, &difference) : 0;
}

/* The files, before the first game. */
static int prepare(const struct arguments *arguments, struct trey_store **store)
{
    struct trey_error error;
    const char *const written[2] = {arguments->record, arguments->store};
    if (cli_refuse_same(arguments->record, arguments->store))
        return CLI_FAILED;
    for (int i = 0; i < 2; i++)
        if (cli_refuse_player_file(written[i], arguments->player) ||
            cli_refuse_player_file(written[i], arguments->versus))
            return CLI_FAILED;
    if (cli_check_file(arguments->record))
        return CLI_FAILED;
    if (arguments->store != NULL &&
        trey_store_open(arguments->store, store, &error) != TREY_OK)
        return cli_fail(arguments->store, &error);
    return 0;
}

/* What came of it all, in the end or at an interruption. */
static int hand_out(const struct arguments *arguments, const struct side sides[2],
                    enum trey_status status, const struct trey_error *error)
{
    int failed = 0;
    if (sides[0].results != NULL && (status == TREY_OK || status == TREY_ERR_CANCELLED))
        failed = finish(arguments, sides);
    if (failed == 0 && arguments->record != NULL &&
        (status == TREY_OK || sides[0].records_size > 0))
        failed = write_records(arguments, sides);
    if (status == TREY_ERR_CANCELLED) {
        fprintf(stderr, "trey: interrupted after %" PRIu64 " of %" PRIu64 " games%s\n",
                sides[0].done + sides[1].done,
                arguments->play.games * (arguments->versus != NULL ? 2 : 1),
                arguments->store != NULL ? "; started again, it goes on" : "");
        failed = CLI_FAILED;
    } else if (status != TREY_OK) {
        failed = cli_fail(NULL, error);
    }
    return failed;
}

static int selfplay(struct arguments *arguments)
{
    struct trey_error error = {0};
    struct trey_store *store = NULL;
    int failed = cli_ranks_agree(arguments->ranks,
                                 speaks(arguments) ? prepare(arguments, &store) : 0);
    if (failed != 0) {
        trey_store_close(store);
        return failed;
    }
    const struct trey_cancel *cancel = cli_watch_signals();
    struct side sides[2] = {{.arguments = arguments, .player = arguments->player},
                            {.arguments = arguments, .player = arguments->versus}};
    const char *const players[2] = {arguments->player, arguments->versus};
    enum trey_status status =
        cli_optimum_find(players, arguments->optimum, &arguments->rules.rules,
                         cli_shows_progress(&arguments->result) && speaks(arguments),
                         cancel, &arguments->best, &error);
    status = trey_ranks_agree(arguments->ranks, status, &error);
    arguments->thinking.how.exact = arguments->best.exact;
    if (status == TREY_OK)
        status = play(&sides[0], store, cancel, &error);
    if (status == TREY_OK && arguments->versus != NULL)
        status = play(&sides[1], store, cancel, &error);
    failed = speaks(arguments) ? hand_out(arguments, sides, status, &error) : 0;
    for (int i = 0; i < 2; i++) {
        free(sides[i].results);
        trey_free(sides[i].label);
        free(sides[i].records);
    }
    cli_optimum_clear(&arguments->best);
    trey_store_close(store);
    return failed;
}

int cmd_selfplay(int argc, char **argv)
{
    static const struct argp_child children[] = {
        {&cli_rules_argp, 0, "Rules:", 2},
        {&cli_player_argp, 0, "Thinking (default: --depth 2):", 3},
        {&cli_result_argp, 0, NULL, 4},
        {0},
    };
    static const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .children = children,
        .doc =
            "Plays many games of Threes! or 2048 and says what scores and tiles the "
            "player reaches. The player sees what a person would: the board, the hint, "
            "the cards that are gone.",
    };
    struct arguments arguments = {
        .play = {.seed = 1, .games = 100},
    };
    trey_player_defaults(&arguments.thinking.how);
    arguments.thinking.how.cpu_time = true;
    argp_parse(&argp, argc, argv, 0, NULL, &arguments);
    if (arguments.player == NULL)
        arguments.player = cli_default_player(&arguments.rules.rules);
    if (cli_ranks_start(&arguments.ranks) != 0)
        return CLI_FAILED;
    return cli_ranks_end(arguments.ranks, selfplay(&arguments));
}
