/* The operating-system layer for the command as WebAssembly (WASI), which Node.js runs.
 * There is one process with one thread: no child processes, locks or signals, so Ctrl-C
 * ends the program at once. Mapped files are copies. The program that runs the module
 * passes its directory in $PWD, the module's path in $TREY_PROGRAM, and the width of the
 * terminal in $COLUMNS. Without TREY_WASI_FILES (the engine of the page, which has no
 * files) base/wasi.c replaces this file. */
#if defined(__wasi__) && defined(TREY_WASI_FILES)

#define _GNU_SOURCE /* getentropy */
#include "os/clock.h"
#include "os/os.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- paths -----------------------------------------------------------------------------
 */

/* The absolute path; only the last link is followed. */
char *trey_os_real_path(const char *path)
{
    enum { ROOM = 4096 };
    char directory[ROOM];
    struct stat about;
    char *target = stat(path, &about) == 0 ? trey_os_follow_links(path) : NULL;
    if (target == NULL || target[0] == '/' || getcwd(directory, sizeof directory) == NULL)
        return target;
    size_t room = strlen(directory) + strlen(target) + 2;
    char *real = malloc(room);
    if (real != NULL)
        snprintf(real, room, "%s/%s", directory, target);
    free(target);
    return real;
}

bool trey_os_program_path(char *path, size_t size_bytes)
{
    const char *program = getenv("TREY_PROGRAM");
    if (program == NULL || strlen(program) >= size_bytes)
        return false;
    memcpy(path, program, strlen(program) + 1);
    return true;
}

bool trey_os_library_path(char *path, size_t size_bytes)
{
    (void)path, (void)size_bytes;
    return false;
}

/* Access rights take effect when a file is created. */
bool trey_os_may_create_in(const char *directory)
{
    struct stat about;
    if (stat(directory, &about) != 0)
        return false;
    errno = ENOTDIR;
    return S_ISDIR(about.st_mode);
}

uint64_t trey_os_free_bytes(const char *directory)
{
    (void)directory;
    return UINT64_MAX;
}

/* --- files -----------------------------------------------------------------------------
 */

int trey_os_open_nameless(const char *prefix)
{
    enum { TRIES = 100, SUFFIX = 20 };
    size_t size = strlen(prefix) + SUFFIX;
    char *path = malloc(size);
    int file = -1;
    errno = path == NULL ? ENOMEM : EEXIST;
    for (int i = 0; i < TRIES && path != NULL && file < 0 && errno == EEXIST; i++) {
        snprintf(path, size, "%s%06x", prefix, (unsigned)(trey_os_seed() & 0xffffff));
        file = trey_os_open(path, TREY_OS_READ | TREY_OS_WRITE | TREY_OS_NEW);
    }
    if (file >= 0)
        unlink(path);
    free(path);
    return file;
}

int trey_os_lock(int file)
{
    (void)file;
    return 0;
}

int trey_os_sync_directory_of(const char *path)
{
    (void)path;
    return 0;
}

int trey_os_copy_permissions(int file, const char *path)
{
    (void)file, (void)path;
    return 0;
}

void *trey_os_map(int file, size_t size_bytes)
{
    char *memory = malloc(size_bytes);
    for (size_t done = 0; memory != NULL && done < size_bytes;) {
        ssize_t got = pread(file, memory + done, size_bytes - done, (off_t)done);
        if (got <= 0) {
            errno = got == 0 ? EINVAL : errno;
            free(memory);
            return NULL;
        }
        done += (size_t)got;
    }
    return memory;
}

void trey_os_unmap(void *memory, size_t size_bytes)
{
    (void)size_bytes;
    free(memory);
}

/* --- memory, processor and time --------------------------------------------------------
 */

void trey_os_limit_memory(size_t more_bytes)
{
    (void)more_bytes;
}

double trey_os_cpu_seconds(void)
{
    return trey_clock_cpu();
}

double trey_os_thread_seconds(void)
{
    return trey_clock_cpu();
}

/* Memory of a module never shrinks. */
uint64_t trey_os_peak_bytes(void)
{
    enum { PAGE_BYTES = 1 << 16 };
    return (uint64_t)__builtin_wasm_memory_size(0) * PAGE_BYTES;
}

uint64_t trey_os_seed(void)
{
    uint64_t number = 0;
    if (getentropy(&number, sizeof number) != 0)
        number = (uint64_t)(1e9 * trey_clock_monotonic());
    return number;
}

/* --- this process ----------------------------------------------------------------------
 */

/* WASI has no working directory: the C library puts this one before relative paths. */
void trey_os_start(void)
{
    const char *directory = getenv("PWD");
    if (directory != NULL)
        chdir(directory);
}

void trey_os_ignore_broken_pipes(void)
{
}

void trey_os_on_end(enum trey_os_end what, void (*handler)(void))
{
    (void)what, (void)handler;
}

void trey_os_end_at_once(void)
{
}

int trey_os_silence(void)
{
    return -1;
}

void trey_os_unsilence(int saved)
{
    (void)saved;
}

int trey_os_terminal_columns(FILE *terminal)
{
    const char *columns = getenv("COLUMNS");
    return columns != NULL && isatty(fileno(terminal)) ? atoi(columns) : 0;
}

/* --- child processes -------------------------------------------------------------------
 */

struct trey_os_child *trey_os_child_start(const char *command)
{
    (void)command;
    errno = ENOSYS;
    return NULL;
}

long trey_os_child_write(struct trey_os_child *child, const char *bytes,
                         size_t size_bytes)
{
    (void)child, (void)bytes, (void)size_bytes;
    return -1;
}

long trey_os_child_read(struct trey_os_child *child, char *bytes, size_t size_bytes)
{
    (void)child, (void)bytes, (void)size_bytes;
    return -1;
}

int trey_os_child_wait(struct trey_os_child *child, bool to_write, int timeout_ms)
{
    (void)child, (void)to_write, (void)timeout_ms;
    errno = ENOSYS;
    return -1;
}

void trey_os_child_stop(struct trey_os_child *child, double grace_s)
{
    (void)child, (void)grace_s;
}

/* Node.js ignores SIGPIPE. */
bool trey_os_reader_gone(int error)
{
    return error == EPIPE;
}

#endif
