/* The inputs of trey compare: the files and directories of --inputs. */
#ifndef TREY_CLI_COMPARE_INPUTS_H
#define TREY_CLI_COMPARE_INPUTS_H

#include "extras/baselines/compare.h"
#include "os/os.h"

#include <stddef.h>

/* Zero-initialise, then set the paths of the output files. */
struct cli_compare_inputs {
    const char *output, *store; /* no input may be one of them; NULL: none */
    struct trey_compare_input *list;
    size_t count, list_room;
    struct trey_sequence **sequences; /* those of the list */
    size_t sequences_room;
    struct cli_compare_seen {
        struct trey_os_about about;
        size_t option; /* the index of the --inputs that added it */
    } * seen;
    size_t seen_room;
    size_t option; /* the index of the --inputs that is being read */
};

/* Reads the input files, and those in the directories; files in a directory that are not
 * inputs are skipped with a message. A file that is given twice is wrong usage. Returns 0
 * or, after a message, the exit status. In both cases the inputs are for
 * cli_compare_free_inputs. */
int cli_compare_read(struct cli_compare_inputs *inputs, const char *const *paths,
                     size_t count);
void cli_compare_free_inputs(struct cli_compare_inputs *inputs);

#endif
