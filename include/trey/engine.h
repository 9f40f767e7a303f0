/* trey/engine.h - a session: lines in, lines out, in the language of
 * docs/formats/engine.md, which every face of trey speaks.
 *
 * A session has no input or output of its own, no thread, no file and no clock but the
 * one it measures time with. Whoever has one hands it the lines that were said to it
 * (trey_engine_line), lets it work for a while (trey_engine_step), and is given the lines
 * that it answers by a callback:
 *
 *     trey_engine_new(&options, say, context, &engine, &error);
 *     for (;;) {
 *         while (a line has come)
 *             trey_engine_line(engine, line, size);
 *         if (!trey_engine_step(engine, 20))
 *             wait for a line;
 *     }
 *
 * A session is for one thread at a time; several sessions are independent. */
#ifndef TREY_ENGINE_H
#define TREY_ENGINE_H

#include "trey/search.h"

#ifdef __cplusplus
extern "C" {
#endif

struct trey_engine;
struct trey_exact;  /* exact.h */
struct trey_pixels; /* picture.h */

/* A longer line is refused. More bytes of lines may not wait. */
#define TREY_ENGINE_LINE_BYTES  ((size_t)1 << 20)
#define TREY_ENGINE_QUEUE_BYTES ((size_t)4 << 20)

/* Larger pictures are refused: four million pixels of four bytes. */
#define TREY_ENGINE_PIXELS_BYTES ((size_t)16 << 20)

/* Given each line of an answer, without its end: `size_bytes` bytes and a zero byte that
 * is not counted, valid during the call. Called within trey_engine_line and
 * trey_engine_step. It may hand in lines, but not step or free the session. */
typedef void (*trey_engine_say_fn)(void *context, const char *line, size_t size_bytes);

/* Called within work that cannot be cut into slices, a few times a second: it may look
 * for lines and hand them in, so that `stop` is heard. */
typedef void (*trey_engine_listen_fn)(void *context);

/* Gives an evaluation by its name (trey_evaluator_named), to be shared by sessions. What
 * it gives stays the giver's and must outlive the session. */
typedef enum trey_status (*trey_engine_evaluator_fn)(
    void *context, const char *name, struct trey_shape shape,
    enum trey_eval_family family, const struct trey_evaluator **evaluator,
    struct trey_error *error);

/* Gives solved games by their numbers, from 0; NULL for any other. What it gives stays
 * the giver's, may be shared by sessions, and must outlive them; more may be given as
 * time goes on, and what was given keeps its number. */
typedef const struct trey_exact *(*trey_engine_tables_fn)(void *context, size_t index);

/* Decodes the picture file `path` into *pixels, whose rgba is from malloc and becomes the
 * session's. The library has no decoders of its own. */
typedef enum trey_status (*trey_engine_picture_fn)(void *context, const char *path,
                                                   struct trey_pixels *pixels,
                                                   struct trey_error *error);

/* What a session starts with; options of the protocol change some of it. Zero-initialise
 * through trey_engine_defaults. */
struct trey_engine_options {
    struct trey_search_limits limits; /* of a `go` that names none; cancel is not used */
    size_t table_bytes;               /* of the search's table */
    unsigned threads;                 /* that search one position, or plan */
    const char *player; /* an evaluation's name, as in eval.h, copied. What is wrong with
                           it is told when it is first needed. */
    uint64_t seed;      /* of the games that are begun without one */

    bool files;              /* names of files are taken: network:FILE, tables */
    unsigned most_threads;   /* more are refused */
    size_t most_table_bytes; /* likewise */
    double most_seconds;     /* any one search or plan takes no longer; 0: no bound */

    trey_engine_evaluator_fn evaluator; /* optional; else the session makes its own */
    void *evaluator_context;
    trey_engine_tables_fn tables; /* optional: for `tables` and `exact` */
    void *tables_context;
    trey_engine_listen_fn listen; /* optional */
    void *listen_context;
    trey_engine_picture_fn picture; /* optional: for `picture FILE`, if `files` is true */
    void *picture_context;
};

/* 100 ms, TREY_SEARCH_TABLE_BYTES, one thread, "default", seed 1; files are taken; bounds
 * are those of search.h. */
TREY_API void trey_engine_defaults(struct trey_engine_options *options);

/* Begins a session. `options` is copied, `say` must not be NULL. For trey_engine_free.
 * TREY_ERR_MEMORY; TREY_ERR_ARGUMENT for a player's name of 4096 bytes or more. */
TREY_API enum trey_status trey_engine_new(const struct trey_engine_options *options,
                                          trey_engine_say_fn say, void *context,
                                          struct trey_engine **engine,
                                          struct trey_error *error);

/* NULL is taken. What was not done is forgotten without an answer. */
TREY_API void trey_engine_free(struct trey_engine *engine);

/* Gives the session a network by its bytes (trey_evaluator_from_bytes), for programs
 * without files; they are copied. It is what `default`, `network` and `network-small`
 * mean for its boards and tiles from then on, in the place of one that was given before
 * for the same. Not while a request is under way (trey_engine_step returned true):
 * TREY_ERR_ARGUMENT; else as trey_evaluator_from_bytes, and TREY_ERR_LIMIT for more than
 * eight kinds of boards. `error` may be NULL. */
TREY_API enum trey_status trey_engine_network(struct trey_engine *engine,
                                              const void *bytes, size_t size_bytes,
                                              struct trey_error *error);

/* Hands in a line, with or without its end (LF, CR LF); it is copied. Whatever it holds,
 * the session goes on. Answers at once what must be: trey, isready, stop, quit, and what
 * is refused unread; the rest waits for steps. */
TREY_API void trey_engine_line(struct trey_engine *engine, const char *line,
                               size_t size_bytes);

/* Passes pixels, four bytes each (red, green, blue, alpha), row by row from the top; they
 * are copied, and several calls pass them in parts. The next line that is a `picture`
 * request takes all of them. TREY_ERR_LIMIT, with all parts dropped, for more than
 * TREY_ENGINE_PIXELS_BYTES; TREY_ERR_MEMORY likewise. `error` may be NULL. */
TREY_API enum trey_status trey_engine_pixels(struct trey_engine *engine,
                                             const void *bytes, size_t size_bytes,
                                             struct trey_error *error);

/* Works for about `ms` milliseconds, or until nothing is left to do; true if something
 * is. 50 ms or less keep the session quick to hear. Work that is not cut into slices may
 * take longer: solving, planning, loading a network; see trey_engine_listen_fn. The
 * module for WebAssembly leaves these in between (web/README.md). */
TREY_API bool trey_engine_step(struct trey_engine *engine, unsigned ms);

/* No line will come any more: what has no limit of its own is stopped, the rest is done
 * by the steps that follow. */
TREY_API void trey_engine_finish(struct trey_engine *engine);

/* As the line `quit`: everything is stopped, and answered by the steps that follow. */
TREY_API void trey_engine_quit(struct trey_engine *engine);

/* True once `quit` was said: lines are not taken any more. */
TREY_API bool trey_engine_ended(const struct trey_engine *engine);

/* Serves the protocol, reading lines from one file descriptor and answering on another,
 * until `quit`, or until everything is answered after the end of input; lines are read
 * while it works. listen of the options is not used. Fails if the output
 * cannot be written (TREY_ERR_IO), or as trey_engine_new. */
TREY_API enum trey_status trey_engine_serve(int input, int output,
                                            const struct trey_engine_options *options,
                                            struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
