/* Exhaustive search in layers.
 *
 * A board is stored as 64 bits, four a cell, and nothing else: 8 bytes in finished
 * layers, 11 to 21 in the hash set of the current one. Scores are computed from boards.
 * The moves to the best end are found backwards, by searching each layer for a board from
 * which a move makes the next one. The last layer is scored but not stored. A beam of the
 * same width needs some 240 bytes a board. */
#include "sequence/exhaust.h"

#include "base/error.h"
#include "base/pause.h"
#include "base/random.h"
#include "os/clock.h"
#include "sequence/sequence.h"
#include "sequence/step.h"

#include <stdlib.h>

enum { MIN_TABLE = 1 << 12 };

struct layer {
    uint64_t *boards;
    size_t count;
};

struct exhaust {
    const struct trey_exhaust_task *task;
    struct trey_beam_best *best;
    struct trey_exhaust_report *report;
    struct layer *layers;     /* by moves */
    uint64_t *table;          /* of boards; 0: free */
    size_t table_size, count; /* of the table; of boards in it */
    size_t layer_bytes;       /* of finished layers */
    uint64_t points[16];      /* by rank */
    double cpu_start_s;
    size_t best_moves; /* to the best end found; 0: none */
    uint64_t best_board;
    bool stopped;
};

/* --- boards ----------------------------------------------------------------------------
 */

/* Packs eight bytes below 16 into nibbles. */
static uint64_t pack_nibbles(uint64_t bytes)
{
    bytes = (bytes | bytes >> 4) & 0x00ff00ff00ff00ffu;
    bytes = (bytes | bytes >> 8) & 0x0000ffff0000ffffu;
    return (bytes | bytes >> 16) & 0x00000000ffffffffu;
}

static uint64_t unpack_nibbles(uint64_t nibbles)
{
    nibbles = (nibbles | nibbles << 16) & 0x0000ffff0000ffffu;
    nibbles = (nibbles | nibbles << 8) & 0x00ff00ff00ff00ffu;
    return (nibbles | nibbles << 4) & 0x0f0f0f0f0f0f0f0fu;
}

static uint64_t pack(trey_bytes board)
{
    uint64_t half[2];
    memcpy(half, &board, sizeof half);
    return pack_nibbles(half[0]) | pack_nibbles(half[1]) << 32;
}

static trey_bytes unpack(uint64_t packed)
{
    uint64_t half[2] = {unpack_nibbles(packed & 0xffffffffu),
                        unpack_nibbles(packed >> 32)};
    trey_bytes board;
    memcpy(&board, half, sizeof board);
    return board;
}

static uint64_t score_of(const struct exhaust *exhaust, uint64_t packed)
{
    uint64_t score = 0;
    for (; packed != 0; packed >>= 4)
        score += exhaust->points[packed & 15];
    return score;
}

bool trey_exhaust_possible(const struct trey_sequence *sequence, size_t longest_moves)
{
    struct trey_content content;
    trey_content_of(&sequence->start, &content);
    for (size_t n = 0; n < longest_moves; n++)
        trey_content_add(&content, sequence->tiles[n]);
    return content.sum < TREY_MULTISET_SUM_LIMIT;
}

/* --- the set of boards -----------------------------------------------------------------
 */

/* The slot that holds this board, or the free one where it belongs. */
static uint64_t *slot_of(uint64_t *table, size_t size, uint64_t board)
{
    size_t slot = (size_t)trey_mix64(board) & (size - 1);
    while (table[slot] != 0 && table[slot] != board)
        slot = (slot + 1) & (size - 1);
    return &table[slot];
}

/* Doubles the table. False if the limit or the system does not allow it. */
static bool grow_table(struct exhaust *exhaust)
{
    size_t size = 2 * exhaust->table_size, bytes = size * sizeof(uint64_t);
    uint64_t *table = NULL;
    if (exhaust->layer_bytes + bytes + bytes / 2 <= exhaust->task->bytes)
        table = calloc(size, sizeof *table);
    if (table == NULL)
        return false;
    for (size_t i = 0; i < exhaust->table_size; i++)
        if (exhaust->table[i] != 0)
            *slot_of(table, size, exhaust->table[i]) = exhaust->table[i];
    free(exhaust->table);
    exhaust->table = table;
    exhaust->table_size = size;
    return true;
}

/* Adds a board, unless it is in the table. False if out of memory. */
static bool add_board(struct exhaust *exhaust, uint64_t board)
{
    uint64_t *slot = slot_of(exhaust->table, exhaust->table_size, board);
    if (*slot == board)
        return true;
    if (4 * (exhaust->count + 1) > 3 * exhaust->table_size) {
        if (!grow_table(exhaust))
            return false;
        slot = slot_of(exhaust->table, exhaust->table_size, board);
    }
    *slot = board;
    exhaust->count++;
    return true;
}

/* Moves the boards of the table to a layer. False if out of memory. */
static bool store_layer(struct exhaust *exhaust, struct layer *layer)
{
    size_t bytes = (exhaust->count + 1) * sizeof(uint64_t), next = 0;
    layer->boards = malloc(bytes);
    if (layer->boards == NULL)
        return false;
    for (size_t i = 0; i < exhaust->table_size; i++)
        if (exhaust->table[i] != 0)
            layer->boards[next++] = exhaust->table[i];
    layer->count = exhaust->count;
    exhaust->layer_bytes += bytes;
    if (layer->count > exhaust->report->boards)
        exhaust->report->boards = layer->count;
    memset(exhaust->table, 0, exhaust->table_size * sizeof(uint64_t));
    exhaust->count = 0;
    return true;
}

