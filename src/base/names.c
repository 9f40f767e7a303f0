/* Mistyped names. The distance of two words is the number of typing errors between them
 * (optimal string alignment: Damerau-Levenshtein without repeated edits), by the usual
 * table, keeping three rows. */
#include "base/names.h"
#include "base/error.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

enum { MAX_LENGTH = 64 };

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Both are at most MAX_LENGTH long. */
static unsigned count_errors(const char *a, const char *b)
{
    const size_t rows = strlen(a), cols = strlen(b);
    unsigned table[3][MAX_LENGTH + 1];
    for (size_t j = 0; j <= cols; j++)
        table[0][j] = (unsigned)j;
    for (size_t i = 1; i <= rows; i++) {
        unsigned *row = table[i % 3];
        const unsigned *above = table[(i - 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= cols; j++) {
            unsigned changed = above[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
            row[j] = smaller(changed, 1 + smaller(above[j], row[j - 1]));
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1]))
                row[j] = smaller(row[j], table[(i - 2) % 3][j - 2] + 1);
        }
    }
    return table[rows % 3][cols];
}

const char *trey_names_closest(const char *word, trey_names *name_at)
{
    const size_t length = strlen(word);
    const char *closest = NULL, *name;
    if (length > MAX_LENGTH)
        return NULL;
    /* A short name would match any word if more errors were allowed. */
    unsigned fewest = 1 + (length < 2 ? 0 : (unsigned)(length + 1) / 3);
    for (int i = 0; (name = name_at(i)) != NULL; i++) {
        if (strlen(name) > MAX_LENGTH)
            continue;
        unsigned errors = count_errors(word, name);
        if (errors < fewest) {
            fewest = errors;
            closest = name;
        }
    }
    return closest;
}

void trey_names_unknown(const char *kind, const char *word, trey_names *name_at,
                        char *text, size_t size_bytes)
{
    struct trey_line line = {text, size_bytes, 0};
    const char *closest = trey_names_closest(word, name_at), *name;
    trey_line_add(&line, "unknown %s '%.32s'; ", kind, word);
    if (closest != NULL)
        trey_line_add(&line, "did you mean '%s'? Known: ", closest);
    else
        trey_line_add(&line, "known: ");
    for (int i = 0; (name = name_at(i)) != NULL; i++)
        trey_line_add(&line, "%s%s", i == 0 ? "" : ", ", name);
}

enum trey_status trey_fail_unknown(struct trey_error *error, const char *kind,
                                   const char *word, trey_names *name_at)
{
    char text[sizeof error->message];
    trey_names_unknown(kind, word, name_at, text, sizeof text);
    return trey_fail(error, TREY_ERR_ARGUMENT, 0, "%s", text);
}
