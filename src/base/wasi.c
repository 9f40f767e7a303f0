/* Replacements for what WebAssembly lacks: threads and mappings, and, in the engine of
 * the page, files. Stands in for threads.c, processors.c, memory.c and machine.c; without
 * files (TREY_WASI_FILES) also for file.c, place.c and os/os_wasi.c. In a build for
 * another system it is empty. */
#if defined(__wasi__)

#include "base/error.h"
#include "base/file.h"
#include "base/machine.h"
#include "base/memory.h"
#include "base/place.h"
#include "base/threads.h"
#include "os/os.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- one thread ------------------------------------------------------------------------
 */

unsigned trey_processors(void)
{
    return 1;
}

/* Loops run in the caller; an object that is not NULL distinguishes success. */
struct trey_threads {
    char unused;
};

struct trey_threads *trey_threads_new(unsigned count)
{
    (void)count;
    return calloc(1, sizeof(struct trey_threads));
}

void trey_threads_free(struct trey_threads *threads)
{
    free(threads);
}

unsigned trey_threads_size(const struct trey_threads *threads)
{
    (void)threads;
    return 1;
}

void trey_parallel_for(struct trey_threads *threads, size_t count,
                       void (*body)(void *context, size_t index), void *context)
{
    (void)threads;
    for (size_t i = 0; i < count; i++)
        body(context, i);
}

/* --- memory ----------------------------------------------------------------------------
 */

size_t trey_memory_available(void)
{
    return (size_t)1 << 30; /* a browser usually gives a page this much */
}

void *trey_large_new(size_t bytes)
{
    return bytes == 0 ? NULL : calloc(1, bytes);
}

void trey_large_free(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}

#if !defined(TREY_WASI_FILES)

/* --- no files --------------------------------------------------------------------------
 */

static enum trey_status no_files(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_IO, 0, "there are no files here");
}

/* The functions of the operating-system layer that the solver's code refers to. */

static int no_file(void)
{
    errno = ENOSYS;
    return -1;
}

const char *trey_os_temporary_directory(void)
{
    return "/";
}

uint64_t trey_os_free_bytes(const char *directory)
{
    (void)directory;
    return UINT64_MAX;
}

int trey_os_open(const char *path, unsigned flags)
{
    (void)path, (void)flags;
    return no_file();
}

int trey_os_open_nameless(const char *prefix)
{
    (void)prefix;
    return no_file();
}

int trey_os_lock(int file)
{
    (void)file;
    return no_file();
}

int trey_os_sync(int file)
{
    (void)file;
    return no_file();
}

int trey_os_truncate(int file, uint64_t size_bytes)
{
    (void)file, (void)size_bytes;
    return no_file();
}

bool trey_os_exists(const char *path)
{
    (void)path;
    return false;
}

long long trey_os_read_at(int file, void *bytes, size_t size_bytes, uint64_t at)
{
    (void)file, (void)bytes, (void)size_bytes, (void)at;
    return no_file();
}

bool trey_os_describe_open(int file, struct trey_os_about *about)
{
    (void)file, (void)about;
    return false;
}

void *trey_os_map(int file, size_t size_bytes)
{
    (void)file, (void)size_bytes;
    no_file();
    return NULL;
}

void trey_os_unmap(void *memory, size_t size_bytes)
{
    (void)memory, (void)size_bytes;
}

bool trey_place_library(char *directory, size_t size_bytes)
{
    (void)directory, (void)size_bytes;
    return false;
}

bool trey_place_program(char *directory, size_t size_bytes)
{
    (void)directory, (void)size_bytes;
    return false;
}

bool trey_place_up(char *directory)
{
    (void)directory;
    return false;
}

enum trey_status trey_file_find(const char *path, struct trey_file_target *target,
                                struct trey_error *error)
{
    (void)path;
    *target = (struct trey_file_target){0};
    return no_files(error);
}

void trey_file_target_clear(struct trey_file_target *target)
{
    *target = (struct trey_file_target){0};
}

enum trey_status trey_file_write(const char *path, const char *text, size_t size_bytes,
                                 struct trey_error *error)
{
    (void)path, (void)text, (void)size_bytes;
    return no_files(error);
}

enum trey_status trey_file_begin(const char *path, struct trey_file **result,
                                 struct trey_error *error)
{
    (void)path;
    *result = NULL;
    return no_files(error);
}

enum trey_status trey_file_put(struct trey_file *file, const void *bytes,
                               size_t size_bytes, struct trey_error *error)
{
    (void)file, (void)bytes, (void)size_bytes;
    return no_files(error);
}

enum trey_status trey_file_commit(struct trey_file *file, struct trey_error *error)
{
    (void)file;
    return no_files(error);
}

void trey_file_abandon(struct trey_file *file)
{
    (void)file;
}

enum trey_status trey_file_put_at(int descriptor, uint64_t at, const void *bytes,
                                  size_t size_bytes, struct trey_error *error)
{
    (void)descriptor, (void)at, (void)bytes, (void)size_bytes;
    return no_files(error);
}

enum trey_status trey_file_name(int descriptor, const char *own,
                                const struct trey_file_target *target,
                                struct trey_error *error)
{
    (void)descriptor, (void)own, (void)target;
    return no_files(error);
}

#endif

#endif
