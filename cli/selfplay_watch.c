#include "selfplay_watch.h"
#include "os/clock.h"

#include "board_text.h"

#include <time.h>
#include <unistd.h>

/* Sleeps in short pieces, so that an interruption takes effect. */
static void wait_until(const struct cli_watch *watch)
{
    double left_s;
    while ((left_s = watch->due_s - trey_clock_monotonic()) > 0.0 &&
           !trey_cancel_raised(watch->cancel)) {
        double piece_s = left_s < 0.1 ? left_s : 0.1;
        struct timespec pause = {.tv_nsec = (long)(1e9 * piece_s)};
        nanosleep(&pause, NULL);
    }
}

static void print_view(FILE *file, const struct trey_view *view, int cell,
                       const char *head, bool terminal)
{
    struct cli_board board;
    char next[TREY_NEXT_TEXT];
    trey_next_format(&view->rules, view->next, next, sizeof next);
    cli_board_of_view(view, cell, &board);
    fprintf(file, "%s, score %llu, next %s%s\n", head, (unsigned long long)view->score,
            next, terminal ? "\033[K" : "");
    cli_board_print(file, &board, CLI_PALETTE_GAME, cli_colours_of(file));
}

void cli_watch_move(void *context, uint64_t game, const struct trey_view *before,
                    enum trey_direction direction, const struct trey_view *after,
                    int cell)
{
    struct cli_watch *watch = context;
    bool terminal = isatty(fileno(watch->file));
    char head[96];
    wait_until(watch);
    if (before->moves == 0 && terminal)
        fputs("\033[2J", watch->file);
    if (before->moves == 0 && !terminal) {
        snprintf(head, sizeof head, "game %llu, start", (unsigned long long)game);
        print_view(watch->file, before, -1, head, terminal);
    }
    if (terminal)
        fputs("\033[H", watch->file);
    snprintf(head, sizeof head, "game %llu, move %llu, %s", (unsigned long long)game,
             (unsigned long long)after->moves, cli_direction_name((int)direction));
    print_view(watch->file, after, cell, head, terminal);
    fflush(watch->file);
    double now = trey_clock_monotonic();
    if (watch->speed > 0.0)
        watch->due_s = (watch->due_s > now ? watch->due_s : now) + 1.0 / watch->speed;
}
