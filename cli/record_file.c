#include "record_file.h"

#include "extras/render/render.h"
#include "line_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the line number `number` that is not blank, for free(); NULL at the end of the
 * file or after a failure. *found receives the number of such lines before it. */
static char *find_line(struct cli_line_reader *reader, size_t number, size_t *found)
{
    for (*found = 0; cli_line_next(reader);) {
        size_t size = reader->size_bytes;
        while (size > 0 && strchr("\r\n \t", reader->line[size - 1]) != NULL)
            reader->line[--size] = '\0';
        if (reader->line[strspn(reader->line, " \t")] == '\0')
            continue;
        if (++*found == number)
            return cli_line_take(reader);
    }
    return NULL;
}

int cli_read_record_line(const char *path, size_t number, char **line, size_t *where)
{
    struct trey_error error;
    struct cli_line_reader reader = {.file = cli_open_input(path),
                                     .max_bytes = CLI_MAX_RECORD_BYTES};
    size_t found = 0;
    if (reader.file == NULL)
        return CLI_FAILED;
    *line = find_line(&reader, number, &found);
    enum trey_status status = cli_line_finish(&reader, &error);
    cli_line_clear(&reader);
    cli_close_input(reader.file);
    if (status != TREY_OK)
        return cli_fail(path, &error);
    if (where != NULL)
        *where = reader.number;
    if (*line != NULL)
        return 0;
    return found == 0
               ? cli_fail_text(path, "the file contains no game")
               : cli_fail_text(path, "no game %zu; the file contains %zu", number, found);
}

int cli_read_record(const char *path, size_t number,
                    const struct cli_rules_options *rules, struct trey_record *record)
{
    struct trey_error error = {0};
    struct trey_view end;
    char *line;
    size_t where;
    int failed = cli_read_record_line(path, number, &line, &where);
    if (failed)
        return failed;
    enum trey_status status = trey_record_parse(line, &rules->rules, record, &error);
    free(line);
    if (status == TREY_OK)
        status = cli_check_rules_of_game(rules->given ? &rules->rules : NULL,
                                         &record->start.rules, &error);
    if (status == TREY_OK)
        status = trey_record_replay(record, false, &end, &error);
    if (status == TREY_OK)
        return 0;
    error.line = where;
    trey_record_clear(record);
    return cli_fail(path, &error);
}

int cli_write_record_page(const struct trey_record *record,
                          const struct trey_reviewed_move *slides, bool points,
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
