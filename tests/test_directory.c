/* Directory listings against the files that the test creates, a directory that fails
 * while it is read, and each allocation failing. */
#include "base/file.h"
#include "cli/common.h"
#include "support/random_case.h"
#include "support/test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- calls that can be made to fail ------------------------------------------------- */

static int memory_left = -1;  /* allocations until one fails; -1: none does */
static int entries_left = -1; /* entries until reading fails */

static bool call_fails(int *left)
{
    if (*left > 0)
        --*left;
    else if (*left == 0)
        return true;
    return false;
}

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);
struct dirent *__real_readdir(DIR *directory);
struct dirent *__wrap_readdir(DIR *directory);

void *__wrap_realloc(void *old, size_t size)
{
    return call_fails(&memory_left) ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return call_fails(&memory_left) ? NULL : __real_strdup(text);
}

struct dirent *__wrap_readdir(DIR *directory)
{
    if (!call_fails(&entries_left))
        return __real_readdir(directory);
    errno = EIO;
    return NULL;
}

/* --- directories to list ------------------------------------------------------------ */

struct place {
    char directory[64];
    char names[200][32]; /* sorted */
    size_t count;
};

static void path_of(const struct place *place, size_t i, char path[128])
{
    snprintf(path, 128, "%s/%s", place->directory, place->names[i]);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Distinct names created in random order, some of them directories. */
static struct place make_place(size_t count, struct random_case *random)
{
    struct place place = {"/tmp/trey-test-XXXXXX", {""}, count};
    assert_non_null(mkdtemp(place.directory));
    for (size_t i = 0; i < count; i++) {
        char path[128];
        snprintf(place.names[i], sizeof place.names[i], "%s%c%03d-%zu",
                 case_below(random, 4) == 0 ? "." : "", "aZ~\xc3"[case_below(random, 4)],
                 case_below(random, 1000), i);
        path_of(&place, i, path);
        if (case_below(random, 3) == 0) {
            assert_int_equal(mkdir(path, 0700), 0);
        } else {
            int file = open(path, O_WRONLY | O_CREAT, 0600);
            assert_true(file >= 0);
            close(file);
        }
    }
    qsort(place.names, count, sizeof *place.names, compare_names);
    return place;
}

static void remove_place(const struct place *place)
{
    for (size_t i = 0; i < place->count; i++) {
        char path[128];
        path_of(place, i, path);
        assert_int_equal(remove(path), 0);
    }
    assert_int_equal(rmdir(place->directory), 0);
}

/* --- tests -------------------------------------------------------------------------- */

static void test_names_are_complete_and_sorted(void **state)
{
    (void)state;
    struct random_case random = case_start();
    static const size_t counts[] = {0, 1, 2, 63, 64, 65, 200};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        struct place place = make_place(counts[c], &random);
        struct trey_directory list;
        assert_int_equal(trey_directory_list(place.directory, true, &list, NULL),
                         TREY_OK);
        assert_int_equal(list.count, place.count);
        for (size_t i = 0; i < list.count; i++)
            assert_string_equal(list.names[i], place.names[i]);
        trey_directory_clear(&list);
        assert_null(list.names);

        struct trey_directory visible;
        assert_int_equal(trey_directory_list(place.directory, false, &visible, NULL),
                         TREY_OK);
        size_t at = 0;
        for (size_t i = 0; i < place.count; i++)
            if (place.names[i][0] != '.')
                assert_string_equal(visible.names[at++], place.names[i]);
        assert_int_equal(visible.count, at);
        trey_directory_clear(&visible);
        remove_place(&place);
    }
}

static void test_missing_and_not_a_directory(void **state)
{
    (void)state;
    struct trey_directory list;
    struct trey_error error;
    errno = 0;
    assert_int_equal(trey_directory_list("/nowhere/at/all", true, &list, &error),
                     TREY_ERR_IO);
    assert_int_equal(errno, ENOENT);
    assert_null(list.names);
    assert_string_equal(error.message,
                        "cannot read the directory: No such file or directory");
    assert_int_equal(trey_directory_list("/dev/null", true, &list, NULL), TREY_ERR_IO);
    assert_int_equal(errno, ENOTDIR);
}

/* readdir returns NULL at the end as well: an error must not pass for the end. */
static void test_a_list_cut_short_is_an_error(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct place place = make_place(10, &random);
    struct trey_directory list;
    for (int left = 0; left < 12; left++) { /* including "." and ".." */
        entries_left = left;
        assert_int_equal(trey_directory_list(place.directory, true, &list, NULL),
                         TREY_ERR_IO);
        assert_int_equal(errno, EIO);
        assert_null(list.names);
        assert_int_equal(list.count, 0);
    }
    entries_left = -1;
    remove_place(&place);
}

/* Each allocation fails once; the sanitizers find leaks. */
static void test_out_of_memory(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct place place = make_place(70, &random);
    struct trey_directory list;
    struct trey_error error;
    enum trey_status status = TREY_ERR_MEMORY;
    int failures = 0;
    for (; status != TREY_OK; failures++) {
        memory_left = failures;
        status = trey_directory_list(place.directory, true, &list, &error);
        memory_left = -1;
        if (status == TREY_OK)
            break;
        assert_int_equal(status, TREY_ERR_MEMORY);
        assert_int_equal(errno, ENOMEM);
        assert_null(list.names);
    }
    assert_int_equal(failures, 70 + 2); /* the names, and the array twice */
    assert_int_equal(list.count, 70);
    trey_directory_clear(&list);
    remove_place(&place);
}

static void test_paths(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"a", "b", "a/b"}, {"a/", "b", "a/b"}, {"/", "b", "/b"}, {"a/b", "", "a/b/"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *path = cli_path_join(cases[i][0], cases[i][1]);
        assert_string_equal(path, cases[i][2]);
        free(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_are_complete_and_sorted),
        cmocka_unit_test(test_missing_and_not_a_directory),
        cmocka_unit_test(test_a_list_cut_short_is_an_error),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
