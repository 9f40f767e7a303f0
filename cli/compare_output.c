/* The table of trey compare: every run, a summary of each player, and the difference of
 * each other player to the first one on the same inputs. */
#include "compare_output.h"

#include "extras/baselines/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- sums ------------------------------------------------------------------------------
 */

static const struct trey_outcome *outcome_of(const struct cli_comparison *comparison,
                                             size_t player, size_t input)
{
    return &comparison->outcomes[player * comparison->input_count + input];
}

static double share_of(const struct trey_outcome *outcome)
{
    return outcome->bound == 0 ? 1.0 : (double)outcome->score / (double)outcome->bound;
}

static double speed_of(const struct trey_outcome *outcome)
{
    return outcome->seconds > 0.0 ? (double)outcome->moves / outcome->seconds : 0.0;
}

struct summary {
    struct trey_interval share;
    size_t optimal;
    double moves, seconds, peak_bytes; /* mean, sum, largest */
};

struct pair { /* a player compared with the first one */
    struct trey_interval difference;
    size_t better, equal, worse;
};

/* Computes the interval of 1 minus the share, because shares lie close below 1 and their
 * distribution is skewed. Changes the values. */
static void summarise_shares(double *values, size_t count, struct trey_interval *share)
{
    for (size_t i = 0; i < count; i++)
        values[i] = 1.0 - values[i];
    trey_interval_of(values, count, share);
    *share = (struct trey_interval){1.0 - share->mean, fmax(1.0 - share->high, 0.0),
                                    1.0 - share->low, share->known};
}

static void summarise(const struct cli_comparison *comparison, size_t player,
                      double *values, struct summary *summary)
{
    *summary = (struct summary){0};
    size_t count = comparison->input_count;
    for (size_t i = 0; i < count; i++) {
        const struct trey_outcome *outcome = outcome_of(comparison, player, i);
        values[i] = share_of(outcome);
        summary->optimal += outcome->optimal;
        summary->moves += (double)outcome->moves / (double)count;
        summary->seconds += outcome->seconds;
        if ((double)outcome->peak_bytes > summary->peak_bytes)
            summary->peak_bytes = (double)outcome->peak_bytes;
    }
    summarise_shares(values, count, &summary->share);
}

static double summary_speed(const struct cli_comparison *comparison,
                            const struct summary *summary)
{
    return summary->seconds > 0.0
               ? summary->moves * (double)comparison->input_count / summary->seconds
               : 0.0;
}

static void compare_pair(const struct cli_comparison *comparison, size_t player,
                         double *values, struct pair *pair)
{
    *pair = (struct pair){0};
    for (size_t i = 0; i < comparison->input_count; i++) {
        const struct trey_outcome *first = outcome_of(comparison, 0, i);
        const struct trey_outcome *other = outcome_of(comparison, player, i);
        values[i] = share_of(other) - share_of(first);
        pair->better += other->score > first->score;
        pair->equal += other->score == first->score;
        pair->worse += other->score < first->score;
    }
    trey_interval_of_differences(values, comparison->input_count, &pair->difference);
}

/* --- text ------------------------------------------------------------------------------
 */

static void print_interval(FILE *out, const struct trey_interval *interval,
                           const char *sign)
{
    char text[64];
    if (interval->known)
        snprintf(text, sizeof text,
                 sign[0] == '+' ? "%+.2f [%+.2f, %+.2f]" : "%.2f [%.2f, %.2f]",
                 100.0 * interval->mean, 100.0 * interval->low, 100.0 * interval->high);
    else
        snprintf(text, sizeof text, sign[0] == '+' ? "%+.2f" : "%.2f",
                 100.0 * interval->mean);
    fprintf(out, "%-24s", text);
}

static void print_runs(const struct cli_comparison *comparison, FILE *out)
{
    int width = 5;
    for (size_t input = 0; input < comparison->input_count; input++)
        if ((int)strlen(cli_shown(comparison->inputs[input].name)) > width)
            width = (int)strlen(cli_shown(comparison->inputs[input].name));
    fprintf(out, "%-*s %12s %8s %8s %11s %9s  %s\n", width, "input", "score", "share %",
            "moves", "moves/s", "peak MiB", "player");
    for (size_t input = 0; input < comparison->input_count; input++)
        for (size_t player = 0; player < comparison->player_count; player++) {
            const struct trey_outcome *outcome = outcome_of(comparison, player, input);
            fprintf(out, "%-*s %12llu %8.2f %8llu %11.1f %9.1f  %s\n", width,
                    cli_shown(comparison->inputs[input].name),
                    (unsigned long long)outcome->score, 100.0 * share_of(outcome),
                    (unsigned long long)outcome->moves, speed_of(outcome),
                    (double)outcome->peak_bytes / 1048576.0,
                    cli_shown(comparison->names[player]));
        }
}

