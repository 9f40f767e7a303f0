/* Many games in lockstep, one struct trey_game per lane.
 *
 * A lane contains an ordinary game, so it cannot deviate from one. A step is fast because
 * the rules are inlined (rules/mechanics.h), one slide yields both board and points, and
 * the legal moves are known from the step before. The slide and the four slides that
 * determine the next legal moves would dominate the time, so they are computed for a
 * block of lanes at once with vector instructions (rules/many.c). */
#include "trey/batch.h"

#include "base/check.h"
#include "base/error.h"
#include "rules/lanes.h"
#include "rules/many.h"
#include "rules/mechanics.h"
#include "rules/spawn.h"

#include <stdlib.h>

enum { BLOCK = 64 }; /* lanes processed at once */

struct lane {
    struct trey_game game;
    uint64_t seed, number;
    uint8_t legal;
};

struct trey_batch {
    struct trey_rules rules;
    struct trey_mechanics mechanics;
    bool renew;
    uint32_t count;
    struct lane lanes[];
};

static void start_game(struct trey_batch *batch, struct lane *lane)
{
    trey_game_begin(&lane->game, &batch->rules, lane->seed, lane->number);
    lane->legal = (uint8_t)trey_mechanics_legal(&batch->mechanics, lane->game.view.board);
    /* a board with an empty cell has a legal move */
    assert(lane->legal != 0 || trey_rules_start(&batch->rules) ==
                                   batch->rules.shape.rows * batch->rules.shape.cols);
}

enum trey_status trey_batch_new(const struct trey_rules *rules, uint32_t lanes,
                                uint64_t seed, bool renew, struct trey_batch **batch,
                                struct trey_error *error)
{
    enum trey_status status = trey_rules_check(rules, error);
    if (status != TREY_OK)
        return status;
    if (lanes < 1 || lanes > TREY_BATCH_MAX_LANES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "a batch has 1 to %d lanes",
                         TREY_BATCH_MAX_LANES);
    size_t size = sizeof **batch + lanes * sizeof(struct lane);
    struct trey_batch *made = calloc(1, size);
    if (made == NULL)
        return trey_fail_memory(error, size);
    made->rules = *rules;
    made->renew = renew;
    made->count = lanes;
    trey_mechanics_make(rules, &made->mechanics);
    for (uint32_t i = 0; i < lanes; i++)
        trey_batch_begin(made, i, seed, i);
    *batch = made;
    return TREY_OK;
}

void trey_batch_free(struct trey_batch *batch)
{
    free(batch);
}

void trey_batch_begin(struct trey_batch *batch, uint32_t lane, uint64_t seed,
                      uint64_t number)
{
    assert(lane < batch->count);
    struct lane *of = &batch->lanes[lane];
    of->seed = seed;
    of->number = number;
    start_game(batch, of);
}

void trey_batch_game(const struct trey_batch *batch, uint32_t lane,
                     struct trey_game *game)
{
    assert(lane < batch->count);
    *game = batch->lanes[lane].game;
}

/* Result of a step in a lane. */
struct outcome {
    trey_board after;
    uint64_t reward, score;
    bool moved, over;
};

/* Expands the low 8 nibbles of x to one byte each. */
static uint64_t spread_nibbles(uint64_t x)
{
    x &= 0xffffffffu;
    x = (x | x << 16) & 0x0000ffff0000ffffu;
    x = (x | x << 8) & 0x00ff00ff00ff00ffu;
    return (x | x << 4) & 0x0f0f0f0f0f0f0f0fu;
}

/* Expands the low 8 bits of x to one byte each: the multiplication copies x to every
 * byte, the mask keeps bit i of byte i, and the addition carries it to the top of the
 * byte. A byte is at most 0x80 + 0x7f then, so no carry reaches its neighbour. */
