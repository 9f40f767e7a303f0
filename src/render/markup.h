/* Text for XML and HTML. */
#ifndef TREY_RENDER_MARKUP_H
#define TREY_RENDER_MARKUP_H

#include "base/text.h"

/* Appends a text for markup, with the five characters that have a meaning there replaced
 * by references. Control characters of ASCII become blanks; bytes that are not UTF-8,
 * other control characters and marks of direction become the replacement character. Any
 * string gives a well-formed document that is safe to print. */
void trey_markup_add(struct trey_text *text, const char *string);

#endif
