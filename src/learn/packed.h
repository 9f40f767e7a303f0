/* A stream of bytes compressed with zstd, between two parts of a checkpoint file. Weights
 * that were never updated, and unused lists of positions, are zeros or one
 * repeated value: the compressed size depends on what was trained, not on the memory that
 * is reserved. */
#ifndef TREY_LEARN_PACKED_H
#define TREY_LEARN_PACKED_H

#include "base/file.h"

#include <stdio.h>

struct trey_packer;
struct trey_unpacker;

/* Writes to `file`, which stays the caller's, and starts the checksum of all that is
 * written through the packer. *packer is for trey_packer_free. TREY_ERR_MEMORY. */
enum trey_status trey_packer_new(struct trey_file *file, struct trey_packer **packer,
                                 struct trey_error *error);
void trey_packer_free(struct trey_packer *packer); /* NULL is allowed */

/* Writes bytes as they are; before the first trey_packer_put only. */
enum trey_status trey_packer_put_plain(struct trey_packer *packer, const void *bytes,
                                       size_t size, struct trey_error *error);

/* Compresses bytes and writes them. */
enum trey_status trey_packer_put(struct trey_packer *packer, const void *bytes,
                                 size_t size, struct trey_error *error);

/* Ends the compressed stream and writes the checksum after it. */
enum trey_status trey_packer_finish(struct trey_packer *packer, struct trey_error *error);

/* Reads `size` compressed bytes of `file` from its present position. *unpacker is for
 * trey_unpacker_free. TREY_ERR_MEMORY. */
enum trey_status trey_unpacker_new(FILE *file, size_t size,
                                   struct trey_unpacker **unpacker,
                                   struct trey_error *error);
void trey_unpacker_free(struct trey_unpacker *unpacker); /* NULL is allowed */

/* Fills `bytes`; false if the stream is damaged or too short. */
bool trey_unpacker_get(struct trey_unpacker *unpacker, void *bytes, size_t size);

/* True if the stream and the compressed bytes end here. */
bool trey_unpacker_at_end(struct trey_unpacker *unpacker);

#endif
