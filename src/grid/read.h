/* Between reading a file (read.c) and finding the line to blame (fault.c). */
#ifndef TREY_GRID_READ_H
#define TREY_GRID_READ_H

#include "trey/grid.h"

/* Numbers before a grid: rows, columns, win value. */
#define TREY_GRID_HEAD 3

/* Words of the longest file, and some of what may follow it in error. */
#define TREY_GRID_MAX_WORDS                                                              \
    (1 + TREY_GRID_MAX_DATASETS * (TREY_GRID_HEAD + TREY_GRID_MAX_CELLS) + 64)

/* The lines on which the words of the input stand, in order, up to the end of the line of
 * the fault. */
struct trey_grid_words {
    size_t count;
    size_t line[TREY_GRID_MAX_WORDS];
};

/* A row that stands on a line of its own with too few or too many numbers. */
struct trey_grid_odd_row {
    size_t dataset; /* from 0 */
    int row;        /* from 0 */
    size_t line, numbers;
};

/* Finds the first odd row before `fault_word`, the word at which reading failed, or
 * SIZE_MAX if the input ended too early. The file holds what was read, and in
 * dataset[count], if `open`, the one whose tiles were being read. */
bool trey_grid_find_odd_row(const struct trey_grid_file *file, bool open,
                            const struct trey_grid_words *words, size_t fault_word,
                            struct trey_grid_odd_row *odd);

#endif
