/* Values of slides as JSON members. */
#ifndef TREY_ENGINE_VALUES_H
#define TREY_ENGINE_VALUES_H

#include "engine/json.h"

/* values: by slide, null where it is not legal. */
void trey_tell_values(struct trey_text *text, unsigned legal, const double value[4]);

/* best: a slide, null for -1. */
void trey_tell_best(struct trey_text *text, int best);

#endif
