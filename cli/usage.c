#include "usage.h"
#include "common.h"

#include <stdarg.h>
#include <string.h>

#undef argp_error

enum { MESSAGE_BYTES = 2048 };

void cli_argp_error(const struct argp_state *state, const char *format, ...)
{
    char message[MESSAGE_BYTES], shown[MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(message, sizeof message, format, arguments) < 0)
        message[0] = '\0';
    va_end(arguments);
    cli_write_shown(shown, sizeof shown, message, strlen(message));
    argp_error(state, "%s", shown);
}
