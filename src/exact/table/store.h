/* The layers of a solution, in memory or in a file. See store.c.
 *
 * Each layer has two blocks: its boards as a packed set (packed.h) and its values. They
 * are in memory, in the layers' file, in a scratch file, or mapped from a finished table.
 */
#ifndef TREY_EXACT_TABLE_STORE_H
#define TREY_EXACT_TABLE_STORE_H

#include "exact/table/packed.h"

/* Where the boards of a layer are: in memory or the file; in the scratch file while they
 * are needed; nowhere, to be recomputed. */
enum trey_layer_place { TREY_LAYER_KEPT, TREY_LAYER_SCRATCH, TREY_LAYER_GONE };

/* A layer of a compact table: an entry of its directory, after slot and size. */
struct trey_compact_layer {
    uint32_t members;  /* boards with a full bag and a legal slide; 0: no set */
    uint32_t low_bits; /* low bits of the set's code */
    uint32_t shards;   /* of the ribbon of choices; 0: none */
    uint32_t zero;
    uint64_t set_at, choices_at; /* in the file */
    double low, step;            /* mean = low + step * code */
    uint64_t set_checksum, choices_checksum;
    uint64_t words;      /* of the choices */
    uint8_t lengths[16]; /* lengths of the choices' codes, four bits each */
};

/* A layer. The fields up to checksum are an entry of a table's directory. */
struct trey_layer {
    uint32_t slot;                /* its slot */
    uint32_t size, words, boards; /* as in struct trey_packed */
    uint32_t columns;             /* hints; there is a value per board and column */
    uint32_t afters;              /* after-states, without their hints */
    /* under symmetry: boards; those without a legal slide */
    uint32_t orbits, terminal;
    /* of these boards, those in the layer of the other bag too */
    uint32_t in_both_bags;
    uint32_t top_rank;
    uint64_t boards_at, values_at; /* in the file */
    double low, step;              /* average = low + step * code */
    uint64_t checksum;             /* of the values, seeded with that of the boards */
    uint64_t boards_checksum;      /* seed 1; not stored in tables: 0 for an opened one */
    uint64_t where;                /* enum trey_layer_place of the boards */
    struct trey_compact_layer compact;
    void *boards_block, *values_block; /* in memory or mapped; else NULL */
};

struct trey_layers {
    int file; /* -1: in memory */
    const void
        *borrowed; /* bytes of a table that replace the file, owned by the caller */
    uint64_t borrowed_bytes;
    bool exact_values; /* averages as doubles, with min and max; else codes */
    bool keep_values;
    uint32_t value_bytes; /* of a mean in a compact table; 0: no means */
    uint64_t end;         /* of the file */
    int scratch;          /* file for recomputed layers, or -1 */
    uint64_t scratch_end;
    uint64_t max_bytes; /* limit for both files together; 0: none */
    unsigned slots;
    struct trey_layer *layer; /* by slot; boards is 0 if there is no layer */
    void *map;                /* mapping of the file, or NULL */
    uint64_t map_bytes;
    void *block; /* buffer for the last block read */
    uint64_t block_bytes;
};

/* An empty store. All zero would be wrong: 0 is a valid file descriptor. */
#define TREY_LAYERS_NONE ((struct trey_layers){.file = -1, .scratch = -1})

enum trey_status trey_layers_new(struct trey_layers *store, unsigned slots,
                                 struct trey_error *error);
void trey_layers_clear(struct trey_layers *store);

/* As trey_layers_new, but keeps the store's file or borrowed bytes. */
enum trey_status trey_layers_init(struct trey_layers *store, unsigned slots,
                                  struct trey_error *error);

/* Size of the file or the borrowed bytes; 0 if it is not a regular file. */
enum trey_status trey_layers_size(const struct trey_layers *store, uint64_t *size_bytes,
                                  struct trey_error *error);

/* Bytes of the values of a layer. */
uint64_t trey_values_bytes(const struct trey_layers *store,
                           const struct trey_layer *layer);

/* XXH64 of the blocks of a layer, which must be in memory or mapped. */
uint64_t trey_layer_checksum(const struct trey_layers *store,
                             const struct trey_layer *layer);

/* Stores the boards of a layer in this place. A layer that was stored before is replaced;
 * it must have the same number of boards, else TREY_ERR_INPUT. */
enum trey_status trey_layers_add(struct trey_layers *store, unsigned number,
                                 const struct trey_set *set, uint32_t size,
                                 enum trey_layer_place where, struct trey_error *error);

/* Reads the blocks of all layers in the file; TREY_ERR_INPUT if a checksum is wrong. */
enum trey_status trey_layers_check(struct trey_layers *store, struct trey_error *error);

/* Reads a block of a layer; TREY_ERR_INPUT if its checksum, with seed 1, is wrong. */
enum trey_status trey_layers_check_block(struct trey_layers *store,
                                         const struct trey_layer *layer, uint64_t at,
                                         uint64_t bytes, uint64_t checksum,
                                         struct trey_error *error);

/* Loads a layer's boards into a set; TREY_ERR_INPUT if the file's block is damaged. */
enum trey_status trey_layers_load(struct trey_layers *store, unsigned number,
                                  struct trey_set *set, struct trey_error *error);

/* Buffer for the encoded values of a layer, to be passed to trey_layers_put_values. NULL
 * if out of memory. */
void *trey_layers_value_buffer(struct trey_layers *store, const struct trey_layer *layer);
enum trey_status trey_layers_put_values(struct trey_layers *store, unsigned number,
                                        void *values, struct trey_error *error);

/* Reads a part of the file; appends to it. */
enum trey_status trey_layers_read(const struct trey_layers *store, uint64_t at,
                                  void *block, uint64_t size, struct trey_error *error);
enum trey_status trey_layers_append(struct trey_layers *store, const void *block,
                                    uint64_t size, struct trey_error *error);

/* Maps the file, which must be complete, and makes the layers' blocks point into the
 * mapping. Borrowed bytes are used directly. */
enum trey_status trey_layers_map(struct trey_layers *store, struct trey_error *error);

/* View of a layer's boards, which must be in memory or mapped. */
void trey_layer_packed(const struct trey_layer *layer, struct trey_packed *packed);

#endif
