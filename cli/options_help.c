/* --help, --usage, --version and the list for shell completions, printed from the rows of
 * a command. Help is wrapped to the width of the terminal, in two columns: the options
 * and their descriptions. */
#include "options_inside.h"

#include "os/os.h"

#include "base/names.h"
#include "common.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    NAME_COLUMN = 6, /* of "--name"; the letter comes before it */
    HELP_COLUMN = 29,
    USAGE_COLUMN = 12,
    MIN_WIDTH = 50,
    MAX_WIDTH = 100, /* longer lines are hard to read */
    TEXT_BYTES = 1024,
};

/* --- wrapped text ----------------------------------------------------------------------
 */

/* Maximum length of a line: one less than the width of the terminal, or 79. */
static int line_width(void)
{
    const char *text = getenv("COLUMNS");
    int columns = text != NULL ? atoi(text) : 0;
    if (columns <= 0 && isatty(STDOUT_FILENO))
        columns = trey_os_terminal_columns(stdout);
    if (columns <= 0)
        columns = 80;
    return columns < MIN_WIDTH   ? MIN_WIDTH - 1
           : columns > MAX_WIDTH ? MAX_WIDTH - 1
                                 : columns - 1;
}

struct page {
    int width, column;
};

static void end_line(struct page *page)
{
    putchar('\n');
    page->column = 0;
}

/* Prints blanks up to a column, on a new line if this one is already too long. */
static void go_to_column(struct page *page, int column)
{
    if (page->column > 0 && page->column + 2 > column)
        end_line(page);
    printf("%*s", column - page->column, "");
    page->column = column;
}

/* Prints a blank and a word, or the word on a new line if there is no room. */
static void print_word(struct page *page, const char *word, int length, int indent)
{
    if (page->column > indent && page->column + 1 + length > page->width) {
        end_line(page);
        go_to_column(page, indent);
    } else if (page->column > indent) {
        putchar(' ');
        page->column++;
    }
    printf("%.*s", length, word);
    page->column += length;
}

static void print_words(struct page *page, const char *text, int indent)
{
    go_to_column(page, indent);
    while (*(text += strspn(text, " ")) != '\0') {
        const size_t length = strcspn(text, " ");
        print_word(page, text, (int)length, indent);
        text += length;
    }
    end_line(page);
}

/* --- rows ------------------------------------------------------------------------------
 */

/* "a, b or c" */
static void format_names(trey_names *name_at, char *text, size_t size)
{
    size_t used = 0;
    for (int i = 0; name_at(i) != NULL && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i == 0                   ? ""
                                 : name_at(i + 1) == NULL ? " or "
                                                          : ", ",
                                 name_at(i));
}

/* The description of a row, with its list of names and its default. */
static void format_help(const struct cli_option *row, char *text, size_t size)
{
    const char *gap = row->names != NULL ? strstr(row->help, "%s") : NULL;
    char names[256] = "";
    size_t used;
    if (gap != NULL) {
        format_names(row->names, names, sizeof names);
        used = (size_t)snprintf(text, size, "%.*s%s%s", (int)(gap - row->help), row->help,
                                names, gap + 2);
    } else {
        used = (size_t)snprintf(text, size, "%s", row->help);
    }
    if (row->default_text != NULL && used < size)
        snprintf(text + used, size - used, " (default %s)", row->default_text);
}

/* "=N", "[=N]" or nothing. */
static void format_value(const struct cli_option *row, char *text, size_t size)
{
    if (row->value == NULL)
        snprintf(text, size, "%s", "");
    else if (row->if_alone != NULL)
        snprintf(text, size, "[=%s]", row->value);
    else
        snprintf(text, size, "=%s", row->value);
}

typedef void row_fn(void *context, const struct cli_option *row);

/* Calls `visit` for headings and for options that help shows, also those of parts. */
static void visit_rows(const struct cli_option *rows, row_fn *visit, void *context)
{
    for (const struct cli_option *row = rows; row->kind != CLI_KIND_END; row++)
        if (row->kind == CLI_KIND_PART)
            visit_rows(row->part->rows, visit, context);
        else if (row->kind == CLI_KIND_HEADING || row->help != NULL)
            visit(context, row);
}

static void print_row(void *context, const struct cli_option *row)
{
    struct page *page = context;
    char text[TEXT_BYTES];
    if (row->kind == CLI_KIND_HEADING) {
        printf("\n%s%s", row->help != NULL ? row->help : "",
               row->help != NULL ? "\n" : "");
        return;
    }
    if (row->letter != 0)
        page->column = printf("  -%c, ", row->letter);
    else
        go_to_column(page, NAME_COLUMN);
    format_value(row, text, sizeof text);
    page->column += printf("--%s%s", row->name, text);
    format_help(row, text, sizeof text);
    print_words(page, text, HELP_COLUMN);
}

