/* Tables to carry. A checkpoint table has, for each slot whose bag is full, the boards
 * with a slide and their means over the hints: a game passes such a slot at least every
 * third entry, so any other value is three plies of averages and maxima away. A table for
 * play alone has, for each slot, which slides are best where that is a question at all.
 *
 * Blocks are made layer by layer while the solver values them, and lie in its file of
 * work until the end; then they are copied, so that the table has nothing else. */
#include "exact/table/carried.h"

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "exact/table/checksum.h"
#include "exact/table/solution.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1 };

static const char magic[8] = "treycary";

_Static_assert(sizeof(struct trey_carried) + 8 == TREY_CARRIED_ENTRY,
               "entries of the directory are as documented");

bool trey_carried_is(const struct trey_head *head)
{
    return memcmp(head->magic, magic, sizeof magic) == 0;
}

/* --- blocks ----------------------------------------------------------------------------
 */

void trey_carried_set(const struct trey_layers *store, const struct trey_layer *layer,
                      const void *block, struct trey_sparse *set)
{
    *set = (struct trey_sparse){.size = layer->size,
                                .count = layer->carried.members,
                                .low_bits = layer->carried.low_bits,
                                .value_bytes = store->value_bytes};
    if (block != NULL)
        trey_sparse_view(set, block);
}

void trey_carried_choices(const struct trey_layer *layer, const void *block,
                          struct trey_ribbon *ribbon)
{
    *ribbon = (struct trey_ribbon){.shards = layer->carried.shards,
                                   .words = layer->carried.words};
    trey_ribbon_view(ribbon, block);
}

uint64_t trey_carried_set_bytes(const struct trey_layers *store,
                                const struct trey_layer *layer)
{
    struct trey_sparse set;
    if (layer->carried.members == 0)
        return 0;
    trey_carried_set(store, layer, NULL, &set);
    return trey_sparse_bytes(&set);
}

uint64_t trey_carried_choices_bytes(const struct trey_layer *layer)
{
    if (layer->carried.shards == 0)
        return 0;
    return trey_ribbon_bytes(layer->carried.shards, layer->carried.words);
}

static bool block_sound(const void *map, uint64_t at, uint64_t bytes, uint64_t checksum)
{
    return bytes == 0 || trey_checksum((const char *)map + at, bytes, 1) == checksum;
}

bool trey_carried_sound(const struct trey_layers *store, const struct trey_layer *layer)
{
    const struct trey_carried *carried = &layer->carried;
    return block_sound(store->map, carried->set_at, trey_carried_set_bytes(store, layer),
                       carried->set_checksum) &&
           block_sound(store->map, carried->choices_at, trey_carried_choices_bytes(layer),
                       carried->choices_checksum);
}

static enum trey_status reread(struct trey_layers *store, const struct trey_layer *layer,
                               struct trey_error *error)
{
    const struct trey_carried *carried = &layer->carried;
    uint64_t set = trey_carried_set_bytes(store, layer);
    uint64_t choices = trey_carried_choices_bytes(layer);
    enum trey_status status = TREY_OK;
    if (set > 0)
        status = trey_layers_reread(store, layer, carried->set_at, set,
                                    carried->set_checksum, error);
    if (status == TREY_OK && choices > 0)
        status = trey_layers_reread(store, layer, carried->choices_at, choices,
                                    carried->choices_checksum, error);
    return status;
}

enum trey_status trey_carried_reread(struct trey_layers *store, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    for (unsigned i = 0; status == TREY_OK && i < store->slots; i++)
        status = reread(store, &store->layer[i], error);
    return status;
}

/* --- writing ---------------------------------------------------------------------------
 */

static bool has_blocks(const struct trey_layer *layer)
{
    return layer->carried.members > 0 || layer->carried.shards > 0;
}

/* An entry, with the places that the blocks will have; *end moves behind them. */
static void make_entry(const struct trey_layers *store, const struct trey_layer *layer,
                       uint64_t *end, char *to)
{
    struct trey_carried carried = layer->carried;
    uint64_t set = trey_carried_set_bytes(store, layer);
    carried.set_at = set > 0 ? *end : 0;
    *end += set;
    uint64_t choices = trey_carried_choices_bytes(layer);
    carried.choices_at = choices > 0 ? *end : 0;
    *end += choices;
    memcpy(to, &layer->number, 4);
    memcpy(to + 4, &layer->size, 4);
    memcpy(to + 8, &carried, sizeof carried);
}

