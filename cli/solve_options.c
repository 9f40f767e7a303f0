/* The command line of trey solve. --rules has two meanings: `course` and `2048` are
 * solved into tables that can be saved and queried; rule sets with a deck and bonus tiles
 * (window, classic) are only counted. `check_usage` refuses options that do not fit the
 * request. */
#include "solve_options.h"

#include "extras/exact/sample.h"
#include "output_files.h"

#include <stdio.h>
#include <string.h>

#define TO(member)    CLI_TO(struct cli_solve_options, member)
#define GIVEN(member) CLI_GIVEN(struct cli_solve_options, member)

enum { MAX_SIDE = TREY_EXACT_MAX_SAMPLED_CELLS };

static void parse_rules(struct cli_line *line, const struct cli_option *option,
                        const char *text, void *destination)
{
    struct cli_solve_options *arguments = destination;
    const bool is_2048 = strcmp(text, "2048") == 0;
    const bool is_course = strcmp(text, "course") == 0 || strcmp(text, "tcg") == 0;
    (void)line, (void)option;
    arguments->rules = is_2048 ? TREY_EXACT_2048 : TREY_EXACT_COURSE;
    arguments->played = is_2048 || is_course ? NULL : text;
}

/* The rank of a tile that ends the game. */
static void parse_end_tile(struct cli_line *line, const struct cli_option *option,
                           const char *text, void *destination)
{
    int rank = trey_rank_of_tile(cli_unsigned(line, "--end-tile", text, 6, 12288));
    (void)option;
    if (rank < 0)
        cli_refuse(line, "--end-tile takes 6, 12, 24, ... or 12288, not '%s'", text);
    *(unsigned *)destination = (unsigned)rank;
}

static const struct cli_option option_rows[] = {
    {CLI_HEADING("The game:")},
    {"rules", 0, "NAME",
     "rule set: course (default) or 2048; or, for statistics only, window or classic",
     CLI_PARSED(parse_rules), GIVEN(game_given)},
    {"rows", 0, "N", "number of rows of the board", CLI_WHOLE(1, MAX_SIDE),
     TO(shape.rows), CLI_DEFAULT("2"), GIVEN(game_given)},
    {"cols", 0, "N", "number of columns of the board", CLI_WHOLE(1, MAX_SIDE),
     TO(shape.cols), CLI_DEFAULT("3"), GIVEN(game_given)},
    {"start", 0, "N", "number of tiles on the first board (default 1, for 2048 2)",
     CLI_WHOLE(1, MAX_SIDE), TO(start), GIVEN(game_given)},
    {"hint", 0, "RULE",
     "with window and classic: hint of the next tile: none, plus, window or exact",
     CLI_TEXT, TO(hint), GIVEN(game_given)},
    {"end-tile", 0, "TILE",
     "with window and classic: end the game when this tile is made (default 12288)",
     CLI_PARSED(parse_end_tile), TO(end_rank), GIVEN(game_given)},
    {"uncounted", 0, NULL,
     "with window and classic: assume a player that does not count cards and takes 1, 2 "
     "and 3 as equally likely",
     CLI_FLAG, TO(uncounted), GIVEN(game_given)},
    {CLI_HEADING("Solving:")},
    {"keep", 0, "WHAT",
     "values to keep: all: minimum, average and maximum (default up to six cells); avg: "
     "averages only",
     CLI_CHOICE("avg|all"), TO(keep), GIVEN(game_given)},
    {"threads", 0, "N", "number of threads (default: one per processor)",
     CLI_WHOLE(1, 256), TO(threads)},
    {"max-memory", 0, "SIZE",
     "memory limit in bytes, or with K, M, G; fail if it is too small (default: none)",
     CLI_BYTES, TO(max_memory_bytes)},
    {"max-disk", 0, "SIZE",
     "disk space limit in bytes, or with K, M, G; if it is too small for all tile sums, "
     "some are computed twice",
     CLI_BYTES, TO(max_disk_bytes), .needs = "work-dir|save"},
    {"work-dir", 0, "DIR",
     "keep intermediate results in files in this directory instead of in memory, and "
     "resume from them",
     CLI_TEXT, TO(work_dir), CLI_OUTPUT_DIRECTORY},
    {"save", 0, "FILE", "write all values to a table instead of answering queries",
     CLI_TEXT, TO(save), CLI_NOT_OUTPUT},
    {"kind", 0, "KIND",
     "kind of table: all; checkpoint, a tenth of the size; or play, best moves only",
     CLI_CHOICE("all|checkpoint|play"), TO(kind), CLI_DEFAULT("all")},
    {"value-bytes", 0, "N",
     "with --kind checkpoint: size of an average in bytes: 4 (default) or 3",
     CLI_WHOLE(3, 4), TO(value_bytes)},
    {"states", 0, NULL, "with --kind play: store which boards are reachable", CLI_FLAG,
     TO(states)},
    {"quiet", 'q', NULL, "show no progress on standard error", CLI_FLAG, TO(quiet)},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("Saved tables:")},
    {"table", 0, "FILE", "answer from this table instead of solving", CLI_TEXT, TO(table),
     CLI_NOT_INPUT},
    {"no-check", 0, NULL,
     "with --table: do not check the checksum of a tile sum before its first use",
     CLI_FLAG, TO(no_check), .needs = "table"},
    {"verify", 0, "FILE", "check every state of a table by the rules", CLI_TEXT,
     TO(verify), CLI_NOT_INPUT},
    {CLI_HEADING("Requests other than queries on standard input:")},
    {"stats", 0, NULL, "print the number of states and the value of the start", CLI_FLAG,
     TO(stats)},
    {"layers", 0, NULL, "with --stats: print the counts of each tile sum", CLI_FLAG,
     TO(form.layers), .needs = "stats"},
    {"sample", 0, "N",
     "estimate the number of classes from N boards without solving; up to 12 cells",
     CLI_WHOLE(1, 1000000000), TO(sample)},
    {"seed", 's', "N", "with --sample: seed of the boards", CLI_SEED, TO(seed),
     CLI_DEFAULT("1"), .needs = "sample"},
    {"json", 0, NULL, "with --stats and --sample: print one JSON object", CLI_FLAG,
     TO(form.json)},
    {"grade", 0, "FILE", "grade answers in the form that trey solve prints", CLI_TEXT,
     TO(grade)},
    {"tree", 0, "STATE", "print the game tree below a state", CLI_TEXT, TO(tree)},
    {"depth", 0, "N", "with --tree: depth in moves and spawns", CLI_WHOLE(1, 12),
     TO(form.depth), CLI_DEFAULT("2"), .needs = "tree"},
    {"svg", 0, NULL, "with --tree: print an SVG picture", CLI_FLAG, TO(form.svg),
     .needs = "tree"},
    {CLI_HEADING("Answers:")},
    {"value", 0, "SCHEME",
     "values of answers: terminal: final scores; remaining: points to come",
     CLI_CHOICE("terminal|remaining"), TO(form.remaining), CLI_DEFAULT("terminal")},
    {"best", 0, NULL, "add the best move to answers of before-states", CLI_FLAG,
     TO(form.best)},
    CLI_END,
};

