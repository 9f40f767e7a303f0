/* The parser of command lines. It first lists all rows, including those of parts, under
 * their names and letters. Then it reads the words twice: once to find unknown options,
 * which are most likely mistyped and are reported before any other error; once to store
 * the values. */
#include "options_inside.h"

#include "base/names.h"
#include "common.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- wrong usage -----------------------------------------------------------------------
 */

static void print_hint(const char *title)
{
    fprintf(stderr, "Try `%s --help' or `%s --usage' for more information.\n", title,
            title);
}

/* Ends the process after a message that was already escaped. */
_Noreturn static void refuse_shown(const char *title, const char *message)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", title, message);
    print_hint(title);
    exit(CLI_USAGE);
}

_Noreturn void cli_refuse(const struct cli_line *line, const char *format, ...)
{
    enum { MESSAGE_BYTES = 2048 };
    char message[MESSAGE_BYTES], shown[MESSAGE_BYTES];
    va_list values;
    va_start(values, format);
    if (vsnprintf(message, sizeof message, format, values) < 0)
        message[0] = '\0';
    va_end(values);
    cli_write_shown(shown, sizeof shown, message, strlen(message));
    refuse_shown(line->title, shown);
}

_Noreturn void cli_refuse_error(const struct cli_line *line,
                                const struct trey_error *error)
{
    if (error->code == TREY_ERR_MEMORY)
        exit(cli_fail(NULL, error));
    cli_refuse(line, "%s", error->message);
}

_Noreturn void cli_refuse_unknown(const struct cli_line *line, const char *kind,
                                  const char *word, trey_names *name_at)
{
    char text[512];
    trey_names_unknown(kind, word, name_at, text, sizeof text);
    cli_refuse(line, "%s", text);
}

_Noreturn void cli_refuse_missing(const struct cli_line *line)
{
    cli_print_forms(line, stderr);
    print_hint(line->title);
    exit(CLI_USAGE);
}

int cli_wrong_usage(const char *command, const struct trey_error *error)
{
    char title[32];
    if (error->code == TREY_ERR_MEMORY)
        return cli_fail(NULL, error);
    fflush(stdout);
    snprintf(title, sizeof title, "trey %s", command);
    fprintf(stderr, "%s: %s\n", title, cli_shown(error->message));
    print_hint(title);
    return CLI_USAGE;
}

/* --- known options ---------------------------------------------------------------------
 */

static void add_known(struct cli_line *line, const char *name, char letter, bool hidden,
                      const struct cli_option *row, char *base)
{
    if (name == NULL && letter == 0)
        return;
    assert(line->known_count < CLI_MAX_OPTIONS);
    line->known[line->known_count++] =
        (struct cli_known){name, letter, hidden, false, row, base};
}

static void list_rows(struct cli_line *line, const struct cli_option *rows, char *base)
{
    for (const struct cli_option *row = rows; row->kind != CLI_KIND_END; row++) {
        assert(cli_row_is_valid(row));
        if (row->kind == CLI_KIND_PART) {
            list_rows(line, row->part->rows, base + row->at);
        } else if (row->kind != CLI_KIND_HEADING) {
            add_known(line, row->name, row->letter, row->help == NULL, row, base);
            add_known(line, row->earlier, row->earlier_letter, true, row, base);
        }
    }
}

/* Index of the option with this name or, if only one option begins with it, of that
 * option; -1 if there is none, -2 if several names begin with it. */
static int find_name(const struct cli_line *line, const char *name)
{
    int found = -1;
    const size_t length = strlen(name);
    for (int i = 0; i < line->known_count; i++) {
        const char *known = line->known[i].name;
        if (known == NULL || strncmp(known, name, length) != 0)
            continue;
        if (known[length] == '\0')
            return i;
        found = found == -1 ? i : -2;
    }
    return found;
}

static const struct cli_known *find_letter(const struct cli_line *line, char letter)
{
    for (int i = 0; i < line->known_count; i++)
        if (line->known[i].letter == letter)
            return &line->known[i];
    return NULL;
}

/* --- words -----------------------------------------------------------------------------
 */

/* The next option or argument of the command line. */
struct word {
    enum { WORD_END, WORD_ARGUMENT, WORD_OPTION } type;
    enum { GOOD, UNKNOWN, UNKNOWN_LETTER, AMBIGUOUS, NO_VALUE, EXTRA_VALUE } problem;
    const struct cli_known *option;
    const char *text;  /* as it was typed; an option without its hyphens */
    const char *value; /* NULL: none */
    bool is_letter;
};

struct reader {
    const struct cli_line *line;
    char **argv; /* ends with NULL */
    int next;
    const char *letters; /* rest of a bundle of letters, or "" */
    bool options_ended;  /* by "--" */
};

