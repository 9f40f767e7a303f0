/* A session: an engine, the thread it works on, and the WebSocket that its lines come and
 * go by.
 *
 *     civetweb's thread            the session's thread
 *     reads frames; whole   --->   hands them to the engine, steps it, and writes
 *     messages wait in `in`        what it said as one message of several lines
 *
 * Nothing grows without bound. Lines that wait, in `in` and in the engine, have a limit,
 * and so has a message; whoever passes them is sent away. What is said is written as soon
 * as 64 KiB of it have come together, and the engine rests while it is written: a client
 * that takes nothing for --timeout seconds (request_timeout_ms) is given up.
 *
 * The thread does not close the connection, which is civetweb's alone to touch: it marks
 * the session `over`, frees the engine, and civetweb's thread leaves when it hears the
 * client again, or hears nothing for long enough. Its place is given back when the
 * connection is closed, whatever became of it: see serve_session_enter. */
#include "serve_inside.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { STEP_MS = 20 };

#define MOST_WAITING TREY_ENGINE_QUEUE_BYTES
#define OUT_BYTES    ((size_t)64 << 10)
#define MOST_ROOM    ((size_t)64 << 10) /* that is kept while there is nothing in it */

/* Reasons to close a WebSocket (RFC 6455, 7.4.1). */
enum reason {
    NORMAL = 1000,
    GOING_AWAY = 1001,
    NO_TEXT = 1003,
    TOO_MUCH = 1008,
    TOO_LONG = 1009
};

struct buffer {
    char *data;
    size_t size, room;
};

struct serve_session {
    struct serve_server *server;
    struct serve_session *before, *after; /* in the server's list, under its lock */
    struct mg_connection *connection;
    struct buffer message; /* that has not come to its end; civetweb's thread */

    pthread_t thread;
    bool runs; /* civetweb's thread */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct buffer in; /* lines, each with its end */
    bool closing;     /* the connection ends */
    bool over;        /* the thread has ended, or is about to */

    struct trey_engine *engine; /* these are the session's thread's */
    struct buffer taken, out;
    bool broken; /* nothing can be written any more */
};

/* --- buffers ---------------------------------------------------------------------------
 */

/* False if it would be larger than `most`, or memory could not be had. */
static bool add(struct buffer *buffer, const char *data, size_t size, size_t most)
{
    if (size > most || buffer->size > most - size)
        return false;
    if (buffer->size + size > buffer->room) {
        size_t room = buffer->room < 1024 ? 1024 : 2 * buffer->room;
        room = room < buffer->size + size ? buffer->size + size : room;
        char *grown = realloc(buffer->data, room);
        if (grown == NULL)
            return false;
        buffer->data = grown;
        buffer->room = room;
    }
    if (size > 0)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    return true;
}

static void clear(struct buffer *buffer)
{
    buffer->size = 0;
    if (buffer->room <= MOST_ROOM)
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
        size_t size = out->size - 1; /* the last end of a line is that of the message */
        session->broken =
            mg_websocket_write(session->connection, MG_WEBSOCKET_OPCODE_TEXT, out->data,
                               size) != (int)size;
    }
    clear(out);
}

static void say(void *context, const char *line, size_t size)
{
    struct serve_session *session = context;
    if (session->broken)
        return;
    if (!add(&session->out, line, size, SIZE_MAX) ||
        !add(&session->out, "\n", 1, SIZE_MAX))
        session->broken = true;
    if (session->out.size >= OUT_BYTES)
        write_out(session);
}

static void close_with(struct mg_connection *connection, enum reason reason)
{
    const char code[] = {(char)(reason >> 8), (char)(reason & 0xff)};
    mg_websocket_write(connection, MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE, code,
                       sizeof code);
}

/* Takes the lines that came, waiting for them if there is nothing else to do; false if
 * the session is to end. */
static bool take(struct serve_session *session, bool wait)
{
    pthread_mutex_lock(&session->lock);
    while (wait && session->in.size == 0 && !session->closing &&
           !atomic_load(&session->server->ending))
        pthread_cond_wait(&session->changed, &session->lock);
    struct buffer empty = session->taken;
    session->taken = session->in;
    session->in = empty;
    bool goes_on = !session->closing && !atomic_load(&session->server->ending);
    pthread_mutex_unlock(&session->lock);
    return goes_on;
}

static void hand_in(struct serve_session *session)
{
    struct buffer *taken = &session->taken;
    for (size_t at = 0; at < taken->size && !session->broken;) {
        const char *line = taken->data + at;
        const char *end = memchr(line, '\n', taken->size - at);
        size_t size = (size_t)(end - line); /* each has one */
        trey_engine_line(session->engine, line, size);
        at += size + 1;
    }
    clear(taken);
}

/* While the engine does what cannot be cut into slices. */
static void listen_on(void *context)
{
    struct serve_session *session = context;
    bool goes_on = take(session, false);
    hand_in(session);
    write_out(session);
    if (!goes_on || session->broken)
        trey_engine_quit(session->engine);
}

static struct trey_engine *new_engine(struct serve_session *session)
{
    const struct serve_options *bounds = &session->server->options;
    struct trey_engine_options options;
    struct trey_engine *engine = NULL;
    trey_engine_defaults(&options);
    options.table_bytes = options.most_table_bytes = bounds->table_bytes;
    options.threads = options.most_threads = bounds->threads;
    options.most_seconds = bounds->most_seconds;
    options.files = false;
    options.evaluator = serve_networks_get;
    options.evaluator_context = session->server->networks;
    options.tables = cli_tables_at;
    options.tables_context = bounds->tables;
    options.listen = listen_on;
    options.listen_context = session;
    trey_engine_new(&options, say, session, &engine, NULL);
    return engine;
}

