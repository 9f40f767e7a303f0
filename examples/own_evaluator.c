/* Plays with an evaluation of its own, free cells and the largest tile in a corner, and
 * compares it with an evaluation by points alone.
 *
 * Usage: own_evaluator [GAMES] */
#include "trey/trey.h"

#include <stdio.h>
#include <stdlib.h>

/* A board is 16 ranks of four bits; the top left cell has the lowest bits. The function
 * is called from any thread, so it must not change shared data; `context` is the pointer
 * given to the evaluator. */
static float evaluate(void *context, trey_board board)
{
    const float *corner_bonus = context;
    int empty = 0, largest = 0;
    for (int cell = 0; cell < 16; cell++) {
        int rank = (int)(board >> (4 * cell) & 15);
        empty += rank == 0;
        largest = rank > largest ? rank : largest;
    }
    float sum = (float)empty;
    for (int corner = 0; corner < 4; corner++) {
        int cell = corner % 2 * 3 + corner / 2 * 12;
        if ((int)(board >> (4 * cell) & 15) == largest)
            return sum + *corner_bonus;
    }
    return sum;
}

static int play_games(const char *name, const struct trey_evaluator *evaluator,
                      uint64_t games)
{
    struct trey_error error;
    struct trey_player_options how;
    struct trey_selfplay_options options = {.seed = 1, .games = games, .threads = 0};
    struct trey_game_result *results = calloc(games, sizeof *results);
    struct trey_selfplay_stats stats;
    options.evaluator = evaluator;
    trey_player_defaults(&how);
    how.table_bytes = (size_t)1 << 20;
    int failed = results == NULL;
    if (!failed &&
        (trey_rules_named("window", &options.rules, &error) != TREY_OK ||
         trey_selfplay_run("heuristic", &how, &options, results, &error) != TREY_OK ||
         trey_selfplay_summarise(results, games, &stats, &error) != TREY_OK)) {
        fprintf(stderr, "own_evaluator: %s\n", error.message);
        failed = 1;
    }
    if (!failed)
        printf("%-8s mean score %8.0f, most %8llu\n", name, stats.mean.mean,
               (unsigned long long)stats.most);
    free(results);
    return failed;
}

int main(int argc, char **argv)
{
    static float corner_bonus = 4.0F;
    const struct trey_evaluation evaluation = {
        .value = evaluate, .context = &corner_bonus, .lost = -100.0F, .won = 100.0F};
    const struct trey_shape shape = {4, 4};
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 20;
    struct trey_evaluator *own = NULL, *points = NULL;
    struct trey_error error;
    int failed = 1;
    if (games == 0 || games > 1000000)
        fprintf(stderr, "Usage: own_evaluator [GAMES]\n");
    else if (trey_evaluator_custom(shape, TREY_EVAL_THREES, &evaluation, &own, &error) !=
                 TREY_OK ||
             trey_evaluator_points(shape, TREY_EVAL_THREES, &points, &error) != TREY_OK)
        fprintf(stderr, "own_evaluator: %s\n", error.message);
    else
        failed = play_games("own", own, games) || play_games("points", points, games);
    trey_evaluator_free(own);
    trey_evaluator_free(points);
    return failed;
}
