/* Tables of the exact solver, of all values and to carry. The bytes are a list of changes
 * to a table that is right, or a table as they stand; with the checksums made right
 * again, so that what is behind them is reached. A table that is opened bears any query,
 * and one that passes the check gives the answers of the right one, but for what the
 * check lets pass. What memory opens a file opens too, and both answer alike. */
#include "checksum.h"
#include "fuzz.h"
#include "trey/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HEAD = 128,
    ENTRY = 80,
    CARRIED_ENTRY = 96,
    LAYERS_AT = 20,
    DIRECTORY_AT = 24,
    DIRECTORY_SUM_AT = 72,
    HEAD_SUM_AT = 120
};

struct table {
    uint8_t *bytes;
    size_t size;
};

static uint64_t number_at(const struct table *table, uint64_t at, size_t size)
{
    uint64_t number = 0;
    memcpy(&number, table->bytes + at, size);
    return number;
}

static void put(struct table *table, uint64_t at, uint64_t number)
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

static void choose_options(int which, struct trey_exact_options *options)
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

/* The table that is right, of 2x2; kept. Without bytes if there are no tables. */
static const struct table *right_table(int which, struct trey_exact **solved)
{
    static struct table kept[TABLES];
    static struct trey_exact *solution[TABLES];
    if (kept[which].bytes == NULL) {
        char path[] = "/tmp/trey-fuzz-XXXXXX";
        struct trey_exact_options options;
        int file = mkstemp(path);
        FUZZ_CHECK(file >= 0);
        close(file);
        choose_options(which, &options);
        options.save = path;
        struct trey_exact *made;
        if (trey_exact_new(&options, &made, NULL) == TREY_OK) {
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

/* Three bytes a change: where (16 bits), and the byte. */
static void change(struct table *table, const uint8_t *data, size_t size)
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

/* Of a table to carry: bytes of a layer's set, of its choices. */
static uint64_t set_bytes(const struct table *table, uint64_t entry)
{
    uint64_t members = number_at(table, entry + 8, 4);
    uint64_t low = number_at(table, entry + 12, 4) % 32;
    uint64_t buckets = (number_at(table, entry + 4, 4) >> low) + 1;
    uint64_t value_bytes = number_at(table, 80, 4) % 8;
    if (members == 0)
        return 0;
    return (members * low + 63) / 64 * 8 + (members + buckets + 63) / 64 * 8 +
           (4 * ((buckets + 127) / 128) + 7) / 8 * 8 +
           (members * value_bytes + 7) / 8 * 8;
}

static uint64_t choices_bytes(const struct table *table, uint64_t entry)
{
    uint64_t shards = number_at(table, entry + 16, 4);
    uint64_t words = number_at(table, entry + 72, 8) & UINT32_MAX;
    return shards == 0 ? 0 : (4 * (shards + 1) + shards + 7) / 8 * 8 + 8 * words;
}

static void reseal_block(struct table *table, uint64_t at, uint64_t bytes, uint64_t sum)
{
    if (at <= table->size && bytes <= table->size - at)
        put(table, sum, XXH64(table->bytes + at, bytes, 1));
}

static void reseal_carried(struct table *table, uint64_t directory, uint64_t layers)
{
    uint64_t end = directory + CARRIED_ENTRY * layers;
    for (uint64_t at = directory; at < end; at += CARRIED_ENTRY) {
        reseal_block(table, number_at(table, at + 24, 8), set_bytes(table, at), at + 56);
        reseal_block(table, number_at(table, at + 32, 8), choices_bytes(table, at),
                     at + 64);
    }
}

static void reseal_whole(struct table *table, uint64_t directory, uint64_t layers)
{
    for (uint64_t at = directory; at < directory + ENTRY * layers; at += ENTRY) {
        uint64_t count = number_at(table, at + 12, 4) * number_at(table, at + 16, 4);
        uint64_t boards =
            packed_bytes(number_at(table, at + 4, 4), number_at(table, at + 8, 4));
        uint64_t values = table->bytes[15] == 1 ? 16 * count : (4 * count + 7) / 8 * 8;
        uint64_t boards_at = number_at(table, at + 40, 8);
        uint64_t values_at = number_at(table, at + 48, 8);
        if (boards_at > table->size || boards > table->size - boards_at ||
            values_at > table->size || values > table->size - values_at)
            continue;
        uint64_t sum = XXH64(table->bytes + boards_at, boards, 1);
        put(table, at + 72, XXH64(table->bytes + values_at, values, sum));
    }
}

/* Makes the checksums right as far as the places that they are of are in the file. */
static void reseal(struct table *table)
{
    bool carried = memcmp(table->bytes, "treycary", 8) == 0;
    uint64_t entry = carried ? CARRIED_ENTRY : ENTRY;
    uint64_t directory = number_at(table, DIRECTORY_AT, 8);
    uint64_t layers = number_at(table, LAYERS_AT, 4);
    if (directory > table->size || (table->size - directory) / entry < layers)
        return;
    if (carried)
        reseal_carried(table, directory, layers);
    else
        reseal_whole(table, directory, layers);
    put(table, DIRECTORY_SUM_AT, XXH64(table->bytes + directory, entry * layers, 1));
    put(table, HEAD_SUM_AT, XXH64(table->bytes, HEAD_SUM_AT, 1));
}

/* Of slides whose means differ by less than the check can tell any may be the best. */
static bool equal_slides(const struct trey_exact *right, trey_board board, int hint,
                         int one, int other)
{
    struct trey_exact_value value[4];
    return one == other ||
           (one >= 0 && other >= 0 && trey_exact_slides(right, board, hint, value) &&
            fabs(value[one].avg - value[other].avg) < 1e-5);
}

static void query(const struct trey_exact *exact, const struct trey_exact *right,
                  bool verified)
{
    bool twos = trey_exact_rules_of(exact) == TREY_EXACT_2048;
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
        FUZZ_CHECK(!verified || equal_slides(right, board, hint, best,
                                             trey_exact_best(right, board, hint)));
    }
}

/* By its bytes the table is refused, or answers as the file does. */
static void try_bytes(const struct table *table, const struct trey_exact *file)
{
    struct trey_exact *lent = NULL;
    struct trey_error error = {0};
    if (trey_exact_from_bytes(table->bytes, table->size, &lent, &error) == TREY_OK) {
        FUZZ_CHECK(file != NULL && trey_exact_kind_of(file) == trey_exact_kind_of(lent));
        query(lent, file, true);
        FUZZ_CHECK(trey_exact_sound(file, NULL) == TREY_OK);
        trey_exact_free(lent);
    } else {
        FUZZ_CHECK(lent == NULL && error.message[0] != '\0');
    }
}

static void try_table(const struct table *table, const struct trey_exact *right,
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
        struct trey_shape shape = trey_exact_shape(exact);
        bool small = shape.rows * shape.cols <= 5;
        bool verified = small && trey_exact_verify(exact, &check, &error) == TREY_OK;
        bool same = same_game && trey_exact_start(exact) == trey_exact_start(right) &&
                    trey_exact_rules_of(exact) == trey_exact_rules_of(right) &&
                    trey_exact_keep_of(exact) == trey_exact_keep_of(right) &&
                    trey_exact_kind_of(exact) == trey_exact_kind_of(right);
        try_bytes(table, exact);
        query(exact, right, verified && same);
        trey_exact_trust(exact); /* any bytes must be borne; to carry, any state too */
        query(exact, right,
              verified && same && trey_exact_kind_of(exact) == TREY_EXACT_WHOLE);
        trey_exact_free(exact);
    } else {
        FUZZ_CHECK(error.message[0] != '\0');
        try_bytes(table, NULL);
    }
    unlink(path);
}

/* The first byte: bit 0 2048, bit 1 seal it again, bit 2 the file as it stands; bits 3
 * and 4 a table to carry, of which kind. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct trey_exact *solved;
    int carried = data[0] >> 3 & 3;
    const struct table *right =
        right_table(carried != 0 ? TWOS + carried : data[0] & 1, &solved);
    struct table table = {NULL, right->size};
    if (right->bytes == NULL) /* a build without tables */
        return 0;
    bool as_it_stands = (data[0] & 4) != 0;
    if (as_it_stands)
        table.size = size - 1;
    table.bytes = malloc(table.size > 0 ? table.size : 1);
    if (table.bytes == NULL)
        return 0;
    memcpy(table.bytes, as_it_stands ? data + 1 : right->bytes, table.size);
    if (!as_it_stands)
        change(&table, data + 1, size - 1);
    if ((data[0] & 2) != 0 && table.size >= HEAD)
        reseal(&table);
    try_table(&table, solved, !as_it_stands);
    free(table.bytes);
    return 0;
}
