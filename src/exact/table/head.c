/* A table of either kind begins with a head of the same fields and ends with a directory,
 * an entry for each layer. Both are held against their checksums before anything in them
 * is relied on; what the entries say is the kind's own (table.c, carried.c). */
#include "exact/table/head.h"

#include "base/check.h"
#include "base/error.h"
#include "exact/table/checksum.h"

#include <stddef.h>
#include <stdlib.h>

_Static_assert(sizeof(struct trey_head) == TREY_TABLE_HEAD, "the head is as documented");

enum trey_status trey_table_damaged(struct trey_error *error, const char *what)
{
    return trey_fail(error, TREY_ERR_INPUT, 0, "damaged table: %s", what);
}

enum trey_status trey_head_read(const struct trey_layers *store, struct trey_head *head,
                                uint64_t *file_bytes, struct trey_error *error)
{
    enum trey_status status = trey_layers_size(store, file_bytes, error);
    if (status != TREY_OK)
        return status;
    if (*file_bytes < sizeof *head)
        return trey_fail(error, TREY_ERR_INPUT, 0, "no table of trey solve");
    return trey_layers_read(store, 0, head, sizeof *head, error);
}

static uint64_t checksum_of(const struct trey_head *head)
{
    return trey_checksum(head, offsetof(struct trey_head, checksum), 1);
}

void trey_head_seal(struct trey_head *head)
{
    head->checksum = checksum_of(head);
}

enum trey_status trey_head_check(const struct trey_head *head, uint64_t file_bytes,
                                 struct trey_error *error)
{
    if (head->checksum != checksum_of(head))
        return trey_table_damaged(error, "the checksum of its head is wrong");
    if (head->file_bytes != file_bytes)
        return trey_table_damaged(
            error, file_bytes < head->file_bytes ? "it is cut short" : "it is too long");
    return TREY_OK;
}

bool trey_head_fits(const struct trey_head *head, size_t entry_bytes)
{
    uint64_t bytes = head->file_bytes - head->directory_at;
    return head->directory_at <= head->file_bytes && head->directory_at % 8 == 0 &&
           bytes / entry_bytes == head->layers && bytes % entry_bytes == 0;
}

enum trey_status trey_head_directory(const struct trey_layers *store,
                                     const struct trey_head *head, size_t entry_bytes,
                                     char **directory, struct trey_error *error)
{
    assert(trey_head_fits(head, entry_bytes));
    size_t size = head->layers * entry_bytes;
    *directory = malloc(size + 1);
    if (*directory == NULL)
        return trey_fail_memory(error, size);
    enum trey_status status =
        trey_layers_read(store, head->directory_at, *directory, size, error);
    if (status == TREY_OK &&
        trey_checksum(*directory, size, 1) != head->directory_checksum)
        status = trey_table_damaged(error, "the checksum of its directory is wrong");
    return status;
}
