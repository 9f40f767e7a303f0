/* Tables of the exact solver, whole and compact. The input is a list of changes to a
 * valid table, or a whole file; the checksums can be corrected, so that the code behind
 * them is reached. A table that can be opened survives any query, and one that passes the
 * check answers like the valid one, within the limits of the check. A table that can be
 * opened from memory can be opened from a file, and both give the same answers. */
#include "checksum.h"
#include "exact/solve/command.h"
#include "exact/table/command.h"
#include "fuzz.h"
#include "trey/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HEAD = 128,
    ENTRY = 80,
    COMPACT_ENTRY = 96,
    LAYERS_AT = 20,
    DIRECTORY_AT = 24,
    DIRECTORY_SUM_AT = 72,
    HEAD_SUM_AT = 120
};

struct table {
    uint8_t *bytes;
    size_t size;
};

static uint64_t read_number(const struct table *table, uint64_t at, size_t size)
{
    uint64_t number = 0;
    memcpy(&number, table->bytes + at, size);
    return number;
}

static void write_number(struct table *table, uint64_t at, uint64_t number)
{
    memcpy(table->bytes + at, &number, sizeof number);
}

static void load_file(const char *path, struct table *table)
{
    FILE *file = fopen(path, "rb");
    FUZZ_CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
    table->size = (size_t)ftell(file);
    table->bytes = malloc(table->size);
    rewind(file);
    FUZZ_CHECK(table->bytes != NULL &&
               fread(table->bytes, 1, table->size, file) == table->size);
    fclose(file);
}

enum { COURSE, TWOS, CHECKPOINT, PLAY, PLAY_WITH_STATES, TABLES };

static void set_options(int which, struct trey_exact_options *options)
{
    trey_exact_defaults(which == TWOS ? TREY_EXACT_2048 : TREY_EXACT_COURSE,
                        (struct trey_shape){2, 2}, options);
    options->threads = 1;
    if (which < CHECKPOINT)
        return;
    options->keep = TREY_EXACT_KEEP_AVERAGE;
    options->kind = which == CHECKPOINT ? TREY_EXACT_CHECKPOINT : TREY_EXACT_PLAY;
    options->states = which == PLAY_WITH_STATES;
}

/* A valid table for 2x2, cached; without bytes if the build has no tables. */
static const struct table *valid_table(int which, struct trey_exact **solved)
{
    static struct table kept[TABLES];
    static struct trey_exact *solution[TABLES];
    if (kept[which].bytes == NULL) {
        char path[] = "/tmp/trey-fuzz-XXXXXX";
        struct trey_exact_options options;
        int file = mkstemp(path);
        FUZZ_CHECK(file >= 0);
        close(file);
        set_options(which, &options);
        options.save = path;
        struct trey_exact *made;
        if (trey_exact_solve(&options, &made, NULL) == TREY_OK) {
            load_file(path, &kept[which]);
            trey_exact_free(made);
            FUZZ_CHECK(trey_exact_from_bytes(kept[which].bytes, kept[which].size,
                                             &solution[which], NULL) == TREY_OK);
        }
        unlink(path);
    }
    *solved = solution[which];
    return &kept[which];
}

/* Applies changes of three bytes each: an offset (16 bits) and the new byte. */
static void apply_changes(struct table *table, const uint8_t *data, size_t size)
{
    for (; size >= 3; data += 3, size -= 3) {
        size_t at = (size_t)data[0] | (size_t)data[1] << 8;
        table->bytes[at < table->size ? at : at % HEAD] = data[2];
    }
}

static uint64_t packed_bytes(uint64_t size, uint64_t words)
{
    uint64_t masks = (size + 4095) / 4096;
    return 8 * (masks + words) + (4 * (masks + (words + 7) / 8) + 7) / 8 * 8;
}

