/* Tunes the weights of the heuristic evaluation for Threes! by the cross-entropy method.
 *
 * Each generation draws weight vectors around a mean, plays the same games (rules
 * `window`) with each, and moves mean and spread towards the best quarter. Positive
 * weights are drawn by their logarithm. A vector's merit is the mean square root of its
 * scores, because a few very good games would dominate a plain mean. The search has a
 * node budget, so that other load on the machine does not matter. Each generation has new
 * games, with seeds from 1,000,000 on.
 *
 * Usage: tune_heuristic [NODES [GAMES [GENERATIONS [SEED [THREADS]]]]]; prints the mean
 * of each generation in the form of the table in src/eval/heuristic.h. With no
 * generations it measures the current weights on GAMES games. */
#include "base/random.h"
#include "base/threads.h"
#include "eval/heuristic.h"
#include "trey/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = sizeof(struct trey_heuristic_line) / sizeof(float), WEIGHTS = 2 * LINE };
enum { POPULATION = 32, ELITE = 8, THREADS_MAX = 64 };

/* Initial standard deviation of a weight; negative: of its logarithm. */
struct scale {
    const char *name;
    double spread;
};

static const struct scale scales[LINE] = {
    {"empty", 2.0},         {"merge", 4.0}, {"merge_rank", 0.8},   {"pair", 4.0},
    {"strange", 3.0},       {"run", 2.5},   {"run_rank", 0.5},     {"order", -0.4},
    {"order_power", -0.08}, {"load", -0.4}, {"load_power", -0.08}, {"trap", 1.5},
    {"edge_trap", 1.5},
};

struct trial {
    struct trey_rules rules;
    struct trey_evaluator *evaluator;
    uint64_t seed, nodes;
    double *score;
};

static void play(void *context, size_t index)
{
    struct trial *trial = context;
    struct trey_search *search = NULL;
    struct trey_search_limits limits;
    trey_search_limits_defaults(&limits);
    limits.nodes = trial->nodes;
    if (trey_search_new(&trial->rules, trial->evaluator, (size_t)1 << 20, &search,
                        NULL) != TREY_OK)
        exit(1);
    struct trey_game game;
    trey_game_begin(&game, &trial->rules, trial->seed, index);
    for (;;) {
        struct trey_search_result result;
        if (trey_search_run(search, &game.view, &limits, &result, NULL) != TREY_OK)
            exit(1);
        if (result.best < 0 ||
            !trey_game_slide(&game, (enum trey_direction)result.best, NULL))
            break;
    }
    trial->score[index] = (double)game.view.score;
    trey_search_free(search);
}

struct merit {
    double root, mean;
};

static struct merit merit_of(struct trial *trial, struct trey_threads *threads,
                             size_t games, const float weights[WEIGHTS])
{
    struct trey_heuristic_weights w = trey_heuristic_defaults[TREY_EVAL_THREES];
    memcpy(&w.wall, weights, sizeof w.wall);
    memcpy(&w.inside, weights + LINE, sizeof w.inside);
    if (trey_heuristic_make((struct trey_shape){4, 4}, TREY_EVAL_THREES, &w,
                            &trial->evaluator, NULL) != TREY_OK)
        exit(1);
    trey_parallel_for(threads, games, play, trial);
    trey_evaluator_free(trial->evaluator);
    struct merit merit = {0.0, 0.0};
    for (size_t i = 0; i < games; i++) {
        merit.root += sqrt(trial->score[i]) / (double)games;
        merit.mean += trial->score[i] / (double)games;
    }
    return merit;
}

static double normal(struct trey_random *random)
{
    double radius = sqrt(-2.0 * log(1.0 - trey_random_unit(random)));
    return radius * cos(6.283185307179586 * trey_random_unit(random));
}

struct candidate {
    double merit;
    double drawn[WEIGHTS]; /* logarithms where the scale is negative */
};

static int by_merit(const void *a, const void *b)
{
    double x = ((const struct candidate *)a)->merit;
    double y = ((const struct candidate *)b)->merit;
    return (x < y) - (x > y);
}

static void learn(const struct candidate *elite, double mean[WEIGHTS],
                  double spread[WEIGHTS])
{
    for (int k = 0; k < WEIGHTS; k++) {
        double sum = 0.0, squares = 0.0;
        for (int i = 0; i < ELITE; i++)
            sum += elite[i].drawn[k] / ELITE;
        for (int i = 0; i < ELITE; i++)
            squares += pow(elite[i].drawn[k] - sum, 2.0) / ELITE;
        mean[k] = 0.5 * mean[k] + 0.5 * sum;
        spread[k] = 0.7 * spread[k] + 0.3 * sqrt(squares);
    }
}

