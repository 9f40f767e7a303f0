/* By what a program can tell that it was started as one of several: Open MPI's mpirun
 * leaves OMPI_COMM_WORLD_SIZE, MPICH's and Slurm's PMI PMI_SIZE; Slurm's PMIx says how
 * many tasks a step has beside PMIX_RANK. Slurm's own names alone say nothing: a script
 * has them too, and what it starts is not a rank. */
#include "ranks/launch.h"

#include "trey/ranks.h"

#include <stdlib.h>

static const char *const rank_names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"};

enum { RANK_NAMES = sizeof rank_names / sizeof *rank_names };

/* 0 if there is none. */
static unsigned number_of(const char *name)
{
    const char *text = getenv(name);
    long number = text != NULL ? strtol(text, NULL, 10) : 0;
    return number > 0 && number < 1000000 ? (unsigned)number : 0;
}

unsigned trey_ranks_launched(void)
{
    unsigned count = number_of("OMPI_COMM_WORLD_SIZE");
    if (count == 0)
        count = number_of("PMI_SIZE");
    if (count == 0 && getenv("PMIX_RANK") != NULL)
        count = number_of("SLURM_STEP_NUM_TASKS");
    return count > 0 ? count : 1;
}

unsigned trey_ranks_launched_rank(void)
{
    for (int i = 0; i < RANK_NAMES && trey_ranks_launched() > 1; i++)
        if (getenv(rank_names[i]) != NULL)
            return number_of(rank_names[i]);
    return 0;
}

void trey_ranks_forget_launch(void)
{
    unsetenv("OMPI_COMM_WORLD_SIZE");
    unsetenv("PMI_SIZE");
    for (int i = 0; i < RANK_NAMES; i++)
        unsetenv(rank_names[i]);
}
