/* The operating-system layer: os_posix.c and os_windows.c must behave alike. */
#include "os/clock.h"
#include "os/os.h"
#include "support/test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_ROOM = 1024 };

/* A path in the directory for temporary files that no other test uses. */
static const char *path_of(const char *name)
{
    static char path[4][PATH_ROOM];
    static int next;
    char *text = path[next++ % 4];
    snprintf(text, PATH_ROOM, "%s/trey-test-os-%d-%s", trey_os_temporary_directory(),
             (int)getpid(), name);
    return text;
}

static int create(const char *path, const char *text)
{
    int file = trey_os_open(path, TREY_OS_READ | TREY_OS_WRITE | TREY_OS_CREATE);
    assert_true(file >= 0);
    assert_int_equal(trey_os_write_at(file, text, strlen(text), 0), strlen(text));
    return file;
}

static void test_paths(void **state)
{
    (void)state;
    static const char *const cases[][3] = {{"a/b/c", "a/b", "c"},
                                           {"c", ".", "c"},
                                           {"/c", "/", "c"},
                                           {"a/", "a", ""},
                                           {"", ".", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *directory = trey_os_directory_of(cases[i][0]);
        assert_string_equal(directory, cases[i][1]);
        assert_string_equal(trey_os_name_of(cases[i][0]), cases[i][2]);
        free(directory);
    }
    assert_true(trey_os_is_absolute("/a"));
    assert_false(trey_os_is_absolute("a/b"));
    char *copy = trey_os_copy_text("abc", 2), *whole = trey_os_copy_text("abc", 9);
    assert_string_equal(copy, "ab");
    assert_string_equal(whole, "abc");
    free(copy);
    free(whole);
}

static void test_program_path(void **state)
{
    (void)state;
    char path[PATH_ROOM];
    assert_true(trey_os_program_path(path, sizeof path));
    assert_false(trey_os_program_path(path, 2));
    char *real = trey_os_real_path(path);
    assert_non_null(real);
    assert_non_null(strstr(trey_os_name_of(real), "test_os"));
    free(real);
}

static void test_directories(void **state)
{
    (void)state;
    struct trey_os_about about;
    const char *path = path_of("directory");
    assert_int_equal(trey_os_make_directory(path, true), 0);
    assert_int_equal(trey_os_make_directory(path, true), -1);
    assert_int_equal(errno, EEXIST);
    assert_true(trey_os_exists(path) && trey_os_may_create_in(path));
    assert_true(trey_os_describe(path, &about) && about.directory && !about.regular);
    assert_true(trey_os_free_bytes(path) > 0);
    assert_int_equal(rmdir(path), 0);
    assert_false(trey_os_exists(path) || trey_os_may_create_in(path));
    assert_false(trey_os_describe(path, &about));
    assert_int_equal(errno, ENOENT);
}

/* Replacing and removing while files are open; no translation of line ends. */
static void test_files(void **state)
{
    (void)state;
    const char *one = path_of("one"), *two = path_of("two");
    struct trey_os_about first, second, named;
    char text[8] = "";
    assert_int_equal(trey_os_open(one, TREY_OS_READ), -1);
    assert_int_equal(errno, ENOENT);
    int a = create(one, "a\r\nb"), b = create(two, "second");
    assert_int_equal(trey_os_open(one, TREY_OS_WRITE | TREY_OS_NEW), -1);
    assert_int_equal(errno, EEXIST);
    assert_true(trey_os_describe_open(a, &first) && trey_os_describe_open(b, &second));
    assert_true(first.regular && first.size_bytes == 4 && !first.directory);
    assert_false(trey_os_same_file(&first, &second));
    close(b);
    assert_int_equal(trey_os_rename(one, two), 0);
    assert_false(trey_os_exists(one));
    assert_true(trey_os_describe(two, &named) && trey_os_same_file(&first, &named));
    assert_int_equal(trey_os_read_at(a, text, sizeof text, 1), 3);
    assert_memory_equal(text, "\r\nb", 3);
    assert_int_equal(trey_os_truncate(a, 2), 0);
    assert_int_equal(trey_os_read_at(a, text, sizeof text, 2), 0);
    assert_int_equal(trey_os_sync(a) | trey_os_sync_directory_of(two), 0);
    assert_int_equal(unlink(two), 0);
    close(a);
    assert_false(trey_os_exists(two));
}

static void test_modified_time(void **state)
{
    (void)state;
    const char *path = path_of("time");
    struct trey_os_about about;
    int64_t now_s = (int64_t)time(NULL);
    close(create(path, "x"));
    assert_true(trey_os_describe(path, &about));
    assert_true(llabs(about.changed_ns / 1000000000 - now_s) < 3600);
    unlink(path);
}

static void test_lock(void **state)
{
    (void)state;
    const char *path = path_of("lock");
    int a = create(path, "x"), b = trey_os_open(path, TREY_OS_READ | TREY_OS_WRITE);
    assert_true(b >= 0);
    assert_int_equal(trey_os_lock(a), 0);
    assert_int_equal(trey_os_lock(b), -1);
    assert_int_equal(errno, EAGAIN);
    assert_int_equal(trey_os_write_at(b, "y", 1, 0), 1); /* it locks no bytes */
    close(a);
    assert_int_equal(trey_os_lock(b), 0);
    close(b);
    unlink(path);
}

static void test_nameless(void **state)
{
    (void)state;
    const char *prefix = path_of("nameless");
    int a = trey_os_open_nameless(prefix), b = trey_os_open_nameless(prefix);
    char byte = 0;
    assert_true(a >= 0 && b >= 0);
    assert_int_equal(trey_os_write_at(a, "a", 1, 0), 1);
    assert_int_equal(trey_os_write_at(b, "b", 1, 0), 1);
    assert_int_equal(trey_os_read_at(a, &byte, 1, 0), 1);
    assert_int_equal(byte, 'a');
    close(a);
    close(b);
}

static void test_map(void **state)
{
    (void)state;
    const char *path = path_of("map");
    int file = create(path, "mapped");
    void *map = trey_os_map(file, 6);
    close(file); /* the map stays */
    assert_non_null(map);
    assert_memory_equal(map, "mapped", 6);
    trey_os_unmap(map, 6);
    unlink(path);
}

static void test_memory_stream(void **state)
{
    (void)state;
    struct trey_os_memory_stream stream = {0};
    assert_true(trey_os_memory_open(&stream));
    for (int i = 0; i < 1000; i++)
        fprintf(stream.file, "%03d\n", i);
    assert_true(trey_os_memory_close(&stream));
    assert_int_equal(stream.size_bytes, 4000);
    assert_memory_equal(stream.text, "000\n001\n", 8);
    assert_int_equal(strlen(stream.text), 4000);
    free(stream.text);
}

static void test_pages(void **state)
{
    (void)state;
    const size_t alignment = (size_t)2 << 20, size = 2 * alignment;
    unsigned char *memory = trey_os_pages_new(size, alignment);
    assert_non_null(memory);
    assert_int_equal((uintptr_t)memory % alignment, 0);
    assert_int_equal(memory[0] | memory[size - 1], 0);
    memory[0] = memory[size - 1] = 1;
    trey_os_pages_free(memory, size);
    assert_true(trey_os_memory_limit() > 1 << 20);
    assert_true(trey_os_peak_bytes() > 0);
}

static void test_processor_time(void **state)
{
    (void)state;
    double before = trey_os_cpu_seconds(), end = trey_clock_monotonic() + 60.0;
    while (trey_os_cpu_seconds() <= before && trey_clock_monotonic() < end)
        ;
    assert_true(trey_os_cpu_seconds() > before);
    assert_true(trey_os_thread_seconds() >= 0.0);
    assert_true(trey_os_processors() >= 1);
    uint64_t seed = trey_os_seed();
    while (trey_os_seed() == seed && trey_clock_monotonic() < end)
        ;
    assert_true(trey_os_seed() != seed);
}

/* Reads from the program until it has written `count` bytes or ended. */
static size_t read_from(struct trey_os_child *child, char *text, size_t count)
{
    size_t size = 0;
    while (size < count) {
        long got = trey_os_child_read(child, text + size, count - size);
        if (got < 0)
            break;
        if (got == 0)
            assert_true(trey_os_child_wait(child, false, 1000) >= 0);
        size += (size_t)got;
    }
    text[size] = '\0';
    return size;
}

#if defined(_WIN32)
#define RUN_FOR_EVER "for /l %i in (1,0,2) do @rem"
#else
#define RUN_FOR_EVER "sleep 600 & sleep 600"
#endif

static void test_child(void **state)
{
    (void)state;
    char text[16];
    struct trey_os_child *child = trey_os_child_start("echo first");
    assert_non_null(child);
    assert_true(read_from(child, text, 5) == 5);
    assert_memory_equal(text, "first", 5);
    read_from(child, text, 15); /* the end of the line and of the program */
    assert_int_equal(trey_os_child_read(child, text, 1), -1);
    trey_os_child_stop(child, 1.0);
    trey_os_child_stop(NULL, 1.0);
}

/* A program that ignores its input is ended, and so is what it has started. */
static void test_child_is_ended(void **state)
{
    (void)state;
    char text[16];
    struct trey_os_child *child = trey_os_child_start("echo up & " RUN_FOR_EVER);
    assert_non_null(child);
    assert_true(read_from(child, text, 2) == 2);
    double begun = trey_clock_monotonic();
    trey_os_child_stop(child, 0.01);
    assert_true(trey_clock_monotonic() - begun < 300.0);
}

#if !defined(_WIN32)

static void test_symbolic_links(void **state)
{
    (void)state;
    const char *link = path_of("link"), *target = path_of("target");
    assert_int_equal(symlink(trey_os_name_of(target), link), 0);
    char *followed = trey_os_follow_links(link); /* to nothing yet */
    assert_string_equal(followed, target);
    assert_true(trey_os_exists(link));
    assert_int_equal(trey_os_open(link, TREY_OS_WRITE | TREY_OS_NO_LINK), -1);
    free(followed);
    unlink(link);
    assert_int_equal(symlink(link, link), 0);
    assert_null(trey_os_follow_links(link));
    assert_int_equal(errno, ELOOP);
    unlink(link);
}

static void test_waiting_for_input(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(trey_os_wait_input(ends[0], 1), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    assert_int_equal(trey_os_wait_input(ends[0], -1), 1);
    close(ends[1]);
    close(ends[0]);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_program_path),
        cmocka_unit_test(test_directories),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_modified_time),
        cmocka_unit_test(test_lock),
        cmocka_unit_test(test_nameless),
        cmocka_unit_test(test_map),
        cmocka_unit_test(test_memory_stream),
        cmocka_unit_test(test_pages),
        cmocka_unit_test(test_processor_time),
        cmocka_unit_test(test_child),
        cmocka_unit_test(test_child_is_ended),
#if !defined(_WIN32)
        cmocka_unit_test(test_symbolic_links),
        cmocka_unit_test(test_waiting_for_input),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
