#include "board_text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void cli_board_of_view(const struct trey_view *view, int newest, struct cli_board *board)
{
    *board = (struct cli_board){.rows = view->rules.shape.rows,
                                .cols = view->rules.shape.cols,
                                .doubling = view->rules.slide != TREY_SLIDE_THREES,
                                .newest = newest};
    for (int cell = 0; cell < board->rows * board->cols; cell++) {
        int rank = trey_board_rank(view->board, cell);
        board->rank[cell] = (uint8_t)rank;
        board->tile[cell] = rank == 0 ? 0 : trey_rules_tile(&view->rules, rank);
    }
}

static int digit_value(char digit)
{
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                                          : 0;
}

void cli_board_of_answer(const json_t *answer, int newest, struct cli_board *board)
{
    const json_t *number, *tiles = json_object_get(answer, "board");
    const char *ranks = json_string_value(json_object_get(answer, "hex"));
    struct trey_rules rules = {0};
    const char *name = json_string_value(json_object_get(answer, "rules"));
    if (name != NULL)
        (void)trey_rules_parse(name, &rules, NULL);
    *board = (struct cli_board){.rows = rules.shape.rows,
                                .cols = rules.shape.cols,
                                .doubling = rules.slide != TREY_SLIDE_THREES,
                                .newest = newest};
    size_t cell;
    json_array_foreach(tiles, cell, number)
    {
        if (cell >= 16 || ranks == NULL || ranks[cell] == '\0')
            break;
        board->rank[cell] = (uint8_t)digit_value(ranks[cell]);
        board->tile[cell] = (uint64_t)json_integer_value(number);
    }
}

static int column_width(const struct cli_board *board)
{
    int width = 3;
    for (int cell = 0; cell < board->rows * board->cols; cell++) {
        int digits = snprintf(NULL, 0, "%llu", (unsigned long long)board->tile[cell]);
        width = digits > width ? digits : width;
    }
    return width;
}

static void print_cell(FILE *out, const struct cli_board *board, int cell, int width,
                       enum cli_palette palette, int colours)
{
    char tile[24] = ".";
    if (board->rank[cell] != 0)
        snprintf(tile, sizeof tile, "%llu", (unsigned long long)board->tile[cell]);
    const char *mark = cell == board->newest ? "*" : "";
    int blanks = width - (int)strlen(tile) - (int)strlen(mark) + 1;
    if (colours == 0 || board->rank[cell] == 0) {
        fprintf(out, " %*s%s%s%s", blanks, "", mark, tile, colours != 0 ? " " : "");
        return;
    }
    struct cli_colour colour = cli_tile_colour(
        cli_tile_of(board->doubling, board->rank[cell]), palette, colours);
    fprintf(out, colours >= 256 ? " \033[38;5;%d;48;5;%dm" : " \033[%d;%dm",
            colours >= 256 ? colour.text : 30 + colour.text,
            colours >= 256 ? colour.background : 40 + colour.background);
    fprintf(out, "%*s%s%s \033[0m", blanks, "", mark, tile);
}

void cli_board_print(FILE *out, const struct cli_board *board, enum cli_palette palette,
                     int colours)
{
    int width = column_width(board);
    for (int row = 0; row < board->rows; row++) {
        for (int col = 0; col < board->cols; col++)
            print_cell(out, board, row * board->cols + col, width, palette, colours);
        fputs(colours != 0 ? "\033[K\n" : "\n", out);
    }
}

int cli_colours_of(FILE *out)
{
    const char *term = getenv("TERM");
    if (!cli_colours_wanted() || !isatty(fileno(out)) || term == NULL ||
        strcmp(term, "dumb") == 0)
        return 0;
    return strstr(term, "256") != NULL || getenv("COLORTERM") != NULL ? 256 : 8;
}
