/* Files of several processes, in a folder that all of them see. Of processes 0 .. K-1,
 * process k has
 *
 *     BASE.K-k.part            its layers, as of one process (solve/work.c)
 *     BASE.K-k.SERIAL.state    a state (solve/resume.c)
 *
 * and process 0 has BASE.processes, which says how many there are and which serial number
 * holds: states are saved by all processes under the next number, then that file is
 * renamed over the last one, then the old states go. So there is at each moment one state
 * of all processes, whichever of them is killed.
 *
 * Another number of processes deals what is there again (redeal.c) and saves at once. */
#include "exact/share/keep.h"

#include "base/error.h"
#include "exact/share/redeal.h"
#include "exact/solve/resume.h"
#include "exact/solve/work.h"
#include "exact/table/checksum.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct holder {
    char magic[8];
    uint32_t bytes, processes;
    uint64_t serial, checksum;
};

static const char magic[8] = "treyrank";

/* --- names -----------------------------------------------------------------------------
 */

/* To be freed; NULL if memory could not be had. */
static char *holder_path(const char *base)
{
    size_t size = strlen(base) + sizeof ".ranks";
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s.ranks", base);
    return path;
}

/* --- which state holds -----------------------------------------------------------------
 */

/* What is found of earlier work, by process 0. */
struct earlier {
    uint32_t processes; /* 0: nothing */
    uint32_t plain;     /* of one process without processes */
    uint64_t serial;
};

static enum trey_status read_holder(const char *path, struct earlier *earlier,
                                    struct trey_error *error)
{
    struct holder holder;
    FILE *file = fopen(path, "rb");
    *earlier = (struct earlier){0};
    if (file == NULL)
        return errno == ENOENT ? TREY_OK
                               : trey_fail(error, TREY_ERR_IO, 0, "cannot read %s: %s",
                                           path, strerror(errno));
    bool good =
        fread(&holder, sizeof holder, 1, file) == 1 &&
        memcmp(holder.magic, magic, sizeof magic) == 0 && holder.bytes == sizeof holder &&
        holder.processes > 0 && holder.processes <= TREY_PARTITION_MAX_PROCESSES &&
        holder.checksum == trey_checksum(&holder, offsetof(struct holder, checksum), 1);
    fclose(file);
    if (!good)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "%s is damaged; remove it to begin afresh", path);
    *earlier = (struct earlier){holder.processes, 0, holder.serial};
    return TREY_OK;
}

static enum trey_status write_holder(const struct trey_share *share,
                                     struct trey_error *error)
{
    struct holder holder = {.bytes = sizeof holder,
                            .processes = share->solver->partition.count,
                            .serial = share->keep.serial};
    memcpy(holder.magic, magic, sizeof magic);
    holder.checksum = trey_checksum(&holder, offsetof(struct holder, checksum), 1);
    char *path = holder_path(share->keep.base);
    if (path == NULL)
        return trey_fail_memory(error, 1);
    struct trey_file *file;
    enum trey_status status = trey_file_begin(path, &file, error);
    free(path);
    if (status != TREY_OK)
        return status;
    status = trey_file_put(file, &holder, sizeof holder, error);
    if (status == TREY_OK)
        return trey_file_commit(file, error);
    trey_file_abandon(file);
    return status;
}

/* Earlier work, of several processes or, if there is none, of one. */
static enum trey_status find_earlier(const char *base, struct earlier *earlier,
                                     struct trey_error *error)
{
    char *path = holder_path(base);
    if (path == NULL)
        return trey_fail_memory(error, 1);
    enum trey_status status = read_holder(path, earlier, error);
    free(path);
    if (status != TREY_OK || earlier->processes > 0)
        return status;
    struct trey_work work = {0};
    status = trey_keep_paths(base, NULL, 0, true, &work, error);
    struct stat about; /* an empty file of layers says nothing, see solve/resume.c */
    if (status == TREY_OK && access(work.state_path, F_OK) == 0 &&
        stat(work.layers_path, &about) == 0 && about.st_size > 0)
        *earlier = (struct earlier){1, 1, 0};
    trey_work_clear(&work);
    return status;
}

/* --- opening ---------------------------------------------------------------------------
 */

/* The beginning of all names; NULL if nothing is to be kept. */
static enum trey_status find_base(struct trey_solver *solver, char **base,
                                  struct trey_error *error)
{
    *base = NULL;
    enum trey_status status = trey_work_paths(solver, error);
    if (status != TREY_OK || solver->work.layers_path == NULL)
        return status;
    size_t length = strlen(solver->work.layers_path) - strlen(".part");
    *base = strndup(solver->work.layers_path, length);
    return *base != NULL ? TREY_OK : trey_fail_memory(error, length);
}

enum trey_status trey_keep_find(const struct trey_exact_options *options, bool *found,
                                struct trey_error *error)
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
    enum trey_status status = find_base(solver, &base, error);
    char *path = base != NULL ? holder_path(base) : NULL;
    if (status == TREY_OK && path == NULL)
        status = trey_fail_memory(error, 1);
    if (status == TREY_OK)
        status = read_holder(path, &earlier, error);
    *found = earlier.processes > 0;
    free(path);
    free(base);
    trey_work_clear(&solver->work);
    free(solver);
    return status;
}

