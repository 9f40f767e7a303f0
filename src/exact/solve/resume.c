/* Solutions that outlive a kill. The layers are appended to one file, which will be the
 * table; what else there is to know is saved in a second one, the *state*, which is
 * renamed over the last one when it is whole: how long the layers' file was, what was
 * counted, the directory of the layers, and in the backward pass the values of the boards
 * of the next eight slots, unrounded, since those in the layers are rounded. So a run
 * that goes on gives the same table, bit for bit.
 *
 * The forward pass needs nothing of the kind: the sets of the open slots are made again
 * from the eight layers before them.
 *
 * State: struct head, the directory, XXH64 so far, the values, XXH64 so far. It is read
 * only by the build that wrote it, so structs are written as they are. A state is saved
 * as soon as the work since the last one is worth it: writing takes a fortieth of the
 * time.
 *
 * Work that goes on reads the file of layers once, all of it, against the checksums in
 * the directory: what was damaged in the meantime would else be in the table. That is
 * quick beside the work that it took (some 40 MB a second and core). */
#include "exact/solve/resume.h"

#include "base/clock.h"
#include "base/error.h"
#include "exact/table/carried.h"
#include "exact/table/checksum.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MIN_SECONDS 0.2

enum { TIMES_THE_COST = 40 };

/* Of the directory in a state, which knows more than a table's. */
#define ENTRY_BYTES offsetof(struct trey_layer, boards_block)

struct head {
    char magic[8];
    uint32_t bytes; /* of this struct: another build may have another */
    uint32_t rows, cols, twos, folded, start, values, period, kind, value_bytes, states;
    uint32_t rank, ranks; /* whose part of the layers this is, and of how many */
    struct trey_solver_place position;
    uint64_t end, boards, done, most_boards, most_afters[TREY_EDGES];
    double spent_s;
    struct trey_table_root root;
};

/* Of earlier versions: "treywork", "treywrk2", "treywrk3"; none goes on from another's.
 */
static const char magic[8] = "treywrk4";

static void describe(const struct trey_solver *solver, struct head *head)
{
    memset(head, 0, sizeof *head); /* padding too */
    memcpy(head->magic, magic, sizeof magic);
    head->bytes = sizeof *head;
    head->rows = solver->game.shape.rows;
    head->cols = solver->game.shape.cols;
    head->twos = solver->game.twos;
    head->folded = solver->game.folded;
    head->start = solver->game.start;
    head->values = solver->store.keep_values;
    head->period = solver->period;
    head->kind = solver->options->kind;
    head->value_bytes = solver->store.value_bytes;
    head->states = solver->options->states;
    head->rank = solver->partition.process;
    head->ranks = solver->partition.count;
}

/* --- reading ---------------------------------------------------------------------------
 */

static bool take(FILE *file, void *to, size_t size, uint64_t *checksum)
{
    bool got = fread(to, 1, size, file) == size;
    *checksum = got ? trey_checksum(to, size, *checksum) : 0;
    return got;
}

static void put_back(struct trey_solver *solver, const struct head *head)
{
    solver->work.begin = head->position;
    solver->work.spent_s = head->spent_s;
    solver->root = head->root;
    solver->boards = head->boards;
    solver->done = head->done;
    solver->most_boards = head->most_boards;
    memcpy(solver->most_afters, head->most_afters, sizeof head->most_afters);
    solver->store.end = head->end;
}

static bool take_directory(FILE *file, struct trey_layers *store, uint64_t *checksum)
{
    for (unsigned i = 0; i < store->slots; i++) {
        struct trey_layer *layer = &store->layer[i];
        if (!take(file, layer, ENTRY_BYTES, checksum))
            return false;
        if (layer->where == TREY_LAYER_SCRATCH) /* that file has gone */
            layer->where = TREY_LAYER_GONE;
    }
    return true;
}

/* The same where it has been taken. */
static bool pass_directory(FILE *file, const struct trey_layers *store,
                           uint64_t *checksum)
{
    struct trey_layer layer;
    for (unsigned i = 0; i < store->slots; i++)
        if (!take(file, &layer, ENTRY_BYTES, checksum))
            return false;
    return true;
}

