/* The gate: one thread accepts connections and holds them until their first request is
 * complete. A silent connection costs a few bytes and no thread, so that many of them do
 * not delay others.
 *
 * - A connection whose request is not complete after --timeout seconds is closed.
 * - At most SERVE_MAX_PENDING connections wait, and a fraction of them per address. If
 *   there are more, the oldest one is closed, preferably one of the same address.
 * - A complete request gets a thread, unless the maximum is running: one per session, and
 *   some for files, at most half of them for one address. Otherwise the connection waits;
 *   the oldest one is served first. */
#include "os/clock.h"
#include "serve_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 250, REST_MS = 20, MAX_ACCEPTED = 64 /* per turn */ };

void serve_gate_wake(struct serve_server *server)
{
    (void)!write(server->wake[1], "", 1); /* a full pipe wakes as well */
}

/* --- waiting connections ---------------------------------------------------------------
 */

/* Removes a connection from the list; its socket stays open. The others keep their order,
 * oldest first. */
static void remove_pending(struct serve_server *server, size_t index)
{
    server->pending_count--;
    memmove(&server->pending[index], &server->pending[index + 1],
            (server->pending_count - index) * sizeof *server->pending);
}

static void close_pending(struct serve_server *server, size_t index)
{
    close(server->pending[index].socket);
    free(server->pending[index].head);
    remove_pending(server, index);
}

static void make_room(struct serve_server *server, uint32_t address)
{
    size_t oldest = server->pending_count, count = 0;
    for (size_t i = server->pending_count; i-- > 0;)
        if (server->pending[i].address == address) {
            oldest = i;
            count++;
        }
    if (count >= SERVE_MAX_PENDING_OF_ADDRESS)
        close_pending(server, oldest);
    else if (server->pending_count == SERVE_MAX_PENDING)
        close_pending(server, 0);
}

/* Accepts one connection; false if none is waiting or no descriptor is free. */
static bool accept_one(struct serve_server *server)
{
    struct sockaddr_in from = {0};
    socklen_t size = sizeof from;
    int one = 1;
    int made = accept(server->listener, (struct sockaddr *)&from, &size);
    if (made < 0) {
        bool full = errno == EMFILE || errno == ENFILE || errno == ENOMEM;
        if (full && server->pending_count > 0)
            close_pending(server, 0);
        else if (full)
            nanosleep(&(struct timespec){.tv_nsec = REST_MS * 1000000L}, NULL);
        return false;
    }
    fcntl(made, F_SETFL, O_NONBLOCK);
    fcntl(made, F_SETFD, FD_CLOEXEC);
    setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    make_room(server, from.sin_addr.s_addr);
    server->pending[server->pending_count++] =
        (struct serve_pending){.socket = made,
                               .address = from.sin_addr.s_addr,
                               .since_s = trey_clock_monotonic()};
    return true;
}

/* Reads the available bytes; false if the connection must be closed. */
static bool read_head(struct serve_pending *pending)
{
    size_t unused;
    if (pending->head == NULL && (pending->head = malloc(SERVE_HEAD_BYTES)) == NULL)
        return false;
    ssize_t got = recv(pending->socket, pending->head + pending->size_bytes,
                       SERVE_HEAD_BYTES - pending->size_bytes, 0);
    if (got <= 0)
        return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    pending->size_bytes += (size_t)got;
    pending->ready = serve_head_whole(pending->head, pending->size_bytes, &unused) ||
                     pending->size_bytes == SERVE_HEAD_BYTES;
    return true;
}

/* --- threads for requests --------------------------------------------------------------
 */

static void add_connection(struct serve_connection *connection)
{
    struct serve_server *server = connection->server;
    pthread_mutex_lock(&server->lock);
    connection->after = server->first;
    if (server->first != NULL)
        server->first->before = connection;
    server->first = connection;
    server->connections++;
    pthread_mutex_unlock(&server->lock);
}

/* Ends a connection. The socket is closed under the lock, because its number may be
 * reused.
 */
static void remove_connection(struct serve_connection *connection)
{
    struct serve_server *server = connection->server;
    pthread_mutex_destroy(&connection->writing);
    free(connection->buffer);
    pthread_mutex_lock(&server->lock);
    if (connection->before != NULL)
        connection->before->after = connection->after;
    else
        server->first = connection->after;
    if (connection->after != NULL)
        connection->after->before = connection->before;
    close(connection->socket);
    free(connection);
    serve_gate_wake(server);
    server->connections--;
    pthread_cond_signal(&server->left);
    pthread_mutex_unlock(&server->lock); /* `server` may be freed from here on */
}

