/* One policy for all output files. Files are usually lost by a mistyped name. Therefore a
 * file that trey did not write, or that is of another kind than the new content, is
 * replaced only with --force. The first bytes of a file show its kind, so that no list of
 * names is needed and copied files are recognised. */
#include "output_files.h"

#include "base/error.h"
#include "state.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { HEAD_BYTES = 4096 };

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* The next line, or the end of the text. */
static const char *next_line(const char *text)
{
    text += strcspn(text, "\n");
    return *text == '\n' ? text + 1 : text;
}

/* NAME:NAME@MILLISECONDS|: the start of the second form in docs/formats/record.md. */
bool cli_is_course_record(const char *text)
{
    text += strcspn(text, ":|\n");
    if (*text != ':')
        return false;
    text += strcspn(text, "@|\n");
    if (*text != '@' || !isdigit((unsigned char)text[1]))
        return false;
    text += 1 + strspn(text + 1, "0123456789");
    return *text == '|';
}

static bool is_records(const char *head)
{
    head += strspn(head, " \t\r\n");
    return (*head == '{' && strstr(head, "\"trey record ") != NULL) ||
           cli_is_course_record(head);
}

/* Two comment lines, the second beginning with `trey`, then nothing or only moves. */
static bool is_moves(const char *head)
{
    const char *second = next_line(head), *third = next_line(second);
    size_t letters = strspn(third, "URDL");
    return begins(second, "trey ") ||
           (letters > 0 && third[letters + strspn(third + letters, "URDL\r\n")] == '\0');
}

static bool is_comparison(const char *head)
{
    return (begins(head, "input ") && strstr(head, " share % ") != NULL) ||
           begins(head, "player,input,score,") || begins(head, "{\"players\":");
}

static bool is_kind(const char *head, enum cli_file_kind kind)
{
    switch (kind) {
    case CLI_FILE_RECORDS:
        return is_records(head);
    case CLI_FILE_MOVES:
        return is_moves(head);
    case CLI_FILE_SEQUENCE:
        return begins(head, "trey generate ");
    case CLI_FILE_CERTIFICATE:
        return begins(head, "{\"certificate\":");
    case CLI_FILE_SWITCHES:
        return begins(head, "moves_made,moves,searcher");
    case CLI_FILE_COMPARISON:
        return is_comparison(head);
    case CLI_FILE_PAGE:
        return begins(head, "<!DOCTYPE html>") &&
               strstr(head, "<meta name=\"generator\" content=\"trey\">") != NULL;
    case CLI_FILE_PICTURE:
        return begins(head, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    case CLI_FILE_NETWORK:
        return begins(head, "trey network ");
    case CLI_FILE_CHECKPOINT:
        return begins(head, "trey checkpoint ");
    case CLI_FILE_LOG:
        return begins(head, "seconds,games,moves,");
    case CLI_FILE_TABLE:
        return begins(head, "treyexct") || begins(head, "treycary");
    }
    return false;
}

static const char *name_of_kind(enum cli_file_kind kind)
{
    static const char *const names[] = {
        [CLI_FILE_RECORDS] = "a file of game records",
        [CLI_FILE_MOVES] = "a moves file",
        [CLI_FILE_SEQUENCE] = "an input file of trey generate",
        [CLI_FILE_CERTIFICATE] = "a certificate of trey",
        [CLI_FILE_SWITCHES] = "a table of switches",
        [CLI_FILE_COMPARISON] = "a table of trey compare",
        [CLI_FILE_PAGE] = "a page of trey",
        [CLI_FILE_PICTURE] = "a picture of trey",
        [CLI_FILE_NETWORK] = "a trey network file",
        [CLI_FILE_CHECKPOINT] = "a checkpoint of trey train",
        [CLI_FILE_LOG] = "a log of trey train",
        [CLI_FILE_TABLE] = "a table of trey solve",
    };
    return names[kind];
}

bool cli_may_replace(const char *path, enum cli_file_kind kind, struct trey_error *error)
{
    struct stat about;
    char head[HEAD_BYTES + 1];
    if (cli_is_standard(path) || stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return true;
    FILE *file = fopen(path, "rb");
    size_t size = file != NULL ? fread(head, 1, HEAD_BYTES, file) : 0;
    bool failed = file == NULL || ferror(file);
    int reason = errno;
    if (file != NULL)
        fclose(file);
    head[size] = '\0';
    if (failed)
        trey_fail(error, TREY_ERR_INPUT, 0,
                  "exists and cannot be read (%s); --force replaces it",
                  strerror(reason));
    else if (size > 0 && !is_kind(head, kind))
        trey_fail(error, TREY_ERR_INPUT, 0, "exists and is not %s; --force replaces it",
                  name_of_kind(kind));
    else if (size > 0 && kind == CLI_FILE_RECORDS && cli_is_saved_game(path))
        trey_fail(error, TREY_ERR_INPUT, 0,
                  "is a saved game of trey play or trey advise; --force replaces it");
    else
        return true;
    return false;
}

int cli_check_output(const char *path, enum cli_file_kind kind, bool force)
{
    struct trey_error error;
    if (path == NULL)
        return 0;
    if (cli_check_file(path) != 0)
        return CLI_FAILED;
    return force || cli_may_replace(path, kind, &error) ? 0
                                                        : cli_fail_output(path, &error);
}

static const struct cli_option option_rows[] = {
    {"force", 0, NULL,
     "replace output files that trey did not write or that are of another kind", CLI_FLAG,
     CLI_TO_IT(bool)},
    CLI_END,
};

const struct cli_part cli_force_part = {option_rows, NULL};
