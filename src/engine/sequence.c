/* The commands for games with known tiles: `sequence` loads an input, `judge` and
 * `replay` run the referee, `plan` runs the planner. */
#include "board/cells.h"
#include "engine/commands.h"
#include "engine/values.h"
#include "trey/plan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- boards and moves as JSON ----------------------------------------------------------
 */

static void add_wide(struct trey_text *text, const struct trey_wide *board)
{
    trey_json_open(text, "board", '[');
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        trey_json_uint(text, NULL, trey_tile_of_rank(board->rank[cell]));
    trey_json_close(text, ']');
}

static void add_moves(struct trey_text *text, const uint8_t *moves, size_t count)
{
    char *letters = malloc(count + 1);
    if (letters == NULL) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        letters[i] = trey_direction_letter((enum trey_direction)moves[i]);
    letters[count] = '\0';
    trey_json_string(text, "moves", letters);
    free(letters);
}

static bool require_sequence(struct trey_engine *engine)
{
    if (engine->sequence != NULL)
        return true;
    return trey_refuse(engine, "state",
                       "there is no sequence; load one with sequence TEXT");
}

/* --- a list of tiles -------------------------------------------------------------------
 */

static void send_sequence(struct trey_engine *engine, const struct trey_bound *bound)
{
    const struct trey_sequence *sequence = engine->sequence;
    const uint8_t *tiles = trey_sequence_tiles(sequence);
    size_t count = trey_sequence_count(sequence);
    struct trey_position start;
    trey_sequence_begin(sequence, &start);
    struct trey_text *text = trey_answer(engine, false);
    add_wide(text, &start.board);
    trey_json_uint(text, "tiles", count);
    trey_json_open(text, "list", '[');
    for (size_t i = 0; i < count; i++)
        trey_json_uint(text, NULL, trey_tile_of_rank(tiles[i]));
    trey_json_close(text, ']');
    trey_json_uint(text, "score", start.score);
    trey_json_uint(text, "bound", bound->score);
    trey_json_uint(text, "longest", bound->longest_moves);
    trey_answer_send(engine);
}

void trey_command_sequence(struct trey_engine *engine, char *rest)
{
    struct trey_sequence *sequence = NULL;
    struct trey_error error = {0};
    struct trey_bound bound;
    char *text = trey_words_all(&rest);
    if (*text == '\0') {
        trey_refuse_usage(engine);
        return;
    }
    size_t size = trey_words_unescape(text);
    if (trey_sequence_parse(text, size, &sequence, &error) != TREY_OK ||
        trey_sequence_bound(sequence, &bound, &error) != TREY_OK) {
        trey_sequence_free(sequence);
        if (error.line > 0)
            trey_refuse(engine, "value", "line %zu of the text: %s", error.line,
                        error.message);
        else
            trey_refuse_error(engine, &error);
        return;
    }
    trey_sequence_free(engine->sequence);
    engine->sequence = sequence;
    send_sequence(engine, &bound);
}

/* --- the referee ----------------------------------------------------------------------
 */

/* Decodes the letters of directions in place. Returns false after sending an error. */
static bool read_letters(struct trey_engine *engine, char *letters, size_t *count)
{
    *count = 0;
    for (char *c = letters; *c != '\0'; c++) {
        enum trey_direction direction;
        if (isspace((unsigned char)*c))
            continue;
        if (!trey_direction_of_letter((char)toupper((unsigned char)*c), &direction))
            return trey_refuse(engine, "value", "%c is not a valid move", *c);
        letters[(*count)++] = (char)direction;
    }
    return true;
}

/* Parses MOVES in place, or `file TEXT`, a moves file, into *file (free with trey_free).
 * Returns false after sending an error. */
