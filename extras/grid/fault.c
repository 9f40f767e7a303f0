/* Finds the line to report when a number is missing.
 *
 * Whitespace is free in these files, so a number missing in one row is taken from the
 * next, and reading fails only much later, often in another data set. But nearly all
 * files have each row on its own line, as the contest asks. So after a failure the rows
 * are compared with the lines: the first row whose line has too few or too many numbers
 * is the real error. This needs evidence of the layout: an earlier row of two or more
 * numbers that fills its line exactly, or a line after the odd one that fits the next
 * row. For other layouts the error stays where reading failed. */
#include "extras/grid/contest.h"
#include "extras/grid/read.h"

/* Number of words from `first` on that are on its line. */
static size_t words_on_line(const struct trey_grid_words *words, size_t first)
{
    size_t end = first;
    while (end < words->count && words->line[end] == words->line[first])
        end++;
    return end - first;
}

bool trey_grid_find_odd_row(const struct trey_grid_file *file, bool open,
                            const struct trey_grid_words *words, size_t fault_word,
                            struct trey_grid_odd_row *odd)
{
    bool ends_early = fault_word >= words->count;
    size_t fault_line = ends_early ? SIZE_MAX : words->line[fault_word];
    bool trailing = file->count == file->announced; /* the fault is after the data */
    bool layout_seen = false;
    size_t first = 1;
    for (size_t set = 0; set < file->count + (open ? 1 : 0); set++) {
        const struct trey_grid *grid = &file->dataset[set].grid;
        first += TREY_GRID_HEAD;
        if (first < words->count && words->line[first - 1] == words->line[first])
            return false;
        for (int row = 0; row < grid->rows; row++, first += grid->cols) {
            if (first >= words->count)
                return false;
            /* On the line of the fault only a full row, followed by the faulty word. */
            if (words->line[first] >= fault_line &&
                (trailing || first + grid->cols > fault_word))
                return false;
            size_t numbers = words_on_line(words, first);
            if (numbers == grid->cols) {
                layout_seen = layout_seen || numbers > 1;
                continue;
            }
            bool next_fits = grid->cols > 1 && row + 1 < grid->rows &&
                             words_on_line(words, first + numbers) == grid->cols;
            *odd = (struct trey_grid_odd_row){set, row, words->line[first], numbers};
            return layout_seen || next_fits;
        }
    }
    return false;
}
