/* Text from files and arguments is escaped before a terminal sees it: an escape sequence
 * in a file's name could clear the screen, change what was printed before, or answer a
 * prompt of the shell. */
#include "shown.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SLOTS = 8, SLOT_BYTES = 1024, ESCAPE_BYTES = 8 };

/* Number of bytes of the UTF-8 character at `bytes`, where `size` > 0 bytes are
 * readable, and its code in *code; 0 if it is not one (too long a form, a surrogate, cut
 * off). */
static size_t decode(const unsigned char *bytes, size_t size, uint32_t *code)
{
    static const uint32_t min[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = bytes[0];
    const size_t count = first < 0x80             ? 1
                         : (first & 0xe0) == 0xc0 ? 2
                         : (first & 0xf0) == 0xe0 ? 3
                         : (first & 0xf8) == 0xf0 ? 4
                                                  : 0;
    if (count == 0 || count > size)
        return 0;
    *code = count == 1 ? first : first & (0x7fU >> count);
    for (size_t i = 1; i < count; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (bytes[i] & 0x3fU);
    }
    const bool valid =
        *code >= min[count] && *code <= 0x10ffff && !(*code >= 0xd800 && *code <= 0xdfff);
    return valid ? count : 0;
}

static bool is_control(uint32_t code)
{
    return (code < 0x20 && code != '\t') || (code >= 0x7f && code <= 0x9f);
}

/* True for characters that change the direction of text or end the line. */
static bool changes_direction(uint32_t code)
{
    return code == 0x061c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/* The characters that are escaped. */
enum escaped {
    INVALID_BYTES, /* bytes that are not UTF-8 */
    ALSO_CONTROLS  /* these and all characters that control a terminal */
};

static bool is_escaped(uint32_t code, enum escaped which)
{
    return which == ALSO_CONTROLS && (is_control(code) || changes_direction(code));
}

/* Writes the character at `bytes` as it is shown. Returns the number of bytes read, which
 * is at least 1, and in *written the number of bytes of `shown`. */
static size_t show_one(const unsigned char *bytes, size_t size, enum escaped which,
                       char shown[ESCAPE_BYTES], size_t *written)
{
    uint32_t code = 0;
    const size_t count = decode(bytes, size, &code);
    int length;
    if (count == 0)
        length = snprintf(shown, ESCAPE_BYTES, "\\x%02x", bytes[0]);
    else if (!is_escaped(code, which)) {
        memcpy(shown, bytes, count);
        length = (int)count;
    } else if (code == '\n' || code == '\r')
        length = snprintf(shown, ESCAPE_BYTES, "\\%c", code == '\n' ? 'n' : 'r');
    else
        length = snprintf(shown, ESCAPE_BYTES, code < 0x80 ? "\\x%02x" : "\\u%04x",
                          (unsigned)code);
    *written = (size_t)length;
    return count == 0 ? 1 : count;
}

/* Number of bytes at the start that need no escape. */
static size_t count_plain(const char *bytes, size_t size, enum escaped which)
{
    size_t at = 0;
    while (at < size) {
        uint32_t code;
        const size_t count = decode((const unsigned char *)bytes + at, size - at, &code);
        if (count == 0 || is_escaped(code, which))
            break;
        at += count;
    }
    return at;
}

bool cli_is_utf8(const char *bytes, size_t size)
{
    return count_plain(bytes, size, INVALID_BYTES) == size;
}

static size_t write_text(char *shown, size_t room, const char *text, size_t size,
                         enum escaped which)
{
    size_t at = 0, used = 0;
    while (at < size) {
        char one[ESCAPE_BYTES];
        size_t written;
        at += show_one((const unsigned char *)text + at, size - at, which, one, &written);
        if (used + written >= room)
            break;
        memcpy(shown + used, one, written);
        used += written;
    }
    shown[used] = '\0';
    return used;
}

/* The text itself if it needs no escape, else a copy that is valid for SLOTS calls. */
static const char *escape(const char *text, enum escaped which)
{
    static _Thread_local char slots[SLOTS][SLOT_BYTES];
    static _Thread_local unsigned next;
    if (text == NULL)
        return "";
    const size_t size = strlen(text);
    if (count_plain(text, size, which) == size)
        return text;
    char *slot = slots[next++ % SLOTS];
    write_text(slot, SLOT_BYTES, text, size, which);
    return slot;
}

const char *cli_shown(const char *text)
{
    return escape(text, ALSO_CONTROLS);
}

const char *cli_utf8(const char *text)
{
    return escape(text, INVALID_BYTES);
}

size_t cli_write_shown(char *shown, size_t room, const char *text, size_t size)
{
    return write_text(shown, room, text, size, ALSO_CONTROLS);
}

void cli_print_quoted(FILE *out, const char *text)
{
    putc('"', out);
    for (text = cli_shown(text); *text != '\0'; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

void cli_print_shown(FILE *out, const char *bytes, size_t size)
{
    size_t at = 0;
    while (at < size) {
        const size_t plain = count_plain(bytes + at, size - at, ALSO_CONTROLS);
        fwrite(bytes + at, 1, plain, out);
        at += plain;
        if (at < size) {
            char one[ESCAPE_BYTES];
            size_t written;
            at += show_one((const unsigned char *)bytes + at, size - at, ALSO_CONTROLS,
                           one, &written);
            fwrite(one, 1, written, out);
        }
    }
}
