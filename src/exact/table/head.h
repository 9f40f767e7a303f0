/* The head of a table and its directory, which all kinds have alike. See head.c. */
#ifndef TREY_EXACT_TABLE_HEAD_H
#define TREY_EXACT_TABLE_HEAD_H

#include "exact/table/store.h"

enum { TREY_TABLE_HEAD = 128 }; /* bytes; the blocks begin here */

/* What only a table to carry tells. */
struct trey_carried_head {
    uint32_t value_bytes, max_tile;
    uint64_t boards, classes, terminal;
    uint32_t sums, longest;
};

struct trey_head {
    char magic[8];
    uint32_t version;
    uint8_t rows, cols, rules;
    uint8_t kept; /* enum trey_exact_keep; in a table to carry enum trey_exact_kind */
    uint32_t start, layers;
    uint64_t directory_at, file_bytes;
    double root_value, first[3];
    uint64_t directory_checksum;
    struct trey_carried_head carried; /* else zero */
    uint64_t checksum;                /* of the bytes before it */
};

/* Reads the head; TREY_ERR_INPUT if the file is none that could have one. */
enum trey_status trey_head_read(const struct trey_layers *store, struct trey_head *head,
                                uint64_t *file_bytes, struct trey_error *error);

/* Makes the checksum of a head that is otherwise done. */
void trey_head_seal(struct trey_head *head);

/* Fails unless the head is as it was written and the file is as long as it says. */
enum trey_status trey_head_check(const struct trey_head *head, uint64_t file_bytes,
                                 struct trey_error *error);

/* Whether so many entries, of this size, are what follows the blocks. */
bool trey_head_fits(const struct trey_head *head, size_t entry_bytes);

/* Reads the directory, which must fit, and holds it against its checksum. *directory is
 * to be freed by the caller, also where this fails. */
enum trey_status trey_head_directory(const struct trey_layers *store,
                                     const struct trey_head *head, size_t entry_bytes,
                                     char **directory, struct trey_error *error);

/* Fails with TREY_ERR_INPUT: the table is damaged, and how. */
enum trey_status trey_table_damaged(struct trey_error *error, const char *what);

#endif
