/* Out of memory while requests are read: trey_engine_serve with each call of malloc,
 * calloc and realloc failing in turn. Every line is answered, by the requested result or
 * by "out of memory", never by the answer to a part of the line. */
#include "support/test.h"
#include "trey/engine.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long fails_at = -1; /* this call fails, from 0; -1: none */
static long calls;

static bool call_fails(void)
{
    return fails_at >= 0 && calls++ == fails_at;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    return call_fails() ? NULL : __real_malloc(size);
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    return call_fails() ? NULL : __real_calloc(count, size);
}

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size)
{
    return call_fails() ? NULL : __real_realloc(old, size);
}

/* A line that arrives in several pieces. Without its last tile it is another request: a
 * grid of five tiles for six cells, which is refused as such. */
enum { BLANKS = 300000 };

static int open_input(void)
{
    char path[] = "/tmp/trey-test-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    fputs("#1 check course,rows=2,cols=2 1000 next 2\n#2 grid 2048 2x3 2 2 4 0 8", file);
    for (int i = 0; i < BLANKS; i++)
        fputc(' ', file);
    fputs("8\n#3 check course,rows=2,cols=2 1000 next 2\n", file);
    fclose(file);
    int input = open(path, O_RDONLY);
    unlink(path);
    return input;
}

/* Returns the answers; the caller frees them. */
static char *serve_input(int input, enum trey_status *status)
{
    char path[] = "/tmp/trey-test-XXXXXX";
    int output = mkstemp(path);
    struct trey_engine_options options;
    struct trey_error error;
    unlink(path);
    trey_engine_defaults(&options);
    assert_int_equal(lseek(input, 0, SEEK_SET), 0);
    *status = trey_engine_serve(input, output, &options, &error);
    long failing = fails_at;
    fails_at = -1;
    off_t size = lseek(output, 0, SEEK_END);
    char *text = calloc(1, (size_t)size + 1);
    assert_int_equal(pread(output, text, (size_t)size, 0), size);
    close(output);
    fails_at = failing;
    return text;
}

/* The last line with this tag, or NULL. Zero bytes replace the line ends. */
static const char *answer_of(const char *text, size_t size, const char *tag)
{
    const char *found = NULL;
    for (const char *line = text; line < text + size; line += strlen(line) + 1)
        if (strstr(line, tag) != NULL)
            found = line;
    return found;
}

static size_t cut_lines(char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i++)
        if (text[i] == '\n')
            text[i] = '\0';
    return size;
}

static void test_lines_lost(void **state)
{
    (void)state;
    static const char *const tags[] = {"\"tag\":\"1\"", "\"tag\":\"2\"", "\"tag\":\"3\""};
    enum trey_status status;
    int input = open_input(), lost = 0;
    char *whole = serve_input(input, &status);
    size_t whole_size = cut_lines(whole);
    assert_int_equal(status, TREY_OK);
    assert_non_null(strstr(answer_of(whole, whole_size, tags[1]), "\"state\":\"open\""));
    bool more = true;
    for (long k = 0; more; k++) {
        fails_at = k;
        calls = 0;
        char *text = serve_input(input, &status);
        more = calls > k;
        fails_at = -1;
        size_t size = cut_lines(text);
        for (int i = 0; i < 3 && status == TREY_OK; i++) {
            const char *answer = answer_of(text, size, tags[i]);
            const char *expected = answer_of(whole, whole_size, tags[i]);
            assert_non_null(answer);
            if (strcmp(answer, expected) == 0)
                continue;
            assert_non_null(strstr(answer, "\"error\":\"limit\""));
            assert_non_null(strstr(answer, "\"message\":\"out of memory\""));
            lost++;
        }
        free(text);
    }
    assert_true(lost > 3);
    free(whole);
    close(input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
