#include "odds_output.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const quantile_names[TREY_ODDS_QUANTILES] = {"5", "25", "50", "75",
                                                                "95"};

static void print_odds(const struct trey_rules *rules, const struct trey_odds *odds)
{
    printf("games        %" PRIu64 ", %.1f moves still to come\n", odds->games,
           odds->moves);
    for (int rank = odds->largest + 1; rank < trey_rules_ranks(rules); rank++)
        if (odds->reach[rank].mean > 0.0 && odds->reach[rank].mean < 1.0)
            printf("reach %-6" PRIu64 " %5.1f%%  %.1f..%.1f%%\n",
                   trey_rules_tile(rules, rank), 100.0 * odds->reach[rank].mean,
                   100.0 * odds->reach[rank].low, 100.0 * odds->reach[rank].high);
    printf("score        mean %.0f", odds->score.mean);
    if (odds->score.known)
        printf("  %.0f..%.0f (95 %%)", odds->score.low, odds->score.high);
    putchar('\n');
    for (int i = 0; i < TREY_ODDS_QUANTILES; i++)
        printf("%s%s %%: %" PRIu64, i == 0 ? "below        " : ", ", quantile_names[i],
               odds->quantile[i]);
    putchar('\n');
}

static json_t *json_interval(const struct trey_interval *interval)
{
    return json_pack("[fff]", interval->mean, interval->low, interval->high);
}

static json_t *json_odds(const struct trey_rules *rules, const struct trey_odds *odds)
{
    json_t *reach = json_object(), *quantiles = json_object();
    for (int rank = odds->largest + 1; rank < trey_rules_ranks(rules); rank++) {
        char tile[24];
        snprintf(tile, sizeof tile, "%" PRIu64, trey_rules_tile(rules, rank));
        json_object_set_new(reach, tile, json_interval(&odds->reach[rank]));
    }
    for (int i = 0; i < TREY_ODDS_QUANTILES; i++)
        json_object_set_new(quantiles, quantile_names[i],
                            json_integer((json_int_t)odds->quantile[i]));
    return json_pack(
        "{sI sf so sf so* so}", "games", (json_int_t)odds->games, "moves", odds->moves,
        "reach", reach, "mean", odds->score.mean, "interval",
        odds->score.known ? json_pack("[ff]", odds->score.low, odds->score.high) : NULL,
        "quantiles", quantiles);
}

int cli_odds(const struct trey_guess *guess, const struct trey_evaluator *evaluator,
             const struct trey_odds_options *options, bool json)
{
    struct trey_odds_options interruptible = *options;
    struct trey_odds odds = {0};
    struct trey_error error;
    const struct trey_rules *rules = &guess->views[0].rules;
    interruptible.cancel = cli_watch_signals();
    enum trey_status status =
        trey_odds_find(guess->views, guess->weight, (size_t)guess->count, evaluator,
                       &interruptible, &odds, &error);
    if (status != TREY_OK && (status != TREY_ERR_CANCELLED || odds.games == 0))
        return cli_fail(NULL, &error);
    int failed = 0;
    if (json)
        failed = cli_print_json(json_odds(rules, &odds));
    else
        print_odds(rules, &odds);
    if (status == TREY_OK)
        return failed;
    fprintf(stderr, "trey: interrupted after %" PRIu64 " of %" PRIu64 " games\n",
            odds.games, options->games);
    return CLI_FAILED;
}
