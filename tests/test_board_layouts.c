/* Reading boards in the layouts that people, other programs and trey print: a table of
 * examples, random boards printed by a slow printer and read back, and texts that must
 * not be read as another board. */
#include "rules/command.h"
#include "support/oracle.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct trey_rules rules_of(const char *name)
{
    struct trey_rules rules;
    if (trey_rules_parse(name, &rules, NULL) != TREY_OK)
        fail_msg("rules '%s'", name);
    return rules;
}

/* --- examples ----------------------------------------------------------------------- */

/* `hex`: the expected ranks; NULL: refused, with a reason that contains `message`. */
struct example {
    const char *rules, *text, *hex, *message;
};

#define EMPTY_ADVICE "write . or 0 for each empty cell"

static const struct example examples[] = {
    /* as trey prints boards */
    {"window", ". 3 3 48 . 1 3 48 . . 6 192 2 . 6 384", "033701370049204a", NULL},
    {"window",
     "     .     3     3    48\n     .     1     3    48\n     .     .     6   192\n"
     "     2     .     6   384\n",
     "033701370049204a", NULL},
    {"window", "   .   3   3  48\n   .  *1   3  48\n   .   . 6 192\n 2 . 6 384",
     "033701370049204a", NULL},
    {"window",
     " \033[38;5;15;48;5;74m  3 \033[0m .\033[K\n \033[1;97m 1\033[0m 0\033[K\n"
     "0 0\n0 0\n0 0\n0 0\n0 0\n0 0\n",
     "3010000000000000", NULL},
    /* words for empty cells */
    {"window", "- - - -/- 1 2 -/- 3 3 -/- - - -", "0000012003300000", NULL},
    {"window", "x x x x\nX 1 2 x\n_ 3 3 _\n\302\267 \342\200\223 \342\200\224 .\n",
     "0000012003300000", NULL},
    /* lists */
    {"window", "[[0, 3, 3, 48], [0, 1, 3, 48], [0, 0, 6, 192], [2, 0, 6, 384]]",
     "033701370049204a", NULL},
    {"window", "[0,3,3,48,0,1,3,48,0,0,6,192,2,0,6,384]", "033701370049204a", NULL},
    {"window",
     "[[  0   3   3  48]\n [  0   1   3  48]\n [  0   0   6 192]\n"
     " [  2   0   6 384]]",
     "033701370049204a", NULL},
    {"window", "[ 0 3 3 48]\n[0 1 3 48]\n[0 0 6 192]\n[2 0 6 384]", "033701370049204a",
     NULL},
    {"window",
     "array([[0, 3, 3, 48],\n       [0, 1, 3, 48],\n       [0, 0, 6, 192],\n"
     "       [2, 0, 6, 384]], dtype=uint16)",
     "033701370049204a", NULL},
    {"window",
     "((None, 3, 3, 48), (None, 1, 3, 48), (None, None, 6, 192), "
     "(2, None, 6, 384))",
     "033701370049204a", NULL},
    {"window", "[null,3,3,48,null,1,3,48,0,0,6,192,2,0,6,384]", "033701370049204a", NULL},
    {"window",
     "[['', '3', '3', '48'], ['', '1', '3', '48'], [' ', '.', '6', '192'],"
     " ['2', '', '6', '384']]",
     "033701370049204a", NULL},
    {"window", "[\n [\n 0,\n 3,\n 3,\n 48\n ],\n [0,1,3,48],[0,0,6,192],[2,0,6,384]\n]\n",
     "033701370049204a", NULL},
    {"window", "[0 3 3 48; 0 1 3 48; 0 0 6 192; 2 0 6 384]", "033701370049204a", NULL},
    {"window", "0, 3, 3, 48,\n0, 1, 3, 48,\n0, 0, 6, 192,\n2, 0, 6, 384",
     "033701370049204a", NULL},
    /* blank cells */
    {"window",
     "| 3 |   | 6 | 12|\n| 2 | 1 | 3 |   |\n| 24| 48| 96|   |\n| 1 | 2 |   | 3 |\n",
     "3045213067801203", NULL},
    {"window", "3,,6,12\n2,1,3,\n24,48,96,\n1,2,,3\n", "3045213067801203", NULL},
    {"window", "3;;6;12\r\n2;1;3;\r\n24;48;96;\r\n1;2;;3\r\n", "3045213067801203", NULL},
    {"window", "3\t\t6\t12\n2\t1\t3\t\n24\t48\t96\t\n1\t2\t\t3\n", "3045213067801203",
     NULL},
    {"window", "3,,6,12/2,1,3,/24,48,96,/1,2,,3", "3045213067801203", NULL},
    {"window", ",,,\n,1,2,\n,3,3,\n,,,\n", "0000012003300000", NULL},
    {"window",
     "+---+---+\n| 3 | 1 |\n+---+---+\n| 2 | 6 |\n+---+---+\n| 3 |   |\n"
     "+---+---+\n| 1 |   |\n+---+---+",
     NULL, EMPTY_ADVICE},
    {"window", " | | | \n |1|2| \n |3|3| \n | | | \n", NULL, EMPTY_ADVICE},
    {"window", " | | | \n |1|2| \n |3|3| \n | | |1\n", "0000012003300001", NULL},
    {"window", "[[1. 2. 0. 0.] [0. 3. 6. 0.] [0.0 0. 0. 0.] [0. 0. 0. 12.]]",
     "1200034000000005", NULL},
    {"window", "[[1,2,0,0,],[0,3,6,0],[1,1,1,1],[0,0,0,0],]", "1200034011110000", NULL},
    {"window", "{{2,3,1,1},{1,1,6,6},{1,0,3,3},{,1,3,3}}", NULL, "empty element"},
    {"window", "[1. 2. 0.5 0.]", NULL, "'0.5'"},
    {"window", "|||||\n||1|2||\n||3|3||\n|||||\n", "0000012003300000", NULL},
    {"window",
     "|   |   |   |   |\n|---|:-:|--:|---|\n|   |   |   |   |\n|   | 1 | 2 |   |\n"
     "|   | 3 | 3 |   |\n|   |   |   |   |\n",
     "0000012003300000", NULL},
    {"window rows=2 cols=2", "|\n|---|---|\n| 2 | 1 |\n| 1 | 2 |\n", "2112", NULL},
    {"window",
     "|   | 3 | 3 | 48 |\n| --- | --- | --- | --- |\n|   | 1 | 3 | 48 |\n|   |   | 6 | "
     "192 |\n"
     "| 2 |   | 6 | 384 |",
     "033701370049204a", NULL},
    {"window",
     "+---+---+---+---+\n|   |   |   |   |\n+---+---+---+---+\n|   | 1 | 2 |   |\n"
     "+---+---+---+---+\n|   | 3 | 3 |   |\n+---+---+---+---+\n|   |   |   |   |\n"
     "+---+---+---+---+\n",
     "0000012003300000", NULL},
    {"window",
     "\342\224\214\342\224\200\342\224\220\r\n\342\224\202 \342\224\202 \342\224\202 "
     "\342\224\202 \342\224\202\r\n\342\224\202 \342\224\202 1 \342\224\202 2 "
     "\342\224\202 "
     "\342\224\202\r\n\342\224\202 \342\224\202 3 \342\224\202 3 \342\224\202 "
     "\342\224\202\r\n\342\224\202 \342\224\202 \342\224\202 \342\224\202 "
     "\342\224\202\r\n\342\224\224\342\224\200\342\224\230\r\n",
     "0000012003300000", NULL},
    {"window",
     "+---------+\n| . 3 3 48 |\n| . 1 3 48 |\n| . . 6 192 |\n| 2 . 6 384 |\n"
     "+---------+",
     "033701370049204a", NULL},
    {"window", "-----\n0 3 3 48\n0 1 3 48\n0 0 6 192\n2 0 6 384\n-----\n",
     "033701370049204a", NULL},
    {"window,rows=2,cols=3", "3,,6\n,2,\n", "304020", NULL},
    /* thousands separators, full-width digits */
    {"window", "1,536 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 12,288", "c00000000000000f",
     NULL},
    {"window", "1,536, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12,288",
     "c00000000000000f", NULL},
    {"window", "| 1 536 | | | |\n| | | | |\n| | | | |\n| | | | 12 288 |",
     "c00000000000000f", NULL},
    {"window", "1\302\240536 0 0 0 0 0 0 0 0 0 0 0 0 0 0 12\342\200\257288",
     "c00000000000000f", NULL},
    {"window", "\"1,536\",0,0,0,0,0,0,0,0,0,0,0,0,0,0,\"\"", "c000000000000000", NULL},
    {"2048", "2,048 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1,024", "b00000000000000a", NULL},
    {"window",
     "\357\274\221\357\274\222 \357\274\220 0 0 0 0 0 0 0 0 0 0 0 0 0 "
     "\357\274\221",
     "5000000000000001", NULL},
    {"window", "1,192,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "1900000000000000", NULL},
    /* ranks and tiles */
    {"window", " 0123456789abcdeF\r\n", "0123456789abcdef", NULL},
    {"window", "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 12", "1111111111111115", NULL},
    {"window,rows=2,cols=2", "1200", "1200", NULL},
    /* refused: a cell is missing, or may be */
    {"window", "3 6 12\n2 1 3\n24 48 96\n1 2 3\n", NULL, EMPTY_ADVICE},
    {"window", " 3     6 12\n 2  1  3\n24 48 96\n 1  2     3\n", NULL,
     "found 12 tiles, expected 16"},
    {"window,rows=3,cols=4", "3 6 12\n2 1 3\n24 48 96\n1 2 3\n", NULL, "3 rows of 4"},
    {"window,rows=3,cols=4", "3 6 12\n2 1 3 3\n24 48\n1 2 3\n", NULL, "3 rows of 4"},
    {"window,rows=3,cols=4", "3,,6,12\n2,1,3,\n24,48,96,\n1,2,,3\n", NULL, ""},
    {"window,rows=2,cols=2", "- - - -/- 1 2 -/- 3 3 -/- - - -", NULL, "more than 4"},
    {"window", "3,,6\n2,1,3,\n24,48,96,\n1,2,,3\n", NULL, EMPTY_ADVICE},
    {"window", "|3||6|12|\n|2|1|3|\n|24|48|96||\n|1|2||3|\n", NULL, EMPTY_ADVICE},
    {"window",
     "| 3 1 |   | 6 | 12|\n| 2 | 1 | 3 |   |\n| 24| 48| 96|   |\n| 1 | 2 |   | 3 |", NULL,
     EMPTY_ADVICE},
    {"window", "0 3 3 48 , , 0 1 3 48 0 0 6 192 2 0 6 384", NULL, EMPTY_ADVICE},
    {"window", "| | | | |\n|---|---|---|---|\n|1|2|3|1|\n|1|2|3|6|\n|1|1|1|1|", NULL,
     "header"},
    {"window,rows=3,cols=4",
     "+-+-+-+-+\n| | | | |\n+-+-+-+-+\n| | |2| |\n+-+-+-+-+\n| | | | |\n+-+-+-+-+\n| | | "
     "| |\n"
     "+-+-+-+-+",
     NULL, "found 1 tile, expected 12"},
    {"window", "|1|2|3|1|\n|-|-|-|-|\n|1|2|3|1|\n|1|2|3|6|\n", NULL, "border"},
    /* refused: not a board */
    {"window", "", NULL, "0 tiles"},
    {"window", "[[0, 3, 3, 48], [0, 1, 3, 48], [0, 0, 6, 192], [2, 0, 6, 384]", NULL,
     "bracket"},
    {"window", "[0, [3, 3, 48], 0, 1, 3, 48, 0, 0, 6, 192, 2, 0, 6, 384]", NULL,
     "bracket"},
    {"window", "0 3 3 48 0 1 3 48 0 0 6 192 2 0 6 384]", NULL, "bracket"},
    {"window", "2 [0 3 3 48 0 1 3 48 0 0 6 192 2 0 6]", NULL, "bracket"},
    {"window", "[0 3 3 48 0 1 3 48 0 0 6 192 2 0 6 384] 1", NULL, "outside"},
    {"window", "'0 3 3 48 0 1 3 48 0 0 6 192 2 0 6 384", NULL, "quote"},
    {"window", "1,536,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0", NULL, "'536'"},
    {"window", "0,1,536 0 0 0 0 0 0 0 0 0 0 0 0 0 0", NULL, "'536'"},
    {"window", "1 536 0 0 0 0 0 0 0 0 0 0 0 0 0 0", NULL, "'536'"},
    {"window", "1.536 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", NULL, "'1.536'"},
    {"window", "*1 *2 0 0 0 0 0 0 0 0 0 0 0 0 0 0", NULL, "'*2'"},
    {"window", "0x0000012003300000", NULL, "not a valid tile"},
    {"window", "-- -- -- --\n3 3 3 3\n3 3 3 3\n1 1 1 1\n", NULL, "'--'"},
    {"window", "--- --- --- ---\n3 3 3 3\n3 3 3 3\n1 1 1 1\n", NULL, "'---'"},
    {"window", "score 0 3 3 48 0 1 3 48 0 0 6 192 2 0 6", NULL, "'score'"},
    {"2048", "65536 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", NULL, "above 32768"},
};

static void test_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const struct example *example = &examples[i];
        struct trey_rules rules = rules_of(example->rules);
        struct trey_error error = {0};
        char hex[TREY_BOARD_TEXT] = "";
        trey_board board = 77;
        enum trey_status status =
            trey_rules_parse_board(&rules, example->text, &board, &error);
        if (status == TREY_OK)
            trey_board_format(rules.shape, board, hex, sizeof hex);
        if (example->hex == NULL) {
            if (status != TREY_ERR_INPUT || board != 77 ||
                strstr(error.message, example->message) == NULL ||
                strchr(error.message, '\n') != NULL)
                fail_msg("'%s' gives '%s', '%s'", example->text, hex, error.message);
        } else if (status != TREY_OK || strcmp(hex, example->hex) != 0)
            fail_msg("'%s' gives '%s', '%s', not '%s'", example->text, hex, error.message,
                     example->hex);
    }
}

