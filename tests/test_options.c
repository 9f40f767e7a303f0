/* cli/options.h: parsing command lines by a table of options. Wrong usage ends the
 * process, so a child parses each command line and prints the stored values; its output
 * and exit status are compared. */
#include "cli/options.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct part {
    bool force;
    double minutes;
};

struct arguments {
    const char *input, *output, *scheme;
    unsigned width;
    uint64_t seed;
    uint8_t rows;
    double share, limit_s, speed;
    size_t memory;
    enum { ALL, SOME, NONE } kind;
    bool quiet, late, given, loud;
    struct part part;
    int sum; /* sum of the numbers of --add */
};

static void parse_add(struct cli_line *line, const struct cli_option *option,
                      const char *text, void *destination)
{
    (void)option;
    *(int *)destination += (int)cli_unsigned(line, "--add", text, 0, 99);
}

#define PART(member) CLI_TO(struct part, member)

static const struct cli_option part_rows[] = {
    {"force", 'f', NULL, "a flag of a part", CLI_FLAG, PART(force)},
    {"minutes", 0, "M", NULL, CLI_NUMBER(0.0, 100.0), PART(minutes), .unit = 60.0},
    CLI_END,
};

static void check_part(struct cli_line *line, void *part)
{
    if (((struct part *)part)->minutes > 600.0)
        cli_refuse(line, "too long");
}

static const struct cli_part part = {part_rows, check_part};

#define TO(member)    CLI_TO(struct arguments, member)
#define GIVEN(member) CLI_GIVEN(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"output", 'o', "FILE", "a text", CLI_TEXT, TO(output), .earlier = "result"},
    {"width", 'w', "N", "a number", CLI_WHOLE(1, 1000), TO(width), CLI_DEFAULT("7")},
    {"seed", 's', "N", "a large number", CLI_SEED, TO(seed), .earlier_letter = 'r'},
    {"rows", 0, "N", "a small number", CLI_WHOLE(1, 12), TO(rows), GIVEN(given)},
    {"share", 0, "X", "a fraction", CLI_NUMBER(0.0, 1.0), TO(share)},
    {"limit", 0, "TIME", "seconds", CLI_SECONDS, TO(limit_s), CLI_DEFAULT("2m")},
    {"memory", 0, "SIZE", "bytes", CLI_BYTES_BETWEEN(1 << 20, 1 << 30), TO(memory)},
    {"kind", 0, "KIND", "an enum", CLI_CHOICE("all|some|none"), TO(kind)},
    {"pace", 0, "PACE", "a bool", CLI_CHOICE("even|late"), TO(late)},
    {"scheme", 0, "SCHEME", "a word", CLI_CHOICE("one|two"), TO(scheme)},
    {"watch", 0, "N", "may be left out", CLI_NUMBER(0.0, 9.0), TO(speed), .if_alone = "4",
     GIVEN(loud)},
    {"add", 0, "N", "a function; may be given again", CLI_PARSED(parse_add), TO(sum)},
    {"quiet", 'q', NULL, "a flag", CLI_FLAG, TO(quiet)},
    {CLI_HEADING("A part:")},
    {CLI_PART(part), TO(part)},
    CLI_END,
};

static void check_command(struct cli_line *line, void *command)
{
    struct arguments *arguments = command;
    arguments->input = cli_single_argument(line, "INPUT");
    if (arguments->late && arguments->quiet)
        cli_refuse(line, "either --pace=late or --quiet");
}

static const struct cli_syntax syntax = {.arguments = "[INPUT]",
                                         .summary = "Tests.",
                                         .rows = option_rows,
                                         .check = check_command};

static const char *text_of(const char *text)
{
    return text == NULL ? "" : text;
}

static void parse_and_print(int argc, char **argv)
{
    struct arguments a = {0};
    cli_parse(&syntax, argc, argv, &a);
    printf("[%s] o=%s w=%u s=%llu r=%d%s x=%g t=%g m=%zu k=%d l=%d %s v=%g%s a=%d q=%d "
           "f=%d M=%g",
           text_of(a.input), text_of(a.output), a.width, (unsigned long long)a.seed,
           a.rows, a.given ? "!" : "", a.share, a.limit_s, a.memory, (int)a.kind, a.late,
           text_of(a.scheme), a.speed, a.loud ? "!" : "", a.sum, a.quiet, a.part.force,
           a.part.minutes);
    fflush(stdout);
    _exit(0);
}

/* Parses the words of `line`, separated by blanks, in a child. `printed` receives the
 * first line that it prints on `stream`. */
static int run_child(const char *line, int stream, char *printed, size_t size)
{
    char words[512], *argv[32] = {NULL};
    int argc = 0, pipe_ends[2], status;
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        argv[argc++] = word;
    assert_int_equal(pipe(pipe_ends), 0);
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(pipe_ends[1], stream);
        close(pipe_ends[0]);
        close(pipe_ends[1]);
        parse_and_print(argc, argv);
    }
    close(pipe_ends[1]);
    FILE *file = fdopen(pipe_ends[0], "r");
    assert_non_null(file);
    const size_t used = fread(printed, 1, size - 1, file);
    printed[used] = '\0';
    while (getc(file) != EOF)
        ;
    fclose(file);
    assert_int_equal(waitpid(child, &status, 0), child);
    printed[strcspn(printed, "\n")] = '\0';
    return WEXITSTATUS(status);
}

#define DEFAULTS "w=7 s=0 r=0 x=0 t=120 m=0 k=0 l=0  v=0 a=0 q=0 f=0 M=0"

