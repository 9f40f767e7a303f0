/* The operating-system layer for POSIX systems. Functions beyond POSIX.1-2008 are used
 * only where the system is known to have them: flock, madvise, large pages, processor
 * affinity, dladdr (TREY_HAS_DLADDR), the executable's path. */
#if !defined(_WIN32) && !defined(__wasi__)

#define _GNU_SOURCE      /* glibc, musl: flock, dladdr, sched_getaffinity, madvise */
#define _DARWIN_C_SOURCE /* macOS: the same */
#include "os/clock.h"
#include "os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#endif
#if defined(TREY_HAS_DLADDR)
#include <dlfcn.h>
#endif
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

/* --- paths -----------------------------------------------------------------------------
 */

char *trey_os_real_path(const char *path)
{
    return realpath(path, NULL);
}

static bool copy_path(const char *from, char *path, size_t size_bytes)
{
    size_t length = strlen(from);
    if (length >= size_bytes)
        return false;
    memcpy(path, from, length + 1);
    return true;
}

bool trey_os_program_path(char *path, size_t size_bytes)
{
#if defined(__APPLE__)
    uint32_t room = size_bytes < UINT32_MAX ? (uint32_t)size_bytes : UINT32_MAX;
    return _NSGetExecutablePath(path, &room) == 0;
#else
    static const char *const links[] = {
        "/proc/self/exe",     /* Linux */
        "/proc/curproc/file", /* FreeBSD */
        "/proc/curproc/exe",  /* NetBSD */
    };
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (access(links[i], F_OK) == 0)
            return copy_path(links[i], path, size_bytes);
    return false;
#endif
}

#if defined(TREY_HAS_DLADDR)
/* For a program that is linked statically dladdr() reports argv[0]. A name without a
 * slash was found in $PATH: in the working directory it may be another file. */
bool trey_os_library_path(char *path, size_t size_bytes)
{
    static const char here;
    Dl_info about;
    return dladdr(&here, &about) != 0 && about.dli_fname != NULL &&
           strchr(about.dli_fname, '/') != NULL &&
           copy_path(about.dli_fname, path, size_bytes);
}
#else
bool trey_os_library_path(char *path, size_t size_bytes)
{
    (void)path, (void)size_bytes;
    return false;
}
#endif

bool trey_os_may_create_in(const char *directory)
{
    return access(directory, W_OK | X_OK) == 0;
}

uint64_t trey_os_free_bytes(const char *directory)
{
    struct statvfs about;
    return statvfs(directory, &about) == 0 ? (uint64_t)about.f_bavail * about.f_frsize
                                           : UINT64_MAX;
}

/* --- files -----------------------------------------------------------------------------
 */

int trey_os_open_nameless(const char *prefix)
{
    static const char unique[] = "XXXXXX";
    size_t length = strlen(prefix);
    char *path = malloc(length + sizeof unique);
    if (path == NULL)
        return -1;
    memcpy(path, prefix, length);
    memcpy(path + length, unique, sizeof unique);
    int file = mkstemp(path);
    if (file >= 0) {
        unlink(path);
        fcntl(file, F_SETFD, FD_CLOEXEC);
    }
    free(path);
    return file;
}

int trey_os_lock(int file)
{
    int result = flock(file, LOCK_EX | LOCK_NB);
    if (result != 0 && (errno == EWOULDBLOCK || errno == EACCES))
        errno = EAGAIN;
    return result;
}

/* Best effort: a directory without read permission cannot be opened, and some file
 * systems cannot sync directories. The name then reaches the disk later. */
int trey_os_sync_directory_of(const char *path)
{
    char *directory = trey_os_directory_of(path);
    if (directory == NULL)
        return -1;
    int file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(directory);
    if (file < 0)
        return errno != EMFILE && errno != ENFILE && errno != EIO ? 0 : -1;
    int result = fsync(file) == 0 || errno == EINVAL ? 0 : -1;
    int saved = errno;
    close(file);
    errno = saved;
    return result;
}

int trey_os_copy_permissions(int file, const char *path)
{
    enum { PERMISSIONS = 07777 };
    struct stat about;
    return stat(path, &about) == 0 ? fchmod(file, about.st_mode & PERMISSIONS) : 0;
}

