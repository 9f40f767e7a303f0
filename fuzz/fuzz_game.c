/* Saved games, rule sets, hints and decks: what was read is written and read again, and a
 * game continues by the rules. The input is tried as each of them. */
#include "fuzz.h"
#include "trey/game.h"

#include <string.h>

static void play_moves(struct trey_game game)
{
    for (unsigned move = 0; move < 50; move++) {
        struct trey_view seen = game.view;
        struct trey_move did;
        enum trey_direction direction = (enum trey_direction)(move % 4);
        bool legal = trey_game_legal(&game) >> direction & 1;
        FUZZ_CHECK(trey_game_slide(&game, direction, &did) == legal);
        FUZZ_CHECK(trey_view_check(&game.view, NULL) == TREY_OK);
        if (legal)
            FUZZ_CHECK(trey_view_advance(&seen, direction, did.cell, did.rank,
                                         game.view.next, NULL) == TREY_OK);
        FUZZ_CHECK(seen.board == game.view.board && seen.deck == game.view.deck &&
                   seen.score == game.view.score && seen.next == game.view.next);
    }
}

static void check_game(const char *text)
{
    struct trey_game game, again;
    char written[TREY_GAME_TEXT], rewritten[TREY_GAME_TEXT];
    if (trey_game_parse(text, &game, NULL) != TREY_OK)
        return;
    trey_game_format(&game, written, sizeof written);
    FUZZ_CHECK(strlen(written) < TREY_GAME_TEXT - 1);
    FUZZ_CHECK(trey_game_parse(written, &again, NULL) == TREY_OK);
    trey_game_format(&again, rewritten, sizeof rewritten);
    FUZZ_CHECK(strcmp(written, rewritten) == 0);
    play_moves(game);
}

static void check_rules(const char *text)
{
    struct trey_rules rules, again;
    struct trey_game game;
    char written[TREY_RULES_TEXT];
    if (trey_rules_parse(text, &rules, NULL) != TREY_OK)
        return;
    trey_rules_format(&rules, written, sizeof written);
    FUZZ_CHECK(strlen(written) < TREY_RULES_TEXT - 1);
    FUZZ_CHECK(trey_rules_parse(written, &again, NULL) == TREY_OK);
    FUZZ_CHECK(trey_rules_equal(&rules, &again));
    trey_game_begin(&game, &rules, 1, strlen(text));
    play_moves(game);
}

static void check_hint_and_deck(const char *text)
{
    struct trey_rules rules;
    trey_next next, next_again;
    trey_deck deck, deck_again;
    char written[TREY_NEXT_TEXT], deck_written[TREY_DECK_TEXT];
    trey_rules_named("window", &rules, NULL);
    if (trey_next_parse(&rules, text, &next, NULL) == TREY_OK) {
        trey_next_format(&rules, next, written, sizeof written);
        FUZZ_CHECK(trey_next_parse(&rules, written, &next_again, NULL) == TREY_OK);
        FUZZ_CHECK(next == next_again);
    }
    if (trey_deck_parse(&rules, text, &deck, NULL) == TREY_OK) {
        trey_deck_format(deck, deck_written, sizeof deck_written);
        FUZZ_CHECK(trey_deck_parse(&rules, deck_written, &deck_again, NULL) == TREY_OK);
        FUZZ_CHECK(deck == deck_again);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    if (text == NULL)
        return 0;
    check_game(text);
    check_rules(text);
    check_hint_and_deck(text);
    free(text);
    return 0;
}
