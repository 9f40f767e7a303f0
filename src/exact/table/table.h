/* Table files (docs/formats/exact-table.md): a head, the blocks of the layers, the
 * directory. */
#ifndef TREY_EXACT_TABLE_TABLE_H
#define TREY_EXACT_TABLE_TABLE_H

#include "exact/table/head.h"

/* What the backward pass finds out about the start. */
struct trey_table_root {
    double value, first[3]; /* by first tile, where one tile starts the game */
};

enum {
    TREY_TABLE_ENTRY = 80,  /* of the directory: struct trey_layer up to its checksum */
    TREY_TABLE_VERSION = 2, /* 1 where 1s and 2s are not exchanged */
};

/* Writes directory and head to the store's file, which then is a table. */
enum trey_status trey_table_close(struct trey_layers *store,
                                  const struct trey_exact_game *game,
                                  const struct trey_table_root *root,
                                  struct trey_error *error);

/* The options that make this game, without anything else; the reverse of
 * trey_exact_game_make. */
void trey_table_options(const struct trey_exact_game *game,
                        struct trey_exact_options *options);

/* Fails on machines and builds that cannot write or read tables. */
enum trey_status trey_table_able(struct trey_error *error);

#endif
