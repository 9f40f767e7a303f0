/* trey play in line mode: moves as letters and a few commands in, the board as text out;
 * for scripts, for simple terminals, and for screen readers. */
#include "board_text.h"
#include "lines.h"
#include "play.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BAR_WIDTH = 20, MAX_MOVES = 1000000 };

static void show_deck(const struct cli_play *play)
{
    const json_t *number, *deck = json_object_get(play->position, "deck");
    size_t i;
    if (!json_is_array(deck))
        return;
    fputs(", deck", stdout);
    json_array_foreach(deck, i, number)
        printf(" %zu:%lld", i + 1, (long long)json_integer_value(number));
}

static void show_position(const struct cli_play *play)
{
    struct cli_board board;
    const json_t *position = play->position;
    cli_board_of_answer(position, play->newest, &board);
    printf("move %lld, score %lld, best %llu, next %s",
           cli_answer_number(position, "moves"), cli_answer_number(position, "score"),
           (unsigned long long)play->best, cli_answer_text(position, "next"));
    show_deck(play);
    putchar('\n');
    cli_board_print(stdout, &board, play->options->palette, cli_colours_of(stdout));
    if (cli_play_over(play))
        puts(json_is_true(json_object_get(position, "won")) ? "won" : "game over");
}

static void show_message(const struct cli_play *play)
{
    if (play->message[0] != '\0')
        puts(cli_shown(play->message));
}

static void print_refusal(const struct cli_play *play)
{
    printf("not done: %s\n", cli_shown(play->message));
}

/* --- advice ----------------------------------------------------------------------------
 */

static void show_value(const struct cli_play *play, char move)
{
    const char key[2] = {move, '\0'};
    char behind[CLI_PLAY_BEHIND_TEXT];
    if (!cli_play_behind(play, move, behind))
        return;
    int width = (int)(cli_play_bar(play, move) * BAR_WIDTH + 0.5);
    printf("%c %12s  %-*.*s  %s%s\n", move, behind, BAR_WIDTH, width,
           "####################",
           strcmp(key, cli_answer_text(play->advice, "best")) == 0 ? "best: " : "",
           cli_answer_text(play->words, key));
}

static void show_advice(struct cli_play *play)
{
    if (cli_play_over(play)) {
        puts("game over");
        return;
    }
    play->message[0] = '\0';
    play->advise = true;
    cli_loader_wait(play->loader, &play->rules);
    cli_play_advise(play);
    while (play->advising && cli_session_step(play->session, 50)) {
    }
    play->advise = false;
    cli_play_warn(play);
    if (play->message[0] != '\0') {
        print_refusal(play);
        return;
    }
    printf("move    behind  %-*s  what it does\n", BAR_WIDTH, "");
    for (const char *move = "URDL"; *move != '\0'; move++)
        show_value(play, *move);
    if (json_is_true(json_object_get(play->advice, "only_move")))
        puts("certainty: clear, there is only one legal move");
    else
        printf("certainty: %s\n", cli_answer_text(play->advice, "certainty"));
}

/* --- commands --------------------------------------------------------------------------
 */

/* Saves the game if it has changed; while it is `running`, not each time. Called before
 * the position is shown, so that the user never sees unsaved moves. */
static void save_changes(struct cli_play *play, bool running)
{
    play->message[0] = '\0';
    play->running = running;
    cli_play_autosave(play);
    play->running = false;
    show_message(play);
    play->message[0] = '\0';
}

/* Makes the moves of all letters, up to the first illegal one. */
static void make_moves(struct cli_play *play, const char *letters)
{
    for (; *letters != '\0'; letters++) {
        char request[] = "slide ?";
        request[6] = (char)toupper((unsigned char)*letters);
        if (!cli_play_do(play, request)) {
            print_refusal(play);
            break;
        }
    }
    save_changes(play, false);
    show_position(play);
}

static void run_player(struct cli_play *play, const char *count)
{
    size_t moves = count != NULL ? 0 : MAX_MOVES;
    size_t digits = count != NULL ? strspn(count, "0123456789") : 0;
    if (count != NULL && digits > 0 && digits < 10 && count[digits] == '\0')
        moves = strtoul(count, NULL, 10);
    if (moves == 0) {
        printf("not done: '%.32s' is not a valid number of moves\n", cli_shown(count));
        return;
    }
    play->message[0] = '\0';
    cli_loader_wait(play->loader, &play->rules);
    for (size_t i = 0; i < moves && !cli_play_over(play); i++) {
        play->running = true;
        cli_play_next_move(play);
        while (play->moving && cli_session_step(play->session, 50)) {
        }
        play->running = false;
        cli_play_warn(play);
        if (play->message[0] != '\0') {
            print_refusal(play);
            save_changes(play, false);
            return;
        }
        save_changes(play, true);
    }
    save_changes(play, false);
    show_position(play);
}

