/* The line protocol of `trey solve`: "b t0 t1 ... +h" in, " = min avg max" out.
 *
 * It must handle over a million lines a second, so numbers are printed here instead of by
 * snprintf. The result equals printf's %.10g: v is scaled to ten digits and rounded. The
 * product is accurate to 2e-6 of the last digit; where that could change the rounding,
 * snprintf is called. */
#include "exact/answers/query.h"

#include "exact/answers/command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* Parses a number of at most five digits, followed by a blank or the end; -1 otherwise.
 */
static int parse_number(const char **at, const char *end)
{
    const char *start = *at;
    int number = 0;
    while (*at < end && **at >= '0' && **at <= '9' && *at - start < 5)
        number = 10 * number + (*(*at)++ - '0');
    bool bare = *at == end || **at == ' ' || **at == '\t';
    return *at == start || !bare ? -1 : number;
}

/* Rank of a tile's value, 0 for an empty cell; -1 if the value is not a valid tile. */
static int rank_of(const struct trey_exact_game *game, int tile)
{
    if (game->is_2048)
        return tile == 0                              ? 0
               : tile > 1 && (tile & (tile - 1)) == 0 ? __builtin_ctz((unsigned)tile)
                                                      : -1;
    return tile < 0 ? -1 : trey_rank_of_tile((uint64_t)tile);
}

/* Parses blanks and a tile for each cell. */
static bool parse_board(const struct trey_exact_game *game, const char **at,
                        const char *end, trey_board *board)
{
    *board = 0;
    for (unsigned cell = 0; cell < game->cells; cell++) {
        const char *blank = *at;
        *at = skip_blanks(*at, end);
        int rank = *at == blank ? -1 : rank_of(game, parse_number(at, end));
        if (rank < 0 || rank > 15)
            return false;
        *board |= (trey_board)rank << (4 * cell);
    }
    return true;
}

/* Parses a query; returns NULL, or a message if the line is not a query. */
static const char *parse_query(const struct trey_exact_game *game, const char *line,
                               size_t size_bytes, struct trey_exact_state *state)
{
    const char *end = line + size_bytes, *at = skip_blanks(line, end);
    if (at == end || (*at != 'a' && *at != 'b'))
        return "a query begins with a or b";
    state->after = *at++ == 'a';
    state->hint = 0;
    if (!parse_board(game, &at, end, &state->board))
        return "a valid tile is expected for each cell, 0 for an empty one";
    const char *blank = at;
    at = skip_blanks(at, end);
    if (game->is_2048)
        return at == end ? NULL : "unexpected text after the board";
    if (at == blank || at == end || *at++ != '+')
        return "a hint is expected after the board: +1, +2 or +3";
    state->hint = parse_number(&at, end);
    if (state->hint < 1 || state->hint > 3)
        return "the hint must be +1, +2 or +3";
    return skip_blanks(at, end) == end ? NULL : "unexpected text after the hint";
}

bool trey_exact_parse_state(const struct trey_exact_game *game, const char *line,
                            size_t size_bytes, struct trey_exact_state *state)
{
    return parse_query(game, line, size_bytes, state) == NULL;
}

const char *trey_exact_query_error(const struct trey_exact *exact, const char *line,
                                   size_t line_bytes)
{
    struct trey_exact_state state;
    return parse_query(&exact->game, line, line_bytes, &state);
}