static enum trey_status copy_block(struct trey_layers *store, uint64_t at, uint64_t bytes,
                                   struct trey_file *file, struct trey_error *error)
{
    enum { PIECE = 1 << 16 };
    char piece[PIECE];
    enum trey_status status = TREY_OK;
    for (uint64_t done = 0; status == TREY_OK && done < bytes;) {
        uint64_t size = bytes - done < PIECE ? bytes - done : PIECE;
        status = trey_layers_read(store, at + done, piece, size, error);
        if (status == TREY_OK)
            status = trey_file_put(file, piece, size, error);
        done += size;
    }
    return status;
}

static enum trey_status put_all(struct trey_layers *store, const struct trey_head *head,
                                const char *directory, struct trey_file *file,
                                struct trey_error *error)
{
    enum trey_status status = trey_file_put(file, head, sizeof *head, error);
    for (unsigned i = 0; status == TREY_OK && i < store->slots; i++) {
        const struct trey_layer *layer = &store->layer[i];
        status = copy_block(store, layer->carried.set_at,
                            trey_carried_set_bytes(store, layer), file, error);
        if (status == TREY_OK)
            status = copy_block(store, layer->carried.choices_at,
                                trey_carried_choices_bytes(layer), file, error);
    }
    if (status == TREY_OK)
        status = trey_file_put(file, directory, (size_t)head->layers * TREY_CARRIED_ENTRY,
                               error);
    return status;
}

static void make_head(const struct trey_layers *store,
                      const struct trey_exact_options *options,
                      const struct trey_exact_counts *counts, struct trey_head *head)
{
    *head = (struct trey_head){.version = VERSION,
                               .rows = options->shape.rows,
                               .cols = options->shape.cols,
                               .kept = (uint8_t)options->kind,
                               .start = options->start,
                               .root_value = counts->root_value,
                               .carried = {.value_bytes = store->value_bytes,
                                           .max_tile = (uint32_t)counts->max_tile,
                                           .boards = counts->boards,
                                           .classes = counts->classes,
                                           .terminal = counts->terminal,
                                           .sums = (uint32_t)counts->layers,
                                           .longest = (uint32_t)counts->longest}};
    memcpy(head->magic, magic, sizeof magic);
    memcpy(head->first, counts->first, sizeof head->first);
}

enum trey_status trey_carried_write(struct trey_layers *store,
                                    const struct trey_exact_options *options,
                                    const struct trey_exact_counts *counts,
                                    struct trey_error *error)
{
    struct trey_head head;
    struct trey_file *file;
    char *directory = malloc((size_t)store->slots * TREY_CARRIED_ENTRY);
    if (directory == NULL)
        return trey_fail_memory(error, (size_t)store->slots * TREY_CARRIED_ENTRY);
    make_head(store, options, counts, &head);
    uint64_t end = sizeof head;
    for (unsigned i = 0; i < store->slots; i++)
        if (has_blocks(&store->layer[i]))
            make_entry(store, &store->layer[i], &end,
                       directory + (size_t)TREY_CARRIED_ENTRY * head.layers++);
    size_t size = (size_t)head.layers * TREY_CARRIED_ENTRY;
    assert(head.layers <= store->slots && end % 8 == 0);
    head.directory_at = end;
    head.file_bytes = end + size;
    head.directory_checksum = trey_checksum(directory, size, 1);
    trey_head_seal(&head);
    enum trey_status status = trey_file_begin(options->save, &file, error);
    if (status == TREY_OK) {
        status = put_all(store, &head, directory, file, error);
        if (status == TREY_OK)
            status = trey_file_commit(file, error);
        else
            trey_file_abandon(file);
    }
    free(directory);
    return status;
}

/* --- opening ---------------------------------------------------------------------------
 */

static enum trey_status check_head(const struct trey_head *head, uint64_t file_bytes,
                                   struct trey_error *error)
{
    if (head->version != VERSION)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "a table to carry of version %u; this trey reads version %d",
                         head->version, VERSION);
    enum trey_status status = trey_head_check(head, file_bytes, error);
    if (status != TREY_OK)
        return status;
    unsigned bytes = head->carried.value_bytes;
    bool checkpoint = head->kept == TREY_EXACT_CHECKPOINT;
    if ((!checkpoint && head->kept != TREY_EXACT_PLAY) || head->rules != 0 ||
        (checkpoint ? bytes != 3 && bytes != 4 : bytes != 0) ||
        !trey_head_fits(head, TREY_CARRIED_ENTRY))
        return trey_table_damaged(error, "its head makes no sense");
    return TREY_OK;
}

static bool block_fits(uint64_t at, uint64_t bytes, uint64_t end)
{
    return bytes == 0 ||
           (at % 8 == 0 && at >= TREY_TABLE_HEAD && at <= end && bytes <= end - at);
}

