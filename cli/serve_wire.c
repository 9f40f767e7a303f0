/* Bytes over a connection, and the header of a request. Sockets do not block: each wait
 * is a poll with a time limit. */
#include "serve_inside.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

/* --- bytes -----------------------------------------------------------------------------
 */

/* True if the socket is ready for these events, or has failed. */
static bool wait_for(int socket, short events, int wait_ms)
{
    struct pollfd polled = {.fd = socket, .events = events};
    int count;
    do
        count = poll(&polled, 1, wait_ms);
    while (count < 0 && errno == EINTR);
    return count > 0;
}

static bool would_block(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

bool serve_send(struct serve_connection *connection, const void *bytes, size_t size_bytes)
{
    const char *next = bytes;
    int wait_ms = (int)(1000 * connection->server->options.timeout_s);
    while (size_bytes > 0) {
        ssize_t sent = send(connection->socket, next, size_bytes, MSG_NOSIGNAL);
        if (sent > 0) {
            next += sent;
            size_bytes -= (size_t)sent;
        } else if (!would_block() || !wait_for(connection->socket, POLLOUT, wait_ms))
            return false;
    }
    return true;
}

long serve_receive(struct serve_connection *connection, void *bytes, size_t size_bytes,
                   int wait_ms)
{
    size_t left = connection->size_bytes - connection->at;
    if (left == 0) {
        ssize_t got;
        while ((got = recv(connection->socket, connection->buffer, SERVE_HEAD_BYTES, 0)) <
               0) {
            if (!would_block())
                return 0;
            if (!wait_for(connection->socket, POLLIN, wait_ms))
                return -1;
        }
        connection->at = 0;
        connection->size_bytes = left = (size_t)got;
    }
    size_t taken = left < size_bytes ? left : size_bytes;
    memcpy(bytes, connection->buffer + connection->at, taken);
    connection->at += taken;
    return (long)taken;
}

void serve_linger(struct serve_connection *connection)
{
    enum { WAIT_MS = 100, MAX_READS = 20 };
    char unread;
    shutdown(connection->socket, SHUT_WR);
    for (int i = 0; i < MAX_READS && !atomic_load(&connection->server->ending); i++) {
        connection->at = connection->size_bytes;
        if (serve_receive(connection, &unread, 1, WAIT_MS) <= 0)
            return;
    }
}

/* --- headers ---------------------------------------------------------------------------
 */

bool serve_head_whole(const char *bytes, size_t size_bytes, size_t *head_bytes)
{
    for (size_t i = 3; i < size_bytes; i++)
        if (bytes[i] == '\n' && memcmp(bytes + i - 3, "\r\n\r", 3) == 0) {
            *head_bytes = i + 1;
            return true;
        }
    return false;
}

/* Returns the line at *next, with a zero byte instead of its CR LF; NULL if it contains
 * other control characters. Moves *next to the following line. */
static char *cut_line(char **next)
{
    char *line = *next, *end = line;
    for (; *end != '\r'; end++)
        if (((unsigned char)*end < ' ' && *end != '\t') || *end == 0x7f)
            return NULL;
    if (end[1] != '\n')
        return NULL;
    *end = '\0';
    *next = end + 2;
    return line;
}

/* Cuts the text at the first space and returns the rest; NULL if there is no space. */
static char *cut_word(char *text)
{
    char *space = strchr(text, ' ');
    if (space == NULL)
        return NULL;
    *space = '\0';
    return space + 1;
}

static bool parse_request_line(struct serve_connection *connection, char *line)
{
    char *path = cut_word(line);
    char *version = path != NULL ? cut_word(path) : NULL;
    connection->method = path != NULL ? line : NULL;
    if (version == NULL || line[0] == '\0' || path[0] == '\0' ||
        (strcmp(version, "HTTP/1.1") != 0 && strcmp(version, "HTTP/1.0") != 0))
        return false;
    path[strcspn(path, "?#")] = '\0';
    connection->path = path;
    return true;
}

/* Refuses blanks in a header's name and before the colon, because other programs may
 * interpret such a line differently. */
static bool parse_header(struct serve_connection *connection, char *line)
{
    char *colon = strchr(line, ':');
    if (colon == NULL || colon == line || strcspn(line, " \t") < (size_t)(colon - line) ||
        connection->header_count == SERVE_MAX_HEADERS)
        return false;
    *colon = '\0';
    char *value = colon + 1 + strspn(colon + 1, " \t");
    size_t size = strlen(value);
    while (size > 0 && (value[size - 1] == ' ' || value[size - 1] == '\t'))
        value[--size] = '\0';
    connection->headers[connection->header_count++] =
        (struct serve_header){.name = line, .value = value};
    return true;
}

bool serve_head_parse(struct serve_connection *connection)
{
    char *next = connection->buffer;
    size_t size = 0;
    connection->header_count = 0;
    if (!serve_head_whole(connection->buffer, connection->size_bytes, &size))
        return false;
    connection->at = size;
    char *line = cut_line(&next);
    if (line == NULL || !parse_request_line(connection, line))
        return false;
    while ((line = cut_line(&next)) != NULL && line[0] != '\0')
        if (!parse_header(connection, line))
            return false;
    return line != NULL;
}

const char *serve_header(const struct serve_connection *connection, const char *name,
                         size_t *count)
{
    const char *value = NULL;
    size_t found = 0;
    for (size_t i = 0; i < connection->header_count; i++)
        if (strcasecmp(connection->headers[i].name, name) == 0 && found++ == 0)
            value = connection->headers[i].value;
    if (count != NULL)
        *count = found;
    return value;
}
