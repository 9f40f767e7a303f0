/* Only one training at a time may use a checkpoint. The lock is on a file beside it,
 * because each checkpoint that is written is a new file; the system releases the lock
 * however the process ends. */
#include "base/error.h"
#include "learn/command.h"
#include "os/os.h"
#include "trey/learn.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct trey_training_lock {
    int file;
    char path[];
};

/* True if the path still names the open file: the process that held the lock before may
 * have removed it. */
static bool is_current(int file, const char *path)
{
    struct trey_os_about opened, named;
    return trey_os_describe_open(file, &opened) && trey_os_describe(path, &named) &&
           trey_os_same_file(&opened, &named);
}

static bool is_empty(int file)
{
    struct trey_os_about about;
    return trey_os_describe_open(file, &about) && about.regular && about.size_bytes == 0;
}

static enum trey_status acquire_lock(struct trey_training_lock *lock,
                                     struct trey_error *error)
{
    enum { MAX_TRIES = 100 };
    for (int i = 0; i < MAX_TRIES; i++) {
        lock->file =
            trey_os_open(lock->path, TREY_OS_READ | TREY_OS_WRITE | TREY_OS_CREATE |
                                         TREY_OS_NO_LINK | TREY_OS_NO_WAIT);
        if (lock->file < 0)
            return trey_fail(error, TREY_ERR_IO, 0, "cannot write there: %s",
                             strerror(errno));
        if (trey_os_lock(lock->file) != 0 && errno == EAGAIN) {
            close(lock->file);
            return trey_fail(error, TREY_ERR_IO, 0,
                             "another training uses this checkpoint");
        }
        if (!is_empty(lock->file)) { /* and would be deleted at the end */
            close(lock->file);
            return trey_fail(error, TREY_ERR_IO, 0,
                             "the .lock file beside it is not a lock of trey train; "
                             "rename or remove it");
        }
        if (is_current(lock->file, lock->path))
            return TREY_OK;
        close(lock->file);
    }
    return trey_fail(error, TREY_ERR_IO, 0, "cannot lock the checkpoint");
}

enum trey_status trey_training_lock_take(const char *path,
                                         struct trey_training_lock **lock,
                                         struct trey_error *error)
{
    static const char suffix[] = ".lock";
    size_t size = sizeof **lock + strlen(path) + sizeof suffix;
    struct trey_training_lock *made = malloc(size);
    *lock = NULL;
    if (made == NULL)
        return trey_fail_memory(error, size);
    snprintf(made->path, size - sizeof *made, "%s%s", path, suffix);
    enum trey_status status = acquire_lock(made, error);
    if (status == TREY_OK)
        *lock = made;
    else
        free(made);
    return status;
}

void trey_training_lock_free(struct trey_training_lock *lock)
{
    if (lock == NULL)
        return;
    unlink(lock->path); /* before the lock is released, so that it cannot be another
                           process's */
    close(lock->file);
    free(lock);
}
