#include "exact/share/local_scan.h"

void trey_local_scan_begin(struct trey_local_scan *scan, const struct trey_solver *solver,
                           const struct trey_frame *frame, const struct trey_set *set)
{
    *scan = (struct trey_local_scan){
        .rows = {.ranking = &solver->ranking, .rows = frame->rows},
        .partition = &solver->partition,
        .set = set,
        .bits = set->words > 0 ? set->bits[0] : 0,
    };
}

/* Appends the indices of the members of the current word while there is room. */
static size_t read_members(struct trey_local_scan *scan, uint32_t first, uint32_t *index,
                           size_t count)
{
    uint64_t bits = scan->bits;
    for (; bits != 0 && count < TREY_BATCH; bits &= bits - 1)
        index[count++] = first + (uint32_t)__builtin_ctzll(bits);
    scan->bits = bits;
    return count;
}

size_t trey_local_scan_next(struct trey_local_scan *scan, trey_board *boards)
{
    uint32_t index[TREY_BATCH];
    size_t count = 0;
    while (scan->word < scan->set->words) {
        if (scan->bits != 0)
            count =
                read_members(scan, trey_partition_index(scan->partition, scan->word * 64),
                             index, count);
        if (scan->bits != 0)
            break;
        if (++scan->word < scan->set->words)
            scan->bits = scan->set->bits[scan->word];
    }
    trey_scan_boards(&scan->rows, index, count, boards);
    return count;
}
