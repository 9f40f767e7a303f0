/* Helpers that all commands share: error messages, files, JSON on standard output,
 * signals. Functions that print an error return CLI_FAILED, so that a command can return
 * their result. A path "-" means standard input or standard output. */
#ifndef TREY_CLI_COMMON_H
#define TREY_CLI_COMMON_H

#include "board/command.h"
#include "options.h"
#include "shown.h"
#include "trey/trey.h"

#include <jansson.h>
#include <stdio.h>

/* True if `path`, which may be NULL, is "-". */
bool cli_is_standard(const char *path);

/* Prints "PATH:LINE: message" (line 0: "PATH: message"; path NULL: "trey: message"; "-"
 * is shown as "standard input") on standard error; returns CLI_FAILED. */
int cli_fail(const char *path, const struct trey_error *error);

/* cli_fail with a message formatted as by printf. */
__attribute__((format(printf, 2, 3))) int cli_fail_text(const char *path,
                                                        const char *format, ...);

/* cli_fail for an output path: "-" is shown as "standard output". */
int cli_fail_output(const char *path, const struct trey_error *error);

/* Out of memory: prints this and returns CLI_FAILED. */
int cli_fail_memory(void);

/* Out of memory: fills *error and returns TREY_ERR_MEMORY. */
enum trey_status cli_lacks_memory(struct trey_error *error);

/* cli_fail with the message "cannot read: REASON". */
int cli_fail_read(const char *path, int errno_value);

/* Opens a file for reading; NULL after a message. To be closed by cli_close_input, which
 * leaves standard input open. */
FILE *cli_open_input(const char *path);
void cli_close_input(FILE *file);

/* trey_file_write; errors are printed. Returns 0 or CLI_FAILED. */
int cli_write_file(const char *path, const char *text, size_t size_bytes);

/* trey_file_check; errors are printed. Returns 0, also for NULL, or CLI_FAILED. */
int cli_check_file(const char *path);

/* trey_file_write of a line, to which "\n" is added. */
enum trey_status cli_store_line(const char *path, const char *line,
                                struct trey_error *error);

/* cli_store_line; errors are printed. Returns 0 or CLI_FAILED. */
int cli_write_line(const char *path, const char *line);

/* True if `output` and `input` are the same regular file, by any name or link, or the
 * same name of a file that does not exist yet. NULL as either: nothing is written or
 * read. */
bool cli_is_same_file(const char *output, const char *input);

/* Refuses to overwrite an input: if cli_is_same_file, prints this and returns CLI_USAGE;
 * else 0. */
int cli_refuse_same(const char *output, const char *input);

/* Refuses to read a file twice: if two of the paths lead to the same regular file or
 * directory, prints this and returns CLI_USAGE; else 0, or CLI_FAILED if memory ran out.
 */
int cli_refuse_twice(const char *const *paths, size_t count);

/* The last component of a path, within `path`; NULL for "-". */
const char *cli_file_name(const char *path);

/* Returns DIRECTORY/NAME, for free(); NULL if out of memory. A directory that ends with a
 * slash gets no second one. */
char *cli_path_join(const char *directory, const char *name);

/* True for a pipe, a socket or a device, which could block a reader for ever. They are
 * not read in a directory of submitted files. */
bool cli_is_special(const char *path);

bool cli_is_directory(const char *path);

/* Calls `visit` for each name in a directory, in alphabetical order, without hidden ones,
 * until it returns a value other than 0, which is then returned; `path` is valid during
 * the call, `name` is its end. CLI_FAILED after a message if the directory cannot be read
 * or memory runs out. */
typedef int cli_visit_fn(void *context, const char *path, const char *name);
int cli_visit_directory(const char *directory, cli_visit_fn *visit, void *context);

/* Reads an input file of the known-sequence game with trey_sequence_read. Prints its
 * warning, if there is one, and returns 0; or prints the error and returns CLI_FAILED. */
int cli_read_sequence(const char *path, struct trey_sequence **sequence);

/* Adds the sequence's warning, if there is one, to an object as the string "warning". */
void cli_add_warning(const struct trey_sequence *sequence, json_t *object);

/* "up", "right", "down" or "left". */
const char *cli_direction_name(int direction);

/* A JSON object with a number per move, null for illegal moves. */
json_t *cli_json_by_move(unsigned legal, const double number[4]);

/* A different seed at each call, at most CLI_MAX_SEED, so that JSON numbers can hold it.
 */
uint64_t cli_random_seed(void);

/* Makes jansson record failed allocations; to be called before any other function of
 * jansson. Values can then be built without checking every call: cli_write_json fails if
 * one was left out. */
void cli_watch_json(void);

/* Writes an object as one line of printable ASCII and releases it. False, with errno, if
 * writing failed or memory ran out since cli_watch_json. `digits`: of real numbers. */
bool cli_write_json(json_t *object, FILE *out, size_t digits);

/* Writes an object on standard output as cli_write_json does; errors are printed.
 * Returns 0 or CLI_FAILED. */
int cli_print_json(json_t *object);

/* Returns a flag that the first SIGINT, SIGTERM or SIGHUP (unless that is ignored, as by
 * nohup) will set. The second signal ends the process. */
const struct trey_cancel *cli_watch_signals(void);

/* Makes SIGHUP alone, unless it is ignored, set the flag of cli_watch_signals. */
void cli_watch_hangup(void);

/* Flushes standard output; a command returns its result as the last step. Returns 0, or
 * CLI_FAILED after a message, for instance if the disk is full. */
int cli_finish(void);

#endif
