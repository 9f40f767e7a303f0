/* A whole game as one line: the words of its rules, then one word per field:
 *
 *     window top=stop board=0123.. next=6,12,24 tile=12 deck=1,0,2 moves=7 score=345
 *     random=0123456789abcdef */
#include "base/error.h"
#include "rules/view.h"
#include "rules/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void trey_game_format(const struct trey_game *game, char *text, size_t size_bytes)
{
    const struct trey_view *view = &game->view;
    char rules[TREY_RULES_TEXT], board[TREY_MAX_CELLS + 1], next[TREY_NEXT_TEXT],
        deck[TREY_DECK_TEXT];
    trey_rules_format(&view->rules, rules, sizeof rules);
    trey_board_format(view->rules.shape, view->board, board, sizeof board);
    trey_next_format(&view->rules, view->next, next, sizeof next);
    trey_deck_format(view->deck, deck, sizeof deck);
    snprintf(text, size_bytes,
             "%s board=%s next=%s tile=%" PRIu64 " deck=%s moves=%" PRIu64
             " score=%" PRIu64 " random=%016" PRIx64,
             rules, board, next, trey_rules_tile(&view->rules, game->tile & 15), deck,
             view->moves, view->score, game->random);
}

enum field { BOARD, NEXT, TILE, DECK, MOVES, SCORE, RANDOM, FIELDS };
static const char *const names[FIELDS] = {"board", "next",  "tile",  "deck",
                                          "moves", "score", "random"};

static enum trey_status read_field(struct trey_game *game, enum field field,
                                   const char *value, struct trey_error *error)
{
    struct trey_view *view = &game->view;
    uint64_t tile = 0;
    bool fine = true;
    switch (field) {
    case BOARD:
        return trey_rules_parse_board(&view->rules, value, &view->board, error);
    case NEXT:
        return trey_next_parse(&view->rules, value, &view->next, error);
    case DECK:
        return trey_deck_parse(&view->rules, value, &view->deck, error);
    case TILE:
        fine = trey_word_number(value, 10, UINT32_MAX, &tile) &&
               trey_rules_rank(&view->rules, tile) >= 0;
        game->tile = fine ? (uint8_t)trey_rules_rank(&view->rules, tile) : 0;
        break;
    case MOVES:
        fine = trey_word_number(value, 10, UINT64_MAX, &view->moves);
        break;
    case SCORE:
        fine = trey_word_number(value, 10, UINT64_MAX, &view->score);
        break;
    case RANDOM: /* the last field: all its digits, or the line was cut */
        fine =
            strlen(value) == 16 && trey_word_number(value, 16, UINT64_MAX, &game->random);
        break;
    case FIELDS:
        break;
    }
    return fine ? TREY_OK
                : trey_fail(error, TREY_ERR_INPUT, 0,
                            "'%.24s' is not a valid %s of a game", value, names[field]);
}

/* Reads a word of the game or else of the rules. The rules must come first, because they
 * determine how boards are read. */
static enum trey_status read_word(struct trey_game *game, unsigned *seen,
                                  const struct trey_word *word, struct trey_error *error)
{
    for (int i = 0; i < FIELDS; i++)
        if (strcmp(names[i], word->name) == 0) {
            if (*seen == 0 && trey_rules_check(&game->view.rules, error) != TREY_OK)
                return TREY_ERR_ARGUMENT;
            if (*seen >> i & 1)
                return trey_fail(error, TREY_ERR_INPUT, 0,
                                 "the game has two values of %s", names[i]);
            *seen |= 1u << i;
            return read_field(game, (enum field)i, word->value, error);
        }
    if (*seen != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "unknown word '%.24s' in the game",
                         word->name);
    return trey_rules_set(&game->view.rules, word->name, word->value, error);
}

/* Checks that the parts fit together, so that the game can continue. */
static enum trey_status check_game(const struct trey_game *game, struct trey_error *error)
{
    const struct trey_view *view = &game->view;
    enum trey_status status = trey_view_check(view, error);
    if (status != TREY_OK)
        return status;
    if (!trey_rules_merges_score(&view->rules) &&
        view->score != trey_board_score(view->board))
        return trey_fail(error, TREY_ERR_INPUT, 0, "the score does not match the board");
    if (trey_game_tile_fits(game))
        return TREY_OK;
    return trey_fail(error, TREY_ERR_INPUT, 0, "the next tile does not match the hint");
}

enum trey_status trey_game_parse(const char *text, struct trey_game *game,
                                 struct trey_error *error)
{
    static const char separators[] = " \t\r\n";
    struct trey_game read = {0};
    struct trey_word word;
    unsigned seen = 0;
    enum trey_status status = trey_word_read(&text, separators, &word, error);
    if (status == TREY_OK)
        status = trey_rules_named(word.name, &read.view.rules, error);
    while (status == TREY_OK) {
        status = trey_word_read(&text, separators, &word, error);
        if (status != TREY_OK || word.name[0] == '\0')
            break;
        status = read_word(&read, &seen, &word, error);
    }
    if (status == TREY_OK && seen != (1u << FIELDS) - 1)
        status = trey_fail(error, TREY_ERR_INPUT, 0, "the game is incomplete");
    if (status == TREY_OK)
        status = check_game(&read, error);
    if (status == TREY_OK)
        *game = read;
    if (status != TREY_ERR_ARGUMENT)
        return status;
    if (error != NULL) /* an error of the rules in the text, not of the caller */
        error->code = TREY_ERR_INPUT;
    return TREY_ERR_INPUT;
}
