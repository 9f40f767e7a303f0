/* Games of a learner: played by its own values, each position taught by what came of it.
 */
#include "base/random.h"
#include "learn/learner.h"

#include <stdlib.h>

/* Seeds of training games have this bit; trey selfplay has none with it. */
#define TRAINING_SEEDS ((uint64_t)1 << 63)

static void keep_score(struct trey_learner *learner, const struct trey_view *view)
{
    unsigned largest = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        unsigned rank = (unsigned)trey_board_rank(view->board, cell);
        largest = rank > largest ? rank : largest;
    }
    pthread_mutex_lock(&learner->lock);
    size_t at = learner->recent_count++ % TREY_LEARNER_RECENT;
    learner->recent_score[at] = (uint32_t)view->score;
    learner->recent_largest[at] = (uint8_t)largest;
    pthread_mutex_unlock(&learner->lock);
}

/* A position met, and what the best slide from it was worth. */
struct met {
    trey_board board;
    trey_deck deck;
    float worth;
};

/* What a game in training remembers. */
struct memory {
    struct met *met; /* for lambda > 0 */
    size_t count, room;
    uint64_t mark;             /* the tile sum that the game must reach next */
    struct trey_view promised; /* to be kept if it does */
    bool has_promised;
};

/* Keeps a position each TREY_LEARNER_APART of tile sum, once the next is reached: what is
 * kept is not the last gasps of a game. */
static void keep_positions(struct trey_learner *learner, struct memory *memory,
                           const struct trey_view *view)
{
    uint64_t sum = trey_board_sum(view->board);
    if (sum < memory->mark)
        return;
    if (memory->has_promised)
        trey_learner_keep(learner, &memory->promised);
    memory->promised = *view;
    memory->has_promised = true;
    memory->mark = sum + TREY_LEARNER_APART;
}

/* At once, or if later positions are to teach earlier ones, when the game is over. Short
 * of memory, only that position is lost. */
static void meet(struct trey_learner *learner, struct memory *memory,
                 const struct met *met)
{
    if (learner->options.lambda <= 0.0) {
        trey_learner_teach(learner, met->board, met->deck, met->worth, 0.0F);
        return;
    }
    if (memory->count == memory->room) {
        size_t room = memory->room == 0 ? 4096 : 2 * memory->room;
        struct met *more = realloc(memory->met, room * sizeof *more);
        if (more == NULL)
            return;
        memory->met = more;
        memory->room = room;
    }
    memory->met[memory->count++] = *met;
}

/* TD(lambda), backwards. What a position was worth is an expectation over the cells; of
 * what came after it only the surprise is carried back, so that the luck of the cell that
 * was drawn is not. */
static void learn_backwards(struct trey_learner *learner, const struct memory *memory)
{
    float carried = 0.0F;
    for (size_t i = memory->count; i-- > 0;) {
        const struct met *met = &memory->met[i];
        carried = (float)learner->options.lambda *
                  trey_learner_teach(learner, met->board, met->deck, met->worth, carried);
    }
}

/* Begins a game: at the start, or from a kept position. True if at the start. */
static bool begin(struct trey_learner *learner, uint64_t number, struct trey_game *game)
{
    const struct trey_learn_options *options = &learner->options;
    struct trey_view view;
    uint64_t random = trey_mix64(trey_mix64(options->seed) ^ number);
    uint64_t seed = options->seed | TRAINING_SEEDS;
    if ((double)(random >> 40) * 0x1p-24 < options->restarts &&
        trey_learner_start_at(learner, trey_mix64(random), &view)) {
        trey_game_from_view(game, &view, seed, number);
        return false;
    }
    trey_game_begin(game, &options->rules, seed, number);
    return true;
}

uint64_t trey_learner_play(struct trey_learner *learner, struct trey_learner_sight *sight,
                           uint64_t number)
{
    struct trey_game game;
    struct met met = {0};
    bool threes = learner->motion.slide == TREY_SLIDE_THREES;
    bool valued = false; /* met is set */
    bool whole = begin(learner, number, &game);
    struct memory memory = {.mark = trey_board_sum(game.view.board) + TREY_LEARNER_APART};
    for (;;) {
        int best = trey_learner_choose(learner, sight, &game.view, &met.worth);
        if (valued)
            meet(learner, &memory, &met);
        if (best < 0)
            break;
        met.deck = game.view.deck;
        struct trey_move move;
        if (!trey_game_slide(&game, (enum trey_direction)best, &move) || move.cell < 0)
            break;
        met.board = threes ? game.view.board : move.after;
        valued = true;
        if (learner->options.restarts > 0.0)
            keep_positions(learner, &memory, &game.view);
    }
    learn_backwards(learner, &memory);
    free(memory.met);
    if (whole)
        keep_score(learner, &game.view);
    return game.view.moves;
}
