/* A request is refused, answered with a file of the page, or becomes a session.
 *
 * - Host must be a name of this server. This defeats DNS rebinding, in which a page of
 *   another site makes its own name resolve to this server.
 * - The Origin of a WebSocket, which browsers always send, must be the page that this
 *   server sent.
 * - A request with a body is refused unread. */
#include "serve_inside.h"
#include "serve_site.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Scripts, styles and the WebSocket must come from this server; images may also be data
 * in a style. */
static const char safe_headers[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cache-Control: no-cache\r\n"
    "Connection: close\r\n";

/* --- answers ---------------------------------------------------------------------------
 */

static bool has_body(const struct serve_connection *connection)
{
    size_t count;
    const char *length = serve_header(connection, "Content-Length", &count);
    return count > 1 || (count == 1 && strcmp(length, "0") != 0) ||
           serve_header(connection, "Transfer-Encoding", NULL) != NULL;
}

/* True if the method is HEAD, which forbids a body in the answer, also if the rest of the
 * request could not be parsed. */
static bool is_head(const struct serve_connection *connection)
{
    return connection->method != NULL ? strcmp(connection->method, "HEAD") == 0
                                      : strncmp(connection->buffer, "HEAD ", 5) == 0;
}

/* Writes an answer. `extra` has further header lines. */
static void send_answer(struct serve_connection *connection, int status,
                        const char *words, const char *extra,
                        const struct serve_file *file)
{
    char head[1024];
    int size = snprintf(head, sizeof head,
                        "HTTP/1.1 %d %s\r\n%s%sContent-Type: %s\r\n"
                        "Content-Length: %zu\r\n\r\n",
                        status, words, safe_headers, extra, file->type, file->size_bytes);
    if (size > 0 && (size_t)size < sizeof head &&
        serve_send(connection, head, (size_t)size) && !is_head(connection))
        serve_send(connection, file->bytes, file->size_bytes);
}

static void refuse(struct serve_connection *connection, int status, const char *words,
                   const char *extra, const char *why)
{
    char text[256];
    int size = snprintf(text, sizeof text, "%d %s: %s\n", status, words, why);
    const struct serve_file file = {
        .type = "text/plain; charset=utf-8", .bytes = text, .size_bytes = (size_t)size};
    send_answer(connection, status, words, extra, &file);
}

/* --- origin of a request ---------------------------------------------------------------
 */

/* The only header of this name; NULL if there is none, or more than one. */
static const char *single_header(const struct serve_connection *connection,
                                 const char *name)
{
    size_t count;
    const char *value = serve_header(connection, name, &count);
    return count == 1 ? value : NULL;
}

static bool same_name(const char *name, size_t size, const char *other)
{
    return strlen(other) == size && strncasecmp(name, other, size) == 0;
}

/* A server that listens on all addresses accepts any numeric address as Host: only names
 * can be used for DNS rebinding. */
static bool is_address(const char *name, size_t size)
{
    char copy[INET_ADDRSTRLEN];
    struct in_addr address;
    if (size >= sizeof copy)
        return false;
    memcpy(copy, name, size);
    copy[size] = '\0';
    return inet_pton(AF_INET, copy, &address) == 1;
}

/* True for NAME or NAME:PORT with a name of this server. The port may differ, for
 * instance behind a tunnel. */
static bool is_our_host(const struct serve_options *options, const char *host)
{
    size_t size = strcspn(host, ":");
    const char *port = host + size;
    if (*port == ':' &&
        (port[1] == '\0' || port[1 + strspn(port + 1, "0123456789")] != '\0'))
        return false;
    if (same_name(host, size, "localhost") || same_name(host, size, "127.0.0.1") ||
        same_name(host, size, options->address))
        return true;
    if (strcmp(options->address, "0.0.0.0") == 0 && is_address(host, size))
        return true;
    for (size_t i = 0; i < options->name_count; i++)
        if (same_name(host, size, options->names[i]))
            return true;
    return false;
}

/* Programs other than browsers send no Origin, or could send any. */
static bool is_our_origin(const struct serve_connection *connection, const char *host)
{
    if (serve_header(connection, "Origin", NULL) == NULL)
        return true;
    const char *origin = single_header(connection, "Origin");
    if (origin == NULL)
        return false;
    if (strncmp(origin, "http://", strlen("http://")) == 0)
        return strcasecmp(origin + strlen("http://"), host) == 0;
    return strncmp(origin, "https://", strlen("https://")) == 0 &&
           strcasecmp(origin + strlen("https://"), host) == 0;
}

/* --- dispatch --------------------------------------------------------------------------
 */

static bool contains_word(const char *text, const char *word)
{
    size_t size = strlen(word);
    while (text != NULL && *text != '\0' && strncasecmp(text, word, size) != 0)
        text++;
    return text != NULL && *text != '\0';
}

/* Key of a WebSocket handshake; NULL for other requests. */
static const char *handshake_key(const struct serve_connection *connection)
{
    enum { KEY_BYTES = 24 };
    const char *upgrade = serve_header(connection, "Upgrade", NULL);
    const char *version = single_header(connection, "Sec-WebSocket-Version");
    const char *key = single_header(connection, "Sec-WebSocket-Key");
    bool whole = upgrade != NULL && strcasecmp(upgrade, "websocket") == 0 &&
                 contains_word(serve_header(connection, "Connection", NULL), "upgrade") &&
                 version != NULL && strcmp(version, "13") == 0 && key != NULL &&
                 strlen(key) == KEY_BYTES && strcmp(connection->method, "GET") == 0;
    return whole ? key : NULL;
}

static void open_session(struct serve_connection *connection, const char *host)
{
    struct serve_server *server = connection->server;
    const char *key = handshake_key(connection);
    if (key == NULL) {
        refuse(connection, 426, "Upgrade Required",
               "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n",
               "this address is a WebSocket");
        return;
    }
    if (!is_our_origin(connection, host)) {
        refuse(connection, 403, "Forbidden", "",
               "the WebSocket is for this server's page");
        return;
    }
    if (atomic_fetch_add(&server->sessions, 1) >= server->options.sessions)
        refuse(connection, 503, "Service Unavailable", "Retry-After: 10\r\n",
               "all sessions are in use");
    else if (serve_accept_handshake(connection, key))
        serve_session_run(connection);
    atomic_fetch_sub(&server->sessions, 1);
}

static void send_page_file(struct serve_connection *connection, const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (size_t i = 0; i < serve_site_count; i++)
        if (strcmp(serve_site[i].path, path) == 0) {
            send_answer(connection, 200, "OK", "", &serve_site[i]);
            return;
        }
    refuse(connection, 404, "Not Found", "", "no such page");
}

void serve_request(struct serve_connection *connection)
{
    size_t unused;
    if (!serve_head_whole(connection->buffer, connection->size_bytes, &unused)) {
        refuse(connection, 431, "Request Header Fields Too Large", "",
               "the header of the request is too long");
        return;
    }
    if (!serve_head_parse(connection) || connection->path[0] != '/') {
        refuse(connection, 400, "Bad Request", "", "not a valid request for a path");
        return;
    }
    const char *host = single_header(connection, "Host");
    if (host == NULL || !is_our_host(&connection->server->options, host))
        refuse(connection, 403, "Forbidden", "",
               "this Host is not served; --host NAME allows it");
    else if (has_body(connection))
        refuse(connection, 413, "Content Too Large", "", "requests must not have a body");
    else if (strcmp(connection->method, "GET") != 0 &&
             strcmp(connection->method, "HEAD") != 0)
        refuse(connection, 405, "Method Not Allowed", "Allow: GET, HEAD\r\n",
               "only GET and HEAD are allowed");
    else if (strcmp(connection->path, SERVE_SESSION_PATH) == 0)
        open_session(connection, host);
    else
        send_page_file(connection, connection->path); /* not decoded */
}
