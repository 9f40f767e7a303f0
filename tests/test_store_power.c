/* Stores after a power failure: no matter which unsynced writes are lost, the file opens,
 * holds the rows up to some point and none after it, and accepts the others again.
 * Everything in a closed store survives.
 *
 * SQLite writes through a virtual file system of the test, which forwards and logs every
 * call. From the log the files are rebuilt as they may be after each call. */
#include "base/store.h"
#include "players/game_store.h"
#include "support/random_case.h"
#include "support/store_case.h"
#include "support/test.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the log ------------------------------------------------------------------------ */

enum { FILES = 2, MAX_CALLS = 4096 };

static const char *const endings[FILES] = {"", "-wal"};

struct call {
    enum { WRITE, CUT, SYNC, REMOVE } kind;
    int file;
    sqlite3_int64 at; /* or the length after a CUT */
    void *bytes;
    int size;
};

static struct call calls[MAX_CALLS];
static int call_count;
static char base_path[64];

static void log_call(struct call call)
{
    assert_true(call_count < MAX_CALLS);
    calls[call_count++] = call;
}

static int file_of(const char *path)
{
    for (int i = 0; path != NULL && i < FILES; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", base_path, endings[i]);
        if (strcmp(path, name) == 0)
            return i;
    }
    return -1;
}

/* --- the file system ---------------------------------------------------------------- */

struct watched {
    sqlite3_file base;
    int file;           /* -1: not logged */
    sqlite3_file *real; /* after this struct */
};

static sqlite3_vfs *real_vfs;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct watched *)file)->real;
}

static int watched_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int watched_read(sqlite3_file *file, void *to, int size, sqlite3_int64 at)
{
    return real_of(file)->pMethods->xRead(real_of(file), to, size, at);
}

static int watched_write(sqlite3_file *file, const void *from, int size, sqlite3_int64 at)
{
    struct watched *watched = (struct watched *)file;
    if (watched->file >= 0) {
        void *bytes = malloc((size_t)size);
        assert_non_null(bytes);
        memcpy(bytes, from, (size_t)size);
        log_call((struct call){WRITE, watched->file, at, bytes, size});
    }
    return watched->real->pMethods->xWrite(watched->real, from, size, at);
}

static int watched_truncate(sqlite3_file *file, sqlite3_int64 length)
{
    struct watched *watched = (struct watched *)file;
    if (watched->file >= 0)
        log_call((struct call){CUT, watched->file, length, NULL, 0});
    return watched->real->pMethods->xTruncate(watched->real, length);
}

static int watched_sync(sqlite3_file *file, int flags)
{
    struct watched *watched = (struct watched *)file;
    if (watched->file >= 0)
        log_call((struct call){SYNC, watched->file, 0, NULL, 0});
    return watched->real->pMethods->xSync(watched->real, flags);
}

static int watched_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int watched_lock(sqlite3_file *file, int lock)
{
    return real_of(file)->pMethods->xLock(real_of(file), lock);
}

static int watched_unlock(sqlite3_file *file, int lock)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), lock);
}

static int watched_check_lock(sqlite3_file *file, int *result)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

static int watched_control(sqlite3_file *file, int what, void *with)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), what, with);
}

static int watched_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

/* Promises nothing about the effect of a write on neighbouring bytes. */
static int watched_promises(sqlite3_file *file)
{
    (void)file;
    return 0;
}

static int watched_map(sqlite3_file *file, int page, int size, int extend,
                       void volatile **memory)
{
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, memory);
}

static int watched_map_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void watched_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int watched_unmap(sqlite3_file *file, int removes)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), removes);
}

static int watched_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
                        int *out_flags)
{
    static const sqlite3_io_methods methods = {
        .iVersion = 2,
        .xClose = watched_close,
        .xRead = watched_read,
        .xWrite = watched_write,
        .xTruncate = watched_truncate,
        .xSync = watched_sync,
        .xFileSize = watched_size,
        .xLock = watched_lock,
        .xUnlock = watched_unlock,
        .xCheckReservedLock = watched_check_lock,
        .xFileControl = watched_control,
        .xSectorSize = watched_sector,
        .xDeviceCharacteristics = watched_promises,
        .xShmMap = watched_map,
        .xShmLock = watched_map_lock,
        .xShmBarrier = watched_barrier,
        .xShmUnmap = watched_unmap,
    };
    struct watched *watched = (struct watched *)file;
    (void)vfs;
    watched->file = file_of(path);
    watched->real = (sqlite3_file *)(void *)(watched + 1);
    int status = real_vfs->xOpen(real_vfs, path, watched->real, flags, out_flags);
    watched->base.pMethods = watched->real->pMethods != NULL ? &methods : NULL;
    return status;
}

static int watched_delete(sqlite3_vfs *vfs, const char *path, int sync_directory)
{
    (void)vfs;
    if (file_of(path) >= 0)
        log_call((struct call){REMOVE, file_of(path), 0, NULL, 0});
    return real_vfs->xDelete(real_vfs, path, sync_directory);
}

static sqlite3_vfs watched_vfs;

static void register_vfs(void)
{
    real_vfs = sqlite3_vfs_find(NULL);
    assert_non_null(real_vfs);
    watched_vfs = *real_vfs;
    watched_vfs.zName = "watched";
    watched_vfs.szOsFile = (int)sizeof(struct watched) + real_vfs->szOsFile;
    watched_vfs.xOpen = watched_open;
    watched_vfs.xDelete = watched_delete;
    assert_int_equal(sqlite3_vfs_register(&watched_vfs, 1), SQLITE_OK);
}