/* --- layers ----------------------------------------------------------------------------
 */

static bool is_over(struct exhaust *exhaust)
{
    const struct trey_exhaust_task *task = exhaust->task;
    exhaust->stopped =
        trey_cancel_raised(task->cancel) ||
        (task->deadline_s > 0.0 && trey_clock_monotonic() >= task->deadline_s) ||
        (task->cpu_s > 0.0 && trey_clock_cpu() - exhaust->cpu_start_s >= task->cpu_s);
    return exhaust->stopped;
}

/* Scores a board after `moves` moves, and adds it to the layer if it can lead above the
 * best score. False if out of memory. */
static bool visit_children(struct exhaust *exhaust, trey_bytes board, size_t moves,
                           bool is_last)
{
    const struct trey_exhaust_task *task = exhaust->task;
    uint64_t packed = pack(board), score = score_of(exhaust, packed);
    exhaust->report->positions++;
    if (score > exhaust->best->score) {
        exhaust->best->score = score;
        exhaust->best_moves = moves;
        exhaust->best_board = packed;
    }
    if (is_last || !trey_filter_passes(&task->filter, moves, board))
        return true;
    return add_board(exhaust, packed);
}

/* Visits the children, after `moves` moves, of boards first..end-1 of the layer before.
 * False if out of memory. */
static bool expand(struct exhaust *exhaust, size_t moves, size_t first, size_t end)
{
    const struct trey_exhaust_task *task = exhaust->task;
    const struct layer *from = &exhaust->layers[moves - 1];
    bool is_last = moves == task->longest_moves;
    for (size_t i = first; i < end; i++) {
        trey_bytes board = unpack(from->boards[i]), after;
        for (int direction = 0; direction < 4; direction++)
            if (trey_sequence_step(board, (enum trey_direction)direction,
                                   task->sequence->tiles[moves - 1], &after, NULL) &&
                !visit_children(exhaust, after, moves, is_last)) {
                exhaust->report->out_of_memory = true;
                return false;
            }
    }
    return true;
}

/* Makes the layer after `moves` moves. False if limits or memory ended it. */
static bool make_layer(struct exhaust *exhaust, size_t moves)
{
    enum { CHECK_EVERY = 1 << 12 };
    size_t count = exhaust->layers[moves - 1].count;
    for (size_t first = 0, end; first < count; first = end) {
        end = count - first < CHECK_EVERY ? count : first + CHECK_EVERY;
        trey_pause();
        if (is_over(exhaust) || !expand(exhaust, moves, first, end))
            return false;
    }
    exhaust->report->layers = moves;
    exhaust->report->out_of_memory = !store_layer(exhaust, &exhaust->layers[moves]);
    return !exhaust->report->out_of_memory;
}

/* Finds the moves of the best plan, from its end back to the start. */
static void find_moves(struct exhaust *exhaust)
{
    uint64_t wanted = exhaust->best_board;
    for (size_t moves = exhaust->best_moves; moves > 0; moves--) {
        const struct layer *from = &exhaust->layers[moves - 1];
        int tile = exhaust->task->sequence->tiles[moves - 1];
        bool found = false;
        for (size_t i = 0; i < from->count && !found; i++) {
            trey_bytes board = unpack(from->boards[i]), after;
            for (int direction = 0; direction < 4 && !found; direction++)
                if (trey_sequence_step(board, (enum trey_direction)direction, tile,
                                       &after, NULL) &&
                    pack(after) == wanted) {
                    exhaust->best->moves[moves - 1] = (uint8_t)direction;
                    wanted = from->boards[i];
                    found = true;
                }
        }
    }
    exhaust->best->move_count = exhaust->best_moves;
}

static void list_all(struct exhaust *exhaust)
{
    const struct trey_exhaust_task *task = exhaust->task;
    bool more = true;
    for (size_t moves = 1; more && moves <= task->longest_moves; moves++) {
        /* The bound of this layer and all later ones. */
        more = task->rest[moves] > exhaust->best->score &&
               exhaust->layers[moves - 1].count > 0;
        if (more && !make_layer(exhaust, moves))
            return;
    }
    exhaust->report->complete = true;
}

enum trey_status trey_exhaust_run(const struct trey_exhaust_task *task,
                                  struct trey_beam_best *best,
                                  struct trey_exhaust_report *report,
                                  struct trey_error *error)
{
    struct exhaust exhaust = {.task = task,
                              .best = best,
                              .report = report,
                              .table_size = MIN_TABLE,
                              .cpu_start_s = trey_clock_cpu()};
    *report = (struct trey_exhaust_report){0};
    for (int rank = 1; rank < 16; rank++)
        exhaust.points[rank] = trey_sequence_points(rank);
    exhaust.layers = calloc(task->longest_moves + 1, sizeof(*exhaust.layers));
    exhaust.table = calloc(exhaust.table_size, sizeof(uint64_t));
    bool allocated = exhaust.layers != NULL && exhaust.table != NULL &&
                     add_board(&exhaust, pack(trey_bytes_load(&task->sequence->start))) &&
                     store_layer(&exhaust, &exhaust.layers[0]);
    if (allocated) {
        list_all(&exhaust);
        if (exhaust.best_moves > 0)
            find_moves(&exhaust);
    }
    for (size_t i = 0; exhaust.layers != NULL && i <= task->longest_moves; i++)
        free(exhaust.layers[i].boards);
    free(exhaust.layers);
    free(exhaust.table);
    return allocated ? TREY_OK : trey_fail_memory(error, MIN_TABLE * sizeof(uint64_t));
}