static void *answer_request(void *context)
{
    struct serve_connection *connection = context;
    serve_request(connection);
    serve_linger(connection);
    remove_connection(connection);
    return NULL;
}

/* True if a thread may be started for a client of this address. */
static bool may_start(struct serve_server *server, uint32_t address)
{
    unsigned others = 0, of_address = 0;
    pthread_mutex_lock(&server->lock);
    for (struct serve_connection *connection = server->first; connection != NULL;
         connection = connection->after)
        if (connection->session == NULL) {
            others++;
            of_address += connection->address == address;
        }
    pthread_mutex_unlock(&server->lock);
    return others < SERVE_FILE_THREADS && of_address < SERVE_FILE_THREADS / 2;
}

/* Answers 503 without waiting: the short answer fits into the socket's buffer. */
static void refuse(struct serve_server *server, size_t index)
{
    static const char busy[] = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\n"
                               "Content-Length: 0\r\nConnection: close\r\n\r\n";
    (void)!send(server->pending[index].socket, busy, sizeof busy - 1, MSG_NOSIGNAL);
    close_pending(server, index);
}

/* Starts a thread for the connection, or refuses it if no thread is available. */
static void start_connection(struct serve_server *server, size_t index)
{
    struct serve_pending *pending = &server->pending[index];
    struct serve_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        refuse(server, index);
        return;
    }
    connection->server = server;
    connection->socket = pending->socket;
    connection->address = pending->address;
    connection->buffer = pending->head;
    connection->size_bytes = pending->size_bytes;
    pthread_mutex_init(&connection->writing, NULL);
    add_connection(connection);
    if (serve_thread(NULL, SERVE_CONNECTION_STACK, answer_request, connection)) {
        remove_pending(server, index);
        return;
    }
    int kept = dup(connection->socket);
    pending->socket = kept;
    pending->head = NULL;
    remove_connection(connection);
    if (kept >= 0)
        refuse(server, index);
    else
        remove_pending(server, index);
}

/* --- the gate's thread -----------------------------------------------------------------
 */

static void wait_for_events(struct serve_server *server)
{
    struct pollfd *polled = server->polled;
    for (size_t i = 0; i < server->pending_count; i++)
        polled[i] = (struct pollfd){
            .fd = server->pending[i].ready ? -1 : server->pending[i].socket,
            .events = POLLIN};
    size_t count = server->pending_count;
    polled[count] = (struct pollfd){.fd = server->listener, .events = POLLIN};
    polled[count + 1] = (struct pollfd){.fd = server->wake[0], .events = POLLIN};
    poll(polled, count + 2, server->pending_count > 0 ? LOOK_MS : -1);
}

/* Goes backwards: removing an entry does not move those that are still to be checked. */
static void read_heads(struct serve_server *server)
{
    double now_s = trey_clock_monotonic();
    for (size_t i = server->pending_count; i-- > 0;) {
        struct serve_pending *pending = &server->pending[i];
        bool late = now_s - pending->since_s > server->options.timeout_s;
        if ((server->polled[i].revents != 0 && !read_head(pending)) ||
            (late && !pending->ready))
            close_pending(server, i);
    }
}

static void start_ready(struct serve_server *server)
{
    for (size_t i = 0; i < server->pending_count;)
        if (server->pending[i].ready && may_start(server, server->pending[i].address))
            start_connection(server, i); /* removes it from the list */
        else
            i++;
}

void *serve_gate_run(void *context)
{
    struct serve_server *server = context;
    while (!atomic_load(&server->ending)) {
        char bytes[64];
        size_t count = server->pending_count;
        wait_for_events(server);
        bool new_connection = server->polled[count].revents != 0;
        if (server->polled[count + 1].revents != 0)
            (void)!read(server->wake[0], bytes, sizeof bytes);
        read_heads(server);
        for (int i = 0; new_connection && i < MAX_ACCEPTED && accept_one(server); i++)
            continue;
        start_ready(server);
    }
    while (server->pending_count > 0)
        close_pending(server, server->pending_count - 1);
    return NULL;
}
