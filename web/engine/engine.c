/* The session inside a WebAssembly module: what a worker calls, and what it is told.
 *
 * The module imports a function to which each line of an answer goes, and trey.pause
 * (base/pause.h), in which work that is not cut into slices may be put aside. It has one
 * session. Networks come as bytes; each plays the boards that it is for. Of the two for
 * 4x4 the one that was chosen last plays. */
#include "trey/engine.h"
#include "trey/eval.h"
#include "trey/exact.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(name)))

__attribute__((import_module("trey"), import_name("answer"))) void
trey_web_answer(const char *line, size_t size_bytes);

static struct trey_engine *engine;
static struct trey_evaluator *networks[8]; /* by the indices of web/js/worker.js */
static unsigned chosen;                    /* index of the one chosen last */
static struct trey_exact *tables[16];

static void say(void *context, const char *line, size_t size_bytes)
{
    (void)context;
    trey_web_answer(line, size_bytes);
}

static bool is_for(const struct trey_evaluator *network, struct trey_shape shape,
                   enum trey_eval_family family)
{
    if (network == NULL || trey_evaluator_family(network) != family)
        return false;
    struct trey_shape boards = trey_evaluator_shape(network);
    return boards.rows == shape.rows && boards.cols == shape.cols;
}

/* The network for such boards, the chosen one if it is for them; NULL if none is here. */
static const struct trey_evaluator *network_for(struct trey_shape shape,
                                                enum trey_eval_family family)
{
    if (is_for(networks[chosen], shape, family))
        return networks[chosen];
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++)
        if (is_for(networks[i], shape, family))
            return networks[i];
    return NULL;
}

/* A network plays where one is here; else the heuristic does, unless another is asked for
 * by name. */
static enum trey_status choose(void *context, const char *name, struct trey_shape shape,
                               enum trey_eval_family family,
                               const struct trey_evaluator **evaluator,
                               struct trey_error *error)
{
    static struct trey_evaluator *made;
    (void)context;
    bool any = strcmp(name, "default") == 0 || strncmp(name, "network", 7) == 0;
    const struct trey_evaluator *network = any ? network_for(shape, family) : NULL;
    if (network != NULL) {
        *evaluator = network;
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

/* The network of this index plays from now on where it can; 0 if it is not here yet. */
EXPORT("trey_web_use") int web_use(unsigned index)
{
    static const char forget[] = "setoption name Player value default";
    if (index >= sizeof networks / sizeof *networks || networks[index] == NULL)
        return 0;
    chosen = index;
    trey_engine_line(engine, forget, sizeof forget - 1);
    return 1;
}

/* A network file's bytes, to be used from now on by this index. 0, or what went wrong as
 * a trey_status. */
EXPORT("trey_web_network")
int web_network(const void *bytes, size_t size_bytes, unsigned index)
{
    if (index >= sizeof networks / sizeof *networks)
        return TREY_ERR_ARGUMENT;
    struct trey_evaluator **network = &networks[index];
    enum trey_status status =
        *network != NULL ? TREY_OK
                         : trey_evaluator_from_bytes(bytes, size_bytes, network, NULL);
    /* Unpacked now, so that the search's table takes the room that this needs for a
     * while. */
    if (status == TREY_OK)
        trey_evaluator_value(*network, 0);
    web_use(index);
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
