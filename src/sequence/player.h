/* What a comparison asks of a player. */
#ifndef TREY_SEQUENCE_PLAYER_H
#define TREY_SEQUENCE_PLAYER_H

#include "trey/compare.h"

#include <sys/types.h>

/* Limits of one run, and the process that waits for it: when that is gone, this one ends
 * itself, since it has nobody to tell its result. */
struct trey_sequence_player_limits {
    double time_limit_s; /* 0: none */
    size_t max_memory_bytes;
    pid_t parent;
};

/* Plays one game; outcome->peak_bytes is left to the caller. */
enum trey_status
trey_sequence_player_run(const struct trey_sequence_player *player,
                         const struct trey_sequence *sequence,
                         const struct trey_sequence_player_limits *limits,
                         struct trey_outcome *outcome, struct trey_error *error);

#endif
