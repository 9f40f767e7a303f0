/* Requests and WebSocket frames as trey serve reads them. The parsers get one end of a
 * socket pair, and the input comes from the other: a request or, after the byte W, frames
 * that follow a valid handshake. The server's answer must be one HTTP response of the
 * stated length, or a handshake and well-formed frames of UTF-8, with nothing after a
 * close frame. */
#include "fuzz.h"

#include "cli/common.h"
#include "cli/serve_inside.h"
#include "cli/serve_site.h"
#include "cli/shown.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX_BYTES = 4096, ANSWER_BYTES = 1 << 20 };

/* --- replacements for the rest of the server ---------------------------------------- */

const struct serve_file serve_site[] = {
    {.path = "/index.html", .type = "text/html", .bytes = "page", .size_bytes = 4}};
const size_t serve_site_count = 1;

bool serve_thread(pthread_t *thread, size_t stack_bytes, void *(*run)(void *),
                  void *context)
{
    (void)stack_bytes; /* sanitizers need more */
    return pthread_create(thread, NULL, run, context) == 0;
}

void serve_gate_wake(struct serve_server *server)
{
    (void)server;
}

enum trey_status serve_networks_get(void *context, const char *name,
                                    struct trey_shape shape, enum trey_eval_family family,
                                    const struct trey_evaluator **evaluator,
                                    struct trey_error *error)
{
    (void)context, (void)name, (void)shape, (void)family, (void)evaluator;
    *error = (struct trey_error){.code = TREY_ERR_INPUT, .message = "no player here"};
    return TREY_ERR_INPUT;
}

uint64_t cli_random_seed(void)
{
    return 1;
}

const struct trey_exact *cli_tables_at(void *context, size_t index)
{
    (void)context, (void)index;
    return NULL;
}

/* --- the client --------------------------------------------------------------------- */

struct client {
    int socket;
    size_t size;
    char *answer; /* ANSWER_BYTES; more is dropped */
};

static void *read_answer(void *context)
{
    struct client *client = context;
    char bytes[4096];
    ssize_t got;
    while ((got = recv(client->socket, bytes, sizeof bytes, 0)) > 0)
        if ((size_t)got <= ANSWER_BYTES - client->size) {
            memcpy(client->answer + client->size, bytes, (size_t)got);
            client->size += (size_t)got;
        }
    return NULL;
}

static void check_page(const char *answer, size_t size, bool head)
{
    static const char length_name[] = "Content-Length: ";
    char *text = fuzz_text((const uint8_t *)answer, size);
    FUZZ_CHECK(text != NULL);
    const char *body = strstr(text, "\r\n\r\n"), *length = strstr(text, length_name);
    FUZZ_CHECK(body != NULL && length != NULL && length < body);
    size_t stated = strtoul(length + strlen(length_name), NULL, 10);
    size_t sent = size - (size_t)(body + 4 - text);
    FUZZ_CHECK(sent == (head ? 0 : stated));
    free(text);
}

/* Checks the server's frames: unmasked, in the shortest form, and complete except for the
 * last one, because the connection of a client that leaves without a close frame is
 * cut. */
static void check_frames(const char *answer, size_t size)
{
    bool closed = false;
    for (size_t at = 0; at < size;) {
        const unsigned char *head = (const unsigned char *)answer + at;
        FUZZ_CHECK(!closed);
        if (size - at < 2)
            return;
        FUZZ_CHECK((head[0] & 0xf0) == 0x80 && (head[1] & 0x80) == 0);
        int opcode = head[0] & 0x0f;
        size_t length = head[1], more = length == 126 ? 2 : length == 127 ? 8 : 0;
        if (size - at < 2 + more)
            return;
        length = more == 0 ? length : 0;
        for (size_t i = 0; i < more; i++)
            length = length << 8 | head[2 + i];
        FUZZ_CHECK(more == 0 || length >= (more == 2 ? 126 : 1 << 16));
        at += 2 + more;
        if (length > size - at)
            return;
        FUZZ_CHECK(opcode == SERVE_TEXT || opcode == SERVE_PONG || opcode == SERVE_CLOSE);
        FUZZ_CHECK(opcode != SERVE_TEXT || cli_is_utf8(answer + at, length));
        FUZZ_CHECK(opcode != SERVE_CLOSE || length == 2);
        closed = opcode == SERVE_CLOSE;
        at += length;
    }
}

static void check_answer(const struct client *client, bool head)
{
    static const char accepted[] = "HTTP/1.1 101 ";
    if (client->size == ANSWER_BYTES)
        return; /* may be incomplete */
    FUZZ_CHECK(client->size > strlen(accepted));
    if (memcmp(client->answer, accepted, strlen(accepted)) != 0) {
        check_page(client->answer, client->size, head);
        return;
    }
    size_t head_bytes = 0;
    FUZZ_CHECK(serve_head_whole(client->answer, client->size, &head_bytes));
    check_frames(client->answer + head_bytes, client->size - head_bytes);
}

/* --- the server --------------------------------------------------------------------- */

static const char handshake[] =
    "GET /session HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

/* Serves a connection as the gate does: from a complete header on. Bytes without one are
 * never answered. */
static void serve(struct serve_server *server, int socket)
{
    struct serve_connection connection = {.server = server, .socket = socket};
    size_t unused;
    connection.buffer = malloc(SERVE_HEAD_BYTES);
    FUZZ_CHECK(connection.buffer != NULL);
    ssize_t got = recv(socket, connection.buffer, SERVE_HEAD_BYTES, 0);
    connection.size_bytes = got > 0 ? (size_t)got : 0;
    FUZZ_CHECK(serve_head_whole(connection.buffer, connection.size_bytes, &unused));
    pthread_mutex_init(&connection.writing, NULL);
    server->first = &connection;
    serve_request(&connection);
    server->first = NULL;
    pthread_mutex_destroy(&connection.writing);
    free(connection.buffer);
    close(socket);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct serve_server server; /* large */
    size_t unused;
    int ends[2];
    pthread_t reader;
    bool frames = size > 0 && data[0] == 'W';
    const char *request = (const char *)data;
    if (size > MAX_BYTES || (!frames && !serve_head_whole(request, size, &unused)))
        return 0;
    memset(&server.options, 0, sizeof server.options);
    server.options.address = "127.0.0.1";
    server.options.sessions = server.options.threads = 1;
    server.options.table_bytes = TREY_SEARCH_MIN_TABLE_BYTES;
    server.options.max_seconds = 0.002;
    server.options.timeout_s = 10;
    pthread_mutex_init(&server.lock, NULL);
    FUZZ_CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    struct client client = {.socket = ends[1], .answer = malloc(ANSWER_BYTES)};
    FUZZ_CHECK(client.answer != NULL);
    if (frames) {
        const size_t head_bytes = sizeof handshake - 1;
        FUZZ_CHECK(send(ends[1], handshake, head_bytes, 0) == (ssize_t)head_bytes);
        FUZZ_CHECK(send(ends[1], data + 1, size - 1, 0) == (ssize_t)(size - 1));
    } else
        FUZZ_CHECK(send(ends[1], data, size, 0) == (ssize_t)size);
    shutdown(ends[1], SHUT_WR);
    FUZZ_CHECK(pthread_create(&reader, NULL, read_answer, &client) == 0);
    serve(&server, ends[0]);
    pthread_join(reader, NULL);
    check_answer(&client, !frames && size > 5 && memcmp(request, "HEAD ", 5) == 0);
    close(ends[1]);
    free(client.answer);
    pthread_mutex_destroy(&server.lock);
    return 0;
}
