/* Text for XML and HTML. */
#ifndef TREY_RENDER_MARKUP_H
#define TREY_RENDER_MARKUP_H

#include "base/text.h"

/* Appends with the characters that markup gives a meaning replaced. Control characters,
 * which XML forbids, become blanks, and bytes that are no UTF-8 the replacement
 * character, so that any string gives a well-formed document. */
void trey_markup_add(struct trey_text *text, const char *string);

#endif
