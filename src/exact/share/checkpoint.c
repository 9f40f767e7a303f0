/* Checkpoints of several processes, in a directory that all of them can access. Of
 * processes 0 .. K-1, process k has
 *
 *     BASE.K-k.part            its layers, as those of one process (solve/work_files.c)
 *     BASE.K-k.SERIAL.state    a state (solve/resume.c)
 *
 * and process 0 has BASE.ranks, which stores K and the serial number of the valid states.
 * To save, all processes write states with the next serial number; then process 0 renames
 * the new BASE.ranks over the old one; then the old states are deleted. So there is one
 * consistent set of states at any time, even if a process is killed.
 *
 * If the number of processes changes, the layers are repartitioned (repartition.c) and a
 * checkpoint is saved at once. */
#include "exact/share/checkpoint.h"

#include "base/error.h"
#include "base/file.h"
#include "exact/share/repartition.h"
#include "exact/solve/resume.h"
#include "exact/solve/work_files.h"
#include "exact/table/checksum.h"
#include "mpi/processes.h"
#include "os/os.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct current_file {
    char magic[8];
    uint32_t bytes, processes;
    uint64_t serial, checksum;
};

static const char magic[8] = "treyrank";

/* --- names -----------------------------------------------------------------------------
 */

/* The caller frees the path; NULL if out of memory. */
static char *current_path(const char *base)
{
    size_t size = strlen(base) + sizeof ".ranks";
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s.ranks", base);
    return path;
}

/* --- the valid checkpoint --------------------------------------------------------------
 */

/* Earlier work, as found by process 0. */
struct earlier {
    uint32_t processes; /* 0: none */
    uint32_t plain;     /* work of trey_exact_solve, which has other file names */
    uint64_t serial;
};

static enum trey_status read_current(const char *path, struct earlier *earlier,
                                     struct trey_error *error)
{
    struct current_file current;
    FILE *file = fopen(path, "rb");
    *earlier = (struct earlier){0};
    if (file == NULL)
        return errno == ENOENT ? TREY_OK
                               : trey_fail(error, TREY_ERR_IO, 0, "cannot read %s: %s",
                                           path, strerror(errno));
    bool good = fread(&current, sizeof current, 1, file) == 1 &&
                memcmp(current.magic, magic, sizeof magic) == 0 &&
                current.bytes == sizeof current && current.processes > 0 &&
                current.processes <= TREY_PARTITION_MAX_PROCESSES &&
                current.checksum ==
                    trey_checksum(&current, offsetof(struct current_file, checksum), 1);
    fclose(file);
    if (!good)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "%s is damaged; remove it to start over", path);
    *earlier = (struct earlier){current.processes, 0, current.serial};
    return TREY_OK;
}

static enum trey_status write_current(const struct trey_share *share,
                                      struct trey_error *error)
{
    struct current_file current = {.bytes = sizeof current,
                                   .processes = share->solver->partition.count,
                                   .serial = share->files.serial};
    memcpy(current.magic, magic, sizeof magic);
    current.checksum =
        trey_checksum(&current, offsetof(struct current_file, checksum), 1);
    char *path = current_path(share->files.base);
    if (path == NULL)
        return trey_fail_memory(error, 1);
    enum trey_status status =
        trey_file_write(path, (const char *)&current, sizeof current, error);
    free(path);
    return status;
}

/* Finds earlier work of several processes or, if there is none, of trey_exact_solve. */
static enum trey_status find_earlier(const char *base, struct earlier *earlier,
                                     struct trey_error *error)
{
    char *path = current_path(base);
    if (path == NULL)
        return trey_fail_memory(error, 1);
    enum trey_status status = read_current(path, earlier, error);
    free(path);
    if (status != TREY_OK || earlier->processes > 0)
        return status;
    struct trey_work work = {0};
    status = trey_checkpoint_paths(base, NULL, 0, true, &work, error);
    struct trey_os_about about; /* an empty layers' file is stale: see solve/resume.c */
    if (status == TREY_OK && access(work.state_path, F_OK) == 0 &&
        trey_os_describe(work.layers_path, &about) && about.size_bytes > 0)
        *earlier = (struct earlier){1, 1, 0};
    trey_work_clear(&work);
    return status;
}

