/* A solution as a whole: default options and their check, preparation for queries,
 * counts, properties. */
#include "exact/table/solution.h"

#include "base/error.h"
#include "exact/table/command.h"

#include <stdlib.h>
#include <string.h>

void trey_exact_defaults(enum trey_exact_rules rules, struct trey_shape shape,
                         struct trey_exact_options *options)
{
    bool small = shape.rows * shape.cols <= 6 && rules == TREY_EXACT_COURSE;
    *options = (struct trey_exact_options){
        .shape = shape,
        .rules = rules,
        .keep = small ? TREY_EXACT_KEEP_ALL : TREY_EXACT_KEEP_AVERAGE,
        .start = rules == TREY_EXACT_2048 ? 2 : 1,
        .values = true,
    };
}

struct trey_exact *trey_exact_alloc(struct trey_error *error)
{
    struct trey_exact *exact = calloc(1, sizeof *exact);
    if (exact == NULL)
        trey_fail_memory(error, sizeof *exact);
    else
        exact->store = TREY_LAYERS_NONE;
    return exact;
}

/* Checks that the options allow a table of this kind. */
static enum trey_status check_kind(const struct trey_exact_options *options,
                                   struct trey_error *error)
{
    unsigned bytes = options->value_bytes;
    if (options->kind == TREY_EXACT_WHOLE)
        return TREY_OK;
    if (options->rules != TREY_EXACT_COURSE || options->keep != TREY_EXACT_KEEP_AVERAGE)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "only averages of the rule set course make a compact table");
    if (options->save == NULL)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "a compact table needs a file");
    if (options->kind == TREY_EXACT_CHECKPOINT && bytes != 0 && bytes != 3 && bytes != 4)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "values of a checkpoint table take 3 or 4 bytes, not %u", bytes);
    return TREY_OK;
}

enum trey_status trey_exact_check_options(const struct trey_exact_options *options,
                                          struct trey_error *error)
{
    unsigned cells = (unsigned)options->shape.rows * options->shape.cols;
    if (cells < 2 || cells > TREY_EXACT_MAX_CELLS)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "boards of 2 to %d cells can be solved, not of %u",
                         TREY_EXACT_MAX_CELLS, cells);
    if (options->start < 1 || options->start > cells)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "a board of %u cells may start with 1 to %u tiles, not with %u",
                         cells, cells, options->start);
    if (check_kind(options, error) != TREY_OK)
        return TREY_ERR_ARGUMENT;
    if (options->disk_bytes != 0 && options->save == NULL && options->work_dir == NULL)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "a disk limit needs a work directory or a table file");
    return TREY_OK;
}

/* --- ready for queries -----------------------------------------------------------------
 */

void trey_exact_prepare(struct trey_exact *exact)
{
    exact->rows = calloc(exact->store.slots, sizeof *exact->rows);
}

enum trey_status trey_exact_enable_checks(struct trey_exact *exact,
                                          struct trey_error *error)
{
    size_t count = exact->store.slots + (size_t)1;
    exact->layer_state = calloc(count, sizeof *exact->layer_state);
    return exact->layer_state != NULL
               ? TREY_OK
               : trey_fail_memory(error, count * sizeof *exact->layer_state);
}

void trey_exact_free(struct trey_exact *exact)
{
    if (exact == NULL)
        return;
    for (unsigned i = 0; exact->rows != NULL && i < exact->store.slots; i++)
        free(exact->rows[i]);
    free(exact->rows);
    free(exact->layer_state);
    trey_ranking_clear(&exact->ranking);
    trey_layers_clear(&exact->store);
    free(exact);
}

/* --- counts ----------------------------------------------------------------------------
 */

/* Adds a layer to the counts. */
static void tally_layer(const struct trey_layers *store,
                        const struct trey_exact_game *game, unsigned number,
                        struct trey_exact_counts *counts)
{
    const struct trey_layer *layer = &store->layer[number];
    /* A layer that also represents that of the next sum. */
    unsigned times = game->exchanged && number / 2 % 3 == 1 ? 2 : 1;
    bool second = number % 2 != 0 && store->layer[number - 1].boards > 0;
    counts->layers += second ? 0 : times;
    counts->boards += (uint64_t)(layer->orbits - layer->in_both_bags) * times;
    counts->classes += (uint64_t)layer->orbits * layer->columns * times;
    counts->terminal += (uint64_t)layer->terminal * layer->columns * times;
    if (!game->folded) {
        counts->before_states += (uint64_t)layer->boards * layer->columns;
        counts->after_states += (uint64_t)layer->afters * layer->columns;
    }
    counts->bytes +=
        trey_packed_bytes(layer->size, layer->words) + trey_values_bytes(store, layer);
    if (!store->exact_values && layer->step / 2 > counts->rounding)
        counts->rounding = layer->step / 2;
    if (!game->is_2048)
        counts->longest = trey_slot_tiles(number) - game->start;
}

void trey_layers_count(const struct trey_layers *store,
                       const struct trey_exact_game *game,
                       struct trey_exact_counts *counts)
{
    uint32_t top = 0;
    *counts = (struct trey_exact_counts){0};
    for (unsigned number = 0; number < store->slots; number++) {
        const struct trey_layer *layer = &store->layer[number];
        if (layer->boards == 0)
            continue;
        tally_layer(store, game, number, counts);
        top = layer->top_rank > top ? layer->top_rank : top;
    }
    counts->max_tile = game->tile[top];
}

void trey_exact_update_counts(struct trey_exact *exact)
{
    struct trey_exact_counts counts;
    trey_layers_count(&exact->store, &exact->game, &counts);
    counts.root_value = exact->counts.root_value;
    counts.seconds = exact->counts.seconds;
    memcpy(counts.first, exact->counts.first, sizeof counts.first);
    exact->counts = counts;
}

/* --- properties ------------------------------------------------------------------------
 */

struct trey_exact_properties trey_exact_describe(const struct trey_exact *exact)
{
    return (struct trey_exact_properties){
        .shape = exact->game.shape,
        .rules = exact->game.is_2048 ? TREY_EXACT_2048 : TREY_EXACT_COURSE,
        .keep = exact->game.folded ? TREY_EXACT_KEEP_AVERAGE : TREY_EXACT_KEEP_ALL,
        .kind = exact->kind,
        .start = exact->game.start,
    };
}

void trey_exact_count(const struct trey_exact *exact, struct trey_exact_counts *counts)
{
    *counts = exact->counts;
}

bool trey_exact_next_layer(const struct trey_exact *exact, struct trey_exact_layer *layer)
{
    for (; 2 * layer->sum + 1 < exact->store.slots; ++layer->sum) {
        bool exchanged = exact->game.exchanged && layer->sum % 3 == 2;
        const struct trey_layer *at =
            &exact->store.layer[2 * (layer->sum - (exchanged ? 1 : 0))];
        layer->boards = (uint64_t)at[0].orbits + at[1].orbits - at[0].in_both_bags;
        layer->classes = (uint64_t)at[0].orbits * at[0].columns +
                         (uint64_t)at[1].orbits * at[1].columns;
        layer->terminal = (uint64_t)at[0].terminal * at[0].columns +
                          (uint64_t)at[1].terminal * at[1].columns;
        if (layer->boards > 0)
            return true;
    }
    return false;
}
