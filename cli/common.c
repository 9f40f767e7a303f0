/* Error messages, files, JSON and signals of all commands. Messages go to standard error
 * after standard output was flushed, so that both appear in order in one file. Foreign
 * text in them is escaped (shown.h). */
#include "common.h"

#include "base/error.h"
#include "base/file.h"
#include "os/os.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cli_is_standard(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

int cli_fail_output(const char *path, const struct trey_error *error)
{
    return cli_fail(cli_is_standard(path) ? "standard output" : path, error);
}

int cli_fail(const char *path, const struct trey_error *error)
{
    fflush(stdout);
    if (cli_is_standard(path))
        path = "standard input";
    if (path == NULL)
        fprintf(stderr, "trey: %s\n", cli_shown(error->message));
    else if (error->line == 0)
        fprintf(stderr, "%s: %s\n", cli_shown(path), cli_shown(error->message));
    else
        fprintf(stderr, "%s:%zu: %s\n", cli_shown(path), error->line,
                cli_shown(error->message));
    return CLI_FAILED;
}

int cli_fail_text(const char *path, const char *format, ...)
{
    struct trey_error error = {0};
    va_list values;
    va_start(values, format);
    vsnprintf(error.message, sizeof error.message, format, values);
    va_end(values);
    return cli_fail(path, &error);
}

int cli_fail_memory(void)
{
    return cli_fail_text(NULL, "%s", trey_status_text(TREY_ERR_MEMORY));
}

enum trey_status cli_lacks_memory(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_MEMORY, 0, "%s", trey_status_text(TREY_ERR_MEMORY));
}

int cli_fail_read(const char *path, int errno_value)
{
    return cli_fail_text(path, "cannot read: %s", strerror(errno_value));
}

FILE *cli_open_input(const char *path)
{
    FILE *file = cli_is_standard(path) ? stdin : fopen(path, "r");
    if (file == NULL)
        cli_fail_read(path, errno);
    return file;
}

void cli_close_input(FILE *file)
{
    if (file != stdin)
        fclose(file);
}

int cli_write_file(const char *path, const char *text, size_t size_bytes)
{
    struct trey_error error;
    if (trey_file_write(path, text, size_bytes, &error) == TREY_OK)
        return 0;
    return cli_fail_output(path, &error);
}

enum trey_status cli_store_line(const char *path, const char *line,
                                struct trey_error *error)
{
    const size_t size = strlen(line);
    char *text = malloc(size + 2);
    if (text == NULL)
        return cli_lacks_memory(error);
    snprintf(text, size + 2, "%s\n", line);
    const enum trey_status status = trey_file_write(path, text, size + 1, error);
    free(text);
    return status;
}

int cli_write_line(const char *path, const char *line)
{
    struct trey_error error;
    return cli_store_line(path, line, &error) == TREY_OK ? 0
                                                         : cli_fail_output(path, &error);
}

int cli_check_file(const char *path)
{
    struct trey_error error;
    if (path == NULL || trey_file_check(path, &error) == TREY_OK)
        return 0;
    return cli_fail_output(path, &error);
}

/* False if there is no such file; "-" stands for the file descriptor `stream`. */
static bool stat_file(const char *path, int stream, struct trey_os_about *about)
{
    return cli_is_standard(path) ? trey_os_describe_open(stream, about)
                                 : trey_os_describe(path, about);
}

bool cli_is_same_file(const char *output, const char *input)
{
    struct trey_os_about written, read;
    if (output == NULL || input == NULL)
        return false;
    if (stat_file(output, STDOUT_FILENO, &written))
        return stat_file(input, STDIN_FILENO, &read) && read.regular &&
               trey_os_same_file(&written, &read);
    return strcmp(output, input) == 0 && !cli_is_standard(output);
}

int cli_refuse_same(const char *output, const char *input)
{
    if (!cli_is_same_file(output, input))
        return 0;
    if (strcmp(output, input) == 0 && !cli_is_standard(output))
        cli_fail_text(output, "is given twice and would be overwritten");
    else
        cli_fail_text(cli_is_standard(output) ? "standard output" : output,
                      "is the same file as %.180s and would be overwritten",
                      cli_is_standard(input) ? "standard input" : input);
    return CLI_USAGE;
}

int cli_refuse_twice(const char *const *paths, size_t count)
{
    struct trey_os_about *about = calloc(count + 1, sizeof *about);
    int failed = about == NULL ? cli_fail_memory() : 0;
    for (size_t i = 0; i < count && !failed; i++) {
        const bool stored = stat_file(paths[i], STDIN_FILENO, &about[i]) &&
                            (about[i].regular || about[i].directory);
        if (!stored)
            about[i] = (struct trey_os_about){.regular = false};
        for (size_t k = 0; k < i && stored && !failed; k++)
            if ((about[k].regular || about[k].directory) &&
                trey_os_same_file(&about[i], &about[k])) {
                cli_fail_text(paths[i], "is given twice as an input");
                failed = CLI_USAGE;
            }
    }
    free(about);
    return failed;
}

