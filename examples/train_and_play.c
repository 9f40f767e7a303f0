/* Trains a network on a board of 2x3 by self-play, plays with it, and compares its score
 * with random and with optimal play.
 *
 * Usage: train_and_play [GAMES]   number of training games */
#include "trey/trey.h"

#include <stdio.h>
#include <stdlib.h>

enum { TEST_GAMES = 500 };

static int print_error(const struct trey_error *error)
{
    fprintf(stderr, "train_and_play: %s\n", error->message);
    return 1;
}

/* Mean score of the player in games that were not used for training. */
static int play_test_games(const char *title, const char *player,
                           const struct trey_rules *rules,
                           const struct trey_evaluator *evaluator)
{
    static struct trey_game_result results[TEST_GAMES];
    struct trey_selfplay_options options = {.rules = *rules, .seed = 7};
    struct trey_player_options how;
    struct trey_selfplay_stats stats;
    struct trey_error error;
    options.games = TEST_GAMES;
    options.evaluator = evaluator;
    trey_player_defaults(&how);
    how.limits.depth_plies = 1;
    how.table_bytes = (size_t)1 << 16;
    if (trey_selfplay_run(player, &how, &options, results, &error) != TREY_OK ||
        trey_selfplay_summarise(results, TEST_GAMES, &stats, &error) != TREY_OK)
        return print_error(&error);
    printf("%-10s %6.1f points a game\n", title, stats.mean.mean);
    return 0;
}

int main(int argc, char **argv)
{
    struct trey_error error;
    struct trey_learn_options options;
    struct trey_learner *learner = NULL;
    struct trey_evaluator *network = NULL;
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 5000;
    trey_learn_defaults(&options);
    options.tuples = "012 345 0134 1245"; /* cells: rows, and squares of four */
    if (trey_rules_parse("course rows=2 cols=3", &options.rules, &error) != TREY_OK ||
        trey_learner_new(&options, &learner, &error) != TREY_OK)
        return print_error(&error);
    int failed = 0;
    if (trey_learner_run(learner, games, 0.0, NULL, &error) != TREY_OK ||
        trey_learner_evaluator(learner, NULL, &network, &error) != TREY_OK)
        failed = print_error(&error);
    if (!failed)
        failed = play_test_games("random", "random", &options.rules, NULL) ||
                 play_test_games("trained", "heuristic", &options.rules, network) ||
                 play_test_games("exact", "exact", &options.rules, NULL);
    trey_evaluator_free(network);
    trey_learner_free(learner);
    return failed;
}
