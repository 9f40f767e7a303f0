/* A session: an engine, the thread that runs it, and the WebSocket that carries its
 * lines.
 *
 *     the connection's thread      the session's thread
 *     reads frames; whole   --->   passes them to the engine, steps it, and writes
 *     messages wait in `in`        the answers as one message of several lines
 *
 * A binary message contains the pixels for the `picture` line that follows it; at most
 * one such message may wait.
 *
 * All buffers are bounded. Lines that wait, in `in` and in the engine, have a limit, and
 * so has a message; a client that exceeds it is disconnected. Answers are written as soon
 * as 64 KiB of them have accumulated, and the engine pauses while they are written: a
 * client that reads nothing for --timeout seconds is disconnected.
 *
 * A session never ends silently. If memory runs out it is closed with code 1013 ("try
 * again later"): the engine can report this without memory, but the session's buffers and
 * threads cannot. The session's thread ends with a close frame and then shuts down
 * reading, so that the other thread closes the connection. */
#include "base/array.h"
#include "serve_inside.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { STEP_MS = 20 };

#define MAX_WAITING TREY_ENGINE_QUEUE_BYTES
#define OUT_BYTES   ((size_t)64 << 10)
#define MAX_KEPT    ((size_t)64 << 10) /* room that an empty buffer keeps */

struct buffer {
    char *data;
    size_t size, room;
};

struct serve_session {
    struct serve_server *server;
    struct serve_connection *connection;
    struct buffer message; /* incomplete message; used by the connection's thread */
    bool in_message;       /* its first frame has arrived */
    bool binary;           /* ... of pixels */

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct buffer in;     /* waiting lines, each with its end */
    struct buffer pixels; /* waiting binary message, to be passed on before ... */
    size_t pixels_at;     /* ... the line of `in` at this offset */
    bool pixels_last;     /* no line has followed the last pixels */
    bool closing;         /* the connection ends */
    bool over;            /* the thread has ended, or is about to */

    struct trey_engine *engine; /* the rest is used by the session's thread only */
    struct buffer lines, line_pixels, out;
    size_t line_pixels_at; /* pixels_at of `lines` */
    bool broken;           /* writing failed */
    bool no_memory;        /* an answer was lost */
};

/* --- buffers ---------------------------------------------------------------------------
 */

/* Makes room for `size` more bytes; false if out of memory. */
static bool reserve(struct buffer *buffer, size_t size)
{
    if (size == 0)
        return true;
    char *grown =
        trey_array_grow(buffer->data, &buffer->room, buffer->size + size, sizeof *grown);
    if (grown != NULL)
        buffer->data = grown;
    return grown != NULL;
}

static bool append_bytes(struct buffer *buffer, const char *data, size_t size)
{
    if (!reserve(buffer, size))
        return false;
    if (size > 0)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    return true;
}

static void clear_buffer(struct buffer *buffer)
{
    buffer->size = 0;
    if (buffer->room <= MAX_KEPT)
        return;
    free(buffer->data);
    *buffer = (struct buffer){0};
}

/* --- the session's thread --------------------------------------------------------------
 */

static void write_out(struct serve_session *session)
{
    struct buffer *out = &session->out;
    if (out->size > 0 && !session->broken) {
        size_t size = out->size - 1; /* without the end of the last line */
        session->broken =
            !serve_frame_write(session->connection, SERVE_TEXT, out->data, size);
    }
    clear_buffer(out);
}

static bool is_alive(const struct serve_session *session)
{
    return !session->broken && !session->no_memory;
}

static void add_answer(void *context, const char *line, size_t size)
{
    struct serve_session *session = context;
    if (!is_alive(session))
        return;
    if (!reserve(&session->out, size + 1)) {
        session->no_memory = true;
        return;
    }
    append_bytes(&session->out, line, size);
    append_bytes(&session->out, "\n", 1);
    if (session->out.size >= OUT_BYTES)
        write_out(session);
}

/* Fetches the waiting lines; with `wait`, waits for some. False if the session must end.
 */
static bool fetch_lines(struct serve_session *session, bool wait)
{
    pthread_mutex_lock(&session->lock);
    while (wait && session->in.size == 0 && session->pixels.size == 0 &&
           !session->closing && !atomic_load(&session->server->ending))
        pthread_cond_wait(&session->changed, &session->lock);
    struct buffer empty = session->lines;
    session->lines = session->in;
    session->in = empty;
    empty = session->line_pixels;
    session->line_pixels = session->pixels;
    session->line_pixels_at = session->pixels_at;
    session->pixels = empty;
    session->pixels_at = 0;
    bool ends = session->closing || atomic_load(&session->server->ending);
    pthread_mutex_unlock(&session->lock);
    return !ends;
}

static void process_pixels(struct serve_session *session)
{
    struct buffer *pixels = &session->line_pixels;
    struct trey_error error;
    if (pixels->size == 0)
        return;
    if (trey_engine_pixels(session->engine, pixels->data, pixels->size, &error) !=
        TREY_OK)
        session->no_memory |= error.code == TREY_ERR_MEMORY;
    clear_buffer(pixels);
}

