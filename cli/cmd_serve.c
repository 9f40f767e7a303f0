/* trey serve: a web server for trey's page, with an engine for each open page. The server
 * runs in threads of its own (serve_server.h); the main thread waits for a signal. */
#include "commands.h"
#include "common.h"

#if !defined(TREY_WITH_SERVER)

int cmd_serve(int argc, char **argv)
{
    (void)argc, (void)argv;
    fputs("trey: this build has no web server; see docs/platforms.md\n", stderr);
    return CLI_FAILED;
}

#else

#include "player_options.h"
#include "serve_server.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>

extern char **environ;

struct arguments {
    struct serve_options serve;
    struct cli_tables tables;
    bool open;
};

static void parse_host(struct cli_line *line, const struct cli_option *option,
                       const char *name, void *destination)
{
    struct serve_options *serve = destination;
    (void)option;
    if (serve->name_count == SERVE_MAX_NAMES)
        cli_refuse(line, "--host may be given at most %d times", SERVE_MAX_NAMES);
    if (name[0] == '\0' || strpbrk(name, ":/ ") != NULL)
        cli_refuse(line, "--host takes a name without a port, not '%s'", name);
    serve->names[serve->name_count++] = name;
}

static void parse_address(struct cli_line *line, const struct cli_option *option,
                          const char *text, void *destination)
{
    struct in_addr unused;
    const char *address = strcmp(text, "localhost") == 0 ? "127.0.0.1" : text;
    (void)option;
    if (inet_pton(AF_INET, address, &unused) != 1)
        cli_refuse(line, "--address takes an IPv4 address such as 127.0.0.1, not '%s'",
                   text);
    *(const char **)destination = address;
}

#define TO(member) CLI_TO(struct arguments, member)

/* The earlier letters are not shown, because they mean something else in other commands.
 */
static const struct cli_option option_rows[] = {
    {"port", 0, "N", "port to listen on; 0: any free port", CLI_WHOLE(0, 65535),
     TO(serve.port), CLI_DEFAULT("8080"), .earlier_letter = 'p'},
    {"open", 0, NULL, "open the page in a browser", CLI_FLAG, TO(open),
     .earlier_letter = 'o'},
    {"address", 0, "IPV4",
     "address to listen on; 0.0.0.0: accept connections from other machines",
     CLI_PARSED(parse_address), TO(serve.address), CLI_DEFAULT("127.0.0.1")},
    {"host", 0, "NAME", "further host name of this server; may be repeated",
     CLI_PARSED(parse_host), TO(serve)},
    {"table", 0, "FILE", "use this table of trey solve for exact values; may be repeated",
     CLI_PARSED(cli_parse_table), TO(tables), CLI_NOT_INPUT},
    {CLI_HEADING("Limits:")},
    {"sessions", 0, "N", "maximum number of open pages", CLI_WHOLE(1, SERVE_MAX_SESSIONS),
     TO(serve.sessions), CLI_DEFAULT("16")},
    {"threads", 0, "N", "number of threads that search a position",
     CLI_WHOLE(1, TREY_SEARCH_MAX_THREADS), TO(serve.threads), CLI_DEFAULT("1")},
    {CLI_PART(cli_search_memory_part), TO(serve.table_bytes)},
    {"time-limit", 't', "TIME",
     "time limit of each search or plan: seconds, or 90s, 10m, 2h", CLI_SECONDS,
     TO(serve.max_seconds), CLI_DEFAULT("10m"), .earlier = "max-time"},
    {"max-memory", 0, "SIZE",
     "memory limit of all sessions and networks in bytes, or with K, M, G",
     CLI_BYTES_BETWEEN((size_t)1 << 20, (size_t)1 << 40), TO(serve.memory_bytes),
     CLI_DEFAULT("4G")},
    {"timeout", 0, "S", "time to wait for a slow client in seconds", CLI_WHOLE(1, 3600),
     TO(serve.timeout_s), CLI_DEFAULT("10")},
    CLI_END,
};

/* If no browser can be started, the user still has the printed address. */
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

/* Prints the addresses under which other machines can reach a server that listens on all.
 */
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

static void warn_of_access(const char *address)
{
    if (strncmp(address, "127.", 4) != 0)
        fprintf(stderr,
                "trey: warning: other machines can connect to %s without a password or "
                "encryption; use --address 127.0.0.1 to serve only this machine\n",
                strcmp(address, "0.0.0.0") == 0 ? "this server" : address);
}

/* Signals are blocked before threads start, so that only this function receives them. */
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
    if (!arguments->open)
        serve_limit_memory(server); /* before anybody knows the address */
    const char *name = arguments->serve.address;
    char address[64];
    snprintf(address, sizeof address, "http://%s:%u/",
             strcmp(name, "0.0.0.0") == 0 ? "127.0.0.1" : name, serve_port(server));
    printf("%s\n", address);
    if (strcmp(name, "0.0.0.0") == 0)
        print_addresses(serve_port(server));
    warn_of_access(name);
    int failed = cli_finish();
    if (!failed && arguments->open) {
        open_page(address, &before);
        serve_limit_memory(server); /* the browser must not inherit it */
    }
    if (!failed)
        sigwait(&ends, &unused);
    pthread_sigmask(SIG_SETMASK, &before, NULL); /* a second signal ends the process */
    serve_stop(server);
    return failed;
}

int cmd_serve(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .summary = "Serves the web page of trey, for playing, advice, analysis, review "
                   "and practice, and runs its computations. Prints the page's address "
                   "and runs until it is interrupted (Ctrl-C).",
        .rows = option_rows,
    };
    struct arguments arguments = {0};
    cli_parse(&syntax, argc, argv, &arguments);
    if (cli_tables_open(&arguments.tables) != 0)
        return CLI_FAILED;
    arguments.serve.tables = &arguments.tables;
    int failed = serve(&arguments);
    cli_tables_close(&arguments.tables);
    return failed;
}

#endif
