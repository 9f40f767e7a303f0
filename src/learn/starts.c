/* Stored positions from which games start.
 *
 * Games that start at the beginning seldom get far, and where they get far they soon end:
 * the late game is only learned well if games start there. Positions are stored by their
 * tile sum, which only grows, so that games start equally often in all parts of the game,
 * however rarely one is reached. (Carousel shaping, by Jaskowski, does the same by the
 * largest tile.)
 *
 * Where games hardly ever get, positions with all tiles doubled stand in for missing
 * ones: good play on the way to one tile leads to a good position on the way to the next,
 * and from there the player learns what follows. Conversely, positions that the network
 * never evaluates are downgraded to those that it evaluates in their place. */
#include "base/random.h"
#include "learn/command.h"
#include "learn/learner.h"

uint64_t trey_learner_tile_sum(const struct trey_learner *learner, trey_board board)
{
    return trey_tile_sum(learner->mechanics.slide, board);
}

void trey_learner_add_start(struct trey_learner *learner, const struct trey_view *view)
{
    uint64_t span_number =
        trey_learner_tile_sum(learner, view->board) / learner->span_width;
    if (span_number == 0)
        return;
    span_number = span_number < TREY_LEARNER_SPANS ? span_number : TREY_LEARNER_SPANS - 1;
    struct trey_learner_span *span = &learner->spans[span_number];
    pthread_mutex_lock(&learner->lock);
    uint64_t at = span->offered++;
    if (at >= TREY_LEARNER_SPAN_SIZE)
        at = trey_mix64(at) % TREY_LEARNER_SPAN_SIZE;
    span->start[at] = (struct trey_learner_start){view->board, view->deck, view->next};
    pthread_mutex_unlock(&learner->lock);
}

/* Doubles each tile, except 1s and 2s in Threes!; 0 if a tile is the largest already. */
static trey_board double_tiles(const struct trey_learner *learner, trey_board board)
{
    int min_rank = learner->mechanics.slide == TREY_SLIDE_THREES ? 3 : 1;
    trey_board twice = board;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        int rank = trey_board_rank(board, cell);
        if (rank == 15)
            return 0;
        if (rank >= min_rank)
            twice += (trey_board)1 << (4 * cell);
    }
    return twice;
}

/* Draws a stored position whose tile sum (doubled, if `twice`) is within the options'
 * limits. */
static bool draw_stored(struct trey_learner *learner, uint64_t random, bool twice,
                        struct trey_learner_start *start)
{
    const struct trey_learn_options *options = &learner->options;
    uint32_t from = options->restarts_from / learner->span_width;
    int filled[TREY_LEARNER_SPANS], count = 0;
    pthread_mutex_lock(&learner->lock);
    for (uint32_t i = 0; i < TREY_LEARNER_SPANS; i++)
        if (learner->spans[i].offered > 0 && i << twice >= from &&
            (i << twice) * learner->span_width < options->restarts_to)
            filled[count++] = (int)i;
    if (count > 0) {
        const struct trey_learner_span *span =
            &learner->spans[filled[(random >> 32) % (unsigned)count]];
        uint64_t size = span->offered < TREY_LEARNER_SPAN_SIZE ? span->offered
                                                               : TREY_LEARNER_SPAN_SIZE;
        *start = span->start[(random & 0xffffffffu) % size];
    }
    pthread_mutex_unlock(&learner->lock);
    return count > 0;
}

bool trey_learner_draw_start(struct trey_learner *learner, uint64_t random,
                             struct trey_view *view)
{
    const struct trey_learn_options *options = &learner->options;
    bool twice = trey_unit64(trey_mix64(random)) < options->doubled;
    struct trey_learner_start start;
    if (!draw_stored(learner, random, twice, &start))
        return false;
    if (twice)
        start.board = double_tiles(learner, start.board);
    start.board = trey_eval_downgraded(start.board, learner->downgrade);
    return start.board != 0 && !trey_mechanics_ends(&learner->mechanics, start.board) &&
           trey_view_make(&options->rules, start.board, start.next, start.deck, view,
                          NULL) == TREY_OK;
}
