/* trey/engine.h - the line protocol that players and front ends speak, in the shape of
 * chess's UCI: docs/formats/engine.md. */
#ifndef TREY_ENGINE_H
#define TREY_ENGINE_H

#include "trey/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the engine starts with; options of the protocol change it. Zero-initialise
 * through trey_engine_defaults. */
struct trey_engine_options {
    struct trey_search_limits limits; /* of a `go` that names none; cancel is not used */
    size_t table_bytes;
    unsigned threads;
    const char *player; /* of the caller's: an evaluation's name, as in eval.h. What is
                           wrong with it is told at the first `go`. */
};

TREY_API void trey_engine_defaults(struct trey_engine_options *options);

/* Serves the protocol, reading lines from one file descriptor and answering on another,
 * until `quit` or the end of input; lines are read while a search runs. Whatever is read,
 * it goes on; a line that is not understood is answered by one `info string` line. Fails
 * if the output cannot be written (TREY_ERR_IO), for want of memory, if a thread cannot
 * be started, or for a player's name of 4096 bytes or more (TREY_ERR_ARGUMENT). */
TREY_API enum trey_status trey_engine_serve(int input, int output,
                                            const struct trey_engine_options *options,
                                            struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
