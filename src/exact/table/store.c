/* Stores layers: first their boards in ascending order, then their values in descending
 * order. In a file each block is appended, so nothing is written twice; blocks begin at
 * multiples of 8. */
#include "exact/table/store.h"

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "exact/table/checksum.h"
#include "os/os.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum trey_status trey_layers_new(struct trey_layers *store, unsigned slots,
                                 struct trey_error *error)
{
    *store = TREY_LAYERS_NONE;
    store->slots = slots;
    store->layer = calloc(slots, sizeof *store->layer);
    return store->layer != NULL ? TREY_OK
                                : trey_fail_memory(error, slots * sizeof *store->layer);
}

enum trey_status trey_layers_init(struct trey_layers *store, unsigned slots,
                                  struct trey_error *error)
{
    struct trey_layers source = *store;
    enum trey_status status = trey_layers_new(store, slots, error);
    store->file = source.file;
    store->borrowed = source.borrowed;
    store->borrowed_bytes = source.borrowed_bytes;
    return status;
}

enum trey_status trey_layers_size(const struct trey_layers *store, uint64_t *size_bytes,
                                  struct trey_error *error)
{
    struct trey_os_about about;
    *size_bytes = store->borrowed_bytes;
    if (store->borrowed != NULL)
        return TREY_OK;
    if (!trey_os_describe_open(store->file, &about))
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno));
    *size_bytes = about.regular ? about.size_bytes : 0;
    return TREY_OK;
}

void trey_layers_clear(struct trey_layers *store)
{
    for (unsigned i = 0; store->layer != NULL && store->map == NULL && i < store->slots;
         i++) {
        free(store->layer[i].boards_block);
        free(store->layer[i].values_block);
    }
    if (store->map != NULL && store->borrowed == NULL)
        trey_os_unmap(store->map, store->map_bytes);
    if (store->file >= 0)
        close(store->file);
    if (store->scratch >= 0)
        close(store->scratch);
    free(store->layer);
    free(store->block);
    *store = TREY_LAYERS_NONE;
}

uint64_t trey_values_bytes(const struct trey_layers *store,
                           const struct trey_layer *layer)
{
    uint64_t count = (uint64_t)layer->boards * layer->columns;
    return store->exact_values ? 16 * count : (4 * count + 7) / 8 * 8;
}

/* --- blocks ----------------------------------------------------------------------------
 */

/* TREY_ERR_LIMIT if `size` more bytes would exceed the disk limit. */
static enum trey_status check_disk_limit(const struct trey_layers *store, uint64_t size,
                                         struct trey_error *error)
{
    uint64_t bytes = store->end + store->scratch_end + size;
    if (store->max_bytes == 0 || bytes <= store->max_bytes)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "needs more than the limit of %" PRIu64 " KiB of disk",
                     store->max_bytes >> 10);
}

static enum trey_status append_scratch(struct trey_layers *store, const void *block,
                                       uint64_t size, struct trey_error *error)
{
    enum trey_status status = check_disk_limit(store, size, error);
    if (status == TREY_OK)
        status = trey_file_put_at(store->scratch, store->scratch_end, block, size, error);
    store->scratch_end += status == TREY_OK ? size : 0;
    return status;
}

enum trey_status trey_layers_append(struct trey_layers *store, const void *block,
                                    uint64_t size, struct trey_error *error)
{
    if (check_disk_limit(store, size, error) != TREY_OK)
        return TREY_ERR_LIMIT;
    enum trey_status status =
        trey_file_put_at(store->file, store->end, block, size, error);
    assert(store->end + size >= store->end);
    store->end += status == TREY_OK ? size : 0;
    return status;
}

static enum trey_status read_file(int file, uint64_t at, void *block, uint64_t size,
                                  struct trey_error *error)
{
    char *to = block;
    for (uint64_t done = 0; done < size;) {
        long long got = trey_os_read_at(file, to + done, size - done, at + done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return trey_fail(error, TREY_ERR_IO, 0, "cannot read back: %s",
                             got < 0 ? strerror(errno) : "the file is truncated");
        done += (uint64_t)got;
    }
    return TREY_OK;
}

enum trey_status trey_layers_read(const struct trey_layers *store, uint64_t at,
                                  void *block, uint64_t size, struct trey_error *error)
{
    if (store->borrowed == NULL)
        return read_file(store->file, at, block, size, error);
    if (at > store->borrowed_bytes || size > store->borrowed_bytes - at)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read back: truncated");
    memcpy(block, (const char *)store->borrowed + at, size);
    return TREY_OK;
}

/* Makes store->block at least `size` bytes long. */
static enum trey_status reserve(struct trey_layers *store, uint64_t size,
                                struct trey_error *error)
{
    if (store->block_bytes >= size)
        return TREY_OK;
    void *block = realloc(store->block, size);
    if (block == NULL)
        return trey_fail_memory(error, size);
    store->block = block;
    store->block_bytes = size;
    return TREY_OK;
}

enum trey_status trey_layers_add(struct trey_layers *store, unsigned number,
                                 const struct trey_set *set, uint32_t size,
                                 enum trey_layer_place where, struct trey_error *error)
{
    assert(number < store->slots && trey_set_nonzero_words(set) <= set->words);
    struct trey_layer *layer = &store->layer[number];
    if (layer->boards != 0 && layer->boards != set->count)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the recomputed layer of tile sum %u differs from the first one",
                         number / 2);
    if (layer->boards == 0)
        *layer = (struct trey_layer){.slot = number, .size = size, .boards = set->count};
    layer->words = trey_set_nonzero_words(set);
    layer->where = where;
    if (where == TREY_LAYER_GONE)
        return TREY_OK;
    uint64_t bytes = trey_packed_bytes(size, layer->words);
    enum trey_status status = TREY_OK;
    void *block;
    if (store->file < 0) {
        block = layer->boards_block = malloc(bytes);
        if (block == NULL)
            return trey_fail_memory(error, bytes);
    } else {
        status = reserve(store, bytes, error);
        block = store->block;
    }
    if (status != TREY_OK)
        return status;
    trey_pack(set, layer->words, block);
    if (store->file < 0)
        return TREY_OK;
    bool scratch = where == TREY_LAYER_SCRATCH;
    layer->boards_at = scratch ? store->scratch_end : store->end;
    layer->boards_checksum = trey_checksum(block, bytes, 1);
    return (scratch ? append_scratch : trey_layers_append)(store, block, bytes, error);
}

