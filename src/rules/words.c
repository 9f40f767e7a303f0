/* Splits a line into words "name" and "name=value". */
#include "rules/words.h"

#include "base/error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum trey_status trey_word_read(const char **text, const char *separators,
                                struct trey_word *word, struct trey_error *error)
{
    const char *start = *text + strspn(*text, separators);
    size_t length = strcspn(start, separators), name = 0;
    while (name < length && start[name] != '=')
        name++;
    size_t value = name < length ? length - name - 1 : 0;
    if (name >= TREY_WORD_BYTES || value >= TREY_WORD_BYTES)
        return trey_fail(error, TREY_ERR_INPUT, 0, "the word '%.24s...' is too long",
                         start);
    if (length > 0 && name == 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "'%.24s' has no name before '='",
                         start);
    memcpy(word->name, start, name);
    word->name[name] = '\0';
    memcpy(word->value, start + length - value, value);
    word->value[value] = '\0';
    *text = start + length;
    return TREY_OK;
}

bool trey_word_number(const char *text, int base, uint64_t max, uint64_t *number)
{
    const char *digits = base == 16 ? "0123456789abcdef" : "0123456789";
    if (*text == '\0' || text[strspn(text, digits)] != '\0')
        return false;
    errno = 0;
    *number = strtoull(text, NULL, base);
    return errno == 0 && *number <= max;
}
