/* The odds of a position: chances to reach larger tiles and the distribution of scores,
 * estimated by playing games from it, as text or JSON. By first move, all moves have
 * games with the same seeds, so that their differences have smaller intervals than the
 * means. */
#include "odds_output.h"

#include "advise/command.h"
#include "players/command.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const quantile_names[TREY_ODDS_QUANTILES] = {"5", "25", "50", "75",
                                                                "95"};

/* --- the position ----------------------------------------------------------------------
 */

/* The rows depend only on the position, not on the results of the games. */
static void print_odds(const struct trey_rules *rules, const struct trey_odds *odds)
{
    printf("games        %" PRIu64 ", %.1f moves still to come\n", odds->games,
           odds->moves);
    for (int rank = odds->from; rank <= odds->to; rank++)
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

/* Chances by tile. */
static json_t *json_reach(const struct trey_rules *rules, const struct trey_odds *odds,
                          const struct trey_interval reach[TREY_MAX_RANKS])
{
    json_t *object = json_object();
    for (int rank = odds->from; rank <= odds->to; rank++) {
        char tile[24];
        snprintf(tile, sizeof tile, "%" PRIu64, trey_rules_tile(rules, rank));
        json_object_set_new(object, tile, json_interval(&reach[rank]));
    }
    return object;
}

static json_t *json_odds(const struct trey_rules *rules, const struct trey_odds *odds)
{
    json_t *quantiles = json_object();
    for (int i = 0; i < TREY_ODDS_QUANTILES; i++)
        json_object_set_new(quantiles, quantile_names[i],
                            json_integer((json_int_t)odds->quantile[i]));
    return json_pack(
        "{sI sf so sf so* so}", "games", (json_int_t)odds->games, "moves", odds->moves,
        "reach", json_reach(rules, odds, odds->reach), "mean", odds->score.mean,
        "interval",
        odds->score.known ? json_pack("[ff]", odds->score.low, odds->score.high) : NULL,
        "quantiles", quantiles);
}

/* --- by first move ---------------------------------------------------------------------
 */

enum { NAME_WIDTH = 8, MOVE_WIDTH = 22, CELL_TEXT = 80 };

/* How certain these games are that the best move is better than each other one. */
struct verdict {
    double to_come; /* points after the best move */
    enum trey_certainty certainty, over[4];
};

static void find_verdict(const struct trey_view *view,
                         const struct trey_odds_by_move *by_move, struct verdict *verdict)
{
    *verdict = (struct verdict){.certainty = TREY_CERTAINTY_CLEAR};
    verdict->to_come = by_move->odds[by_move->best].score.mean - (double)view->score;
    for (int move = 0; move < 4; move++) {
        const struct trey_interval *behind = &by_move->behind[move];
        verdict->over[move] = TREY_CERTAINTY_CLEAR;
        if (move == by_move->best || (by_move->legal >> move & 1) == 0)
            continue;
        verdict->over[move] = trey_certainty_of_difference(behind, verdict->to_come);
        if (verdict->over[move] < verdict->certainty)
            verdict->certainty = verdict->over[move];
    }
}

static struct trey_interval in_percent(const struct trey_interval *interval, double of)
{
    double factor = 100.0 / fmax(of, 1.0);
    return (struct trey_interval){interval->mean * factor, interval->low * factor,
                                  interval->high * factor, interval->known};
}

/* Prints a row: its name, then a column for each legal move, without trailing blanks. */
static void print_row(const struct trey_odds_by_move *by_move, const char *name,
                      char text[4][CELL_TEXT])
{
    int gap = NAME_WIDTH - (int)strlen(name);
    fputs(name, stdout);
    for (int move = 0; move < 4; move++) {
        if ((by_move->legal >> move & 1) == 0)
            continue;
        printf("%*s%s", gap, "", text[move]);
        gap = MOVE_WIDTH - (int)strlen(text[move]);
    }
    putchar('\n');
}

static void format_cell(const struct trey_interval *percent, char text[CELL_TEXT])
{
    int size = snprintf(text, CELL_TEXT, "%.1f%%", percent->mean);
    if (percent->known)
        snprintf(text + size, CELL_TEXT - (size_t)size, " %.1f..%.1f", percent->low,
                 percent->high);
}

static void print_by_move(const struct trey_view *view,
                          const struct trey_odds_by_move *by_move)
{
    struct verdict verdict;
    char text[4][CELL_TEXT];
    const struct trey_odds *best = &by_move->odds[by_move->best];
    find_verdict(view, by_move, &verdict);
    printf("games  %" PRIu64 " after each move, with the same seeds; 95 %% intervals\n",
           by_move->games);
    for (int move = 0; move < 4; move++)
        snprintf(text[move], CELL_TEXT, "%c%s",
                 trey_direction_letter((enum trey_direction)move),
                 move == by_move->best ? " *" : "");
    print_row(by_move, "move", text);
    for (int move = 0; move < 4; move++) {
        struct trey_interval percent =
            in_percent(&by_move->behind[move], verdict.to_come);
        format_cell(&percent, text[move]);
    }
    print_row(by_move, "behind", text);
    for (int rank = best->from; rank <= best->to; rank++) {
        char tile[24];
        snprintf(tile, sizeof tile, "%" PRIu64, trey_rules_tile(&view->rules, rank));
        for (int move = 0; move < 4; move++) {
            struct trey_interval percent =
                in_percent(&by_move->odds[move].reach[rank], 1.0);
            format_cell(&percent, text[move]);
        }
        print_row(by_move, tile, text);
    }
    printf("certainty: %s\n", trey_certainty_text(verdict.certainty));
    printf("expected:  %.0f, including %.0f still to come (after %c, at one ply)\n",
           best->score.mean, verdict.to_come,
           trey_direction_letter((enum trey_direction)by_move->best));
}

static json_t *json_by_move(const struct trey_view *view,
                            const struct trey_odds_by_move *by_move)
{
    struct verdict verdict;
    json_t *moves = json_object(), *over = json_object();
    find_verdict(view, by_move, &verdict);
    for (int move = 0; move < 4; move++) {
        const char *key = trey_direction_key(move);
        bool legal = (by_move->legal >> move & 1) != 0;
        const struct trey_interval percent =
            in_percent(&by_move->behind[move], verdict.to_come);
        json_object_set_new(over, key,
                            legal && move != by_move->best
                                ? json_string(trey_certainty_text(verdict.over[move]))
                                : json_null());
        if (!legal) {
            json_object_set_new(moves, key, json_null());
            continue;
        }
        json_t *object = json_odds(&view->rules, &by_move->odds[move]);
        json_object_set_new(object, "behind_percent", json_interval(&percent));
        json_object_set_new(
            object, "reach_behind",
            json_reach(&view->rules, &by_move->odds[move], by_move->reach_behind[move]));
        json_object_set_new(moves, key, object);
    }
    return json_pack("{sI ss ss so sf so}", "games", (json_int_t)by_move->games, "best",
                     trey_direction_key(by_move->best), "certainty",
                     trey_certainty_text(verdict.certainty), "certainty_over", over,
                     "to_come", verdict.to_come, "moves", moves);
}

/* --- playing ---------------------------------------------------------------------------
 */

/* Reports an interruption; `failed` is the result of printing. */
static int finish_output(enum trey_status status, uint64_t games, uint64_t wanted,
                         int failed)
{
    if (status == TREY_OK)
        return failed;
    fprintf(stderr, "trey: interrupted after %" PRIu64 " of %" PRIu64 " games\n", games,
            wanted);
    return CLI_FAILED;
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
    return finish_output(status, odds.games, options->games, failed);
}

int cli_odds_by_move(const struct trey_guess *guess,
                     const struct trey_evaluator *evaluator,
                     const struct trey_odds_options *options, bool json)
{
    struct trey_odds_options interruptible = *options;
    static struct trey_odds_by_move by_move;
    struct trey_error error;
    const struct trey_view *view = &guess->views[0];
    by_move = (struct trey_odds_by_move){.best = -1};
    interruptible.cancel = cli_watch_signals();
    enum trey_status status =
        trey_odds_find_by_move(guess->views, guess->weight, (size_t)guess->count,
                               evaluator, &interruptible, &by_move, &error);
    if (status != TREY_OK && (status != TREY_ERR_CANCELLED || by_move.games == 0))
        return cli_fail(NULL, &error);
    int failed = 0;
    if (by_move.best < 0)
        return cli_fail_text(NULL, "the game is over: no move is legal");
    if (json)
        failed = cli_print_json(json_by_move(view, &by_move));
    else
        print_by_move(view, &by_move);
    return finish_output(status, by_move.games, options->games, failed);
}
