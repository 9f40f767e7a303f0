/* Text for XML and HTML. */
#ifndef TREY_RENDER_MARKUP_H
#define TREY_RENDER_MARKUP_H

#include "base/text.h"

/* Appends a string with the five special characters of markup escaped. ASCII control
 * characters become blanks. Bytes that are not UTF-8, other control characters and
 * direction marks become the replacement character. So any string gives a well-formed
 * document that is safe to print. */
void trey_markup_add(struct trey_text *text, const char *string);

#endif
