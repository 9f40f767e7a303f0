/* Escapes text for XML and HTML. */
#include "render/markup.h"

/* True for characters that change the direction of text, by which a name could look like
 * another one. */
static bool changes_direction(unsigned long code)
{
    return code == 0x061c || code == 0x200e || code == 0x200f ||
           (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/* Size in bytes of the first UTF-8 character of a string. 0 if it is invalid or must be
 * replaced: not allowed in XML (surrogates, U+FFFE, U+FFFF), a C1 control character, or
 * one that changes the direction. Reads no byte after the final zero. */
static int character_size(const unsigned char *string)
{
    static const unsigned long min_code[5] = {0, 0, 0x80, 0x800, 0x10000};
    int size = string[0] < 0x80   ? 1
               : string[0] < 0xc0 ? 0
               : string[0] < 0xe0 ? 2
               : string[0] < 0xf0 ? 3
               : string[0] < 0xf8 ? 4
                                  : 0;
    if (size < 2)
        return size;
    unsigned long code = string[0] & (0x7fu >> size);
    for (int i = 1; i < size; i++) {
        if ((string[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (string[i] & 0x3fu);
    }
    bool allowed = code >= min_code[size] && code <= 0x10ffff &&
                   (code < 0xd800 || code > 0xdfff) && code != 0xfffe && code != 0xffff &&
                   code > 0x9f && !changes_direction(code);
    return allowed ? size : 0;
}

/* The replacement of an ASCII character; NULL: none. */
static const char *replacement_of(unsigned char byte)
{
    switch (byte) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return byte < 32 || byte == 127 ? " " : NULL;
    }
}

void trey_markup_add(struct trey_text *text, const char *string)
{
    while (*string != '\0') {
        int size = character_size((const unsigned char *)string);
        const char *replacement =
            size == 0 ? "\xef\xbf\xbd" : replacement_of((unsigned char)*string);
        if (replacement != NULL)
            trey_text_add(text, replacement);
        else
            trey_text_add_bytes(text, string, (size_t)size);
        string += size == 0 ? 1 : size;
    }
}
