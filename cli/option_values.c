/* Values of options: parses the text as the kind of the row requires and stores the
 * result in the row's member. Invalid text is wrong usage; the message names the option,
 * what it takes, and the text. */
#include "options_inside.h"

#include "base/decimal.h"
#include "common.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

uint64_t cli_unsigned(const struct cli_line *line, const char *option, const char *text,
                      uint64_t min, uint64_t max)
{
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || value < min ||
        value > max)
        cli_refuse(line, "%s takes a whole number from %llu to %llu, not '%s'", option,
                   (unsigned long long)min, (unsigned long long)max, text);
    return value;
}

double cli_number(const struct cli_line *line, const char *option, const char *text,
                  double min, double max)
{
    char *end = NULL;
    double value = trey_read_decimal(text, &end);
    if (*text == '\0' || *end != '\0' || !(value >= min) || !(value <= max))
        cli_refuse(line, "%s takes a number from %g to %g, not '%s'", option, min, max,
                   text);
    return value;
}

static double parse_seconds(const struct cli_line *line, const char *option,
                            const char *text)
{
    char *end = NULL;
    double value = trey_read_decimal(text, &end);
    bool number = end != text;
    if (*end != '\0' && end[1] == '\0') {
        static const char units[] = "smh";
        static const double seconds[] = {1.0, 60.0, 3600.0};
        const char *unit = strchr(units, *end++);
        number = number && unit != NULL;
        value *= unit == NULL ? 1.0 : seconds[unit - units];
    }
    if (!number || *end != '\0' || !isfinite(value) || value < 0.0 || value > 1e9)
        cli_refuse(line, "%s takes a time such as 90, 10m or 2h, not '%s'", option, text);
    return value;
}

static size_t parse_bytes(const struct cli_line *line, const char *option,
                          const char *text)
{
    static const struct {
        const char *suffix;
        int shift;
    } units[] = {{"", 0},     {"K", 10}, {"KiB", 10}, {"M", 20},
                 {"MiB", 20}, {"G", 30}, {"GiB", 30}};
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    bool number = *text >= '0' && *text <= '9' && errno == 0;
    for (size_t i = 0; number && i < sizeof units / sizeof *units; i++)
        if (strcasecmp(end, units[i].suffix) == 0 && value != 0 &&
            value <= (SIZE_MAX >> units[i].shift))
            return (size_t)value << units[i].shift;
    cli_refuse(line, "%s takes a size such as 256M or 2G, not '%s'", option, text);
}

/* Formats a size as a user would type it: "64G". */
static void format_bytes(uint64_t bytes, char *text, size_t size)
{
    bool whole_gib = bytes % ((uint64_t)1 << 30) == 0;
    snprintf(text, size, "%llu%c", (unsigned long long)(bytes >> (whole_gib ? 30 : 20)),
             whole_gib ? 'G' : 'M');
}

static size_t parse_bytes_between(const struct cli_line *line, const char *option,
                                  const struct cli_option *row, const char *text)
{
    const size_t value = parse_bytes(line, option, text);
    char min[32], max[32];
    if (row->max == 0 || (value >= row->min && value <= row->max))
        return value;
    format_bytes(row->min, min, sizeof min);
    format_bytes(row->max, max, sizeof max);
    cli_refuse(line, "%s takes a size from %s to %s, not '%s'", option, min, max, text);
}

/* "a|b|c" as "a, b or c". */
static void format_words(const char *words, char *text, size_t size)
{
    size_t used = 0;
    while (*words != '\0' && used < size) {
        const size_t length = strcspn(words, "|");
        const char *rest = words + length + (words[length] == '|');
        const char *gap = *rest == '\0' ? "" : strchr(rest, '|') != NULL ? ", " : " or ";
        used +=
            (size_t)snprintf(text + used, size - used, "%.*s%s", (int)length, words, gap);
        words = rest;
    }
}

