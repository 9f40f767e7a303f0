/* Environment variables by which mpirun marks its processes. */
#ifndef TREY_MPI_LAUNCH_H
#define TREY_MPI_LAUNCH_H

/* Removes these variables, so that child programs do not take themselves for processes of
 * this mpirun. Not thread-safe. */
void trey_processes_clear_environment(void);

#endif