static void test_values(void **state)
{
    static const struct {
        const char *line, *stored;
    } cases[] = {
        {"t", "[] o= " DEFAULTS},
        {"t in", "[in] o= " DEFAULTS},
        {"t -", "[-] o= " DEFAULTS},
        {"t -- -q", "[-q] o= " DEFAULTS},
        {"t --output=x", "[] o=x " DEFAULTS},
        {"t --output x in", "[in] o=x " DEFAULTS},
        {"t in --output --quiet", "[in] o=--quiet " DEFAULTS},
        {"t --output=", "[] o= " DEFAULTS},
        {"t --out=x", "[] o=x " DEFAULTS},
        {"t --result=x", "[] o=x " DEFAULTS},
        {"t -ox", "[] o=x " DEFAULTS},
        {"t -o x", "[] o=x " DEFAULTS},
        {"t -qfo x", "[] o=x w=7 s=0 r=0 x=0 t=120 m=0 k=0 l=0  v=0 a=0 q=1 f=1 M=0"},
        {"t -w5 -s 9007199254740991 --rows=12 --share=.5 --limit=1.5h",
         "[] o= w=5 s=9007199254740991 r=12! x=0.5 t=5400 m=0 k=0 l=0  v=0 a=0 q=0 f=0 "
         "M=0"},
        {"t -r 3 --memory 2MiB --kind none --pace late --scheme two --minutes 2",
         "[] o= w=7 s=3 r=0 x=0 t=120 m=2097152 k=2 l=1 two v=0 a=0 q=0 f=0 M=120"},
        {"t --watch in",
         "[in] o= w=7 s=0 r=0 x=0 t=120 m=0 k=0 l=0  v=4! a=0 q=0 f=0 M=0"},
        {"t --watch=2 --add 2 --add 3 --width 1 --width 2",
         "[] o= w=2 s=0 r=0 x=0 t=120 m=0 k=0 l=0  v=2! a=5 q=0 f=0 M=0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char printed[512];
        const int status =
            run_child(cases[i].line, STDOUT_FILENO, printed, sizeof printed);
        assert_string_equal(printed, cases[i].stored);
        assert_int_equal(status, 0);
    }
}

static void test_refusals(void **state)
{
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"t --nothing", "t: unknown option '--nothing'"},
        {"t --widht=3", "t: unknown option '--widht'; did you mean '--width'?"},
        {"t --minuts=3", "t: unknown option '--minuts'"}, /* hidden: not suggested */
        {"t --width=x --nothing", "t: unknown option '--nothing'"},
        {"t --width=x -Z", "t: --width takes a whole number from 1 to 1000, not 'x'"},
        {"t -qZ", "t: invalid option -- 'Z'"},
        {"t -q\x1b", "t: unknown option '-q\\x1b'"},
        {"t --s=1", "t: option '--s=1' is ambiguous; possibilities: '--seed' '--share' "
                    "'--scheme'"},
        {"t --quiet=1", "t: option '--quiet' doesn't allow an argument"},
        {"t --width", "t: option '--width' requires an argument"},
        {"t -qw", "t: option requires an argument -- 'w'"},
        {"t --width=1001", "t: --width takes a whole number from 1 to 1000, not '1001'"},
        {"t --width=-1", "t: --width takes a whole number from 1 to 1000, not '-1'"},
        {"t -r x", "t: --seed takes a whole number from 0 to 9007199254740991, not 'x'"},
        {"t --share=nan", "t: --share takes a number from 0 to 1, not 'nan'"},
        {"t --limit=3d", "t: --limit takes a time such as 90, 10m or 2h, not '3d'"},
        {"t --memory=much", "t: --memory takes a size such as 256M or 2G, not 'much'"},
        {"t --memory=2G", "t: --memory takes a size from 1M to 1G, not '2G'"},
        {"t --kind=some|none", "t: --kind takes all, some or none, not 'some|none'"},
        {"t --kind=al", "t: --kind takes all, some or none, not 'al'"},
        {"t --pace=", "t: --pace takes even or late, not ''"},
        {"t --add=100", "t: --add takes a whole number from 0 to 99, not '100'"},
        {"t a b", "t: unexpected argument 'b': only one INPUT is allowed"},
        {"t --pace=late -q", "t: either --pace=late or --quiet"},
        {"t --minutes=11 --pace=late -q", "t: too long"}, /* parts are checked first */
        {"t --list-options --quiet", "t: unknown option '--list-options'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char printed[512];
        const int status =
            run_child(cases[i].line, STDERR_FILENO, printed, sizeof printed);
        assert_string_equal(printed, cases[i].message);
        assert_int_equal(status, CLI_USAGE);
    }
}

static void test_help(void **state)
{
    static const struct {
        const char *line, *first;
    } cases[] = {
        {"t --help", "Usage: t [OPTION...] [INPUT]"},
        {"t in -?", "Usage: t [OPTION...] [INPUT]"},
        {"t --help --width=x", "Usage: t [OPTION...] [INPUT]"},
        {"t --usage", "Usage: t [-qf?V] [-o FILE] [-w N] [-s N] [--output=FILE] "
                      "[--width=N] [--seed=N]"},
        {"t --list-options", "o\toutput\tFILE\ta text"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char printed[4096];
        const int status =
            run_child(cases[i].line, STDOUT_FILENO, printed, sizeof printed);
        assert_string_equal(printed, cases[i].first);
        assert_int_equal(status, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_help),
    };
    unsetenv("COLUMNS");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
