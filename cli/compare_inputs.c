#include "compare_inputs.h"

#include "base/array.h"
#include "common.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Refuses a file that an earlier --inputs added, under whatever name. */
static int refuse_same_input(struct cli_compare_inputs *inputs, const char *path)
{
    struct cli_compare_seen *seen = &inputs->seen[inputs->count];
    *seen = (struct cli_compare_seen){.option = inputs->option};
    if (!trey_os_describe(path, &seen->about) || !seen->about.regular)
        return 0;
    for (size_t i = 0; i < inputs->count; i++)
        if (inputs->seen[i].option != seen->option &&
            trey_os_same_file(&inputs->seen[i].about, &seen->about)) {
            cli_fail_text(path, "is given twice as an input");
            return CLI_USAGE;
        }
    return 0;
}

static int add_input(struct cli_compare_inputs *inputs, const char *path, bool may_skip)
{
    struct trey_error error;
    struct trey_compare_input *list = trey_array_grow(inputs->list, &inputs->list_room,
                                                      inputs->count + 1, sizeof *list);
    if (list != NULL)
        inputs->list = list;
    struct trey_sequence **sequences =
        trey_array_grow(inputs->sequences, &inputs->sequences_room, inputs->count + 1,
                        sizeof *inputs->sequences);
    if (sequences != NULL)
        inputs->sequences = sequences;
    struct cli_compare_seen *seen = trey_array_grow(inputs->seen, &inputs->seen_room,
                                                    inputs->count + 1, sizeof *seen);
    if (seen != NULL)
        inputs->seen = seen;
    if (list == NULL || sequences == NULL || seen == NULL)
        return cli_fail_memory();
    struct trey_sequence *sequence = NULL;
    if (trey_sequence_read(path, &sequence, &error) != TREY_OK) {
        if (!may_skip)
            return cli_fail(path, &error);
        fprintf(stderr, "%s:%zu: %s; file skipped\n", cli_shown(path), error.line,
                cli_shown(error.message));
        return 0;
    }
    if (cli_refuse_same(inputs->output, path) || cli_refuse_same(inputs->store, path) ||
        refuse_same_input(inputs, path)) {
        trey_sequence_free(sequence);
        return CLI_USAGE;
    }
    char *name = strdup(trey_os_name_of(path));
    if (name == NULL) {
        trey_sequence_free(sequence);
        return cli_fail_memory();
    }
    inputs->sequences[inputs->count] = sequence;
    inputs->list[inputs->count++] =
        (struct trey_compare_input){.name = name, .sequence = sequence};
    return 0;
}

static bool is_regular(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* A cli_visit_fn: adds a regular file, or skips it with a message if it is not an input.
 * The context is the inputs. */
static int visit_file(void *context, const char *path, const char *name)
{
    (void)name;
    return is_regular(path) ? add_input(context, path, true) : 0;
}

int cli_compare_read(struct cli_compare_inputs *inputs, const char *const *paths,
                     size_t count)
{
    int failed = 0;
    for (size_t i = 0; i < count && !failed; i++) {
        const char *path = paths[i];
        inputs->option = i;
        failed = cli_is_directory(path) ? cli_visit_directory(path, visit_file, inputs)
                                        : add_input(inputs, path, false);
    }
    if (!failed && inputs->count == 0)
        return cli_fail_text(paths[0], "contains no input files");
    return failed;
}

void cli_compare_free_inputs(struct cli_compare_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++) {
        free((void *)(uintptr_t)inputs->list[i].name);
        trey_sequence_free(inputs->sequences[i]);
    }
    free(inputs->list);
    free(inputs->sequences);
    free(inputs->seen);
}
