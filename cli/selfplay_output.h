/* Statistics of many games, as text and as JSON. */
#ifndef TREY_CLI_SELFPLAY_OUTPUT_H
#define TREY_CLI_SELFPLAY_OUTPUT_H

#include "common.h"
#include "progress.h"

/* Statistics for people, each once: scores, moves and times; then the tiles. */
void cli_print_selfplay(FILE *out, const char *player,
                        const struct trey_selfplay_stats *stats);
void cli_print_tiles(FILE *out, const struct trey_rules *rules,
                     const struct trey_selfplay_stats *stats);

/* The statistics block of the course framework, which other programs read. */
void cli_print_course_statistics(FILE *out, const struct trey_rules *rules,
                                 const struct trey_selfplay_stats *stats);

/* The mean difference of two players' scores over the games that both have played. */
enum trey_status cli_difference_of(const struct trey_game_result *one,
                                   const struct trey_game_result *other, size_t games,
                                   struct trey_interval *difference,
                                   struct trey_error *error);

/* As a line, and as a new object. */
void cli_print_difference(FILE *out, const char *one, const char *other,
                          const struct trey_interval *difference);
json_t *cli_json_difference(const struct trey_interval *difference);

/* A new object; NULL for want of memory. */
json_t *cli_json_selfplay(const struct trey_rules *rules, const char *player,
                          const struct trey_selfplay_stats *stats);

/* Adds the games under way to a line of progress: "; #12: 345 moves, 6789 points", or
 * what several games span; nothing if there are none. */
void cli_add_under_way(struct cli_progress *line, const struct trey_game_under_way *games,
                       size_t count);

#endif