/* --- output ----------------------------------------------------------------------------
 */

void cli_print_forms(const struct cli_line *line, FILE *out)
{
    const char *form = line->syntax->arguments != NULL ? line->syntax->arguments : "";
    const char *start = "Usage:";
    do {
        const size_t length = strcspn(form, "\n");
        fprintf(out, "%s %s [OPTION...]%s%.*s\n", start, line->title,
                length > 0 ? " " : "", (int)length, form);
        form += length + (form[length] == '\n');
        start = "  or: ";
    } while (*form != '\0');
}

static void print_help(struct cli_line *line, const struct cli_option *option,
                       const char *text, void *destination)
{
    struct page page = {.width = line_width()};
    (void)option, (void)text, (void)destination;
    cli_print_forms(line, stdout);
    print_words(&page, line->syntax->summary, 0);
    end_line(&page);
    visit_rows(line->syntax->rows, print_row, &page);
    end_line(&page);
    visit_rows(cli_common_rows, print_row, &page);
    if (line->syntax->notes != NULL) {
        end_line(&page);
        print_words(&page, line->syntax->notes, 0);
    }
    exit(cli_finish());
}

/* Letters of options without a value share one pair of brackets. */
static void print_flag_letter(void *context, const struct cli_option *row)
{
    struct page *page = context;
    if (row->kind != CLI_KIND_HEADING && row->letter != 0 && row->value == NULL)
        page->column += printf("%c", row->letter);
}

static void print_letter(void *context, const struct cli_option *row)
{
    char text[TEXT_BYTES];
    if (row->kind == CLI_KIND_HEADING || row->letter == 0 || row->value == NULL)
        return;
    int length = snprintf(text, sizeof text, "[-%c %s]", row->letter, row->value);
    print_word(context, text, length, USAGE_COLUMN);
}

static void print_name(void *context, const struct cli_option *row)
{
    char text[TEXT_BYTES], value[64];
    if (row->kind == CLI_KIND_HEADING)
        return;
    format_value(row, value, sizeof value);
    int length = snprintf(text, sizeof text, "[--%s%s]", row->name, value);
    print_word(context, text, length, USAGE_COLUMN);
}

static void print_usage(struct cli_line *line, const struct cli_option *option,
                        const char *text, void *destination)
{
    static row_fn *const passes[] = {print_letter, print_name};
    struct page page = {.width = line_width()};
    (void)option, (void)text, (void)destination;
    page.column = printf("Usage: %s [-", line->title);
    visit_rows(line->syntax->rows, print_flag_letter, &page);
    visit_rows(cli_common_rows, print_flag_letter, &page);
    page.column += printf("]");
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        visit_rows(line->syntax->rows, passes[i], &page);
        visit_rows(cli_common_rows, passes[i], &page);
    }
    const char *form = line->syntax->arguments;
    if (form == NULL)
        form = "";
    size_t length = strcspn(form, "\n");
    if (length > 0)
        print_word(&page, form, (int)length, USAGE_COLUMN);
    end_line(&page);
    while (form[length] != '\0') {
        form += length + 1;
        length = strcspn(form, "\n");
        printf("  or:  %s [OPTION...] %.*s\n", line->title, (int)length, form);
    }
    exit(cli_finish());
}

static void print_version(struct cli_line *line, const struct cli_option *option,
                          const char *text, void *destination)
{
    (void)line, (void)option, (void)text, (void)destination;
    printf("trey %s\n", trey_version());
    exit(cli_finish());
}

const struct cli_option cli_common_rows[] = {
    {"help", '?', NULL, "show this help", CLI_PARSED(print_help)},
    {"usage", 0, NULL, "show the names of all options", CLI_PARSED(print_usage)},
    {"version", 'V', NULL, "show the version", CLI_PARSED(print_version)},
    CLI_END,
};

static void print_tabbed(void *context, const struct cli_option *row)
{
    char text[TEXT_BYTES];
    (void)context;
    if (row->kind == CLI_KIND_HEADING)
        return;
    format_help(row, text, sizeof text);
    printf("%c\t%s\t%s\t%s\n", row->letter != 0 ? row->letter : '-', row->name,
           row->value != NULL ? row->value : "-", text);
}

void cli_print_rows(const struct cli_syntax *syntax)
{
    visit_rows(syntax->rows, print_tabbed, NULL);
    visit_rows(cli_common_rows, print_tabbed, NULL);
}
