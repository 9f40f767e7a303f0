/* Internal interface of the server's files.
 *
 *     serve_server.c    start and stop, memory limit
 *     serve_gate.c      new connections until their first request is complete
 *     serve_wire.c      bytes over a connection, parsing the header of a request
 *     serve_request.c   a request: refuses it, sends a file, or starts a session
 *     serve_frames.c    the WebSocket protocol: handshake and frames
 *     serve_session.c   a session: lines between a WebSocket and an engine
 *     serve_networks.c  evaluators, loaded once for all sessions */
#ifndef TREY_CLI_SERVE_INSIDE_H
#define TREY_CLI_SERVE_INSIDE_H

#include "common.h"
#include "serve_server.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

/* Path of the WebSocket that a page opens. */
#define SERVE_SESSION_PATH "/session"

/* Maximum size of a WebSocket message; a longer one ends the session. */
#define SERVE_MESSAGE_BYTES ((size_t)2 << 20)

enum {
    SERVE_HEAD_BYTES = 16384, /* maximum size of a request's header */
    SERVE_MAX_HEADERS = 64,
    SERVE_FILE_THREADS = 16, /* maximum number of threads without a session */
    SERVE_MAX_PENDING = 512, /* connections whose first request is incomplete */
    SERVE_MAX_PENDING_OF_ADDRESS = 64,
};

/* A connection whose first request is incomplete. It has no thread. */
struct serve_pending {
    int socket;
    uint32_t address; /* of the client */
    double since_s;   /* time of acceptance, monotonic clock */
    char *head;       /* SERVE_HEAD_BYTES; NULL until the first byte arrives */
    size_t size_bytes;
    bool ready; /* the request is complete or too long, and waits for a thread */
};

struct serve_header {
    const char *name, *value;
};

/* A connection with a thread that answers its request. */
struct serve_connection {
    struct serve_server *server;
    struct serve_connection *before, *after; /* in the server's list, under its lock */
    int socket;                              /* non-blocking */
    uint32_t address;

    /* Bytes read but not yet used: `at` to `size_bytes` of the buffer. */
    char *buffer; /* SERVE_HEAD_BYTES */
    size_t at, size_bytes;

    /* The header of the request; texts are in `buffer`. */
    const char *method, *path;
    struct serve_header headers[SERVE_MAX_HEADERS];
    size_t header_count;

    pthread_mutex_t writing;       /* frames are written one at a time */
    bool closed;                   /* a close frame was the last one; under `writing` */
    struct serve_session *session; /* NULL: none; under the server's lock */
};

struct serve_server {
    struct serve_options options;
    struct serve_networks *networks;
    atomic_uint sessions; /* number of connections that are sessions */
    atomic_bool ending;

    int listener, wake[2]; /* a byte in the pipe `wake` wakes the gate */
    unsigned port;
    pthread_t gate;
    bool gate_runs;
    struct serve_pending pending[SERVE_MAX_PENDING]; /* used by the gate only */
    struct pollfd polled[SERVE_MAX_PENDING + 2];
    size_t pending_count;

    pthread_mutex_t lock;
    pthread_cond_t left;            /* signalled when a connection has ended */
    struct serve_connection *first; /* list of connections with a thread */
    unsigned connections;           /* number of them */
};

/* Stack sizes: the thread of a session runs the engine, whose search is recursive; the
 * thread of a connection only reads and writes. */
#define SERVE_ENGINE_STACK     ((size_t)1 << 20)
#define SERVE_CONNECTION_STACK ((size_t)256 << 10)

/* Starts a thread with a small stack, detached if `thread` is NULL. False if the system
 * has no more threads or memory. */
bool serve_thread(pthread_t *thread, size_t stack_bytes, void *(*run)(void *),
                  void *context);

/* --- new connections (serve_gate.c) ----------------------------------------------------
 */

/* The gate's thread; `context` is the server. Returns soon after `ending` is set. */
void *serve_gate_run(void *context);
void serve_gate_wake(struct serve_server *server);

/* --- bytes and headers (serve_wire.c) --------------------------------------------------
 */

/* Sends all bytes, waiting for a slow client up to the time limit for each piece. False
 * if the connection is lost. */
bool serve_send(struct serve_connection *connection, const void *bytes,
                size_t size_bytes);

/* Receives up to size_bytes bytes, waiting for the first one. Returns their number, 0 if
 * the connection has ended, -1 if none arrived in wait_ms. */
