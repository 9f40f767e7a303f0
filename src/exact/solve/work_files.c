/* The files of a run: the layers' file, which becomes the table; the state beside it
 * (resume.c); and a scratch file for recomputed layers.
 *
 * If the target cannot be replaced (a device or a pipe), the table is made in the work
 * directory or in an unnamed file, and copied at the end. */
#include "exact/solve/work_files.h"

#include "base/error.h"
#include "exact/solve/resume.h"
#include "exact/table/compact.h"
#include "exact/table/solution.h"
#include "os/os.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum trey_status fail_io(struct trey_error *error, const char *what)
{
    return trey_fail(error, TREY_ERR_IO, 0, "%s: %s", what, strerror(errno));
}

/* --- opening ---------------------------------------------------------------------------
 */

/* Returns PREFIX[NAME]SUFFIX, which the caller frees. */
static char *join_path(const char *prefix, const char *name, const char *suffix)
{
    size_t size = strlen(prefix) + strlen(name) + strlen(suffix) + 1;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s%s%s", prefix, name, suffix);
    return path;
}

/* The layers' file is beside the table if it will become the table. */
static enum trey_status make_paths(struct trey_work *work,
                                   const struct trey_solver *solver,
                                   struct trey_error *error)
{
    const struct trey_exact_options *options = solver->options;
    const struct trey_exact_game *game = &solver->game;
    char name[96];
    snprintf(name, sizeof name, "/trey-%s-%ux%u-start%u-%s%s",
             game->is_2048 ? "2048" : "course", game->shape.rows, game->shape.cols,
             game->start, game->folded ? "avg" : "all",
             solver->store.keep_values ? "-values" : "");
    const char *directory = options->work_dir, *table = work->target.path;
    bool beside = work->target.replaceable;
    if (!beside && directory == NULL)
        return TREY_OK;
    work->layers_path =
        beside ? join_path(table, "", ".part") : join_path(directory, name, ".part");
    work->state_path = directory == NULL ? join_path(table, "", ".state")
                                         : join_path(directory, name, ".state");
    if (work->layers_path == NULL || work->state_path == NULL)
        return trey_fail_memory(error, sizeof name);
    return TREY_OK;
}

/* Opens an unnamed file, which is deleted when it is closed. */
static enum trey_status open_unnamed(int *file, struct trey_error *error)
{
    char *prefix = join_path(trey_os_temporary_directory(), "/trey-", "");
    if (prefix == NULL)
        return trey_fail_memory(error, 1);
    *file = trey_os_open_nameless(prefix);
    enum trey_status status =
        *file >= 0 ? TREY_OK : fail_io(error, "cannot write a temporary file");
    free(prefix);
    return status;
}

/* True if the open file is empty, or may have layers: its header stays zero until it
 * becomes a table. Anything else is not ours, and would be overwritten. */
static bool is_work(int file)
{
    static const uint64_t unwritten = 0;
    struct trey_os_about about;
    char first[sizeof unwritten];
    if (!trey_os_describe_open(file, &about) || !about.regular)
        return false;
    if (about.size_bytes == 0)
        return true;
    return trey_os_read_at(file, first, sizeof first, 0) == sizeof first &&
           (memcmp(first, &unwritten, sizeof first) == 0 ||
            memcmp(first, TREY_TABLE_MAGIC, sizeof first) == 0); /* not yet renamed */
}

/* A lock keeps other runs away from the file. */
enum trey_status trey_work_layers(const struct trey_work *work, int *file,
                                  struct trey_error *error)
{
    if (work->layers_path == NULL)
        return open_unnamed(file, error);
    *file =
        trey_os_open(work->layers_path, TREY_OS_READ | TREY_OS_WRITE | TREY_OS_CREATE |
                                            TREY_OS_NO_LINK | TREY_OS_NO_WAIT);
    if (*file < 0 && errno == ELOOP)
        return trey_fail(error, TREY_ERR_IO, 0,
                         "%.80s is a symbolic link; rename or remove it",
                         trey_os_name_of(work->layers_path));
    if (*file < 0)
        return fail_io(error, "cannot write there");
    if (trey_os_lock(*file) != 0 && errno == EAGAIN)
        return trey_fail(error, TREY_ERR_IO, 0, "another run is using these files");
    if (!is_work(*file))
        return trey_fail(error, TREY_ERR_IO, 0,
                         "%.80s exists and is not interrupted work of trey solve; "
                         "rename or remove it",
                         trey_os_name_of(work->layers_path));
    return TREY_OK;
}

/* Opens the scratch file for recomputed layers, which is deleted at the end of the run.
 */
static enum trey_status open_scratch(struct trey_solver *solver, struct trey_error *error)
{
    struct trey_layers *store = &solver->store;
    if (solver->work.layers_path == NULL)
        return open_unnamed(&store->scratch, error);
    char *path = join_path(solver->work.layers_path, "", ".again");
    if (path == NULL)
        return trey_fail_memory(error, 1);
    store->scratch = trey_os_open_nameless(path);
    free(path);
    return store->scratch >= 0 ? TREY_OK : fail_io(error, "cannot write there");
}

