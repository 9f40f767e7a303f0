/* Every call that writes a file fails in turn: there is an error, an existing file is
 * unchanged and complete, and nothing is left beside it. */
#include "base/file.h"
#include "support/faults.h"
#include "support/test.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE = 200000, PART = 70000, MAX_CALLS = 50 };

struct place {
    char directory[64], path[96], link[96];
};

static struct place make_place(void)
{
    struct place place = {"/tmp/trey-test-XXXXXX", "", ""};
    assert_non_null(mkdtemp(place.directory));
    snprintf(place.path, sizeof place.path, "%s/out", place.directory);
    snprintf(place.link, sizeof place.link, "%s/link", place.directory);
    assert_int_equal(symlink("out", place.link), 0);
    return place;
}

static void remove_place(const struct place *place)
{
    unlink(place->path);
    unlink(place->link);
    assert_int_equal(rmdir(place->directory),
                     0); /* the directory contains nothing else */
}

static unsigned count_entries(const struct place *place)
{
    unsigned count = 0;
    DIR *directory = opendir(place->directory);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static bool has_content(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    char *found = malloc(size + 1);
    assert_non_null(found);
    bool equal =
        fread(found, 1, size + 1, file) == size && memcmp(found, bytes, size) == 0;
    free(found);
    fclose(file);
    return equal;
}

static enum trey_status write_in_parts(const char *path, const char *bytes,
                                       struct trey_error *error)
{
    struct trey_file *file;
    enum trey_status status = trey_file_begin(path, &file, error);
    assert_true((status == TREY_OK) == (file != NULL));
    if (status != TREY_OK)
        return status;
    for (size_t at = 0; status == TREY_OK && at < SIZE; at += PART)
        status =
            trey_file_put(file, bytes + at, at + PART < SIZE ? PART : SIZE - at, error);
    if (status == TREY_OK)
        return trey_file_commit(file, error);
    assert_int_equal(trey_file_put(file, bytes, 1, NULL), TREY_ERR_IO);
    trey_file_abandon(file);
    return status;
}

/* All calls in turn. One after the rename may fail with the new file in place. */
static void fail_each(bool linked, bool existing, bool ever)
{
    static const char old[] = "what stood there";
    struct place place = make_place();
    char *bytes = malloc(SIZE);
    assert_non_null(bytes);
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (char)(i % 251);
    bool done = false;
    unsigned failures = 0;
    for (unsigned which = 0; !done; which++) {
        struct trey_error error = {0};
        assert_true(which < MAX_CALLS);
        unlink(place.path);
        if (existing)
            assert_int_equal(trey_file_write(place.path, old, sizeof old, NULL), TREY_OK);
        faults_begin(which, which % 2 == 0 ? ENOSPC : EIO, ever);
        enum trey_status status =
            write_in_parts(linked ? place.link : place.path, bytes, &error);
        done = faults_end() <= which;
        bool fresh = has_content(place.path, bytes, SIZE);
        assert_true(fresh || status != TREY_OK);
        if (!fresh && existing)
            assert_true(has_content(place.path, old, sizeof old));
        if (!fresh && !existing)
            assert_int_equal(access(place.path, F_OK), -1);
        assert_int_equal(count_entries(&place), 1 + (fresh || existing));
        assert_true(status == TREY_OK || error.message[0] != '\0');
        failures += status != TREY_OK;
    }
    /* at least: open, two writes, fsync, rename, open and fsync of the directory */
    assert_true(failures >= 7);
    free(bytes);
    remove_place(&place);
}

static void test_each_call_fails(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++)
        fail_each(k & 1, k & 2, k & 4);
}

static void test_abandoned(void **state)
{
    (void)state;
    struct place place = make_place();
    struct trey_file *file;
    assert_int_equal(trey_file_write(place.path, "old", 3, NULL), TREY_OK);
    assert_int_equal(trey_file_begin(place.path, &file, NULL), TREY_OK);
    assert_int_equal(trey_file_put(file, "new", 3, NULL), TREY_OK);
    assert_int_equal(count_entries(&place), 3);
    trey_file_abandon(file);
    trey_file_abandon(NULL);
    assert_true(has_content(place.path, "old", 3));
    remove_place(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_call_fails),
        cmocka_unit_test(test_abandoned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