long serve_receive(struct serve_connection *connection, void *bytes, size_t size_bytes,
                   int wait_ms);

/* Shuts down writing, then discards incoming bytes for a moment: closing a socket with
 * unread bytes could destroy an answer in transit. */
void serve_linger(struct serve_connection *connection);

/* True if these bytes contain a complete header; *head_bytes is then its length. */
bool serve_head_whole(const char *bytes, size_t size_bytes, size_t *head_bytes);

/* Splits the request in the buffer into method, path and headers; false if malformed. */
bool serve_head_parse(struct serve_connection *connection);

/* Value of the first header of this name, or NULL; *count, if `count` is not NULL,
 * receives the number of headers of this name. */
const char *serve_header(const struct serve_connection *connection, const char *name,
                         size_t *count);

/* --- requests (serve_request.c) --------------------------------------------------------
 */

/* Answers the request in the buffer, or runs a session; returns when the connection may
 * be closed. */
void serve_request(struct serve_connection *connection);

/* --- WebSockets (serve_frames.c) -------------------------------------------------------
 */

enum serve_opcode {
    SERVE_CONTINUATION = 0,
    SERVE_TEXT = 1,
    SERVE_BINARY = 2,
    SERVE_CLOSE = 8,
    SERVE_PING = 9,
    SERVE_PONG = 10
};

/* Reasons to close a WebSocket (RFC 6455, 7.4.1, and the IANA registry). */
enum serve_reason {
    SERVE_NORMAL = 1000,
    SERVE_GOING_AWAY = 1001,
    SERVE_PROTOCOL = 1002,
    SERVE_LOST = 1006, /* never sent: the connection is lost or silent */
    SERVE_NOT_UTF8 = 1007,
    SERVE_TOO_MUCH = 1008,
    SERVE_TOO_LONG = 1009,
    SERVE_NO_MEMORY = 1013
};

/* The header of a frame. */
struct serve_frame {
    int opcode; /* enum serve_opcode */
    bool last;  /* of its message */
    unsigned char mask[4];
    uint64_t size_bytes; /* of the payload; at most 125 for control frames */
};

enum { SERVE_CONTROL_BYTES = 125 };

/* Sends the answer to a handshake with this key of 24 characters. */
bool serve_accept_handshake(struct serve_connection *connection, const char *key);

/* Reads the header of the next frame; pings a silent client. Returns SERVE_NORMAL, or the
 * reason to close the connection, for instance for frames that RFC 6455 forbids. */
enum serve_reason serve_frame_next(struct serve_connection *connection,
                                   struct serve_frame *frame);

/* Reads and unmasks bytes of the payload, from `offset` on; false if the connection is
 * lost. */
bool serve_frame_read(struct serve_connection *connection,
                      const struct serve_frame *frame, uint64_t offset, char *bytes,
                      size_t size_bytes);

/* Writes a frame; false if the connection is lost. Frames after a close frame are dropped
 * (RFC 6455, 5.5.1). Any thread. */
bool serve_frame_write(struct serve_connection *connection, enum serve_opcode opcode,
                       const char *bytes, size_t size_bytes);
void serve_frame_close(struct serve_connection *connection, enum serve_reason reason);

/* --- sessions (serve_session.c) --------------------------------------------------------
 */

/* Runs a session to its end over a WebSocket whose handshake is done. The caller has
 * counted it in server->sessions. */
void serve_session_run(struct serve_connection *connection);

/* Wakes every session because the server is `ending`: each sends a close frame, after
 * which a well-behaved client closes the connection. Returns at once. */
void serve_sessions_end(struct serve_server *server);

/* --- evaluators (serve_networks.c) -----------------------------------------------------
 */

/* Starts loading the default network, so that it is ready for the first page. NULL if out
 * of memory. */
struct serve_networks *serve_networks_new(void);

/* Frees the evaluators, which no session may use any more. NULL is allowed. */
void serve_networks_free(struct serve_networks *networks);

/* A trey_engine_evaluator_fn; `context` is the networks. Loads an evaluator, or waits for
 * another thread that is loading it. Any thread. */
enum trey_status serve_networks_get(void *context, const char *name,
                                    struct trey_shape shape, enum trey_eval_family family,
                                    const struct trey_evaluator **evaluator,
                                    struct trey_error *error);

#endif