static void *work(void *context)
{
    struct serve_session *session = context;
    bool busy = false;
    session->engine = new_engine(session);
    while (session->engine != NULL && take(session, !busy)) {
        hand_in(session);
        busy = trey_engine_step(session->engine, STEP_MS);
        write_out(session);
        if (session->broken || (!busy && trey_engine_ended(session->engine)))
            break;
    }
    if (!session->broken)
        close_with(session->connection,
                   atomic_load(&session->server->ending) ? GOING_AWAY : NORMAL);
    trey_engine_free(session->engine);
    pthread_mutex_lock(&session->lock);
    session->over = true;
    pthread_mutex_unlock(&session->lock);
    return NULL;
}

/* --- civetweb's thread -----------------------------------------------------------------
 */

static void enlist(struct serve_session *session)
{
    struct serve_server *server = session->server;
    pthread_mutex_lock(&server->lock);
    session->after = server->first;
    if (server->first != NULL)
        server->first->before = session;
    server->first = session;
    pthread_mutex_unlock(&server->lock);
}

static void strike_out(struct serve_session *session)
{
    struct serve_server *server = session->server;
    pthread_mutex_lock(&server->lock);
    if (session->before != NULL)
        session->before->after = session->after;
    else
        server->first = session->after;
    if (session->after != NULL)
        session->after->before = session->before;
    pthread_mutex_unlock(&server->lock);
}

void serve_sessions_end(struct serve_server *server)
{
    pthread_mutex_lock(&server->lock);
    for (struct serve_session *session = server->first; session != NULL;
         session = session->after) {
        pthread_mutex_lock(&session->lock);
        pthread_cond_signal(&session->changed);
        pthread_mutex_unlock(&session->lock);
    }
    pthread_mutex_unlock(&server->lock);
}

bool serve_session_enter(struct mg_connection *connection, struct serve_server *server)
{
    if (atomic_fetch_add(&server->sessions, 1) < server->options.sessions) {
        struct serve_session *session = calloc(1, sizeof *session);
        if (session != NULL) {
            session->server = server;
            session->connection = connection;
            pthread_mutex_init(&session->lock, NULL);
            pthread_cond_init(&session->changed, NULL);
            enlist(session);
            mg_set_user_connection_data(connection, session);
            return true;
        }
    }
    atomic_fetch_sub(&server->sessions, 1);
    return false;
}

void serve_session_leave(const struct mg_connection *connection)
{
    struct serve_session *session = mg_get_user_connection_data(connection);
    if (session == NULL)
        return;
    struct serve_server *server = session->server;
    strike_out(session);
    pthread_cond_destroy(&session->changed);
    pthread_mutex_destroy(&session->lock);
    free(session->message.data);
    free(session->in.data);
    free(session->taken.data);
    free(session->out.data);
    free(session);
    atomic_fetch_sub(&server->sessions, 1);
}

void serve_session_ready(struct mg_connection *connection, void *context)
{
    struct serve_session *session = mg_get_user_connection_data(connection);
    (void)context;
    session->runs = pthread_create(&session->thread, NULL, work, session) == 0;
    if (!session->runs) {
        session->over = true;
        close_with(connection, TOO_MUCH);
    }
}

/* Puts a whole message to the lines that wait; false if there is no room. */
static bool pass_on(struct serve_session *session)
{
    struct buffer *message = &session->message;
    pthread_mutex_lock(&session->lock);
    bool done = !session->over &&
                add(&session->in, message->data, message->size, MOST_WAITING) &&
                add(&session->in, "\n", 1, MOST_WAITING + 1);
    pthread_cond_signal(&session->changed);
    pthread_mutex_unlock(&session->lock);
    clear(message);
    return done;
}

static int send_away(struct mg_connection *connection, enum reason reason)
{
    close_with(connection, reason);
    return 0;
}

int serve_session_data(struct mg_connection *connection, int bits, char *data,
                       size_t size_bytes, void *context)
{
    enum { LAST_OF_MESSAGE = 0x80, RESERVED = 0x70, OPCODE = 0x0f };
    struct serve_session *session = mg_get_user_connection_data(connection);
    int opcode = bits & OPCODE;
    (void)context;
    if (opcode == MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE)
        return send_away(connection, NORMAL);
    if ((bits & RESERVED) != 0 || (opcode != MG_WEBSOCKET_OPCODE_TEXT &&
                                   opcode != MG_WEBSOCKET_OPCODE_CONTINUATION))
        return send_away(connection, NO_TEXT);
    if (!add(&session->message, data, size_bytes, SERVE_MESSAGE_BYTES))
        return send_away(connection, TOO_LONG);
    if ((bits & LAST_OF_MESSAGE) != 0 && !pass_on(session))
        return send_away(connection, TOO_MUCH);
    return 1;
}

/* The thread is waited for: what it works on hears of it a few times a second. */
void serve_session_close(const struct mg_connection *connection, void *context)
{
    struct serve_session *session = mg_get_user_connection_data(connection);
    (void)context;
    if (!session->runs)
        return;
    pthread_mutex_lock(&session->lock);
    session->closing = true;
    pthread_cond_signal(&session->changed);
    pthread_mutex_unlock(&session->lock);
    pthread_join(session->thread, NULL);
}