static uint64_t spread_bits(uint64_t x)
{
    x = (x & 0xff) * 0x0101010101010101u & 0x8040201008040201u;
    return (x + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
}

/* With a constant count the compiler makes one store of the loop. */
TREY_LANE_INLINE void write_bytes(uint8_t *out, uint64_t bytes, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = (uint8_t)(bytes >> 8 * i);
}

static void write_ranks(uint8_t *ranks, trey_board board, int cells)
{
    uint64_t first = spread_nibbles(board), second = spread_nibbles(board >> 32);
    if (cells == 16) {
        write_bytes(ranks, first, 8);
        write_bytes(ranks + 8, second, 8);
        return;
    }
    int low = cells < 8 ? cells : 8;
    write_bytes(ranks, first, low);
    write_bytes(ranks + low, second, cells - low);
}

/* Writes the observation of a lane as small numbers. */
static void write_observation(const struct trey_batch_arrays *arrays, size_t i,
                              const struct lane *lane)
{
    const struct trey_view *view = &lane->game.view;
    if (arrays->ranks != NULL) {
        int cells = view->rules.shape.rows * view->rules.shape.cols;
        write_ranks(&arrays->ranks[i * (size_t)cells], view->board, cells);
    }
    if (arrays->flags != NULL) {
        write_bytes(&arrays->flags[16 * i], spread_bits(view->next), 8);
        write_bytes(&arrays->flags[16 * i + 8], spread_bits(view->next >> 8), 8);
    }
    if (arrays->cards != NULL)
        write_bytes(
            &arrays->cards[3 * i],
            view->deck == TREY_DECK_UNKNOWN ? 0xffffffu : spread_nibbles(view->deck), 3);
    if (arrays->mask != NULL)
        write_bytes(&arrays->mask[4 * i], spread_bits(lane->legal), 4);
}

static void write_lane(const struct trey_batch_arrays *arrays, uint32_t i,
                       const struct lane *lane, const struct outcome *outcome)
{
    const struct trey_view *view = &lane->game.view;
    if (arrays->board != NULL)
        arrays->board[i] = view->board;
    if (arrays->next != NULL)
        arrays->next[i] = view->next;
    if (arrays->deck != NULL)
        arrays->deck[i] = view->deck;
    if (arrays->legal != NULL)
        arrays->legal[i] = lane->legal;
    if (arrays->after != NULL)
        arrays->after[i] = outcome->after;
    if (arrays->reward != NULL)
        arrays->reward[i] = outcome->reward;
    if (arrays->score != NULL)
        arrays->score[i] = outcome->score;
    if (arrays->moved != NULL)
        arrays->moved[i] = outcome->moved;
    if (arrays->over != NULL)
        arrays->over[i] = outcome->over;
    if (arrays->number != NULL)
        arrays->number[i] = lane->number;
    write_observation(arrays, i, lane);
}

static struct outcome no_move(const struct lane *lane)
{
    return (struct outcome){.after = lane->game.view.board,
                            .score = lane->game.view.score};
}

void trey_batch_observe(const struct trey_batch *batch,
                        const struct trey_batch_arrays *arrays)
{
    for (uint32_t i = 0; i < batch->count; i++) {
        struct outcome outcome = no_move(&batch->lanes[i]);
        write_lane(arrays, i, &batch->lanes[i], &outcome);
    }
}

static void start_next_game(struct trey_batch *batch, struct lane *lane)
{
    lane->number += batch->count;
    start_game(batch, lane);
}

void trey_batch_renew(struct trey_batch *batch, const uint32_t *lanes, size_t count,
                      const struct trey_batch_arrays *arrays)
{
    for (size_t i = 0; i < count; i++) {
        assert(lanes[i] < batch->count);
        struct lane *lane = &batch->lanes[lanes[i]];
        start_next_game(batch, lane);
        struct outcome outcome = no_move(lane);
        write_lane(arrays, lanes[i], lane, &outcome);
    }
}

/* Completes a legal move: `after` is the board that the slide left, `made` as for
 * trey_mechanics_slide_merges. */
static void finish_move(struct trey_batch *batch, struct lane *lane, int direction,
                        trey_board after, uint64_t made, struct outcome *outcome)
{
    const struct trey_mechanics *mechanics = &batch->mechanics;
    struct trey_view *view = &lane->game.view;
    trey_board before = view->board;
    uint64_t was = view->score, cells = 0;
    assert(after != before && (lane->legal >> direction & 1) != 0);
    uint64_t gain = mechanics->merges_score
                        ? trey_mechanics_points(mechanics, after, made)
                        : trey_board_score(after) - view->score;
    if (!trey_mechanics_ends(mechanics, after))
        cells = trey_mechanics_spawn_cells(mechanics, before, after, direction);
    trey_game_spawn(&lane->game, after, gain, cells);
    outcome->after = after;
    outcome->score = view->score;
    assert(view->score >= was);
    outcome->reward = view->score - was;
    outcome->moved = true;
}

/* Makes one step in `count` lanes from `first` on, at most a block. Returns the moves
 * made. */
static uint64_t step_block(struct trey_batch *batch, uint32_t first, uint32_t count,
                           const uint8_t *slides, const struct trey_batch_arrays *arrays)
{
    struct lane *lanes = &batch->lanes[first];
    struct outcome outcome[BLOCK];
    trey_board boards[BLOCK], after[BLOCK];
    uint64_t directions[BLOCK], made[BLOCK], moves = 0;
    uint8_t legal[BLOCK];
    assert(count <= BLOCK && first + count <= batch->count);
    for (uint32_t i = 0; i < count; i++) {
        boards[i] = lanes[i].game.view.board;
        directions[i] = slides[first + i] & 3;
    }
    trey_mechanics_slide_all(&batch->mechanics, boards, directions, count, after, made);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t direction = slides[first + i];
        outcome[i] = no_move(&lanes[i]);
        if (direction < 4 && (lanes[i].legal >> direction & 1) != 0) {
            finish_move(batch, &lanes[i], direction, after[i], made[i], &outcome[i]);
            moves++;
        }
        boards[i] = lanes[i].game.view.board;
    }
    trey_mechanics_legal_all(&batch->mechanics, boards, count, legal);
    for (uint32_t i = 0; i < count; i++) {
        lanes[i].legal = legal[i];
        outcome[i].over = outcome[i].moved && legal[i] == 0;
        if (batch->renew && legal[i] == 0) {
            start_next_game(batch, &lanes[i]);
        }
        write_lane(arrays, first + i, &lanes[i], &outcome[i]);
    }
    return moves;
}

