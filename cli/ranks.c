/* A rank that fails alone says so where the others are waiting: cli_ranks_end, or a
 * function of the library that lets all ranks agree. So none is left behind. */
#include "ranks.h"
#include "common.h"

#include <fcntl.h>
#include <unistd.h>

/* Standard error of a rank that is hushed; -1: it is not. What exit handlers see. */
static int hushed = -1;

static void let_the_first_speak(void)
{
    if (hushed >= 0)
        sleep(1);
}

void cli_ranks_hush(void)
{
    if (trey_ranks_launched() == 1 || trey_ranks_launched_rank() == 0)
        return;
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    hushed = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (nowhere < 0 || hushed < 0 || atexit(let_the_first_speak) != 0)
        return;
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

int cli_ranks_refuse(const char *command)
{
    const char *reason =
        trey_ranks_built() ? "works by itself; docs/cluster.md tells what shares its work"
                           : "this trey was built without MPI (cmake -DTREY_MPI=ON)";
    fprintf(stderr, "trey: %s as one of %u ranks: %s\n", command, trey_ranks_launched(),
            reason);
    return CLI_USAGE;
}

int cli_ranks_start(struct trey_ranks **ranks)
{
    struct trey_error error;
    if (trey_ranks_start(ranks, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    if (hushed >= 0) {
        dup2(hushed, STDERR_FILENO);
        close(hushed);
        hushed = -1;
    }
    return 0;
}

int cli_ranks_agree(struct trey_ranks *ranks, int failed)
{
    enum trey_status status =
        trey_ranks_agree(ranks, failed != 0 ? TREY_ERR_IO : TREY_OK, NULL);
    return failed == 0 && status != TREY_OK ? CLI_FAILED : failed;
}

int cli_ranks_end(struct trey_ranks *ranks, int failed)
{
    int worst = cli_ranks_agree(ranks, failed);
    trey_ranks_finish(ranks);
    return worst;
}
