/* trey solve: exact values of every position of a small board. */
#include "commands.h"
#include "common.h"

#include "trey/exact.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum option_key {
    KEY_ROWS = 1000,
    KEY_COLS,
    KEY_VALUE,
    KEY_BEST,
    KEY_STATS,
    KEY_JSON,
    KEY_RULES,
    KEY_THREADS
};

static const struct argp_option options[] = {
    {"rules", KEY_RULES, "NAME", 0, "course (default) or 2048", 0},
    {"threads", KEY_THREADS, "N", 0, "processors to use (default: all)", 0},
    {"rows", KEY_ROWS, "R", 0, "rows of the board (default 2)", 0},
    {"cols", KEY_COLS, "C", 0, "columns of the board (default 3)", 0},
    {"value", KEY_VALUE, "SCHEME", 0,
     "terminal: final scores (default); remaining: less the score on the board now", 0},
    {"best", KEY_BEST, NULL, 0, "add the best slide to answers of before-states", 0},
    {"stats", KEY_STATS, NULL, 0, "count the states and give the root's value", 0},
    {"json", KEY_JSON, NULL, 0, "print the counts as one JSON object", 0},
    {0},
};

struct arguments {
    enum trey_exact_rules rules;
    unsigned threads;
    struct trey_shape shape;
    bool remaining, best, stats, json;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case KEY_RULES:
        arguments->rules =
            strcmp(text, "2048") == 0 ? TREY_EXACT_2048 : TREY_EXACT_COURSE;
        return 0;
    case KEY_THREADS:
        arguments->threads = (unsigned)cli_unsigned(state, "--threads", text, 1, 256);
        return 0;
    case KEY_ROWS:
        arguments->shape.rows = (uint8_t)cli_unsigned(state, "--rows", text, 1, 6);
        return 0;
    case KEY_COLS:
        arguments->shape.cols = (uint8_t)cli_unsigned(state, "--cols", text, 1, 6);
        return 0;
    case KEY_VALUE:
        if (strcmp(text, "terminal") != 0 && strcmp(text, "remaining") != 0)
            argp_error(state, "--value is terminal or remaining, not '%s'", text);
        arguments->remaining = text[0] == 'r';
        return 0;
    case KEY_BEST:
        arguments->best = true;
        return 0;
    case KEY_STATS:
        arguments->stats = true;
        return 0;
    case KEY_JSON:
        arguments->json = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "queries come on standard input; what is '%s'?", text);
        return 0;
    case ARGP_KEY_END:
        if (arguments->json && !arguments->stats)
            argp_error(state, "--json is for --stats");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int print_stats(const struct trey_exact *exact, bool json)
{
    struct trey_exact_counts c;
    trey_exact_count(exact, &c);
    if (json)
        return cli_print_json(json_pack(
            "{sf sI sI sI sI sI sI sI}", "root_value", c.root_value, "classes",
            (json_int_t)c.classes, "boards", (json_int_t)c.boards, "terminal",
            (json_int_t)c.terminal, "max_tile", (json_int_t)c.max_tile, "layers",
            (json_int_t)c.layers, "before_states", (json_int_t)c.before_states,
            "after_states", (json_int_t)c.after_states));
    printf("root value     %.10g\n", c.root_value);
    printf("classes        %llu (board and hint)\n", (unsigned long long)c.classes);
    printf("boards         %llu\n", (unsigned long long)c.boards);
    printf("terminal       %llu\n", (unsigned long long)c.terminal);
    printf("largest tile   %llu\n", (unsigned long long)c.max_tile);
    printf("layers         %llu\n", (unsigned long long)c.layers);
    printf("before-states  %llu\n", (unsigned long long)c.before_states);
    printf("after-states   %llu\n", (unsigned long long)c.after_states);
    return cli_finish();
}

/* --- queries ---------------------------------------------------------------------------
 * Answers are flushed whenever the input read so far is used up, so that a program at
 * the other end of a pipe gets its answer. A line longer than the buffer cannot be a
 * query (unless it is blanks); its bytes are passed on as they come. */

enum { INPUT_BYTES = 1 << 16 };

struct stream {
    const struct arguments *arguments;
    const struct trey_exact *exact;
    bool passing; /* in a line that did not fit */
};

/* `line` is all of a line, or the last part of one that was passed on. */
static void end_line(struct stream *stream, const char *line, size_t size)
{
    if (size > 0 && line[size - 1] == '\r')
        size--;
    char answer[TREY_EXACT_ANSWER_BYTES];
    if (stream->passing) {
        stream->passing = false;
        fwrite(line, 1, size, stdout);
        fputs(" = -1\n", stdout);
        return;
    }
    size_t blanks = 0;
    while (blanks < size && (line[blanks] == ' ' || line[blanks] == '\t'))
        blanks++;
    if (blanks == size)
        return;
    size_t length =
        trey_exact_answer(stream->exact, line, size, stream->arguments->remaining,
                          stream->arguments->best, answer);
    answer[length++] = '\n';
    fwrite(line, 1, size, stdout);
    fwrite(answer, 1, length, stdout);
}

static int answer_queries(struct stream *stream)
{
    static const struct trey_error none = {.code = TREY_ERR_MEMORY,
                                           .message = "out of memory"};
    char *buffer = malloc(INPUT_BYTES);
    if (buffer == NULL)
        return cli_fail(NULL, &none);
    size_t kept = 0;
    ssize_t got;
    while ((got = read(STDIN_FILENO, buffer + kept, INPUT_BYTES - kept)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            break;
        const char *line = buffer, *end = buffer + kept + got, *newline;
        while ((newline = memchr(line, '\n', (size_t)(end - line))) != NULL) {
            end_line(stream, line, (size_t)(newline - line));
            line = newline + 1;
        }
        kept = (size_t)(end - line);
        if (kept == INPUT_BYTES) { /* the last byte may be the CR of the line's end */
            fwrite(line, 1, kept - 1, stdout);
            stream->passing = true;
            line += kept - 1;
            kept = 1;
        }
        memmove(buffer, line, kept);
        if (fflush(stdout) != 0)
            break;
    }
    int failed = got < 0 ? errno : 0;
    if (kept > 0 || stream->passing)
        end_line(stream, buffer, kept);
    free(buffer);
    if (failed != 0) {
        fprintf(stderr, "standard input: %s\n", strerror(failed));
        return CLI_FAILED;
    }
    return cli_finish();
}

int cmd_solve(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "",
        "Solve a small board of the rule set course, with one start tile: the exact "
        "value "
        "of every position under the best play.\v"
        "Queries on standard input, one a line: b or a (before or after the slide), the "
        "tiles, + and the hint, as in 'b 0 0 0 0 3 0 +1'. The answer is the line with ' "
        "= MIN AVG MAX' behind it, ' = -1' for what is no reachable state.",
        NULL,
        NULL,
        NULL};
    struct arguments arguments = {.shape = {2, 3}};
    if (argp_parse(&argp, argc, argv, 0, NULL, &arguments) != 0)
        return CLI_USAGE;
    struct trey_error error;
    struct trey_exact *exact;
    struct trey_exact_options how;
    trey_exact_defaults(arguments.rules, arguments.shape, &how);
    how.values = !arguments.stats;
    how.threads = arguments.threads;
    if (trey_exact_new(&how, &exact, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    struct stream stream = {.arguments = &arguments, .exact = exact};
    int result =
        arguments.stats ? print_stats(exact, arguments.json) : answer_queries(&stream);
    trey_exact_free(exact);
    return result;
}