/* Reads a block into store->block and checks its checksum. */
static enum trey_status read_block(struct trey_layers *store,
                                   const struct trey_layer *layer, int file, uint64_t at,
                                   uint64_t bytes, uint64_t seed, uint64_t checksum,
                                   struct trey_error *error)
{
    enum trey_status status = reserve(store, bytes, error);
    if (status == TREY_OK)
        status = read_file(file, at, store->block, bytes, error);
    if (status == TREY_OK && trey_checksum(store->block, bytes, seed) != checksum)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "damaged: wrong checksum of the layer of tile sum %u",
                         layer->slot / 2);
    return status;
}

static enum trey_status read_boards(struct trey_layers *store,
                                    const struct trey_layer *layer,
                                    struct trey_error *error)
{
    int file = layer->where == TREY_LAYER_SCRATCH ? store->scratch : store->file;
    return read_block(store, layer, file, layer->boards_at,
                      trey_packed_bytes(layer->size, layer->words), 1,
                      layer->boards_checksum, error);
}

enum trey_status trey_layers_check_block(struct trey_layers *store,
                                         const struct trey_layer *layer, uint64_t at,
                                         uint64_t bytes, uint64_t checksum,
                                         struct trey_error *error)
{
    return read_block(store, layer, store->file, at, bytes, 1, checksum, error);
}

enum trey_status trey_layers_check(struct trey_layers *store, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    for (unsigned i = 0; status == TREY_OK && i < store->slots; i++) {
        const struct trey_layer *layer = &store->layer[i];
        if (layer->boards > 0 && layer->where == TREY_LAYER_KEPT)
            status = read_boards(store, layer, error);
        if (status == TREY_OK && layer->values_at > 0)
            status = read_block(store, layer, store->file, layer->values_at,
                                trey_values_bytes(store, layer), layer->boards_checksum,
                                layer->checksum, error);
    }
    return status;
}

enum trey_status trey_layers_load(struct trey_layers *store, unsigned number,
                                  struct trey_set *set, struct trey_error *error)
{
    const struct trey_layer *layer = &store->layer[number];
    struct trey_packed packed = {layer->size, layer->words, layer->boards, 0, 0, 0, 0};
    const void *block = layer->boards_block;
    if (block == NULL) {
        enum trey_status status = read_boards(store, layer, error);
        if (status != TREY_OK)
            return status;
        block = store->block;
    }
    trey_packed_view(&packed, block);
    trey_unpack(&packed, set);
    return TREY_OK;
}

uint64_t trey_layer_checksum(const struct trey_layers *store,
                             const struct trey_layer *layer)
{
    uint64_t boards = trey_checksum(layer->boards_block,
                                    trey_packed_bytes(layer->size, layer->words), 1);
    return trey_checksum(layer->values_block, trey_values_bytes(store, layer), boards);
}

void *trey_layers_value_buffer(struct trey_layers *store, const struct trey_layer *layer)
{
    uint64_t bytes = trey_values_bytes(store, layer);
    if (store->file < 0)
        return malloc(bytes);
    return reserve(store, bytes, NULL) == TREY_OK ? store->block : NULL;
}

enum trey_status trey_layers_put_values(struct trey_layers *store, unsigned number,
                                        void *values, struct trey_error *error)
{
    struct trey_layer *layer = &store->layer[number];
    if (store->file < 0) {
        layer->values_block = values;
        return TREY_OK;
    }
    uint64_t bytes = trey_values_bytes(store, layer);
    layer->values_at = store->end;
    layer->checksum = trey_checksum(values, bytes, layer->boards_checksum);
    return trey_layers_append(store, values, bytes, error);
}

/* Maps the whole file read-only; NULL on failure. */
static void *map_file(const struct trey_layers *store)
{
    if (store->borrowed != NULL)
        return (void *)(uintptr_t)store->borrowed;
    return trey_os_map(store->file, (size_t)store->end);
}

enum trey_status trey_layers_map(struct trey_layers *store, struct trey_error *error)
{
    if (store->end > SIZE_MAX)
        return trey_fail_memory(error, SIZE_MAX);
    void *map = map_file(store);
    if (map == NULL)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot map: %s", strerror(errno));
    store->map = map;
    store->map_bytes = store->end;
    for (unsigned i = 0; i < store->slots; i++) {
        struct trey_layer *layer = &store->layer[i];
        if (layer->boards == 0)
            continue;
        layer->boards_block = (char *)map + layer->boards_at;
        layer->values_block = store->keep_values ? (char *)map + layer->values_at : NULL;
    }
    return TREY_OK;
}

void trey_layer_packed(const struct trey_layer *layer, struct trey_packed *packed)
{
    *packed = (struct trey_packed){layer->size, layer->words, layer->boards, 0, 0, 0, 0};
    trey_packed_view(packed, layer->boards_block);
}
