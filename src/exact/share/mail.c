/* Keys are gathered by rank in arrays of their own, a store for each, and handed to the
 * posts when a round is full: what they ask for stays known beside them. */
#include "exact/share/mail.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROUND_KEYS = 1 << 17, /* of a rank to all others */
    MIN_KEYS = 1 << 12,   /* of a rank to another: more than a piece of work has */
};

static uint32_t limit_of(const struct trey_ranks *ranks)
{
    return ROUND_KEYS / trey_ranks_all(ranks) + MIN_KEYS;
}

static size_t value_bytes(bool all)
{
    return sizeof(double) + (all ? 2 * sizeof(uint32_t) : 0);
}

uint64_t trey_mail_bytes(const struct trey_ranks *ranks, bool all, unsigned columns)
{
    uint64_t keys = (uint64_t)limit_of(ranks) * trey_ranks_all(ranks);
    uint64_t key = 2 * sizeof(uint32_t) + 2 * sizeof(uint32_t); /* here and in a post */
    return keys * (key + 3 * columns * value_bytes(all));
}

enum trey_status trey_mail_new(struct trey_mail *mail, struct trey_ranks *ranks, bool all,
                               unsigned columns, struct trey_error *error)
{
    size_t limit = limit_of(ranks), count = trey_ranks_all(ranks);
    *mail = (struct trey_mail){
        .ranks = ranks,
        .rank = trey_ranks_here(ranks),
        .count = (unsigned)count,
        .limit = (uint32_t)limit,
        .key = malloc(limit * count * sizeof *mail->key),
        .where = malloc(limit * count * sizeof *mail->where),
        .keys = calloc(count, sizeof *mail->keys),
        .room = (uint32_t)(limit * count),
    };
    if (mail->key == NULL || mail->where == NULL || mail->keys == NULL)
        return trey_fail_memory(error, limit * count * sizeof *mail->key);
    enum trey_status status =
        trey_values_new(&mail->found, (uint64_t)mail->room * columns, all, error);
    if (status == TREY_OK)
        status = trey_post_new(ranks, limit * sizeof *mail->key, &mail->asks, error);
    if (status == TREY_OK)
        status = trey_post_new(ranks, limit * columns * value_bytes(all), &mail->answers,
                               error);
    return status;
}

void trey_mail_clear(struct trey_mail *mail)
{
    free(mail->key);
    free(mail->where);
    free(mail->keys);
    trey_post_free(mail->asks);
    trey_post_free(mail->answers);
    trey_values_clear(&mail->found);
    *mail = (struct trey_mail){0};
}

void trey_mail_ask(struct trey_mail *mail, bool more, bool *any)
{
    for (unsigned to = 0; to < mail->count; to++) {
        size_t bytes = mail->keys[to] * sizeof *mail->key;
        if (bytes > 0)
            memcpy(trey_post_room(mail->asks, to, bytes),
                   mail->key + (size_t)to * mail->limit, bytes);
    }
    trey_post_exchange(mail->asks, more, any);
    /* Who asks puts the answers away by `where`; who does not may go on at once. */
    memset(mail->keys, 0, mail->count * sizeof *mail->keys);
}

const uint32_t *trey_mail_from(const struct trey_mail *mail, unsigned from,
                               uint32_t *count)
{
    size_t bytes;
    const void *keys = trey_post_from(mail->asks, from, &bytes);
    *count = (uint32_t)(bytes / sizeof(uint32_t));
    return keys;
}

void trey_mail_reply(struct trey_mail *mail, unsigned to,
                     const struct trey_values *values, size_t first, unsigned columns)
{
    bool all = values->min != NULL;
    char *room = trey_post_room(mail->answers, to, columns * value_bytes(all));
    memcpy(room, values->avg + first, columns * sizeof *values->avg);
    if (!all)
        return;
    room += columns * sizeof *values->avg;
    memcpy(room, values->min + first, columns * sizeof *values->min);
    room += columns * sizeof *values->min;
    memcpy(room, values->max + first, columns * sizeof *values->max);
}

static void put_away(struct trey_mail *mail, unsigned from, unsigned columns)
{
    struct trey_values *found = &mail->found;
    bool all = found->min != NULL;
    size_t bytes, step = columns * value_bytes(all);
    const char *answer = trey_post_from(mail->answers, from, &bytes);
    const uint32_t *where = mail->where + (size_t)from * mail->limit;
    for (size_t i = 0; i < bytes / step; i++, answer += step) {
        size_t first = (size_t)where[i] * columns;
        memcpy(found->avg + first, answer, columns * sizeof *found->avg);
        if (!all)
            continue;
        const char *min = answer + columns * sizeof *found->avg;
        memcpy(found->min + first, min, columns * sizeof *found->min);
        memcpy(found->max + first, min + columns * sizeof *found->min,
               columns * sizeof *found->max);
    }
}

void trey_mail_answer(struct trey_mail *mail, unsigned columns)
{
    bool any;
    trey_post_exchange(mail->answers, false, &any);
    for (unsigned from = 0; from < mail->count; from++)
        if (from != mail->rank)
            put_away(mail, from, columns);
}
