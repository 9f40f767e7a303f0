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

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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

/* Results of a step in the lanes of a block. */
struct outcomes {
    trey_board after[BLOCK];
    uint64_t reward[BLOCK], score[BLOCK];
    uint8_t moved[BLOCK], over[BLOCK];
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

/* Writes the low bytes of a number, the lowest one first. */
TREY_LANE_INLINE void write_bytes(uint8_t *out, uint64_t bytes, size_t count)
{
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
                  "the first byte is the low one");
    memcpy(out, &bytes, count);
}

static void write_ranks(uint8_t *ranks, size_t cells, const struct lane *lanes,
                        size_t count)
{
    size_t low = cells < 8 ? cells : 8;
    for (size_t i = 0; i < count; i++, ranks += cells) {
        trey_board board = lanes[i].game.view.board;
        uint64_t first = spread_nibbles(board), second = spread_nibbles(board >> 32);
        if (cells == 16) {
            write_bytes(ranks, first, 8);
            write_bytes(ranks + 8, second, 8);
        } else {
            write_bytes(ranks, first, low);
            write_bytes(ranks + low, second, cells - low);
        }
    }
}

static void write_flags(uint8_t *flags, const struct lane *lanes, size_t count)
{
    for (size_t i = 0; i < count; i++, flags += 16) {
        trey_next next = lanes[i].game.view.next;
        write_bytes(flags, spread_bits(next), 8);
        write_bytes(flags + 8, spread_bits(next >> 8), 8);
    }
}

static void write_cards(uint8_t *cards, const struct lane *lanes, size_t count)
{
    for (size_t i = 0; i < count; i++, cards += 3) {
        trey_deck deck = lanes[i].game.view.deck;
        write_bytes(cards, deck == TREY_DECK_UNKNOWN ? 0xffffffu : spread_nibbles(deck),
                    3);
    }
}

/* Fills the entries of `count` lanes from number `first` on. Array by array, since a test
 * for each array and lane would take more time than the entries. */
static void write_lanes(const struct trey_batch_arrays *arrays, size_t first,
                        const struct lane *lanes, const struct outcomes *outcomes,
                        size_t count)
{
    /* A copy, which the stores of bytes cannot change. */
    const struct trey_batch_arrays to = *arrays;
#define FILL(array, entry)                                                               \
    for (size_t i = 0; to.array != NULL && i < count; i++)                               \
    to.array[first + i] = (entry)
    FILL(board, lanes[i].game.view.board);
    FILL(next, lanes[i].game.view.next);
    FILL(deck, lanes[i].game.view.deck);
    FILL(legal, lanes[i].legal);
    FILL(after, outcomes->after[i]);
    FILL(reward, outcomes->reward[i]);
    FILL(score, outcomes->score[i]);
    FILL(moved, outcomes->moved[i]);
    FILL(over, outcomes->over[i]);
    FILL(number, lanes[i].number);
#undef FILL
    struct trey_shape shape = lanes->game.view.rules.shape;
    size_t cells = (size_t)(shape.rows * shape.cols);
    if (to.ranks != NULL)
        write_ranks(&to.ranks[cells * first], cells, lanes, count);
    if (to.flags != NULL)
        write_flags(&to.flags[16 * first], lanes, count);
    if (to.cards != NULL)
        write_cards(&to.cards[3 * first], lanes, count);
    if (to.mask != NULL)
        for (size_t i = 0; i < count; i++)
            write_bytes(&to.mask[4 * (first + i)], spread_bits(lanes[i].legal), 4);
}

/* Sets the results of lane i of a block in which no move was made. */
static void no_move(struct outcomes *outcomes, size_t i, const struct lane *lane)
{
    outcomes->after[i] = lane->game.view.board;
    outcomes->reward[i] = 0;
    outcomes->score[i] = lane->game.view.score;
    outcomes->moved[i] = outcomes->over[i] = 0;
}

void trey_batch_observe(const struct trey_batch *batch,
                        const struct trey_batch_arrays *arrays)
{
    for (uint32_t i = 0; i < batch->count; i++) {
        struct outcomes outcomes;
        no_move(&outcomes, 0, &batch->lanes[i]);
        write_lanes(arrays, i, &batch->lanes[i], &outcomes, 1);
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
        struct outcomes outcomes;
        no_move(&outcomes, 0, lane);
        write_lanes(arrays, lanes[i], lane, &outcomes, 1);
    }
}

/* Completes a legal move: `after` is the board that the slide left, `made` as for
 * trey_mechanics_slide_merges. */
static void finish_move(struct trey_batch *batch, struct lane *lane, int direction,
                        trey_board after, uint64_t made, struct outcomes *outcomes,
                        size_t i)
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
    assert(view->score >= was);
    outcomes->after[i] = after;
    outcomes->score[i] = view->score;
    outcomes->reward[i] = view->score - was;
    outcomes->moved[i] = 1;
}

/* Makes one step in `count` lanes from `first` on, at most a block. Returns the moves
 * made. */
static uint64_t step_block(struct trey_batch *batch, uint32_t first, uint32_t count,
                           const uint8_t *slides, const struct trey_batch_arrays *arrays)
{
    struct lane *lanes = &batch->lanes[first];
    struct outcomes outcomes;
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
        no_move(&outcomes, i, &lanes[i]);
        if (direction < 4 && (lanes[i].legal >> direction & 1) != 0) {
            finish_move(batch, &lanes[i], direction, after[i], made[i], &outcomes, i);
            moves++;
        }
        boards[i] = lanes[i].game.view.board;
    }
    trey_mechanics_legal_all(&batch->mechanics, boards, count, legal);
    for (uint32_t i = 0; i < count; i++) {
        lanes[i].legal = legal[i];
        outcomes.over[i] = outcomes.moved[i] && legal[i] == 0;
        if (batch->renew && legal[i] == 0) {
            start_next_game(batch, &lanes[i]);
        }
    }
    write_lanes(arrays, first, lanes, &outcomes, count);
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
