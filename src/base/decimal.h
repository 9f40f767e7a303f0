/* Numbers that people write. */
#ifndef TREY_BASE_DECIMAL_H
#define TREY_BASE_DECIMAL_H

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Reads a number in decimal notation at the start of a text, as strtod. *end is the text
 * itself if there is none: no hexadecimal digits, infinity, sign +, blanks, or a number
 * so small that it would become 0, which often means something else. Thread-safe. */
static inline double trey_read_decimal(const char *text, char **end)
{
    const char *digits = text + (*text == '-');
    const size_t length = strspn(digits, "0123456789.");
    errno = 0;
    double value = strtod(text, end);
    if (length == 0 || digits[length] == 'x' || digits[length] == 'X' ||
        (errno == ERANGE && !(fabs(value) > 0.0)))
        *end = (char *)(uintptr_t)text;
    return value;
}

#endif
