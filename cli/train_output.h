/* Output of trey train: log, progress, summary. */
#ifndef TREY_CLI_TRAIN_OUTPUT_H
#define TREY_CLI_TRAIN_OUTPUT_H

#include "common.h"

#include "learn/command.h"
#include "trey/learn.h"
#include "trey/selfplay.h"

#include <stdio.h>

/* A log; all zero: no log. */
struct cli_train_log {
    const char *path;
    const struct trey_rules *rules;
    FILE *file;
    uint64_t training; /* of trey_learner_training, in each row */
    bool failed;       /* reported already */
};

/* Opens the log at `path`. An empty or missing file receives the heading. A log of the
 * same training is continued; rows later than the learner's progress are removed, because
 * their work is repeated. Any other file is refused unchanged or, with `force`, replaced.
 * Returns 0, or CLI_FAILED after a message. */
int cli_train_open_log(struct cli_train_log *log, const char *path,
                       struct trey_learner *learner, const struct trey_rules *rules,
                       bool force);

/* Closes the log. Returns 0, or CLI_FAILED if a write failed, which is reported once. */
int cli_train_close_log(struct cli_train_log *log);

/* Appends a row; `eval` is the interval of test games, NULL if none were played. */
void cli_train_append_log(struct cli_train_log *log,
                          const struct trey_learn_progress *progress,
                          const struct trey_interval *eval);

/* Shows a line of progress on standard error. */
void cli_train_show(const struct trey_rules *rules,
                    const struct trey_train_report *report);

/* Prints the totals and the results of the last games. */
void cli_train_print_summary(FILE *out, const struct trey_rules *rules,
                             const struct trey_learn_progress *progress);

/* Prints on standard error, when training begins, where the checkpoint is written, how
 * often, and its largest size. `resumed` is the progress that was read from the file,
 * NULL if there was none. */
void cli_train_print_checkpoint(const char *checkpoint, double every_s, size_t max_bytes,
                                const struct trey_learn_progress *resumed);

/* Prints on standard error the written files with their sizes and commands that use them.
 * Each file may be NULL; the network may be "-". */
void cli_train_print_written(const struct trey_rules *rules, const char *network,
                             const char *checkpoint);

#endif
