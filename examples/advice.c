/* Prints the value of each move of a position by the heuristic evaluation, and facts
 * about the move.
 *
 * Usage: advice [BOARD [NEXT]]   sixteen numbers from the top left, and the hint */
#include "trey/trey.h"

#include <stdio.h>

static int print_error(const struct trey_error *error)
{
    fprintf(stderr, "advice: %s\n", error->message);
    return 1;
}

static void print_advice(const struct trey_view *view,
                         const struct trey_search_result *found)
{
    for (int i = 0; i < 4; i++) {
        enum trey_direction direction = (enum trey_direction)i;
        struct trey_facts facts;
        char text[TREY_FACTS_TEXT];
        trey_facts_of(view, direction, &facts);
        if (!facts.legal)
            continue;
        trey_facts_text(&view->rules, &facts, text, sizeof text);
        printf("%s%c %8.0f  %s\n", i == found->best ? "* " : "  ",
               trey_direction_letter(direction), found->value[i], text);
    }
}

int main(int argc, char **argv)
{
    const char *board_text = argc > 1 ? argv[1] : "0 0 2 3 0 1 3 12 0 2 6 48 1 3 24 96";
    const char *next_text = argc > 2 ? argv[2] : "3";
    struct trey_error error;
    struct trey_rules rules;
    trey_board board;
    trey_next next;
    struct trey_guess guess;
    if (trey_rules_named("window", &rules, &error) != TREY_OK ||
        trey_rules_parse_board(&rules, board_text, &board, &error) != TREY_OK ||
        trey_next_parse(&rules, next_text, &next, &error) != TREY_OK ||
        trey_guess_make(&rules, board, next, TREY_DECK_UNKNOWN, &guess, &error) !=
            TREY_OK)
        return print_error(&error);

    /* An evaluator gives values of boards; a search looks three plies ahead with it. */
    struct trey_evaluator *evaluator = NULL;
    struct trey_search *search = NULL;
    struct trey_search_limits limits;
    struct trey_search_result found;
    struct trey_view view;
    int result = 0;
    trey_search_limits_defaults(&limits);
    limits.depth_plies = 3;
    trey_guess_view(&guess, &view);
    if (trey_evaluator_named("heuristic", rules.shape, TREY_EVAL_THREES, &evaluator,
                             &error) != TREY_OK ||
        trey_search_new(&rules, evaluator, (size_t)1 << 20, &search, &error) != TREY_OK ||
        trey_search_run(search, &view, &limits, &found, &error) != TREY_OK)
        result = print_error(&error);
    else if (found.best < 0)
        puts("the game is over");
    else
        print_advice(&view, &found);
    trey_search_free(search);
    trey_evaluator_free(evaluator);
    return result;
}
