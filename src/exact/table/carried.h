/* Tables to carry (docs/formats/exact-carried.md): means at full bags, from which all
 * else follows, or choices alone. See carried.c. */
#ifndef TREY_EXACT_TABLE_CARRIED_H
#define TREY_EXACT_TABLE_CARRIED_H

#include "exact/table/choice.h"
#include "exact/table/head.h"
#include "exact/table/sparse.h"
#include "exact/table/store.h"

enum {
    TREY_BAG_SLOTS = 12, /* slots that are multiples of this have a full bag */
    TREY_CARRIED_ENTRY = 96,
};

/* Views of the blocks of a layer, which are in memory or mapped. */
void trey_carried_set(const struct trey_layers *store, const struct trey_layer *layer,
                      const void *block, struct trey_sparse *set);
void trey_carried_choices(const struct trey_layer *layer, const void *block,
                          struct trey_ribbon *ribbon);

/* Bytes of these blocks; 0 where there is none. */
uint64_t trey_carried_set_bytes(const struct trey_layers *store,
                                const struct trey_layer *layer);
uint64_t trey_carried_choices_bytes(const struct trey_layer *layer);

/* As trey_layers_check, of these blocks. */
enum trey_status trey_carried_reread(struct trey_layers *store, struct trey_error *error);

/* Writes a table whose blocks are in the store's file. */
enum trey_status trey_carried_write(struct trey_layers *store,
                                    const struct trey_exact_options *options,
                                    const struct trey_exact_counts *counts,
                                    struct trey_error *error);

/* Whether a file with this head is one of these tables. */
bool trey_carried_is(const struct trey_head *head);

struct trey_exact;

/* Makes *exact, whose file is open and so long, the solution that is in it. */
enum trey_status trey_carried_open(struct trey_exact *exact, const struct trey_head *head,
                                   uint64_t file_bytes, struct trey_error *error);

/* Whether the blocks of a layer are as they were written. */
bool trey_carried_sound(const struct trey_layers *store, const struct trey_layer *layer);

#endif
