/* Grades answers of other programs. See grade.c. */
#ifndef TREY_EXTRAS_EXACT_GRADE_H
#define TREY_EXTRAS_EXACT_GRADE_H

#include "trey/exact.h"

/* Grade of an answer. */
enum trey_exact_mark {
    TREY_EXACT_CORRECT,
    TREY_EXACT_WRONG,
    TREY_EXACT_NO_ANSWER, /* the line has no " = " */
};

/* Grades a line "query = values" without line end. Correct is what is within 0.001 of a
 * valid answer: with or without the current score of the board; for an after-state, after
 * any move that reaches it; minimum and maximum as for any image of the board, since the
 * first of equal moves depends on its orientation. A move after the values must be as
 * good as the best. `text` receives the answer of trey_exact_answer, or nothing if the
 * line has no " = ". */
enum trey_exact_mark trey_exact_grade(const struct trey_exact *exact, const char *line,
                                      size_t line_bytes, char *text, size_t size_bytes);

#endif
