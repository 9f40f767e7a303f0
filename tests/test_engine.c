/* The engine protocol over pipes: conversations, stop requests, garbage.
 *
 * The engine runs in a thread. A test writes request lines and waits for the answers that
 * it expects, so that nothing depends on speed. */
#include "support/random_case.h"
#include "support/test.h"
#include "trey/engine.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An engine in a thread of its own. */
struct served {
    int to[2], from[2];
    pthread_t thread;
    enum trey_status status;
    char output[1 << 16];
    size_t size;
};

static void *serve_pipe(void *context)
{
    struct served *served = context;
    struct trey_engine_options options;
    trey_engine_defaults(&options);
    options.table_bytes = (size_t)1 << 20;
    served->status = trey_engine_serve(served->to[0], served->from[1], &options, NULL);
    close(served->from[1]);
    return NULL;
}

static void begin_serving(struct served *served)
{
    memset(served, 0, sizeof *served);
    assert_int_equal(pipe(served->to), 0);
    assert_int_equal(pipe(served->from), 0);
    assert_int_equal(pthread_create(&served->thread, NULL, serve_pipe, served), 0);
}

static void write_request(struct served *served, const char *text)
{
    assert_int_equal(write(served->to[1], text, strlen(text)), (ssize_t)strlen(text));
}

/* Reads until one of the two texts was received. */
static void wait_for_either(struct served *served, const char *text, const char *other)
{
    while (strstr(served->output, text) == NULL &&
           strstr(served->output, other) == NULL) {
        struct pollfd ready = {.fd = served->from[0], .events = POLLIN};
        if (poll(&ready, 1, 60000) <= 0)
            fail_msg("no \"%s\" after: %s", text, served->output);
        ssize_t got = read(served->from[0], served->output + served->size,
                           sizeof served->output - 1 - served->size);
        if (got <= 0)
            fail_msg("ended without \"%s\": %s", text, served->output);
        served->size += (size_t)got;
        served->output[served->size] = '\0';
    }
}

static void wait_for(struct served *served, const char *text)
{
    wait_for_either(served, text, text);
}

static void forget_answers(struct served *served)
{
    served->size = 0;
    served->output[0] = '\0';
}

/* Closes the input; keeps all remaining answers. */
static void end_serving(struct served *served)
{
    close(served->to[1]);
    for (;;) {
        if (served->size > sizeof served->output / 2)
            served->size = 0;
        ssize_t got = read(served->from[0], served->output + served->size,
                           sizeof served->output - 1 - served->size);
        if (got <= 0)
            break;
        served->size += (size_t)got;
        served->output[served->size] = '\0';
    }
    pthread_join(served->thread, NULL);
    assert_int_equal(served->status, TREY_OK);
    close(served->to[0]);
    close(served->from[0]);
}

static void test_conversation(void **state)
{
    (void)state;
    static struct served served;
    begin_serving(&served);
    write_request(&served, "trey\n");
    wait_for(&served, "treyok\n");
    assert_non_null(strstr(served.output, "id name trey "));
    write_request(&served,
                  "setoption name Threads value 2\nsetoption name TableMiB value 1\r\n"
                  "isready\nposition window 0000012003300000 next 1\ngo depth 2\n");
    wait_for(&served, "bestmove ");
    assert_non_null(strstr(served.output, "readyok\n"));
    assert_non_null(strstr(served.output, "info depth 2 "));
    forget_answers(&served);
    write_request(
        &served, "position window 0000012003300000 next 1 slides L71:2\ngo nodes 5000\n");
    wait_for(&served, "bestmove ");
    forget_answers(&served);
    write_request(&served,
                  "position 2048,rows=2,cols=2 1221\ngo depth 1\n"); /* full, locked */
    wait_for(&served, "bestmove none\n");
    forget_answers(&served);
    write_request(&served,
                  "position course,rows=3,cols=3 100020003 next 1 deck 0,1,1\ngo\n");
    wait_for(&served, "bestmove ");
    write_request(&served, "quit\n");
    end_serving(&served);
}

static void test_stop(void **state)
{
    (void)state;
    static struct served served;
    begin_serving(&served);
    write_request(&served,
                  "position window 0000012003300000 next 1\ngo infinite\nisready\n");
    wait_for(&served, "readyok\n"); /* during a search */
    assert_null(strstr(served.output, "bestmove"));
    write_request(&served,
                  "position window 0000012003300000 next 2\ngo depth 99\nstop\n");
    wait_for(&served, "bestmove "); /* both are stopped, and may answer in either order */
    memcpy(strstr(served.output, "bestmove "), "BESTMOVE ", 9);
    wait_for(&served, "bestmove ");
    forget_answers(&served);
    write_request(&served, "go infinite\nquit\n");
    wait_for(&served, "bestmove ");
    end_serving(&served);

    begin_serving(&served);
    write_request(&served, "position window 0000012003300000 next 1\ngo infinite\n");
    end_serving(&served); /* the end of input stops them */
    assert_non_null(strstr(served.output, "bestmove "));

    begin_serving(&served);
    write_request(
        &served, "position window 0000012003300000 next 1\ngo depth 1"); /* no line end */
    end_serving(&served);
    assert_non_null(strstr(served.output, "bestmove "));
}

