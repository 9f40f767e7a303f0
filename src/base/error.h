/* Filling a struct trey_error, which may be NULL. */
#ifndef TREY_BASE_ERROR_H
#define TREY_BASE_ERROR_H

#include "trey/status.h"

/* Records code, line and a formatted message in *error if there is one; returns code. */
__attribute__((format(printf, 4, 5))) enum trey_status trey_fail(struct trey_error *error,
                                                                 enum trey_status code,
                                                                 size_t line,
                                                                 const char *format, ...);

/* trey_fail for a failed allocation: "out of memory (N bytes wanted)". */
enum trey_status trey_fail_memory(struct trey_error *error, size_t size_bytes);

#endif