/* --- opening ---------------------------------------------------------------------------
 */

/* Common prefix of all file names; NULL if nothing is saved. */
static enum trey_status find_name_prefix(struct trey_solver *solver, char **base,
                                         struct trey_error *error)
{
    *base = NULL;
    enum trey_status status = trey_work_paths(solver, error);
    if (status != TREY_OK || solver->work.layers_path == NULL)
        return status;
    size_t length = strlen(solver->work.layers_path) - strlen(".part");
    *base = trey_os_copy_text(solver->work.layers_path, length);
    return *base != NULL ? TREY_OK : trey_fail_memory(error, length);
}

enum trey_status trey_checkpoint_find(const struct trey_exact_options *options,
                                      bool *found, struct trey_error *error)
{
    *found = false;
    if (options->work_dir == NULL || options->save != NULL)
        return TREY_OK;
    struct trey_solver *solver = calloc(1, sizeof *solver);
    if (solver == NULL)
        return trey_fail_memory(error, sizeof *solver);
    char *base = NULL;
    struct earlier earlier = {0};
    solver->options = options;
    trey_exact_game_make(options, &solver->game);
    enum trey_status status = find_name_prefix(solver, &base, error);
    char *path = base != NULL ? current_path(base) : NULL;
    if (status == TREY_OK && path == NULL)
        status = trey_fail_memory(error, 1);
    if (status == TREY_OK)
        status = read_current(path, &earlier, error);
    *found = earlier.processes > 0;
    free(path);
    free(base);
    trey_work_clear(&solver->work);
    free(solver);
    return status;
}

/* Resumes from this process's own files. */
static enum trey_status resume_own(struct trey_share *share, struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    solver->store.end = 0;
    enum trey_status status = trey_resume(solver, error);
    if (status == TREY_OK && solver->store.end == 0)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "%s.ranks refers to a missing state of process %u; remove it "
                         "to start over",
                         share->files.base, solver->partition.process);
    return status;
}

static enum trey_status open_own(struct trey_share *share, const struct earlier *earlier,
                                 struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    struct trey_work *work = &solver->work;
    bool same = earlier->processes == solver->partition.count && !earlier->plain;
    share->files.serial = earlier->serial;
    enum trey_status status = trey_checkpoint_paths(share->files.base, &solver->partition,
                                                    earlier->serial, false, work, error);
    if (status == TREY_OK)
        status = trey_work_layers(work, &solver->store.file, error);
    solver->store.end = TREY_HEADER_BYTES;
    if (status == TREY_OK && same)
        status = resume_own(share, error);
    if (status == TREY_OK && trey_os_truncate(solver->store.file, solver->store.end) != 0)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s", strerror(errno));
    if (status == TREY_OK && earlier->processes > 0 && !same) {
        share->files.plain = earlier->plain != 0;
        status = trey_repartition(share, earlier->processes, error);
    }
    return status;
}

enum trey_status trey_checkpoint_open(struct trey_share *share, struct trey_error *error)
{
    struct trey_share_files *files = &share->files;
    struct earlier earlier = {0};
    enum trey_status status = find_name_prefix(share->solver, &files->base, error);
    if (status == TREY_OK && files->base != NULL &&
        trey_process_index(share->processes) == 0)
        status = find_earlier(files->base, &earlier, error);
    status = trey_processes_agree(share->processes, status, error);
    if (status != TREY_OK || files->base == NULL)
        return status;
    trey_processes_broadcast(share->processes, 0, &earlier, sizeof earlier);
    status =
        trey_processes_agree(share->processes, open_own(share, &earlier, error), error);
    share->after_room = earlier.processes == 0;
    if (status == TREY_OK && files->old_count > 0 && !share->solver->work.begin.valuing)
        status = trey_checkpoint_frames(share, error);
    return status;
}

