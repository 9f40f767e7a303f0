/* Values of slides as JSON members. */
#ifndef TREY_ENGINE_VALUES_H
#define TREY_ENGINE_VALUES_H

#include "engine/json.h"

/* A member `name` with a number by move, null where the move is not legal. */
void trey_tell_by_move(struct trey_text *text, const char *name, unsigned legal,
                       const double value[4]);

/* values: by slide, null where it is not legal. */
void trey_tell_values(struct trey_text *text, unsigned legal, const double value[4]);

/* A member `key` with the exact values of a move, null for a mean below 0. */
void trey_tell_exact(struct trey_text *text, const char *key, double min, double mean,
                     double max);

/* best: a slide, null for -1. */
void trey_tell_best(struct trey_text *text, int best);

#endif
