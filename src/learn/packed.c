/* Compressed streams of checkpoints: one zstd frame, and an XXH64 (seed 1) of all bytes
 * that go through the packer. */
#include "learn/packed.h"
#include "base/error.h"

#if defined(TREY_WITH_ZSTD)

#include <stdlib.h>
#include <xxhash.h>
#include <zstd.h>

enum { LEVEL = 1, BLOCK_BYTES = 1 << 17 };

/* --- writing -------------------------------------------------------------------------
 */

struct trey_packer {
    struct trey_file *file;
    ZSTD_CCtx *context;
    XXH64_state_t *state;
    uint8_t block[BLOCK_BYTES];
};

enum trey_status trey_packer_new(struct trey_file *file, struct trey_packer **packer,
                                 struct trey_error *error)
{
    struct trey_packer *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->file = file;
    made->context = ZSTD_createCCtx();
    made->state = XXH64_createState();
    if (made->context == NULL || made->state == NULL) {
        trey_packer_free(made);
        return trey_fail_memory(error, sizeof *made);
    }
    ZSTD_CCtx_setParameter(made->context, ZSTD_c_compressionLevel, LEVEL);
    XXH64_reset(made->state, 1);
    *packer = made;
    return TREY_OK;
}

void trey_packer_free(struct trey_packer *packer)
{
    if (packer == NULL)
        return;
    ZSTD_freeCCtx(packer->context);
    XXH64_freeState(packer->state);
    free(packer);
}

enum trey_status trey_packer_put_plain(struct trey_packer *packer, const void *bytes,
                                       size_t size, struct trey_error *error)
{
    XXH64_update(packer->state, bytes, size);
    return trey_file_put(packer->file, bytes, size, error);
}

static enum trey_status compress_bytes(struct trey_packer *packer, const void *bytes,
                                       size_t size, ZSTD_EndDirective mode,
                                       struct trey_error *error)
{
    ZSTD_inBuffer in = {bytes, size, 0};
    enum trey_status status = TREY_OK;
    bool done = false;
    while (status == TREY_OK && !done) {
        ZSTD_outBuffer out = {packer->block, sizeof packer->block, 0};
        size_t left = ZSTD_compressStream2(packer->context, &out, &in, mode);
        if (ZSTD_isError(left)) /* fails only if out of memory */
            return trey_fail_memory(error, sizeof packer->block);
        if (out.pos > 0)
            status = trey_packer_put_plain(packer, packer->block, out.pos, error);
        done = mode == ZSTD_e_end ? left == 0 : in.pos == in.size;
    }
    return status;
}

enum trey_status trey_packer_put(struct trey_packer *packer, const void *bytes,
                                 size_t size, struct trey_error *error)
{
    return compress_bytes(packer, bytes, size, ZSTD_e_continue, error);
}

enum trey_status trey_packer_finish(struct trey_packer *packer, struct trey_error *error)
{
    enum trey_status status = compress_bytes(packer, NULL, 0, ZSTD_e_end, error);
    uint64_t checksum = XXH64_digest(packer->state);
    return status == TREY_OK
               ? trey_file_put(packer->file, &checksum, sizeof checksum, error)
               : status;
}

/* --- reading -------------------------------------------------------------------------
 */

struct trey_unpacker {
    FILE *file;
    size_t left; /* compressed bytes still to be read */
    ZSTD_DCtx *context;
    ZSTD_inBuffer in;
    bool ended;
    uint8_t block[BLOCK_BYTES];
};

enum trey_status trey_unpacker_new(FILE *file, size_t size,
                                   struct trey_unpacker **unpacker,
                                   struct trey_error *error)
{
    struct trey_unpacker *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->file = file;
    made->left = size;
    made->in.src = made->block;
    made->context = ZSTD_createDCtx();
    if (made->context == NULL) {
        free(made);
        return trey_fail_memory(error, sizeof *made);
    }
    *unpacker = made;
    return TREY_OK;
}

void trey_unpacker_free(struct trey_unpacker *unpacker)
{
    if (unpacker == NULL)
        return;
    ZSTD_freeDCtx(unpacker->context);
    free(unpacker);
}

/* Reads the next compressed bytes; returns false at their end, or on a read error. */
static bool fill_block(struct trey_unpacker *unpacker)
{
    size_t size = unpacker->left < BLOCK_BYTES ? unpacker->left : BLOCK_BYTES;
    if (size == 0 || fread(unpacker->block, 1, size, unpacker->file) != size)
        return false;
    unpacker->left -= size;
    unpacker->in.size = size;
    unpacker->in.pos = 0;
    return true;
}

bool trey_unpacker_get(struct trey_unpacker *unpacker, void *bytes, size_t size)
{
    ZSTD_outBuffer out = {bytes, size, 0};
    while (out.pos < size) {
        size_t before = out.pos;
        if (unpacker->ended)
            return false;
        size_t left = ZSTD_decompressStream(unpacker->context, &out, &unpacker->in);
        if (ZSTD_isError(left))
            return false;
        unpacker->ended = left == 0;
        if (out.pos == before && !unpacker->ended &&
            unpacker->in.pos == unpacker->in.size && !fill_block(unpacker))
            return false;
    }
    return true;
}

bool trey_unpacker_at_end(struct trey_unpacker *unpacker)
{
    uint8_t byte;
    return !trey_unpacker_get(unpacker, &byte, 1) && unpacker->ended &&
           unpacker->left == 0 && unpacker->in.pos == unpacker->in.size;
}

#endif