static enum trey_status damaged(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "the state that was saved is damaged; remove it to begin afresh");
}

/* The layers are as they were when the state was saved. */
static enum trey_status check_layers(struct trey_solver *solver, struct trey_error *error)
{
    struct trey_error why;
    enum trey_status status = trey_layers_check(&solver->store, &why);
    if (status == TREY_OK)
        status = trey_carried_reread(&solver->store, &why);
    if (status == TREY_OK)
        return TREY_OK;
    const char *path = solver->work.layers_path, *name = strrchr(path, '/');
    name = name != NULL ? name + 1 : path;
    if (strlen(name) > 80)
        name = "the .part file";
    return trey_fail(error, status, 0,
                     "%s, of work that was cut short, is %s; remove it and the .state "
                     "file to begin afresh",
                     name, why.message);
}

/* Whether there is a state, of this very solution; *file is then behind its head. */
static enum trey_status open_state(const struct trey_solver *solver, struct head *head,
                                   FILE **file, uint64_t *checksum,
                                   struct trey_error *error)
{
    struct head wanted;
    describe(solver, &wanted);
    *checksum = 1;
    memset(head, 0, sizeof *head);
    *file = fopen(solver->work.state_path, "rb");
    if (*file == NULL)
        return errno == ENOENT ? TREY_OK
                               : trey_fail(error, TREY_ERR_IO, 0,
                                           "cannot read the state: %s", strerror(errno));
    if (take(*file, head, sizeof *head, checksum) &&
        memcmp(head, &wanted, offsetof(struct head, position)) == 0)
        return TREY_OK;
    fclose(*file);
    *file = NULL;
    bool older =
        memcmp(head->magic, magic, 5) == 0 &&
        (memcmp(head->magic, magic, sizeof magic) != 0 || head->bytes != sizeof *head);
    return trey_fail(
        error, TREY_ERR_INPUT, 0,
        "the state that was saved is of another %s; remove it to begin afresh",
        older ? "version of trey" : "solution");
}

enum trey_status trey_resume(struct trey_solver *solver, struct trey_error *error)
{
    struct head head;
    struct stat about;
    FILE *file;
    uint64_t checksum, expected;
    enum trey_status status = open_state(solver, &head, &file, &checksum, error);
    if (status != TREY_OK || file == NULL)
        return status;
    /* Without layers a state says nothing: they were removed, or became the table before
     * the run failed or was killed. */
    if (fstat(solver->store.file, &about) == 0 && about.st_size == 0) {
        fclose(file);
        return TREY_OK;
    }
    if (!take_directory(file, &solver->store, &checksum) ||
        fread(&expected, sizeof expected, 1, file) != 1 || expected != checksum)
        status = damaged(error);
    fclose(file);
    if (status == TREY_OK) {
        put_back(solver, &head);
        status = check_layers(solver, error);
    }
    return status;
}

/* The values of a frame's boards, which are saved one array after the other. */
static unsigned parts_of(const struct trey_frame *frame, void *part[3], size_t size[3])
{
    size_t count = frame->set.count;
    part[0] = frame->mean.avg;
    size[0] = count * sizeof *frame->mean.avg;
    part[1] = frame->mean.min;
    part[2] = frame->mean.max;
    size[1] = size[2] = count * sizeof *frame->mean.min;
    return frame->mean.min != NULL ? 3 : 1;
}

