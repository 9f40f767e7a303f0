#include "advise_ask.h"
#include "board_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds a tile to the text of a board; false if there is none such. */
static bool add_tile(const struct trey_rules *rules, const char *word, char *text,
                     size_t room)
{
    char *end;
    uint64_t tile = strtoull(word, &end, 10);
    if (strcmp(word, ".") == 0 || strcmp(word, "_") == 0)
        word = "0";
    else if (!isdigit((unsigned char)word[0]) || *end != '\0' || strlen(word) > 12 ||
             (tile != 0 && trey_rules_rank(rules, tile) < 1))
        return false;
    if (strlen(text) + strlen(word) + 2 > room)
        return false;
    strcat(text, word);
    strcat(text, " ");
    return true;
}

/* Adds the tiles of a word, which may be a row such as 1,2,0,3 or [1,2,0,3], or a bar
 * between two cells. False, with *bad, at the first that is none, or if they are more
 * than `most`. */
static bool add_tiles(const struct trey_rules *rules, char *word, int most, char *text,
                      size_t room, int *given, const char **bad)
{
    char *rest;
    for (char *tile = strtok_r(word, ",;/|[]", &rest); tile != NULL;
         tile = strtok_r(NULL, ",;/|[]", &rest)) {
        *bad = tile;
        if (*given == most || !add_tile(rules, tile, text, room))
            return false;
        ++*given;
    }
    return true;
}

/* Shows the board that was read, so that a slip of the finger is seen at once. */
static void echo_board(const struct trey_rules *rules, trey_board board)
{
    struct cli_board shown;
    struct trey_view view = {.rules = *rules, .board = board};
    puts("board read:");
    cli_board_of_view(&view, -1, &shown);
    cli_board_print(stdout, &shown, CLI_PALETTE_GAME, cli_colours_of(stdout));
}

/* As many numbers as cells, on as many lines as it takes, or one word: hex ranks, or the
 * numbers with commas and slashes, as --board and trey engine have them. */
static bool ask_board(struct cli_asked *asked, const struct trey_rules *rules,
                      trey_board *board)
{
    int cells = rules->shape.rows * rules->shape.cols, given = 0;
    char text[TREY_MAX_CELLS * 14] = "";
    struct cli_sentence help = {0};
    cli_say(&help,
            "%d tiles row by row, 0 or . where there is none, on one line or several; or "
            "their ranks\nas one word of %d hex digits (0 none, ",
            cells, cells);
    for (int rank = 1; rank <= (trey_rules_merges_score(rules) ? 3 : 5); rank++)
        cli_say(&help, "%d %llu, ", rank,
                (unsigned long long)trey_rules_tile(rules, rank));
    cli_say(&help, "...); undo begins again");
    while (given < cells) {
        char question[64];
        snprintf(question, sizeof question,
                 given == 0 ? "board, row by row?" : "%d more tiles of it?",
                 cells - given);
        const char *word = cli_ask(asked, question, help.text, NULL);
        if (word == NULL && (asked->ended || given == 0))
            return false;
        if (word == NULL) { /* undo */
            given = 0;
            text[0] = '\0';
            continue;
        }
        bool whole =
            strpbrk(word, ",/") != NULL || (cells > 3 && (int)strlen(word) == cells);
        if (given == 0 && whole &&
            trey_rules_parse_board(rules, word, board, NULL) == TREY_OK)
            return true;
        char tiles[TREY_MAX_CELLS * 14];
        const char *bad = word;
        snprintf(tiles, sizeof tiles, "%s", word);
        if (add_tiles(rules, tiles, cells, text, sizeof text, &given, &bad))
            continue;
        if (given == cells) {
            printf("'%s' is one tile too many: begin again\n", bad);
            given = 0;
            text[0] = '\0';
            cli_asked_drop(asked);
            continue;
        }
        printf("'%s' is not a valid tile; tiles are ", bad);
        for (int rank = 1; rank <= (trey_rules_merges_score(rules) ? 4 : 5); rank++)
            printf("%llu, ", (unsigned long long)trey_rules_tile(rules, rank));
        printf("... and 0 or .; %d of %d tiles are read\n", given, cells);
        cli_asked_drop(asked);
    }
    if (trey_rules_parse_board(rules, text, board, NULL) == TREY_OK)
        return true;
    puts("the board is empty; it has at least one tile");
    return ask_board(asked, rules, board);
}

/* The deck, which makes the position. An empty line is an unknown one. */
static bool ask_deck(struct cli_asked *asked, const struct trey_rules *rules,
                     trey_board board, trey_next next, struct trey_guess *guess)
{
    struct trey_error error;
    struct cli_sentence question = {0}, help = {0};
    const char *example = rules->copies >= 4 ? "3,4,2" : "1,0,1";
    cli_say(&question, "deck left, as %s (empty line: unknown)?", example);
    cli_say(&help,
            "how many 1s, 2s and 3s are left in the deck, the next tile not counted, as "
            "%s;\nunknown, or an empty line: all that are possible are kept",
            example);
    for (;;) {
        trey_deck deck = 0;
        if (rules->copies != 0) {
            const char *word = cli_ask(asked, question.text, help.text, "unknown");
            if (word == NULL)
                return false;
            if (trey_deck_parse(rules, word, &deck, &error) != TREY_OK) {
                puts(error.message);
                cli_asked_drop(asked);
                continue;
            }
        }
        if (trey_guess_make(rules, board, next, deck, guess, &error) == TREY_OK)
            return true;
        puts(error.message);
        cli_asked_drop(asked);
        if (rules->copies == 0)
            return false;
    }
}

bool cli_ask_position(struct cli_asked *asked, const struct trey_rules *rules,
                      struct trey_guess *guess)
{
    trey_board board = 0;
    trey_next next = TREY_NEXT_HIDDEN;
    enum { BOARD, HINT, DECK } step = BOARD;
    while (!asked->ended) {
        struct cli_possible possible = {0};
        switch (step) {
        case BOARD:
            if (!ask_board(asked, rules, &board))
                return false;
            echo_board(rules, board);
            step = HINT;
            break;
        case HINT:
            cli_possible_hints(rules, board, &possible);
            step = cli_ask_hint(asked, rules, &possible, &next) ? DECK : BOARD;
            break;
        case DECK:
            if (ask_deck(asked, rules, board, next, guess))
                return true;
            step = rules->hint != TREY_SHOW_NONE ? HINT : BOARD;
            break;
        }
    }
    return false;
}
