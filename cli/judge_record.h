/* trey judge --rules: files of games on record. */
#ifndef TREY_CLI_JUDGE_RECORD_H
#define TREY_CLI_JUDGE_RECORD_H

#include "common.h"

/* Replays every game in the files and prints what they say; each wrong one gets a line
 * on standard error. `seeds`: the tiles must be those of the record's seed; `trace`:
 * every position of the games that are right is shown. */
int cli_judge_records(const struct trey_rules *rules, const char *const *paths,
                      size_t count, bool seeds, bool trace, bool json);

#endif
