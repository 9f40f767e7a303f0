/* Solves a small board for the player `exact`, which needs the whole table, or for the
 * value alone. For the value alone, rules with a deck or a hint are solved by
 * trey/played.h, which keeps no table. */
#include "optimum.h"
#include "progress.h"

#include "players/command.h"
#include "trey/played.h"

#include <stdio.h>
#include <string.h>

static void show_solving(bool *shown, double seconds, double done)
{
    if (seconds < 0.5)
        return;
    *shown = true;
    struct cli_progress line = {0};
    cli_progress_add(&line, "solving the board, %.0f %%", 100.0 * done);
    cli_progress_show(&line, stderr);
}

static void show_progress(void *context, const struct trey_exact_progress *progress)
{
    show_solving(context, progress->seconds, progress->done);
}

static void show_played_progress(void *context,
                                 const struct trey_played_progress *progress)
{
    show_solving(context, progress->seconds, progress->done);
}

static enum trey_status solve_played(const struct trey_rules *rules, bool shows,
                                     bool *shown, const struct trey_cancel *cancel,
                                     struct cli_optimum *optimum,
                                     struct trey_error *error)
{
    struct trey_played_options how;
    struct trey_played_counts counts;
    struct trey_played *played;
    trey_played_defaults(rules, &how);
    how.values = false;
    how.report = shows ? show_played_progress : NULL;
    how.context = shown;
    how.cancel = cancel;
    enum trey_status status = trey_played_solve(&how, &played, error);
    if (status != TREY_OK)
        return status;
    trey_played_count(played, &counts);
    trey_played_free(played);
    optimum->value = counts.value;
    return status;
}

enum trey_status cli_optimum_find(const char *const players[2], bool wanted,
                                  const struct trey_rules *rules, bool shows,
                                  const struct trey_cancel *cancel,
                                  struct cli_optimum *optimum, struct trey_error *error)
{
    const char *exact_player = NULL;
    bool shown = false;
    for (int i = 0; i < 2; i++)
        if (players[i] != NULL && (strcmp(players[i], "exact") == 0 ||
                                   strncmp(players[i], "exact:", strlen("exact:")) == 0))
            exact_player = players[i];
    if (exact_player == NULL && !wanted)
        return TREY_OK;
    struct trey_exact_options how = {.cancel = cancel, .context = &shown};
    how.report = shows ? show_progress : NULL;
    enum trey_status status;
    if (exact_player == NULL && trey_played_supports(rules)) {
        status = solve_played(rules, shows, &shown, cancel, optimum, error);
    } else {
        status = trey_exact_player_solve(exact_player != NULL ? exact_player : "exact",
                                         rules, &how, &optimum->exact, error);
        struct trey_exact_counts counts = {0};
        if (status == TREY_OK)
            trey_exact_count(optimum->exact, &counts);
        optimum->value = counts.root_value;
    }
    optimum->known = status == TREY_OK;
    if (shown)
        cli_progress_clear(stderr);
    return status;
}

void cli_optimum_clear(struct cli_optimum *optimum)
{
    trey_exact_free(optimum->exact);
    *optimum = (struct cli_optimum){0};
}

void cli_optimum_print(FILE *out, const struct cli_optimum *optimum,
                       const struct trey_selfplay_stats *stats)
{
    double percent = 100.0 / optimum->value;
    fprintf(out, "exact optimum    %.4f; the mean score is %.2f %% of it", optimum->value,
            percent * stats->mean.mean);
    if (stats->mean.known)
        fprintf(out, " (95 %% interval %.2f to %.2f)", percent * stats->mean.low,
                percent * stats->mean.high);
    fprintf(out, "\n");
}

void cli_optimum_add(const struct cli_optimum *optimum,
                     const struct trey_selfplay_stats *stats, json_t *object)
{
    double value = optimum->value;
    json_object_set_new(object, "optimum", json_real(value));
    json_object_set_new(object, "share_of_optimum", json_real(stats->mean.mean / value));
    if (stats->mean.known)
        json_object_set_new(
            object, "share_interval",
            json_pack("[ff]", stats->mean.low / value, stats->mean.high / value));
}
