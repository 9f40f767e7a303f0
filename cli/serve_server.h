/* The server of `trey serve`: files of the page, and a session for each WebSocket. */
#ifndef TREY_CLI_SERVE_SERVER_H
#define TREY_CLI_SERVE_SERVER_H

#include "exact_tables.h"

#define SERVE_MAX_NAMES    16
#define SERVE_MAX_SESSIONS 256

/* The texts must outlive the server. */
struct serve_options {
    const char *address;                /* IPv4, as numbers */
    unsigned port;                      /* 0: any free port */
    const char *names[SERVE_MAX_NAMES]; /* further host names */
    size_t name_count;
    unsigned sessions;         /* maximum at the same time, 1 to SERVE_MAX_SESSIONS */
    unsigned threads;          /* per search */
    size_t table_bytes;        /* of each session's search */
    size_t memory_bytes;       /* see serve_limit_memory */
    double max_seconds;        /* of a search or plan */
    struct cli_tables *tables; /* opened; shared by all sessions, read-only */
    unsigned timeout_s;        /* for a request, and for a client that reads nothing */
};

struct serve_server;

/* Starts a server in threads of its own, for serve_stop; returns at once. SIGINT and
 * SIGTERM should be blocked in the caller. `options` is copied. TREY_ERR_IO if the port
 * is not available; TREY_ERR_MEMORY. At most one server per process. */
enum trey_status serve_start(const struct serve_options *options,
                             struct serve_server **server, struct trey_error *error);

/* Limits the memory of this process, and of processes that it starts, to its present size
 * plus memory_bytes. If memory runs out, requests fail, not the server. */
void serve_limit_memory(const struct serve_server *server);

/* The port that the server listens on. */
unsigned serve_port(const struct serve_server *server);

/* Ends all sessions and waits for their threads: a few seconds at most, except while a
 * network is being loaded. NULL is allowed. */
void serve_stop(struct serve_server *server);

#endif
