/* The search: games of the rule set `window` by the heuristic evaluation and by the
 * default player (the network if there is one), each move searched three plies deep
 * without cut-offs. A network has other weights late in a game: `search-late` starts its
 * games with large tiles. The clock starts after unpacking. */
#include "trey/search.h"
#include "bench/bench.h"
#include "os/clock.h"

enum { DEPTH_PLIES = 3 };

/* The first board of a game, and of a late one with 6144, 3072 and 1536. */
static void begin_game(struct trey_game *game, const struct trey_rules *rules,
                       uint64_t number, bool late)
{
    static const trey_board first = 0x000010030239acdeu;
    trey_game_begin(game, rules, 1, number);
    struct trey_view view = game->view;
    view.board = first;
    if (late)
        trey_game_from_view(game, &view, 1, number);
}

/* Plays games until this number of leaves was evaluated. */
static enum trey_status play_games(struct trey_search *search,
                                   const struct trey_rules *rules, bool late,
                                   uint64_t expected, struct trey_bench_result *result,
                                   struct trey_error *error)
{
    struct trey_search_limits limits;
    trey_search_limits_defaults(&limits);
    limits.depth_plies = DEPTH_PLIES;
    uint64_t number = 0;
    struct trey_game game;
    begin_game(&game, rules, number++, late);
    while (result->count < expected) {
        struct trey_search_result found;
        enum trey_status status =
            trey_search_run(search, &game.view, &limits, &found, error);
        if (status != TREY_OK)
            return status;
        result->count += found.leaves;
        result->checksum ^= found.nodes + (uint64_t)(found.best + 1);
        result->checksum *= 0x9e3779b97f4a7c15u;
        if (found.best < 0 ||
            !trey_game_slide(&game, (enum trey_direction)found.best, NULL))
            begin_game(&game, rules, number++, late);
    }
    return TREY_OK;
}

/* Plays the same games without measuring them, which unpacks the weights of all stages
 * that they reach. */
static enum trey_status warm_up(struct trey_search *search,
                                const struct trey_rules *rules, bool late,
                                uint64_t expected, struct trey_error *error)
{
    struct trey_bench_result unused = {0};
    return play_games(search, rules, late, expected, &unused, error);
}

static enum trey_status search_by(const char *name, bool late, uint64_t expected,
                                  struct trey_bench_result *result,
                                  struct trey_error *error)
{
    struct trey_rules rules;
    struct trey_evaluator *evaluator = NULL;
    struct trey_search *search = NULL;
    *result = (struct trey_bench_result){0};
    enum trey_status status = trey_rules_named("window", &rules, error);
    if (status != TREY_OK)
        return status;
    status = trey_evaluator_named(name, rules.shape, TREY_EVAL_THREES, &evaluator, error);
    if (status != TREY_OK)
        goto cleanup;
    status = trey_search_new(&rules, evaluator, TREY_SEARCH_TABLE_BYTES, &search, error);
    if (status != TREY_OK)
        goto cleanup;
    status = warm_up(search, &rules, late, expected, error);
    if (status != TREY_OK)
        goto cleanup;
    double start = trey_clock_cpu();
    status = play_games(search, &rules, late, expected, result, error);
    result->seconds = trey_clock_cpu() - start;
cleanup:
    trey_search_free(search);
    trey_evaluator_free(evaluator);
    return status;
}

enum trey_status trey_bench_search(double scale, struct trey_bench_result *result,
                                   struct trey_error *error)
{
    return search_by("heuristic", false, trey_bench_work(scale, 1e8), result, error);
}

enum trey_status trey_bench_search_default(double scale, struct trey_bench_result *result,
                                           struct trey_error *error)
{
    return search_by("default", false, trey_bench_work(scale, 3e7), result, error);
}

enum trey_status trey_bench_search_late(double scale, struct trey_bench_result *result,
                                        struct trey_error *error)
{
    return search_by("default", true, trey_bench_work(scale, 3e7), result, error);
}
