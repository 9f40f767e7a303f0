/* A review as text and as JSON: accuracy, number of inaccuracies, mistakes and blunders,
 * turning points, worst moves. The loss of a move is the difference between its value and
 * the best one, as a share of the points to come; forced moves do not count. */
#include "review_output.h"

#include "advise/command.h"

#include <stdlib.h>

/* True if values are points to come, false if they include the present score. */
static bool values_to_come(const struct cli_review *review)
{
    return trey_rules_merges_score(&review->record->start.rules);
}

/* Number of moves that were the best one, among those that were not forced. */
static size_t count_best(const struct cli_review *review)
{
    size_t best = 0;
    for (size_t i = 0; i < review->record->count; i++)
        best += !review->slides[i].forced && !(review->slides[i].loss > 0.0);
    return best;
}

static void format_facts(const struct cli_review *review, size_t index, int direction,
                         char text[static TREY_FACTS_TEXT])
{
    struct trey_facts facts;
    trey_facts_of(&review->views[index], (enum trey_direction)direction, &facts);
    trey_facts_text(&review->record->start.rules, &facts, text, TREY_FACTS_TEXT);
}

/* --- text ------------------------------------------------------------------------------
 */

static void print_turns(const struct cli_review *review)
{
    struct trey_review_turn turns[CLI_REVIEW_TURNS];
    size_t count = trey_review_turns(review->slides, review->record->count,
                                     values_to_come(review), turns, CLI_REVIEW_TURNS);
    int digits = review->points ? 0 : 2;
    if (count == 0)
        return;
    printf("\nturning points     expected before and after,   by the move,  by chance\n");
    for (size_t i = 0; i < count; i++)
        printf("move  %5zu %-6s %12.*f %14.*f %14.*f %+11.*f\n", turns[i].index + 1,
               cli_direction_name(review->slides[turns[i].index].played), digits,
               turns[i].before, digits, turns[i].after, digits, turns[i].fault, digits,
               turns[i].luck);
}

static void print_worst(const struct cli_review *review)
{
    size_t worst[CLI_REVIEW_WORST];
    size_t count =
        trey_review_worst(review->slides, review->record->count, worst, review->listed);
    if (count == 0)
        return;
    puts("\nworst moves");
    for (size_t i = 0; i < count; i++) {
        const struct trey_reviewed_move *slide = &review->slides[worst[i]];
        char text[TREY_FACTS_TEXT];
        printf("move  %5zu %-2s %-5s better %-5s %12.*f (%.1f %%)\n", worst[i] + 1,
               trey_mark_text(slide->mark), cli_direction_name(slide->played),
               cli_direction_name(slide->best), review->points ? 0 : 2,
               slide->value[slide->played] - slide->value[slide->best],
               100.0 * slide->loss);
        format_facts(review, worst[i], slide->played, text);
        printf("      %-5s %s\n", cli_direction_name(slide->played), text);
        format_facts(review, worst[i], slide->best, text);
        printf("      %-5s %s\n", cli_direction_name(slide->best), text);
    }
}

int cli_print_review(const struct cli_review *review)
{
    char rules[TREY_RULES_TEXT];
    struct trey_review_summary sum;
    const struct trey_record *record = review->record;
    trey_review_summary(review->slides, record->count, &sum);
    trey_rules_format(&record->start.rules, rules, sizeof rules);
    printf("game      %s, %zu move%s, score %llu%s%s\n", rules, record->count,
           record->count == 1 ? "" : "s", (unsigned long long)record->score,
           record->player != NULL ? ", by " : "", cli_shown(record->player));
    printf("accuracy  %.1f\n", sum.accuracy);
    printf("best      %zu of the %zu move%s with a choice\n", count_best(review),
           sum.counted, sum.counted == 1 ? "" : "s");
    printf("lost      %.2f %% of the points to come per move, on average\n",
           100.0 * sum.loss);
    printf("errors    %zu ?! (inaccuracies), %zu ? (mistakes), %zu ?? (blunders)\n",
           sum.marks[TREY_MARK_INACCURACY], sum.marks[TREY_MARK_MISTAKE],
           sum.marks[TREY_MARK_BLUNDER]);
    if (!review->points)
        puts("values    not in points: the scale of this evaluator orders moves, but "
             "errors\n          and accuracy mean little");
    print_turns(review);
    print_worst(review);
    return cli_finish();
}

/* --- JSON ------------------------------------------------------------------------------
 */

static json_t *json_slide(const struct cli_review *review, size_t index)
{
    const struct trey_reviewed_move *slide = &review->slides[index];
    return json_pack(
        "{sI ss ss so sI sf sf ss sb}", "slide", (json_int_t)index + 1, "played",
        trey_direction_key(slide->played), "best", trey_direction_key(slide->best),
        "values", cli_json_by_move(slide->legal, slide->value), "score",
        (json_int_t)slide->score, "loss", slide->loss, "unsure", slide->unsure, "mark",
        trey_mark_text(slide->mark), "forced", (int)slide->forced);
}

static json_t *json_worst(const struct cli_review *review)
{
    size_t worst[CLI_REVIEW_WORST];
    size_t count =
        trey_review_worst(review->slides, review->record->count, worst, review->listed);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        char played[TREY_FACTS_TEXT], best[TREY_FACTS_TEXT];
        format_facts(review, worst[i], review->slides[worst[i]].played, played);
        format_facts(review, worst[i], review->slides[worst[i]].best, best);
        json_array_append_new(array,
                              json_pack("{sI ss ss}", "slide", (json_int_t)worst[i] + 1,
                                        "played", played, "best", best));
    }
    return array;
}

static json_t *json_turns(const struct cli_review *review)
{
    struct trey_review_turn turns[CLI_REVIEW_TURNS];
    size_t count = trey_review_turns(review->slides, review->record->count,
                                     values_to_come(review), turns, CLI_REVIEW_TURNS);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(
            array, json_pack("{sI sf sf sf sf}", "slide", (json_int_t)turns[i].index + 1,
                             "before", turns[i].before, "after", turns[i].after, "fault",
                             turns[i].fault, "luck", turns[i].luck));
    return array;
}

int cli_json_review(const struct cli_review *review)
{
    char rules[TREY_RULES_TEXT];
    struct trey_review_summary sum;
    const struct trey_record *record = review->record;
    json_t *slides = json_array();
    trey_review_summary(review->slides, record->count, &sum);
    trey_rules_format(&record->start.rules, rules, sizeof rules);
    for (size_t i = 0; i < record->count; i++)
        json_array_append_new(slides, json_slide(review, i));
    return cli_print_json(json_pack(
        "{ss ss? sI sI sf sf sI sI s{sI sI sI} sb so so so}", "rules", rules, "player",
        record->player != NULL ? cli_utf8(record->player) : NULL, "score",
        (json_int_t)record->score, "slides_made", (json_int_t)record->count, "accuracy",
        sum.accuracy, "loss", sum.loss, "counted", (json_int_t)sum.counted, "best",
        (json_int_t)count_best(review), "marks", "?!",
        (json_int_t)sum.marks[TREY_MARK_INACCURACY], "?",
        (json_int_t)sum.marks[TREY_MARK_MISTAKE], "??",
        (json_int_t)sum.marks[TREY_MARK_BLUNDER], "points", (int)review->points, "worst",
        json_worst(review), "turns", json_turns(review), "slides", slides));
}
