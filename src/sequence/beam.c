/* Beam search in layers.
 *
 * Layer n holds at most `width` boards that n moves lead to. One step generates all their
 * children, removes duplicates (hash table), records the best score, and keeps the
 * `width` best by value (a selection, not a sort). Children are in the order in which one
 * thread generates them, whatever the number of threads, so the result depends only on
 * instance, width and seed.
 *
 * The pass is complete, and so a proof, if a child was dropped only when the bound or the
 * regression shows that no game through it beats the best plan. */
#include "sequence/beam.h"

#include "base/check.h"
#include "base/error.h"
#include "base/pause.h"
#include "base/random.h"
#include "os/os.h"
#include "sequence/select.h"
#include "sequence/sequence.h"

#include <stdlib.h>

struct beam {
    const struct trey_beam_task *task;
    struct trey_beam_layer layer;
    struct trey_child *children; /* 4 * width */
    uint64_t *keys;              /* 4 * width: value in the upper bits, child below */
    uint32_t *table;             /* hash table of child indices + 1, 0: free; then scratch
                                    of the selection, with room for all keys */
    uint32_t table_mask;
    uint64_t best_key; /* of the best child that beats the best plan; 0: none */
    struct trey_trace trace;
    trey_beam_expand_fn expand;
    struct trey_expansion expansion;
    struct trey_beam_best *best;
    size_t best_depth;   /* layer of the best board while its moves are only in the trace,
                            otherwise 0 */
    uint32_t best_index; /* in that layer */
    struct trey_beam_report *report;
    size_t depth; /* moves before the current layer */
    bool stopped; /* within it */
};

static uint32_t table_size(uint32_t width)
{
    uint32_t size = 64;
    while (size < 8 * (uint64_t)width)
        size *= 2;
    return size;
}

size_t trey_beam_bytes(uint32_t width)
{
    return width * (sizeof(trey_bytes) + sizeof(uint64_t) +
                    4 * (sizeof(struct trey_child) + sizeof(uint64_t))) +
           table_size(width) * sizeof(uint32_t) + (width + 1) * sizeof(uint32_t);
}

static void clear_beam(struct beam *beam)
{
    trey_os_aligned_free(beam->layer.boards);
    free(beam->layer.scores);
    trey_os_aligned_free(beam->children);
    free(beam->keys);
    free(beam->table);
    trey_trace_clear(&beam->trace);
}

static bool allocate(struct beam *beam, uint32_t width, size_t trace_bytes)
{
    size_t children = 4 * (size_t)width;
    uint32_t size = table_size(width);
    beam->layer.boards =
        trey_os_aligned_new(64, (width * sizeof(trey_bytes) + 63) & ~(size_t)63);
    beam->layer.scores = malloc(width * sizeof(uint64_t));
    beam->children = trey_os_aligned_new(64, (children * sizeof(struct trey_child) + 63) &
                                                 ~(size_t)63);
    beam->keys = malloc(children * sizeof(uint64_t));
    beam->table = malloc(size * sizeof(uint32_t));
    beam->table_mask = size - 1;
    assert(trey_is_power_of_2(size) && size >= 2 * children); /* probing ends */
    assert(trey_is_aligned(beam->layer.boards, sizeof(trey_bytes)));
    assert(trey_is_aligned(beam->children, sizeof(struct trey_child)));
    return beam->layer.boards != NULL && beam->layer.scores != NULL &&
           beam->children != NULL && beam->keys != NULL && beam->table != NULL &&
           trey_trace_make(&beam->trace, width, trace_bytes);
}

/* --- children -------------------------------------------------------------------------
 */

enum {
    CHUNK = 256,   /* parents that a thread expands at a time */
    PREFETCH = 16, /* children whose table slots are prefetched together */
    PIECE = 4096,  /* parents or children between two checks whether to stop */
};

/* True if the pass must stop. A layer of a wide beam takes a while, so it is checked
 * within the layer, between pieces. */
