/* What the parts of this room know of a solution. */
#ifndef TREY_EXACT_SHAPE_H
#define TREY_EXACT_SHAPE_H

#include "trey/exact.h"

struct trey_shape trey_exact_shape(const struct trey_exact *exact);

#endif
