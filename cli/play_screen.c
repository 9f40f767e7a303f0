/* trey play on the full screen: one loop that waits for keys, for the end of loading the
 * player, for signals and for the time of the next move. During a search it works for a
 * few milliseconds between two checks of the keyboard. */
#include "os/clock.h"
#include "play_draw.h"

#ifndef TREY_WITH_CURSES
bool cli_play_has_screen(void)
{
    return false;
}

int cli_play_screen(const struct cli_play_options *options)
{
    return cli_play_lines(options);
}
#else
#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { SLICE_MS = 15, WAIT_MS = 1000, ESCAPE_MS = 40, MAX_NUMBER = 99999999 };

bool cli_play_has_screen(void)
{
    return true;
}

/* --- events ----------------------------------------------------------------------------
 */

static int wake_pipe[2] = {-1, -1};
static volatile sig_atomic_t ended;

static void wake_loop(void)
{
    int kept = errno;
    ssize_t written = write(wake_pipe[1], "", 1);
    (void)written; /* a full pipe wakes as well */
    errno = kept;
}

static void on_end_signal(int number)
{
    (void)number;
    ended = 1;
    wake_loop();
}

static bool open_pipe(void)
{
    if (pipe(wake_pipe) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        fcntl(wake_pipe[i], F_SETFL, O_NONBLOCK);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_end_signal;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    return true;
}

static void close_pipe(void)
{
    for (int i = 0; i < 2; i++)
        if (wake_pipe[i] >= 0)
            close(wake_pipe[i]);
    wake_pipe[0] = wake_pipe[1] = -1;
}

/* --- keys ------------------------------------------------------------------------------
 */

static void change_speed(struct cli_play *play, bool up)
{
    static const unsigned speeds[] = {1, 2, 4, 8, 15, 30, 60, 120, 240};
    enum { SPEEDS = sizeof speeds / sizeof *speeds };
    int i = up ? 0 : SPEEDS - 1;
    while (up ? i < SPEEDS - 1 && speeds[i] <= play->speed
              : i > 0 && speeds[i] >= play->speed)
        i += up ? 1 : -1;
    play->speed = speeds[i];
    cli_play_set_message(play, "%u moves per second", play->speed);
}

/* Letter of the move that a key makes, or 0. */
static char move_of(const struct cli_play_options *options, int key)
{
    switch (key) {
    case KEY_UP:
    case 'k':
    case 'W':
        return 'U';
    case KEY_DOWN:
    case 'j':
    case 'S':
        return 'D';
    case KEY_LEFT:
    case 'h':
    case 'A':
        return 'L';
    case KEY_RIGHT:
    case 'l':
    case 'D':
        return 'R';
    default:
        break;
    }
    const char *small = "wsad";
    if (!options->wasd || key <= 0 || key > 127 || strchr(small, key) == NULL)
        return 0;
    return "UDLR"[strchr(small, key) - small];
}

static void make_move(struct cli_screen *screen, char letter)
{
    char request[] = {'s', 'l', 'i', 'd', 'e', ' ', letter, '\0'};
    struct cli_play *play = &screen->play;
    if (cli_play_over(play) || cli_play_do(play, request))
        return;
    cli_play_set_message(play, "No tile can move %s.",
                         cli_direction_name((int)strcspn("URDL", request + 6)));
}

static void start_player(struct cli_screen *screen)
{
    struct cli_play *play = &screen->play;
    if (play->running) {
        play->running = false;
        return;
    }
    play->running = !cli_play_over(play);
    screen->due_s = trey_clock_monotonic();
}

static void start_new_game(struct cli_screen *screen, bool confirmed)
{
    if (confirmed || cli_play_over(&screen->play) ||
        cli_answer_number(screen->play.position, "moves") == 0) {
        cli_play_replace(&screen->play);
        return;
    }
    screen->ask_new = true;
    cli_play_set_message(&screen->play, "n again ends this game and starts another.");
}

/* Saves the game; if that fails the game stays open until Q. */
static void leave_game(struct cli_screen *screen, bool gives_up)
{
    bool again = screen->play.leaving;
    screen->kept = cli_play_leave(&screen->play, "q tries again, Q ends without saving.");
    screen->quit = screen->kept != CLI_NOT_KEPT || (gives_up && again);
    screen->left = screen->quit;
}

/* Keys of games and replays; false for other keys. */
static bool common_key(struct cli_screen *screen, int key)
{
    struct cli_play *play = &screen->play;
    switch (key) {
    case 'q':
    case 'Q':
        leave_game(screen, key == 'Q');
        return true;
    case '?':
        play->advise = !play->advise;
        if (!play->advise)
            cli_play_stop(play);
        return true;
    case '+':
    case '=':
    case '-':
    case '_':
        change_speed(play, key == '+' || key == '=');
        return true;
    case 'c':
        screen->palette = (enum cli_palette)((screen->palette + 1) % CLI_PALETTES);
        return true;
    case 'L' & 31:
        clearok(curscr, TRUE);
        return true;
    case KEY_RESIZE:
        return true;
    default:
        return false;
    }
}

static void play_key(struct cli_screen *screen, int key)
{
    struct cli_play *play = &screen->play;
    bool confirmed = screen->ask_new, running = play->running;
    bool plays_on = key == ' ' || (key == 'a' && !play->options->wasd);
    screen->ask_new = false;
    play->message[0] = '\0';
    if (common_key(screen, key))
        return;
    if (running) { /* any key stops the player */
        cli_play_stop(play);
        play->running = false;
        if (plays_on)
            return;
    }
    char letter = move_of(play->options, key);
    if (letter != 0)
        make_move(screen, letter);
    else if (plays_on)
        start_player(screen);
    else if (key == 'u' || key == KEY_BACKSPACE || key == 127)
        cli_play_do(play, "undo");
    else if (key == 'r')
        cli_play_do(play, "redo");
    else if (key == 'n')
        start_new_game(screen, confirmed);
    else if (key == 'w' || key == 's' || key == 'd')
        cli_play_set_message(
            &screen->play, "Capital WASD move, because a starts the player (or --wasd).");
    else if (!running)
        cli_play_set_message(&screen->play,
                             "Unknown key; the lines below list the keys.");
}

/* --- keys of a replay ------------------------------------------------------------------
 */

static void go_to_move(struct cli_screen *screen, long long number)
{
    char request[48];
    struct cli_play *play = &screen->play;
    long long at = cli_answer_number(play->position, "undo");
    long long last = at + cli_answer_number(play->position, "redo");
    number = number < 0 ? 0 : number > last ? last : number;
    if (number == at)
        return;
    if (number == at + 1)
        snprintf(request, sizeof request, "redo");
    else
        snprintf(request, sizeof request, "goto %lld", number);
    cli_play_do(play, request);
}

static void replay_key(struct cli_screen *screen, int key)
{
    struct cli_play *play = &screen->play;
    long long at = cli_answer_number(play->position, "undo");
    play->message[0] = '\0';
    if (key >= '0' && key <= '9') {
        long before = screen->number > 0 ? screen->number : 0;
        screen->number = before < MAX_NUMBER / 10 ? 10 * before + key - '0' : before;
        return;
    }
    long number = screen->number;
    screen->number = -1;
    if (common_key(screen, key))
        return;
    bool running = play->running;
    play->running = false;
    switch (key) {
    case '\n':
    case '\r':
    case KEY_ENTER:
        go_to_move(screen, number >= 0 ? number : at);
        return;
    case ' ':
    case 'a':
        play->running = !running && cli_answer_number(play->position, "redo") > 0;
        screen->due_s = trey_clock_monotonic();
        return;
    case KEY_HOME:
    case 'g':
        go_to_move(screen, 0);
        return;
    case KEY_END:
    case 'G':
        go_to_move(screen, MAX_NUMBER);
        return;
    case KEY_NPAGE:
        go_to_move(screen, at + 100);
        return;
    case KEY_PPAGE:
        go_to_move(screen, at - 100);
        return;
    default:
        break;
    }
    char letter = move_of(play->options, key);
    if (letter != 0)
        go_to_move(screen, at + (letter == 'R'   ? 1
                                 : letter == 'L' ? -1
                                 : letter == 'U' ? -10
                                                 : 10));
}

/* --- the loop --------------------------------------------------------------------------
 */

/* Starts the next move of the player or replay, if it is time. */
static void run_on(struct cli_screen *screen)
{
    struct cli_play *play = &screen->play;
    double now = trey_clock_monotonic();
    if (!play->running || play->moving || now < screen->due_s)
        return;
    if (play->options->replay == NULL) {
        cli_play_next_move(play);
        if (!play->moving) /* not loaded yet, or the game is over */
            return;
    } else {
        go_to_move(screen, cli_answer_number(play->position, "undo") + 1);
        play->running = cli_answer_number(play->position, "redo") > 0;
    }
    screen->due_s += 1.0 / play->speed;
    if (screen->due_s < now)
        screen->due_s = now;
}

/* Time until something happens without a key. */
static int wait_ms(const struct cli_screen *screen, bool busy)
{
    const struct cli_play *play = &screen->play;
    if (busy)
        return 0;
    if (!play->running || (play->options->replay == NULL &&
                           cli_loader_state(play->loader) == CLI_LOADER_LOADING))
        return WAIT_MS;
    double left_ms = 1e3 * (screen->due_s - trey_clock_monotonic());
    return left_ms < 0.0 ? 0 : left_ms < WAIT_MS ? (int)left_ms + 1 : WAIT_MS;
}

static void handle_keys(struct cli_screen *screen, int timeout_ms)
{
    struct pollfd waiting[] = {{STDIN_FILENO, POLLIN, 0}, {wake_pipe[0], POLLIN, 0}};
    char bytes[64];
    int ready = poll(waiting, 2, timeout_ms);
    while (read(wake_pipe[0], bytes, sizeof bytes) > 0) {
    }
    if (ready > 0 && (waiting[0].revents & POLLIN) == 0 && waiting[0].revents != 0)
        screen->quit = true; /* the terminal is gone */
    for (int key; !screen->quit && (key = getch()) != ERR;)
        if (screen->play.options->replay != NULL)
            replay_key(screen, key);
        else
            play_key(screen, key);
    screen->quit = screen->quit || ended;
}

/* Shows a warning about the player as a message, which the screen may cut off; the whole
 * text is printed after the screen is closed. */
static void show_warning(struct cli_screen *screen)
{
    struct cli_play *play = &screen->play;
    if (screen->warned || play->warning[0] == '\0' || play->message[0] != '\0')
        return;
    cli_play_set_message(play, "Warning: %.480s", play->warning);
    screen->warned = true;
}

static void run_loop(struct cli_screen *screen)
{
    bool busy = false;
    while (!screen->quit) {
        cli_draw(screen);
        handle_keys(screen, wait_ms(screen, busy));
        if (screen->quit)
            break;
        cli_play_autosave(&screen->play);
        run_on(screen);
        cli_play_advise(&screen->play);
        busy = cli_session_step(screen->play.session, SLICE_MS);
        show_warning(screen);
    }
}

/* Ctrl-S must not stop the output: a program that waits for the terminal saves no game
 * and ends on no signal. */
static void disable_flow_control(void)
{
    struct termios mode;
    if (tcgetattr(STDIN_FILENO, &mode) != 0)
        return;
    mode.c_iflag &= ~(tcflag_t)IXON;
    tcsetattr(STDIN_FILENO, TCSANOW, &mode);
    def_prog_mode(); /* keeps it when curses sets the mode again */
}

static bool open_screen(SCREEN **terminal)
{
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
    *terminal = newterm(NULL, stdout, stdin);
    if (*terminal == NULL)
        return false;
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    disable_flow_control();
    curs_set(0);
    return true;
}

int cli_play_screen(const struct cli_play_options *options)
{
    struct cli_screen screen = {.palette = options->palette, .number = -1};
    struct cli_play *play = &screen.play;
    SCREEN *terminal;
    if (!open_pipe())
        return cli_play_lines(options);
    int failed = cli_play_begin(play, options, wake_loop);
    if (failed == 0 && !open_screen(&terminal)) {
        cli_play_clear(play);
        close_pipe();
        return cli_play_lines(options);
    }
    if (failed == 0) {
        cli_draw_prepare(&screen);
        run_loop(&screen);
        endwin();
        delscreen(terminal);
        cli_play_warn(play);
        if (!screen.left) /* a signal, or the terminal is gone */
            screen.kept = cli_play_rescue(play);
        if (screen.kept != CLI_KEPT)
            failed = cli_play_fail(play);
        else if (options->replay == NULL)
            printf("score %lld, saved in %s\n",
                   cli_answer_number(play->position, "score"),
                   cli_shown(play->kept.path));
    }
    cli_play_clear(play);
    close_pipe();
    return failed != 0 ? failed : cli_finish();
}
#endif
