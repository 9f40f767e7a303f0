/* Whether a board of a slot can come up in a game, found by going back. See came.c. */
#ifndef TREY_EXACT_ANSWERS_CAME_H
#define TREY_EXACT_ANSWERS_CAME_H

#include "exact/table/game.h"

struct trey_came;

enum trey_came_answer { TREY_CAME_NOT, TREY_CAME_SO, TREY_CAME_UNKNOWN };

/* For many questions of one game, which must outlive it, by one thread. NULL if memory,
 * some 18 MiB, could not be had. */
struct trey_came *trey_came_new(const struct trey_exact_game *game);
void trey_came_free(struct trey_came *came);

/* Forgets what was found of boards until now, so that the answers to come do not hang on
 * it. Which of equally good ways are tried first follows from the seed. */
void trey_came_forget(struct trey_came *came, uint64_t seed);

/* Goes back from the board at most `depth` slides: SO if that many lead to it, or fewer
 * from a start, NOT if none can, UNKNOWN if that took more than `boards` boards. The game
 * must not be `exchanged`. */
enum trey_came_answer trey_came_ask(struct trey_came *came, unsigned slot,
                                    trey_board board, unsigned depth, uint64_t boards);

#endif
