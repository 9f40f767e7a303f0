/* Slides of random boards, and random games of Threes!.
 *
 * A random game: nine cards of a shuffled 12-card deck on the board, then random legal
 * moves; the next card enters in a random one of the lines that moved, on the trailing
 * edge. Bonus tiles are left out: they are rare and do not change the work. */
#include "bench/bench.h"
#include "core/slide.h"
#include "util/clock.h"
#include "util/random.h"

enum { BOARDS = 4096 };

enum trey_status trey_bench_slides(double scale, struct trey_bench_result *result,
                                   struct trey_error *error)
{
    trey_board boards[BOARDS];
    struct trey_random random;
    (void)error;
    trey_random_seed(&random, 1);
    for (int i = 0; i < BOARDS; i++) /* about half of the cells empty */
        boards[i] = trey_random_next(&random) &
                    trey_whole_nibbles(trey_random_next(&random) & TREY_LOW_BITS);
    uint64_t rounds = trey_bench_work(scale, 10000);
    uint64_t checksum = 0;
    double start = trey_clock_cpu();
    for (uint64_t round = 0; round < rounds; round++)
        for (int i = 0; i < BOARDS; i++) {
            trey_board board = boards[i] + round % 2;
            for (int direction = 0; direction < 4; direction++)
                checksum += trey_slide(board, &trey_slide_4x4[direction]);
        }
    *result = (struct trey_bench_result){rounds * BOARDS * 4, trey_clock_cpu() - start,
                                         checksum};
    return TREY_OK;
}

struct game {
    trey_board board;
    uint64_t deck; /* cards left, one rank a nibble, the next one lowest */
};

static uint64_t shuffled_deck(struct trey_random *random)
{
    uint64_t deck = 0x333322221111u;
    for (unsigned i = 11; i > 0; i--) {
        unsigned j = trey_random_below(random, i + 1);
        uint64_t difference = ((deck >> (4 * i)) ^ (deck >> (4 * j))) & 15;
        deck ^= difference << (4 * i) | difference << (4 * j);
    }
    return deck;
}

static int draw(struct game *game, struct trey_random *random)
{
    if (game->deck == 0)
        game->deck = shuffled_deck(random);
    int rank = (int)(game->deck & 15);
    game->deck >>= 4;
    return rank;
}

static void begin(struct game *game, struct trey_random *random)
{
    *game = (struct game){0};
    for (int placed = 0; placed < 9;) {
        unsigned shift = 4 * trey_random_below(random, 16);
        if ((game->board >> shift & 15) == 0) {
            game->board |= (trey_board)draw(game, random) << shift;
            placed++;
        }
    }
}

/* Flags, on the trailing cells, of the lines in which two boards differ. */
static uint64_t moved_lines(uint64_t difference, int direction)
{
    if (direction == TREY_UP || direction == TREY_DOWN) {
        difference |= difference >> 32;
        difference |= difference >> 16;
        uint64_t flags = trey_nonzero_nibbles(difference & 0xffff);
        return direction == TREY_UP ? flags << 48 : flags;
    }
    difference |= difference >> 8 & 0x00ff00ff00ff00ffu;
    difference |= difference >> 4;
    uint64_t flags = trey_nonzero_nibbles(difference & 0x000f000f000f000fu);
    return direction == TREY_LEFT ? flags << 12 : flags;
}

/* A random one of the bits set. */
static uint64_t random_bit(uint64_t bits, struct trey_random *random)
{
    unsigned count = (unsigned)__builtin_popcountll(bits);
    for (unsigned skip = trey_random_below(random, count); skip > 0; skip--)
        bits &= bits - 1;
    return bits & (0 - bits);
}

/* Plays a random legal move; false if there is none. */
static bool move(struct game *game, struct trey_random *random)
{
    unsigned first = (unsigned)(trey_random_next(random) >> 62);
    for (unsigned i = 0; i < 4; i++) {
        int direction = (int)((first + i) % 4);
        trey_board after = trey_slide(game->board, &trey_slide_4x4[direction]);
        if (after == game->board)
            continue;
        uint64_t entry = random_bit(moved_lines(after ^ game->board, direction), random);
        game->board = after | entry * (uint64_t)draw(game, random);
        return true;
    }
    return false;
}

enum trey_status trey_bench_playouts(double scale, struct trey_bench_result *result,
                                     struct trey_error *error)
{
    struct trey_random random;
    (void)error;
    trey_random_seed(&random, 2);
    uint64_t wanted = trey_bench_work(scale, 3e7), checksum = 0, count = 0;
    double start = trey_clock_cpu();
    while (count < wanted) {
        struct game game;
        begin(&game, &random);
        while (move(&game, &random))
            count++;
        checksum = (checksum ^ game.board) * 0x9e3779b97f4a7c15u;
    }
    *result = (struct trey_bench_result){count, trey_clock_cpu() - start, checksum};
    return TREY_OK;
}
