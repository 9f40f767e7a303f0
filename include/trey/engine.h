/* trey/engine.h - a session of the line-based protocol of docs/formats/engine.md, which
 * all front ends of trey use.
 *
 * A session has no input or output of its own, no thread and no file; it uses a clock
 * only to measure time. Its owner passes it the lines that it receives
 * (trey_engine_line), lets it work for a while (trey_engine_step), and gets the lines of
 * the answers by a callback:
 *
 *     trey_engine_new(&options, say, context, &engine, &error);
 *     for (;;) {
 *         while (a line was received)
 *             trey_engine_line(engine, line, size);
 *         if (!trey_engine_step(engine, 20))
 *             wait for a line;
 *     }
 *
 * A session is used by one thread at a time; different sessions are independent. */
#ifndef TREY_ENGINE_H
#define TREY_ENGINE_H

#include "trey/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A session. Opaque. */
struct trey_engine;
struct trey_exact;  /* exact.h */
struct trey_pixels; /* picture.h */

/* Maximum length of a line; longer ones are rejected. Maximum total of waiting lines. */
#define TREY_ENGINE_LINE_BYTES  ((size_t)1 << 20)
#define TREY_ENGINE_QUEUE_BYTES ((size_t)4 << 20)

/* Maximum size of a picture: four million pixels of four bytes. Larger ones are
 * rejected. */
#define TREY_ENGINE_PIXELS_BYTES ((size_t)16 << 20)

/* Receives each line of an answer without line end: `size_bytes` bytes and a zero byte
 * that is not counted, valid during the call. Called within trey_engine_line and
 * trey_engine_step. It may pass lines to the session, but must not step or free it. */
typedef void (*trey_engine_output_fn)(void *context, const char *line, size_t size_bytes);

/* Called a few times a second within work that cannot be divided into slices. It may poll
 * for lines and pass them to the session, so that `stop` takes effect. */
typedef void (*trey_engine_poll_fn)(void *context);

/* Provides an evaluator by name (trey_evaluator_named), so that sessions can share it.
 * The provider keeps ownership; the evaluator must outlive the session. */
typedef enum trey_status (*trey_engine_evaluator_fn)(
    void *context, const char *name, struct trey_shape shape,
    enum trey_eval_family family, const struct trey_evaluator **evaluator,
    struct trey_error *error);

/* Provides solved games by index, from 0; NULL beyond the last. The provider keeps
 * ownership; sessions may share them, and they must outlive the sessions. Games may be
 * added while sessions run; the existing ones keep their indices. */
typedef const struct trey_exact *(*trey_engine_tables_fn)(void *context, size_t index);

/* Decodes the picture file `path` into *pixels; rgba is from malloc, and the session
 * frees it. The library has no decoders of its own. */
typedef enum trey_status (*trey_engine_picture_fn)(void *context, const char *path,
                                                   struct trey_pixels *pixels,
                                                   struct trey_error *error);

/* Options of a new session; the protocol can change some of them. Initialise with
 * trey_engine_defaults. */
struct trey_engine_options {
    struct trey_search_limits limits; /* of a `go` without limits; cancel is not used */
    size_t table_bytes;               /* of the transposition table */
    unsigned threads;                 /* that search one position or plan */
    const char *player; /* evaluator's name, see eval.h; copied. An invalid one is
                           reported when it is first needed */
    uint64_t seed;      /* of games started without a seed */

    bool files;             /* names of files are accepted: network:FILE, tables */
    unsigned max_threads;   /* maximum that can be requested */
    size_t max_table_bytes; /* likewise */
    double max_seconds;     /* maximum duration of one search or plan; 0: unlimited */

    trey_engine_evaluator_fn
        evaluator; /* optional; otherwise the session loads its own */
    void *evaluator_context;
    trey_engine_tables_fn tables; /* optional: for `tables` and `exact` */
    void *tables_context;
    trey_engine_poll_fn listen; /* optional */
    void *listen_context;
    trey_engine_picture_fn picture; /* optional: for `picture FILE`, if `files` is true */
    void *picture_context;
    uint64_t reserved[TREY_RESERVED];
};

/* Sets the defaults: 100 ms, TREY_SEARCH_TABLE_BYTES, one thread, "default", seed 1,
 * files accepted, maxima of search.h. */
TREY_API void trey_engine_defaults(struct trey_engine_options *options);

/* Creates a session, for trey_engine_free. `options` is copied; `say` must not be NULL.
 * TREY_ERR_MEMORY; TREY_ERR_ARGUMENT for a player's name of 4096 bytes or more. */
TREY_API enum trey_status trey_engine_new(const struct trey_engine_options *options,
                                          trey_engine_output_fn say, void *context,
                                          struct trey_engine **engine,
                                          struct trey_error *error);

/* Frees a session; pending requests are dropped without an answer. NULL is allowed. */
TREY_API void trey_engine_free(struct trey_engine *engine);

/* Passes a line to the session, with or without line end (LF, CR LF); it is copied. No
 * line can break the session. `trey`, `isready`, `stop`, `quit` and rejected lines are
 * answered at once; all others wait for steps. */
TREY_API void trey_engine_line(struct trey_engine *engine, const char *line,
                               size_t size_bytes);

/* Passes pixels to the session, four bytes each (red, green, blue, alpha), row by row
 * from the top; they are copied, and several calls pass them in parts. The next `picture`
 * request uses all of them. TREY_ERR_LIMIT for more than TREY_ENGINE_PIXELS_BYTES, or
 * TREY_ERR_MEMORY; all parts are dropped then. `error` may be NULL. */
TREY_API enum trey_status trey_engine_pixels(struct trey_engine *engine,
                                             const void *bytes, size_t size_bytes,
                                             struct trey_error *error);

/* Works for about `ms` milliseconds, or until nothing is left to do; true if work is
 * left. At most 50 ms keep the session responsive. Work that is not divided into slices
 * may take longer: solving, planning, loading a network; see trey_engine_poll_fn. The
 * WebAssembly module can interrupt these, too (web/README.md). */
TREY_API bool trey_engine_step(struct trey_engine *engine, unsigned ms);

/* Ends the input: stops work that has no limit of its own; the following steps do the
 * rest. */
TREY_API void trey_engine_finish(struct trey_engine *engine);

/* Does the same as the line `quit`: stops all work, which the following steps answer. */
TREY_API void trey_engine_quit(struct trey_engine *engine);

/* True after `quit`: no more lines are accepted. */
TREY_API bool trey_engine_ended(const struct trey_engine *engine);

/* Serves the protocol: reads lines from one file descriptor, also while working, and
 * answers on another one, until `quit`, or until everything is answered after the end of
 * input. Ignores options->listen. TREY_ERR_IO if the output cannot be written; errors of
 * trey_engine_new. */
TREY_API enum trey_status trey_engine_serve(int input, int output,
                                            const struct trey_engine_options *options,
                                            struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
