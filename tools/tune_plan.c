/* Tunes the weights of the planner's evaluation by the cross-entropy method.
 *
 * Each generation draws weight vectors around a mean (log-normal, one spread per weight),
 * plays the same set of random games with each, and moves mean and spreads towards the
 * best quarter. Each generation has new games.
 *
 * Early weights are tuned on short games of all mixes; a game's merit is the share of the
 * bound that is reached. Late weights are tuned on lists of 20,000 tiles that keep ones
 * and twos within two of each other, so that a game ends before its last tile only where
 * the packing must be nearly perfect; its merit is the share of the moves made, with a
 * small contribution of the score.
 *
 * Usage: tune_plan early|late [WIDTH [INSTANCES [GENERATIONS [SEED]]]]; prints the mean
 * of each generation. With no generations it measures the current weights on INSTANCES
 * games from SEED on. Seeds from 1,000,000 on are for tuning; docs/planner.md names those
 * for testing. */
#include "base/random.h"
#include "sequence/beam.h"
#include "sequence/sequence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WEIGHTS = sizeof(struct trey_eval_weights) / sizeof(float) };
enum { POPULATION = 16, ELITE = 4, TILES = 20000 };

static const char *const names[WEIGHTS] = {
#define NAME(name, early, late, plain, help) #name,
    TREY_EVAL_WEIGHTS(NAME)
#undef NAME
};

struct instance {
    struct trey_sequence *sequence;
    struct trey_bound bound;
    uint64_t *rest;
};

/* A list in the proportions of the course (12:12:3:1:1:1) whose ones and twos stay
 * balanced. */
static enum trey_status make_balanced(uint64_t seed, struct trey_sequence **sequence)
{
    static const struct trey_wide start = {
        {0, 0, 0, 0, 0, 1, 2, 0, 0, 2, 1, 0, 0, 0, 0, 0}};
    static uint8_t tiles[TILES];
    struct trey_random random;
    trey_random_seed(&random, seed);
    int balance = 0;
    for (size_t i = 0; i < TILES; i++) {
        uint32_t draw = trey_random_below(&random, 30);
        int sign = balance == 2 ? -1 : balance == -2 ? 1 : draw < 12 ? 1 : -1;
        if (draw < 24)
            balance += sign;
        tiles[i] = (uint8_t)(draw < 24 ? (sign > 0 ? 1 : 2) : draw < 27 ? 3 : draw - 23);
    }
    return trey_sequence_new(&start, tiles, TILES, sequence, NULL);
}

static enum trey_status make_short(uint64_t seed, struct trey_sequence **sequence)
{
    static const size_t lengths[] = {24, 32, 50, 80, 120, 250, 500};
    enum { LENGTHS = sizeof lengths / sizeof *lengths, MIXES = 3 };
    return trey_sequence_generate((enum trey_mix)(seed / LENGTHS % MIXES),
                                  lengths[seed % LENGTHS], seed, sequence, NULL);
}

static bool make_instance(bool early, uint64_t seed, struct instance *instance)
{
    *instance = (struct instance){0};
    enum trey_status status = early ? make_short(seed, &instance->sequence)
                                    : make_balanced(seed, &instance->sequence);
    return status == TREY_OK &&
           trey_sequence_bound(instance->sequence, &instance->bound, NULL) == TREY_OK &&
           trey_sequence_rest(instance->sequence, &instance->bound, &instance->rest,
                              NULL) == TREY_OK;
}

struct trial {
    const struct instance *instances;
    size_t count;
    unsigned width;
    bool early;
    struct trey_eval stages[TREY_EVAL_STAGES];
    double *merit;
};

static void play(void *context, size_t index)
{
    struct trial *trial = context;
    const struct instance *instance = &trial->instances[index];
    struct trey_beam_task task = {
        .sequence = instance->sequence,
        .stages = trial->stages,
        .rest = instance->rest,
        .longest_moves = instance->bound.longest_moves,
        .goal = trey_sequence_goal(instance->sequence, instance->bound.longest_moves),
        .width = trial->width,
        .wide_until = SIZE_MAX,
        .later_width = trial->width,
        .seed = 1,
        .noise = 24,
        .trace_bytes = (size_t)64 << 20,
    };
    trey_sequence_begin(instance->sequence, &task.start);
    struct trey_beam_best best = {.moves = malloc(task.longest_moves + 1)};
    struct trey_beam_report report = {0};
    if (best.moves == NULL || trey_beam_run(&task, &best, &report, NULL) != TREY_OK)
        exit(1);
    free(best.moves);
    double score = (double)best.score / (double)instance->bound.score;
    bool reached_bound = best.score == instance->bound.score;
    double moves =
        reached_bound ? 1.0 : (double)report.layers / (double)task.longest_moves;
    trial->merit[index] = trial->early ? score : moves + 0.2 * score;
}

