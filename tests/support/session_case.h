/* Requests and answers of sessions. */
#ifndef TREY_TESTS_SESSION_CASE_H
#define TREY_TESTS_SESSION_CASE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the request `load RECORD` for the record in an answer to `save`. False if the
 * answer has none, as in a build without jansson. */
bool case_load_request(const char *answer, char *line, size_t size_bytes);

#endif
