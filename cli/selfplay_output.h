/* Statistics of many games, as text and as JSON. */
#ifndef TREY_CLI_SELFPLAY_OUTPUT_H
#define TREY_CLI_SELFPLAY_OUTPUT_H

#include "common.h"

/* Prints the block of the course framework, then intervals and times. */
void cli_print_selfplay(const struct trey_rules *rules, const char *player,
                        const struct trey_selfplay_stats *stats);

/* A new object; NULL for want of memory. */
json_t *cli_json_selfplay(const struct trey_rules *rules, const char *player,
                          const struct trey_selfplay_stats *stats);

#endif
