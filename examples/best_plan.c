/* Plans a game with a known sequence of tiles for a second and prints the moves.
 *
 * Usage: best_plan INPUT-FILE */
#include "trey/trey.h"

#include <inttypes.h>
#include <stdio.h>

static int print_error(const char *path, const struct trey_error *error)
{
    fprintf(stderr, "%s:%zu: %s\n", path, error->line, error->message);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "Usage: best_plan INPUT-FILE\n");
        return 2;
    }
    const char *path = argv[1];
    struct trey_error error;
    struct trey_sequence *sequence;
    if (trey_sequence_read(path, &sequence, &error) != TREY_OK)
        return print_error(path, &error);

    struct trey_plan_options options;
    struct trey_plan plan;
    trey_plan_defaults(&options);
    options.time_limit_s = 1;
    if (trey_plan_find(sequence, &options, &plan, &error) != TREY_OK) {
        trey_sequence_free(sequence);
        return print_error(path, &error);
    }

    for (size_t i = 0; i < plan.move_count; i++)
        putchar(trey_direction_letter((enum trey_direction)plan.moves[i]));
    printf("\n%zu moves, score %" PRIu64 ", bound %" PRIu64 "%s\n", plan.move_count,
           plan.score, plan.bound.score,
           plan.proof == TREY_PROOF_NONE ? "" : ": optimal");

    trey_plan_clear(&plan);
    trey_sequence_free(sequence);
    return 0;
}
