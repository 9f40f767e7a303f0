/* Values of moves as JSON members. */
#ifndef TREY_ENGINE_VALUES_H
#define TREY_ENGINE_VALUES_H

#include "base/json.h"
#include "board/command.h"

/* Adds a member `name` with a number per move, null where the move is illegal. */
void trey_add_by_move(struct trey_text *text, const char *name, unsigned legal,
                      const double value[4]);

/* Adds a member `key` with the exact values of a move, null for a mean below 0. */
void trey_add_exact(struct trey_text *text, const char *key, double min, double mean,
                    double max);

/* Adds `best`: a move, null for -1. */
void trey_add_best(struct trey_text *text, int best);

#endif
