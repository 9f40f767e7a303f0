#include "adviser.h"

#include "progress.h"

#include <string.h>

enum trey_status cli_adviser_load(struct cli_adviser *adviser,
                                  const struct trey_rules *rules, const char *player,
                                  const struct cli_player_options *thinking,
                                  unsigned threads, struct trey_error *error)
{
    struct cli_progress line = {0};
    cli_progress_add(&line, "loading the player ...");
    cli_progress_show(&line, stderr);
    enum trey_status status = trey_evaluator_named(
        player, rules->shape, trey_eval_family_of(rules), &adviser->evaluator, error);
    cli_progress_clear(stderr);
    if (status != TREY_OK)
        return status;
    adviser->warned = cli_warn_of_evaluator(adviser->evaluator);
    adviser->limits = thinking->how.limits;
    adviser->measure = !trey_evaluator_counts_points(adviser->evaluator) ? CLI_MEASURE_OWN
                       : strcmp(player, "points") == 0 ? CLI_MEASURE_POINTS
                                                       : CLI_MEASURE_LEARNED;
    status = trey_search_new(rules, adviser->evaluator, thinking->how.table_bytes,
                             &adviser->search, error);
    if (status == TREY_OK)
        status = trey_search_set_threads(adviser->search, threads, error);
    return status;
}

void cli_adviser_warn(struct cli_adviser *adviser)
{
    if (!adviser->warned)
        adviser->warned = cli_warn_of_evaluator(adviser->evaluator);
}

void cli_adviser_clear(struct cli_adviser *adviser)
{
    trey_search_free(adviser->search);
    trey_evaluator_free(adviser->evaluator);
    *adviser = (struct cli_adviser){0};
}
