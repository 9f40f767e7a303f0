/* The dialogue of trey advise -i. After each change of the position the advice is printed
 * again, then the next command is read. */
#include "advise_talk.h"

#include "advise_ask.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct talk {
    const struct cli_adviser *adviser;
    const struct trey_rules *rules;
    struct cli_advise_game *game;
    struct cli_dialog dialog;
    char help[1400];
};

/* The list of commands, with the form of a whole move on one line. */
static void format_help(const struct trey_rules *rules, char *text, size_t room)
{
    bool any = rules->entry == TREY_SPAWN_ANY, shown = rules->hint != TREY_SHOW_NONE;
    snprintf(
        text, room,
        "U R D L    make this move (or up, right, down, left); then you are asked\n"
        "           %s,\n"
        "           and which tile it is%s.\n"
        "           All on one line: %s\n"
        "undo       take the last move back, or cancel a question\n"
        "advice     show the advice again\n"
        "deck       show the possible decks with their probabilities\n"
        "save FILE  write the game to a file, for trey review\n"
        "new        start from another position; this game is archived (trey games)\n"
        "help       show this, or at a question the possible answers\n"
        "quit       end",
        any ? "in which row and column the new tile appeared, as two digits "
              "(23: row 2, column 3)"
            : "in which row or column the new tile appeared, counted from "
              "the top or the left",
        shown ? " if the hint did not say so, and which tile is next" : "",
        any     ? shown ? "L 23 1" : "L 23 2"
        : shown ? "L 3 2"
                : "L 3 1");
}

static void show_decks(const struct trey_guess *guess)
{
    struct trey_view known;
    trey_guess_view(guess, &known);
    for (int i = 0; i < guess->count; i++) {
        const struct trey_view *view = &guess->views[i];
        char deck[TREY_DECK_TEXT], next[TREY_NEXT_TEXT];
        trey_deck_format(view->deck, deck, sizeof deck);
        trey_next_format(&view->rules, view->next, next, sizeof next);
        printf("%s%s", i > 0 ? "  " : "", deck);
        if (known.next == TREY_NEXT_WHITE)
            printf(" next %s", next);
        if (guess->count > 1)
            printf(" %.1f%%", 100.0 * guess->weight[i]);
    }
    putchar('\n');
}

static const struct trey_guess *current_guess(const struct talk *talk)
{
    return &talk->game->positions[talk->game->count - 1].guess;
}

static bool make_move(struct talk *talk, enum trey_direction direction)
{
    struct trey_guess guess = *current_guess(talk);
    struct trey_step step;
    return cli_ask_move(&talk->dialog, direction, &guess, &step) &&
           cli_advise_push(talk->game, &guess, &step);
}

static bool ask_position(struct talk *talk)
{
    struct trey_guess guess;
    return cli_ask_position(&talk->dialog, talk->rules, &guess) &&
           cli_advise_push(talk->game, &guess, NULL);
}

static void save_as(struct talk *talk)
{
    const char *path =
        cli_ask(&talk->dialog, "file?", "name of the file for the game", NULL);
    if (path != NULL)
        cli_advise_export(talk->game, path);
}

/* Direction of a letter or a word; -1: neither. */
static int direction_of(const char *word)
{
    static const char letters[] = "URDL";
    static const char *const words[] = {"up", "right", "down", "left"};
    const char *found =
        word[1] == '\0' ? strchr(letters, toupper((unsigned char)word[0])) : NULL;
    if (found != NULL && *found != '\0')
        return (int)(found - letters);
    for (int i = 0; i < 4; i++)
        if (strcasecmp(word, words[i]) == 0)
            return i;
    return -1;
}

/* Runs a command. True if there is a new position to advise on. */
static bool run_command(struct talk *talk, const char *word)
{
    int direction = direction_of(word);
    if (direction >= 0)
        return make_move(talk, (enum trey_direction)direction);
    if (strcmp(word, "new") == 0)
        return cli_advise_leave(talk->game, "new") && ask_position(talk);
    if (strcmp(word, "advice") == 0 || strcmp(word, "board") == 0)
        return true;
    if (strcmp(word, "deck") == 0)
        show_decks(current_guess(talk));
    else if (strcmp(word, "save") == 0)
        save_as(talk);
    else {
        printf("unknown command '%s'; commands: U, R, D, L, undo, advice, deck, save, "
               "new, help, quit\n",
               cli_shown(word));
        cli_dialog_drop_line(&talk->dialog);
    }
    return false;
}

/* Reads the next command; NULL after undo, which is done here and sets *advise, and at
 * the end of input. */
static const char *next_command(struct talk *talk, bool *advise)
{
    for (;;) {
        const char *word = cli_ask(&talk->dialog, "move?", talk->help, NULL);
        if (word != NULL || talk->dialog.ended)
            return word;
        if (talk->game->count > 1) {
            cli_advise_undo(talk->game);
            *advise = true;
            return NULL;
        }
        puts("no move to take back");
    }
}

/* Finds the first position: given, resumed or typed. False if there is none. */
static bool find_first_position(struct talk *talk, const struct trey_guess *guess,
                                bool resume)
{
    struct cli_advise_game *game = talk->game;
    long moves = cli_advise_kept_moves(game, NULL);
    if (resume)
        return cli_advise_resume(game, talk->rules);
    if (guess != NULL)
        return cli_advise_push(game, guess, NULL);
    talk->dialog.may_resume = moves > 0;
    if (moves > 0)
        printf("There is a saved game of %ld %s: 'resume' continues it. If you start "
               "another one, it is archived (trey games).\n",
               moves, moves == 1 ? "move" : "moves");
    while (game->count == 0 && !talk->dialog.ended && !talk->dialog.resumed)
        ask_position(talk);
    talk->dialog.may_resume = false;
    return talk->dialog.resumed ? cli_advise_resume(game, talk->rules) : true;
}

/* True at the end of input, or after quit if the game is saved. */
static bool is_at_end(struct talk *talk)
{
    if (!talk->dialog.ended)
        return false;
    if (!talk->dialog.left || cli_advise_leave(talk->game, "quit"))
        return true;
    talk->dialog.ended = talk->dialog.left = false;
    cli_dialog_drop_line(&talk->dialog);
    return false;
}

int cli_advise_talk(const struct cli_adviser *adviser, const struct trey_rules *rules,
                    const struct trey_guess *guess, bool resume,
                    struct cli_advise_game *game)
{
    struct talk talk = {.adviser = adviser, .rules = rules, .game = game};
    format_help(rules, talk.help, sizeof talk.help);
    int failed = find_first_position(&talk, guess, resume) ? 0 : CLI_FAILED;
    bool advise = game->count > 0;
    while (failed == 0 && !is_at_end(&talk)) {
        if (advise)
            failed = cli_print_advice(adviser, current_guess(&talk));
        advise = false;
        const char *word = failed == 0 ? next_command(&talk, &advise) : NULL;
        if (word != NULL && strcmp(word, "new") != 0)
            game->leaving = false;
        if (word != NULL)
            advise = run_command(&talk, word);
    }
    if (failed == 0 && talk.dialog.lines.failed)
        failed = CLI_FAILED;
    cli_lines_free(&talk.dialog.lines);
    int lost = cli_advise_end(game);
    return failed != 0 ? failed : lost != 0 ? lost : cli_finish();
}
