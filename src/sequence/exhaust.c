/* Exhaustion in layers.
 *
 * A board is 64 bits, four a cell, and that is all that is kept of it: 8 bytes in layers
 * that are done, 11 to 21 in the hash set of the one being listed. Scores are counted
 * anew from the board; the way to the best end is found by going back, looking in each
 * layer for a board that a move turns into the one at hand. The last layer is looked at
 * but not kept. A beam of the same width needs some 240 bytes a board. */
#include "sequence/exhaust.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/pause.h"
#include "base/random.h"
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
    struct layer *layers; /* by moves */
    uint64_t *table;      /* of boards; 0: free */
    size_t table_size, count, kept_bytes;
    uint64_t points[16];
    double cpu_start_s;
    size_t best_moves; /* of the best end found here; 0: none */
    uint64_t best_board;
    bool stopped;
};

/* --- boards ----------------------------------------------------------------------------
 */

/* Eight bytes below 16 as nibbles, and back. */
static uint64_t squeeze(uint64_t bytes)
{
    bytes = (bytes | bytes >> 4) & 0x00ff00ff00ff00ffu;
    bytes = (bytes | bytes >> 8) & 0x0000ffff0000ffffu;
    return (bytes | bytes >> 16) & 0x00000000ffffffffu;
}

static uint64_t spread(uint64_t nibbles)
{
    nibbles = (nibbles | nibbles << 16) & 0x0000ffff0000ffffu;
    nibbles = (nibbles | nibbles << 8) & 0x00ff00ff00ff00ffu;
    return (nibbles | nibbles << 4) & 0x0f0f0f0f0f0f0f0fu;
}

static uint64_t pack(trey_bytes board)
{
    uint64_t half[2];
    memcpy(half, &board, sizeof half);
    return squeeze(half[0]) | squeeze(half[1]) << 32;
}

static trey_bytes unpack(uint64_t packed)
{
    uint64_t half[2] = {spread(packed & 0xffffffffu), spread(packed >> 32)};
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

static uint64_t *slot_of(uint64_t *table, size_t size, uint64_t board)
{
    size_t slot = (size_t)trey_mix64(board) & (size - 1);
    while (table[slot] != 0 && table[slot] != board)
        slot = (slot + 1) & (size - 1);
    return &table[slot];
}

/* Doubles the table. False if the limit or the system does not allow it. */
static bool grow(struct exhaust *exhaust)
{
    size_t size = 2 * exhaust->table_size, bytes = size * sizeof(uint64_t);
    uint64_t *table = NULL;
    if (exhaust->kept_bytes + bytes + bytes / 2 <= exhaust->task->bytes)
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

static bool put(struct exhaust *exhaust, uint64_t board)
{
    uint64_t *slot = slot_of(exhaust->table, exhaust->table_size, board);
    if (*slot == board)
        return true;
    if (4 * (exhaust->count + 1) > 3 * exhaust->table_size) {
        if (!grow(exhaust))
            return false;
        slot = slot_of(exhaust->table, exhaust->table_size, board);
    }
    *slot = board;
    exhaust->count++;
    return true;
}

/* Makes the boards of the table a layer, and empties it. */
static bool keep(struct exhaust *exhaust, struct layer *layer)
{
    size_t bytes = (exhaust->count + 1) * sizeof(uint64_t), put_at = 0;
    layer->boards = malloc(bytes);
    if (layer->boards == NULL)
        return false;
    for (size_t i = 0; i < exhaust->table_size; i++)
        if (exhaust->table[i] != 0)
            layer->boards[put_at++] = exhaust->table[i];
    layer->count = exhaust->count;
    exhaust->kept_bytes += bytes;
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

/* A board after `moves` moves: is it the best end, and is it to be gone on from? False if
 * there is no room for it. */
static bool look_at(struct exhaust *exhaust, trey_bytes board, size_t moves, bool goes_on)
{
    const struct trey_exhaust_task *task = exhaust->task;
    uint64_t packed = pack(board), score = score_of(exhaust, packed);
    exhaust->report->positions++;
    if (score > exhaust->best->score) {
        exhaust->best->score = score;
        exhaust->best_moves = moves;
        exhaust->best_board = packed;
    }
    if (!goes_on || !trey_filter_passes(&task->filter, moves, board))
        return true;
    return put(exhaust, packed);
}

/* Looks at what the boards from `first` to before `end` of a layer lead to, which are
 * those after `moves` moves. False if there is no room for them. */
static bool expand(struct exhaust *exhaust, size_t moves, size_t first, size_t end)
{
    const struct trey_exhaust_task *task = exhaust->task;
    const struct layer *from = &exhaust->layers[moves - 1];
    bool goes_on = moves < task->longest_moves;
    for (size_t i = first; i < end; i++) {
        trey_bytes board = unpack(from->boards[i]), after;
        for (int direction = 0; direction < 4; direction++)
            if (trey_sequence_step(board, (enum trey_direction)direction,
                                   task->sequence->tiles[moves - 1], &after, NULL) &&
                !look_at(exhaust, after, moves, goes_on)) {
                exhaust->report->out_of_memory = true;
                return false;
            }
    }
    return true;
}

/* Makes the layer after `moves` moves. False if it could not be listed whole. */
static bool make_layer(struct exhaust *exhaust, size_t moves)
{
    enum { LOOK_EVERY = 1 << 12 };
    size_t count = exhaust->layers[moves - 1].count;
    for (size_t first = 0, end; first < count; first = end) {
        end = count - first < LOOK_EVERY ? count : first + LOOK_EVERY;
        trey_pause();
        if (is_over(exhaust) || !expand(exhaust, moves, first, end))
            return false;
    }
    exhaust->report->layers = moves;
    exhaust->report->out_of_memory = !keep(exhaust, &exhaust->layers[moves]);
    return !exhaust->report->out_of_memory;
}

/* Goes back from the best end to the start. */
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
        /* What is in this layer or comes after it. */
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
    bool possible = exhaust.layers != NULL && exhaust.table != NULL &&
                    put(&exhaust, pack(trey_bytes_load(&task->sequence->start))) &&
                    keep(&exhaust, &exhaust.layers[0]);
    if (possible) {
        list_all(&exhaust);
        if (exhaust.best_moves > 0)
            find_moves(&exhaust);
    }
    for (size_t i = 0; exhaust.layers != NULL && i <= task->longest_moves; i++)
        free(exhaust.layers[i].boards);
    free(exhaust.layers);
    free(exhaust.table);
    return possible ? TREY_OK : trey_fail_memory(error, MIN_TABLE * sizeof(uint64_t));
}
