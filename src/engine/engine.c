/* The session: lines become requests in a queue, which run one after the other, in
 * slices.
 *
 * A command's function completes the request, or starts a job if it takes longer: a
 * function that is called repeatedly and works for one time slice per call. Nothing runs
 * concurrently, so nothing needs a lock. `stop` and other immediate commands run when
 * their line arrives. Requests are numbered: `stop` stops every number up to the last
 * one, running or queued. A job polls whether it should stop; searches and solvers, which
 * cannot poll, receive the session's cancel flag. */
#include "base/error.h"
#include "base/names.h"
#include "engine/commands.h"
#include "os/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- creation and release --------------------------------------------------------------
 */

void trey_engine_defaults(struct trey_engine_options *options)
{
    *options = (struct trey_engine_options){
        .table_bytes = TREY_SEARCH_TABLE_BYTES,
        .threads = 1,
        .player = "default",
        .seed = 1,
        .files = true,
        .max_threads = TREY_SEARCH_MAX_THREADS,
        .max_table_bytes = TREY_SEARCH_MAX_TABLE_BYTES,
    };
    trey_search_limits_defaults(&options->limits);
    options->limits.time_s = 0.1;
}

enum trey_status trey_engine_new(const struct trey_engine_options *options,
                                 trey_engine_output_fn say, void *context,
                                 struct trey_engine **engine, struct trey_error *error)
{
    if (strlen(options->player) >= TREY_ENGINE_NAME_BYTES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the player's name is too long (%zu bytes)",
                         strlen(options->player));
    struct trey_engine *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->options = *options;
    strcpy(made->player, options->player);
    made->options.player = made->player;
    made->say = say;
    made->say_context = context;
    made->queue_end = &made->queue;
    trey_rules_named("window", &made->rules, NULL);
    *engine = made;
    return TREY_OK;
}

static void drop_job(struct trey_engine *engine)
{
    if (engine->job.clear != NULL)
        engine->job.clear(engine->job.state);
    free(engine->job.state);
    engine->job = (struct trey_engine_job){0};
}

static void free_request(struct trey_engine_request *request)
{
    if (request != NULL)
        free(request->pixels.data);
    free(request);
}

void trey_engine_free(struct trey_engine *engine)
{
    if (engine == NULL)
        return;
    while (engine->queue != NULL) {
        struct trey_engine_request *next = engine->queue->next;
        free_request(engine->queue);
        engine->queue = next;
    }
    free_request(engine->current);
    free(engine->pixels.data);
    trey_observed_clear(&engine->observed);
    drop_job(engine);
    trey_engine_drop_analyser(engine);
    trey_engine_clear_game(&engine->game);
    trey_sequence_free(engine->sequence);
    trey_exact_free(engine->exact);
    trey_played_free(engine->played);
    trey_text_clear(&engine->line);
    free(engine);
}

/* --- input -----------------------------------------------------------------------------
 */

/* Sends an error at once, for a line that is not queued. The answer being built is
 * untouched. */
static void send_error_now(struct trey_engine *engine, const char *name, const char *tag,
                           const char *key, const char *message)
{
    char line[512];
    struct trey_text text = {.data = line, .capacity = sizeof line};
    trey_text_add_char(&text, '{');
    trey_json_string(&text, "re", name);
    if (tag[0] != '\0')
        trey_json_string(&text, "tag", tag);
    trey_json_string(&text, "error", key);
    trey_json_string(&text, "message", message);
    trey_json_uint(&text, "line", engine->lines);
    trey_text_add_char(&text, '}');
    engine->say(engine->say_context, line, text.size);
}

void trey_engine_answer_at_once(struct trey_engine *engine, const char *key,
                                const char *message, uint64_t bytes)
{
    const struct trey_engine_request *request = engine->current;
    if (key != NULL) {
        send_error_now(engine, request->command->name, request->tag, key, message);
        return;
    }
    char line[128];
    struct trey_text text = {.data = line, .capacity = sizeof line};
    trey_text_add_char(&text, '{');
    trey_json_string(&text, "re", request->command->name);
    if (request->tag[0] != '\0')
        trey_json_string(&text, "tag", request->tag);
    trey_json_uint(&text, "bytes", bytes);
    trey_text_add_char(&text, '}');
    engine->say(engine->say_context, line, text.size);
}

