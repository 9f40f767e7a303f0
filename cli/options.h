/* The command line of a command: a table of data with one row per option, and one parser
 * for all commands. Parsing, defaults, --help, --usage, suggestions and the completions
 * of shells read the same rows.
 *
 * A row is, in this order: name, letter (0: none), name of the value, help, then
 *
 *   kind     CLI_FLAG, CLI_TEXT, CLI_WHOLE(min, max), ...
 *   TO       the member that the value is stored in
 *   default  CLI_DEFAULT("10"), which is parsed as if it had been typed; help shows it
 *
 * and further fields of struct cli_option. A table ends with CLI_END:
 *
 *   #define TO(member) CLI_TO(struct arguments, member)
 *   static const struct cli_option option_rows[] = {
 *       {"output", 'o', "FILE", "write the table here", CLI_TEXT, TO(output)},
 *       {"worst", 0, "N", "how many", CLI_WHOLE(0, 99), TO(worst), CLI_DEFAULT("10")},
 *       {CLI_HEADING("Rules:")},
 *       {CLI_PART(cli_rules_part), TO(rules)},
 *       CLI_END,
 *   };
 */
#ifndef TREY_CLI_OPTIONS_H
#define TREY_CLI_OPTIONS_H

#include "base/names.h"
#include "trey/trey.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLI_FAILED 1
#define CLI_USAGE  2

struct cli_line;   /* the command line that is being parsed */
struct cli_option; /* a row */

/* Parses `text`, the value of `option`, and stores it in `destination`, the member that
 * the row names by TO. */
typedef void cli_parse_fn(struct cli_line *line, const struct cli_option *option,
                          const char *text, void *destination);

/* Checks combinations of options after all options and arguments were parsed. */
typedef void cli_check_fn(struct cli_line *line, void *arguments);

/* Options that several commands share, with their check (NULL: none). */
struct cli_part {
    const struct cli_option *rows;
    cli_check_fn *check;
};

enum cli_kind {
    CLI_KIND_END,
    CLI_KIND_HEADING,
    CLI_KIND_PART,
    CLI_KIND_FLAG,
    CLI_KIND_TEXT,
    CLI_KIND_WHOLE,
    CLI_KIND_NUMBER,
    CLI_KIND_SECONDS,
    CLI_KIND_BYTES,
    CLI_KIND_CHOICE,
    CLI_KIND_PARSED,
};

/* C types of members. Debug builds check that the type suits the kind. */
enum cli_type { CLI_TYPE_OTHER, CLI_TYPE_BOOL, CLI_TYPE_TEXT, CLI_TYPE_DOUBLE };

struct cli_option {
    const char *name;
    char letter;
    const char *value; /* name of the value in help; NULL: the option takes none */
    const char *help;  /* NULL: a hidden option; `%s` stands for the list of `names` */

    enum cli_kind kind;
    uint64_t min, max;           /* CLI_WHOLE; CLI_BYTES: max 0 for any */
    double low, high;            /* CLI_NUMBER */
    double unit;                 /* numbers are multiplied by it; 0: by 1 */
    const char *words;           /* CLI_CHOICE */
    cli_parse_fn *parse;         /* CLI_PARSED */
    const struct cli_part *part; /* CLI_PART */

    size_t at, size; /* offset and size of the member */
    enum cli_type type;
    bool sets_given; /* a bool becomes true if the option is given, */
    size_t given_at; /* and this is its offset */

    const char *default_text; /* NULL: the member stays as it was */
    const char *if_alone;     /* the value if it is left out; NULL: it is required */
    const char *not_stream;   /* name of the stream that "-" would be; NULL: any text is
                                 fine */
    bool is_directory;        /* with `not_stream`: the value is a directory */
    const char *needs;        /* names of options, separated by '|': one is given too */
    const char *earlier;      /* earlier name and letter, still accepted, not in help */
    char earlier_letter;
    trey_names *names;
};

/* --- kinds -----------------------------------------------------------------------------
 */

#define CLI_END                                                                          \
    {                                                                                    \
        .kind = CLI_KIND_END                                                             \
    }

/* A title above the rows that follow; NULL: an empty line. */
#define CLI_HEADING(title) .kind = CLI_KIND_HEADING, .help = (title)

/* The rows of a struct cli_part. Their members are relative to the member of TO. */
#define CLI_PART(part_) .kind = CLI_KIND_PART, .part = &(part_)

/* No value: sets a bool. */
#define CLI_FLAG .kind = CLI_KIND_FLAG

/* A const char * that points into argv. */
#define CLI_TEXT .kind = CLI_KIND_TEXT

/* A whole number in any type of integer. */
#define CLI_WHOLE(min_, max_) .kind = CLI_KIND_WHOLE, .min = (min_), .max = (max_)
#define CLI_SEED              CLI_WHOLE(0, CLI_MAX_SEED)

/* A double. */
#define CLI_NUMBER(low_, high_) .kind = CLI_KIND_NUMBER, .low = (low_), .high = (high_)

/* A double: a time in seconds, with an optional suffix s, m or h: "90", "1.5h". */
#define CLI_SECONDS .kind = CLI_KIND_SECONDS

