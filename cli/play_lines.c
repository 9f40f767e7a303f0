/* trey play by lines: slides as letters and a few words in, the board as text out, for
 * scripts, for terminals that can do no more, and for those who hear the screen read. */
#include "board_text.h"
#include "lines.h"
#include "play.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BAR_WIDTH = 20, MAX_SLIDES = 1000000 };

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

static void show(const struct cli_play *play)
{
    struct cli_board board;
    const json_t *position = play->position;
    cli_board_of_answer(position, play->newest, &board);
    printf("slide %lld, score %lld, best %llu, next %s",
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

static void complain(const struct cli_play *play)
{
    printf("not done: %s\n", cli_shown(play->message));
}

/* --- advice ----------------------------------------------------------------------------
 */

static void show_value(const struct cli_play *play, char slide)
{
    const char key[2] = {slide, '\0'};
    char behind[CLI_PLAY_BEHIND_TEXT];
    if (!cli_play_behind(play, slide, behind))
        return;
    int width = (int)(cli_play_bar(play, slide) * BAR_WIDTH + 0.5);
    printf("%c %12s  %-*.*s  %s%s\n", slide, behind, BAR_WIDTH, width,
           "####################",
           strcmp(key, cli_answer_text(play->advice, "best")) == 0 ? "best: " : "",
           cli_answer_text(play->words, key));
}

static void advise(struct cli_play *play)
{
    if (cli_play_over(play)) {
        puts("game over");
        return;
    }
    play->message[0] = '\0';
    play->advise = true;
    cli_mind_wait(play->mind, &play->rules);
    cli_play_advise(play);
    while (play->advising && cli_session_step(play->session, 50)) {
    }
    play->advise = false;
    cli_play_warn(play);
    if (play->message[0] != '\0') {
        complain(play);
        return;
    }
    printf("move    behind  %-*s  what it does\n", BAR_WIDTH, "");
    for (const char *slide = "URDL"; *slide != '\0'; slide++)
        show_value(play, *slide);
    if (json_is_true(json_object_get(play->advice, "only_move")))
        puts("certainty: clear, there is only one legal move");
    else
        printf("certainty: %s\n", cli_answer_text(play->advice, "certainty"));
}

/* --- requests --------------------------------------------------------------------------
 */

/* Saves the game if it has changed; while it is `running`, not each time. A line of
 * answers comes after that: what the user has seen is safe. */
static void keep(struct cli_play *play, bool running)
{
    play->message[0] = '\0';
    play->running = running;
    cli_play_autosave(play);
    play->running = false;
    show_message(play);
    play->message[0] = '\0';
}

/* All of a run of letters, up to the first that moves nothing. */
static void slide(struct cli_play *play, const char *letters)
{
    for (; *letters != '\0'; letters++) {
        char request[] = "slide ?";
        request[6] = (char)toupper((unsigned char)*letters);
        if (!cli_play_do(play, request)) {
            complain(play);
            break;
        }
    }
    keep(play, false);
    show(play);
}

static void run(struct cli_play *play, const char *count)
{
    size_t slides = count != NULL ? 0 : MAX_SLIDES;
    size_t digits = count != NULL ? strspn(count, "0123456789") : 0;
    if (count != NULL && digits > 0 && digits < 10 && count[digits] == '\0')
        slides = strtoul(count, NULL, 10);
    if (slides == 0) {
        printf("not done: %.32s is not a number of moves\n", cli_shown(count));
        return;
    }
    play->message[0] = '\0';
    cli_mind_wait(play->mind, &play->rules);
    for (size_t i = 0; i < slides && !cli_play_over(play); i++) {
        play->running = true;
        cli_play_slide_on(play);
        while (play->sliding && cli_session_step(play->session, 50)) {
        }
        play->running = false;
        cli_play_warn(play);
        if (play->message[0] != '\0') {
            complain(play);
            keep(play, false);
            return;
        }
        keep(play, true);
    }
    keep(play, false);
    show(play);
}

static void step(struct cli_play *play, const char *word, const char *count)
{
    char request[64];
    snprintf(request, sizeof request, "%s %.20s", word, count != NULL ? count : "");
    if (cli_play_do(play, request)) {
        keep(play, false);
        show(play);
    } else
        complain(play);
}

static void save(struct cli_play *play, const char *path)
{
    enum cli_kept kept = path == NULL                   ? cli_play_save(play)
                         : cli_play_save_as(play, path) ? CLI_KEPT
                                                        : CLI_NOT_KEPT;
    if (kept == CLI_KEPT)
        printf("saved in %s\n", cli_shown(path != NULL ? path : play->kept.path));
    else if (kept == CLI_KEPT_WARNED)
        puts(cli_shown(play->message));
    else
        complain(play);
}

static void begin_anew(struct cli_play *play)
{
    if (!cli_play_replace(play)) {
        complain(play);
        return;
    }
    show_message(play);
    keep(play, false);
    show(play);
}

/* Saves the game; false if that failed and the game stays open. The second time the user
 * leaves without saving. */
static bool leave(struct cli_play *play, enum cli_kept *kept)
{
    bool again = play->leaving;
    *kept = cli_play_leave(play, "It stays open: 'save FILE' writes it elsewhere, 'quit' "
                                 "again ends without saving.");
    if (*kept != CLI_NOT_KEPT || again)
        return true;
    puts(cli_shown(play->message));
    return false;
}

static void help(void)
{
    puts("U R D L, several at once: slide      undo [N], redo [N], goto N\n"
         "?, advice: what each slide is worth  auto [N]: let the player make N slides\n"
         "board: show it again                 new: begin another game\n"
         "save [FILE]: keep the game           quit: keep it and end");
}

static bool is_slides(const char *word)
{
    return *word != '\0' && strspn(word, "URDLurdl") == strlen(word);
}

/* A word behind one of these is not passed over: "new 2048" would begin something else.
 */
static bool stands_alone(const char *word)
{
    static const char *const alone[] = {"?", "advice", "new", "board", "quit", "q"};
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (strcmp(word, alone[i]) == 0)
            return true;
    return is_slides(word);
}

/* Returns false after the last command; *kept then says whether the game is saved. */
static bool obey(struct cli_play *play, char *line, enum cli_kept *kept)
{
    const char *blanks = " \t\r\n";
    char *rest, *word = strtok_r(line, blanks, &rest);
    if (word == NULL || *word == '#')
        return true;
    bool leaves = strcmp(word, "quit") == 0 || strcmp(word, "q") == 0;
    play->leaving = play->leaving && leaves;
    char *argument = strtok_r(NULL, blanks, &rest);
    while (is_slides(word) && argument != NULL && is_slides(argument)) {
        memmove(word + strlen(word), argument, strlen(argument) + 1);
        argument = strtok_r(NULL, blanks, &rest);
    }
    char *more =
        argument == NULL || stands_alone(word) ? argument : strtok_r(NULL, blanks, &rest);
    if (more != NULL)
        printf("not done: '%s' is one word too many\n", cli_shown(more));
    else if (is_slides(word))
        slide(play, word);
    else if (strcmp(word, "?") == 0 || strcmp(word, "advice") == 0)
        advise(play);
    else if (strcmp(word, "undo") == 0 || strcmp(word, "redo") == 0 ||
             strcmp(word, "goto") == 0)
        step(play, word, argument);
    else if (strcmp(word, "auto") == 0)
        run(play, argument);
    else if (strcmp(word, "new") == 0)
        begin_anew(play);
    else if (strcmp(word, "board") == 0)
        show(play);
    else if (strcmp(word, "save") == 0)
        save(play, argument);
    else if (leaves)
        return !leave(play, kept);
    else if (strcmp(word, "help") == 0)
        help();
    else
        printf("not done: '%s' is not known; help lists what is\n", cli_shown(word));
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
        show(&play);
        fflush(stdout);
        while (!trey_cancel_raised(cancel) && !ended &&
               (line = cli_lines_ask(&lines, ">")) != NULL) {
            ended = !obey(&play, line, &kept);
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
