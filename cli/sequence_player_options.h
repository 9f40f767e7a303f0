/* The options of trey plan that select a searcher of the student report instead of the
 * planner. */
#ifndef TREY_CLI_SEQUENCE_PLAYER_OPTIONS_H
#define TREY_CLI_SEQUENCE_PLAYER_OPTIONS_H

#include "common.h"
#include "extras/baselines/baselines.h"

enum { CLI_MAX_SETTINGS = 16 };

/* The options, then the searcher made from them and its report. Zero-initialise; clear
 * with cli_sequence_player_clear. */
struct cli_sequence_player_options {
    const char *name; /* of a searcher or preset; NULL: not given */
    struct {
        const char *key, *value;
    } settings[CLI_MAX_SETTINGS];
    int setting_count;
    const char *switches; /* file for the table of switches; NULL: none */

    struct trey_searcher_player *searcher;
    char *text; /* the complete configuration */
    struct trey_searcher_report report;
};

/* The options as rows of a command, stored in a struct cli_sequence_player_options. */
extern const struct cli_part cli_sequence_player_part;

static inline bool
cli_sequence_player_chosen(const struct cli_sequence_player_options *player)
{
    return player->name != NULL;
}

/* Plays with the searcher and writes the table of switches; progress on standard error if
 * `show`. */
enum trey_status cli_sequence_player_play(struct cli_sequence_player_options *player,
                                          const struct trey_sequence *sequence,
                                          struct trey_searcher_options *options,
                                          bool show, struct trey_plan *plan,
                                          struct trey_error *error);

/* Adds the player and its report to a JSON object; does nothing if none was selected. */
void cli_sequence_player_describe(const struct cli_sequence_player_options *player,
                                  json_t *object);

void cli_sequence_player_clear(struct cli_sequence_player_options *player);

#endif
