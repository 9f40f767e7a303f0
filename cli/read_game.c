/* A game from pictures: adds the position of each picture to the observed game
 * (trey/observed.h) and describes the moves that were found. */
#include "read_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t print_step(const struct trey_rules *rules, const struct trey_step *step,
                         char *text, size_t size_bytes)
{
    const int cols = rules->shape.cols;
    return (size_t)snprintf(text, size_bytes, "%c, %llu in row %d column %d",
                            trey_direction_letter((enum trey_direction)step->direction),
                            (unsigned long long)trey_rules_tile(rules, step->rank),
                            step->cell / cols + 1, step->cell % cols + 1);
}

static void print_steps(const struct trey_rules *rules, const struct trey_step *steps,
                        int count, char *line, size_t size_bytes)
{
    size_t used = 0;
    for (int i = 0; i < count && used < size_bytes; i++) {
        if (i > 0)
            used += (size_t)snprintf(line + used, size_bytes - used, "; ");
        if (used < size_bytes)
            used += print_step(rules, &steps[i], line + used, size_bytes - used);
    }
}

static struct trey_observation
observation_of(const struct trey_picture_position *position)
{
    struct trey_observation seen;
    trey_picture_view(position, &seen.rules, &seen.board, &seen.next);
    seen.hint = position->next == TREY_PICTURE_NEXT_NONE ? TREY_OBSERVED_UNSEEN
                : position->next_blank                   ? TREY_OBSERVED_BLANK
                                                         : TREY_OBSERVED_SEEN;
    return seen;
}

enum trey_status cli_read_game_add(struct cli_read_game *game, const char *file,
                                   const struct trey_picture_position *position,
                                   char *line, size_t size_bytes, bool *fits,
                                   struct trey_error *error)
{
    const struct trey_observation seen = observation_of(position);
    const bool first = !game->observed.begun;
    struct trey_step steps[2];
    enum trey_between found;
    const enum trey_status status =
        trey_observed_add(&game->observed, &seen, &found, steps, error);
    *fits = found != TREY_BETWEEN_NOTHING && found != TREY_BETWEEN_AMBIGUOUS;
    if (first)
        snprintf(line, size_bytes, "first position");
    else if (found == TREY_BETWEEN_SAME)
        snprintf(line, size_bytes, "no move since %s", game->file);
    else if (found == TREY_BETWEEN_AMBIGUOUS)
        snprintf(line, size_bytes,
                 "several pairs of moves lead here from %s; add a picture "
                 "between the two",
                 game->file);
    else if (found == TREY_BETWEEN_NOTHING)
        snprintf(line, size_bytes, "not one or two moves after %s", game->file);
    else
        print_steps(&seen.rules, steps, found == TREY_BETWEEN_TWO ? 2 : 1, line,
                    size_bytes);
    if (status != TREY_OK || !*fits)
        return status;
    if (first || found != TREY_BETWEEN_SAME || seen.hint != TREY_OBSERVED_UNSEEN) {
        free(game->file);
        game->file = strdup(file);
    }
    return game->file != NULL ? TREY_OK : cli_lacks_memory(error);
}

void cli_read_game_finish(struct cli_read_game *game)
{
    trey_observed_finish(&game->observed);
}

void cli_read_game_clear(struct cli_read_game *game)
{
    trey_observed_clear(&game->observed);
    free(game->file);
    game->file = NULL;
}
