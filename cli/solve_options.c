#include "solve_options.h"

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
    (void)line, (void)option;
    arguments->rules = is_2048 ? TREY_EXACT_2048 : TREY_EXACT_COURSE;
    arguments->played = is_2048 || strcmp(text, "course") == 0 ? NULL : text;
}

/* The rank of a tile that ends the game. */
static void parse_end_tile(struct cli_line *line, const struct cli_option *option,
                           const char *text, void *destination)
{
    int rank = trey_rank_of_tile(cli_unsigned(line, "--end-tile", text, 6, 12288));
    (void)option;
    if (rank < 0)
        cli_refuse(line, "--end-tile is 6, 12, 24, ... or 12288, not '%s'", text);
    *(unsigned *)destination = (unsigned)rank;
}

static const struct cli_option option_rows[] = {
    {CLI_HEADING("The game:")},
    {"rules", 0, "NAME",
     "course (default) or 2048; window or classic, as they are played: statistics alone",
     CLI_PARSED(parse_rules), GIVEN(game_given)},
    {"rows", 0, "N", "rows of the board", CLI_WHOLE(1, MAX_SIDE), TO(shape.rows),
     CLI_DEFAULT("2"), GIVEN(game_given)},
    {"cols", 0, "N", "columns of the board", CLI_WHOLE(1, MAX_SIDE), TO(shape.cols),
     CLI_DEFAULT("3"), GIVEN(game_given)},
    {"start", 0, "N", "tiles on the first board (default 1, for 2048 2)",
     CLI_WHOLE(1, MAX_SIDE), TO(start), GIVEN(game_given)},
    {"hint", 0, "LAW",
     "as they are played: what is shown of the next tile: none, plus, window or exact",
     CLI_TEXT, TO(hint), GIVEN(game_given)},
    {"end-tile", 0, "TILE",
     "as they are played: making this tile ends the game (default 12288)",
     CLI_PARSED(parse_end_tile), TO(end_rank), GIVEN(game_given)},
    {"uncounted", 0, NULL,
     "as they are played: the player takes 1, 2 and 3 for equally likely", CLI_FLAG,
     TO(uncounted), GIVEN(game_given)},
    {CLI_HEADING("The work:")},
    {"keep", 0, "WHAT",
     "all: minimum, average and maximum (default to six cells); avg: averages alone",
     CLI_CHOICE("avg|all"), TO(keep), GIVEN(game_given)},
    {"threads", 0, "N", "processors to use (default: all)", CLI_WHOLE(1, 256),
     TO(threads)},
    {"max-memory", 0, "SIZE", "fail rather than take more memory: 512M, 8G", CLI_BYTES,
     TO(max_memory_bytes)},
    {"max-disk", 0, "SIZE",
     "fail rather than take more disk; where all tile sums would, some are made twice",
     CLI_BYTES, TO(max_disk_bytes)},
    {"work-dir", 0, "DIR",
     "keep what is done in files there, not in memory, and go on with what is there",
     CLI_TEXT, TO(work_dir)},
    {"save", 0, "FILE", "write all values to a table; no queries", CLI_TEXT, TO(save)},
    {"kind", 0, "KIND",
     "of the table: all; checkpoint, a tenth of the bytes; or play, slides alone",
     CLI_CHOICE("all|checkpoint|play"), TO(kind), CLI_DEFAULT("all")},
    {"value-bytes", 0, "N", "of a mean in a checkpoint table: 4 (default) or 3",
     CLI_WHOLE(3, 4), TO(value_bytes)},
    {"states", 0, NULL, "with --kind play: let the table tell which boards are states",
     CLI_FLAG, TO(states)},
    {"quiet", 'q', NULL, "no progress on standard error", CLI_FLAG, TO(quiet)},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("Tables that were saved:")},
    {"table", 0, "FILE", "answer from this table instead of solving", CLI_TEXT,
     TO(table)},
    {"no-check", 0, NULL,
     "with --table: answer at once, without reading a tile sum against its checksum "
     "first",
     CLI_FLAG, TO(no_check)},
    {"verify", 0, "FILE", "check every state of a table by the rules", CLI_TEXT,
     TO(verify)},
    {CLI_HEADING("What is asked, instead of queries on standard input:")},
    {"stats", 0, NULL, "count the states and give the root's value", CLI_FLAG, TO(stats)},
    {"layers", 0, NULL, "with --stats: the counts of each tile sum", CLI_FLAG,
     TO(form.layers)},
    {"sample", 0, "N",
     "estimate the number of classes from N boards, without solving; up to 12 cells",
     CLI_WHOLE(1, 1000000000), TO(sample)},
    {"seed", 's', "N", "with --sample: which boards", CLI_SEED, TO(seed),
     CLI_DEFAULT("1"), GIVEN(seed_given)},
    {"json", 0, NULL, "with --stats and --sample: one JSON object", CLI_FLAG,
     TO(form.json)},
    {"grade", 0, "FILE", "mark answers, lines as trey solve prints them", CLI_TEXT,
     TO(grade)},
    {"tree", 0, "STATE", "print the game tree below a state", CLI_TEXT, TO(tree)},
    {"depth", 0, "N", "of the tree, in slides and entries", CLI_WHOLE(1, 12),
     TO(form.depth), CLI_DEFAULT("2"), GIVEN(depth_given)},
    {"svg", 0, NULL, "the tree as a picture", CLI_FLAG, TO(form.svg)},
    {CLI_HEADING("Answers:")},
    {"value", 0, "SCHEME",
     "terminal: final scores; remaining: less the score on the board now",
     CLI_CHOICE("terminal|remaining"), TO(form.remaining), CLI_DEFAULT("terminal")},
    {"best", 0, NULL, "add the best slide to answers of before-states", CLI_FLAG,
     TO(form.best)},
    CLI_END,
};

