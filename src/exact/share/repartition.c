/* Reads a checkpoint of another number of processes. Every process reads all old parts,
 * one layer of one part at a time, and copies the words of its set that it owns now
 * (blocks of the partition are whole words) to its own files. It needs memory for one
 * layer of one old part.
 *
 * Counts of a layer are sums over processes; process 0 takes all of them. */
#include "exact/share/repartition.h"

#include "base/error.h"
#include "exact/solve/resume.h"
#include "exact/solve/work_files.h"
#include "os/os.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- names -----------------------------------------------------------------------------
 */

enum trey_status trey_checkpoint_paths(const char *base,
                                       const struct trey_partition *partition,
                                       uint64_t serial, bool plain,
                                       struct trey_work *work, struct trey_error *error)
{
    size_t size = strlen(base) + 64;
    free(work->layers_path);
    free(work->state_path);
    work->layers_path = malloc(size);
    work->state_path = malloc(size);
    if (work->layers_path == NULL || work->state_path == NULL)
        return trey_fail_memory(error, size);
    if (plain) {
        snprintf(work->layers_path, size, "%s.part", base);
        snprintf(work->state_path, size, "%s.state", base);
        return TREY_OK;
    }
    snprintf(work->layers_path, size, "%s.%u-%u.part", base, partition->count,
             partition->process);
    snprintf(work->state_path, size, "%s.%u-%u.%llu.state", base, partition->count,
             partition->process, (unsigned long long)serial);
    return TREY_OK;
}

/* --- the old parts ---------------------------------------------------------------------
 */

/* All frames share one set of buffers, since only one layer is used at a time. */
static enum trey_status make_old_frames(struct trey_solver *old, uint32_t largest,
                                        struct trey_error *error)
{
    size_t bytes = trey_rows_bytes(&old->ranking);
    old->frame[0].rows = malloc(bytes);
    if (old->frame[0].rows == NULL)
        return trey_fail_memory(error, bytes);
    enum trey_status status = trey_set_new(&old->frame[0].set, largest, error);
    for (unsigned i = 1; i < TREY_OPEN_SLOTS; i++)
        old->frame[i] = old->frame[0];
    return status;
}

static enum trey_status open_old_part(const struct trey_share *share,
                                      struct trey_solver *old, struct trey_error *error)
{
    enum trey_status status =
        trey_checkpoint_paths(share->files.base, &old->partition, share->files.serial,
                              share->files.plain, &old->work, error);
    if (status == TREY_OK)
        status = trey_layers_new(&old->store, share->solver->store.slots, error);
    if (status != TREY_OK)
        return status;
    old->store.file = trey_os_open(old->work.layers_path, TREY_OS_READ);
    if (old->store.file < 0)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read %s: %s",
                         old->work.layers_path, strerror(errno));
    status = trey_resume(old, error);
    if (status == TREY_OK && old->store.end == 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "%s is missing or empty",
                         old->work.state_path);
    return status;
}

static enum trey_status open_old_parts(struct trey_share *share, unsigned processes,
                                       struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    struct trey_share_files *files = &share->files;
    enum trey_status status = TREY_OK;
    files->old = calloc(processes, sizeof *files->old);
    if (files->old == NULL)
        return trey_fail_memory(error, processes * sizeof *files->old);
    for (unsigned k = 0; status == TREY_OK && k < processes; k++) {
        struct trey_solver *old = files->old[k] = calloc(1, sizeof *old);
        if (old == NULL)
            return trey_fail_memory(error, sizeof *old);
        files->old_count = k + 1;
        old->options = solver->options;
        old->game = solver->game;
        old->ranking = solver->ranking;
        old->store = TREY_LAYERS_NONE;
        trey_partition_make(&old->partition, k, processes);
        status = open_old_part(share, old, error);
    }
    return status;
}

void trey_repartition_clear(struct trey_share_files *files)
{
    for (unsigned k = 0; k < files->old_count; k++) {
        struct trey_solver *old = files->old[k];
        free(old->frame[0].rows);
        trey_set_clear(&old->frame[0].set);
        trey_values_clear(&old->frame[0].mean);
        trey_layers_clear(&old->store);
        trey_work_clear(&old->work);
        free(old);
    }
    free(files->old);
    files->old = NULL;
    files->old_count = 0;
}

/* --- boards ----------------------------------------------------------------------------
 */

/* Calls visit for each word of `from` that this process owns now, with its index there
 * and here. */
static void copy_words(const struct trey_solver *old, const struct trey_set *from,
                       struct trey_solver *solver, void *context,
                       void visit(void *context, uint32_t word, uint32_t own))
{
    for (uint32_t word = 0; word < from->words; word++) {
        if (from->bits[word] == 0)
            continue;
        uint32_t index = trey_partition_index(&old->partition, word * 64);
        if (trey_partition_owner(&solver->partition, index) == solver->partition.process)
            visit(context, word, trey_partition_local(&solver->partition, index) / 64);
    }
}

struct copy_task {
    const struct trey_frame *from;
    struct trey_frame *to;
};

