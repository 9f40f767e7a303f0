/* Games in lockstep with trey/batch.h: random legal moves in 1024 lanes of the rule set
 * `window`. Finished games are renewed, and all arrays for a learner are filled. Choosing
 * the moves is part of the measured time. */
#include "trey/batch.h"
#include "base/random.h"
#include "bench/bench.h"
#include "board/lines.h"
#include "os/clock.h"

enum { LANES = 1024 };

struct arrays {
    trey_board board[LANES], after[LANES];
    trey_next next[LANES];
    trey_deck deck[LANES];
    uint64_t reward[LANES];
    uint8_t legal[LANES], over[LANES], slides[LANES];
};

/* A random legal move; all are equally likely up to a bias below 2^-14. */
static uint8_t random_legal(unsigned legal, uint64_t random)
{
    uint64_t flags = (legal & 1) | (legal & 2) << 3 | (legal & 4) << 6 | (legal & 8) << 9;
    uint64_t which = (random & 0xffff) * trey_flags_count(flags) >> 16;
    return (uint8_t)(__builtin_ctzll(trey_flags_pick(flags, which)) / 4);
}

static void choose_moves(struct arrays *arrays, uint64_t *state)
{
    for (int i = 0; i < LANES; i++) {
        *state += 0x9e3779b97f4a7c15u;
        arrays->slides[i] = random_legal(arrays->legal[i], trey_mix64(*state));
    }
}

enum trey_status trey_bench_batch(double scale, struct trey_bench_result *result,
                                  struct trey_error *error)
{
    struct trey_rules rules;
    struct trey_batch *batch = NULL;
    *result = (struct trey_bench_result){0};
    enum trey_status status = trey_rules_named("window", &rules, error);
    if (status == TREY_OK)
        status = trey_batch_new(&rules, LANES, 1, true, &batch, error);
    if (status != TREY_OK)
        return status;
    struct arrays arrays = {.over = {0}};
    const struct trey_batch_arrays expected = {.board = arrays.board,
                                               .after = arrays.after,
                                               .next = arrays.next,
                                               .deck = arrays.deck,
                                               .reward = arrays.reward,
                                               .legal = arrays.legal,
                                               .over = arrays.over};
    uint64_t state = 1, work = trey_bench_work(scale, 2e7);
    double start = trey_clock_cpu();
    trey_batch_observe(batch, &expected);
    while (result->count < work) {
        choose_moves(&arrays, &state);
        result->count += trey_batch_step(batch, arrays.slides, &expected);
        for (int i = 0; i < LANES; i++)
            result->checksum += arrays.board[i] ^ arrays.reward[i];
        result->checksum *= 0x9e3779b97f4a7c15u;
    }
    result->seconds = trey_clock_cpu() - start;
    trey_batch_free(batch);
    return TREY_OK;
}