bool cli_compare_text(const struct cli_comparison *comparison, FILE *out)
{
    double *values = malloc(comparison->input_count * sizeof *values);
    bool good = values != NULL;
    print_runs(comparison, out);
    fprintf(out,
            "\nMean share of the bound in %%, with its 95 %% interval, over %zu %s\n",
            comparison->input_count, comparison->input_count == 1 ? "input" : "inputs");
    fprintf(out, "%-24s%8s %9s %11s %9s  %s\n", "share %", "optimal", "moves", "moves/s",
            "peak MiB", "player");
    for (size_t player = 0; good && player < comparison->player_count; player++) {
        struct summary summary;
        summarise(comparison, player, values, &summary);
        print_interval(out, &summary.share, "");
        fprintf(out, "%8zu %9.1f %11.1f %9.1f  %s\n", summary.optimal, summary.moves,
                summary_speed(comparison, &summary), summary.peak_bytes / 1048576.0,
                cli_shown(comparison->names[player]));
    }
    if (comparison->player_count > 1)
        fprintf(out, "\nThe same inputs, against %s\n%-24s%8s %7s %7s  %s\n",
                cli_shown(comparison->names[0]), "difference, points", "better", "equal",
                "worse", "player");
    for (size_t player = 1; good && player < comparison->player_count; player++) {
        struct pair pair;
        compare_pair(comparison, player, values, &pair);
        print_interval(out, &pair.difference, "+");
        fprintf(out, "%8zu %7zu %7zu  %s\n", pair.better, pair.equal, pair.worse,
                cli_shown(comparison->names[player]));
    }
    free(values);
    return good;
}

/* --- CSV -------------------------------------------------------------------------------
 */

bool cli_compare_csv(const struct cli_comparison *comparison, FILE *out)
{
    fputs("player,input,score,bound,share,optimal,moves,seconds,"
          "moves_per_second,positions,switches,peak_bytes\n",
          out);
    for (size_t player = 0; player < comparison->player_count; player++)
        for (size_t input = 0; input < comparison->input_count; input++) {
            const struct trey_outcome *outcome = outcome_of(comparison, player, input);
            cli_print_quoted(out, comparison->names[player]);
            putc(',', out);
            cli_print_quoted(out, comparison->inputs[input].name);
            fprintf(out, ",%llu,%llu,%.6f,%d,%llu,%.6f,%.1f,%llu,%llu,%llu\n",
                    (unsigned long long)outcome->score,
                    (unsigned long long)outcome->bound, share_of(outcome),
                    outcome->optimal, (unsigned long long)outcome->moves,
                    outcome->seconds, speed_of(outcome),
                    (unsigned long long)outcome->positions,
                    (unsigned long long)outcome->switches,
                    (unsigned long long)outcome->peak_bytes);
        }
    return true;
}

/* --- JSON ------------------------------------------------------------------------------
 */

static json_t *json_interval(const struct trey_interval *interval)
{
    json_t *object = json_pack("{sf}", "mean", interval->mean);
    if (interval->known) {
        json_object_set_new(object, "low", json_real(interval->low));
        json_object_set_new(object, "high", json_real(interval->high));
    }
    return object;
}

static json_t *json_run(const struct cli_comparison *comparison, size_t player,
                        size_t input)
{
    const struct trey_outcome *outcome = outcome_of(comparison, player, input);
    return json_pack(
        "{ss ss sI sI sf sb sI sf sf sI sI sI}", "player",
        cli_utf8(comparison->names[player]), "input",
        cli_utf8(comparison->inputs[input].name), "score", (json_int_t)outcome->score,
        "bound", (json_int_t)outcome->bound, "share", share_of(outcome), "optimal",
        (int)outcome->optimal, "moves", (json_int_t)outcome->moves, "seconds",
        outcome->seconds, "moves_per_second", speed_of(outcome), "positions",
        (json_int_t)outcome->positions, "switches", (json_int_t)outcome->switches,
        "peak_bytes", (json_int_t)outcome->peak_bytes);
}

static json_t *json_player(const struct cli_comparison *comparison, size_t player,
                           const struct summary *summary, const struct pair *pair)
{
    json_t *object = json_pack(
        "{ss ss so sI sf sf sI}", "player", cli_utf8(comparison->names[player]),
        "configuration", cli_utf8(comparison->players[player]->text), "share",
        json_interval(&summary->share), "optimal", (json_int_t)summary->optimal, "moves",
        summary->moves, "moves_per_second", summary_speed(comparison, summary),
        "peak_bytes", (json_int_t)summary->peak_bytes);
    if (player > 0)
        json_object_set_new(
            object, "against_first",
            json_pack("{so sI sI sI}", "difference", json_interval(&pair->difference),
                      "better", (json_int_t)pair->better, "equal",
                      (json_int_t)pair->equal, "worse", (json_int_t)pair->worse));
    return object;
}

bool cli_compare_json(const struct cli_comparison *comparison, FILE *out)
{
    double *values = malloc(comparison->input_count * sizeof *values);
    json_t *runs = json_array(), *players = json_array();
    bool good = values != NULL;
    for (size_t player = 0; good && player < comparison->player_count; player++) {
        struct summary summary;
        struct pair pair;
        for (size_t input = 0; input < comparison->input_count; input++)
            json_array_append_new(runs, json_run(comparison, player, input));
        summarise(comparison, player, values, &summary);
        compare_pair(comparison, player, values, &pair);
        json_array_append_new(players, json_player(comparison, player, &summary, &pair));
    }
    free(values);
    json_t *object = json_pack("{so so}", "players", players, "runs", runs);
    return cli_write_json(object, out, 10) && good;
}
