#include "solve_options.h"

#include "output_files.h"

#include <stdio.h>
#include <string.h>

enum option_key {
    KEY_RULES = 1000,
    KEY_ROWS,
    KEY_COLS,
    KEY_START,
    KEY_HINT,
    KEY_END_TILE,
    KEY_UNCOUNTED,
    KEY_KEEP,
    KEY_THREADS,
    KEY_MAX_MEMORY,
    KEY_MAX_DISK,
    KEY_WORK_DIR,
    KEY_SAVE,
    KEY_KIND,
    KEY_VALUE_BYTES,
    KEY_STATES,
    KEY_SEED = 's',
    KEY_TABLE = 1100,
    KEY_VERIFY,
    KEY_NO_CHECK,
    KEY_VALUE,
    KEY_BEST,
    KEY_STATS,
    KEY_SAMPLE,
    KEY_LAYERS,
    KEY_JSON,
    KEY_GRADE,
    KEY_TREE,
    KEY_DEPTH,
    KEY_SVG
};

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "The game:", 1},
    {"rules", KEY_RULES, "NAME", 0,
     "course (default) or 2048; window or classic, as they are played: statistics alone",
     1},
    {"rows", KEY_ROWS, "N", 0, "rows of the board (default 2)", 1},
    {"cols", KEY_COLS, "N", 0, "columns of the board (default 3)", 1},
    {"start", KEY_START, "N", 0, "tiles on the first board (default 1, for 2048 2)", 1},
    {"hint", KEY_HINT, "LAW", 0,
     "as they are played: what is shown of the next tile: none, plus, window or exact",
     1},
    {"end-tile", KEY_END_TILE, "TILE", 0,
     "as they are played: making this tile ends the game (default 12288)", 1},
    {"uncounted", KEY_UNCOUNTED, NULL, 0,
     "as they are played: the player takes 1, 2 and 3 for equally likely", 1},
    {NULL, 0, NULL, 0, "The work:", 2},
    {"keep", KEY_KEEP, "WHAT", 0,
     "all: minimum, average and maximum (default to six cells); avg: averages alone", 2},
    {"threads", KEY_THREADS, "N", 0, "processors to use (default: all)", 2},
    {"max-memory", KEY_MAX_MEMORY, "SIZE", 0,
     "fail rather than take more memory: 512M, 8G", 2},
    {"max-disk", KEY_MAX_DISK, "SIZE", 0,
     "fail rather than take more disk; where all tile sums would, some are made twice",
     2},
    {"work-dir", KEY_WORK_DIR, "DIR", 0,
     "keep what is done in files there, not in memory, and go on with what is there", 2},
    {"save", KEY_SAVE, "FILE", 0, "write all values to a table; no queries", 2},
    {"kind", KEY_KIND, "KIND", 0,
     "of the table: all (default), checkpoint, a tenth of the bytes, or play, slides "
     "alone",
     2},
    {"value-bytes", KEY_VALUE_BYTES, "N", 0,
     "of a mean in a checkpoint table: 4 (default) or 3", 2},
    {"states", KEY_STATES, NULL, 0,
     "with --kind play: let the table tell which boards are states", 2},
    {"quiet", 'q', NULL, 0, "no progress on standard error", 2},
    {NULL, 0, NULL, 0, "Tables that were saved:", 3},
    {"table", KEY_TABLE, "FILE", 0, "answer from this table instead of solving", 3},
    {"no-check", KEY_NO_CHECK, NULL, 0,
     "with --table: answer at once, without reading a tile sum against its checksum "
     "first",
     3},
    {"verify", KEY_VERIFY, "FILE", 0, "check every state of a table by the rules", 3},
    {NULL, 0, NULL, 0, "What is asked, instead of queries on standard input:", 4},
    {"stats", KEY_STATS, NULL, 0, "count the states and give the root's value", 4},
    {"layers", KEY_LAYERS, NULL, 0, "with --stats: the counts of each tile sum", 4},
    {"sample", KEY_SAMPLE, "N", 0,
     "estimate the number of classes from N boards, without solving; up to 12 cells", 4},
    {"seed", KEY_SEED, "N", 0, "with --sample: which boards (default 1)", 4},
    {"json", KEY_JSON, NULL, 0, "with --stats and --sample: one JSON object", 4},
    {"grade", KEY_GRADE, "FILE", 0, "mark answers, lines as trey solve prints them", 4},
    {"tree", KEY_TREE, "STATE", 0, "print the game tree below a state", 4},
    {"depth", KEY_DEPTH, "N", 0, "of the tree, in slides and entries (default 2)", 4},
    {"svg", KEY_SVG, NULL, 0, "the tree as a picture", 4},
    {NULL, 0, NULL, 0, "Answers:", 5},
    {"value", KEY_VALUE, "SCHEME", 0,
     "terminal: final scores (default); remaining: less the score on the board now", 5},
    {"best", KEY_BEST, NULL, 0, "add the best slide to answers of before-states", 5},
    {0},
};

