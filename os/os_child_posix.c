/* Child processes on POSIX systems. A child has one end of a socket pair as standard
 * input and output: a socket can be written to without a signal when the program is gone.
 * It gets a process group of its own, so that what its shell has started ends with it. */
#if !defined(_WIN32) && !defined(__wasi__)

#if defined(__APPLE__)
#define _DARWIN_C_SOURCE /* SO_NOSIGPIPE */
#endif
#define _GNU_SOURCE /* SOCK_CLOEXEC in older C libraries */
#include "os/clock.h"
#include "os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#endif

#if !defined(MSG_NOSIGNAL)
#define MSG_NOSIGNAL 0 /* macOS: see open_pair */
#endif

struct trey_os_child {
    pid_t pid; /* also its process group */
    int socket;
};

static int spawn_shell(struct trey_os_child *child, const char *command, int socket)
{
    char shell[] = "sh", flag[] = "-c";
    char *text = strdup(command);
    if (text == NULL)
        return ENOMEM;
    char *arguments[] = {shell, flag, text, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    int failed = posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    failed |= posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
    failed |= posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    if (failed == 0)
        failed = posix_spawn(&child->pid, "/bin/sh", &actions, &attributes, arguments,
                             environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    free(text);
    return failed;
}

/* A pair of sockets that child processes do not inherit. */
static bool open_pair(int pair[2])
{
#if defined(SOCK_CLOEXEC)
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        int one = 1;
        fcntl(pair[i], F_SETFD, FD_CLOEXEC);
        setsockopt(pair[i], SOL_SOCKET, SO_NOSIGPIPE, &one, sizeof one);
    }
    return true;
#endif
}

struct trey_os_child *trey_os_child_start(const char *command)
{
    int pair[2];
    struct trey_os_child *child = calloc(1, sizeof *child);
    if (child == NULL || !open_pair(pair)) {
        free(child);
        return NULL;
    }
    int failed = spawn_shell(child, command, pair[1]);
    close(pair[1]);
    if (failed != 0) {
        close(pair[0]);
        free(child);
        errno = failed;
        return NULL;
    }
    child->socket = pair[0];
    return child;
}

/* Result of a call that must not wait. */
static long nonblocking_result(ssize_t size, bool reading)
{
    if (size > 0)
        return (long)size;
    bool later = size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return later || (size == 0 && !reading) ? 0 : -1;
}

long trey_os_child_write(struct trey_os_child *child, const char *bytes,
                         size_t size_bytes)
{
    return nonblocking_result(
        send(child->socket, bytes, size_bytes, MSG_NOSIGNAL | MSG_DONTWAIT), false);
}

long trey_os_child_read(struct trey_os_child *child, char *bytes, size_t size_bytes)
{
    return nonblocking_result(recv(child->socket, bytes, size_bytes, MSG_DONTWAIT), true);
}

int trey_os_child_wait(struct trey_os_child *child, bool to_write, int timeout_ms)
{
    struct pollfd ready = {.fd = child->socket, .events = to_write ? POLLOUT : POLLIN};
    int count = poll(&ready, 1, timeout_ms);
    return count > 0 ? 1 : count == 0 || errno == EINTR ? 0 : -1;
}

/* Waits for the program to end, without reaping it: until that is done its number cannot
 * become that of another process group. */
static void wait_for_end(pid_t pid, double seconds)
{
    double end = trey_clock_monotonic() + seconds;
    siginfo_t about = {0};
    while (waitid(P_PID, (id_t)pid, &about, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           about.si_pid == 0 && trey_clock_monotonic() < end)
        poll(NULL, 0, 2);
}

void trey_os_child_stop(struct trey_os_child *child, double grace_s)
{
    if (child == NULL)
        return;
    shutdown(child->socket, SHUT_WR);
    wait_for_end(child->pid, grace_s);
    kill(-child->pid, SIGKILL); /* and processes that the program has left behind */
    waitpid(child->pid, NULL, 0);
    close(child->socket);
    free(child);
}

#endif
