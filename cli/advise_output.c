/* Advice as text and as JSON: the position, the distance of each move from the best one
 * with reasons, the certainty of the best move, and the unit of the values. Percentages
 * are of the points to come after the best move. */
#include "advise_output.h"
#include "board_text.h"
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the position ----------------------------------------------------------------------
 */

/* As in the game: 1 is blue, 2 is red, others are white, the largest with red digits. */
static void print_tile(const struct trey_rules *rules, int rank, int largest)
{
    const char *paint = rank == 1         ? "\033[1;97;48;5;74m"
                        : rank == 2       ? "\033[1;97;48;5;204m"
                        : rank == largest ? "\033[1;38;5;197;48;5;231m"
                                          : "\033[1;38;5;237;48;5;231m";
    printf("%s%6" PRIu64 "\033[0m", paint, trey_rules_tile(rules, rank));
}

static void print_board(const struct trey_rules *rules, trey_board board)
{
    int rows = rules->shape.rows, cols = rules->shape.cols;
    int largest = trey_rules_largest(rules, board);
    bool colour = cli_colours_of(stdout) != 0;
    for (int row = 0; row < rows; row++) {
        for (int col = 0; col < cols; col++) {
            int rank = trey_board_rank(board, row * cols + col);
            if (rank == 0)
                printf("%6s", ".");
            else if (colour)
                print_tile(rules, rank, largest);
            else
                printf("%6" PRIu64, trey_rules_tile(rules, rank));
        }
        putchar('\n');
    }
}

static void print_position(const struct trey_guess *guess)
{
    struct trey_view view;
    char next[TREY_NEXT_TEXT], deck[TREY_DECK_TEXT];
    trey_guess_view(guess, &view);
    trey_next_format(&view.rules, view.next, next, sizeof next);
    trey_deck_format(view.deck, deck, sizeof deck);
    print_board(&view.rules, view.board);
    printf("score %" PRIu64 ", next %s", view.score, next);
    if (view.rules.copies != 0 && view.deck == TREY_DECK_UNKNOWN && guess->count > 1)
        printf(", %d possible decks", trey_guess_decks(guess));
    else if (view.rules.copies != 0)
        printf(", deck %s", deck);
    putchar('\n');
}

/* --- the values ------------------------------------------------------------------------
 */

/* Unit of the values in words. A network has learned from games played at one ply and
 * estimates the points of such play: about 107,000 at the start of Threes!, where
 * games at one ply reach 129,000 and games with a deeper search several times as much
 * (docs/training.md). */
static const char *measure_text(const struct cli_adviser *adviser,
                                const struct trey_rules *rules, bool exact)
{
    bool doubles = trey_rules_merges_score(rules);
    if (adviser->measure == CLI_MEASURE_OWN)
        return "on a scale of the player's own, not points";
    if (exact)
        return doubles ? "points to come under optimal play, on average"
                       : "final score under optimal play, on average";
    if (adviser->measure == CLI_MEASURE_POINTS)
        return doubles ? "points made within the search depth, on average"
                       : "score at the end of the search, on average";
    return doubles ? "points to come, as the network estimates them for one-ply play"
                   : "final score, as the network estimates it for one-ply play";
}

/* Shows the best move so far on a line that the answer replaces. */
static void show_progress(void *context, const struct trey_search_result *result)
{
    (void)context;
    struct cli_progress line = {0};
    cli_progress_add(&line, "searching: %c so far, depth %u",
                     trey_direction_letter((enum trey_direction)result->best),
                     result->depth_plies);
    cli_progress_show(&line, stdout);
}

static enum trey_status run_search(const struct cli_adviser *adviser,
                                   const struct trey_guess *guess,
                                   struct trey_search_result *result,
                                   struct trey_error *error)
{
    struct trey_search_limits limits = adviser->limits;
    bool show = isatty(STDOUT_FILENO);
    if (show)
        limits.report = show_progress;
    enum trey_status status =
        trey_guess_search(guess, adviser->search, &limits, result, error);
    if (show)
        cli_progress_clear(stdout);
    return status;
}

/* Columns: move, distance from the best one, facts. All distances have one unit: percent
 * of the points to come, or the player's own. */
static void print_move(const struct cli_adviser *adviser, const struct trey_view *view,
                       const struct trey_confidence *confidence, int best, int move)
{
    struct trey_facts facts;
    char text[TREY_FACTS_TEXT];
    trey_facts_of(view, (enum trey_direction)move, &facts);
    trey_facts_text(&view->rules, &facts, text, sizeof text);
    printf("%c %c   ", move == best ? '*' : ' ',
           trey_direction_letter((enum trey_direction)move));
    if (!facts.legal)
        printf("%8s", "-");
    else if (adviser->measure == CLI_MEASURE_OWN)
        printf("%8.2f", confidence->lead[move]);
    else
        printf("%7.2f%%", trey_confidence_percent(confidence, move));
    printf("  %s\n", text);
}

