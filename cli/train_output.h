/* What trey train tells while it trains. */
#ifndef TREY_CLI_TRAIN_OUTPUT_H
#define TREY_CLI_TRAIN_OUTPUT_H

#include "common.h"

#include "trey/learn.h"
#include "trey/selfplay.h"

#include <stdio.h>

/* A log; all zero: none. */
struct cli_train_log {
    const char *path;
    FILE *file;
    bool failed; /* which was said */
};

/* Opens it behind what it holds, with its first line if that is nothing; if a training
 * goes on, `restored` from there (else NULL), without rows of what is done again. A
 * failure to write is said once, and told when the log is closed. Return 0 or CLI_FAILED.
 */
int cli_train_open_log(struct cli_train_log *log, const char *path,
                       const struct trey_rules *rules,
                       const struct trey_learn_progress *restored);
int cli_train_close_log(struct cli_train_log *log);

/* A line of what was reached; `eval` may be NULL. */
void cli_train_append_log(struct cli_train_log *log,
                          const struct trey_learn_progress *progress,
                          const struct trey_interval *eval);

/* A line on standard error that the next one overwrites. */
void cli_train_show(const struct trey_rules *rules,
                    const struct trey_train_report *report);

/* What training has come to, on standard output. */
void cli_train_print_summary(const struct trey_rules *rules,
                             const struct trey_learn_progress *progress);

#endif