/* Same as printf's " %.10g" for 0 <= v. */
static char *print_number(char *to, double v)
{
    double scale = 1e9;
    for (double top = 10; v >= top && top < 1e9; top *= 10)
        scale /= 10;
    double scaled = v * scale, whole = floor(scaled), rest = scaled - whole;
    if (v != 0 && (v < 1 || v >= 1e8 || fabs(rest - 0.5) < 1e-4 || whole >= 9999999999.0))
        return to + snprintf(to, 28, " %.10g", v);
    uint64_t digits = (uint64_t)whole + (rest > 0.5), unit = (uint64_t)scale;
    uint64_t left = digits / unit, right = digits % unit;
    char text[24];
    int at = (int)sizeof text;
    if (right != 0) {
        while (right % 10 == 0) {
            right /= 10;
            unit /= 10;
        }
        for (; unit > 1; unit /= 10, right /= 10)
            text[--at] = (char)('0' + right % 10);
        text[--at] = '.';
    }
    do {
        text[--at] = (char)('0' + left % 10);
    } while ((left /= 10) != 0);
    text[--at] = ' ';
    memcpy(to, text + at, sizeof text - (size_t)at);
    return to + (sizeof text - (size_t)at);
}

char *trey_exact_print_value(const struct trey_exact *exact,
                             const struct trey_exact_value *value, double now, char *to)
{
    memcpy(to, " =", 2);
    to += 2;
    if (exact->game.folded)
        return print_number(to, value->avg - now);
    to = print_number(to, value->min - now);
    to = print_number(to, value->avg - now);
    return print_number(to, value->max - now);
}

char *trey_exact_print_state(const struct trey_exact_game *game,
                             const struct trey_exact_state *state, char *to)
{
    *to++ = state->after ? 'a' : 'b';
    for (unsigned cell = 0; cell < game->cells; cell++)
        to += snprintf(to, 16, " %u",
                       (unsigned)game->tile[state->board >> (4 * cell) & 15]);
    if (!game->is_2048)
        to += snprintf(to, 16, " +%d", state->hint);
    return to;
}

double trey_exact_score(const struct trey_exact *exact, trey_board board)
{
    return exact->game.is_2048 ? 0 : (double)trey_exact_points(&exact->game, board);
}

/* The answer of a play table: a slide. */
static char *print_slide(const struct trey_exact *exact, const char *line,
                         size_t line_bytes, char *to)
{
    struct trey_exact_state state;
    int slide = -1;
    if (trey_exact_parse_state(&exact->game, line, line_bytes, &state) && !state.after)
        slide = trey_exact_best(exact, state.board, state.hint);
    memcpy(to, " = -1", 5);
    if (slide < 0)
        return to + 5;
    to[3] = trey_direction_letter((enum trey_direction)slide);
    return to + 4;
}

/* Writes the answer, at most TREY_EXACT_ANSWER_BYTES - 1 bytes, without a zero byte;
 * returns its end. */
static char *print_answer(const struct trey_exact *exact, const char *line,
                          size_t line_bytes, bool remaining, bool best, char *to)
{
    struct trey_exact_state state;
    struct trey_exact_value value;
    if (exact->kind == TREY_EXACT_PLAY)
        return print_slide(exact, line, line_bytes, to);
    if (!trey_exact_parse_state(&exact->game, line, line_bytes, &state) ||
        !(state.after ? trey_exact_after(exact, state.board, state.hint, &value)
                      : trey_exact_before(exact, state.board, state.hint, &value))) {
        memcpy(to, " = -1", 5);
        return to + 5;
    }
    double now = remaining ? trey_exact_score(exact, state.board) : 0;
    to = trey_exact_print_value(exact, &value, now, to);
    int slide =
        best && !state.after ? trey_exact_best(exact, state.board, state.hint) : -1;
    if (slide >= 0) {
        *to++ = ' ';
        *to++ = trey_direction_letter((enum trey_direction)slide);
    }
    return to;
}

size_t trey_exact_answer(const struct trey_exact *exact, const char *line,
                         size_t line_bytes, bool remaining, bool best, char *text,
                         size_t size_bytes)
{
    char whole[TREY_EXACT_ANSWER_BYTES];
    char *end = print_answer(exact, line, line_bytes, remaining, best, whole);
    size_t size = (size_t)(end - whole);
    if (size_bytes == 0)
        return 0;
    if (size >= size_bytes)
        size = size_bytes - 1;
    memcpy(text, whole, size);
    text[size] = '\0';
    return size;
}
