/* The engine protocol: docs/formats/engine.md.
 *
 * The caller's thread reads lines and never waits for anything else; a second thread does
 * the work. Lines that change the position or start a search go to it through a queue,
 * and are done one after the other; those that must be answered at once are answered by
 * the reader. Searches are numbered as they are read: `stop` is for all that were read
 * before it, whether they run or wait. */
#include "trey/engine.h"
#include "base/clock.h"
#include "base/error.h"
#include "record/format.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_ROOM = 1 << 16, WORD_SHOWN = 32, MAX_TABLE_MIB = 1 << 16, NAME_ROOM = 4096 };
enum { MAX_QUEUE_BYTES = 1 << 20 };

/* A line that waits. */
struct task {
    struct task *next;
    uint64_t search; /* the number of the search that it starts; 0: none */
    char line[];
};

struct engine {
    int output;
    struct trey_engine_options options;
    char player[NAME_ROOM]; /* name of the evaluation */

    /* The position, and what searches it: the worker's alone. */
    bool placed;
    struct trey_view view;
    struct trey_rules search_rules;
    struct trey_evaluator *evaluator;
    struct trey_search *search;

    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct task *first, **last; /* the queue */
    size_t queue_bytes;
    uint64_t searches; /* read so far */
    uint64_t stopped;  /* those up to this number are to stop */
    uint64_t running;  /* the number of the one that runs; 0: none */
    bool ending;
    int broken;              /* errno, once the output cannot be written */
    struct trey_cancel stop; /* for the search that runs */
};

void trey_engine_defaults(struct trey_engine_options *options)
{
    *options = (struct trey_engine_options){
        .table_bytes = TREY_SEARCH_TABLE_BYTES, .threads = 1, .player = "default"};
    trey_search_limits_defaults(&options->limits);
    options->limits.time_s = 0.1;
}

/* Blanks as scanf has them, so that a line is cut into the same words everywhere. */
static const char blanks[] = " \t\r\v\f";

static int output_error(struct engine *engine)
{
    return __atomic_load_n(&engine->broken, __ATOMIC_RELAXED);
}

/* --- answers -------------------------------------------------------------------------
 */

/* Errors quote what was read: a terminal should get nothing that it would take amiss. */
static void make_printable(char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] < ' ' || text[i] > '~')
            text[i] = '?';
}

__attribute__((format(printf, 2, 3))) static void say(struct engine *engine,
                                                      const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    size_t size = length < 0 ? 0 : (size_t)length;
    size = size > sizeof line - 2 ? sizeof line - 2 : size;
    make_printable(line, size);
    line[size++] = '\n';
    pthread_mutex_lock(&engine->lock);
    for (size_t at = 0; at < size && output_error(engine) == 0;) {
        ssize_t wrote = write(engine->output, line + at, size - at);
        if (wrote > 0)
            at += (size_t)wrote;
        else if (wrote == 0 || errno != EINTR)
            __atomic_store_n(&engine->broken, wrote == 0 ? EIO : errno, __ATOMIC_RELAXED);
    }
    if (output_error(engine) != 0) /* nobody hears what would be found */
        trey_cancel_raise(&engine->stop);
    pthread_mutex_unlock(&engine->lock);
}

/* What was not understood. */
static void complain(struct engine *engine, const char *what, const char *word)
{
    say(engine, "info string %s: %.*s", what, WORD_SHOWN, word);
}

static void add_values(const struct trey_search_result *result, char *text, size_t room)
{
    size_t at = 0;
    for (int direction = 0; direction < 4; direction++) {
        char letter = trey_direction_letter((enum trey_direction)direction);
        if ((result->legal >> direction & 1) != 0)
            at += (size_t)snprintf(text + at, room - at, " %c %.3f", letter,
                                   result->value[direction]);
        else
            at += (size_t)snprintf(text + at, room - at, " %c -", letter);
    }
}

struct thought {
    struct engine *engine;
    double start_s;
};

static void tell_depth(void *context, const struct trey_search_result *result)
{
    const struct thought *thought = context;
    char values[160];
    double seconds = trey_clock_monotonic() - thought->start_s;
    add_values(result, values, sizeof values);
    say(thought->engine,
        "info depth %u minprob %g nodes %" PRIu64 " nps %.0f time %.0f value%s",
        result->depth_plies, result->min_probability, result->nodes,
        seconds > 0.0 ? (double)result->nodes / seconds : 0.0, 1e3 * seconds, values);
}

/* --- thinking ------------------------------------------------------------------------
 */

