/* Compact tables. A checkpoint table has, for each slot with a full bag, the boards with
 * a legal slide and their means over the hints. A game passes such a slot at least at
 * every third spawn, so any other value is an expectimax search of at most three plies
 * away. A play table has, for each slot, which slides are best for the states that have a
 * choice.
 *
 * Blocks are made layer by layer while the solver values them, and are stored in its
 * layers' file. At the end they are copied, so that the table contains nothing else. */
#include "exact/table/compact.h"

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

_Static_assert(sizeof(struct trey_compact_layer) + 8 == TREY_COMPACT_ENTRY,
               "entries of the directory are as documented");

bool trey_is_compact_table(const struct trey_table_header *header)
{
    return memcmp(header->magic, magic, sizeof magic) == 0;
}

/* --- blocks ----------------------------------------------------------------------------
 */

void trey_compact_set_view(const struct trey_layers *store,
                           const struct trey_layer *layer, const void *block,
                           struct trey_sparse *set)
{
    *set = (struct trey_sparse){.size = layer->size,
                                .count = layer->compact.members,
                                .low_bits = layer->compact.low_bits,
                                .value_bytes = store->value_bytes};
    if (block != NULL)
        trey_sparse_view(set, block);
}

void trey_compact_choices_view(const struct trey_layer *layer, const void *block,
                               struct trey_ribbon *ribbon)
{
    *ribbon = (struct trey_ribbon){.shards = layer->compact.shards,
                                   .words = layer->compact.words};
    trey_ribbon_view(ribbon, block);
}

uint64_t trey_compact_set_bytes(const struct trey_layers *store,
                                const struct trey_layer *layer)
{
    struct trey_sparse set;
    if (layer->compact.members == 0)
        return 0;
    trey_compact_set_view(store, layer, NULL, &set);
    return trey_sparse_bytes(&set);
}

uint64_t trey_compact_choices_bytes(const struct trey_layer *layer)
{
    if (layer->compact.shards == 0)
        return 0;
    return trey_ribbon_bytes(layer->compact.shards, layer->compact.words);
}

static bool block_is_intact(const void *map, uint64_t at, uint64_t bytes,
                            uint64_t checksum)
{
    return bytes == 0 || trey_checksum((const char *)map + at, bytes, 1) == checksum;
}

bool trey_compact_layer_intact(const struct trey_layers *store,
                               const struct trey_layer *layer)
{
    const struct trey_compact_layer *compact = &layer->compact;
    return block_is_intact(store->map, compact->set_at,
                           trey_compact_set_bytes(store, layer), compact->set_checksum) &&
           block_is_intact(store->map, compact->choices_at,
                           trey_compact_choices_bytes(layer), compact->choices_checksum);
}

static enum trey_status check_blocks(struct trey_layers *store,
                                     const struct trey_layer *layer,
                                     struct trey_error *error)
{
    const struct trey_compact_layer *compact = &layer->compact;
    uint64_t set = trey_compact_set_bytes(store, layer);
    uint64_t choices = trey_compact_choices_bytes(layer);
    enum trey_status status = TREY_OK;
    if (set > 0)
        status = trey_layers_check_block(store, layer, compact->set_at, set,
                                         compact->set_checksum, error);
    if (status == TREY_OK && choices > 0)
        status = trey_layers_check_block(store, layer, compact->choices_at, choices,
                                         compact->choices_checksum, error);
    return status;
}

enum trey_status trey_compact_check(struct trey_layers *store, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    for (unsigned i = 0; status == TREY_OK && i < store->slots; i++)
        status = check_blocks(store, &store->layer[i], error);
    return status;
}

/* --- writing ---------------------------------------------------------------------------
 */

static bool has_blocks(const struct trey_layer *layer)
{
    return layer->compact.members > 0 || layer->compact.shards > 0;
}

/* Makes a directory entry with the offsets that the blocks will have, and advances *end
 * by their size. */