/* Sizes of a layer's set and of its moves in a compact table. */
static uint64_t set_bytes(const struct table *table, uint64_t entry)
{
    uint64_t members = read_number(table, entry + 8, 4);
    uint64_t low = read_number(table, entry + 12, 4) % 32;
    uint64_t buckets = (read_number(table, entry + 4, 4) >> low) + 1;
    uint64_t value_bytes = read_number(table, 80, 4) % 8;
    if (members == 0)
        return 0;
    return (members * low + 63) / 64 * 8 + (members + buckets + 63) / 64 * 8 +
           (4 * ((buckets + 127) / 128) + 7) / 8 * 8 +
           (members * value_bytes + 7) / 8 * 8;
}

static uint64_t choices_bytes(const struct table *table, uint64_t entry)
{
    uint64_t shards = read_number(table, entry + 16, 4);
    uint64_t words = read_number(table, entry + 72, 8) & UINT32_MAX;
    return shards == 0 ? 0 : (4 * (shards + 1) + shards + 7) / 8 * 8 + 8 * words;
}

static void reseal_block(struct table *table, uint64_t at, uint64_t bytes, uint64_t sum)
{
    if (at <= table->size && bytes <= table->size - at)
        write_number(table, sum, XXH64(table->bytes + at, bytes, 1));
}

static void reseal_compact(struct table *table, uint64_t directory, uint64_t layers)
{
    uint64_t end = directory + COMPACT_ENTRY * layers;
    for (uint64_t at = directory; at < end; at += COMPACT_ENTRY) {
        reseal_block(table, read_number(table, at + 24, 8), set_bytes(table, at),
                     at + 56);
        reseal_block(table, read_number(table, at + 32, 8), choices_bytes(table, at),
                     at + 64);
    }
}

static void reseal_whole(struct table *table, uint64_t directory, uint64_t layers)
{
    for (uint64_t at = directory; at < directory + ENTRY * layers; at += ENTRY) {
        uint64_t count = read_number(table, at + 12, 4) * read_number(table, at + 16, 4);
        uint64_t boards =
            packed_bytes(read_number(table, at + 4, 4), read_number(table, at + 8, 4));
        uint64_t values = table->bytes[15] == 1 ? 16 * count : (4 * count + 7) / 8 * 8;
        uint64_t boards_at = read_number(table, at + 40, 8);
        uint64_t values_at = read_number(table, at + 48, 8);
        if (boards_at > table->size || boards > table->size - boards_at ||
            values_at > table->size || values > table->size - values_at)
            continue;
        uint64_t sum = XXH64(table->bytes + boards_at, boards, 1);
        write_number(table, at + 72, XXH64(table->bytes + values_at, values, sum));
    }
}

/* Corrects the checksums of all parts that are inside the file. */
static void reseal(struct table *table)
{
    bool compact = memcmp(table->bytes, "treycary", 8) == 0;
    uint64_t entry = compact ? COMPACT_ENTRY : ENTRY;
    uint64_t directory = read_number(table, DIRECTORY_AT, 8);
    uint64_t layers = read_number(table, LAYERS_AT, 4);
    if (directory > table->size || (table->size - directory) / entry < layers)
        return;
    if (compact)
        reseal_compact(table, directory, layers);
    else
        reseal_whole(table, directory, layers);
    write_number(table, DIRECTORY_SUM_AT,
                 XXH64(table->bytes + directory, entry * layers, 1));
    write_number(table, HEAD_SUM_AT, XXH64(table->bytes, HEAD_SUM_AT, 1));
}

/* True if both moves can be the best: their means differ by less than the check can
 * detect. */
static bool equally_good(const struct trey_exact *right, trey_board board, int hint,
                         int one, int other)
{
    struct trey_exact_value value[4];
    return one == other ||
           (one >= 0 && other >= 0 && trey_exact_slides(right, board, hint, value) &&
            fabs(value[one].avg - value[other].avg) < 1e-5);
}

