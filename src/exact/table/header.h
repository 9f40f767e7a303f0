/* Header and directory of a table, common to all kinds. See header.c. */
#ifndef TREY_EXACT_TABLE_HEADER_H
#define TREY_EXACT_TABLE_HEADER_H

#include "exact/table/store.h"

enum { TREY_HEADER_BYTES = 128 }; /* bytes; the blocks begin here */

/* Fields of compact tables only. */
struct trey_compact_header {
    uint32_t value_bytes, max_tile;
    uint64_t boards, classes, terminal;
    uint32_t sums, longest;
};

/* Of a table with all values; eight bytes without a zero. */
#define TREY_TABLE_MAGIC "treyexct"

struct trey_table_header {
    char magic[8];
    uint32_t version;
    uint8_t rows, cols, rules;
    uint8_t kept; /* enum trey_exact_keep; in a compact table enum trey_exact_kind */
    uint32_t start, layers;
    uint64_t directory_at, file_bytes;
    double root_value, first[3];
    uint64_t directory_checksum;
    struct trey_compact_header compact; /* zero in other tables */
    uint64_t checksum;                  /* of the bytes before it */
};

/* Reads the header; TREY_ERR_INPUT if the file is too short to have one. */
enum trey_status trey_header_read(const struct trey_layers *store,
                                  struct trey_table_header *header, uint64_t *file_bytes,
                                  struct trey_error *error);

/* Sets the checksum of a header that is otherwise complete. */
void trey_header_seal(struct trey_table_header *header);

/* Checks the header's checksum and the file's length; TREY_ERR_INPUT if one is wrong. */
enum trey_status trey_header_check(const struct trey_table_header *header,
                                   uint64_t file_bytes, struct trey_error *error);

/* True if the directory, of entries of this size, fills the rest of the file. */
bool trey_header_fits(const struct trey_table_header *header, size_t entry_bytes);

/* Reads the directory, which must fit, and checks its checksum. The caller frees
 * *directory, also on failure. */
enum trey_status trey_header_directory(const struct trey_layers *store,
                                       const struct trey_table_header *header,
                                       size_t entry_bytes, char **directory,
                                       struct trey_error *error);

/* Returns TREY_ERR_INPUT: the table is damaged, for the reason `what`. */
enum trey_status trey_table_damaged(struct trey_error *error, const char *what);

#endif
