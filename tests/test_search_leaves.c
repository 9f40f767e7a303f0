/* Values of leaves do not depend on what was evaluated before: the cache of a search
 * returns a value only for the same move, deck and search. */
#include "search/expand.h"
#include "support/random_case.h"
#include "support/test.h"

/* An evaluator whose values are hashes of all that they may depend on. */
struct hashing {
    struct trey_evaluator base;
    uint32_t seed;   /* another one for each search, as if the evaluator had learned */
    uint64_t *calls; /* number of evaluated moves */
};

static float hash_of(const struct hashing *hashing, trey_board after, uint64_t cells,
                     unsigned rank, trey_deck deck)
{
    uint64_t mixed = trey_mix64(after + hashing->seed);
    if (!hashing->base.ignores_spawn)
        mixed = trey_mix64(mixed ^ trey_mix64(cells ^ trey_mix64(rank << 16 | deck)));
    return (float)(mixed >> 40);
}

static void hash_spawns(const struct trey_evaluator *evaluator,
                        const struct trey_eval_spawn *spawns, int count)
{
    const struct hashing *hashing = (const struct hashing *)evaluator;
    assert_in_range(count, 1, TREY_EVAL_MAX_SPAWNS);
    *hashing->calls += (uint64_t)count;
    for (int i = 0; i < count; i++)
        for (unsigned rank = 1; rank < 16; rank++)
            if ((spawns[i].ranks >> rank & 1) != 0)
                spawns[i].values[rank] =
                    hash_of(hashing, spawns[i].after, spawns[i].cells, rank,
                            spawns[i].deck[rank]);
}

/* A move to one of few boards, which have three empty cells at least: so no game ends. */
static struct trey_search_move some_move(struct random_case *random)
{
    static const trey_board boards[] = {0x0000123412341234u, 0x0000123412341235u,
                                        0x0000432143214321u};
    uint64_t chosen = 1 + (uint64_t)case_below(random, 7);
    return (struct trey_search_move){.after = boards[case_below(random, 3)],
                                     .cells = (chosen & 1) << 48 | (chosen & 2) << 51 |
                                              (chosen & 4) << 54};
}

static void check_leaves(const char *rules_name, enum trey_eval_family family)
{
    enum { CALLS = 20000, CALLS_PER_SEARCH = 2000 };
    static const trey_deck decks[] = {0, 0x111, TREY_DECK_UNKNOWN};
    uint64_t calls = 0, moves = 0;
    struct random_case random = case_start();
    struct trey_rules rules;
    struct trey_search *search = NULL;
    struct hashing hashing = {.base = {.spawn_values = hash_spawns,
                                       .shape = {4, 4},
                                       .family = family,
                                       .ignores_spawn = family == TREY_EVAL_2048},
                              .calls = &calls};
    assert_int_equal(trey_rules_named(rules_name, &rules, NULL), TREY_OK);
    assert_int_equal(trey_search_new(&rules, &hashing.base, TREY_SEARCH_MIN_TABLE_BYTES,
                                     &search, NULL),
                     TREY_OK);
    for (int i = 0; i < CALLS; i++) {
        if (i % CALLS_PER_SEARCH == 0) {
            search->search_number++;
            hashing.seed++;
        }
        struct trey_search_move move[TREY_EVAL_MAX_SPAWNS];
        struct trey_search_leaf_move leaves[TREY_EVAL_MAX_SPAWNS];
        float values[TREY_EVAL_MAX_SPAWNS][16];
        trey_deck deck[16];
        for (int rank = 0; rank < 16; rank++)
            deck[rank] = decks[case_below(&random, 3)];
        int count = 1 + case_below(&random, TREY_EVAL_MAX_SPAWNS);
        for (int k = 0; k < count; k++) {
            unsigned ranks = 2U * (1 + (unsigned)case_below(&random, 7));
            ranks |= case_below(&random, 10) == 0 ? 1U << 5 : 0;
            move[k] = some_move(&random);
            leaves[k] = (struct trey_search_leaf_move){&move[k], ranks, values[k]};
        }
        trey_search_leaves(search, leaves, count, deck);
        moves += (uint64_t)count;
        for (int k = 0; k < count; k++)
            for (unsigned rank = 1; rank < 16; rank++)
                if ((leaves[k].ranks >> rank & 1) != 0)
                    assert_true(values[k][rank] == hash_of(&hashing, move[k].after,
                                                           move[k].cells, rank,
                                                           deck[rank]));
    }
    assert_true(calls < moves); /* the cache is used */
    trey_search_free(search);
}

static void test_threes(void **state)
{
    (void)state;
    check_leaves("window", TREY_EVAL_THREES);
}

static void test_2048(void **state)
{
    (void)state;
    check_leaves("2048", TREY_EVAL_2048);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threes),
        cmocka_unit_test(test_2048),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
