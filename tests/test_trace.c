/* The planner's compacted trace against a plain store of every link: both must give the
 * same moves to a board, however often the trace was compacted. */
#include "sequence/trace.h"
#include "support/random_case.h"
#include "support/test.h"

#include <stdlib.h>

enum { WIDTH = 40, LAYERS = 4000 };

/* Every link of every layer, and their counts. */
struct plain {
    uint32_t link[LAYERS + 1][WIDTH];
    uint32_t count[LAYERS + 1];
};

static void plain_path(const struct plain *plain, size_t depth, uint32_t place,
                       uint8_t *moves)
{
    for (size_t layer = depth; layer > 0; layer--) {
        uint32_t link = plain->link[layer][place];
        moves[layer - 1] = (uint8_t)(link & 3);
        place = link >> 2;
    }
}

/* The links of a layer: parents are from a part of the layer before, so that lines
 * die. */
static void random_layer(struct random_case *random, struct plain *plain, size_t layer)
{
    uint32_t parents = plain->count[layer - 1];
    uint32_t survivors = 1 + (uint32_t)case_below(random, (int)parents);
    uint32_t first = (uint32_t)case_below(random, (int)(parents - survivors + 1));
    plain->count[layer] = 1 + (uint32_t)case_below(random, WIDTH);
    for (uint32_t i = 0; i < plain->count[layer]; i++) {
        uint32_t parent = first + (uint32_t)case_below(random, (int)survivors);
        plain->link[layer][i] = trey_link(parent, (unsigned)case_below(random, 4));
    }
}

static void expect_paths(const struct trey_trace *trace, const struct plain *plain,
                         size_t depth)
{
    static uint8_t expected[LAYERS], moves[LAYERS];
    assert_int_equal(trey_trace_depth(trace), depth);
    for (uint32_t place = 0; place < plain->count[depth]; place++) {
        plain_path(plain, depth, place, expected);
        trey_trace_path(trace, depth, place, moves);
        assert_memory_equal(moves, expected, depth);
    }
}

static void add_layers(struct random_case *random, struct plain *plain,
                       size_t limit_bytes, int *compactions)
{
    struct trey_trace trace;
    assert_true(trey_trace_make(&trace, WIDTH, limit_bytes));
    plain->count[0] = 1;
    for (size_t layer = 1; layer <= LAYERS; layer++) {
        random_layer(random, plain, layer);
        if (trey_trace_is_full(&trace, plain->count[layer])) {
            ++*compactions;
            expect_paths(&trace, plain, layer - 1);
        }
        uint32_t *links = trey_trace_add_layer(&trace, plain->count[layer]);
        if (links == NULL)
            break; /* the limit is too small for this history */
        for (uint32_t i = 0; i < plain->count[layer]; i++)
            links[i] = plain->link[layer][i];
        if (layer % 97 == 0 || layer == LAYERS || case_below(random, 300) == 0)
            expect_paths(&trace, plain, layer);
    }
    trey_trace_clear(&trace);
}

static void test_paths(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct plain *plain = malloc(sizeof *plain);
    assert_non_null(plain);
    int compactions = 0;
    for (size_t bytes = 1 << 11; bytes <= 1 << 20; bytes *= 2)
        add_layers(&random, plain, bytes, &compactions);
    assert_true(compactions > 100);
    free(plain);
}

static void test_a_single_line(void **state)
{
    (void)state;
    struct trey_trace trace;
    assert_true(trey_trace_make(&trace, 1, 64));
    uint8_t moves[1000];
    for (size_t layer = 1; layer <= 1000; layer++) {
        uint32_t *link = trey_trace_add_layer(&trace, 1);
        assert_non_null(link);
        *link = trey_link(0, (unsigned)(layer * layer / 3 % 4));
    }
    trey_trace_path(&trace, 1000, 0, moves);
    for (size_t layer = 1; layer <= 1000; layer++)
        assert_int_equal(moves[layer - 1], layer * layer / 3 % 4);
    trey_trace_clear(&trace);
}

/* With no byte for links there is no layer, and no error. */
static void test_no_room(void **state)
{
    (void)state;
    for (size_t bytes = 0; bytes < 8; bytes += 4) {
        struct trey_trace trace;
        assert_true(trey_trace_make(&trace, WIDTH, bytes));
        assert_null(trey_trace_add_layer(&trace, 3));
        trey_trace_clear(&trace);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_a_single_line),
        cmocka_unit_test(test_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
