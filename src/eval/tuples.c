#include "eval/network.h"
#include "util/error.h"

#include <string.h>

/* One tuple; *at is moved behind it. */
static bool read_tuple(const char **at, uint64_t *mask)
{
    int cells = 0;
    *mask = 0;
    for (; **at != '\0' && **at != ' ' && **at != ','; (*at)++, cells++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = strchr(digits, **at);
        uint64_t nibble = digit != NULL ? (uint64_t)15 << (4 * (digit - digits)) : 0;
        if (nibble == 0 || (*mask & nibble) != 0)
            return false;
        *mask |= nibble;
    }
    return cells >= 1 && cells <= TREY_NETWORK_MOST_CELLS;
}

static void add_tuple(struct trey_tuples *tuples, uint64_t mask)
{
    int cells = 0, tuple = tuples->count++;
    tuples->mask[tuple] = mask;
    for (int cell = 0; cell < 16; cell++) {
        bool in = (mask >> (4 * cell) & 15) != 0;
        tuples->shift[tuple][cell] = (int8_t)(in ? 4 * cells : -1);
        cells += in;
    }
    tuples->size[tuple] = (uint32_t)1 << (4 * cells);
}

enum trey_status trey_tuples_parse(const char *text, struct trey_tuples *tuples,
                                   struct trey_error *error)
{
    *tuples = (struct trey_tuples){0};
#if defined(__x86_64__)
    tuples->pext = __builtin_cpu_supports("bmi2");
#endif
    for (;;) {
        while (*text == ' ' || *text == ',')
            text++;
        if (*text == '\0')
            break;
        uint64_t mask;
        const char *start = text;
        if (tuples->count == TREY_NETWORK_MOST_TUPLES || !read_tuple(&text, &mask))
            return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                             "\"%.16s\": a tuple is 1 to %d different cells 0..f, and "
                             "there are at most %d",
                             start, TREY_NETWORK_MOST_CELLS, TREY_NETWORK_MOST_TUPLES);
        add_tuple(tuples, mask);
    }
    if (tuples->count == 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "no tuples");
    return TREY_OK;
}

void trey_tuples_format(const struct trey_tuples *tuples, char *text)
{
    for (int tuple = 0; tuple < tuples->count; tuple++) {
        if (tuple > 0)
            *text++ = ' ';
        for (int cell = 0; cell < 16; cell++)
            if (tuples->shift[tuple][cell] >= 0)
                *text++ = "0123456789abcdef"[cell];
    }
    *text = '\0';
}