/* Goes on with this process's own files. */
static enum trey_status go_on(struct trey_share *share, struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    solver->store.end = 0;
    enum trey_status status = trey_resume(solver, error);
    if (status == TREY_OK && solver->store.end == 0)
        return trey_fail(
            error, TREY_ERR_INPUT, 0,
            "%s.ranks names a state of process %u that is not there; remove it "
            "to begin afresh",
            share->keep.base, solver->partition.process);
    return status;
}

static enum trey_status open_own(struct trey_share *share, const struct earlier *earlier,
                                 struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    struct trey_work *work = &solver->work;
    bool same = earlier->processes == solver->partition.count && !earlier->plain;
    share->keep.serial = earlier->serial;
    enum trey_status status = trey_keep_paths(share->keep.base, &solver->partition,
                                              earlier->serial, false, work, error);
    if (status == TREY_OK)
        status = trey_work_layers(work, &solver->store.file, error);
    solver->store.end = TREY_TABLE_HEAD;
    if (status == TREY_OK && same)
        status = go_on(share, error);
    if (status == TREY_OK && ftruncate(solver->store.file, (off_t)solver->store.end) != 0)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s", strerror(errno));
    if (status == TREY_OK && earlier->processes > 0 && !same) {
        share->keep.plain = earlier->plain != 0;
        status = trey_redeal(share, earlier->processes, error);
    }
    return status;
}

enum trey_status trey_keep_open(struct trey_share *share, struct trey_error *error)
{
    struct trey_keep *keep = &share->keep;
    struct earlier earlier = {0};
    enum trey_status status = find_base(share->solver, &keep->base, error);
    if (status == TREY_OK && keep->base != NULL &&
        trey_process_index(share->processes) == 0)
        status = find_earlier(keep->base, &earlier, error);
    status = trey_processes_agree(share->processes, status, error);
    if (status != TREY_OK || keep->base == NULL)
        return status;
    trey_processes_broadcast(share->processes, 0, &earlier, sizeof earlier);
    status =
        trey_processes_agree(share->processes, open_own(share, &earlier, error), error);
    share->after_room = earlier.processes == 0;
    if (status == TREY_OK && keep->olds > 0 && !share->solver->work.begin.valuing)
        status = trey_keep_frames(share, error);
    return status;
}

/* --- saving ----------------------------------------------------------------------------
 */

enum trey_status trey_keep_save(struct trey_share *share,
                                const struct trey_solver_place *at,
                                struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    struct trey_keep *keep = &share->keep;
    if (keep->base == NULL)
        return TREY_OK;
    char *last = solver->work.state_path;
    solver->work.state_path = NULL;
    keep->serial++;
    enum trey_status status = trey_keep_paths(keep->base, &solver->partition,
                                              keep->serial, false, &solver->work, error);
    if (status == TREY_OK)
        status = trey_resume_save(solver, at, true, error);
    status = trey_processes_agree(share->processes, status, error);
    if (status == TREY_OK && trey_process_index(share->processes) == 0)
        status = write_holder(share, error);
    status = trey_processes_agree(share->processes, status, error);
    if (status == TREY_OK && last != NULL)
        unlink(last);
    free(last);
    return status;
}

enum trey_status trey_keep_frames(struct trey_share *share, struct trey_error *error)
{
    struct trey_keep *keep = &share->keep;
    struct trey_solver *solver = share->solver;
    enum trey_status status = TREY_OK;
    if (keep->olds == 0)
        status = trey_resume_frames(solver, NULL, NULL, error);
    else if (solver->work.begin.valuing)
        status = trey_redeal_values(share, error);
    status = trey_processes_agree(share->processes, status, error);
    if (status != TREY_OK || keep->olds == 0)
        return status;
    status = trey_keep_save(share, &solver->work.begin, error);
    for (unsigned k = 0; status == TREY_OK && k < keep->olds; k++)
        if (k % solver->partition.count == solver->partition.process) {
            unlink(keep->old[k]->work.layers_path);
            unlink(keep->old[k]->work.state_path);
        }
    trey_redeal_clear(keep);
    return status;
}

/* Whether a file's name, behind that of all, is one of some process: K-k.part or
 * K-k.SERIAL.state. */
static bool is_rank_file(const char *rest)
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

/* Removes the files of all processes, also of those that were killed while they saved. */
static void sweep(const char *base)
{
    const char *slash = strrchr(base, '/'), *name = slash != NULL ? slash + 1 : base;
    char *folder =
        slash != NULL ? strndup(base, (size_t)(slash - base) + 1) : strdup(".");
    struct trey_directory files = {0};
    int directory = -1;
    if (folder != NULL && trey_directory_list(folder, true, &files, NULL) == TREY_OK)
        directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    for (size_t i = 0; directory >= 0 && i < files.count; i++)
        if (strncmp(files.names[i], name, strlen(name)) == 0 &&
            is_rank_file(files.names[i] + strlen(name)))
            unlinkat(directory, files.names[i], 0);
    if (directory >= 0)
        close(directory);
    trey_directory_clear(&files);
}

void trey_keep_finish(struct trey_share *share)
{
    const struct trey_keep *keep = &share->keep;
    if (keep->base == NULL)
        return;
    trey_processes_barrier(share->processes); /* nobody is at work on a file any more */
    if (trey_process_index(share->processes) != 0)
        return;
    char *path = holder_path(keep->base);
    if (path != NULL)
        unlink(path); /* first: without it the other files say nothing */
    free(path);
    sweep(keep->base);
}

void trey_keep_clear(struct trey_keep *keep)
{
    trey_redeal_clear(keep);
    free(keep->base);
    *keep = (struct trey_keep){0};
}
