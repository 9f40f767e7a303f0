/* Lines that the exact solver answers or grades: an answer is -1 or numbers, consistent
 * for all options, and graded as correct; a line that is a state has a tree. */
#include "extras/exact/grade.h"
#include "extras/exact/tree.h"
#include "extras/render/render.h"
#include "fuzz.h"
#include "trey/exact.h"
#include "trey/render.h"

#include <stdlib.h>
#include <string.h>

static const struct trey_exact *solution(int which)
{
    static struct trey_exact *solved[3];
    static const enum trey_exact_rules rules[3] = {TREY_EXACT_COURSE, TREY_EXACT_2048,
                                                   TREY_EXACT_COURSE};
    if (solved[which] == NULL) {
        struct trey_exact_options options;
        struct trey_shape shape = {2, which == 2 ? 3 : 2};
        trey_exact_defaults(rules[which], shape, &options);
        options.threads = 1;
        FUZZ_CHECK(trey_exact_solve(&options, &solved[which], NULL) == TREY_OK);
    }
    return solved[which];
}

static bool is_illegal(const char *answer, size_t size)
{
    return size == 5 && memcmp(answer, " = -1", 5) == 0;
}

static void check_tree(const struct trey_exact *exact, const char *line, size_t size,
                       bool legal)
{
    struct trey_exact_tree tree;
    enum trey_status status = trey_exact_tree(exact, line, size, 2, &tree, NULL);
    FUZZ_CHECK((status == TREY_OK) == legal);
    FUZZ_CHECK((tree.count > 0) == legal);
    for (int svg = 0; svg < 2 && legal; svg++) {
        char *text = NULL;
        size_t bytes = 0;
        status = svg != 0 ? trey_render_tree(&tree, false, &text, &bytes, NULL)
                          : trey_exact_tree_text(&tree, false, &text, &bytes, NULL);
        FUZZ_CHECK(status == TREY_OK && bytes > 0 && strlen(text) == bytes);
        trey_free(text);
    }
    trey_exact_tree_clear(&tree);
}

/* The line with trey's own answer is graded as correct. */
static void check_grade(const struct trey_exact *exact, const char *line, size_t size,
                        const char *answer, size_t answer_bytes)
{
    char *whole = malloc(size + answer_bytes), should[TREY_EXACT_ANSWER_BYTES];
    if (whole == NULL)
        return;
    memcpy(whole, line, size);
    memcpy(whole + size, answer, answer_bytes);
    FUZZ_CHECK(trey_exact_grade(exact, whole, size + answer_bytes, should,
                                sizeof should) == TREY_EXACT_CORRECT);
    free(whole);
}

static void check_line(const struct trey_exact *exact, const char *line, size_t size)
{
    char answer[4][TREY_EXACT_ANSWER_BYTES];
    size_t bytes[4];
    for (int how = 0; how < 4; how++) {
        bytes[how] = trey_exact_answer(exact, line, size, how % 2 != 0, how / 2 != 0,
                                       answer[how], sizeof answer[how]);
        FUZZ_CHECK(bytes[how] < TREY_EXACT_ANSWER_BYTES - 1);
        FUZZ_CHECK(memcmp(answer[how], " = ", 3) == 0);
        FUZZ_CHECK(is_illegal(answer[how], bytes[how]) ==
                   is_illegal(answer[0], bytes[0]));
    }
    bool legal = !is_illegal(answer[0], bytes[0]);
    for (int how = 0; how < 4; how++)
        check_grade(exact, line, size, answer[how], bytes[how]);
    check_tree(exact, line, size, legal);
    trey_exact_grade(exact, line, size, answer[0], sizeof answer[0]);
    FUZZ_CHECK(strlen(answer[0]) < TREY_EXACT_ANSWER_BYTES - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = (const char *)data, *end = line + size;
    for (int lines = 0; lines < 8 && line <= end; lines++) {
        const char *stop = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
        size_t length = (size_t)((stop != NULL ? stop : end) - line);
        for (int which = 0; which < 3; which++)
            check_line(solution(which), line, length);
        line += length + 1;
    }
    return 0;
}
