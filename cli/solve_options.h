/* Command-line options of trey solve. */
#ifndef TREY_CLI_SOLVE_OPTIONS_H
#define TREY_CLI_SOLVE_OPTIONS_H

#include "solve_output.h"

/* Zero-initialise; pointers are into argv. */
struct cli_solve_options {
    enum trey_exact_rules rules;
    struct trey_shape shape;
    unsigned start, threads;
    const char *played; /* --rules with a deck and bonus tiles; NULL: course or 2048 */
    struct trey_rules played_rules;
    const char *hint;
    unsigned end_rank; /* 0: as in the rules */
    bool uncounted;
    const char *keep, *work_dir, *save, *table, *verify, *grade, *tree;
    size_t max_memory_bytes, max_disk_bytes;
    uint64_t sample, seed; /* 0: no sampling */
    bool force, stats, quiet, no_check, game_given, states;
    enum trey_exact_kind kind;
    unsigned value_bytes;
    struct cli_solve_form form;
};

/* The command line, stored in a struct cli_solve_options. */
extern const struct cli_syntax cli_solve_syntax;

#endif
