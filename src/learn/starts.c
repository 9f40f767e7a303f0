/* Positions to begin games from.
 *
 * Games that begin at the start seldom get far, and where they get far they are soon
 * lost: what the late game is worth is learnt only if games begin there. Positions are
 * kept by the sum of their tiles, which only grows, so that all parts of the game are
 * begun from equally often, however rarely one is reached. (Carousel shaping, by
 * Jaskowski, does the same by the largest tile.)
 *
 * Where hardly a game gets to, positions with all tiles doubled stand in for those that
 * are missing: what a player does well on the way to one tile begins it well placed on
 * the way to the next, and from there on it learns what is to be had beyond. The other
 * way round, positions that the network is never to look at are downgraded to what it
 * will look at in their place. */
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

/* Each tile twice as large, but for the 1s and 2s of Threes!; 0 if one is the largest. */
static trey_board doubled(const struct trey_learner *learner, trey_board board)
{
    int least = learner->mechanics.slide == TREY_SLIDE_THREES ? 3 : 1;
    trey_board twice = board;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        int rank = trey_board_rank(board, cell);
        if (rank == 15)
            return 0;
        if (rank >= least)
            twice += (trey_board)1 << (4 * cell);
    }
    return twice;
}

/* A kept position whose sum, or if it is to be doubled whose sum doubled, may be begun
 * from. */
static bool draw(struct trey_learner *learner, uint64_t random, bool twice,
                 struct trey_learner_start *start)
{
    const struct trey_learn_options *options = &learner->options;
    uint32_t from = options->restarts_from / learner->span;
    int filled[TREY_LEARNER_SPANS], count = 0;
    pthread_mutex_lock(&learner->lock);
    for (uint32_t i = 0; i < TREY_LEARNER_SPANS; i++)
        if (learner->spans[i].offered > 0 && i << twice >= from &&
            (i << twice) * learner->span < options->restarts_to)
            filled[count++] = (int)i;
    if (count > 0) {
        const struct trey_learner_span *span =
            &learner->spans[filled[(random >> 32) % (unsigned)count]];
        uint64_t size =
            span->offered < TREY_LEARNER_KEPT ? span->offered : TREY_LEARNER_KEPT;
        *start = span->start[(random & 0xffffffffu) % size];
    }
    pthread_mutex_unlock(&learner->lock);
    return count > 0;
}

bool trey_learner_start_at(struct trey_learner *learner, uint64_t random,
                           struct trey_view *view)
{
    const struct trey_learn_options *options = &learner->options;
    bool twice = trey_unit64(trey_mix64(random)) < options->doubled;
    struct trey_learner_start start;
    if (!draw(learner, random, twice, &start))
        return false;
    if (twice)
        start.board = doubled(learner, start.board);
    start.board = trey_eval_downgraded(start.board, learner->downgrade);
    return start.board != 0 && !trey_mechanics_ends(&learner->mechanics, start.board) &&
           trey_view_make(&options->rules, start.board, start.next, start.deck, view,
                          NULL) == TREY_OK;
}