enum trey_status trey_work_paths(struct trey_solver *solver, struct trey_error *error)
{
    struct trey_work *work = &solver->work;
    const struct trey_exact_options *options = solver->options;
    *work = (struct trey_work){.saved_s = solver->begun_s};
    if (options->save == NULL && options->work_dir == NULL)
        return TREY_OK;
    enum trey_status status = trey_table_able(error);
    if (status == TREY_OK && options->save != NULL)
        status = trey_file_find(options->save, &work->target, error);
    return status == TREY_OK ? make_paths(work, solver, error) : status;
}

enum trey_status trey_work_open(struct trey_solver *solver, struct trey_error *error)
{
    struct trey_work *work = &solver->work;
    const struct trey_exact_options *options = solver->options;
    enum trey_status status = trey_work_paths(solver, error);
    if (options->save == NULL && options->work_dir == NULL)
        return status;
    if (status == TREY_OK)
        status = trey_work_layers(work, &solver->store.file, error);
    struct trey_os_about about;
    work->new_layers = status == TREY_OK && work->layers_path != NULL &&
                       trey_os_describe_open(solver->store.file, &about) &&
                       about.size_bytes == 0;
    if (status == TREY_OK && solver->period > 0)
        status = open_scratch(solver, error);
    solver->store.end = TREY_HEADER_BYTES;
    if (status == TREY_OK && work->state_path != NULL)
        status = trey_resume(solver, error);
    if (status == TREY_OK && trey_os_truncate(solver->store.file, solver->store.end) != 0)
        status = fail_io(error, "cannot write");
    return status;
}

/* --- the end ---------------------------------------------------------------------------
 */

/* Copies the blocks of a compact table out of the layers' file, then removes that file.
 */
static enum trey_status finish_compact(struct trey_solver *solver,
                                       struct trey_error *error)
{
    const struct trey_work *work = &solver->work;
    struct trey_exact_counts counts;
    trey_layers_count(&solver->store, &solver->game, &counts);
    counts.root_value = solver->root.value;
    memcpy(counts.first, solver->root.first, sizeof counts.first);
    enum trey_status status =
        trey_compact_write(&solver->store, solver->options, &counts, error);
    if (status != TREY_OK || work->layers_path == NULL)
        return status;
    unlink(work->layers_path);
    unlink(work->state_path);
    return TREY_OK;
}

enum trey_status trey_work_finish(struct trey_solver *solver, struct trey_error *error)
{
    const struct trey_work *work = &solver->work;
    const struct trey_exact_options *options = solver->options;
    struct trey_layers *store = &solver->store;
    enum trey_status status = TREY_OK;
    if (store->file < 0)
        return TREY_OK;
    if (solver->compact_writer != NULL)
        return finish_compact(solver, error);
    if (options->save != NULL)
        status = trey_table_close(store, &solver->game, &solver->root, error);
    if (status == TREY_OK && work->target.replaceable)
        status = trey_file_name(store->file, work->layers_path, &work->target, error);
    if (status == TREY_OK && store->keep_values)
        status = trey_layers_map(store, error);
    if (status == TREY_OK && options->save != NULL && !work->target.replaceable)
        status = trey_file_write(work->target.path, store->map, (size_t)store->map_bytes,
                                 error); /* a copy of the mapped table */
    if (status != TREY_OK || work->layers_path == NULL)
        return status;
    if (!work->target.replaceable)
        unlink(work->layers_path);
    unlink(work->state_path);
    return TREY_OK;
}

void trey_work_discard(const struct trey_solver *solver)
{
    const struct trey_work *work = &solver->work;
    if (work->new_layers && !trey_os_exists(work->state_path))
        unlink(work->layers_path);
}

enum trey_status trey_work_name_file(const struct trey_solver *solver, const char *path,
                                     enum trey_status status, struct trey_error *error)
{
    const char *state = solver->work.state_path;
    char message[sizeof error->message];
    if (status != TREY_ERR_IO || error == NULL || path == NULL ||
        solver->options->work_dir == NULL ||
        (state != NULL && strncmp(error->message, state, strlen(state)) == 0))
        return status;
    const int length = snprintf(message, sizeof message, "%s: %s", path, error->message);
    if (length > 0 && (size_t)length < sizeof message)
        memcpy(error->message, message, sizeof message);
    return status;
}

/* Free bytes of the file system of a path's directory; UINT64_MAX if unknown. */
static uint64_t free_bytes(const char *path, bool directory)
{
    char *name = directory ? strdup(path) : trey_os_directory_of(path);
    uint64_t bytes = name != NULL ? trey_os_free_bytes(name) : UINT64_MAX;
    free(name);
    return bytes;
}

uint64_t trey_work_free_bytes(const struct trey_exact_options *options)
{
    struct trey_file_target target = {0};
    uint64_t bytes = UINT64_MAX;
    if (options->save != NULL && trey_file_find(options->save, &target, NULL) != TREY_OK)
        return UINT64_MAX; /* reported later */
    if (target.replaceable)
        bytes = free_bytes(target.path, false);
    else if (options->work_dir != NULL)
        bytes = free_bytes(options->work_dir, true);
    else if (options->save != NULL)
        bytes = free_bytes(trey_os_temporary_directory(), true);
    trey_file_target_clear(&target);
    return bytes;
}

void trey_work_clear(struct trey_work *work)
{
    free(work->layers_path);
    free(work->state_path);
    trey_file_target_clear(&work->target);
    *work = (struct trey_work){0};
}
