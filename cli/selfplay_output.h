/* Statistics of many games, as text and as JSON. */
#ifndef TREY_CLI_SELFPLAY_OUTPUT_H
#define TREY_CLI_SELFPLAY_OUTPUT_H

#include "common.h"
#include "progress.h"

/* Print statistics as text: scores, moves and times; the tiles. */
void cli_print_selfplay(FILE *out, const char *player,
                        const struct trey_selfplay_stats *stats);
void cli_print_tiles(FILE *out, const struct trey_rules *rules,
                     const struct trey_selfplay_stats *stats);

/* Prints the statistics block of the course framework, which other programs read. */
void cli_print_course_statistics(FILE *out, const struct trey_rules *rules,
                                 const struct trey_selfplay_stats *stats);

/* Mean difference of two players' scores over the games that both have played. */
enum trey_status cli_difference_of(const struct trey_game_result *one,
                                   const struct trey_game_result *other, size_t games,
                                   struct trey_interval *difference,
                                   struct trey_error *error);

/* The difference as a line of text, and as a new JSON object. */
void cli_print_difference(FILE *out, const char *one, const char *other,
                          const struct trey_interval *difference);
json_t *cli_json_difference(const struct trey_interval *difference);

/* The statistics as a new JSON object; NULL if out of memory. */
json_t *cli_json_selfplay(const struct trey_rules *rules, const char *player,
                          const struct trey_selfplay_stats *stats);

/* Adds the games being played to a line of progress: "; #12: 345 moves, 6789 points", or
 * the ranges for several games; nothing if there are none. */
void cli_add_under_way(struct cli_progress *line,
                       const struct trey_game_in_progress *games, size_t count);

#endif
