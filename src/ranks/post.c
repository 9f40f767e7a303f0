/* Two large arrays, `limit` bytes a rank in each: what goes out, and what came in. A
 * round is one message from each rank to each, however short. */
#include "ranks/post.h"
#include "base/error.h"
#include "ranks/mpi.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 1 << 30 };

struct trey_post {
    struct trey_ranks *ranks;
    size_t limit;
    unsigned count;
    uint8_t *out, *in;
    uint32_t *out_size, *in_size; /* by rank */
};

size_t trey_post_bytes(const struct trey_ranks *ranks, size_t limit)
{
    return 2 * limit * trey_ranks_all(ranks);
}

enum trey_status trey_post_new(struct trey_ranks *ranks, size_t limit,
                               struct trey_post **post, struct trey_error *error)
{
    size_t count = trey_ranks_all(ranks);
    *post = NULL;
    if (limit == 0 || limit > MAX_BYTES / count)
        return trey_fail(error, TREY_ERR_LIMIT, 0, "batches of %zu bytes to %zu ranks",
                         limit, count);
    struct trey_post *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    *made = (struct trey_post){.ranks = ranks,
                               .limit = limit,
                               .count = (unsigned)count,
                               .out = malloc(limit * count),
                               .in = malloc(limit * count),
                               .out_size = calloc(count, sizeof *made->out_size),
                               .in_size = calloc(count, sizeof *made->in_size)};
    if (made->out == NULL || made->in == NULL || made->out_size == NULL ||
        made->in_size == NULL) {
        trey_post_free(made);
        return trey_fail_memory(error, trey_post_bytes(ranks, limit));
    }
    *post = made;
    return TREY_OK;
}

void trey_post_free(struct trey_post *post)
{
    if (post == NULL)
        return;
    free(post->out);
    free(post->in);
    free(post->out_size);
    free(post->in_size);
    free(post);
}

size_t trey_post_left(const struct trey_post *post, unsigned to)
{
    assert(to < post->count);
    return post->limit - post->out_size[to];
}

void *trey_post_room(struct trey_post *post, unsigned to, size_t size)
{
    if (size > trey_post_left(post, to))
        return NULL;
    uint8_t *room = post->out + to * post->limit + post->out_size[to];
    post->out_size[to] += (uint32_t)size;
    return room;
}

/* A batch to oneself goes no way. */
static void hand_over(struct trey_post *post)
{
    uint8_t *out = post->out;
    uint32_t size = post->out_size[0];
    post->out = post->in;
    post->in = out;
    post->in_size[0] = size;
    post->out_size[0] = 0;
}

void trey_post_exchange(struct trey_post *post, bool more, bool *any)
{
    if (trey_ranks_alone(post->ranks)) {
        *any = more;
        hand_over(post);
        return;
    }
    *any = trey_mpi_exchange(post->ranks, post->limit, more, post->out, post->out_size,
                             post->in, post->in_size);
    memset(post->out_size, 0, post->count * sizeof *post->out_size);
}

const void *trey_post_from(const struct trey_post *post, unsigned from, size_t *size)
{
    assert(from < post->count);
    *size = post->in_size[from];
    return post->in + from * post->limit;
}