static void to_weights(const double drawn[WEIGHTS], float weights[WEIGHTS])
{
    for (int k = 0; k < WEIGHTS; k++)
        weights[k] = (float)(scales[k % LINE].spread < 0.0 ? exp(drawn[k]) : drawn[k]);
}

static void print_weights(const double mean[WEIGHTS], const double spread[WEIGHTS])
{
    float weights[WEIGHTS];
    to_weights(mean, weights);
    for (int k = 0; k < LINE; k++)
        printf("    X(%s, %.4gF, %.4gF)  spread %.2g %.2g\n", scales[k].name,
               (double)weights[k], (double)weights[LINE + k], spread[k],
               spread[LINE + k]);
}

/* Final mean and spreads of an earlier run. */
static void read_log(const char *path, float weights[WEIGHTS], double spread[WEIGHTS])
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        exit(1);
    char line[256], name[32];
    float wall, inside;
    double wall_spread, inside_spread;
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, " X(%31[a-z_], %fF, %fF)  spread %lf %lf", name, &wall, &inside,
                   &wall_spread, &inside_spread) == 5)
            for (int k = 0; k < LINE; k++)
                if (strcmp(scales[k].name, name) == 0) {
                    weights[k] = wall;
                    weights[LINE + k] = inside;
                    spread[k] = wall_spread;
                    spread[LINE + k] = inside_spread;
                }
    fclose(file);
}

int main(int argc, char **argv)
{
    uint64_t nodes = argc > 1 ? strtoull(argv[1], NULL, 10) : 8000;
    size_t games = argc > 2 ? strtoul(argv[2], NULL, 10) : 24;
    int generations = argc > 3 ? atoi(argv[3]) : 40;
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1000000;
    unsigned thread_count = argc > 5 ? (unsigned)atoi(argv[5]) : 1;

    struct trial trial = {.nodes = nodes, .score = calloc(games, sizeof(double))};
    struct trey_threads *threads = trey_threads_new(thread_count);
    struct trey_random random;
    trey_random_seed(&random, seed);
    if (trial.score == NULL || trey_rules_named("window", &trial.rules, NULL) != TREY_OK)
        return 1;
    float start[WEIGHTS];
    const struct trey_heuristic_weights *w = &trey_heuristic_defaults[TREY_EVAL_THREES];
    memcpy(start, &w->wall, sizeof w->wall);
    memcpy(start + LINE, &w->inside, sizeof w->inside);
    double mean[WEIGHTS], spread[WEIGHTS];
    for (int k = 0; k < WEIGHTS; k++)
        spread[k] = fabs(scales[k % LINE].spread);
    if (argc > 6)
        read_log(argv[6], start, spread);
    for (int k = 0; k < WEIGHTS; k++)
        mean[k] =
            scales[k % LINE].spread < 0.0 ? log((double)start[k]) : (double)start[k];
    if (generations == 0) {
        trial.seed = seed;
        struct merit merit = merit_of(&trial, threads, games, start);
        printf("mean %.0f, root %.1f\n", merit.mean, merit.root);
    }
    for (int generation = 0; generation < generations; generation++) {
        static struct candidate pool[POPULATION];
        trial.seed = seed + (uint64_t)generation;
        struct merit of_mean = {0.0, 0.0};
        for (int c = 0; c < POPULATION; c++) {
            float weights[WEIGHTS];
            for (int k = 0; k < WEIGHTS; k++)
                pool[c].drawn[k] = mean[k] + (c == 0 ? 0.0 : spread[k] * normal(&random));
            to_weights(pool[c].drawn, weights);
            struct merit merit = merit_of(&trial, threads, games, weights);
            pool[c].merit = merit.root;
            if (c == 0)
                of_mean = merit;
        }
        qsort(pool, POPULATION, sizeof *pool, by_merit);
        printf("%d: of the mean %.1f (%.0f), best %.1f, of the elite at least %.1f\n",
               generation, of_mean.root, of_mean.mean, pool[0].merit,
               pool[ELITE - 1].merit);
        learn(pool, mean, spread);
        print_weights(mean, spread);
        fflush(stdout);
    }
    trey_threads_free(threads);
    free(trial.score);
    return 0;
}
