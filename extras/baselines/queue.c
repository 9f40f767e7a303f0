/* The queue of boards: a binary heap in chunks.
 *
 * Node i is in chunk i / CHUNK. A contiguous heap would be copied when it grows, and
 * would then need twice its memory for a moment. Chunks make the limit exact, and the
 * queue keeps them from move to move. Both operations take O(log n). */
#include "extras/baselines/queue.h"
#include "base/check.h"

#include <stdlib.h>

enum { CHUNK = 1 << 14 };

static const size_t chunk_bytes = CHUNK * sizeof(struct trey_node);

struct trey_queue {
    struct trey_run *run;
    size_t count, chunk_count, chunk_limit;
    struct trey_node *chunk[]; /* chunk_limit of them */
};

static size_t queue_bytes(size_t chunk_limit)
{
    return sizeof(struct trey_queue) + chunk_limit * sizeof(struct trey_node *);
}

struct trey_queue *trey_queue_new(struct trey_run *run)
{
    size_t limit = run->bytes_left / chunk_bytes + 1;
    struct trey_queue *queue = trey_run_alloc(run, queue_bytes(limit));
    if (queue != NULL)
        *queue = (struct trey_queue){.run = run, .chunk_limit = limit};
    return queue;
}

void trey_queue_free(struct trey_queue *queue)
{
    if (queue == NULL)
        return;
    struct trey_run *run = queue->run;
    for (size_t i = 0; i < queue->chunk_count; i++)
        trey_run_free(run, queue->chunk[i], chunk_bytes);
    trey_run_free(run, queue, queue_bytes(queue->chunk_limit));
}

void trey_queue_clear(struct trey_queue *queue)
{
    queue->count = 0;
}

size_t trey_queue_count(const struct trey_queue *queue)
{
    return queue->count;
}

static struct trey_node *node_at(struct trey_queue *queue, size_t i)
{
    assert(i / CHUNK < queue->chunk_count);
    return &queue->chunk[i / CHUNK][i % CHUNK];
}

static bool precedes(const struct trey_node *a, const struct trey_node *b)
{
    if (a->value > b->value || a->value < b->value)
        return a->value > b->value;
    return a->depth != b->depth ? a->depth > b->depth : a->order < b->order;
}

/* True if no node on the way to the root comes before its parent. */
TREY_ASSERT_ONLY bool is_heap_above(struct trey_queue *queue, size_t i)
{
    for (; i > 0; i = (i - 1) / 2)
        if (precedes(node_at(queue, i), node_at(queue, (i - 1) / 2)))
            return false;
    return true;
}

bool trey_queue_push(struct trey_queue *queue, const struct trey_node *node)
{
    if (queue->count / CHUNK == queue->chunk_count) {
        if (queue->chunk_count == queue->chunk_limit)
            return false;
        struct trey_node *chunk = trey_run_alloc(queue->run, chunk_bytes);
        if (chunk == NULL)
            return false;
        queue->chunk[queue->chunk_count++] = chunk;
    }
    size_t i = queue->count++;
    while (i > 0 && precedes(node, node_at(queue, (i - 1) / 2))) {
        *node_at(queue, i) = *node_at(queue, (i - 1) / 2);
        i = (i - 1) / 2;
    }
    *node_at(queue, i) = *node;
    assert(is_heap_above(queue, queue->count - 1));
    return true;
}

struct trey_node trey_queue_pop(struct trey_queue *queue)
{
    assert(queue->count > 0);
    struct trey_node top = *node_at(queue, 0);
    struct trey_node last = *node_at(queue, --queue->count);
    size_t i = 0;
    for (size_t child = 1; child < queue->count; child = 2 * i + 1) {
        if (child + 1 < queue->count &&
            precedes(node_at(queue, child + 1), node_at(queue, child)))
            child++;
        if (!precedes(node_at(queue, child), &last))
            break;
        *node_at(queue, i) = *node_at(queue, child);
        i = child;
    }
    if (queue->count > 0)
        *node_at(queue, i) = last;
    assert(queue->count == 0 || is_heap_above(queue, queue->count - 1));
    assert(queue->count == 0 || !precedes(node_at(queue, 0), &top));
    return top;
}
