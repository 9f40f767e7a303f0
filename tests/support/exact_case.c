#include "exact_case.h"

#include "exact/table/checksum.h"
#include "exact/table/packed.h"
#include "exact/table/table.h"
#include "support/test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- solutions ---------------------------------------------------------------------- */

struct trey_exact_options exact_options(const struct exact_case *of)
{
    struct trey_exact_options options;
    trey_exact_defaults(of->rules, (struct trey_shape){of->rows, of->cols}, &options);
    options.keep = of->keep;
    options.threads = 1;
    if (of->start != 0)
        options.start = of->start;
    return options;
}

struct trey_exact *exact_solve(const struct exact_case *of)
{
    struct trey_exact_options options = exact_options(of);
    struct trey_exact *exact = NULL;
    struct trey_error error = {0};
    enum trey_status status = trey_exact_solve(&options, &exact, &error);
    if (status != TREY_OK)
        print_message("%s\n", error.message);
    assert_int_equal(status, TREY_OK);
    return exact;
}

void exact_lose_patience(void *context, const struct trey_exact_progress *progress)
{
    struct exact_patience *patience = context;
    assert_true(progress->done >= 0 && progress->done <= 1);
    if (patience->steps-- == 0)
        trey_cancel_raise(&patience->over);
}

uint64_t exact_each(const struct trey_exact *exact, void *context,
                    void visit(void *context, trey_board board, int hint))
{
    struct trey_shape shape = trey_exact_describe(exact).shape;
    bool twos = trey_exact_describe(exact).rules == TREY_EXACT_2048;
    unsigned cells = (unsigned)shape.rows * shape.cols, ranks = cells + (twos ? 2 : 3);
    uint64_t count = 0;
    assert_true(cells <= 6);
    for (uint32_t number = 0;; number++) {
        trey_board board = 0;
        uint32_t rest = number;
        for (unsigned cell = 0; cell < cells; cell++, rest /= ranks)
            board |= (trey_board)(rest % ranks) << (4 * cell);
        if (rest > 0)
            return count;
        for (int hint = twos ? 0 : 1; hint <= (twos ? 0 : 3); hint++) {
            struct trey_exact_value value;
            if (!trey_exact_before(exact, board, hint, &value))
                continue;
            count++;
            if (visit != NULL)
                visit(context, board, hint);
        }
    }
}

/* --- files -------------------------------------------------------------------------- */

struct exact_place exact_enter(void)
{
    struct exact_place place = {"/tmp/trey-test-XXXXXX", ""};
    if (trey_table_able(NULL) != TREY_OK)
        skip();
    assert_non_null(mkdtemp(place.directory));
    snprintf(place.path, sizeof place.path, "%s/a.tab", place.directory);
    return place;
}

void exact_leave(const struct exact_place *place)
{
    DIR *directory = opendir(place->directory);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s", place->directory, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    closedir(directory);
    rmdir(place->directory);
}

struct exact_file exact_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_true(size >= 0);
    struct exact_file whole = {malloc((size_t)size + 1), (size_t)size};
    assert_non_null(whole.bytes);
    rewind(file);
    assert_int_equal(fread(whole.bytes, 1, whole.size, file), whole.size);
    fclose(file);
    return whole;
}

void exact_write(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

size_t exact_spoil(unsigned char *bytes, size_t size, int how, struct random_case *random)
{
    size_t at = (size_t)(case_next(random) % size), left = size - at;
    if (how == 0) {
        memset(bytes + at, 0, left < 4096 ? left : 4096);
    } else if (how == 1) {
        bytes[at] ^= (unsigned char)(1 + case_below(random, 255));
    } else {
        memmove(bytes + at, bytes + at + 1, left - 1);
        return size - 1;
    }
    return size;
}

void exact_save(const struct exact_case *of, const char *path)
{
    struct trey_exact_options options = exact_options(of);
    struct trey_exact *exact = NULL;
    options.save = path;
    assert_int_equal(trey_exact_solve(&options, &exact, NULL), TREY_OK);
    trey_exact_free(exact);
}

/* --- tables, as docs/formats/exact-table.md has them
 * -------------------------------------
 */

enum {
    LAYERS_AT = 20,
    DIRECTORY_AT = 24,
    DIRECTORY_SUM_AT = 72,
    HEAD_SUM_AT = 120,
    ENTRY = 80,
    KEEP_AT = 15,
};

uint32_t exact_u32(const unsigned char *at)
{
    uint32_t number;
    memcpy(&number, at, sizeof number);
    return number;
}

uint64_t exact_u64(const unsigned char *at)
{
    uint64_t number;
    memcpy(&number, at, sizeof number);
    return number;
}

static void write_u64(unsigned char *at, uint64_t number)
{
    memcpy(at, &number, sizeof number);
}

uint32_t exact_entries(const struct exact_file *table)
{
    return exact_u32(table->bytes + LAYERS_AT);
}

unsigned char *exact_entry(const struct exact_file *table, uint32_t index)
{
    return table->bytes + exact_u64(table->bytes + DIRECTORY_AT) + (size_t)ENTRY * index;
}

void exact_reseal(const struct exact_file *table)
{
    uint32_t layers = exact_entries(table);
    bool all = table->bytes[KEEP_AT] == TREY_EXACT_KEEP_ALL;
    for (uint32_t i = 0; i < layers; i++) {
        unsigned char *entry = exact_entry(table, i);
        uint64_t count = (uint64_t)exact_u32(entry + 12) * exact_u32(entry + 16);
        uint64_t boards = trey_packed_bytes(exact_u32(entry + 4), exact_u32(entry + 8));
        uint64_t values = all ? 16 * count : (4 * count + 7) / 8 * 8;
        uint64_t sum = trey_checksum(table->bytes + exact_u64(entry + 40), boards, 1);
        write_u64(entry + 72,
                  trey_checksum(table->bytes + exact_u64(entry + 48), values, sum));
    }
    write_u64(table->bytes + DIRECTORY_SUM_AT,
              trey_checksum(exact_entry(table, 0), (size_t)ENTRY * layers, 1));
    write_u64(table->bytes + HEAD_SUM_AT, trey_checksum(table->bytes, HEAD_SUM_AT, 1));
}
