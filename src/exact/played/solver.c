/* Memory of the layers, and what happens between them. Every array is charged against the
 * memory limit before it is allocated. A layer is opened in stages: rows (to find the
 * index of a board), marks in the forward pass, set and values in the backward pass;
 * closing it leaves the packed set of its boards. */
#include "exact/played/solver.h"

#include "base/array.h"
#include "base/error.h"
#include "base/pause.h"
#include "exact/table/packed.h"
#include "os/clock.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

/* --- memory ----------------------------------------------------------------------------
 */

enum trey_status trey_played_charge(struct trey_played_solver *solver, uint64_t bytes,
                                    struct trey_error *error)
{
    uint64_t limit = solver->options->memory_bytes;
    solver->memory += bytes;
    if (limit != 0 && solver->memory > limit)
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "needs more memory than the limit of %" PRIu64 " MiB",
                         limit >> 20);
    if (solver->memory > solver->counts.memory_bytes)
        solver->counts.memory_bytes = solver->memory;
    return TREY_OK;
}

/* Removes memory from the total in use. */
static void discharge(struct trey_played_solver *solver, uint64_t bytes)
{
    assert(bytes <= solver->memory);
    solver->memory -= bytes;
}

/* Allocates and charges an array. */
static enum trey_status allocate(struct trey_played_solver *solver, size_t count,
                                 size_t size, bool zero, void **array,
                                 struct trey_error *error)
{
    enum trey_status status = trey_played_charge(solver, (uint64_t)count * size, error);
    if (status != TREY_OK)
        return status;
    size_t room = count > 0 ? count : 1;
    *array = zero ? calloc(room, size) : malloc(room * size);
    if (*array != NULL)
        return TREY_OK;
    discharge(solver, (uint64_t)count * size);
    return trey_fail_memory(error, count * size);
}

static void free_array(struct trey_played_solver *solver, void *array, size_t bytes)
{
    if (array != NULL)
        discharge(solver, bytes);
    free(array);
}

/* Bytes that trey_set_new allocates. */
static uint64_t set_bytes(uint32_t size)
{
    return (((uint64_t)size + 63) / 64 + 1) * (sizeof(uint64_t) + sizeof(uint32_t));
}

static enum trey_status open_set(struct trey_played_solver *solver,
                                 struct trey_played_layer *layer,
                                 struct trey_error *error)
{
    enum trey_status status = trey_played_charge(solver, set_bytes(layer->size), error);
    if (status != TREY_OK)
        return status;
    status = trey_set_new(&layer->set, layer->size, error);
    if (status != TREY_OK)
        discharge(solver, set_bytes(layer->size));
    else
        trey_set_reset(&layer->set, layer->size);
    return status;
}

unsigned trey_played_width(const struct trey_played_solver *solver, unsigned slot)
{
    const struct trey_decks *decks = trey_played_decks(&solver->game, slot);
    return (decks == NULL ? 0 : decks->count) + solver->game.uncounted;
}

/* Count of a layer's values, with the padding. */
static size_t value_count(const struct trey_played_solver *solver, unsigned slot)
{
    return (size_t)solver->layer[slot].boards * trey_played_width(solver, slot) +
           TREY_PLAYED_PADDING;
}

/* --- layers ----------------------------------------------------------------------------
 */

/* Opens a layer: computes its rows, unless it is open. */
static enum trey_status open_layer(struct trey_played_solver *solver, unsigned slot,
                                   struct trey_error *error)
{
    struct trey_played_layer *layer = &solver->layer[slot];
    const struct trey_played_game *game = &solver->game;
    if (layer->rows != NULL)
        return TREY_OK;
    void *rows = NULL;
    enum trey_status status =
        allocate(solver, 1, trey_rows_bytes(&game->ranking), false, &rows, error);
    if (status != TREY_OK)
        return status;
    struct trey_slot of = {.sum = trey_played_sum(game, slot),
                           .excess = (int)trey_played_excess(game, slot)};
    layer->rows = rows;
    layer->size = trey_ranking_rows(&game->ranking, &of, layer->rows);
    return TREY_OK;
}

enum trey_status trey_played_open_marks(struct trey_played_solver *solver, unsigned slot,
                                        struct trey_error *error)
{
    struct trey_played_layer *layer = &solver->layer[slot];
    void *marks = NULL;
    if (layer->marks != NULL)
        return TREY_OK;
    enum trey_status status = open_layer(solver, slot, error);
    if (status == TREY_OK)
        status = allocate(solver, layer->size, sizeof *layer->marks, true, &marks, error);
    layer->marks = marks;
    if (slot > solver->last)
        solver->last = slot;
    return status;
}

