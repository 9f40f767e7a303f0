/* Positions to begin games from.
 *
 * Games that begin at the start seldom get far, and where they get far they are soon
 * lost: what the late game is worth is learnt only if games begin there. Positions are
 * kept by the sum of their tiles, which only grows, so that all parts of the game are
 * begun from equally often, however rarely one is reached. (Carousel shaping, by
 * Jaskowski, does the same by the largest tile.) */
#include "base/random.h"
#include "learn/learner.h"

uint64_t trey_learner_sum(const struct trey_learner *learner, trey_board board)
{
    uint64_t sum = 0;
    for (; board != 0; board >>= 4)
        sum += trey_learner_tile(learner, (int)(board & 15));
    return sum;
}

void trey_learner_keep(struct trey_learner *learner, const struct trey_view *view)
{
    uint64_t number = trey_learner_sum(learner, view->board) / learner->span;
    if (number == 0)
        return;
    number = number < TREY_LEARNER_SPANS ? number : TREY_LEARNER_SPANS - 1;
    struct trey_learner_span *span = &learner->spans[number];
    pthread_mutex_lock(&learner->lock);
    uint64_t at = span->offered++;
    if (at >= TREY_LEARNER_KEPT)
        at = trey_mix64(at) % TREY_LEARNER_KEPT;
    span->start[at] = (struct trey_learner_start){view->board, view->deck, view->next};
    pthread_mutex_unlock(&learner->lock);
}

bool trey_learner_start_at(struct trey_learner *learner, uint64_t random,
                           struct trey_view *view)
{
    const struct trey_learn_options *options = &learner->options;
    int filled[TREY_LEARNER_SPANS], count = 0;
    struct trey_learner_start start;
    pthread_mutex_lock(&learner->lock);
    for (uint32_t i = 0; i < TREY_LEARNER_SPANS; i++)
        if (learner->spans[i].offered > 0 &&
            i >= options->restarts_from / learner->span &&
            i * learner->span < options->restarts_to)
            filled[count++] = (int)i;
    if (count > 0) {
        const struct trey_learner_span *span =
            &learner->spans[filled[(random >> 32) % (unsigned)count]];
        uint64_t size =
            span->offered < TREY_LEARNER_KEPT ? span->offered : TREY_LEARNER_KEPT;
        start = span->start[(random & 0xffffffffu) % size];
    }
    pthread_mutex_unlock(&learner->lock);
    return count > 0 && trey_view_make(&learner->options.rules, start.board, start.next,
                                       start.deck, view, NULL) == TREY_OK;
}