/* Prints the moves that may be better than the best one: "U, R and L" if they are about
 * equal, else "U before R and L". */
static void print_rivals(const struct trey_confidence *confidence, char best)
{
    bool equal = confidence->certainty == TREY_CERTAINTY_EQUAL;
    int left = 0;
    for (int move = 0; move < 4; move++)
        left += confidence->over[move] == confidence->certainty;
    bool first = !equal;
    printf(equal ? ", %c" : ", %c before", best);
    for (int move = 0; move < 4; move++) {
        if (confidence->over[move] != confidence->certainty)
            continue;
        left--;
        printf("%s %c",
               first       ? ""
               : left == 0 ? " and"
                           : ",",
               trey_direction_letter((enum trey_direction)move));
        first = false;
    }
    putchar('\n');
}

/* Prints for instance "certainty: about equal, U and L". */
static void print_certainty(const struct trey_search_result *result,
                            const struct trey_confidence *confidence)
{
    char best = trey_direction_letter((enum trey_direction)result->best);
    printf("certainty: %s", trey_certainty_text(confidence->certainty));
    if (confidence->only) {
        printf(", %c is the only legal move\n", best);
        return;
    }
    if (confidence->certainty == TREY_CERTAINTY_CLEAR)
        printf(", %c is best\n", best);
    else if (confidence->certainty == TREY_CERTAINTY_UNKNOWN)
        puts(", only one depth was searched");
    else
        print_rivals(confidence, best);
}

/* Prints the expected result, its unit, and the size of the search. */
static void print_expected(const struct cli_adviser *adviser,
                           const struct trey_view *view,
                           const struct trey_search_result *result,
                           const struct trey_confidence *confidence)
{
    const char *measure = measure_text(adviser, &view->rules, result->exact);
    if (adviser->measure == CLI_MEASURE_OWN)
        printf("values:    %s\n", measure);
    else if (trey_rules_merges_score(&view->rules))
        printf("expected:  %.0f (%s)\n", confidence->to_come, measure);
    else
        printf("expected:  %.0f, including %.0f still to come (%s)\n",
               result->value[result->best], confidence->to_come, measure);
    /* Threads that share a table search some positions twice, so that the number of
     * boards varies from run to run. With a limit of boards, only one thread searches. */
    printf("searched:  %u %s", result->depth_plies,
           result->depth_plies == 1 ? "ply" : "plies");
    if (adviser->limits.nodes != 0)
        printf(", %" PRIu64 " boards", result->nodes);
    putchar('\n');
}

