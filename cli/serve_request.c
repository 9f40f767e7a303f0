/* A request: refused, answered with a file of the page, or let through to become a
 * session.
 *
 * All of civetweb's own ways to answer (files, folders, scripts, forms) are never
 * reached: every request ends here but a WebSocket's handshake that has passed all
 * checks.
 *
 * - Host must be a name that is ours. A page of somebody else whose name was made to lead
 *   here ("DNS rebinding") comes with that name, and is refused.
 * - A WebSocket's Origin, which browsers always send, must be the page that we handed
 * out.
 * - There is nothing to send here: whatever has a body is refused unread. */
#include "serve_inside.h"
#include "serve_site.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Scripts, styles and the socket are the page's own; pictures may also stand in its
 * style. */
static const char safe_headers[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; "
    "frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cache-Control: no-cache\r\n"
    "Connection: close\r\n";

/* --- answers ---------------------------------------------------------------------------
 */

static bool has_body(const struct mg_connection *connection)
{
    const struct mg_request_info *info = mg_get_request_info(connection);
    return info->content_length > 0 ||
           mg_get_header(connection, "Transfer-Encoding") != NULL;
}

/* Writes an answer; to be returned from serve_request. `extra` has further header lines.
 * civetweb reads what is left of a request whose answer is positive, and none of what
 * comes with one that is not: that would be the 50 MB that were just refused. */
static int answer(struct mg_connection *connection, int status, const char *words,
                  const char *extra, const struct serve_file *file)
{
    const struct mg_request_info *info = mg_get_request_info(connection);
    char head[1024];
    int size = snprintf(head, sizeof head,
                        "HTTP/1.1 %d %s\r\n%s%sContent-Type: %s\r\n"
                        "Content-Length: %zu\r\n\r\n",
                        status, words, safe_headers, extra, file->type, file->size_bytes);
    if (size > 0 && (size_t)size < sizeof head &&
        mg_write(connection, head, (size_t)size) == size &&
        strcmp(info->request_method, "HEAD") != 0)
        mg_write(connection, file->bytes, file->size_bytes);
    return has_body(connection) ? -1 : status;
}

static int refuse(struct mg_connection *connection, int status, const char *words,
                  const char *extra, const char *why)
{
    char text[256];
    int size = snprintf(text, sizeof text, "%d %s: %s\n", status, words, why);
    const struct serve_file file = {
        .type = "text/plain; charset=utf-8", .bytes = text, .size_bytes = (size_t)size};
    return answer(connection, status, words, extra, &file);
}

/* --- who asks --------------------------------------------------------------------------
 */

/* The only header of this name; NULL if there is none, or more than one. */
static const char *only_header(const struct mg_request_info *info, const char *name)
{
    const char *value = NULL;
    for (int i = 0; i < info->num_headers; i++) {
        if (strcasecmp(info->http_headers[i].name, name) != 0)
            continue;
        if (value != NULL)
            return NULL;
        value = info->http_headers[i].value;
    }
    return value;
}

static bool same_name(const char *name, size_t size, const char *other)
{
    return strlen(other) == size && strncasecmp(name, other, size) == 0;
}

/* Where no one address was chosen, any number will do: only names can be made to lead
 * elsewhere. */
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

/* NAME or NAME:PORT with a name of ours. The port may be another: of a tunnel, say. */
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

/* Programs that are no browsers send none, and could send any. */
static bool is_our_origin(const struct mg_connection *connection, const char *host)
{
    const char *origin = mg_get_header(connection, "Origin");
    if (origin == NULL)
        return true;
    origin = only_header(mg_get_request_info(connection), "Origin");
    if (origin == NULL)
        return false;
    if (strncmp(origin, "http://", strlen("http://")) == 0)
        return strcasecmp(origin + strlen("http://"), host) == 0;
    return strncmp(origin, "https://", strlen("https://")) == 0 &&
           strcasecmp(origin + strlen("https://"), host) == 0;
}

/* --- what for --------------------------------------------------------------------------
 */

static bool mentions(const char *text, const char *word)
{
    size_t size = strlen(word);
    while (text != NULL && *text != '\0' && strncasecmp(text, word, size) != 0)
        text++;
    return text != NULL && *text != '\0';
}

/* What civetweb asks for before it shakes hands; what it refuses itself it would answer
 * without a head. */
static bool is_handshake(const struct mg_connection *connection)
{
    enum { KEY_BYTES = 24 };
    const char *upgrade = mg_get_header(connection, "Upgrade");
    const char *version = mg_get_header(connection, "Sec-WebSocket-Version");
    const char *key = mg_get_header(connection, "Sec-WebSocket-Key");
    return upgrade != NULL && strcasecmp(upgrade, "websocket") == 0 &&
           mentions(mg_get_header(connection, "Connection"), "upgrade") &&
           version != NULL && strcmp(version, "13") == 0 && key != NULL &&
           strlen(key) == KEY_BYTES;
}

static int open_session(struct mg_connection *connection, struct serve_server *server,
                        const char *host)
{
    if (!is_handshake(connection))
        return refuse(connection, 426, "Upgrade Required",
                      "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n",
                      "here is a WebSocket");
    if (!is_our_origin(connection, host))
        return refuse(connection, 403, "Forbidden", "", "another page's WebSocket");
    if (!serve_session_enter(connection, server))
        return refuse(connection, 503, "Service Unavailable", "Retry-After: 10\r\n",
                      "as many sessions as may be are open");
    return 0; /* civetweb shakes hands */
}

static int hand_out(struct mg_connection *connection, const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (size_t i = 0; i < serve_site_count; i++)
        if (strcmp(serve_site[i].path, path) == 0)
            return answer(connection, 200, "OK", "", &serve_site[i]);
    return refuse(connection, 404, "Not Found", "", "there is no such page");
}

int serve_request(struct mg_connection *connection)
{
    const struct mg_request_info *info = mg_get_request_info(connection);
    struct serve_server *server = info->user_data;
    const char *host = only_header(info, "Host");
    if (info->request_uri == NULL || info->request_uri[0] != '/')
        return refuse(connection, 400, "Bad Request", "", "not a path");
    if (host == NULL || !is_our_host(&server->options, host))
        return refuse(connection, 403, "Forbidden", "",
                      "this Host is not served; --host NAME allows it");
    if (has_body(connection))
        return refuse(connection, 413, "Content Too Large", "", "nothing is taken here");
    if (strcmp(info->request_method, "GET") != 0 &&
        strcmp(info->request_method, "HEAD") != 0)
        return refuse(connection, 405, "Method Not Allowed", "Allow: GET, HEAD\r\n",
                      "GET and HEAD alone");
    /* As it came, undecoded and uncleaned: no name of ours needs either. */
    if (strcmp(info->local_uri_raw, SERVE_SESSION_PATH) == 0)
        return open_session(connection, server, host);
    return hand_out(connection, info->local_uri_raw);
}
