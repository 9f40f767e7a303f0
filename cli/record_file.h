/* A game in a file of records, one record per line. */
#ifndef TREY_CLI_RECORD_FILE_H
#define TREY_CLI_RECORD_FILE_H

#include "common.h"
#include "rules_options.h"

/* Reads the `number`-th line, from 1, that is not blank. *line, without its end, is for
 * free(); *where, which may be NULL, receives its number among all lines. Returns 0, or
 * CLI_FAILED after a message. */
int cli_read_record_line(const char *path, size_t number, char **line, size_t *where);

/* Reads the `number`-th line that is not blank as a record, which is replayed to check
 * that it is possible. `rules` are used for a line without rules; a line with others is
 * refused if they were given. *record must be zeroed before and cleared afterwards. */
int cli_read_record(const char *path, size_t number,
                    const struct cli_rules_options *rules, struct trey_record *record);

/* Writes a page that replays a record (trey_render_record_html) to the file `html`.
 * Returns 0, or CLI_FAILED after a message. */
int cli_write_record_page(const struct trey_record *record,
                          const struct trey_reviewed_move *slides, bool points,
                          const char *title, const char *html);

/* Title of a page about the file `input`: `given` or, if that is NULL, the file's name;
 * NULL for standard input. */
const char *cli_page_title(const char *given, const char *input);

#endif
