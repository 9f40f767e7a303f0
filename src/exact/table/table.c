/* Tables are written when all blocks are in the file, and opened by mapping it.
 * Everything read from a file is checked before it is used: header and directory by their
 * checksums and by the rules (a slot's size and hints follow from the game), the blocks
 * by their offsets. The contents of blocks are checked by queries, when they first use a
 * layer, and by trey_exact_verify; queries are memory-safe for any contents. */
#include "exact/table/table.h"

#include "base/error.h"
#include "base/file.h"
#include "exact/table/checksum.h"
#include "exact/table/compact.h"
#include "exact/table/solution.h"
#include "os/os.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char magic[8] = TREY_TABLE_MAGIC;

_Static_assert(offsetof(struct trey_layer, boards_checksum) == TREY_TABLE_ENTRY,
               "entries of the directory are as documented");

enum trey_status trey_table_able(struct trey_error *error)
{
    const uint16_t one = 1;
    if (*(const uint8_t *)&one != 1)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "tables need a little-endian machine");
    if (!trey_has_checksum())
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "tables need a build with zstd and xxhash");
    return TREY_OK;
}

void trey_table_options(const struct trey_exact_game *game,
                        struct trey_exact_options *options)
{
    trey_exact_defaults(game->is_2048 ? TREY_EXACT_2048 : TREY_EXACT_COURSE, game->shape,
                        options);
    options->start = game->start;
    options->keep = game->folded ? TREY_EXACT_KEEP_AVERAGE : TREY_EXACT_KEEP_ALL;
}

/* --- writing ---------------------------------------------------------------------------
 */

/* Makes the directory of the non-empty layers, in the order of their slots. */
static char *make_directory(const struct trey_layers *store, uint32_t *layers)
{
    char *directory = malloc((size_t)store->slots * TREY_TABLE_ENTRY);
    *layers = 0;
    for (unsigned i = 0; directory != NULL && i < store->slots; i++)
        if (store->layer[i].boards > 0)
            memcpy(directory + (size_t)TREY_TABLE_ENTRY * (*layers)++, &store->layer[i],
                   TREY_TABLE_ENTRY);
    return directory;
}

enum trey_status trey_table_close(struct trey_layers *store,
                                  const struct trey_exact_game *game,
                                  const struct trey_table_root *root,
                                  struct trey_error *error)
{
    struct trey_exact_options options;
    trey_table_options(game, &options);
    struct trey_table_header header = {.version = game->exchanged ? 2 : 1,
                                       .rows = game->shape.rows,
                                       .cols = game->shape.cols,
                                       .rules = (uint8_t)options.rules,
                                       .kept = (uint8_t)options.keep,
                                       .start = game->start,
                                       .directory_at = store->end,
                                       .root_value = root->value};
    memcpy(header.magic, magic, sizeof magic);
    memcpy(header.first, root->first, sizeof header.first);
    char *directory = make_directory(store, &header.layers);
    if (directory == NULL)
        return trey_fail_memory(error, (size_t)store->slots * TREY_TABLE_ENTRY);
    size_t size = (size_t)header.layers * TREY_TABLE_ENTRY;
    header.directory_checksum = trey_checksum(directory, size, 1);
    enum trey_status status = trey_layers_append(store, directory, size, error);
    free(directory);
    header.file_bytes = store->end;
    trey_header_seal(&header);
    if (status == TREY_OK)
        status = trey_file_put_at(store->file, 0, &header, sizeof header, error);
    return status;
}

/* --- opening ---------------------------------------------------------------------------
 */

static enum trey_status check_header(const struct trey_table_header *header,
                                     uint64_t file_bytes,
                                     struct trey_exact_options *options,
                                     struct trey_error *error)
{
    if (memcmp(header->magic, magic, sizeof magic) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "not a table of trey solve");
    if (header->version < 1 || header->version > TREY_TABLE_VERSION)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "table of version %u; this trey reads versions 1 to %d",
                         header->version, TREY_TABLE_VERSION);
    enum trey_status status = trey_header_check(header, file_bytes, error);
    if (status != TREY_OK)
        return status;
    if (header->rules > TREY_EXACT_2048 || header->kept > TREY_EXACT_KEEP_ALL ||
        !trey_header_fits(header, TREY_TABLE_ENTRY))
        return trey_table_damaged(error, "its header is invalid");
    struct trey_shape shape = {header->rows, header->cols};
    trey_exact_defaults((enum trey_exact_rules)header->rules, shape, options);
    options->keep = (enum trey_exact_keep)header->kept;
    options->start = header->start;
    return trey_exact_check_options(options, error);
}

static bool block_fits(uint64_t at, uint64_t bytes, uint64_t end)
{
    return at % 8 == 0 && at >= TREY_HEADER_BYTES && at <= end && bytes <= end - at;
}

static bool layer_fits(const struct trey_exact *exact, const struct trey_layer *layer,
                       uint64_t end, struct trey_rows *rows)
{
    struct trey_slot slot;
    if (layer->slot >= exact->store.slots)
        return false;
    trey_slot_make(&exact->game, layer->slot, &slot);
    if (slot.columns == 0 || layer->columns != slot.columns ||
        layer->size != trey_ranking_rows(&exact->ranking, &slot, rows))
        return false;
    return layer->boards > 0 && layer->boards <= layer->size &&
           layer->words <= ((uint64_t)layer->size + 63) / 64 &&
           layer->orbits <= layer->boards * (exact->game.exchanged ? 2 : 1) &&
           layer->terminal <= layer->orbits && layer->in_both_bags <= layer->orbits &&
           layer->top_rank <= exact->game.top_rank && isfinite(layer->low) &&
           isfinite(layer->step) && layer->step >= 0 &&
           (!exact->store.exact_values || layer->step == 0) &&
           block_fits(layer->boards_at, trey_packed_bytes(layer->size, layer->words),
                      end) &&
           block_fits(layer->values_at, trey_values_bytes(&exact->store, layer), end);
}