void trey_batch_after_states(const struct trey_rules *rules, const trey_board *boards,
                             size_t count, trey_board *after, uint64_t *gain)
{
    struct trey_mechanics mechanics;
    trey_mechanics_make(rules, &mechanics);
    for (size_t i = 0; i < count; i++) {
        trey_board board = boards[i];
        unsigned legal = trey_mechanics_legal(&mechanics, board);
        uint64_t score = mechanics.merges_score ? 0 : trey_board_score(board);
        for (int direction = 0; direction < 4; direction++) {
            trey_board left = board;
            uint64_t made = 0, gained = 0;
            if (legal >> direction & 1) {
                left = trey_mechanics_slide_merges(&mechanics, board, direction, &made);
                gained = mechanics.merges_score
                             ? trey_mechanics_points(&mechanics, left, made)
                             : trey_board_score(left) - score;
            }
            if (after != NULL)
                after[4 * i + (size_t)direction] = left;
            if (gain != NULL)
                gain[4 * i + (size_t)direction] = gained;
        }
    }
}

uint64_t trey_batch_step(struct trey_batch *batch, const uint8_t *slides,
                         const struct trey_batch_arrays *arrays)
{
    uint64_t moves = 0;
    for (uint32_t first = 0; first < batch->count; first += BLOCK) {
        uint32_t left = batch->count - first;
        moves += step_block(batch, first, left < BLOCK ? left : BLOCK, slides, arrays);
    }
    return moves;
}
