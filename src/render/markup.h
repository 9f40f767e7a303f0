/* Text for XML and HTML. */
#ifndef TREY_RENDER_MARKUP_H
#define TREY_RENDER_MARKUP_H

#include "util/text.h"

/* Appends with the characters that markup gives a meaning replaced; control characters,
 * which XML forbids, become blanks. */
void trey_markup_add(struct trey_text *text, const char *string);

#endif
