/* The pump: lines from one file descriptor, answers to another, the session between. One
 * thread: it looks for input between two steps, and waits for it only when the session
 * has nothing to do. */
#include "base/error.h"
#include "base/text.h"
#include "engine/session.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEP_MS = 20, CHUNK = 1 << 16 };

struct pump {
    int input, output;
    struct trey_engine *engine;
    struct trey_text line; /* what was read of a line that is not whole */
    bool refused;          /* it was refused, and its rest is passed over */
    bool open;             /* the input has not ended */
    int broken;            /* errno, once the output cannot be written */
    struct trey_text out;
};

static void say(void *context, const char *line, size_t size_bytes)
{
    struct pump *pump = context;
    pump->out.size = 0;
    trey_text_add_bytes(&pump->out, line, size_bytes);
    trey_text_add_char(&pump->out, '\n');
    if (pump->out.failed)
        pump->broken = ENOMEM;
    for (size_t at = 0; at < pump->out.size && pump->broken == 0;) {
        ssize_t wrote = write(pump->output, pump->out.data + at, pump->out.size - at);
        if (wrote > 0)
            at += (size_t)wrote;
        else if (wrote == 0 || errno != EINTR)
            pump->broken = wrote == 0 ? EIO : errno;
    }
    if (pump->broken != 0) /* nobody hears what would be found */
        trey_engine_quit(pump->engine);
}

/* A piece of a line; `whole` if its end was read. A line that lacks a piece, for
 * lack of memory, is never passed on: its beginning may be a request of its own. */
static void take(struct pump *pump, const char *piece, size_t size, bool whole)
{
    struct trey_text *line = &pump->line;
    if (!pump->refused)
        trey_text_add_bytes(line, piece, size);
    if (line->failed && !pump->refused) {
        bool first = line->size == 0; /* the tag is in the piece */
        pump->refused = true;
        trey_engine_lose_line(pump->engine, first ? piece : line->data,
                              first ? size : line->size);
    }
    if (line->size > TREY_ENGINE_LINE_BYTES + 1 && !pump->refused) {
        pump->refused = true; /* for its size */
        trey_engine_line(pump->engine, line->data, line->size);
    }
    if (!whole)
        return;
    if (!pump->refused)
        trey_engine_line(pump->engine, line->size > 0 ? line->data : "", line->size);
    pump->refused = line->failed = false;
    line->size = 0;
}

/* Reads what there is, once. */
static void read_some(struct pump *pump)
{
    char buffer[CHUNK];
    ssize_t got = read(pump->input, buffer, sizeof buffer);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        pump->open = false;
        if (pump->line.size > 0 || pump->refused) /* a last line without its end */
            take(pump, "", 0, true);
        trey_engine_finish(pump->engine);
        return;
    }
    for (size_t at = 0, size = (size_t)got; at < size;) {
        const char *end = memchr(buffer + at, '\n', size - at);
        size_t length = end != NULL ? (size_t)(end - (buffer + at)) : size - at;
        take(pump, buffer + at, length, end != NULL);
        at += length + (end != NULL);
    }
}

/* Waits for input up to so many milliseconds (-1: as long as it takes), and reads it. */
static void look(struct pump *pump, int wait_ms)
{
    struct pollfd ready = {.fd = pump->input, .events = POLLIN};
    if (pump->open && poll(&ready, 1, wait_ms) > 0)
        read_some(pump);
}

static void listen_on(void *context)
{
    look(context, 0);
}

enum trey_status trey_engine_serve(int input, int output,
                                   const struct trey_engine_options *options,
                                   struct trey_error *error)
{
    struct pump pump = {.input = input, .output = output, .open = true};
    struct trey_engine_options own = *options;
    own.listen = listen_on;
    own.listen_context = &pump;
    enum trey_status status = trey_engine_new(&own, say, &pump, &pump.engine, error);
    if (status != TREY_OK)
        return status;
    bool busy = false;
    while ((pump.open && !trey_engine_ended(pump.engine)) || busy) {
        look(&pump, busy ? 0 : -1);
        busy = trey_engine_step(pump.engine, STEP_MS);
    }
    trey_engine_free(pump.engine);
    trey_text_clear(&pump.line);
    trey_text_clear(&pump.out);
    return pump.broken == 0 ? TREY_OK
                            : trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s",
                                        strerror(pump.broken));
}
