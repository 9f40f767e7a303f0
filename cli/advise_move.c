/* Asks for the result of a move: the cell of the new tile, its value, and the next hint.
 * Questions with a single possible answer are skipped. A cell is named by its row or
 * column, since the direction of the move determines the other one; under rules that
 * spawn in any empty cell, by both. */
#include "advise_ask.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Number of a spawn cell: its row or column, or both as two digits. */
static int number_of_cell(const struct trey_rules *rules, enum trey_direction direction,
                          int cell)
{
    int row = cell / rules->shape.cols + 1, col = cell % rules->shape.cols + 1;
    if (rules->entry == TREY_SPAWN_ANY)
        return 10 * row + col;
    return direction == TREY_UP || direction == TREY_DOWN ? col : row;
}

static const char *kind_of_cell(const struct trey_rules *rules,
                                enum trey_direction direction)
{
    if (rules->entry == TREY_SPAWN_ANY)
        return "row and column";
    return direction == TREY_UP || direction == TREY_DOWN ? "column" : "row";
}

/* Asks for the cell of the new tile. A single spawn cell is not asked for, but may be
 * given: `others` is the number of words that the remaining questions need. */
static bool ask_cell(struct cli_dialog *dialog, const struct trey_rules *rules,
                     enum trey_direction direction, unsigned cells, int others, int *cell)
{
    struct cli_sentence open = {0}, question = {0}, help = {0};
    const char *kind = kind_of_cell(rules, direction);
    if ((cells & (cells - 1)) == 0 && cli_dialog_words_left(dialog) <= others) {
        *cell = __builtin_ctz(cells);
        return true;
    }
    for (int i = 0; i < TREY_MAX_CELLS; i++)
        if ((cells >> i & 1) != 0) {
            char name[16];
            snprintf(name, sizeof name, "%d", number_of_cell(rules, direction, i));
            cli_append_item(&open, name);
        }
    if (rules->entry == TREY_SPAWN_ANY)
        cli_append(&question, "new tile in row and column, as 23?");
    else
        cli_append(&question, "new tile in %s (%s)?", kind, open.text);
    cli_append(
        &help,
        rules->entry == TREY_SPAWN_ANY
            ? "cell of the new tile: two digits, its row from the top and its column "
              "from the left;\npossible: %s"
            : "cell of the new tile, counted from the top or the left; possible: %s",
        open.text);
    for (;;) {
        const char *word = cli_ask(dialog, question.text, help.text, NULL);
        if (word == NULL)
            return false;
        char *end;
        unsigned long number = strtoul(word, &end, 10);
        for (int i = 0; i < TREY_MAX_CELLS && *end == '\0'; i++)
            if ((cells >> i & 1) != 0 &&
                (unsigned long)number_of_cell(rules, direction, i) == number) {
                *cell = i;
                return true;
            }
        printf("'%s' is not a possible %s; possible: %s\n", cli_shown(word), kind,
               open.text);
        cli_dialog_drop_line(dialog);
    }
}

/* Asks for the new tile unless the hint determines it. */
static bool ask_tile(struct cli_dialog *dialog, const struct trey_rules *rules,
                     const struct cli_possible *tiles, int *rank)
{
    struct cli_sentence open = {0}, question = {0}, help = {0};
    if (tiles->count == 1) {
        *rank = tiles->what[0];
        return true;
    }
    for (int i = 0; i < tiles->count; i++) {
        char name[24];
        snprintf(name, sizeof name, "%" PRIu64, trey_rules_tile(rules, tiles->what[i]));
        cli_append_item(&open, name);
    }
    cli_append(&question, "which tile (%s)?", open.text);
    cli_append(&help, "value of the new tile; possible: %s", open.text);
    for (;;) {
        const char *word = cli_ask(dialog, question.text, help.text, NULL);
        if (word == NULL)
            return false;
        char *end;
        *rank = trey_rules_rank(rules, strtoull(word, &end, 10));
        if (*end == '\0' && *rank > 0 && cli_possible_has(tiles, (unsigned)*rank))
            return true;
        printf("'%s' is not a possible tile; possible: %s\n", cli_shown(word), open.text);
        cli_dialog_drop_line(dialog);
    }
}

/* Lists the tiles that may spawn, over all possible decks. */
static void list_tiles(const struct trey_guess *guess, struct cli_possible *tiles)
{
    for (int i = 0; i < guess->count; i++) {
        const struct trey_view *view = &guess->views[i];
        struct trey_chance chances[TREY_MAX_CHANCES];
        cli_possible_add(
            tiles, chances,
            trey_rules_tiles(&view->rules, view->board, view->next, view->deck, chances));
    }
}

/* Lists the hints that may follow. */
static void list_hints(const struct trey_guess *guess, trey_board board,
                       struct cli_possible *hints)
{
    for (int i = 0; i < guess->count; i++) {
        const struct trey_view *view = &guess->views[i];
        struct trey_chance chances[TREY_MAX_CHANCES];
        cli_possible_add(hints, chances,
                         trey_rules_nexts(&view->rules, board, view->deck, chances));
    }
}

bool cli_ask_move(struct cli_dialog *dialog, enum trey_direction direction,
                  struct trey_guess *guess, struct trey_step *step)
{
    const struct trey_rules *rules = &guess->views[0].rules;
    trey_board before = guess->views[0].board;
    trey_board after = trey_rules_slide(rules, before, direction);
    struct trey_error error = {0};
    int cell = -1, rank = 0;
    trey_next next = TREY_NEXT_HIDDEN;
    unsigned legal = trey_rules_legal(rules, before);
    if ((legal >> direction & 1) == 0) {
        if (legal == 0)
            puts("the game is over");
        else
            printf("%c moves nothing\n", trey_direction_letter(direction));
        cli_dialog_drop_line(dialog);
        return false;
    }
    if (!trey_rules_ends(rules, after)) {
        struct cli_possible tiles = {0}, hints = {0};
        list_tiles(guess, &tiles);
        int others = (tiles.count > 1) + (rules->hint != TREY_SHOW_NONE);
        if (!ask_cell(dialog, rules, direction,
                      trey_rules_spawn_cells(rules, before, after, direction), others,
                      &cell) ||
            !ask_tile(dialog, rules, &tiles, &rank))
            return false;
        list_hints(guess, trey_board_with(after, cell, rank), &hints);
        if (!cli_ask_hint(dialog, rules, &hints, &next))
            return false;
    }
    if (trey_guess_advance(guess, direction, cell, rank, next, &error) == TREY_OK) {
        *step = (struct trey_step){.direction = (uint8_t)direction,
                                   .cell = (int8_t)cell,
                                   .rank = (uint8_t)rank,
                                   .next = next,
                                   .ms = -1.0F};
        return true;
    }
    puts(cli_shown(error.message));
    cli_dialog_drop_line(dialog);
    return false;
}
