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
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- paths -----------------------------------------------------------------------------
 */

char *trey_os_last_separator(const char *path)
{
    return strrchr(path, '/');
}

bool trey_os_is_absolute(const char *path)
{
    return path[0] == '/';
}

/* Target of the symbolic link at `path`, for free(); NULL if there is no link, or, with
 * errno not 0, on failure. */
static char *read_link(const char *path)
{
    enum { ROOM = 4096 };
    char name[ROOM];
    ssize_t size = readlink(path, name, sizeof name - 1);
    if (size < 0) {
        errno = errno == EINVAL || errno == ENOENT ? 0 : errno;
        return NULL;
    }
    name[size] = '\0';
    if (name[0] == '/')
        return strdup(name);
    char *folder = trey_os_folder_of(path);
    size_t room = (size_t)size + (folder != NULL ? strlen(folder) : 0) + 2;
    char *target = folder != NULL ? malloc(room) : NULL;
    if (target != NULL)
        snprintf(target, room, "%s/%s", folder, name);
    free(folder);
    if (target == NULL)
        errno = ENOMEM;
    return target;
}

char *trey_os_follow_links(const char *path)
{
    enum { MAX_LINKS = 40 };
    char *at = strdup(path);
    for (int i = 0; at != NULL; i++) {
        char *next = read_link(at);
        if (next == NULL && errno == 0)
            return at;
        free(at);
        at = next;
        if (i == MAX_LINKS) {
            free(at);
            errno = ELOOP;
            return NULL;
        }
    }
    return NULL;
}

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

const char *trey_os_temporary_folder(void)
{
    const char *folder = getenv("TMPDIR");
    return folder != NULL && *folder != '\0' ? folder : "/tmp";
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
    (void)path;
    (void)size_bytes;
    return false;
}

int trey_os_make_directory(const char *path, bool private)
{
    return mkdir(path, private ? 0700 : 0777);
}

bool trey_os_exists(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
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

int trey_os_open(const char *path, unsigned flags)
{
    int how = (flags & TREY_OS_WRITE) == 0  ? O_RDONLY
              : (flags & TREY_OS_READ) == 0 ? O_WRONLY
                                            : O_RDWR;
    how |= (flags & TREY_OS_CREATE) != 0 ? O_CREAT : 0;
    how |= (flags & TREY_OS_NEW) != 0 ? O_CREAT | O_EXCL : 0;
    how |= (flags & TREY_OS_NO_LINK) != 0 ? O_NOFOLLOW : 0;
    how |= (flags & TREY_OS_NO_WAIT) != 0 ? O_NONBLOCK : 0;
    return open(path, how, 0666);
}

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

int trey_os_sync(int file)
{
    return fsync(file);
}

int trey_os_sync_folder_of(const char *path)
{
    (void)path;
    return 0;
}

int trey_os_rename(const char *from, const char *to)
{
    return rename(from, to);
}

int trey_os_copy_permissions(int file, const char *path)
{
    (void)file;
    (void)path;
    return 0;
}

int trey_os_truncate(int file, uint64_t size_bytes)
{
    return ftruncate(file, (off_t)size_bytes);
}

long long trey_os_read_at(int file, void *bytes, size_t size_bytes, uint64_t at)
{
    return pread(file, bytes, size_bytes, (off_t)at);
}

long long trey_os_write_at(int file, const void *bytes, size_t size_bytes, uint64_t at)
{
    return pwrite(file, bytes, size_bytes, (off_t)at);
}

static void describe(const struct stat *found, struct trey_os_about *about)
{
    *about = (struct trey_os_about){
        .device = (uint64_t)found->st_dev,
        .file = {(uint64_t)found->st_ino, 0},
        .size_bytes = (uint64_t)found->st_size,
        .changed_ns =
            (int64_t)found->st_mtim.tv_sec * 1000000000 + found->st_mtim.tv_nsec,
        .regular = S_ISREG(found->st_mode),
        .directory = S_ISDIR(found->st_mode),
    };
}

bool trey_os_describe(const char *path, struct trey_os_about *about)
{
    struct stat found;
    bool there = stat(path, &found) == 0;
    if (there)
        describe(&found, about);
    return there;
}

bool trey_os_describe_open(int file, struct trey_os_about *about)
{
    struct stat found;
    bool there = fstat(file, &found) == 0;
    if (there)
        describe(&found, about);
    return there;
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

bool trey_os_memory_open(struct trey_os_memory_stream *stream)
{
    stream->file = open_memstream(&stream->text, &stream->size_bytes);
    return stream->file != NULL;
}

bool trey_os_memory_close(struct trey_os_memory_stream *stream)
{
    bool good = !ferror(stream->file);
    good = fclose(stream->file) == 0 && good;
    if (!good) {
        free(stream->text);
        stream->text = NULL;
    }
    return good;
}

/* --- memory, processor and time --------------------------------------------------------
 */

void *trey_os_aligned_new(size_t alignment, size_t size_bytes)
{
    return aligned_alloc(alignment, size_bytes);
}

void trey_os_aligned_free(void *memory)
{
    free(memory);
}

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

void trey_os_unset_variable(const char *name)
{
    unsetenv(name);
}

void trey_os_ignore_broken_pipes(void)
{
}

void trey_os_on_end(enum trey_os_end what, void (*handler)(void))
{
    (void)what;
    (void)handler;
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

int trey_os_wait_input(int file, int timeout_ms)
{
    struct pollfd ready = {.fd = file, .events = POLLIN};
    int count = poll(&ready, 1, timeout_ms);
    return count >= 0 ? count : errno == EINTR ? 0 : -1;
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
    (void)child;
    (void)bytes;
    (void)size_bytes;
    return -1;
}

long trey_os_child_read(struct trey_os_child *child, char *bytes, size_t size_bytes)
{
    (void)child;
    (void)bytes;
    (void)size_bytes;
    return -1;
}

int trey_os_child_wait(struct trey_os_child *child, bool to_write, int timeout_ms)
{
    (void)child;
    (void)to_write;
    (void)timeout_ms;
    errno = ENOSYS;
    return -1;
}

void trey_os_child_stop(struct trey_os_child *child, double grace_s)
{
    (void)child;
    (void)grace_s;
}

/* Node.js ignores SIGPIPE. */
bool trey_os_reader_gone(int error)
{
    return error == EPIPE;
}

#endif