/* Why 1,536 is certain: no tile of any rule set ends in three digits that are a tile. */
static void test_thousands_are_certain(void **state)
{
    (void)state;
    for (int i = 0; trey_rules_name_at(i) != NULL; i++) {
        struct trey_rules rules = rules_of(trey_rules_name_at(i));
        for (int rank = 1; rank < trey_rules_ranks(&rules); rank++) {
            uint64_t tile = trey_rules_tile(&rules, rank), rest = tile % 1000;
            if (tile >= 1000 && rest >= 100 && trey_rules_rank(&rules, rest) >= 0)
                fail_msg("%s: %llu", trey_rules_name_at(i), (unsigned long long)tile);
        }
    }
}

/* --- any shape ---------------------------------------------------------------------- */

static void test_any_shape(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *text, *found, *hex; /* found NULL: refused */
    } cases[] = {
        {"window", "0000012003300000", "window", "0000012003300000"},
        {"window", "3,,6,12\n2,1,3,\n24,48,96,\n1,2,,3\n", "window", "3045213067801203"},
        {"window", "- - - -/- 1 2 -/- 3 3 -/- - - -", "window", "0000012003300000"},
        {"window", "1 2 0\n0 3 6\n", "window rows=2 cols=3", "120034"},
        {"window", "1 2\n0 3\n6 0\n", "window rows=3 cols=2", "120340"},
        {"window", "1 2 0 0 3 6", "window rows=2 cols=3", "120034"},
        {"window", "120034", "window rows=2 cols=3", "120034"},
        {"window", "[[1, 2, 0], [0, 3, 6]]", "window rows=2 cols=3", "120034"},
        {"window", "|1|2||\n||3|6|\n", "window rows=2 cols=3", "120034"},
        {"window rows=3 cols=4", "0 0 0 0\n0 1 2 0\n0 3 3 0\n0 0 0 0", "window",
         "0000012003300000"},
        /* the right number of tiles for a small board, but not in its rows */
        {"window", "3 6 12 2\n1 3\n24 48 96\n1 2 3", NULL, NULL},
        {"window", "hello 1 2 3", NULL, NULL},
        {"window", "1 2 3", NULL, NULL},
        {"window", "0 0 0 0", NULL, NULL},
        {"window", "1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_rules rules = rules_of(cases[i].rules), found = {0};
        struct trey_error error = {0};
        char hex[TREY_BOARD_TEXT], name[TREY_RULES_TEXT];
        trey_board board = 0;
        enum trey_status status =
            trey_rules_parse_any_board(&rules, cases[i].text, &found, &board, &error);
        if ((status == TREY_OK) != (cases[i].found != NULL))
            fail_msg("'%s': status %d, %s", cases[i].text, (int)status, error.message);
        if (status != TREY_OK)
            continue;
        trey_board_format(found.shape, board, hex, sizeof hex);
        trey_rules_format(&found, name, sizeof name);
        if (strcmp(name, cases[i].found) != 0 || strcmp(hex, cases[i].hex) != 0)
            fail_msg("'%s' is %s %s", cases[i].text, name, hex);
    }
}

