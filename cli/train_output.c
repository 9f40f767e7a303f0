#include "train_output.h"

#include <inttypes.h>

/* The four largest tiles that tell something, and how many of the last games made them:
 * 384 to 3072 of a beginner, and up to three more for who gets there. */
static int first_rank(const struct trey_learn_progress *progress)
{
    int rank = 10;
    while (rank < 12 && progress->reach[rank] > 0.98)
        rank++;
    return rank;
}

static void print_reach(FILE *file, const struct trey_rules *rules,
                        const struct trey_learn_progress *progress)
{
    int first = first_rank(progress);
    for (int rank = first; rank < first + 4; rank++)
        fprintf(file, ", %" PRIu64 " %.1f%%", trey_rules_tile(rules, rank),
                100.0 * progress->reach[rank]);
}

void cli_train_begin_log(FILE *log, const struct trey_rules *rules)
{
    fputs("seconds,games,moves,mean", log);
    for (int rank = 9; rank < 16; rank++)
        fprintf(log, ",r%" PRIu64, trey_rules_tile(rules, rank));
    fputs(",eval_mean,eval_low,eval_high\n", log);
}

void cli_train_append_log(FILE *log, const struct trey_learn_progress *progress,
                          const struct trey_interval *eval)
{
    fprintf(log, "%.1f,%" PRIu64 ",%" PRIu64 ",%.0f", progress->seconds, progress->games,
            progress->slides, progress->mean);
    for (int rank = 9; rank < 16; rank++)
        fprintf(log, ",%.4f", progress->reach[rank]);
    if (eval != NULL)
        fprintf(log, ",%.0f,%.0f,%.0f\n", eval->mean, eval->low, eval->high);
    else
        fputs(",,,\n", log);
    fflush(log);
}

void cli_train_show(const struct trey_rules *rules,
                    const struct trey_learn_progress *progress, double left_s,
                    double slides_per_s)
{
    fprintf(stderr, "\r%.0f s, %" PRIu64 " games, mean %.0f", progress->seconds,
            progress->games, progress->mean);
    print_reach(stderr, rules, progress);
    fprintf(stderr, ", %.2f M moves/s, %.0f s left \033[K", 1e-6 * slides_per_s, left_s);
}

void cli_train_print_summary(const struct trey_rules *rules,
                             const struct trey_learn_progress *progress)
{
    printf("games        %" PRIu64 "\nmoves        %" PRIu64 "\nseconds      %.0f\n",
           progress->games, progress->slides, progress->seconds);
    printf("moves/s      %.2f million\n",
           progress->seconds > 0.0 ? 1e-6 * (double)progress->slides / progress->seconds
                                   : 0.0);
    printf("last games   mean %.0f", progress->mean);
    print_reach(stdout, rules, progress);
    putchar('\n');
}
