/* Commands that mpirun started as several processes: which of them prints, how they start
 * and end. */
#ifndef TREY_CLI_PROCESSES_H
#define TREY_CLI_PROCESSES_H

#include "mpi/processes.h"

/* Notes the command line, and silences every process but the first; called at the start
 * of main. The others print nothing on standard output, and until cli_processes_start
 * nothing on standard error either, since all should have the same command line. A
 * silenced process that exits waits a second first, so that the first process can report
 * why. */
void cli_processes_begin(int argc, char **argv);

/* Reports that this command, or this build of trey, does not work as several processes.
 * Returns CLI_USAGE. */
int cli_processes_refuse(const char *command);

/* Joins the other processes after the command line was parsed; *processes is NULL if
 * there are none. Reports errors, among them other arguments of another process; returns
 * 0, CLI_USAGE or CLI_FAILED. */
int cli_processes_start(struct trey_processes **processes);

/* Collective. Returns `failed` of this process, or CLI_FAILED if another one failed. */
int cli_processes_agree(struct trey_processes *processes, int failed);

/* Collective. Shuts down the processes, which may be NULL, and returns as
 * cli_processes_agree. */
int cli_processes_end(struct trey_processes *processes, int failed);

#endif
