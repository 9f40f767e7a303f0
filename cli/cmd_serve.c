/* trey serve: the page for browsers, with the engine behind it. */
#include "commands.h"
#include "common.h"
#include "serve_server.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>

extern char **environ;

enum {
    KEY_OLD_PORT = 'p', /* letters that mean something else in other commands */
    KEY_OLD_OPEN = 'o',
    KEY_TIME_LIMIT = 't',
    KEY_PORT = 1000,
    KEY_OPEN,
    KEY_ADDRESS,
    KEY_HOST,
    KEY_SESSIONS,
    KEY_THREADS,
    KEY_SEARCH_MEMORY,
    KEY_TABLE_MIB,
    KEY_MAX_MEMORY,
    KEY_TIMEOUT,
    KEY_TABLE,
    MAX_TIMEOUT_S = 3600,
    MAX_PORT = 65535,
};

static const struct argp_option argp_options[] = {
    {"port", KEY_PORT, "N", 0, "listen on this one (default 8080; 0: one that is free)",
     0},
    {NULL, KEY_OLD_PORT, "N", OPTION_HIDDEN, NULL, 0},
    {"open", KEY_OPEN, NULL, 0, "open the page in a browser", 0},
    {NULL, KEY_OLD_OPEN, NULL, OPTION_HIDDEN, NULL, 0},
    {"address", KEY_ADDRESS, "IPV4", 0,
     "address to listen on; 0.0.0.0: all, for other machines (default 127.0.0.1)", 0},
    {"host", KEY_HOST, "NAME", 0,
     "a further name under which browsers reach it; may be given again", 0},
    {"sessions", KEY_SESSIONS, "N", 0, "pages at the same time (default 16)", 0},
    {"threads", KEY_THREADS, "N", 0, "that search one position (default 1)", 0},
    {"search-memory", KEY_SEARCH_MEMORY, "SIZE", 0,
     "memory of the search's transposition table, for each session (default 64M)", 0},
    {"table-mib", KEY_TABLE_MIB, "N", OPTION_HIDDEN, NULL, 0}, /* its earlier name */
    {"time-limit", KEY_TIME_LIMIT, "TIME", 0,
     "time that any one search or plan may take (default 10m)", 0},
    {"max-time", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0}, /* its earlier name */
    {"max-memory", KEY_MAX_MEMORY, "SIZE", 0,
     "that all sessions together may take, networks included (default 4G)", 0},
    {"timeout", KEY_TIMEOUT, "S", 0,
     "seconds that a slow client is waited for (default 10)", 0},
    {"table", KEY_TABLE, "FILE", 0,
     "a table of trey solve, for exact values of its board; may be given again", 0},
    {0},
};

struct arguments {
    struct serve_options serve;
    struct cli_tables tables;
    bool open;
};

static void add_name(struct argp_state *state, struct serve_options *serve,
                     const char *name)
{
    if (serve->name_count == SERVE_MAX_NAMES)
        argp_error(state, "no more than %d times --host", SERVE_MAX_NAMES);
    if (name[0] == '\0' || strpbrk(name, ":/ ") != NULL)
        argp_error(state, "--host takes a name without a port, not '%s'", name);
    serve->names[serve->name_count++] = name;
}