/* Sampling does not solve the game and allows larger boards. */
static void check_sample(struct cli_line *line, const struct cli_solve_options *a)
{
    unsigned most = TREY_EXACT_MAX_CELLS;
    unsigned cells = (unsigned)a->shape.rows * a->shape.cols;
    if (a->start > cells)
        cli_refuse(line, "a board of %u cells starts with at most %u tiles, not %u",
                   cells, cells, a->start);
    if (a->sample == 0 &&
        (a->shape.rows > most || a->shape.cols > most || a->start > most))
        cli_refuse(line, "more than %u rows, columns or tiles require --sample", most);
    if (a->sample != 0)
        most = TREY_EXACT_MAX_SAMPLED_CELLS;
    if (cells < 2 || cells > most)
        cli_refuse(line, "boards of 2 to %u cells can be %s, not of %u", most,
                   a->sample != 0 ? "sampled" : "solved", cells);
    if (a->sample != 0 && (a->table != NULL || a->verify != NULL || a->save != NULL ||
                           a->work_dir != NULL || a->keep != NULL ||
                           a->max_memory_bytes != 0 || a->form.best))
        cli_refuse(line,
                   "--sample allows only options of the game, --threads, --seed and "
                   "--json");
}

/* Rules with a deck and bonus tiles have counts and the value of the start, no queries.
 */