/* Index of the word in "a|b|c". */
static uint64_t parse_choice(const struct cli_line *line, const char *option,
                             const char *words, const char *text)
{
    char list[256] = "";
    const size_t length = strlen(text);
    const char *word = words, *bar;
    for (uint64_t i = 0;; i++, word = bar + 1) {
        if (strncmp(word, text, length) == 0 && strcspn(word, "|") == length)
            return i;
        if ((bar = strchr(word, '|')) == NULL)
            break;
    }
    format_words(words, list, sizeof list);
    cli_refuse(line, "%s takes %s, not '%s'", option, list, text);
}

static void store_integer(uint64_t value, void *to, size_t size)
{
    const uint8_t value8 = (uint8_t)value;
    const uint32_t value32 = (uint32_t)value;
    if (size == sizeof value8)
        memcpy(to, &value8, size);
    else if (size == sizeof value32)
        memcpy(to, &value32, size);
    else
        memcpy(to, &value, size);
}

void cli_store_value(struct cli_line *line, const struct cli_option *row,
                     const char *text, char *base)
{
    char option[64];
    void *to = base == NULL ? NULL : base + row->at;
    const double unit = row->unit == 0.0 ? 1.0 : row->unit;
    snprintf(option, sizeof option, "--%s", row->name);
    if (row->not_stream != NULL && cli_is_standard(text))
        cli_refuse(line, "%s takes a %s, not %s", option,
                   row->is_directory ? "directory" : "file", row->not_stream);
    switch (row->kind) {
    case CLI_KIND_FLAG:
        *(bool *)to = true;
        break;
    case CLI_KIND_TEXT:
        *(const char **)to = text;
        break;
    case CLI_KIND_WHOLE:
        store_integer(cli_unsigned(line, option, text, row->min, row->max) *
                          (uint64_t)unit,
                      to, row->size);
        break;
    case CLI_KIND_NUMBER:
        *(double *)to = unit * cli_number(line, option, text, row->low, row->high);
        break;
    case CLI_KIND_SECONDS:
        *(double *)to = parse_seconds(line, option, text);
        break;
    case CLI_KIND_BYTES:
        store_integer(parse_bytes_between(line, option, row, text), to, row->size);
        break;
    case CLI_KIND_CHOICE: {
        const uint64_t index = parse_choice(line, option, row->words, text);
        if (row->type == CLI_TYPE_TEXT)
            *(const char **)to = text;
        else if (row->type == CLI_TYPE_BOOL)
            *(bool *)to = index != 0;
        else
            store_integer(index, to, row->size);
        break;
    }
    case CLI_KIND_PARSED:
        row->parse(line, row, text, to);
        break;
    case CLI_KIND_END:
    case CLI_KIND_HEADING:
    case CLI_KIND_PART:
        break;
    }
}

bool cli_row_is_valid(const struct cli_option *row)
{
    const bool integer = row->type == CLI_TYPE_OTHER &&
                         (row->size == 1 || row->size == 4 || row->size == 8);
    const bool takes_value = row->value != NULL;
    switch (row->kind) {
    case CLI_KIND_FLAG:
        return row->type == CLI_TYPE_BOOL && !takes_value;
    case CLI_KIND_TEXT:
        return row->type == CLI_TYPE_TEXT && takes_value;
    case CLI_KIND_WHOLE:
        return integer && takes_value && row->min <= row->max;
    case CLI_KIND_BYTES:
        return integer && takes_value && row->size == sizeof(size_t);
    case CLI_KIND_NUMBER:
        return row->type == CLI_TYPE_DOUBLE && takes_value && row->low < row->high;
    case CLI_KIND_SECONDS:
        return row->type == CLI_TYPE_DOUBLE && takes_value;
    case CLI_KIND_CHOICE:
        return (row->type != CLI_TYPE_DOUBLE || integer) && takes_value &&
               row->words != NULL;
    case CLI_KIND_PARSED:
        return row->parse != NULL;
    case CLI_KIND_PART:
        return row->part != NULL;
    case CLI_KIND_END:
    case CLI_KIND_HEADING:
        break;
    }
    return true;
}
