/* trey_file_write: complete files or none, preserved permissions, and refusals.
 *
 * Each test works in its own directory, which it lists and removes at the end. */
#include "base/file.h"
#include "support/test.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A directory for each test, removed with everything in it. */
struct place {
    char directory[64];
    char path[128]; /* directory/name */
};

static struct place make_place(void)
{
    struct place place = {"/tmp/trey-test-XXXXXX", ""};
    assert_non_null(mkdtemp(place.directory));
    snprintf(place.path, sizeof place.path, "%s/out.txt", place.directory);
    return place;
}

static int count_entries(const struct place *place, bool remove_them)
{
    int count = 0;
    DIR *directory = opendir(place->directory);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        char path[400];
        snprintf(path, sizeof path, "%s/%s", place->directory, entry->d_name);
        if (remove_them)
            remove(path);
    }
    closedir(directory);
    return count;
}

static void remove_place(const struct place *place)
{
    count_entries(place, true);
    rmdir(place->directory);
}

static void expect_content(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *read = malloc(size + 2);
    assert_non_null(read);
    assert_int_equal(fread(read, 1, size + 2, file), size);
    assert_memory_equal(read, text, size);
    fclose(file);
    free(read);
}

static void expect_failure(const char *path)
{
    struct trey_error error = {0};
    assert_int_equal(trey_file_write(path, "text", 4, &error), TREY_ERR_IO);
    assert_int_equal(error.code, TREY_ERR_IO);
    assert_int_equal(error.line, 0);
    assert_true(error.message[0] != '\0');
    assert_null(strchr(error.message, '\n'));
    assert_int_equal(trey_file_write(path, "text", 4, NULL), TREY_ERR_IO);
}

/* Writing fails, and so does the check beforehand. */
static void expect_refusal(const char *path)
{
    struct trey_error error = {0};
    assert_int_equal(trey_file_check(path, &error), TREY_ERR_IO);
    assert_int_equal(error.code, TREY_ERR_IO);
    assert_true(error.message[0] != '\0');
    assert_int_equal(trey_file_check(path, NULL), TREY_ERR_IO);
    expect_failure(path);
}

static mode_t mode_of(const char *path)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    return about.st_mode & 07777;
}

static void test_new_file(void **state)
{
    (void)state;
    struct place place = make_place();
    mode_t old_mask = umask(027);
    assert_int_equal(trey_file_write(place.path, "one\ntwo", 7, NULL), TREY_OK);
    umask(old_mask);
    expect_content(place.path, "one\ntwo", 7);
    assert_int_equal(mode_of(place.path), 0640);
    assert_int_equal(count_entries(&place, false), 1);
    remove_place(&place);
}

static void test_empty_and_large_files(void **state)
{
    (void)state;
    enum { SIZE = 3000001 };
    struct place place = make_place();
    char *text = malloc(SIZE);
    assert_non_null(text);
    for (size_t i = 0; i < SIZE; i++)
        text[i] = (char)(i % 251);
    assert_int_equal(trey_file_write(place.path, text, SIZE, NULL), TREY_OK);
    expect_content(place.path, text, SIZE);
    assert_int_equal(trey_file_write(place.path, "", 0, NULL), TREY_OK);
    expect_content(place.path, "", 0);
    assert_int_equal(count_entries(&place, false), 1);
    free(text);
    remove_place(&place);
}

static void test_replacing_keeps_permissions(void **state)
{
    (void)state;
    static const mode_t modes[] = {0600, 0644, 0664, 0755, 0200};
    struct place place = make_place();
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        assert_int_equal(trey_file_write(place.path, "old and longer", 14, NULL),
                         TREY_OK);
        assert_int_equal(chmod(place.path, modes[i]), 0);
        assert_int_equal(trey_file_write(place.path, "new", 3, NULL), TREY_OK);
        assert_int_equal(mode_of(place.path), modes[i]);
        assert_int_equal(chmod(place.path, 0600), 0);
        expect_content(place.path, "new", 3);
    }
    assert_int_equal(count_entries(&place, false), 1);
    remove_place(&place);
}

