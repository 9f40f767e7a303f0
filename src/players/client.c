/* A player that is another program, which speaks the engine protocol on its standard
 * input and output. */
#include "players/client.h"
#include "base/error.h"
#include "board/cells.h"
#include "os/clock.h"
#include "os/os.h"
#include "record/format.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_ROOM = 4096, /* maximum bytes of a line with its end; docs/formats/engine.md */
    MAX_UNREAD = 1 << 16, /* lines that may precede one answer */
    MAX_OF_MEAN = 20,     /* limit of a move's time, in units of the mean time */
};

static const double quit_wait_s = 2.0;
static const double poll_s = 0.1; /* between checks of the cancel flag */

struct trey_client {
    struct trey_os_child *child;
    double answer_s; /* time limit of an answer */
    const struct trey_cancel *cancel;
    size_t filled;        /* bytes in `line` */
    bool too_long;        /* the start of the next line was discarded */
    char line[LINE_ROOM]; /* data that was read and not yet returned */
};

void trey_client_stop(struct trey_client *client)
{
    if (client == NULL)
        return;
    trey_os_child_write(client->child, "quit\n", 5);
    trey_os_child_stop(client->child, quit_wait_s);
    free(client);
}

/* --- lines ---------------------------------------------------------------------------
 */

static enum trey_status fail_ended(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_IO, 0, "the program has ended");
}

/* A time limit of waiting. */
struct deadline {
    double at_s, seconds;
};

static struct deadline deadline_in(double seconds)
{
    return (struct deadline){trey_clock_monotonic() + seconds, seconds};
}

/* Waits until the program can be read from or written to. */
static enum trey_status wait_until_ready(const struct trey_client *client, bool to_write,
                                         const struct deadline *deadline,
                                         struct trey_error *error)
{
    for (;;) {
        if (trey_cancel_raised(client->cancel))
            return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
        double left = deadline->at_s - trey_clock_monotonic();
        if (left <= 0.0)
            return trey_fail(error, TREY_ERR_IO, 0,
                             "the program did not answer within %g s", deadline->seconds);
        int ready = trey_os_child_wait(client->child, to_write,
                                       (int)(1e3 * fmin(left, poll_s)) + 1);
        if (ready > 0)
            return TREY_OK;
        if (ready < 0)
            return trey_fail(error, TREY_ERR_IO, 0, "cannot wait: %s", strerror(errno));
    }
}

static enum trey_status send_text(struct trey_client *client, const char *text,
                                  struct trey_error *error)
{
    size_t size = strlen(text);
    struct deadline deadline = deadline_in(client->answer_s);
    while (size > 0) {
        long sent = trey_os_child_write(client->child, text, size);
        if (sent < 0)
            return fail_ended(error);
        if (sent == 0) {
            enum trey_status status = wait_until_ready(client, true, &deadline, error);
            if (status != TREY_OK)
                return status;
        }
        text += sent;
        size -= (size_t)sent;
    }
    return TREY_OK;
}

/* Moves the first line of the buffer to `line`; returns false if none is complete yet. No
 * answer is longer than the buffer: longer lines are discarded, up to their end. */
static bool extract_line(struct trey_client *client, char line[LINE_ROOM])
{
    for (;;) {
        char *end = memchr(client->line, '\n', client->filled);
        if (end == NULL && client->filled == LINE_ROOM) {
            client->filled = 0;
            client->too_long = true;
        }
        if (end == NULL)
            return false;
        const bool complete = !client->too_long;
        const size_t size = (size_t)(end - client->line);
        memcpy(line, client->line, size);
        line[size > 0 && line[size - 1] == '\r' ? size - 1 : size] = '\0';
        client->filled -= size + 1;
        memmove(client->line, end + 1, client->filled);
        client->too_long = false;
        if (complete)
            return true;
    }
}

static enum trey_status receive_line(struct trey_client *client,
                                     const struct deadline *deadline,
                                     char line[LINE_ROOM], struct trey_error *error)
{
    while (!extract_line(client, line)) {
        enum trey_status status = wait_until_ready(client, false, deadline, error);
        if (status != TREY_OK)
            return status;
        long got = trey_os_child_read(client->child, client->line + client->filled,
                                      LINE_ROOM - client->filled);
        if (got < 0)
            return fail_ended(error);
        client->filled += (size_t)got;
    }
    return TREY_OK;
}

