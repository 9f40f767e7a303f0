#include "solve_output.h"
int cli_solve_grade(const struct trey_exact *exact, const char *path)
{
    (void)exact;
    (void)path;
    return 1;
}
int cli_solve_tree(const struct trey_exact *exact, const char *state,
                   const struct cli_solve_form *form)
{
    (void)exact;
    (void)state;
    (void)form;
    return 1;
}