/* --- saving ----------------------------------------------------------------------------
 */

enum trey_status trey_checkpoint_save(struct trey_share *share,
                                      const struct trey_solver_place *at,
                                      struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    struct trey_share_files *files = &share->files;
    if (files->base == NULL)
        return TREY_OK;
    char *last = solver->work.state_path;
    solver->work.state_path = NULL;
    files->serial++;
    enum trey_status status = trey_checkpoint_paths(
        files->base, &solver->partition, files->serial, false, &solver->work, error);
    if (status == TREY_OK)
        status = trey_resume_save(solver, at, true, error);
    status = trey_processes_agree(share->processes, status, error);
    if (status == TREY_OK && trey_process_index(share->processes) == 0)
        status = write_current(share, error);
    status = trey_processes_agree(share->processes, status, error);
    if (status == TREY_OK && last != NULL)
        unlink(last);
    free(last);
    return status;
}

enum trey_status trey_checkpoint_frames(struct trey_share *share,
                                        struct trey_error *error)
{
    struct trey_share_files *files = &share->files;
    struct trey_solver *solver = share->solver;
    enum trey_status status = TREY_OK;
    if (files->old_count == 0)
        status = trey_resume_frames(solver, NULL, NULL, error);
    else if (solver->work.begin.valuing)
        status = trey_repartition_values(share, error);
    status = trey_processes_agree(share->processes, status, error);
    if (status != TREY_OK || files->old_count == 0)
        return status;
    status = trey_checkpoint_save(share, &solver->work.begin, error);
    for (unsigned k = 0; status == TREY_OK && k < files->old_count; k++)
        if (k % solver->partition.count == solver->partition.process) {
            unlink(files->old[k]->work.layers_path);
            unlink(files->old[k]->work.state_path);
        }
    trey_repartition_clear(files);
    return status;
}

/* True if `rest`, a file name without the common prefix, is that of some process's file:
 * K-k.part or K-k.SERIAL.state. */
static bool is_process_file(const char *rest)
{
    unsigned processes, process;
    int length = 0;
    if (sscanf(rest, ".%4u-%4u.%n", &processes, &process, &length) != 2 || length == 0)
        return false;
    rest += length;
    if (strcmp(rest, "part") == 0)
        return true;
    size_t digits = strspn(rest, "0123456789");
    return digits > 0 && strcmp(rest + digits, ".state") == 0;
}

static void remove_file(const char *directory, const char *name)
{
    size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (path == NULL)
        return;
    snprintf(path, size, "%s/%s", directory, name);
    unlink(path);
    free(path);
}

/* Removes the files of all processes, including those that were killed while saving. */
static void remove_process_files(const char *base)
{
    const char *name = trey_os_name_of(base);
    char *directory = trey_os_directory_of(base);
    struct trey_directory files = {0}; /* stays empty if it cannot be read */
    if (directory != NULL)
        trey_directory_list(directory, true, &files, NULL);
    for (size_t i = 0; i < files.count; i++)
        if (strncmp(files.names[i], name, strlen(name)) == 0 &&
            is_process_file(files.names[i] + strlen(name)))
            remove_file(directory, files.names[i]);
    free(directory);
    trey_directory_clear(&files);
}

void trey_checkpoint_finish(struct trey_share *share)
{
    const struct trey_share_files *files = &share->files;
    if (files->base == NULL)
        return;
    trey_processes_barrier(share->processes); /* no process uses the files any more */
    if (trey_process_index(share->processes) != 0)
        return;
    char *path = current_path(files->base);
    if (path != NULL)
        unlink(path); /* first: without it the other files are stale */
    free(path);
    remove_process_files(files->base);
}

void trey_checkpoint_clear(struct trey_share_files *files)
{
    trey_repartition_clear(files);
    free(files->base);
    *files = (struct trey_share_files){0};
}