static void copy_bits(void *context, uint32_t word, uint32_t own)
{
    const struct copy_task *task = context;
    task->to->set.bits[own] = task->from->set.bits[word];
}

static void add_counts(struct trey_layer *to, const struct trey_layer *from)
{
    to->afters += from->afters;
    to->orbits += from->orbits;
    to->terminal += from->terminal;
    to->in_both_bags += from->in_both_bags;
    to->top_rank = from->top_rank > to->top_rank ? from->top_rank : to->top_rank;
}

static enum trey_status read_layer(struct trey_share *share, unsigned number,
                                   struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    struct trey_frame *frame = trey_frame_of(solver, number);
    struct trey_layer *layer = &solver->store.layer[number], counts = {0};
    enum trey_status status = TREY_OK;
    trey_frame_open(solver, number);
    for (unsigned k = 0; status == TREY_OK && k < share->files.old_count; k++) {
        struct trey_solver *old = share->files.old[k];
        struct trey_frame *from = trey_frame_of(old, number);
        add_counts(&counts, &old->store.layer[number]);
        if (old->store.layer[number].boards == 0)
            continue;
        trey_frame_open(old, number);
        status = trey_layers_load(&old->store, number, &from->set, error);
        if (status == TREY_OK)
            copy_words(old, &from->set, solver, &(struct copy_task){from, frame},
                       copy_bits);
    }
    trey_set_close(&frame->set);
    if (status == TREY_OK && frame->set.count > 0)
        status = trey_layers_add(&solver->store, number, &frame->set, frame->size,
                                 TREY_LAYER_KEPT, error);
    if (solver->partition.process == 0)
        add_counts(layer, &counts);
    if (frame->set.count > solver->max_boards)
        solver->max_boards = frame->set.count;
    bool done = !solver->work.begin.valuing || number >= solver->work.begin.next;
    solver->boards += frame->set.count;
    if (done)
        solver->done += solver->work.begin.valuing ? frame->set.count : frame->size;
    return status;
}

enum trey_status trey_repartition(struct trey_share *share, unsigned processes,
                                  struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    enum trey_status status = open_old_parts(share, processes, error);
    if (status != TREY_OK)
        return status;
    const struct trey_solver *first = share->files.old[0];
    uint32_t largest = 0;
    for (unsigned number = 0; number < first->store.slots; number++)
        for (unsigned k = 0; k < processes; k++) {
            uint32_t size = share->files.old[k]->store.layer[number].size;
            largest = size > largest ? size : largest;
        }
    for (unsigned k = 0; status == TREY_OK && k < processes; k++)
        status = make_old_frames(share->files.old[k], largest, error);
    solver->work.begin = first->work.begin;
    solver->work.spent_s = first->work.spent_s;
    solver->root = first->root;
    for (unsigned number = 0; status == TREY_OK && number < first->store.slots; number++)
        if (number < first->work.begin.next || first->work.begin.valuing)
            status = read_layer(share, number, error);
    return status;
}

/* --- values ----------------------------------------------------------------------------
 */

static void copy_means(void *context, uint32_t word, uint32_t own)
{
    const struct copy_task *task = context;
    const struct trey_set *set = &task->from->set;
    const struct trey_values *from = &task->from->mean, *to = &task->to->mean;
    size_t at = task->to->set.before[own], first = set->before[word];
    size_t count = (size_t)__builtin_popcountll(set->bits[word]);
    memcpy(to->avg + at, from->avg + first, count * sizeof *to->avg);
    if (to->min == NULL)
        return;
    memcpy(to->min + at, from->min + first, count * sizeof *to->min);
    memcpy(to->max + at, from->max + first, count * sizeof *to->max);
}

struct solver_pair {
    struct trey_solver *old, *solver;
};

static void copy_frame(void *context, const struct trey_frame *frame)
{
    const struct solver_pair *pair = context;
    struct copy_task task = {frame, trey_frame_of(pair->solver, frame->number)};
    copy_words(pair->old, &frame->set, pair->solver, &task, copy_means);
}

enum trey_status trey_repartition_values(struct trey_share *share,
                                         struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    unsigned next = solver->work.begin.next;
    enum trey_status status = TREY_OK;
    for (unsigned at = next;
         status == TREY_OK && at + 1 < next + TREY_OPEN_SLOTS && at < solver->store.slots;
         at++)
        if (solver->store.layer[at].boards > 0)
            status = trey_layers_load(&solver->store, at, &trey_frame_of(solver, at)->set,
                                      error);
    for (unsigned k = 0; status == TREY_OK && k < share->files.old_count; k++) {
        struct trey_solver *old = share->files.old[k];
        struct solver_pair pair = {old, solver};
        struct trey_values mean;
        status = trey_values_new(&mean, old->max_boards, !solver->game.folded, error);
        for (unsigned i = 0; status == TREY_OK && i < TREY_OPEN_SLOTS; i++)
            old->frame[i].mean = mean;
        if (status == TREY_OK)
            status = trey_resume_frames(old, copy_frame, &pair, error);
        trey_values_clear(&old->frame[0].mean);
    }
    return status;
}
