/* Boards from text: boards that were read are written in several layouts and read again;
 * errors change nothing. The input is tried with boards of several sizes and rules. */
#include "fuzz.h"
#include "rules/command.h"
#include "trey/game.h"

#include <string.h>

/* Formats a grid as trey does, with `between` between cells. */
static void format_grid(const struct trey_rules *rules, trey_board board,
                        const char *empty, const char *between, char *text, size_t room)
{
    size_t used = 0;
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++) {
        int rank = trey_board_rank(board, cell);
        const char *end = (cell + 1) % rules->shape.cols == 0 ? "\n" : between;
        if (rank == 0)
            used += (size_t)snprintf(text + used, room - used, "%s%s", empty, end);
        else
            used +=
                (size_t)snprintf(text + used, room - used, "%llu%s",
                                 (unsigned long long)trey_rules_tile(rules, rank), end);
    }
}

static void check_parse(const struct trey_rules *rules, const char *text,
                        trey_board board)
{
    trey_board again = 0;
    FUZZ_CHECK(trey_rules_parse_board(rules, text, &again, NULL) == TREY_OK);
    FUZZ_CHECK(again == board);
}

static void check_board(const struct trey_rules *rules, trey_board board)
{
    char text[512];
    int cells = rules->shape.rows * rules->shape.cols;
    FUZZ_CHECK(board != 0 && (cells == 16 || board >> 4 * cells == 0));
    trey_board_format(rules->shape, board, text, sizeof text);
    check_parse(rules, text, board);
    format_grid(rules, board, ".", " ", text, sizeof text);
    check_parse(rules, text, board);
    format_grid(rules, board, "0", ", ", text, sizeof text);
    check_parse(rules, text, board);
    format_grid(rules, board, "", ",", text, sizeof text);
    check_parse(rules, text, board);
}

static void check_refusal(const struct trey_error *error)
{
    FUZZ_CHECK(error->code == TREY_ERR_INPUT && error->message[0] != '\0');
    for (const char *c = error->message; *c != '\0'; c++)
        FUZZ_CHECK((unsigned char)*c >= ' ' && *c != 127);
}

static void check_rules(const char *name, const char *text)
{
    struct trey_rules rules, found;
    struct trey_error error = {0};
    trey_board board = 77, any = 77;
    FUZZ_CHECK(trey_rules_parse(name, &rules, NULL) == TREY_OK);
    memset(&found, 0, sizeof found);
    enum trey_status status = trey_rules_parse_board(&rules, text, &board, &error);
    enum trey_status other = trey_rules_parse_any_board(&rules, text, &found, &any, NULL);
    if (status == TREY_OK) {
        FUZZ_CHECK(other == TREY_OK && any == board);
        FUZZ_CHECK(trey_rules_equal(&rules, &found));
        check_board(&rules, board);
        return;
    }
    FUZZ_CHECK(board == 77);
    check_refusal(&error);
    if (other == TREY_OK) {
        FUZZ_CHECK(memcmp(&found.shape, &rules.shape, sizeof rules.shape) != 0);
        check_board(&found, any);
    } else
        FUZZ_CHECK(any == 77);
    int cells = trey_rules_board_cells(&rules, text);
    FUZZ_CHECK(cells >= -1 && cells <= rules.shape.rows * rules.shape.cols);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"window", "2048 rows=2 cols=3",
                                        "course rows=3 cols=4",
                                        "fibonacci rows=2 cols=2"};
    char *text = fuzz_text(data, size);
    if (text == NULL)
        return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_rules(names[i], text);
    free(text);
    return 0;
}