static double merit_of(struct trial *trial, struct trey_threads *threads,
                       const float weights[WEIGHTS])
{
    struct trey_eval_weights w;
    memcpy(&w, weights, sizeof w);
    bool early = trial->early;
    if (!trey_eval_make(trial->stages, early ? &w : &trey_eval_early,
                        early ? &trey_eval_late : &w, UINT64_MAX))
        exit(1);
    trey_parallel_for(threads, trial->count, play, trial);
    trey_eval_clear(trial->stages);
    double sum = 0.0;
    for (size_t i = 0; i < trial->count; i++)
        sum += trial->merit[i];
    return sum / (double)trial->count;
}

static double normal(struct trey_random *random)
{
    double radius = sqrt(-2.0 * log(1.0 - trey_random_unit(random)));
    return radius * cos(6.283185307179586 * trey_random_unit(random));
}

struct candidate {
    double merit;
    float weights[WEIGHTS];
};

static int by_merit(const void *a, const void *b)
{
    double x = ((const struct candidate *)a)->merit;
    double y = ((const struct candidate *)b)->merit;
    return (x < y) - (x > y);
}

/* Moves the logarithmic mean and spread halfway to those of the elite. */
static void learn(const struct candidate *elite, double mean[WEIGHTS],
                  double spread[WEIGHTS])
{
    for (int k = 0; k < WEIGHTS; k++) {
        double sum = 0.0, squares = 0.0;
        for (int i = 0; i < ELITE; i++)
            sum += log((double)elite[i].weights[k]) / ELITE;
        for (int i = 0; i < ELITE; i++)
            squares += pow(log((double)elite[i].weights[k]) - sum, 2.0) / ELITE;
        mean[k] = 0.4 * mean[k] + 0.6 * sum;
        spread[k] = 0.5 * spread[k] + 0.5 * sqrt(squares) + 0.01;
    }
}

int main(int argc, char **argv)
{
    bool early = argc > 1 && strcmp(argv[1], "early") == 0;
    unsigned width = argc > 2 ? (unsigned)atoi(argv[2]) : 250;
    size_t count = argc > 3 ? (size_t)atoi(argv[3]) : early ? 420 : 8;
    int generations = argc > 4 ? atoi(argv[4]) : 50;
    uint64_t seed = argc > 5 ? (uint64_t)atoll(argv[5]) : 1000000;

    struct trial trial = {.width = width, .early = early};
    struct instance *instances = calloc(count, sizeof *instances);
    trial.merit = calloc(count, sizeof *trial.merit);
    struct trey_threads *threads = trey_threads_new(trey_processors());
    struct trey_random random;
    trey_random_seed(&random, seed);
    float start[WEIGHTS];
    double mean[WEIGHTS], spread[WEIGHTS];
    memcpy(start, early ? &trey_eval_early : &trey_eval_late, sizeof start);
    for (int k = 0; k < WEIGHTS; k++) {
        mean[k] = log((double)start[k]);
        spread[k] = 0.5;
    }
    if (instances == NULL || trial.merit == NULL)
        return 1;
    trial.instances = instances;
    trial.count = count;
    for (int generation = 0; generation < generations || generation == 0; generation++) {
        for (size_t i = 0; i < count; i++)
            if (!make_instance(early, seed++, &instances[i]))
                return 1;
        if (generations == 0) {
            printf("merit %.4f\n", merit_of(&trial, threads, start));
            break;
        }
        struct candidate pool[POPULATION];
        for (int c = 0; c < POPULATION; c++) {
            for (int k = 0; k < WEIGHTS; k++)
                pool[c].weights[k] =
                    (float)exp(mean[k] + (c == 0 ? 0.0 : spread[k] * normal(&random)));
            pool[c].merit = merit_of(&trial, threads, pool[c].weights);
        }
        double of_mean = pool[0].merit;
        qsort(pool, POPULATION, sizeof *pool, by_merit);
        learn(pool, mean, spread);
        printf("%d: mean %.4f best %.4f elite %.4f |", generation, of_mean, pool[0].merit,
               pool[ELITE - 1].merit);
        for (int k = 0; k < WEIGHTS; k++)
            printf(" %s %.4g(%.2f)", names[k], exp(mean[k]), spread[k]);
        printf("\n");
        fflush(stdout);
        for (size_t i = 0; i < count; i++) {
            trey_sequence_free(instances[i].sequence);
            free(instances[i].rest);
        }
    }
    trey_threads_free(threads);
    free(instances);
    free(trial.merit);
    return 0;
}
