/* Sets of boards as bitmaps. Members come out in the order of their indices, so nothing
 * needs sorting; the place of a member is the number of bits before its own. */
#include "exact/table/set.h"

#include "base/check.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

static uint32_t words_of(uint32_t size)
{
    return (uint32_t)(((uint64_t)size + 63) / 64);
}

enum trey_status trey_set_new(struct trey_set *set, uint32_t size,
                              struct trey_error *error)
{
    size_t words = words_of(size) + (size_t)1;
    *set = (struct trey_set){
        .bits = malloc(words * sizeof *set->bits),
        .before = malloc(words * sizeof *set->before),
    };
    if (set->bits != NULL && set->before != NULL)
        return TREY_OK;
    trey_set_clear(set);
    return trey_fail_memory(error, words * (sizeof *set->bits + sizeof *set->before));
}

void trey_set_clear(struct trey_set *set)
{
    free(set->bits);
    free(set->before);
    *set = (struct trey_set){0};
}

void trey_set_reset(struct trey_set *set, uint32_t size)
{
    set->words = words_of(size);
    set->count = 0;
    memset(set->bits, 0, set->words * sizeof *set->bits);
}

void trey_set_close(struct trey_set *set)
{
    uint32_t count = 0;
    for (uint32_t word = 0; word < set->words; word++) {
        set->before[word] = count;
        count += (uint32_t)__builtin_popcountll(set->bits[word]);
    }
    set->count = count;
}

/* --- scanning --------------------------------------------------------------------------
 */

static void enter_row(struct trey_scan *scan)
{
    const struct trey_half *low = &scan->ranking->low, *high = &scan->ranking->high;
    const struct trey_rows *rows = &scan->rows[scan->class];
    assert(rows->high != TREY_NO_HALF && rows->stride > 0);
    assert(scan->row < low->first[scan->class + 1] - low->first[scan->class]);
    scan->row_base = rows->base + scan->row * rows->stride;
    scan->row_end = scan->row_base + rows->stride;
    scan->low = low->members[low->first[scan->class] + scan->row];
    scan->highs = &high->members[high->first[rows->high]];
}

/* Moves to the row of an index: the last non-empty class that begins at or before it. */
static void find_row(struct trey_scan *scan, uint32_t index)
{
    const struct trey_rows *rows = scan->rows;
    uint32_t class = 0, count = scan->ranking->low.classes;
    while (count > 1) {
        uint32_t half = count / 2;
        if (rows[class + half].base <= index)
            class += half;
        count -= half;
    }
    assert(rows[class].base <= index && index < rows[class + 1].base);
    scan->class = class;
    scan->row = (index - rows[class].base) / rows[class].stride;
    enter_row(scan);
}

/* Moves to the row of an index after this row: usually the next one. */
static void next_row(struct trey_scan *scan, uint32_t index)
{
    const struct trey_rows *rows = &scan->rows[scan->class];
    if (index >= rows[1].base || index - scan->row_end >= rows->stride) {
        find_row(scan, index);
        return;
    }
    scan->row++;
    enter_row(scan);
}

void trey_scan_begin(struct trey_scan *scan, const struct trey_ranking *ranking,
                     const struct trey_rows *rows, const struct trey_set *set,
                     size_t chunk)
{
    uint32_t first = (uint32_t)chunk * TREY_CHUNK_WORDS;
    *scan = (struct trey_scan){.ranking = ranking, .rows = rows, .set = set};
    scan->word = first;
    scan->end =
        set->words - first < TREY_CHUNK_WORDS ? set->words : first + TREY_CHUNK_WORDS;
    scan->bits = first < set->words ? set->bits[first] : 0;
}

static inline trey_board board_at(struct trey_scan *scan, uint32_t index)
{
    if (scan->row_end == 0)
        find_row(scan, index);
    else if (index >= scan->row_end)
        next_row(scan, index);
    assert(index >= scan->row_base && index < scan->row_end);
    return scan->low | (trey_board)scan->highs[index - scan->row_base]
                           << scan->ranking->shift;
}

void trey_scan_boards(struct trey_scan *scan, const uint32_t *index, size_t count,
                      trey_board *boards)
{
    for (size_t i = 0; i < count; i++)
        boards[i] = board_at(scan, index[i]);
}

size_t trey_scan_next(struct trey_scan *scan, trey_board *boards)
{
    size_t count = 0;
    while (scan->word < scan->end) {
        while (scan->bits != 0) {
            if (count == TREY_BATCH)
                return count;
            uint32_t index = scan->word * 64 + (uint32_t)__builtin_ctzll(scan->bits);
            scan->bits &= scan->bits - 1;
            boards[count++] = board_at(scan, index);
        }
        if (++scan->word < scan->end)
            scan->bits = scan->set->bits[scan->word];
    }
    return count;
}
