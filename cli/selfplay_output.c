#include "selfplay_output.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_RANK = 3 }; /* 1 and 2 are no achievement */

static double per_second(const struct trey_selfplay_stats *stats)
{
    return stats->ms_mean > 0.0 ? 1e3 / stats->ms_mean : 0.0;
}

/* `N avg = , max = , ops = `, then a line for each tile that ended a game: the share of
 * games that reached it, and those in which it was the largest. */
static void print_course_block(FILE *out, const struct trey_rules *rules,
                               const struct trey_selfplay_stats *stats)
{
    fprintf(out, "%" PRIu64 "\tavg = %.0f, max = %" PRIu64 ", ops = %.0f\n", stats->games,
            stats->mean.mean, stats->most, per_second(stats));
    for (int rank = 1; rank < trey_rules_ranks(rules); rank++)
        if (stats->ends[rank] > 0.0)
            fprintf(out, "\t%" PRIu64 "\t%.1f%%\t(%.1f%%)\n",
                    trey_rules_tile(rules, rank), 100.0 * stats->reach[rank].mean,
                    100.0 * stats->ends[rank]);
}

static void print_reach(FILE *out, const struct trey_rules *rules,
                        const struct trey_selfplay_stats *stats)
{
    for (int rank = FIRST_RANK; rank < trey_rules_ranks(rules); rank++) {
        const struct trey_interval *reach = &stats->reach[rank];
        if (reach->mean > 0.0 && reach->mean < 1.0)
            fprintf(out, "reach %-6" PRIu64 " %5.1f%%  %.1f..%.1f%%\n",
                    trey_rules_tile(rules, rank), 100.0 * reach->mean, 100.0 * reach->low,
                    100.0 * reach->high);
    }
}

void cli_print_selfplay(FILE *out, const struct trey_rules *rules, const char *player,
                        const struct trey_selfplay_stats *stats)
{
    fprintf(out, "%s\n", cli_shown(player));
    print_course_block(out, rules, stats);
    fprintf(out, "mean         %.0f", stats->mean.mean);
    if (stats->mean.known)
        fprintf(out, "  %.0f..%.0f (95 %%)", stats->mean.low, stats->mean.high);
    fprintf(out, "\nmedian       %.*f\nleast, most  %" PRIu64 ", %" PRIu64 "\n",
            stats->median != floor(stats->median), stats->median, stats->least,
            stats->most);
    print_reach(out, rules, stats);
    fprintf(out, "moves        %.1f a game\n", stats->moves);
    fprintf(out, "ms a move    %.4f mean, %.4f 99th percentile, %.4f most\n",
            stats->ms_mean, stats->ms_p99, stats->ms_most);
}

static json_t *by_tile(const struct trey_rules *rules,
                       const struct trey_selfplay_stats *stats, bool largest)
{
    json_t *object = json_object();
    for (int rank = FIRST_RANK; rank < trey_rules_ranks(rules); rank++) {
        char tile[24];
        snprintf(tile, sizeof tile, "%" PRIu64, trey_rules_tile(rules, rank));
        json_object_set_new(
            object, tile,
            json_real(largest ? stats->ends[rank] : stats->reach[rank].mean));
    }
    return object;
}

static json_t *reach_intervals(const struct trey_rules *rules,
                               const struct trey_selfplay_stats *stats)
{
    json_t *object = json_object();
    for (int rank = FIRST_RANK; rank < trey_rules_ranks(rules); rank++) {
        char tile[24];
        snprintf(tile, sizeof tile, "%" PRIu64, trey_rules_tile(rules, rank));
        json_object_set_new(
            object, tile,
            json_pack("[ff]", stats->reach[rank].low, stats->reach[rank].high));
    }
    return object;
}

/* An integer if the median is one, which is the usual case. */
static json_t *json_of_median(double median)
{
    return median == floor(median) ? json_integer((json_int_t)median) : json_real(median);
}

json_t *cli_json_selfplay(const struct trey_rules *rules, const char *player,
                          const struct trey_selfplay_stats *stats)
{
    char text[TREY_RULES_TEXT];
    trey_rules_format(rules, text, sizeof text);
    json_t *object = json_pack(
        "{ss ss sI sf so sI sI so so so sf sf sf sf}", "rules", text, "player",
        cli_utf8(player), "games", (json_int_t)stats->games, "mean", stats->mean.mean,
        "median", json_of_median(stats->median), "min", (json_int_t)stats->least, "max",
        (json_int_t)stats->most, "reach", by_tile(rules, stats, false), "reach_interval",
        reach_intervals(rules, stats), "largest", by_tile(rules, stats, true),
        "moves_per_game", stats->moves, "ms_per_move", stats->ms_mean, "ms_p99",
        stats->ms_p99, "ms_max", stats->ms_most);
    if (object != NULL && stats->mean.known)
        json_object_set_new(object, "mean_interval",
                            json_pack("[ff]", stats->mean.low, stats->mean.high));
    return object;
}

enum trey_status cli_difference_of(const struct trey_game_result *one,
                                   const struct trey_game_result *other, size_t games,
                                   struct trey_interval *difference,
                                   struct trey_error *error)
{
    size_t count = 0;
    double *values = calloc(games, sizeof *values);
    *difference = (struct trey_interval){0};
    if (values == NULL)
        return cli_lacks_memory(error);
    for (size_t i = 0; i < games; i++)
        if (one[i].done && other[i].done)
            values[count++] = (double)one[i].score - (double)other[i].score;
    if (count > 0)
        trey_interval_of(values, count, difference);
    free(values);
    return TREY_OK;
}

void cli_print_difference(FILE *out, const char *one, const char *other,
                          const struct trey_interval *difference)
{
    fprintf(out, "%s less %s, game by game: %.0f", cli_shown(one), cli_shown(other),
            difference->mean);
    if (difference->known)
        fprintf(out, "  %.0f..%.0f (95 %%)", difference->low, difference->high);
    fprintf(out, "\n");
}

json_t *cli_json_difference(const struct trey_interval *difference)
{
    json_t *object = json_pack("{sf}", "mean", difference->mean);
    if (object != NULL && difference->known)
        json_object_set_new(object, "interval",
                            json_pack("[ff]", difference->low, difference->high));
    return object;
}

void cli_add_under_way(struct cli_progress *line, const struct trey_game_under_way *games,
                       size_t count)
{
    uint64_t moves[2] = {UINT64_MAX, 0}, score[2] = {UINT64_MAX, 0};
    for (size_t i = 0; i < count; i++) {
        moves[0] = games[i].moves < moves[0] ? games[i].moves : moves[0];
        moves[1] = games[i].moves > moves[1] ? games[i].moves : moves[1];
        score[0] = games[i].score < score[0] ? games[i].score : score[0];
        score[1] = games[i].score > score[1] ? games[i].score : score[1];
    }
    if (count == 1)
        cli_progress_add(line, "; #%" PRIu64 ": %" PRIu64 " moves, %" PRIu64 " points",
                         games->number, games->moves, games->score);
    else if (count > 1)
        cli_progress_add(
            line, "; at %" PRIu64 "..%" PRIu64 " moves, %" PRIu64 "..%" PRIu64 " points",
            moves[0], moves[1], score[0], score[1]);
}