static void process_lines(struct serve_session *session)
{
    struct buffer *lines = &session->lines;
    if (session->line_pixels_at == 0)
        process_pixels(session);
    for (size_t at = 0; at < lines->size && is_alive(session);) {
        if (at == session->line_pixels_at)
            process_pixels(session);
        const char *line = lines->data + at;
        const char *end = memchr(line, '\n', lines->size - at);
        size_t size = (size_t)(end - line); /* each line has an end */
        trey_engine_line(session->engine, line, size);
        at += size + 1;
    }
    process_pixels(session); /* for a line that has not arrived yet */
    clear_buffer(lines);
}

/* Called by the engine during work that cannot be divided into steps. */
static void process_input(void *context)
{
    struct serve_session *session = context;
    bool open = fetch_lines(session, false);
    process_lines(session);
    write_out(session);
    if (!open || !is_alive(session))
        trey_engine_quit(session->engine);
}

static struct trey_engine *new_engine(struct serve_session *session)
{
    const struct serve_options *limits = &session->server->options;
    struct trey_engine_options options;
    struct trey_engine *engine = NULL;
    trey_engine_defaults(&options);
    options.seed = cli_random_seed();
    options.table_bytes = options.max_table_bytes = limits->table_bytes;
    options.threads = options.max_threads = limits->threads;
    options.max_seconds = limits->max_seconds;
    options.files = false;
    options.evaluator = serve_networks_get;
    options.evaluator_context = session->server->networks;
    options.tables = cli_tables_at;
    options.tables_context = limits->tables;
    options.listen = process_input;
    options.listen_context = session;
    trey_engine_new(&options, add_answer, session, &engine, NULL);
    return engine;
}

static void *run_engine(void *context)
{
    struct serve_session *session = context;
    struct serve_connection *connection = session->connection;
    bool busy = false;
    session->engine = new_engine(session);
    session->no_memory = session->engine == NULL;
    while (is_alive(session) && fetch_lines(session, !busy)) {
        process_lines(session);
        busy = trey_engine_step(session->engine, STEP_MS);
        write_out(session);
        if (!busy && trey_engine_ended(session->engine))
            break;
    }
    pthread_mutex_lock(&session->lock);
    bool closing = session->over; /* the other thread sends the close frame */
    session->over = true;
    pthread_mutex_unlock(&session->lock);
    if (!closing && !session->broken)
        serve_frame_close(connection, atomic_load(&session->server->ending)
                                          ? SERVE_GOING_AWAY
                                      : session->no_memory ? SERVE_NO_MEMORY
                                                           : SERVE_NORMAL);
    trey_engine_free(session->engine);
    shutdown(connection->socket, session->broken ? SHUT_RDWR : SHUT_RD);
    return NULL;
}

/* --- the connection's thread -----------------------------------------------------------
 */

void serve_sessions_end(struct serve_server *server)
{
    pthread_mutex_lock(&server->lock);
    for (struct serve_connection *connection = server->first; connection != NULL;
         connection = connection->after) {
        struct serve_session *session = connection->session;
        if (session == NULL)
            continue;
        pthread_mutex_lock(&session->lock);
        pthread_cond_signal(&session->changed);
        pthread_mutex_unlock(&session->lock);
    }
    pthread_mutex_unlock(&server->lock);
}

/* Keeps a complete binary message until its line arrives. */
static enum serve_reason queue_pixels(struct serve_session *session)
{
    enum serve_reason reason = SERVE_NORMAL;
    pthread_mutex_lock(&session->lock);
    if (session->over)
        reason = SERVE_LOST;
    else if (session->pixels.size > 0 || session->pixels_last)
        reason = SERVE_TOO_MUCH;
    else {
        struct buffer empty = session->pixels;
        session->pixels_last = session->message.size > 0;
        session->pixels = session->message;
        session->pixels_at = session->in.size;
        session->message = empty;
    }
    pthread_cond_signal(&session->changed);
    pthread_mutex_unlock(&session->lock);
    clear_buffer(&session->message);
    return reason;
}

/* Adds a complete message to the waiting lines. */
static enum serve_reason queue_lines(struct serve_session *session)
{
    struct buffer *message = &session->message, *in = &session->in;
    enum serve_reason reason = SERVE_NORMAL;
    bool is_text = cli_is_utf8(message->data, message->size);
    pthread_mutex_lock(&session->lock);
    if (session->over)
        reason = SERVE_LOST;
    else if (!is_text)
        reason = SERVE_NOT_UTF8;
    else if (message->size >= MAX_WAITING || in->size > MAX_WAITING - message->size)
        reason = SERVE_TOO_MUCH;
    else if (!reserve(in, message->size + 1))
        reason = SERVE_NO_MEMORY;
    else {
        append_bytes(in, message->data, message->size);
        append_bytes(in, "\n", 1);
        session->pixels_last = false;
    }
    pthread_cond_signal(&session->changed);
    pthread_mutex_unlock(&session->lock);
    clear_buffer(message);
    return reason;
}

