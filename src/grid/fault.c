/* Which line to blame when a number is missing.
 *
 * White space is free in these files, so a number lost in one row is made up from the
 * next, and reading fails only much later, often in another data set. Files are nearly
 * always laid out as the contest asks, though, each row on a line of its own. So once
 * reading has failed, and only then, the rows are held against the lines: the first row
 * whose line has too few or too many numbers is the true fault. The layout must show
 * itself before it may be used as evidence: by an earlier row of two or more numbers that
 * filled its line exactly, or by the line after the odd one, which fits the next row. A
 * file that is folded otherwise keeps the place at which reading failed. */
#include "grid/read.h"

/* Words from `first` on that stand on its line. */
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
    bool goes_on = file->count == file->announced;
    bool shown = false;
    size_t first = 1;
    for (size_t set = 0; set < file->count + (open ? 1 : 0); set++) {
        const struct trey_grid *grid = &file->dataset[set].grid;
        first += TREY_GRID_HEAD;
        if (first < words->count && words->line[first - 1] == words->line[first])
            return false;
        for (int row = 0; row < grid->rows; row++, first += grid->cols) {
            if (first >= words->count)
                return false;
            /* On the line of the fault only a full row, whose surplus the fault is. */
            if (words->line[first] >= fault_line &&
                (goes_on || first + grid->cols > fault_word))
                return false;
            size_t numbers = words_on_line(words, first);
            if (numbers == grid->cols) {
                shown = shown || numbers > 1;
                continue;
            }
            bool next_fits = grid->cols > 1 && row + 1 < grid->rows &&
                             words_on_line(words, first + numbers) == grid->cols;
            *odd = (struct trey_grid_odd_row){set, row, words->line[first], numbers};
            return shown || next_fits;
        }
    }
    return false;
}
