/* The `solve` and `exact` commands: exact values of small boards, solved in the session
 * or read from a table. */
#include "engine/commands.h"
#include "engine/values.h"
#include "players/command.h"
#include "players/exact_player.h"
#include "rules/chance.h"
#include "trey/selfplay.h"

#include <string.h>

enum { MAX_CELLS = 8 }; /* limit of `solve`; larger boards take minutes and gigabytes */

void trey_engine_report_solving(struct trey_engine *engine, double done, double seconds)
{
    if (!trey_engine_poll_input(engine))
        return;
    struct trey_text *text = trey_answer(engine, true);
    trey_json_real(text, "done", done);
    trey_json_real(text, "seconds", seconds);
    trey_answer_send(engine);
}

bool trey_engine_refuse_large(struct trey_engine *engine, const struct trey_rules *rules,
                              int max_cells)
{
    if (rules->shape.rows * rules->shape.cols <= max_cells)
        return false;
    trey_refuse(engine, "limit", "boards of at most %d cells are solved here", max_cells);
    return true;
}

bool trey_engine_report_failure(struct trey_engine *engine, enum trey_status status,
                                const struct trey_error *error)
{
    if (status == TREY_ERR_CANCELLED) {
        trey_json_bool(trey_answer(engine, false), "stopped", true);
        trey_answer_send(engine);
    } else if (status != TREY_OK) {
        trey_refuse_error(engine, error);
    }
    return status != TREY_OK;
}

void trey_engine_report_solved(struct trey_engine *engine,
                               const struct trey_engine_solution *solution)
{
    struct trey_text *text = trey_answer(engine, false);
    trey_engine_add_rules(text, solution->rules);
    trey_json_uint(text, "boards", solution->boards);
    trey_json_uint(text, "states", solution->states);
    trey_json_real(text, "root", solution->root);
    trey_json_bool(text, "all", solution->all);
    if (solution->end_rank != 0)
        trey_json_uint(text, "end", trey_tile_of_rank((int)solution->end_rank));
    trey_json_uint(text, "bytes", solution->bytes);
    trey_json_real(text, "seconds", solution->seconds);
    trey_answer_send(engine);
}

static void report_progress(void *context, const struct trey_exact_progress *progress)
{
    trey_engine_report_solving(context, progress->done, progress->seconds);
}

static void report_solved(struct trey_engine *engine)
{
    struct trey_exact_counts counts;
    trey_exact_count(engine->exact, &counts);
    const struct trey_engine_solution solution = {
        .rules = &engine->exact_rules,
        .boards = counts.boards,
        .states = counts.classes,
        .root = counts.root_value,
        .all = trey_exact_describe(engine->exact).keep == TREY_EXACT_KEEP_ALL,
        .bytes = counts.bytes,
        .seconds = counts.seconds};
    trey_engine_report_solved(engine, &solution);
}

/* Arguments of `solve`. */
struct request {
    struct trey_rules rules;
    bool all;
    unsigned end_rank; /* 0: not given */
    const char *path;  /* NULL: not given */
};

/* Parses the tile after `end`. Returns false after sending an error. */
static bool read_end(struct trey_engine *engine, char **rest, struct request *request)
{
    enum { SMALLEST = 6, LARGEST = 12288 };
    const char *word = trey_words_next(rest);
    uint64_t tile;
    int rank = word != NULL && trey_words_count(word, SMALLEST, LARGEST, &tile)
                   ? trey_rank_of_tile(tile)
                   : -1;
    if (rank < 0)
        return trey_refuse(engine, "value", "the tile that ends the game is %d to %d",
                           SMALLEST, LARGEST);
    request->end_rank = (unsigned)rank;
    return true;
}

/* Parses [RULES] [all|end TILE] [file TEXT]. Returns false after sending an error. */
static bool read_request(struct trey_engine *engine, char *rest, struct request *request)
{
    struct trey_error error = {0};
    struct trey_view view;
    char *word = trey_words_next(&rest);
    *request = (struct request){0};
    bool named = word != NULL && strcmp(word, "file") != 0 && strcmp(word, "all") != 0 &&
                 strcmp(word, "end") != 0;
    if (named) {
        if (trey_rules_parse(word, &request->rules, &error) != TREY_OK)
            return trey_refuse_error(engine, &error);
        word = trey_words_next(&rest);
    } else if (engine->game.kind == TREY_NO_GAME)
        request->rules = engine->rules;
    else if (!trey_engine_get_view(engine, &view))
        return false;
    else
        request->rules = view.rules;
    request->all = word != NULL && strcmp(word, "all") == 0;
    if (word != NULL && strcmp(word, "end") == 0 && !read_end(engine, &rest, request))
        return false;
    if (request->all || request->end_rank != 0)
        word = trey_words_next(&rest);
    if (word == NULL)
        return true;
    char *text = trey_words_all(&rest);
    if (strcmp(word, "file") != 0 || *text == '\0')
        return trey_refuse_usage(engine);
    trey_words_unescape(text);
    request->path = text;
    return true;
}

