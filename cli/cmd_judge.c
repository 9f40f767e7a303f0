/* trey judge: replays moves files of the known-sequence game by the rules, one file or a
 * directory. --league (judge_league.h) and --rules (judge_record.h) replay many players'
 * files and recorded games. */
#include "base/error.h"
#include "base/file.h"
#include "commands.h"
#include "common.h"
#include "extras/render/render.h"
#include "judge_league.h"
#include "judge_record.h"
#include "rules_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 1024 };

struct arguments {
    const char *input, *moves; /* of the known-sequence game */
    struct cli_rules_options rules;
    const char *const *files; /* records, if rules are given */
    size_t file_count;
    bool trace, json, seeds, csv, league;
    struct cli_league league_options;
};

#define TO(member) CLI_TO(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"trace", 0, NULL, "show every position", CLI_FLAG, TO(trace)},
    {"seeds", 0, NULL,
     "with --rules: check that the tiles are those of the record's seed and number",
     CLI_FLAG, TO(seeds), .needs = "rules"},
    {"league", 0, NULL,
     "judge many players on many inputs: INPUT... PLAYERS, where PLAYERS is a directory "
     "with one directory per player",
     CLI_FLAG, TO(league)},
    {"points", 0, "best|bound",
     "with --league: give 100 points per input for the best score (default) or for the "
     "bound",
     CLI_CHOICE("best|bound"), TO(league_options.by_bound), .needs = "league"},
    {"illegal", 0, "zero|score",
     "with --league: value of a game that ends with an illegal move: zero (default) or "
     "its "
     "score",
     CLI_CHOICE("zero|score"), TO(league_options.illegal_counts), .needs = "league"},
    {"csv", 0, NULL, "with --league: print all results as comma-separated values",
     CLI_FLAG, TO(csv), .needs = "league"},
    {"json", 0, NULL, "print the result as one JSON object", CLI_FLAG, TO(json)},
    {CLI_HEADING("Rules of the recorded games:")},
    {CLI_PART(cli_rules_part), TO(rules)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    struct arguments *arguments = command;
    size_t count;
    bool records = arguments->rules.name != NULL;
    arguments->files = cli_arguments(line, &count);
    arguments->file_count = count;
    if (count > MAX_FILES)
        cli_refuse(line, "more than %d files", MAX_FILES);
    if (arguments->trace && arguments->league)
        cli_refuse(line, "--trace and --league exclude each other");
    if (arguments->trace && records && arguments->json)
        cli_refuse(line, "with --rules, --trace and --json exclude each other");
    if (records && arguments->league)
        cli_refuse(line, "--league and --rules exclude each other");
    if (arguments->csv && arguments->json)
        cli_refuse(line, "--csv and --json exclude each other");
    if (!records && cli_first_given(line, CLI_RULES_OPTIONS) != NULL)
        cli_refuse(line, "options of the rules require --rules");
    if (count < (records ? 1 : 2))
        cli_refuse_missing(line);
    if (!records && !arguments->league && count > 2)
        cli_refuse(line, "unexpected argument '%s' after INPUT and MOVES",
                   arguments->files[2]);
    size_t streams = 0;
    for (size_t i = 0; i < count; i++)
        streams += cli_is_standard(arguments->files[i]);
    if (streams > 1)
        cli_refuse(line, "only one file can be standard input");
    arguments->input = arguments->files[0];
    arguments->moves = arguments->files[1];
}

/* --- one moves file --------------------------------------------------------------------
 */

/* The positions of a replay. */
struct trace {
    const struct trey_sequence *sequence;
    json_t *positions; /* NULL: text on standard output */
    bool failed;       /* out of memory, which was reported */
};

static json_t *json_of_board(const struct trey_wide *board)
{
    json_t *array = json_array();
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        json_array_append_new(
            array, json_integer((json_int_t)trey_tile_of_rank(board->rank[cell])));
    return array;
}

