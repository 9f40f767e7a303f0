/* The sizes of the public structs of options. They stay within a minor version, because a
 * program that was compiled with older headers passes structs of that size: a new member
 * takes the place of reserved ones (TREY_RESERVED). A size may change only together with
 * the soname. */
#include "support/test.h"
#include "trey/engine.h"
#include "trey/exact.h"
#include "trey/learn.h"
#include "trey/odds.h"
#include "trey/plan.h"
#include "trey/played.h"
#include "trey/review.h"
#include "trey/search.h"
#include "trey/selfplay.h"

#include <stdio.h>
#include <string.h>

#define SIZE(name, size_bytes)                                                           \
    {                                                                                    \
#name, sizeof(struct name), size_bytes                                           \
    }

/* Sizes where pointers and size_t have 64 bits. */
static const struct {
    const char *name;
    size_t found, expected;
} sizes[] = {
    SIZE(trey_engine_options, 320),   SIZE(trey_exact_options, 160),
    SIZE(trey_learn_options, 184),    SIZE(trey_export_options, 144),
    SIZE(trey_odds_options, 104),     SIZE(trey_plan_options, 144),
    SIZE(trey_played_options, 128),   SIZE(trey_review_options, 224),
    SIZE(trey_search_limits, 136),    SIZE(trey_player_options, 240),
    SIZE(trey_selfplay_options, 208),
};

static void test_sizes(void **state)
{
    (void)state;
    if (sizeof(void *) != 8)
        skip();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (sizes[i].found != sizes[i].expected)
            fprintf(stderr, "struct %s has %zu bytes\n", sizes[i].name, sizes[i].found);
        assert_int_equal(sizes[i].found, sizes[i].expected);
    }
}

/* Fails unless ..._defaults sets the reserved members to 0, whatever was there. */
#define CHECK_RESERVED(type, call)                                                       \
    do {                                                                                 \
        struct type options;                                                             \
        memset(&options, 0x55, sizeof options);                                          \
        call;                                                                            \
        for (size_t i = 0; i < sizeof options.reserved / sizeof *options.reserved; i++)  \
            assert_int_equal(options.reserved[i], 0);                                    \
    } while (0)

static void test_defaults(void **state)
{
    struct trey_rules rules;
    const struct trey_shape shape = {2, 3};
    (void)state;
    assert_int_equal(trey_rules_named("window", &rules, NULL), TREY_OK);
    CHECK_RESERVED(trey_engine_options, trey_engine_defaults(&options));
    CHECK_RESERVED(trey_exact_options,
                   trey_exact_defaults(TREY_EXACT_COURSE, shape, &options));
    CHECK_RESERVED(trey_learn_options, trey_learn_defaults(&options));
    CHECK_RESERVED(trey_plan_options, trey_plan_defaults(&options));
    CHECK_RESERVED(trey_played_options, trey_played_defaults(&rules, &options));
    CHECK_RESERVED(trey_review_options, trey_review_defaults(&options));
    CHECK_RESERVED(trey_search_limits, trey_search_limits_defaults(&options));
    CHECK_RESERVED(trey_player_options, trey_player_defaults(&options));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
