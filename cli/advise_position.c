/* Asks for a position: board, hint, deck. A board may be typed in one line or several, in
 * any layout of --board. After each line the whole text so far is parsed again; a wrong
 * word drops only the words after it. */
#include "advise_ask.h"
#include "board_text.h"
#include "rules/command.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The lines of a board that is being typed. */
struct typed_board {
    char text[4096];
    size_t size;
    int cells; /* read so far */
};

enum progress { NOT_A_BOARD, PART_OF_BOARD, WHOLE_BOARD };

/* Parses the board with `length` more bytes and a line end. On failure *error has the
 * reason. */
static enum progress add_text(const struct trey_rules *rules,
                              const struct typed_board *typed, const char *more,
                              size_t length, struct typed_board *with, trey_board *board,
                              struct trey_error *error)
{
    *with = *typed;
    if (length + 2 > sizeof with->text - with->size) {
        snprintf(error->message, sizeof error->message, "the text is too long");
        return NOT_A_BOARD;
    }
    memcpy(with->text + with->size, more, length);
    with->size += length;
    strcpy(with->text + with->size++, "\n");
    if (trey_rules_parse_board(rules, with->text, board, error) == TREY_OK)
        return WHOLE_BOARD;
    with->cells = trey_rules_board_cells(rules, with->text);
    return with->cells >= 0 ? PART_OF_BOARD : NOT_A_BOARD;
}

/* Adds a line to the board. If its first words complete the board, the other words answer
 * the next questions. If its first words are part of a board, they are kept, and *error
 * describes the word after them. */
static enum progress add_line(struct cli_dialog *dialog, const struct trey_rules *rules,
                              char *line, struct typed_board *typed, trey_board *board,
                              struct trey_error *error)
{
    struct typed_board with, kept = *typed;
    struct trey_error ignored;
    enum progress progress =
        add_text(rules, typed, line, strlen(line), &with, board, error);
    if (progress != NOT_A_BOARD) {
        *typed = with;
        return progress;
    }
    for (char *end = line; *end != '\0';) {
        end += strspn(end, " \t\r\n");
        end += strcspn(end, " \t\r\n");
        progress =
            add_text(rules, typed, line, (size_t)(end - line), &with, board, &ignored);
        if (progress == WHOLE_BOARD) {
            cli_dialog_unread(dialog, end);
            return WHOLE_BOARD;
        }
        if (progress == PART_OF_BOARD)
            kept = with;
    }
    *typed = kept;
    return NOT_A_BOARD;
}

/* Shows the board that was read, so that the user notices typing errors. */
static void echo_board(const struct trey_rules *rules, trey_board board)
{
    struct cli_board shown;
    struct trey_view view = {.rules = *rules, .board = board};
    puts("board read:");
    cli_board_of_view(&view, -1, &shown);
    cli_board_print(stdout, &shown, CLI_PALETTE_GAME, cli_colours_of(stdout));
}

static void print_valid_tiles(const struct trey_rules *rules)
{
    printf("tiles are ");
    for (int rank = 1; rank <= (trey_rules_merges_score(rules) ? 4 : 5); rank++)
        printf("%llu, ", (unsigned long long)trey_rules_tile(rules, rank));
    printf("... and 0 or .; ");
}

static bool ask_board(struct cli_dialog *dialog, const struct trey_rules *rules,
                      trey_board *board)
{
    int cells = rules->shape.rows * rules->shape.cols;
    struct typed_board typed = {0};
    struct cli_sentence help = {0};
    cli_append(&help,
               "%d tiles row by row, 0 or . for an empty cell, on one line or several, "
               "as a list "
               "or\ntable; or their ranks as one word of %d hex digits\n(0 empty, ",
               cells, cells);
    for (int rank = 1; rank <= (trey_rules_merges_score(rules) ? 3 : 5); rank++)
        cli_append(&help, "%d %llu, ", rank,
                   (unsigned long long)trey_rules_tile(rules, rank));
    cli_append(&help, "...); undo clears the board");
    for (;;) {
        char question[64];
        struct trey_error error = {0};
        const char *more = cells - typed.cells == 1 ? "tile" : "tiles";
        if (typed.size == 0)
            snprintf(question, sizeof question, "board, row by row?");
        else if (typed.cells == cells)
            snprintf(question, sizeof question, "closing brackets:");
        else
            snprintf(question, sizeof question, "%d more %s:", cells - typed.cells, more);
        const char *word = cli_ask(dialog, question, help.text, NULL);
        if (word == NULL && (dialog->ended || typed.size == 0))
            return false;
        if (word == NULL) { /* undo */
            typed = (struct typed_board){0};
            continue;
        }
        switch (add_line(dialog, rules, cli_dialog_read_line(dialog, word), &typed, board,
                         &error)) {
        case WHOLE_BOARD:
            return true;
        case PART_OF_BOARD:
            continue;
        case NOT_A_BOARD:
            cli_dialog_drop_line(dialog);
            break;
        }
        if (error.message[0] == '\'') { /* one word; those before it are kept */
            printf("%s; ", cli_shown(error.message));
            if (strstr(error.message, "valid tile") != NULL)
                print_valid_tiles(rules);
            printf("%d of %d tiles read\n", typed.cells, cells);
        } else {
            printf("%s; enter the whole board again\n", cli_shown(error.message));
            typed = (struct typed_board){0};
        }
    }
}

/* Asks for the deck, if the rules have one, and makes the position. An empty line means
 * that the deck is unknown. */
static bool ask_deck(struct cli_dialog *dialog, const struct trey_rules *rules,
                     trey_board board, trey_next next, struct trey_guess *guess)
{
    struct trey_error error;
    struct cli_sentence question = {0}, help = {0};
    const char *example = rules->copies >= 4 ? "3,4,2" : "1,0,1";
    cli_append(&question, "deck left, as %s (empty line: unknown)?", example);
    cli_append(&help,
               "number of 1s, 2s and 3s left in the deck, without the next tile, as %s;\n"
               "unknown, or an empty line: all possible decks are considered",
               example);
    for (;;) {
        trey_deck deck = 0;
        if (rules->copies != 0) {
            const char *word = cli_ask(dialog, question.text, help.text, "unknown");
            if (word == NULL)
                return false;
            if (trey_deck_parse(rules, word, &deck, &error) != TREY_OK) {
                puts(cli_shown(error.message));
                cli_dialog_drop_line(dialog);
                continue;
            }
        }
        if (trey_guess_make(rules, board, next, deck, guess, &error) == TREY_OK)
            return true;
        puts(cli_shown(error.message));
        cli_dialog_drop_line(dialog);
        if (rules->copies == 0)
            return false;
    }
}

bool cli_ask_position(struct cli_dialog *dialog, const struct trey_rules *rules,
                      struct trey_guess *guess)
{
    trey_board board = 0;
    trey_next next = TREY_NEXT_HIDDEN;
    enum { BOARD, HINT, DECK } step = BOARD;
    while (!dialog->ended) {
        struct cli_possible possible = {0};
        switch (step) {
        case BOARD:
            if (!ask_board(dialog, rules, &board))
                return false;
            echo_board(rules, board);
            step = HINT;
            break;
        case HINT:
            cli_possible_hints(rules, board, &possible);
            step = cli_ask_hint(dialog, rules, &possible, &next) ? DECK : BOARD;
            break;
        case DECK:
            if (ask_deck(dialog, rules, board, next, guess))
                return true;
            step = rules->hint != TREY_SHOW_NONE ? HINT : BOARD;
            break;
        }
    }
    return false;
}