/* Sets an option's value: the attached text or, if a value is required, the next word. */
static void read_value(struct reader *reader, struct word *word, const char *attached)
{
    const struct cli_option *row = word->option->row;
    word->value = attached;
    if (row->value == NULL && attached != NULL)
        word->problem = EXTRA_VALUE;
    if (row->value == NULL || row->if_alone != NULL || attached != NULL)
        return;
    word->value = reader->argv[reader->next];
    if (word->value == NULL)
        word->problem = NO_VALUE;
    else
        reader->next++;
}

static void read_letter(struct reader *reader, struct word *word)
{
    const char letter = *reader->letters++;
    word->type = WORD_OPTION;
    word->is_letter = true;
    word->option = find_letter(reader->line, letter);
    word->text = reader->letters - 1;
    if (word->option == NULL && (letter < ' ' || letter > '~')) {
        word->problem = UNKNOWN;
        word->text = reader->argv[reader->next - 1] + 1; /* the whole word, for shown.h */
    } else if (word->option == NULL) {
        word->problem = UNKNOWN_LETTER;
    } else if (word->option->row->value != NULL) {
        read_value(reader, word, *reader->letters != '\0' ? reader->letters : NULL);
        reader->letters = "";
    }
}

static void read_name(struct reader *reader, struct word *word)
{
    char name[64];
    const size_t length = strcspn(word->text, "=");
    word->type = WORD_OPTION;
    snprintf(name, sizeof name, "%.*s", (int)length, word->text);
    const int found = length < sizeof name ? find_name(reader->line, name) : -1;
    if (found < 0) {
        word->problem = found == -1 ? UNKNOWN : AMBIGUOUS;
        return;
    }
    word->option = &reader->line->known[found];
    read_value(reader, word, word->text[length] == '=' ? word->text + length + 1 : NULL);
}

static struct word read_word(struct reader *reader)
{
    struct word word = {.type = WORD_END};
    if (*reader->letters != '\0') {
        read_letter(reader, &word);
        return word;
    }
    if (!reader->options_ended && reader->argv[reader->next] != NULL &&
        strcmp(reader->argv[reader->next], "--") == 0) {
        reader->options_ended = true;
        reader->next++;
    }
    word.text = reader->argv[reader->next];
    if (word.text == NULL)
        return word;
    reader->next++;
    word.type = WORD_ARGUMENT;
    if (reader->options_ended || word.text[0] != '-' || word.text[1] == '\0')
        return word;
    if (word.text[1] == '-') {
        word.text += 2;
        read_name(reader, &word);
    } else {
        reader->letters = word.text + 1;
        read_letter(reader, &word);
    }
    return word;
}

static struct reader start_reader(const struct cli_line *line, char **argv)
{
    return (struct reader){.line = line, .argv = argv, .next = 1, .letters = ""};
}

/* --- errors ----------------------------------------------------------------------------
 */

/* Context of shown_name_at, since trey_names has none. A process parses one command line.
 */
static const struct cli_line *suggesting;

static const char *shown_name_at(int index)
{
    for (int i = 0; i < suggesting->known_count; i++)
        if (!suggesting->known[i].hidden && suggesting->known[i].name != NULL &&
            index-- == 0)
            return suggesting->known[i].name;
    return NULL;
}

_Noreturn static void refuse_unknown_option(const struct cli_line *line,
                                            const struct word *word)
{
    char name[64], message[512];
    snprintf(name, sizeof name, "%.*s",
             (int)(word->is_letter ? strlen(word->text) : strcspn(word->text, "=")),
             word->text);
    suggesting = line;
    const char *closest = word->is_letter || name[0] == '\0'
                              ? NULL
                              : trey_names_closest(name, shown_name_at);
    int length = snprintf(message, sizeof message, "unknown option '%s%s'",
                          word->is_letter ? "-" : "--", cli_shown(name));
    if (closest != NULL)
        snprintf(message + length, sizeof message - (size_t)length,
                 "; did you mean '--%s'?", closest);
    refuse_shown(line->title, message);
}

_Noreturn static void refuse_ambiguous(const struct cli_line *line, const char *text)
{
    const size_t length = strcspn(text, "=");
    fprintf(stderr, "%s: option '--%s' is ambiguous; possibilities:", line->title,
            cli_shown(text));
    for (int i = 0; i < line->known_count; i++)
        if (line->known[i].name != NULL &&
            strncmp(line->known[i].name, text, length) == 0)
            fprintf(stderr, " '--%s'", line->known[i].name);
    putc('\n', stderr);
    print_hint(line->title);
    exit(CLI_USAGE);
}