static enum trey_status solve_board(struct trey_engine *engine,
                                    const struct trey_rules *rules, bool all,
                                    struct trey_exact **exact, struct trey_error *error)
{
    enum { MAX_BYTES = 1 << 30 };
    struct trey_exact_options options;
    enum trey_status status = trey_exact_options_of(rules, &options, error);
    if (status != TREY_OK)
        return status;
    options.threads = engine->options.threads;
    if (all)
        options.keep = TREY_EXACT_KEEP_ALL;
    options.values = true;
    options.memory_bytes = MAX_BYTES;
    options.report = report_progress;
    options.context = engine;
    options.cancel = &engine->cancel;
    return trey_exact_solve(&options, exact, error);
}

/* Loads a table of these rules. */
static enum trey_status load_table(const char *path, const struct trey_rules *rules,
                                   struct trey_exact **exact, struct trey_error *error)
{
    char name[TREY_ENGINE_NAME_BYTES] = "exact:";
    if (strlen(path) + strlen(name) >= sizeof name) {
        error->code = TREY_ERR_ARGUMENT;
        strcpy(error->message, "the file's name is too long");
        return TREY_ERR_ARGUMENT;
    }
    strcat(name, path);
    return trey_exact_player_solve(name, rules, NULL, exact, error);
}

void trey_command_solve(struct trey_engine *engine, char *rest)
{
    struct trey_exact *exact = NULL;
    struct trey_error error = {0};
    struct request request;
    if (!read_request(engine, rest, &request))
        return;
    const struct trey_rules *rules = &request.rules;
    bool played = trey_played_supports(rules);
    if (request.path != NULL && !engine->options.files) {
        trey_refuse(engine, "unavailable", "files are not available here");
        return;
    }
    if (played ? request.all || request.path != NULL : request.end_rank != 0) {
        trey_refuse(engine, "value",
                    "'all' and 'file' are for course and 2048, 'end' is for Threes! with "
                    "its deck");
        return;
    }
    if (played) {
        trey_engine_solve_played(engine, rules, request.end_rank);
        return;
    }
    if (request.path == NULL && trey_engine_refuse_large(engine, rules, MAX_CELLS))
        return;
    enum trey_status status =
        request.path != NULL ? load_table(request.path, rules, &exact, &error)
                             : solve_board(engine, rules, request.all, &exact, &error);
    if (trey_engine_report_failure(engine, status, &error))
        return;
    trey_exact_free(engine->exact);
    engine->exact = exact;
    engine->exact_rules = *rules;
    report_solved(engine);
}

/* Sends why a solution has no value: its table is damaged, or the position cannot arise
 * in it. */
static void refuse_position(struct trey_engine *engine, const struct trey_exact *exact)
{
    struct trey_error error = {0};
    if (trey_exact_check_damage(exact, &error) != TREY_OK)
        trey_refuse_error(engine, &error);
    else
        trey_refuse(engine, "value", "the solved game does not lead to this position");
}

void trey_add_exact(struct trey_text *text, const char *key, double min, double mean,
                    double max)
{
    if (!trey_json_open_or_null(text, key, mean >= 0.0))
        return;
    trey_json_real(text, "min", min);
    trey_json_real(text, "mean", mean);
    trey_json_real(text, "max", max);
    trey_json_close(text, '}');
}

/* `value` may be NULL: the table has no values. */
static void send_values(struct trey_engine *engine, const struct trey_exact *exact,
                        const struct trey_exact_value value[4], int best)
{
    struct trey_text *text = trey_answer(engine, false);
    if (trey_json_open_or_null(text, "values", value != NULL)) {
        for (int i = 0; i < 4; i++)
            trey_add_exact(text, trey_direction_key(i), value[i].min, value[i].avg,
                           value[i].max);
        trey_json_close(text, '}');
    }
    trey_add_best(text, best);
    trey_json_bool(text, "all", trey_exact_describe(exact).keep == TREY_EXACT_KEEP_ALL);
    trey_answer_send(engine);
}

void trey_command_exact(struct trey_engine *engine, char *rest)
{
    struct trey_exact_value value[4];
    struct trey_view view;
    if (trey_refuse_more(engine, rest) || !trey_engine_get_view(engine, &view))
        return;
    if (trey_engine_exact_played(engine, &view))
        return;
    const struct trey_exact *exact = trey_engine_solved(engine, &view.rules);
    if (exact == NULL) {
        trey_refuse(engine, "state", "this game is not solved; use solve first");
        return;
    }
    if (!trey_deck_fits(&view.rules, view.board, view.next, view.deck)) {
        refuse_position(engine, exact); /* the table derives the deck from the board */
        return;
    }
    int hint = view.next != TREY_NEXT_HIDDEN ? __builtin_ctz(view.next) : 0;
    int best = trey_exact_best(exact, view.board, hint);
    bool valued = trey_exact_describe(exact).kind != TREY_EXACT_PLAY;
    bool known = valued ? trey_exact_slides(exact, view.board, hint, value)
                        : best >= 0 || trey_rules_legal(&view.rules, view.board) == 0;
    if (known)
        send_values(engine, exact, valued ? value : NULL, best);
    else
        refuse_position(engine, exact);
}