static bool is_stopped(struct beam *beam)
{
    const struct trey_beam_task *task = beam->task;
    trey_pause();
    beam->stopped =
        beam->stopped || (task->stop != NULL &&
                          task->stop(task->stop_context, beam->depth, beam->best->score));
    return beam->stopped;
}

/* Number of children of a chunk of parents, before and after the filter. */
struct chunk_counts {
    uint32_t children, kept;
};

/* Generates the children of some boards, without those that the filter excludes. */
static struct chunk_counts make_chunk(const struct beam *beam, uint32_t first,
                                      uint32_t last, struct trey_child *children)
{
    const struct trey_filter *filter = &beam->task->filter;
    size_t moves = beam->depth + 1;
    uint32_t count =
        (uint32_t)beam->expand(&beam->expansion, &beam->layer, first, last, children);
    struct chunk_counts counts = {count, count};
    if (!trey_filter_applies(filter, moves))
        return counts;
    counts.kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (trey_filter_passes(filter, moves, children[i].board))
            children[counts.kept++] = children[i];
    return counts;
}

struct piece {
    struct beam *beam;
    uint32_t first, last;        /* parents */
    struct chunk_counts *counts; /* by chunk */
};

/* The task of a thread. */
static void make_chunk_task(void *context, size_t index)
{
    const struct piece *piece = context;
    uint32_t first = piece->first + (uint32_t)index * CHUNK;
    uint32_t last = piece->last - first < CHUNK ? piece->last : first + CHUNK;
    piece->counts[index] =
        make_chunk(piece->beam, first, last, piece->beam->children + 4 * (size_t)first);
}

/* Generates the children of a piece with all threads, after the first `filled` children.
 * Returns the new number of children. Chunks leave gaps between their children, which are
 * closed here, so that the order is that of one thread. */
static uint32_t make_piece_in_parallel(struct beam *beam, uint32_t first, uint32_t last,
                                       uint32_t filled)
{
    struct piece piece = {beam, first, last, (struct chunk_counts *)beam->keys};
    uint32_t chunks = (last - first + CHUNK - 1) / CHUNK;
    trey_parallel_for(beam->task->threads, chunks, make_chunk_task, &piece);
    for (uint32_t i = 0; i < chunks; i++) {
        memmove(beam->children + filled, beam->children + 4 * (size_t)(first + i * CHUNK),
                piece.counts[i].kept * sizeof *beam->children);
        filled += piece.counts[i].kept;
        assert(piece.counts[i].kept <= piece.counts[i].children);
        beam->report->positions += piece.counts[i].children;
    }
    return filled;
}

/* Generates the children of all boards, or of some if stopped. Returns how many the
 * filter has left. */
static uint32_t make_children(struct beam *beam)
{
    struct trey_threads *threads = beam->task->threads;
    uint32_t count = beam->layer.count, filled = 0, size = PIECE;
    bool parallel = threads != NULL && count >= 2 * CHUNK;
    if (parallel)
        size *= trey_threads_size(threads);
    for (uint32_t first = 0; first < count && !(first > 0 && is_stopped(beam));
         first += size) {
        uint32_t last = count - first < size ? count : first + size;
        if (parallel) {
            filled = make_piece_in_parallel(beam, first, last, filled);
            continue;
        }
        struct chunk_counts counts =
            make_chunk(beam, first, last, beam->children + filled);
        beam->report->positions += counts.children;
        filled += counts.kept;
    }
    return filled;
}

static bool same_board(trey_bytes a, trey_bytes b)
{
    uint64_t x[2], y[2];
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    return x[0] == y[0] && x[1] == y[1];
}

/* Appends a key to the first `listed` keys if the child's board is new; `slot` is where
 * its search in the table starts. Returns the new number of keys. Larger keys are better:
 * by value, ties by order of generation. Raises *best to the highest score. */