enum trey_status trey_played_open_values(struct trey_played_solver *solver, unsigned slot,
                                         struct trey_error *error)
{
    struct trey_played_layer *layer = &solver->layer[slot];
    void *value = NULL;
    enum trey_status status = open_layer(solver, slot, error);
    if (status == TREY_OK)
        status = open_set(solver, layer, error);
    if (status != TREY_OK)
        return status;
    struct trey_packed packed = {
        .size = layer->size, .words = layer->words, .count = layer->boards};
    trey_packed_view(&packed, layer->packed);
    trey_unpack(&packed, &layer->set);
    free_array(solver, layer->packed, trey_packed_bytes(layer->size, layer->words));
    layer->packed = NULL;
    status = allocate(solver, value_count(solver, slot), sizeof *layer->value, false,
                      &value, error);
    layer->value = value;
    for (size_t i = 1; status == TREY_OK && i <= TREY_PLAYED_PADDING; i++)
        layer->value[value_count(solver, slot) - i] = 0;
    return status;
}

/* Stores the possible decks of each board, for queries. */
static enum trey_status keep_decks(struct trey_played_solver *solver,
                                   struct trey_played_layer *layer,
                                   struct trey_error *error)
{
    void *decks = NULL;
    enum trey_status status =
        allocate(solver, layer->boards, sizeof *layer->decks, false, &decks, error);
    layer->decks = decks;
    for (uint32_t i = 0, at = 0; status == TREY_OK && i < layer->size; i++)
        if (layer->marks[i] != 0)
            layer->decks[at++] = layer->marks[i];
    return status;
}

enum trey_status trey_played_list_set(struct trey_played_solver *solver, unsigned slot,
                                      struct trey_error *error)
{
    struct trey_played_layer *layer = &solver->layer[slot];
    enum trey_status status = open_set(solver, layer, error);
    if (status != TREY_OK)
        return status;
    for (uint32_t i = 0; i < layer->size; i++)
        layer->set.bits[i / 64] |= (uint64_t)(layer->marks[i] != 0) << (i % 64);
    trey_set_close(&layer->set);
    layer->boards = layer->set.count;
    if (layer->boards == 0)
        return TREY_OK;
    layer->words = trey_set_nonzero_words(&layer->set);
    status = allocate(solver, 1, trey_packed_bytes(layer->size, layer->words), false,
                      &layer->packed, error);
    if (status == TREY_OK)
        trey_pack(&layer->set, layer->words, layer->packed);
    if (status == TREY_OK && solver->options->values)
        status = keep_decks(solver, layer, error);
    return status;
}

void trey_played_close(struct trey_played_solver *solver, unsigned slot)
{
    struct trey_played_layer *layer = &solver->layer[slot];
    size_t values = value_count(solver, slot);
    free_array(solver, layer->rows, trey_rows_bytes(&solver->game.ranking));
    free_array(solver, layer->marks, layer->size * sizeof *layer->marks);
    free_array(solver, layer->value, values * sizeof *layer->value);
    if (layer->set.bits != NULL)
        discharge(solver, set_bytes(layer->size));
    trey_set_clear(&layer->set);
    layer->rows = NULL;
    layer->marks = NULL;
    layer->value = NULL;
}

/* --- between layers --------------------------------------------------------------------
 */

struct cancellable_loop {
    struct trey_played_solver *solver;
    void (*body)(void *context, size_t chunk);
    void *context;
};

static void run_chunk(void *context, size_t chunk)
{
    const struct cancellable_loop *loop = context;
    if (!trey_cancel_raised(loop->solver->options->cancel))
        loop->body(loop->context, chunk);
}

enum trey_status trey_played_for(struct trey_played_solver *solver, unsigned slot,
                                 void (*body)(void *context, size_t chunk), void *context,
                                 struct trey_error *error)
{
    size_t chunks = trey_set_chunks(&solver->layer[slot].set);
    void *tally = trey_array_grow(solver->tally, &solver->tally_room, chunks + 1,
                                  sizeof *solver->tally);
    if (tally == NULL)
        return trey_fail_memory(error, (chunks + 1) * sizeof *solver->tally);
    solver->tally = tally;
    struct cancellable_loop loop = {solver, body, context};
    if (solver->threads != NULL)
        trey_parallel_for(solver->threads, chunks, run_chunk, &loop);
    else
        for (size_t i = 0; i < chunks; i++) {
            run_chunk(&loop, i);
            trey_pause();
        }
    if (trey_cancel_raised(solver->options->cancel))
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    return TREY_OK;
}

enum trey_status trey_played_step(struct trey_played_solver *solver, bool valuing,
                                  struct trey_error *error)
{
    const struct trey_played_options *options = solver->options;
    enum { LISTING_PERCENT = 30 }; /* typical share of the time */
    double share = LISTING_PERCENT / 100.0, part = solver->done / solver->all;
    if (trey_cancel_raised(options->cancel))
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    if (options->report != NULL)
        options->report(options->context,
                        &(struct trey_played_progress){
                            .done = valuing ? share + (1 - share) * part : share * part,
                            .seconds = trey_clock_monotonic() - solver->begun_s,
                            .valuing = valuing});
    return TREY_OK;
}
