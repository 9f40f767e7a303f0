#include "exact/share/scan.h"

void trey_local_begin(struct trey_local_scan *scan, const struct trey_solver *solver,
                      const struct trey_frame *frame, const struct trey_set *set)
{
    *scan = (struct trey_local_scan){
        .rows = {.ranking = &solver->ranking, .rows = frame->rows},
        .partition = &solver->partition,
        .set = set,
        .bits = set->words > 0 ? set->bits[0] : 0,
    };
}

/* Numbers of the members of the word in hand, as many as there is room for. */
static size_t take(struct trey_local_scan *scan, uint32_t first, uint32_t *number,
                   size_t count)
{
    uint64_t bits = scan->bits;
    for (; bits != 0 && count < TREY_BATCH; bits &= bits - 1)
        number[count++] = first + (uint32_t)__builtin_ctzll(bits);
    scan->bits = bits;
    return count;
}

size_t trey_local_next(struct trey_local_scan *scan, trey_board *boards)
{
    uint32_t number[TREY_BATCH];
    size_t count = 0;
    while (scan->word < scan->set->words) {
        if (scan->bits != 0)
            count = take(scan, trey_partition_number(scan->partition, scan->word * 64),
                         number, count);
        if (scan->bits != 0)
            break;
        if (++scan->word < scan->set->words)
            scan->bits = scan->set->bits[scan->word];
    }
    trey_scan_boards(&scan->rows, number, count, boards);
    return count;
}