static const char *check_address(struct argp_state *state, const char *address)
{
    struct in_addr unused;
    if (strcmp(address, "localhost") == 0)
        return "127.0.0.1";
    if (inet_pton(AF_INET, address, &unused) != 1)
        argp_error(state, "--address takes four numbers, like 127.0.0.1, not '%s'",
                   address);
    return address;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    struct serve_options *serve = &arguments->serve;
    switch (key) {
    case KEY_PORT:
    case KEY_OLD_PORT:
        serve->port = (unsigned)cli_unsigned(state, "--port", text, 0, MAX_PORT);
        return 0;
    case KEY_OPEN:
    case KEY_OLD_OPEN:
        arguments->open = true;
        return 0;
    case KEY_ADDRESS:
        serve->address = check_address(state, text);
        return 0;
    case KEY_HOST:
        add_name(state, serve, text);
        return 0;
    case KEY_SESSIONS:
        serve->sessions =
            (unsigned)cli_unsigned(state, "--sessions", text, 1, SERVE_MAX_SESSIONS);
        return 0;
    case KEY_THREADS:
        serve->threads = cli_threads(state, text, TREY_SEARCH_MAX_THREADS);
        return 0;
    case KEY_SEARCH_MEMORY:
        serve->table_bytes = cli_search_memory(state, text);
        return 0;
    case KEY_TABLE_MIB:
        serve->table_bytes = cli_table_mib(state, text);
        return 0;
    case KEY_TIME_LIMIT:
        serve->most_seconds = cli_seconds(state, "--time-limit", text);
        return 0;
    case KEY_MAX_MEMORY:
        serve->memory_bytes = cli_bytes(state, "--max-memory", text);
        return 0;
    case KEY_TIMEOUT:
        serve->timeout_s =
            (unsigned)cli_unsigned(state, "--timeout", text, 1, MAX_TIMEOUT_S);
        return 0;
    case KEY_TABLE:
        cli_tables_add(state, &arguments->tables, text);
        return 0;
    case ARGP_KEY_ARG:
        return cli_take_none(state, text);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* As a person would; without a browser the address is still there to be read. */
static void open_page(char *address, const sigset_t *signals)
{
    static char opener[] = "xdg-open";
    char *const arguments[] = {opener, address, NULL};
    posix_spawnattr_t attributes;
    pid_t pid;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    int failed = posix_spawnp(&pid, opener, NULL, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    if (failed != 0)
        fprintf(stderr, "trey: xdg-open: %s; open the address in a browser\n",
                strerror(failed));
}

/* Prints the addresses at which other machines can reach a server that listens on all. */
static void print_addresses(unsigned port)
{
    struct ifaddrs *first;
    if (getifaddrs(&first) != 0)
        return;
    for (const struct ifaddrs *one = first; one != NULL; one = one->ifa_next) {
        char text[INET_ADDRSTRLEN];
        struct sockaddr_in address;
        if (one->ifa_addr == NULL || one->ifa_addr->sa_family != AF_INET)
            continue;
        memcpy(&address, one->ifa_addr, sizeof address);
        if (ntohl(address.sin_addr.s_addr) >> 24 != IN_LOOPBACKNET &&
            inet_ntop(AF_INET, &address.sin_addr, text, sizeof text) != NULL)
            printf("http://%s:%u/\n", text, port);
    }
    freeifaddrs(first);
}

static void warn_of_network(const char *address)
{
    if (strncmp(address, "127.", 4) != 0)
        fprintf(stderr,
                "trey: warning: other machines can connect to %s, without a password or "
                "encryption; use --address 127.0.0.1 to serve only this machine\n",
                strcmp(address, "0.0.0.0") == 0 ? "this server" : address);
}

/* Signals are blocked before the threads begin, and waited for here. */
static int serve(const struct arguments *arguments)
{
    struct serve_server *server = NULL;
    struct trey_error error;
    sigset_t ends, before;
    int unused;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends, &before);
    if (serve_start(&arguments->serve, &server, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    const char *name = arguments->serve.address;
    char address[64];
    snprintf(address, sizeof address, "http://%s:%u/",
             strcmp(name, "0.0.0.0") == 0 ? "127.0.0.1" : name, serve_port(server));
    printf("%s\n", address);
    if (strcmp(name, "0.0.0.0") == 0)
        print_addresses(serve_port(server));
    warn_of_network(name);
    int failed = cli_finish();
    if (!failed && arguments->open)
        open_page(address, &before);
    serve_limit_memory(server); /* which is no limit for a browser */
    if (!failed)
        sigwait(&ends, &unused);
    pthread_sigmask(SIG_SETMASK, &before, NULL); /* the next ends it at once */
    serve_stop(server);
    return failed;
}
int cmd_serve(int argc, char **argv)
{
    static const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .doc = "Hands out the page of trey to browsers, to play, get advice, analyse, "
               "review and practise, and thinks for it. Prints the page's address, and "
               "ends by an interrupt "
               "(Ctrl-C).",
    };
    struct arguments arguments = {
        .serve = {.address = "127.0.0.1",
                  .port = 8080,
                  .sessions = 16,
                  .threads = 1,
                  .table_bytes = TREY_SEARCH_TABLE_BYTES,
                  .memory_bytes = (size_t)4 << 30,
                  .timeout_s = 10,
                  .most_seconds = 600.0},
    };
    cli_parse(&argp, argc, argv, &arguments);
    if (cli_tables_open(&arguments.tables) != 0)
        return CLI_FAILED;
    arguments.serve.tables = &arguments.tables;
    int failed = serve(&arguments);
    cli_tables_close(&arguments.tables);
    return failed;
}
