/* Output files and which existing files they may replace: the policy in docs/man/trey.1,
 * "Files that are replaced". */
#ifndef TREY_CLI_OUTPUT_FILES_H
#define TREY_CLI_OUTPUT_FILES_H

#include "common.h"

/* Kinds of files that commands write; each is recognised by its first bytes. */
enum cli_file_kind {
    CLI_FILE_RECORDS,     /* game records, one per line, in any form */
    CLI_FILE_MOVES,       /* the moves of a known sequence */
    CLI_FILE_SEQUENCE,    /* an input file made by trey generate */
    CLI_FILE_CERTIFICATE, /* of a plan */
    CLI_FILE_SWITCHES,    /* changes between the searchers of a strategy, as CSV */
    CLI_FILE_COMPARISON,  /* the table of trey compare, as text, CSV or JSON */
    CLI_FILE_PAGE,        /* a self-contained HTML page */
    CLI_FILE_PICTURE,     /* SVG */
    CLI_FILE_NETWORK,
    CLI_FILE_CHECKPOINT, /* of trey train */
    CLI_FILE_LOG,        /* of trey train */
    CLI_FILE_TABLE,      /* exact values */
};

/* True if a text begins as a record in the course framework's form. */
bool cli_is_course_record(const char *text);

/* True if a file of this kind may be written to `path` without --force: the file does not
 * exist, is empty, is not a regular file, or is of the same kind and not a saved game
 * (state.h). Else *error has the reason. */
bool cli_may_replace(const char *path, enum cli_file_kind kind, struct trey_error *error);

/* Checks before any work that `path` can be written and, unless `force`, that
 * cli_may_replace. NULL is fine: nothing will be written. Returns 0, or CLI_FAILED after
 * a message. */
int cli_check_output(const char *path, enum cli_file_kind kind, bool force);

/* The option --force: a bool. */
extern const struct cli_part cli_force_part;

#endif
