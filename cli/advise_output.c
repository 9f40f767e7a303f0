#include "advise_output.h"
#include "progress.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the position ----------------------------------------------------------------------
 */

/* Colours are for a terminal, and for those who have not said NO_COLOR. */
static bool in_colour(void)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && (no_color == NULL || no_color[0] == '\0') &&
           terminal != NULL && strcmp(terminal, "dumb") != 0;
}

/* As in the game: 1 blue, 2 red, the others white, the largest with red figures. */
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
    bool colour = in_colour();
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
        printf(", deck one of %d", guess->count);
    else if (view.rules.copies != 0)
        printf(", deck %s", deck);
    putchar('\n');
}

/* --- the values ------------------------------------------------------------------------
 */

/* What the numbers are, in words. A network has learned from games played with one ply of
 * foresight, and its estimate is of the points that such play makes: about 93,000 at the
 * start of Threes!, where games by one ply come to 100,000 and those with a search to
 * several times as much (docs/training.md). */
static const char *measure_text(const struct cli_adviser *adviser,
                                const struct trey_rules *rules, bool exact)
{
    bool doubles = trey_rules_merges_score(rules);
    if (adviser->measure == CLI_MEASURE_OWN)
        return "numbers of this player's own, no points";
    if (exact)
        return doubles ? "points that the best play still makes, on average"
                       : "final score of the best play, on average";
    if (adviser->measure == CLI_MEASURE_POINTS)
        return doubles ? "points made within the plies looked ahead, on average"
                       : "score after the plies looked ahead, on average";
    return doubles
               ? "points still to come, as the network estimates them for one-ply play"
               : "final score, as the network estimates it for one-ply play";
}

/* Shows what is best so far, on a line that the answer takes. */
static void show_progress(void *context, const struct trey_search_result *result)
{
    (void)context;
    struct cli_progress line = {0};
    cli_progress_add(&line, "thinking: %c %.1f, depth %u",
                     trey_direction_letter((enum trey_direction)result->best),
                     result->value[result->best], result->depth_plies);
    cli_progress_show(&line, stdout);
}

static enum trey_status search(const struct cli_adviser *adviser,
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

static void print_slide(const struct trey_view *view, int slide,
                        const struct trey_search_result *result)
{
    struct trey_facts facts;
    char text[TREY_FACTS_TEXT];
    trey_facts_of(view, (enum trey_direction)slide, &facts);
    trey_facts_text(&view->rules, &facts, text, sizeof text);
    printf("%c %c ", slide == result->best ? '*' : ' ',
           trey_direction_letter((enum trey_direction)slide));
    double less = result->value[slide] - result->value[result->best];
    if (!facts.legal)
        printf("%10s ", "-");
    else if (slide == result->best)
        printf("%10.1f ", result->value[slide]);
    else
        printf("%+10.1f ", fabs(less) < 0.05 ? 0.0 : less); /* no -0.0 */
    printf(" %s\n", text);
}

int cli_print_advice(const struct cli_adviser *adviser, const struct trey_guess *guess)
{
    struct trey_view view;
    struct trey_search_result result;
    struct trey_error error;
    trey_guess_view(guess, &view);
    print_position(guess);
    if (search(adviser, guess, &result, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    if (result.best < 0) {
        puts("The game is over.");
        return 0;
    }
    for (int slide = 0; slide < 4; slide++)
        print_slide(&view, slide, &result);
    printf("%u %s; values: %s\n", result.depth_plies,
           result.depth_plies == 1 ? "ply" : "plies",
           measure_text(adviser, &view.rules, result.exact));
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
        char deck[TREY_DECK_TEXT];
        trey_deck_format(guess->views[i].deck, deck, sizeof deck);
        json_array_append_new(
            array, json_pack("{ss sf}", "deck", deck, "probability", guess->weight[i]));
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

/* Adds the values, reasons and facts of the slides; null where they are illegal. */
static void add_slides(const struct trey_view *view,
                       const struct trey_search_result *result, json_t *object)
{
    json_t *values = json_object(), *reasons = json_object(), *all = json_object();
    for (int i = 0; i < 4; i++) {
        struct trey_facts facts;
        char text[TREY_FACTS_TEXT], letter[2] = {0};
        letter[0] = trey_direction_letter((enum trey_direction)i);
        trey_facts_of(view, (enum trey_direction)i, &facts);
        trey_facts_text(&view->rules, &facts, text, sizeof text);
        json_object_set_new(values, letter,
                            facts.legal ? json_real(result->value[i]) : json_null());
        json_object_set_new(reasons, letter,
                            facts.legal ? json_string(text) : json_null());
        json_object_set_new(all, letter,
                            facts.legal ? json_of_facts(&facts) : json_null());
    }
    json_object_set_new(object, "values", values);
    json_object_set_new(object, "reasons", reasons);
    json_object_set_new(object, "facts", all);
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
    char best[2] = {0};
    trey_rules_format(&view.rules, rules, sizeof rules);
    trey_next_format(&view.rules, view.next, next, sizeof next);
    trey_deck_format(view.deck, deck, sizeof deck);
    if (result.best >= 0)
        best[0] = trey_direction_letter((enum trey_direction)result.best);
    json_t *object =
        json_pack("{ss so ss ss so ss?}", "rules", rules, "board",
                  json_of_board(&view.rules, view.board), "next", next, "deck", deck,
                  "decks", json_of_decks(guess), "best", result.best >= 0 ? best : NULL);
    add_slides(&view, &result, object);
    json_object_update_new(
        object,
        json_pack("{si sb sb ss sI}", "depth", (int)result.depth_plies, "exact",
                  (int)result.exact, "points", (int)(adviser->measure != CLI_MEASURE_OWN),
                  "values_are", measure_text(adviser, &view.rules, result.exact), "nodes",
                  (json_int_t)result.nodes));
    return cli_print_json(object);
}