static void test_typed_line_by_line(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window");
    static const struct {
        const char *text;
        int cells;
    } cases[] = {
        {"", 0},
        {"1 2 3 .", 4},
        {"| 3 |   | 6 | 12|", 4},
        {"| 3 |   | 6 | 12|\n| 2 | 1 | 3 |   |\n", 8},
        {"+---+", 0},
        {"[[0, 3, 3, 48],", 4},
        {"[0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", 16},
        {"0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", -1},
        {"1 2 7", -1},
        {"0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (trey_rules_board_cells(&rules, cases[i].text) != cases[i].cells)
            fail_msg("'%s': %d", cases[i].text,
                     trey_rules_board_cells(&rules, cases[i].text));
}

/* --- printed and read back ---------------------------------------------------------- */

/* How a board is printed; NULL in `between`, `frame` or `border`: none. */
struct layout {
    const char *before_all, *before_row, *between, *after_row, *between_rows, *after_all;
    const char *border; /* a border line before, between and after the rows */
    bool blank;         /* empty cells may be printed as blanks */
    bool aligned, header, thousands;
};

static const struct layout layouts[] = {
    {.between = " ", .between_rows = "\n", .after_all = "\n", .aligned = true},
    {.between = " ", .between_rows = " "},
    {.between = "  ", .between_rows = "\n\n", .after_all = "\n"},
    {.between = " ", .between_rows = " / "},
    {.between = ",", .between_rows = "/"},
    {.between = ",", .between_rows = ","},
    {.between = ", ", .between_rows = ",\n", .after_all = ",\n"},
    {.between = ",", .between_rows = "\n", .after_all = "\n", .blank = true},
    {.between = ";", .between_rows = "\n", .blank = true},
    {.between = "\t", .between_rows = "\n", .after_all = "\n", .blank = true},
    {.before_row = "|",
     .between = "|",
     .after_row = "|",
     .between_rows = "\n",
     .blank = true,
     .aligned = true,
     .thousands = true},
    {.between = "|", .between_rows = "\n", .blank = true, .aligned = true},
    {.before_row = "| ",
     .between = " | ",
     .after_row = " |",
     .between_rows = "\n",
     .after_all = "\n",
     .blank = true,
     .header = true,
     .thousands = true},
    {.before_row = "|",
     .between = "|",
     .after_row = "|",
     .between_rows = "\n",
     .border = "+----+----+\n",
     .blank = true,
     .aligned = true,
     .thousands = true},
    {.before_row = "\342\225\221",
     .between = "\342\224\202",
     .after_row = "\342\225\221",
     .between_rows = "\n",
     .border = "\342\225\237\342\224\200\342\224\274\342\225\242\n",
     .blank = true,
     .aligned = true},
    {.before_row = "| ",
     .between = " ",
     .after_row = " |",
     .between_rows = "\n",
     .border = "+------+\n",
     .aligned = true},
    {.before_all = "[",
     .before_row = "[",
     .between = ", ",
     .after_row = "]",
     .between_rows = ", ",
     .after_all = "]"},
    {.before_all = "[", .between = ",", .between_rows = ",", .after_all = "]"},
    {.before_all = "[",
     .before_row = "[",
     .between = " ",
     .after_row = "]",
     .between_rows = "\n ",
     .after_all = "]",
     .aligned = true},
    {.before_all = "[", .between = " ", .between_rows = "; ", .after_all = "]"},
    {.before_all = "array([",
     .before_row = "[",
     .between = ", ",
     .after_row = "]",
     .between_rows = ",\n       ",
     .after_all = "])",
     .aligned = true},
    {.before_row = "{", .between = ",", .after_row = "}", .between_rows = ",\n"},
};

enum { LAYOUTS = sizeof layouts / sizeof *layouts, ROOM = 8192 };

static void append(char *text, const char *more)
{
    if (more != NULL) {
        assert_true(strlen(text) + strlen(more) < ROOM);
        strcat(text, more);
    }
}

static void append_cell(char *text, const struct layout *layout, uint64_t tile,
                        const char *empty)
{
    char cell[32];
    if (tile == 0)
        snprintf(cell, sizeof cell, "%s", empty);
    else if (tile >= 1000 && layout->thousands)
        snprintf(cell, sizeof cell, "%d,%03d", (int)(tile / 1000), (int)(tile % 1000));
    else
        snprintf(cell, sizeof cell, "%d", (int)tile);
    for (size_t i = strlen(cell); layout->aligned && i < 6; i++)
        append(text, " ");
    append(text, cell);
}

static void print_board(const struct oracle_board *board, const struct layout *layout,
                        const char *empty, char *text)
{
    text[0] = '\0';
    append(text, layout->border);
    for (int line = 0; layout->header && line < 2; line++) {
        append(text, "|");
        for (int col = 0; col < board->cols; col++)
            append(text, line == 0 ? "   |" : "---|");
        append(text, "\n");
    }
    append(text, layout->before_all);
    for (int row = 0; row < board->rows; row++) {
        append(text, row > 0 ? layout->between_rows : NULL);
        append(text, row > 0 ? layout->border : NULL);
        append(text, layout->before_row);
        for (int col = 0; col < board->cols; col++) {
            append(text, col > 0 ? layout->between : NULL);
            append_cell(text, layout, board->tile[row * board->cols + col], empty);
        }
        append(text, layout->after_row);
    }
    append(text, layout->after_all);
    if (layout->border != NULL) {
        append(text, "\n");
        append(text, layout->border);
    }
}

/* The same text with CRLF, or with full-width digits. */
static void vary_text(char *text, bool crlf, bool wide)
{
    char from[ROOM];
    size_t used = 0;
    strcpy(from, text);
    for (const char *c = from; *c != '\0'; c++) {
        assert_true(used + 4 < ROOM);
        if (crlf && *c == '\n')
            text[used++] = '\r';
        if (wide && *c >= '0' && *c <= '9') {
            text[used++] = '\357';
            text[used++] = '\274';
            text[used++] = (char)('\220' + (*c - '0'));
        } else
            text[used++] = *c;
    }
    text[used] = '\0';
}

static const char *const empties[] = {"0", ".", "_", "-", "x", "X", "\302\267"};
enum { EMPTIES = sizeof empties / sizeof *empties };

static struct oracle_board random_board(struct random_case *random, int rows, int cols)
{
    struct oracle_board board = case_board(random, rows, cols, 15);
    bool any = false;
    for (int cell = 0; cell < rows * cols; cell++)
        any = any || board.tile[cell] != 0;
    if (!any)
        board.tile[case_below(random, rows * cols)] = 3;
    return board;
}

/* Blank first and last columns between bars look like the frame of a smaller board. */
static bool looks_framed(const struct oracle_board *board, const struct layout *layout)
{
    bool bars = strchr(layout->between, '|') != NULL &&
                (layout->before_row == NULL || strchr(layout->before_row, '|') == NULL);
    for (int row = 0; row < board->rows; row++)
        if (board->tile[row * board->cols] != 0 ||
            board->tile[row * board->cols + board->cols - 1] != 0)
            return false;
    return bars;
}

static void test_printed_and_read_back(void **state)
{
    (void)state;
    static char text[ROOM];
    struct random_case random = case_start();
    struct trey_rules rules = rules_of("window");
    for (int round = 0; round < 20000 / case_share(); round++) {
        int rows = 1 + case_below(&random, 8), cols = 1 + case_below(&random, 8);
        if (round % 2 == 0)
            rows = cols = 4;
        if (rows * cols > 16 || rows * cols < 2)
            continue;
        const struct layout *layout = &layouts[case_below(&random, LAYOUTS)];
        struct oracle_board board = random_board(&random, rows, cols);
        bool blank = layout->blank && cols > 1 && case_below(&random, 2) == 0;
        const char *empty = blank ? " " : empties[case_below(&random, EMPTIES)];
        if (strchr(layout->between, '|') != NULL && empty[0] == '-')
            empty = "."; /* a row of dashes may be a border */
        print_board(&board, layout, empty, text);
        vary_text(text, case_below(&random, 4) == 0, case_below(&random, 4) == 0);
        rules.shape = (struct trey_shape){(uint8_t)rows, (uint8_t)cols};
        trey_board read = 0;
        struct trey_error error = {0};
        if (trey_rules_parse_board(&rules, text, &read, &error) != TREY_OK) {
            if (blank && looks_framed(&board, layout))
                continue;
            fail_msg("seed %llu: refused: %s\n%s", (unsigned long long)random.seed,
                     error.message, text);
        }
        if (read != oracle_to_packed(&board))
            fail_msg("seed %llu: %dx%d: another board:\n%s",
                     (unsigned long long)random.seed, rows, cols, text);
    }
}

/* --- damaged ------------------------------------------------------------------------ */

/* Removes `count` bytes at `at`; replaces `blanks` of them by blanks. */
static void remove_bytes(char *text, size_t at, size_t count, bool blanks)
{
    if (blanks)
        memset(text + at, ' ', count);
    else
        memmove(text + at, text + at + count, strlen(text + at + count) + 1);
}

/* Removes a whole cell, delimiter or line, so that all remaining tiles keep their
 * value. */
static void damage_text(struct random_case *random, char *text)
{
    static const char tiles[] = "0123456789xX_.";
    size_t length = strlen(text), at = (size_t)case_below(random, (int)length), end;
    if (case_below(random, 4) == 0) { /* a line */
        while (at > 0 && text[at - 1] != '\n')
            at--;
        end = at + strcspn(text + at, "\n");
    } else if (strchr(tiles, text[at]) != NULL) {
        while (at > 0 && strchr(tiles, text[at - 1]) != NULL)
            at--;
        end = at + strspn(text + at, tiles);
    } else
        end = at + 1;
    remove_bytes(text, at, end - at,
                 strchr("\n,", text[at]) == NULL && case_below(random, 2) == 0);
}

/* True if `read` is the board without some of its tiles, each cell in place. */
static bool is_part(trey_board read, trey_board board)
{
    for (int cell = 0; cell < 16; cell++) {
        int rank = trey_board_rank(read, cell);
        if (rank != 0 && rank != trey_board_rank(board, cell))
            return false;
    }
    return true;
}

/* A damaged 4x4 board is refused, or read as 4x4 with every tile in place unless lines
 * were joined. It must never become a smaller board without a question to the user. */
static void test_damaged(void **state)
{
    (void)state;
    static char text[ROOM];
    struct random_case random = case_start();
    const struct trey_rules rules = rules_of("window");
    int refused = 0, kept = 0;
    for (int round = 0; round < 40000 / case_share(); round++) {
        struct layout damaged = layouts[case_below(&random, LAYOUTS)];
        const struct layout *layout = &damaged;
        damaged.thousands = false; /* half a tile may be another tile */
        struct oracle_board board = random_board(&random, 4, 4);
        bool blank = layout->blank && case_below(&random, 2) == 0;
        print_board(&board, layout, blank ? " " : empties[case_below(&random, 3)], text);
        for (int times = 1 + (layout->header ? 0 : case_below(&random, 3));
             times > 0 && text[0] != '\0'; times--)
            damage_text(&random, text);
        struct trey_rules found = {0};
        trey_board read = 0;
        enum trey_status status =
            trey_rules_parse_any_board(&rules, text, &found, &read, NULL);
        bool same_shape =
            status == TREY_OK && found.shape.rows == 4 && found.shape.cols == 4;
        if (same_shape && !is_part(read, oracle_to_packed(&board)))
            fail_msg("seed %llu: another board:\n%s", (unsigned long long)random.seed,
                     text);
        refused += status != TREY_OK;
        kept += same_shape;
    }
    assert_true(refused > 0 && kept > 0);
}

/* A 4x4 board printed without its empty cells is not a board of a smaller shape, unless
 * it has exactly that shape's rows. */
static void test_missing_cells(void **state)
{
    (void)state;
    static char text[ROOM];
    static const struct layout plain = {.between = " ", .between_rows = "\n"};
    struct random_case random = case_start();
    struct trey_rules rules = rules_of("window");
    for (int round = 0; round < 20000 / case_share(); round++) {
        struct oracle_board board = random_board(&random, 4, 4);
        int in_row[4] = {0}, lines = 0, width = 0;
        bool even = true;
        for (int cell = 0; cell < 16; cell++)
            in_row[cell / 4] += board.tile[cell] != 0;
        for (int row = 0; row < 4; row++) {
            even = even && (in_row[row] == 0 || width == 0 || in_row[row] == width);
            width = in_row[row] != 0 ? in_row[row] : width;
            lines += in_row[row] != 0;
        }
        print_board(&board, &plain, " ", text);
        for (int rows = 1; rows <= 16; rows++)
            for (int cols = 1; rows * cols < 16; cols++) {
                trey_board read;
                rules.shape = (struct trey_shape){(uint8_t)rows, (uint8_t)cols};
                bool is_one = lines == 1 || (even && width == 1) ||
                              (even && lines == rows && width == cols);
                if (trey_rules_parse_board(&rules, text, &read, NULL) == TREY_OK &&
                    !is_one)
                    fail_msg("seed %llu: %dx%d:\n%s", (unsigned long long)random.seed,
                             rows, cols, text);
            }
    }
}

/* --- long texts --------------------------------------------------------------------- */

static void test_long_texts(void **state)
{
    (void)state;
    enum { SIZE = 1 << 20 };
    static const char *const pieces[] = {
        " ",     "\n",   "-",      "--",   "- ",  "[",    "[]",
        "\"",    "|",    "|\n",    ",",    "/",   "1",    "0 ",
        "\t",    "+",    "+-\n",   "a",    "*",   "\r\n", "\342\224\200",
        "\033[", "| 1 ", "1,536,", "\"\"", "--- "};
    char *text = malloc(SIZE + 1);
    struct trey_rules rules = rules_of("window"), found;
    assert_non_null(text);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        size_t size = strlen(pieces[i]), used = 0;
        trey_board board;
        for (; used + size <= SIZE; used += size)
            memcpy(text + used, pieces[i], size);
        text[used] = '\0';
        assert_int_equal(trey_rules_parse_any_board(&rules, text, &found, &board, NULL),
                         TREY_ERR_INPUT);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_thousands_are_certain),
        cmocka_unit_test(test_any_shape),
        cmocka_unit_test(test_typed_line_by_line),
        cmocka_unit_test(test_printed_and_read_back),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_missing_cells),
        cmocka_unit_test(test_long_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
