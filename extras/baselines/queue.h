/* A priority queue of nodes within a memory limit. Order: by value, then the deepest,
 * then the first one made. */
#ifndef TREY_EXTRAS_BASELINES_QUEUE_H
#define TREY_EXTRAS_BASELINES_QUEUE_H

#include "extras/baselines/node.h"

struct trey_queue;

/* Makes an empty queue, which allocates from the memory of the run; NULL if out of
 * memory. */
struct trey_queue *trey_queue_new(struct trey_run *run);
void trey_queue_free(struct trey_queue *queue);

/* Removes all nodes and keeps the memory. */
void trey_queue_clear(struct trey_queue *queue);
size_t trey_queue_count(const struct trey_queue *queue);

/* Adds a node; false if out of memory. */
bool trey_queue_push(struct trey_queue *queue, const struct trey_node *node);

/* Removes and returns the first node. The queue must not be empty. */
struct trey_node trey_queue_pop(struct trey_queue *queue);

#endif