/* The answer to a close frame, whose code must be allowed and whose reason must be UTF-8
 * (RFC 6455, 5.5.1 and 7.4). */
static enum serve_reason answer_close(const char *bytes, size_t size)
{
    if (size == 0)
        return SERVE_GOING_AWAY;
    unsigned code = size == 1 ? 0 : (unsigned)(bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
    bool allowed = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
                   (code >= 3000 && code <= 4999);
    if (!allowed)
        return SERVE_PROTOCOL;
    return cli_is_utf8(bytes + 2, size - 2) ? SERVE_GOING_AWAY : SERVE_NOT_UTF8;
}

static enum serve_reason answer_control(struct serve_session *session,
                                        const struct serve_frame *frame)
{
    char bytes[SERVE_CONTROL_BYTES];
    size_t size = (size_t)frame->size_bytes;
    if (!serve_frame_read(session->connection, frame, 0, bytes, size))
        return SERVE_LOST;
    if (frame->opcode == SERVE_PING &&
        !serve_frame_write(session->connection, SERVE_PONG, bytes, size))
        return SERVE_LOST;
    if (frame->opcode == SERVE_CLOSE)
        return answer_close(bytes, size);
    return SERVE_NORMAL;
}

/* Adds the frame's payload to the message in pieces: memory is allocated for bytes that
 * have arrived, not for the announced length. */
static enum serve_reason add_payload(struct serve_session *session,
                                     const struct serve_frame *frame)
{
    enum { PIECE = 4096 };
    struct buffer *message = &session->message;
    size_t max = session->binary ? TREY_ENGINE_PIXELS_BYTES : SERVE_MESSAGE_BYTES;
    if (frame->size_bytes > max - message->size)
        return SERVE_TOO_LONG;
    for (uint64_t at = 0; at < frame->size_bytes;) {
        uint64_t left = frame->size_bytes - at;
        size_t size = left < PIECE ? (size_t)left : PIECE;
        if (!reserve(message, size))
            return SERVE_NO_MEMORY;
        if (!serve_frame_read(session->connection, frame, at,
                              message->data + message->size, size))
            return SERVE_LOST;
        message->size += size;
        at += size;
    }
    session->in_message = !frame->last;
    if (!frame->last)
        return SERVE_NORMAL;
    return session->binary ? queue_pixels(session) : queue_lines(session);
}

/* Reads a frame; returns SERVE_NORMAL, or the close code if the connection must end. */
static enum serve_reason read_frame(struct serve_session *session)
{
    struct serve_frame frame;
    enum serve_reason reason = serve_frame_next(session->connection, &frame);
    if (reason != SERVE_NORMAL)
        return reason;
    if (frame.opcode >= SERVE_CLOSE)
        return answer_control(session, &frame);
    if ((frame.opcode == SERVE_CONTINUATION) != session->in_message)
        return SERVE_PROTOCOL;
    if (frame.opcode != SERVE_CONTINUATION)
        session->binary = frame.opcode == SERVE_BINARY;
    return add_payload(session, &frame);
}

static void read_frames(struct serve_session *session)
{
    enum serve_reason reason = SERVE_NORMAL;
    while (reason == SERVE_NORMAL)
        reason = read_frame(session);
    pthread_mutex_lock(&session->lock);
    bool over = session->over; /* the session's thread sends the close frame */
    session->over = session->closing = true;
    pthread_cond_signal(&session->changed);
    pthread_mutex_unlock(&session->lock);
    if (!over && reason != SERVE_LOST)
        serve_frame_close(session->connection,
                          reason == SERVE_GOING_AWAY ? SERVE_NORMAL : reason);
    shutdown(session->connection->socket, reason == SERVE_LOST ? SHUT_RDWR : SHUT_WR);
}

static void set_session(struct serve_connection *connection,
                        struct serve_session *session)
{
    pthread_mutex_lock(&connection->server->lock);
    connection->session = session;
    pthread_mutex_unlock(&connection->server->lock);
    serve_gate_wake(connection->server);
}

static void free_session(struct serve_session *session)
{
    pthread_cond_destroy(&session->changed);
    pthread_mutex_destroy(&session->lock);
    free(session->message.data);
    free(session->in.data);
    free(session->pixels.data);
    free(session->lines.data);
    free(session->line_pixels.data);
    free(session->out.data);
    free(session);
}

/* At the end waits for the session's thread; the engine is cancelled within a fraction of
 * a second. */
void serve_session_run(struct serve_connection *connection)
{
    struct serve_session *session = calloc(1, sizeof *session);
    if (session == NULL) {
        serve_frame_close(connection, SERVE_NO_MEMORY);
        return;
    }
    session->server = connection->server;
    session->connection = connection;
    pthread_mutex_init(&session->lock, NULL);
    pthread_cond_init(&session->changed, NULL);
    if (serve_thread(&session->thread, SERVE_ENGINE_STACK, run_engine, session)) {
        set_session(connection, session);
        read_frames(session);
        pthread_join(session->thread, NULL);
        set_session(connection, NULL);
    } else
        serve_frame_close(connection, SERVE_NO_MEMORY);
    free_session(session);
}