static bool print_board(const struct trey_wide *board)
{
    char *text;
    struct trey_error error;
    if (trey_render_text(board, &text, &error) != TREY_OK) {
        cli_fail(NULL, &error);
        return false;
    }
    fputs(text, stdout);
    trey_free(text);
    return true;
}

static bool show_position(void *context, const struct trey_position *position,
                          enum trey_direction direction,
                          const struct trey_wide *before_spawn, int spawn_cell)
{
    struct trace *trace = context;
    const uint8_t *tiles = trey_sequence_tiles(trace->sequence);
    const char *letter = trey_direction_key((int)direction);
    json_int_t tile =
        spawn_cell < 0 ? 0 : (json_int_t)trey_tile_of_rank(tiles[position->moves - 1]);
    (void)before_spawn;
    if (trace->positions != NULL) {
        json_t *move = spawn_cell < 0 ? json_null() : json_string(letter);
        json_array_append_new(trace->positions,
                              json_pack("{sI so sI si sI so}", "number",
                                        (json_int_t)position->moves, "move", move, "tile",
                                        tile, "cell", spawn_cell, "score",
                                        (json_int_t)position->score, "board",
                                        json_of_board(&position->board)));
        return true;
    }
    if (spawn_cell < 0)
        printf("start: score %llu\n", (unsigned long long)position->score);
    else
        printf("\nmove %zu: %s, %lld spawns in row %d column %d, score %llu\n",
               position->moves, letter, (long long)tile, spawn_cell / 4 + 1,
               spawn_cell % 4 + 1, (unsigned long long)position->score);
    trace->failed = !print_board(&position->board);
    return !trace->failed;
}

static int print_json(const struct trey_sequence *sequence,
                      const struct trey_verdict *verdict, const struct trey_bound *bound,
                      json_t *positions)
{
    uint64_t score = verdict->final.score;
    json_t *object = json_pack(
        "{sI sI sI sI sI sI ss? sI ss so}", "moves", (json_int_t)verdict->final.moves,
        "moves_given", (json_int_t)verdict->moves_given, "score", (json_int_t)score,
        "bound", (json_int_t)bound->score, "gap", (json_int_t)(bound->score - score),
        "packing_bound", (json_int_t)bound->packing, "optimal",
        score == bound->score ? "bound met" : NULL, "longest_moves",
        (json_int_t)bound->longest_moves, "end", trey_end_text(verdict->end), "board",
        json_of_board(&verdict->final.board));
    if (positions != NULL)
        json_object_set(object, "positions", positions);
    cli_add_warning(sequence, object);
    return cli_print_json(object);
}

static int print_text(const struct trey_verdict *verdict, const struct trey_bound *bound,
                      bool after_trace)
{
    unsigned long long score = verdict->final.score, limit = bound->score;
    printf("%sscore  %llu\n", after_trace ? "\n" : "", score);
    printf("moves  %zu legal of %zu given\n", verdict->final.moves, verdict->moves_given);
    printf("bound  %llu, gap %llu%s\n", limit, limit - score,
           score == limit ? ": optimal (bound met)" : "");
    printf("end    %s\n", trey_end_text(verdict->end));
    bool good = after_trace || print_board(&verdict->final.board);
    return cli_finish() == 0 && good ? 0 : CLI_FAILED;
}

static int judge_file(const struct arguments *arguments,
                      const struct trey_sequence *sequence,
                      const struct trey_bound *bound)
{
    struct trey_error error;
    struct trey_verdict verdict;
    uint8_t *moves = NULL;
    size_t count;
    if (trey_moves_read(arguments->moves, &moves, &count, &error) != TREY_OK)
        return cli_fail(arguments->moves, &error);
    struct trace trace = {.sequence = sequence};
    if (arguments->trace && arguments->json)
        trace.positions = json_array();
    trey_sequence_judge(sequence, moves, count, arguments->trace ? show_position : NULL,
                        &trace, &verdict);
    trey_free(moves);
    int result = trace.failed ? CLI_FAILED
                 : arguments->json
                     ? print_json(sequence, &verdict, bound, trace.positions)
                     : print_text(&verdict, bound, arguments->trace);
    json_decref(trace.positions);
    return result;
}

