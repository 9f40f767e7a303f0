/* The layer for differences between operating systems. os_posix.c implements it for Linux
 * (glibc and musl), macOS and the BSDs, os_windows.c for Windows, os_wasi.c for the
 * command as WebAssembly; src/base/wasi.c has what the engine of the page needs.
 * Everything else uses C17, POSIX threads and the POSIX functions that every supported
 * compiler's library has (<unistd.h>, <sys/stat.h>, <dirent.h>, clock_gettime), which
 * includes mingw-w64.
 *
 * Functions that fail return -1, NULL or false and set errno. Text is UTF-8, paths use
 * the system's separators. All functions are thread-safe unless their comment says
 * otherwise. */
#ifndef TREY_OS_OS_H
#define TREY_OS_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* --- paths -----------------------------------------------------------------------------
 */

/* The last separator of a path, or NULL. Windows also accepts a backslash. */
char *trey_os_last_separator(const char *path);

/* The name after the last separator. */
const char *trey_os_name_of(const char *path);

/* The directory part of a path, "." if it has none, for free(). */
char *trey_os_directory_of(const char *path);

bool trey_os_is_absolute(const char *path);

/* The first `size_bytes` bytes of a text, for free(): strndup, which Windows lacks. */
char *trey_os_copy_text(const char *text, size_t size_bytes);

/* The path with all symbolic links resolved, for free(); the file need not exist yet. */
char *trey_os_follow_links(const char *path);

/* The absolute path of an existing file, links resolved, separated by '/', for free(). */
char *trey_os_real_path(const char *path);

/* Directory for temporary files: $TMPDIR, or the system's. Thread-safe as getenv is. */
const char *trey_os_temporary_directory(void);

/* Path of the running executable, and of the shared library that contains this function
 * (in a static program: of the executable, or false). False if the system does not report
 * it. */
bool trey_os_program_path(char *path, size_t size_bytes);
bool trey_os_library_path(char *path, size_t size_bytes);

/* Creates a directory, which only its owner may enter if it is `private`. 0 or -1. */
int trey_os_make_directory(const char *path, bool private);

/* True if the path exists; a dangling symbolic link exists, too. */
bool trey_os_exists(const char *path);

/* True if files can be created in the directory; else errno says why not. */
bool trey_os_may_create_in(const char *directory);

/* Free bytes of the file system of a directory; UINT64_MAX if unknown. */
uint64_t trey_os_free_bytes(const char *directory);

/* --- files -----------------------------------------------------------------------------
 */

enum {
    TREY_OS_READ = 1,
    TREY_OS_WRITE = 2,
    TREY_OS_CREATE = 4,   /* if it is missing */
    TREY_OS_NEW = 8,      /* create it, fail with EEXIST if it exists */
    TREY_OS_NO_LINK = 16, /* fail if it is a symbolic link */
    TREY_OS_NO_WAIT = 32, /* do not wait for the other end of a FIFO */
    TREY_OS_PRIVATE = 64  /* a new file may be used only by its owner */
};

/* Opens a file for bytes, without translation of line ends. Child processes do not
 * inherit it, and it can be renamed and removed while it is open. Returns a file
 * descriptor for read, write, fstat and close, or -1. */
int trey_os_open(const char *path, unsigned flags);

/* Opens a new empty file beside `prefix` that is removed at the latest when it is closed.
 */
int trey_os_open_nameless(const char *prefix);

/* Locks an open file until it is closed or the process ends. -1 with errno EAGAIN if
 * another descriptor or process holds the lock. */
int trey_os_lock(int file);

/* Flushes a file, or the names in the directory of `path`, to the disk. It is no error
 * if the file system does not support the latter. */
int trey_os_sync(int file);
int trey_os_sync_directory_of(const char *path);

/* Replaces `to`, if it exists, atomically. On Windows `to` must not be open. */
int trey_os_rename(const char *from, const char *to);

/* Gives an open file the permissions of the file at `path`, if there is one. */
int trey_os_copy_permissions(int file, const char *path);

int trey_os_truncate(int file, uint64_t size_bytes);

/* Reads or writes at an offset, at most size_bytes; returns the number of bytes or -1.
 * Where the next read or write begins is undefined afterwards. */
long long trey_os_read_at(int file, void *bytes, size_t size_bytes, uint64_t at);
long long trey_os_write_at(int file, const void *bytes, size_t size_bytes, uint64_t at);

/* True if a write to standard output failed with this errno because the program that
 * reads it has ended. On POSIX systems SIGPIPE ends the writer in that case: false.
 */
bool trey_os_reader_gone(int error);

/* Identity and state of a file. Two files are the same if `device` and `file` are. */
struct trey_os_about {
    uint64_t device, file[2], size_bytes;
    int64_t changed_ns; /* since 1970 */
    bool regular, directory;
};

/* Describes a file, links followed. False if there is none. */
bool trey_os_describe(const char *path, struct trey_os_about *about);
bool trey_os_describe_open(int file, struct trey_os_about *about);
bool trey_os_same_file(const struct trey_os_about *a, const struct trey_os_about *b);

/* True if both describe the same file with the same size and time of change. */
bool trey_os_unchanged(const struct trey_os_about *a, const struct trey_os_about *b);

