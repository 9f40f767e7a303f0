/* What trey train tells while it trains. */
#ifndef TREY_CLI_TRAIN_OUTPUT_H
#define TREY_CLI_TRAIN_OUTPUT_H

#include "common.h"

#include "trey/learn.h"
#include "trey/selfplay.h"

#include <stdio.h>

/* A log: its first line, and a line of what was reached; `eval` may be NULL. */
void cli_train_begin_log(FILE *log, const struct trey_rules *rules);
void cli_train_append_log(FILE *log, const struct trey_learn_progress *progress,
                          const struct trey_interval *eval);

/* A line on standard error that the next one overwrites. */
void cli_train_show(const struct trey_rules *rules,
                    const struct trey_learn_progress *progress, double left_s,
                    double slides_per_s);

/* What training has come to, on standard output. */
void cli_train_print_summary(const struct trey_rules *rules,
                             const struct trey_learn_progress *progress);

#endif
