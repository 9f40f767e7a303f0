/* Local numbers on their way to the ranks that have them, and values on their way back,
 * in rounds of bounded size. A *key* is a local number and a tag of two bits, which says
 * whose. Every rank takes part in every round, whether it has keys or not:
 *
 *     do {
 *         while (there is work && trey_mail_has_room(mail, keys of the next piece))
 *             trey_mail_put for each key that is another rank's
 *         trey_mail_ask(mail, there is work left, &more);
 *         for the keys that came from each other rank: use them, or answer them all
 *         trey_mail_answer(mail), and what was asked for is there
 *     } while (more);
 *
 * For one thread. See mail.c. */
#ifndef TREY_EXACT_SHARE_MAIL_H
#define TREY_EXACT_SHARE_MAIL_H

#include "exact/solve/deal.h"
#include "exact/table/values.h"
#include "ranks/post.h"

enum { TREY_TAG_BITS = 2 };

struct trey_mail {
    struct trey_ranks *ranks;
    unsigned rank, count;
    uint32_t limit;  /* keys for one rank in a round */
    uint32_t *key;   /* those for rank r begin at r * limit */
    uint32_t *where; /* the same: the number among `found` of what is asked for */
    uint32_t *keys;  /* by rank */
    struct trey_post *asks, *answers;
    struct trey_values found; /* what was asked for, and what this rank has itself */
    uint32_t room;            /* of it, in keys; a key may have several values, columns */
};

/* For values with a minimum and a maximum if `all`, of so many columns at most. */
enum trey_status trey_mail_new(struct trey_mail *mail, struct trey_ranks *ranks, bool all,
                               unsigned columns, struct trey_error *error);
void trey_mail_clear(struct trey_mail *mail);

/* Memory that it takes, in bytes. */
uint64_t trey_mail_bytes(const struct trey_ranks *ranks, bool all, unsigned columns);

/* Whether this many more keys fit, all for one rank if need be. */
static inline bool trey_mail_has_room(const struct trey_mail *mail, uint32_t keys)
{
    for (unsigned to = 0; to < mail->count; to++)
        if (mail->limit - mail->keys[to] < keys)
            return false;
    return true;
}

static inline void trey_mail_put(struct trey_mail *mail, uint32_t to, uint32_t local,
                                 unsigned tag, uint32_t where)
{
    size_t at = (size_t)to * mail->limit + mail->keys[to]++;
    mail->key[at] = local << TREY_TAG_BITS | tag;
    mail->where[at] = where;
}

/* Sends all keys, and receives those for this rank; *any says whether a rank had `more`.
 */
void trey_mail_ask(struct trey_mail *mail, bool more, bool *any);

/* What came from a rank, until the next trey_mail_ask; none from this one itself. */
const uint32_t *trey_mail_from(const struct trey_mail *mail, unsigned from,
                               uint32_t *count);

/* The next answer to a rank, to its keys in their order: `columns` values from number
 * `first` on. */
void trey_mail_reply(struct trey_mail *mail, unsigned to,
                     const struct trey_values *values, size_t first, unsigned columns);

/* When all are answered: sends the answers, and puts those to this rank's own keys, of
 * so many columns each, to their places in `found`. */
void trey_mail_answer(struct trey_mail *mail, unsigned columns);

#endif
