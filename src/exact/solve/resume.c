/* Saves the state of a run, so that it survives being killed. Layers are appended to one
 * file, which will be the table. Everything else is in a second file, the *state*: the
 * length of the layers' file, the counts, the directory of layers, and in the backward
 * pass the unrounded values of the next eight slots (the stored ones are rounded). The
 * state is renamed over the previous one once complete. A resumed run therefore makes the
 * same table, bit for bit.
 *
 * The forward pass needs no values: the sets of the open slots are recomputed from the
 * eight layers before them.
 *
 * A state is: struct state_header, the directory, XXH64 so far, the values, XXH64 so far.
 * Only the build that wrote it reads it, so structs are written as they are. Saving takes
 * at most a fortieth of the run time.
 *
 * A resumed run first checks all stored layers against the checksums in the directory;
 * otherwise damage would end up in the table. This takes little time compared with the
 * work (some 40 MB a second and core). */
#include "exact/solve/resume.h"

#include "base/error.h"
#include "exact/table/checksum.h"
#include "exact/table/compact.h"
#include "os/clock.h"
#include "os/os.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define MIN_SECONDS 0.2

enum { MIN_WORK_PER_COST = 40 };

/* An entry of the state's directory; longer than that of a table. */
#define ENTRY_BYTES offsetof(struct trey_layer, boards_block)

struct state_header {
    char magic[8];
    uint32_t bytes; /* of this struct, which differs between builds */
    uint32_t rows, cols, is_2048, folded, start, values, period, kind, value_bytes,
        states;
    uint32_t process, processes; /* this process, and their number */
    struct trey_solver_place position;
    uint64_t end, boards, done, max_boards, max_after_states[TREY_EDGES];
    double spent_s;
    struct trey_table_root root;
};

/* Earlier versions: "treywork", "treywrk2", "treywrk3"; none can be resumed by another.
 */
static const char magic[8] = "treywrk4";

static void fill_header(const struct trey_solver *solver, struct state_header *header)
{
    memset(header, 0, sizeof *header); /* padding too */
    memcpy(header->magic, magic, sizeof magic);
    header->bytes = sizeof *header;
    header->rows = solver->game.shape.rows;
    header->cols = solver->game.shape.cols;
    header->is_2048 = solver->game.is_2048;
    header->folded = solver->game.folded;
    header->start = solver->game.start;
    header->values = solver->store.keep_values;
    header->period = solver->period;
    header->kind = solver->options->kind;
    header->value_bytes = solver->store.value_bytes;
    header->states = solver->options->states;
    header->process = solver->partition.process;
    header->processes = solver->partition.count;
}

/* --- reading ---------------------------------------------------------------------------
 */

static bool read_checked(FILE *file, void *to, size_t size, uint64_t *checksum)
{
    bool got = fread(to, 1, size, file) == size;
    *checksum = got ? trey_checksum(to, size, *checksum) : 0;
    return got;
}

static void restore_state(struct trey_solver *solver, const struct state_header *header)
{
    solver->work.begin = header->position;
    solver->work.spent_s = header->spent_s;
    solver->root = header->root;
    solver->boards = header->boards;
    solver->done = header->done;
    solver->max_boards = header->max_boards;
    memcpy(solver->max_after_states, header->max_after_states,
           sizeof header->max_after_states);
    solver->store.end = header->end;
}

static bool read_directory(FILE *file, struct trey_layers *store, uint64_t *checksum)
{
    for (unsigned i = 0; i < store->slots; i++) {
        struct trey_layer *layer = &store->layer[i];
        if (!read_checked(file, layer, ENTRY_BYTES, checksum))
            return false;
        if (layer->where == TREY_LAYER_SCRATCH) /* the scratch file is gone */
            layer->where = TREY_LAYER_GONE;
    }
    return true;
}

/* Skips a directory that has been read before. */
static bool skip_directory(FILE *file, const struct trey_layers *store,
                           uint64_t *checksum)
{
    struct trey_layer layer;
    for (unsigned i = 0; i < store->slots; i++)
        if (!read_checked(file, &layer, ENTRY_BYTES, checksum))
            return false;
    return true;
}

static enum trey_status fail_damaged(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "the saved state is damaged; remove it to start over");
}