static void test_refusals(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "go depth 1",
        "hallo",
        "#1",
        "#! hello",
        "#a hello you",
        "position",
        "position window",
        "position window 7777777777777777 next",
        "position nothing 0000012003300000 next 1",
        "position window 0000012003300000 next 9",
        "position window 0000012003300000 next 1 deck 9,9,9",
        "position window 0000012003300000 next 1 slides U",
        "position window 0000012003300000 next 1 slides X71:2",
        "position window 0000012003300000 next 1 foo 2",
        "setoption",
        "setoption name Nothing value 1",
        "setoption name TableMiB value -3",
        "setoption name Threads value 1e9",
        "\x01\x02\x1b[31m",
        "position window 0000012003300000 \x1b[31m",
        "position \x1b[31m 0000012003300000",
        "position window 0000012003300000 next \xff",
        "\x0bgo depth 0",
    };
    static struct served served;
    begin_serving(&served);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        forget_answers(&served);
        write_request(&served, lines[i]);
        write_request(&served, "\n");
        wait_for_either(&served, "info string ", "\"error\":");
        for (const char *c = served.output; *c != '\0'; c++)
            assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
    }
    forget_answers(&served);
    write_request(&served,
                  "setoption name Player value nobody\nposition window 0000012003300000 "
                  "next 1\ngo depth 1\n");
    wait_for(&served, "nobody");
    forget_answers(&served);
    write_request(&served,
                  "setoption name Player value points\ngo depth 0\ngo depth 1 nodes\n"
                  "go depth 1\n");
    wait_for(&served, "bestmove ");
    end_serving(&served);
}

/* The reader has closed its end: serving returns an error that says so. */
static void test_closed_output(void **state)
{
    (void)state;
    static const char text[] = "position window 0000012003300000 next 1\ngo infinite\n";
    struct trey_engine_options options;
    struct trey_error error = {0};
    int to[2], from[2];
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(to), 0);
    assert_int_equal(pipe(from), 0);
    close(from[0]);
    assert_int_equal(write(to[1], text, sizeof text - 1), sizeof text - 1);
    close(to[1]);
    trey_engine_defaults(&options);
    assert_int_equal(trey_engine_serve(to[0], from[1], &options, &error), TREY_ERR_IO);
    assert_non_null(strstr(error.message, strerror(EPIPE)));
    close(to[0]);
    close(from[1]);
}

/* Random bytes mixed with words of the protocol. */
static void *write_garbage(void *context)
{
    static const char *const words[] = {
        "position window 0000012003300000 next 1\n",
        "go depth 1\n",
        "stop\n",
        "go nodes 50\n",
        "setoption name ",
        "position 2048 ",
        "\n",
        " next 6,12 deck 1,1,1\n",
        "isready\n",
    };
    struct served *served = context;
    struct random_case random = {.seed = 1, .state = 1};
    for (int i = 0; i < 20000; i++) {
        char bytes[64];
        size_t size = (size_t)case_below(&random, sizeof bytes);
        for (size_t k = 0; k < size; k++)
            bytes[k] = (char)case_below(&random, 256);
        if (i % 3 == 0) {
            const char *word = words[case_below(&random, sizeof words / sizeof *words)];
            size = strlen(word);
            memcpy(bytes, word, size);
        }
        if (size >= 4 && memcmp(bytes, "quit", 4) == 0)
            continue;
        if (write(served->to[1], bytes, size) < 0)
            break;
    }
    /* A line without an end. */
    for (int i = 0; i < 5000; i++)
        if (write(served->to[1], "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 32) < 0)
            break;
    close(served->to[1]);
    return NULL;
}

static void test_garbage(void **state)
{
    (void)state;
    static struct served served;
    pthread_t writer;
    begin_serving(&served);
    assert_int_equal(pthread_create(&writer, NULL, write_garbage, &served), 0);
    char bytes[4096];
    while (read(served.from[0], bytes, sizeof bytes) > 0) {
    }
    pthread_join(writer, NULL);
    pthread_join(served.thread, NULL);
    assert_int_equal(served.status, TREY_OK);
    close(served.to[0]);
    close(served.from[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conversation), cmocka_unit_test(test_stop),
        cmocka_unit_test(test_refusals),     cmocka_unit_test(test_closed_output),
        cmocka_unit_test(test_garbage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