static void check_queries(const struct trey_exact *exact, const struct trey_exact *right,
                          bool verified)
{
    bool twos = trey_exact_describe(exact).rules == TREY_EXACT_2048;
    for (uint32_t number = 0; number < 6 * 6 * 6 * 6; number++) {
        trey_board board =
            number % 6 | number / 6 % 6 << 4 | number / 36 % 6 << 8 | number / 216 << 12;
        int hint = twos ? 0 : (int)(1 + number % 3);
        struct trey_exact_value value, expected;
        bool found = trey_exact_before(exact, board, hint, &value);
        bool there = trey_exact_before(right, board, hint, &expected);
        FUZZ_CHECK(!verified || found == there);
        FUZZ_CHECK(!verified || !found || fabs(value.avg - expected.avg) < 1e-5);
        trey_exact_after(exact, board, hint, &value);
        int best = trey_exact_best(exact, board, hint);
        FUZZ_CHECK(!verified || equally_good(right, board, hint, best,
                                             trey_exact_best(right, board, hint)));
    }
}

/* Opened from memory the table is rejected or answers as the file does. */
static void check_from_bytes(const struct table *table, const struct trey_exact *file)
{
    struct trey_exact *lent = NULL;
    struct trey_error error = {0};
    if (trey_exact_from_bytes(table->bytes, table->size, &lent, &error) == TREY_OK) {
        FUZZ_CHECK(file != NULL &&
                   trey_exact_describe(file).kind == trey_exact_describe(lent).kind);
        check_queries(lent, file, true);
        FUZZ_CHECK(trey_exact_check_damage(file, NULL) == TREY_OK);
        trey_exact_free(lent);
    } else {
        FUZZ_CHECK(lent == NULL && error.message[0] != '\0');
    }
}

static void check_table(const struct table *table, const struct trey_exact *right,
                        bool same_game)
{
    char path[] = "/tmp/trey-fuzz-XXXXXX";
    int file = mkstemp(path);
    struct trey_exact *exact = NULL;
    struct trey_error error = {0};
    FUZZ_CHECK(file >= 0 &&
               write(file, table->bytes, table->size) == (ssize_t)table->size);
    close(file);
    if (trey_exact_load(path, &exact, &error) == TREY_OK) {
        struct trey_exact_check check = {.threads = 1};
        struct trey_shape shape = trey_exact_describe(exact).shape;
        bool small = shape.rows * shape.cols <= 5;
        bool verified = small && trey_exact_verify(exact, &check, &error) == TREY_OK;
        bool same =
            same_game &&
            trey_exact_describe(exact).start == trey_exact_describe(right).start &&
            trey_exact_describe(exact).rules == trey_exact_describe(right).rules &&
            trey_exact_describe(exact).keep == trey_exact_describe(right).keep &&
            trey_exact_describe(exact).kind == trey_exact_describe(right).kind;
        check_from_bytes(table, exact);
        check_queries(exact, right, verified && same);
        trey_exact_skip_checks(exact); /* any bytes must be safe; compact tables accept
                                    any state */
        check_queries(exact, right,
                      verified && same &&
                          trey_exact_describe(exact).kind == TREY_EXACT_WHOLE);
        trey_exact_free(exact);
    } else {
        FUZZ_CHECK(error.message[0] != '\0');
        check_from_bytes(table, NULL);
    }
    unlink(path);
}

/* The first byte: bit 0 2048, bit 1 correct the checksums, bit 2 the rest is a whole
 * file; bits 3 and 4 the kind of compact table, 0: none. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct trey_exact *solved;
    int compact = data[0] >> 3 & 3;
    const struct table *right =
        valid_table(compact != 0 ? TWOS + compact : data[0] & 1, &solved);
    struct table table = {NULL, right->size};
    if (right->bytes == NULL) /* build without tables */
        return 0;
    bool whole_file = (data[0] & 4) != 0;
    if (whole_file)
        table.size = size - 1;
    table.bytes = malloc(table.size > 0 ? table.size : 1);
    if (table.bytes == NULL)
        return 0;
    memcpy(table.bytes, whole_file ? data + 1 : right->bytes, table.size);
    if (!whole_file)
        apply_changes(&table, data + 1, size - 1);
    if ((data[0] & 2) != 0 && table.size >= HEAD)
        reseal(&table);
    check_table(&table, solved, !whole_file);
    free(table.bytes);
    return 0;
}