static bool read_moves(struct trey_engine *engine, char *rest, const uint8_t **moves,
                       size_t *count, uint8_t **file)
{
    struct trey_error error = {0};
    char *text = trey_words_all(&rest);
    *file = NULL;
    if (*text == '\0')
        return trey_refuse_usage(engine);
    if (strncmp(text, "file", 4) != 0) {
        *moves = (const uint8_t *)text;
        return read_letters(engine, text, count);
    }
    text += text[4] == ' ' ? 5 : 4;
    if (trey_moves_parse(text, trey_words_unescape(text), file, count, &error) != TREY_OK)
        return trey_refuse_error(engine, &error);
    *moves = *file;
    return true;
}

struct replay {
    struct trey_engine *engine;
    struct trey_wide before; /* the board before the move */
};

static void wide_cells(const struct trey_wide *wide, struct trey_motion_board *cells)
{
    cells->rows = cells->cols = 4;
    memcpy(cells->rank, wide->rank, sizeof wide->rank);
}

static bool send_move(void *context, const struct trey_position *position,
                      enum trey_direction direction, const struct trey_wide *slid,
                      int cell)
{
    struct replay *replay = context;
    if (cell >= 0) {
        struct trey_motion_board before, after;
        struct trey_text *text = trey_answer(replay->engine, true);
        wide_cells(&replay->before, &before);
        wide_cells(slid, &after);
        trey_json_uint(text, "move", position->moves);
        trey_json_string(text, "slide", trey_direction_key((int)direction));
        trey_motion_add(text, &before, &after, direction, false);
        trey_json_open(text, "entered", '{');
        trey_json_int(text, "cell", cell);
        trey_json_uint(text, "tile", trey_tile_of_rank(position->board.rank[cell]));
        trey_json_close(text, '}');
        add_wide(text, &position->board);
        trey_json_uint(text, "score", position->score);
        int next = trey_sequence_next(replay->engine->sequence, position);
        trey_json_uint(text, "next", next > 0 ? trey_tile_of_rank(next) : 0);
        trey_answer_send(replay->engine);
    }
    replay->before = position->board;
    return true;
}

static const char *end_key(enum trey_end end)
{
    switch (end) {
    case TREY_END_ILLEGAL_MOVE:
        return "illegal";
    case TREY_END_NO_MOVE:
        return "no_slide";
    case TREY_END_OUT_OF_MOVES:
        return "moves_used_up";
    case TREY_END_OUT_OF_TILES:
        break;
    }
    return "tiles_used_up";
}

static void run_referee(struct trey_engine *engine, char *rest, bool step_by_step)
{
    struct replay replay = {.engine = engine};
    struct trey_verdict verdict;
    const uint8_t *moves = NULL;
    uint8_t *file = NULL;
    size_t count = 0;
    if (!require_sequence(engine) || !read_moves(engine, rest, &moves, &count, &file))
        return;
    trey_sequence_judge(engine->sequence, moves, count, step_by_step ? send_move : NULL,
                        &replay, &verdict);
    trey_free(file);
    int largest = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        if (verdict.final.board.rank[cell] > largest)
            largest = verdict.final.board.rank[cell];
    struct trey_text *text = trey_answer(engine, false);
    trey_json_uint(text, "score", verdict.final.score);
    trey_json_uint(text, "moves", verdict.final.moves);
    trey_json_uint(text, "given", verdict.moves_given);
    trey_json_string(text, "end", end_key(verdict.end));
    trey_json_string(text, "words", trey_end_text(verdict.end));
    trey_json_uint(text, "largest", trey_tile_of_rank(largest));
    add_wide(text, &verdict.final.board);
    trey_answer_send(engine);
}

void trey_command_judge(struct trey_engine *engine, char *rest)
{
    run_referee(engine, rest, false);
}

void trey_command_replay(struct trey_engine *engine, char *rest)
{
    run_referee(engine, rest, true);
}

/* --- the planner -----------------------------------------------------------------------
 */

