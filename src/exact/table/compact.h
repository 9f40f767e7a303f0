/* Compact tables (docs/formats/exact-carried.md): means at full bags, from which all
 * other values follow, or the best moves only. See compact.c. */
#ifndef TREY_EXACT_TABLE_COMPACT_H
#define TREY_EXACT_TABLE_COMPACT_H

#include "exact/table/choice.h"
#include "exact/table/header.h"
#include "exact/table/sparse.h"
#include "exact/table/store.h"

enum {
    TREY_BAG_SLOTS = 12, /* slots that are multiples of this have a full bag */
    TREY_COMPACT_ENTRY = 96,
};

/* Views of the blocks of a layer, which are in memory or mapped. With block NULL the
 * set's view has sizes only. */
void trey_compact_set_view(const struct trey_layers *store,
                           const struct trey_layer *layer, const void *block,
                           struct trey_sparse *set);
void trey_compact_choices_view(const struct trey_layer *layer, const void *block,
                               struct trey_ribbon *ribbon);

/* Bytes of these blocks; 0 if there is none. */
uint64_t trey_compact_set_bytes(const struct trey_layers *store,
                                const struct trey_layer *layer);
uint64_t trey_compact_choices_bytes(const struct trey_layer *layer);

/* As trey_layers_check, for these blocks. */
enum trey_status trey_compact_check(struct trey_layers *store, struct trey_error *error);

/* Writes a compact table from the blocks in the store's file. */
enum trey_status trey_compact_write(struct trey_layers *store,
                                    const struct trey_exact_options *options,
                                    const struct trey_exact_counts *counts,
                                    struct trey_error *error);

/* True if this is the header of a compact table. */
bool trey_is_compact_table(const struct trey_table_header *header);

struct trey_exact;

/* Opens the compact table in *exact's file, whose header has been read. */
enum trey_status trey_compact_open(struct trey_exact *exact,
                                   const struct trey_table_header *header,
                                   uint64_t file_bytes, struct trey_error *error);

/* True if the checksums of a layer's blocks are right; they must be mapped. */
bool trey_compact_layer_intact(const struct trey_layers *store,
                               const struct trey_layer *layer);

#endif
