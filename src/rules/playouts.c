/* Turns of many random games.
 *
 * A random game mostly waits: for a result that the next step needs, or for a
 * mispredicted branch, since legal moves are as random as the game. So a turn has no
 * branches and is the same for all lanes, and the compiler vectorises it: eight games per
 * vector with AVX-512, four with AVX2, two with plain x86-64 or arm64. Rare events, a
 * bonus tile and the end of a game, are only flagged here and left to the caller
 * (bench/playouts.c).
 *
 * Results do not depend on the processor. */
#include "rules/playouts.h"

#include "board/slide2048.h"
#include "rules/lanes.h"

#include <stddef.h>

/* Draws one of the untried directions, all equally likely. */
TREY_LANE_INLINE uint64_t draw_untried(uint64_t untried, uint64_t random)
{
    /* For each set of directions its members, two bits each, in one byte: for the sets
     * without and with the left. */
    const uint64_t without_left = 0x2409080204010000u, with_left = 0xe439380e340d0c03u;
    uint64_t members = trey_if_else(trey_when_bit(untried, 3), with_left, without_left);
    uint64_t size =
        (untried & 1) + (untried >> 1 & 1) + (untried >> 2 & 1) + (untried >> 3 & 1);
    uint64_t which = trey_lane_piece(random, 0, size);
    return members >> 8 * (untried & 7) >> 2 * which & 3;
}

/* 1 << direction. */
TREY_LANE_INLINE uint64_t bit_of(uint64_t direction)
{
    uint64_t low = 1 + (direction & 1);
    return low + (3 * low & trey_when_bit(direction, 1));
}

TREY_LANE_INLINE struct trey_turn turn_threes(struct trey_playouts *batch)
{
    uint64_t moves = 0, any_bonus = 0, any_over = 0;
    for (int i = 0; i < TREY_LANES; i++) {
        uint64_t board = batch->board[i], untried = batch->untried[i];
        uint64_t random = trey_lane_random(&batch->random[i]);
        uint64_t direction = draw_untried(untried, random);
        struct trey_slide_masks masks = trey_lane_masks(direction);
        uint64_t after = trey_slide(board, &masks);

        uint64_t lines = trey_moved_trail(board, after, &masks);
        uint64_t legal = ~trey_when_zero(lines);
        uint64_t cell = trey_lane_piece(random, 1, (lines * TREY_LOW_BITS) >> 60);
        uint64_t entry = trey_flags_pick(lines, cell);
        uint64_t bonus = trey_when_zero(trey_lane_piece(random, 3, 21)) & legal;
        uint64_t card = legal & ~bonus;

        uint64_t renew = trey_when_zero(batch->left[i]);
        uint64_t deck = trey_if_else(renew, TREY_FULL_DECK, batch->deck[i]);
        uint64_t left = trey_if_else(renew, 12, batch->left[i]);
        uint64_t deck_then = deck, left_then = left;
        uint64_t rank =
            trey_lane_card(&deck_then, &left_then, trey_lane_piece(random, 2, left));
        batch->deck[i] = trey_if_else(card, deck_then, deck);
        batch->left[i] = trey_if_else(card, left_then, left);

        untried = (untried & ~bit_of(direction)) | (legal & TREY_ALL_SLIDES);
        batch->untried[i] = untried;
        batch->bonus[i] = entry & bonus;
        batch->board[i] = after | ((entry * rank) & card);
        moves -= legal;
        any_bonus |= bonus;
        any_over |= trey_when_zero(untried);
    }
    return (struct trey_turn){moves, any_bonus != 0, any_over != 0};
}

TREY_LANE_INLINE struct trey_turn turn_2048(struct trey_playouts *batch)
{
    uint64_t moves = 0, any_over = 0;
    for (int i = 0; i < TREY_LANES; i++) {
        uint64_t board = batch->board[i], untried = batch->untried[i], made;
        uint64_t random = trey_lane_random(&batch->random[i]);
        uint64_t direction = draw_untried(untried, random);
        struct trey_slide_masks masks = trey_lane_masks(direction);
        uint64_t after = trey_slide_2048(board, &masks, 0, &made);
        uint64_t legal = ~trey_when_zero(trey_nonzero_nibbles(board ^ after));

        uint64_t holes = TREY_LOW_BITS & ~trey_nonzero_nibbles(after);
        uint64_t cell = trey_lane_piece(random, 1, (holes * TREY_LOW_BITS) >> 60);
        uint64_t entry = trey_flags_pick(holes, cell) & legal;
        uint64_t four = trey_when_zero(trey_lane_piece(random, 2, 10)) & legal & 1;

        untried = (untried & ~bit_of(direction)) | (legal & TREY_ALL_SLIDES);
        batch->untried[i] = untried;
        batch->board[i] = after | entry << four;
        batch->fours[i] += four;
        moves -= legal;
        any_over |= trey_when_zero(untried);
    }
    return (struct trey_turn){moves, false, any_over != 0};
}

static struct trey_turn threes_any(struct trey_playouts *batch)
{
    return turn_threes(batch);
}

static struct trey_turn turn2048_any(struct trey_playouts *batch)
{
    return turn_2048(batch);
}

#if defined(__x86_64__)

#define AVX2   __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512cd")))

AVX2 static struct trey_turn threes_avx2(struct trey_playouts *batch)
{
    return turn_threes(batch);
}

AVX2 static struct trey_turn turn2048_avx2(struct trey_playouts *batch)
{
    return turn_2048(batch);
}

AVX512 static struct trey_turn threes_avx512(struct trey_playouts *batch)
{
    return turn_threes(batch);
}

AVX512 static struct trey_turn turn2048_avx512(struct trey_playouts *batch)
{
    return turn_2048(batch);
}

static bool is_supported(int kind)
{
    if (kind == 1)
        return __builtin_cpu_supports("avx2");
    return kind == 0 ||
           (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"));
}

static const trey_turn_fn threes_turns[TREY_TURN_KINDS] = {threes_any, threes_avx2,
                                                           threes_avx512};
static const trey_turn_fn turn2048_turns[TREY_TURN_KINDS] = {turn2048_any, turn2048_avx2,
                                                             turn2048_avx512};

#else

static bool is_supported(int kind)
{
    return kind == 0;
}

static const trey_turn_fn threes_turns[TREY_TURN_KINDS] = {threes_any};
static const trey_turn_fn turn2048_turns[TREY_TURN_KINDS] = {turn2048_any};

#endif

trey_turn_fn trey_turn_threes(int kind)
{
    return kind < TREY_TURN_KINDS && is_supported(kind) ? threes_turns[kind] : NULL;
}

trey_turn_fn trey_turn_2048(int kind)
{
    return kind < TREY_TURN_KINDS && is_supported(kind) ? turn2048_turns[kind] : NULL;
}