static void unregister_vfs(void)
{
    assert_int_equal(sqlite3_vfs_unregister(&watched_vfs), SQLITE_OK);
    assert_int_equal(sqlite3_vfs_register(real_vfs, 1), SQLITE_OK);
}

/* --- after the power failure -------------------------------------------------------- */

/* How much of the unsynced data survives. */
enum lost { ALL, SOME, NOTHING, LOSSES };

/* Rebuilds a file as it may be after the first `made` calls. */
static void restore_file(int file, int made, enum lost lost, struct random_case *random,
                         const char *path)
{
    int synced = -1;
    bool is_there = false;
    for (int i = 0; i < made; i++)
        if (calls[i].file == file && calls[i].kind == SYNC)
            synced = i;
    remove(path);
    FILE *out = fopen(path, "w+b");
    assert_non_null(out);
    for (int i = 0; i < made; i++) {
        const struct call *call = &calls[i];
        bool is_lost =
            i > synced && (lost == ALL || (lost == SOME && case_below(random, 2) == 0));
        if (call->file != file)
            continue;
        is_there = is_there || call->kind == WRITE;
        if (call->kind == REMOVE) { /* changes of names take effect at once */
            is_there = false;
            assert_int_equal(ftruncate(fileno(out), 0), 0);
        } else if (!is_lost && call->kind == CUT) {
            fflush(out);
            assert_int_equal(ftruncate(fileno(out), call->at), 0);
        } else if (!is_lost && call->kind == WRITE) {
            assert_int_equal(fseek(out, (long)call->at, SEEK_SET), 0);
            assert_int_equal(fwrite(call->bytes, 1, (size_t)call->size, out), call->size);
            fflush(out);
        }
    }
    fclose(out);
    if (!is_there)
        remove(path);
}

/* --- rows --------------------------------------------------------------------------- */

enum { ROWS = 12 };

static struct trey_game_store_key key_of(int row)
{
    return (struct trey_game_store_key){"window", "someone", 3, (uint64_t)row};
}

static void add_row(struct trey_store *store, int row)
{
    struct trey_game_store_key key = key_of(row);
    struct trey_game_result result = {.score = (uint64_t)(1000 + row), .moves = 7};
    char text[600]; /* so that some rows take more than a page */
    memset(text, 'a' + row, sizeof text);
    text[sizeof text - 1] = '\0';
    assert_int_equal(trey_game_store_add(store, &key, &result, text, NULL), TREY_OK);
}

static bool has_row(struct trey_store *store, int row)
{
    struct trey_game_store_key key = key_of(row);
    struct trey_game_result found;
    char *text = NULL;
    assert_int_equal(trey_game_store_find(store, &key, &found, &text, NULL), TREY_OK);
    if (found.done) {
        assert_int_equal(found.score, 1000 + row);
        assert_non_null(text);
        assert_int_equal(strlen(text), 599);
        assert_int_equal(text[598], 'a' + row);
    }
    free(text);
    return found.done;
}

static void remove_all(const char *path)
{
    static const char *const also[] = {"", "-wal", "-shm", "-journal"};
    for (int i = 0; i < 4; i++) {
        char name[90];
        snprintf(name, sizeof name, "%s%s", path, also[i]);
        remove(name);
    }
}

/* The store after `made` calls holds at least `least` rows, and then accepts all. */
static void expect_rows(int made, enum lost lost, int least, struct random_case *random)
{
    char path[80], name[90];
    snprintf(path, sizeof path, "%s.after", base_path);
    remove_all(path);
    for (int file = 0; file < FILES; file++) {
        snprintf(name, sizeof name, "%s%s", path, endings[file]);
        restore_file(file, made, lost, random, name);
    }
    for (int round = 0; round < 2; round++) {
        struct trey_store *store = NULL;
        assert_int_equal(trey_store_open(path, &store, NULL), TREY_OK);
        int rows = 0;
        while (rows < ROWS && has_row(store, rows))
            rows++;
        assert_true(rows >= (round == 0 ? least : ROWS));
        for (int row = rows; row < ROWS; row++)
            assert_false(has_row(store, row));
        for (int row = rows; row < ROWS; row++)
            add_row(store, row);
        trey_store_close(store);
    }
    remove_all(path);
}

static void test_power_failures(void **state)
{
    (void)state;
    struct random_case random = case_start();
    case_store_path(base_path);
    remove_all(base_path);
    register_vfs();
    int closed_at[2];
    for (int session = 0; session < 2; session++) {
        struct trey_store *store = NULL;
        assert_int_equal(trey_store_open(base_path, &store, NULL), TREY_OK);
        for (int row = session * ROWS / 2; row < (session + 1) * ROWS / 2; row++)
            add_row(store, row);
        trey_store_close(store);
        closed_at[session] = call_count;
    }
    unregister_vfs();
    remove_all(base_path);
    for (int made = 0; made <= call_count; made++)
        for (int lost = 0; lost < LOSSES; lost++)
            expect_rows(made, (enum lost)lost,
                        made >= closed_at[1]   ? ROWS
                        : made >= closed_at[0] ? ROWS / 2
                                               : 0,
                        &random);
    print_message("power failed before each of %d calls\n", call_count);
    for (int i = 0; i < call_count; i++)
        free(calls[i].bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_power_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
