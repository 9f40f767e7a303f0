/* Suggestions for mistyped names, against an edit distance by plain recursion. */
#include "base/names.h"
#include "support/random_case.h"
#include "support/test.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const list[] = {"plan",  "play",      "games",   "a",  "Selfplay",
                                   "fit",   "time-ms",   "network", "ab", "time-limit",
                                   "tiles", "threads-n", NULL};
enum { NAMES = sizeof list / sizeof *list - 1 };

static const char *list_at(int index)
{
    return index >= 0 && index < NAMES ? list[index] : NULL;
}

/* Minimum number of missing, extra, changed or swapped characters. */
static unsigned distance(const char *a, const char *b)
{
    if (*a == '\0' || *b == '\0')
        return (unsigned)(strlen(a) + strlen(b));
    bool same = tolower((unsigned char)*a) == tolower((unsigned char)*b);
    unsigned best = distance(a + 1, b + 1) + (same ? 0 : 1);
    if (same)
        return best; /* no other edit is better */
    unsigned other = distance(a + 1, b) + 1;
    best = other < best ? other : best;
    other = distance(a, b + 1) + 1;
    best = other < best ? other : best;
    if (tolower((unsigned char)a[0]) == tolower((unsigned char)b[1]) &&
        tolower((unsigned char)a[1]) == tolower((unsigned char)b[0])) {
        other = distance(a + 2, b + 2) + 1;
        best = other < best ? other : best;
    }
    return best;
}

static void test_known(void **state)
{
    (void)state;
    assert_string_equal(trey_names_closest("paln", list_at), "plan");
    assert_string_equal(trey_names_closest("PLAY", list_at), "play");
    assert_string_equal(trey_names_closest("time-limt", list_at), "time-limit");
    assert_string_equal(trey_names_closest("selfpaly", list_at), "Selfplay");
    assert_null(trey_names_closest("serve", list_at));
    assert_null(trey_names_closest("b", list_at)); /* every character would be wrong */
    assert_null(trey_names_closest("", list_at));
    char text[300];
    memset(text, 'n', sizeof text);
    text[sizeof text - 1] = '\0';
    assert_null(trey_names_closest(text, list_at));
}

static void test_random(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int i = 0; i < 3000 / (case_share() * case_share()); i++) {
        char word[8] = "";
        const char *name = list[case_below(&random, NAMES)];
        size_t length = strlen(name) < 6 ? strlen(name) : 6;
        memcpy(word, name, length);
        for (int edits = case_below(&random, 4); edits > 0; edits--)
            word[case_below(&random, (int)length)] =
                "plantiems-"[case_below(&random, 10)];
        const unsigned limit = length < 2 ? 0 : (unsigned)(length + 1) / 3;
        unsigned best = UINT32_MAX;
        const char *expected = NULL;
        for (int k = 0; k < NAMES; k++)
            if (distance(word, list[k]) < best) {
                best = distance(word, list[k]);
                expected = list[k];
            }
        const char *found = trey_names_closest(word, list_at);
        if (best > limit)
            expected = NULL;
        if (found != expected)
            fail_msg("seed %llu: \"%s\" is %s, not %s", (unsigned long long)random.seed,
                     word, found ? found : "none", expected ? expected : "none");
    }
}

static void test_text(void **state)
{
    (void)state;
    char text[200];
    trey_names_unknown("thing", "paln", list_at, text, sizeof text);
    assert_memory_equal(
        text, "unknown thing 'paln'; did you mean 'plan'? Known: plan, play,", 61);
    trey_names_unknown("thing", "zzzzz", list_at, text, sizeof text);
    assert_memory_equal(text, "unknown thing 'zzzzz'; known: plan, play,", 41);
    trey_names_unknown("thing", "paln", list_at, text, 10);
    assert_string_equal(text, "unknown t");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
