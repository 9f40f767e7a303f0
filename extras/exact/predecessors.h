/* Backward search: can a board occur in a game? See predecessors.c. */
#ifndef TREY_EXTRAS_EXACT_PREDECESSORS_H
#define TREY_EXTRAS_EXACT_PREDECESSORS_H

#include "exact/table/exact_game.h"

struct trey_predecessors;

enum trey_reachability { TREY_UNREACHABLE, TREY_REACHABLE, TREY_REACHABILITY_UNKNOWN };

/* Allocates a search (some 18 MiB) for many queries of one game, which must outlive it.
 * NULL if out of memory. One search is for one thread. */
struct trey_predecessors *trey_predecessors_new(const struct trey_exact_game *game);
void trey_predecessors_free(struct trey_predecessors *search);

/* Clears the cache, so that later answers do not depend on earlier ones. The seed decides
 * the order among equally promising boards. */
void trey_predecessors_reset(struct trey_predecessors *search, uint64_t seed);

/* Searches back from the board over at most `depth` slides: REACHABLE if that many
 * slides, or fewer from a start, lead to it; UNREACHABLE if none can; UNKNOWN if `boards`
 * boards did not suffice. game->exchanged must be false. */
enum trey_reachability trey_predecessors_search(struct trey_predecessors *search,
                                                unsigned slot, trey_board board,
                                                unsigned depth, uint64_t boards);

#endif