static inline uint32_t list_child(struct beam *beam, uint32_t index, uint32_t slot,
                                  uint32_t listed, uint64_t *best)
{
    const struct trey_child *children = beam->children, *child = &children[index];
    uint32_t *table = beam->table;
    while (table[slot] != 0 && !same_board(children[table[slot] - 1].board, child->board))
        slot = (slot + 1) & beam->table_mask;
    if (table[slot] != 0)
        return listed;
    table[slot] = index + 1;
    assert(listed <= index); /* keys never overtake the children */
    uint32_t value = (uint32_t)child->value ^ 0x80000000u;
    uint64_t key = (uint64_t)value << 32 | (uint32_t)~index;
    beam->keys[listed] = key;
    if (child->score > *best) {
        *best = child->score;
        beam->best_key = key;
    }
    return listed + 1;
}

/* Appends the keys of all new boards among the children from `first` to before `end`. */
static uint32_t list_piece(struct beam *beam, uint32_t first, uint32_t end,
                           uint32_t listed, uint64_t *best)
{
    for (uint32_t from = first; from < end; from += PREFETCH) {
        uint32_t count = end - from < PREFETCH ? end - from : PREFETCH, slots[PREFETCH];
        for (uint32_t i = 0; i < count; i++) {
            trey_bytes board = beam->children[from + i].board;
            slots[i] = (uint32_t)trey_board_hash(board) & beam->table_mask;
            __builtin_prefetch(&beam->table[slots[i]], 1);
        }
        for (uint32_t i = 0; i < count; i++)
            listed = list_child(beam, from + i, slots[i], listed, best);
    }
    return listed;
}

/* Appends the keys of all new boards among `count` children, or of some if it is stopped.
 */
static uint32_t list_distinct(struct beam *beam, uint32_t count)
{
    uint32_t listed = 0;
    uint64_t best = beam->best->score;
    beam->best_key = 0;
    memset(beam->table, 0, ((size_t)beam->table_mask + 1) * sizeof *beam->table);
    for (uint32_t first = 0; first < count; first += PIECE) {
        if (first > 0 && is_stopped(beam))
            break;
        listed = list_piece(beam, first, count - first < PIECE ? count : first + PIECE,
                            listed, &best);
    }
    return listed;
}

static struct trey_child *child_of_key(struct beam *beam, uint64_t key)
{
    assert((uint32_t)~key < 4 * (uint64_t)beam->task->width);
    return &beam->children[(uint32_t)~key];
}

/* --- one layer ------------------------------------------------------------------------
 */

/* Copies the best plan's moves from the trace, before it may drop them. */
static void save_best_moves(struct beam *beam)
{
    if (beam->best_depth == 0)
        return;
    size_t before = beam->task->start.moves;
    trey_trace_path(&beam->trace, beam->best_depth, beam->best_index,
                    beam->best->moves + before);
    beam->best->move_count = before + beam->best_depth;
    beam->best_depth = 0;
}

/* Makes sure that the key of the best child is among the first `kept` keys, in place of
 * the last one if necessary. Returns its index; UINT32_MAX if no child beats the best
 * plan. */
static uint32_t keep_best_child(struct beam *beam, uint32_t kept)
{
    uint32_t index = 0;
    if (beam->best_key == 0)
        return UINT32_MAX;
    while (index < kept - 1 && beam->keys[index] != beam->best_key)
        index++;
    beam->keys[index] = beam->best_key;
    return index;
}

/* Makes the children of the first `kept` keys the next layer. False if the trace has no
 * room for it. */
static bool advance(struct beam *beam, uint32_t kept)
{
    if (trey_trace_is_full(&beam->trace, kept))
        save_best_moves(beam);
    uint32_t *links = trey_trace_add_layer(&beam->trace, kept);
    if (links == NULL)
        return false;
    for (uint32_t i = 0; i < kept; i++) {
        const struct trey_child *child = child_of_key(beam, beam->keys[i]);
        beam->layer.boards[i] = child->board;
        beam->layer.scores[i] = child->score;
        links[i] = child->link;
    }
    beam->layer.count = kept;
    return true;
}

/* Sets the parameters that all children of layer `depth` share; `content` is theirs. The
 * weight of points rises towards the goal, since what is not merged by then is lost. */