/* Readers with the old file open still see it whole. */
static void test_replaces_at_once(void **state)
{
    (void)state;
    struct place place = make_place();
    assert_int_equal(trey_file_write(place.path, "old", 3, NULL), TREY_OK);
    FILE *reader = fopen(place.path, "rb");
    assert_non_null(reader);
    assert_int_equal(trey_file_write(place.path, "newer", 5, NULL), TREY_OK);
    char text[10];
    assert_int_equal(fread(text, 1, sizeof text, reader), 3);
    assert_memory_equal(text, "old", 3);
    fclose(reader);
    remove_place(&place);
}

static void test_refuses_unwritable_files(void **state)
{
    (void)state;
    struct place place = make_place();
    expect_refusal(place.directory);
    expect_refusal("/");
    expect_refusal("");
    expect_refusal("/nonexistent/directory/out.txt");
    char inside[200];
    assert_int_equal(trey_file_write(place.path, "kept", 4, NULL), TREY_OK);
    snprintf(inside, sizeof inside, "%s/inside", place.path);
    expect_refusal(inside);
    expect_content(place.path, "kept", 4);
    assert_int_equal(count_entries(&place, false), 1);
    remove_place(&place);
}

static void test_without_permission(void **state)
{
    (void)state;
    if (geteuid() == 0) {
        print_message("root may write everywhere: not tested\n");
        skip();
    }
    struct place place = make_place();
    assert_int_equal(trey_file_write(place.path, "kept", 4, NULL), TREY_OK);
    assert_int_equal(chmod(place.path, 0400), 0);
    expect_refusal(place.path);
    assert_int_equal(chmod(place.path, 0600), 0);
    assert_int_equal(chmod(place.directory, 0500), 0);
    expect_refusal(place.path);
    assert_int_equal(chmod(place.directory, 0700), 0);
    expect_content(place.path, "kept", 4);
    assert_int_equal(count_entries(&place, false), 1);
    remove_place(&place);
}

