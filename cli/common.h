/* What the commands share: errors, files, JSON on standard output. */
#ifndef TREY_CLI_COMMON_H
#define TREY_CLI_COMMON_H

#include "options.h"
#include "shown.h"
#include "trey/trey.h"

#include <jansson.h>
#include <stdio.h>

/* True if `path`, which may be NULL, is "-": standard output where it is written,
 * standard input where it is read. */
bool cli_is_standard(const char *path);

/* Prints "PATH:LINE: message" (line 0: "PATH: message"; path NULL: "trey: message"; "-"
 * is shown as "standard input") on standard error; returns CLI_FAILED. */
int cli_fail(const char *path, const struct trey_error *error);

/* The same for a path that was to be written: "-" is shown as "standard output". */
int cli_fail_output(const char *path, const struct trey_error *error);

/* Want of memory: says so on standard error and returns CLI_FAILED, or fills *error and
 * returns TREY_ERR_MEMORY. */
int cli_fail_memory(void);
enum trey_status cli_lacks_memory(struct trey_error *error);

/* "cannot read: REASON" of a path, as cli_fail says it. */
int cli_fail_read(const char *path, int errno_value);

/* Opens a file to read, "-" being standard input; NULL if it cannot, which was said. Give
 * it to cli_close_input, which leaves standard input open. */
FILE *cli_open_input(const char *path);
void cli_close_input(FILE *file);

/* trey_file_write, and trey_file_check for a path that may be NULL, which is fine: what
 * hinders is said as by cli_fail_output. Return 0 or CLI_FAILED. */
int cli_write_file(const char *path, const char *text, size_t size_bytes);
int cli_check_file(const char *path);

/* trey_file_write of a line, to which its end is added. */
enum trey_status cli_store_line(const char *path, const char *line,
                                struct trey_error *error);

/* The same; what hinders is printed. Returns 0 or CLI_FAILED. */
int cli_write_line(const char *path, const char *line);

/* Refuses to write over what is read: if `output` is the regular file that `input` is, by
 * whatever name or link, or both are the one name of a file still to be made, says so in
 * one line and returns CLI_FAILED; else 0. "-" is standard output and standard input.
 * NULL as either: nothing is written or read there. */
int cli_refuse_same(const char *output, const char *input);

/* A path without its folders, within `path`. */
const char *cli_file_name(const char *path);

/* Returns DIRECTORY/NAME, for free(); NULL if out of memory. A directory that ends with a
 * slash gets no second one. */
char *cli_path_join(const char *directory, const char *name);

/* True for a pipe, a socket or a device, which may keep a reader waiting for ever: in a
 * folder of files handed in there is no place for one. */
bool cli_is_special(const char *path);

/* Reads an input file of the known-sequence game as trey_sequence_read does. Prints what
 * is wrong with it and returns CLI_FAILED; or prints a warning, if there is one, and
 * returns 0. */
int cli_read_sequence(const char *path, struct trey_sequence **sequence);

/* Adds "warning", a text, to an object if there is one. */
void cli_add_warning(const struct trey_sequence *sequence, json_t *object);

/* A seed, another each time; up to CLI_MAX_SEED, which every reader of JSON can hold. */
uint64_t cli_some_seed(void);

/* To be called before anything of jansson's: from then on a want of memory in it is
 * remembered, so that values may be built without a look at every call. */
void cli_watch_json(void);

/* Writes an object as one line of printable ASCII and frees it. False if memory has
 * failed since cli_watch_json, which leaves values out, or it cannot be written; errno
 * says which. */
bool cli_write_json(json_t *object, FILE *out, size_t digits);

/* The same on standard output. Returns 0 or CLI_FAILED. */
int cli_print_json(json_t *object);

/* From now on SIGINT, SIGTERM and, unless it is ignored, SIGHUP set the flag returned,
 * the first time; the second time they end the program. */
const struct trey_cancel *cli_watch_signals(void);

/* The same flag for SIGHUP, unless that is ignored (nohup). */
void cli_watch_hangup(void);

/* To be returned last: flushes standard output; a full disk makes it CLI_FAILED. */
int cli_finish(void);

#endif
