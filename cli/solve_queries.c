/* trey solve: queries on standard input.
 *
 * Answers are flushed whenever all input read so far is processed, so that a program at
 * the other end of a pipe receives its answer. A line longer than the buffer cannot be a
 * query (unless it is blank); its bytes are echoed in pieces. */
#include "exact/answers/command.h"
#include "solve_output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INPUT_BYTES = 1 << 16 };

struct stream {
    const struct cli_solve_form *form;
    const struct trey_exact *exact;
    bool in_long_line;    /* the start of the line was echoed already */
    uint64_t line;        /* number of the last complete line, from 1 */
    uint64_t not_queries; /* number of such lines so far */
};

/* Prints a warning for a line that is not a query, because its answer ` = -1` has no
 * reason. Only the first such lines are reported. */
static void warn_of_line(struct stream *stream, const char *reason)
{
    enum { WARNINGS = 20 };
    if (reason == NULL || ++stream->not_queries > WARNINGS)
        return;
    fprintf(stderr, "standard input:%" PRIu64 ": warning: not a query: %s\n",
            stream->line, cli_shown(reason));
    if (stream->not_queries == WARNINGS)
        fputs("standard input: warning: further lines that are not queries are not "
              "reported\n",
              stderr);
}

/* Prints a query as it came, except on a terminal, which foreign text could control. */
static void echo_query(const char *line, size_t size)
{
    if (isatty(STDOUT_FILENO))
        cli_print_shown(stdout, line, size);
    else
        fwrite(line, 1, size, stdout);
}

/* Answers a line; `line` is the whole line or the last part of a long one. False if the
 * table turns out to be damaged, which the caller of cli_solve_queries reports. */
static bool end_line(struct stream *stream, const char *line, size_t size)
{
    if (size > 0 && line[size - 1] == '\r')
        size--;
    char answer[TREY_EXACT_ANSWER_BYTES];
    stream->line++;
    if (stream->in_long_line) {
        stream->in_long_line = false;
        warn_of_line(stream, "line is too long");
        echo_query(line, size);
        fputs(" = -1\n", stdout);
        return true;
    }
    size_t blanks = 0;
    while (blanks < size && (line[blanks] == ' ' || line[blanks] == '\t'))
        blanks++;
    if (blanks == size)
        return true;
    size_t length = trey_exact_answer(stream->exact, line, size, stream->form->remaining,
                                      stream->form->best, answer, sizeof answer);
    if (trey_exact_check_damage(stream->exact, NULL) != TREY_OK)
        return false;
    if (strcmp(answer, " = -1") == 0)
        warn_of_line(stream, trey_exact_query_error(stream->exact, line, size));
    answer[length++] = '\n';
    echo_query(line, size);
    fwrite(answer, 1, length, stdout);
    return true;
}

int cli_solve_queries(const struct trey_exact *exact, const struct cli_solve_form *form)
{
    struct stream stream = {.form = form, .exact = exact};
    char *buffer = malloc(INPUT_BYTES);
    if (buffer == NULL)
        return cli_fail_memory();
    size_t kept = 0;
    ssize_t got = 0;
    bool good = true;
    while (good && (got = read(STDIN_FILENO, buffer + kept, INPUT_BYTES - kept)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            break;
        const char *line = buffer, *end = buffer + kept + got, *newline;
        while (good && (newline = memchr(line, '\n', (size_t)(end - line))) != NULL) {
            good = end_line(&stream, line, (size_t)(newline - line));
            line = newline + 1;
        }
        kept = (size_t)(end - line);
        if (kept == INPUT_BYTES) { /* the last byte may be the CR of the line's end */
            echo_query(line, kept - 1);
            stream.in_long_line = true;
            line += kept - 1;
            kept = 1;
        }
        memmove(buffer, line, kept);
        if (fflush(stdout) != 0)
            break;
    }
    int failed = got < 0 ? errno : 0;
    if (good && (kept > 0 || stream.in_long_line))
        end_line(&stream, buffer, kept);
    free(buffer);
    return failed != 0 ? cli_fail_read("-", failed) : cli_finish();
}
