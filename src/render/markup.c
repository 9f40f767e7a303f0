#include "render/markup.h"

void trey_markup_add(struct trey_text *text, const char *string)
{
    for (; *string != '\0'; string++) {
        unsigned char byte = (unsigned char)*string;
        if (byte == '&')
            trey_text_add(text, "&amp;");
        else if (byte == '<')
            trey_text_add(text, "&lt;");
        else if (byte == '>')
            trey_text_add(text, "&gt;");
        else if (byte == '"')
            trey_text_add(text, "&quot;");
        else if (byte == '\'')
            trey_text_add(text, "&#39;");
        else
            trey_text_add_char(text, byte < 32 || byte == 127 ? ' ' : *string);
    }
}
