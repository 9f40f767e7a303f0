/* trey judge --rules: files of recorded games. */
#ifndef TREY_CLI_JUDGE_RECORD_H
#define TREY_CLI_JUDGE_RECORD_H

#include "common.h"

/* Replays all games in the files and prints statistics of the valid ones; each invalid
 * one gets a line on standard error. `seeds`: the tiles must be those of the record's
 * seed; `trace`: shows every position of the valid games. Returns 0, or CLI_FAILED if a
 * game is invalid or a file cannot be read. */
int cli_judge_records(const struct trey_rules *rules, const char *const *paths,
                      size_t count, bool seeds, bool trace, bool json);

#endif
