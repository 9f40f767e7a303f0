/* The work of several processes, by however many there are. See whole.c. */
#ifndef TREY_EXACT_SHARE_WHOLE_H
#define TREY_EXACT_SHARE_WHOLE_H

#include "trey/exact.h"

/* trey_exact_share, but that one process alone works as several do. */
enum trey_status trey_share_solve(const struct trey_exact_options *options,
                                  struct trey_processes *processes,
                                  struct trey_exact **result, struct trey_error *error);

#endif
