/* Interface between the reader (read.c) and the search for the faulty line (fault.c). */
#ifndef TREY_EXTRAS_GRID_READ_H
#define TREY_EXTRAS_GRID_READ_H

#include "extras/grid/contest.h"

/* Numbers before a grid: rows, columns, win value. */
#define TREY_GRID_HEAD 3

/* Words of the longest file, and some words after it. */
#define TREY_GRID_MAX_WORDS                                                              \
    (1 + TREY_GRID_MAX_DATASETS * (TREY_GRID_HEAD + TREY_GRID_MAX_CELLS) + 64)

/* The line of each word of the input, up to the end of the faulty line. */
struct trey_grid_words {
    size_t count;
    size_t line[TREY_GRID_MAX_WORDS];
};

/* A row whose line has too few or too many numbers. */
struct trey_grid_odd_row {
    size_t dataset; /* from 0 */
    int row;        /* from 0 */
    size_t line, numbers;
};

/* Finds the first odd row before `fault_word`, the word at which reading failed; SIZE_MAX
 * if the input ended too early. The file has the data sets read so far; if `open`, also
 * dataset[count], whose tiles were being read. False if there is none. */
bool trey_grid_find_odd_row(const struct trey_grid_file *file, bool open,
                            const struct trey_grid_words *words, size_t fault_word,
                            struct trey_grid_odd_row *odd);

#endif