/* --- a directory of moves files --------------------------------------------------------
 */

struct entry {
    const char *name; /* borrowed from the listing of the directory */
    struct trey_verdict verdict;
    struct trey_error error; /* code TREY_OK: the file was judged */
};

/* Best score first, then by name; files that failed come last. */
static int compare_entries(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    bool a_failed = a->error.code != TREY_OK, b_failed = b->error.code != TREY_OK;
    if (a_failed != b_failed)
        return a_failed - b_failed;
    uint64_t x = a->verdict.final.score, y = b->verdict.final.score;
    return x != y ? (x < y) - (x > y) : strcmp(a->name, b->name);
}

static void judge_entry(const char *path, const struct trey_sequence *sequence,
                        struct entry *entry)
{
    uint8_t *moves = NULL;
    size_t count;
    entry->error.code =
        cli_is_special(path)
            ? trey_fail(&entry->error, TREY_ERR_INPUT, 0, "not a regular file")
            : trey_moves_read(path, &moves, &count, &entry->error);
    if (entry->error.code == TREY_OK)
        trey_sequence_judge(sequence, moves, count, NULL, NULL, &entry->verdict);
    trey_free(moves);
}

/* Judges the files of a directory except subdirectories. `entries` has room for all.
 * Returns the number of entries. */
static size_t judge_files(const char *directory, const struct trey_directory *files,
                          const struct trey_sequence *sequence, struct entry *entries)
{
    size_t count = 0;
    for (size_t i = 0; i < files->count; i++) {
        char *path = cli_path_join(directory, files->names[i]);
        if (path != NULL && cli_is_directory(path)) {
            free(path);
            continue;
        }
        struct entry *entry = &entries[count++];
        *entry = (struct entry){.name = files->names[i]};
        if (path == NULL)
            cli_lacks_memory(&entry->error);
        else
            judge_entry(path, sequence, entry);
        free(path);
    }
    return count;
}

static json_t *json_of_entry(const struct entry *entry, const struct trey_bound *bound)
{
    if (entry->error.code != TREY_OK)
        return json_pack("{ss ss}", "file", cli_utf8(entry->name), "error",
                         cli_utf8(entry->error.message));
    const struct trey_verdict *verdict = &entry->verdict;
    return json_pack("{ss sI sI sI sf ss}", "file", cli_utf8(entry->name), "score",
                     (json_int_t)verdict->final.score, "moves",
                     (json_int_t)verdict->final.moves, "moves_given",
                     (json_int_t)verdict->moves_given, "share_of_bound",
                     (double)verdict->final.score / (double)bound->score, "end",
                     trey_end_text(verdict->end));
}

static void print_entry(size_t place, const struct entry *entry,
                        const struct trey_bound *bound)
{
    if (entry->error.code != TREY_OK) {
        printf("   -  %s: %s\n", cli_shown(entry->name), cli_shown(entry->error.message));
        return;
    }
    const struct trey_verdict *verdict = &entry->verdict;
    printf("%4zu %12llu %8.2f%% %8zu %8zu  %-24s %s\n", place,
           (unsigned long long)verdict->final.score,
           100.0 * (double)verdict->final.score / (double)bound->score,
           verdict->final.moves, verdict->moves_given, trey_end_text(verdict->end),
           cli_shown(entry->name));
}