static void choose(struct argp_state *state, const char *option, const char *text,
                   const char *first, const char *second)
{
    if (strcmp(text, first) != 0 && strcmp(text, second) != 0)
        argp_error(state, "%s is %s or %s, not '%s'", option, first, second, text);
}

/* The rank of a tile that ends the game. */
static unsigned parse_end(struct argp_state *state, const char *text)
{
    uint64_t tile = cli_unsigned(state, "--end-tile", text, 6, 12288);
    int rank = trey_rank_of_tile(tile);
    if (rank < 0)
        argp_error(state, "--end-tile is 6, 12, 24, ... or 12288, not '%s'", text);
    return rank < 0 ? 0 : (unsigned)rank;
}

static bool parse_game(int key, char *text, struct argp_state *state,
                       struct cli_solve_options *arguments)
{
    switch (key) {
    case KEY_RULES:
        arguments->rules =
            strcmp(text, "2048") == 0 ? TREY_EXACT_2048 : TREY_EXACT_COURSE;
        arguments->played =
            strcmp(text, "course") == 0 || strcmp(text, "2048") == 0 ? NULL : text;
        break;
    case KEY_ROWS:
        arguments->shape.rows =
            (uint8_t)cli_unsigned(state, "--rows", text, 1, TREY_EXACT_MAX_SAMPLED_CELLS);
        break;
    case KEY_COLS:
        arguments->shape.cols =
            (uint8_t)cli_unsigned(state, "--cols", text, 1, TREY_EXACT_MAX_SAMPLED_CELLS);
        break;
    case KEY_START:
        arguments->start = (unsigned)cli_unsigned(state, "--start", text, 1,
                                                  TREY_EXACT_MAX_SAMPLED_CELLS);
        break;
    case KEY_HINT:
        arguments->hint = text;
        break;
    case KEY_END_TILE:
        arguments->end_rank = parse_end(state, text);
        break;
    case KEY_UNCOUNTED:
        arguments->uncounted = true;
        break;
    case KEY_KEEP:
        choose(state, "--keep", text, "avg", "all");
        arguments->keep = text;
        break;
    default:
        return false;
    }
    arguments->game_given = true;
    return true;
}

/* Sampling solves nothing, and takes larger boards. */
static void check_sample(struct argp_state *state, const struct cli_solve_options *a)
{
    unsigned most = TREY_EXACT_MAX_CELLS;
    if (a->sample == 0 && a->seed_given)
        argp_error(state, "--seed is for --sample");
    if (a->sample == 0 &&
        (a->shape.rows > most || a->shape.cols > most || a->start > most))
        argp_error(state, "more than %u rows, columns or tiles are for --sample", most);
    if (a->sample != 0 && (a->table != NULL || a->verify != NULL || a->save != NULL ||
                           a->work_dir != NULL || a->keep != NULL ||
                           a->max_memory_bytes != 0 || a->form.best))
        argp_error(state, "--sample solves nothing: it takes the game, --threads, --seed "
                          "and --json");
}