void *trey_os_map(int file, size_t size_bytes)
{
    void *memory = mmap(NULL, size_bytes, PROT_READ, MAP_SHARED, file, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void trey_os_unmap(void *memory, size_t size_bytes)
{
    munmap(memory, size_bytes);
}

/* --- memory ----------------------------------------------------------------------------
 */

#if !defined(MAP_NORESERVE)
#define MAP_NORESERVE 0
#endif

void *trey_os_pages_new(size_t size_bytes, size_t alignment)
{
    uint8_t *mapped = mmap(NULL, size_bytes + alignment, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    size_t before = (alignment - (uintptr_t)mapped % alignment) % alignment;
    if (before > 0)
        munmap(mapped, before);
    munmap(mapped + before + size_bytes, alignment - before);
#if defined(MADV_HUGEPAGE)
    enum { LARGE_PAGE = 2 << 20 };
    if (alignment == LARGE_PAGE)
        madvise(mapped + before, size_bytes, MADV_HUGEPAGE);
#endif
    return mapped + before;
}

void trey_os_pages_free(void *memory, size_t size_bytes)
{
    munmap(memory, size_bytes);
}

uint64_t trey_os_memory_limit(void)
{
    struct rlimit space;
    uint64_t limit = UINT64_MAX;
    if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
        limit = (uint64_t)space.rlim_cur;
#if !defined(__linux__) && defined(_SC_PHYS_PAGES)
    /* Half of all memory: POSIX does not report how much is free. */
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && size > 0 && (uint64_t)pages * (uint64_t)size / 2 < limit)
        limit = (uint64_t)pages * (uint64_t)size / 2;
#endif
    return limit;
}

/* Bytes of this process as RLIMIT_DATA counts them; 0 if unknown. */
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

void trey_os_limit_memory(size_t more_bytes)
{
    struct rlimit limit;
    size_t now = data_bytes(), most = now + more_bytes;
    if (now == 0 || most < now || getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > most)
        limit.rlim_cur = most;
    setrlimit(RLIMIT_DATA, &limit);
}

/* --- processors and time ---------------------------------------------------------------
 */

static unsigned online_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (unsigned)count;
}

#if defined(__linux__)
/* The kernel refuses a set that is smaller than its own. */
unsigned trey_os_processors(void)
{
    enum { FEWEST = 1024, MAX_ROOM = 1 << 18 };
    for (int room = FEWEST; room <= MAX_ROOM; room *= 2) {
        cpu_set_t *set = CPU_ALLOC((size_t)room);
        if (set == NULL)
            break;
        size_t bytes = CPU_ALLOC_SIZE((size_t)room);
        int count = sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
        CPU_FREE(set);
        if (count > 0)
            return (unsigned)count;
    }
    return online_processors();
}
#else
unsigned trey_os_processors(void)
{
    return online_processors();
}
#endif

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

double trey_os_cpu_seconds(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return 0.0;
    return seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
}

double trey_os_thread_seconds(void)
{
#if defined(RUSAGE_THREAD)
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? seconds_of(&usage.ru_utime) : 0.0;
#else
    return trey_clock_cpu(); /* user and system time */
#endif
}

uint64_t trey_os_peak_bytes(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return 0;
#if defined(__APPLE__)
    return (uint64_t)usage.ru_maxrss; /* bytes there, KiB elsewhere */
#else
    return (uint64_t)usage.ru_maxrss * 1024;
#endif
}

uint64_t trey_os_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    return ns ^ (uint64_t)getpid() << 32;
}

/* --- this process ----------------------------------------------------------------------
 */

void trey_os_start(void)
{
#if defined(SIGXFSZ)
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit of `ulimit -f` */
#endif
}

void trey_os_ignore_broken_pipes(void)
{
    signal(SIGPIPE, SIG_IGN);
}

static void (*end_handler)(void);

static void on_signal(int number)
{
    signal(number, SIG_DFL);
    end_handler();
}

void trey_os_on_end(enum trey_os_end what, void (*handler)(void))
{
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    end_handler = handler;
    if (what == TREY_OS_END_ALL) {
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
    }
    /* Stays ignored under nohup. */
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN &&
        (what == TREY_OS_END_ALL || before.sa_handler == SIG_DFL))
        sigaction(SIGHUP, &action, NULL);
}

void trey_os_end_at_once(void)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

int trey_os_silence(void)
{
    int nowhere = trey_os_open("/dev/null", TREY_OS_WRITE);
    int saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (nowhere >= 0 && saved >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    if (nowhere >= 0)
        close(nowhere);
    return saved;
}

void trey_os_unsilence(int saved)
{
    dup2(saved, STDERR_FILENO);
    close(saved);
}

int trey_os_terminal_columns(FILE *terminal)
{
    struct winsize size;
    return ioctl(fileno(terminal), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool trey_os_reader_gone(int error)
{
    (void)error;
    return false;
}

#endif