/* Maps the first size_bytes > 0 bytes of a file for reading; NULL on failure. */
void *trey_os_map(int file, size_t size_bytes);
void trey_os_unmap(void *memory, size_t size_bytes);

/* A stream whose bytes go to memory: open_memstream, which Windows lacks.
 * Zero-initialise.
 */
struct trey_os_memory_stream {
    FILE *file;
    char *text; /* after trey_os_memory_close: zero-terminated, for free() */
    size_t size_bytes;
};

bool trey_os_memory_open(struct trey_os_memory_stream *stream);

/* Closes the stream. False, with text NULL, if memory ran out. */
bool trey_os_memory_close(struct trey_os_memory_stream *stream);

/* --- memory ----------------------------------------------------------------------------
 */

/* aligned_alloc and the matching free, which Windows has under other names. */
void *trey_os_aligned_new(size_t alignment, size_t size_bytes);
void trey_os_aligned_free(void *memory);

/* Zeroed pages at a multiple of `alignment` (a power of 2), allocated by the system as
 * they are touched; large pages if the alignment is theirs. Both sizes are multiples
 * of 4096. NULL on failure. */
void *trey_os_pages_new(size_t size_bytes, size_t alignment);
void trey_os_pages_free(void *memory, size_t size_bytes);

/* Memory in bytes that this process could still allocate, if a system call reports it
 * (machine.c reads the text files of Linux); otherwise UINT64_MAX. */
uint64_t trey_os_memory_limit(void);

/* Limits the data of this process to its present size plus `more_bytes` bytes. Does
 * nothing on systems without such a limit. */
void trey_os_limit_memory(size_t more_bytes);

/* --- processors and time ---------------------------------------------------------------
 */

/* Processors that the scheduler may give this process; at least 1. */
unsigned trey_os_processors(void);

/* Processor time of this process (user and system), and user time of this thread. */
double trey_os_cpu_seconds(void);
double trey_os_thread_seconds(void);

/* Peak memory of this process; 0 if unknown. */
uint64_t trey_os_peak_bytes(void);

/* A number that differs from call to call and from process to process. */
uint64_t trey_os_seed(void);

/* --- this process ----------------------------------------------------------------------
 */

/* Prepares a command-line program; called first in main. Standard streams carry bytes,
 * a terminal understands escape sequences, and a write beyond a limit of the system fails
 * instead of ending the process. */
void trey_os_start(void);

/* Removes a variable from the environment. Not for several threads at once. */
void trey_os_unset_variable(const char *name);

/* Writing to a pipe whose other end is closed fails instead of ending the process. */
void trey_os_ignore_broken_pipes(void);

/* Requests to end the process: signals, or console events on Windows. */
enum trey_os_end {
    TREY_OS_END_ALL,   /* interrupt (Ctrl-C), termination and hang-up */
    TREY_OS_END_HANGUP /* hang-up (closed terminal) alone */
};

/* Calls `handler` at the first request; the second one ends the process. An ignored
 * hang-up (nohup) stays ignored. The handler may run in a signal handler or in another
 * thread. */
void trey_os_on_end(enum trey_os_end what, void (*handler)(void));

/* Interrupt and termination end the process at once again. */
void trey_os_end_at_once(void);

/* Discards all further standard output and error. Returns a copy of the old standard
 * error for trey_os_unsilence, or -1. */
int trey_os_silence(void);
void trey_os_unsilence(int saved);

/* Width in columns of the terminal of a stream; 0 if it is not a terminal or the width
 * is unknown. */
int trey_os_terminal_columns(FILE *terminal);

/* Waits until a descriptor can be read or has ended, at most timeout_ms milliseconds
 * (-1: without limit). Returns 1 if so, 0 after the timeout or a signal, -1 on
 * failure. */
int trey_os_wait_input(int file, int timeout_ms);

/* getc for a stream that only one thread uses, without a lock where possible. */
#if defined(_WIN32)
#define trey_os_getc(file) getc(file)
#else
#define trey_os_getc(file) getc_unlocked(file)
#endif

/* --- child processes -------------------------------------------------------------------
 */

/* A program whose standard input and output are connected to this process. For one thread
 * at a time. */
struct trey_os_child;

/* Runs a command by the system's shell (sh, cmd.exe). NULL with errno on failure. */
struct trey_os_child *trey_os_child_start(const char *command);

/* Sends or receives what is possible without waiting. Returns the number of bytes, 0 if
 * it would have to wait, -1 if the program has closed its end. */
long trey_os_child_write(struct trey_os_child *child, const char *bytes,
                         size_t size_bytes);
long trey_os_child_read(struct trey_os_child *child, char *bytes, size_t size_bytes);

/* Waits until reading, or writing if `to_write`, is possible or the program has closed
 * its end. Returns 1 if so, 0 after timeout_ms or a signal, -1 with errno on failure. */
int trey_os_child_wait(struct trey_os_child *child, bool to_write, int timeout_ms);

/* Closes the program's input, gives it grace_s seconds to end, then ends it and all
 * processes that it has started, and frees. NULL is accepted. */
void trey_os_child_stop(struct trey_os_child *child, double grace_s);

#endif