static int print_entries(const struct entry *entries, size_t count,
                         const struct trey_bound *bound, bool json)
{
    if (json) {
        json_t *files = json_array();
        for (size_t i = 0; i < count; i++)
            json_array_append_new(files, json_of_entry(&entries[i], bound));
        return cli_print_json(json_pack("{sI sI so}", "bound", (json_int_t)bound->score,
                                        "longest_moves", (json_int_t)bound->longest_moves,
                                        "files", files));
    }
    printf("bound %llu, longest possible game %zu moves\n",
           (unsigned long long)bound->score, bound->longest_moves);
    printf("%4s %12s %9s %8s %8s  %-24s %s\n", "", "score", "of bound", "moves", "given",
           "end", "file");
    size_t place = 0;
    for (size_t i = 0; i < count; i++) {
        bool tied =
            i > 0 && entries[i].verdict.final.score == entries[i - 1].verdict.final.score;
        place = tied ? place : i + 1;
        print_entry(place, &entries[i], bound);
    }
    return cli_finish();
}

static int judge_directory(const struct arguments *arguments,
                           const struct trey_sequence *sequence,
                           const struct trey_bound *bound)
{
    struct trey_directory files;
    struct trey_error error;
    if (trey_directory_list(arguments->moves, false, &files, &error) != TREY_OK)
        return cli_fail(arguments->moves, &error);
    int result;
    struct entry *entries = calloc(files.count + 1, sizeof *entries);
    if (entries == NULL) {
        result = cli_fail_memory();
    } else {
        size_t count = judge_files(arguments->moves, &files, sequence, entries);
        qsort(entries, count, sizeof *entries, compare_entries);
        result = count == 0 ? cli_fail_text(arguments->moves, "contains no moves files")
                            : print_entries(entries, count, bound, arguments->json);
        for (size_t i = 0; i < count; i++) {
            const struct entry *entry = &entries[i];
            if (entry->error.code != TREY_OK)
                result = CLI_FAILED;
            /* not the file's fault */
            if (entry->error.code == TREY_ERR_MEMORY || entry->error.code == TREY_ERR_IO)
                cli_fail(entry->name, &entry->error);
        }
    }
    free(entries);
    trey_directory_clear(&files);
    return result;
}

int cmd_judge(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .arguments =
            "INPUT MOVES|DIR\n--league INPUT... PLAYERS\n--rules RULES RECORD...",
        .summary =
            "Replays a moves file on an input file by the rules and prints moves, score, "
            "final board, bound, and the reason for the end of the game. With a "
            "directory, "
            "judges every file in it and prints a league table. With --league, INPUTs "
            "are "
            "files or directories, and PLAYERS contains a directory per player with a "
            "moves file for each input, of the same name except for the suffix. With "
            "--rules, replays the games in files written by trey selfplay --record.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {0};
    cli_parse(&syntax, argc, argv, &arguments);
    if (arguments.rules.name != NULL || arguments.league) {
        int failed = cli_refuse_twice(arguments.files, arguments.file_count);
        if (failed != 0)
            return failed;
    }
    if (arguments.rules.name != NULL)
        return cli_judge_records(&arguments.rules.rules, arguments.files,
                                 arguments.file_count, arguments.seeds, arguments.trace,
                                 arguments.json);

    if (arguments.league)
        return cli_judge_league(&arguments.league_options, arguments.files,
                                arguments.file_count,
                                arguments.csv    ? CLI_LEAGUE_CSV
                                : arguments.json ? CLI_LEAGUE_JSON
                                                 : CLI_LEAGUE_TABLE);
    if (cli_refuse_same("-", arguments.input) || cli_refuse_same("-", arguments.moves))
        return CLI_USAGE;

    struct trey_error error;
    struct trey_sequence *sequence = NULL;
    struct trey_bound bound;
    if (cli_read_sequence(arguments.input, &sequence))
        return CLI_FAILED;
    bool is_directory = cli_is_directory(arguments.moves);
    int result;
    if (is_directory && arguments.trace)
        result = cli_fail_text(arguments.moves,
                               "is a directory; --trace takes one moves file");
    else if (trey_sequence_bound(sequence, &bound, &error) != TREY_OK)
        result = cli_fail(arguments.input, &error);
    else if (is_directory)
        result = judge_directory(&arguments, sequence, &bound);
    else
        result = judge_file(&arguments, sequence, &bound);
    trey_sequence_free(sequence);
    return result;
}
