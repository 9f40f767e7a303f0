#include "optimum.h"

#include <stdio.h>
#include <string.h>

static void show_progress(void *context, const struct trey_exact_progress *progress)
{
    bool *shown = context;
    if (progress->seconds < 0.5)
        return;
    *shown = true;
    fprintf(stderr, "\rsolving the board, %.0f %% \033[K", 100.0 * progress->done);
}

enum trey_status cli_optimum_find(const char *const players[2], bool wanted,
                                  const struct trey_rules *rules, bool show,
                                  const struct trey_cancel *cancel,
                                  struct trey_exact **exact, struct trey_error *error)
{
    const char *by = wanted ? "exact" : NULL;
    for (int i = 0; i < 2; i++)
        if (players[i] != NULL && (strcmp(players[i], "exact") == 0 ||
                                   strncmp(players[i], "exact:", strlen("exact:")) == 0))
            by = players[i];
    if (by == NULL)
        return TREY_OK;
    bool shown = false;
    struct trey_exact_options how = {.cancel = cancel, .context = &shown};
    how.report = show ? show_progress : NULL;
    enum trey_status status = trey_exact_player_solve(by, rules, &how, exact, error);
    if (shown)
        fputs("\r\033[K", stderr);
    return status;
}

static double optimum_of(const struct trey_exact *exact)
{
    struct trey_exact_counts counts;
    trey_exact_count(exact, &counts);
    return counts.root_value;
}

void cli_optimum_print(FILE *out, const struct trey_exact *exact,
                       const struct trey_selfplay_stats *stats)
{
    double optimum = optimum_of(exact), percent = 100.0 / optimum;
    fprintf(out, "optimum      %.4f, of which the mean is %.2f %%", optimum,
            percent * stats->mean.mean);
    if (stats->mean.known)
        fprintf(out, "  %.2f..%.2f %% (95 %%)", percent * stats->mean.low,
                percent * stats->mean.high);
    fprintf(out, "\n");
}

void cli_optimum_add(const struct trey_exact *exact,
                     const struct trey_selfplay_stats *stats, json_t *object)
{
    double optimum = optimum_of(exact);
    json_object_set_new(object, "optimum", json_real(optimum));
    json_object_set_new(object, "share_of_optimum",
                        json_real(stats->mean.mean / optimum));
    if (stats->mean.known)
        json_object_set_new(
            object, "share_interval",
            json_pack("[ff]", stats->mean.low / optimum, stats->mean.high / optimum));
}