int cli_print_advice(const struct cli_adviser *adviser, const struct trey_guess *guess)
{
    struct trey_view view;
    struct trey_search_result result;
    struct trey_confidence confidence;
    struct trey_error error;
    trey_guess_view(guess, &view);
    print_position(guess);
    if (run_search(adviser, guess, &result, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    if (result.best < 0) {
        puts("The game is over.");
        return 0;
    }
    trey_confidence_of(&view, &result, adviser->measure != CLI_MEASURE_OWN, &confidence);
    puts("move    behind  what it does");
    for (int move = 0; move < 4; move++)
        print_move(adviser, &view, &confidence, result.best, move);
    print_certainty(&result, &confidence);
    print_expected(adviser, &view, &result, &confidence);
    return 0;
}

/* --- JSON ------------------------------------------------------------------------------
 */

static json_t *json_of_board(const struct trey_rules *rules, trey_board board)
{
    json_t *array = json_array();
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++)
        json_array_append_new(array, json_integer((json_int_t)trey_rules_tile(
                                         rules, trey_board_rank(board, cell))));
    return array;
}

static json_t *json_of_decks(const struct trey_guess *guess)
{
    json_t *array = json_array();
    for (int i = 0; i < guess->count; i++) {
        char deck[TREY_DECK_TEXT], next[TREY_NEXT_TEXT];
        const struct trey_view *view = &guess->views[i];
        trey_deck_format(view->deck, deck, sizeof deck);
        trey_next_format(&view->rules, view->next, next, sizeof next);
        json_array_append_new(array, json_pack("{ss ss sf}", "deck", deck, "next", next,
                                               "probability", guess->weight[i]));
    }
    return array;
}

static json_t *json_of_facts(const struct trey_facts *facts)
{
    return json_pack("{si sI si si sb si si sf sf}", "merges", facts->merges, "gain",
                     (json_int_t)facts->gain, "empty", facts->empty, "ready",
                     facts->ready, "largest_in_corner", facts->is_corner, "chain",
                     facts->chain, "shut_in", facts->shut_in, "over", facts->over,
                     "one_slide_left", facts->stuck);
}

/* Adds values, reasons and facts of the moves; null for illegal ones. */
static void add_moves(const struct trey_view *view,
                      const struct trey_search_result *result, json_t *object)
{
    json_t *values = json_object(), *reasons = json_object(), *all = json_object();
    for (int i = 0; i < 4; i++) {
        struct trey_facts facts;
        const char *key = trey_direction_key(i);
        char text[TREY_FACTS_TEXT];
        trey_facts_of(view, (enum trey_direction)i, &facts);
        trey_facts_text(&view->rules, &facts, text, sizeof text);
        json_object_set_new(values, key,
                            facts.legal ? json_real(result->value[i]) : json_null());
        json_object_set_new(reasons, key, facts.legal ? json_string(text) : json_null());
        json_object_set_new(all, key, facts.legal ? json_of_facts(&facts) : json_null());
    }
    json_object_set_new(object, "values", values);
    json_object_set_new(object, "reasons", reasons);
    json_object_set_new(object, "facts", all);
}

/* Adds certainty, the lead over each move in percent, and the values of each depth. */
static void add_certainty(const struct cli_adviser *adviser, const struct trey_view *view,
                          const struct trey_search_result *result, json_t *object)
{
    struct trey_confidence confidence;
    json_t *over = json_object(), *depths = json_array();
    double percent[4];
    bool points = adviser->measure != CLI_MEASURE_OWN;
    trey_confidence_of(view, result, points, &confidence);
    for (int i = 0; i < 4; i++) {
        bool other = (result->legal >> i & 1) != 0 && i != result->best;
        percent[i] = trey_confidence_percent(&confidence, i);
        json_object_set_new(over, trey_direction_key(i),
                            other ? json_string(trey_certainty_text(confidence.over[i]))
                                  : json_null());
    }
    for (unsigned i = 0; i < result->history_count; i++)
        json_array_append_new(
            depths,
            json_pack("{si sf sI so}", "depth", (int)result->history[i].depth_plies,
                      "min_probability", result->history[i].min_probability, "nodes",
                      (json_int_t)result->history[i].nodes, "values",
                      cli_json_by_move(result->legal, result->history[i].value)));
    json_object_update_new(
        object,
        json_pack(
            "{ss? so sb so so so so}", "certainty",
            result->best >= 0 ? trey_certainty_text(confidence.certainty) : NULL,
            "certainty_over", over, "only_move", (int)confidence.only, "to_come",
            points && result->best >= 0 ? json_real(confidence.to_come) : json_null(),
            "behind_percent",
            points ? cli_json_by_move(result->legal, percent) : json_null(), "doubt",
            cli_json_by_move(result->legal, confidence.doubt), "depths", depths));
}

int cli_json_advice(const struct cli_adviser *adviser, const struct trey_guess *guess)
{
    struct trey_view view;
    struct trey_search_result result;
    struct trey_error error;
    trey_guess_view(guess, &view);
    if (trey_guess_search(guess, adviser->search, &adviser->limits, &result, &error) !=
        TREY_OK)
        return cli_fail(NULL, &error);
    char rules[TREY_RULES_TEXT], next[TREY_NEXT_TEXT], deck[TREY_DECK_TEXT];
    trey_rules_format(&view.rules, rules, sizeof rules);
    trey_next_format(&view.rules, view.next, next, sizeof next);
    trey_deck_format(view.deck, deck, sizeof deck);
    json_t *object = json_pack("{ss so ss ss so ss?}", "rules", rules, "board",
                               json_of_board(&view.rules, view.board), "next", next,
                               "deck", deck, "decks", json_of_decks(guess), "best",
                               result.best >= 0 ? trey_direction_key(result.best) : NULL);
    add_moves(&view, &result, object);
    add_certainty(adviser, &view, &result, object);
    json_object_update_new(
        object,
        json_pack("{si sb sb ss sI}", "depth", (int)result.depth_plies, "exact",
                  (int)result.exact, "points", (int)(adviser->measure != CLI_MEASURE_OWN),
                  "values_are", measure_text(adviser, &view.rules, result.exact), "nodes",
                  (json_int_t)result.nodes));
    return cli_print_json(object);
}