static void prepare_layer(struct beam *beam, size_t depth, struct trey_content content)
{
    const struct trey_beam_task *task = beam->task;
    struct trey_expansion *expansion = &beam->expansion;
    assert(depth < task->longest_moves && depth < task->sequence->count);
    int tile = task->sequence->tiles[depth];
    size_t left = (depth < task->goal ? task->goal : task->longest_moves) - depth;
    double packed = (double)(int64_t)trey_content_pack(content).score;
    expansion->eval = task->stages[trey_eval_stage_of(content.sum)];
    expansion->tile_rank = tile;
    expansion->tile_points = trey_sequence_points(tile);
    expansion->score_value = TREY_EVAL_UNIT * expansion->eval.end /
                             (1.0 + (double)left / expansion->eval.end_moves) / packed;
}

/* One step from layer beam->depth to the next. Sets *more to false at the end of the
 * pass. If the pass is stopped within the step, the layer is unchanged. */
static enum trey_status make_next_layer(struct beam *beam, bool *more,
                                        struct trey_error *error)
{
    const struct trey_beam_task *task = beam->task;
    size_t depth = beam->depth;
    uint32_t made = make_children(beam);
    uint32_t count = beam->stopped ? 0 : list_distinct(beam, made);
    *more = false;
    if (beam->stopped)
        beam->report->complete = false;
    if (beam->stopped || count == 0)
        return TREY_OK;
    uint32_t width = depth < task->wide_until ? task->width : task->later_width;
    uint32_t kept = count < width ? count : width;
    if (kept < count)
        trey_select_largest(beam->keys, count, kept, (uint64_t *)beam->table);
    trey_pause();
    assert(kept >= 1 && kept <= task->width && kept <= count);
    uint32_t best_index = keep_best_child(beam, kept);
    trey_pause();
    if (!advance(beam, kept))
        return trey_fail(error, TREY_ERR_LIMIT, 0, "the memory limit is too small");
    if (best_index != UINT32_MAX) {
        assert(beam->layer.scores[best_index] > beam->best->score);
        beam->best->score = beam->layer.scores[best_index];
        beam->best_depth = trey_trace_depth(&beam->trace);
        beam->best_index = best_index;
    }
    /* All boards of the next layer are scored, so a dropped one can only win later. */
    uint64_t later = depth + 2 <= task->longest_moves ? task->rest[depth + 2] : 0;
    *more = later > beam->best->score;
    if (kept < count && *more)
        beam->report->complete = false;
    return TREY_OK;
}

static void set_first_layer(struct beam *beam)
{
    const struct trey_position *start = &beam->task->start;
    beam->layer.boards[0] = trey_bytes_load(&start->board);
    beam->layer.scores[0] = start->score;
    beam->layer.count = 1;
    *beam->report = (struct trey_beam_report){.complete = true};
}

enum trey_status trey_beam_run(const struct trey_beam_task *task,
                               struct trey_beam_best *best,
                               struct trey_beam_report *report, struct trey_error *error)
{
    struct beam beam = {
        .task = task,
        .expand = trey_beam_expand_select(),
        .expansion = {.seed = trey_mix64(task->seed) | 1, .noise = task->noise},
        .best = best,
        .report = report,
    };
    enum trey_status status = TREY_OK;
    if (!allocate(&beam, task->width, task->trace_bytes)) {
        status = trey_fail_memory(error, trey_beam_bytes(task->width));
        goto cleanup;
    }
    set_first_layer(&beam);
    struct trey_content content;
    trey_content_of(&task->start.board, &content);
    bool more = true;
    for (size_t depth = task->start.moves; more && depth < task->longest_moves; depth++) {
        trey_content_add(&content, task->sequence->tiles[depth]);
        prepare_layer(&beam, depth, content);
        trey_pause();
        beam.depth = depth;
        status = make_next_layer(&beam, &more, error);
        if (status != TREY_OK || beam.stopped)
            break;
        report->layers++;
        if (more && task->stop != NULL &&
            task->stop(task->stop_context, depth + 1, best->score)) {
            report->complete = false;
            break;
        }
    }
    save_best_moves(&beam);
cleanup:
    clear_beam(&beam);
    return status;
}