static enum trey_status read_directory(struct trey_exact *exact,
                                       const struct trey_table_header *header,
                                       struct trey_error *error)
{
    char *directory;
    size_t rows_bytes = trey_rows_bytes(&exact->ranking);
    struct trey_rows *rows = malloc(rows_bytes);
    enum trey_status status =
        trey_header_directory(&exact->store, header, TREY_TABLE_ENTRY, &directory, error);
    if (status == TREY_OK && rows == NULL)
        status = trey_fail_memory(error, rows_bytes);
    uint32_t min_number = 0; /* one more than the last slot */
    for (uint32_t i = 0; status == TREY_OK && i < header->layers; i++) {
        struct trey_layer layer = {0};
        memcpy(&layer, directory + (size_t)i * TREY_TABLE_ENTRY, TREY_TABLE_ENTRY);
        if (layer.slot < min_number ||
            !layer_fits(exact, &layer, header->directory_at, rows))
            status = trey_table_damaged(error, "its directory is invalid");
        else
            exact->store.layer[layer.slot] = layer;
        min_number = layer.slot + 1;
    }
    free(directory);
    free(rows);
    return status;
}

/* Opens a table of all values from the store's file or borrowed bytes. */
static enum trey_status open_whole(struct trey_exact *exact,
                                   const struct trey_table_header *header,
                                   uint64_t file_bytes, struct trey_error *error)
{
    struct trey_exact_options options;
    enum trey_status status = check_header(header, file_bytes, &options, error);
    if (status != TREY_OK)
        return status;
    trey_exact_game_make(&options, &exact->game);
    exact->game.exchanged = exact->game.exchanged && header->version > 1;
    status = trey_layers_init(&exact->store, trey_slot_end(&exact->game), error);
    exact->store.keep_values = true;
    exact->store.exact_values = !exact->game.folded;
    exact->store.end = header->file_bytes;
    if (status == TREY_OK)
        status = trey_ranking_new(&exact->game, &exact->ranking, error);
    if (status == TREY_OK)
        status = read_directory(exact, header, error);
    if (status == TREY_OK)
        status = trey_layers_map(&exact->store, error);
    if (status == TREY_OK)
        status = trey_exact_enable_checks(exact, error);
    exact->counts.root_value = header->root_value;
    memcpy(exact->counts.first, header->first, sizeof header->first);
    return status;
}

static enum trey_status open_any(struct trey_exact *exact, struct trey_error *error)
{
    struct trey_table_header header;
    uint64_t file_bytes;
    enum trey_status status =
        trey_header_read(&exact->store, &header, &file_bytes, error);
    if (status == TREY_OK)
        status = trey_is_compact_table(&header)
                     ? trey_compact_open(exact, &header, file_bytes, error)
                     : open_whole(exact, &header, file_bytes, error);
    if (status != TREY_OK)
        return status;
    trey_exact_prepare(exact);
    if (exact->kind == TREY_EXACT_WHOLE)
        trey_exact_update_counts(exact);
    return TREY_OK;
}

static enum trey_status open_file(const char *path, struct trey_exact *exact,
                                  struct trey_error *error)
{
    exact->store.file = trey_os_open(path, TREY_OS_READ);
    if (exact->store.file < 0)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot open: %s", strerror(errno));
    return open_any(exact, error);
}

enum trey_status trey_exact_load(const char *path, struct trey_exact **result,
                                 struct trey_error *error)
{
    struct trey_exact *exact = trey_exact_alloc(error);
    if (exact == NULL)
        return TREY_ERR_MEMORY;
    enum trey_status status = trey_table_able(error);
    if (status == TREY_OK)
        status = open_file(path, exact, error);
    if (status == TREY_OK)
        *result = exact;
    else
        trey_exact_free(exact);
    return status;
}

/* Bytes may have been damaged in transfer and are fast to read: all layers are checked at
 * once, so that the caller can fetch them again. */
static enum trey_status open_bytes(struct trey_exact *exact, struct trey_error *error)
{
    enum trey_status status = open_any(exact, error);
    for (unsigned i = 0; status == TREY_OK && i < exact->store.slots; i++) {
        bool there = exact->kind != TREY_EXACT_WHOLE || exact->store.layer[i].boards > 0;
        if (there && !trey_exact_layer_intact(exact, i))
            status = trey_exact_check_damage(exact, error);
    }
    return status;
}

enum trey_status trey_exact_from_bytes(const void *bytes, size_t size_bytes,
                                       struct trey_exact **result,
                                       struct trey_error *error)
{
    if (bytes == NULL || (uintptr_t)bytes % 8 != 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the bytes of a table must be aligned to 8 bytes");
    struct trey_exact *exact = trey_exact_alloc(error);
    if (exact == NULL)
        return TREY_ERR_MEMORY;
    exact->store.borrowed = bytes;
    exact->store.borrowed_bytes = size_bytes;
    enum trey_status status = trey_table_able(error);
    if (status == TREY_OK)
        status = open_bytes(exact, error);
    if (status == TREY_OK)
        *result = exact;
    else
        trey_exact_free(exact);
    return status;
}