/* undo, redo, goto */
static void change_position(struct cli_play *play, const char *word, const char *count)
{
    char request[64];
    snprintf(request, sizeof request, "%s %.20s", word, count != NULL ? count : "");
    if (cli_play_do(play, request)) {
        save_changes(play, false);
        show_position(play);
    } else
        print_refusal(play);
}

static void save_game(struct cli_play *play, const char *path)
{
    if (path != NULL && cli_kept_is_in(&play->kept, path))
        path = NULL;
    enum cli_kept kept = path == NULL                   ? cli_play_save(play)
                         : cli_play_save_as(play, path) ? CLI_KEPT
                                                        : CLI_NOT_KEPT;
    if (kept == CLI_KEPT)
        printf("saved in %s\n", cli_shown(path != NULL ? path : play->kept.path));
    else if (kept == CLI_KEPT_WARNED)
        puts(cli_shown(play->message));
    else
        print_refusal(play);
}

static void start_new_game(struct cli_play *play)
{
    if (!cli_play_replace(play)) {
        print_refusal(play);
        return;
    }
    show_message(play);
    save_changes(play, false);
    show_position(play);
}

/* Saves the game; false if that failed and the game stays open. The second time it ends
 * without saving. */
static bool leave_game(struct cli_play *play, enum cli_kept *kept)
{
    bool again = play->leaving;
    *kept = cli_play_leave(play, "It stays open: 'save FILE' writes it elsewhere, 'quit' "
                                 "again ends without saving.");
    if (*kept != CLI_NOT_KEPT || again)
        return true;
    puts(cli_shown(play->message));
    return false;
}

static void print_help(void)
{
    puts("U R D L, one or more: move           undo [N], redo [N], goto N\n"
         "?, advice: show values of the moves  auto [N]: let the player make N moves\n"
         "board: show the board again          new: start another game\n"
         "save [FILE]: save the game           quit: save the game and quit");
}

static bool is_moves(const char *word)
{
    return *word != '\0' && strspn(word, "URDLurdl") == strlen(word);
}

/* Commands without an argument refuse one, because for instance "new 2048" does not do
 * what the user means. */
static bool takes_no_argument(const char *word)
{
    static const char *const names[] = {"?", "advice", "new", "board", "quit", "q"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return is_moves(word);
}

/* Runs a command. Returns false after the last one, with the result of saving in *kept.
 */
static bool run_command(struct cli_play *play, char *line, enum cli_kept *kept)
{
    const char *blanks = " \t\r\n";
    char *rest, *word = strtok_r(line, blanks, &rest);
    if (word == NULL || *word == '#')
        return true;
    bool leaves = strcmp(word, "quit") == 0 || strcmp(word, "q") == 0;
    play->leaving = play->leaving && leaves;
    char *argument = strtok_r(NULL, blanks, &rest);
    while (is_moves(word) && argument != NULL && is_moves(argument)) {
        memmove(word + strlen(word), argument, strlen(argument) + 1);
        argument = strtok_r(NULL, blanks, &rest);
    }
    char *more = argument == NULL || takes_no_argument(word)
                     ? argument
                     : strtok_r(NULL, blanks, &rest);
    if (more != NULL)
        printf("not done: unexpected word '%s'\n", cli_shown(more));
    else if (is_moves(word))
        make_moves(play, word);
    else if (strcmp(word, "?") == 0 || strcmp(word, "advice") == 0)
        show_advice(play);
    else if (strcmp(word, "undo") == 0 || strcmp(word, "redo") == 0 ||
             strcmp(word, "goto") == 0)
        change_position(play, word, argument);
    else if (strcmp(word, "auto") == 0)
        run_player(play, argument);
    else if (strcmp(word, "new") == 0)
        start_new_game(play);
    else if (strcmp(word, "board") == 0)
        show_position(play);
    else if (strcmp(word, "save") == 0)
        save_game(play, argument);
    else if (leaves)
        return !leave_game(play, kept);
    else if (strcmp(word, "help") == 0)
        print_help();
    else
        printf("not done: unknown command '%s'; help lists the commands\n",
               cli_shown(word));
    return true;
}

int cli_play_lines(const struct cli_play_options *options)
{
    struct cli_play play;
    struct cli_lines lines = {0};
    char *line;
    const struct trey_cancel *cancel = cli_watch_signals();
    cli_watch_hangup();
    int failed = cli_play_begin(&play, options, NULL);
    if (!failed) {
        enum cli_kept kept = CLI_KEPT;
        bool ended = false;
        show_message(&play);
        show_position(&play);
        fflush(stdout);
        while (!trey_cancel_raised(cancel) && !ended &&
               (line = cli_lines_ask(&lines, ">")) != NULL) {
            ended = !run_command(&play, line, &kept);
            fflush(stdout);
        }
        if (!ended)
            kept = cli_play_rescue(&play);
        failed = kept != CLI_KEPT ? cli_play_fail(&play) : lines.failed ? CLI_FAILED : 0;
    }
    cli_lines_free(&lines);
    cli_play_clear(&play);
    return failed ? failed : cli_finish();
}
