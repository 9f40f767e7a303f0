/* Table files (docs/formats/exact-table.md): a header, the blocks of the layers, the
 * directory. See table.c. */
#ifndef TREY_EXACT_TABLE_TABLE_H
#define TREY_EXACT_TABLE_TABLE_H

#include "exact/table/header.h"

/* Values of the start. */
struct trey_table_root {
    double value, first[3]; /* by first tile, if the game starts with one tile */
};

enum {
    TREY_TABLE_ENTRY = 80,  /* of the directory: struct trey_layer up to its checksum */
    TREY_TABLE_VERSION = 2, /* 1 if 1s and 2s are not exchanged */
};

/* Completes the store's file: writes directory and header. */
enum trey_status trey_table_close(struct trey_layers *store,
                                  const struct trey_exact_game *game,
                                  const struct trey_table_root *root,
                                  struct trey_error *error);

/* The options of a game: the inverse of trey_exact_game_make. */
void trey_table_options(const struct trey_exact_game *game,
                        struct trey_exact_options *options);

/* Checks that this machine and build can read and write tables: else TREY_ERR_ARGUMENT.
 */
enum trey_status trey_table_able(struct trey_error *error);

#endif
