#include "advise_talk.h"

#include "advise_ask.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct talk {
    const struct cli_adviser *adviser;
    const struct trey_rules *rules;
    struct trey_guess *history; /* the positions so far; the last is the present one */
    size_t count, room;
    struct cli_asked asked;
    char help[1024];
};

static bool push(struct talk *talk, const struct trey_guess *guess)
{
    if (talk->count == talk->room) {
        size_t room = talk->room == 0 ? 64 : 2 * talk->room;
        struct trey_guess *history = realloc(talk->history, room * sizeof *history);
        if (history == NULL) {
            puts(trey_status_text(TREY_ERR_MEMORY));
            return false;
        }
        talk->history = history;
        talk->room = room;
    }
    talk->history[talk->count++] = *guess;
    return true;
}

/* What can be said at the prompt, in words and in the short form. */
static void format_help(const struct trey_rules *rules, char *text, size_t room)
{
    bool any = rules->entry == TREY_ENTRY_ANY, shown = rules->hint != TREY_SHOW_NONE;
    snprintf(text, room,
             "U R D L    the slide that was made; then it is asked %s,\n"
             "           which tile it was%s.\n"
             "           In short on one line: %s\n"
             "undo       take the last slide back, or leave a question\n"
             "advice     say it again\n"
             "deck       the decks that are possible, and how likely each is\n"
             "new        another position\n"
             "help       this, or at a question what it takes\n"
             "quit       leave",
             any ? "in which row and column the\n           tile entered, as two digits "
                   "(23: row 2, column 3)"
                 : "in which row or column the\n           tile entered, counted from "
                   "the top or the left",
             shown ? " if the hint left that open, and what is next" : "",
             any     ? shown ? "L 23 1" : "L 23 2"
             : shown ? "L 3 2"
                     : "L 3 1");
}

static void show_decks(const struct trey_guess *guess)
{
    for (int i = 0; i < guess->count; i++) {
        char deck[TREY_DECK_TEXT];
        trey_deck_format(guess->views[i].deck, deck, sizeof deck);
        printf("%s%s", i > 0 ? "  " : "", deck);
        if (guess->count > 1)
            printf(" %.1f%%", 100.0 * guess->weight[i]);
    }
    putchar('\n');
}

static bool slide(struct talk *talk, enum trey_direction direction)
{
    struct trey_guess guess = talk->history[talk->count - 1];
    return cli_ask_slide(&talk->asked, direction, &guess) && push(talk, &guess);
}

static bool ask_position(struct talk *talk)
{
    struct trey_guess guess;
    return cli_ask_position(&talk->asked, talk->rules, &guess) && push(talk, &guess);
}

/* Obeys a command. True if there is something new to advise on. */
static bool obey(struct talk *talk, const char *word)
{
    static const char letters[] = "URDL";
    const char *found =
        word[1] == '\0' ? strchr(letters, toupper((unsigned char)word[0])) : NULL;
    if (found != NULL)
        return slide(talk, (enum trey_direction)(found - letters));
    if (strcmp(word, "new") == 0)
        return ask_position(talk);
    if (strcmp(word, "advice") == 0 || strcmp(word, "board") == 0)
        return true;
    if (strcmp(word, "deck") == 0)
        show_decks(&talk->history[talk->count - 1]);
    else if (strcmp(word, "?") == 0)
        puts(talk->help);
    else {
        printf("'%s' is no command: it is U, R, D, L, undo, advice, deck, new, help or "
               "quit\n",
               word);
        cli_asked_drop(&talk->asked);
    }
    return false;
}

/* The next command; help and undo are those of the conversation. NULL at the end. *advise
 * is set where undo has changed the position. */
static const char *next_command(struct talk *talk, bool *advise)
{
    for (;;) {
        const char *word = cli_ask(&talk->asked, "slide?", talk->help, NULL);
        if (word != NULL || talk->asked.ended)
            return word;
        if (talk->count > 1) {
            talk->count--;
            *advise = true;
            return NULL;
        }
        puts("there is no slide to take back");
    }
}

int cli_advise_talk(const struct cli_adviser *adviser, const struct trey_rules *rules,
                    const struct trey_guess *guess)
{
    struct talk talk = {.adviser = adviser, .rules = rules};
    int failed = 0;
    format_help(rules, talk.help, sizeof talk.help);
    if (guess != NULL && !push(&talk, guess))
        failed = CLI_FAILED;
    while (failed == 0 && talk.count == 0 && !talk.asked.ended)
        ask_position(&talk);
    bool advise = talk.count > 0;
    while (failed == 0 && !talk.asked.ended) {
        if (advise)
            failed = cli_print_advice(adviser, &talk.history[talk.count - 1]);
        advise = false;
        const char *word = failed == 0 ? next_command(&talk, &advise) : NULL;
        if (word != NULL)
            advise = obey(&talk, word);
    }
    free(talk.history);
    cli_lines_free(&talk.asked.lines);
    return failed != 0 ? failed : cli_finish();
}
