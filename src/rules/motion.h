/* The former names of the law (rules/law.h), for src/learn until it takes them over. */
#ifndef TREY_RULES_MOTION_H
#define TREY_RULES_MOTION_H

#include "rules/law.h"

#define trey_motion         trey_law
#define trey_motion_make    trey_law_make
#define trey_motion_slide   trey_law_slide
#define trey_motion_entries trey_law_entries

#endif
