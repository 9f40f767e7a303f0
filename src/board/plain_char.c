/* Maps the characters in which boards are written to a few ASCII characters. Input is
 * UTF-8; invalid bytes and characters that boards do not use become '?'. */
#include "board/plain_char.h"

#include <stdint.h>

static char plain_ascii(char c)
{
    switch (c) {
    case '(':
    case '{':
        return '[';
    case ')':
    case '}':
        return ']';
    case '\'':
    case '`':
        return '"';
    case '_':
        return '.';
    case 'X':
        return 'x';
    case '\v':
    case '\f':
        return ' ';
    default:
        return c;
    }
}

static char plain_wide(uint32_t code)
{
    static const uint32_t bars[] = {0x2502, 0x2503, 0x2506, 0x2507, 0x250a, 0x250b,
                                    0x2551, 0x254e, 0x254f, 0x2575, 0x2577};
    for (size_t i = 0; i < sizeof bars / sizeof *bars; i++)
        if (code == bars[i])
            return '|';
    if (code >= 0x2500 && code <= 0x257f)
        return '=';
    if (code >= 0xff01 && code <= 0xff5e) /* full-width ASCII */
        return plain_ascii((char)(code - 0xff01 + '!'));
    if (code == 0x00a0 || code == 0x2009 || code == 0x202f)
        return TREY_GROUPING_BLANK;
    if ((code >= 0x2000 && code <= 0x200b) || code == 0x3000 || code == 0xfeff)
        return ' ';
    if (code == 0x00b7 || code == 0x2022 || code == 0x2219 || code == 0x30fb)
        return '.';
    if (code == 0x2010 || code == 0x2013 || code == 0x2014 || code == 0x2212)
        return '-';
    if (code == 0x2018 || code == 0x2019 || code == 0x201c || code == 0x201d)
        return '"';
    return code == 0x3001 ? ',' : '?';
}

/* Length of a terminal's escape sequence, ESC [ ... letter; 1 if it is not one. */
static size_t escape_size(const char *at)
{
    size_t size = 2;
    if (at[1] != '[')
        return 1;
    while ((at[size] >= '0' && at[size] <= '9') || at[size] == ';')
        size++;
    return (at[size] >= 'A' && at[size] <= 'Z') || (at[size] >= 'a' && at[size] <= 'z')
               ? size + 1
               : 1;
}

char trey_plain_char(const char *at, size_t *size)
{
    const unsigned char *byte = (const unsigned char *)at;
    *size = 1;
    if (at[0] == '\033') {
        *size = escape_size(at);
        return *size > 1 ? ' ' : '?';
    }
    if (at[0] == '\r')
        return at[1] == '\n' ? ' ' : '\n';
    if (byte[0] < 0x80)
        return plain_ascii(at[0]);
    if (byte[0] >= 0xc2 && byte[0] <= 0xdf && (byte[1] & 0xc0) == 0x80) {
        *size = 2;
        return plain_wide((uint32_t)(byte[0] & 31) << 6 | (byte[1] & 63));
    }
    if (byte[0] >= 0xe1 && byte[0] <= 0xef && (byte[1] & 0xc0) == 0x80 &&
        (byte[2] & 0xc0) == 0x80) {
        *size = 3;
        return plain_wide((uint32_t)(byte[0] & 15) << 12 | (uint32_t)(byte[1] & 63) << 6 |
                          (byte[2] & 63));
    }
    return '?';
}
