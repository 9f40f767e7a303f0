#include "store_case.h"

#include "base/store.h"
#include "support/test.h"

#include <stdio.h>
#include <unistd.h>

void case_need_store(void)
{
    if (trey_store_available())
        return;
    struct trey_store *store = NULL;
    assert_int_equal(trey_store_open("x", &store, NULL), TREY_ERR_LIMIT);
    print_message("built without SQLite: skipped\n");
    skip();
}

void case_store_path(char path[64])
{
    snprintf(path, 64, "/tmp/trey-test-store-%ld.db", (long)getpid());
    remove(path);
}
