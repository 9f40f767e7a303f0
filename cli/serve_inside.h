/* The server's inside: its parts and what they ask of each other.
 *
 *     serve_server.c    civetweb begun and ended, memory bounded
 *     serve_request.c   a request: refused, answered with a file, or made a session
 *     serve_session.c   a session: lines between a WebSocket and an engine
 *     serve_networks.c  evaluations, read once for all sessions */
#ifndef TREY_CLI_SERVE_INSIDE_H
#define TREY_CLI_SERVE_INSIDE_H

#include "common.h"
#include "serve_server.h"

#include <civetweb.h>
#include <pthread.h>
#include <stdatomic.h>

/* Where a page opens its WebSocket. */
#define SERVE_SESSION_PATH "/session"

/* A longer message of a WebSocket ends its session. */
#define SERVE_MESSAGE_BYTES ((size_t)2 << 20)

struct serve_server {
    struct serve_options options;
    struct mg_context *context;
    struct serve_networks *networks;
    atomic_uint sessions; /* connections that are sessions, or about to be */
    atomic_bool ending, ended;
    pthread_mutex_t lock;
    struct serve_session
        *first;        /* of all sessions, for serve_sessions_end; under `lock` */
    char trouble[256]; /* what civetweb said last while it started */
};

/* --- requests (serve_request.c) --------------------------------------------------------
 */

/* civetweb's begin_request: every request comes here first. */
int serve_request(struct mg_connection *connection);

/* --- sessions (serve_session.c) --------------------------------------------------------
 */

/* civetweb's handlers of WebSockets, in the order of their calls; `context` is the
 * server. */
void serve_session_ready(struct mg_connection *connection, void *context);
int serve_session_data(struct mg_connection *connection, int bits, char *data,
                       size_t size_bytes, void *context);
void serve_session_close(const struct mg_connection *connection, void *context);

/* Takes one of the places for sessions for this connection; false if none is free. It is
 * given back by serve_session_leave, civetweb's connection_close. */
bool serve_session_enter(struct mg_connection *connection, struct serve_server *server);
void serve_session_leave(const struct mg_connection *connection);

/* Tells every session that the server is `ending`: each says good-bye to its client, who
 * then closes the connection, if it is polite. Returns at once. */
void serve_sessions_end(struct serve_server *server);

/* --- evaluations (serve_networks.c) ----------------------------------------------------
 */

/* Begins to read the network that plays by default, so that it is there when the first
 * page wants it. NULL if memory could not be had. */
struct serve_networks *serve_networks_new(void);
/* No session may use them any more. */
void serve_networks_free(struct serve_networks *networks);

/* A trey_engine_evaluator_fn; `context` is the networks. Waits for what is being read.
 * For all threads. */
enum trey_status serve_networks_get(void *context, const char *name,
                                    struct trey_shape shape, enum trey_eval_family family,
                                    const struct trey_evaluator **evaluator,
                                    struct trey_error *error);

#endif