/* From now on search `number` runs (0: none); it may have been stopped already. */
static void set_running(struct engine *engine, uint64_t number)
{
    pthread_mutex_lock(&engine->lock);
    engine->running = number;
    trey_cancel_clear(&engine->stop);
    if (number <= engine->stopped || engine->broken != 0)
        trey_cancel_raise(&engine->stop);
    pthread_mutex_unlock(&engine->lock);
}

static void think(struct engine *engine, struct trey_search_limits *limits,
                  uint64_t number)
{
    struct thought thought = {engine, trey_clock_monotonic()};
    struct trey_search_result result = {.best = -1};
    struct trey_error error = {0};
    limits->report = tell_depth;
    limits->report_context = &thought;
    limits->cancel = &engine->stop;
    set_running(engine, number);
    if (trey_search_run(engine->search, &engine->view, limits, &result, &error) !=
        TREY_OK)
        say(engine, "info string %s", error.message);
    set_running(engine, 0);
    if (result.best >= 0)
        say(engine, "bestmove %c",
            trey_direction_letter((enum trey_direction)result.best));
    else
        say(engine, "bestmove none");
}

/* --- commands ------------------------------------------------------------------------
 */

static char *word(char **rest)
{
    return strtok_r(NULL, blanks, rest);
}

static bool number(const char *text, double least, double most, double *value)
{
    char *end = NULL;
    if (text == NULL)
        return false;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && *value >= least && *value <= most;
}

static void command_hello(struct engine *engine)
{
    say(engine, "id name trey %s", trey_version());
    say(engine, "option name Player type string default %s", engine->options.player);
    say(engine, "option name TableMiB type spin default 64 min 1 max %d", MAX_TABLE_MIB);
    say(engine, "option name Threads type spin default 1 min 1 max %d",
        TREY_SEARCH_MAX_THREADS);
    say(engine, "treyok");
}

static void drop_search(struct engine *engine)
{
    trey_search_free(engine->search);
    trey_evaluator_free(engine->evaluator);
    engine->search = NULL;
    engine->evaluator = NULL;
}

static void command_option(struct engine *engine, char *rest)
{
    const char *name_word = word(&rest), *name = word(&rest);
    const char *value_word = word(&rest), *value = word(&rest);
    double amount = 0.0;
    if (name_word == NULL || strcmp(name_word, "name") != 0 || value_word == NULL ||
        strcmp(value_word, "value") != 0 || value == NULL) {
        complain(engine, "not setoption name NAME value VALUE", "");
        return;
    }
    if (strcmp(name, "TableMiB") == 0 && number(value, 1.0, MAX_TABLE_MIB, &amount))
        engine->options.table_bytes = (size_t)amount << 20;
    else if (strcmp(name, "Threads") == 0 &&
             number(value, 1.0, TREY_SEARCH_MAX_THREADS, &amount))
        engine->options.threads = (unsigned)amount;
    else if (strcmp(name, "Player") == 0 && strlen(value) < sizeof engine->player)
        strcpy(engine->player, value);
    else {
        complain(engine, "no such option or value", name);
        return;
    }
    drop_search(engine);
}

/* Reads the words after the board: pairs of a name and a value, then slides. */
static enum trey_status read_position(char *rest, struct trey_view *view,
                                      struct trey_error *error)
{
    const char *rules_text = word(&rest), *board_text = word(&rest), *name;
    struct trey_rules rules;
    trey_board board = 0;
    trey_next next = TREY_NEXT_HIDDEN;
    trey_deck deck = TREY_DECK_UNKNOWN;
    double score = -1.0, moves = 0.0;
    if (board_text == NULL)
        return trey_fail(error, TREY_ERR_INPUT, 0, "not position RULES BOARD ...");
    enum trey_status status = trey_rules_parse(rules_text, &rules, error);
    if (status == TREY_OK)
        status = trey_rules_parse_board(&rules, board_text, &board, error);
    if (rules.copies == 0)
        deck = 0;
    while (status == TREY_OK && (name = word(&rest)) != NULL &&
           strcmp(name, "slides") != 0) {
        const char *value = word(&rest);
        if (value == NULL)
            return trey_fail(error, TREY_ERR_INPUT, 0, "%.20s of what?", name);
        if (strcmp(name, "next") == 0)
            status = trey_next_parse(&rules, value, &next, error);
        else if (strcmp(name, "deck") == 0)
            status = trey_deck_parse(&rules, value, &deck, error);
        else if (!(strcmp(name, "score") == 0 && number(value, 0.0, 1e15, &score)) &&
                 !(strcmp(name, "moves") == 0 && number(value, 0.0, 1e15, &moves)))
            return trey_fail(error, TREY_ERR_INPUT, 0, "no such part of a position");
    }
    if (status == TREY_OK)
        status = trey_view_make(&rules, board, next, deck, view, error);
    if (status != TREY_OK)
        return status;
    view->moves = (uint64_t)moves;
    if (score >= 0.0 && trey_rules_merges_score(&rules))
        view->score = (uint64_t)score;
    while ((name = word(&rest)) != NULL) {
        struct trey_step step;
        if (!trey_step_parse(&rules, name, &step))
            return trey_fail(error, TREY_ERR_INPUT, 0, "not a slide");
        status = trey_view_advance(view, (enum trey_direction)step.direction, step.cell,
                                   step.rank, step.next, error);
        if (status != TREY_OK)
            return status;
    }
    return TREY_OK;
}

