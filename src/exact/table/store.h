/* The layers of a solution, in memory or in a file. */
#ifndef TREY_EXACT_TABLE_STORE_H
#define TREY_EXACT_TABLE_STORE_H

#include "exact/table/packed.h"

/* Where the boards of a layer are: in memory or the file; in the scratch file, for as
 * long as its layers are needed; nowhere, to be made again. */
enum trey_layer_place { TREY_LAYER_KEPT, TREY_LAYER_SCRATCH, TREY_LAYER_GONE };

/* What a layer has in a table to carry: an entry of its directory, behind the slot and
 * the size. */
struct trey_carried {
    uint32_t members;  /* of the set of boards with a full bag and a slide; 0: no set */
    uint32_t low_bits; /* of the set's code */
    uint32_t shards;   /* of the choices; 0: none */
    uint32_t zero;
    uint64_t set_at, choices_at; /* in the file */
    double low, step;            /* means are low + step * code */
    uint64_t set_checksum, choices_checksum;
    uint64_t words;      /* of the choices */
    uint8_t lengths[16]; /* of the choices' codes, four bits each */
};

/* What is known of a layer; the fields up to checksum are a line of a table's directory.
 */
struct trey_layer {
    uint32_t number;              /* its slot */
    uint32_t size, words, boards; /* as in struct trey_packed */
    uint32_t columns;             /* hints; values are those of board and column */
    uint32_t afters;              /* after-states, without their hints */
    uint32_t kinds, ended;        /* under symmetry: boards; those without a slide */
    uint32_t twice;               /* of these kinds, those in the other bag's layer too */
    uint32_t top_rank;
    uint64_t boards_at, values_at; /* in the file */
    double low, step;              /* averages are low + step * code */
    uint64_t checksum;             /* of the values, seeded with that of the boards */
    uint64_t boards_checksum;      /* its seed 1; not in tables, 0 where one was opened */
    uint64_t where;                /* enum trey_layer_place: of the boards */
    struct trey_carried carried;
    void *boards_block, *values_block; /* in memory or mapped; else NULL */
};

struct trey_layers {
    int file;         /* -1: all is kept in memory */
    const void *lent; /* a table's bytes in the place of the file, not the store's own */
    uint64_t lent_bytes;
    bool exact_values; /* averages as doubles, with min and max; else codes */
    bool keep_values;
    uint32_t value_bytes; /* of a mean in a table to carry; 0: none is kept */
    uint64_t end;         /* of the file */
    int scratch;          /* a file for layers that will be made again, or -1 */
    uint64_t scratch_end;
    uint64_t most_bytes; /* of both files together; 0: no limit */
    unsigned slots;
    struct trey_layer *layer; /* by slot; boards 0 where there is none */
    void *map;                /* of the file, map_bytes long, or NULL */
    uint64_t map_bytes;
    void *block; /* the last one read */
    uint64_t block_bytes;
};

/* A store without files and layers. All zero would not do: 0 is an open file. */
#define TREY_LAYERS_NONE ((struct trey_layers){.file = -1, .scratch = -1})

enum trey_status trey_layers_new(struct trey_layers *store, unsigned slots,
                                 struct trey_error *error);
void trey_layers_clear(struct trey_layers *store);

/* The same for a store that already has what it is to be read from, which it keeps. */
enum trey_status trey_layers_begin(struct trey_layers *store, unsigned slots,
                                   struct trey_error *error);

/* Bytes of the file, or of what is lent; 0 for what is no plain file. */
enum trey_status trey_layers_size(const struct trey_layers *store, uint64_t *size_bytes,
                                  struct trey_error *error);

/* Bytes of the values of a layer. */
uint64_t trey_values_bytes(const struct trey_layers *store,
                           const struct trey_layer *layer);

/* XXH64 of the blocks of a layer that lie in memory or are mapped. */
uint64_t trey_layer_checksum(const struct trey_layers *store,
                             const struct trey_layer *layer);

/* Adds the boards of a layer, to be kept in this place. A layer that has been added
 * before is made again: its boards come to the new place, and must be as many. */
enum trey_status trey_layers_add(struct trey_layers *store, unsigned number,
                                 const struct trey_set *set, uint32_t size,
                                 enum trey_layer_place where, struct trey_error *error);

/* Reads the blocks of all layers that are in the file, and fails with TREY_ERR_INPUT if
 * any is not what was written. */
enum trey_status trey_layers_check(struct trey_layers *store, struct trey_error *error);

/* Reads a block of a layer, whose checksum has the seed 1; fails in the same way. */
enum trey_status trey_layers_reread(struct trey_layers *store,
                                    const struct trey_layer *layer, uint64_t at,
                                    uint64_t bytes, uint64_t checksum,
                                    struct trey_error *error);

/* Brings a layer's boards back; TREY_ERR_INPUT if the file no longer has them as they
 * were written. */
enum trey_status trey_layers_boards(struct trey_layers *store, unsigned number,
                                    struct trey_set *set, struct trey_error *error);

/* Room for the values of a layer, to be filled and handed to trey_store_put_values; NULL
 * if memory could not be had. */
void *trey_layers_room(struct trey_layers *store, const struct trey_layer *layer);
enum trey_status trey_store_put_values(struct trey_layers *store, unsigned number,
                                       void *values, struct trey_error *error);

/* Reads of the file and writes at its end, whole or failed. */
enum trey_status trey_layers_read(const struct trey_layers *store, uint64_t at,
                                  void *block, uint64_t size, struct trey_error *error);
enum trey_status trey_layers_append(struct trey_layers *store, const void *block,
                                    uint64_t size, struct trey_error *error);

/* Maps the file, all of its layers being there, and makes their blocks those of the map.
 * What is lent is its own map. */
enum trey_status trey_layers_map(struct trey_layers *store, struct trey_error *error);

/* Views of a layer whose blocks are in memory or mapped. */
void trey_layer_packed(const struct trey_layer *layer, struct trey_packed *packed);

#endif