/* The rules as they are played: counts and the value of the start, no queries. */
static void check_played(struct argp_state *state, struct cli_solve_options *a)
{
    struct trey_error error;
    char number[8];
    if (a->played == NULL) {
        if (a->hint != NULL || a->end_rank != 0 || a->uncounted)
            argp_error(state, "--hint, --end-tile and --uncounted are for --rules window "
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
        cli_refuse(state, &error);
    if (a->grade != NULL || a->tree != NULL || a->sample != 0 || a->table != NULL ||
        a->verify != NULL || a->save != NULL || a->work_dir != NULL || a->keep != NULL ||
        a->max_disk_bytes != 0 || a->form.layers || a->form.best || a->form.remaining)
        argp_error(state, "rules as they are played have statistics alone: they take the "
                          "game, --threads, --max-memory, --json and --quiet");
}

static void check_usage(struct argp_state *state, const struct cli_solve_options *a)
{
    int tasks = a->stats + (a->grade != NULL) + (a->tree != NULL) + (a->sample != 0);
    bool stored = a->table != NULL || a->verify != NULL;
    if (tasks > 1)
        argp_error(state, "only one of --stats, --sample, --grade and --tree");
    check_sample(state, a);
    if (a->verify != NULL && (tasks > 0 || a->table != NULL))
        argp_error(state, "--verify stands alone");
    if (stored && (a->game_given || a->save != NULL || a->work_dir != NULL ||
                   a->max_disk_bytes != 0))
        argp_error(state, "a table is already solved: --table and --verify take no "
                          "options of the game or the work");
    if (a->max_disk_bytes != 0 && a->save == NULL && a->work_dir == NULL)
        argp_error(state, "--max-disk is for --work-dir and --save");
    if (a->kind != TREY_EXACT_WHOLE && a->save == NULL)
        argp_error(state, "--kind is for --save");
    if (a->value_bytes != 0 && a->kind != TREY_EXACT_CHECKPOINT)
        argp_error(state, "--value-bytes is for --kind checkpoint");
    if (a->states && a->kind != TREY_EXACT_PLAY)
        argp_error(state, "--states is for --kind play");
    if (a->no_check && a->table == NULL)
        argp_error(state, "--no-check is for --table");
    if (a->save != NULL && (a->grade != NULL || a->tree != NULL))
        argp_error(state, "--save goes with --stats alone");
    if (a->form.json && !a->stats && a->sample == 0 && a->played == NULL)
        argp_error(state, "--json is for --stats and --sample");
    if (a->form.layers && !a->stats)
        argp_error(state, "--layers is for --stats");
    if ((a->form.svg || a->depth_given) && a->tree == NULL)
        argp_error(state, "--svg and --depth are for --tree");
    if (cli_is_standard(a->save))
        argp_error(state, "--save needs a file");
}

/* How answers, statistics and trees look; true if it was one of these. */
static bool parse_form(int key, char *text, struct argp_state *state,
                       struct cli_solve_options *arguments)
{
    struct cli_solve_form *form = &arguments->form;
    switch (key) {
    case KEY_VALUE:
        choose(state, "--value", text, "terminal", "remaining");
        form->remaining = text[0] == 'r';
        return true;
    case KEY_BEST:
        form->best = true;
        return true;
    case KEY_LAYERS:
        form->layers = true;
        return true;
    case KEY_JSON:
        form->json = true;
        return true;
    case KEY_DEPTH:
        form->depth = (unsigned)cli_unsigned(state, "--depth", text, 1, 12);
        arguments->depth_given = true;
        return true;
    case KEY_SVG:
        form->svg = true;
        return true;
    default:
        return false;
    }
}

static enum trey_exact_kind parse_kind(struct argp_state *state, const char *text)
{
    if (strcmp(text, "checkpoint") == 0)
        return TREY_EXACT_CHECKPOINT;
    if (strcmp(text, "play") == 0)
        return TREY_EXACT_PLAY;
    if (strcmp(text, "all") != 0)
        argp_error(state, "--kind is all, checkpoint or play, not '%s'", text);
    return TREY_EXACT_WHOLE;
}

/* How it works, and what becomes of it; true if it was one of these. */
static bool parse_work(int key, char *text, struct argp_state *state,
                       struct cli_solve_options *arguments)
{
    switch (key) {
    case KEY_THREADS:
        arguments->threads = cli_threads(state, text, 256);
        return true;
    case KEY_MAX_MEMORY:
        arguments->max_memory_bytes = cli_bytes(state, "--max-memory", text);
        return true;
    case KEY_MAX_DISK:
        arguments->max_disk_bytes = cli_bytes(state, "--max-disk", text);
        return true;
    case KEY_WORK_DIR:
        arguments->work_dir = text;
        return true;
    case KEY_SAVE:
        arguments->save = text;
        return true;
    case KEY_KIND:
        arguments->kind = parse_kind(state, text);
        return true;
    case KEY_VALUE_BYTES:
        arguments->value_bytes =
            (unsigned)cli_unsigned(state, "--value-bytes", text, 3, 4);
        return true;
    case KEY_STATES:
        arguments->states = true;
        return true;
    case 'q':
        arguments->quiet = true;
        return true;
    default:
        return false;
    }
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct cli_solve_options *arguments = state->input;
    if (parse_game(key, text, state, arguments) ||
        parse_form(key, text, state, arguments) ||
        parse_work(key, text, state, arguments))
        return 0;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->force;
        return 0;
    case KEY_TABLE:
        arguments->table = text;
        return 0;
    case KEY_VERIFY:
        arguments->verify = text;
        return 0;
    case KEY_NO_CHECK:
        arguments->no_check = true;
        return 0;
    case KEY_STATS:
        arguments->stats = true;
        return 0;
    case KEY_SAMPLE:
        arguments->sample = cli_unsigned(state, "--sample", text, 1, 1000000000);
        return 0;
    case KEY_SEED:
        arguments->seed = cli_seed(state, text);
        arguments->seed_given = true;
        return 0;
    case KEY_GRADE:
        arguments->grade = text;
        return 0;
    case KEY_TREE:
        arguments->tree = text;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "queries come on standard input; what is '%s'?", text);
        return 0;
    case ARGP_KEY_END:
        check_played(state, arguments);
        check_usage(state, arguments);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const char documentation[] =
    "The exact value of every position of a small board under the best play.\v"
    "Queries on standard input, one a line: b or a (before or after the slide), the "
    "tiles, + and the hint, as in 'b 0 0 0 0 3 0 +1'. The answer is the line with ' = "
    "MIN AVG MAX' behind it, or ' = AVG' where averages alone are kept, or ' = -1' for "
    "what is no reachable state. 2048 has no hint, and its values are points still to "
    "come. The rules as they are played, with a deck and bonus tiles, take no queries: "
    "the value of the start is printed.";

static const struct argp_child children[] = {{&cli_force_argp, 0, NULL, 0}, {0}};

const struct argp cli_solve_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc = documentation,
};