static void check_word(const struct cli_line *line, const struct word *word)
{
    switch (word->problem) {
    case UNKNOWN:
        refuse_unknown_option(line, word);
    case UNKNOWN_LETTER:
        cli_refuse(line, "invalid option -- '%c'", *word->text);
    case AMBIGUOUS:
        refuse_ambiguous(line, word->text);
    case NO_VALUE:
        if (word->is_letter)
            cli_refuse(line, "option requires an argument -- '%c'", *word->text);
        cli_refuse(line, "option '--%s' requires an argument", word->option->name);
    case EXTRA_VALUE:
        cli_refuse(line, "option '--%s' doesn't allow an argument", word->option->name);
    case GOOD:
        break;
    }
}

/* --- parsing ---------------------------------------------------------------------------
 */

static void set_defaults(struct cli_line *line)
{
    for (int i = 0; i < line->known_count; i++) {
        const struct cli_known *known = &line->known[i];
        if (known->row->default_text != NULL)
            cli_store_value(line, known->row, known->row->default_text, known->base);
    }
}

static void store_option(struct cli_line *line, const struct word *word)
{
    const struct cli_option *row = word->option->row;
    char *base = word->option->base;
    line->known[word->option - line->known].given = true;
    if (row->sets_given)
        *(bool *)(void *)(base + row->given_at) = true;
    cli_store_value(line, row, word->value != NULL ? word->value : row->if_alone, base);
}

/* The name of the option with this name, of `length` characters, if it is given. */
static const char *find_given(const struct cli_line *line, const char *name,
                              size_t length)
{
    for (int i = 0; i < line->known_count; i++) {
        const char *known = line->known[i].row->name;
        if (line->known[i].given && known != NULL && strlen(known) == length &&
            memcmp(known, name, length) == 0)
            return known;
    }
    return NULL;
}

const char *cli_first_given(const struct cli_line *line, const char *names)
{
    const char *given = NULL;
    while (given == NULL && *names != '\0') {
        const size_t length = strcspn(names, "|");
        given = find_given(line, names, length);
        names += length + (names[length] == '|');
    }
    return given;
}

/* Refuses options that would have no effect without another one. */
static void check_needs(const struct cli_line *line)
{
    for (int i = 0; i < line->known_count; i++) {
        const struct cli_known *known = &line->known[i];
        const char *need = known->given ? known->row->needs : NULL;
        char list[256] = "";
        size_t length = 0;
        bool met = need == NULL;
        while (!met && *need != '\0') {
            const size_t word = strcspn(need, "|");
            met = find_given(line, need, word) != NULL;
            length += (size_t)snprintf(list + length, sizeof list - length, "%s--%.*s",
                                       length > 0 ? " or " : "", (int)word, need);
            need += word + (need[word] == '|');
        }
        if (!met)
            cli_refuse(line, "--%s requires %s", known->row->name, list);
    }
}

/* Runs the checks of the parts, last part first. */
static void check_parts(struct cli_line *line, const struct cli_option *rows)
{
    const struct cli_option *row = rows;
    while (row->kind != CLI_KIND_END)
        row++;
    while (row-- != rows)
        if (row->kind == CLI_KIND_PART && row->part->check != NULL)
            row->part->check(line, (char *)line->arguments + row->at);
}

void cli_parse(const struct cli_syntax *syntax, int argc, char **argv, void *arguments)
{
    struct cli_line line = {
        .title = argv[0], .syntax = syntax, .arguments = arguments, .words = argv + 1};
    if (argc == 2 && strcmp(argv[1], "--list-options") == 0) {
        cli_print_rows(syntax);
        exit(cli_finish());
    }
    list_rows(&line, syntax->rows, arguments);
    list_rows(&line, cli_common_rows, NULL);
    set_defaults(&line);

    struct reader reader = start_reader(&line, argv);
    struct word word;
    while ((word = read_word(&reader)).type != WORD_END)
        if (word.problem == UNKNOWN)
            check_word(&line, &word);
    reader = start_reader(&line, argv);
    while ((word = read_word(&reader)).type != WORD_END) {
        check_word(&line, &word);
        if (word.type == WORD_OPTION)
            store_option(&line, &word);
        else /* an element of argv that was already read */
            line.words[line.word_count++] = argv[reader.next - 1];
    }
    line.words[line.word_count] = NULL;
    if (syntax->arguments == NULL && line.word_count > 0)
        cli_refuse(&line, "unexpected argument '%s'", line.words[0]);
    check_needs(&line);
    check_parts(&line, syntax->rows);
    if (syntax->check != NULL)
        syntax->check(&line, arguments);
}

const char *const *cli_arguments(const struct cli_line *line, size_t *count)
{
    *count = line->word_count;
    return (const char *const *)line->words;
}

const char *cli_single_argument(struct cli_line *line, const char *what)
{
    if (line->word_count > 1)
        cli_refuse(line, "unexpected argument '%s': only one %s is allowed",
                   line->words[1], what);
    return line->word_count > 0 ? line->words[0] : NULL;
}