/* A size_t: bytes, with an optional suffix K, M or G (or KiB, MiB, GiB): "256M". */
#define CLI_BYTES                     .kind = CLI_KIND_BYTES
#define CLI_BYTES_BETWEEN(min_, max_) .kind = CLI_KIND_BYTES, .min = (min_), .max = (max_)

/* One of the words in a list separated by '|'. A const char * receives the word; a bool,
 * an enum or an integer its index, from 0. */
#define CLI_CHOICE(words_) .kind = CLI_KIND_CHOICE, .words = (words_)

/* A value parsed by a function. */
#define CLI_PARSED(function) .kind = CLI_KIND_PARSED, .parse = (function)

/* --- members ---------------------------------------------------------------------------
 */

#define CLI_TYPE(expression)                                                             \
    _Generic((expression), bool                                                          \
             : CLI_TYPE_BOOL, const char *                                               \
             : CLI_TYPE_TEXT, double                                                     \
             : CLI_TYPE_DOUBLE, default                                                  \
             : CLI_TYPE_OTHER)

#define CLI_TO(struct_, member)                                                          \
    .at = offsetof(struct_, member), .size = sizeof((struct_ *)0)->member,               \
    .type = CLI_TYPE(((struct_ *)0)->member)

/* For a part whose struct is a single value of this type. */
#define CLI_TO_IT(type_) .at = 0, .size = sizeof(type_), .type = CLI_TYPE(*(type_ *)0)

/* A bool that becomes true if the option is given. */
#define CLI_GIVEN(struct_, member)                                                       \
    .sets_given = true, .given_at = offsetof(struct_, member)

#define CLI_DEFAULT(text) .default_text = (text)

/* The value is a file that is read more than once or by its name, or one that is written
 * so: "-" is refused. */
#define CLI_NOT_INPUT  .not_stream = "standard input"
#define CLI_NOT_OUTPUT .not_stream = "standard output"

/* The same for the value of an option that takes a directory. */
#define CLI_INPUT_DIRECTORY  CLI_NOT_INPUT, .is_directory = true
#define CLI_OUTPUT_DIRECTORY CLI_NOT_OUTPUT, .is_directory = true

/* --- a command -------------------------------------------------------------------------
 */

struct cli_syntax {
    const char *arguments; /* as help shows them, a line for each form; NULL: none */
    const char *summary;   /* of the command */
    const char *notes;     /* below the options; NULL: nothing */
    const struct cli_option *rows;
    cli_check_fn *check; /* after those of the parts; NULL: none */
};

/* Parses the arguments of a command; argv[0] is the command as it is typed, for instance
 * "trey plan". Members without a default keep their value. Wrong usage (exit 2) and
 * --help, --usage and --version (exit 0) end the process.
 *
 * Long options may be abbreviated, letters bundled; options and arguments may be mixed;
 * after "--" there are only arguments. Unknown options are reported before other errors,
 * with the most similar known option. Stored pointers point into argv. */
void cli_parse(const struct cli_syntax *syntax, int argc, char **argv, void *arguments);

/* For a check: the arguments that are not options, terminated by NULL. */
const char *const *cli_arguments(const struct cli_line *line, size_t *count);

/* For a check: the name of the first of these options that is given, NULL if none is.
 * `names` are names of rows, separated by '|'; also those with a default. */
const char *cli_first_given(const struct cli_line *line, const char *names);

/* The only argument of the command line; NULL if there is none. More are wrong usage.
 * `what` names the argument in the message. */
const char *cli_single_argument(struct cli_line *line, const char *what);

/* --- wrong usage: exit status 2 --------------------------------------------------------
 */

/* Prints "trey COMMAND: message", escaped, and where to find help; exits. */
__attribute__((format(printf, 2, 3))) _Noreturn void
cli_refuse(const struct cli_line *line, const char *format, ...);

/* cli_refuse with the error of a library call; exits with CLI_FAILED if memory ran
 * out. */
_Noreturn void cli_refuse_error(const struct cli_line *line,
                                const struct trey_error *error);

/* Refuses an unknown name; the message has the most similar name and all known names. */
_Noreturn void cli_refuse_unknown(const struct cli_line *line, const char *kind,
                                  const char *word, trey_names *name_at);

/* Prints how the command is used, because an argument is missing; exits. */
_Noreturn void cli_refuse_missing(const struct cli_line *line);

/* Prints an error of the command line that was found after cli_parse; returns CLI_USAGE,
 * or CLI_FAILED if memory ran out. */
int cli_wrong_usage(const char *command, const struct trey_error *error);

/* --- values, for functions of CLI_PARSED -----------------------------------------------
 */

#define CLI_MAX_SEED (((uint64_t)1 << 53) - 1)

/* Parse the number in `text`, from min to max; anything else is wrong usage. `option` is
 * the name in the message. */
uint64_t cli_unsigned(const struct cli_line *line, const char *option, const char *text,
                      uint64_t min, uint64_t max);
double cli_number(const struct cli_line *line, const char *option, const char *text,
                  double min, double max);

#endif