/* Checks that the layers are as they were when the state was saved. */
static enum trey_status check_layers(struct trey_solver *solver, struct trey_error *error)
{
    struct trey_error why;
    enum trey_status status = trey_layers_check(&solver->store, &why);
    if (status == TREY_OK)
        status = trey_compact_check(&solver->store, &why);
    if (status == TREY_OK)
        return TREY_OK;
    const char *name = trey_os_name_of(solver->work.layers_path);
    if (strlen(name) > 80)
        name = "the .part file";
    return trey_fail(error, status, 0,
                     "%s, of interrupted work, is %s; remove it and the .state "
                     "file to start over",
                     name, why.message);
}

/* Opens the saved state of this solution, with *file after its header; *file is NULL if
 * there is none. */
static enum trey_status open_state(const struct trey_solver *solver,
                                   struct state_header *header, FILE **file,
                                   uint64_t *checksum, struct trey_error *error)
{
    struct state_header wanted;
    fill_header(solver, &wanted);
    *checksum = 1;
    memset(header, 0, sizeof *header);
    *file = fopen(solver->work.state_path, "rb");
    if (*file == NULL)
        return errno == ENOENT
                   ? TREY_OK
                   : trey_fail(error, TREY_ERR_IO, 0, "cannot read the saved state: %s",
                               strerror(errno));
    if (read_checked(*file, header, sizeof *header, checksum) &&
        memcmp(header, &wanted, offsetof(struct state_header, position)) == 0)
        return TREY_OK;
    fclose(*file);
    *file = NULL;
    bool older = memcmp(header->magic, magic, 5) == 0 &&
                 (memcmp(header->magic, magic, sizeof magic) != 0 ||
                  header->bytes != sizeof *header);
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "the saved state is of another %s; remove it to start over",
                     older ? "version of trey" : "solution");
}

enum trey_status trey_resume(struct trey_solver *solver, struct trey_error *error)
{
    struct state_header header;
    struct trey_os_about about;
    FILE *file;
    uint64_t checksum, expected;
    enum trey_status status = open_state(solver, &header, &file, &checksum, error);
    if (status != TREY_OK || file == NULL)
        return status;
    /* A state without layers is stale: the layers were removed, or became the table
     * before the run failed or was killed. */
    if (trey_os_describe_open(solver->store.file, &about) && about.size_bytes == 0) {
        fclose(file);
        return TREY_OK;
    }
    if (!read_directory(file, &solver->store, &checksum) ||
        fread(&expected, sizeof expected, 1, file) != 1 || expected != checksum)
        status = fail_damaged(error);
    fclose(file);
    if (status == TREY_OK) {
        restore_state(solver, &header);
        status = check_layers(solver, error);
    }
    return status;
}

/* The arrays of a frame's values, which are saved one after the other; returns how many.
 */
static unsigned value_arrays(const struct trey_frame *frame, void *array[3],
                             size_t array_bytes[3])
{
    size_t count = frame->set.count;
    array[0] = frame->mean.avg;
    array_bytes[0] = count * sizeof *frame->mean.avg;
    array[1] = frame->mean.min;
    array[2] = frame->mean.max;
    array_bytes[1] = array_bytes[2] = count * sizeof *frame->mean.min;
    return frame->mean.min != NULL ? 3 : 1;
}

enum trey_status trey_resume_frames(struct trey_solver *solver, trey_frame_visit *visit,
                                    void *context, struct trey_error *error)
{
    struct state_header header;
    FILE *file;
    uint64_t checksum, expected;
    enum trey_status status = open_state(solver, &header, &file, &checksum, error);
    if (status != TREY_OK || file == NULL)
        return status != TREY_OK ? status : fail_damaged(error);
    bool good = skip_directory(file, &solver->store, &checksum) &&
                fread(&expected, sizeof expected, 1, file) == 1;
    for (unsigned k = 0; good && k + 1 < TREY_OPEN_SLOTS; k++) {
        unsigned number = header.position.next + k;
        if (number >= solver->store.slots || solver->store.layer[number].boards == 0)
            continue;
        struct trey_frame *frame = trey_frame_of(solver, number);
        trey_frame_open(solver, number);
        status = trey_layers_load(&solver->store, number, &frame->set, error);
        void *array[3];
        size_t array_bytes[3];
        unsigned arrays = value_arrays(frame, array, array_bytes);
        for (unsigned i = 0; status == TREY_OK && i < arrays; i++)
            good = good && read_checked(file, array[i], array_bytes[i], &checksum);
        if (status == TREY_OK && good && visit != NULL)
            visit(context, frame);
    }
    good = good && fread(&expected, sizeof expected, 1, file) == 1;
    fclose(file);
    if (status != TREY_OK)
        return status;
    return good && expected == checksum ? TREY_OK : fail_damaged(error);
}

