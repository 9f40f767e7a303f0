/* Finds out whether a program was started as one of several processes. Open MPI's mpirun
 * sets OMPI_COMM_WORLD_SIZE; MPICH's and Slurm's PMI set PMI_SIZE; Slurm's PMIx sets the
 * number of tasks of a step beside PMIX_RANK. Slurm's own variables alone are no sign: a
 * batch script has them too, and the programs that it starts are not processes of an MPI
 * job. */
#include "mpi/launch.h"

#include "mpi/processes.h"

#include "os/os.h"

#include <stdlib.h>

static const char *const rank_names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"};

enum { RANK_NAMES = sizeof rank_names / sizeof *rank_names };

/* Value of an environment variable; 0 if it is unset or not a plausible count. */
static unsigned read_count(const char *name)
{
    const char *text = getenv(name);
    long number = text != NULL ? strtol(text, NULL, 10) : 0;
    return number > 0 && number < 1000000 ? (unsigned)number : 0;
}

unsigned trey_processes_launched(void)
{
    unsigned count = read_count("OMPI_COMM_WORLD_SIZE");
    if (count == 0)
        count = read_count("PMI_SIZE");
    if (count == 0 && getenv("PMIX_RANK") != NULL)
        count = read_count("SLURM_STEP_NUM_TASKS");
    return count > 0 ? count : 1;
}

unsigned trey_processes_launched_index(void)
{
    for (int i = 0; i < RANK_NAMES && trey_processes_launched() > 1; i++)
        if (getenv(rank_names[i]) != NULL)
            return read_count(rank_names[i]);
    return 0;
}

void trey_processes_clear_environment(void)
{
    trey_os_unset_variable("OMPI_COMM_WORLD_SIZE");
    trey_os_unset_variable("PMI_SIZE");
    for (int i = 0; i < RANK_NAMES; i++)
        trey_os_unset_variable(rank_names[i]);
}
