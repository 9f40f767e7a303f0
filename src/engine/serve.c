/* The server loop: reads lines from one file descriptor, writes answers to another, and
 * runs the session in between. It has one thread: it polls for input between two steps,
 * and blocks only while the session is idle. */
#include "base/error.h"
#include "base/text.h"
#include "engine/calls.h"
#include "os/os.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEP_MS = 20, CHUNK = 1 << 16 };

struct server {
    int input, output;
    struct trey_engine *engine;
    struct trey_text line; /* start of an incomplete line */
    bool refused;          /* the line was rejected; its rest is skipped */
    bool open;             /* the input has not ended */
    int broken;            /* errno of a failed write; 0: none */
    struct trey_text out;
};

static void write_line(void *context, const char *line, size_t size_bytes)
{
    struct server *server = context;
    server->out.size = 0;
    trey_text_add_bytes(&server->out, line, size_bytes);
    trey_text_add_char(&server->out, '\n');
    if (server->out.failed)
        server->broken = ENOMEM;
    for (size_t at = 0; at < server->out.size && server->broken == 0;) {
        ssize_t wrote =
            write(server->output, server->out.data + at, server->out.size - at);
        if (wrote > 0)
            at += (size_t)wrote;
        else if (wrote == 0 || errno != EINTR)
            server->broken = wrote == 0 ? EIO : errno;
    }
    if (server->broken != 0) /* the answers have no reader */
        trey_engine_quit(server->engine);
}

/* Appends a piece of a line; `whole` if the line is complete. A line with a piece
 * missing, because memory ran out, is never executed: its start might be a valid request.
 */
static void add_piece(struct server *server, const char *piece, size_t size, bool whole)
{
    struct trey_text *line = &server->line;
    if (!server->refused)
        trey_text_add_bytes(line, piece, size);
    if (line->failed && !server->refused) {
        bool first = line->size == 0; /* the tag is in the piece */
        server->refused = true;
        trey_engine_reject_line(server->engine, first ? piece : line->data,
                                first ? size : line->size);
    }
    if (line->size > TREY_ENGINE_LINE_BYTES + 1 && !server->refused) {
        server->refused = true; /* too long */
        trey_engine_line(server->engine, line->data, line->size);
    }
    if (!whole)
        return;
    if (!server->refused)
        trey_engine_line(server->engine, line->size > 0 ? line->data : "", line->size);
    server->refused = line->failed = false;
    line->size = 0;
}

/* Reads the available input once. */
static void read_input(struct server *server)
{
    char buffer[CHUNK];
    ssize_t got = read(server->input, buffer, sizeof buffer);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        server->open = false;
        if (server->line.size > 0 || server->refused) /* a last line without newline */
            add_piece(server, "", 0, true);
        trey_engine_finish(server->engine);
        return;
    }
    for (size_t at = 0, size = (size_t)got; at < size;) {
        const char *end = memchr(buffer + at, '\n', size - at);
        size_t length = end != NULL ? (size_t)(end - (buffer + at)) : size - at;
        add_piece(server, buffer + at, length, end != NULL);
        at += length + (end != NULL);
    }
}

/* Waits up to `wait_ms` milliseconds for input (-1: no limit) and reads it. */
static void poll_input(struct server *server, int wait_ms)
{
    if (server->open && trey_os_wait_input(server->input, wait_ms) > 0)
        read_input(server);
}

static void poll_now(void *context)
{
    poll_input(context, 0);
}

enum trey_status trey_engine_serve(int input, int output,
                                   const struct trey_engine_options *options,
                                   struct trey_error *error)
{
    struct server server = {.input = input, .output = output, .open = true};
    struct trey_engine_options own = *options;
    own.listen = poll_now;
    own.listen_context = &server;
    enum trey_status status =
        trey_engine_new(&own, write_line, &server, &server.engine, error);
    if (status != TREY_OK)
        return status;
    bool busy = false;
    while ((server.open && !trey_engine_ended(server.engine)) || busy) {
        poll_input(&server, busy ? 0 : -1);
        busy = trey_engine_step(server.engine, STEP_MS);
    }
    trey_engine_free(server.engine);
    trey_text_clear(&server.line);
    trey_text_clear(&server.out);
    return server.broken == 0 ? TREY_OK
                              : trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s",
                                          strerror(server.broken));
}
