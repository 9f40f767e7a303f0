/* A priority queue of nodes within a memory limit: the best comes out first, of equally
 * good ones the deepest, of these the first made. */
#ifndef TREY_BASELINES_QUEUE_H
#define TREY_BASELINES_QUEUE_H

#include "baselines/node.h"

struct trey_queue;

/* NULL if memory could not be had. The memory it grows by is that of the run. */
struct trey_queue *trey_queue_new(struct trey_run *run);
void trey_queue_free(struct trey_queue *queue);

/* Forgets the nodes and keeps the memory. */
void trey_queue_clear(struct trey_queue *queue);
size_t trey_queue_count(const struct trey_queue *queue);

/* False if there is no room. */
bool trey_queue_push(struct trey_queue *queue, const struct trey_node *node);

/* Of a queue that is not empty. */
struct trey_node trey_queue_pop(struct trey_queue *queue);

#endif
