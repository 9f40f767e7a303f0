/* Formats and parses hints ("1", "+", "6,12,24", "?" or "3+") and decks ("4,3,4" or
 * "unknown"), and checks whether a deck is possible with a hint. */
#include "base/error.h"
#include "base/text.h"
#include "rules/chance.h"
#include "rules/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void trey_next_format(const struct trey_rules *rules, trey_next next, char *text,
                      size_t size_bytes)
{
    struct trey_line line = {text, size_bytes, 0};
    if (next == TREY_NEXT_WHITE) {
        trey_line_add(&line, "3+");
        return;
    }
    if (next == TREY_NEXT_HIDDEN || next == TREY_NEXT_PLUS)
        trey_line_add(&line, "%s", next == TREY_NEXT_PLUS ? "+" : "?");
    for (int rank = 1; rank <= 15; rank++)
        if (next >> rank & 1)
            trey_line_add(&line, "%s%" PRIu64, line.used == 0 ? "" : ",",
                          trey_rules_tile(rules, rank));
}

/* Reads a number and the comma after it, if one follows; false if there is none. */
static bool read_number(const char **text, uint64_t *number)
{
    char digits[8];
    size_t length = strcspn(*text, ",");
    if (length >= sizeof digits)
        return false;
    memcpy(digits, *text, length);
    digits[length] = '\0';
    *text += length;
    if (**text == ',' && (*text)[1] != '\0')
        ++*text;
    return trey_word_number(digits, 10, UINT32_MAX, number);
}

static enum trey_status fail_hint(const struct trey_rules *rules, const char *text,
                                  struct trey_error *error)
{
    char cards[64];
    int used = 0;
    if (rules->hint == TREY_SHOW_NONE)
        return trey_fail(
            error, TREY_ERR_INPUT, 0,
            "these rules do not show the next tile: write '?' instead of '%.24s'", text);
    for (int rank = 1; rank <= trey_last_card(rules); rank++)
        used += snprintf(cards + used, sizeof cards - (size_t)used, "%s%" PRIu64,
                         used == 0 ? "" : ", ", trey_rules_tile(rules, rank));
    return trey_fail(
        error, TREY_ERR_INPUT, 0, "'%.24s' is not a valid next tile: write %s%s", text,
        cards, rules->bonus == TREY_BONUS_NONE ? "" : ", + or tiles such as 6,12,24");
}

enum trey_status trey_next_parse(const struct trey_rules *rules, const char *text,
                                 trey_next *next, struct trey_error *error)
{
    unsigned set = 0;
    if (strcmp(text, "+") == 0 || strcmp(text, "?") == 0) {
        *next = *text == '+' ? TREY_NEXT_PLUS : TREY_NEXT_HIDDEN;
        return TREY_OK;
    }
    if (strcmp(text, "3+") == 0 && rules->bonus != TREY_BONUS_NONE) {
        *next = TREY_NEXT_WHITE;
        return TREY_OK;
    }
    const char *rest = text;
    do {
        uint64_t tile;
        int rank = read_number(&rest, &tile) ? trey_rules_rank(rules, tile) : -1;
        if (rank < 1)
            return fail_hint(rules, text, error);
        set |= 1u << rank;
    } while (*rest != '\0');
    *next = (trey_next)set;
    return TREY_OK;
}

void trey_deck_format(trey_deck deck, char *text, size_t size_bytes)
{
    if (deck == TREY_DECK_UNKNOWN)
        snprintf(text, size_bytes, "unknown");
    else
        snprintf(text, size_bytes, "%d,%d,%d", trey_deck_left(deck, 1),
                 trey_deck_left(deck, 2), trey_deck_left(deck, 3));
}

enum trey_status trey_deck_parse(const struct trey_rules *rules, const char *text,
                                 trey_deck *deck, struct trey_error *error)
{
    uint64_t left[3];
    const char *rest = text;
    if (strcmp(text, "unknown") == 0) {
        *deck = TREY_DECK_UNKNOWN;
        return TREY_OK;
    }
    for (int i = 0; i < 3; i++)
        if (!read_number(&rest, &left[i]) || left[i] > rules->copies)
            return trey_fail(
                error, TREY_ERR_INPUT, 0,
                "'%.24s' is not a valid deck: write 'unknown' or the numbers "
                "of 1s, 2s and 3s left, at most %d,%d,%d",
                text, rules->copies, rules->copies, rules->copies);
    if (*rest != '\0')
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "'%.24s' is not a valid deck: write three numbers", text);
    *deck = trey_deck_of((int)left[0], (int)left[1], (int)left[2]);
    return TREY_OK;
}

enum trey_status trey_deck_check(const struct trey_rules *rules, trey_next next,
                                 trey_deck deck, struct trey_error *error)
{
    if (deck == TREY_DECK_UNKNOWN)
        return TREY_OK;
    int shown = trey_next_card(rules, next);
    for (int rank = 1; rank <= 3; rank++) {
        int drawn = rules->copies > 0 && rank == shown;
        if (trey_deck_left(deck, rank) > rules->copies - drawn)
            return trey_fail(
                error, TREY_ERR_INPUT, 0,
                "the deck cannot have %d of the %ds left: a full deck has %d%s",
                trey_deck_left(deck, rank), rank, rules->copies,
                drawn ? ", and one of them comes next" : "");
    }
    return deck > 0xfff ? trey_fail(error, TREY_ERR_INPUT, 0, "invalid deck") : TREY_OK;
}
