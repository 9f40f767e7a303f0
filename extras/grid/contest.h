/* Files and reports of a contest about 2048 grids. See read.c and report.c. */
#ifndef TREY_EXTRAS_GRID_CONTEST_H
#define TREY_EXTRAS_GRID_CONTEST_H

#include "trey/grid.h"

#define TREY_GRID_MAX_DATASETS 50

/* A grid and the win tile. */
struct trey_grid_dataset {
    struct trey_grid grid;
    int win_rank;
};

/* Contents of a file. */
struct trey_grid_file {
    size_t announced; /* number of data sets, the first number of the file; 0 if
                         unreadable */
    size_t count;     /* data sets read; fewer than announced only after an error */
    struct trey_grid_dataset dataset[TREY_GRID_MAX_DATASETS];
};

/* Reads a file of data sets; "-" is standard input. Always fills *file: after an error it
 * holds the data sets before it. TREY_ERR_INPUT with the line; TREY_ERR_IO if the file
 * cannot be opened or read. Uses about 100 KiB of stack and no other memory, for any
 * input. */
enum trey_status trey_grid_read(const char *path, struct trey_grid_file *file,
                                struct trey_error *error);

/* The same from memory; the text is not kept. */
enum trey_status trey_grid_parse(const char *text, size_t size_bytes,
                                 struct trey_grid_file *file, struct trey_error *error);

/* Layout of a report: flags to add. */
enum trey_grid_layout {
    TREY_GRID_COLUMNS = 1,   /* Left beside Up, Right beside Down */
    TREY_GRID_BEST = 2,      /* also what each hint prefers */
    TREY_GRID_GIVEN = 4,     /* the given grid and its measures come first */
    TREY_GRID_RECOMMEND = 8, /* a last line with the recommended move */
};

/* Formats the contest's report of one data set, in lines that end in a newline. `number`
 * (from 1) is its position in the file, `layout` a sum of enum trey_grid_layout or 0. On
 * success *text belongs to the caller, for trey_free; size_bytes may be NULL.
 * TREY_ERR_ARGUMENT as for trey_grid_analyse, TREY_ERR_MEMORY. */
enum trey_status trey_grid_report(const struct trey_grid_dataset *dataset, size_t number,
                                  unsigned layout, char **text, size_t *size_bytes,
                                  struct trey_error *error);

#endif
