/* Grades answers from other programs against the solution. An answer is right if its
 * values are within TOLERANCE of valid ones: final scores or points to come; for an
 * after-state, with any slide that makes it; minimum and maximum, for any image of the
 * board, since they depend on which of equally good slides comes first. A slide that the
 * answer names must be as good as the best. */
#include "extras/exact/grade.h"
#include "board/cells.h"
#include "exact/answers/query.h"
#include "exact/answers/value.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE 0.001

struct answer_values {
    int count; /* count of numbers */
    double number[3];
    int slide; /* -1: none */
};

/* Parses the text after " = ": one to three numbers, and possibly a slide. */
static bool parse_answer(const char *at, const char *end, struct answer_values *given)
{
    char text[128];
    size_t size = (size_t)(end - at);
    *given = (struct answer_values){.slide = -1};
    if (size >= sizeof text)
        return false;
    memcpy(text, at, size);
    text[size] = '\0';
    char *next = text;
    while (given->count < 3) {
        char *stop;
        double number = strtod(next, &stop);
        if (stop == next)
            break;
        given->number[given->count++] = number;
        next = stop;
    }
    next += strspn(next, " \t");
    enum trey_direction d;
    if (*next != '\0' && trey_direction_of_letter(*next, &d)) {
        given->slide = (int)d;
        next++;
    }
    next += strspn(next, " \t");
    return given->count > 0 && *next == '\0';
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= TOLERANCE;
}

static bool matches(const struct trey_exact *exact, const struct answer_values *given,
                    const struct trey_exact_value *value, double now)
{
    if (given->count == 1)
        return exact->game.folded && is_near(given->number[0], value->avg - now);
    if (given->count != 3 || !is_near(given->number[1], value->avg - now))
        return false;
    return exact->game.folded || (is_near(given->number[0], value->min - now) &&
                                  is_near(given->number[2], value->max - now));
}

static bool matches_either(const struct trey_exact *exact,
                           const struct answer_values *given,
                           const struct trey_exact_value *value, trey_board board)
{
    return matches(exact, given, value, 0) ||
           matches(exact, given, value, trey_exact_score(exact, board));
}

/* True if the answer is right for any slide that reaches the after-state. */
static bool after_value_matches(const struct trey_exact *exact,
                                const struct answer_values *given, trey_board board,
                                int hint)
{
    struct trey_exact_value value;
    int d = trey_exact_slide_to(exact, board, hint, 0);
    for (; d != TREY_NO_SLIDE; d = trey_exact_slide_to(exact, board, hint, d + 1)) {
        if (trey_exact_after_slide(exact, board, d, hint, &value)) {
            trey_exact_subtract_score(exact, board, &value);
            if (matches_either(exact, given, &value, board))
                return true;
        }
        if (d == TREY_FIRST_TILE)
            return false;
    }
    return false;
}

static bool slide_is_good(const struct trey_exact *exact, trey_board board, int hint,
                          int slide)
{
    struct trey_exact_value value[4];
    int best = trey_exact_best(exact, board, hint);
    return slide < 0 || (best >= 0 && trey_exact_slides(exact, board, hint, value) &&
                         is_near(value[slide].avg, value[best].avg));
}

static bool is_right(const struct trey_exact *exact, const struct trey_exact_state *state,
                     const struct answer_values *given)
{
    const struct trey_exact_game *game = &exact->game;
    trey_board image[TREY_IMAGES];
    trey_fold_images(game, &game->orbit, state->board, image);
    if (!state->after && !slide_is_good(exact, state->board, state->hint, given->slide))
        return false;
    for (unsigned i = 0; i <= game->orbit.steps; i++) {
        struct trey_exact_value value;
        if (state->after) {
            if (after_value_matches(exact, given, image[i], state->hint))
                return true;
        } else if (trey_exact_before(exact, image[i], state->hint, &value) &&
                   matches_either(exact, given, &value, state->board)) {
            return true;
        }
    }
    return false;
}

/* The last " = " of a line, or NULL. */
static const char *find_answer(const char *line, size_t size)
{
    for (size_t i = size; i >= 3; i--)
        if (memcmp(line + i - 3, " = ", 3) == 0)
            return line + i - 3;
    return NULL;
}

enum trey_exact_mark trey_exact_grade(const struct trey_exact *exact, const char *line,
                                      size_t line_bytes, char *text, size_t size_bytes)
{
    const char *at = find_answer(line, line_bytes);
    struct trey_exact_state state;
    struct answer_values given;
    char answer[TREY_EXACT_ANSWER_BYTES];
    if (size_bytes > 0)
        text[0] = '\0';
    if (at == NULL)
        return TREY_EXACT_NO_ANSWER;
    size_t query_bytes = (size_t)(at - line);
    trey_exact_answer(exact, line, query_bytes, false, false, answer, sizeof answer);
    snprintf(text, size_bytes, "%s", answer);
    bool legal = strncmp(answer, " = -1", 5) != 0;
    if (!parse_answer(at + 3, line + line_bytes, &given))
        return TREY_EXACT_WRONG;
    bool right = given.count == 1 && given.number[0] == -1;
    if (legal)
        right = trey_exact_parse_state(&exact->game, line, query_bytes, &state) &&
                is_right(exact, &state, &given);
    return right ? TREY_EXACT_CORRECT : TREY_EXACT_WRONG;
}