/* Sampling solves nothing, and takes larger boards. */
static void check_sample(struct cli_line *line, const struct cli_solve_options *a)
{
    unsigned most = TREY_EXACT_MAX_CELLS;
    if (a->sample == 0 && a->seed_given)
        cli_refuse(line, "--seed is for --sample");
    if (a->sample == 0 &&
        (a->shape.rows > most || a->shape.cols > most || a->start > most))
        cli_refuse(line, "more than %u rows, columns or tiles are for --sample", most);
    if (a->sample != 0 && (a->table != NULL || a->verify != NULL || a->save != NULL ||
                           a->work_dir != NULL || a->keep != NULL ||
                           a->max_memory_bytes != 0 || a->form.best))
        cli_refuse(line, "--sample solves nothing: it takes the game, --threads, --seed "
                         "and --json");
}

/* The rules as they are played: counts and the value of the start, no queries. */
static void check_played(struct cli_line *line, struct cli_solve_options *a)
{
    struct trey_error error;
    char number[8];
    if (a->played == NULL) {
        if (a->hint != NULL || a->end_rank != 0 || a->uncounted)
            cli_refuse(line, "--hint, --end-tile and --uncounted are for --rules window "
                             "and classic");
        return;
    }
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
        cli_refuse(line, "rules as they are played have statistics alone: they take the "
                         "game, --threads, --max-memory, --json and --quiet");
}

static void check_usage(struct cli_line *line, const struct cli_solve_options *a)
{
    int tasks = a->stats + (a->grade != NULL) + (a->tree != NULL) + (a->sample != 0);
    bool stored = a->table != NULL || a->verify != NULL;
    if (tasks > 1)
        cli_refuse(line, "only one of --stats, --sample, --grade and --tree");
    check_sample(line, a);
    if (a->verify != NULL && (tasks > 0 || a->table != NULL))
        cli_refuse(line, "--verify stands alone");
    if (stored && (a->game_given || a->save != NULL || a->work_dir != NULL ||
                   a->max_disk_bytes != 0))
        cli_refuse(line, "a table is already solved: --table and --verify take no "
                         "options of the game or the work");
    if (a->max_disk_bytes != 0 && a->save == NULL && a->work_dir == NULL)
        cli_refuse(line, "--max-disk is for --work-dir and --save");
    if (a->kind != TREY_EXACT_WHOLE && a->save == NULL)
        cli_refuse(line, "--kind is for --save");
    if (a->value_bytes != 0 && a->kind != TREY_EXACT_CHECKPOINT)
        cli_refuse(line, "--value-bytes is for --kind checkpoint");
    if (a->states && a->kind != TREY_EXACT_PLAY)
        cli_refuse(line, "--states is for --kind play");
    if (a->no_check && a->table == NULL)
        cli_refuse(line, "--no-check is for --table");
    if (a->save != NULL && (a->grade != NULL || a->tree != NULL))
        cli_refuse(line, "--save goes with --stats alone");
    if (a->form.json && !a->stats && a->sample == 0 && a->played == NULL)
        cli_refuse(line, "--json is for --stats and --sample");
    if (a->form.layers && !a->stats)
        cli_refuse(line, "--layers is for --stats");
    if ((a->form.svg || a->depth_given) && a->tree == NULL)
        cli_refuse(line, "--svg and --depth are for --tree");
    if (cli_is_standard(a->save))
        cli_refuse(line, "--save needs a file");
}

static void check(struct cli_line *line, void *command)
{
    size_t count;
    const char *const *words = cli_arguments(line, &count);
    if (count > 0)
        cli_refuse(line, "queries come on standard input; what is '%s'?", words[0]);
    check_played(line, command);
    check_usage(line, command);
}

const struct cli_syntax cli_solve_syntax = {
    .arguments = "", /* none, as `check` says better than the parser would */
    .summary = "The exact value of every position of a small board under the best play.",
    .notes =
        "Queries on standard input, one a line: b or a (before or after the slide), the "
        "tiles, + and the hint, as in 'b 0 0 0 0 3 0 +1'. The answer is the line with ' "
        "= MIN AVG MAX' behind it, or ' = AVG' where averages alone are kept, or ' = -1' "
        "for what is no reachable state. 2048 has no hint, and its values are points "
        "still to come. The rules as they are played, with a deck and bonus tiles, take "
        "no queries: the value of the start is printed.",
    .rows = option_rows,
    .check = check,
};
