/* A line longer than the width of the terminal wraps, and rewriting it scrolls the
 * screen. Lines are therefore cut a few columns before the width, which leaves room for
 * the ^C of an interruption. The width is read each time because windows are resized. */
#include "progress.h"
#include "os/os.h"
#include "shown.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void cli_progress_add(struct cli_progress *line, const char *format, ...)
{
    size_t room = sizeof line->text - line->size;
    va_list values;
    va_start(values, format);
    int size = vsnprintf(line->text + line->size, room, format, values);
    va_end(values);
    if (size > 0)
        line->size += (size_t)size < room ? (size_t)size : room - 1;
}

/* Width of a terminal in columns: the terminal's own answer, else $COLUMNS, else 80. */
static size_t terminal_columns(FILE *terminal)
{
    enum { USUAL = 80, MAX_COLUMNS = 10000 };
    const char *columns = getenv("COLUMNS");
    int columns_shown = trey_os_terminal_columns(terminal);
    if (columns_shown > 0)
        return (size_t)columns_shown;
    long given = columns != NULL ? strtol(columns, NULL, 10) : 0;
    return given > 0 && given <= MAX_COLUMNS ? (size_t)given : USUAL;
}

/* Number of bytes of the text that fit into `columns`. File names may contain characters
 * outside ASCII: those from U+1100 on count as two columns, which is never too few.
 * Control characters become '?'. */
static size_t bytes_that_fit(char *text, size_t columns)
{
    size_t at = 0, used = 0;
    while (text[at] != '\0') {
        unsigned char byte = (unsigned char)text[at];
        size_t wide = byte >= 0xe1 ? 2 : 1, bytes = 1;
        while (byte >= 0xc0 && ((unsigned char)text[at + bytes] & 0xc0) == 0x80)
            bytes++;
        if (used + wide > columns)
            break;
        if (byte < ' ' || byte == 0x7f)
            text[at] = '?';
        used += wide;
        at += bytes;
    }
    return at;
}

void cli_progress_show(const struct cli_progress *line, FILE *terminal)
{
    enum { ROOM_FOR_INTERRUPT = 3 };
    char text[sizeof line->text];
    if (!isatty(fileno(terminal)))
        return;
    size_t columns = terminal_columns(terminal);
    snprintf(text, sizeof text, "%s", cli_shown(line->text));
    size_t size = bytes_that_fit(
        text, columns > ROOM_FOR_INTERRUPT ? columns - ROOM_FOR_INTERRUPT : 0);
    fprintf(terminal, "\r%.*s\033[K", (int)size, text);
    fflush(terminal);
}

void cli_progress_clear(FILE *terminal)
{
    if (isatty(fileno(terminal)))
        fputs("\r\033[K", terminal);
}
