#include "ranks_case.h"

#include <stdio.h>
#include <stdlib.h>

struct trey_ranks *ranks_enter(void)
{
    struct trey_error error;
    struct trey_ranks *ranks;
    if (trey_ranks_start(&ranks, &error) != TREY_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return ranks;
}

int ranks_leave(struct trey_ranks *ranks, int failed)
{
    if (failed != 0)
        trey_ranks_abort(ranks, 1);
    trey_ranks_finish(ranks);
    return 0;
}