static void command_position(struct engine *engine, char *rest)
{
    struct trey_view view;
    struct trey_error error = {0};
    if (read_position(rest, &view, &error) != TREY_OK) {
        say(engine, "info string position: %.200s", error.message);
        return;
    }
    engine->view = view;
    engine->placed = true;
}

/* A search for the rules of the position. */
static bool prepare(struct engine *engine)
{
    const struct trey_rules *rules = &engine->view.rules;
    struct trey_error error = {0};
    if (engine->search != NULL && trey_rules_equal(rules, &engine->search_rules))
        return true;
    drop_search(engine);
    enum trey_status status =
        trey_evaluator_named(engine->player, rules->shape, trey_eval_family_of(rules),
                             &engine->evaluator, &error);
    if (status == TREY_OK)
        status = trey_search_new(rules, engine->evaluator, engine->options.table_bytes,
                                 &engine->search, &error);
    if (status == TREY_OK)
        status = trey_search_set_threads(engine->search, engine->options.threads, &error);
    if (status != TREY_OK) {
        drop_search(engine);
        say(engine, "info string %.200s", error.message);
        return false;
    }
    engine->search_rules = *rules;
    return true;
}

static bool read_limits(char *rest, struct trey_search_limits *limits)
{
    bool first = true;
    for (const char *name; (name = word(&rest)) != NULL; first = false) {
        double value = 0.0;
        if (first) {
            double kept = limits->min_probability;
            trey_search_limits_defaults(limits);
            limits->min_probability = kept;
        }
        if (strcmp(name, "infinite") == 0)
            continue;
        const char *text = word(&rest);
        if (strcmp(name, "depth") == 0 &&
            number(text, 1.0, TREY_SEARCH_MAX_DEPTH, &value))
            limits->depth_plies = (unsigned)value;
        else if (strcmp(name, "nodes") == 0 && number(text, 1.0, 1e18, &value))
            limits->nodes = (uint64_t)value;
        else if (strcmp(name, "movetime") == 0 && number(text, 0.0, 1e9, &value))
            limits->time_s = fmax(1e-3 * value, 1e-6);
        else if (strcmp(name, "minprob") == 0 && number(text, 0.0, 1.0, &value))
            limits->min_probability = value;
        else
            return false;
    }
    return true;
}

static void command_go(struct engine *engine, char *rest, uint64_t number)
{
    struct trey_search_limits limits = engine->options.limits;
    if (!read_limits(rest, &limits))
        complain(engine, "not go [depth N] [nodes N] [movetime MS] [minprob P]", "");
    else if (!engine->placed)
        complain(engine, "go: no position", "");
    else if (prepare(engine)) {
        think(engine, &limits, number);
        return;
    }
    say(engine, "bestmove none"); /* who asked may wait for an answer */
}

/* --- the queue -----------------------------------------------------------------------
 */

static void do_task(struct engine *engine, struct task *task)
{
    char *rest = NULL;
    const char *command = strtok_r(task->line, blanks, &rest);
    if (command[0] == 's')
        command_option(engine, rest);
    else if (command[0] == 'p')
        command_position(engine, rest);
    else if (command[0] == 'g')
        command_go(engine, rest, task->search);
}

static void *work(void *context)
{
    struct engine *engine = context;
    pthread_mutex_lock(&engine->lock);
    for (;;) {
        while (engine->first == NULL && !engine->ending)
            pthread_cond_wait(&engine->changed, &engine->lock);
        struct task *task = engine->first;
        if (task == NULL)
            break;
        engine->first = task->next;
        if (engine->first == NULL)
            engine->last = &engine->first;
        engine->queue_bytes -= strlen(task->line);
        pthread_mutex_unlock(&engine->lock);
        do_task(engine, task);
        free(task);
        pthread_mutex_lock(&engine->lock);
    }
    pthread_mutex_unlock(&engine->lock);
    return NULL;
}