/* Skips lines up to one that is or begins with `word`. */
static enum trey_status wait_for_answer(struct trey_client *client, const char *word,
                                        double seconds, char line[LINE_ROOM],
                                        struct trey_error *error)
{
    struct deadline deadline = deadline_in(seconds);
    size_t length = strlen(word);
    for (int skipped = 0; skipped < MAX_UNREAD; skipped++) {
        enum trey_status status = receive_line(client, &deadline, line, error);
        if (status != TREY_OK)
            return status;
        if (strncmp(line, word, length) == 0 &&
            (line[length] == '\0' || line[length] == ' '))
            return TREY_OK;
    }
    return trey_fail(error, TREY_ERR_IO, 0,
                     "the program wrote %d lines without the answer \"%s\"; "
                     "does it speak trey's protocol?",
                     MAX_UNREAD, word);
}

/* --- protocol ------------------------------------------------------------------------
 */

enum trey_status trey_client_start(const char *command,
                                   const struct trey_player_options *options,
                                   struct trey_client **client, struct trey_error *error)
{
    struct trey_client *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->answer_s = options->answer_s;
    made->cancel = options->limits.cancel;
    made->child = trey_os_child_start(command);
    if (made->child == NULL) {
        free(made);
        return trey_fail(error, TREY_ERR_IO, 0, "cannot run a shell: %s",
                         strerror(errno));
    }
    char line[LINE_ROOM], option[64];
    enum trey_status status = send_text(made, "trey\n", error);
    if (status == TREY_OK)
        status = wait_for_answer(made, "treyok", made->answer_s, line, error);
    snprintf(option, sizeof option, "setoption name TableMiB value %zu\n",
             options->table_bytes >> 20 > 0 ? options->table_bytes >> 20 : 1);
    if (status == TREY_OK)
        status = send_text(made, option, error);
    if (status != TREY_OK) {
        trey_client_stop(made);
        return status;
    }
    *client = made;
    return TREY_OK;
}

enum trey_status trey_client_begin(struct trey_client *client, struct trey_error *error)
{
    char line[LINE_ROOM];
    enum trey_status status = send_text(client, "newgame\nisready\n", error);
    return status == TREY_OK
               ? wait_for_answer(client, "readyok", client->answer_s, line, error)
               : status;
}

static void write_go(const struct trey_search_limits *limits, char *text, size_t room)
{
    size_t at = (size_t)snprintf(text, room, "go");
    bool budget = trey_search_limits_budget(limits);
    if (!budget || limits->depth_plies < TREY_SEARCH_MAX_DEPTH)
        at += (size_t)snprintf(text + at, room - at, " depth %u", limits->depth_plies);
    if (limits->nodes != 0)
        at += (size_t)snprintf(text + at, room - at, " nodes %" PRIu64, limits->nodes);
    if (limits->time_s > 0.0)
        at +=
            (size_t)snprintf(text + at, room - at, " movetime %g", 1e3 * limits->time_s);
    if (limits->min_probability > 0.0)
        at += (size_t)snprintf(text + at, room - at, " minprob %.17g",
                               limits->min_probability);
    snprintf(text + at, room - at, "\n");
}

enum trey_status trey_client_ask(struct trey_client *client, const struct trey_view *view,
                                 const struct trey_search_limits *limits,
                                 enum trey_direction *direction, struct trey_error *error)
{
    char rules[TREY_RULES_TEXT], board[TREY_MAX_CELLS + 1], next[TREY_NEXT_TEXT],
        deck[TREY_DECK_TEXT], line[LINE_ROOM], go[160];
    trey_rules_format(&view->rules, rules, sizeof rules);
    for (char *c = rules; *c != '\0'; c++)
        *c = *c == ' ' ? ',' : *c;
    trey_board_format(view->rules.shape, view->board, board, sizeof board);
    trey_next_format(&view->rules, view->next, next, sizeof next);
    trey_deck_format(view->deck, deck, sizeof deck);
    snprintf(line, sizeof line,
             "position %s %s next %s deck %s score %" PRIu64 " moves %" PRIu64 "\n",
             rules, board, next, deck, view->score, view->moves);
    write_go(limits, go, sizeof go);
    enum trey_status status = send_text(client, line, error);
    if (status == TREY_OK)
        status = send_text(client, go, error);
    if (status == TREY_OK)
        status =
            wait_for_answer(client, "bestmove",
                            client->answer_s + MAX_OF_MEAN * limits->time_s, line, error);
    if (status != TREY_OK)
        return status;
    const char *answer = line + strlen("bestmove");
    if (answer[0] != ' ' || answer[1] == '\0' ||
        !trey_direction_of_letter(answer[1], direction) ||
        (answer[2] != '\0' && answer[2] != ' '))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the program answered \"%.40s\", which is not a move", line);
    return TREY_OK;
}
