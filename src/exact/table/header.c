/* A table of any kind begins with a header of the same fields and ends with a directory,
 * which has an entry for each layer. Both are checked against their checksums before
 * anything in them is used. The meaning of the entries depends on the kind of table
 * (table.c, compact.c). */
#include "exact/table/header.h"

#include "base/check.h"
#include "base/error.h"
#include "exact/table/checksum.h"

#include <stddef.h>
#include <stdlib.h>

_Static_assert(sizeof(struct trey_table_header) == TREY_HEADER_BYTES,
               "the header is as documented");

enum trey_status trey_table_damaged(struct trey_error *error, const char *what)
{
    return trey_fail(error, TREY_ERR_INPUT, 0, "damaged table: %s", what);
}

enum trey_status trey_header_read(const struct trey_layers *store,
                                  struct trey_table_header *header, uint64_t *file_bytes,
                                  struct trey_error *error)
{
    enum trey_status status = trey_layers_size(store, file_bytes, error);
    if (status != TREY_OK)
        return status;
    if (*file_bytes < sizeof *header)
        return trey_fail(error, TREY_ERR_INPUT, 0, "not a table of trey solve");
    return trey_layers_read(store, 0, header, sizeof *header, error);
}

static uint64_t header_checksum(const struct trey_table_header *header)
{
    return trey_checksum(header, offsetof(struct trey_table_header, checksum), 1);
}

void trey_header_seal(struct trey_table_header *header)
{
    header->checksum = header_checksum(header);
}

enum trey_status trey_header_check(const struct trey_table_header *header,
                                   uint64_t file_bytes, struct trey_error *error)
{
    if (header->checksum != header_checksum(header))
        return trey_table_damaged(error, "the checksum of its header is wrong");
    if (header->file_bytes != file_bytes)
        return trey_table_damaged(error, file_bytes < header->file_bytes
                                             ? "it is truncated"
                                             : "it is too long");
    return TREY_OK;
}

bool trey_header_fits(const struct trey_table_header *header, size_t entry_bytes)
{
    uint64_t bytes = header->file_bytes - header->directory_at;
    return header->directory_at <= header->file_bytes && header->directory_at % 8 == 0 &&
           bytes / entry_bytes == header->layers && bytes % entry_bytes == 0;
}

enum trey_status trey_header_directory(const struct trey_layers *store,
                                       const struct trey_table_header *header,
                                       size_t entry_bytes, char **directory,
                                       struct trey_error *error)
{
    assert(trey_header_fits(header, entry_bytes));
    size_t size = header->layers * entry_bytes;
    *directory = malloc(size + 1);
    if (*directory == NULL)
        return trey_fail_memory(error, size);
    enum trey_status status =
        trey_layers_read(store, header->directory_at, *directory, size, error);
    if (status == TREY_OK &&
        trey_checksum(*directory, size, 1) != header->directory_checksum)
        status = trey_table_damaged(error, "the checksum of its directory is wrong");
    return status;
}
