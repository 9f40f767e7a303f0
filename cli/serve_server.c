/* Start and stop of the server, and its memory limit.
 *
 * Threads: the gate, which accepts connections (serve_gate.c); one for each request being
 * answered, as many as the maximum of sessions and some more for files, so that the page
 * is served even if all sessions are in use; and one more in each session for the engine.
 * Their stacks are small: hundreds of the usual 8 MiB would use up --max-memory.
 *
 * Most requests of a page have limits of their own, but solving and planning are limited
 * only by memory. The process therefore has a memory limit; a request that exceeds it
 * fails with an answer or a close frame in its own session. */
#include "base/error.h"
#include "os/os.h"
#include "serve_inside.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/* At the end: the time that clients have to close their connections, and the interval of
 * checks. */
enum { CLOSE_MS = 150, CHECK_MS = 5 };

/* Bytes that the system keeps for a client. Once they are full, a third of them must be
 * taken before more can be sent: with the megabytes that Linux would allow, a client that
 * takes less than 100 KB/s would seem to take nothing within --timeout. */
enum { SEND_BUFFER_BYTES = 64 << 10 };

bool serve_thread(pthread_t *thread, size_t stack_bytes, void *(*run)(void *),
                  void *context)
{
    pthread_t detached;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, stack_bytes);
    if (thread == NULL)
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    bool runs = pthread_create(thread != NULL ? thread : &detached, &attributes, run,
                               context) == 0;
    pthread_attr_destroy(&attributes);
    return runs;
}

/* --- memory ----------------------------------------------------------------------------
 */

/* Never raises an existing limit. Does nothing on systems without such a limit. */
void serve_limit_memory(const struct serve_server *server)
{
    trey_os_limit_memory(server->options.memory_bytes);
}

/* glibc reserves 64 MiB of address space for each heap; a few heaps are enough. */
static void limit_heaps(void)
{
#if defined(__GLIBC__)
    mallopt(M_ARENA_MAX, 4);
#endif
}

/* --- start -----------------------------------------------------------------------------
 */

static bool listen_at(struct serve_server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)server->options.port)};
    socklen_t size = sizeof address;
    int one = 1, send_bytes = SEND_BUFFER_BYTES;
    inet_pton(AF_INET, server->options.address, &address.sin_addr);
    server->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (server->listener < 0)
        return false;
    setsockopt(server->listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    setsockopt(server->listener, SOL_SOCKET, SO_SNDBUF, &send_bytes, sizeof send_bytes);
    fcntl(server->listener, F_SETFL, O_NONBLOCK);
    fcntl(server->listener, F_SETFD, FD_CLOEXEC);
    if (bind(server->listener, (struct sockaddr *)&address, size) != 0 ||
        listen(server->listener, SERVE_MAX_PENDING) != 0 ||
        getsockname(server->listener, (struct sockaddr *)&address, &size) != 0)
        return false;
    server->port = ntohs(address.sin_port);
    return true;
}

static bool make_wake_pipe(struct serve_server *server)
{
    if (pipe(server->wake) != 0) {
        server->wake[0] = server->wake[1] = -1;
        return false;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(server->wake[i], F_SETFL, O_NONBLOCK);
        fcntl(server->wake[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

enum trey_status serve_start(const struct serve_options *options,
                             struct serve_server **server, struct trey_error *error)
{
    limit_heaps();
    struct serve_server *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cli_lacks_memory(error);
    enum trey_status status = TREY_OK;
    made->options = *options;
    made->listener = made->wake[0] = made->wake[1] = -1;
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->left, NULL);
    if (!listen_at(made) || !make_wake_pipe(made))
        status = trey_fail(error, TREY_ERR_IO, 0, "cannot listen on %s, port %u: %s",
                           options->address, options->port, strerror(errno));
    else if ((made->networks = serve_networks_new()) == NULL ||
             !(made->gate_runs = serve_thread(&made->gate, SERVE_CONNECTION_STACK,
                                              serve_gate_run, made)))
        status = cli_lacks_memory(error);
    if (status != TREY_OK) {
        serve_stop(made);
        return status;
    }
    *server = made;
    return TREY_OK;
}

unsigned serve_port(const struct serve_server *server)
{
    return server->port;
}

/* --- stop ------------------------------------------------------------------------------
 */

static void stop_gate(struct serve_server *server)
{
    if (!server->gate_runs)
        return;
    serve_gate_wake(server);
    pthread_join(server->gate, NULL);
}

/* Closes the sessions; connections that are still open after a moment are cut. */
static void end_connections(struct serve_server *server)
{
    serve_sessions_end(server);
    for (int ms = 0; ms < CLOSE_MS && atomic_load(&server->sessions) > 0; ms += CHECK_MS)
        nanosleep(&(struct timespec){.tv_nsec = CHECK_MS * 1000000L}, NULL);
    pthread_mutex_lock(&server->lock);
    for (struct serve_connection *connection = server->first; connection != NULL;
         connection = connection->after)
        shutdown(connection->socket, SHUT_RDWR);
    while (server->connections > 0)
        pthread_cond_wait(&server->left, &server->lock);
    pthread_mutex_unlock(&server->lock);
}

static void close_if_open(int file)
{
    if (file >= 0)
        close(file);
}

void serve_stop(struct serve_server *server)
{
    if (server == NULL)
        return;
    atomic_store(&server->ending, true);
    stop_gate(server);
    end_connections(server);
    close_if_open(server->listener);
    close_if_open(server->wake[0]);
    close_if_open(server->wake[1]);
    pthread_cond_destroy(&server->left);
    pthread_mutex_destroy(&server->lock);
    serve_networks_free(server->networks);
    free(server);
}