static bool layer_fits(const struct trey_exact *exact, const struct trey_layer *layer,
                       uint64_t end, struct trey_rows *rows)
{
    const struct trey_carried *carried = &layer->carried;
    struct trey_slot slot;
    trey_slot_make(&exact->game, layer->number, &slot);
    if (slot.columns == 0 ||
        layer->size != trey_ranking_rows(&exact->ranking, &slot, rows))
        return false;
    if (carried->members > layer->size || carried->low_bits > 30 ||
        (carried->members > 0 && layer->number % TREY_BAG_SLOTS != 0))
        return false;
    return isfinite(carried->low) && isfinite(carried->step) && carried->step >= 0 &&
           carried->words <= end / 8 &&
           block_fits(carried->set_at, trey_carried_set_bytes(&exact->store, layer),
                      end) &&
           block_fits(carried->choices_at, trey_carried_choices_bytes(layer), end);
}

/* Takes the entries of the directory; false if one makes no sense. */
static bool take_entries(struct trey_exact *exact, const struct trey_head *head,
                         const char *directory, struct trey_rows *rows)
{
    uint32_t beyond = 0;
    for (uint32_t i = 0; i < head->layers; i++) {
        const char *at = directory + (size_t)i * TREY_CARRIED_ENTRY;
        struct trey_layer layer = {0};
        memcpy(&layer.number, at, 4);
        memcpy(&layer.size, at + 4, 4);
        memcpy(&layer.carried, at + 8, sizeof layer.carried);
        if (layer.number < beyond || layer.number >= exact->store.slots ||
            !layer_fits(exact, &layer, head->directory_at, rows))
            return false;
        beyond = layer.number + 1;
        exact->store.layer[layer.number] = layer;
        if (layer.carried.step / 2 > exact->counts.rounding)
            exact->counts.rounding = layer.carried.step / 2;
        exact->has_sets = exact->has_sets || layer.carried.members > 0;
    }
    return true;
}

static enum trey_status read_directory(struct trey_exact *exact,
                                       const struct trey_head *head,
                                       struct trey_error *error)
{
    char *directory;
    size_t bytes = trey_rows_bytes(&exact->ranking);
    struct trey_rows *rows = malloc(bytes);
    enum trey_status status =
        trey_head_directory(&exact->store, head, TREY_CARRIED_ENTRY, &directory, error);
    if (status == TREY_OK && rows == NULL)
        status = trey_fail_memory(error, bytes);
    if (status == TREY_OK && !take_entries(exact, head, directory, rows))
        status = trey_table_damaged(error, "its directory makes no sense");
    free(directory);
    free(rows);
    return status;
}

static enum trey_status make_game(struct trey_exact *exact, const struct trey_head *head,
                                  struct trey_error *error)
{
    struct trey_exact_options options;
    trey_exact_defaults(TREY_EXACT_COURSE, (struct trey_shape){head->rows, head->cols},
                        &options);
    options.keep = TREY_EXACT_KEEP_AVERAGE;
    options.start = head->start;
    enum trey_status status = trey_exact_check_options(&options, error);
    if (status != TREY_OK)
        return status;
    trey_exact_game_make(&options, &exact->game);
    status = trey_layers_begin(&exact->store, trey_slot_end(&exact->game), error);
    exact->store.value_bytes = head->carried.value_bytes;
    exact->store.end = head->file_bytes;
    exact->kind = (enum trey_exact_kind)head->kept;
    if (status == TREY_OK)
        status = trey_ranking_new(&exact->game, &exact->ranking, error);
    return status;
}

enum trey_status trey_carried_open(struct trey_exact *exact, const struct trey_head *head,
                                   uint64_t file_bytes, struct trey_error *error)
{
    enum trey_status status = check_head(head, file_bytes, error);
    if (status == TREY_OK)
        status = make_game(exact, head, error);
    exact->counts = (struct trey_exact_counts){.boards = head->carried.boards,
                                               .classes = head->carried.classes,
                                               .terminal = head->carried.terminal,
                                               .max_tile = head->carried.max_tile,
                                               .layers = head->carried.sums,
                                               .longest = head->carried.longest,
                                               .root_value = head->root_value,
                                               .bytes = head->file_bytes};
    memcpy(exact->counts.first, head->first, sizeof head->first);
    if (status == TREY_OK)
        status = read_directory(exact, head, error);
    if (status == TREY_OK)
        status = trey_layers_map(&exact->store, error);
    if (status == TREY_OK)
        status = trey_exact_watch(exact, error);
    return status;
}
