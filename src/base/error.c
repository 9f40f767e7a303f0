#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum trey_status trey_fail(struct trey_error *error, enum trey_status code, size_t line,
                           const char *format, ...)
{
    if (error != NULL) {
        error->code = code;
        error->line = line;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return code;
}

enum trey_status trey_fail_memory(struct trey_error *error, size_t size_bytes)
{
    return trey_fail(error, TREY_ERR_MEMORY, 0, "out of memory (%zu bytes wanted)",
                     size_bytes);
}

const char *trey_status_text(enum trey_status status)
{
    switch (status) {
    case TREY_OK:
        return "done";
    case TREY_ERR_ARGUMENT:
        return "argument out of range";
    case TREY_ERR_INPUT:
        return "malformed input";
    case TREY_ERR_IO:
        return "input or output failed";
    case TREY_ERR_MEMORY:
        return "out of memory";
    case TREY_ERR_LIMIT:
        return "limit too small";
    case TREY_ERR_CANCELLED:
        return "cancelled";
    }
    return "unknown status";
}

void trey_cancel_raise(struct trey_cancel *cancel)
{
    __atomic_store_n(&cancel->raised, 1, __ATOMIC_RELAXED);
}

void trey_cancel_clear(struct trey_cancel *cancel)
{
    __atomic_store_n(&cancel->raised, 0, __ATOMIC_RELAXED);
}

bool trey_cancel_raised(const struct trey_cancel *cancel)
{
    return cancel != NULL && __atomic_load_n(&cancel->raised, __ATOMIC_RELAXED) != 0;
}

const char *trey_version(void)
{
    return TREY_VERSION;
}

void trey_free(void *memory)
{
    free(memory);
}