const char *cli_file_name(const char *path)
{
    return cli_is_standard(path) ? NULL : trey_os_name_of(path);
}

bool cli_is_special(const char *path)
{
    struct trey_os_about about;
    return trey_os_describe(path, &about) && !about.regular && !about.directory;
}

bool cli_is_directory(const char *path)
{
    struct trey_os_about about;
    return trey_os_describe(path, &about) && about.directory;
}

int cli_read_sequence(const char *path, struct trey_sequence **sequence)
{
    struct trey_error error;
    if (trey_sequence_read(path, sequence, &error) != TREY_OK)
        return cli_fail(path, &error);
    if (trey_sequence_warning(*sequence, &error))
        fprintf(stderr, "%s:%zu: warning: %s\n",
                cli_is_standard(path) ? "standard input" : cli_shown(path), error.line,
                cli_shown(error.message));
    return 0;
}

void cli_add_warning(const struct trey_sequence *sequence, json_t *object)
{
    struct trey_error warning;
    if (trey_sequence_warning(sequence, &warning))
        json_object_set_new(object, "warning", json_string(cli_utf8(warning.message)));
}

int cli_visit_directory(const char *directory, cli_visit_fn *visit, void *context)
{
    struct trey_directory files;
    struct trey_error error;
    if (trey_directory_list(directory, false, &files, &error) != TREY_OK)
        return cli_fail(directory, &error);
    int failed = 0;
    for (size_t i = 0; i < files.count && !failed; i++) {
        char *path = cli_path_join(directory, files.names[i]);
        failed = path == NULL ? cli_fail_memory() : visit(context, path, files.names[i]);
        free(path);
    }
    trey_directory_clear(&files);
    return failed;
}

const char *cli_direction_name(int direction)
{
    static const char *const names[4] = {[TREY_UP] = "up",
                                         [TREY_RIGHT] = "right",
                                         [TREY_DOWN] = "down",
                                         [TREY_LEFT] = "left"};
    return names[direction];
}

json_t *cli_json_by_move(unsigned legal, const double number[4])
{
    json_t *object = json_object();
    for (int i = 0; i < 4; i++)
        json_object_set_new(object, trey_direction_key(i),
                            (legal >> i & 1) != 0 ? json_real(number[i]) : json_null());
    return object;
}

uint64_t cli_random_seed(void)
{
    return trey_os_seed() & CLI_MAX_SEED;
}

/* Atomic because threads that play games also format records. */
static atomic_bool json_lacks_memory;

static void *allocate_json(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        atomic_store(&json_lacks_memory, true);
    return memory;
}

void cli_watch_json(void)
{
    json_set_alloc_funcs(allocate_json, free);
}

/* Escapes DEL, the only control character that JSON does not escape. */
static int write_json_bytes(const char *bytes, size_t size, void *out)
{
    size_t at = 0;
    while (at < size) {
        const char *del = memchr(bytes + at, 0x7f, size - at);
        const size_t end = del != NULL ? (size_t)(del - bytes) : size;
        if (fwrite(bytes + at, 1, end - at, out) != end - at ||
            (del != NULL && fputs("\\u007f", out) < 0))
            return -1;
        at = end + (del != NULL);
    }
    return 0;
}

bool cli_write_json(json_t *object, FILE *out, size_t digits)
{
    bool whole = object != NULL && !atomic_load(&json_lacks_memory);
    bool good =
        whole &&
        json_dump_callback(object, write_json_bytes, out,
                           JSON_REAL_PRECISION(digits) | JSON_ENSURE_ASCII) == 0 &&
        putc('\n', out) != EOF;
    json_decref(object);
    if (!whole || atomic_load(&json_lacks_memory))
        errno = ENOMEM;
    return good;
}

int cli_print_json(json_t *object)
{
    if (cli_write_json(object, stdout, 17))
        return cli_finish();
    if (trey_os_reader_gone(errno))
        return 0;
    fprintf(stderr, "trey: cannot write the JSON result: %s\n", strerror(errno));
    return CLI_FAILED;
}

static struct trey_cancel interrupted;

static void interrupt(void)
{
    trey_cancel_raise(&interrupted);
}

const struct trey_cancel *cli_watch_signals(void)
{
    trey_os_on_end(TREY_OS_END_ALL, interrupt);
    return &interrupted;
}

void cli_watch_hangup(void)
{
    trey_os_on_end(TREY_OS_END_HANGUP, interrupt);
}

int cli_finish(void)
{
    if ((fflush(stdout) == 0 && !ferror(stdout)) || trey_os_reader_gone(errno))
        return 0;
    fprintf(stderr, "trey: standard output: cannot write: %s\n", strerror(errno));
    return CLI_FAILED;
}
