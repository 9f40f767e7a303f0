/* The `board` command: reads a pasted board with the same parser as the command line. */
#include "engine/commands.h"
#include "engine/position.h"

#include <string.h>

void trey_command_board(struct trey_engine *engine, char *rest)
{
    struct trey_rules rules, found;
    struct trey_error error = {0};
    trey_board board;
    char name[TREY_RULES_TEXT], hex[TREY_BOARD_TEXT];
    const char *word = trey_words_next(&rest);
    char *pasted = rest; /* a leading tab may follow a blank cell */
    if (word == NULL || pasted[strspn(pasted, " ")] == '\0') {
        trey_refuse_usage(engine);
        return;
    }
    trey_words_unescape(pasted);
    if (trey_rules_parse(word, &rules, &error) != TREY_OK ||
        trey_rules_parse_any_board(&rules, pasted, &found, &board, &error) != TREY_OK) {
        trey_refuse_error(engine, &error);
        return;
    }
    struct trey_text *text = trey_answer(engine, false);
    trey_rules_format(&found, name, sizeof name);
    for (char *c = name; *c != '\0'; c++)
        *c = *c == ' ' ? ',' : *c;
    trey_board_format(found.shape, board, hex, sizeof hex);
    trey_json_string(text, "rules", name);
    trey_json_int(text, "rows", found.shape.rows);
    trey_json_int(text, "cols", found.shape.cols);
    trey_add_board(text, "board", &found, board);
    trey_json_string(text, "hex", hex);
    trey_json_bool(text, "confirm",
                   memcmp(&found.shape, &rules.shape, sizeof rules.shape) != 0);
    trey_answer_send(engine);
}
