/* A process that fails reports it where the others wait for it: in cli_processes_end, or
 * in a function of the library that makes all processes agree. So no process is left
 * waiting. */
#include "processes.h"
#include "common.h"
#include "os/os.h"

#include <unistd.h>

/* Saved standard error of a silenced process, or -1. For the exit handler. */
static int silenced = -1;

/* Hash of the command line: FNV-1a. */
static uint64_t command_line = 0xcbf29ce484222325;

static void wait_for_first_process(void)
{
    if (silenced >= 0)
        sleep(1);
}

void cli_processes_begin(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *byte = argv[i];
        do
            command_line = (command_line ^ (unsigned char)*byte) * 0x100000001b3;
        while (*byte++ != '\0');
    }
    if (trey_processes_launched() == 1 || trey_processes_launched_index() == 0)
        return;
    if (atexit(wait_for_first_process) == 0)
        silenced = trey_os_silence();
}

int cli_processes_refuse(const char *command)
{
    const char *reason = trey_processes_supported()
                             ? "this command runs as a single process; docs/cluster.md "
                               "lists the commands that share work"
                             : "trey was built without MPI (cmake -DTREY_MPI=ON)";
    fprintf(stderr, "trey: %s as one of %u processes: %s\n", command,
            trey_processes_launched(), reason);
    return CLI_USAGE;
}

/* Collective. True if all processes have the same command line. */
static bool agree_on_command_line(struct trey_processes *processes)
{
    uint64_t largest[] = {command_line, ~command_line};
    trey_processes_max_u64(processes, largest, sizeof largest / sizeof *largest);
    return largest[0] == ~largest[1];
}

int cli_processes_start(struct trey_processes **processes)
{
    struct trey_error error;
    if (trey_processes_start(processes, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    if (silenced >= 0) {
        trey_os_unsilence(silenced);
        silenced = -1;
    }
    if (!agree_on_command_line(*processes)) {
        if (trey_process_index(*processes) == 0)
            fputs("trey: the processes of mpirun need the same arguments\n", stderr);
        trey_processes_finish(*processes);
        return CLI_USAGE;
    }
    return 0;
}

int cli_processes_agree(struct trey_processes *processes, int failed)
{
    enum trey_status status =
        trey_processes_agree(processes, failed != 0 ? TREY_ERR_IO : TREY_OK, NULL);
    return failed == 0 && status != TREY_OK ? CLI_FAILED : failed;
}

int cli_processes_end(struct trey_processes *processes, int failed)
{
    int worst = cli_processes_agree(processes, failed);
    trey_processes_finish(processes);
    return worst;
}
