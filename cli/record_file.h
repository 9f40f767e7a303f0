/* A game in a file of records, which may hold many, one a line. */
#ifndef TREY_CLI_RECORD_FILE_H
#define TREY_CLI_RECORD_FILE_H

#include "common.h"

/* Reads the `number`-th line that is not blank, from 1, of a file or of standard input
 * ("-"); *line, without its end, is the caller's, for free(), and *where, which may be
 * NULL, its number among all lines. Else prints what is wrong and returns CLI_FAILED. */
int cli_read_record_line(const char *path, size_t number, char **line, size_t *where);

/* The same as a record, played again by its rules to see that it is possible; `rules` are
 * those of a line that has none of its own. *record, zeroed, is to be cleared. */
int cli_read_record(const char *path, size_t number, const struct trey_rules *rules,
                    struct trey_record *record);

/* Writes the page that replays a record, by trey_render_record_html, as `html`; 0 or
 * CLI_FAILED, which was said. */
int cli_write_record_page(const struct trey_record *record,
                          const struct trey_review_slide *slides, bool points,
                          const char *title, const char *html);

/* The title of a page of what stands in `input`: the one given or else the file's name;
 * NULL: neither. */
const char *cli_page_title(const char *given, const char *input);

#endif
