#include "record_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 1 << 24 }; /* more is no game */

/* The line wanted; NULL if the file ends before it, or with errno set. */
static char *find_line(FILE *file, size_t number, size_t *where, size_t *found)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    errno = 0;
    for (*where = 0, *found = 0; (size = getline(&line, &room, file)) >= 0;) {
        ++*where;
        while (size > 0 && strchr("\r\n \t", line[size - 1]) != NULL)
            line[--size] = '\0';
        if (line[strspn(line, " \t")] == '\0')
            continue;
        if (++*found == number)
            return line;
    }
    free(line);
    return NULL;
}

int cli_read_record_line(const char *path, size_t number, char **line, size_t *where)
{
    struct trey_error error = {.code = TREY_ERR_INPUT};
    size_t at = 0, found = 0;
    FILE *file = cli_open_input(path);
    if (file == NULL)
        return CLI_FAILED;
    *line = find_line(file, number, &at, &found);
    int failure = *line == NULL && !feof(file) ? errno : 0;
    cli_close_input(file);
    if (failure != 0)
        return cli_fail_read(path, failure);
    if (*line == NULL) {
        if (found == 0)
            snprintf(error.message, sizeof error.message, "there is no game in it");
        else
            snprintf(error.message, sizeof error.message,
                     "there is no game %zu in it: it has %zu", number, found);
        return cli_fail(path, &error);
    }
    if (where != NULL)
        *where = at;
    if (strlen(*line) <= LONGEST_LINE)
        return 0;
    free(*line);
    *line = NULL;
    error.line = at;
    snprintf(error.message, sizeof error.message, "the line is too long for a game");
    return cli_fail(path, &error);
}

int cli_read_record(const char *path, size_t number, const struct trey_rules *rules,
                    struct trey_record *record)
{
    struct trey_error error = {0};
    struct trey_view end;
    char *line;
    size_t where;
    int failed = cli_read_record_line(path, number, &line, &where);
    if (failed)
        return failed;
    enum trey_status status = trey_record_parse(line, rules, record, &error);
    free(line);
    if (status == TREY_OK)
        status = trey_record_replay(record, false, &end, &error);
    if (status == TREY_OK)
        return 0;
    error.line = where;
    trey_record_clear(record);
    return cli_fail(path, &error);
}

int cli_write_record_page(const struct trey_record *record,
                          const struct trey_review_slide *slides, bool points,
                          const char *title, const char *html)
{
    struct trey_error error;
    char *text = NULL;
    size_t size = 0;
    if (trey_render_record_html(record, slides, points, title, &text, &size, &error) !=
        TREY_OK)
        return cli_fail(NULL, &error);
    int failed = cli_write_file(html, text, size);
    trey_free(text);
    return failed;
}

const char *cli_page_title(const char *given, const char *input)
{
    return given != NULL ? given : cli_file_name(input);
}