static void write_entry(const struct trey_layers *store, const struct trey_layer *layer,
                        uint64_t *end, char *to)
{
    struct trey_compact_layer compact = layer->compact;
    uint64_t set = trey_compact_set_bytes(store, layer);
    compact.set_at = set > 0 ? *end : 0;
    *end += set;
    uint64_t choices = trey_compact_choices_bytes(layer);
    compact.choices_at = choices > 0 ? *end : 0;
    *end += choices;
    memcpy(to, &layer->slot, 4);
    memcpy(to + 4, &layer->size, 4);
    memcpy(to + 8, &compact, sizeof compact);
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

static enum trey_status write_table(struct trey_layers *store,
                                    const struct trey_table_header *header,
                                    const char *directory, struct trey_file *file,
                                    struct trey_error *error)
{
    enum trey_status status = trey_file_put(file, header, sizeof *header, error);
    for (unsigned i = 0; status == TREY_OK && i < store->slots; i++) {
        const struct trey_layer *layer = &store->layer[i];
        status = copy_block(store, layer->compact.set_at,
                            trey_compact_set_bytes(store, layer), file, error);
        if (status == TREY_OK)
            status = copy_block(store, layer->compact.choices_at,
                                trey_compact_choices_bytes(layer), file, error);
    }
    if (status == TREY_OK)
        status = trey_file_put(file, directory,
                               (size_t)header->layers * TREY_COMPACT_ENTRY, error);
    return status;
}

static void make_header(const struct trey_layers *store,
                        const struct trey_exact_options *options,
                        const struct trey_exact_counts *counts,
                        struct trey_table_header *header)
{
    *header =
        (struct trey_table_header){.version = VERSION,
                                   .rows = options->shape.rows,
                                   .cols = options->shape.cols,
                                   .kept = (uint8_t)options->kind,
                                   .start = options->start,
                                   .root_value = counts->root_value,
                                   .compact = {.value_bytes = store->value_bytes,
                                               .max_tile = (uint32_t)counts->max_tile,
                                               .boards = counts->boards,
                                               .classes = counts->classes,
                                               .terminal = counts->terminal,
                                               .sums = (uint32_t)counts->layers,
                                               .longest = (uint32_t)counts->longest}};
    memcpy(header->magic, magic, sizeof magic);
    memcpy(header->first, counts->first, sizeof header->first);
}

enum trey_status trey_compact_write(struct trey_layers *store,
                                    const struct trey_exact_options *options,
                                    const struct trey_exact_counts *counts,
                                    struct trey_error *error)
{
    struct trey_table_header header;
    struct trey_file *file;
    char *directory = malloc((size_t)store->slots * TREY_COMPACT_ENTRY);
    if (directory == NULL)
        return trey_fail_memory(error, (size_t)store->slots * TREY_COMPACT_ENTRY);
    make_header(store, options, counts, &header);
    uint64_t end = sizeof header;
    for (unsigned i = 0; i < store->slots; i++)
        if (has_blocks(&store->layer[i]))
            write_entry(store, &store->layer[i], &end,
                        directory + (size_t)TREY_COMPACT_ENTRY * header.layers++);
    size_t size = (size_t)header.layers * TREY_COMPACT_ENTRY;
    assert(header.layers <= store->slots && end % 8 == 0);
    header.directory_at = end;
    header.file_bytes = end + size;
    header.directory_checksum = trey_checksum(directory, size, 1);
    trey_header_seal(&header);
    enum trey_status status = trey_file_begin(options->save, &file, error);
    if (status == TREY_OK) {
        status = write_table(store, &header, directory, file, error);
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

static enum trey_status check_header(const struct trey_table_header *header,
                                     uint64_t file_bytes, struct trey_error *error)
{
    if (header->version != VERSION)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "compact table of version %u; this trey reads version %d",
                         header->version, VERSION);
    enum trey_status status = trey_header_check(header, file_bytes, error);
    if (status != TREY_OK)
        return status;
    unsigned bytes = header->compact.value_bytes;
    bool checkpoint = header->kept == TREY_EXACT_CHECKPOINT;
    if ((!checkpoint && header->kept != TREY_EXACT_PLAY) || header->rules != 0 ||
        (checkpoint ? bytes != 3 && bytes != 4 : bytes != 0) ||
        !trey_header_fits(header, TREY_COMPACT_ENTRY))
        return trey_table_damaged(error, "its header is invalid");
    return TREY_OK;
}

static bool block_fits(uint64_t at, uint64_t bytes, uint64_t end)
{
    return bytes == 0 ||
           (at % 8 == 0 && at >= TREY_HEADER_BYTES && at <= end && bytes <= end - at);
}

static bool layer_fits(const struct trey_exact *exact, const struct trey_layer *layer,
                       uint64_t end, struct trey_rows *rows)
{
    const struct trey_compact_layer *compact = &layer->compact;
    struct trey_slot slot;
    trey_slot_make(&exact->game, layer->slot, &slot);
    if (slot.columns == 0 ||
        layer->size != trey_ranking_rows(&exact->ranking, &slot, rows))
        return false;
    if (compact->members > layer->size || compact->low_bits > 30 ||
        (compact->members > 0 && layer->slot % TREY_BAG_SLOTS != 0))
        return false;
    return isfinite(compact->low) && isfinite(compact->step) && compact->step >= 0 &&
           compact->words <= end / 8 &&
           block_fits(compact->set_at, trey_compact_set_bytes(&exact->store, layer),
                      end) &&
           block_fits(compact->choices_at, trey_compact_choices_bytes(layer), end);
}

/* Reads the directory's entries; false if one is invalid. */
static bool read_entries(struct trey_exact *exact, const struct trey_table_header *header,
                         const char *directory, struct trey_rows *rows)
{
    uint32_t min_number = 0;
    for (uint32_t i = 0; i < header->layers; i++) {
        const char *at = directory + (size_t)i * TREY_COMPACT_ENTRY;
        struct trey_layer layer = {0};
        memcpy(&layer.slot, at, 4);
        memcpy(&layer.size, at + 4, 4);
        memcpy(&layer.compact, at + 8, sizeof layer.compact);
        if (layer.slot < min_number || layer.slot >= exact->store.slots ||
            !layer_fits(exact, &layer, header->directory_at, rows))
            return false;
        min_number = layer.slot + 1;
        exact->store.layer[layer.slot] = layer;
        if (layer.compact.step / 2 > exact->counts.rounding)
            exact->counts.rounding = layer.compact.step / 2;
        exact->has_sets = exact->has_sets || layer.compact.members > 0;
    }
    return true;
}

static enum trey_status read_directory(struct trey_exact *exact,
                                       const struct trey_table_header *header,
                                       struct trey_error *error)
{
    char *directory;
    size_t bytes = trey_rows_bytes(&exact->ranking);
    struct trey_rows *rows = malloc(bytes);
    enum trey_status status = trey_header_directory(
        &exact->store, header, TREY_COMPACT_ENTRY, &directory, error);
    if (status == TREY_OK && rows == NULL)
        status = trey_fail_memory(error, bytes);
    if (status == TREY_OK && !read_entries(exact, header, directory, rows))
        status = trey_table_damaged(error, "its directory is invalid");
    free(directory);
    free(rows);
    return status;
}

static enum trey_status make_game(struct trey_exact *exact,
                                  const struct trey_table_header *header,
                                  struct trey_error *error)
{
    struct trey_exact_options options;
    trey_exact_defaults(TREY_EXACT_COURSE,
                        (struct trey_shape){header->rows, header->cols}, &options);
    options.keep = TREY_EXACT_KEEP_AVERAGE;
    options.start = header->start;
    enum trey_status status = trey_exact_check_options(&options, error);
    if (status != TREY_OK)
        return status;
    trey_exact_game_make(&options, &exact->game);
    status = trey_layers_init(&exact->store, trey_slot_end(&exact->game), error);
    exact->store.value_bytes = header->compact.value_bytes;
    exact->store.end = header->file_bytes;
    exact->kind = (enum trey_exact_kind)header->kept;
    if (status == TREY_OK)
        status = trey_ranking_new(&exact->game, &exact->ranking, error);
    return status;
}

enum trey_status trey_compact_open(struct trey_exact *exact,
                                   const struct trey_table_header *header,
                                   uint64_t file_bytes, struct trey_error *error)
{
    enum trey_status status = check_header(header, file_bytes, error);
    if (status == TREY_OK)
        status = make_game(exact, header, error);
    exact->counts = (struct trey_exact_counts){.boards = header->compact.boards,
                                               .classes = header->compact.classes,
                                               .terminal = header->compact.terminal,
                                               .max_tile = header->compact.max_tile,
                                               .layers = header->compact.sums,
                                               .longest = header->compact.longest,
                                               .root_value = header->root_value,
                                               .bytes = header->file_bytes};
    memcpy(exact->counts.first, header->first, sizeof header->first);
    if (status == TREY_OK)
        status = read_directory(exact, header, error);
    if (status == TREY_OK)
        status = trey_layers_map(&exact->store, error);
    if (status == TREY_OK)
        status = trey_exact_enable_checks(exact, error);
    return status;
}