static void check_played(struct cli_line *line, struct cli_solve_options *a)
{
    struct trey_error error;
    char number[8];
    if (a->played == NULL) {
        if (a->hint != NULL || a->end_rank != 0 || a->uncounted)
            cli_refuse(line, "--hint, --end-tile and --uncounted require --rules window "
                             "or classic");
        return;
    }
    if (strstr(a->played, "rows") != NULL || strstr(a->played, "cols") != NULL)
        cli_refuse(line, "the board is given by --rows and --cols, not in --rules %s",
                   a->played);
    enum trey_status status = trey_rules_parse(a->played, &a->played_rules, &error);
    snprintf(number, sizeof number, "%u", a->start);
    a->played_rules.shape = a->shape;
    if (status == TREY_OK && a->start != 0)
        status = trey_rules_set(&a->played_rules, "start", number, &error);
    if (status == TREY_OK && a->hint != NULL)
        status = trey_rules_set(&a->played_rules, "hint", a->hint, &error);
    if (status != TREY_OK)
        cli_refuse_error(line, &error);
    if (a->grade != NULL || a->tree != NULL || a->sample != 0 || a->table != NULL ||
        a->verify != NULL || a->save != NULL || a->work_dir != NULL || a->keep != NULL ||
        a->max_disk_bytes != 0 || a->form.layers || a->form.best || a->form.remaining)
        cli_refuse(line,
                   "--rules %s allows only options of the game, --threads, "
                   "--max-memory, --json and --quiet",
                   a->played);
}

static void check_usage(struct cli_line *line, const struct cli_solve_options *a)
{
    int tasks = a->stats + (a->grade != NULL) + (a->tree != NULL) + (a->sample != 0);
    bool stored = a->table != NULL || a->verify != NULL;
    if (tasks > 1)
        cli_refuse(line, "--stats, --sample, --grade and --tree exclude each other");
    check_sample(line, a);
    if (a->verify != NULL && (tasks > 0 || a->table != NULL))
        cli_refuse(line, "--verify excludes --table and other requests");
    if (stored && (a->game_given || a->save != NULL || a->work_dir != NULL ||
                   a->max_memory_bytes != 0 || a->max_disk_bytes != 0))
        cli_refuse(line, "--table and --verify exclude options of the game and of "
                         "solving");
    if (a->table != NULL && a->threads != 0)
        cli_refuse(line, "--threads has no effect with --table");
    if (a->kind != TREY_EXACT_WHOLE && a->save == NULL)
        cli_refuse(line, "--kind requires --save");
    if (a->kind != TREY_EXACT_WHOLE && a->rules != TREY_EXACT_COURSE)
        cli_refuse(line, "--kind checkpoint and --kind play require --rules course");
    if (a->kind != TREY_EXACT_WHOLE && a->keep != NULL && strcmp(a->keep, "all") == 0)
        cli_refuse(line, "--kind checkpoint and --kind play exclude --keep all: these "
                         "tables have averages only");
    if (a->value_bytes != 0 && a->kind != TREY_EXACT_CHECKPOINT)
        cli_refuse(line, "--value-bytes requires --kind checkpoint");
    if (a->states && a->kind != TREY_EXACT_PLAY)
        cli_refuse(line, "--states requires --kind play");
    if (a->save != NULL && (a->grade != NULL || a->tree != NULL))
        cli_refuse(line, "--save excludes --grade and --tree");
    const bool answers = a->save == NULL && a->verify == NULL && tasks == 0;
    if (a->form.best && !answers)
        cli_refuse(line, "--best has no effect without queries");
    if (a->form.remaining && !answers && a->tree == NULL)
        cli_refuse(line, "--value has no effect without queries or --tree");
    if (a->form.json && !a->stats && a->sample == 0 && a->played == NULL)
        cli_refuse(line, "--json requires --stats or --sample");
}

static void check(struct cli_line *line, void *command)
{
    size_t count;
    const char *const *words = cli_arguments(line, &count);
    if (count > 0)
        cli_refuse(line, "unexpected argument '%s'; queries are read from standard input",
                   words[0]);
    check_played(line, command);
    check_usage(line, command);
}

const struct cli_syntax cli_solve_syntax = {
    .arguments = "", /* none; `check` has a better message than the parser */
    .summary = "Computes the exact value of every position of a small board under "
               "optimal play.",
    .notes =
        "Queries are read from standard input, one per line: b or a (before a move or "
        "after its slide), the tiles, + and the hint: 'b 0 0 0 0 3 0 +1'. The answer is "
        "the line followed by ' = MIN AVG MAX', by ' = AVG' if only averages are kept, "
        "or by ' = -1' if the position is not reachable. 2048 has no hint, and its "
        "values "
        "are points to come. Rules with a deck and bonus tiles (window, classic) allow "
        "no "
        "queries: the value of the start is printed.",
    .rows = option_rows,
    .check = check,
};