/* --- writing ---------------------------------------------------------------------------
 */

static enum trey_status write_checked(struct trey_file *file, const void *from,
                                      size_t size, uint64_t *checksum,
                                      struct trey_error *error)
{
    *checksum = trey_checksum(from, size, *checksum);
    return trey_file_put(file, from, size, error);
}

static enum trey_status write_frames(struct trey_file *file, struct trey_solver *solver,
                                     unsigned next, uint64_t *checksum,
                                     struct trey_error *error)
{
    const struct trey_layers *store = &solver->store;
    enum trey_status status = TREY_OK;
    for (unsigned number = next;
         number + 1 < next + TREY_OPEN_SLOTS && number < store->slots; number++) {
        if (store->layer[number].boards == 0)
            continue;
        void *array[3];
        size_t array_bytes[3];
        unsigned arrays = value_arrays(trey_frame_of(solver, number), array, array_bytes);
        for (unsigned i = 0; status == TREY_OK && i < arrays; i++)
            status = write_checked(file, array[i], array_bytes[i], checksum, error);
    }
    return status;
}

static enum trey_status write_state(struct trey_file *file, struct trey_solver *solver,
                                    const struct state_header *header,
                                    struct trey_error *error)
{
    uint64_t checksum = 1;
    const struct trey_layers *store = &solver->store;
    enum trey_status status =
        write_checked(file, header, sizeof *header, &checksum, error);
    for (unsigned i = 0; status == TREY_OK && i < store->slots; i++)
        status = write_checked(file, &store->layer[i], ENTRY_BYTES, &checksum, error);
    if (status == TREY_OK)
        status = trey_file_put(file, &checksum, sizeof checksum, error);
    if (status == TREY_OK && header->position.valuing)
        status = write_frames(file, solver, header->position.next, &checksum, error);
    if (status == TREY_OK)
        status = trey_file_put(file, &checksum, sizeof checksum, error);
    return status;
}

static enum trey_status save_state(struct trey_solver *solver,
                                   const struct state_header *header,
                                   struct trey_error *error)
{
    struct trey_file *file;
    /* The layers first, since the state refers to them. */
    if (trey_os_sync(solver->store.file) != 0)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s", strerror(errno));
    enum trey_status status = trey_file_begin(solver->work.state_path, &file, error);
    if (status != TREY_OK)
        return status;
    status = write_state(file, solver, header, error);
    if (status == TREY_OK)
        return trey_file_commit(file, error);
    trey_file_abandon(file);
    return status;
}

bool trey_resume_due(const struct trey_work *work)
{
    double since = trey_clock_monotonic() - work->saved_s;
    return since >= MIN_SECONDS && since >= MIN_WORK_PER_COST * work->cost_s;
}

enum trey_status trey_resume_save(struct trey_solver *solver,
                                  const struct trey_solver_place *at, bool now,
                                  struct trey_error *error)
{
    struct trey_work *work = &solver->work;
    if (work->layers_path == NULL)
        return TREY_OK;
    if (!now && !trey_resume_due(work))
        return TREY_OK;
    double clock = trey_clock_monotonic();
    struct state_header header;
    fill_header(solver, &header);
    header.position = *at;
    header.end = solver->store.end;
    header.boards = solver->boards;
    header.done = solver->done;
    header.max_boards = solver->max_boards;
    memcpy(header.max_after_states, solver->max_after_states,
           sizeof header.max_after_states);
    header.spent_s = work->spent_s + clock - solver->begun_s;
    header.root = solver->root;
    enum trey_status status = save_state(solver, &header, error);
    work->saved_s = trey_clock_monotonic();
    work->cost_s = work->saved_s - clock;
    return status;
}
