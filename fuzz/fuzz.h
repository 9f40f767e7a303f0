/* The entry point that a fuzz target defines, and the check that it uses. */
#ifndef TREY_FUZZ_FUZZ_H
#define TREY_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input as a zero-terminated text, for free(); NULL if out of memory. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (text == NULL)
        return NULL;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* Like assert, but also in optimised builds. */
#define FUZZ_CHECK(condition)                                                            \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition);      \
            abort();                                                                     \
        }                                                                                \
    } while (0)

#endif
