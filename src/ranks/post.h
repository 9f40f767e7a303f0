/* Bytes for every rank, all at once, in rounds of bounded size.
 *
 * Each rank has a batch of at most `limit` bytes for every rank, itself included, and
 * receives as many. A sender that finds a batch full is done for this round:
 *
 *     do {
 *         while (work is left && (room = trey_post_room(post, owner, size)) != NULL)
 *             write it there;
 *         status = trey_post_exchange(post, work is left, &more, error);
 *         for (from = 0; from < trey_ranks_all(ranks); from++)
 *             for what trey_post_from(post, from, &size) gives ...;
 *     } while (status == TREY_OK && more);
 *
 * To have questions answered, take a second post: answers to what came from a rank are
 * put in for it in that order, exchanged, and come back in the order of the questions.
 *
 * It holds 2 × limit × count bytes. Batches that are not full cost no time on the way. */
#ifndef TREY_RANKS_POST_H
#define TREY_RANKS_POST_H

#include "ranks/ranks.h"

struct trey_post;

/* For batches of `limit` bytes, at most 2^30 in all. `ranks` may be NULL, and stays the
 * caller's. Not collective, but all ranks need the same limit. */
enum trey_status trey_post_new(struct trey_ranks *ranks, size_t limit,
                               struct trey_post **post, struct trey_error *error);
void trey_post_free(struct trey_post *post); /* NULL is taken */

/* Memory that it takes, in bytes. */
size_t trey_post_bytes(const struct trey_ranks *ranks, size_t limit);

/* Room for so many bytes at the end of the batch for a rank, not aligned; NULL if it is
 * full. For one thread at a time. */
void *trey_post_room(struct trey_post *post, unsigned to, size_t size);

/* Bytes that are still free in that batch. */
size_t trey_post_left(const struct trey_post *post, unsigned to);

/* Collective. Sends all batches, which are empty then, and receives those of all ranks,
 * in place of what came the last time. *any says whether a rank had `more`. */
void trey_post_exchange(struct trey_post *post, bool more, bool *any);

/* What came from a rank; until the next exchange. */
const void *trey_post_from(const struct trey_post *post, unsigned from, size_t *size);

#endif
