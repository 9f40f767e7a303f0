/* What trey solve is told. */
#ifndef TREY_CLI_SOLVE_OPTIONS_H
#define TREY_CLI_SOLVE_OPTIONS_H

#include "solve_output.h"

#include <argp.h>

/* Zero-initialise, but for the shape and the depth of the tree; pointers are into argv.
 */
struct cli_solve_options {
    enum trey_exact_rules rules;
    struct trey_shape shape;
    unsigned start, threads;
    const char *played; /* --rules as they are played; NULL: course or 2048 */
    struct trey_rules played_rules;
    const char *hint;
    unsigned end_rank; /* 0: by the rules */
    bool uncounted;
    const char *keep, *work_dir, *save, *table, *verify, *grade, *tree;
    size_t max_memory_bytes, max_disk_bytes;
    uint64_t sample, seed; /* 0: no sampling */
    bool force, stats, quiet, no_check, game_given, depth_given, states, seed_given;
    enum trey_exact_kind kind;
    unsigned value_bytes;
    struct cli_solve_form form;
};

/* All options of the command; its input is a struct cli_solve_options. */
extern const struct argp cli_solve_argp;

#endif
