/* trey judge: one rule for the moves files of a single replay, a directory and a league.
 */
#ifndef TREY_CLI_JUDGE_MOVES_H
#define TREY_CLI_JUDGE_MOVES_H

#include "trey/sequence.h"

/* Reads a moves file and replays it; see trey_moves_read and trey_sequence_judge. A file
 * without moves is TREY_ERR_INPUT if a move is legal at the start: it is probably
 * something else. `replay` may be NULL. */
enum trey_status cli_judge_moves(const struct trey_sequence *sequence, const char *path,
                                 trey_replay_fn replay, void *context,
                                 struct trey_verdict *verdict, struct trey_error *error);

/* The same for a file that was found in a directory or matched by name: devices and pipes
 * are refused. */
enum trey_status cli_judge_listed(const struct trey_sequence *sequence, const char *path,
                                  struct trey_verdict *verdict, struct trey_error *error);

#endif
