/* Calls of queries that only the command makes; not part of the public API. */
#ifndef TREY_EXACT_ANSWERS_COMMAND_H
#define TREY_EXACT_ANSWERS_COMMAND_H

#include "trey/exact.h"

/* Reason why a line (without its end) is not a query: a static string. NULL for a valid
 * query, reachable or not. Thread-safe. */
const char *trey_exact_query_error(const struct trey_exact *exact, const char *line,
                                   size_t line_bytes);

#endif
