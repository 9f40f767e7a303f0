/* Suggestions for mistyped names, and lists of known names. */
#ifndef TREY_BASE_NAMES_H
#define TREY_BASE_NAMES_H

#include "trey/status.h"

/* A list of names: called with 0, 1, ... until it returns NULL. */
typedef const char *trey_names(int index);

/* Finds the name that a mistyped word most likely means.
 *
 * word     what was typed.
 * name_at  the known names.
 *
 * Returns the name that the fewest typing errors turn into `word` (a character missing,
 * extra or changed, or two exchanged; upper and lower case are the same), if they are at
 * most a third of the word's characters, rounded to the nearest number; else NULL. Names
 * longer than 64 characters are never found. Thread-safe. */
const char *trey_names_closest(const char *word, trey_names *name_at);

/* Formats "unknown KIND 'WORD'; did you mean 'NAME'? Known: A, B, C" or, if no name is
 * close, "unknown KIND 'WORD'; known: A, B, C". Text that does not fit is cut.
 *
 * kind        what the names are, for instance "player".
 * size_bytes  size of `text`; that of struct trey_error's message holds any of the
 *             library's lists. */
void trey_names_unknown(const char *kind, const char *word, trey_names *name_at,
                        char *text, size_t size_bytes);

/* trey_fail (TREY_ERR_ARGUMENT) with the text of trey_names_unknown. */
enum trey_status trey_fail_unknown(struct trey_error *error, const char *kind,
                                   const char *word, trey_names *name_at);

#endif
