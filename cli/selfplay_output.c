/* Statistics of selfplay as text, as JSON and as the block of the course framework. A
 * tile's `reach` is the share of games that made it, `ends` the share of games whose
 * largest tile it was. Text shows only tiles that distinguish games. */
#include "selfplay_output.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_RANK = 3 }; /* every game has the tiles 1 and 2 */

static double mean_moves_per_second(const struct trey_selfplay_stats *stats)
{
    return stats->ms_mean > 0.0 ? 1e3 / stats->ms_mean : 0.0;
}

/* `N avg = , max = , ops = `, then a line for each tile that ended a game: the share of
 * games that reached it, and of those in which it was the largest. */
void cli_print_course_statistics(FILE *out, const struct trey_rules *rules,
                                 const struct trey_selfplay_stats *stats)
{
    fprintf(out, "%" PRIu64 "\tavg = %.0f, max = %" PRIu64 ", ops = %.0f\n", stats->games,
            stats->mean.mean, stats->most, mean_moves_per_second(stats));
    for (int rank = 1; rank < trey_rules_ranks(rules); rank++)
        if (stats->ends[rank] > 0.0)
            fprintf(out, "\t%" PRIu64 "\t%.1f%%\t(%.1f%%)\n",
                    trey_rules_tile(rules, rank), 100.0 * stats->reach[rank].mean,
                    100.0 * stats->ends[rank]);
}

void cli_print_tiles(FILE *out, const struct trey_rules *rules,
                     const struct trey_selfplay_stats *stats)
{
    fprintf(out, "\n%6s  %-37s  %s\n", "tile", "games that reached it",
            "games whose largest tile it was");
    for (int rank = 1; rank < trey_rules_ranks(rules); rank++) {
        const struct trey_interval *reach = &stats->reach[rank];
        char interval[64] = "";
        const bool some = reach->mean > 0.0 && reach->mean < 1.0;
        if (stats->ends[rank] <= 0.0 && !(some && rank >= FIRST_RANK))
            continue;
        if (some)
            snprintf(interval, sizeof interval, " (95 %% interval %.1f to %.1f)",
                     100.0 * reach->low, 100.0 * reach->high);
        fprintf(out, "%6" PRIu64 "  %5.1f %%%-30s  %5.1f %%\n",
                trey_rules_tile(rules, rank), 100.0 * reach->mean, interval,
                100.0 * stats->ends[rank]);
    }
}

void cli_print_selfplay(FILE *out, const char *player,
                        const struct trey_selfplay_stats *stats)
{
    fprintf(out,
            "player           %s\ngames            %" PRIu64 "\nmean score       %.0f",
            cli_shown(player), stats->games, stats->mean.mean);
    if (stats->mean.known)
        fprintf(out, " (95 %% interval %.0f to %.0f)", stats->mean.low, stats->mean.high);
    fprintf(out,
            "\nmedian score     %.*f\nlowest score     %" PRIu64
            "\nhighest score    %" PRIu64 "\nmoves per game   %.1f\n",
            stats->median != floor(stats->median), stats->median, stats->least,
            stats->most, stats->moves);
    if (stats->ms_max > 0.0)
        fprintf(out,
                "time per move    %.4f ms on average, up to %.4f ms in 99 %% of moves, "
                "%.4f ms at most\n",
                stats->ms_mean, stats->ms_p99, stats->ms_max);
}

enum figure { REACH, REACH_INTERVAL, LARGEST };

static json_t *by_tile(const struct trey_rules *rules,
                       const struct trey_selfplay_stats *stats, enum figure figure)
{
    json_t *object = json_object();
    for (int rank = FIRST_RANK; rank < trey_rules_ranks(rules); rank++) {
        const struct trey_interval *reach = &stats->reach[rank];
        char tile[24];
        snprintf(tile, sizeof tile, "%" PRIu64, trey_rules_tile(rules, rank));
        json_object_set_new(
            object, tile,
            figure == REACH_INTERVAL
                ? json_pack("[ff]", reach->low, reach->high)
                : json_real(figure == LARGEST ? stats->ends[rank] : reach->mean));
    }
    return object;
}

/* The median is usually an integer and is then written as one. */
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
        (json_int_t)stats->most, "reach", by_tile(rules, stats, REACH), "reach_interval",
        by_tile(rules, stats, REACH_INTERVAL), "largest", by_tile(rules, stats, LARGEST),
        "moves_per_game", stats->moves, "ms_per_move", stats->ms_mean, "ms_p99",
        stats->ms_p99, "ms_max", stats->ms_max);
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
        trey_interval_of_differences(values, count, difference);
    free(values);
    return TREY_OK;
}

void cli_print_difference(FILE *out, const char *one, const char *other,
                          const struct trey_interval *difference)
{
    fprintf(out, "mean difference  %.0f", difference->mean);
    if (difference->known)
        fprintf(out, " (95 %% interval %.0f to %.0f)", difference->low, difference->high);
    fprintf(out, ", game by game: %s minus %s\n", cli_shown(one), cli_shown(other));
}

json_t *cli_json_difference(const struct trey_interval *difference)
{
    json_t *object = json_pack("{sf}", "mean", difference->mean);
    if (object != NULL && difference->known)
        json_object_set_new(object, "interval",
                            json_pack("[ff]", difference->low, difference->high));
    return object;
}

void cli_add_under_way(struct cli_progress *line,
                       const struct trey_game_in_progress *games, size_t count)
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
