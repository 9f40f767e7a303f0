/* JSON writer: appends values to a text, member by member, on one line.
 *
 * `key` is NULL for an array element. Commas are added automatically. Strings may contain
 * any bytes: those that are not printable ASCII become '?', so that the text is always
 * one line of valid JSON. */
#ifndef TREY_BASE_JSON_H
#define TREY_BASE_JSON_H

#include "base/text.h"

#include <stdint.h>

/* `bracket` is '{' or '['; the closing one is '}' or ']'. */
void trey_json_open(struct trey_text *text, const char *key, char bracket);
void trey_json_close(struct trey_text *text, char bracket);

/* Opens an object and returns true; if there is none, adds null and returns false. */
bool trey_json_open_or_null(struct trey_text *text, const char *key, bool there);

/* `value` NULL: null. */
void trey_json_string(struct trey_text *text, const char *key, const char *value);
void trey_json_uint(struct trey_text *text, const char *key, uint64_t value);
void trey_json_int(struct trey_text *text, const char *key, int64_t value);
/* null for infinities and NAN. */
void trey_json_real(struct trey_text *text, const char *key, double value);
/* With a fixed number of decimals; the value is finite. */
void trey_json_fixed(struct trey_text *text, const char *key, double value, int decimals);
void trey_json_bool(struct trey_text *text, const char *key, bool value);
void trey_json_null(struct trey_text *text, const char *key);

/* Begins a string that the caller appends itself and ends with a quotation mark; for long
 * strings that need no escapes. */
void trey_json_begin_string(struct trey_text *text, const char *key);

#endif
