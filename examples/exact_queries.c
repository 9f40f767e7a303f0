/* Solves the game on a board of 2x3 and asks for values of positions, by query lines of
 * the course and by functions.
 *
 * Usage: exact_queries [QUERY...]   for example "b 6 96 3 0 24 0 +1" */
#include "trey/trey.h"

#include <stdio.h>
#include <string.h>

static void answer_query(const struct trey_exact *exact, const char *query)
{
    char answer[TREY_EXACT_ANSWER_BYTES];
    trey_exact_answer(exact, query, strlen(query), false, true, answer, sizeof answer);
    printf("%s%s\n", query, answer);
}

/* Prints every move of a board with its value; the hint is 1. */
static int print_moves(const struct trey_exact *exact, const char *text)
{
    struct trey_exact_value value[4];
    struct trey_rules rules;
    struct trey_error error;
    trey_board board;
    if (trey_rules_parse("course rows=2 cols=3", &rules, &error) != TREY_OK ||
        trey_rules_parse_board(&rules, text, &board, &error) != TREY_OK) {
        fprintf(stderr, "exact_queries: %s\n", error.message);
        return 1;
    }
    if (!trey_exact_slides(exact, board, 1, value)) {
        printf("%s: no position of this game\n", text);
        return 0;
    }
    for (int i = 0; i < 4; i++)
        if (value[i].avg >= 0.0)
            printf("%c: %.3f on average, from %.0f to %.0f\n",
                   trey_direction_letter((enum trey_direction)i), value[i].avg,
                   value[i].min, value[i].max);
    return 0;
}

int main(int argc, char **argv)
{
    const struct trey_shape shape = {2, 3};
    struct trey_exact_options options;
    struct trey_exact_counts counts;
    struct trey_exact *exact;
    struct trey_error error;
    trey_exact_defaults(TREY_EXACT_COURSE, shape, &options);
    options.values = true; /* kept for queries */
    if (trey_exact_solve(&options, &exact, &error) != TREY_OK) {
        fprintf(stderr, "exact_queries: %s\n", error.message);
        return 1;
    }
    trey_exact_count(exact, &counts);
    printf("%llu boards; the best play makes %.3f points on average\n",
           (unsigned long long)counts.boards, counts.root_value);
    answer_query(exact, "a 0 0 0 0 0 0 +1");
    for (int i = 1; i < argc; i++)
        answer_query(exact, argv[i]);
    int failed = print_moves(exact, "6 96 3 0 24 0");
    trey_exact_free(exact);
    return failed;
}
