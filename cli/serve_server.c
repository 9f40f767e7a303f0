/* The server: civetweb with our handlers, begun and ended.
 *
 * Threads are civetweb's, one for each connection that is served at the same time: as
 * many as there may be sessions, and some more for files, so that the page comes also
 * when all sessions are taken. Each session has one more, which thinks.
 *
 * What a page may ask for has bounds of its own, but solving, planning, and the frames
 * that civetweb reads for us are bounded only by memory: so the process has a limit, and
 * what does not fit fails, with an answer that says so, in the session that asked. */
#include "serve_inside.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_FOR_FILES = 8 };

/* While it ends: how long clients have to close their connections, and how often it is
 * looked whether they did. */
enum { GOOD_BYE_MS = 150, LOOK_MS = 5 };

/* Messages go nowhere, but for the reason why it did not start, which only the thread
 * that starts it hears. */
static int hear(const struct mg_connection *connection, const char *message)
{
    struct serve_server *server = mg_get_user_context_data(connection);
    if (server != NULL && strncmp(message, "cannot ", strlen("cannot ")) == 0)
        snprintf(server->trouble, sizeof server->trouble, "%s", message);
    return 1;
}

/* The reason is what civetweb gives in brackets: "cannot bind to 127.0.0.1:80: 13
 * (Permission denied)". */
static enum trey_status fail_to_listen(const struct serve_server *server,
                                       struct trey_error *error)
{
    const char *reason = strchr(server->trouble, '(');
    size_t size = reason != NULL ? strcspn(reason + 1, ")") : 0;
    *error = (struct trey_error){.code = TREY_ERR_IO};
    snprintf(error->message, sizeof error->message, "cannot listen on %s, port %u: %.*s",
             server->options.address, server->options.port, size > 0 ? (int)size : 22,
             size > 0 ? reason + 1 : "the server cannot start");
    return TREY_ERR_IO;
}

/* Bytes that the process has for data, as RLIMIT_DATA counts them; 0 if that is not
 * known. */
static size_t data_bytes(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return 0;
    if (fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
        pages = 0;
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* No more than what was allowed before. Where it cannot be said, it is not. */
void serve_limit_memory(const struct serve_server *server)
{
    struct rlimit limit;
    size_t now = data_bytes(), most = now + server->options.memory_bytes;
    if (now == 0 || most < now || getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > most)
        limit.rlim_cur = most;
    setrlimit(RLIMIT_DATA, &limit);
}

static struct mg_context *start_civetweb(struct serve_server *server)
{
    static const struct mg_callbacks callbacks = {
        .begin_request = serve_request,
        .log_message = hear,
        .connection_close = serve_session_leave,
    };
    char where[64], threads[16], request_ms[16], silence_ms[16];
    snprintf(where, sizeof where, "%s:%u", server->options.address, server->options.port);
    snprintf(threads, sizeof threads, "%u", server->options.sessions + THREADS_FOR_FILES);
    snprintf(request_ms, sizeof request_ms, "%u", 1000 * server->options.timeout_s);
    snprintf(silence_ms, sizeof silence_ms, "%u", 1500 * server->options.timeout_s);
    const char *options[] = {
        "listening_ports", where, "num_threads", threads,
        /* A request, and any one write of an answer, take no longer. */
        "request_timeout_ms", request_ms, "max_request_size", "16384",
        /* Silent clients are asked whether they live, five times. */
        "websocket_timeout_ms", silence_ms, "enable_websocket_ping_pong", "yes",
        "tcp_nodelay", "1", "enable_keep_alive", "no",
        /* What our handlers leave nothing for, switched off all the same. */
        "decode_url", "no", "enable_directory_listing", "no", "enable_auth_domain_check",
        "no", "access_control_allow_origin", "", "access_control_allow_methods", "",
        "cgi_pattern", "", "ssi_pattern", "", "allow_sendfile_call", "no", NULL};
    struct mg_context *context = mg_start(&callbacks, server, options);
    if (context != NULL)
        mg_set_websocket_handler(context, SERVE_SESSION_PATH, NULL, serve_session_ready,
                                 serve_session_data, serve_session_close, server);
    return context;
}

enum trey_status serve_start(const struct serve_options *options,
                             struct serve_server **server, struct trey_error *error)
{
    struct serve_server *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cli_lacks_memory(error);
    made->options = *options;
    pthread_mutex_init(&made->lock, NULL);
    mg_init_library(0);
    made->networks = serve_networks_new();
    if (made->networks != NULL)
        made->context = start_civetweb(made);
    if (made->context == NULL) {
        enum trey_status status = made->networks == NULL ? cli_lacks_memory(error)
                                                         : fail_to_listen(made, error);
        serve_stop(made);
        return status;
    }
    *server = made;
    return TREY_OK;
}

unsigned serve_port(const struct serve_server *server)
{
    struct mg_server_port port;
    int count = mg_get_server_ports(server->context, 1, &port);
    return count == 1 ? (unsigned)port.port : server->options.port;
}

/* --- the end ---------------------------------------------------------------------------
 */

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
}

struct visitor {
    struct sockaddr_in address;
    atomic_bool *ended;
};

/* civetweb's thread that listens sees that it is to end when somebody comes, or after two
 * seconds: so somebody comes. */
static void *knock(void *context)
{
    struct visitor *visitor = context;
    while (!atomic_load(visitor->ended)) {
        int door = socket(AF_INET, SOCK_STREAM, 0);
        if (door >= 0) {
            fcntl(door, F_SETFL, O_NONBLOCK);
            (void)!connect(door, (struct sockaddr *)&visitor->address,
                           sizeof visitor->address);
            close(door);
        }
        rest();
    }
    return NULL;
}

static void stop_civetweb(struct serve_server *server)
{
    pthread_t thread;
    struct visitor visitor = {.address = {.sin_family = AF_INET},
                              .ended = &server->ended};
    visitor.address.sin_port = htons((uint16_t)serve_port(server));
    inet_pton(AF_INET, server->options.address, &visitor.address.sin_addr);
    serve_sessions_end(server);
    for (int ms = 0; ms < GOOD_BYE_MS && atomic_load(&server->sessions) > 0;
         ms += LOOK_MS)
        rest();
    bool knocks = pthread_create(&thread, NULL, knock, &visitor) == 0;
    mg_stop(server->context);
    atomic_store(&server->ended, true);
    if (knocks)
        pthread_join(thread, NULL);
}

void serve_stop(struct serve_server *server)
{
    if (server == NULL)
        return;
    atomic_store(&server->ending, true);
    if (server->context != NULL)
        stop_civetweb(server);
    pthread_mutex_destroy(&server->lock);
    serve_networks_free(server->networks);
    mg_exit_library();
    free(server);
}