static void report_progress(void *context, const struct trey_plan_progress *progress)
{
    struct trey_engine *engine = context;
    if (!trey_engine_poll_input(engine) && progress->moves_done > 0)
        return;
    struct trey_text *text = trey_answer(engine, true);
    trey_json_uint(text, "pass", progress->pass);
    trey_json_uint(text, "width", progress->width);
    trey_json_uint(text, "move", progress->moves_done);
    trey_json_uint(text, "longest", progress->moves_longest);
    trey_json_uint(text, "best", progress->best_score);
    trey_json_uint(text, "bound", progress->bound);
    trey_json_real(text, "seconds", progress->seconds);
    trey_answer_send(engine);
}

static void send_plan(struct trey_engine *engine, const struct trey_plan *plan)
{
    static const char *const proofs[] = {[TREY_PROOF_NONE] = "none",
                                         [TREY_PROOF_BOUND_MET] = "bound",
                                         [TREY_PROOF_REGRESSED] = "regressed",
                                         [TREY_PROOF_EXHAUSTED] = "exhausted"};
    struct trey_text *text = trey_answer(engine, false);
    if (plan->cancelled)
        trey_json_bool(text, "stopped", true);
    add_moves(text, plan->moves, plan->move_count);
    trey_json_uint(text, "score", plan->score);
    trey_json_uint(text, "bound", plan->bound.score);
    trey_json_uint(text, "longest", plan->bound.longest_moves);
    trey_json_string(text, "proof", proofs[plan->proof]);
    if (plan->stop == TREY_PLAN_TIME || plan->stop == TREY_PLAN_MEMORY ||
        plan->stop == TREY_PLAN_PASS_DONE)
        trey_json_string(text, "limit",
                         plan->stop == TREY_PLAN_TIME     ? "time"
                         : plan->stop == TREY_PLAN_MEMORY ? "memory"
                                                          : "width");
    trey_json_uint(text, "width", plan->width);
    trey_json_uint(text, "positions", plan->positions);
    trey_json_real(text, "seconds", plan->seconds);
    trey_answer_send(engine);
}

/* Returns false after sending an error. */
static bool read_plan_options(struct trey_engine *engine, char *rest,
                              struct trey_plan_options *options)
{
    const char *name;
    bool timed = false;
    while ((name = trey_words_next(&rest)) != NULL) {
        const char *word = trey_words_next(&rest);
        uint64_t count = 0;
        double ms = 0.0;
        if (strcmp(name, "width") == 0 &&
            trey_words_count(word, 1, TREY_PLAN_MAX_WIDTH, &count))
            options->width = (unsigned)count;
        else if (strcmp(name, "seed") == 0 &&
                 trey_words_count(word, 0, UINT64_MAX, &count))
            options->seed = count;
        else if (strcmp(name, "movetime") == 0 &&
                 trey_words_number(word, 1.0, 1e9, &ms)) {
            options->time_limit_s = 1e-3 * ms;
            timed = true;
        } else {
            return trey_refuse_usage(engine);
        }
    }
    if (options->width != 0 && !timed)
        options->time_limit_s = 0.0;
    double max_s = engine->options.max_seconds;
    if (max_s > 0.0 && (options->time_limit_s <= 0.0 || options->time_limit_s > max_s))
        options->time_limit_s = max_s;
    return true;
}

void trey_command_plan(struct trey_engine *engine, char *rest)
{
    struct trey_plan_options options;
    struct trey_plan plan = {0};
    struct trey_error error = {0};
    trey_plan_defaults(&options);
    if (!read_plan_options(engine, rest, &options) || !require_sequence(engine))
        return;
    options.threads = engine->options.threads;
    options.cancel = &engine->cancel;
    options.progress = report_progress;
    options.progress_context = engine;
    if (trey_plan_find(engine->sequence, &options, &plan, &error) == TREY_OK)
        send_plan(engine, &plan);
    else
        trey_refuse_error(engine, &error);
    trey_plan_clear(&plan);
}