/* The target of a link is replaced, not the link: /dev/stdout is a link. */
static void test_symbolic_links(void **state)
{
    (void)state;
    struct place place = make_place();
    char link_path[200];
    snprintf(link_path, sizeof link_path, "%s/link", place.directory);
    assert_int_equal(trey_file_write(place.path, "old", 3, NULL), TREY_OK);
    assert_int_equal(symlink(place.path, link_path), 0);
    assert_int_equal(trey_file_write(link_path, "new", 3, NULL), TREY_OK);
    expect_content(place.path, "new", 3);
    struct stat about;
    assert_int_equal(lstat(link_path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(count_entries(&place, false), 2);
    remove_place(&place);
}

/* A link to a link in another directory, and one to a file that does not exist yet. */
static void test_links_that_lead_far(void **state)
{
    (void)state;
    struct place place = make_place(), other = make_place();
    char first[200], second[200], target[200];
    snprintf(first, sizeof first, "%s/first", place.directory);
    snprintf(second, sizeof second, "%s/second", other.directory);
    snprintf(target, sizeof target, "%s/new", other.directory);
    assert_int_equal(symlink(second, first), 0);
    assert_int_equal(symlink("new", second), 0);
    assert_int_equal(trey_file_check(first, NULL), TREY_OK);
    assert_int_equal(trey_file_write(first, "one", 3, NULL), TREY_OK);
    expect_content(target, "one", 3);
    assert_int_equal(trey_file_write(first, "second", 6, NULL), TREY_OK);
    expect_content(target, "second", 6);
    struct stat about;
    assert_int_equal(lstat(first, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(lstat(second, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(count_entries(&place, false), 1);
    assert_int_equal(count_entries(&other, false), 2);
    assert_int_equal(unlink(second), 0);
    assert_int_equal(symlink(first, second), 0); /* a ring */
    expect_refusal(first);
    remove_place(&place);
    remove_place(&other);
}

/* The next run reuses the temporary file of a killed process; one that another process is
 * writing is not touched. */
static void test_temporary_files(void **state)
{
    (void)state;
    struct place place = make_place();
    char left[200];
    int ready[2], over[2];
    snprintf(left, sizeof left, "%s.trey-new0", place.path);
    FILE *file = fopen(left, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite("left behind", 1, 11, file), 11);
    fclose(file);
    assert_int_equal(trey_file_write(place.path, "one", 3, NULL), TREY_OK);
    expect_content(place.path, "one", 3);
    assert_int_equal(count_entries(&place, false), 1);
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(over), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct trey_file *out;
        char byte = 0;
        bool good = trey_file_begin(place.path, &out, NULL) == TREY_OK &&
                    trey_file_put(out, "theirs", 6, NULL) == TREY_OK &&
                    write(ready[1], &byte, 1) == 1 && read(over[0], &byte, 1) == 1 &&
                    trey_file_commit(out, NULL) == TREY_OK;
        _exit(good ? 0 : 1);
    }
    char byte;
    int status;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(count_entries(&place, false), 2);
    assert_int_equal(trey_file_write(place.path, "mine", 4, NULL), TREY_OK);
    expect_content(place.path, "mine", 4);
    assert_int_equal(write(over[1], &byte, 1), 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    expect_content(place.path, "theirs", 6);
    assert_int_equal(count_entries(&place, false), 1);
    for (int i = 0; i < 2; i++) {
        close(ready[i]);
        close(over[i]);
    }
    remove_place(&place);
}

/* Checking touches nothing. */
static void test_checks(void **state)
{
    (void)state;
    struct place place = make_place();
    assert_int_equal(trey_file_check(place.path, NULL), TREY_OK);
    assert_int_equal(count_entries(&place, false), 0);
    assert_int_equal(trey_file_write(place.path, "kept", 4, NULL), TREY_OK);
    assert_int_equal(trey_file_check(place.path, NULL), TREY_OK);
    expect_content(place.path, "kept", 4);
    assert_int_equal(count_entries(&place, false), 1);
    assert_int_equal(trey_file_check("-", NULL), TREY_OK);
    assert_int_equal(trey_file_check("/dev/null", NULL), TREY_OK);
    assert_int_equal(trey_file_check("a-name-without-a-directory", NULL), TREY_OK);
    remove_place(&place);
}

static void test_devices(void **state)
{
    (void)state;
    assert_int_equal(trey_file_write("/dev/null", "gone", 4, NULL), TREY_OK);
    struct stat about;
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
    if (stat("/dev/full", &about) != 0 || !S_ISCHR(about.st_mode)) {
        print_message("there is no /dev/full here: not tested\n");
        skip();
    }
    expect_failure("/dev/full");
}

static void test_pipes(void **state)
{
    (void)state;
    struct place place = make_place();
    char fifo[200];
    snprintf(fifo, sizeof fifo, "%s/fifo", place.directory);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    FILE *both = fopen(fifo, "r+"); /* open at both ends, so that neither blocks */
    assert_non_null(both);
    assert_int_equal(trey_file_write(fifo, "text\n", 5, NULL), TREY_OK);
    char text[10];
    assert_non_null(fgets(text, sizeof text, both));
    assert_string_equal(text, "text\n");
    fclose(both);
    struct stat about;
    assert_int_equal(stat(fifo, &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
    remove_place(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_new_file),
        cmocka_unit_test(test_empty_and_large_files),
        cmocka_unit_test(test_replacing_keeps_permissions),
        cmocka_unit_test(test_replaces_at_once),
        cmocka_unit_test(test_refuses_unwritable_files),
        cmocka_unit_test(test_without_permission),
        cmocka_unit_test(test_symbolic_links),
        cmocka_unit_test(test_links_that_lead_far),
        cmocka_unit_test(test_temporary_files),
        cmocka_unit_test(test_checks),
        cmocka_unit_test(test_devices),
        cmocka_unit_test(test_pipes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