static const struct trey_engine_command *find_command(const char *name)
{
    const struct trey_engine_command *command;
    for (size_t i = 0; (command = trey_engine_command_at(i)) != NULL; i++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

/* Parses the command after the tag; returns false if there is none. */
static bool read_command(struct trey_engine_request *request, size_t tag_end)
{
    char *rest = request->text + tag_end;
    char *word = trey_words_next(&rest);
    if (word == NULL)
        return false;
    request->command = find_command(word);
    request->rest = rest;
    if (request->command == NULL) /* for the error message */
        memmove(request->text, word, strlen(word) + 1);
    return true;
}

static void run_request(struct trey_engine *engine, struct trey_engine_request *request)
{
    engine->current = request;
    engine->last_line_sent = false;
    request->command->run(engine, request->rest);
}

static void enqueue(struct trey_engine *engine, struct trey_engine_request *request,
                    size_t size_bytes)
{
    *engine->queue_end = request;
    engine->queue_end = &request->next;
    engine->queue_bytes += size_bytes;
}

static size_t request_bytes(const struct trey_engine_request *request)
{
    size_t head = (size_t)(request->rest - request->text);
    return sizeof *request + head + strlen(request->rest);
}

/* Moves the pixels passed before a `picture` request into it; returns false if too many
 * pixel bytes are queued. */
static bool attach_pixels(struct trey_engine *engine, struct trey_engine_request *request)
{
    if (request->command == NULL || request->command->run != trey_command_picture)
        return true;
    request->pixels = engine->pixels;
    engine->pixels = (struct trey_engine_pixel_bytes){0};
    if (engine->pixel_bytes + request->pixels.size_bytes > 2 * TREY_ENGINE_PIXELS_BYTES)
        return false;
    engine->pixel_bytes += request->pixels.size_bytes;
    return true;
}

/* Runs an immediate command, queues any other one, or sends an error if the queue is
 * full. */
static void run_or_enqueue(struct trey_engine *engine,
                           struct trey_engine_request *request)
{
    const struct trey_engine_command *command = request->command;
    if (command != NULL && command->immediate) {
        struct trey_engine_request *outer = engine->current;
        bool outer_sent = engine->last_line_sent;
        run_request(engine, request);
        engine->current = outer;
        engine->last_line_sent = outer_sent;
        free_request(request);
        return;
    }
    size_t size = request_bytes(request);
    if (engine->queue_bytes + size > TREY_ENGINE_QUEUE_BYTES ||
        !attach_pixels(engine, request)) {
        send_error_now(engine, command != NULL ? command->name : NULL, request->tag,
                       "limit", "too many requests are waiting");
        if (command != NULL && strcmp(command->name, "go") == 0)
            trey_engine_print(engine, "bestmove none");
        free_request(request);
        return;
    }
    request->number = ++engine->requests;
    enqueue(engine, request, size);
}

void trey_engine_line(struct trey_engine *engine, const char *line, size_t size_bytes)
{
    if (engine->ended)
        return;
    engine->lines++;
    size_bytes -= size_bytes > 0 && line[size_bytes - 1] == '\n';
    size_bytes -= size_bytes > 0 && line[size_bytes - 1] == '\r';
    char tag[TREY_ENGINE_TAG_BYTES];
    size_t tag_end = trey_words_tag(line, size_bytes, tag);
    if (size_bytes > TREY_ENGINE_LINE_BYTES) {
        send_error_now(engine, NULL, tag, "limit", "the line is too long");
        return;
    }
    if (memchr(line, '\0', size_bytes) != NULL) {
        send_error_now(engine, NULL, tag, "value", "the line contains a zero byte");
        return;
    }
    struct trey_engine_request *request = malloc(sizeof *request + size_bytes + 1);
    if (request == NULL) {
        send_error_now(engine, NULL, tag, "limit", "out of memory");
        return;
    }
    *request = (struct trey_engine_request){.line = engine->lines};
    strcpy(request->tag, tag);
    memcpy(request->text, line, size_bytes);
    request->text[size_bytes] = '\0';
    if (read_command(request, tag_end)) {
        run_or_enqueue(engine, request);
        return;
    }
    if (tag[0] != '\0')
        send_error_now(engine, NULL, tag, "usage", "tag without a command");
    free(request);
}

void trey_engine_reject_line(struct trey_engine *engine, const char *start,
                             size_t size_bytes)
{
    char tag[TREY_ENGINE_TAG_BYTES];
    if (engine->ended)
        return;
    engine->lines++;
    trey_words_tag(start, size_bytes, tag);
    send_error_now(engine, NULL, tag, "limit", "out of memory");
}

/* --- requests and jobs -----------------------------------------------------------------
 */

bool trey_engine_stopping(const struct trey_engine *engine)
{
    return engine->current->number <= engine->stop_up_to;
}

void trey_engine_start_job(struct trey_engine *engine,
                           bool (*step)(struct trey_engine *, double), void *state)
{
    engine->job = (struct trey_engine_job){.step = step, .state = state};
}

bool trey_engine_poll_input(struct trey_engine *engine)
{
    static const double between_s = 0.1;
    double now_s = trey_clock_monotonic();
    if (now_s - engine->progress_s < between_s)
        return false;
    engine->progress_s = now_s;
    if (engine->options.listen != NULL)
        engine->options.listen(engine->options.listen_context);
    return true;
}

static void stop_all(struct trey_engine *engine)
{
    engine->stop_up_to = engine->requests;
    trey_cancel_raise(&engine->cancel);
}

void trey_engine_stop(struct trey_engine *engine, char *rest)
{
    (void)rest;
    stop_all(engine);
}

void trey_engine_quit(struct trey_engine *engine)
{
    stop_all(engine);
    engine->ended = true;
}

bool trey_engine_ended(const struct trey_engine *engine)
{
    return engine->ended;
}

void trey_engine_finish(struct trey_engine *engine)
{
    engine->finishing = true;
    if (engine->current != NULL && engine->analyser.unbounded)
        trey_cancel_raise(&engine->cancel);
}

static const char *command_at(int index)
{
    const struct trey_engine_command *command = trey_engine_command_at((size_t)index);
    return command == NULL ? NULL : command->name;
}

/* Starts the first request of the queue; returns false if the queue is empty. */
static bool begin_next(struct trey_engine *engine)
{
    struct trey_engine_request *request = engine->queue;
    if (request == NULL)
        return false;
    engine->queue = request->next;
    if (engine->queue == NULL)
        engine->queue_end = &engine->queue;
    engine->queue_bytes -= request_bytes(request);
    engine->pixel_bytes -= request->pixels.size_bytes;
    trey_cancel_clear(&engine->cancel);
    engine->progress_s = trey_clock_monotonic();
    if (request->number <= engine->stop_up_to)
        trey_cancel_raise(&engine->cancel);
    if (request->command != NULL) {
        run_request(engine, request);
        return true;
    }
    engine->current = request;
    engine->last_line_sent = false;
    const char *closest = trey_names_closest(request->text, command_at);
    if (closest != NULL)
        trey_refuse(engine, "unknown", "unknown command %.32s; did you mean %s?",
                    request->text, closest);
    else
        trey_refuse(engine, "unknown",
                    "unknown command %.32s; hello lists the known ones", request->text);
    return true;
}

static void end_request(struct trey_engine *engine)
{
    drop_job(engine);
    free_request(engine->current);
    engine->current = NULL;
}

bool trey_engine_step(struct trey_engine *engine, unsigned ms)
{
    double end_s = trey_clock_monotonic() + 1e-3 * (double)ms;
    do {
        if (engine->current == NULL && !begin_next(engine))
            return false;
        if (engine->job.step == NULL || !engine->job.step(engine, end_s))
            end_request(engine);
    } while (trey_clock_monotonic() < end_s);
    return engine->current != NULL || engine->queue != NULL;
}
