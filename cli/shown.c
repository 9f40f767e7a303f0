/* Text from files and arguments is escaped before a terminal sees it: an escape sequence
 * in a file's name could clear the screen, change what was printed before, or answer a
 * prompt of the shell. */
#include "shown.h"

#include <stdbool.h>
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

/* True for what reorders a line, so that it reads as something else, or ends it. */
static bool turns_text(uint32_t code)
{
    return code == 0x061c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/* Writes the character at `bytes` as it is shown. Returns the number of bytes read, which
 * is at least 1, and in *written the number of bytes of `shown`. */
static size_t show_one(const unsigned char *bytes, size_t size, char shown[ESCAPE_BYTES],
                       size_t *written)
{
    uint32_t code = 0;
    const size_t count = decode(bytes, size, &code);
    int length;
    if (count == 0)
        length = snprintf(shown, ESCAPE_BYTES, "\\x%02x", bytes[0]);
    else if (code == '\n' || code == '\r')
        length = snprintf(shown, ESCAPE_BYTES, "\\%c", code == '\n' ? 'n' : 'r');
    else if (is_control(code) && code < 0x80)
        length = snprintf(shown, ESCAPE_BYTES, "\\x%02x", (unsigned)code);
    else if (is_control(code) || turns_text(code))
        length = snprintf(shown, ESCAPE_BYTES, "\\u%04x", (unsigned)code);
    else {
        memcpy(shown, bytes, count);
        length = (int)count;
    }
    *written = (size_t)length;
    return count == 0 ? 1 : count;
}

/* Number of bytes at the beginning that may be printed as they are. */
static size_t count_plain(const char *bytes, size_t size)
{
    size_t at = 0;
    while (at < size) {
        uint32_t code;
        const size_t count = decode((const unsigned char *)bytes + at, size - at, &code);
        if (count == 0 || is_control(code) || turns_text(code))
            break;
        at += count;
    }
    return at;
}

size_t cli_write_shown(char *shown, size_t room, const char *text, size_t size)
{
    size_t at = 0, used = 0;
    while (at < size) {
        char one[ESCAPE_BYTES];
        size_t written;
        at += show_one((const unsigned char *)text + at, size - at, one, &written);
        if (used + written >= room)
            break;
        memcpy(shown + used, one, written);
        used += written;
    }
    shown[used] = '\0';
    return used;
}

/* Memory for a text, used again after SLOTS calls. */
static char *next_slot(void)
{
    static _Thread_local char slots[SLOTS][SLOT_BYTES];
    static _Thread_local unsigned next;
    return slots[next++ % SLOTS];
}

const char *cli_shown(const char *text)
{
    if (text == NULL)
        return "";
    const size_t size = strlen(text);
    if (count_plain(text, size) == size)
        return text;
    char *slot = next_slot();
    cli_write_shown(slot, SLOT_BYTES, text, size);
    return slot;
}

const char *cli_utf8(const char *text)
{
    if (text == NULL)
        return "";
    const size_t size = strlen(text);
    char *slot = NULL;
    size_t used = 0;
    for (size_t at = 0; at < size;) {
        uint32_t code;
        const size_t count = decode((const unsigned char *)text + at, size - at, &code);
        if (count == 0 && slot == NULL) {
            slot = next_slot();
            used = at < SLOT_BYTES - 1 ? at : SLOT_BYTES - 1;
            memcpy(slot, text, used);
        }
        if (slot != NULL) {
            char one[ESCAPE_BYTES];
            if (count == 0)
                snprintf(one, sizeof one, "\\x%02x", (unsigned char)text[at]);
            else
                memcpy(one, text + at, count);
            const size_t written = count == 0 ? 4 : count;
            if (used + written >= SLOT_BYTES)
                break;
            memcpy(slot + used, one, written);
            used += written;
        }
        at += count == 0 ? 1 : count;
    }
    if (slot != NULL)
        slot[used] = '\0';
    return slot != NULL ? slot : text;
}

void cli_print_shown(FILE *out, const char *bytes, size_t size)
{
    size_t at = 0;
    while (at < size) {
        const size_t plain = count_plain(bytes + at, size - at);
        fwrite(bytes + at, 1, plain, out);
        at += plain;
        if (at < size) {
            char one[ESCAPE_BYTES];
            size_t written;
            at += show_one((const unsigned char *)bytes + at, size - at, one, &written);
            fwrite(one, 1, written, out);
        }
    }
}
