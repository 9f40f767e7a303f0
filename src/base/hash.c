#include "base/hash.h"
#include "base/error.h"

#if defined(TREY_WITH_ZSTD)

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { PIECE_BYTES = 1 << 16 };

enum trey_status trey_file_hash(const char *path, uint64_t *hash,
                                struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    uint8_t *piece = malloc(PIECE_BYTES);
    XXH3_state_t *state = XXH3_createState();
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        status = trey_fail(error, TREY_ERR_IO, 0, "%.160s: cannot read: %s", path,
                           strerror(errno));
    if (piece == NULL || state == NULL)
        status = trey_fail_memory(error, PIECE_BYTES);
    if (status != TREY_OK)
        goto cleanup;
    XXH3_64bits_reset(state);
    size_t size;
    while ((size = fread(piece, 1, PIECE_BYTES, file)) > 0)
        XXH3_64bits_update(state, piece, size);
    if (ferror(file))
        status = trey_fail(error, TREY_ERR_IO, 0, "%.160s: cannot read: %s", path,
                           strerror(errno));
    *hash = XXH3_64bits_digest(state);
cleanup:
    if (file != NULL)
        fclose(file);
    XXH3_freeState(state);
    free(piece);
    return status;
}

uint64_t trey_bytes_hash(const void *bytes, size_t size, uint64_t seed)
{
    return XXH3_64bits_withSeed(bytes, size, seed);
}

#else

enum trey_status trey_file_hash(const char *path, uint64_t *hash,
                                struct trey_error *error)
{
    (void)hash;
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "%.160s: this trey was built without xxhash and cannot "
                     "identify its contents",
                     path);
}

uint64_t trey_bytes_hash(const void *bytes, size_t size, uint64_t seed)
{
    (void)bytes, (void)size, (void)seed;
    return 0;
}

#endif
