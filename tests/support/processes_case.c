#include "processes_case.h"

#include <stdio.h>
#include <stdlib.h>

struct trey_processes *processes_enter(void)
{
    struct trey_error error;
    struct trey_processes *processes;
    if (trey_processes_start(&processes, &error) != TREY_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return processes;
}

int processes_leave(struct trey_processes *processes, int failed)
{
    if (failed != 0)
        trey_processes_abort(processes, 1);
    trey_processes_finish(processes);
    return 0;
}
