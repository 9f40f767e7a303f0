#include "base/json.h"

#include <inttypes.h>
#include <math.h>

/* Nine digits reproduce every value of a search exactly: the values are floats. */
static const char real_format[] = "%.9g";

static void add_quoted(struct trey_text *text, const char *value)
{
    trey_text_add_char(text, '"');
    for (; *value != '\0'; value++) {
        char c = *value;
        if (c == '"' || c == '\\')
            trey_text_add_char(text, '\\');
        trey_text_add_char(text, c >= ' ' && c <= '~' ? c : '?');
    }
    trey_text_add_char(text, '"');
}

/* Adds a comma if needed, and the key. */
static void begin_value(struct trey_text *text, const char *key)
{
    char last = text->size > 0 ? text->data[text->size - 1] : '{';
    if (last != '{' && last != '[')
        trey_text_add_char(text, ',');
    if (key != NULL) {
        add_quoted(text, key);
        trey_text_add_char(text, ':');
    }
}

void trey_json_open(struct trey_text *text, const char *key, char bracket)
{
    begin_value(text, key);
    trey_text_add_char(text, bracket);
}

void trey_json_close(struct trey_text *text, char bracket)
{
    trey_text_add_char(text, bracket);
}

bool trey_json_open_or_null(struct trey_text *text, const char *key, bool there)
{
    if (there)
        trey_json_open(text, key, '{');
    else
        trey_json_null(text, key);
    return there;
}

void trey_json_string(struct trey_text *text, const char *key, const char *value)
{
    if (value == NULL) {
        trey_json_null(text, key);
        return;
    }
    begin_value(text, key);
    add_quoted(text, value);
}

void trey_json_uint(struct trey_text *text, const char *key, uint64_t value)
{
    begin_value(text, key);
    trey_text_printf(text, "%" PRIu64, value);
}

void trey_json_int(struct trey_text *text, const char *key, int64_t value)
{
    begin_value(text, key);
    trey_text_printf(text, "%" PRId64, value);
}

void trey_json_real(struct trey_text *text, const char *key, double value)
{
    if (!isfinite(value)) {
        trey_json_null(text, key);
        return;
    }
    begin_value(text, key);
    trey_text_printf(text, real_format, value);
}

void trey_json_fixed(struct trey_text *text, const char *key, double value, int decimals)
{
    begin_value(text, key);
    trey_text_printf(text, "%.*f", decimals, value);
}

void trey_json_bool(struct trey_text *text, const char *key, bool value)
{
    begin_value(text, key);
    trey_text_add(text, value ? "true" : "false");
}

void trey_json_null(struct trey_text *text, const char *key)
{
    begin_value(text, key);
    trey_text_add(text, "null");
}

void trey_json_begin_string(struct trey_text *text, const char *key)
{
    begin_value(text, key);
    trey_text_add_char(text, '"');
}