enum trey_status trey_resume_frames(struct trey_solver *solver, trey_frame_fn *visit,
                                    void *context, struct trey_error *error)
{
    struct head head;
    FILE *file;
    uint64_t checksum, expected;
    enum trey_status status = open_state(solver, &head, &file, &checksum, error);
    if (status != TREY_OK || file == NULL)
        return status != TREY_OK ? status : damaged(error);
    bool good = pass_directory(file, &solver->store, &checksum) &&
                fread(&expected, sizeof expected, 1, file) == 1;
    for (unsigned k = 0; good && k + 1 < TREY_OPEN_SLOTS; k++) {
        unsigned number = head.position.next + k;
        if (number >= solver->store.slots || solver->store.layer[number].boards == 0)
            continue;
        struct trey_frame *frame = trey_frame_of(solver, number);
        trey_frame_open(solver, number);
        status = trey_layers_boards(&solver->store, number, &frame->set, error);
        void *part[3];
        size_t size[3];
        unsigned parts = parts_of(frame, part, size);
        for (unsigned i = 0; status == TREY_OK && i < parts; i++)
            good = good && take(file, part[i], size[i], &checksum);
        if (status == TREY_OK && good && visit != NULL)
            visit(context, frame);
    }
    good = good && fread(&expected, sizeof expected, 1, file) == 1;
    fclose(file);
    if (status != TREY_OK)
        return status;
    return good && expected == checksum ? TREY_OK : damaged(error);
}

/* --- writing ---------------------------------------------------------------------------
 */

static enum trey_status put(struct trey_file *file, const void *from, size_t size,
                            uint64_t *checksum, struct trey_error *error)
{
    *checksum = trey_checksum(from, size, *checksum);
    return trey_file_put(file, from, size, error);
}

static enum trey_status put_frames(struct trey_file *file, struct trey_solver *solver,
                                   unsigned next, uint64_t *checksum,
                                   struct trey_error *error)
{
    const struct trey_layers *store = &solver->store;
    enum trey_status status = TREY_OK;
    for (unsigned number = next;
         number + 1 < next + TREY_OPEN_SLOTS && number < store->slots; number++) {
        if (store->layer[number].boards == 0)
            continue;
        void *part[3];
        size_t size[3];
        unsigned parts = parts_of(trey_frame_of(solver, number), part, size);
        for (unsigned i = 0; status == TREY_OK && i < parts; i++)
            status = put(file, part[i], size[i], checksum, error);
    }
    return status;
}

static enum trey_status put_state(struct trey_file *file, struct trey_solver *solver,
                                  const struct head *head, struct trey_error *error)
{
    uint64_t checksum = 1;
    const struct trey_layers *store = &solver->store;
    enum trey_status status = put(file, head, sizeof *head, &checksum, error);
    for (unsigned i = 0; status == TREY_OK && i < store->slots; i++)
        status = put(file, &store->layer[i], ENTRY_BYTES, &checksum, error);
    if (status == TREY_OK)
        status = trey_file_put(file, &checksum, sizeof checksum, error);
    if (status == TREY_OK && head->position.valuing)
        status = put_frames(file, solver, head->position.next, &checksum, error);
    if (status == TREY_OK)
        status = trey_file_put(file, &checksum, sizeof checksum, error);
    return status;
}

static enum trey_status save(struct trey_solver *solver, const struct head *head,
                             struct trey_error *error)
{
    struct trey_file *file;
    /* The layers first: the state says that they are there. */
    if (fsync(solver->store.file) != 0)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s", strerror(errno));
    enum trey_status status = trey_file_begin(solver->work.state_path, &file, error);
    if (status != TREY_OK)
        return status;
    status = put_state(file, solver, head, error);
    if (status == TREY_OK)
        return trey_file_commit(file, error);
    trey_file_abandon(file);
    return status;
}

bool trey_resume_due(const struct trey_work *work)
{
    double since = trey_clock_monotonic() - work->saved_s;
    return since >= MIN_SECONDS && since >= TIMES_THE_COST * work->cost_s;
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
    struct head head;
    describe(solver, &head);
    head.position = *at;
    head.end = solver->store.end;
    head.boards = solver->boards;
    head.done = solver->done;
    head.most_boards = solver->most_boards;
    memcpy(head.most_afters, solver->most_afters, sizeof head.most_afters);
    head.spent_s = work->spent_s + clock - solver->begun_s;
    head.root = solver->root;
    enum trey_status status = save(solver, &head, error);
    work->saved_s = trey_clock_monotonic();
    work->cost_s = work->saved_s - clock;
    return status;
}
