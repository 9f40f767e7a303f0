/* trey/trey.h - includes all public headers. */
#ifndef TREY_TREY_H
#define TREY_TREY_H

#include "trey/advise.h"
#include "trey/batch.h"
#include "trey/board.h"
#include "trey/direction.h"
#include "trey/engine.h"
#include "trey/eval.h"
#include "trey/exact.h"
#include "trey/game.h"
#include "trey/grid.h"
#include "trey/learn.h"
#include "trey/odds.h"
#include "trey/picture.h"
#include "trey/plan.h"
#include "trey/played.h"
#include "trey/record.h"
#include "trey/render.h"
#include "trey/review.h"
#include "trey/search.h"
#include "trey/selfplay.h"
#include "trey/sequence.h"
#include "trey/statistics.h"
#include "trey/status.h"

#endif
