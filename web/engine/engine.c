/* The session inside a WebAssembly module: what a worker calls, and what it is told.
 *
 * The module imports a function to which each line of an answer goes, and trey.pause
 * (base/pause.h), in which work that is not cut into slices may be put aside. It has one
 * session; networks come as bytes, and the one that came last plays. */
#include "trey/engine.h"
#include "trey/eval.h"
#include "trey/exact.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(name)))

__attribute__((import_module("trey"), import_name("answer"))) void
trey_web_answer(const char *line, size_t size_bytes);

static struct trey_engine *engine;
static struct trey_evaluator *networks[2]; /* large, small */
static int playing;                        /* which of them, once it is there */
static struct trey_exact *tables[16];

static void say(void *context, const char *line, size_t size_bytes)
{
    (void)context;
    trey_web_answer(line, size_bytes);
}

/* The network that came plays where it can; else the hand-made evaluation does, unless
 * another is asked for by name. */
static enum trey_status choose(void *context, const char *name, struct trey_shape shape,
                               enum trey_eval_family family,
                               const struct trey_evaluator **evaluator,
                               struct trey_error *error)
{
    static struct trey_evaluator *made;
    (void)context;
    bool any = strcmp(name, "default") == 0 || strncmp(name, "network", 7) == 0;
    bool fits = shape.rows == 4 && shape.cols == 4 && family == TREY_EVAL_THREES;
    if (any && fits && networks[playing] != NULL) {
        *evaluator = networks[playing];
        return TREY_OK;
    }
    trey_evaluator_free(made);
    made = NULL;
    enum trey_status status =
        trey_evaluator_named(any ? "heuristic" : name, shape, family, &made, error);
    *evaluator = made;
    return status;
}

static const struct trey_exact *table_at(void *context, size_t index)
{
    (void)context;
    return index < sizeof tables / sizeof *tables ? tables[index] : NULL;
}

/* 0, or what went wrong as a trey_status. */
EXPORT("trey_web_new") int web_new(void)
{
    struct trey_engine_options options;
    trey_engine_defaults(&options);
    options.table_bytes = (size_t)8 << 20; /* with the small network 110 MB in all */
    options.files = false;
    options.most_threads = 1;
    options.evaluator = choose;
    options.tables = table_at;
    return (int)trey_engine_new(&options, say, NULL, &engine, NULL);
}

EXPORT("trey_web_line") void web_line(const char *line, size_t size_bytes)
{
    trey_engine_line(engine, line, size_bytes);
}

/* Pixels for the next `picture` line. 0, or what went wrong as a trey_status. */
EXPORT("trey_web_pixels") int web_pixels(const void *bytes, size_t size_bytes)
{
    return (int)trey_engine_pixels(engine, bytes, size_bytes, NULL);
}

EXPORT("trey_web_step") int web_step(unsigned ms)
{
    return trey_engine_step(engine, ms);
}

/* What is thought from now on is thought by this network; 0 if it is not there yet. */
EXPORT("trey_web_use") int web_use(int small)
{
    static const char forget[] = "setoption name Player value default";
    if (networks[small != 0] == NULL)
        return 0;
    playing = small != 0;
    trey_engine_line(engine, forget, sizeof forget - 1);
    return 1;
}

/* A network file's bytes, to be used from now on. 0, or what went wrong as a trey_status.
 */
EXPORT("trey_web_network")
int web_network(const void *bytes, size_t size_bytes, int small)
{
    struct trey_evaluator **network = &networks[small != 0];
    enum trey_status status =
        *network != NULL ? TREY_OK
                         : trey_evaluator_from_bytes(bytes, size_bytes, network, NULL);
    /* Unpacked now, so that the search's table takes the room that this needs for a
     * while. */
    if (status == TREY_OK)
        trey_evaluator_value(*network, 0);
    web_use(small);
    return (int)status;
}

/* A table's bytes, which become the module's: for `exact` from now on. 0, or what went
 * wrong as a trey_status. */
EXPORT("trey_web_table") int web_table(void *bytes, size_t size_bytes)
{
    enum trey_status status = TREY_ERR_LIMIT;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (tables[i] == NULL) {
            status = trey_exact_from_bytes(bytes, size_bytes, &tables[i], NULL);
            break;
        }
    if (status != TREY_OK)
        free(bytes);
    return (int)status;
}

/* Where the frames of work go that is put aside: what Asyncify wants to know of that
 * room, its first part that is free and its end. They take some kilobytes. */
EXPORT("trey_web_frames") const void *web_frames(void)
{
    static char room[1 << 16];
    static struct {
        char *free, *end;
    } frames;
    frames.free = room;
    frames.end = room + sizeof room;
    return &frames;
}

EXPORT("trey_web_alloc") void *web_alloc(size_t size_bytes)
{
    return malloc(size_bytes);
}

EXPORT("trey_web_free") void web_free(void *memory)
{
    free(memory);
}
