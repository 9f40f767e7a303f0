/* Splits request lines into words, and parses tags, numbers, moves and escaped text. */
#include "engine/words.h"

#include "base/decimal.h"
#include "board/cells.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The same whitespace as scanf, so that a line splits into the same words everywhere. */
static const char blanks[] = " \t\r\n\v\f";

static const char tag_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789_.-";

/* Number of bytes from `at` to before `end` that are among these letters. */
static size_t span(const char *line, size_t at, size_t end, const char *letters)
{
    size_t from = at;
    while (at < end && line[at] != '\0' && strchr(letters, line[at]) != NULL)
        at++;
    return at - from;
}

size_t trey_words_tag(const char *line, size_t size_bytes,
                      char tag[TREY_ENGINE_TAG_BYTES])
{
    size_t at = span(line, 0, size_bytes, blanks);
    tag[0] = '\0';
    if (at == size_bytes || line[at++] != '#')
        return 0;
    size_t length = span(line, at, size_bytes, tag_letters), end = at + length;
    bool whole = end == size_bytes || span(line, end, end + 1, blanks) == 1;
    if (length == 0 || length >= TREY_ENGINE_TAG_BYTES || !whole)
        return 0;
    memcpy(tag, line + at, length);
    tag[length] = '\0';
    return end;
}

char *trey_words_next(char **rest)
{
    char *word = *rest + strspn(*rest, blanks);
    size_t length = strcspn(word, blanks);
    if (length == 0)
        return NULL;
    *rest = word + length;
    if (**rest != '\0')
        *(*rest)++ = '\0';
    return word;
}

void trey_words_back(char **rest, char *word)
{
    char *end = word + strlen(word);
    if (*rest > end) /* a blank was overwritten, because the line continues */
        *end = ' ';
    *rest = word;
}

char *trey_words_all(char **rest)
{
    char *text = *rest + strspn(*rest, blanks);
    *rest = text + strlen(text);
    return text;
}

bool trey_words_number(const char *word, double min, double max, double *value)
{
    char *end = NULL;
    if (word == NULL)
        return false;
    *value = trey_read_decimal(word, &end);
    return end != word && *end == '\0' && *value >= min && *value <= max;
}

bool trey_words_count(const char *word, uint64_t min, uint64_t max, uint64_t *value)
{
    if (word == NULL || *word == '\0' || word[strspn(word, "0123456789")] != '\0')
        return false;
    errno = 0;
    *value = strtoull(word, NULL, 10);
    return errno == 0 && *value >= min && *value <= max;
}

bool trey_words_slide(const char *word, enum trey_direction *direction)
{
    return word != NULL && word[0] != '\0' && word[1] == '\0' &&
           trey_direction_of_letter((char)toupper((unsigned char)word[0]), direction);
}

size_t trey_words_unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from == '\\' && (from[1] == 'n' || from[1] == '\\'))
            *to++ = *++from == 'n' ? '\n' : '\\';
        else
            *to++ = *from;
    }
    *to = '\0';
    return (size_t)(to - text);
}
