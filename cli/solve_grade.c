/* trey solve --grade and --tree. */
#include "line_reader.h"
#include "solve_output.h"

#include "extras/exact/grade.h"
#include "extras/exact/tree.h"
#include "extras/render/render.h"
#include "trey/render.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ANSWER_BYTES = 1 << 16 };

struct grades {
    uint64_t right, wrong;
    uint64_t only_averages; /* answers whose minimum and maximum were not checked */
};

/* Number of numbers after the '=' of an answer. */
static int count_values(const char *answer, size_t size)
{
    int count = 0;
    bool inside = false, found = false;
    for (size_t i = 0; i < size; i++) {
        const bool blank = answer[i] == ' ' || answer[i] == '\t' || answer[i] == '\r';
        count += found && !blank && !inside;
        inside = found && !blank;
        found |= answer[i] == '=';
    }
    return count;
}

/* Grades a line without its end; prints it if it is wrong. False if the table turns out
 * to be damaged, which the caller of cli_solve_grade reports. */
static bool grade_line(const struct trey_exact *exact, const char *path, uint64_t number,
                       const char *line, size_t size, struct grades *grades)
{
    char answer[TREY_EXACT_ANSWER_BYTES];
    enum trey_exact_mark grade =
        trey_exact_grade(exact, line, size, answer, sizeof answer);
    if (trey_exact_check_damage(exact, NULL) != TREY_OK)
        return false;
    if (count_values(line, size) == 3 && count_values(answer, strlen(answer)) == 1)
        grades->only_averages++;
    if (grade == TREY_EXACT_CORRECT) {
        grades->right++;
        return true;
    }
    grades->wrong++;
    printf("%s:%llu: ", cli_shown(path), (unsigned long long)number);
    cli_print_shown(stdout, line, size);
    if (grade == TREY_EXACT_NO_ANSWER)
        printf(": no answer\n");
    else
        printf(": should be%s\n", answer + 2);
    return true;
}

int cli_solve_grade(const struct trey_exact *exact, const char *path)
{
    struct cli_line_reader reader = {.file = cli_open_input(path),
                                     .max_bytes = MAX_ANSWER_BYTES};
    struct grades grades = {0};
    struct trey_error error;
    if (reader.file == NULL)
        return CLI_FAILED;
    const char *name = reader.file == stdin ? "standard input" : path;
    bool good = true;
    while (good && cli_line_next(&reader))
        if (reader.size_bytes > 0)
            good = grade_line(exact, name, reader.number, reader.line, reader.size_bytes,
                              &grades);
    enum trey_status status = cli_line_finish(&reader, &error);
    cli_line_clear(&reader);
    cli_close_input(reader.file);
    if (status != TREY_OK)
        return cli_fail(path, &error);
    if (!good)
        return CLI_FAILED;
    if (grades.right + grades.wrong == 0)
        return cli_fail_text(name, "the file contains no answer");
    printf("right %llu, wrong %llu\n", (unsigned long long)grades.right,
           (unsigned long long)grades.wrong);
    fflush(stdout);
    if (grades.only_averages > 0)
        fprintf(stderr,
                "trey: minima and maxima of %llu answers were not checked: only averages "
                "are kept\n",
                (unsigned long long)grades.only_averages);
    int finished = cli_finish();
    return grades.wrong > 0 ? CLI_FAILED : finished;
}

static int fail_tree(const char *state, const struct trey_error *error)
{
    if (error->code != TREY_ERR_INPUT)
        return cli_fail(NULL, error);
    fprintf(stderr, "trey: '%s': %s\n", cli_shown(state), cli_shown(error->message));
    return CLI_FAILED;
}

int cli_solve_tree(const struct trey_exact *exact, const char *state,
                   const struct cli_solve_form *form)
{
    struct trey_exact_tree tree;
    struct trey_error error;
    char *text;
    size_t size;
    enum trey_status status =
        trey_exact_tree(exact, state, strlen(state), form->depth, &tree, &error);
    if (status == TREY_OK)
        status = form->svg
                     ? trey_render_tree(&tree, form->remaining, &text, &size, &error)
                     : trey_exact_tree_text(&tree, form->remaining, &text, &size, &error);
    trey_exact_tree_clear(&tree);
    if (status != TREY_OK) /* the caller reports a damaged table */
        return trey_exact_check_damage(exact, NULL) != TREY_OK ? CLI_FAILED
                                                               : fail_tree(state, &error);
    fwrite(text, 1, size, stdout);
    trey_free(text);
    return cli_finish();
}
