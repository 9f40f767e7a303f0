#include "store_file.h"

#include "trey/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

int cli_store_open(const char *path, struct trey_store **store)
{
    struct trey_error error;
    if (trey_store_open(path, store, &error) != TREY_OK)
        return cli_fail(path, &error);
    return 0;
}

int cli_store_open_existing(const char *path, struct trey_store **store)
{
    if (access(path, R_OK) != 0)
        return cli_fail_read(path, errno);
    return cli_store_open(path, store);
}

void cli_store_close(const char *path, struct trey_store *store)
{
    if (store != NULL && trey_store_upgraded(store) > 0)
        fprintf(stderr,
                "%s: notice: %" PRIu64 " results of an older version had no checksums; "
                "they were checked as far as possible and have checksums now\n",
                cli_shown(path), trey_store_upgraded(store));
    trey_store_close(store);
}