static void enqueue(struct engine *engine, const char *line, bool starts_search)
{
    size_t size = strlen(line);
    struct task *task = malloc(sizeof *task + size + 1);
    bool full = task == NULL;
    pthread_mutex_lock(&engine->lock);
    full = full || engine->queue_bytes + size > MAX_QUEUE_BYTES;
    if (!full) {
        task->next = NULL;
        task->search = starts_search ? ++engine->searches : 0;
        memcpy(task->line, line, size + 1);
        *engine->last = task;
        engine->last = &task->next;
        engine->queue_bytes += size;
        pthread_cond_broadcast(&engine->changed);
    }
    pthread_mutex_unlock(&engine->lock);
    if (full) {
        free(task);
        complain(engine, "too many lines wait", line);
    }
}

/* All searches that were read are to end. */
static void stop_searches(struct engine *engine, bool ending)
{
    pthread_mutex_lock(&engine->lock);
    engine->stopped = engine->searches;
    if (engine->running != 0)
        trey_cancel_raise(&engine->stop);
    engine->ending = engine->ending || ending;
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->lock);
}

/* Interprets a line; false for `quit`. */
static bool interpret(struct engine *engine, const char *line)
{
    char command[16] = "";
    sscanf(line, "%15s", command);
    if (strcmp(command, "quit") == 0)
        return false;
    bool go = strcmp(command, "go") == 0;
    if (command[0] == '\0' || strcmp(command, "newgame") == 0)
        return true;
    if (strcmp(command, "trey") == 0)
        command_hello(engine);
    else if (strcmp(command, "isready") == 0)
        say(engine, "readyok");
    else if (strcmp(command, "stop") == 0)
        stop_searches(engine, false);
    else if (go || strcmp(command, "setoption") == 0 || strcmp(command, "position") == 0)
        enqueue(engine, line, go);
    else
        complain(engine, "unknown command", command);
    return true;
}

/* --- reading -------------------------------------------------------------------------
 */

/* Lines until `quit` or the end; one that is too long is passed over whole. */
static void read_lines(struct engine *engine, int input, char *buffer)
{
    size_t filled = 0;
    bool too_long = false;
    for (bool more = true; more && output_error(engine) == 0;) {
        ssize_t got = read(input, buffer + filled, LINE_ROOM - filled);
        if (got < 0 && errno == EINTR)
            continue;
        more = got > 0;
        size_t size = filled + (more ? (size_t)got : 0), at = 0;
        if (!more && filled > 0 && size < LINE_ROOM)
            buffer[size++] = '\n'; /* a last line without its end */
        char *end;
        while ((end = memchr(buffer + at, '\n', size - at)) != NULL) {
            size_t length = (size_t)(end - (buffer + at));
            *end = '\0';
            if (!too_long && strlen(buffer + at) < length)
                complain(engine, "a zero byte in the line", buffer + at);
            else if (!too_long && !interpret(engine, buffer + at))
                return;
            too_long = false;
            at += length + 1;
        }
        filled = size - at;
        memmove(buffer, buffer + at, filled);
        if (filled == LINE_ROOM) {
            if (!too_long)
                complain(engine, "a line is too long", "");
            too_long = true;
            filled = 0;
        }
    }
}

enum trey_status trey_engine_serve(int input, int output,
                                   const struct trey_engine_options *options,
                                   struct trey_error *error)
{
    if (strlen(options->player) >= NAME_ROOM)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "a player's name of %zu bytes",
                         strlen(options->player));
    struct engine *engine = calloc(1, sizeof *engine);
    char *buffer = malloc(LINE_ROOM);
    pthread_t thread;
    if (engine == NULL || buffer == NULL) {
        free(engine);
        free(buffer);
        return trey_fail_memory(error, sizeof *engine + LINE_ROOM);
    }
    enum trey_status status = TREY_OK;
    engine->output = output;
    engine->options = *options;
    strcpy(engine->player, options->player);
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->changed, NULL);
    engine->last = &engine->first;
    if (pthread_create(&thread, NULL, work, engine) != 0) {
        status = trey_fail(error, TREY_ERR_LIMIT, 0, "a thread cannot be started");
    } else {
        read_lines(engine, input, buffer);
        stop_searches(engine, true);
        pthread_join(thread, NULL);
        if (engine->broken != 0)
            status = trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s",
                               strerror(engine->broken));
    }
    drop_search(engine);
    pthread_cond_destroy(&engine->changed);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
    free(buffer);
    return status;
}
