/* The server behind `trey serve`: the page for browsers, a session for each WebSocket. */
#ifndef TREY_CLI_SERVE_SERVER_H
#define TREY_CLI_SERVE_SERVER_H

#include "exact_tables.h"

#define SERVE_MAX_NAMES    16
#define SERVE_MAX_SESSIONS 256

/* What it may take, all together. The texts must outlive the server. */
struct serve_options {
    const char *address;                /* IPv4, as numbers */
    unsigned port;                      /* 0: one that is free */
    const char *names[SERVE_MAX_NAMES]; /* further names under which it is reached */
    size_t name_count;
    unsigned sessions;         /* at the same time, 1 to SERVE_MAX_SESSIONS */
    unsigned threads;          /* that search one position */
    size_t table_bytes;        /* of each session's search */
    size_t memory_bytes;       /* see serve_limit_memory */
    double most_seconds;       /* of any one search or plan */
    struct cli_tables *tables; /* opened; for all sessions, to be read alone */
    unsigned
        timeout_s; /* that a request, or a client that takes nothing, is waited for */
};

struct serve_server;

/* Begins to answer, on threads of its own; returns at once. SIGINT and SIGTERM should be
 * blocked in the caller. `options` is copied. For serve_stop. TREY_ERR_IO if the port
 * is not available, TREY_ERR_MEMORY. One server at a time in a process. */
enum trey_status serve_start(const struct serve_options *options,
                             struct serve_server **server, struct trey_error *error);

/* From now on this process, and those that it begins, get no more than memory_bytes of
 * memory over what it has; for want of it requests fail, not the server. */
void serve_limit_memory(const struct serve_server *server);

/* The port that it listens on. */
unsigned serve_port(const struct serve_server *server);

/* Ends all sessions and waits for their threads: some seconds at most, but for a network
 * that is being read. NULL is taken. */
void serve_stop(struct serve_server *server);

#endif
