/* The session inside a WebAssembly module: the functions that the worker calls.
 *
 * The module imports a function that receives each answer line, and trey.pause
 * (base/pause.h), in which work that is not sliced may be suspended. It has one session.
 * Networks are loaded from bytes, and each is used for the boards that it fits. Of the
 * two networks for 4x4, the last selected one is used. */
#include "trey/engine.h"
#include "trey/eval.h"
#include "trey/exact.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(name)))

__attribute__((import_module("trey"), import_name("answer"))) void
trey_web_answer(const char *line, size_t size_bytes);

static struct trey_engine *engine;
static struct trey_evaluator *networks[8]; /* by index in web/js/worker.js */
static unsigned selected;                  /* index of the last selected network */
static struct trey_exact *tables[16];

static void send_line(void *context, const char *line, size_t size_bytes)
{
    (void)context;
    trey_web_answer(line, size_bytes);
}

static bool fits(const struct trey_evaluator *network, struct trey_shape shape,
                 enum trey_eval_family family)
{
    if (network == NULL || trey_evaluator_family(network) != family)
        return false;
    struct trey_shape boards = trey_evaluator_shape(network);
    return boards.rows == shape.rows && boards.cols == shape.cols;
}

/* Returns a network for such boards, preferably the selected one; NULL if none is loaded.
 */
static const struct trey_evaluator *network_for(struct trey_shape shape,
                                                enum trey_eval_family family)
{
    if (fits(networks[selected], shape, family))
        return networks[selected];
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++)
        if (fits(networks[i], shape, family))
            return networks[i];
    return NULL;
}

/* Uses a network if one fits, otherwise the heuristic, unless the name asks for another
 * evaluator. */
static enum trey_status select_evaluator(void *context, const char *name,
                                         struct trey_shape shape,
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

/* Returns a trey_status. */
EXPORT("trey_web_new") int web_new(void)
{
    struct trey_engine_options options;
    trey_engine_defaults(&options);
    options.table_bytes = (size_t)8 << 20; /* 110 MB in total with the small network */
    options.files = false;
    options.max_threads = 1;
    options.evaluator = select_evaluator;
    options.tables = table_at;
    return (int)trey_engine_new(&options, send_line, NULL, &engine, NULL);
}

EXPORT("trey_web_line") void web_line(const char *line, size_t size_bytes)
{
    trey_engine_line(engine, line, size_bytes);
}

/* Adds pixels for the next `picture` line. Returns a trey_status. */
EXPORT("trey_web_pixels") int web_pixels(const void *bytes, size_t size_bytes)
{
    return (int)trey_engine_pixels(engine, bytes, size_bytes, NULL);
}

EXPORT("trey_web_step") int web_step(unsigned ms)
{
    return trey_engine_step(engine, ms);
}

/* Selects the network of this index. Returns 0 if it is not loaded. */
EXPORT("trey_web_use") int web_use(unsigned index)
{
    static const char forget[] = "setoption name Player value default";
    if (index >= sizeof networks / sizeof *networks || networks[index] == NULL)
        return 0;
    selected = index;
    trey_engine_line(engine, forget, sizeof forget - 1);
    return 1;
}

/* Loads a network file as this index and selects it. Returns a trey_status. */
EXPORT("trey_web_network")
int web_network(const void *bytes, size_t size_bytes, unsigned index)
{
    if (index >= sizeof networks / sizeof *networks)
        return TREY_ERR_ARGUMENT;
    struct trey_evaluator **network = &networks[index];
    enum trey_status status =
        *network != NULL ? TREY_OK
                         : trey_evaluator_from_bytes(bytes, size_bytes, network, NULL);
    /* Unpacks now, so that the search's table can reuse the temporary memory. */
    if (status == TREY_OK)
        trey_evaluator_value(*network, 0);
    web_use(index);
    return (int)status;
}

/* Loads a table for `exact`; the module takes ownership of the bytes. Returns a
 * trey_status. */
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

/* Returns the memory for suspended stack frames as Asyncify expects it: the addresses of
 * its free part and of its end. The frames need a few kilobytes. */
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
